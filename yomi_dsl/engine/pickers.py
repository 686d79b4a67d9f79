"""What a choice offers: a thing is offered only if the rest of the choice can still be made.

The joint condition is taken apart once. What speaks of one name is a filter of its things; what compares a thing with
earlier names is a filter too, once those are picked; "all alike" and "supplies" are counted; only the rest is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.card_sets import OwnZone
from yomi_dsl.engine.choice_names import Name, NameMaker
from yomi_dsl.engine.choice_pairs import PairMaker, gate_unlike
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.errors import EngineLimit
from yomi_dsl.engine.formula import Scope, written_out
from yomi_dsl.engine.limits import SEARCH
from yomi_dsl.engine.matching import matching
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import conjuncts, slots_read

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

Looks = list[Any]
"""By card what it looks like, so that copies are told; None: it does not fit."""
Fresh = Callable[..., tuple[Any, ...]]
"""What a question offers: (state, frame, looks if they are others than usual)."""


class Picker:
    """The names of a choice and their joint condition."""

    def __init__(self, m: Match, node: ir.Choose, sc: Scope) -> None:
        self.m, self.kind = m, m.kind
        conds = conjuncts(None if node.where is None else written_out(node.where, m, sc))
        slots = [{a.slot} for a in node.asks]
        about: list[list[Any]] = [[] for _ in node.asks]
        first: list[Any] = []
        for cond in conds:
            read = slots_read(cond)
            last = max((i for i, s in enumerate(slots) if s & read), default=-1)
            (about[last] if last >= 0 else first).append(cond)
        self.before = [m.values.lower(c, sc) for c in first]
        make = NameMaker(m, self.before, sc)
        self.names = [make.name(a, about[i]) for i, a in enumerate(node.asks)]
        self.later = [self._later(node, about, slots, i) for i in range(len(node.asks))]
        self.simple = len(self.names) == 1 and not self.names[0].many
        self.pair = (
            PairMaker(m, make).pair(self.names[0], node, about[1]) if len(node.asks) == 2 and self.later[0] else None
        )
        self.fresh = [self._fresh(name) for name in self.names]
        self.beside = self._beside()
        first_name = self.names[0]
        self.alike = (
            len(self.names) == 1 and first_name.many and len(first_name.groups) == 1
            and first_name.supply is None and not first_name.rest
        )  # fmt: skip

    def _later(self, node: ir.Choose, about: list[list[Any]], slots: list[set[int]], i: int) -> bool:
        """Do names after this one look at it?"""
        for j in range(i + 1, len(node.asks)):
            read = slots_read(tuple(about[j])) | slots_read((node.asks[j].source, node.asks[j].low, node.asks[j].high))
            if read & slots[i]:
                return True
        return False

    # ---- what is offered ---------------------------------------------------------------------------------------------------

    def offered(self, st: State, f: Frame, i: int, picked: tuple[Any, ...]) -> tuple[Any, ...]:
        """The options for the next pick of name ``i``, when these are picked already."""
        name = self.names[i]
        if self.pair is not None:
            return self._paired(st, f, i)
        if not name.many:
            options: tuple[Any, ...] = self.fresh[i](st, f)
            if not options:
                return ()
            if self.later[i]:
                options = tuple([x for x in options if self._goes_on(st, f, i, x)])
            elif i + 1 < len(self.names) and not self.completes(st, f, i + 1):
                return ()
            return options
        found = name.all(st, f)
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

    def _paired(self, st: State, f: Frame, i: int) -> tuple[Any, ...]:
        """The options for the first of a pair, or for the second when the first is picked."""
        pair = self.pair
        assert pair is not None
        if i == 0:
            options = self.fresh[0](st, f)
            return pair.fitting(st, f, options) if options else ()
        first = f[self.names[0].k]
        if self.beside is not None:
            has, looks, fresh = self.beside
            return fresh(st, f, looks[has[first]])
        return self.distinct(st, pair.after(st, f, pair.seconds(st, f), first), self.names[1])

    def _beside(self) -> tuple[list[Any], dict[Any, Looks], Fresh] | None:
        """Of a pair of printed things: what a first one has, the looks that go with it, and what then is offered."""
        if self.pair is None or self.pair.quick is None:
            return None
        _, _, has_1, zone, fits, has_2 = self.pair.quick
        kinds, same = self._looks(fits), self.pair.same
        looks = {one: [k if (two == one) == same else None for k, two in zip(kinds, has_2)] for one in set(has_1)}
        return has_1, looks, self._of_zone(self.names[1], zone, kinds)

    def _alike(self, st: State, f: Frame, name: Name, picked: tuple[Any, ...], found: Any) -> tuple[Any, ...] | None:
        """One set of cards that have the same something; None if some cards have nothing."""
        key = name.groups[0]
        low, _ = name.bounds(st, f)
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
            return gate_unlike(self.pair.quick)
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
        if len(picked) < name.bounds(st, f)[0]:
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
        low, high = name.bounds(st, f)
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

    def _fresh(self, name: Name) -> Fn:
        """What a question for one thing offers: all that fit, of copies the first."""
        distinct = self.distinct
        if name.kind != "card":
            return lambda st, f: tuple(name.all(st, f))
        if name.shape is None:
            return lambda st, f: distinct(st, name.all(st, f), name)
        zone, fits = name.shape
        return self._of_zone(name, zone, self._looks(fits))

    def _looks(self, fits: list[bool]) -> Looks:
        return [kind if fit else None for kind, fit in zip(self.kind, fits)]

    def _of_zone(self, name: Name, zone: OwnZone, kinds: Looks) -> Fresh:
        """The first copies in a zone of all that have a look."""
        (base, sign, k), distinct = zone, self.distinct

        def fresh(st: State, f: Frame, looks: Looks = kinds) -> tuple[Any, ...]:
            found: dict[Any, int] = {}
            dirty, pile = st.dirty, st.zones[base + sign * f[k]]
            for c in pile:
                look = looks[c]
                if look is not None:
                    if dirty[c]:
                        return distinct(st, [c for c in pile if looks[c] is not None], name)
                    if look not in found:
                        found[look] = c
            return tuple(found.values())

        return fresh

    def distinct(self, st: State, cards: Any, name: Name) -> tuple[Any, ...]:
        """Copies equal in print, face, place, marks and tallies are one option: the first."""
        if len(cards) < 2:
            return tuple(cards)
        found: dict[Any, int] = {}
        if not name.mixed:
            kind, dirty = self.kind, st.dirty
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
