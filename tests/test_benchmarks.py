"""The benchmarks run, also with the least that one may ask for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("games", [0, 1, 7])
def test_a_bot_plays_at_least_one_game_on_each_seat_with_each_holder(games: int) -> None:
    command = [sys.executable, ROOT / "benchmarks" / "bots.py", ROOT / "cards" / "tiny", str(games)]
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8", env=env)
    table = done.stdout.splitlines()
    assert re.match(r"\| \*\*.+\*\* \| \d+ \(\d+–\d+\) \|", table[2]), table
