"""Values become functions ``fn(st, f)`` of the state and the frame. Common shapes have functions of their own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.formula import Scope, written_out
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import LetIn, walk

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

Fn = Callable[[State, Frame], Any]
MIRROR = 1


class Values:
    """Lowers values for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.by_class: dict[type, Callable[[Any, Scope], Fn]] = {
            cls: getattr(self, "_" + cls.__name__.lower())
            for cls in (
                ir.Lit, ir.WordLit, ir.Local, ir.PerSeat, ir.Opponent, ir.Active, ir.RandomPlayer, ir.Owner, ir.Holder,
                ir.Seat, ir.HeadCard, ir.Attr, ir.Tally, ir.Call, ir.Beats, ir.Zone, ir.TurnNumber, ir.PhaseIs, ir.Op,
                ir.Is, ir.Something, ir.Has, ir.In, ir.SetHas, ir.Precedes, ir.Supplies, ir.As, ir.NameOf, ir.Successor,
                LetIn,
            )
        }  # fmt: skip

    def value(self, node: Any, sc: Scope) -> Fn:
        """Any value of the IR, with declared values written out in place."""
        return self.lower(written_out(node, self.m, sc), sc)

    def lower(self, node: Any, sc: Scope) -> Fn:
        made = self.by_class.get(type(node))
        return made(node, sc) if made is not None else self.m.cards_of.lower(node, sc)

    def function(self, proc: ir.Proc) -> Callable[..., Any]:
        """A formula as a function of its subjects."""
        sc = Scope.of(proc)
        value = self.value(proc.body, sc)
        return lambda st, *args: value(st, [0, 0, *args, *[None] * (sc.size - len(args))])

    def condition(self, node: Any, sc: Scope) -> Fn | None:
        """None for what always holds."""
        return None if node is None else self.value(node, sc)

    # ---- plain ---------------------------------------------------------------------------------------------------------

    def _lit(self, node: ir.Lit, sc: Scope) -> Fn:
        value = node.value
        return lambda st, f: value

    def _wordlit(self, node: ir.WordLit, sc: Scope) -> Fn:
        word = node.word
        return lambda st, f: word

    def _local(self, node: ir.Local, sc: Scope) -> Fn:
        k = node.slot + 2
        return lambda st, f: f[k]

    def _perseat(self, node: ir.PerSeat, sc: Scope) -> Fn:
        k = node.slot + 2
        if isinstance(node.seat, ir.Local):
            s = node.seat.slot + 2
            return lambda st, f: f[k + f[s]]
        seat = self.lower(node.seat, sc)
        return lambda st, f: f[k + seat(st, f)]

    def _letin(self, node: LetIn, sc: Scope) -> Fn:
        k, value, body = node.slot + 2, self.fixed(node.value, sc), self.lower(node.body, sc)

        def run(st: State, f: Frame) -> Any:
            f[k] = value(st, f)
            return body(st, f)

        return run

    def fixed(self, node: Any, sc: Scope) -> Fn:
        """A value that may stay in a slot: a set of cards is a tuple, not a list that may be shared."""
        made = self.lower(node, sc)
        if not isinstance(node, (ir.Cards, ir.Local, LetIn)):
            return made
        if isinstance(node, ir.Local):
            return made

        def run(st: State, f: Frame) -> Any:
            found = made(st, f)
            return tuple(found) if found.__class__ is list else found

        return run

    # ---- players -------------------------------------------------------------------------------------------------------

    def _opponent(self, node: ir.Opponent, sc: Scope) -> Fn:
        if isinstance(node.of, ir.Local):
            k = node.of.slot + 2

            def other(st: State, f: Frame) -> Any:
                seat = f[k]
                return None if seat is None else 1 - seat

            return other
        of = self.lower(node.of, sc)

        def run(st: State, f: Frame) -> Any:
            seat = of(st, f)
            return None if seat is None else 1 - seat

        return run

    def _active(self, node: ir.Active, sc: Scope) -> Fn:
        if not self.m.game.turn.both:
            return lambda st, f: st.active
        first = self.m.first_player
        return lambda st, f: first(st)

    def _randomplayer(self, node: ir.RandomPlayer, sc: Scope) -> Fn:
        roll = self.m.roll
        return lambda st, f: 0 if st.scripted else roll(st, 2) - 1

    def _owner(self, node: ir.Owner, sc: Scope) -> Fn:
        owner = self.m.owner
        if isinstance(node.of, ir.Local):
            k = node.of.slot + 2

            def read(st: State, f: Frame) -> Any:
                card = f[k]
                return None if card is None else owner[card]

            return read
        of = self.lower(node.of, sc)

        def run(st: State, f: Frame) -> Any:
            card = of(st, f)
            return None if card is None else owner[card]

        return run

    def _holder(self, node: ir.Holder, sc: Scope) -> Fn:
        base, first = self.m.sid[node.status] * self.m.K, self.m.first_player

        def run(st: State, f: Frame) -> Any:
            seat = first(st)
            return seat if base + seat in st.has else 1 - seat if base + 1 - seat in st.has else None

        return run

    def _seat(self, node: ir.Seat, sc: Scope) -> Fn:
        k, where, first = node.slot + 2, self.lower(node.where, sc), self.m.first_player
        both = self.m.game.turn.both

        def run(st: State, f: Frame) -> Any:
            seat = f[k] = first(st) if both else st.active
            if where(st, f):
                return seat
            f[k] = 1 - seat
            return 1 - seat if where(st, f) else None

        return run

    def _headcard(self, node: ir.HeadCard, sc: Scope) -> Fn:
        base, of = self.m.zone_base[node.head], self.lower(node.of, sc)

        def run(st: State, f: Frame) -> Any:
            seat = of(st, f)
            zone = () if seat is None else st.zones[base + seat]
            return zone[0] if zone else None

        return run

    # ---- attributes ----------------------------------------------------------------------------------------------------

    def _attr(self, node: ir.Attr, sc: Scope) -> Fn:
        return self.attribute(node.name, self.lower(node.of, sc), node.of)

    def attribute(self, name: str, of: Fn, shape: Any = None) -> Fn:
        """An attribute of a card: a plain look-up unless a rule of this match may modify it."""
        m, i = self.m, self.m.attr[name]
        none = False if m.attributes[i].type == "flag" else None
        if m.unmodified(name) and not m.faced[i]:
            return self._printed(m.base[i], of, shape, none)
        if isinstance(shape, ir.Local) and not m.unmodified(name) and name != SILENT:
            return self._modifiable(i, shape.slot + 2, none)
        read = m.attributes_now.reader(name)

        def run(st: State, f: Frame) -> Any:
            card = of(st, f)
            return none if card is None else read(st, card)

        return run

    def _modifiable(self, i: int, k: int, none: Any) -> Fn:
        """An attribute of the card in a slot that rules may modify."""
        reworth, slow = self.m.reworth, self.m.attributes_now.slow

        def run(st: State, f: Frame) -> Any:
            card = f[k]
            if card is None:
                return none
            table = (st.worth or reworth(st)).attr[i]
            return table[card] if table is not None else slow(st, i, card)

        return run

    def _printed(self, table: list[Any], of: Fn, shape: Any, none: Any) -> Fn:
        if isinstance(shape, ir.Local):
            k = shape.slot + 2

            def local(st: State, f: Frame) -> Any:
                card = f[k]
                return none if card is None else table[card]

            return local

        def run(st: State, f: Frame) -> Any:
            card = of(st, f)
            return none if card is None else table[card]

        return run

    def _sethas(self, node: ir.SetHas, sc: Scope) -> Fn:
        words, word = self.attribute(node.attr, self.lower(node.of, sc), node.of), self.lower(node.word, sc)
        return lambda st, f: word(st, f) in (words(st, f) or ())

    def _supplies(self, node: ir.Supplies, sc: Scope) -> Fn:
        cards, words, read = self.lower(node.cards, sc), self.m.sets[node.set], self.m.attributes_now.reader(node.attr)

        def run(st: State, f: Frame) -> bool:
            return supplied(words, [read(st, c) or () for c in as_set(cards(st, f))])

        return run

    def _nameof(self, node: ir.NameOf, sc: Scope) -> Fn:
        return self._printed(self.m.name, self.lower(node.of, sc), node.of, None)

    def table_of(self, node: Any, slot: int) -> list[Any] | None:
        """The table of what a card prints, for a value that is just that of the card in a slot."""
        if isinstance(node, (ir.NameOf, ir.Attr)) and isinstance(node.of, ir.Local) and node.of.slot == slot:
            if isinstance(node, ir.NameOf):
                return self.m.name
            if self.m.unmodified(node.name) and not self.m.faced[self.m.attr[node.name]]:
                return self.m.base[self.m.attr[node.name]]
        return None

    def _as(self, node: ir.As, sc: Scope) -> Fn:
        card, face, as_face = self.lower(node.card, sc), self.lower(node.face, sc), self.m.as_face

        def run(st: State, f: Frame) -> Any:
            c = card(st, f)
            return None if c is None else as_face(c, face(st, f))

        return run

    def _successor(self, node: ir.Successor, sc: Scope) -> Fn:
        words, of = self.m.sets[node.set], self.lower(node.of, sc)
        after = dict(pairwise(words))
        return lambda st, f: after.get(of(st, f))

    # ---- tallies, values, contests -------------------------------------------------------------------------------------

    def _tally(self, node: ir.Tally, sc: Scope) -> Fn:
        m, declared = self.m, self.m.tally[node.name]
        of = None if node.of is None else self.lower(node.of, sc)
        base = m.tally_base[node.name]
        if of is None:
            return lambda st, f: st.tallies[base]
        if declared.of == "card":
            return self._card_tally(node.name, of)
        if declared.mirrored:
            return self._mirrored(base, of)
        if isinstance(node.of, ir.Local):
            k = node.of.slot + 2

            def local(st: State, f: Frame) -> Any:
                seat = f[k]
                return None if seat is None else st.tallies[base + seat]

            return local

        def run(st: State, f: Frame) -> Any:
            seat = of(st, f)
            return None if seat is None else st.tallies[base + seat]

        return run

    def _mirrored(self, base: int, of: Fn) -> Fn:
        def run(st: State, f: Frame) -> Any:
            seat = of(st, f)
            return None if seat is None else -st.tallies[base] if seat else st.tallies[base]

        return run

    def _card_tally(self, name: str, of: Fn) -> Fn:
        read = self.m.values_now.card_tally(name)

        def run(st: State, f: Frame) -> Any:
            card = of(st, f)
            return None if card is None else read(st, card)

        return run

    def _call(self, node: ir.Call, sc: Scope) -> Fn:
        args = [self.lower(arg, sc) for arg in node.args]
        called = self.m.values_now.called(node.name)
        if node.name in self.m.modified_values and len(args) == 1 and isinstance(node.args[0], ir.Local):
            return self._of_player(node.name, node.args[0].slot + 2, called)
        if len(args) == 1:
            (one,) = args
            return lambda st, f: called(st, one(st, f))
        return lambda st, f: called(st, *[arg(st, f) for arg in args])

    def _of_player(self, name: str, k: int, called: Callable[..., Any]) -> Fn:
        """A declared value of the player in a slot, which rules may modify."""
        vid, reworth = self.m.vid[name], self.m.reworth
        if self.m.game.values[vid].subjects != ("player",):
            return lambda st, f: called(st, f[k])

        def run(st: State, f: Frame) -> Any:
            known = (st.worth or reworth(st)).players[vid]
            return known[f[k]] if known is not None else called(st, f[k])

        return run

    def _beats(self, node: ir.Beats, sc: Scope) -> Fn:
        a, b, met = self.lower(node.a, sc), self.lower(node.b, sc), self.m.contests.met(node.name)
        wanted = 2 if node.tie else 1

        def run(st: State, f: Frame) -> bool:
            x, y = a(st, f), b(st, f)
            return x is not None and y is not None and met(st, x, y) == wanted

        return run

    # ---- zones, clocks -------------------------------------------------------------------------------------------------

    def _zone(self, node: ir.Zone, sc: Scope) -> Fn:
        """The index of a zone. That of a zone of no player in a test is handled where it is compared."""
        base = self.m.zone_base[node.name]
        if node.of is None or self.m.zone_shared[node.name]:
            return lambda st, f: base
        if isinstance(node.of, ir.Local):
            k = node.of.slot + 2
            return lambda st, f: base + f[k]
        if isinstance(node.of, ir.Opponent) and isinstance(node.of.of, ir.Local):
            k = node.of.of.slot + 2
            return lambda st, f: base + 1 - f[k]
        of = self.lower(node.of, sc)
        return lambda st, f: base + of(st, f)

    def _turnnumber(self, node: ir.TurnNumber, sc: Scope) -> Fn:
        return lambda st, f: st.turn

    def _phaseis(self, node: ir.PhaseIs, sc: Scope) -> Fn:
        p = self.m.phase[node.phase]
        return lambda st, f: st.running[p] > 0

    def _in(self, node: ir.In, sc: Scope) -> Fn:
        card, n = self.lower(node.card, sc), self.m.N
        zone = node.zone
        if isinstance(zone, ir.Zone) and zone.of is None and not self.m.zone_shared[zone.name]:
            base = self.m.zone_base[zone.name]

            def anyones(st: State, f: Frame) -> bool:
                c = card(st, f)
                return c is not None and 0 <= st.zone_of[c % n] - base <= 1

            return anyones
        place = self.lower(zone, sc)

        def run(st: State, f: Frame) -> bool:
            c = card(st, f)
            return c is not None and st.zone_of[c % n] == place(st, f)

        return run

    def _precedes(self, node: ir.Precedes, sc: Scope) -> Fn:
        a, b, n = self.lower(node.a, sc), self.lower(node.b, sc), self.m.N

        def run(st: State, f: Frame) -> bool:
            x, y = a(st, f), b(st, f)
            if x is None or y is None or st.zone_of[x % n] != st.zone_of[y % n]:
                return False
            row = st.zones[st.zone_of[x % n]]
            return bool(row.index(x % n) < row.index(y % n))

        return run

    # ---- conditions ------------------------------------------------------------------------------------------------------

    def _something(self, node: ir.Something, sc: Scope) -> Fn:
        if isinstance(node.of, ir.Local):
            k = node.of.slot + 2
            return lambda st, f: f[k] is not None and f[k] != ()
        of = self.lower(node.of, sc)

        def run(st: State, f: Frame) -> bool:
            found = of(st, f)
            return found is not None and found != () and found != []

        return run

    def _has(self, node: ir.Has, sc: Scope) -> Fn:
        base, n = self.m.sid[node.status] * self.m.K, self.m.N
        if node.of is None:
            return lambda st, f: base + 2 in st.has
        of = self.lower(node.of, sc)
        card = self.m.status_holder(node.status) == "card"

        def run(st: State, f: Frame) -> bool:
            holder = of(st, f)
            if holder is None:
                return False
            return base + (3 + holder % n if card else holder) in st.has

        return run

    def _is(self, node: ir.Is, sc: Scope) -> Fn:
        parts = self.m.cards_of.split(self.m.cards_of.terms(node.filter, sc), sc, hoist=False)
        of, fits = self.lower(node.of, sc), self.m.cards_of.one(parts)
        if isinstance(node.of, ir.Local) and parts.table is not None and parts.live is None and parts.rest is None:
            return self._is_printed(node.of.slot + 2, parts.table)

        def run(st: State, f: Frame) -> bool:
            found = of(st, f)
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

    def _op(self, node: ir.Op, sc: Scope) -> Fn:
        if node.op in ("=", "!="):
            return self._equal(node, sc)
        args = [self.lower(arg, sc) for arg in node.args]
        if node.op in ("and", "or"):
            return both(args) if node.op == "and" else either(args)
        if len(args) == 1:
            if node.op == "neg" and isinstance(node.args[0], ir.Local):
                k = node.args[0].slot + 2
                return lambda st, f: None if f[k] is None else -f[k]
            return unary(node.op, args[0])
        made = binary(node.op, args[0], args[1], node.args[1])
        for arg, shape in zip(args[2:], node.args[2:]):
            made = binary(node.op, made, arg, shape)
        return made

    def _equal(self, node: ir.Op, sc: Scope) -> Fn:
        a, b = node.args
        for zone, other in ((a, b), (b, a)):
            if isinstance(zone, ir.Zone) and zone.of is None and not self.m.zone_shared[zone.name]:
                return self._any_zone(zone, self.lower(other, sc), node.op == "=")
        if isinstance(a, ir.Local):
            quick = self._slot_equal(a.slot + 2, b, node.op == "=")
            if quick is not None:
                return quick
        x, y = self.lower(a, sc), self.lower(b, sc)
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

    def constant(self, node: Any, seats: tuple[Any, ...]) -> list[int] | None:
        """A number that never changes, for each thing that may be in slot 0; None if it may change."""
        tree = written_out(node, self.m, Scope(1))
        for n in walk(tree):
            if isinstance(n, ir.Attr):
                if not self.m.unmodified(n.name) or self.m.faced[self.m.attr[n.name]]:
                    return None
            elif not isinstance(n, (ir.Lit, ir.Local, ir.Op, ir.HeadCard, LetIn)):
                return None
        read = self.lower(tree, Scope(1))
        start = self.m.empty()
        return [read(start, [0, 0, seat, *[None] * 40]) for seat in seats]


