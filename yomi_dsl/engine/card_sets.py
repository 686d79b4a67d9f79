"""Sets of cards: where they are sought, and which of them fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.filters import Parts, Select
from yomi_dsl.engine.formula import Scope, written_out
from yomi_dsl.engine.somebody import always
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import conjuncts

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

OwnZone = tuple[int, int, int]
"""The one zone that cards come from, as (base, sign, slot) of its index: base + sign * the seat in the slot."""


class CardSets:
    """Lowers sets of cards for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    # ---- sets ----------------------------------------------------------------------------------------------------------

    def source(self, node: ir.Cards, sc: Scope) -> Fn:
        """The cards among which a set is sought, as a tuple or list."""
        if node.value is not None:
            value = self.m.values.lower(node.value, sc)
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
        if always(zone, sc.known):
            return [lambda st, f: st.zones[index(st, f)]]
        return [lambda st, f: () if (z := index(st, f)) is None else st.zones[z]]

    def _joined(self, piles: list[Fn]) -> Fn:
        if len(piles) == 1:
            return piles[0]
        if len(piles) == 2:
            a, b = piles
            return lambda st, f: a(st, f) + b(st, f)
        return lambda st, f: [c for pile in piles for c in pile(st, f)]

    def parts(self, node: ir.Cards, sc: Scope) -> Parts:
        terms = self.m.filters.terms(node.filter, sc)
        for cond in conjuncts(None if node.where is None else written_out(node.where, self.m, sc)):
            terms += self.m.filters.as_terms(cond, node.slot)
        return self.m.filters.split(terms, sc)

    def select(self, parts: Parts) -> Select | None:
        """Picks from cards those that fit; None if all do."""
        table, rest = parts.table, parts.rest
        if parts.status is not None:
            base, n = parts.status, self.m.N
            return lambda st, f, cards: [c for c in cards if base + c % n in st.has]
        first: Select | None = None
        if parts.live is not None:
            first = self._select_live(parts)
        elif table is not None:
            fits = table.__getitem__
            first = lambda st, f, cards: [*filter(fits, cards)]  # noqa: E731
        if rest is None:
            return first
        if parts.owner is not None:
            return self._select_owned(first, parts)
        return self._select_rest(first, parts)

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

    def _select_rest(self, first: Select | None, parts: Parts) -> Select:
        before, fits, test = parts.before, parts.fits, parts.others

        def run(st: State, f: Frame, cards: Any) -> Any:
            if first is not None:
                cards = first(st, f, cards)
            if not cards:
                return cards
            for k, value in before:
                f[k] = value(st, f)
            if fits is not None:
                cards = fits(st, f, cards)
            return cards if test is None else [c for c in cards if test(st, f, c)]

        return run

    def _select_owned(self, first: Select | None, parts: Parts) -> Select:
        """What depends on the owner of a card is read again only when the owner changes."""
        fits, test = parts.fits, parts.others
        assert parts.owner is not None and test is not None
        before, by_owner, k, owner = parts.before, parts.by_owner, parts.owner, self.m.owner

        def run(st: State, f: Frame, cards: Any) -> Any:
            if first is not None:
                cards = first(st, f, cards)
            if not cards:
                return cards
            for at, value in before:
                f[at] = value(st, f)
            if fits is not None:
                cards = fits(st, f, cards)
            found, last = [], -1
            for c in cards:
                if owner[c] != last:
                    last = f[k] = owner[c]
                    for at, value in by_owner:
                        f[at] = value(st, f)
                if test(st, f, c):
                    found.append(c)
            return found

        return run

    def _cards(self, node: ir.Cards, sc: Scope) -> Fn:
        return self.selected(self.source(node, sc), self.parts(node, sc), self.own_zone(node))

    def own_zone(self, node: ir.Cards) -> OwnZone | None:
        """The one zone that the cards come from, if it is that of a player in a slot, or of the opponent of one."""
        zone = node.zones[0] if len(node.zones) == 1 and node.value is None else None
        if not isinstance(zone, ir.Zone) or self.m.zone_shared[zone.name]:
            return None
        base = self.m.zone_base[zone.name]
        if isinstance(zone.of, ir.Local):
            return base, 1, zone.of.slot + 2
        if isinstance(zone.of, ir.Opponent) and isinstance(zone.of.of, ir.Local):
            return base + 1, -1, zone.of.of.slot + 2
        return None

    def is_pile(self, node: ir.Cards) -> bool:
        """Is it all that lies in one zone of a player: a tuple?"""
        return self.own_zone(node) is not None and node.where is None and not node.filter.terms

    def selected(self, source: Fn, parts: Parts, zone: OwnZone | None) -> Fn:
        """The cards of a source that fit."""
        select = self.select(parts)
        if select is None:
            return source
        if zone is None:
            return lambda st, f: select(st, f, source(st, f))
        base, sign, k = zone
        table = parts.printed
        if table is None:
            return lambda st, f: select(st, f, st.zones[base + sign * f[k]])

        def printed(st: State, f: Frame) -> list[int]:
            found = []
            for c in st.zones[base + sign * f[k]]:
                if table[c]:
                    found.append(c)
            return found

        return printed

    def some(self, source: Fn, parts: Parts, zone: OwnZone | None) -> Fn:
        """Is there a card that fits?"""
        table = parts.printed
        if table is not None:
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


def as_set(found: Any) -> Any:
    """Nothing, a card or a set, as a set."""
    return () if found is None else (found,) if found.__class__ is int else found
