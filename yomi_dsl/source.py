"""Source texts and places in them."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import attrs

from yomi_dsl.nodes import place


@attrs.frozen(eq=False)
class Source:
    """The text of one file. ``path`` is shown to the user as given."""

    path: str
    text: str
    starts: tuple[int, ...] = attrs.field(init=False)

    @starts.default
    def _starts(self) -> tuple[int, ...]:
        return (0, *accumulate(len(line) + 1 for line in self.text.split("\n")[:-1]))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both from 1, counted in code points."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, from 1, without its end."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@place
class Span:
    """``start`` up to, not including, ``end``: character offsets in ``source``."""

    source: Source = attrs.field(eq=False, repr=False)
    start: int
    end: int

    def __add__(self, other: Span) -> Span:
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def line(self) -> int:
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]
