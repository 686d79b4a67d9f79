"""Effects that ask nothing, each as one function."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import ActionCode, Fn, Run
from yomi_dsl.engine.errors import EngineLimit, Unwind
from yomi_dsl.engine.formula import Scope, place_of
from yomi_dsl.engine.limits import ROUNDS
from yomi_dsl.engine.presence import primitive_of
from yomi_dsl.engine.somebody import named, surely
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
        cond = self.m.values.value(node.cond, sc)
        with surely(node.cond, node.then, sc.known):
            then = self.direct(node.then, sc)
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

    def _atrandom(self, node: ir.AtRandom, sc: Scope) -> Run:
        k, cards, at_random = node.slot + 2, self.m.values.value(node.cards, sc), self.m.at_random
        if node.count is None:

            def one(st: State, f: Frame) -> None:
                drawn = at_random(st, tuple(cards(st, f)), 1)
                f[k] = drawn[0] if drawn else None

            return one
        count = self.m.values.value(node.count, sc)

        def some(st: State, f: Frame) -> None:
            f[k] = at_random(st, tuple(cards(st, f)), count(st, f) or 0)

        return some

    def _copy(self, j: int, k: int) -> Run:
        def run(st: State, f: Frame) -> None:
            f[k] = f[j]

        return run

    def kept(self, node: Any, sc: Scope) -> Fn:
        """A value that is kept in a slot: a set of cards as a tuple."""
        value = self.m.values.value(node, sc)
        if isinstance(node, ir.Cards) and self.m.card_sets.is_pile(node):
            return value
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
        """Where the doer that a text names may be nobody, it is done only if there is one."""
        run = self._done(node, sc)
        if not named(node.doer, sc.known):
            return run
        doer = self.m.values.value(node.doer, sc)
        return lambda st, f: None if doer(st, f) is None else run(st, f)

    def _done(self, node: ir.Do, sc: Scope) -> Run:
        a, opened = self.m.action_code(node.action), self.opened(node, sc)
        if a.plain:
            return self._do_nothing(a, opened) if is_empty(a) else self._do_plain(a, opened)
        if a.limit is None and a.gate is None and not a.wrapped and a.ends < 0:
            return self._do_ruled(a, opened)
        events, edges = self.m.events, self.m.edges
        if a.phase >= 0 and a.bare and not edges.busy_start[a.phase] and edges.quiet_end[a.phase]:
            return self._do_counted(a, opened)

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
        if len(shapes) == 2 and isinstance(node.doer, ir.Local):
            k, (shape,) = node.doer.slot + 2, node.roles
            if isinstance(shape, ir.Lit):
                value = shape.value
                return lambda st, f: [pi, 0, f[k], value, *a.pad]
            y = self.kept(shape, sc)
            return lambda st, f: [pi, 0, f[k], y(st, f), *a.pad]
        return self._opened_mixed(a, shapes, sc)

    def _opened_mixed(self, a: ActionCode, shapes: tuple[Any, ...], sc: Scope) -> Callable[[State, Frame], Frame]:
        """Some roles are there already, others are worked out."""
        pi, take = a.pi, itemgetter(*[place_of(s) for s in shapes])
        computed = [(i, self.kept(s, sc)) for i, s in enumerate(shapes, 2) if not place_of(s)]
        if len(shapes) == 1:
            ((_, doer),) = computed
            return lambda st, f: [pi, 0, doer(st, f), *a.pad]

        def mixed(st: State, f: Frame) -> Frame:
            g = [pi, 0, *take(f), *a.pad]
            for at, value in computed:
                g[at] = value(st, f)
            return g

        return mixed

    def _do_nothing(self, a: ActionCode, opened: Callable[[State, Frame], Frame]) -> Run:
        """It is there for rules to speak of, and none of this match does: it is only told."""
        log = self.m.events.begun

        def run(st: State, f: Frame) -> None:
            if st.log is not None:
                log(st, a, opened(st, f))

        return run

    def _do_plain(self, a: ActionCode, opened: Callable[[State, Frame], Frame]) -> Run:
        """No rules, no limit: a plain call of the body."""
        log = self.m.events.begun

        def run(st: State, f: Frame) -> None:
            g = opened(st, f)
            if st.log is not None:
                log(st, a, g)
            body: Any = a.run
            body(st, g)

        return run

    def _do_counted(self, a: ActionCode, opened: Callable[[State, Frame], Frame]) -> Run:
        """A phase at whose edges nothing happens: they are only counted."""
        happen, count, phase = self.m.events.happen, self.m.edges.count, a.phase

        def run(st: State, f: Frame) -> None:
            g = opened(st, f)
            if st.log is not None or st.halt is not None:
                happen(st, a, g)
                return
            leaving = None
            count(st, phase, g[2], st.started)
            st.running[phase] += 1
            try:
                body: Any = a.run
                body(st, g)
            except Unwind as unwind:
                leaving = unwind
            count(st, phase, g[2], st.ended)
            st.running[phase] -= 1
            if leaving is not None:
                raise leaving

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
                if hooks.instead or hooks.granted:
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
            body: Any = a.run
            body(st, g)
            if answered and (early is not None or st.slow or (st.live or relive(st)).hooks[number] is not None):
                after(st, a, g, early)

        return run


def is_empty(a: ActionCode) -> bool:
    """Has the action a body in which nothing stands?"""
    return a.action is not None and isinstance(a.action.proc.body, ir.Seq) and not a.action.proc.body.steps


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
    if len(runs) == 4:
        p, q, r, s = runs

        def four(st: State, f: Frame) -> None:
            p(st, f)
            q(st, f)
            r(st, f)
            s(st, f)

        return four
    return in_turn([*runs[:3], in_turn(runs[3:])])
