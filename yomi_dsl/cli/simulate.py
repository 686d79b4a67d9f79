"""``yomi simulate``: many games between two bots, and what came of them."""

from __future__ import annotations

from functools import reduce
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl.cli import games, holders, output
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import FirstSeat, GameOption, JobsOption, SecondSeat, jobs_for
from yomi_dsl.cli.progress import Progress, in_chunks, shared_out

if TYPE_CHECKING:
    from yomi_dsl.engine.bots import Player
    from yomi_dsl.engine.match import Match
    from yomi_dsl.engine.simulate import Stats

_EXAMPLES = example("yomi simulate {one} {two}", "yomi simulate {one} {two} --games 10000 --seed 7 --bot2 chance")
MOST_GAMES = 10_000_000  # hours of work already
CHUNK = 50  # games a task: small enough to share out evenly and to show progress
Seats = tuple[tuple[str, ...], tuple[str, ...]]
_READY: list[tuple[Match, tuple[Player, Player], int]] = []


def add_to(app: typer.Typer) -> None:
    app.command("simulate", cls=Verb, epilog=_EXAMPLES)(simulate)


def simulate(
    first: FirstSeat,
    second: SecondSeat,
    game: GameOption = None,
    count: Annotated[int, typer.Option("--games", min=1, max=MOST_GAMES, metavar="N", help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed, the same games.")] = 7,
    jobs: JobsOption = 0,
    bot: Annotated[
        str | None, typer.Option("--bot", metavar="NAME", help="The bot in both seats; chance plays anything.")
    ] = None,
    bot2: Annotated[str | None, typer.Option("--bot2", metavar="NAME", help="The bot in seat 2.")] = None,
) -> None:
    """Let two bots play many games, and report wins, length and measures.

    The same call prints the same, on any number of processes.
    """
    from yomi_dsl.cli import summed
    from yomi_dsl.cli.session import bot_name

    opened, played = holders.game_with((first, second), game)
    seats = (holders.bring(played, first), holders.bring(played, second))
    bots = (bot_name(played, bot), bot_name(played, bot2 if bot2 is not None else bot))
    stats = _played(opened.folder, seats, bots, count, seed, jobs_for(jobs))
    for line in summed.lines(played, seats, bots, stats, seed):
        output.say(line)
    if stats.broken or stats.limits:
        raise typer.Exit(1)


def _played(folder: Path, seats: Seats, bots: tuple[str, str], count: int, seed: int, jobs: int) -> Stats:
    chunks = in_chunks(count, CHUNK)
    parts = []
    with Progress("games", count) as progress:
        for chunk, part in zip(
            chunks, shared_out(_games, chunks, jobs, _ready, (folder, seats, bots, seed)), strict=True
        ):
            parts.append(part)
            progress.more(len(chunk))
    return reduce(add, parts)


def _ready(folder: Path, seats: Seats, bots: tuple[str, str], seed: int) -> None:
    """Each process makes the match ready for itself."""
    from yomi_dsl.engine.bots import bot_named
    from yomi_dsl.engine.match import Match
    from yomi_dsl.engine.simulate import undisturbed

    m = Match(games.playable(folder)[1], seats)
    _READY[:] = [(m, (bot_named(m, bots[0]), bot_named(m, bots[1])), seed)]
    undisturbed()


def _games(chunk: range) -> Stats:
    from yomi_dsl.engine.simulate import simulate as run

    m, players, seed = _READY[0]
    return run(m, players, len(chunk), seed, chunk.start, invariants=True)
