"""Statuses given and taken. A mark is (status, holder, captures, opens, shuts, age, is it open)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import Fn, Run
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.numbering import MARKS
from yomi_dsl.engine.presence import is_this
from yomi_dsl.engine.spans import this_turn
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class LowerMarks:
    """Lowers marks for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def _mark(self, node: ir.Mark, sc: Scope) -> Run:
        m, sid = self.m, self.m.sid[node.status]
        holders, span = self._holders(node.holder, node.status, sc), self._span(node, sc)
        captures = [m.values.value(c, sc) for c in node.captures]
        give, give_now = m.writes.give, m.writes.give_now

        def write(st: State, holder: int, caps: tuple[Any, ...], opens: Any, shuts: Any) -> None:
            if st.batch is None and opens is None:
                give_now(st, sid, holder, caps, shuts)
            else:
                give(st, sid, holder, caps, opens, shuts)
            if st.log is not None:
                m.note(st, "mark", m.game.statuses[sid].name, holder)

        if m.action_code("mark").ruled:
            return self._event(node, sc, holders, span, captures, write)
        general = self._general(sid, holders, span, captures, write)
        edges = self._edges_now(node)
        if edges is None or captures or m.wakes(MARKS) or not isinstance(node.holder, ir.Local):
            return general
        return self._quick(sid, node.holder.slot + 2, general, edges)

    def _quick(self, sid: int, k: int, general: Run, edges: Callable[[State], Any]) -> Run:
        """A mark for the one holder in a place of the frame, that opens at once and wakes nothing."""
        m, n, give_now = self.m, self.m.N, self.m.writes.give_now
        special, base = bool(m.settle_ends[sid]) or m.bearing[sid], sid * m.K
        shift = 3 if m.game.statuses[sid].holder == "card" else 0

        def quick(st: State, f: Frame) -> None:
            holder = f[k]
            if st.slow or holder.__class__ is not int:
                general(st, f)
                return
            if shift:
                holder = holder % n + 3
            key = base + holder
            if special or key in st.has:
                give_now(st, sid, holder, (), edges(st))
                return
            st.clock = clock = st.clock + 1
            st.marks += ((sid, holder, (), None, edges(st), clock, True),)
            st.has[key] = 1
            if shift:
                st.dirty[holder - 3] = 1

        return quick

    def _edges_now(self, node: ir.Mark) -> Callable[[State], Any] | None:
        """The edge at which a status shuts that opens at once, where that takes no environment to tell."""
        span = node.span or self.m.game.statuses[self.m.sid[node.status]].span
        if span is None:
            return lambda st: None
        if span.start != "now" or span.whose is not None or not isinstance(span.count, ir.Lit):
            return None
        if span.what == "game":
            return lambda st: None
        assert isinstance(span.count.value, int)
        i, phase, count = 3 * self.m.phase[span.what], self.m.phase[span.what], span.count.value
        this, present = is_this(span), span.present

        def edge(st: State) -> Any:
            if present and st.running[phase] > 0:
                return (i, st.started[i] + count - 1)
            return this_turn(st) if this else (i, st.started[i] + count)

        return edge

    def _general(self, sid: int, holders: Fn, span: Any, captures: list[Fn], write: Any) -> Run:
        m, give, give_now, wake = self.m, self.m.writes.give, self.m.writes.give_now, self.m.wakes(MARKS)

        def run(st: State, f: Frame) -> None:
            caps = tuple([c(st, f) for c in captures]) if captures else ()
            for holder in holders(st, f):
                opens, shuts = span(st, f, holder)
                if st.slow:
                    if st.batch is not None:
                        st.batch.writes.append((give, (sid, holder, caps, opens, shuts)))
                        st.batch.keys.add(MARKS)
                        continue
                    write(st, holder, caps, opens, shuts)
                elif opens is None:
                    give_now(st, sid, holder, caps, shuts)
                else:
                    give(st, sid, holder, caps, opens, shuts)
                if wake:
                    m.soon.check_keys(st, (MARKS,))

        return run

    def _span(self, node: ir.Mark, sc: Scope) -> Callable[[State, Frame, int], Any]:
        """The edges of a mark: by the span said, or that of the status in an environment of its holder."""
        m = self.m
        if node.span is not None:
            said = m.spans.bound(node.span, sc)
            return lambda st, f, holder: said(st, f)
        default = m.game.statuses[m.sid[node.status]].span
        if default is None:
            return lambda st, f, holder: (None, None)
        own = m.spans.bound(default, Scope(40))

        def run(st: State, f: Frame, holder: int) -> Any:
            you, this = m.seat_of(holder)
            return own(st, [0, 0, you, this, *[None] * 40])

        if default.whose is None and isinstance(default.count, ir.Lit):
            return lambda st, f, holder: own(st, f)
        return run

    def _event(self, node: ir.Mark, sc: Scope, holders: Fn, span: Any, captures: list[Fn], write: Any) -> Run:
        """What the text says is told before rules answer; the status's own span is that of whoever gets it."""
        m, slot, wake = self.m, sc.temp(), self.m.wakes(MARKS)
        kept, edges, said = sc.temp(), sc.temp(), node.span is not None

        def body(st: State, g: Frame, f: Frame) -> None:
            caps, holder = f[kept], self._number(g[3], node.status)
            opens, shuts = f[edges] if said else span(st, f, holder)
            if st.batch is not None:
                st.batch.writes.append((m.writes.give, (m.sid[node.status], holder, caps, opens, shuts)))
                st.batch.keys.add(MARKS)
                return
            write(st, holder, caps, opens, shuts)
            if wake:
                m.soon.check_keys(st, (MARKS,))

        run = self.m.lower_writes.event("mark", sc, [lambda st, f: f[slot], lambda st, f: node.status], body)
        each = self._each_holder(holders, slot, run, m.action_code("mark").asks)

        def told(st: State, f: Frame) -> None:
            f[kept] = tuple([c(st, f) for c in captures])
            f[edges] = span(st, f, 0) if said else None
            each(st, f)

        return told

    def _unmark(self, node: ir.Unmark, sc: Scope) -> Run:
        m, slot = self.m, sc.temp()

        def write(st: State, holder: Any, status: str) -> None:
            m.writes.take(st, m.sid[status], self._number(holder, status))
            if st.log is not None:
                m.note(st, "unmark", status, self._number(holder, status))

        run = self.m.lower_writes.simple(
            "unmark", sc, [lambda st, f: f[slot], lambda st, f: node.status], (MARKS,), write
        )
        return self._each_holder(self._holders(node.holder, node.status, sc), slot, run, m.action_code("unmark").asks)

    # ---- holders -------------------------------------------------------------------------------------------------------

    def _holders(self, node: Any, status: str, sc: Scope) -> Fn:
        """Who gets a status, as numbers of holders: seats, 2 for the game, 3 + a card."""
        m = self.m
        if node is None:
            return lambda st, f: (2,)
        found, n = m.values.value(node, sc), m.N
        if m.status_holder(status) == "card":
            return lambda st, f: [3 + c % n for c in as_set(found(st, f))]

        def seats(st: State, f: Frame) -> Any:
            seat = found(st, f)
            return () if seat is None else (seat,)

        return seats

    def _each_holder(self, holders: Fn, slot: int, run: Run, asks: bool) -> Run:
        def each(st: State, f: Frame) -> None:
            found = holders(st, f)
            for holder in reversed(found) if asks and st.batch is None else found:
                f[slot] = None if holder == 2 else holder - 3 if holder > 2 else holder
                run(st, f)

        return each

    def _number(self, holder: Any, status: str) -> int:
        """A holder as a role, as the number by which marks name it."""
        kind = self.m.status_holder(status)
        return 2 if kind == "game" else 3 + holder % self.m.N if kind == "card" else holder
