"""A fixed piece of pure Python to measure beside: a uniform-random game of a small card game, written by hand.

Absolute times differ from machine to machine and from hour to hour; the ratio to this loop says more. One decision here is a choice
among two or more cards of a hand of ints, with a draw, a comparison, a move between lists and a counter: about the least that any card
engine does for one.
"""

from __future__ import annotations

import time


def game(seed: int) -> int:
    """Plays one game; returns its decisions."""
    state = (seed * 2654435761 + 1) & 0xFFFFFFFF
    decks = [list(range(30)), list(range(30))]
    hands: list[list[int]] = [[], []]
    piles: list[list[int]] = [[], []]
    life = [90, 90]
    for deck in decks:
        for i in range(29, 0, -1):
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            j = (state >> 8) % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
    for seat in (0, 1):
        for _ in range(7):
            hands[seat].append(decks[seat].pop())
    decisions = 0
    while life[0] > 0 and life[1] > 0:
        picks = []
        for seat in (0, 1):
            if not decks[seat]:
                decks[seat], piles[seat] = piles[seat], []
            hands[seat].append(decks[seat].pop())
            options = [card for card in hands[seat] if card % 7 or len(hands[seat]) > 2]
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            card = options[(state >> 8) % len(options)]
            decisions += len(options) > 1
            hands[seat].remove(card)
            piles[seat].append(card)
            picks.append(card)
        first, second = picks[0] % 11, picks[1] % 11
        if first != second:
            life[first > second] -= abs(first - second) + 2
    return decisions


def rate(seconds: float = 1.0) -> float:
    """Decisions a second."""
    start = time.perf_counter()
    decisions = seed = 0
    while time.perf_counter() - start < seconds:
        decisions += game(seed)
        seed += 1
    return decisions / (time.perf_counter() - start)
