"""What must hold of a finished card or game beyond its grammar and names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from yomi_dsl import ir
from yomi_dsl.compiler.aftermath import COMMON
from yomi_dsl.compiler.base import Scope, head_at
from yomi_dsl.diagnostics import Label
from yomi_dsl.source import Span
from yomi_dsl.syntax import Stmt

WORDS = re.compile(r"[^\W\d_][^\W_]*(?:['-][^\W_]+)*")

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


def hinges(test: ir.Filter) -> Iterator[str]:
    """The attributes of which a test speaks."""
    for term in test.terms:
        if isinstance(term, (ir.IsWord, ir.IsFlag)):
            yield term.attr
        elif isinstance(term, ir.OneOf):
            for option in term.options:
                yield from hinges(option)
        elif isinstance(term, ir.Not):
            yield from hinges(term.filter)


def meant(s: Scope, attr: ir.Attribute, failed: Sequence[str]) -> bool:
    """May one of the lines at fault be the one that gives an attribute?"""
    mine = {attr.name, *attr.name.split()}
    symbol = s.table.noun(attr.set) if attr.type == "word" else None
    mine |= {*symbol.data.words, *(group for group, _ in symbol.data.groups)} if symbol is not None else set()
    names = {" ".join(key) for key in s.table.nouns} | set(s.table.keywords)
    for text in failed:
        words = [word for word in WORDS.findall(text) if word not in COMMON]
        strange = [word for word in words if word not in names]
        near = [get_close_matches(word, names, n=1, cutoff=0.7) for word in strange]
        said = {*words, *(near[0] if near else ())}
        if not all(near) or said & set(s.table.keywords):
            return True
        if mine & {*words, *(n for found in near for n in found)}:
            return True
    return False


def complete(
    s: Scope, values: dict[str, tuple[ir.Printed, Span]], stmt: Stmt, name: str, head: str, group: str, failed: Sequence[str] = ()
) -> tuple[tuple[str, ir.Printed], ...]:
    """Reports what is missing or out of place on a card, and fills in declared defaults. ``failed``: its lines at fault."""
    span = head_at(stmt)
    unread = s.table.aftermath.within(stmt.at)
    shown = dict(values)
    missing: dict[str, Stmt | None] = {}
    open_: set[str] = set()
    alien: list[ir.Attribute] = []
    for attr in s.table.attributes:
        belongs = bool(head) == speaks_of_heads(attr.on) and fits(values, name, head, group, attr.on)
        if attr.name in values and not belongs:
            alien.append(attr)
        elif attr.name not in values and (unread or (failed and meant(s, attr, failed))):
            open_.add(attr.name)
        elif attr.name not in values and belongs and attr.fate == "required":
            missing[attr.name] = None
        elif attr.name not in values and belongs and attr.default is not None:
            shown[attr.name] = (attr.default, span)
    for test, attr_name, every in s.table.everys:
        if attr_name not in values and not head and attr_name not in open_ and fits(values, name, head, group, test):
            missing.setdefault(attr_name, every)
    alien = [attr for attr in alien if not (open_ | set(missing)) & set(hinges(attr.on))]
    if missing:
        told = " and no ".join(missing)
        more = tuple(Label(head_at(every), "required here") for every in missing.values() if every is not None)
        s.add("E0410", f'"{name}" has no {told}', span, "every card of this kind has one", more=more)
    if alien:
        told = ", ".join(f'"{attr.name}"' for attr in alien)
        more = tuple(Label(values[attr.name][1], "this neither") for attr in alien[1:])
        verb = "does" if len(alien) == 1 else "do"
        s.add("E0409", f"{told} {verb} not belong on this card", values[alien[0].name][1], "this kind of card has none", more=more)
    order = {a.name: i for i, a in enumerate(s.table.attributes)}
    return tuple((key, shown[key][0]) for key in sorted(shown, key=lambda k: order.get(k, 999)))


def unused(s: Scope) -> None:
    """Declared words that nothing ever mentions: most often a slip."""
    for symbol in s.table.nouns.values():
        if symbol.kind in ("status", "value", "tally", "part") and symbol.name not in s.table.used:
            s.add("W0201", f'the {symbol.kind} "{symbol.name}" is never used', symbol.at, "nothing mentions it")
    for sigs in s.table.verbs.values():
        for sig in sigs:
            if sig.kind == "phase" and sig.name not in s.table.used:
                s.add("W0201", f'the phase "{sig.name}" never comes', sig.at, "the turn does not list it")
            if sig.kind == "action" and sig.name not in s.table.used:
                s.add("W0201", f'the action "{sig.name}" is never done', sig.at, "nothing mentions it")
