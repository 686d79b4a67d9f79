"""Declarations without their braces: what they are to hold stands as a part of the head, or in the lines below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from yomi_dsl.compiler.base import Wrong, head_at, show
from yomi_dsl.syntax import Clause, Expr, Stmt, Text, leftmost

HOLDING = ("action", "keyword", "phase", "contest", "script", "setup", "card", "cards", "bot", "example", "look", "study")
ALONE = ("setup", "default settle", "default given")
MAY_HOLD = ("status", "flag", "tally", "value", "relation")
"""These need braces only for what they say."""
TEXTLESS = ("status", "flag", "tally")


def missing_block(stmt: Stmt, heads: Sequence[str]) -> Wrong | None:
    """What to write, if a declaration of this kind says nothing without braces."""
    if stmt.block is not None:
        return None
    words = head_at(stmt).text.split()
    first = words[0] if words else ""
    head = next((word for word in ALONE if words[: len(word.split())] == word.split()), first)
    says = saying(stmt, first) if first in (*HOLDING, *MAY_HOLD) else None
    if head not in (*HOLDING, *ALONE, *heads) and says is None:
        return None
    whole = "{ says ... }" if says is not None else f"{head} {{ ... }}" if head in ALONE else f"{head} ... {{ ... }}"
    place = says.at if says is not None else head_at(stmt)
    return Wrong("E0111", f'the braces of "{head}" are missing', place, "", f'what belongs to "{head}" stands in braces: write "{whole}"')


def saying(stmt: Stmt, first: str) -> Text | None:
    """The text that follows on a ``says`` outside braces, or stands where there can be no other."""
    for clause in (*stmt.head, *(stmt.define or ())):
        for items in (leftmost(expr).items for expr in parts(clause)):
            for word, text in pairwise(items):
                if isinstance(text, Text) and (show(word) == "says" or first in TEXTLESS):
                    return text
    return None


def parts(clause: Clause) -> Iterator[Expr]:
    """The runs of words of a clause, as far as one may end it."""
    for expr in (clause.value, *(tail.value for tail in clause.tails)):
        while not hasattr(expr, "items"):
            yield expr
            expr = expr.right
        yield expr


def below(stmt: Stmt, head: Stmt | None) -> bool:
    """Does a line stand further in than the declaration without braces above it, or behind it?"""
    return head is not None and (stmt.at.column > head.at.column or stmt.at.line == head.at.line)
