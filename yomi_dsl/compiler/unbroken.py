"""Two statements that stand as one, because the ``;`` or the line end between them is missing.

Nothing in the words says so, and what is reported of the whole is seldom what is wrong. So the statement at fault is
read again in two parts: if both make sense alone, that is the mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from yomi_dsl.compiler.base import Scope, head_at
from yomi_dsl.diagnostics import Bag
from yomi_dsl.parser import parse
from yomi_dsl.source import Source, Span
from yomi_dsl.syntax import Stmt

Read = Callable[[Scope, Stmt], Any]

LONGEST = 400  # characters of a statement that is tried; there are no longer ones on a line
RANGE = "E0402"
"""A number that is out of range is wrong by itself."""
SIGNS = re.compile(r'"[^"\n]*"|#[^\n]*|[(){}]|(?<=[\s)"])[^\W\d_][\w\'-]*')


def reading(s: Scope, stmt: Stmt, read: Read, after: Callable[[], None] | None = None) -> Any:
    """As `Scope.attempt`; but of a statement that is two, only that is reported."""
    own, s.bag = s.bag, Bag()
    try:
        made = s.attempt(partial(read, s, stmt), after)
    finally:
        found, s.bag = s.bag, own
    if not len(found):
        return made
    head = head_at(stmt)
    at_fault = any(
        p.at is not None and head.start <= p.at.start < head.end and p.code != RANGE for p in found.errors
    )
    second = second_of(s, stmt.at, read) if at_fault else None
    if second is None:
        own.take(found)
    else:
        word = second.text
        own.add("E0311", "two statements stand here as one", second, f'"{word}" begins the second', f'write ";" before "{word}", or begin a new line')
    return made


def second_of(s: Scope, whole: Span, read: Read) -> Span | None:
    """The first word of the second statement, if the text makes sense as two: the first is as long as it can be."""
    text = whole.text
    for start, end in reversed([*words(text)] if len(text) <= LONGEST else []):
        trial = s.child(bag=Bag())
        rest = Span(whole.source, whole.start + start, whole.end)
        if makes_sense(trial, text[:start], read) and (makes_sense(trial, rest.text, read) or second_of(trial, rest, read)):
            return Span(whole.source, rest.start, whole.start + end)
    return None


def makes_sense(s: Scope, text: str, read: Read) -> bool:
    """Does a text read as one statement without any report?"""
    s.bag = Bag()
    body = parse(Source("", text.strip()), s.bag).body
    for stmt in body:
        s.attempt(partial(read, s, stmt))
    return len(body) == 1 and not len(s.bag)


def words(text: str) -> Iterator[tuple[int, int]]:
    """The words with which a second statement may begin: outside all brackets."""
    depth = 0
    for sign in SIGNS.finditer(text):
        depth += (sign[0] in "({") - (sign[0] in ")}")
        if depth == 0 and sign.start() and sign[0][0].isalpha():
            yield sign.start(), sign.end()
