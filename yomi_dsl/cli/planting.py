"""Planted faults: is there an example for each rule that fails when the rule is taken away?

A statement that carries rule ids is broken, and the examples that show such an id are run. What comes of it is taken out of
the compiled game (`uprooted`). Where nothing comes of it that could be missing, it is taken out of its file, and the game is
compiled again; if it does not compile so, its block is emptied. The first of the three that is a game decides. If none is,
lesser changes are made: parts of it are taken out, its numbers changed by one; then one change that an example notices is
enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from yomi_dsl.diagnostics import Diagnostic
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, File, Group, Item, Number, Stmt, Word, leftmost

evolve: Any = attrs.evolve
_WORDS = {"says", "source", "flavour", "art"}  # statements of a block that do nothing in a match
_ASIDE = {"example", "script", "bot", "measure"}
_NOT_RUN = {"example", "ruling", "rule", "property", "invariant", "look"}  # no match runs otherwise without them
_WEAKER = {"and", "or", "+", "-", "*"}  # operators of which one side can stand alone


@attrs.frozen
class Planting:
    """A statement to take out: which one in the order of the files, its ids, its place and its first words."""

    index: int
    tags: tuple[str, ...]
    at: Span
    words: str

    def spans(self, path: str, line: int, column: int) -> bool:
        """Does a place lie in it?"""
        source = self.at.source
        return path == source.path and source.place(self.at.start) <= (line, column) < source.place(self.at.end)


def plantings(files: Sequence[File]) -> list[Planting]:
    found = enumerate(_tagged(files))
    return [Planting(i, stmt.tags, stmt.at, _first_words(stmt)) for i, stmt in found]


def variants(files: Sequence[File], index: int) -> Iterator[tuple[bool, tuple[File, ...]]]:
    """The files with the statement taken out, then with less and less of it taken; and whether that is much of it."""
    stmt = list(_tagged(files))[index]
    for much, new in _less(stmt):
        yield much, tuple(evolve(file, body=_replaced(file.body, stmt, new)) for file in files)


def showing(files: Sequence[File], tags: Sequence[str]) -> tuple[File, ...]:
    """The files with the examples that show one of the ids, and without the others."""
    return tuple(evolve(file, body=tuple(one for one in file.body if _shows(one, tags))) for file in files)


def _shows(stmt: Stmt, tags: Sequence[str]) -> bool:
    return stmt.kind != "plain" or _head(stmt) != "example" or bool(set(tags).intersection(stmt.tags))


def without_spoilt(files: Sequence[File], errors: Sequence[Diagnostic]) -> tuple[tuple[File, ...], set[str]] | None:
    """The files without the examples, scripts and bots in which the errors are, and the ids that those show.

    None if there are errors elsewhere: the game itself does not compile then.
    """
    aside = [stmt for file in files for stmt in _aside_in(file.body)]
    places = [place for one in errors for place in _places(one)]
    spoilt = [stmt for stmt in aside if any(place and _spans(stmt.at, place) for place in places)]
    if not spoilt or not all(place and any(_spans(stmt.at, place) for stmt in spoilt) for place in places):
        return None
    for stmt in spoilt:
        files = tuple(evolve(file, body=_replaced(file.body, stmt, ())) for file in files)
    return tuple(files), {tag for stmt in spoilt for tag in stmt.tags}


def _places(error: Diagnostic) -> list[Span | None]:
    """Where an error is; one that is told of a declaration lies in all places that speak of it."""
    return [label.at for label in error.more] if error.code == "E0209" else [error.at]


def _aside_in(body: Sequence[Stmt]) -> Iterator[Stmt]:
    """What stands beside the game proper and speaks of it."""
    for stmt in body:
        if stmt.kind == "plain" and _head(stmt) in _ASIDE:
            yield stmt
        else:
            yield from _aside_in(stmt.block or ())


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


def _less(stmt: Stmt) -> Iterator[tuple[bool, tuple[Stmt, ...]]]:
    yield True, ()
    block = stmt.block or ()
    if not all(map(_is_words, block)):
        yield True, (evolve(stmt, block=tuple(line for line in block if _is_words(line))),)
    for define in (*_less_clauses(stmt.define or ()), *_other_numbers(stmt.define or ())):
        yield False, (evolve(stmt, define=define),)
    for head in _other_numbers(stmt.head):
        yield False, (evolve(stmt, head=head),)
    for i, line in enumerate(block):
        for _, new in () if _is_words(line) else _less(line):
            yield False, (evolve(stmt, block=(*block[:i], *new, *block[i + 1 :])),)


def _is_words(line: Stmt) -> bool:
    return line.kind == "plain" and _head(line) in _WORDS


def _less_clauses(clauses: tuple[Clause, ...]) -> Iterator[tuple[Clause, ...]]:
    """Without the last clause, the last but one, ...; then with one side of an operator alone, or the opposite."""
    if len(clauses) > 1:
        yield from (_without(clauses, i) for i in reversed(range(len(clauses))))
    for i, clause in enumerate(clauses):
        for value in (*_sides(clause.value), Binary("not", None, clause.value, clause.at)):
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
