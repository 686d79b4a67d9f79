"""What single words and groups of words say of cards and players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Symbol, Wrong, show, unknown
from yomi_dsl.diagnostics import nearest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Either, Item, Number, Text, Word


@attrs.define(eq=False)
class Noun:
    """What a phrase may mean: a value of ``type``, or a filter with where its cards come from.

    kind   value; filter; players (any player, ...); attr (a bare attribute's name)
    """

    kind: str
    at: Span
    type: str = ""
    value: ir.Value | None = None
    terms: list[ir.Term] = attrs.field(factory=list)
    quant: str = ""
    zones: tuple[ir.Zone | ir.Local, ...] = ()
    among: ir.Value | None = None
    placed: bool = False
    name: str = ""
    symbol: Symbol | None = None

    @property
    def filter(self) -> ir.Filter:
        return ir.Filter(tuple(self.terms))


def value_noun(value: ir.Value, type: str, span: Span) -> Noun:
    return Noun("value", span, type, value)


def said(term: ir.Term) -> str:
    """The declared name in a test of one word."""
    return str(next((getattr(term, f) for f in ("attr", "status", "group", "value") if hasattr(term, f)), ""))


def need_you(s: Scope, span: Span) -> ir.Value:
    if s.you is None:
        raise Wrong("E0305", "nobody is meant by you here", span, "no player acts in this place", 'write "each player { ... }"')
    return s.you


def need_this(s: Scope, span: Span) -> ir.Value:
    if s.this is None:
        raise Wrong("E0305", "no card is meant by this here", span, "only the text of a card has a this")
    return s.this


def of_player(symbol: Symbol, owner: ir.Value, span: Span) -> Noun | None:
    if symbol.kind == "zone":
        if symbol.data.shared:
            raise Wrong("E0304", f'"{symbol.name}" belongs to no player', span)
        return value_noun(ir.Zone(symbol.name, owner), "zone", span)
    if symbol.kind == "tally" and symbol.data.of == "player":
        return value_noun(ir.Tally(symbol.name, owner), "number", span)
    if symbol.kind == "value" and symbol.data.of == "player":
        return value_noun(ir.Call(symbol.name, (owner,)), symbol.data.type, span)
    if symbol.kind == "head":
        return value_noun(ir.HeadCard(symbol.name, owner), "card", span)
    return None


def of_card(symbol: Symbol, card: ir.Value, span: Span) -> Noun | None:
    if symbol.kind in ("attr", "flag", "set"):
        attr = symbol.data if isinstance(symbol.data, ir.Attribute) else None
        return value_noun(ir.Attr(symbol.name, card), attr_type(attr, symbol), span)
    if symbol.kind == "tally" and symbol.data.of == "card":
        return value_noun(ir.Tally(symbol.name, card), "number", span)
    if symbol.kind == "value" and symbol.data.of == "card":
        return value_noun(ir.Call(symbol.name, (card,)), symbol.data.type, span)
    return None


def attr_type(attr: ir.Attribute | None, symbol: Symbol) -> str:
    if attr is None or attr.type == "word":
        return f"word {attr.set if attr else symbol.name}"
    return {"number": "number", "flag": "yes/no", "filter": "filter", "set": f"set {attr.set}"}[attr.type]


def symbol_term(symbol: Symbol) -> ir.Term | None:
    """The test that a declared word is, standing before a card."""
    kind, data = symbol.kind, symbol.data
    if kind == "word":
        return ir.IsWord(data, (symbol.name,), symbol.name)
    if kind == "group":
        return ir.IsWord(data[0], data[1], symbol.name)
    if kind == "flag":
        return ir.IsFlag(symbol.name)
    if kind == "status":
        return ir.IsStatus(symbol.name)
    if kind == "cardgroup":
        return ir.IsGroup(symbol.name)
    if kind == "value" and data.of == "card" and data.type == "yes/no":
        return ir.IsValue(symbol.name)
    return None


def bare(s: Scope, symbol: Symbol, span: Span) -> Noun:
    """A declared name alone: a shared zone, a game tally, an attribute of the card spoken of, or just its name."""
    if symbol.kind == "zone":
        if not symbol.data.shared and not s.any_zone:
            raise Wrong("E0303", f'whose "{symbol.name}"?', span, "", f'write "your {symbol.name}" or "opponent\'s {symbol.name}"')
        return value_noun(ir.Zone(symbol.name, None), "zone", span)
    if symbol.kind == "tally" and symbol.data.of == "game":
        return value_noun(ir.Tally(symbol.name, None), "number", span)
    if s.subject is not None:
        made = of_card(symbol, s.subject, span)
        if made is not None:
            return made
    return Noun("attr", span, symbol=symbol)


def either_words(s: Scope, item: Either) -> tuple[str, tuple[str, ...]]:
    """The set and the words of ``a/b/c``. Words of one set only."""
    if any(isinstance(part, Number) for part in item.items):
        raise Wrong("E0306", '"/" stands only between words of one set', item.at, "there is no division", 'write "half of NUMBER rounded up" or "rounded down"')
    sets: set[str] = set()
    out: list[str] = []
    for part in item.items:
        symbol = s.table.nouns.get((part.text,)) if isinstance(part, Word) else None
        if symbol is None or symbol.kind not in ("word", "group"):
            if isinstance(part, Word) and symbol is None:
                raise unknown(s, part.text, part.at)
            raise Wrong("E0306", '"/" stands only between words of one set', part.at, "not a word of a set", 'join with "or"')
        s.table.used.add(symbol.name)
        sets.add(symbol.data if symbol.kind == "word" else symbol.data[0])
        out.extend((symbol.name,) if symbol.kind == "word" else symbol.data[1])
    if len(sets) > 1:
        raise Wrong("E0306", '"/" stands only between words of one set', item.at, f"words of {', '.join(sorted(sets))}", 'join with "or"')
    name = sets.pop()
    symbol = s.table.noun(name)
    order = (*symbol.data.words, *out) if symbol is not None else tuple(out)
    return name, tuple(sorted(set(out), key=order.index))


def either_term(s: Scope, item: Either) -> ir.Term:
    set_name, words = either_words(s, item)
    return ir.IsWord(set_name, words, show(item))


def keyword_term(s: Scope, items: Sequence[Item], i: int) -> ir.IsKeyword | None:
    """The keywords whose own words stand here, and as many of them as can be: what differs behind them is not asked for."""
    said: dict[str, list[str]] = {}
    for sig in s.table.keywords.get(show(items[i]), ()):
        words = tuple(takewhile(lambda part: isinstance(part, str), sig.head))
        if tuple(map(show, items[i : i + len(words)])) == words:
            said.setdefault(" ".join(map(str, words)), []).append(sig.name)
    longest = max(said, key=len, default="")
    return ir.IsKeyword(longest, tuple(said[longest])) if longest else None


def card_name(s: Scope, item: Text) -> str:
    if item.value in s.table.card_names:
        s.table.used.add(f'"{item.value}"')
    elif item.value not in s.fixtures:
        word = f'"{item.value}" is a word of the game: write it without quotes' if s.table.noun(item.value) else ""
        help = word or nearest(item.value, s.table.card_names | s.fixtures)
        raise Wrong("E0203", f'no card is named "{item.value}"', item.at, "unknown card", help)
    return item.value
