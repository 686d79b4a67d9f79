"""Noun phrases: ``your coins``, ``any red card in your hand``, ``top of your deck``, ``size of first red in your hand``.

A phrase is read into a `Noun`, which is not yet a value: whether "red" is a test, a set or a question depends on where it
stands. The functions ``card``, ``cards``, ``player``, ``zone``, ``filter_``, ``number`` and ``anything`` say what is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    LANGUAGE,
    LOST,
    Follows,
    Macro,
    Scope,
    SeatVar,
    Symbol,
    Var,
    Wrong,
    longest,
    plain_words,
    show,
    unknown,
)
from yomi_dsl.diagnostics import nearest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Either, Expr, Group, Item, Number, Phrase, Text, Word

QUANTS = {"any": "any", "all": "all", "no": "no", "each": "all", "first": "first", "last": "last", "top": "first", "bottom": "last"}
FOLDS = ("count", "sum", "most", "least")


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


# ---- reading -----------------------------------------------------------------------------------------------------------


def noun(s: Scope, expr: Expr) -> Noun:
    if isinstance(expr, Phrase):
        return Run(s, expr).read()
    if expr.op == "of":
        return of_noun(s, expr)
    if expr.op == "in":
        return in_noun(s, expr)
    if expr.op in ("+", "-", "*", "neg"):
        return value_noun(number(s, expr), "number", expr.at)
    if expr.op == "or" and not any(looks_yes_no(s, e) for e in either_side(expr)):
        return Noun("filter", expr.at, terms=[ir.OneOf(tuple(filter_(s, e) for e in either_side(expr)))])
    if expr.op == "..":
        raise Wrong("E0302", "a range has no meaning here", expr.at, "this is not used")
    if expr.op == "headed":
        raise Wrong("E0302", "nothing may stand before this not", expr.left.at if expr.left else expr.at, "this word is not used")
    from yomi_dsl.compiler.conditions import condition

    return value_noun(condition(s, expr), "yes/no", expr.at)


def looks_yes_no(s: Scope, expr: Expr) -> bool:
    """Is this a condition by its form? (A filter never is.)"""
    if isinstance(expr, Binary):
        return expr.op not in ("of", "in", "or")
    return any(isinstance(i, Word) and (i.text,) in s.table.relations for i in expr.items[1:])


def either_side(expr: Expr) -> list[Expr]:
    if isinstance(expr, Binary) and expr.op == "or":
        assert expr.left is not None
        return [*either_side(expr.left), *either_side(expr.right)]
    return [expr]


class Run:
    """Reads one run of words from left to right."""

    def __init__(self, s: Scope, phrase: Phrase) -> None:
        self.s, self.items, self.at, self.i = s, phrase.items, phrase.at, 0
        self.noun = Noun("filter", phrase.at)

    def read(self) -> Noun:
        single = self.single()
        if single is not None:
            return single
        self.quantifier()
        owner = self.owner()
        if owner is not None:
            done = self.owned(owner)
            if done is not None:
                return self.unquantified(done)
        while self.i < len(self.items):
            done = self.term(owner)
            if done is not None:
                return done
        return self.noun

    def unquantified(self, done: Noun) -> Noun:
        if self.noun.quant:
            first = self.items[0]
            help = f'write "{show(first)} of ..."' if show(first) in ("top", "bottom") else f'write "{show(first)} card in ..."'
            raise Wrong("E0302", f'"{show(first)}" has no meaning before this', first.at, "this is no kind of card", help)
        return done

    def word(self, ahead: int = 0) -> str:
        i = self.i + ahead
        item = self.items[i] if i < len(self.items) else None
        return item.text if isinstance(item, Word) else ""

    @property
    def rest(self) -> int:
        return len(self.items) - self.i

    def single(self) -> Noun | None:
        """Numbers, yes, no, nothing, players, this, brackets: phrases that are one thing."""
        s, first = self.s, self.items[0]
        if len(self.items) == 1:
            if isinstance(first, Number):
                return value_noun(ir.Lit(first.value), "number", self.at)
            if isinstance(first, Group):
                return group_noun(s, first)
            literal = {"yes": (True, "yes/no"), "no": (False, "yes/no"), "nothing": (None, "nothing")}.get(self.word())
            if literal:
                return value_noun(ir.Lit(literal[0]), literal[1], self.at)
            if self.word() == "you":
                return value_noun(need_you(s, self.at), "player", self.at)
            if self.word() == "opponent":
                return value_noun(ir.Opponent(need_you(s, self.at)), "player", self.at)
            if self.word() == "this":
                return value_noun(need_this(s, self.at), "card", self.at)
        if len(self.items) == 2 and self.word(1) in ("player", "players"):
            if self.word() == "active":
                return value_noun(ir.Active(), "player", self.at)
            if self.word() == "random":
                return value_noun(ir.RandomPlayer(), "player", self.at)
            if self.word() in ("any", "each", "both", "no"):
                return Noun("players", self.at, quant=self.word())
        if len(self.items) == 2 and self.word() == "turn" and self.word(1) == "number":
            return value_noun(ir.TurnNumber(), "number", self.at)
        return None

    def quantifier(self) -> None:
        word = self.word()
        declared = longest(self.s.table.nouns, self.items, self.i, self.s.table.longest)
        named = declared is not None and declared[1] > 1
        if word in QUANTS and not named and not self.s.local(self.items, self.i) and self.rest > 1:
            self.noun.quant = QUANTS[word]
            self.i += 1
        elif word in ("count", "sum", "most", "least", "different") and self.rest > 1:
            raise Wrong("E0303", f'"{word}" is followed by "of"', self.at, "", f'write "{word} of ..."')

    def owner(self) -> ir.Value | None:
        word, s = self.word(), self.s
        span = self.items[self.i].at if self.i < len(self.items) else self.at
        if word == "your":
            self.i += 1
            return need_you(s, span)
        if not word.endswith("'s"):
            return None
        self.i += 1
        if word == "opponent's":
            return ir.Opponent(need_you(s, span))
        key = (word[:-2],)
        found = s.names.get(key)
        if found is None:
            raise unknown(s, word[:-2], span)
        if found.type == LOST:
            raise Follows("", "", span)
        value, type = read_local(s, found, span)
        if type == "card":
            return ir.Owner(value)
        if type != "player":
            raise Wrong("E0304", f'"{word[:-2]}" is no player', span, "an owner stands here")
        return value

    def owned(self, owner: ir.Value) -> Noun | None:
        """What belongs to a player: a zone, a number, a holder's card; else the owner of the cards that follow."""
        found = self.s.noun(self.items, self.i)
        if found is not None and not self.s.local(self.items, self.i):
            symbol, size = found
            made = of_player(symbol, owner, self.at)
            if made is not None:
                self.i += size
                self.end(symbol.name)
                return made
        if self.rest == 0:
            raise Wrong("E0302", "something is missing after the owner", self.at, "whose what?")
        self.noun.terms.append(ir.OwnedBy(owner))
        return None

    def end(self, name: str) -> None:
        if self.rest:
            extra = self.items[self.i]
            raise Wrong("E0302", f'"{show(extra)}" has no meaning after "{name}"', extra.at, "this word is not used")

    def term(self, owner: ir.Value | None) -> Noun | None:
        item = self.items[self.i]
        if isinstance(item, Text):
            self.i += 1
            self.noun.terms.append(ir.IsNamed(card_name(self.s, item)))
            return None
        if isinstance(item, Either):
            self.i += 1
            self.add_words(either_term(self.s, item), item.at)
            return None
        if isinstance(item, Group):
            self.i += 1
            self.bracketed(group_noun(self.s, item))
            return None
        if isinstance(item, Number):
            if self.i == 0 and self.rest > 1:
                extra = self.items[1]
                raise Wrong("E0302", f'"{show(extra)}" has no meaning after {item.value}', extra.at, "this is not used")
            raise Wrong("E0302", f'the number {item.value} has no meaning here', item.at, "this number is not used")
        return self.word_term(owner)

    def add_words(self, term: ir.Term, span: Span) -> None:
        """Words of one set stand once in a run: a second time they would say nothing, or contradict."""
        assert isinstance(term, ir.IsWord)
        other = next((t for t in self.noun.terms if isinstance(t, ir.IsWord) and t.attr == term.attr), None)
        if other is not None and set(term.words) & set(other.words):
            raise Wrong("E0302", f'"{term.label}" says nothing beside "{other.label}"', span, f"both are words of {term.attr}")
        self.noun.terms.append(term)

    def bracketed(self, inner: Noun) -> None:
        """``last (card c in play where ...)``: cards in brackets bring their zones along."""
        if inner.kind == "filter" and not inner.quant:
            self.noun.terms.extend(inner.terms)
            self.noun.zones, self.noun.among, self.noun.placed = inner.zones, inner.among, inner.placed
            self.noun.name = inner.name
        else:
            self.noun.terms.extend(as_filter(inner).terms)

    def word_term(self, owner: ir.Value | None) -> Noun | None:
        local = self.s.local(self.items, self.i)
        if local is not None and not (self.word() == "card" and self.rest > 1):
            return self.local_term(*local)
        if self.word() in ("card", "cards"):
            self.i += 1
            if self.rest == 1 and self.word() not in ("", "card", "cards", "your", *QUANTS) and "'" not in self.word():
                if self.s.noun(self.items, self.i) is not None or self.word() in LANGUAGE:
                    raise Wrong("E0302", f'"{self.word()}" has no meaning after "card"', self.items[self.i].at, "this word is not used", 'write it before "card"')
                self.noun.name = self.word()
                self.i += 1
            elif self.rest:
                raise Wrong("E0302", f'"{show(self.items[self.i])}" has no meaning after "card"', self.items[self.i].at, "this word is not used")
            return None
        found = self.s.noun(self.items, self.i)
        if found is None:
            if self.word() in self.s.table.keywords:
                self.i += 1
                self.noun.terms.append(ir.IsKeyword(self.word(-1)))
                return None
            raise self.strange()
        symbol, size = found
        self.i += size
        term = symbol_term(symbol)
        if term is not None:
            if isinstance(term, ir.IsWord):
                self.add_words(term, self.items[self.i - 1].at)
            elif any(type(t) is type(term) and said(t) == said(term) for t in self.noun.terms):
                raise Wrong("E0302", f'"{symbol.name}" is said twice', self.items[self.i - 1].at, "once is enough")
            else:
                self.noun.terms.append(term)
            if symbol.kind in ("word", "group"):
                self.noun.symbol = symbol
            return None
        if self.rest or self.noun.terms or owner is not None:
            self.reject(symbol)
        return bare(self.s, symbol, self.at)

    def strange(self) -> Wrong:
        """A word that nothing declares. Some words of the language are missed by one."""
        wrong = unknown(self.s, self.word(), self.items[self.i].at)
        rest = plain_words(self.items[self.i + 1 :])
        if self.word() == "phase" and rest:
            return Wrong("E0303", '"phase" is followed by "is"', self.at, "", f'write "phase is {rest}"')
        return wrong

    def reject(self, symbol: Symbol) -> None:
        if not self.rest and all(isinstance(t, ir.OwnedBy) for t in self.noun.terms) and self.noun.terms:
            raise Wrong("E0304", f'"{symbol.name}" does not belong to a player', self.at)
        raise Wrong("E0302", f'"{symbol.name}" cannot stand beside the other words', self.at, "these words do not make one thing")

    def local_term(self, binding: Var | SeatVar | Macro, size: int) -> Noun | None:
        start = self.i
        self.i += size
        if isinstance(binding, Macro) and binding.type == "filter":
            self.noun.terms.extend(macro_filter(self.s, binding).terms)
            return None
        value, type = read_local(self.s, binding, self.items[start].at)
        if self.rest or self.noun.terms:
            raise Wrong("E0302", f'"{show(self.items[start])}" cannot stand beside the other words', self.at, "these words do not make one thing")
        result = value_noun(value, type, self.at)
        result.quant = self.noun.quant
        return result


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


