"""What is asked of a set of cards: its first one, whether there is one, how many there are, the sum of something."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.card_sets import OwnZone, as_set
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.filters import Parts, Select
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.operators import unary
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Folds:
    """Lowers what is asked of sets for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    # ---- one card of a set ---------------------------------------------------------------------------------------------

    def _pick(self, node: ir.Pick, sc: Scope) -> Fn:
        if isinstance(node.cards, ir.Cards) and node.take != "only":
            return self._first(node.cards, sc, -1 if node.take == "last" else 1)
        cards, take = self.m.values.lower(node.cards, sc), node.take

        def run(st: State, f: Frame) -> Any:
            found = as_set(cards(st, f))
            if not found or (take == "only" and len(found) > 1):
                return None
            return found[-1] if take == "last" else found[0]

        return run

    def _first(self, node: ir.Cards, sc: Scope, step: int) -> Fn:
        """The first card that fits, from the front (1) or from the end (-1), without looking at the others."""
        sets = self.m.card_sets
        source, parts, zone = sets.source(node, sc), sets.parts(node, sc), sets.own_zone(node)
        if parts.nothing:
            return self._top(source, zone, step)
        if parts.status is not None:
            return self._first_status(source, parts.status, zone, step)
        if parts.owner is not None:
            select = sets.select(parts)
            assert select is not None
            return lambda st, f: next(iter(select(st, f, source(st, f)[::step])), None)
        if parts.printed is not None:
            return self._first_printed(source, parts.printed, zone, step)
        return self._first_tested(source, parts, step)

    def _top(self, source: Fn, zone: OwnZone | None, step: int) -> Fn:
        at = min(step, 0)
        if zone is not None:
            base, sign, k = zone

            def own(st: State, f: Frame) -> Any:
                found = st.zones[base + sign * f[k]]
                return found[at] if found else None

            return own

        def run(st: State, f: Frame) -> Any:
            found = source(st, f)
            return found[at] if found else None

        return run

    def _first_tested(self, source: Fn, parts: Parts, step: int) -> Fn:
        test, before = self.m.filters.one(parts), parts.before

        def run(st: State, f: Frame) -> Any:
            found = source(st, f)
            if found:
                for k, value in before:
                    f[k] = value(st, f)
                for c in found[::step]:
                    if test(st, f, c):
                        return c
            return None

        return run

    def _first_printed(self, source: Fn, table: list[bool], zone: OwnZone | None, step: int) -> Fn:
        if zone is not None:
            base, sign, k = zone

            def own(st: State, f: Frame) -> Any:
                pile = st.zones[base + sign * f[k]]
                for c in pile if step > 0 else pile[::-1]:
                    if table[c]:
                        return c
                return None

            return own

        def run(st: State, f: Frame) -> Any:
            for c in source(st, f)[::step]:
                if table[c]:
                    return c
            return None

        return run

    def _first_status(self, source: Fn, status: int, zone: OwnZone | None, step: int) -> Fn:
        """The first card that has a status."""
        if zone is not None:
            base, sign, k = zone

            def own(st: State, f: Frame) -> Any:
                has, pile = st.has, st.zones[base + sign * f[k]]
                for c in pile if step > 0 else pile[::-1]:
                    if status + c in has:
                        return c
                return None

            return own

        n = self.m.N

        def run(st: State, f: Frame) -> Any:
            has = st.has
            for c in source(st, f)[::step]:
                if status + c % n in has:
                    return c
            return None

        return run

    # ---- all, any, no --------------------------------------------------------------------------------------------------

    def _quant(self, node: ir.Quant, sc: Scope) -> Fn:
        sets = self.m.card_sets
        source, parts, zone = sets.source(node.cards, sc), sets.parts(node.cards, sc), sets.own_zone(node.cards)
        if parts.owner is not None:
            return self._quant_owned(node.quant, source, parts)
        if parts.nothing:
            return self._quant_bare(node.quant, source, zone)
        if parts.printed is not None and node.quant != "all":
            there = sets.some(source, parts, zone)
            return there if node.quant == "any" else unary("not", there)
        return self._quant_tested(node.quant, source, parts)

    def _quant_owned(self, quant: str, source: Fn, parts: Parts) -> Fn:
        select = self.m.card_sets.select(parts)
        assert select is not None
        if quant == "all":
            return lambda st, f: len(select(st, f, found := source(st, f))) == len(found)
        some = quant == "any"
        return lambda st, f: bool(select(st, f, source(st, f))) == some

    def _quant_bare(self, quant: str, source: Fn, zone: OwnZone | None) -> Fn:
        """Of a set of which nothing more is asked: is it empty?"""
        if quant == "all":
            return lambda st, f: True
        if zone is not None and zone[1] > 0:
            base, _, k = zone
            if quant == "any":
                return lambda st, f: bool(st.zones[base + f[k]])
            return lambda st, f: not st.zones[base + f[k]]
        wanted = quant == "any"
        return lambda st, f: bool(source(st, f)) == wanted

    def _quant_tested(self, quant: str, source: Fn, parts: Parts) -> Fn:
        test, before = self.m.filters.one(parts), parts.before
        stop_at, found_means = (False, False) if quant == "all" else (True, quant == "any")

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

    # ---- numbers of a set ----------------------------------------------------------------------------------------------

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
