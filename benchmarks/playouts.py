"""How fast games are played: uniform-random playouts and copies of the state, one core, beside the anchor loop.

    python benchmarks/playouts.py [SECONDS]

A decision is a question with two or more answers. Medians of interleaved runs.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import anchor

from yomi_dsl import ir, loader
from yomi_dsl.cache import compiled
from yomi_dsl.diagnostics import Bag
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.simulate import undisturbed

ROOT = Path(__file__).parent.parent
MATCHES = {
    "yomi2: grave+red against grave+red": (ROOT / "cards/yomi2", (("Grave", "red"), ("Grave", "red"))),
    "tempo: kestrel against anvil": (ROOT / "cards/tempo", (("Kestrel",), ("Anvil",))),
    "tarot: brannoch against ysolde": (ROOT / "cards/tarot", (("Brannoch",), ("Ysolde",))),
    "duel: ana against bo": (ROOT / "cards/tiny", (("Ana",), ("Bo",))),
}
RUNS = 5


def game(folder: Path) -> ir.Game:
    bag = Bag()
    found = compiled(loader.load_game(folder, bag), bag)
    assert found is not None, bag.sorted
    return found


def playouts(match: Match, seconds: float, first: int) -> tuple[float, float]:
    """Decisions and games a second."""
    start = time.perf_counter()
    decisions, seed = 0, first
    while time.perf_counter() - start < seconds:
        decisions += match.playout(match.start(seed), seed * 7919 + 1)
        seed += 1
    spent = time.perf_counter() - start
    return decisions / spent, (seed - first) / spent


def copying(match: Match) -> float:
    """Microseconds a copy of a state in the middle of a game, the mean over the questions of some games."""
    states = []
    for seed in range(20):
        state = match.start(seed)
        for step in range(40):
            requests = match.requests(state)
            if not requests:
                break
            states.append(state.copy())
            match.step(state, (seed + step) % (len(requests[0].options) + bool(requests[0].stop)), requests[0].seat)
    start = time.perf_counter()
    for state in states:
        for _ in range(20):
            state.copy()
    return (time.perf_counter() - start) / len(states) / 20 * 1e6


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name, (folder, brings) in MATCHES.items():
        match = Match(game(folder), brings)
        undisturbed()
        playouts(match, seconds / 2, 0)
        found = [(anchor.rate(seconds / 4), *playouts(match, seconds, 1000 * run)) for run in range(RUNS)]
        base, decisions, games = (statistics.median(column) for column in zip(*found, strict=True))
        print(f"{name}")
        print(f"  playouts  {decisions:10,.0f} decisions/s  {games:8,.0f} games/s")
        print(f"  anchor    {base:10,.0f} decisions/s  ratio {decisions / base:.3f}")
        print(f"  copy      {copying(match):10.1f} us")


if __name__ == "__main__":
    main()
