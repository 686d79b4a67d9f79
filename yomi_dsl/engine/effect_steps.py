"""Effects that may ask, as the steps of a frame with jumps between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly, Label
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import PUSHED, ActionCode, Fn, Step
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.lower_effects import flat, in_turn, looped
from yomi_dsl.engine.presence import primitive_of
from yomi_dsl.engine.somebody import named, surely
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class EffectSteps:
    """Makes the steps of effects for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def emit(self, node: Any, sc: Scope, out: Assembly) -> None:
        """Steps for an effect; what asks nothing is one step."""
        if not self.m.asks(node, sc.action):
            out.run(self.m.effects.direct(node, sc))
            return
        if isinstance(node, ir.Seq):
            self._seq(node, sc, out)
        elif isinstance(node, (ir.Choose, ir.Options, ir.Sealed)):
            self.m.lower_choices.emit(node, sc, out)
        elif primitive_of(node) is not None:
            out.push(self.m.lower_writes.lower(node, sc))
        else:
            getattr(self, "_" + type(node).__name__.lower())(node, sc, out)

    def _seq(self, node: ir.Seq, sc: Scope, out: Assembly) -> None:
        quiet: list[Any] = []
        for step in flat(node):
            if self.m.asks(step, sc.action):
                if quiet:
                    out.run(in_turn([self.m.effects.direct(q, sc) for q in quiet]))
                    quiet = []
                self.emit(step, sc, out)
            else:
                quiet.append(step)
        if quiet:
            out.run(in_turn([self.m.effects.direct(q, sc) for q in quiet]))

    def _if(self, node: ir.If, sc: Scope, out: Assembly) -> None:
        cond, yes, no, end = self.m.values.value(node.cond, sc), Label(), Label(), Label()

        def make() -> Step:
            y, n = yes.at, no.at
            return lambda st, f: y if cond(st, f) else n

        out.add(make)
        out.place(yes)
        with surely(node.cond, node.then, sc.known):
            self.emit(node.then, sc, out)
        if node.otherwise is None:
            out.place(no)
            return
        out.jump(end)
        out.place(no)
        self.emit(node.otherwise, sc, out)
        out.place(end)

    def _eachplayer(self, node: ir.EachPlayer, sc: Scope, out: Assembly) -> None:
        k, done, first, again = node.slot + 2, sc.temp(), self.m.first_player, Label()

        def start(st: State, f: Frame) -> None:
            f[k], f[done] = first(st), False

        out.run(start)
        out.place(again)
        self.emit(node.body, sc, out)
        after = out.here + 1

        def make() -> Step:
            at = again.at

            def turn(st: State, f: Frame) -> int:
                if f[done]:
                    return after
                f[k], f[done] = 1 - f[k], True
                return at

            return turn

        out.add(make)

    def _foreach(self, node: ir.ForEach, sc: Scope, out: Assembly) -> None:
        k, cards, rest = node.slot + 2, self.m.values.value(node.cards, sc), sc.temp()
        head, end = Label(), Label()

        def start(st: State, f: Frame) -> None:
            f[rest] = tuple(as_set(cards(st, f)))

        out.run(start)
        out.place(head)

        def make() -> Step:
            body, after = head.at + 1, end.at

            def turn(st: State, f: Frame) -> int:
                left = f[rest]
                if not left:
                    return after
                f[k], f[rest] = left[0], left[1:]
                return body

            return turn

        out.add(make)
        self.emit(node.body, sc, out)
        out.jump(head)
        out.place(end)

    def _repeat(self, node: ir.Repeat, sc: Scope, out: Assembly) -> None:
        k, rounds, head, end = node.slot + 2, sc.temp(), Label(), Label()
        times = None if node.times is None else self.m.values.value(node.times, sc)
        until = None if node.until is None else self.m.values.value(node.until, sc)
        most = sc.temp()

        def start(st: State, f: Frame) -> None:
            f[rounds] = 0
            f[most] = None if times is None else times(st, f) or 0

        out.run(start)
        out.place(head)

        def make() -> Step:
            body, after = head.at + 1, end.at

            def turn(st: State, f: Frame) -> int:
                if until(st, f) if until is not None else f[rounds] >= f[most]:
                    return after
                looped(st, 1)
                f[k] = f[rounds]
                f[rounds] += 1
                return body

            return turn

        out.add(make)
        self.emit(node.body, sc, out)
        out.jump(head)
        out.place(end)

    def _taketurns(self, node: ir.TakeTurns, sc: Scope, out: Assembly) -> None:
        """The slot behind the seat's counts the passes."""
        k, first, before, head, end = node.slot + 2, self.m.values.value(node.first, sc), sc.temp(), Label(), Label()

        def make_start() -> Step:
            body, after = head.at, end.at

            def start(st: State, f: Frame) -> int:
                seat = f[k] = first(st, f)
                if seat is None:
                    return after
                f[k + 1], f[before] = 0, st.picks[seat]
                return body

            return start

        out.add(make_start)
        out.place(head)
        self.emit(node.body, sc, out)

        def make() -> Step:
            body, after = head.at, end.at

            def turn(st: State, f: Frame) -> int:
                seat = f[k]
                f[k + 1] = 0 if st.picks[seat] > f[before] else f[k + 1] + 1
                if f[k + 1] >= 2:
                    return after
                f[k] = 1 - seat
                f[before] = st.picks[1 - seat]
                return body

            return turn

        out.add(make)
        out.place(end)

    def _together(self, node: ir.Together, sc: Scope, out: Assembly) -> None:
        body, together = self.m.effects.direct(node.body, sc), self.m.frames.together
        out.push(lambda st, f: together(st, lambda st: body(st, f)))

    def _proceed(self, node: ir.Proceed, sc: Scope, out: Assembly) -> None:
        out.push(self.m.frames.proceed)

    def _dopart(self, node: ir.DoPart, sc: Scope, out: Assembly) -> None:
        card, args = self.m.values.value(node.card, sc), [self.m.effects.kept(a, sc) for a in node.args]
        m, parts, n = self.m, self.m.lower_bodies.parts_of(node.part), self.m.N

        def run(st: State, f: Frame) -> None:
            c = card(st, f)
            if c is None:
                return
            you, found = m.owner[c % n], parts(c % n, m.face_read(st, c))
            values = [a(st, f) for a in args]
            if len(found) == 1 and not found[0][3]:
                pi, size, body, _ = found[0]
                body(st, [pi, 0, you, c, *values, *[None] * (size - len(values))])
                return
            for pi, size, _, _ in reversed(found):
                st.stack.append([pi, 0, you, c, *values, *[None] * (size - len(values))])

        out.push(run)

    def _do(self, node: ir.Do, sc: Scope, out: Assembly) -> None:
        """Where the doer that a text names may be nobody, it is done only if there is one."""
        end = Label()
        if named(node.doer, sc.known):
            out.add(self._if_somebody(self.m.values.value(node.doer, sc), out.here + 1, end))
        self.do(self.m.action_code(node.action), self.m.effects.opened(node, sc), out)
        out.place(end)

    @staticmethod
    def _if_somebody(doer: Fn, after: int, end: Label) -> Callable[[], Step]:
        """A step that goes on at ``after`` if there is a doer, else at the end."""

        def make() -> Step:
            over = end.at
            return lambda st, f: over if doer(st, f) is None else after

        return make

    def do(self, a: ActionCode, opened: Callable[[State, Frame], Frame], out: Assembly, offered: bool = False) -> None:
        """A step that begins an event which may ask, as a frame. ``offered``: limit and gate allow it, that is known."""
        here, m = out.here, self.m

        def make() -> Step:
            after = out.next(here + 1)
            begin, gated = m.frames.begin, not offered and (a.limit is not None or a.gate is not None)
            allowed = m.events.allowed
            told = a.labels["fresh"] != a.labels["body"]  # by the step in which it starts
            if (a.body_asks or a.wrapped) and not gated and a.ends < 0 and (told or not a.measures):
                return self._push(a, opened, after)

            def step(st: State, f: Frame) -> int:
                g = opened(st, f)
                if gated and not allowed(st, a, g):
                    return after
                f[1] = after
                begin(st, a, g)
                return PUSHED

            return step

        out.add(make)

    def _push(self, a: ActionCode, opened: Callable[[State, Frame], Frame], after: int) -> Step:
        """An event whose body asks: its frame is put on top; at its body, if no rule in force speaks of it."""
        m, at, number, ruled = self.m, a.labels["fresh"], a.number, a.ruled
        relive, log, untold = m.relive, m.events.begun, at == a.labels["body"]

        def step(st: State, f: Frame) -> int:
            g = opened(st, f)
            f[1] = after
            if not ruled or (st.live or relive(st)).hooks[number] is None:
                g[1] = at
                if st.log is not None and untold:
                    log(st, a, g)
            st.stack.append(g)
            return PUSHED

        return step
