"""Events that may ask, as frames on the stack: the same order as in `events`, cut where a question may stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.codes import PUSHED, ActionCode, RuleCode, Step
from yomi_dsl.engine.errors import GameOver
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
        if not answers:
            return
        if any([self.m.rule_of[r[0]].asks for r, _, _ in answers]):
            for r, g, lineage in answers:
                r[2 : self.m.rule_of[r[0]].end] = g[2 : self.m.rule_of[r[0]].end]
                r[CHAIN] = lineage
            self.queue(st, [r for r, _, _ in answers], False)
        else:
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

    def stage(self, a: ActionCode, f: Frame) -> int:
        """How far an event that is being left has come. Its place is that behind the step that is running."""
        if f[STAGE] is None:
            return NEW
        at = f[1] - 1
        for stage, label in ((DONE, "end"), (AFTER, "after"), (LAST, "last")):
            if label in a.labels and at >= a.labels[label]:
                return stage
        return BODY

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
            try:
                m.events.fire(st, code, r)
            finally:
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
