"""Effects: those that ask nothing become one function, the others steps of a frame with jumps."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly, Label
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import PUSHED, ActionCode, Fn, Run, Step
from yomi_dsl.engine.errors import EngineLimit, Unwind
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.limits import ROUNDS
from yomi_dsl.engine.lower_choices import LowerChoices
from yomi_dsl.engine.presence import primitive_of
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


def looped(st: State, rounds: int) -> None:
    """So many more rounds of a loop: loops inside loops are added up."""
    st.looped += max(rounds, 0)
    if st.looped > ROUNDS:
        raise EngineLimit("rounds", "loops go round too often", ())


class Effects:
    """Lowers effects for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.choices = LowerChoices(m, self)

    def asks(self, node: Any, sc: Scope) -> bool:
        """May an effect ask, so that it needs steps?"""
        return self.m.asks(node, sc.action)

    # ---- at once -------------------------------------------------------------------------------------------------------

    def direct(self, node: Any, sc: Scope) -> Run:
        """An effect that asks nothing, as one function."""
        if isinstance(node, ir.Change) or primitive_of(node) is not None:
            return self.m.lower_writes.lower(node, sc)
        made = getattr(self, "_" + type(node).__name__.lower())
        result: Run = made(node, sc)
        return result

    def _seq(self, node: ir.Seq, sc: Scope) -> Run:
        return in_turn([self.direct(step, sc) for step in flat(node)])

    def _if(self, node: ir.If, sc: Scope) -> Run:
        cond, then = self.m.values.value(node.cond, sc), self.direct(node.then, sc)
        if node.otherwise is None:

            def when(st: State, f: Frame) -> None:
                if cond(st, f):
                    then(st, f)

            return when
        otherwise = self.direct(node.otherwise, sc)

        def run(st: State, f: Frame) -> None:
            if cond(st, f):
                then(st, f)
            else:
                otherwise(st, f)

        return run

    def _let(self, node: ir.Let, sc: Scope) -> Run:
        k = node.slot + 2
        if isinstance(node.value, ir.Local):
            return self._copy(node.value.slot + 2, k)
        value = self.kept(node.value, sc)

        def run(st: State, f: Frame) -> None:
            f[k] = value(st, f)

        return run

    def _copy(self, j: int, k: int) -> Run:
        def run(st: State, f: Frame) -> None:
            f[k] = f[j]

        return run

    def kept(self, node: Any, sc: Scope) -> Fn:
        """A value that is kept in a slot: a set of cards as a tuple."""
        value = self.m.values.value(node, sc)
        declared = self.m.game.values[self.m.vid[node.name]].type if isinstance(node, ir.Call) else ""
        if not isinstance(node, ir.Cards) and declared != "cards":
            return value

        def run(st: State, f: Frame) -> Any:
            found = value(st, f)
            return tuple(found) if found.__class__ is list else found

        return run

    def _eachplayer(self, node: ir.EachPlayer, sc: Scope) -> Run:
        k, body, first = node.slot + 2, self.direct(node.body, sc), self.m.first_player
        both = self.m.game.turn.both

        def run(st: State, f: Frame) -> None:
            seat = f[k] = first(st) if both else st.active
            body(st, f)
            f[k] = 1 - seat
            body(st, f)

        return run

    def _foreach(self, node: ir.ForEach, sc: Scope) -> Run:
        k, cards, body = node.slot + 2, self.m.values.value(node.cards, sc), self.direct(node.body, sc)

        def run(st: State, f: Frame) -> None:
            for c in tuple(as_set(cards(st, f))):
                f[k] = c
                body(st, f)

        return run

    def _repeat(self, node: ir.Repeat, sc: Scope) -> Run:
        k, body = node.slot + 2, self.direct(node.body, sc)
        if node.until is None:
            times = self.m.values.value(node.times, sc)

            def count(st: State, f: Frame) -> None:
                rounds = times(st, f) or 0
                looped(st, rounds)
                for i in range(rounds):
                    f[k] = i
                    body(st, f)

            return count
        until = self.m.values.value(node.until, sc)

        def run(st: State, f: Frame) -> None:
            rounds = 0
            while not until(st, f):
                f[k] = rounds
                body(st, f)
                rounds += 1
                looped(st, 1)

        return run

    def _taketurns(self, node: ir.TakeTurns, sc: Scope) -> Run:
        """With nothing to choose, both pass at once."""
        k, first, body = node.slot + 2, self.m.values.value(node.first, sc), self.direct(node.body, sc)

        def run(st: State, f: Frame) -> None:
            seat = first(st, f)
            if seat is not None:
                for f[k] in (seat, 1 - seat):
                    body(st, f)

        return run

    def _dopart(self, node: ir.DoPart, sc: Scope) -> Run:
        card, args = self.m.values.value(node.card, sc), [self.kept(a, sc) for a in node.args]
        m, parts, n = self.m, self.m.lower_bodies.parts_of(node.part), self.m.N

        def run(st: State, f: Frame) -> None:
            c = card(st, f)
            if c is None:
                return
            for pi, size, body, _ in parts(c % n, m.face_read(st, c)):
                body(st, [pi, 0, m.owner[c % n], c, *[a(st, f) for a in args], *[None] * (size - len(args))])

        return run

    def _proceed(self, node: ir.Proceed, sc: Scope) -> Run:
        proceed = self.m.events.proceed
        return lambda st, f: proceed(st, f)

    def _end(self, node: ir.End, sc: Scope) -> Run:
        number = self.m.aid[node.action]
        a = self.m.action_codes[number]

        def run(st: State, f: Frame) -> None:
            if st.running[a.ends] > 0:
                raise Unwind(number)

        return run

    def _together(self, node: ir.Together, sc: Scope) -> Run:
        body, together = self.direct(node.body, sc), self.m.events.together
        return lambda st, f: together(st, lambda st: body(st, f))

    # ---- events --------------------------------------------------------------------------------------------------------

    def _do(self, node: ir.Do, sc: Scope) -> Run:
        a, opened = self.m.action_code(node.action), self.opened(node, sc)
        if a.plain:
            return self._do_plain(a, opened)
        if a.limit is None and a.gate is None and not a.wrapped and a.ends < 0:
            return self._do_ruled(a, opened)
        events = self.m.events

        def run(st: State, f: Frame) -> None:
            g = opened(st, f)
            if (a.limit is None and a.gate is None) or events.allowed(st, a, g):
                events.happen(st, a, g)

        return run

    def opened(self, node: ir.Do, sc: Scope) -> Callable[[State, Frame], Frame]:
        """The frame of an event: its doer and roles, and empty slots."""
        a, shapes = self.m.action_code(node.action), (node.doer, *node.roles)
        pi = a.pi
        if all(isinstance(s, ir.Local) for s in shapes):
            slots = [s.slot + 2 for s in shapes if isinstance(s, ir.Local)]
            if len(slots) == 1:
                (k,) = slots
                return lambda st, f: [pi, 0, f[k], *a.pad]
            take = itemgetter(*slots)
            return lambda st, f: [pi, 0, *take(f), *a.pad]
        values = [self.kept(s, sc) for s in shapes]
        if len(values) == 2:
            x, y = values
            if isinstance(node.doer, ir.Local):
                k = node.doer.slot + 2
                return lambda st, f: [pi, 0, f[k], y(st, f), *a.pad]
            return lambda st, f: [pi, 0, x(st, f), y(st, f), *a.pad]
        if len(values) == 4:
            p, q, r, s = values
            return lambda st, f: [pi, 0, p(st, f), q(st, f), r(st, f), s(st, f), *a.pad]
        return lambda st, f: [pi, 0, *[v(st, f) for v in values], *a.pad]

    def _do_plain(self, a: ActionCode, opened: Callable[[State, Frame], Frame]) -> Run:
        """No rules, no limit: a plain call of the body."""
        log = self.m.events.begun

        def run(st: State, f: Frame) -> None:
            g = opened(st, f)
            if st.log is not None:
                log(st, a, g)
            a.run(st, g)  # type: ignore[misc]

        return run

    def _do_ruled(self, a: ActionCode, opened: Callable[[State, Frame], Frame]) -> Run:
        """Rules may speak of it: while none is in force, still a plain call."""
        m, number, answered, measured = self.m, a.number, a.answered, bool(a.measures)
        relive, begin, after, log = m.relive, m.events.happen, m.events.after, m.events.begun
        matched, fire_on = m.events.matched, m.events.fire_on

        def run(st: State, f: Frame) -> None:
            g = opened(st, f)
            hooks = (st.live or relive(st)).hooks[number]
            early = None
            if hooks is not None:
                if hooks.instead:
                    begin(st, a, g)
                    return
                early = (hooks, st.stamps)
                if hooks.before:
                    stamps = st.stamps
                    for inst in hooks.before:
                        r = matched(st, inst, g, stamps)
                        if r is not None:
                            fire_on(st, r, g)
            if measured or st.log is not None:
                log(st, a, g)
            a.run(st, g)  # type: ignore[misc]
            if answered and (early is not None or st.slow or (st.live or relive(st)).hooks[number] is not None):
                after(st, a, g, early)

        return run

    # ---- in steps ------------------------------------------------------------------------------------------------------

    def emit(self, node: Any, sc: Scope, out: Assembly) -> None:
        """Steps for an effect; what asks nothing is one step."""
        if not self.asks(node, sc):
            self.step(self.direct(node, sc), out)
            return
        if isinstance(node, ir.Seq):
            self._emit_seq(node, sc, out)
        elif isinstance(node, (ir.Choose, ir.Options, ir.Sealed)):
            self.choices.emit(node, sc, out)
        elif primitive_of(node) is not None:
            self.pushing(self.m.lower_writes.lower(node, sc), out)
        else:
            getattr(self, "_emit_" + type(node).__name__.lower())(node, sc, out)

    def step(self, run: Run, out: Assembly) -> None:
        out.run(run)

    def pushing(self, run: Run, out: Assembly) -> None:
        """A step that may put frames on top, to be run before this one goes on."""
        after = out.here + 1

        def make() -> Step:
            def step(st: State, f: Frame) -> int:
                f[1] = after
                run(st, f)
                return PUSHED

            return step

        out.add(make)

    def jump(self, label: Label, out: Assembly) -> None:
        out.jump(label)

    def _emit_seq(self, node: ir.Seq, sc: Scope, out: Assembly) -> None:
        quiet: list[Any] = []
        for step in flat(node):
            if self.asks(step, sc):
                if quiet:
                    self.step(in_turn([self.direct(q, sc) for q in quiet]), out)
                    quiet = []
                self.emit(step, sc, out)
            else:
                quiet.append(step)
        if quiet:
            self.step(in_turn([self.direct(q, sc) for q in quiet]), out)

    def _emit_if(self, node: ir.If, sc: Scope, out: Assembly) -> None:
        cond, yes, no, end = self.m.values.value(node.cond, sc), Label(), Label(), Label()

        def make() -> Step:
            y, n = yes.at, no.at
            return lambda st, f: y if cond(st, f) else n

        out.add(make)
        out.place(yes)
        self.emit(node.then, sc, out)
        if node.otherwise is None:
            out.place(no)
            return
        self.jump(end, out)
        out.place(no)
        self.emit(node.otherwise, sc, out)
        out.place(end)

    def _emit_eachplayer(self, node: ir.EachPlayer, sc: Scope, out: Assembly) -> None:
        k, done, first, again = node.slot + 2, sc.temp(), self.m.first_player, Label()

        def start(st: State, f: Frame) -> None:
            f[k], f[done] = first(st), False

        self.step(start, out)
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

    def _emit_foreach(self, node: ir.ForEach, sc: Scope, out: Assembly) -> None:
        k, cards, rest = node.slot + 2, self.m.values.value(node.cards, sc), sc.temp()
        head, end = Label(), Label()

        def start(st: State, f: Frame) -> None:
            f[rest] = tuple(as_set(cards(st, f)))

        self.step(start, out)
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
        self.jump(head, out)
        out.place(end)

    def _emit_repeat(self, node: ir.Repeat, sc: Scope, out: Assembly) -> None:
        k, rounds, head, end = node.slot + 2, sc.temp(), Label(), Label()
        times = None if node.times is None else self.m.values.value(node.times, sc)
        until = None if node.until is None else self.m.values.value(node.until, sc)
        most = sc.temp()

        def start(st: State, f: Frame) -> None:
            f[rounds] = 0
            f[most] = None if times is None else times(st, f) or 0

        self.step(start, out)
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
        self.jump(head, out)
        out.place(end)

    def _emit_taketurns(self, node: ir.TakeTurns, sc: Scope, out: Assembly) -> None:
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

    def _emit_together(self, node: ir.Together, sc: Scope, out: Assembly) -> None:
        body, together = self.direct(node.body, sc), self.m.frames.together
        self.pushing(lambda st, f: together(st, lambda st: body(st, f)), out)

    def _emit_proceed(self, node: ir.Proceed, sc: Scope, out: Assembly) -> None:
        self.pushing(self.m.frames.proceed, out)

    def _emit_dopart(self, node: ir.DoPart, sc: Scope, out: Assembly) -> None:
        card, args = self.m.values.value(node.card, sc), [self.kept(a, sc) for a in node.args]
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

        self.pushing(run, out)

    def _emit_do(self, node: ir.Do, sc: Scope, out: Assembly) -> None:
        self.do(self.m.action_code(node.action), self.opened(node, sc), out)

    def do(self, a: ActionCode, opened: Callable[[State, Frame], Frame], out: Assembly) -> None:
        """A step that begins an event which may ask, as a frame."""
        after, m = out.here + 1, self.m

        def make() -> Step:
            begin, gated = m.frames.begin, a.limit is not None or a.gate is not None
            allowed = m.events.allowed
            if (a.body_asks or a.wrapped) and not gated and a.ends < 0 and (a.wrapped or not a.measures):
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
        m, body, number, ruled, wrapped = self.m, a.labels["fresh"], a.number, a.ruled, a.wrapped
        relive, log = m.relive, m.events.begun

        def step(st: State, f: Frame) -> int:
            g = opened(st, f)
            f[1] = after
            if not ruled or (st.live or relive(st)).hooks[number] is None:
                g[1] = body
                if st.log is not None and not wrapped:
                    log(st, a, g)
            st.stack.append(g)
            return PUSHED

        return step


def flat(node: ir.Seq) -> list[Any]:
    """The steps of a sequence, those of sequences in it too."""
    return [s for step in node.steps for s in (flat(step) if isinstance(step, ir.Seq) else [step])]


def in_turn(runs: list[Run]) -> Run:
    if not runs:
        return lambda st, f: None
    if len(runs) == 1:
        return runs[0]
    if len(runs) == 2:
        a, b = runs

        def two(st: State, f: Frame) -> None:
            a(st, f)
            b(st, f)

        return two
    if len(runs) == 3:
        x, y, z = runs

        def three(st: State, f: Frame) -> None:
            x(st, f)
            y(st, f)
            z(st, f)

        return three

    def run(st: State, f: Frame) -> None:
        for one in runs:
            one(st, f)

    return run
