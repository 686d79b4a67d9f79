"""``yomi test``: runs the examples of games, and with ``--plant`` proves that they notice broken rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl.cli import games, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import ColourOption, FormOption, GameArgument, JobsOption, jobs_for
from yomi_dsl.cli.output import Colour
from yomi_dsl.cli.progress import Progress
from yomi_dsl.cli.usage import UsageError
from yomi_dsl.diagnostics import Diagnostic

if TYPE_CHECKING:
    from yomi_dsl import ir
    from yomi_dsl.engine.coverage import Coverage
    from yomi_dsl.engine.examples import Failure

FAILED = "E0701"
_EXAMPLES = example(
    "yomi test {game}", "yomi test {game} -k {one}", "yomi test {game} --plant", "yomi test {game} --coverage"
)


def add_to(app: typer.Typer) -> None:
    app.command("test", cls=Verb, epilog=_EXAMPLES)(test)


def test(
    game: GameArgument = None,
    only: Annotated[
        str | None,
        typer.Option("-k", metavar="TEXT", help="Only examples whose title, rule ids or file have this text."),
    ] = None,
    plant: Annotated[
        bool, typer.Option("--plant", help="Break each rule in turn: an example that shows it must fail.")
    ] = False,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage",
            help="Tell which statements no example makes happen, or fail to happen; with -k, what those examples do.",
        ),
    ] = False,
    jobs: JobsOption = 0,
    form: FormOption = None,
    color: ColourOption = Colour.auto,
) -> None:
    """Run the examples of a game."""
    found: list[Diagnostic] = []
    counts = [0, 0]
    broken = 0
    for folder in games.named_or_here(game):
        opened, played = games.playable(folder)
        seen = _coverage(played) if coverage or plant else None
        failed = _run(opened, played, chosen(played, only), seen, counts)
        found += failed
        if coverage and seen and not failed:
            _cover(opened, seen, len(chosen(played, only)) if only else None)
        if plant and seen and not failed:
            unnoticed, count = _plant(opened, played, chosen(played, only), seen, jobs_for(jobs))
            found, broken = [*found, *unnoticed], broken + count
    if only and not sum(counts):
        raise UsageError(f'no example has "{only}" in its title, its rule ids or its file')
    _report(
        found, "concise" if plant and form is None else output.form_for(form), color, counts, broken if plant else None
    )
    if found:
        raise typer.Exit(1)


def _coverage(game: ir.Game) -> Coverage:
    from yomi_dsl.engine.coverage import coverage

    return coverage(game)


def _cover(opened: Opened, seen: Coverage, some: int | None) -> None:
    """``some``: how many examples were chosen, if not all were to be run."""
    from yomi_dsl.cli.covered import report, report_of

    if some == 0:
        return
    for line in report(opened, seen) if some is None else report_of(opened, seen, some):
        output.say(line)


def _plant(
    opened: Opened, game: ir.Game, examples: Iterable[ir.Example], seen: Coverage, jobs: int
) -> tuple[list[Diagnostic], int]:
    from yomi_dsl.cli.guarded import unguarded

    return unguarded(opened, game, {tag for one in examples for tag in one.shows}, seen, jobs)


def _report(found: list[Diagnostic], form: str, colour: Colour, counts: Sequence[int], broken: int | None) -> None:
    """``broken``: how many statements were broken on purpose; None if none was to be."""
    passed, failed = counts
    last = f"{passed} example{'s' * (passed != 1)} passed, {failed} failed"
    if broken and not failed:
        last += f"; broken on purpose: {broken} statement{'s' * (broken != 1)}, {len(found) or 'none'} unnoticed"
    elif broken is not None and not failed:
        last += "; nothing was broken on purpose: no statement has a rule id that an example shows"
    output.problems(found, form, colour, last, summed=False)


def chosen(game: ir.Game, only: str | None) -> list[ir.Example]:
    wanted = (only or "").casefold()
    return [one for one in game.examples if wanted in "\0".join([one.text, one.at.path, *one.shows]).casefold()]


def _run(
    opened: Opened, game: ir.Game, examples: Sequence[ir.Example], seen: Coverage | None, counts: list[int]
) -> list[Diagnostic]:
    """The problems of the examples that fail; ``counts`` grows by those that passed and failed. ``seen``: what looks on."""
    from yomi_dsl.engine.examples import together

    run, failed = _runner(seen), {}
    with Progress(f"examples of {opened.name}", len(examples)) as progress:
        for one in together(examples):
            if failures := run(game, one):
                failed[id(one)] = failures
            progress.more()
    counts[0] += len(examples) - len(failed)
    counts[1] += len(failed)
    found = [
        Diagnostic(FAILED, failure.message, games.span_at(opened.sources, failure.at), f'in "{one.text}"')
        for one in examples
        for failure in failed.get(id(one), ())
    ]
    return games.relocated(found, opened.root)


def _runner(seen: Coverage | None) -> Callable[[ir.Game, ir.Example], list[Failure]]:
    """What plays an example; ``seen`` looks on."""
    from yomi_dsl.engine.coverage import watched
    from yomi_dsl.engine.examples import matches, run_example

    return watched(seen) if seen else partial(run_example, make=matches())
