"""A rough count of how deep a text nests, before it is parsed.

The parser needs no call stack, but the passes after it walk the tree by calls. They may do so because a text that is
too deep never gets past this count: braces, brackets, chains of ``else if`` and of operators, one inside another.
"""

from __future__ import annotations

import re

import attrs

from yomi_dsl import limits
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source, Span

_BREAK = r"(?:[ \t]|\r?\n|\#[^\n]*\n)*"
_SIGNS = re.compile(
    rf"""(?P<skip>"[^"\r\n]*"|\#[^\n]*)
      | (?P<chain>\}}{_BREAK}else[ \t]+if(?!\w))
      | (?P<open>[({{])
      | (?P<close>[)}}])
      | (?P<op>\b(?:or|and)\b{_BREAK}|\b(?:not|of|in)\b|[-+*])
      | (?P<part>,{_BREAK}|:)
      | (?P<end>[;\n])""",
    re.VERBOSE,
)


@attrs.define
class _Level:
    """An open brace or bracket, the depth just inside it, and the links of ``else if`` inside it so far."""

    sign: str
    base: int
    chain: int = 0


def check(source: Source, bag: Bag) -> bool:
    """Whether the text is shallow enough; reported if not."""
    levels = [_Level("{", 0)]
    depth = 0
    for match in _SIGNS.finditer(source.text):
        depth = _step(levels, depth, match.lastgroup or "", match[0][0])
        if depth > limits.NESTING:
            at = Span(source, match.start(), match.start() + 1)
            help = "give a part of it a name of its own, or write it as several statements"
            bag.add("E0905", "this is nested too deep", at, f"more than {limits.NESTING} deep", help)
            return False
    return True


def _step(levels: list[_Level], depth: int, kind: str, sign: str) -> int:
    """Take one sign in; the depth after it."""
    if kind == "op":
        return depth + 1
    if sign in "{};\n":
        _leave_brackets(levels)
    if kind == "open":
        return _enter(levels, depth, sign)
    if kind in ("close", "chain"):
        return _leave(levels, depth, sign, kind == "chain")
    if kind == "end":
        levels[-1].chain = 0
    return depth if kind == "skip" else levels[-1].base + levels[-1].chain


def _leave_brackets(levels: list[_Level]) -> None:
    """No bracket outlives its statement, even where one is left open by mistake."""
    while levels[-1].sign == "(":
        levels.pop()


def _enter(levels: list[_Level], depth: int, sign: str) -> int:
    """A block begins afresh; a bracket lies inside the operators before it."""
    outside = depth if sign == "(" else levels[-1].base + levels[-1].chain
    levels.append(_Level(sign, outside + 1))
    return outside + 1


def _leave(levels: list[_Level], depth: int, sign: str, chained: bool) -> int:
    if len(levels) == 1 or (levels[-1].sign == "(") != (sign == ")"):
        return depth
    inside = levels.pop()
    levels[-1].chain += chained
    return inside.base - 1 + chained
