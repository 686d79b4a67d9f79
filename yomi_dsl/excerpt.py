"""Draws a piece of source text with marks under it, on a terminal of any width.

What is drawn is safe to print: characters that do not show, or that would steer the terminal, are written as escapes.
"""

from __future__ import annotations

import unicodedata
from itertools import accumulate

import attrs

from yomi_dsl.source import Span

_TAB = 4
_LEAST = 20  # of columns for the text, however narrow the terminal is


@attrs.frozen
class Row:
    """A line of the drawing. ``number`` is the line's number, 0 for a row of marks, -1 where lines are left out."""

    number: int
    text: str


def rows(at: Span, mark: str, label: str, room: int) -> list[Row]:
    """The lines of a span, the first and the last of them marked; ``label`` stands beside the last mark."""
    first, column = at.source.place(at.start)
    last, end = at.source.place(max(at.start, at.end))
    if last > first and end == 1:  # the end of a line, not the beginning of the next
        last, end = last - 1, len(at.source.line(last - 1)) + 1
    if first == last:
        return _line(at, first, column - 1, end - 1, mark, label, room)
    top = _line(at, first, column - 1, len(at.source.line(first)), mark, "", room)
    text = at.source.line(last)
    gap = [Row(-1, "")] if last > first + 1 else []
    return [*top, *gap, *_line(at, last, len(text) - len(text.lstrip()), end - 1, mark, label, room)]


def _line(at: Span, number: int, start: int, end: int, mark: str, label: str, room: int) -> list[Row]:
    """One line and the marks under the characters from ``start`` to ``end``, at least one."""
    cells = shown(at.source.line(number))
    edges = [0, *accumulate(width(cell) for cell in cells)]
    left, right = edges[min(start, len(cells))], edges[min(max(end, start), len(cells))]
    room = max(room, _LEAST)
    begin, text = _window(cells, edges, left, room)
    left, right = left - begin, min(right - begin, room)
    marks = " " * left + mark * max(1, right - left)
    if not label or len(marks) + 1 + width(label) <= room:
        return [Row(number, text), Row(0, f"{marks} {label}".rstrip())]
    return [Row(number, text), Row(0, marks), Row(0, label)]


def _window(cells: list[str], edges: list[int], left: int, room: int) -> tuple[int, str]:
    """The part of a line that fits, with the mark in it: its first column, and its text."""
    if edges[-1] <= room:
        return 0, "".join(cells)
    wanted = max(0, min(left - room // 3, edges[-1] - room + 2))
    first = next(i for i, edge in enumerate(edges) if edge >= wanted)
    begin = edges[first] - (1 if first else 0)
    last = max(i for i, edge in enumerate(edges) if edge <= begin + room - 1)
    return begin, ("…" if first else "") + "".join(cells[first:last]) + ("…" if last < len(cells) else "")


def shown(line: str) -> list[str]:
    """What stands on the screen for each character of a line."""
    cells, column = [], 0
    for char in line:
        cells.append(" " * (_TAB - column % _TAB) if char == "\t" else safe(char))
        column += width(cells[-1])
    return cells


def safe(text: str) -> str:
    """The text, with an escape for every character that does not show."""
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("ascii", "backslashreplace").decode() if ord(char) > 127 else f"\\x{ord(char):02x}"


def width(text: str) -> int:
    """The columns that a text takes on a terminal."""
    return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in text if not unicodedata.combining(char))
