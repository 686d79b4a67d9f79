"""Planting slips of one word in a game's texts, to see which the compiler reports.

A slip is a change of one word that alters the meaning or leaves it undefined. Not counted: a change after which the game runs the
same, and the loss of what the schema calls optional (a flag, a printed keyword, an optional attribute).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import attrs

from yomi_dsl.compiler import compile_game
from yomi_dsl.diagnostics import Bag
from yomi_dsl.irtext import game_hash, to_text
from yomi_dsl.source import Source

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-'][A-Za-z0-9]+)*")
QUOTED = re.compile(r'"[^"\n]*"|#[^\n]*|\[[A-Z][^\]\n]*\]')


@attrs.frozen
class Slip:
    kind: str
    path: str
    line: int
    word: str
    text: str


def sources(folder: Path) -> list[Source]:
    files = sorted(folder.rglob("*.yomi"), key=lambda p: (p.name != "game.yomi", str(p)))
    return [Source(str(f.relative_to(folder)), f.read_text()) for f in files]


def words(text: str) -> list[tuple[int, int]]:
    """Where the words stand that are neither quoted, nor comments, nor ids."""
    hidden = [m.span() for m in QUOTED.finditer(text)]
    return [m.span() for m in WORD.finditer(text) if not any(a <= m.start() < b for a, b in hidden)]


def plant(source: Source, rng: random.Random, count: int) -> Iterator[Slip]:
    """Slips of four kinds, spread over the file."""
    places = words(source.text)
    for _ in range(count):
        i = rng.randrange(len(places) - 1)
        start, end = places[i]
        word = source.text[start:end]
        kind = rng.choice(["typo", "gone", "twice", "swapped"])
        text = source.text
        if kind == "typo" and len(word) > 2:
            at = rng.randrange(1, len(word))
            changed = word[:at] + word[at + 1 :]
            text = text[:start] + changed + text[end:]
        elif kind == "gone":
            text = text[:start] + text[end:]
        elif kind == "twice":
            text = text[:end] + " " + word + text[end:]
        else:
            kind = "swapped"
            s2, e2 = places[i + 1]
            if "\n" in text[end:s2] or text[s2:e2] == word:
                continue
            text = text[:start] + text[s2:e2] + text[end:s2] + word + text[e2:]
        yield Slip(kind, source.path, source.place(start)[0], word, text)


def reported(texts: list[Source], slip: Slip, good: str) -> bool | None:
    """Is the slip reported? None: it is none, as the game is the same."""
    bag = Bag()
    changed = [Source(s.path, slip.text) if s.path == slip.path else s for s in texts]
    game = compile_game(changed, bag)
    if len(bag):
        return True
    assert game is not None
    return None if running(game) == good else False


def running(game: object) -> str:
    """What must differ for a slip to have changed anything: the running rules and the examples."""
    text = to_text(game)
    return game_hash(game) + re.sub(r'@"[^"]*":\d+:\d+', "", text)  # type: ignore[arg-type]
