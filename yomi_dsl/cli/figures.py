"""A little statistics, without a library."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

_Z = 1.959963984540054  # of a normal distribution, 95 % lie within so many deviations


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's formula: sound for few games and for shares near 0 and 1."""
    if not of:
        return 0.0, 1.0
    share, z2 = hits / of, _Z * _Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z / (1 + z2 / of) * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(counts: Mapping[int, int]) -> float:
    """The mean of values, each with how often it occurred."""
    total = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / total if total else 0.0


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value that at least ``share`` of all do not exceed."""
    total, below = sum(counts.values()), 0
    for value in sorted(counts):
        below += counts[value]
        if below >= share * total:
            return value
    return 0
