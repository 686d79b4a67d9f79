"""The rule table: its ids, and whether all that the texts name are in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yomi_dsl.compiler.base import Scope, head_at
from yomi_dsl.diagnostics import Label, nearest
from yomi_dsl.syntax import File, Stmt


def check_rows(s: Scope, files: Sequence[File], rows: Sequence[Stmt]) -> None:
    """A game without a table may write any id."""
    first: dict[str, Stmt] = {}
    for stmt in rows:
        for tag in stmt.tags:
            if tag in first:
                more = (Label(head_at(first[tag]), "first here"),)
                s.add("E0201", f"the rule {tag} is declared twice", head_at(stmt), "declared again here", more=more)
            first.setdefault(tag, stmt)
    for stmt in _statements([one for file in files for one in file.body]) if first else ():
        for tag in stmt.tags:
            if tag not in first:
                s.add(
                    "E0202", f'no rule has the id "{tag}"', head_at(stmt), "its ids name it", nearest(tag, list(first))
                )


def _statements(body: Sequence[Stmt]) -> Iterator[Stmt]:
    for stmt in body:
        yield stmt
        yield from _statements(stmt.block or ())
        yield from _statements(stmt.otherwise or ())
