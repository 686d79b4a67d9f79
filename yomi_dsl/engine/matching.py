"""Words from sets that have them: each from another one."""

from __future__ import annotations

from typing import Any


def supplied(words: tuple[str, ...], sets: list[Any]) -> bool:
    """Can every word be had from another of the sets? By augmenting paths."""
    return len(matching(words, sets)) == len(words)


def matching(words: tuple[str, ...], sets: list[Any]) -> dict[int, str]:
    """A largest assignment of words to sets that have them: set index -> word."""
    by: dict[int, str] = {}

    def place(word: str, seen: set[int]) -> bool:
        for i, have in enumerate(sets):
            if word in have and i not in seen:
                seen.add(i)
                if i not in by or place(by[i], seen):
                    by[i] = word
                    return True
        return False

    for word in words:
        place(word, set())
    return by
