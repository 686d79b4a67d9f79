"""What the other parts of a game can see of a file, and which of its statements are units: parts that nothing else reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import attrs

from yomi_dsl import syntax
from yomi_dsl.compiler.found import HEADS
from yomi_dsl.compiler.lines import INNER, first_word
from yomi_dsl.irtext import spelled
from yomi_dsl.nodes import evolve
from yomi_dsl.syntax import File, Stmt

UNITS = {"card", "cards", "example"}
UNSEEN = {"example", "ruling", "property", "invariant", "measure", "study", "bot", "look", "setup"}
"""Of these, nothing else in a game depends on what they say."""
HEAD_SEEN = {"action", "phase", "status"}
"""Of these, no other body reads the block."""
PLACELESS = {
    name: tuple(field.name for field in attrs.fields(cls) if field.name != "at")
    for name, cls in vars(syntax).items()
    if isinstance(cls, type) and attrs.has(cls)
}
"""The fields of the syntax tree that say what is written, not where."""


def head_of(stmt: Stmt) -> str:
    return first_word(stmt) if stmt.kind == "plain" else ""


def is_holder(stmt: Stmt) -> bool:
    return stmt.kind == "plain" and stmt.block is not None and head_of(stmt) not in HEADS


def units(body: Sequence[Stmt]) -> Iterator[Stmt]:
    """The units of a file, in order: cards, holders, and examples, which may stand in holders."""
    for stmt in body:
        if is_holder(stmt):
            yield stmt
            yield from (line for line in stmt.block or () if head_of(line) == "example")
        elif head_of(stmt) in UNITS:
            yield stmt


# ---- outlines ----------------------------------------------------------------------------------------------------------------


def outline(file: File) -> File:
    """A file without what is in its units; it declares the same, and has as many units."""
    return evolve(file, body=tuple(map(outlined, file.body)))


def outlined(stmt: Stmt) -> Stmt:
    head = head_of(stmt)
    if stmt.block is None:
        return stmt
    if head in ("example", "face"):
        return evolve(stmt, block=())
    if head == "card":
        return evolve(stmt, block=tuple(outlined(line) for line in stmt.block if is_face(line)))
    if head == "cards":
        return evolve(stmt, block=tuple(map(outlined, stmt.block)))
    if is_holder(stmt):
        return evolve(stmt, block=tuple(outlined(line) for line in stmt.block if is_seen(line)))
    return stmt


def is_seen(line: Stmt) -> bool:
    """Does a line of a holder declare something?"""
    head = head_of(line)
    return head in INNER or head in ("card", "cards") or is_face(line)


def is_face(line: Stmt) -> bool:
    return head_of(line) == "face" and line.block is not None


# ---- interfaces --------------------------------------------------------------------------------------------------------------


def interface(file: File) -> str:
    """A digest of all that other files can see of this one, wherever in it that stands."""
    digest = blake2b(digest_size=16)
    for part in spelled(all_seen(outline(file).body), PLACELESS):
        digest.update(part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def seen(stmt: Stmt) -> Any:
    """The parts of an outlined statement on which others may depend."""
    head = head_of(stmt)
    if stmt.kind != "plain" or head in UNSEEN:
        return ()
    if head == "rule":
        return stmt.tags
    if head in HEAD_SEEN:
        return stmt.head
    if head == "card":
        return all_seen(stmt.block or ())  # who names a card looks for it, see `units`
    if is_holder(stmt) or head == "cards":
        return (stmt.head, *all_seen(stmt.block or ()))
    return stmt


def all_seen(body: Sequence[Stmt]) -> tuple[Any, ...]:
    return tuple(filter(None, map(seen, body)))
