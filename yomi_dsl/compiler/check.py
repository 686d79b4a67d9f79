"""What must hold of a finished card or game beyond its grammar and names."""

from __future__ import annotations

from collections.abc import Mapping

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, at
from yomi_dsl.diagnostics import Label
from yomi_dsl.source import Span
from yomi_dsl.syntax import Stmt

Values = Mapping[str, "tuple[ir.Printed, Span]"]


def fits(values: Values, name: str, head: str, group: str, test: ir.Filter) -> bool:
    """Does a card satisfy a filter by what is printed on it?"""
    return all(term_fits(values, name, head, group, term) for term in test.terms)


def term_fits(values: Values, name: str, head: str, group: str, term: ir.Term) -> bool:
    if isinstance(term, ir.IsWord):
        printed = values.get(term.attr)
        return printed is not None and isinstance(printed[0], ir.WordLit) and printed[0].word in term.words
    if isinstance(term, ir.IsFlag):
        return term.attr in values
    if isinstance(term, ir.IsNamed):
        return term.name == name
    if isinstance(term, ir.IsGroup):
        return term.group == group
    if isinstance(term, ir.IsHead):
        return term.head == head
    if isinstance(term, ir.OneOf):
        return any(fits(values, name, head, group, option) for option in term.options)
    if isinstance(term, ir.Not):
        return not fits(values, name, head, group, term.filter)
    return False


def speaks_of_heads(test: ir.Filter) -> bool:
    return any(isinstance(t, ir.IsHead) or (isinstance(t, ir.OneOf) and all(map(speaks_of_heads, t.options))) for t in test.terms)


def complete(s: Scope, values: dict[str, tuple[ir.Printed, Span]], stmt: Stmt, name: str, head: str, group: str) -> tuple[tuple[str, ir.Printed], ...]:
    """Reports what is missing or out of place on a card, and fills in declared defaults."""
    span = stmt.head[0].at
    shown = dict(values)
    for attr in s.table.attributes:
        belongs = bool(head) == speaks_of_heads(attr.on) and fits(values, name, head, group, attr.on)
        if attr.name in values and not belongs:
            s.add("E0409", f'"{attr.name}" does not belong on this card', values[attr.name][1], "this kind of card has none")
        elif attr.name not in values and belongs and attr.fate == "required":
            s.add("E0410", f'"{name}" has no {attr.name}', span, f"{attr.name} is required on this kind of card")
        elif attr.name not in values and belongs and attr.default is not None:
            shown[attr.name] = (attr.default, span)
    for test, attr_name, every in s.table.everys:
        if attr_name not in values and not head and fits(values, name, head, group, test):
            s.add("E0410", f'"{name}" has no {attr_name}', span, f"{attr_name} is required on this kind of card", more=(Label(every.at, "required here"),))
    order = {a.name: i for i, a in enumerate(s.table.attributes)}
    return tuple((key, shown[key][0]) for key in sorted(shown, key=lambda k: order.get(k, 999)))


def unused(s: Scope) -> None:
    """Declared words that nothing ever mentions: most often a slip."""
    for symbol in s.table.nouns.values():
        if symbol.kind in ("status", "value", "tally", "part") and symbol.name not in s.table.used:
            s.add("W0201", f'the {symbol.kind} "{symbol.name}" is never used', symbol.at, "nothing mentions it")
    for sigs in s.table.verbs.values():
        for sig in sigs:
            if sig.kind == "action" and sig.name not in s.table.used:
                s.add("W0201", f'the action "{sig.name}" is never done', sig.at, "nothing mentions it")


__all__ = ["at", "complete", "fits", "unused"]
