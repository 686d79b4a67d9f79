"""Roles: a name with its type, ``(c: card)``."""

from __future__ import annotations

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Wrong, plain_clause, plain_words
from yomi_dsl.syntax import Expr, Group, Phrase, leftmost


def typed_role(s: Scope, expr: Expr, prep: str) -> ir.Role:
    """``(name: type)``."""
    item = leftmost(expr).items[0]
    whole = isinstance(expr, Phrase) and len(expr.items) == 1
    if not (whole and isinstance(item, Group) and item.typed and len(item.clauses) == 1 and len(item.typed) == 1):
        raise Wrong("E0303", "a name with its type is expected here", expr.at, "", 'write "(c: card)"')
    plain_clause(item.clauses[0])
    if item.typed[0].tails:
        raise Wrong("E0302", f'"{item.typed[0].tails[0].word}" has no meaning here', item.typed[0].tails[0].at, "this part is not used")
    name = plain_words(leftmost(item.clauses[0].value).items)
    if " " in name or not name:
        raise Wrong("E0301", "a role is named with one word", expr.at, "", 'write "(c: card)"')
    return ir.Role(name, role_type(s, item.typed[0].value), prep)


TYPES = ("number", "card", "cards", "player", "zone", "span", "filter", "text")


def role_type(s: Scope, expr: Expr) -> str:
    text = " ".join(expr.at.text.split())
    base = text.removesuffix(" or nothing")
    if base in TYPES:
        return text
    symbol = s.table.noun(base)
    if symbol is not None and symbol.kind == "set":
        s.table.used.add(base)
        return f"word {text}"
    raise Wrong("E0304", f'"{text}" is no type', expr.at, "", "a type is one of " + ", ".join(TYPES) + ", or a set of words")
