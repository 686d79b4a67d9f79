"""Many whole games of one, on the engine and the reference: ``python -m tests.reference.many yomi2 200``."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator

from tests import shipped
from tests.reference.compare import Brings, compare
from yomi_dsl import ir


def games(name: str, seeds: Iterable[int]) -> Iterator[tuple[Brings, int]]:
    """What both bring, drawn from all there is, and the seed."""
    game = shipped.game(name)
    for seed in seeds:
        rng = random.Random(seed)
        yield tuple(brought(game, rng) for _ in range(2)), seed


def brought(game: ir.Game, rng: random.Random) -> tuple[str, ...]:
    """One of each head."""
    return tuple(rng.choice([holder.name for holder in game.holders if holder.head == head]) for head, _ in game.heads)


def main(name: str, count: str = "200", first: str = "0") -> None:
    questions = 0
    for done, (brings, seed) in enumerate(games(name, range(int(first), int(first) + int(count))), 1):
        try:
            questions += compare(shipped.game(name), brings, seed)
        except AssertionError as divergence:
            sys.exit(f"seed {seed}, {brings}: {divergence}")
        if done % 10 == 0:
            print(f"{done} games, {questions} questions: the same", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
