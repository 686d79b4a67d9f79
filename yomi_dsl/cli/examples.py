"""``yomi test``: runs the examples of games, and with ``--plant`` proves that they notice broken rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl.cli import games, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import ColourOption, FormOption, JobsOption, jobs_for
from yomi_dsl.cli.output import Colour
from yomi_dsl.cli.progress import Progress, shared_out
from yomi_dsl.cli.usage import UsageError
from yomi_dsl.diagnostics import Diagnostic

if TYPE_CHECKING:
    from yomi_dsl import ir, syntax
    from yomi_dsl.cli.planting import Planting

FAILED, UNGUARDED = "E0701", "E0702"
_EXAMPLES = example("yomi test {game}", "yomi test {game} -k combo", "yomi test {game} --plant")


def add_to(app: typer.Typer) -> None:
    app.command("test", cls=Verb, epilog=_EXAMPLES)(test)


def test(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; without, the one you are in or all.")
    ] = None,
    only: Annotated[
        str | None,
        typer.Option("-k", metavar="TEXT", help="Only examples whose title, rule ids or file have this text."),
    ] = None,
    plant: Annotated[
        bool, typer.Option("--plant", help="Break each rule in turn: an example that shows it must fail.")
    ] = False,
    jobs: JobsOption = 0,
    form: FormOption = None,
    color: ColourOption = Colour.auto,
) -> None:
    """Run the examples of a game."""
    found: list[Diagnostic] = []
    counts = [0, 0]
    for folder in games.named_or_here(game):
        opened, played = games.playable(folder)
        failed = _run(opened, played, chosen(played, only), counts)
        found += failed
        if plant and not failed:
            found += _plant(opened, played, only, jobs_for(jobs))
    if only and not sum(counts):
        raise UsageError(f'no example has "{only}" in its title, its rule ids or its file')
    _report(found, output.form_for(form), color, counts)
    if found:
        raise typer.Exit(1)


def _report(found: list[Diagnostic], form: str, colour: Colour, counts: Sequence[int]) -> None:
    passed, failed = counts
    output.problems(found, form, colour, f"{passed} example{'s' * (passed != 1)} passed, {failed} failed", summed=False)


def chosen(game: ir.Game, only: str | None) -> list[ir.Example]:
    wanted = (only or "").casefold()
    return [one for one in game.examples if wanted in "\0".join([one.text, one.at.path, *one.shows]).casefold()]


def _run(opened: Opened, game: ir.Game, examples: Iterable[ir.Example], counts: list[int]) -> list[Diagnostic]:
    """The problems of the examples that fail; ``counts`` grows by those that passed and failed."""
    from yomi_dsl.engine.examples import run_example

    found: list[Diagnostic] = []
    for one in examples:
        failures = run_example(game, one)
        counts[bool(failures)] += 1
        found += [
            Diagnostic(FAILED, failure.message, games.span_at(opened.sources, failure.at), f'in "{one.text}"')
            for failure in failures
        ]
    return games.relocated(found, opened.root)


# ---- planting --------------------------------------------------------------------------------------------------------


def _plant(opened: Opened, game: ir.Game, only: str | None, jobs: int) -> list[Diagnostic]:
    """The statements that can be broken without any example noticing, id by id."""
    from yomi_dsl.cli.planting import plantings

    shown = {tag for one in game.examples for tag in one.shows}
    wanted = {tag for one in chosen(game, only) for tag in one.shows}
    todo = [one for one in plantings(_files(opened)) if wanted.intersection(one.tags)]
    found: list[Diagnostic] = []
    tasks = [(one.index, tuple(tag for tag in one.tags if tag in wanted)) for one in todo]
    with Progress("rules broken", len(todo)) as progress:
        for one, unnoticed in zip(todo, shared_out(_unnoticed, tasks, jobs, _ready, (opened.folder,)), strict=True):
            progress.more()
            found += [_unguarded(one, tag) for tag in unnoticed or ()]
            if unnoticed is None:
                output.note(f"{opened.root}: nothing compiles without {one.words}; it was not broken")
    unshown = sorted({tag for one in plantings(_files(opened)) for tag in one.tags} - shown)
    if unshown and not only:
        output.note(f"{opened.root}: shown by no example: {', '.join(unshown)}")
    return games.relocated(found, opened.root)


def _unguarded(one: Planting, tag: str) -> Diagnostic:
    message = f"no example of {tag} notices when this is broken"
    return Diagnostic(
        UNGUARDED, message, one.at, "can be taken away", f"let an example that shows [{tag}] depend on it"
    )


def _files(opened: Opened) -> list[syntax.File]:
    from yomi_dsl.cache import parsed
    from yomi_dsl.diagnostics import Bag

    return [parsed(source, Bag()) for source in opened.sources]


_GAME: list[Opened] = []


def _ready(folder: Path) -> None:
    """Each process reads the game itself."""
    _GAME[:] = [games.open_game(folder)]


def _unnoticed(task: tuple[int, tuple[str, ...]]) -> tuple[str, ...] | None:
    """The rule ids whose examples all pass although the statement is broken; None if it cannot be broken."""
    index, tags = task
    broken = _broken(index)
    if broken is None:
        return None
    red = {
        tag for one in broken.examples if set(tags).intersection(one.shows) and _fails(broken, one) for tag in one.shows
    }
    return tuple(tag for tag in tags if tag not in red)


def _broken(index: int) -> ir.Game | None:
    """The game with a statement taken out, or as much of it as can be."""
    from yomi_dsl.cli.planting import variants
    from yomi_dsl.compiler import compile_files
    from yomi_dsl.diagnostics import Bag

    opened = _GAME[0]
    for files in variants(_files(opened), index):
        game = compile_files(files, opened.sources, Bag())
        if game is not None:
            return game
    return None


def _fails(game: ir.Game, one: ir.Example) -> bool:
    """A broken rule may break the match itself: that is noticed, too."""
    from yomi_dsl.engine.examples import run_example

    try:
        return bool(run_example(game, one))
    except Exception:
        return True
