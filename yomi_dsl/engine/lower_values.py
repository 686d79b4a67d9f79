"""Values become functions ``fn(st, f)`` of the state and the frame. Common shapes have functions of their own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn, by_class
from yomi_dsl.engine.conditions import Conditions
from yomi_dsl.engine.formula import Scope, place_of, written_out
from yomi_dsl.engine.somebody import always
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import LetIn, Perhaps, walk

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Values:
    """Lowers values for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.by_class = {
            **by_class(
                self, ir.Lit, ir.WordLit, ir.WordsLit, ir.Filter, ir.Span, ir.Local, ir.PerSeat, LetIn, Perhaps, ir.Opponent, ir.Active,
                ir.RandomPlayer, ir.Owner, ir.Holder, ir.Seat, ir.HeadCard, ir.Attr, ir.NameOf, ir.As, ir.Successor, ir.Tally,
                ir.Call, ir.Zone, ir.TurnNumber,
            ),
            **by_class(
                Conditions(m), ir.Something, ir.Has, ir.Is, ir.In, ir.Precedes, ir.PhaseIs, ir.SetHas, ir.Supplies, ir.Beats,
                ir.Op,
            ),
            **by_class(m.card_sets, ir.Cards),
            **by_class(m.folds, ir.Pick, ir.Quant, ir.Fold),
        }  # fmt: skip

    def value(self, node: Any, sc: Scope) -> Fn:
        """Any value of the IR, with declared values written out in place."""
        return self.lower(written_out(node, self.m, sc), sc)

    def count(self, node: Any, sc: Scope) -> Fn:
        """How often something may be done: never, if that is nothing."""
        value = self.value(node, sc)
        return value if always(node, sc.known) else lambda st, f: value(st, f) or 0

    def lower(self, node: Any, sc: Scope) -> Fn:
        made: Fn = self.by_class[type(node)](node, sc)
        return made

    def function(self, proc: ir.Proc) -> Callable[..., Any]:
        """A formula as a function of its subjects."""
        sc = Scope.of(proc)
        value = self.value(proc.body, sc)
        return lambda st, *args: value(st, [0, 0, *args, *[None] * (sc.size - len(args))])

    # ---- plain ---------------------------------------------------------------------------------------------------------

    def _lit(self, node: ir.Lit, sc: Scope) -> Fn:
        value = node.value
        return lambda st, f: value

    def _wordlit(self, node: ir.WordLit, sc: Scope) -> Fn:
        word = node.word
        return lambda st, f: word

    def _filter(self, node: ir.Filter, sc: Scope) -> Fn:
        """A filter as a value: its number."""
        number = self.m.filter_tables.number(node)
        return lambda st, f: number

    def _span(self, node: ir.Span, sc: Scope) -> Fn:
        return self.m.spans.bound(node, sc)

    def _wordslit(self, node: ir.WordsLit, sc: Scope) -> Fn:
        words = node.words
        return lambda st, f: words

    def _local(self, node: ir.Local, sc: Scope) -> Fn:
        k = node.slot + 2
        return lambda st, f: f[k]

    def _perseat(self, node: ir.PerSeat, sc: Scope) -> Fn:
        k, seat = node.slot + 2, self.lower(node.seat, sc)
        if not always(node.seat, sc.known):
            return lambda st, f: None if (s := seat(st, f)) is None else f[k + s]
        if isinstance(node.seat, ir.Local):
            s = node.seat.slot + 2
            return lambda st, f: f[k + f[s]]
        return lambda st, f: f[k + seat(st, f)]

    def _perhaps(self, node: Perhaps, sc: Scope) -> Fn:
        return self.lower(node.of, sc)

    def _letin(self, node: LetIn, sc: Scope) -> Fn:
        k, value, body = node.slot + 2, self.fixed(node.value, sc), self.lower(node.body, sc)

        def run(st: State, f: Frame) -> Any:
            f[k] = value(st, f)
            return body(st, f)

        return run

    def fixed(self, node: Any, sc: Scope) -> Fn:
        """A value that may stay in a slot: a set of cards is a tuple, not a list that may be shared."""
        made = self.lower(node, sc)
        if not isinstance(node, (ir.Cards, LetIn)):
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
        table = self.printed(name)
        if table is not None:
            return self._printed(table, of, shape, none)
        if isinstance(shape, ir.Local) and not m.unmodified(name) and name != SILENT:
            return self._modifiable(i, shape.slot + 2, none)
        read = m.attributes_now.reader(name)

        def run(st: State, f: Frame) -> Any:
            card = of(st, f)
            return none if card is None else read(st, card)

        return run

    def printed(self, name: str) -> list[Any] | None:
        """The table of an attribute that no rule of this match changes."""
        i = self.m.attr[name]
        return self.m.base[i] if self.m.unmodified(name) and not self.m.faced[i] else None

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

    def _nameof(self, node: ir.NameOf, sc: Scope) -> Fn:
        return self._printed(self.m.name, self.lower(node.of, sc), node.of, None)

    def table_of(self, node: Any, slot: int) -> list[Any] | None:
        """The table of what a card prints, for a value that is just that of the card in a slot."""
        if isinstance(node, (ir.NameOf, ir.Attr)) and isinstance(node.of, ir.Local) and node.of.slot == slot:
            if isinstance(node, ir.NameOf):
                return self.m.name
            return self.printed(node.name)
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
            return self._card_tally(node.name, of, place_of(node.of))
        if declared.mirrored:
            return self._mirrored(base, of, place_of(node.of))
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

    def _mirrored(self, base: int, of: Fn, k: int) -> Fn:
        def run(st: State, f: Frame) -> Any:
            seat = f[k] if k else of(st, f)
            return None if seat is None else -st.tallies[base] if seat else st.tallies[base]

        return run

    def _card_tally(self, name: str, of: Fn, k: int) -> Fn:
        read = self.m.values_now.card_tally(name)

        def run(st: State, f: Frame) -> Any:
            card = f[k] if k else of(st, f)
            return None if card is None else read(st, card)

        return run

    def _call(self, node: ir.Call, sc: Scope) -> Fn:
        args = [self.lower(arg, sc) for arg in node.args]
        called = self.m.values_now.called(node.name)
        modified = node.name in self.m.modified_values
        if modified and len(args) == 1 and isinstance(node.args[0], ir.Local) and always(node.args[0], sc.known):
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

    # ---- zones, clocks -------------------------------------------------------------------------------------------------

    def _zone(self, node: ir.Zone, sc: Scope) -> Fn:
        """The index of a zone; nothing for one of nobody. That of any player in a test is handled where it is compared."""
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
        if isinstance(node.of, Perhaps):
            return lambda st, f: None if (seat := of(st, f)) is None else base + seat
        return lambda st, f: base + of(st, f)

    def _turnnumber(self, node: ir.TurnNumber, sc: Scope) -> Fn:
        return lambda st, f: st.turn

    # ---- conditions ------------------------------------------------------------------------------------------------------

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
