"""Conditions: what answers yes or no, and the operators between values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.formula import Scope, place_of
from yomi_dsl.engine.matching import supplied
from yomi_dsl.engine.operators import binary, both, either, unary
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Conditions:
    """Lowers conditions for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def _something(self, node: ir.Something, sc: Scope) -> Fn:
        if isinstance(node.of, ir.Local):
            k = node.of.slot + 2
            return lambda st, f: f[k] is not None and f[k] != ()
        of = self.m.values.lower(node.of, sc)

        def run(st: State, f: Frame) -> bool:
            found = of(st, f)
            return found is not None and found != () and found != []

        return run

    def _has(self, node: ir.Has, sc: Scope) -> Fn:
        base, n = self.m.sid[node.status] * self.m.K, self.m.N
        if node.of is None:
            return lambda st, f: base + 2 in st.has
        of, k = self.m.values.lower(node.of, sc), place_of(node.of)
        card = self.m.status_holder(node.status) == "card"

        def run(st: State, f: Frame) -> bool:
            holder = f[k] if k else of(st, f)
            if holder is None:
                return False
            return base + (3 + holder % n if card else holder) in st.has

        return run

    def _is(self, node: ir.Is, sc: Scope) -> Fn:
        parts = self.m.filters.split(self.m.filters.terms(node.filter, sc), sc, hoist=False)
        k = place_of(node.of)
        if k and parts.printed is not None:
            return self._is_printed(k, parts.printed)
        of, fits = self.m.values.lower(node.of, sc), self.m.filters.one(parts)

        def run(st: State, f: Frame) -> bool:
            found = f[k] if k else of(st, f)
            if found is None:
                return False
            if found.__class__ is int:
                return bool(fits(st, f, found))
            return all(fits(st, f, c) for c in found)

        return run

    def _is_printed(self, k: int, table: list[bool]) -> Fn:
        """The card in a slot, by a table of what is printed."""

        def run(st: State, f: Frame) -> bool:
            found = f[k]
            if found.__class__ is int:
                return table[found]
            return found is not None and all([table[c] for c in found])

        return run

    def _in(self, node: ir.In, sc: Scope) -> Fn:
        card, n = self.m.values.lower(node.card, sc), self.m.N
        zone = node.zone
        if isinstance(zone, ir.Zone) and zone.of is None and not self.m.zone_shared[zone.name]:
            base = self.m.zone_base[zone.name]

            def anyones(st: State, f: Frame) -> bool:
                c = card(st, f)
                return c is not None and 0 <= st.zone_of[c % n] - base <= 1

            return anyones
        place, k = self.m.values.lower(zone, sc), place_of(node.card)

        def run(st: State, f: Frame) -> bool:
            c = f[k] if k else card(st, f)
            return c is not None and st.zone_of[c % n] == place(st, f)

        return run

    def _precedes(self, node: ir.Precedes, sc: Scope) -> Fn:
        a, b, n = self.m.values.lower(node.a, sc), self.m.values.lower(node.b, sc), self.m.N
        j, k = place_of(node.a), place_of(node.b)

        def run(st: State, f: Frame) -> bool:
            x, y = f[j] if j else a(st, f), f[k] if k else b(st, f)
            if x is None or y is None or st.zone_of[x % n] != st.zone_of[y % n]:
                return False
            row = st.zones[st.zone_of[x % n]]
            return bool(row.index(x % n) < row.index(y % n))

        return run

    def _phaseis(self, node: ir.PhaseIs, sc: Scope) -> Fn:
        p = self.m.phase[node.phase]
        return lambda st, f: st.running[p] > 0

    def _sethas(self, node: ir.SetHas, sc: Scope) -> Fn:
        words, word = (
            self.m.values.attribute(node.attr, self.m.values.lower(node.of, sc), node.of),
            self.m.values.lower(node.word, sc),
        )
        return lambda st, f: word(st, f) in (words(st, f) or ())

    def _supplies(self, node: ir.Supplies, sc: Scope) -> Fn:
        cards, words, read = (
            self.m.values.lower(node.cards, sc),
            self.m.sets[node.set],
            self.m.attributes_now.reader(node.attr),
        )

        def run(st: State, f: Frame) -> bool:
            return supplied(words, [read(st, c) or () for c in as_set(cards(st, f))])

        return run

    def _beats(self, node: ir.Beats, sc: Scope) -> Fn:
        a, b, met = self.m.values.lower(node.a, sc), self.m.values.lower(node.b, sc), self.m.contests.met(node.name)
        wanted = 2 if node.tie else 1

        def run(st: State, f: Frame) -> bool:
            x, y = a(st, f), b(st, f)
            return x is not None and y is not None and met(st, x, y) == wanted

        return run

    # ---- operators -----------------------------------------------------------------------------------------------------

    def _op(self, node: ir.Op, sc: Scope) -> Fn:
        if node.op in ("=", "!="):
            return self._equal(node, sc)
        args = [self.m.values.lower(arg, sc) for arg in node.args]
        if node.op in ("and", "or"):
            return both(args) if node.op == "and" else either(args)
        if len(args) == 1:
            return self._of_one(node.op, node.args[0], args[0], sc)
        made = binary(node.op, args[0], args[1], node.args[1])
        for arg, shape in zip(args[2:], node.args[2:]):
            made = binary(node.op, made, arg, shape)
        return made

    def _of_one(self, op: str, shape: Any, arg: Fn, sc: Scope) -> Fn:
        if op == "neg" and isinstance(shape, ir.Local):
            k = shape.slot + 2
            return lambda st, f: None if f[k] is None else -f[k]
        if op == "not" and isinstance(shape, ir.Is) and isinstance(shape.of, ir.Local):
            k, parts = shape.of.slot + 2, self.m.filters.split(self.m.filters.terms(shape.filter, sc), sc, hoist=False)
            if parts.printed is not None:
                table = parts.printed
                return lambda st, f: not table[f[k]] if f[k].__class__ is int else not arg(st, f)
        return unary(op, arg)

    def _equal(self, node: ir.Op, sc: Scope) -> Fn:
        a, b = node.args
        for zone, other in ((a, b), (b, a)):
            if isinstance(zone, ir.Zone) and zone.of is None and not self.m.zone_shared[zone.name]:
                return self._any_zone(zone, self.m.values.lower(other, sc), node.op == "=")
        if isinstance(a, ir.Local):
            quick = self._slot_equal(a.slot + 2, b, node.op == "=")
            if quick is not None:
                return quick
        x, y = self.m.values.lower(a, sc), self.m.values.lower(b, sc)
        if isinstance(a, ir.As) or isinstance(b, ir.As):
            x, y = self._card_number(x), self._card_number(y)
        if isinstance(b, (ir.Lit, ir.WordLit)):
            value = b.value if isinstance(b, ir.Lit) else b.word
            return (lambda st, f: x(st, f) == value) if node.op == "=" else (lambda st, f: x(st, f) != value)
        if node.op == "=":
            return lambda st, f: x(st, f) == y(st, f)
        return lambda st, f: x(st, f) != y(st, f)

    def _slot_equal(self, k: int, b: Any, same: bool) -> Fn | None:
        """A slot compared with another, with its opponent, or with something that never changes."""
        if isinstance(b, ir.Local):
            j = b.slot + 2
            return (lambda st, f: f[k] == f[j]) if same else (lambda st, f: f[k] != f[j])
        if isinstance(b, ir.Opponent) and isinstance(b.of, ir.Local):
            j = b.of.slot + 2
            if same:
                return lambda st, f: f[j] is not None and f[k] == 1 - f[j]
            return lambda st, f: f[j] is None or f[k] != 1 - f[j]
        if isinstance(b, (ir.Lit, ir.WordLit)):
            value = b.value if isinstance(b, ir.Lit) else b.word
            return (lambda st, f: f[k] == value) if same else (lambda st, f: f[k] != value)
        return None

    def _card_number(self, card: Fn) -> Fn:
        n = self.m.N

        def run(st: State, f: Frame) -> Any:
            c = card(st, f)
            return None if c is None else c % n

        return run

    def _any_zone(self, zone: ir.Zone, other: Fn, same: bool) -> Fn:
        base = self.m.zone_base[zone.name]

        def run(st: State, f: Frame) -> bool:
            index = other(st, f)
            return (index is not None and 0 <= index - base <= 1) == same

        return run
