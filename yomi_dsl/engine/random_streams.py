"""Random numbers: a counter per purpose in the state, a hash of the counter as the number. No state beside the counter."""

from __future__ import annotations

from hashlib import blake2b
from math import factorial
from typing import TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1


def seeded(*parts: int | str) -> int:
    """A 63-bit number from a seed and names, the same in every process."""
    text = "\0".join(str(p) for p in parts)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def number(counter: int, below: int) -> int:
    """A number from 0 to below - 1. 512 random bits make the bias immeasurable."""
    return int.from_bytes(blake2b(counter.to_bytes(16, "big")).digest(), "big") % below


def shuffled(counter: int, items: tuple[T, ...]) -> tuple[T, ...]:
    """The items in an order drawn by the counter: a random number below n! is read as one of the orders."""
    n = len(items)
    bits = _bits(counter, n)
    left = list(items)
    for i in range(n - 1, 0, -1):
        bits, j = divmod(bits, i + 1)
        left[i], left[j] = left[j], left[i]
    return tuple(left)


def _bits(counter: int, n: int) -> int:
    """More random bits than n! has, by at least 64."""
    key = counter.to_bytes(16, "big")
    found, size = int.from_bytes(blake2b(key).digest(), "big"), 512
    while size < factorial(n).bit_length() + 64:
        found = (found << 512) | int.from_bytes(blake2b(key, salt=size.to_bytes(8, "big")).digest(), "big")
        size += 512
    return found
