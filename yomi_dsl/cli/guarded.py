"""Breaks the rules of a game one after the other, and reports those whose loss no example notices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from yomi_dsl import ir, syntax
from yomi_dsl.cache import parsed
from yomi_dsl.cli import games, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.planting import Planting, plantings, variants, without_spoilt
from yomi_dsl.cli.progress import Progress, shared_out
from yomi_dsl.compiler import compile_files
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.engine.examples import run_example

CODE = "E0702"
Task = tuple[int, tuple[str, ...]]
_GAME: list[tuple[Opened, list[syntax.File]]] = []


def unguarded(opened: Opened, game: ir.Game, wanted: set[str], jobs: int) -> list[Diagnostic]:
    """The statements with one of the rule ids ``wanted`` that can be broken without an example of that id noticing."""
    known = plantings(_files(opened))
    tasks = [(one, tuple(tag for tag in one.tags if tag in wanted)) for one in known]
    tasks = [(one, tags) for one, tags in tasks if tags]
    found: list[Diagnostic] = []
    results = shared_out(_unnoticed, [(one.index, tags) for one, tags in tasks], jobs, _ready, (opened.folder,))
    with Progress("breaking each rule in turn", len(tasks)) as progress:
        for (one, _), unnoticed in zip(tasks, results, strict=True):
            progress.more()
            found += [_diagnostic(one, tag) for tag in unnoticed or ()]
            if unnoticed is None:
                output.note(f'{opened.root}: nothing compiles without "{one.words}"; it was not broken')
    _tell_unshown(opened, game, known)
    return games.relocated(found, opened.root)


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
    _GAME[:] = [(opened, _files(opened))]


def _files(opened: Opened) -> list[syntax.File]:
    return [parsed(source, Bag()) for source in opened.sources]


def _unnoticed(task: Task) -> tuple[str, ...] | None:
    """The rule ids whose examples all pass although the statement is broken; None if it cannot be broken."""
    index, left = task
    broken = False
    for much, files in variants(_GAME[0][1], index):
        red = _red(files, left)
        if red is None:
            continue
        broken = True
        left = tuple(tag for tag in left if tag not in red)
        if much or not left:
            return left
    return left if broken else None


def _red(files: Sequence[syntax.File], tags: Sequence[str]) -> set[str] | None:
    """The ids that a failing example shows, one that does not compile included; None if the game does not compile."""
    red: set[str] = set()
    while (game := compile_files(files, _GAME[0][0].sources, bag := Bag())) is None:
        mended = without_spoilt(files, bag.errors)
        if mended is None:
            return None
        files, more = mended
        red |= more
    for one in game.examples:
        if not red.issuperset(tags) and set(tags).intersection(one.shows) and _fails(game, one):
            red |= set(one.shows)
    return red


def _fails(game: ir.Game, one: ir.Example) -> bool:
    """A broken rule may break the match itself: that is noticed, too."""
    try:
        return bool(run_example(game, one))
    except Exception:
        return True
