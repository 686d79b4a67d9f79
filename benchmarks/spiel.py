"""Playouts of Yomi 2 beside the card games of another engine: OpenSpiel, its C++ games driven from Python.

    pip install open_spiel
    python benchmarks/spiel.py [SECONDS]

The floor of 60,000 decisions a second was set on a machine on which OpenSpiel made as many as `THERE` says. On any other machine only
the ratio to them counts: each game gives a floor of its own for this machine. Medians of interleaved runs. A decision is, there, a move
of a player (forced moves too, which are quicker), here a question with two or more answers.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import playouts
import pyspiel

from yomi_dsl.engine.match import Match
from yomi_dsl.engine.simulate import undisturbed

FLOOR = 60_000
THERE = {
    "crazy_eights": 227_000, "leduc_poker": 308_000, "liars_dice": 316_000, "hearts": 200_000, "dou_dizhu": 179_000,
    "cribbage": 134_000, "gin_rummy": 39_000,
}  # fmt: skip
RUNS = 7


def rate(game: pyspiel.Game, seconds: float, rng: random.Random) -> float:
    """Decisions a second of uniform-random games."""
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions, odds = zip(*outcomes, strict=True)
                state.apply_action(actions[0] if len(actions) == 1 else rng.choices(actions, odds)[0])
            else:
                legal = state.legal_actions()
                decisions += 1
                state.apply_action(legal[int(rng.random() * len(legal))])
    return decisions / (time.perf_counter() - start)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    folder, brings = playouts.MATCHES["yomi2: grave+red against grave+red"]
    match, rng = Match(playouts.game(folder), brings), random.Random(1)
    games = {name: pyspiel.load_game(name) for name in THERE}
    undisturbed()
    playouts.playouts(match, 2 * seconds, 0)
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in games}
    for run in range(RUNS):
        for name, game in games.items():
            theirs[name].append(rate(game, seconds / 2, rng))
            ours.append(playouts.playouts(match, seconds / 2, 1000 * run)[0])
    mine = statistics.median(ours)
    print(f"yomi2 playouts  {mine:9,.0f} decisions/s  (best run {max(ours):,.0f})")
    shares = []
    for name, found in theirs.items():
        here = statistics.median(found)
        floor = FLOOR * here / THERE[name]
        shares.append(mine / floor)
        print(f"{name:14}  {here:9,.0f} here  {THERE[name]:9,} there  floor here {floor:8,.0f}  reached {shares[-1]:4.0%}")
    print(f"reached, median of the {len(shares)} games: {statistics.median(shares):.0%}")


if __name__ == "__main__":
    main()
