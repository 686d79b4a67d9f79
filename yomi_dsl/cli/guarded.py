"""Breaks the rules of a game one after the other, and reports those whose loss no example notices.

Only the examples that show the rule are compiled and run, first those that the statement did something in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from yomi_dsl import ir, syntax
from yomi_dsl.cache.files import parsed
from yomi_dsl.cli import games, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.planting import Planting, plantings, showing, variants, without_spoilt
from yomi_dsl.cli.progress import Progress, shared_out
from yomi_dsl.cli.uprooted import uprooted
from yomi_dsl.compiler import compile_files
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.engine.coverage import Coverage, Place, place
from yomi_dsl.engine.examples import matches, run_example
from yomi_dsl.engine.match import Match
from yomi_dsl.nodes import evolve

CODE = "E0702"
Task = tuple[int, tuple[str, ...], frozenset[Place]]
"""A statement by its number, the ids whose examples must notice, and the examples that are likely to."""
_GAME: list[tuple[Opened, list[syntax.File], list[Planting]]] = []


def unguarded(
    opened: Opened, game: ir.Game, wanted: set[str], seen: Coverage, jobs: int
) -> tuple[list[Diagnostic], int]:
    """The statements with one of the rule ids ``wanted`` that can be broken without an example of that id noticing; and how
    many were broken."""
    known = plantings(_files(opened))
    broken = [(one, tags) for one in known if (tags := tuple(tag for tag in one.tags if tag in wanted))]
    tasks = [(one.index, tags, _likely(one, seen)) for one, tags in broken]
    left: list[tuple[Planting, str]] = []
    with Progress("breaking each rule in turn", len(tasks)) as progress:
        for (one, _), unnoticed in zip(
            broken, shared_out(_unnoticed, tasks, jobs, _ready, (opened.folder,)), strict=True
        ):
            progress.more()
            left += [(one, tag) for tag in unnoticed or ()]
            if unnoticed is None:
                output.note(f'{opened.root}: nothing compiles without "{one.words}"; it was not broken')
    _tell_unshown(opened, game, known)
    return games.relocated(_found(opened, game, left), opened.root), len(broken)


def _likely(one: Planting, seen: Coverage) -> frozenset[Place]:
    """The examples in which a statement did something, or one that is a part of it."""
    inside = [found for at, found in seen.statements.items() if one.spans(*at)]
    return frozenset(example for found in inside for example in found.by)


def _found(opened: Opened, game: ir.Game, left: Sequence[tuple[Planting, str]]) -> Iterator[Diagnostic]:
    """What no example notices, unless the game names a test outside its texts that holds it."""
    held = {tag: note.text for note in game.properties for tag in note.tags}
    for one, tag in left:
        if tag in held:
            output.note(f'{opened.root}: "{one.words}" [{tag}] is shown by the property "{held[tag]}", by no example')
        else:
            yield _diagnostic(one, tag)


def _tell_unshown(opened: Opened, game: ir.Game, known: Sequence[Planting]) -> None:
    shown = {tag for one in game.examples for tag in one.shows}
    unshown = sorted({tag for one in known for tag in one.tags} - shown)
    if unshown:
        output.note(f"{opened.root}: shown by no example: {', '.join(unshown)}")


def _diagnostic(one: Planting, tag: str) -> Diagnostic:
    message = f"no example of {tag} notices when this is broken"
    return Diagnostic(CODE, message, one.at, "", f"let an example that shows [{tag}] depend on it")


# ---- in each process -------------------------------------------------------------------------------------------------


def _ready(folder: Path) -> None:
    opened = games.open_game(folder)
    files = _files(opened)
    _GAME[:] = [(opened, files, plantings(files))]


def _files(opened: Opened) -> list[syntax.File]:
    return [parsed(source, Bag()).whole() for source in opened.sources]


def _unnoticed(task: Task) -> tuple[str, ...] | None:
    """The rule ids whose examples all pass although the statement is broken; None if it cannot be broken."""
    index, left, likely = task
    broken = False
    for much, red in _tried(index, left, likely):
        broken = True
        left = tuple(tag for tag in left if tag not in red)
        if much or not left:
            return left
    return left if broken else None


def _tried(index: int, tags: Sequence[str], likely: frozenset[Place]) -> Iterator[tuple[bool, set[str]]]:
    """Ways to break a statement: whether much of it is gone, and the ids that a failing example shows."""
    opened, files, known = _GAME[0]
    assert opened.game is not None
    examples = tuple(one for one in opened.game.examples if set(tags).intersection(one.shows))
    less = uprooted(evolve(opened.game, examples=examples), lambda at: known[index].spans(*place(at)))
    if less is not None:
        yield True, _red(less, tags, likely)
    for much, changed in variants(files, index):
        compiled = _compiled(showing(changed, tags))
        if compiled is not None:
            yield much, compiled[1] | _red(compiled[0], tags, likely)


def _compiled(files: Sequence[syntax.File]) -> tuple[ir.Game, set[str]] | None:
    """The game, and the ids that examples show which do not compile with it; None if it does not compile itself."""
    spoilt: set[str] = set()
    while (game := compile_files(files, _GAME[0][0].sources, bag := Bag())) is None:
        mended = without_spoilt(files, bag.errors)
        if mended is None:
            return None
        files, more = mended
        spoilt |= more
    return game, spoilt


def _red(game: ir.Game, tags: Sequence[str], likely: frozenset[Place]) -> set[str]:
    """The ids that failing examples show, as far as they are asked for."""
    red: set[str] = set()
    make = matches()
    for one in sorted(game.examples, key=lambda one: place(one.at) not in likely):
        if red.issuperset(tags):
            break
        if set(tags).difference(red).intersection(one.shows) and _fails(game, one, make):
            red |= set(one.shows)
    return red


def _fails(game: ir.Game, one: ir.Example, make: Callable[..., Match]) -> bool:
    """A broken rule may break the match itself: that is noticed, too."""
    try:
        return bool(run_example(game, one, make))
    except Exception:
        return True
