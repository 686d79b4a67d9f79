"""How the compiler's time grows with the size of a text: seconds for one card of many lines, and for many cards.

    python benchmarks/scaling.py

The last column is the time a line (or a card) takes, as a multiple of that in the smallest text: it should stay near 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.compiler.blocks import HOST  # noqa: E402
from yomi_dsl.compiler import compile_game  # noqa: E402
from yomi_dsl.diagnostics import Bag  # noqa: E402
from yomi_dsl.loader import load_game  # noqa: E402
from yomi_dsl.source import Source  # noqa: E402

SIZES = (250, 500, 1000, 2000)


def lines(count: int) -> str:
    body = "\n".join(f"    modify your blade: weight by {n % 9}" for n in range(count))
    return f'school "Long" {{\n  courage 3\n  card "One" x1 {{\n    trick\n{body}\n  }}\n}}'


def cards(count: int) -> str:
    made = [f'  card "Card {n}" x2 {{ thrust; reach {n % 9}; bites for 1 }}' for n in range(count)]
    schools = [made[start : start + 250] for start in range(0, count, 250)]
    return "\n".join("\n".join([f'school "S{i}" {{', "  courage 3", *school, "}"]) for i, school in enumerate(schools))


def spent(text: str) -> float:
    bag = Bag()
    sources = [*load_game(HOST, bag), Source("more.yomi", text)]
    start = time.process_time()
    compile_game(sources, bag)
    assert not bag.errors, bag.sorted[:3]
    return time.process_time() - start


def measure(name: str, make: Callable[[int], str]) -> None:
    first = 0.0
    for size in SIZES:
        took = spent(make(size))
        first = first or took / size
        print(f"{name}  {size:5}  {took:7.2f} s  {took / size / first:5.2f}")


if __name__ == "__main__":
    measure("lines of one card", lines)
    measure("cards            ", cards)
