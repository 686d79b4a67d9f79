"""Choices of two things of which the second is only compared with the first: counted, not searched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.choice_names import Name, NameMaker
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import slots_read

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


Side = Callable[[State, Frame, Any], list[Any]]
"""What each of some cards has: (state, frame, cards)."""


class Pair:
    """Two names of which the second only must be like, or unlike, the first."""

    def __init__(self, same: bool, one: Side, two: Side, seconds: Fn) -> None:
        self.same, self.one, self.two, self.seconds = same, one, two, seconds
        self.quick: Any = None
        self.some_differ: Fn | None = None

    def fitting(self, st: State, f: Frame, firsts: tuple[Any, ...]) -> tuple[Any, ...]:
        """The first things that have a second one."""
        same = self.same
        if self.some_differ is not None and self.some_differ(st, f):
            return firsts
        seconds = self.seconds(st, f)
        if not seconds:
            return ()
        known = set(self.two(st, f, seconds))
        if not same and len(known) > 1:
            return firsts
        return tuple([x for x, has in zip(firsts, self.one(st, f, firsts)) if (has in known) == same])

    def after(self, st: State, f: Frame, seconds: Any, first: Any) -> list[Any]:
        """The second things that go with a first one."""
        (has,), same = self.one(st, f, (first,)), self.same
        return [x for x, other in zip(seconds, self.two(st, f, seconds)) if (other == has) == same]

    def some(self, st: State, f: Frame, firsts: Any) -> bool:
        """Is there a first thing that has a second one?"""
        seconds = self.seconds(st, f)
        if not seconds:
            return False
        known = set(self.two(st, f, seconds))
        if self.same:
            return not known.isdisjoint(self.one(st, f, firsts))
        return len(known) > 1 or not known.issuperset(self.one(st, f, firsts))


class PairMaker:
    """Sees whether a choice is of such a pair."""

    def __init__(self, m: Match, make: NameMaker) -> None:
        self.m, self.make = m, make

    def pair(self, first: Name, node: ir.Choose, conds: list[Any]) -> Pair | None:
        """Two single things of which the second is only compared with the first by what each of them has."""
        one, two = node.asks
        if one.many or two.many or one.source.cards is None or two.source.cards is None:
            return None
        if one.slot in slots_read(two.source):
            return None
        own = [c for c in conds if one.slot not in slots_read(c)]
        both = [c for c in conds if one.slot in slots_read(c)]
        if len(both) != 1 or not isinstance(both[0], ir.Op) or both[0].op not in ("=", "!="):
            return None
        left, right = both[0].args
        if slots_read(left) & {one.slot, two.slot} != {one.slot}:
            left, right = right, left
        reads = [slots_read(side) & {one.slot, two.slot} for side in (left, right)]
        if reads != [{one.slot}, {two.slot}]:
            return None
        second = self.make.name(two, own)
        made = Pair(both[0].op == "=", self._side(left, one.slot), self._side(right, two.slot), second.all)
        tables = self.m.values.table_of(left, one.slot), self.m.values.table_of(right, two.slot)
        if first.shape is not None and second.shape is not None and None not in tables:
            made.quick = (*first.shape, tables[0], *second.shape, tables[1])
            made.some_differ = None if made.same else some_differ(*second.shape, tables[1])
        return made

    def _side(self, node: Any, slot: int) -> Side:
        """What one of a pair has: from a table if it is printed, else computed with the card in its slot."""
        table = self.m.values.table_of(node, slot)
        if table is not None:
            fits = table.__getitem__
            return lambda st, f, cards: [*map(fits, cards)]
        k, value = slot + 2, self.m.values.lower(node, self.make.sc)

        def read(st: State, f: Frame, cards: Any) -> list[Any]:
            found, before = [], f[k]
            for f[k] in cards:
                found.append(value(st, f))
            f[k] = before
            return found

        return read


def some_differ(zone: Any, fits: Any, has: Any) -> Fn:
    """Are there two that differ? Then each other thing has one that it is unlike."""
    base, sign, k = zone

    def some(st: State, f: Frame) -> bool:
        seen, one = None, False
        for x in st.zones[base + sign * f[k]]:
            if fits[x]:
                if not one:
                    seen, one = has[x], True
                elif has[x] != seen:
                    return True
        return False

    return some


def gate_unlike(quick: Any) -> Fn:
    """Is there one here and another there that differ?"""
    (base_1, sign_1, k_1), fits_1, has_1, (base_2, sign_2, k_2), fits_2, has_2 = quick
    differ = some_differ(quick[3], fits_2, has_2)

    def some(st: State, f: Frame) -> bool:
        firsts = st.zones[base_1 + sign_1 * f[k_1]]
        for c in firsts:
            if fits_1[c]:
                break
        else:
            return False
        if differ(st, f):
            return True
        alike = {has_2[x] for x in st.zones[base_2 + sign_2 * f[k_2]] if fits_2[x]}
        return any([fits_1[c] and has_1[c] != has for has in alike for c in firsts])

    return some
