"""The syntax tree: nine node classes, no behaviour beyond walking.

The parser makes them; the compiler reads them and makes IR. A node never changes after it is made.
Every node has ``at``, its `Span` in the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from yomi_dsl.nodes import node
from yomi_dsl.source import Span


@node
class Word:
    """One word as written, e.g. ``card`` or ``opponent's``."""

    text: str
    at: Span


@node
class Number:
    value: int
    at: Span


@node
class Text:
    """A quoted text, without its quotes."""

    value: str
    at: Span


@node
class Group:
    """Parentheses: ``(clauses)``, or ``(clauses : clauses)`` where a parameter is declared."""

    clauses: tuple[Clause, ...]
    typed: tuple[Clause, ...] | None
    at: Span


@node
class Either:
    """``a/b/c``: one of several words of one set."""

    items: tuple[Item, ...]
    at: Span


@node
class Phrase:
    """A run of items side by side: ``top card``, ``your deck``, ``draw 2``."""

    items: tuple[Item, ...]
    at: Span


@node
class Binary:
    """An operator between two expressions.

    (``headed`` is none: it holds the word that heads a line, at the left, and a condition that begins with ``not``.)

    ``op`` is one of ``of in or and = != < <= > >= .. is`` ``is not`` ``has + - *``, or, with ``left``
    None, the prefixes ``not`` and ``neg``. (``are`` is stored as ``is``, ``have`` as ``has``.)
    """

    op: str
    left: Expr | None
    right: Expr
    at: Span


@node
class Tail:
    """A preposition and what follows it: ``to your hand``. ``word`` is the preposition, ``where`` or ``->``."""

    word: str
    value: Expr
    at: Span


@node
class Clause:
    value: Expr
    tails: tuple[Tail, ...]
    at: Span


@node
class Stmt:
    """One statement.

    ``kind``: ``plain``, ``if``, ``for each``, ``repeat``, ``choose``, ``keep choosing``, ``may``, ``may choose``,
    ``sealed``, ``together``, ``let``, ``during``, ``as soon as``, ``before``, ``after``, ``instead of``,
    ``at start of``, ``at end of``.

    head       clauses before the colon (plain, for each, choose, rules), or the one condition or span
               (if, as soon as, during: one clause without tails); let: the value
    subject    the phrase before choose / may / keep choosing; let: the name; else None
    tails      repeat only: its tails
    tags       rule ids in brackets
    define     clauses after a colon, None if there is no colon
    block      statements in braces, None if there are no braces
    otherwise  statements of the else branch, None if absent (``else if`` is a single ``if`` inside)
    """

    kind: str
    head: tuple[Clause, ...]
    at: Span
    subject: Phrase | None = None
    tails: tuple[Tail, ...] = ()
    tags: tuple[str, ...] = ()
    define: tuple[Clause, ...] | None = None
    block: tuple[Stmt, ...] | None = None
    otherwise: tuple[Stmt, ...] | None = None


Item = Union[Word, Number, Text, Group, Either]
Expr = Union[Phrase, Binary]


@node
class File:
    """A parsed file: its path inside the game folder and its statements."""

    path: str
    body: tuple[Stmt, ...]


def leftmost(expr: Expr) -> Phrase:
    """The phrase at the left edge of an expression: where the verb of a statement stands."""
    while isinstance(expr, Binary):
        expr = expr.left if expr.left is not None else expr.right
    return expr


def words(phrase: Phrase) -> Iterator[Word]:
    """The plain words of a phrase, in order."""
    return (item for item in phrase.items if isinstance(item, Word))
