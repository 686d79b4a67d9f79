"""What belongs to something: ``X of Y``, ``X in Y``, sums and counts."""

from __future__ import annotations

from yomi_dsl import ir
from yomi_dsl.compiler.base import LANGUAGE, Scope, Symbol, Wrong, plain_words, show, unknown
from yomi_dsl.compiler.nouns import QUANTS, noun
from yomi_dsl.compiler.terms import Noun, of_card, of_player, value_noun
from yomi_dsl.compiler.wanted import anything, as_card, as_cards, card, number, place, zone
from yomi_dsl.syntax import Binary, Expr, Phrase, Word

FOLDS = ("count", "sum", "most", "least")


# ---- of and in -----------------------------------------------------------------------------------------------------------


def in_noun(s: Scope, expr: Binary) -> Noun:
    assert expr.left is not None
    left, right = noun(s, expr.left), place(s, expr.right)
    if left.kind == "value" and left.type == "card" and right.type == "zone":
        assert left.value is not None
        zone_value = right.value
        return value_noun(ir.In(left.value, zone_value), "yes/no", expr.at)  # type: ignore[arg-type]
    if left.kind != "filter":
        raise Wrong("E0304", "cards are expected before in", expr.left.at)
    left.placed, left.at = True, expr.at
    if right.type == "zone":
        left.zones = (right.value,)  # type: ignore[assignment]
    else:
        left.among = as_cards(s, right)
    return left


def of_noun(s: Scope, expr: Binary) -> Noun:
    left = expr.left
    if not isinstance(left, Phrase):
        raise Wrong("E0302", '"of" has no meaning after this', expr.at)
    first = left.items[0].text if isinstance(left.items[0], Word) else ""
    if first in FOLDS and len(left.items) == 1:
        return value_noun(fold(s, first, expr), "number", expr.at)
    if first in ("top", "bottom") and len(left.items) == 1:
        take = QUANTS[first]
        return value_noun(ir.Pick(take, zone_cards(s, expr.right)), "card", expr.at)
    if first == "different":
        raise Wrong("E0303", '"different" stands after "count of"', expr.at)
    if first == "half" and len(left.items) == 1:
        return half(s, expr)
    simple = word_of(s, left, expr)
    if simple is not None:
        return simple
    found = s.noun(left.items, 0)
    if found is None and (plain_words(left.items) in LANGUAGE or s.local(left.items, 0)):
        raise Wrong("E0302", f'"of" has no meaning after "{plain_words(left.items)}"', expr.at, "these words do not make one thing")
    if found is None and first in QUANTS and len(left.items) > 1:
        wanted = f"{first} of" if first in ("top", "bottom") else f"{plain_words(left.items)} in"
        raise Wrong("E0302", f'"of" has no meaning after "{plain_words(left.items)}"', expr.at, "", f'write "{wanted} {expr.right.at.text}"')
    if found is None:
        raise unknown(s, plain_words(left.items), left.at)
    if found[1] != len(left.items):
        raise Wrong("E0302", f'"{plain_words(left.items[found[1] :])}" has no meaning here', left.at)
    return property_of(s, found[0], expr)


def word_of(s: Scope, left: Phrase, expr: Binary) -> Noun | None:
    """The built-in properties: owner, holder, name, successor."""
    what = plain_words(left.items)
    if what == "owner":
        return value_noun(ir.Owner(card(s, expr.right)), "player", expr.at)
    if what == "name":
        return value_noun(ir.NameOf(card(s, expr.right)), "text", expr.at)
    if what == "holder":
        return holder_of(s, expr)
    if what == "successor":
        value, type = anything(s, expr.right, "")
        if not type.startswith("word "):
            raise Wrong("E0304", "a successor is of a word of a set", expr.right.at)
        return value_noun(ir.Successor(value, type[5:]), type, expr.at)
    return None


def holder_of(s: Scope, expr: Binary) -> Noun:
    found = s.noun(expr.right.items, 0) if isinstance(expr.right, Phrase) else None
    if found and found[0].kind == "status":
        return value_noun(ir.Holder(found[0].name), "player", expr.at)
    raise Wrong("E0304", '"holder of" is followed by a status', expr.right.at)


