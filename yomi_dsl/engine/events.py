"""Events that are run at once, because nothing in them may ask: instead-of, before, body, after.

The parts that are the same for events in frames (matching, firing) stand here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.codes import ActionCode, RuleCode
from yomi_dsl.engine.errors import Unwind
from yomi_dsl.engine.live import Hooks, Inst
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

Early = Any
"""The rules in force when an event began, and the stamps of their sources; or None."""
CHAIN, BEFORE, KEY = -3, -2, -1
"""The engine's own slots at the end of a rule's frame: what it proceeds with (action, rest of the chain, rules at the
start, what stands behind the roles), the lineage before, and (rule, source)."""


class Events:
    """Runs events for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    # ---- matching ------------------------------------------------------------------------------------------------------

    def matched(self, st: State, inst: Inst, ev: Frame, stamps: Any) -> Frame | None:
        """The frame of a rule that answers an event, or None. A rule never answers what it itself caused."""
        code = self.m.rules_lowered[inst[0]]
        g = [code.pi, 0, *ev[2 : code.end], inst[1], inst[2], *inst[3], *code.pad]
        if inst[5] is not None and not self.m.lower_statics.granted(st, inst[5], inst[2]):
            return None
        if code.tests is not None and not code.tests(st, g):
            return None
        key = g[KEY] = self.key(st, inst, stamps)
        if st.lineage and key in st.lineage:
            return None
        if code.limit is not None and not self.within(st, code, g):
            return None
        return g

    def key(self, st: State, inst: Inst, stamps: Any) -> tuple[int, ...]:
        """Which rule of which source this is."""
        if stamps is None:
            return tuple(inst[4])
        if inst[5] is not None:
            return (inst[0], stamps[inst[4]], st.age[inst[2]])
        return (inst[0], stamps[inst[4]])

    def age(self, st: State, inst: Inst, stamps: Any) -> int:
        """Since when a rule has been in force: that of a keyword that a card was given, since that card has."""
        if stamps is None:
            return int(inst[7])
        return int(stamps[inst[4]] if inst[5] is None else st.age[inst[2]])

    def stamped(self, st: State, insts: Iterable[Inst], stamps: Any) -> tuple[Inst, ...]:
        """Rules in force as plain data that outlives the sources and grants: with their keys and ages instead of places."""
        given = self.m.lower_statics.granted
        return tuple([
            (*i[:4], self.key(st, i, stamps), None, i[6], self.age(st, i, stamps))
            for i in insts if i[5] is None or given(st, i[5], i[2])
        ])  # fmt: skip

    def within(self, st: State, code: RuleCode, g: Frame) -> bool:
        """Has the rule been used less often than its limit allows?"""
        if code.limit is None:
            return True
        count, per = code.limit
        used = st.limits.get(g[KEY])
        most: int = count(st, g)
        return (used[1] if used is not None and used[0] == st.started[per] else 0) < most

    def ready_to_fire(self, st: State, code: RuleCode, g: Frame) -> bool:
        """May a rule on an edge fire: it did not cause this itself, its condition holds, its limit allows it?"""
        if g[KEY] in st.lineage or (code.tests is not None and not code.tests(st, g)):
            return False
        return self.within(st, code, g)

    def count(self, st: State, key: tuple[int, ...], per: int) -> None:
        used, now = st.limits.get(key), st.started[per]
        st.limits[key] = (now, used[1] + 1) if used is not None and used[0] == now else (now, 1)

    def allowed(self, st: State, a: ActionCode, g: Frame) -> bool:
        """Is an action within its limit, and its gate open?"""
        if a.limit is not None:
            used = st.limits.get((-1 - a.number, -1 if g[2] is None else g[2]))
            most = a.limit[0](st, g) if a.most is None else a.most
            if (used[1] if used is not None and used[0] == st.started[a.limit[1]] else 0) >= most:
                return False
        return a.gate is None or a.gate(st, g)

    def answering(self, st: State, number: int, timing: str, early: Early) -> Any:
        """The rules of one timing on an event, in the order of rules: in force now, or when it began; with stamps."""
        hooks = (st.live or self.m.relive(st)).hooks[number]
        now = getattr(hooks, timing) if hooks is not None else ()
        granted = hooks is not None and hooks.granted
        if not granted and (early is None or early[1] is st.stamps):
            return now, st.stamps
        known = self.stamped(st, now, st.stamps)
        both = [*known, *self._gone(st, timing, early, {i[4] for i in known})]
        if len(both) == len(known) and not granted:
            return now, st.stamps
        both.sort(key=lambda i: self.m.sources.rank(st, i[1], i[6], i[7]))
        return tuple(both), None

    def _gone(self, st: State, timing: str, early: Early, known: set[Any]) -> list[Inst]:
        """Of the rules in force when an event began those that are so no more."""
        if early is None:
            return []
        if early[1] is not None:
            was = self.stamped(st, getattr(early[0], timing), early[1])
        else:
            was = tuple([i for i in early[0] if self.m.rules[i[0]].timing == timing])
        return [i for i in was if i[4] not in known]

    def given_now(self, st: State, hooks: Hooks) -> Early:
        """Before- and after-rules as plain data, of grants those that are given now."""
        return self.stamped(st, (*hooks.before, *hooks.after), st.stamps), None

    # ---- one event ---------------------------------------------------------------------------------------------------------

    def happen(self, st: State, a: ActionCode, g: Frame) -> None:
        """The whole of an event whose limit and gate allow it."""
        if a.ends >= 0:
            self._ending(st, a, g)
        else:
            self._begin(st, a, g)

    def _ending(self, st: State, a: ActionCode, g: Frame) -> None:
        """An event that something may end."""
        st.running[a.ends] += 1
        try:
            self._begin(st, a, g)
        except Unwind as unwind:
            if unwind.action != a.number:
                raise
        finally:
            st.running[a.ends] -= 1

    def _begin(self, st: State, a: ActionCode, g: Frame) -> None:
        if not a.ruled:
            self._body(st, a, g, None)
            return
        hooks = (st.live or self.m.relive(st)).hooks[a.number]
        if hooks is None:
            self._body(st, a, g, None)
            return
        early = self.given_now(st, hooks) if hooks.granted else (hooks, st.stamps)
        chain = self.chain(st, hooks.instead, g) if hooks.instead else ()
        if chain:
            self.link(st, a, g, chain, early)
        else:
            self._itself(st, a, g, early)

    def chain(self, st: State, insts: Iterable[Inst], g: Frame) -> tuple[Any, ...]:
        """The instead-of rules that match, as plain frames, outermost first."""
        found = [r for inst in insts if (r := self.matched(st, inst, g, st.stamps)) is not None]
        return tuple([tuple(r) for r in found])

    def link(self, st: State, a: ActionCode, g: Frame, chain: tuple[Any, ...], early: Early) -> None:
        """The next rule of the chain, which may proceed; at its end the event itself."""
        if not chain:
            self._itself(st, a, g, early)
            return
        r = list(chain[0])
        code = self.m.rule_of[r[0]]
        r[2 : code.end] = g[2 : code.end]
        if not self.within(st, code, r):
            self.link(st, a, g, chain[1:], early)
            return
        r[CHAIN] = (a.number, chain[1:], early, tuple(g[a.roles + 2 :]) if a.action is None else a.pad)
        self.fire(st, code, r)

    def proceed(self, st: State, r: Frame) -> None:
        """From an instead-of rule: the rest of the chain, on the roles as the rule now has them."""
        number, chain, early, tail = r[CHAIN]
        a = self.m.action_codes[number]
        lineage, st.lineage = st.lineage, r[BEFORE]
        self.link(st, a, [a.pi, 0, *r[2 : a.roles + 2], *tail], chain, early)
        st.lineage = lineage

    def _itself(self, st: State, a: ActionCode, g: Frame, early: Early) -> None:
        insts, stamps = self.answering(st, a.number, "before", early)
        for inst in insts:
            r = self.matched(st, inst, g, stamps)
            if r is not None:
                self.fire_on(st, r, g)
        self._body(st, a, g, early)

    def fire_on(self, st: State, r: Frame, g: Frame) -> None:
        """Run a rule on an event, and take over the roles that it changed."""
        code = self.m.rule_of[r[0]]
        self.fire(st, code, r)
        if code.writes_roles:
            g[2 : code.end] = r[2 : code.end]

    def fire(self, st: State, code: RuleCode, r: Frame) -> None:
        """Run the body of a rule; what it does, it does not answer."""
        key, lineage = r[KEY], st.lineage
        if code.limit is not None:
            self.count(st, key, code.limit[1])
        r[BEFORE] = lineage
        st.lineage = (*lineage, key)
        if st.log is not None:
            self.m.note(st, "rule", code.rid, r[code.end], r[code.end + 1])
        body: Any = code.run
        try:
            body(st, r)
        finally:
            st.lineage = lineage

    def begun(self, st: State, a: ActionCode, g: Frame) -> None:
        """The body starts: the event happens."""
        if a.limit is not None:
            self.count(st, (-1 - a.number, -1 if g[2] is None else g[2]), a.limit[1])
        if st.log is not None:
            self.m.note(st, "do", a.name, *g[2 : a.roles + 2])
        if a.measures and st.counts is not None:
            self.measured(st, a, g)

    def measured(self, st: State, a: ActionCode, g: Frame) -> None:
        assert st.counts is not None
        for i, role, by in a.measures:
            who = g[by] if by > 0 else None if g[-by] is None else self.m.owner[g[-by]]
            if who is not None:
                st.counts[2 * i + who] += (g[role] or 0) if role else 1

    def _body(self, st: State, a: ActionCode, g: Frame, early: Early) -> None:
        if a.wrapped:
            self._wrapped(st, a, g, early)
            return
        if a.limit is not None or a.measures or st.log is not None:
            self.begun(st, a, g)
        body: Any = a.run
        body(st, g)
        if a.answered:
            self.after(st, a, g, early)

    def _wrapped(self, st: State, a: ActionCode, g: Frame, early: Early) -> None:
        """A phase, or an action with a finally part: something is done however the body is left."""
        leaving: Unwind | None = None
        if a.limit is not None or a.measures or st.log is not None:
            self.begun(st, a, g)
        if a.phase >= 0:
            rules = self.m.edges.start(st, a.phase, g[2])
            if rules:
                self.m.edges.run_all(st, rules)
            if st.halt is not None:
                self.m.edges.halt(st, "start", a.phase)
        try:
            body: Any = a.run
            body(st, g)
        except Unwind as unwind:
            leaving = unwind
        if a.last is not None:
            try:
                a.last(st, g)
            except Unwind as unwind:
                leaving = unwind
        if leaving is None and a.answered:
            try:
                self.after(st, a, g, early)
            except Unwind as unwind:
                leaving = unwind
        if a.phase >= 0:
            rules = self.m.edges.end(st, a.phase, g[2])
            if rules:
                self.m.edges.run_all(st, rules)
            if st.halt is not None:
                self.m.edges.halt(st, "end", a.phase)
        if leaving is not None:
            raise leaving

    def after(self, st: State, a: ActionCode, g: Frame, early: Early) -> None:
        """The after-rules: now, or with those of the whole batch."""
        if st.batch is not None:
            st.batch.events.append((a.number, g, st.lineage, early))
            return
        if a.spills and len(g[8]) > 1:
            self.run_answers(st, self.close(st, self.with_along(st, a, g, early)))
            return
        for r in self.answers(st, a.number, g, early):
            self.answer(st, r, g)

    def answers(self, st: State, number: int, g: Frame, early: Early) -> list[Frame]:
        """All after-rules that match an event, before any of them runs."""
        if early is None and (st.live or self.m.relive(st)).hooks[number] is None:
            return []
        insts, stamps = self.answering(st, number, "after", early)
        return [r for inst in insts if (r := self.matched(st, inst, g, stamps)) is not None]

    def answer(self, st: State, r: Frame, g: Frame) -> None:
        code = self.m.rule_of[r[0]]
        r[2 : code.end] = g[2 : code.end]
        if self.within(st, code, r):
            self.fire_on(st, r, g)

    # ---- together ------------------------------------------------------------------------------------------------------

    def together(self, st: State, body: Callable[[State], Any]) -> None:
        batch = self.m.writes.collected(st, body)
        if batch is not None and batch.events:
            self.run_answers(st, self.close(st, batch.events))

    def kept(self, st: State, early: Early) -> Early:
        """The rules in force at an event's start, as plain data."""
        if early is None or early[1] is None:
            return early
        hooks, stamps = early
        return self.stamped(st, (*hooks.before, *hooks.after), stamps), None

    def along(self, st: State, events: list[Any]) -> list[Any]:
        """The events in the same batch as another one, as plain data."""
        return [(number, tuple(g), lineage, self.kept(st, early)) for number, g, lineage, early in events]

    def with_along(self, st: State, a: ActionCode, g: Frame, early: Early) -> list[Any]:
        """A move, and those of the cards that moved on with it: their after-rules are those of one batch."""
        return [(a.number, g, st.lineage, early), *[(n, list(e), lineage, was) for n, e, lineage, was in g[8][1:]]]

    def close(self, st: State, events: list[Any]) -> list[tuple[Frame, Frame, tuple[Any, ...]]]:
        """The after-rules of all events of a batch: (rule, event, lineage), in the order of rules."""
        m = self.m
        if not events:
            return []
        found: list[tuple[tuple[Inst, Any], tuple[Frame, Frame, tuple[Any, ...]]]] = []
        outer = st.lineage
        for number, g, lineage, early in events:
            st.lineage = lineage
            if early is None and (st.live or m.relive(st)).hooks[number] is None:
                continue
            insts, stamps = self.answering(st, number, "after", early)
            for inst in insts:
                r = self.matched(st, inst, g, stamps)
                if r is not None:
                    found.append(((inst, stamps), (r, g, lineage)))
        st.lineage = outer
        if len(found) > 1:
            found.sort(key=lambda one: self._rank(st, *one[0]))
        return [one for _, one in found]

    def _rank(self, st: State, inst: Inst, stamps: Any) -> tuple[int, ...]:
        return self.m.sources.rank(st, inst[1], inst[6], self.age(st, inst, stamps))

    def run_answers(self, st: State, answers: list[tuple[Frame, Frame, tuple[Any, ...]]]) -> None:
        outer = st.lineage
        try:
            for r, g, lineage in answers:
                st.lineage = lineage
                self.answer(st, r, g)
        finally:
            st.lineage = outer
