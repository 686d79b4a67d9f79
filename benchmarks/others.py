"""Playouts of Yomi 2 beside the card games of other engines: the C++ and the Python games of OpenSpiel, and those of RLCard.

    pip install open_spiel rlcard
    python benchmarks/others.py [SECONDS]

The floor of 60,000 decisions a second was set on a machine on which these made as many as `THERE` says. On any other machine
only the ratio to them counts: each game gives a floor of its own for this machine. Ours and theirs are measured in turn; medians.
A decision is, there, a move of a player (forced moves too, which are quicker), here a question with two or more answers.
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import playouts
import pyspiel
import rlcard

from yomi_dsl.engine.match import Match
from yomi_dsl.engine.simulate import undisturbed

FLOOR, RUNS = 60_000, 7
THERE = {
    "OpenSpiel, C++ rules, driven from Python": {
        "crazy_eights": 227_000, "leduc_poker": 308_000, "liars_dice": 316_000, "hearts": 200_000, "dou_dizhu": 179_000,
        "cribbage": 134_000, "gin_rummy": 39_000,
    },
    "OpenSpiel, Python rules": {
        "python_kuhn_poker": 72_000, "python_liars_poker": 31_000, "python_block_dominoes": 23_000, "python_team_dominoes": 24_000,
    },
    "RLCard, Python rules": {
        "leduc-holdem": 87_000, "uno": 58_000, "gin-rummy": 17_000, "doudizhu": 6_300, "mahjong": 5_000,
    },
}  # fmt: skip
Game = Callable[[random.Random], int]
"""Plays one game of uniform-random moves; gives how many there were."""


def of_openspiel(name: str) -> Game:
    if name.startswith("python_"):
        importlib.import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(actions[0] if len(actions) == 1 else rng.choices(actions, odds)[0])
            else:
                legal = state.legal_actions()
                decisions += 1
                state.apply_action(legal[int(rng.random() * len(legal))])
        return decisions

    return play


def of_rlcard(name: str) -> Game:
    env = rlcard.make(name, config={"seed": 1})

    def play(rng: random.Random) -> int:
        (state, _), decisions = env.reset(), 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            decisions += 1
            state, _ = env.step(legal[int(rng.random() * len(legal))])
        return decisions

    return play


def rate(play: Game, seconds: float, rng: random.Random) -> float:
    """Decisions a second."""
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        decisions += play(rng)
    return decisions / (time.perf_counter() - start)


def compared(match: Match, games: dict[str, Game], there: dict[str, int], seconds: float) -> list[float]:
    """Prints a line a game; gives what share of the floor is reached by each."""
    rng, shares = random.Random(1), []
    for name, play in games.items():
        rounds = [(rate(play, seconds, rng), playouts.playouts(match, seconds, 1000 * run)[0]) for run in range(RUNS)]
        theirs, ours = (statistics.median(column) for column in zip(*rounds, strict=True))
        floor = FLOOR * theirs / there[name]
        shares.append(ours / floor)
        print(f"  {name:22} {theirs:9,.0f} here {there[name]:9,} there  floor {floor:7,.0f}  ours {ours:7,.0f}  {shares[-1]:5.0%}")
    return shares


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    folder, brings = playouts.MATCHES["yomi2: grave+red against grave+red"]
    match = Match(playouts.game(folder), brings)
    undisturbed()
    playouts.playouts(match, 4 * seconds, 0)
    everything = []
    for group, there in THERE.items():
        print(group)
        make = of_rlcard if group.startswith("RLCard") else of_openspiel
        shares = compared(match, {name: make(name) for name in there}, there, seconds)
        print(f"  median {statistics.median(shares):.0%} of the floor")
        everything += shares
    print(f"all {len(everything)} games: median {statistics.median(everything):.0%} of the floor")


if __name__ == "__main__":
    main()
