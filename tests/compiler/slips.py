"""Planting slips of one word in a game's texts, to see which the compiler reports.

A slip is a change of one word that alters what the game does or leaves it undefined: a letter left out, a word left out,
written twice, or changed for the next one. Not counted: a change after which the game runs the same.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler import compile_files
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.irtext import to_data
from yomi_dsl.loader import load_game
from yomi_dsl.parser import parse
from yomi_dsl.source import Source
from yomi_dsl.syntax import File

KINDS = ("typo", "gone", "twice", "swapped")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-'][A-Za-z0-9]+)*")
HIDDEN = re.compile(r'"[^"\n]*"|#[^\n]*|\[[A-Z][^\]\n]*\]')


@attrs.frozen
class Slip:
    """One changed word of one file; ``line`` is where, ``text`` the whole changed text."""

    kind: str
    path: str
    line: int
    word: str
    text: str

    def __str__(self) -> str:
        line = self.text.splitlines()[self.line - 1].strip()
        return f'{self.kind} "{self.word}" in {self.path}:{self.line}: {line[:120]}'


def words(text: str) -> list[tuple[int, int]]:
    """Where the words stand that are neither quoted, nor comments, nor ids."""
    hidden = [match.span() for match in HIDDEN.finditer(text)]
    return [m.span() for m in WORD.finditer(text) if not any(start <= m.start() < end for start, end in hidden)]


def slip(source: Source, place: int, kind: str, rng: random.Random) -> Slip | None:
    """A slip of a kind at the word ``place``; None if there can be none."""
    text, places = source.text, words(source.text)
    start, end = places[place]
    word = text[start:end]
    if kind == "typo":
        letter = rng.randrange(1, len(word)) if len(word) > 2 else 0
        changed = text[:start] + word[:letter] + word[letter + 1 :] + text[end:] if letter else ""
    elif kind == "gone":
        changed = text[:start] + text[end:]
    elif kind == "twice":
        changed = f"{text[:end]} {word}{text[end:]}"
    else:
        changed = swapped(text, places[place : place + 2])
    return Slip(kind, source.path, source.place(start)[0], word, changed) if changed else None


def swapped(text: str, places: list[tuple[int, int]]) -> str:
    """A word and the next one on its line, each in the other's place."""
    if len(places) < 2:
        return ""
    (start, end), (next_start, next_end) = places
    word, other = text[start:end], text[next_start:next_end]
    if word == other or "\n" in text[end:next_start]:
        return ""
    return text[:start] + other + text[end:next_start] + word + text[next_end:]


@attrs.define
class Field:
    """A game in whose texts slips are planted."""

    sources: list[Source]
    files: dict[str, File]
    good: str

    @classmethod
    def of(cls, folder: Path) -> Field:
        bag = Bag()
        sources = load_game(folder, bag)
        files = {source.path: parse(source, bag) for source in sources}
        game = compile_files(list(files.values()), sources, bag)
        assert game is not None and not bag.sorted, [problem.message for problem in bag.sorted]
        return cls(sources, files, running(game))

    def every(self, rng: random.Random) -> Iterator[Slip]:
        """A slip at each word, the kinds in turn."""
        turn = 0
        for source in self.sources:
            for place in range(len(words(source.text))):
                for kind in (*KINDS[turn % 4 :], *KINDS[: turn % 4]):
                    made = slip(source, place, kind, rng)
                    if made:
                        yield made
                        break
                turn += 1

    def some(self, rng: random.Random, count: int) -> Iterator[Slip]:
        """Slips at random words."""
        places = [(source, place) for source in self.sources for place in range(len(words(source.text)))]
        for source, place in rng.sample(places, count):
            made = slip(source, place, rng.choice(KINDS), rng)
            if made:
                yield made

    def reports(self, slip: Slip) -> list[Diagnostic] | None:
        """What is reported about a slip. None: it is none, as the game runs the same."""
        bag = Bag()
        sources = [Source(s.path, slip.text) if s.path == slip.path else s for s in self.sources]
        files = [parse(source, bag) if source.path == slip.path else self.files[source.path] for source in sources]
        game = compile_files(files, sources, bag)
        if bag.sorted:
            return bag.sorted
        assert game is not None
        return None if running(game) == self.good else []


def running(game: ir.Game) -> str:
    """What must differ for a slip to have changed anything: the running rules, the words and the examples."""
    return json.dumps(meaning(to_data(game)))


def meaning(data: Any) -> Any:
    """The data without places, and with what may stand in any order in one: ``strike/grab``, ``normal attack``."""
    if not isinstance(data, list):
        return data
    if data[0] in ("At", "IsWord"):
        return data[: {"At": 1, "IsWord": 3}[data[0]]]
    made = [meaning(part) for part in data]
    if data[0] == "Filter":
        made[1] = sorted(made[1], key=json.dumps)
    return made
