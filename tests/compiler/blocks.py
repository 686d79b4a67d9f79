"""Texts of the language in Markdown: fenced blocks, each a whole game or an addition to one.

The words after the backticks say how a block is read::

    yomi                         a whole game
    yomi tiny                    a file added to the game cards/tiny
    yomi host                    a file added to the game tests/compiler/host
    yomi host without turn, bot  the same, without the declarations that begin so

At the end of a line stands what must be reported there, and nothing else may be: the code, in backticks the words that are
marked, and in quotes a part of the message::

    stat power: 1..9   # error: E0407 `stat power` "every card"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs

from yomi_dsl import ir, resources
from yomi_dsl.compiler import compile_files
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.loader import load_game
from yomi_dsl.parser import parse
from yomi_dsl.source import Source
from yomi_dsl.syntax import File

FENCE = re.compile(r"^```yomi([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
SHAPE = re.compile(r"(?: (?P<base>tiny|host))?(?: without (?P<left_out>.+))?")
EXPECTED = re.compile(r"# (?:error|warning): (.+)$")
ONE = re.compile(r'([EW]\d{4})(?: `([^`]*)`)?(?: "([^"]*)")?')
HOST = Path(__file__).parent / "host"


@attrs.frozen
class Wanted:
    """A report that must be there. ``marked`` and ``message`` are empty where they do not matter."""

    line: int
    code: str
    marked: str
    message: str

    def fits(self, problem: Diagnostic) -> bool:
        marked = " ".join(problem.at.text.split()) if problem.at else ""
        line = problem.at.line if problem.at else self.line  # what is nowhere may be expected anywhere
        return (
            (line, problem.code) == (self.line, self.code)
            and self.marked in ("", marked)
            and self.message in problem.message
        )

    def __str__(self) -> str:
        return f"line {self.line}: {self.code} `{self.marked}` {self.message!r}"


@attrs.frozen
class Block:
    """A fenced text and the heading above it."""

    heading: str
    base: str
    left_out: tuple[str, ...]
    text: str
    path: str

    @property
    def wanted(self) -> list[Wanted]:
        lines = enumerate(self.text.splitlines(), 1)
        found = [(number, match[1]) for number, line in lines if (match := EXPECTED.search(line))]
        return [Wanted(number, *one) for number, text in found for one in ONE.findall(text)]

    def compile(self) -> tuple[ir.Game | None, list[Diagnostic]]:
        """The game with this text, and what is wrong with it."""
        bag = Bag()
        given = read(self.base) if self.base else ()
        added = Source(self.path, self.text)
        files = [without(file, self.left_out) for _, file in given] + [parse(added, bag)]
        game = compile_files(files, [*(source for source, _ in given), added], bag)
        return game, bag.sorted

    def differences(self) -> list[str]:
        """What is missing and what is too much among the reports."""
        game, found = self.compile()
        missing = self.wanted
        extra = []
        for problem in found:
            fitting = next((wanted for wanted in missing if wanted.fits(problem)), None)
            if fitting is None or (problem.at and problem.at.path != self.path):
                extra.append(f"not expected: {told(problem)}")
            else:
                missing.remove(fitting)
        wrong = [f"missing: {wanted}" for wanted in missing] + extra
        if game is None and not found:
            wrong.append("there is no game, and nothing says why")
        return wrong


def told(problem: Diagnostic) -> str:
    at = problem.at
    marked = f" `{' '.join(at.text.split())}`" if at else ""
    return f"{at.path if at else ''} line {at.line if at else 0}: {problem.code}{marked} {problem.message!r}"


def blocks(path: Path) -> list[Block]:
    """The texts of a Markdown file, in its order."""
    return list(in_text(path.read_text(encoding="utf-8"), path.stem))


def in_text(text: str, name: str) -> Iterator[Block]:
    for number, match in enumerate(FENCE.finditer(text), 1):
        shape = SHAPE.fullmatch(match[1])
        assert shape, f"{name}: {match[1]!r} says not how the text is read"
        headings = HEADING.findall(text[: match.start()])
        left_out = tuple(part.strip() for part in (shape["left_out"] or "").split(",") if part.strip())
        yield Block(headings[-1] if headings else "", shape["base"] or "", left_out, match[2], f"{name}-{number}.yomi")


@cache
def read(base: str) -> tuple[tuple[Source, File], ...]:
    """The texts of a game and their trees, which nothing changes."""
    bag = Bag()
    folder = HOST if base == "host" else resources.games() / base
    files = tuple((source, parse(source, bag)) for source in load_game(folder, bag))
    assert not bag.errors
    return files


def without(file: File, heads: tuple[str, ...]) -> File:
    starts = tuple(head + end for head in heads for end in " /:{\n")
    return File(file.path, tuple(stmt for stmt in file.body if not stmt.at.text.startswith(starts))) if heads else file