def half(s: Scope, expr: Binary) -> Noun:
    """``half of X rounded up``: the direction stands at the end of the run."""
    if isinstance(expr.right, Phrase):
        words = [show(i) for i in expr.right.items]
        if words[-2:-1] == ["rounded"] and words[-1] in ("up", "down"):
            inner = Phrase(expr.right.items[:-2], expr.right.at)
            return value_noun(ir.Op(f"half-{words[-1]}", (number(s, inner),)), "number", expr.at)
    whole = " ".join(expr.at.text.split())
    for end in (" rounded up", " rounded down"):
        if whole.endswith(end):
            longer = whole.removeprefix("half of ").removesuffix(end)
            raise Wrong("E0303", "half of what is not clear", expr.right.at, "a longer number stands in brackets", f'write "half of ({longer}){end}"')
    longer = " ".join(expr.right.at.text.split())
    longer = longer if isinstance(expr.right, Phrase) else f"({longer})"
    raise Wrong("E0303", "half is rounded up or down", expr.at, "", f'write "half of {longer} rounded up" or "half of {longer} rounded down"')


def property_of(s: Scope, symbol: Symbol, expr: Binary) -> Noun:
    """``coins of x``, ``size of c``, ``deck of player``: by what the right side is."""
    right = noun(s, expr.right)
    if right.kind == "value" and right.type == "player":
        assert right.value is not None
        made = of_player(symbol, right.value, expr.at)
        if made is not None:
            return made
    if right.kind == "filter" and not right.quant and symbol.kind == "zone" and isinstance(expr.right, Phrase):
        raise Wrong("E0304", f'"{symbol.name}" belongs to a player', expr.right.at)
    if not (right.kind == "value" and right.type == "player"):
        made = of_card(symbol, as_card(s, right), expr.at)
        if made is not None:
            return made
    raise Wrong("E0304", f'"{symbol.name}" is no property of this', expr.at, "does not go together")


def fold(s: Scope, what: str, expr: Binary) -> ir.Value:
    """``count of cards``, ``count of different X of cards``, ``sum of X of cards``."""
    right = expr.right
    if isinstance(right, Binary) and right.op == "of" and isinstance(right.left, Phrase):
        words = [show(i) for i in right.left.items]
        if what == "count" and words[0] == "different":
            return fold_each(s, "different", Phrase(right.left.items[1:], right.left.at), right.right)
        if what != "count":
            return fold_each(s, what, right.left, right.right)
    if what != "count":
        raise Wrong("E0303", f'"{what} of" is followed by a number of cards', expr.at, "", f'write "{what} of NUMBER of ..."')
    return ir.Fold("count", fold_cards(s, right), 0, None)


def fold_cards(s: Scope, expr: Expr) -> ir.Value:
    found = noun(s, expr)
    if found.kind == "value" and found.type == "zone":
        slot = s.env.new("it")
        return ir.Cards((found.value,), None, ir.Filter(()), slot, "it", None)  # type: ignore[arg-type]
    return as_cards(s, found)


def fold_each(s: Scope, what: str, left: Phrase, right: Expr) -> ir.Value:
    over = fold_cards(s, right)
    slot = s.env.new("it")
    it = ir.Local(slot, "it")
    if plain_words(left.items) == "name":
        return ir.Fold(what, over, slot, ir.NameOf(it))
    found = s.noun(left.items, 0)
    made = of_card(found[0], it, left.at) if found and found[1] == len(left.items) else None
    if made is None or made.value is None:
        raise Wrong("E0304", f'"{plain_words(left.items)}" is no property of a card', left.at)
    return ir.Fold(what, over, slot, made.value)


def zone_cards(s: Scope, expr: Expr) -> ir.Cards:
    where = zone(s, expr)
    return ir.Cards((where,), None, ir.Filter(()), s.env.new("it"), "it", None)
