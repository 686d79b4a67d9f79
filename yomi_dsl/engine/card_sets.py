"""Filters, sets of cards and what is asked of sets.

What a filter says of printed things is one table by card; what it says of things that rules may modify is a table that
holds as long as the same rules are in force; only the rest is tested card by card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.formula import Hoist, Scope, written_out
from yomi_dsl.engine.lower_values import Fn, as_set
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import conjuncts, slots_read

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

TestFn = Callable[[State, Frame, int], Any]
Select = Callable[[State, Frame, Any], Any]


class Parts:
    """A filter split by how its terms are tested. ``table`` None: nothing is asked of printed things."""

    def __init__(
        self, table: list[bool] | None, live: int | None, live_test: TestFn | None, rest: TestFn | None,
        before: list[tuple[int, Fn]], owner: int | None, by_owner: list[tuple[int, Fn]], status: int | None,
    ) -> None:  # fmt: skip
        self.table, self.live, self.live_test, self.rest, self.before = table, live, live_test, rest, before
        self.owner, self.by_owner, self.status = owner, by_owner, status


class CardSets:
    """Lowers filters and sets of cards for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    # ---- filters -------------------------------------------------------------------------------------------------------

    def terms(self, found: ir.Filter, sc: Scope) -> list[Any]:
        """The terms of a filter, with what a ``where`` says of the card's own words as terms."""
        flat: list[Any] = []
        for term in written_out(found, self.m, sc).terms:
            if isinstance(term, ir.Filter):
                flat += self.terms(term, sc)
            elif isinstance(term, ir.Such):
                for cond in conjuncts(term.where):
                    flat += self.as_terms(cond, term.slot)
            else:
                flat.append(term)
        return flat

    def as_terms(self, cond: Any, slot: int) -> list[Any]:
        """A condition on the card in a slot, as terms."""
        own = isinstance(cond, ir.Is) and isinstance(cond.of, ir.Local) and cond.of.slot == slot
        if own and slot not in slots_read(cond.filter):
            return [t for term in cond.filter.terms for t in self._opened(term)]
        if isinstance(cond, ir.Op) and cond.op == "not":
            inner = self.as_terms(cond.args[0], slot)
            if len(inner) == 1 and not isinstance(inner[0], ir.Such):
                return [ir.Not(ir.Filter(tuple(inner)))]
        return [ir.Such(slot, cond)]

    def _opened(self, term: Any) -> list[Any]:
        if isinstance(term, ir.Such):
            return [t for cond in conjuncts(term.where) for t in self.as_terms(cond, term.slot)]
        return [term]

    def split(self, terms: list[Any], sc: Scope, hoist: bool = True) -> Parts:
        """Terms by how they are tested."""
        static = [t for t in terms if self._level(t) == 0]
        live = [t for t in terms if self._level(t) == 1]
        rest = [t for t in terms if self._level(t) == 2]
        out = Hoist(sc)
        if hoist and rest:
            rest = [
                ir.Such(t.slot, out.term(t.where, t.slot)) if isinstance(t, ir.Such) else out.term(t, -1) for t in rest
            ]
        status = None
        if len(terms) == 1 and isinstance(terms[0], ir.IsStatus) and not self.m.reads_faces:
            status = self.m.sid[terms[0].status] * self.m.K + 3
        return Parts(
            self.m.filter_tables.printed(static) if static else None,
            self.m.filter_tables.live(live) if live else None,
            all_tests([self.term(t, sc) for t in live]),
            all_tests([self.term(t, sc) for t in rest]),
            [(slot + 2, self.m.values.fixed(node, sc)) for slot, node in out.before],
            None if out.owner is None else out.owner + 2,
            [(slot + 2, self.m.values.fixed(node, sc)) for slot, node in out.by_owner],
            status,
        )

    def _level(self, term: Any) -> int:
        """0: printed only; 1: may be modified; 2: tested card by card."""
        if isinstance(term, (ir.IsWord, ir.IsFlag)):
            if self.m.faced[self.m.attr[term.attr]] or (term.attr == SILENT and self.m.silencing):
                return 2
            return 0 if self.m.unmodified(term.attr) else 1
        if isinstance(term, (ir.IsNamed, ir.IsGroup, ir.IsHead)):
            return 0
        if isinstance(term, ir.IsKeyword):
            return 2 if self.m.F > 1 else 0
        if isinstance(term, ir.Not):
            return max([self._level(t) for t in term.filter.terms], default=0)
        if isinstance(term, ir.OneOf):
            return max([self._level(t) for f in term.options for t in f.terms], default=0)
        return 2

    def test(self, found: ir.Filter, sc: Scope) -> TestFn:
        """A filter as a function of one card."""
        return self.one(self.split(self.terms(found, sc), sc, hoist=False))

    def one(self, parts: Parts) -> TestFn:
        table = parts.table
        if parts.live is not None:
            return self._one_live(parts)
        tests = [t for t in (parts.live_test, parts.rest) if t is not None]
        if table is None:
            return all_tests(tests) or (lambda st, f, c: True)
        if not tests:
            return lambda st, f, c: table[c]
        more = all_tests(tests)
        assert more is not None
        return lambda st, f, c: table[c] and more(st, f, c)

    def _one_live(self, parts: Parts) -> TestFn:
        """One card, by the tables that hold as long as the same rules are in force."""
        table, i, test, rest, reworth = parts.table, parts.live, parts.live_test, parts.rest, self.m.reworth
        assert i is not None and test is not None

        def run(st: State, f: Frame, c: int) -> Any:
            if table is not None and not table[c]:
                return False
            now = (st.worth or reworth(st)).filters[i]
            if not (test(st, f, c) if now is False else now[c]):
                return False
            return rest is None or rest(st, f, c)

        return run

    def term(self, term: Any, sc: Scope) -> TestFn:
        made = getattr(self, "_t_" + type(term).__name__.lower())
        result: TestFn = made(term, sc)
        return result

    def _t_filter(self, term: ir.Filter, sc: Scope) -> TestFn:
        return self.test(term, sc)

    def _t_isword(self, term: ir.IsWord, sc: Scope) -> TestFn:
        if self._level(term) == 0:
            return self._by_table(term)
        read, words = self.m.attributes_now.reader(term.attr), term.words
        if len(words) == 1:
            (word,) = words
            return lambda st, f, c: read(st, c) == word
        return lambda st, f, c: read(st, c) in words

    def _t_isflag(self, term: ir.IsFlag, sc: Scope) -> TestFn:
        if self._level(term) == 0:
            return self._by_table(term)
        read = self.m.attributes_now.reader(term.attr)
        return lambda st, f, c: read(st, c)

    def _by_table(self, term: Any) -> TestFn:
        table = self.m.filter_tables.printed([term])
        return lambda st, f, c: table[c]

    _t_isnamed = _t_isgroup = _t_ishead = lambda self, term, sc: self._by_table(term)

    def _t_iskeyword(self, term: ir.IsKeyword, sc: Scope) -> TestFn:
        table, n = self.m.filter_tables.printed([term]), self.m.N
        return lambda st, f, c: table[c if c >= n else c + n + n * st.face[c]]

    def _t_isstatus(self, term: ir.IsStatus, sc: Scope) -> TestFn:
        base, n = self.m.sid[term.status] * self.m.K + 3, self.m.N
        if not self.m.reads_faces:
            return lambda st, f, c: base + c in st.has
        return lambda st, f, c: base + c % n in st.has

    def _t_isvalue(self, term: ir.IsValue, sc: Scope) -> TestFn:
        called = self.m.values_now.called(term.value)
        return lambda st, f, c: called(st, c)

    def _t_ownedby(self, term: ir.OwnedBy, sc: Scope) -> TestFn:
        owner = self.m.owner
        if isinstance(term.player, ir.Local):
            k = term.player.slot + 2
            return lambda st, f, c: owner[c] == f[k]
        player = self.m.values.lower(term.player, sc)
        return lambda st, f, c: owner[c] == player(st, f)

    def _t_same(self, term: ir.Same, sc: Scope) -> TestFn:
        card, n = self.m.values.lower(term.card, sc), self.m.N

        def run(st: State, f: Frame, c: int) -> bool:
            x = card(st, f)
            return x is not None and x % n == c % n

        return run

    def _t_fits(self, term: ir.Fits, sc: Scope) -> TestFn:
        number = self.m.values.attribute(term.attr, self.m.values.lower(term.of, sc), term.of)
        return self._fits(number)

    def _fits(self, number: Fn) -> TestFn:
        tables, tests = self.m.filter_tables.by_number, self.m.filter_tables.test

        def run(st: State, f: Frame, c: int) -> Any:
            i = number(st, f)
            if i is None:
                return False
            table = tables[i]
            return table[c] if table is not None else tests(i)(st, c)

        return run

    def _t_oneof(self, term: ir.OneOf, sc: Scope) -> TestFn:
        options = [self.test(option, sc) for option in term.options]

        def run(st: State, f: Frame, c: int) -> bool:
            for option in options:
                if option(st, f, c):
                    return True
            return False

        return run

    def _t_not(self, term: ir.Not, sc: Scope) -> TestFn:
        inner = self.test(term.filter, sc)
        return lambda st, f, c: not inner(st, f, c)

    def _t_such(self, term: ir.Such, sc: Scope) -> TestFn:
        k, where = term.slot + 2, term.where
        cond = self.m.values.lower(where, sc)

        def run(st: State, f: Frame, c: int) -> Any:
            f[k] = c
            return cond(st, f)

        return run

    # ---- sets ----------------------------------------------------------------------------------------------------------

    def lower(self, node: Any, sc: Scope) -> Fn:
        made = getattr(self, "_" + type(node).__name__.lower())
        result: Fn = made(node, sc)
        return result

    def source(self, node: ir.Cards, sc: Scope) -> Fn:
        """The cards among which a set is sought, as a tuple or list."""
        if node.value is not None:
            value = self.m.values.lower(node.value, sc)
            if isinstance(node.value, (ir.Cards, ir.Pick)):
                return lambda st, f: as_set(value(st, f))
            return lambda st, f: as_set(value(st, f))
        if not node.zones:
            return self._joined([lambda st, f, z=z: st.zones[z] for z in self.m.everywhere])  # type: ignore[misc]
        return self._joined([pile for zone in node.zones for pile in self._piles(zone, sc)])

    def _piles(self, zone: Any, sc: Scope) -> list[Fn]:
        m = self.m
        if isinstance(zone, ir.Zone) and zone.of is None and not m.zone_shared[zone.name]:
            base, first = m.zone_base[zone.name], m.first_player
            return [lambda st, f: st.zones[base + first(st)], lambda st, f: st.zones[base + 1 - first(st)]]
        if isinstance(zone, ir.Zone) and isinstance(zone.of, ir.Local):
            base, k = m.zone_base[zone.name], zone.of.slot + 2
            return [lambda st, f: st.zones[base + f[k]]]
        if isinstance(zone, ir.Zone) and isinstance(zone.of, ir.Opponent) and isinstance(zone.of.of, ir.Local):
            base, k = m.zone_base[zone.name] + 1, zone.of.of.slot + 2
            return [lambda st, f: st.zones[base - f[k]]]
        index = m.values.lower(zone, sc)
        return [lambda st, f: st.zones[index(st, f)]]

    def _joined(self, piles: list[Fn]) -> Fn:
        if len(piles) == 1:
            return piles[0]
        if len(piles) == 2:
            a, b = piles
            return lambda st, f: a(st, f) + b(st, f)
        return lambda st, f: [c for pile in piles for c in pile(st, f)]

    def parts(self, node: ir.Cards, sc: Scope) -> Parts:
        terms = self.terms(node.filter, sc)
        for cond in conjuncts(None if node.where is None else written_out(node.where, self.m, sc)):
            terms += self.as_terms(cond, node.slot)
        return self.split(terms, sc)

    def select(self, parts: Parts) -> Select | None:
        """Picks from cards those that fit; None if all do."""
        table, rest = parts.table, parts.rest
        if parts.status is not None:
            base = parts.status
            return lambda st, f, cards: [c for c in cards if base + c in st.has]
        first: Select | None = None
        if parts.live is not None:
            first = self._select_live(parts)
        elif table is not None:
            fits = table.__getitem__
            first = lambda st, f, cards: [*filter(fits, cards)]  # noqa: E731
        if rest is None:
            return first
        if parts.owner is not None:
            return self._select_owned(first, rest, parts)
        return self._select_rest(first, rest, parts.before)

    def _select_live(self, parts: Parts) -> Select:
        m, i, table, test = self.m, parts.live, parts.table, parts.live_test
        assert i is not None and test is not None
        reworth = m.reworth

        def run(st: State, f: Frame, cards: Any) -> Any:
            if table is not None:
                cards = [*filter(table.__getitem__, cards)]
            if not cards:
                return cards
            now = (st.worth or reworth(st)).filters[i]
            if now is False:
                return [c for c in cards if test(st, f, c)]
            return [*filter(now.__getitem__, cards)]

        return run

    def _select_rest(self, first: Select | None, rest: TestFn, before: list[tuple[int, Fn]]) -> Select:
        def run(st: State, f: Frame, cards: Any) -> Any:
            if first is not None:
                cards = first(st, f, cards)
            if not cards:
                return cards
            for k, value in before:
                f[k] = value(st, f)
            return [c for c in cards if rest(st, f, c)]

        return run

    def _select_owned(self, first: Select | None, rest: TestFn, parts: Parts) -> Select:
        """What depends on the owner of a card is read again only when the owner changes."""
        assert parts.owner is not None
        before, by_owner, k, owner = parts.before, parts.by_owner, parts.owner, self.m.owner

        def run(st: State, f: Frame, cards: Any) -> Any:
            if first is not None:
                cards = first(st, f, cards)
            if not cards:
                return cards
            for at, value in before:
                f[at] = value(st, f)
            found, last = [], -1
            for c in cards:
                if owner[c] != last:
                    last = f[k] = owner[c]
                    for at, value in by_owner:
                        f[at] = value(st, f)
                if rest(st, f, c):
                    found.append(c)
            return found

        return run

    def _cards(self, node: ir.Cards, sc: Scope) -> Fn:
        return self.selected(self.source(node, sc), self.parts(node, sc), self.own_zone(node))

    def own_zone(self, node: ir.Cards) -> tuple[int, int, int] | None:
        """The one zone that cards come from, as numbers (base, sign, slot) of its index: base + sign * seat in the slot."""
        zone = node.zones[0] if len(node.zones) == 1 and node.value is None else None
        if not isinstance(zone, ir.Zone) or self.m.zone_shared[zone.name]:
            return None
        base = self.m.zone_base[zone.name]
        if isinstance(zone.of, ir.Local):
            return base, 1, zone.of.slot + 2
        if isinstance(zone.of, ir.Opponent) and isinstance(zone.of.of, ir.Local):
            return base + 1, -1, zone.of.of.slot + 2
        return None

    def selected(self, source: Fn, parts: Parts, zone: tuple[int, int, int] | None) -> Fn:
        """The cards of a source that fit."""
        select = self.select(parts)
        if select is None:
            return source
        if zone is not None and parts.rest is None and parts.live is None and parts.table is not None:
            (base, sign, k), table = zone, parts.table
            if sign > 0:
                return lambda st, f: [c for c in st.zones[base + f[k]] if table[c]]
            return lambda st, f: [c for c in st.zones[base - f[k]] if table[c]]
        return lambda st, f: select(st, f, source(st, f))

    def some(self, source: Fn, parts: Parts, zone: tuple[int, int, int] | None) -> Fn:
        """Is there a card that fits?"""
        if parts.rest is None and parts.live is None and parts.table is not None:
            table = parts.table
            if zone is not None and zone[1] > 0:
                base, _, k = zone

                def own(st: State, f: Frame) -> bool:
                    for c in st.zones[base + f[k]]:
                        if table[c]:
                            return True
                    return False

                return own

            def some(st: State, f: Frame) -> bool:
                for c in source(st, f):
                    if table[c]:
                        return True
                return False

            return some
        return self.selected(source, parts, zone)

    def _pick(self, node: ir.Pick, sc: Scope) -> Fn:
        cards, take = self.m.values.lower(node.cards, sc), node.take
        if isinstance(node.cards, ir.Cards) and take == "first":
            return self._first(node.cards, sc)

        def run(st: State, f: Frame) -> Any:
            found = as_set(cards(st, f))
            if not found or (take == "only" and len(found) > 1):
                return None
            return found[-1] if take == "last" else found[0]

        return run

    def _first(self, node: ir.Cards, sc: Scope) -> Fn:
        """The first card that fits, without looking at the others."""
        source, parts = self.source(node, sc), self.parts(node, sc)
        if parts.table is None and parts.live is None and parts.rest is None:
            zone = self.own_zone(node)
            if zone is not None and zone[1] > 0:
                base, _, at = zone

                def top_own(st: State, f: Frame) -> Any:
                    found = st.zones[base + f[at]]
                    return found[0] if found else None

                return top_own

            def top(st: State, f: Frame) -> Any:
                found = source(st, f)
                return found[0] if found else None

            return top
        if parts.status is not None:
            return self._first_status(node, source, parts.status)
        if parts.owner is not None:
            select = self.select(parts)
            assert select is not None
            return lambda st, f: next(iter(select(st, f, source(st, f))), None)
        if parts.rest is None and parts.live is None and parts.table is not None:
            return self._first_printed(source, parts.table, self.own_zone(node))
        test, before = self.one(parts), parts.before

        def run(st: State, f: Frame) -> Any:
            found = source(st, f)
            if found:
                for k, value in before:
                    f[k] = value(st, f)
                for c in found:
                    if test(st, f, c):
                        return c
            return None

        return run

    def _first_printed(self, source: Fn, table: list[bool], zone: tuple[int, int, int] | None) -> Fn:
        if zone is not None and zone[1] > 0:
            base, _, k = zone

            def own(st: State, f: Frame) -> Any:
                for c in st.zones[base + f[k]]:
                    if table[c]:
                        return c
                return None

            return own

        def run(st: State, f: Frame) -> Any:
            for c in source(st, f):
                if table[c]:
                    return c
            return None

        return run

    def _first_status(self, node: ir.Cards, source: Fn, base: int) -> Fn:
        """The first card that has a status."""
        zone = node.zones[0] if len(node.zones) == 1 and node.value is None else None
        if isinstance(zone, ir.Zone) and isinstance(zone.of, ir.Local):
            z, k = self.m.zone_base[zone.name], zone.of.slot + 2

            def own(st: State, f: Frame) -> Any:
                has = st.has
                for c in st.zones[z + f[k]]:
                    if base + c in has:
                        return c
                return None

            return own

        if isinstance(zone, ir.Zone) and isinstance(zone.of, ir.Opponent) and isinstance(zone.of.of, ir.Local):
            z, k = self.m.zone_base[zone.name] + 1, zone.of.of.slot + 2

            def others(st: State, f: Frame) -> Any:
                has = st.has
                for c in st.zones[z - f[k]]:
                    if base + c in has:
                        return c
                return None

            return others

        def run(st: State, f: Frame) -> Any:
            has = st.has
            for c in source(st, f):
                if base + c in has:
                    return c
            return None

        return run

    def _quant(self, node: ir.Quant, sc: Scope) -> Fn:
        source, parts = self.source(node.cards, sc), self.parts(node.cards, sc)
        test, before = self.one(parts), parts.before
        if parts.owner is not None:
            select = self.select(parts)
            assert select is not None
            if node.quant == "all":
                return lambda st, f: len(select(st, f, found := source(st, f))) == len(found)
            some = node.quant == "any"
            return lambda st, f: bool(select(st, f, source(st, f))) == some
        if parts.table is None and parts.live is None and parts.rest is None:
            if node.quant == "all":
                return lambda st, f: True
            zone = self.own_zone(node.cards)
            if zone is not None and zone[1] > 0:
                base, _, k = zone
                if node.quant == "any":
                    return lambda st, f: bool(st.zones[base + f[k]])
                return lambda st, f: not st.zones[base + f[k]]
            wanted = node.quant == "any"
            return lambda st, f: bool(source(st, f)) == wanted
        if parts.rest is None and parts.live is None and node.quant != "all":
            there = self.some(source, parts, self.own_zone(node.cards))
            return there if node.quant == "any" else negated(there)
        stop_at, found_means = (False, False) if node.quant == "all" else (True, node.quant == "any")

        def run(st: State, f: Frame) -> bool:
            cards = source(st, f)
            if cards:
                for k, value in before:
                    f[k] = value(st, f)
                for c in cards:
                    if bool(test(st, f, c)) == stop_at:
                        return found_means
            return not found_means

        return run

    def _fold(self, node: ir.Fold, sc: Scope) -> Fn:
        cards = self.m.values.lower(node.cards, sc)
        if node.fold == "count":
            return lambda st, f: len(as_set(cards(st, f)))
        table = self.m.values.table_of(node.each, node.slot)
        if table is not None and node.fold in ("sum", "different"):
            return self._fold_printed(node.fold, cards, table.__getitem__)
        each = self._each(node, sc)
        if node.fold == "sum":
            return lambda st, f: sum([v for v in each(st, f, as_set(cards(st, f))) if v is not None])
        if node.fold == "different":
            return lambda st, f: len({v for v in each(st, f, as_set(cards(st, f))) if v is not None})
        take = max if node.fold == "most" else min
        return lambda st, f: take([v for v in each(st, f, as_set(cards(st, f))) if v is not None], default=0)

    def _fold_printed(self, fold: str, cards: Fn, read: Callable[[int], Any]) -> Fn:
        if fold == "sum":
            return lambda st, f: sum(filter(None, map(read, as_set(cards(st, f)))))

        def different(st: State, f: Frame) -> int:
            found = set(map(read, as_set(cards(st, f))))
            found.discard(None)
            return len(found)

        return different

    def _each(self, node: ir.Fold, sc: Scope) -> Select:
        """The values of ``each``, card by card."""
        each, k = node.each, node.slot + 2
        own = isinstance(each, (ir.Attr, ir.NameOf)) and isinstance(each.of, ir.Local) and each.of.slot == node.slot
        if own:
            read = self.read_each(each)
            return lambda st, f, cards: [read(st, c) for c in cards]
        value = self.m.values.lower(each, sc)

        def run(st: State, f: Frame, cards: Any) -> list[Any]:
            found = []
            for c in cards:
                f[k] = c
                found.append(value(st, f))
            return found

        return run

    def read_each(self, each: Any) -> Callable[[State, int], Any]:
        """An attribute or the name as a function of the card."""
        if isinstance(each, ir.NameOf):
            names = self.m.name
            return lambda st, c: names[c]
        return self.m.attributes_now.reader(each.name)

    def _filter(self, node: ir.Filter, sc: Scope) -> Fn:
        """A filter as a value: its number."""
        number = self.m.filter_tables.number(node)
        return lambda st, f: number

    def _span(self, node: ir.Span, sc: Scope) -> Fn:
        return self.m.spans.bound(node, sc)

    def _wordslit(self, node: ir.WordsLit, sc: Scope) -> Fn:
        words = node.words
        return lambda st, f: words


def all_tests(tests: list[TestFn]) -> TestFn | None:
    if not tests:
        return None
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        a, b = tests
        return lambda st, f, c: a(st, f, c) and b(st, f, c)

    def run(st: State, f: Frame, c: int) -> bool:
        for test in tests:
            if not test(st, f, c):
                return False
        return True

    return run


def negated(some: Fn) -> Fn:
    return lambda st, f: not some(st, f)
