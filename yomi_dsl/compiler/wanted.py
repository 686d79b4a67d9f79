"""A phrase read as what is wanted: a number, a player, a card, cards, a filter, a zone, a word."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl import ir
from yomi_dsl.compiler import meant
from yomi_dsl.compiler.base import Scope, Symbol, Wrong
from yomi_dsl.compiler.nouns import noun
from yomi_dsl.compiler.terms import Noun
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Expr, Item, Phrase, Text


def unnamed(n: Noun) -> None:
    """A name in ``card c`` is there for the condition that follows."""
    if n.name and not any(isinstance(term, ir.Such) for term in n.terms):
        raise Wrong("E0302", f'nothing speaks of "{n.name}"', n.at, "a name is for the condition after where", f'leave "{n.name}" out')


def as_filter(n: Noun) -> ir.Filter:
    unnamed(n)
    if n.kind == "filter" and not n.placed:
        return n.filter
    if n.kind == "value" and n.type == "card":
        assert n.value is not None
        return ir.Filter((ir.Same(n.value),))
    if n.kind == "value" and n.type == "filter" and isinstance(n.value, ir.Attr):
        return ir.Filter((ir.Fits(n.value.name, n.value.of),))
    if n.kind == "attr" and n.symbol is not None and n.symbol.kind == "head":
        return ir.Filter((ir.IsHead(n.symbol.name),))
    there = f'cards come from one zone at a time; whether c lies there is "c in {n.at.text}"' if n.type == "zone" else ""
    raise Wrong("E0304", "a kind of card is expected here", n.at, f"this is {describe(n)}", there)


def as_cards(s: Scope, n: Noun) -> ir.Value:
    unnamed(n)
    if n.kind == "value" and n.type in ("card", "cards", "nothing"):
        assert n.value is not None
        return n.value
    if n.kind == "filter":
        source = ir.Cards(n.zones, n.among, n.filter, s.env.new("it"), n.name or "it", None)
        if n.quant in ("first", "last"):
            return ir.Pick(n.quant, source)
        if n.quant in ("", "all"):
            return source
        if n.quant == "any":
            return ir.Pick("first", source)
    raise other_sort(n, "cards", "cards are expected here")


def as_card(s: Scope, n: Noun) -> ir.Value:
    unnamed(n)
    if n.kind == "value" and n.type in ("card", "nothing"):
        assert n.value is not None
        return n.value
    if n.kind == "filter" and n.quant in ("any", "first", "last"):
        source = ir.Cards(n.zones, n.among, n.filter, s.env.new("it"), n.name or "it", None)
        return ir.Pick("last" if n.quant == "last" else "first", source)
    if n.kind == "filter" and n.placed and not n.quant:
        raise Wrong("E0303", "which of these cards?", n.at, "there may be several", 'write "any", "first", "last" or "all" before it')
    raise other_sort(n, "card", "one card is expected here")


def as_bool(s: Scope, n: Noun) -> ir.Value:
    if n.kind == "value" and n.type == "yes/no":
        assert n.value is not None
        return n.value
    if n.kind == "value" and n.type == "player" and isinstance(n.value, ir.Seat):
        return ir.Something(n.value)
    if n.kind == "filter" and n.quant in ("any", "no"):
        return ir.Quant(n.quant, ir.Cards(n.zones, n.among, n.filter, s.env.new("it"), n.name or "it", None))
    raise other_sort(n, "condition", "a condition is expected here")


INSTEAD = {
    ("number", "zone"): '"count of {}"',
    ("number", "cards"): '"count of {}"',
    ("number", "card"): '"NUMBER of {}"',
    ("card", "zone"): '"top of {}" or "any card in {}"',
    ("cards", "zone"): '"all card in {}"',
    ("cards", "number"): '"choose c from your ZONE" before this, and "c" instead of {}',
    ("player", "card"): '"owner of {}"',
    ("condition", "zone"): '"any card in {}"',
    ("condition", "number"): '"{} > 0"',
    ("condition", "card"): '"{} is something"',
    ("condition", "filter"): '"c is {}", with the name of a card for c',
    ("number", "placed"): '"count of {}"',
}
"""What is meant where a thing of the second sort stands and one of the first is needed."""


def other_sort(n: Noun, wanted: str, message: str) -> Wrong:
    if n.kind == "attr" and n.symbol is not None and n.symbol.kind in ("tally", "value", "attr"):
        return whose(n.symbol, n.at)
    form = INSTEAD.get((wanted, n.type if n.kind == "value" else "placed" if n.placed else n.kind), "")
    text = " ".join(n.at.text.split())
    return Wrong("E0304", message, n.at, f"this is {describe(n)}", f"write {form.replace('{}', text)}" if form else "")


def whose(symbol: Symbol, at: Span) -> Wrong:
    """The name of a number that belongs to a player or a card, alone."""
    if symbol.kind == "attr" or symbol.data.of == "card":
        return Wrong("E0303", f'"{symbol.name}" of which card?', at, "", f'write "{symbol.name} of this" or "{symbol.name} of c"')
    return Wrong("E0303", f'whose "{symbol.name}"?', at, "", f'write "your {symbol.name}" or "opponent\'s {symbol.name}"')


def describe(n: Noun) -> str:
    if n.kind == "value":
        return {"yes/no": "a yes or no", "zone": "a zone", "cards": "a set of cards"}.get(n.type, f"a {n.type}")
    return {"filter": "a kind of card", "players": "players", "attr": "the name of something"}[n.kind]


def card(s: Scope, expr: Expr) -> ir.Value:
    return as_card(s, noun(s, expr))


def cards(s: Scope, expr: Expr) -> ir.Value:
    return as_cards(s, noun(s, expr))


def filter_(s: Scope, expr: Expr) -> ir.Filter:
    return as_filter(noun(s, expr))


def player(s: Scope, expr: Expr) -> ir.Value:
    n = noun(s, expr)
    if n.kind == "value" and n.type == "player":
        assert n.value is not None
        return n.value
    raise other_sort(n, "player", "a player is expected here")


def place(s: Scope, expr: Expr) -> Noun:
    """Where cards lie: if that is not known, the zones are listed."""
    try:
        return noun(s, expr)
    except Wrong as wrong:
        code, message, at, label, help, more = wrong.args_
        if code != "E0202" or help not in ("", meant.belongings(s)):
            raise
        raise Wrong(code, message, at, label, meant.zones(s), more) from None


def zone(s: Scope, expr: Expr) -> ir.Zone | ir.Local:
    n = place(s, expr)
    if n.kind == "value" and n.type == "zone" and isinstance(n.value, (ir.Zone, ir.Local)):
        return n.value
    raise other_sort(n, "zone", "a zone is expected here")


def number(s: Scope, expr: Expr) -> ir.Value:
    if isinstance(expr, Binary) and expr.op in ("+", "-", "*"):
        assert expr.left is not None
        return ir.Op(expr.op, (number(s, expr.left), number(s, expr.right)))
    if isinstance(expr, Binary) and expr.op == "neg":
        inner = number(s, expr.right)
        return ir.Lit(-inner.value) if isinstance(inner, ir.Lit) and isinstance(inner.value, int) else ir.Op("neg", (inner,))
    n = noun(s, expr)
    if n.kind == "value" and n.type == "number":
        assert n.value is not None
        return n.value
    raise other_sort(n, "number", "a number is expected here")


def word_value(s: Scope, expr: Expr, set_name: str) -> ir.Value:
    """A word of one set, or something that holds one."""
    n = noun(s, expr)
    if n.kind == "value" and n.type == f"word {set_name}":
        assert n.value is not None
        return n.value
    if n.kind == "filter" and len(n.terms) == 1 and isinstance(n.terms[0], ir.IsWord) and len(n.terms[0].words) == 1:
        if n.terms[0].attr == set_name:
            return ir.WordLit(set_name, n.terms[0].words[0])
    if n.kind == "value" and n.type == "nothing":
        return ir.Lit(None)
    words = [sym.name for sym in s.table.of_kind("word") if sym.data == set_name]
    raise Wrong("E0304", f"a word of {set_name} is expected here", n.at, f"this is {describe(n)}", "one of " + ", ".join(words))


def anything(s: Scope, expr: Expr, want: str) -> tuple[ir.Value, str]:
    """A value of the wanted type ("" : whatever it is), and its type."""
    if want == "number":
        return number(s, expr), want
    if want in ("card", "card or nothing"):
        return card(s, expr), "card"
    if want == "cards":
        return cards(s, expr), want
    if want == "player":
        return player(s, expr), want
    if want == "zone":
        return zone(s, expr), want
    if want.startswith("word "):
        return word_value(s, expr, want[5:]), want
    if want == "filter":
        return filter_(s, expr), want
    if want == "span":
        from yomi_dsl.compiler.conditions import span

        return span(s, expr), want
    if want == "yes/no":
        from yomi_dsl.compiler.conditions import condition

        return condition(s, expr), want
    return untyped(s, expr)


def untyped(s: Scope, expr: Expr) -> tuple[ir.Value, str]:
    if isinstance(expr, Phrase) and len(expr.items) == 1 and isinstance(expr.items[0], Text):
        return ir.Lit(expr.items[0].value), "text"
    n = noun(s, expr)
    if n.kind == "value":
        assert n.value is not None
        return n.value, n.type
    if n.kind == "filter":
        if len(n.terms) == 1 and isinstance(n.terms[0], ir.IsWord) and len(n.terms[0].words) == 1 and not n.quant:
            term = n.terms[0]
            return ir.WordLit(term.attr, term.words[0]), f"word {term.attr}"
        if n.quant in ("any", "first", "last"):
            return as_card(s, n), "card"
        return as_cards(s, n), "cards"
    raise other_sort(n, "value", "a value is expected here")


def items_phrase(items: Sequence[Item]) -> Phrase:
    return Phrase(tuple(items), items[0].at + items[-1].at)
