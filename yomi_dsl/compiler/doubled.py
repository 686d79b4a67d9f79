"""A word written twice in a row is a slip of the pen wherever it stands: it is reported, and read once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from yomi_dsl.compiler.base import Scope
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Either, Expr, File, Group, Item, Phrase, Stmt, Tail, Word


def once(s: Scope, files: Sequence[File]) -> list[File]:
    """The files without doubled words."""
    found = [word for file in files for stmt in file.body for word in in_stmt(stmt)]
    for word in found:
        s.bag.add("E0310", f'"{word.text}" stands here twice', word.at, "once is enough", "take one of them away")
        s.table.aftermath.doubled.append(word.at)
    if not found:
        return list(files)
    cut, paths = Cut({id(word) for word in found}), {word.at.path for word in found}
    return [evolve(file, body=tuple(map(cut.stmt, file.body))) if file.path in paths else file for file in files]


# ---- finding ---------------------------------------------------------------------------------------------------------


def in_stmt(stmt: Stmt) -> Iterator[Word]:
    if stmt.subject is not None:
        yield from in_phrase(stmt.subject)
    for clause in (*stmt.head, *(stmt.define or ())):
        yield from in_clause(clause)
    for tail in stmt.tails:
        yield from in_expr(tail.value)
    for inner in (*(stmt.block or ()), *(stmt.otherwise or ())):
        yield from in_stmt(inner)


def in_clause(clause: Clause) -> Iterator[Word]:
    yield from in_expr(clause.value)
    for tail in clause.tails:
        yield from in_expr(tail.value)


def in_expr(expr: Expr) -> Iterator[Word]:
    if isinstance(expr, Phrase):
        yield from in_phrase(expr)
        return
    if expr.left is not None:
        yield from in_expr(expr.left)
    if expr.op == "not" and isinstance(expr.right, Binary) and expr.right.op == "not":
        yield Word("not", Span(expr.at.source, expr.right.at.start, expr.right.at.start + 3))
    yield from in_expr(expr.right)


def in_phrase(phrase: Phrase) -> Iterator[Word]:
    """The second of two words that are the same, and likewise in brackets."""
    for one, two in pairwise(phrase.items):
        if isinstance(two, Word) and two.text in forms(one):
            yield two
        elif isinstance(one, Word) and one.text in forms(two):
            yield one
    for item in phrase.items:
        if isinstance(item, Group):
            for clause in (*item.clauses, *(item.typed or ())):
                yield from in_clause(clause)


def forms(item: Item) -> list[str]:
    """A word, or both forms of ``hit/hits``."""
    items = item.items if isinstance(item, Either) else (item,)
    return [word.text for word in items if isinstance(word, Word)]


# ---- reading once ----------------------------------------------------------------------------------------------------


class Cut:
    """Copies statements without the words in ``gone``."""

    def __init__(self, gone: set[int]) -> None:
        self.gone = gone

    def stmt(self, stmt: Stmt) -> Stmt:
        return evolve(
            stmt,
            subject=self.phrase(stmt.subject) if stmt.subject is not None else None,
            head=tuple(map(self.clause, stmt.head)),
            tails=tuple(map(self.tail, stmt.tails)),
            define=tuple(map(self.clause, stmt.define)) if stmt.define is not None else None,
            block=tuple(map(self.stmt, stmt.block)) if stmt.block is not None else None,
            otherwise=tuple(map(self.stmt, stmt.otherwise)) if stmt.otherwise is not None else None,
        )

    def clause(self, clause: Clause) -> Clause:
        return evolve(clause, value=self.expr(clause.value), tails=tuple(map(self.tail, clause.tails)))

    def tail(self, tail: Tail) -> Tail:
        return evolve(tail, value=self.expr(tail.value))

    def expr(self, expr: Expr) -> Expr:
        if isinstance(expr, Binary):
            left = self.expr(expr.left) if expr.left is not None else None
            return evolve(expr, left=left, right=self.expr(expr.right))
        return self.phrase(expr)

    def phrase(self, phrase: Phrase) -> Phrase:
        return evolve(phrase, items=tuple(self.item(item) for item in phrase.items if id(item) not in self.gone))

    def item(self, item: Item) -> Item:
        if not isinstance(item, Group):
            return item
        typed = tuple(map(self.clause, item.typed)) if item.typed is not None else None
        return evolve(item, clauses=tuple(map(self.clause, item.clauses)), typed=typed)