def read_local(s: Scope, binding: Var | SeatVar | Macro, span: Span) -> tuple[ir.Value, str]:
    if isinstance(binding, Var):
        return binding.value, binding.type
    if isinstance(binding, SeatVar):
        return ir.PerSeat(binding.slot, binding.name, need_you(s, span)), binding.type
    if binding.expr is None:
        return ir.Lit(None), "nothing"
    return anything(s.use_view(binding), binding.expr, binding.type)


def macro_filter(s: Scope, binding: Macro) -> ir.Filter:
    if binding.expr is None:
        raise Wrong("E0303", "the keyword's use leaves this out", binding.clause.at)
    return filter_(s.use_view(binding), binding.expr)


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


def card_name(s: Scope, item: Text) -> str:
    if item.value not in s.table.card_names and item.value not in s.fixtures:
        raise Wrong("E0203", f'no card is named "{item.value}"', item.at, "unknown card", nearest(item.value, s.table.card_names | s.fixtures))
    return item.value


def group_noun(s: Scope, group: Group) -> Noun:
    if group.typed is not None or len(group.clauses) != 1:
        raise Wrong("E0301", "one thing is expected in these brackets", group.at)
    return clause_noun(s, group.clauses[0])


def clause_noun(s: Scope, clause: Clause) -> Noun:
    """A noun with tails: ``card c in pile where ...``, ``c as x``."""
    result = noun(s, clause.value)
    for tail in clause.tails:
        if tail.word == "where":
            add_where(s, result, tail.value)
        elif tail.word == "as":
            result = value_noun(ir.As(as_card(s, result), face_value(s, tail.value)), "card", clause.at)
        else:
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used")
    return result


