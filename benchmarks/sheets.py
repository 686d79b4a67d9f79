"""How long the sheets take, each in a new process: 54 faces of one deck, and all cards of all shipped games.

Run by hand: python benchmarks/sheets.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS, FACES = 3, 54


def cold(what: str) -> None:
    """Print the faces and the seconds of one run: the game is compiled before, the typesetter is not yet loaded."""
    import attrs

    from yomi_dsl.compiler import compile_game
    from yomi_dsl.diagnostics import Bag
    from yomi_dsl.loader import load_game

    faces, seconds, busy = 0, 0.0, 0.0
    names = ["yomi2"] if what == "deck" else sorted(path.parent.name for path in ROOT.glob("cards/*/game.yomi"))
    for name in names:
        game = compile_game(load_game(ROOT / "cards" / name, Bag()), Bag())
        assert game is not None
        cards = (
            [card for card in game.cards if not card.holder or card.holder == game.holders[0].name]
            if what == "deck"
            else list(game.cards)
        )
        if what == "deck":
            cards[-1] = attrs.evolve(cards[-1], copies=max(1, FACES - sum(card.copies for card in cards[:-1])))
        start, before = time.perf_counter(), time.process_time()
        from yomi_dsl.sheets.typeset import render

        data, problems = render(game, cards, icons=ROOT / "cards" / name / "icons")
        seconds, busy = seconds + time.perf_counter() - start, busy + time.process_time() - before
        assert data and not problems
        faces += sum(card.copies for card in cards)
    print(faces, seconds, busy)


def main() -> None:
    for what, label in (("deck", "one deck"), ("games", "all shipped games")):
        runs = [run(what) for _ in range(ROUNDS)]
        faces, times, busy = (int(runs[0][0]), [run[1] for run in runs], [run[2] for run in runs])
        print(
            f"{label}: {faces} faces in {statistics.median(times):.2f} s (best {min(times):.2f} s; "
            f"{min(busy):.2f} s of processor), load {os.getloadavg()[0]:.1f}"
        )


def run(what: str) -> list[float]:
    """Faces, seconds, and seconds of the processor."""
    args, env = [sys.executable, __file__, what], {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(args, capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    return [float(word) for word in done.stdout.split()]


if __name__ == "__main__":
    cold(sys.argv[1]) if len(sys.argv) > 1 else main()
