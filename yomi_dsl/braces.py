"""A brace without its partner: where the other one was most likely forgotten, by how the text is laid out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import attrs

_BRACES = re.compile(r'"[^"\r\n]*"|#[^\n]*|[{}]')
_PARTS = re.compile(r'"[^"\r\n]*"|#[^\n]*|[{};]')
_HEAD = re.compile(
    r'([^\W\d_][\w\'-]*+)(\s+"[^"\r\n]*"(?:\s+x\d+)?+)?+(?:(?:\s+shows)?\s*\[[^\]\r\n]*\])?+(?=\s+(?!where\b)[^\s{]|\s*$)'
)

Pair = tuple[int, int]
"""Where a block opens and where it closes; -1 for what no block opens."""


@attrs.frozen
class Unopened:
    """What is known of a ``}`` too many.

    close   that ``}``
    start   the head of its block, if it seems that only the ``{`` is missing; else the same place
    end     where the ``{`` is missing
    """

    close: int
    start: int
    end: int

    @property
    def guessed(self) -> bool:
        return self.end != self.close


def unclosed(text: str) -> int:
    """The brace that was most likely forgotten to close: the first whose partner closes a line further out; else -1."""
    return next((o for o, c in _pairs(text) if o >= 0 and _leads(text, c) and _indent(text, c) < _indent(text, o)), -1)


def unopened(text: str, stray: int) -> Unopened:
    """What is wrong if the ``}`` at ``stray`` closes nothing: the first that stands further in than the line that it closes."""
    pairs: list[Pair] = []
    for pair in _pairs(text[: stray + 1]):
        opening, closing = pair
        if opening < 0 or (_leads(text, closing) and _indent(text, closing) > _indent(text, opening)):
            return _below(text, closing, pairs) if _leads(text, closing) else _within(text, closing)
        pairs.append(pair)
    return Unopened(stray, stray, stray)


def _below(text: str, closing: int, pairs: Sequence[Pair]) -> Unopened:
    """A ``}`` on a line of its own: the line that begins its block is the last that stands no further in."""
    start, deeper = _line(text, closing), False
    while start > 0:
        start = _line(text, start - 1)
        line = _code(text, start)
        if line and _indent(text, start) <= _indent(text, closing):
            break
        deeper |= bool(line)
    end = start + len(text[start:].split("\n", 1)[0])
    inner = next((c for o, c in pairs if start <= o < end <= c), -1)
    if inner >= 0:
        return _within(text, inner)
    if not deeper or text[start:].lstrip().startswith("}"):
        return Unopened(closing, closing, closing)
    first = start + int(_indent(text, start))
    return Unopened(closing, first, first + len(_code(text, start)))


def _within(text: str, closing: int) -> Unopened:
    """A ``}`` that does not begin its line: its block begins there, if that has a name or is one statement."""
    start = _line(text, closing)
    start += len(text[start:closing]) - len(text[start:closing].lstrip())
    head = _HEAD.match(text, start, closing)
    if head is None or (head[2] is None and (head[1] in _own_heads() or ";" in _signs(text[start:closing]))):
        return Unopened(closing, closing, closing)
    return Unopened(closing, start, head.end())


@cache
def _own_heads() -> set[str]:
    """First words after which more belongs to the head than a name in quotes."""
    from yomi_dsl.vocabulary import TABLE

    return {row.word.split()[0] for row in TABLE if row.kind in ("declaration", "effect")}


def _signs(text: str) -> Iterator[str]:
    """The signs outside of all braces."""
    depth = 0
    for match in _PARTS.finditer(text):
        depth += (match[0] == "{") - (match[0] == "}")
        if depth == 0:
            yield match[0]


def _pairs(text: str) -> Iterator[Pair]:
    """Blocks in the order in which they close."""
    opened: list[int] = []
    for match in _BRACES.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}":
            yield (opened.pop() if opened else -1), match.start()


def _line(text: str, offset: int) -> int:
    """Where the line begins."""
    return text.rfind("\n", 0, offset) + 1


def _code(text: str, start: int) -> str:
    """A line without what surrounds it and without its note."""
    line = text[start:].split("\n", 1)[0]
    note = next((match.start() for match in _BRACES.finditer(line) if match[0].startswith("#")), len(line))
    return line[:note].strip()


def _indent(text: str, offset: int) -> float:
    line = text[_line(text, offset) :].split("\n", 1)[0]
    return len(line) - len(line.lstrip())


def _leads(text: str, offset: int) -> bool:
    """Does nothing stand before it on its line?"""
    return not text[_line(text, offset) : offset].strip()
