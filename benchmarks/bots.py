"""Each bot of a game against chance: how often it wins.

    python benchmarks/bots.py GAME [GAMES_A_MATCH] [SEED]

The holders of the first head meet two by two, as they are declared, with what else the game brings by default. In each match the bot has
either seat and either holder in a quarter of the games, of which there are at least 4. What is printed is Markdown, shares in per cent with
95 % intervals; the same seed gives the same text. `docs/bots.md` tells what came of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

from pairings import game

from yomi_dsl import ir
from yomi_dsl.cli.figures import wilson
from yomi_dsl.engine.bots import bot_named, uniform
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.random_streams import seeded
from yomi_dsl.engine.simulate import simulate

Pair = tuple[str, str]
Task = tuple[Path, Pair, int, int]


def matches(played: ir.Game) -> list[Pair]:
    """Each holder once; an odd one out meets itself."""
    names = [holder.name for holder in played.holders if holder.head == played.heads[0][0]]
    return [(first, (*names[i + 1 : i + 2], first)[0]) for i, first in list(enumerate(names))[::2]]


def brought(played: ir.Game, name: str) -> tuple[str, ...]:
    return (name, *(default for _, default in played.heads[1:]))


def won(task: Task) -> list[int]:
    """How many games each bot wins in one match."""
    folder, pair, games, seed = task
    played = game(folder)
    sums = [0] * len(played.bots)
    for turned in (False, True):
        one, two = pair[::-1] if turned else pair
        m = Match(played, (brought(played, one), brought(played, two)))
        for (i, bot), seat in product(enumerate(played.bots), (0, 1)):
            mine = bot_named(m, bot.name)
            seats = (uniform, mine) if seat else (mine, uniform)
            sums[i] += simulate(m, seats, games // 4, seeded(seed, *pair, turned, seat)).wins[seat]
    return sums


def cell(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.0f} ({100 * low:.0f}–{100 * high:.0f})"


def report(played: ir.Game, results: list[list[int]], games: int) -> Iterator[str]:
    pairs = matches(played)
    yield " | ".join(["|", *(f"{one} and {two}" for one, two in pairs), "all |"])
    yield "|---" * (len(pairs) + 2) + "|"
    for i, bot in enumerate(played.bots):
        each = [sums[i] for sums in results]
        cells = [f"**{bot.name}**", *(cell(wins, games) for wins in each), cell(sum(each), games * len(pairs))]
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    folder = Path(sys.argv[1])
    games, seed = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((2, 400), (3, 7)))
    games = max(4, games - games % 4)
    tasks = [(folder, pair, games, seed) for pair in matches(game(folder))]
    with ProcessPoolExecutor(2) as pool:
        print("\n".join(report(game(folder), list(pool.map(won, tasks)), games)))


if __name__ == "__main__":
    main()
