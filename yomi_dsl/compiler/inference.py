"""The type of each value, from the look of its formula."""

from __future__ import annotations

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Symbol, plain_words, show
from yomi_dsl.compiler.belonging import FOLDS
from yomi_dsl.syntax import Binary, Expr, Number, Phrase, leftmost


def infer_types(s: Scope) -> None:
    """The type of each value from the look of its formula, so that formulas may speak of each other in any order."""
    for symbol in s.table.of_kind("value"):
        symbol.data.type = looks_like(s, symbol.data.stmt.define[0].value, 8)


def looks_like(s: Scope, expr: Expr, depth: int) -> str:
    if isinstance(expr, Binary):
        if expr.op in ("+", "-", "*", "neg"):
            return "number"
        if expr.op == "of":
            return of_looks_like(s, expr, depth)
        if expr.op == "in":
            return phrase_looks_like(s, leftmost(expr), depth) if expr.left is not None else "yes/no"
        return "yes/no"
    return phrase_looks_like(s, expr, depth)


def of_looks_like(s: Scope, expr: Binary, depth: int) -> str:
    words = plain_words(leftmost(expr).items)
    if words in FOLDS or words == "half":
        return "number"
    if words in ("top", "bottom"):
        return "card"
    if words in ("owner", "holder"):
        return "player"
    return symbol_type(s, s.table.noun(words), depth)


def symbol_type(s: Scope, symbol: Symbol | None, depth: int) -> str:
    if symbol is None:
        return "yes/no"
    if symbol.kind == "value" and depth:
        return looks_like(s, symbol.data.stmt.define[0].value, depth - 1)
    if symbol.kind == "tally":
        return "number"
    if symbol.kind in ("attr", "flag", "set"):
        from yomi_dsl.compiler.terms import attr_type

        return attr_type(symbol.data if isinstance(symbol.data, ir.Attribute) else None, symbol)
    return {"zone": "zone", "head": "card"}.get(symbol.kind, "yes/no")


def phrase_looks_like(s: Scope, phrase: Phrase, depth: int) -> str:
    first = phrase.items[0]
    if isinstance(first, Number):
        return "number"
    word = show(first)
    if len(phrase.items) > 1 and show(phrase.items[1]) == "player":
        return "player"
    if any((show(i),) in s.table.relations for i in phrase.items[1:]):
        return "yes/no"
    if word in ("any", "first", "last", "this", "top"):
        return "card"
    if word in ("all", "card", "cards"):
        return "cards"
    if word == "your":
        return symbol_type(s, s.table.noun(plain_words(phrase.items[1:])), depth)
    return "yes/no"
