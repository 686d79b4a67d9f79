"""Every pair of holders against each other by two bots, with what else they bring drawn at random: win rates and what went wrong.

    python benchmarks/pairings.py GAME [GAMES_A_PAIR] [SEED]

Prints a table of the first head's holders: the share of games that the row's holder wins against the column's, bots and seats changed
round in half of the games; then endings, invariants broken, games that could not go on, and cards never played. The same seed
gives the same table.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

from yomi_dsl import ir, loader
from yomi_dsl.cache import compiled
from yomi_dsl.diagnostics import Bag
from yomi_dsl.engine.bots import bot_named
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.random_streams import seeded
from yomi_dsl.engine.simulate import Stats, simulate

PART = 25
"""Games with one choice of what else is brought."""
Pair = tuple[str, str]


@lru_cache
def game(folder: Path) -> ir.Game:
    bag = Bag()
    found = compiled(loader.load_game(folder, bag), bag)
    assert found is not None, bag.sorted
    return found


def of_head(played: ir.Game, head: str) -> list[str]:
    return [holder.name for holder in played.holders if holder.head == head]


def brought(played: ir.Game, name: str, seed: int, part: int, seat: int) -> tuple[str, ...]:
    """A holder of the first head, with one drawn for each other head."""
    rest = []
    for n, (head, _) in enumerate(played.heads[1:]):
        choices = of_head(played, head)
        rest.append(choices[seeded(seed, name, part, seat, n) % len(choices)])
    return (name, *rest)


def pair(task: tuple[Path, Pair, int, int]) -> tuple[Pair, list[int], Stats]:
    """Wins of the first, wins of the second, neither; and the sums."""
    folder, (one, two), games, seed = task
    played, wins, total = game(folder), [0, 0, 0], Stats()
    bots = [bot.name for bot in played.bots]
    for part in range(math.ceil(games / PART)):
        turned = part % 2
        names = (two, one) if turned else (one, two)
        brings = tuple(brought(played, name, seed, part, seat) for seat, name in enumerate(names))
        m = Match(played, brings)
        first, second = bots[part % len(bots)], bots[(part + 1) % len(bots)]
        stats = simulate(m, (bot_named(m, first), bot_named(m, second)), min(PART, games - part * PART), seeded(seed, one, two, part), 0, True)
        won = stats.wins[1::-1] if turned else stats.wins[:2]
        wins = [wins[0] + won[0], wins[1] + won[1], wins[2] + stats.wins[2]]
        total += stats
    return (one, two), wins, total


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's, 95 %, in per cent."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return 100 * (middle - half), 100 * (middle + half)


def main() -> None:
    folder = Path(sys.argv[1])
    games, seed = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((2, 200), (3, 7)))
    names = of_head(game(folder), game(folder).heads[0][0])
    pairs = list(itertools.combinations_with_replacement(names, 2))
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(pair, [(folder, one, games, seed) for one in pairs]))
    report(game(folder), names, results, games)


def report(played: ir.Game, names: list[str], results: list[tuple[Pair, list[int], Stats]], games: int) -> None:
    share = {}
    for (one, two), wins, _ in results:
        share[one, two], share[two, one] = 100 * wins[0] / games, 100 * wins[1] / games
    print(f"{played.name}: {len(results)} pairs, {games} games each\n")
    print("| |" + "|".join(names) + "|\n|---|" + "---|" * len(names))
    for one in names:
        print(f"|{one}|" + "|".join("" if one == two else f"{share[one, two]:.0f}" for two in names) + "|")
    total = Stats()
    for (one, two), wins, stats in results:
        total += stats
        for who, won in ((one, wins[0]), (two, wins[1])):
            if one != two and won > 0.75 * games:
                low, high = interval(won, games)
                print(f"\n{who} wins {100 * won / games:.0f} % of {one} against {two} ({low:.0f} to {high:.0f})")
    endings: Counter[str] = Counter()
    for (ending, _), count in total.endings.items():
        endings[ending] += count
    print("\nendings: " + ", ".join(f"{name} {count} ({100 * count / total.games:.1f} %)" for name, count in endings.most_common()))
    print("turns: mean " + f"{sum(t * n for t, n in total.turns.items()) / total.games:.1f}")
    seen = {card for _, card in total.played}
    own = {holder.card for holder in played.holders}
    print("never played: " + (", ".join(c.id for c in played.cards if c.id not in seen and c.id not in own) or "none"))
    print("invariants broken: " + (", ".join(total.broken) or "none"))
    print("games that could not go on: " + (str(dict(total.limits)) if total.limits else "none"))


if __name__ == "__main__":
    main()
