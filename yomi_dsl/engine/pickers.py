"""What a choice offers: a thing is offered only if the rest of the choice can still be made.

The joint condition is taken apart once. What speaks of one name is a filter of its things; what compares a thing with
earlier names is a filter too, once those are picked; "all alike" and "supplies" are counted; only the rest is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.errors import EngineLimit
from yomi_dsl.engine.formula import Hoist, Scope, written_out
from yomi_dsl.engine.limits import SEARCH
from yomi_dsl.engine.matching import matching
from yomi_dsl.engine.operators import both
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import conjuncts, slots_read

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Name:
    """One name of a choice: its things, how many of them, and what is asked of the whole set.

    k           where the answer lies in the frame
    all, some   the things that fit, given the names before; is there one
    groups      functions of a card, by each of which all picked cards must be alike
    supply      (words, function of a card), or None
    rest        conditions on the whole set
    """

    def __init__(self, name: str, kind: str, k: int, many: bool, low: Fn, high: Fn) -> None:
        self.name, self.kind, self.k, self.many, self.low, self.high = name, kind, k, many, low, high
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


Side = Callable[[State, Frame, Any], list[Any]]


class Pair:
    """Two names of which the second only must be like, or unlike, the first."""

    def __init__(self, same: bool, one: Side, two: Side, seconds: Fn) -> None:
        self.same, self.one, self.two, self.seconds = same, one, two, seconds
        self.quick: Any = None

    def fitting(self, st: State, f: Frame, firsts: tuple[Any, ...]) -> tuple[Any, ...]:
        """The first things that have a second one."""
        seconds = self.seconds(st, f)
        if not seconds:
            return ()
        known = set(self.two(st, f, seconds))
        if not self.same and len(known) > 1:
            return firsts
        same = self.same
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


class Picker:
    """The names of a choice and their joint condition."""

    def __init__(self, m: Match, node: ir.Choose, sc: Scope) -> None:
        self.m = m
        self.names: list[Name] = []
        conds = conjuncts(None if node.where is None else written_out(node.where, m, sc))
        slots = [{a.slot} for a in node.asks]
        about: list[list[Any]] = [[] for _ in node.asks]
        first: list[Any] = []
        for cond in conds:
            read = slots_read(cond)
            last = max((i for i, s in enumerate(slots) if s & read), default=-1)
            (about[last] if last >= 0 else first).append(cond)
        self.before = [m.values.lower(c, sc) for c in first]
        for i, a in enumerate(node.asks):
            self.names.append(self._name(a, about[i], sc))
        self.later = [self._later(node, about, slots, i) for i in range(len(node.asks))]
        self.simple = len(self.names) == 1 and not self.names[0].many
        self.pair = self._pair(node, about[1], sc) if len(node.asks) == 2 and self.later[0] else None
        first_name = self.names[0]
        self.alike = (
            len(self.names) == 1 and first_name.many and len(first_name.groups) == 1
            and first_name.supply is None and not first_name.rest
        )  # fmt: skip

    def _pair(self, node: ir.Choose, conds: list[Any], sc: Scope) -> Pair | None:
        """Two single things of which the second is only compared with the first by what each of them has."""
        one, two = node.asks
        if (
            one.many
            or two.many
            or slots_read(two.source) & {one.slot}
            or one.source.cards is None
            or two.source.cards is None
        ):
            return None
        own = [c for c in conds if one.slot not in slots_read(c)]
        both = [c for c in conds if one.slot in slots_read(c)]
        if len(both) != 1 or not isinstance(both[0], ir.Op) or both[0].op not in ("=", "!="):
            return None
        left, right = both[0].args
        if slots_read(left) & {one.slot, two.slot} != {one.slot}:
            left, right = right, left
        if slots_read(left) & {one.slot, two.slot} != {one.slot} or slots_read(right) & {one.slot, two.slot} != {
            two.slot
        }:
            return None
        second = self._name(two, own, sc)
        made = Pair(both[0].op == "=", self._side(left, one.slot, sc), self._side(right, two.slot, sc), second.all)
        tables = self.m.values.table_of(left, one.slot), self.m.values.table_of(right, two.slot)
        if self.names[0].shape is not None and second.shape is not None and None not in tables:
            made.quick = (*self.names[0].shape, tables[0], *second.shape, tables[1])
        return made

    def _side(self, node: Any, slot: int, sc: Scope) -> Side:
        """What one of a pair has: from a table if it is printed, else computed with the card in its slot."""
        table = self.m.values.table_of(node, slot)
        if table is not None:
            fits = table.__getitem__
            return lambda st, f, cards: [*map(fits, cards)]
        k, value = slot + 2, self.m.values.lower(node, sc)

        def read(st: State, f: Frame, cards: Any) -> list[Any]:
            found = []
            for f[k] in cards:
                found.append(value(st, f))
            f[k] = None
            return found

        return read

    def _later(self, node: ir.Choose, about: list[list[Any]], slots: list[set[int]], i: int) -> bool:
        """Do names after this one look at it?"""
        for j in range(i + 1, len(node.asks)):
            read = slots_read(tuple(about[j])) | slots_read((node.asks[j].source, node.asks[j].low, node.asks[j].high))
            if read & slots[i]:
                return True
        return False

    # ---- lowering ------------------------------------------------------------------------------------------------------

    def _name(self, a: ir.Ask, conds: list[Any], sc: Scope) -> Name:
        m = self.m
        low, high = m.values.value(a.low, sc), m.values.value(a.high, sc)
        name = Name(a.name, kind_of(a.source), a.slot + 2, a.many, low, high)
        if isinstance(a.low, ir.Lit) and isinstance(a.high, ir.Lit):
            name.fixed = int(a.low.value or 0), int(a.high.value or 0)
        each: list[Any] = []
        for cond in conds:
            if not a.many:
                each.append(cond)
            else:
                self._of_set(name, a.slot, cond, each, sc)
        source = a.source
        if source.cards is not None:
            self._cards(name, a, each, sc)
        else:
            self._things(name, a, each, sc)
        return name

    def _of_set(self, name: Name, slot: int, cond: Any, each: list[Any], sc: Scope) -> None:
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
        name.rest.append(self.m.values.lower(cond, sc))

    def _cards(self, name: Name, a: ir.Ask, each: list[Any], sc: Scope) -> None:
        m, cards = self.m, a.source.cards
        assert cards is not None
        terms = m.filters.terms(cards.filter, sc)
        for cond in conjuncts(None if cards.where is None else written_out(cards.where, m, sc)):
            terms += m.filters.as_terms(cond, cards.slot)
        for cond in each:
            terms += m.filters.as_terms(cond, a.slot)
        source, parts = m.card_sets.source(cards, sc), m.filters.split(terms, sc)
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
            if zone is not None and parts.live is None and parts.rest is None and parts.table is not None:
                name.shape = (zone, parts.table)
            name.some = m.card_sets.some(source, parts, m.card_sets.own_zone(cards))

    def _things(self, name: Name, a: ir.Ask, each: list[Any], sc: Scope) -> None:
        """Words, numbers, zones or players."""
        m, source, k, before = self.m, a.source, a.slot + 2, self.before
        things: list[Fn]
        if source.zones:
            things = [m.values.value(z, sc) for z in source.zones]
        elif source.numbers:
            things = [m.values.value(n, sc) for n in source.numbers]
        elif source.set == "player":
            first = m.first_player
            things = [lambda st, f: first(st), lambda st, f: 1 - first(st)]
        else:
            words = source.words or m.sets[source.set]
            things = [lambda st, f, w=w: w for w in words]  # type: ignore[misc]
        out = Hoist(sc)
        fits = both([m.values.lower(out.out_of(c, frozenset([a.slot])), sc) for c in each])
        hoisted = [(slot + 2, m.values.fixed(node, sc)) for slot, node in out.before]

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
                    if x not in found and fits(st, f):
                        found.append(x)
                f[k] = None
            return found

        def some(st: State, f: Frame) -> bool:
            found = False
            if begin(st, f):
                for thing in things:
                    f[k] = thing(st, f)
                    if fits(st, f):
                        found = True
                        break
                f[k] = None
            return found

        name.all, name.some = all_of, some

    # ---- what is offered ---------------------------------------------------------------------------------------------------

    def offered(self, st: State, f: Frame, i: int, picked: tuple[Any, ...]) -> tuple[Any, ...]:
        """The options for the next pick of name ``i``, when these are picked already."""
        name = self.names[i]
        found = name.all(st, f) if self.pair is None or i == 0 else self.pair.seconds(st, f)
        if not name.many:
            if not found:
                return ()
            if self.pair is not None and i == 1:
                found = self.pair.after(st, f, found, f[self.names[0].k])
            options = self.distinct(st, found, name) if name.kind == "card" else tuple(found)
            if self.pair is not None and i == 0:
                return self.pair.fitting(st, f, options)
            if self.later[i]:
                options = tuple([x for x in options if self._goes_on(st, f, i, x)])
            elif i + 1 < len(self.names) and not self.completes(st, f, i + 1):
                return ()
            return options
        if self.alike:
            quick = self._alike(st, f, name, picked, found)
            if quick is not None:
                return quick
        left = [x for x in found if x not in picked] if picked else found
        options = self.distinct(st, left, name) if name.kind == "card" else tuple(left)
        if not (name.rest or self.later[i] or name.groups or name.supply):
            # Only how many there are matters: if one goes, all do.
            return options if options and self._fills(st, f, i, (*picked, options[0]), found) else ()
        return tuple([x for x in options if self._fills(st, f, i, (*picked, x), found)])

    def _alike(self, st: State, f: Frame, name: Name, picked: tuple[Any, ...], found: Any) -> tuple[Any, ...] | None:
        """One set of cards that have the same something; None if some cards have nothing."""
        key = name.groups[0]
        low = name.fixed[0] if name.fixed is not None else name.low(st, f) or 0
        table = name.table
        keys = [key(st, c) for c in found] if table is None else [*map(table.__getitem__, found)]
        if low < 2 or None in keys:
            return None
        if picked:
            only = key(st, picked[0])
            left = [c for c, k in zip(found, keys) if k == only and c not in picked]
            return self.distinct(st, left, name)
        if low == 2 and len(set(keys)) == len(keys):
            return ()
        counts: dict[Any, int] = {}
        for k in keys:
            counts[k] = counts.get(k, 0) + 1
        return self.distinct(st, [c for c, k in zip(found, keys) if counts[k] >= low], name)

    def can_start(self, st: State, f: Frame) -> bool:
        """Is there a first pick with which the choice can be completed?"""
        if self.pair is not None:
            firsts = self.names[0].all(st, f)
            return bool(firsts) and self.pair.some(st, f, firsts)
        name = self.names[0]
        if self.alike and name.table is not None and name.fixed is not None and name.fixed[0] == 2:
            keys = [*map(name.table.__getitem__, name.all(st, f))]
            if None not in keys:
                return len(set(keys)) < len(keys)
        return bool(self.offered(st, f, 0, ()))

    def gate(self, a: ir.Choose) -> Fn:
        """`can_start` as a function of its own where the choice is of a common shape."""
        one = self.names[0]
        cards = a.asks[0].source.cards
        if self.before or cards is None or not one.whole:
            return self.can_start
        if (
            self.alike
            and one.table is not None
            and one.fixed is not None
            and one.fixed[0] == 2
            and None not in one.table
        ):
            return self._gate_alike(one)
        if self.pair is not None and not self.pair.same and self.pair.quick is not None:
            return self._gate_unlike(self.pair.quick)
        return self.can_start

    def _gate_alike(self, one: Name) -> Fn:
        """Are there two that are alike?"""
        all_of, table = one.all, one.table
        assert table is not None

        def some(st: State, f: Frame) -> bool:
            seen = set()
            for c in all_of(st, f):
                key = table[c]
                if key in seen:
                    return True
                seen.add(key)
            return False

        return some

    def _gate_unlike(self, quick: Any) -> Fn:
        """Is there one here and another there that differ?"""
        (base_1, sign_1, k_1), fits_1, has_1, (base_2, sign_2, k_2), fits_2, has_2 = quick

        def some(st: State, f: Frame) -> bool:
            zones = st.zones
            firsts = zones[base_1 + sign_1 * f[k_1]]
            for c in firsts:
                if fits_1[c]:
                    break
            else:
                return False
            seen, one = None, False
            for x in zones[base_2 + sign_2 * f[k_2]]:
                if fits_2[x]:
                    if not one:
                        seen, one = has_2[x], True
                    elif has_2[x] != seen:
                        return True
            return one and any([fits_1[c] and has_1[c] != seen for c in firsts])

        return some

    def _goes_on(self, st: State, f: Frame, i: int, value: Any) -> bool:
        """Can the names after ``i`` be completed with this value for it?"""
        k = self.names[i].k
        before = f[k]
        f[k] = value
        done = self.completes(st, f, i + 1)
        f[k] = before
        return done

    def completes(self, st: State, f: Frame, i: int) -> bool:
        """Can the names from ``i`` on be completed?"""
        if i == len(self.names):
            return True
        name = self.names[i]
        if not (name.many or self.later[i]):
            return bool(name.some(st, f)) and self.completes(st, f, i + 1)
        found = name.all(st, f)
        if name.many:
            return self._fills(st, f, i, (), found)
        options = self.distinct(st, found, name) if name.kind == "card" else found
        return any(self._goes_on(st, f, i, x) for x in options)

    def enough(self, st: State, f: Frame, i: int, picked: tuple[Any, ...]) -> bool:
        """May one stop with these for name ``i``?"""
        name = self.names[i]
        if len(picked) < name.low(st, f):
            return False
        return self._whole(st, name, picked) and self._holds(st, f, i, picked)

    def _whole(self, st: State, name: Name, picked: tuple[Any, ...]) -> bool:
        for key in name.groups:
            if len({v for c in picked if (v := key(st, c)) is not None}) != 1:
                return False
        if name.supply is not None:
            words, read = name.supply
            return len(matching(words, [read(st, c) or () for c in picked])) == len(words)
        return True

    def _holds(self, st: State, f: Frame, i: int, picked: tuple[Any, ...]) -> bool:
        """Do the other conditions hold of this set, and can the later names be completed?"""
        name = self.names[i]
        if not name.rest and not self.later[i]:
            return self.completes(st, f, i + 1)
        before = f[name.k]
        f[name.k] = picked
        done = all(cond(st, f) for cond in name.rest) and self.completes(st, f, i + 1)
        f[name.k] = before
        return done

    def _fills(self, st: State, f: Frame, i: int, picked: tuple[Any, ...], found: Any) -> bool:
        """Can a full set for name ``i`` begin with these?"""
        name = self.names[i]
        low, high = name.low(st, f) or 0, name.high(st, f) or 0
        if len(picked) > high:
            return False
        left = [x for x in found if x not in picked]
        if len(picked) + len(left) < low:
            return False
        if name.rest or self.later[i] or len(name.groups) > 1 or (name.groups and name.supply):
            return self._search(st, f, i, picked, left, low, high)
        if name.groups and not alike(st, name.groups[0], picked, left, low, high):
            return False
        if name.supply is not None and not self._supplied(st, name, picked, left, high):
            return False
        return self.completes(st, f, i + 1)

    def _supplied(self, st: State, name: Name, picked: tuple[Any, ...], left: list[Any], high: int) -> bool:
        """Those picked stay useful in a largest matching, so only the words still missing cost further cards."""
        assert name.supply is not None
        words, read = name.supply
        have = [read(st, c) or () for c in picked]
        missing = len(words) - len(matching(words, have))
        if missing > high - len(picked):
            return False
        return len(matching(words, have + [read(st, c) or () for c in left])) == len(words)

    def _search(
        self, st: State, f: Frame, i: int, picked: tuple[Any, ...], left: list[Any], low: int, high: int
    ) -> bool:
        name, tried = self.names[i], 0
        for whole in self._sets(st, name, picked, left, low, high):
            tried += 1
            if tried > SEARCH:
                raise EngineLimit("search", f'the choice "{name.name}" has too many sets to try', ())
            if self._whole(st, name, whole) and self._holds(st, f, i, whole):
                return True
        return False

    def _sets(
        self, st: State, name: Name, picked: tuple[Any, ...], left: list[Any], low: int, high: int
    ) -> Iterator[tuple[Any, ...]]:
        """All sets that begin with these, the small ones first; of copies only the first ones are tried."""
        looks = [self.look(st, x) if name.kind == "card" else x for x in left]

        def grown(have: tuple[Any, ...], start: int, size: int) -> Iterator[tuple[Any, ...]]:
            if len(have) == size:
                yield have
                return
            seen = set()
            for j in range(start, len(left)):
                if looks[j] not in seen:
                    seen.add(looks[j])
                    yield from grown((*have, left[j]), j + 1, size)

        for size in range(max(low, len(picked)), min(high, len(picked) + len(left)) + 1):
            yield from grown(picked, 0, size)

    # ---- copies --------------------------------------------------------------------------------------------------------

    def distinct(self, st: State, cards: Any, name: Name) -> tuple[Any, ...]:
        """Copies equal in print, face, place, marks and tallies are one option: the first."""
        kind = self.m.kind
        n = len(cards)
        if n < 2:
            return tuple(cards)
        found: dict[Any, int] = {}
        if not name.mixed:
            dirty = st.dirty
            for c in cards:
                look = kind[c]
                if dirty[c]:
                    break
                if look not in found:
                    found[look] = c
            else:
                return tuple(found.values())
            found = {}
        for c in cards:
            found.setdefault(self.look(st, c), c)
        return tuple(found.values())

    def look(self, st: State, c: int) -> Any:
        """All in which copies of a card may differ."""
        marks = sorted(mark[0] for mark in st.marks if mark[1] == 3 + c)
        tallies = tuple([read(st, c) for read in self.m.values_now.card_tallies.values()])
        return self.m.kind[c], st.face[c], st.zone_of[c], tuple(marks), tallies


def is_local(node: Any, slot: int) -> bool:
    return isinstance(node, ir.Local) and node.slot == slot


def kind_of(source: ir.AnyOf) -> str:
    if source.cards is not None:
        return "card"
    if source.zones:
        return "zone"
    if source.numbers:
        return "number"
    return "seat" if source.set == "player" else "word"


def alike(st: State, key: Any, picked: tuple[Any, ...], left: list[Any], low: int, high: int) -> bool:
    """Can a set begin with these in which all cards that have the property have the same?"""
    have = {v for c in picked if (v := key(st, c)) is not None}
    if len(have) > 1:
        return False
    counts: dict[Any, int] = {}
    for c in left:
        v = key(st, c)
        counts[v] = counts.get(v, 0) + 1
    free = counts.pop(None, 0)
    if have:
        (only,) = have
        return len(picked) + counts.get(only, 0) + free >= low
    return high > len(picked) and any(len(picked) + n + free >= low for n in counts.values())


__all__ = ["Name", "Picker", "as_set"]
