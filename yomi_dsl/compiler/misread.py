"""What is meant by a line of a card that is none: helps for messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from yomi_dsl import ir
from yomi_dsl.compiler.base import LANGUAGE, Scope, Wrong, head_at, show, unknown
from yomi_dsl.compiler.calls import pattern
from yomi_dsl.compiler.verbs import PRIMITIVES
from yomi_dsl.diagnostics import nearest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Item, Stmt, Word, leftmost

if TYPE_CHECKING:
    from yomi_dsl.compiler.rules import Place

OWN_LINES = ("modify", "flavour", "colours", "source", "setup", "art", "face")
DETERMINERS = ("your", "opponent's", "any", "all", "this", "you", "opponent", "each", "no")


def heard(s: Scope, words: Sequence[Item], timing: str = "after") -> str:
    """How a rule says what somebody has in mind who writes ``when this hits``."""
    said = [show(word) for word in words]
    for sig in (sig for sigs in s.table.verbs.values() for sig in sigs if {str(sig.head[0]), sig.third} & set(said)):
        parts = [part if isinstance(part, str) else "opponent" if part.type == "player" else "" for part in sig.head]
        parts += [f"{prep} this" for prep, role in sig.tails if isinstance(role, ir.Role) and role.type == "card"]
        return f'write "{timing} you {" ".join(part for part in parts if part)} {{ ... }}"'
    return 'write "after you ACTION { ... }" or "before opponent ACTION { ... }"'


def raise_effect(p: Place, clause: Clause) -> None:
    """``draw 1`` as a line of its own: what is done needs a time."""
    first = show(leftmost(clause.value).items[0])
    forms = {form for sigs in p.s.table.verbs.values() for sig in sigs for form in (str(sig.head[0]), sig.third)} | set(PRIMITIVES)
    if first in forms and first not in p.s.table.keywords and p.s.noun(leftmost(clause.value).items, 0) is None:
        parts = [f'"{part.name} {{ {clause.at.text} }}"' for part in p.s.table.of_kind("part") if part.data == "run"]
        help = f"write {' or '.join([*([] if p.s.expanding else parts), 'a rule around it'])}"
        raise Wrong("E0503", "an effect stands in a part of the card, or in a rule", clause.at, "when does this happen?", help)


def with_tails(p: Place, clause: Clause, items: Sequence[Item]) -> Wrong:
    """A line of words followed by a preposition: a keyword that is not written so, or nothing that is known."""
    first = show(items[0])
    if first in p.s.table.keywords:
        forms = " or ".join(f'"{pattern(sig)}"' for sig in p.s.table.keywords[first])
        return Wrong("E0303", f'"{first}" is not used like this', clause.at, "", f"write {forms}")
    if p.s.noun(items, 0) is None:
        return unknown_line(p.s, items[0]) if isinstance(items[0], Word) else unknown(p.s, first, items[0].at)
    return Wrong("E0302", f'"{clause.tails[0].word}" has no meaning here', clause.tails[0].at, "this part is not used")


def number_named(s: Scope, clause: Clause) -> ir.Attribute | None:
    """The number that a line of a card begins with."""
    found = s.noun(leftmost(clause.value).items, 0)
    attr = found[0].data if found is not None else None
    return attr if isinstance(attr, ir.Attribute) and attr.type == "number" else None


def no_line(p: Place, clause: Clause) -> Wrong:
    """A line with a sign or word between its words that no line of a card has."""
    expr: Expr = clause.value
    while isinstance(expr, Binary) and isinstance(expr.left, Binary):
        expr = expr.left
    assert isinstance(expr, Binary)
    first = leftmost(clause.value).items[0]
    start = expr.left.at.end if expr.left is not None else expr.at.start
    sign = expr.at.source.text[start : expr.right.at.start]
    place = Span(expr.at.source, start + len(sign) - len(sign.lstrip()), start + len(sign.rstrip()))
    if isinstance(first, Word) and p.s.noun((first,), 0) is None and first.text not in p.s.table.keywords:
        return unknown(p.s, first.text, first.at)
    attr = number_named(p.s, clause)
    if attr is not None and expr.op == "-" and expr.left is not None and expr.left.at.text == attr.name:
        minus = place + expr.right.at
        return Wrong("E0402", f"{attr.name} {minus.text} is out of range", minus, f"it goes from {attr.low} to {attr.high}")
    if attr is not None and expr.op == "=" and expr.left is not None:
        return Wrong("E0302", '"=" has no meaning in this line', place, "", f'write "{expr.left.at.text} {expr.right.at.text}"')
    forms = [f'"{pattern(sig)}"' for sig in p.s.table.keywords.get(show(first), ())]
    flag = "a flag that does not stand on a card is no" if expr.op == "not" else ""
    return Wrong("E0302", f'"{place.text}" has no meaning in this line', place, "", f"write {' or '.join(forms)}" if forms else flag)


def unknown_line(s: Scope, word: Word) -> Wrong:
    """What nothing declares, with the nearest word that may stand on a card."""
    if word.text in LANGUAGE:
        help = "a flag that stands on a card is yes, any other is no" if word.text in ("yes", "no") else ""
        return Wrong("E0302", f'"{word.text}" has no meaning on a card', word.at, "", help)
    code, message, place, label, help, _ = unknown(s, word.text, word.at).args_
    names = [symbol.name for symbol in s.table.of_kind("word", "flag", "attr", "part")]
    return Wrong(code, message, place, label, nearest(word.text, [*names, *s.table.keywords, *OWN_LINES]) or help)


def colon_line(s: Scope, stmt: Stmt, define: Sequence[Clause]) -> Wrong:
    """``effect: draw 1``, ``KEYWORD 1: KIND``."""
    head, symbol = " ".join(head_at(stmt).text.split()), s.table.noun(head_at(stmt).text)
    forms = [f'"{pattern(sig)}"' for sig in s.table.keywords.get(head.split()[0], ()) if len(head.split()) > 1]
    braces = "{{ {} }}" if symbol is not None and symbol.kind == "part" else "{}"
    whole = f"{head} {braces.format(', '.join(' '.join(clause.at.text.split()) for clause in define))}"
    help = f"write {' or '.join(forms)}" if forms else f'write "{whole}"'
    return Wrong("E0302", "a colon has no meaning in this line", head_at(stmt), "", help)
