"""The steps of the frame of an event: instead-of rules, before-rules, start, body, finally, after-rules, end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.codes import PUSHED, ActionCode, RuleCode, Step
from yomi_dsl.engine.errors import Unwind
from yomi_dsl.engine.events import CHAIN
from yomi_dsl.engine.frames import EARLY, LINKS, OWN, QUEUE, STAGE, STARTED
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class EventSteps:
    """Makes the steps of events for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def event(
        self, a: ActionCode, out: Assembly, body: Callable[[Assembly], None], last: Callable[[Assembly], None] | None
    ) -> None:
        """The steps of an action's frame."""
        bare = not (a.ruled or a.wrapped or a.ends >= 0 or a.limit is not None)
        if not bare:
            self._opening(a, out)
        a.labels["body"] = out.here
        a.labels.setdefault("fresh", out.here)
        body(out)
        if last is not None:
            a.labels["last"] = out.here
            last(out)
        if not bare:
            self._closing(a, out)
        if a.wrapped or a.ends >= 0:
            out.add(lambda: self._pop(a))
        else:
            out.pop()

    def _opening(self, a: ActionCode, out: Assembly) -> None:
        out.add(lambda: self._instead(a))
        out.add(lambda: self._before(a))
        start = out.here
        if a.wrapped or a.limit is not None or a.measures:
            a.labels["fresh"] = start
        out.add(lambda: self._start(a, start + 1))
        if a.phase >= 0 and self.m.edge_asks(a.name):
            out.add(lambda: self._halted(a, "start", start + 2))

    def _instead(self, a: ActionCode) -> Step:
        m, given_now, chain_of = self.m, self.m.events.given_now, self.m.events.chain

        def step(st: State, f: Frame) -> int:
            links = f[LINKS]
            if links is None:
                hooks = (st.live or m.relive(st)).hooks[a.number] if a.ruled else None
                if hooks is None:
                    return 1
                links = chain_of(st, hooks.instead, f)
                f[EARLY] = given_now(st, hooks) if hooks.before or hooks.after else None
            while links:
                r = list(links[0])
                links = links[1:]
                code = m.rule_of[r[0]]
                r[2 : code.end] = f[2 : code.end]
                if m.events.within(st, code, r):
                    tail = (*f[a.roles + 2 : -OWN], *[None] * OWN) if a.action is None else a.pad
                    r[CHAIN] = (a.number, links, f[EARLY], tail)
                    return self._run_rule(st, code, r, f, a.labels["pop"])
            return 1

        return step

    def _run_rule(self, st: State, code: RuleCode, r: Frame, f: Frame, after: int) -> int:
        """Run a rule at once, or as a frame on top of ``f``, which goes on at ``after``."""
        if code.asks:
            f[1] = after
            self.m.frames.push_rule(st, code, r)
            return PUSHED
        self.m.events.fire_on(st, r, f)
        return after

    def _before(self, a: ActionCode) -> Step:
        m = self.m

        def step(st: State, f: Frame) -> int:
            left = f[QUEUE]
            if left is None:
                insts, stamps = m.events.answering(st, a.number, "before", f[EARLY]) if a.ruled else ((), None)
                left = insts if stamps is None else m.events.stamped(st, insts, stamps)
            while left:
                inst, left = left[0], left[1:]
                r = m.events.matched(st, inst, f, None)
                if r is not None:
                    f[QUEUE] = left
                    if self._run_rule(st, m.rule_of[r[0]], r, f, 1) == PUSHED:
                        return PUSHED
            return 2

        return step

    def _start(self, a: ActionCode, after: int) -> Step:
        m, asks = self.m, a.phase >= 0 and self.m.edge_asks(a.name)
        events, edges, phase, noted = m.events, m.edges, a.phase, a.limit is not None or bool(a.measures)
        quiet = not asks and not edges.busy_start[phase]

        def step(st: State, f: Frame) -> int:
            if noted or st.log is not None:
                events.begun(st, a, f)
            f[STAGE] = STARTED
            if phase < 0:
                return after
            if quiet and st.log is None and st.halt is None:
                edges.count(st, phase, f[2], st.started)
                st.running[phase] += 1
                return after
            if asks:
                return self._edge_rules(st, f, edges.start, phase, after)
            rules = edges.start(st, phase, f[2])
            if rules:
                edges.run_all(st, rules)
            if st.halt is not None:
                edges.halt(st, "start", phase)
            return after

        return step

    def _edge_rules(self, st: State, f: Frame, edge: Any, phase: int, after: int) -> int:
        """An edge, and the rules on it. What became true at the edge has put itself on the stack, and comes first."""
        m, depth = self.m, len(st.stack)
        rules = edge(st, phase, f[2])
        first, st.stack[depth:] = st.stack[depth:], []
        f[1] = after
        if first or (rules and any([m.rule_of[r[0]].asks for r in rules])):
            self.m.frames.queue(st, rules, False)
            st.stack += first
            return PUSHED
        m.edges.run_all(st, rules)
        return after if len(st.stack) == depth else PUSHED

    def _halted(self, a: ActionCode, edge: str, after: int) -> Step:
        def step(st: State, f: Frame) -> int:
            self.m.edges.halt(st, edge, a.phase)
            return after

        return step

    def _closing(self, a: ActionCode, out: Assembly) -> None:
        if a.answered:
            a.labels["after"] = here = out.here
            out.add(lambda: self._after(a, here + 1))
        a.labels["end"] = out.here
        if a.phase >= 0:
            at = out.here
            out.add(lambda: self._end_edge(a, at + 1))
            if self.m.edge_asks(a.name):
                out.add(lambda: self._halted(a, "end", at + 2))
        a.labels["pop"] = out.here

    def _after(self, a: ActionCode, after: int) -> Step:
        m = self.m

        def step(st: State, f: Frame) -> int:
            if f[STAGE] is not None and f[STAGE][1] >= 0:
                return after
            if a.spills and len(f[8]) > 1:
                f[1] = after
                self.m.frames.answer_all(st, m.events.close(st, m.events.with_along(st, a, f, f[EARLY])))
                return PUSHED
            found = m.events.answers(st, a.number, f, f[EARLY])
            if any(m.rule_of[r[0]].asks for r in found):
                f[1] = after
                self.m.frames.queue(st, found, False, True)
                return PUSHED
            for r in found:
                m.events.answer(st, r, f)
            return after

        return step

    def _end_edge(self, a: ActionCode, after: int) -> Step:
        asks, edges, phase, ends = self.m.edge_asks(a.name), self.m.edges, a.phase, a.ends
        quiet = not asks and edges.quiet_end[phase]

        def step(st: State, f: Frame) -> int:
            if quiet and st.log is None and st.halt is None:
                edges.count(st, phase, f[2], st.ended)
                st.running[phase] -= 1
            elif asks:
                return self._edge_rules(st, f, edges.end, phase, after)
            else:
                edges.run_all(st, edges.end(st, phase, f[2]))
                if st.halt is not None:
                    edges.halt(st, "end", phase)
            if f[STAGE] is not STARTED:
                return after  # it is being left, or came from saved data
            st.stack.pop()
            if ends >= 0:
                st.running[ends] -= 1
            return PUSHED

        return step

    def _pop(self, a: ActionCode) -> Step:
        def step(st: State, f: Frame) -> int:
            st.stack.pop()
            if a.ends >= 0:
                st.running[a.ends] -= 1
            to = f[STAGE]
            to = -1 if to is None else to[1]
            if to >= 0 and to != a.number:
                raise Unwind(to)
            return PUSHED

        return step