def face_value(s: Scope, expr: Expr) -> ir.Value:
    """A face by name, or a local that holds its word."""
    if isinstance(expr, Phrase):
        found = s.noun(expr.items, 0)
        if found and found[1] == len(expr.items) and found[0].kind in ("face", "word"):
            return ir.Lit(found[0].name)
    value, type = anything(s, expr, "")
    if not type.startswith("word"):
        raise Wrong("E0304", "a face is expected here", expr.at)
    return value


def add_where(s: Scope, result: Noun, expr: Expr) -> None:
    """A condition on the cards of a noun: bare attributes speak of the card."""
    from yomi_dsl.compiler.conditions import condition

    if result.kind == "players":
        slot = s.env.new("player")
        inner = s.child(you=ir.Local(slot, "player"))
        result.kind, result.type = "value", "player"
        result.value = ir.Seat(slot, "player", condition(inner, expr))
        return
    if result.kind != "filter":
        raise Wrong("E0302", '"where" has no meaning here', expr.at)
    slot = s.env.new(result.name or "it")
    it = ir.Local(slot, result.name or "it")
    inner = s.child(subject=it)
    if result.name:
        inner.names[(result.name,)] = Var("card", it)
    result.terms.append(ir.Such(slot, condition(inner, expr)))


# ---- of and in -----------------------------------------------------------------------------------------------------------


def in_noun(s: Scope, expr: Binary) -> Noun:
    assert expr.left is not None
    left, right = noun(s, expr.left), noun(s, expr.right)
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


# ---- what is wanted ------------------------------------------------------------------------------------------------------


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
    raise Wrong("E0304", "a kind of card is expected here", n.at, f"this is {describe(n)}")


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
    ("player", "card"): '"owner of {}"',
    ("condition", "zone"): '"any card in {}"',
    ("condition", "number"): '"{} > 0"',
    ("condition", "card"): '"{} is something"',
}
"""What is meant where a thing of the second sort stands and one of the first is needed."""


def other_sort(n: Noun, wanted: str, message: str) -> Wrong:
    if n.kind == "attr" and n.symbol is not None and n.symbol.kind in ("tally", "value", "attr"):
        return whose(n.symbol, n.at)
    form = INSTEAD.get((wanted, n.type if n.kind == "value" else n.kind), "")
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


def zone(s: Scope, expr: Expr) -> ir.Zone | ir.Local:
    n = noun(s, expr)
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