def as_set(found: Any) -> Any:
    """Nothing, a card or a set, as a set."""
    return () if found is None else (found,) if found.__class__ is int else found


def supplied(words: tuple[str, ...], sets: list[Any]) -> bool:
    """Can every word be had from another of the sets? By augmenting paths."""
    return len(matching(words, sets)) == len(words)


def matching(words: tuple[str, ...], sets: list[Any]) -> dict[int, str]:
    """A largest assignment of words to sets that have them: set index -> word."""
    by: dict[int, str] = {}

    def place(word: str, seen: set[int]) -> bool:
        for i, have in enumerate(sets):
            if word in have and i not in seen:
                seen.add(i)
                if i not in by or place(by[i], seen):
                    by[i] = word
                    return True
        return False

    for word in words:
        place(word, set())
    return by


def both(args: list[Fn]) -> Fn:
    if len(args) == 1:
        return args[0]
    if len(args) == 2:
        a, b = args
        return lambda st, f: a(st, f) and b(st, f)
    if len(args) == 3:
        a, b, c = args
        return lambda st, f: a(st, f) and b(st, f) and c(st, f)

    def run(st: State, f: Frame) -> bool:
        for arg in args:
            if not arg(st, f):
                return False
        return True

    return run


def either(args: list[Fn]) -> Fn:
    if len(args) == 2:
        a, b = args
        return lambda st, f: a(st, f) or b(st, f)

    def run(st: State, f: Frame) -> bool:
        for arg in args:
            if arg(st, f):
                return True
        return False

    return run


