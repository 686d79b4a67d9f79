"""The words of the language itself, in one table: what the reference prints, and what hints and hover text can look up.

No game's word is here. In a pattern, CAPITALS stand for what you fill in, ``[ ]`` for what may be left out, and ``|``
for "or". The examples stand in a small game of their own (tests/docs/host); the tests compile each of them.
"""

from __future__ import annotations

from functools import cache

from yomi_dsl.vocabulary.control import CONTROL, SIGNS
from yomi_dsl.vocabulary.declarations import DECLARATIONS, PROPERTIES, TYPES
from yomi_dsl.vocabulary.effects import EFFECTS, MODIFIERS, PRIMITIVES
from yomi_dsl.vocabulary.phrases import DETERMINERS, SPANS, TESTS, VALUES
from yomi_dsl.vocabulary.row import KINDS, PLACES, Row
from yomi_dsl.vocabulary.tools import BOTS, EXAMPLES, FACES, WORDING

TABLE: tuple[Row, ...] = (
    *CONTROL, *SIGNS, *DECLARATIONS, *PROPERTIES, *TYPES, *PRIMITIVES, *EFFECTS, *MODIFIERS, *DETERMINERS, *TESTS,
    *VALUES, *SPANS, *EXAMPLES, *BOTS, *WORDING, *FACES,
)  # fmt: skip


def find(word: str) -> tuple[Row, ...]:
    """The rows of a word or of one of its forms; else those of longer expressions that it stands in; else none."""
    return _index().get(word) or tuple(row for row in TABLE if word in " ".join((row.word, *row.forms)).split())


def by_kind() -> dict[str, tuple[Row, ...]]:
    """The whole table, a kind at a time, in the order of the reference."""
    return {kind: tuple(row for row in TABLE if row.kind == kind) for kind in KINDS}


@cache
def _index() -> dict[str, tuple[Row, ...]]:
    made: dict[str, list[Row]] = {}
    for row in TABLE:
        for word in (row.word, *row.forms):
            made.setdefault(word, []).append(row)
    return {word: tuple(rows) for word, rows in made.items()}


__all__ = ["KINDS", "PLACES", "TABLE", "Row", "by_kind", "find"]
