"""Phrases: a run of words, read from left to right into a `Noun`."""

from __future__ import annotations

from yomi_dsl import ir
from yomi_dsl.compiler import chance, meant
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
from yomi_dsl.compiler.everyday import instead
from yomi_dsl.compiler.names import in_quotes
from yomi_dsl.compiler.terms import (
    Noun,
    bare,
    card_name,
    either_term,
    keyword_term,
    need_this,
    need_you,
    of_player,
    said,
    symbol_term,
    value_noun,
)
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Either, Expr, Group, Number, Phrase, Text, Word

QUANTS = {"any": "any", "all": "all", "no": "no", "each": "all", "first": "first", "last": "last", "top": "first", "bottom": "last"}


# ---- reading -----------------------------------------------------------------------------------------------------------


def noun(s: Scope, expr: Expr) -> Noun:
    from yomi_dsl.compiler.belonging import in_noun, of_noun
    from yomi_dsl.compiler.wanted import filter_, number

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
        chance.refused(self.s, self.items, self.at)
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
            if self.word() in ("active", "random"):
                return value_noun(ir.Active() if self.word() == "active" else ir.RandomPlayer(), "player", self.at)
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
            raise Wrong("E0302", f'{in_quotes(extra)} has no meaning after "{name}"', extra.at, "this word is not used", instead(show(extra)))

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
                raise Wrong("E0302", f'{in_quotes(extra)} has no meaning after {item.value}', extra.at, "this is not used", instead(show(extra)))
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
            from yomi_dsl.compiler.wanted import as_filter

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
                raise Wrong("E0302", f'{in_quotes(self.items[self.i])} has no meaning after "card"', self.items[self.i].at, "this word is not used")
            return None
        found, keyword = self.s.noun(self.items, self.i), keyword_term(self.s, self.items, self.i)
        if keyword is not None and len(keyword.keyword.split()) > (found[1] if found else 0):
            self.noun.terms.append(keyword)
            self.i += len(keyword.keyword.split())
            return None
        if found is None:
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
        misplaced = meant.misplaced(self.s, self.items, self.i)
        if misplaced is not None:
            return misplaced
        rest = plain_words(self.items[self.i + 1 :])
        if self.word() == "phase" and rest:
            return Wrong("E0303", '"phase" is followed by "is"', self.at, "", f'write "phase is {rest}"')
        return meant.of_player(self.s, self.items[:self.i], unknown(self.s, *self.unknown_words()))

    def unknown_words(self) -> tuple[str, Span]:
        """The word that nothing declares, and those after it that are none either: together they are one name."""
        end = self.i + 1
        while end < len(self.items) and self.nameless(end):
            end += 1
        return plain_words(self.items[self.i : end]), self.items[self.i].at + self.items[end - 1].at

    def nameless(self, i: int) -> bool:
        """Does no name of the game or of the language begin with this word?"""
        item, known = self.items[i], self.s
        if not isinstance(item, Word) or item.text in LANGUAGE or item.text.endswith("'s"):
            return False
        return known.noun(self.items, i) is None and known.local(self.items, i) is None and item.text not in known.table.keywords

    def reject(self, symbol: Symbol) -> None:
        if not self.rest and all(isinstance(t, ir.OwnedBy) for t in self.noun.terms) and self.noun.terms:
            shared = f'it is of the whole game: write "{symbol.name}", or declare it "of player"' if symbol.kind in ("tally", "value", "zone") else ""
            raise Wrong("E0304", f'"{symbol.name}" does not belong to a player', self.at, "", meant.owned(self.s, symbol.name) or shared)
        raise Wrong("E0302", f'"{symbol.name}" cannot stand beside the other words', self.at, "these words do not make one thing")

    def local_term(self, binding: Var | SeatVar | Macro, size: int) -> Noun | None:
        start = self.i
        self.i += size
        if isinstance(binding, Macro) and binding.type == "filter":
            self.noun.terms.extend(macro_filter(self.s, binding).terms)
            return None
        value, type = read_local(self.s, binding, self.items[start].at)
        if self.rest or self.noun.terms:
            help = f'write "{self.word()} of {show(self.items[start])}"' if self.rest and self.s.noun(self.items, self.i) and not self.noun.terms else ""
            raise Wrong("E0302", f'"{show(self.items[start])}" cannot stand beside the other words', self.at, "these words do not make one thing", help)
        result = value_noun(value, type, self.at)
        result.quant = self.noun.quant
        return result


def read_local(s: Scope, binding: Var | SeatVar | Macro, span: Span) -> tuple[ir.Value, str]:
    from yomi_dsl.compiler.wanted import anything

    if isinstance(binding, Var):
        return binding.value, binding.type
    if isinstance(binding, SeatVar):
        return ir.PerSeat(binding.slot, binding.name, need_you(s, span)), binding.type
    if binding.expr is None:
        return ir.Lit(None), "nothing"
    return anything(s.use_view(binding), binding.expr, binding.type)


def macro_filter(s: Scope, binding: Macro) -> ir.Filter:
    from yomi_dsl.compiler.wanted import filter_

    if binding.expr is None:
        raise Wrong("E0303", "the keyword's use leaves this out", binding.clause.at)
    return filter_(s.use_view(binding), binding.expr)


def group_noun(s: Scope, group: Group) -> Noun:
    if group.typed is not None or len(group.clauses) != 1:
        raise Wrong("E0301", "one thing is expected in these brackets", group.at)
    return clause_noun(s, group.clauses[0])


def clause_noun(s: Scope, clause: Clause) -> Noun:
    """A noun with tails: ``card c in pile where ...``, ``c as x``."""
    from yomi_dsl.compiler.wanted import as_card

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
    from yomi_dsl.compiler.wanted import anything

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
