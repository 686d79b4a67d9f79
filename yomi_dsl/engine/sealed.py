"""Both players answer unseen: per seat the same picking, with slots of its own; both questions are open at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.codes import SUSPEND, Step
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.pickers import Picker
from yomi_dsl.engine.picking import REFUSE, Picking
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import rewrite
from yomi_dsl.nodes import evolve

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Sealed:
    """One sealed choice. Its slots: the index of the choice that each seat is at."""

    def __init__(self, m: Match, node: ir.Sealed, sc: Scope) -> None:
        self.m = m
        self.k, self.at = node.slot + 2, sc.temp(2)
        self.simple = len(node.asks) == 1 and node.asks[0].mode == "must"
        self.picks = [
            [Picking(Picker(self.m, seated(c, seat), sc), sc.temp(2), REFUSE[c.mode]) for c in node.asks]
            for seat in (0, 1)
        ]

        self.simple = self.simple and all(p[0].picker.simple for p in self.picks)

    def emit_simple(self, out: Assembly) -> None:
        """One thing of each: the common case."""
        answer, m, k = out.here + 1, self.m, self.k
        names = [self.picks[seat][0].picker.names[0] for seat in (0, 1)]
        name, kind, slots = names[0].name, names[0].kind, [n.k for n in names]
        fresh = [self.picks[seat][0].picker.fresh[0] for seat in (0, 1)]

        def ask(st: State, f: Frame) -> int:
            first = m.first_player(st)
            pending = []
            for seat in (first, 1 - first):
                f[k] = seat
                f[slots[seat]] = None
                options = fresh[seat](st, f)
                if options:
                    pending.append((seat, name, kind, options, ""))
                elif st.log is not None:
                    self.note(st, ("declined", seat, name))
            st.pending = tuple(pending)
            f[1] = answer
            return SUSPEND if pending else answer + 1

        def take(st: State, f: Frame) -> int:
            seat = st.answered
            f[slots[seat]] = st.answer
            if m.takes_turns:
                st.picks[seat] += 1
            if st.log is not None:
                self.note(st, ("choose", seat, name, kind, st.answer))
            pending = st.pending
            if len(pending) == 1:
                return answer + 1
            st.pending = (pending[1],) if pending[0][0] == seat else (pending[0],)
            return SUSPEND

        out.add(lambda: ask)
        out.add(lambda: take)

    def emit(self, out: Assembly) -> None:
        answer = out.here + 1
        out.add(lambda: self._ask(answer))
        out.add(lambda: self._take(answer))

    def _ask(self, answer: int) -> Step:
        def ask(st: State, f: Frame) -> int:
            first = self.m.first_player(st)
            pending = []
            for seat in (first, 1 - first):
                f[self.at + seat] = 0
                self.picks[seat][0].start(f)
                asked = self.question(st, f, seat)
                if asked is not None:
                    pending.append(asked)
            st.pending = tuple(pending)
            f[1] = answer
            return SUSPEND if pending else answer + 1

        return ask

    def _take(self, answer: int) -> Step:
        def take(st: State, f: Frame) -> int:
            seat = st.answered
            f[self.k] = seat
            self._taken(st, f, seat, self.picks[seat][f[self.at + seat]])
            asked = self.question(st, f, seat)
            others = tuple([p for p in st.pending if p[0] != seat])
            if asked is None:
                st.pending = others
            else:
                first = not others or seat == self.m.first_player(st)
                st.pending = (asked, *others) if first else (*others, asked)
            return SUSPEND if st.pending else answer + 1

        return take

    def _taken(self, st: State, f: Frame, seat: int, pick: Picking) -> None:
        name, value = pick.name(f), st.answer
        if value is None:
            self.note(st, ("declined", seat, name.name))
            if pick.refuses(f):
                self.turn(f, seat)
            else:
                pick.take(f, None)
        else:
            self.m.lower_choices.picked(st, seat)
            self.note(st, ("choose", seat, name.name, name.kind, value))
            pick.take(f, value)

    def note(self, st: State, entry: tuple[Any, ...]) -> None:
        """Sealed answers are logged for their seat only."""
        if st.log is not None:
            self.m.note(st, "sealed", *entry)

    def turn(self, f: Frame, seat: int) -> None:
        """The next choice of a seat."""
        f[self.at + seat] += 1
        if f[self.at + seat] < len(self.picks[seat]):
            self.picks[seat][f[self.at + seat]].start(f)

    def question(self, st: State, f: Frame, seat: int) -> Any:
        f[self.k] = seat
        while f[self.at + seat] < len(self.picks[seat]):
            pick = self.picks[seat][f[self.at + seat]]
            asked = pick.next(st, f, seat)
            if asked is not None:
                return asked
            if pick.nothing(f):
                self.note(st, ("declined", seat, pick.picker.names[0].name))
            self.turn(f, seat)
        return None


def seated(node: ir.Choose, seat: int) -> ir.Choose:
    """A sealed choice as one seat makes it: its answers lie ``seat`` slots further on."""
    own = {a.slot for a in node.asks}

    def change(n: Any) -> Any:
        if isinstance(n, ir.PerSeat) and n.slot in own:
            return ir.Local(n.slot + seat, n.name)
        if isinstance(n, ir.Local) and n.slot in own:
            return ir.Local(n.slot + seat, n.name)
        return n

    made: ir.Choose = rewrite(node, change)
    asks = tuple(evolve(a, slot=a.slot + seat) for a in made.asks)
    return evolve(made, asks=asks)
