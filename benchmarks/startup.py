"""How long a call of the command takes, in units of a bare start of Python. Run by hand: python benchmarks/startup.py"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
CARD = ROOT / "cards/yomi2/characters/grave.yomi"
CALLS = {
    "bare python": ["-c", "pass"],
    "yomi --help": ["-m", "yomi_dsl", "--help"],
    "check of one character, nothing changed": ["-m", "yomi_dsl", "check", str(CARD)],
    "check of a whole game, nothing changed": ["-m", "yomi_dsl", "check", str(ROOT / "cards/yomi2")],
}


def seconds(args: list[str], env: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *args], env=env, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - start


def edited(env: dict[str, str]) -> float:
    """Check of one character whose text has just been changed, the rest of its game known."""
    text = CARD.read_text()
    try:
        CARD.write_text(text + f"# {time.time_ns()}\n")
        return seconds(CALLS["check of one character, nothing changed"], env)
    finally:
        CARD.write_text(text)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"XDG_CACHE_HOME": folder}
        for args in CALLS.values():
            seconds(args, env)
        found = {name: [] for name in (*CALLS, "check of one character, just edited")}
        for _ in range(11):
            for name, args in CALLS.items():
                found[name].append(seconds(args, env))
            found["check of one character, just edited"].append(edited(env))
    bare = statistics.median(found["bare python"])
    for name, times in found.items():
        print(f"{name:44}{statistics.median(times) * 1000:8.0f} ms{statistics.median(times) / bare:8.1f} x")


if __name__ == "__main__":
    main()