def unary(op: str, a: Fn) -> Fn:
    if op == "not":
        return lambda st, f: not a(st, f)

    def run(st: State, f: Frame) -> Any:
        x = a(st, f)
        if x is None:
            return None
        return -x if op in ("neg", "-") else (x + 1) // 2 if op == "half-up" else x // 2

    return run


def binary(op: str, a: Fn, b: Fn, right: Any) -> Fn:
    """Sums of nothing are nothing; comparing with nothing is never true."""
    if isinstance(right, ir.Lit) and right.value is not None:
        return _with_constant(op, a, right.value)

    def add(st: State, f: Frame) -> Any:
        x, y = a(st, f), b(st, f)
        return None if x is None or y is None else x + y

    def sub(st: State, f: Frame) -> Any:
        x, y = a(st, f), b(st, f)
        return None if x is None or y is None else x - y

    def mul(st: State, f: Frame) -> Any:
        x, y = a(st, f), b(st, f)
        return None if x is None or y is None else x * y

    def less(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x < y

    def most(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x <= y

    def more(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x > y

    def least(st: State, f: Frame) -> bool:
        x, y = a(st, f), b(st, f)
        return x is not None and y is not None and x >= y

    return {"+": add, "-": sub, "*": mul, "<": less, "<=": most, ">": more, ">=": least}[op]


def _with_constant(op: str, a: Fn, y: Any) -> Fn:
    def add(st: State, f: Frame) -> Any:
        x = a(st, f)
        return None if x is None else x + y

    def mul(st: State, f: Frame) -> Any:
        x = a(st, f)
        return None if x is None else x * y

    def less(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x < y

    def most(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x <= y

    def more(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x > y

    def least(st: State, f: Frame) -> bool:
        x = a(st, f)
        return x is not None and x >= y

    if op == "-":
        return _with_constant("+", a, -y)
    return {"+": add, "*": mul, "<": less, "<=": most, ">": more, ">=": least}[op]
