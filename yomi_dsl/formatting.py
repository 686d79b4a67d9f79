"""One form for all texts: the breaks between lines are the designer's, the spaces are not.

A block stands on one line or has its lines to itself; lines are indented by their blocks, broken ones once more; needless
semicolons and blank lines go; comments stay. The words and signs stay the same, one after another: what they mean cannot change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

INDENT = "  "
SIGN = re.compile(
    r"""(?P<comment>\#[^\r\n]*) | (?P<line>\r?\n) | (?P<string>"[^"\r\n]*") | (?P<tag>\[[^\]\r\n]*\])
    | (?P<sign>->|<=|>=|!=|\.\.|[-{}();:,/+*=<>]) | (?P<word>[^\W\d_][^\W_]*(?:['\-][^\W_]+)*|[0-9]+) | (?P<odd>[^ \t])""",
    re.VERBOSE,
)
CLOSE = frozenset((",", ";", ":", ")"))
"""No space before these."""
TIGHT = frozenset(("/", ".."))
"""No space on either side of these."""
GOES_ON = frozenset((",", "and", "or", "("))
"""A line that ends in one of these goes on in the next one."""


class Piece(NamedTuple):
    """A word, sign, comment or end of a line. ``apart``: there was space before it."""

    kind: str
    text: str
    apart: bool


END = Piece("line", "\n", False)


def formatted(text: str) -> str:
    """The text in its one form. Formatted again, it is the same."""
    return "".join(f"{line}\n" for line in _blanks(_lines(_own_lines(_needed(_pieces(text))))))


def meaning(text: str) -> list[str]:
    """The words and signs that make up what a text means, without those that only part statements."""
    return [p.text for p in _needed(_pieces(text)) if p.kind not in ("comment", "line") and p.text != ";"]


def _pieces(text: str) -> list[Piece]:
    found, end = [], 0
    for match in SIGN.finditer(text):
        kind = match.lastgroup or "odd"
        found.append(Piece(kind, _said(kind, match[0]), match.start() > end))
        end = match.end()
    return found


def _said(kind: str, text: str) -> str:
    """A piece as it is written: a comment apart from its sign, ids each apart from the others."""
    if kind == "comment":
        return (f"# {text[1:]}" if text[1:2].isalnum() else text).rstrip(" \t")
    if kind == "tag":
        return re.sub(r"\s*,\s*", ", ", text)
    return "\n" if kind == "line" else text


def _needed(pieces: list[Piece]) -> list[Piece]:
    """Without the semicolons that part nothing."""
    found: list[Piece] = []
    for i, piece in enumerate(pieces):
        if piece.text == ";":
            after = pieces[i + 1] if i + 1 < len(pieces) else END
            before = found[-1] if found else END
            if after.kind in ("line", "comment") or after.text in ("}", ";") or before.text in ("\n", "{"):
                continue
        found.append(piece)
    return found


def _own_lines(pieces: list[Piece]) -> Iterator[Piece]:
    """With ends of lines inside the braces of each block that does not stand on one line."""
    inside = _broken(pieces)
    for i, piece in enumerate(pieces):
        if i in inside and piece.text == "}" and pieces[i - 1].kind != "line":
            yield END
        yield piece
        after = pieces[i + 1] if i + 1 < len(pieces) else END
        if i in inside and piece.text == "{" and after.kind not in ("line", "comment"):
            yield END


def _broken(pieces: list[Piece]) -> set[int]:
    """The places of the braces with an end of a line between them."""
    found: set[int] = set()
    opened: list[int] = []
    last = -1
    for i, piece in enumerate(pieces):
        if piece.kind == "line":
            last = i
        elif piece.text == "{":
            opened.append(i)
        elif piece.text == "}" and opened:
            start = opened.pop()
            if last > start:
                found |= {start, i}
    return found


def _lines(pieces: Iterator[Piece]) -> Iterator[str]:
    """The lines with their indents; empty ones as they come."""
    depth, goes_on, line = 0, False, list[Piece]()
    for piece in (*pieces, END):
        if piece.kind != "line":
            line.append(piece)
            continue
        closing = bool(line) and line[0].text == "}"
        yield INDENT * (depth - closing + goes_on) + _line(line)
        depth = max(0, depth + sum({"{": 1, "}": -1}.get(p.text, 0) for p in line))
        said = [p for p in line if p.kind != "comment"]
        goes_on = said[-1].text in GOES_ON if said else goes_on
        line = []


def _line(pieces: list[Piece]) -> str:
    """A line, with its spaces as they should be."""
    found, before = "", None
    for i, piece in enumerate(pieces):
        if before is not None and _apart(before, piece, pieces[i + 1] if i + 1 < len(pieces) else None):
            found += " "
        found += piece.text
        before = piece
    return found


def _apart(before: Piece, piece: Piece, after: Piece | None) -> bool:
    """Is there a space before a piece?"""
    if piece.kind == "comment":
        return True
    if piece.text in CLOSE or before.text == "(" or TIGHT & {before.text, piece.text}:
        return False
    if before.text == "-":  # of two numbers, or of one: as it was written
        return piece.apart
    if piece.text == "-":
        return piece.apart or (after is not None and after.apart)
    return True


def _blanks(lines: Iterator[str]) -> Iterator[str]:
    """No empty lines at the start, at the end, or inside a brace; elsewhere at most one."""
    last, parted = "{", False
    for line in lines:
        if not line.strip(INDENT):
            parted = True
            continue
        if parted and not last.endswith("{") and not line.lstrip(INDENT).startswith("}"):
            yield ""
        yield line
        last, parted = line, False
