"""Events that may ask, as frames on the stack: the same order as in `events`, cut where a question may stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.codes import PUSHED, ActionCode, RuleCode, Step
from yomi_dsl.engine.errors import GameOver, Unwind
from yomi_dsl.engine.events import BEFORE, CHAIN, KEY
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.writes import Batch

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

LINKS, QUEUE, EARLY, STAGE = -4, -3, -2, -1
"""The engine's own slots at the end of an event's frame: chain, before-rules left, rules at its start, (stage, unwinding to)."""
OWN = 4
NEW, BODY, LAST, AFTER, DONE = range(5)
STARTED = (BODY, -1)
Q_RULES, Q_VERDICTS, Q_SOON, Q_LINEAGE, Q_ROLES = 2, 3, 4, 5, 6
"""Slots of a queue: rule frames left, verdicts so far, is it of as-soon-as rules, lineage, are its rules on the event beneath."""


class Frames:
    """Events, rules and queues in frames, for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.queue_pi = m.new_code("queue", None)

    # ---- beginning -----------------------------------------------------------------------------------------------------

    def begin(self, st: State, a: ActionCode, g: Frame) -> None:
        """Begin an event that may ask, as a frame: a rule that asks may come into force only while it happens."""
        if not a.ruled or (st.live or self.m.relive(st)).hooks[a.number] is None:
            g[1] = a.labels["fresh"]
            if g[1] == a.labels["body"] and (a.measures or st.log is not None):
                self.m.events.begun(st, a, g)
        if a.ends >= 0:
            st.running[a.ends] += 1
        st.stack.append(g)

    def push(self, st: State, a: ActionCode, g: Frame) -> None:
        """Begin an event as a frame, in any case."""
        if a.ends >= 0:
            st.running[a.ends] += 1
        st.stack.append([*g, *[None] * OWN])

    def push_rule(self, st: State, code: RuleCode, r: Frame) -> None:
        """Begin a rule as a frame. What it does, it does not answer."""
        if code.limit is not None:
            self.m.events.count(st, r[KEY], code.limit[1])
        r[BEFORE] = st.lineage
        st.lineage = (*st.lineage, r[KEY])
        if st.log is not None:
            self.m.note(st, "rule", code.rid, r[code.end], r[code.end + 1])
        st.stack.append(r)

    def proceed(self, st: State, r: Frame) -> None:
        """From an instead-of rule: a new frame of the event, with the rest of the chain."""
        number, chain, early, tail = r[CHAIN]
        a = self.m.action_codes[number]
        g = [a.pi, 0, *r[2 : a.roles + 2], *tail]
        g[LINKS], g[EARLY] = chain, early
        # The event itself was not caused by the rule that let it happen; the lineage comes back when it is over.
        st.stack.append([self.m.proceed_pi, 0, st.lineage])
        st.lineage = r[BEFORE]
        if a.ends >= 0:
            st.running[a.ends] += 1
        st.stack.append(g)

    def together(self, st: State, body: Callable[[State], None]) -> None:
        """As `Match.together`, where its after-rules may ask."""
        depth = len(st.stack)
        batch = self.m.writes.collected(st, body)
        if batch is not None:
            self.follow(st, batch, depth)

    def follow(self, st: State, batch: Batch, depth: int) -> None:
        """The after-rules of a batch that is applied. ``depth`` of the stack before that."""
        if not batch.events:
            return
        if len(st.stack) > depth:
            # What has become true asks first; the after-rules are matched when that is over.
            st.stack.insert(depth, [self.m.closing_pi, 0, tuple(self.m.events.along(st, batch.events))])
            return
        self.answer_all(st, self.m.events.close(st, batch.events))

    def answer_all(self, st: State, answers: Any) -> None:
        """Run after-rules, as frames if one of them may ask."""
        if any([self.m.rule_of[r[0]].asks for r, _, _ in answers]):
            for r, g, lineage in answers:
                r[2 : self.m.rule_of[r[0]].end] = g[2 : self.m.rule_of[r[0]].end]
                r[CHAIN] = lineage
            self.queue(st, [r for r, _, _ in answers], False)
        elif answers:
            self.m.events.run_answers(st, answers)

    def closing_step(self, st: State, f: Frame) -> int:
        """After the checks of a block: the after-rules of its events."""
        st.stack.pop()
        self.answer_all(st, self.m.events.close(st, [(n, list(g), lineage, early) for n, g, lineage, early in f[2]]))
        return PUSHED

    def queue(self, st: State, rules: list[Frame], soon: bool, on_event: bool = False) -> None:
        """Put rules on the stack, to be run one after another."""
        plain = tuple([tuple(r) for r in rules])
        st.stack.append([self.queue_pi, 0, plain, (), soon, st.lineage, on_event])

    # ---- code of events ------------------------------------------------------------------------------------------------

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
        out.add(lambda: self._pop(a))

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
        m, early, chain_of = self.m, self.m.events.early, self.m.events.chain

        def step(st: State, f: Frame) -> int:
            links = f[LINKS]
            if links is None:
                found = early(st, a.number) if a.ruled else None
                if found is None:
                    return 1
                hooks, stamps = found
                links = chain_of(st, hooks.instead, f)
                insts = (*hooks.before, *hooks.after)
                f[EARLY] = (m.events.stamped(st, insts, stamps), None) if insts else None
            while links:
                r = list(links[0])
                links = links[1:]
                code = m.rule_of[r[0]]
                r[2 : code.end] = f[2 : code.end]
                if m.events.within(st, code, r):
                    tail = (*f[a.roles + 2 : -OWN], *[None] * OWN) if a.action is None else a.pad
                    r[CHAIN] = (a.number, links, f[EARLY], tail)
                    return self.run_rule(st, code, r, f, a.labels["pop"])
            return 1

        return step

    def run_rule(self, st: State, code: RuleCode, r: Frame, f: Frame, after: int) -> int:
        """Run a rule at once, or as a frame on top of ``f``, which goes on at ``after``."""
        if code.asks:
            f[1] = after
            self.push_rule(st, code, r)
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
                    if self.run_rule(st, m.rule_of[r[0]], r, f, 1) == PUSHED:
                        return PUSHED
            return 2

        return step

    def _start(self, a: ActionCode, after: int) -> Step:
        m, asks = self.m, a.phase >= 0 and self.m.edge_asks(a.name)
        events, edges, phase, noted = m.events, m.edges, a.phase, a.limit is not None or bool(a.measures)

        def step(st: State, f: Frame) -> int:
            if noted or st.log is not None:
                events.begun(st, a, f)
            f[STAGE] = STARTED
            if phase < 0:
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
            self.queue(st, rules, False)
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

    def stage(self, a: ActionCode, f: Frame) -> int:
        """How far an event that is being left has come. Its place is that behind the step that is running."""
        if f[STAGE] is None:
            return NEW
        at = f[1] - 1
        for stage, label in ((DONE, "end"), (AFTER, "after"), (LAST, "last")):
            if label in a.labels and at >= a.labels[label]:
                return stage
        return BODY

    def _after(self, a: ActionCode, after: int) -> Step:
        m = self.m

        def step(st: State, f: Frame) -> int:
            if f[STAGE] is not None and f[STAGE][1] >= 0:
                return after
            if a.spills and len(f[8]) > 1:
                f[1] = after
                self.answer_all(st, m.events.close(st, m.events.with_along(st, a, f, f[EARLY])))
                return PUSHED
            found = m.events.answers(st, a.number, f, f[EARLY])
            if any(m.rule_of[r[0]].asks for r in found):
                f[1] = after
                self.queue(st, found, False, True)
                return PUSHED
            for r in found:
                m.events.answer(st, r, f)
            return after

        return step

    def _end_edge(self, a: ActionCode, after: int) -> Step:
        asks, edges, phase, ends = self.m.edge_asks(a.name), self.m.edges, a.phase, a.ends

        def step(st: State, f: Frame) -> int:
            if asks:
                return self._edge_rules(st, f, edges.end, phase, after)
            rules = edges.end(st, phase, f[2])
            if rules:
                edges.run_all(st, rules)
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
        def bare(st: State, f: Frame) -> int:
            st.stack.pop()
            return PUSHED

        def step(st: State, f: Frame) -> int:
            st.stack.pop()
            if a.ends >= 0:
                st.running[a.ends] -= 1
            to = f[STAGE]
            to = -1 if to is None else to[1]
            if to >= 0 and to != a.number:
                raise Unwind(to)
            return PUSHED

        return step if a.wrapped or a.ends >= 0 else bare

    # ---- code of rules and queues --------------------------------------------------------------------------------------

    def rule_end(self, code: RuleCode) -> Step:
        """A rule's frame ends: its changes to roles are those of the event beneath."""

        def step(st: State, f: Frame) -> int:
            stack = st.stack
            stack.pop()
            st.lineage = f[BEFORE]
            if code.writes_roles and stack:
                below = stack[-1]
                if below[0] == self.queue_pi and below[Q_ROLES]:
                    below = stack[-2]
                if self.m.role_count_of(below[0]) == code.roles:
                    below[2 : code.end] = f[2 : code.end]
            return PUSHED

        return step

    def part_end(self, st: State, f: Frame) -> int:
        st.stack.pop()
        return PUSHED

    def proceed_end(self, st: State, f: Frame) -> int:
        st.stack.pop()
        st.lineage = f[2]
        return PUSHED

    def queue_step(self, st: State, f: Frame) -> int:
        """The next rule of a queue."""
        m = self.m
        while f[Q_RULES]:
            r = list(f[Q_RULES][0])
            f[Q_RULES] = f[Q_RULES][1:]
            code = m.rule_of[r[0]]
            if f[Q_ROLES]:
                r[2 : code.end] = st.stack[-2][2 : code.end]
            edge = code.rule.timing in ("start", "end")
            if not (m.events.ready_to_fire(st, code, r) if edge else m.events.within(st, code, r)):
                continue
            lineage = st.lineage
            if r[CHAIN] is not None:
                st.lineage = r[CHAIN]  # that of the event in a block which it answers
            if code.asks:
                self.push_rule(st, code, r)
                r[BEFORE] = lineage
                return PUSHED
            m.events.fire(st, code, r)
            st.lineage = lineage
            if f[Q_ROLES] and code.writes_roles:
                st.stack[-2][2 : code.end] = r[2 : code.end]
        st.stack.pop()
        if f[Q_VERDICTS]:
            raise m.soon.verdict(st, [GameOver(*v) for v in f[Q_VERDICTS]])
        return PUSHED

    # ---- leaving -------------------------------------------------------------------------------------------------------

    def unwind(self, st: State, to: int) -> None:
        """Take frames off down to the innermost event of that action; finally parts and ends of phases are run."""
        m, stack = self.m, st.stack
        while stack:
            f = stack[-1]
            kind, what = m.code_kinds[f[0]]
            if kind == "rule":
                st.lineage = f[BEFORE]
            elif kind == "proceed":
                st.lineage = f[2]
            elif kind == "event" and (what.wrapped or what.ends >= 0):
                stage = self.stage(what, f)
                if what.wrapped and stage in (BODY, LAST, AFTER):
                    f[STAGE] = (BODY, to)
                    f[1] = what.labels["last" if stage == BODY and "last" in what.labels else "end"]
                    return
                if what.ends >= 0:
                    st.running[what.ends] -= 1
                if what.number == to:
                    stack.pop()
                    return
            stack.pop()

    def over(self, st: State, over: GameOver) -> bool:
        """A finish: true if the game is over; false if it only ends an as-soon-as rule, whose batch goes on."""
        stack = st.stack
        for i in range(len(stack) - 1, -1, -1):
            f = stack[i]
            if f[0] == self.queue_pi and f[Q_SOON]:
                self._leave(st, i + 1)
                f[Q_VERDICTS] = (*f[Q_VERDICTS], (over.winner, over.ending))
                st.lineage = f[Q_LINEAGE]
                return False
        st.result = (over.winner, over.ending)
        st.stack = []
        st.pending = ()
        st.lineage = ()
        return True

    def _leave(self, st: State, down_to: int) -> None:
        """Take frames off without running anything of them."""
        while len(st.stack) > down_to:
            f = st.stack.pop()
            kind, what = self.m.code_kinds[f[0]]
            if kind == "event":
                if what.ends >= 0:
                    st.running[what.ends] -= 1
                if what.phase >= 0 and self.stage(what, f) in (BODY, LAST, AFTER):
                    st.running[what.phase] -= 1
