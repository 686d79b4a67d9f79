"""What is true of a card as it is printed: the conditions of a look, which know no state of play."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import attrs

from yomi_dsl import ir

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@attrs.frozen(eq=False)
class Print:
    """One face of a card, and what the game says of cards that say nothing. ``drawn``: what its look shows, by name."""

    game: ir.Game
    card: ir.Card
    face: ir.Face
    drawn: frozenset[str] = frozenset()

    @property
    def values(self) -> dict[str, ir.Printed]:
        return dict(self.face.values)

    def value(self, name: str) -> Any:
        """The plain value of an attribute: a number, a word, words, yes; None where the card has none."""
        found = self.values.get(name)
        if isinstance(found, ir.WordLit):
            return found.word
        if isinstance(found, ir.WordsLit):
            return found.words
        return found.value if isinstance(found, ir.Lit) else found

    @property
    def words(self) -> dict[str, str]:
        """Its word of each attribute that is a word."""
        return {name: value.word for name, value in self.face.values if isinstance(value, ir.WordLit)}

    def holds(self, condition: ir.Value | None) -> bool:
        return condition is None or bool(self.read(condition))

    def read(self, node: Any) -> Any:
        """The value of a formula that speaks only of the printed card; `compiler.looks` admits no other."""
        if isinstance(node, ir.Lit):
            return node.value
        if isinstance(node, ir.WordLit):
            return node.word
        if isinstance(node, ir.Attr):
            return self.value(node.name)
        if isinstance(node, ir.Something):
            return self.read(node.of) not in (None, False, ())
        if isinstance(node, ir.Is):
            return self.fits(node.filter)
        assert isinstance(node, ir.Op), node
        return self._op(node)

    def _op(self, node: ir.Op) -> bool:
        if node.op == "not":
            return not self.read(node.args[0])
        if node.op in ("and", "or"):
            return (all if node.op == "and" else any)(self.read(arg) for arg in node.args)
        left, right = (self.read(arg) for arg in node.args)
        if node.op not in ("=", "!=") and (left is None or right is None):
            return False
        return COMPARE[node.op](left, right)

    def fits(self, filter: ir.Filter) -> bool:
        return all(self._term(term) for term in filter.terms)

    def _term(self, term: ir.Term) -> bool:
        if isinstance(term, ir.IsWord):
            return self.value(term.attr) in term.words
        if isinstance(term, ir.IsFlag):
            return self.value(term.attr) is True
        if isinstance(term, ir.IsNamed):
            return self.card.name == term.name
        if isinstance(term, ir.IsGroup):
            return self.card.group == term.group
        if isinstance(term, ir.IsHead):
            return self.card.head == term.head
        if isinstance(term, ir.IsKeyword):
            return any(a.kind == "keyword" and a.name in term.names for a in self.face.abilities)
        if isinstance(term, ir.OneOf):
            return any(self.fits(option) for option in term.options)
        assert isinstance(term, ir.Not), term
        return not self.fits(term.filter)
