"""Every pair of holders against each other by two bots, with what else they bring drawn at random: who wins, and what goes wrong.

    python benchmarks/pairings.py GAME --bots NAME NAME [--games 200] [--seed 7] [--jobs 2]

Each draw of what else is brought is played in twenty games: bots and seats are changed round. Invariants are tested at every step.
What is printed is Markdown; the same seed gives the same text. `docs/balance.md` tells what came of it.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

import attrs

from yomi_dsl import ir, loader
from yomi_dsl.cache import compiled
from yomi_dsl.cli.figures import mean, wilson
from yomi_dsl.diagnostics import Bag
from yomi_dsl.engine.bots import bot_named
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.random_streams import seeded
from yomi_dsl.engine.simulate import Stats, simulate

SAME = 20
"""Games a draw. More draws would be better; but to make a match takes as long as to play a dozen games."""
FAR = 0.75
"""A pair of which one wins more than this is named."""
SELDOM = 0.005
"""A card that is played in fewer of its games than this is named."""
Brings = tuple[str, ...]


@attrs.define
class Sums:
    """What came of many games. ``won`` counts by the name of who brought it, ``games`` how often it was brought."""

    stats: Stats = attrs.field(factory=Stats)
    won: Counter[str] = attrs.field(factory=Counter)
    games: Counter[str] = attrs.field(factory=Counter)
    played: Counter[str] = attrs.field(factory=Counter)

    def add(self, brings: tuple[Brings, Brings], stats: Stats) -> None:
        self.stats += stats
        for seat in (0, 1):
            for name in brings[seat]:
                self.won[name] += stats.wins[seat]
                self.games[name] += stats.games
        for (_, card), count in stats.in_games.items():
            self.played[card] += count

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.stats + other.stats, self.won + other.won, self.games + other.games, self.played + other.played
        )


@lru_cache
def game(folder: Path) -> ir.Game:
    bag = Bag()
    found = compiled(loader.load_game(folder, bag), bag)
    assert found is not None, bag.sorted
    return found


def of_head(played: ir.Game, head: str) -> list[str]:
    return [holder.name for holder in played.holders if holder.head == head]


def seats(played: ir.Game, pair: Brings, seed: int, number: int) -> tuple[Brings, Brings]:
    """Who sits where in a game: both holders, each with one drawn for each further head; changed round in every other game."""
    first, second = [
        (
            name,
            *(
                names[seeded(seed, *pair, number // SAME, seat, head) % len(names)]
                for head, names in enumerate(further(played))
            ),
        )
        for seat, name in enumerate(pair)
    ]
    return (second, first) if number % 2 else (first, second)


def further(played: ir.Game) -> list[list[str]]:
    return [of_head(played, head) for head, _ in played.heads[1:]]


def meet(task: tuple[Path, Brings, Brings, int, int]) -> tuple[Brings, Sums]:
    """All games of a pair. Games with the same decks are played one after the other: making a match costs more than a game."""
    folder, pair, bots, games, seed = task
    played, sums = game(folder), Sums()
    numbered = sorted((seats(played, pair, seed, number), number) for number in range(games))
    for brings, same in itertools.groupby(numbered, key=lambda one: one[0]):
        m = Match(played, brings)
        one, two = bot_named(m, bots[0]), bot_named(m, bots[1])
        for _, number in same:
            players = (two, one) if number & 2 else (one, two)
            sums.add(brings, simulate(m, players, 1, seeded(seed, *pair), number, True))
    return pair, sums


def cell(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{100 * won / games:.0f} ({100 * low:.0f}–{100 * high:.0f})"


def row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def table(names: list[str], pairs: Mapping[Brings, Sums]) -> Iterator[str]:
    yield row(["", *names, "all"])
    yield row(["---"] * (len(names) + 2))
    for name in names:
        met = [pairs.get((name, other), pairs.get((other, name), Sums())) for other in names if other != name]
        cells = iter([cell(sums.won[name], sums.stats.games) for sums in met])
        whole = sum((sums for sums in met), Sums())
        yield row(
            [
                f"**{name}**",
                *("" if other == name else next(cells) for other in names),
                cell(whole.won[name], whole.stats.games),
            ]
        )


def uneven(pairs: Mapping[Brings, Sums]) -> Iterator[str]:
    for pair, sums in pairs.items():
        for name, other in (pair, pair[::-1]):
            if name != other and sums.won[name] > FAR * sums.stats.games:
                yield f"{name} wins {cell(sums.won[name], sums.stats.games)} % against {other}"


def seldom(played: ir.Game, whole: Sums) -> Iterator[str]:
    """Cards by the share of games in which a player who brought them played them."""
    own = {holder.card for holder in played.holders}
    for card in played.cards:
        games = whole.games[card.holder] if card.holder else 2 * whole.stats.games
        if card.id not in own and whole.played[card.id] < SELDOM * games:
            yield f"{card.id} ({whole.played[card.id]} of {games})"


def report(played: ir.Game, pairs: Mapping[Brings, Sums], bots: Brings) -> Iterator[str]:
    names = of_head(played, played.heads[0][0])
    whole = sum(pairs.values(), Sums())
    stats = whole.stats
    yield f"{stats.games} games, {len(pairs)} pairs, bots {' and '.join(bots)}. Shares of games won by the row, in per cent.\n"
    yield from table(names, pairs)
    yield ""
    for head in further(played):
        yield "- won with: " + ", ".join(f"{name} {cell(whole.won[name], whole.games[name])}" for name in head)
    yield f"- beyond {100 * FAR:.0f} %: " + ("; ".join(uneven(pairs)) or "none")
    yield f"- played in fewer than {100 * SELDOM} % of games: " + (", ".join(seldom(played, whole)) or "none")
    yield "- endings: " + ", ".join(ended(stats))
    yield f"- turns: {mean(stats.turns):.1f} on average; who begins wins {cell(stats.first, stats.games)} %"
    yield f"- invariants broken: {dict(stats.broken) or 'none'}; games that could not go on: {dict(stats.limits) or 'none'}"


def ended(stats: Stats) -> Iterator[str]:
    endings: Counter[str] = Counter()
    for (ending, _), count in stats.endings.items():
        endings[ending or "(not ended)"] += count
    return (f"{name} {count} ({100 * count / stats.games:.1f} %)" for name, count in endings.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", type=Path)
    parser.add_argument("--bots", nargs=2, required=True)
    parser.add_argument("--games", type=int, default=200, help="games a pair, best a multiple of 20")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    played, bots = game(asked.game), tuple(asked.bots)
    known = [bot.name for bot in played.bots]
    if not set(bots) <= set(known):
        parser.error(f"the bots are {', '.join(known)}")
    pairs = list(itertools.combinations_with_replacement(of_head(played, played.heads[0][0]), 2))
    with ProcessPoolExecutor(asked.jobs) as pool:
        results = dict(pool.map(meet, [(asked.game, pair, bots, asked.games, asked.seed) for pair in pairs]))
    print("\n".join(report(played, results, bots)))


if __name__ == "__main__":
    main()
