"""The names of a choice: for each its things, and what is asked of one of them or of all that are picked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.formula import Hoist, Scope, place_of, written_out
from yomi_dsl.engine.operators import both
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import conjuncts, slots_read
from yomi_dsl.nodes import evolve

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Name:
    """One name of a choice: its things, how many of them, and what is asked of the whole set.

    k           where the answer lies in the frame
    bounds      how many at least and at most; ``fixed``: the same, where they never change
    all, some   the things that fit, given the names before; is there one
    groups      functions of a card, by each of which all picked cards must be alike
    supply      (words, function of a card), or None
    shape       (zone, which cards fit), where the things are the cards of one zone that fit by what is printed
    rest        conditions on the whole set
    """

    def __init__(self, name: str, kind: str, k: int, many: bool, bounds: Fn) -> None:
        self.name, self.kind, self.k, self.many, self.bounds = name, kind, k, many, bounds
        self.all: Fn = lambda st, f: ()
        self.some: Fn = self.all
        self.fixed: tuple[int, int] | None = None
        self.groups: list[Any] = []
        self.table: list[Any] | None = None
        self.whole = False
        self.shape: tuple[Any, list[bool]] | None = None
        self.supply: tuple[tuple[str, ...], Any] | None = None
        self.rest: list[Fn] = []
        self.mixed = False


class NameMaker:
    """Makes the names of one choice. ``before``: conditions that read none of them."""

    def __init__(self, m: Match, before: list[Fn], sc: Scope) -> None:
        self.m, self.before, self.sc = m, before, sc

    def name(self, a: ir.Ask, conds: list[Any]) -> Name:
        name = Name(a.name, kind_of(a.source), a.slot + 2, a.many, self._bounds(a.low, a.high))
        if isinstance(a.low, ir.Lit) and isinstance(a.high, ir.Lit):
            fixed = name.fixed = int(a.low.value or 0), int(a.high.value or 0)
            name.bounds = lambda st, f: fixed
        each: list[Any] = []
        for cond in conds:
            if not a.many:
                each.append(cond)
            else:
                self._of_set(name, a.slot, cond, each)
        source = a.source
        if source.cards is not None:
            self._cards(name, a, each)
        else:
            self._things(name, a, each)
        return name

    def _bounds(self, least: Any, most: Any) -> Fn:
        low, high = self.m.values.value(least, self.sc), self.m.values.value(most, self.sc)
        if place_of(least) and place_of(least) == place_of(most):
            k = place_of(least)
            return lambda st, f: (f[k] or 0, f[k] or 0)
        return lambda st, f: (low(st, f) or 0, high(st, f) or 0)

    def _of_set(self, name: Name, slot: int, cond: Any, each: list[Any]) -> None:
        """A condition on a set: one on each card, an "all alike", a "supplies", or the rest."""
        if isinstance(cond, ir.Quant) and cond.quant in ("all", "no") and is_local(cond.cards.value, slot):
            if not cond.cards.zones and cond.cards.where is None and slot not in slots_read(cond.cards.filter):
                test = cond.cards.filter if cond.quant == "all" else ir.Filter((ir.Not(cond.cards.filter),))
                each.append(ir.Is(ir.Local(slot, ""), test))
                return
        if isinstance(cond, ir.Is) and is_local(cond.of, slot) and slot not in slots_read(cond.filter):
            each.append(cond)
            return
        if isinstance(cond, ir.Op) and cond.op == "=" and len(cond.args) == 2:
            fold, one = cond.args
            if isinstance(fold, ir.Fold) and fold.fold == "different" and is_local(fold.cards, slot):
                own = isinstance(fold.each, (ir.Attr, ir.NameOf)) and is_local(fold.each.of, fold.slot)
                if own and isinstance(one, ir.Lit) and one.value == 1:
                    name.groups.append(self.m.folds.read_each(fold.each))
                    name.table = self.m.values.table_of(fold.each, fold.slot)
                    return
        if isinstance(cond, ir.Supplies) and is_local(cond.cards, slot) and name.supply is None:
            name.supply = (self.m.sets[cond.set], self.m.attributes_now.reader(cond.attr))
            return
        name.rest.append(self.m.values.lower(cond, self.sc))

    def _cards(self, name: Name, a: ir.Ask, each: list[Any]) -> None:
        m, cards = self.m, a.source.cards
        assert cards is not None
        cards = evolve(cards, zones=written_out(cards.zones, m, self.sc))
        terms = m.filters.terms(cards.filter, self.sc)
        for cond in conjuncts(None if cards.where is None else written_out(cards.where, m, self.sc)):
            terms += m.filters.as_terms(cond, cards.slot)
        for cond in each:
            terms += m.filters.as_terms(cond, a.slot)
        source, parts = m.card_sets.source(cards, self.sc), m.filters.split(terms, self.sc)
        chosen, before = m.card_sets.selected(source, parts, m.card_sets.own_zone(cards)), self.before
        zone = m.card_sets.own_zone(cards)
        shared = len(cards.zones) == 1 and isinstance(cards.zones[0], ir.Zone) and m.zone_shared[cards.zones[0].name]
        name.mixed = cards.value is not None or (zone is None and not shared)
        if before:

            def guarded(st: State, f: Frame) -> Any:
                for cond in before:
                    if not cond(st, f):
                        return ()
                return chosen(st, f)

            name.all = name.some = guarded
        else:
            name.all, name.whole = chosen, True
            if zone is not None and (parts.nothing or parts.printed is not None):
                name.shape = (zone, parts.printed or [True] * m.N)
            name.some = m.card_sets.some(source, parts, m.card_sets.own_zone(cards))

    def _things(self, name: Name, a: ir.Ask, each: list[Any]) -> None:
        """Words, numbers, zones or players."""
        m, things, k, before = self.m, self._sources(a.source), a.slot + 2, self.before
        out = Hoist(self.sc)
        fits = both([m.values.lower(out.out_of(c, frozenset([a.slot])), self.sc) for c in each])
        hoisted = [(slot + 2, m.values.fixed(node, self.sc)) for slot, node in out.before]

        def begin(st: State, f: Frame) -> bool:
            for cond in before:
                if not cond(st, f):
                    return False
            for at, value in hoisted:
                f[at] = value(st, f)
            return True

        def all_of(st: State, f: Frame) -> Any:
            found: list[Any] = []
            if begin(st, f):
                for thing in things:
                    x = f[k] = thing(st, f)
                    if x is not None and x not in found and fits(st, f):
                        found.append(x)
                f[k] = None
            return found

        def some(st: State, f: Frame) -> bool:
            found = False
            if begin(st, f):
                for thing in things:
                    f[k] = thing(st, f)
                    if f[k] is not None and fits(st, f):
                        found = True
                        break
                f[k] = None
            return found

        name.all, name.some = all_of, some

    def _sources(self, source: ir.AnyOf) -> list[Fn]:
        """The things themselves: values that may differ from question to question."""
        m = self.m
        if source.zones:
            return [m.values.value(z, self.sc) for z in source.zones]
        if source.numbers:
            return [m.values.value(n, self.sc) for n in source.numbers]
        if source.set == "player":
            first = m.first_player
            return [lambda st, f: first(st), lambda st, f: 1 - first(st)]
        words = source.words or m.sets[source.set]
        return [lambda st, f, w=w: w for w in words]  # type: ignore[misc]


def kind_of(source: ir.AnyOf) -> str:
    if source.cards is not None:
        return "card"
    if source.zones:
        return "zone"
    if source.numbers:
        return "number"
    return "seat" if source.set == "player" else "word"


def is_local(node: Any, slot: int) -> bool:
    return isinstance(node, ir.Local) and node.slot == slot
