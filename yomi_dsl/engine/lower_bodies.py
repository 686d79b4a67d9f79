"""The bodies of actions, rules and parts: as one function where nothing in them may ask, and as the steps of a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.codes import ActionCode, RuleCode
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.frames import OWN
from yomi_dsl.engine.operators import both
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

Part = tuple[int, int, Any, bool]
"""(code of its frame, slots behind its source, its body as one function or None, may it ask)."""


class LowerBodies:
    """Lowers bodies for one match. ``entries``: the parts, by the identity of their procedures."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.entries: dict[int, Part] = {}

    def lower(self) -> None:
        """All of them. Limits and gates of all actions come first: the gate of an option asks what its action has."""
        for name in self.m.parts:
            self._parts(name)
        for a in self.m.action_codes:
            self._bounds(a)
        for a in self.m.action_codes:
            self._action(a)
        for code in self.m.rules_lowered:
            self._rule(code)

    def _bounds(self, a: ActionCode) -> None:
        """The limit and gate of an action, and the scope of all its values."""
        if a.action is None:
            return
        extra = tuple(x for x in (a.action.last, a.action.gate, a.action.limit) if x is not None)
        known = self.doer(a.name)
        a.scope = sc = Scope.of(a.action.proc, 0, a.roles, a.name, extra=extra, least=a.roles, known=known)
        if a.action.limit is not None:
            count = a.action.limit.count
            a.limit = self.m.values.count(count, sc), self.counter(a.action.limit.per)
            a.most = count.value if isinstance(count, ir.Lit) and isinstance(count.value, int) else None
        a.gate = None if a.action.gate is None else self.m.values.value(a.action.gate, sc)

    def doer(self, name: str) -> set[int]:
        """The slot of the doer, if there always is one."""
        return {0} if self.m.has_doer(name) else set()

    def _action(self, a: ActionCode) -> None:
        """Its body and finally part: as functions unless they ask too soon, as steps if they may ask at all."""
        action = a.action
        if action is None:
            self._primitive(a)
            return
        sc, body = a.scope, action.proc.body
        a.body_asks = a.name == "turn" or self.m.asks(body, a.name)
        if a.name != "turn" and not self.m.asks(body, a.name, self.m.choosing):
            a.run = self.m.effects.direct(body, sc)
        last_asks = action.last is not None and self.m.asks(action.last, a.name)
        if action.last is not None and not self.m.asks(action.last, a.name, self.m.choosing):
            a.last = self.m.effects.direct(action.last, sc)
        own = 0
        if a.asks or last_asks:
            own = OWN
            out = Assembly()
            last = action.last
            self.m.event_steps.event(
                a, out, lambda out: self._emit_body(a, body, sc, out),
                None if last is None else lambda out: self.m.effect_steps.emit(last, sc, out),
            )  # fmt: skip
            self.m.assemblies.append((a.pi, out))
        a.pad = (None,) * (sc.size - a.roles + own)

    def _emit_body(self, a: ActionCode, body: Any, sc: Scope, out: Assembly) -> None:
        """The steps of a body; those of a turn with a label for each phase."""
        if a.name != "turn":
            self.m.effect_steps.emit(body, sc, out)
            return
        for step in body.steps:
            a.labels[step.action] = out.here
            self.m.effect_steps.emit(step, sc, out)

    def _primitive(self, a: ActionCode) -> None:
        """The body of a primitive's event: the write that its statement has put into the frame, behind the roles."""
        bodies, number = self.m.primitive_bodies, a.roles + 2

        def run(st: State, g: Frame) -> None:
            bodies[g[number]](st, g, g[number + 1])

        def step(st: State, g: Frame) -> None:
            f = g[number + 1]
            bodies[g[number]](st, g, st.stack[f] if f.__class__ is int else f)

        a.run = run
        if a.asks:
            out = Assembly()
            self.m.event_steps.event(a, out, lambda out: out.push(step), None)
            self.m.assemblies.append((a.pi, out))

    def _rule(self, code: RuleCode) -> None:
        """Tests, limit, span and body. Slots: the roles, you, this, captures; the engine's three lie at the end."""
        rule, roles = code.rule, code.roles
        tests = [test for _, test in rule.tests] + ([] if rule.where is None else [rule.where])
        extra = tuple(x for x in (*tests, rule.limit, rule.span) if x is not None)
        least = roles + 2 + code.captures
        known = {0} if rule.timing == "soon" else self.doer(rule.action) | self.m.known_in(rule, roles)
        sc = Scope.of(rule.proc, you=roles, roles=roles, action=rule.action, extra=extra, least=least, known=known)
        if tests:
            found = [self.m.values.value(t, sc) for t in tests]
            code.tests = found[0] if len(found) == 1 else both(found)
        if rule.limit is not None:
            code.limit = self.m.values.count(rule.limit.count, sc), self.counter(rule.limit.per)
        if rule.span is not None:
            code.span = self.m.spans.bound(rule.span, sc)
        if code.asks:
            out = Assembly()
            self.m.effect_steps.emit(rule.proc.body, sc, out)
            out.add(lambda: self.m.frames.rule_end(code))
            self.m.assemblies.append((code.pi, out))
        if not self.m.asks(rule.proc.body, rule.action, self.m.choosing):
            code.run = self.m.effects.direct(rule.proc.body, sc)
        code.pad = (None,) * (sc.size - roles - 2 - code.captures + 3)

    def counter(self, per: str) -> int:
        """The index of the count of starts by which a limit begins anew."""
        return 3 * len(self.m.phases) if per == "game" else 3 * self.m.phase[per]

    def _parts(self, name: str) -> None:
        """The parts of cards that are called so. Slots: you, this, then what the part is handed."""
        for proc in self.m.parts[name]:
            sc = Scope.of(proc, you=0, roles=0, least=2, known=(0, 1))
            pi = self.m.new_code("part", proc)
            asks = self.m.asks(proc.body)
            run = None if self.m.asks(proc.body, "", self.m.choosing) else self.m.effects.direct(proc.body, sc)
            if name in self.m.asking.parts:
                out = Assembly()
                self.m.effect_steps.emit(proc.body, sc, out)
                out.add(lambda: self.m.frames.part_end)
                self.m.assemblies.append((pi, out))
            self.entries[id(proc)] = (pi, sc.size - 2, run, asks)

    def parts_of(self, name: str) -> Callable[[int, int], Any]:
        """The parts of that name on a card's face, lowered."""
        table: dict[tuple[int, int], Any] = {}

        def find(c: int, face: int) -> Any:
            found = table.get((c, face))
            if found is None:
                abilities = self.m.cards[c].faces[face].abilities
                procs = [a.proc for a in abilities if a.kind == "run" and a.name == name and a.proc is not None]
                found = table[c, face] = tuple(self.entries[id(p)] for p in procs)
            return found

        return find
