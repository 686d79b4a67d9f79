"""How long a call of the command takes, in units of a bare start of Python. Run by hand: python benchmarks/startup.py"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS = 11
CARD, RULES = "characters/grave.yomi", "combat.yomi"


def calls(game: Path) -> dict[str, list[str]]:
    yomi = ["-m", "yomi_dsl"]
    return {
        "bare python": ["-c", "pass"],
        "yomi --help": [*yomi, "--help"],
        "check of one character, nothing changed": [*yomi, "check", str(game / CARD)],
        "check of a whole game, nothing changed": [*yomi, "check", str(game)],
    }


def seconds(args: list[str], env: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *args], env=env, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - start


def edited(file: Path, old: str, new: str, env: dict[str, str]) -> float:
    """Check of one file whose text has just been changed, the rest of its game known."""
    text = file.read_text()
    assert old in text
    try:
        file.write_text(f"# {time.time_ns()}\n" + text.replace(old, new, 1))
        return seconds(["-m", "yomi_dsl", "check", str(file)], env)
    finally:
        file.write_text(text)


def measured(game: Path, env: dict[str, str]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for name, args in calls(game).items():
            found.setdefault(name, []).append(seconds(args, env))
        card = edited(game / CARD, "damage 5", "damage 4", env)
        rules = edited(game / RULES, "\naction", "\n\naction", env)
        found.setdefault("check of one character, just edited", []).append(card)
        found.setdefault("check of rules, just edited", []).append(rules)
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"XDG_CACHE_HOME": folder}
        game = Path(folder, "game")
        shutil.copytree(ROOT / "cards/yomi2", game)
        for args in calls(game).values():
            seconds(args, env)
        found = measured(game, env)
    bare = statistics.median(found["bare python"])
    for name, times in found.items():
        print(f"{name:44}{statistics.median(times) * 1000:8.0f} ms{statistics.median(times) / bare:8.1f} x")


if __name__ == "__main__":
    main()
