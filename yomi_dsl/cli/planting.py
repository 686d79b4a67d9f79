"""Planted faults: is there an example for each rule that fails when the rule is taken away?

A statement that carries rule ids is taken out of its file, the game is compiled again, and the examples that show such
an id are run. If the game does not compile without the statement, less of it is taken: its block, then parts of its
definition, then its numbers are changed by one. The first change that compiles decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, File, Group, Item, Number, Stmt, Word, leftmost

evolve: Any = attrs.evolve
_NOT_RUN = {"example", "ruling", "invariant", "look"}  # no match runs otherwise without them
_WEAKER = {"and", "or", "+", "-", "*"}  # operators of which one side can stand alone


@attrs.frozen
class Planting:
    """A statement to take out: which one in the order of the files, its ids, its place and its first words."""

    index: int
    tags: tuple[str, ...]
    at: Span
    words: str


def plantings(files: Sequence[File]) -> list[Planting]:
    found = enumerate(_tagged(files))
    return [Planting(i, stmt.tags, stmt.at, _first_words(stmt)) for i, stmt in found]


def variants(files: Sequence[File], index: int) -> Iterator[tuple[File, ...]]:
    """The files with the statement taken out, then with less and less of it taken."""
    stmt = list(_tagged(files))[index]
    for new in _less(stmt):
        yield tuple(evolve(file, body=_replaced(file.body, stmt, new)) for file in files)


def _tagged(files: Sequence[File]) -> Iterator[Stmt]:
    for file in files:
        yield from _tagged_in(file.body)


def _tagged_in(body: Sequence[Stmt]) -> Iterator[Stmt]:
    for stmt in body:
        if stmt.kind == "plain" and _head(stmt) in _NOT_RUN:
            continue
        if stmt.tags:
            yield stmt
        yield from _tagged_in(stmt.block or ())
        yield from _tagged_in(stmt.otherwise or ())


def _head(stmt: Stmt) -> str:
    first = leftmost(stmt.head[0].value).items[0]
    return first.text if isinstance(first, Word) else ""


def _first_words(stmt: Stmt) -> str:
    text = " ".join(stmt.at.text.partition("[")[0].partition("{")[0].split())
    return text if len(text) <= 50 else text[:49].rstrip() + "…"


def _replaced(body: Sequence[Stmt], old: Stmt, new: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The statements with ``new`` in the place of ``old``, which may lie deep inside."""
    out: list[Stmt] = []
    for stmt in body:
        if stmt is old:
            out += new
        elif _spans(stmt.at, old.at):
            block = None if stmt.block is None else _replaced(stmt.block, old, new)
            otherwise = None if stmt.otherwise is None else _replaced(stmt.otherwise, old, new)
            out.append(evolve(stmt, block=block, otherwise=otherwise))
        else:
            out.append(stmt)
    return tuple(out)


def _spans(outer: Span, inner: Span) -> bool:
    return outer.source is inner.source and outer.start <= inner.start and inner.end <= outer.end


# ---- less of a statement ---------------------------------------------------------------------------------------------


def _less(stmt: Stmt) -> Iterator[tuple[Stmt, ...]]:
    yield ()
    if stmt.block:
        yield (evolve(stmt, block=()),)
    for define in _less_clauses(stmt.define or ()):
        yield (evolve(stmt, define=define),)
    for define in _other_numbers(stmt.define or ()):
        yield (evolve(stmt, define=define),)
    for head in _other_numbers(stmt.head):
        yield (evolve(stmt, head=head),)
    for i in range(len(stmt.block or ())):
        yield (evolve(stmt, block=_without(stmt.block or (), i)),)


def _less_clauses(clauses: tuple[Clause, ...]) -> Iterator[tuple[Clause, ...]]:
    """Without the last clause, the last but one, ...; then with one side of an operator alone."""
    if len(clauses) > 1:
        yield from (_without(clauses, i) for i in reversed(range(len(clauses))))
    for i, clause in enumerate(clauses):
        for value in _sides(clause.value):
            yield (*clauses[:i], evolve(clause, value=value), *clauses[i + 1 :])


def _without(items: tuple, i: int) -> tuple:  # type: ignore[type-arg]
    return (*items[:i], *items[i + 1 :])


def _sides(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Binary) and expr.op in _WEAKER and expr.left is not None:
        yield expr.left
        yield expr.right


def _other_numbers(clauses: tuple[Clause, ...]) -> Iterator[tuple[Clause, ...]]:
    """With each number in turn larger by one, from the last to the first."""
    for i in reversed(range(len(clauses))):
        for value in _bumped(clauses[i].value):
            yield (*clauses[:i], evolve(clauses[i], value=value), *clauses[i + 1 :])


def _bumped(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Binary):
        yield from (evolve(expr, right=right) for right in _bumped(expr.right))
        if expr.left is not None:
            yield from (evolve(expr, left=left) for left in _bumped(expr.left))
        return
    for i in reversed(range(len(expr.items))):
        for item in _bumped_item(expr.items[i]):
            yield evolve(expr, items=(*expr.items[:i], item, *expr.items[i + 1 :]))


def _bumped_item(item: Item) -> Iterator[Item]:
    if isinstance(item, Number):
        yield evolve(item, value=item.value + 1)
    elif isinstance(item, Group):
        yield from (evolve(item, clauses=clauses) for clauses in _other_numbers(item.clauses))
