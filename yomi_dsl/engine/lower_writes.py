"""Primitive effects become functions that write at once, or wait in the batch of a ``together``.

Where a rule of the match speaks of a primitive, the write is the body of an event with the primitive's roles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine import random_streams
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import Fn, Run, by_class
from yomi_dsl.engine.errors import GameOver
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.lower_marks import LowerMarks
from yomi_dsl.engine.lower_moves import LowerMoves
from yomi_dsl.engine.lower_numbers import LowerNumbers
from yomi_dsl.engine.numbering import FACES, ZONES
from yomi_dsl.engine.somebody import always
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


NEEDED = {ir.Move: "place", ir.Shuffle: "place", ir.Flip: "card", ir.Finish: "who"}
"""What a primitive is done with, or to whom."""


def unless_nothing(needed: Fn, run: Run) -> Run:
    """An effect that is done only if something is there."""

    def guarded(st: State, f: Frame) -> None:
        if needed(st, f) is not None:
            run(st, f)

    return guarded


class LowerWrites:
    """Lowers primitives for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.by_class = {
            **by_class(self, ir.Flip, ir.Shuffle, ir.Reveal, ir.Roll, ir.Finish),
            **by_class(LowerMoves(m), ir.Move),
            **by_class(LowerNumbers(m), ir.Change),
            **by_class(LowerMarks(m), ir.Mark, ir.Unmark),
        }

    def lower(self, node: Any, sc: Scope) -> Run:
        """What is done with nothing, as with a zone of nobody, is not done."""
        run: Run = self.by_class[type(node)](node, sc)
        needed = getattr(node, NEEDED.get(type(node), ""), None)
        if needed is None or always(needed, sc.known):
            return run
        return unless_nothing(self.m.values.value(needed, sc), run)

    def doer(self, sc: Scope) -> Fn:
        """Who does a primitive: the doer of the action, or the you of the rule around it."""
        k = None if sc.you is None else sc.you + 2
        if k is None:
            return lambda st, f: None
        if sc.roles and sc.you:
            return lambda st, f: f[k] if f[k] is not None else f[2]
        return lambda st, f: f[k]

    def event(self, name: str, sc: Scope, roles: list[Fn], body: Callable[[State, Frame, Any], None]) -> Run:
        """A primitive as an event: ``body`` writes what the roles then say. Where it may ask, it becomes a frame."""
        m, a, doer = self.m, self.m.action_code(name), self.doer(sc)
        number = len(m.primitive_bodies)
        m.primitive_bodies.append(body)
        happen = m.events.happen
        if a.asks:

            def push(st: State, f: Frame) -> None:
                if st.batch is not None:
                    happen(st, a, [a.pi, 0, doer(st, f), *[role(st, f) for role in roles], number, f])
                    return
                at = next(i for i in range(len(st.stack) - 1, -1, -1) if st.stack[i] is f)  # frames are named by place
                m.frames.push(st, a, [a.pi, 0, doer(st, f), *[role(st, f) for role in roles], number, at])

            return push

        def run(st: State, f: Frame) -> None:
            happen(st, a, [a.pi, 0, doer(st, f), *[role(st, f) for role in roles], number, f])

        return run

    # ---- cards ---------------------------------------------------------------------------------------------------------

    def simple(self, name: str, sc: Scope, roles: list[Fn], keys: Any, write: Callable[..., None]) -> Run:
        """A primitive with one write of its roles; an event where rules speak of it."""
        m, wakes = self.m, [key for key in keys if self.m.wakes(key)]
        soon = m.soon

        def done(st: State, values: list[Any]) -> None:
            if st.batch is not None:
                st.batch.writes.append((write, tuple(values)))
                st.batch.keys |= set(keys)
                return
            write(st, *values)
            if wakes:
                soon.check_keys(st, wakes)

        if m.action_code(name).ruled:
            return self.event(name, sc, roles, lambda st, g, f: done(st, g[3 : 3 + len(roles)]))
        return lambda st, f: done(st, [role(st, f) for role in roles])

    def _flip(self, node: ir.Flip, sc: Scope) -> Run:
        m = self.m
        card, face = m.values.value(node.card, sc), m.values.value(node.face, sc)

        def write(st: State, c: int, side: str) -> None:
            m.writes.flip(st, c % m.N, side)
            if st.log is not None:
                m.note(st, "flip", c % m.N, side)

        return self.simple("flip", sc, [card, face], (FACES,), write)

    def _shuffle(self, node: ir.Shuffle, sc: Scope) -> Run:
        m = self.m

        def write(st: State, z: int) -> None:
            if not st.scripted:
                st.zones[z] = random_streams.shuffled(st.streams[z], st.zones[z])
                st.streams[z] += 1
            if st.log is not None:
                m.note(st, "shuffle", z)

        zones = [node.place.name] if isinstance(node.place, ir.Zone) else m.zone_base
        keys = [ZONES + m.zone_base[name] for name in zones]
        return self.simple("shuffle", sc, [m.values.value(node.place, sc)], keys, write)

    def _reveal(self, node: ir.Reveal, sc: Scope) -> Run:
        m = self.m
        cards = m.values.value(node.cards, sc)

        def write(st: State, c: int) -> None:
            if st.log is not None:
                m.note(st, "reveal", c % m.N)

        slot = sc.temp()
        run = self.simple("reveal", sc, [lambda st, f: f[slot]], (), write)
        asks = m.action_code("reveal").asks

        def each(st: State, f: Frame) -> None:
            found = as_set(cards(st, f))
            # The frame put last on the stack is first.
            for c in reversed(found) if asks and st.batch is None else found:
                f[slot] = c
                run(st, f)

        return each

    def _roll(self, node: ir.Roll, sc: Scope) -> Run:
        """A die without sides is not rolled: its name stands for nothing."""
        run = self._rolled(node, sc)
        if isinstance(node.sides, ir.Lit):
            return run
        k, sides = node.slot + 2, self.m.values.value(node.sides, sc)

        def checked(st: State, f: Frame) -> None:
            f[k] = None
            if (sides(st, f) or 0) > 0:
                run(st, f)

        return checked

    def _rolled(self, node: ir.Roll, sc: Scope) -> Run:
        m, k, sides = self.m, node.slot + 2, self.m.values.value(node.sides, sc)

        def write(st: State, f: Frame, count: int) -> int | None:
            if count < 1:  # a rule has taken its sides
                return None
            f[k] = result = m.roll(st, count)
            if st.log is not None:
                m.note(st, "roll", count, result)
            return result

        if not m.action_code("roll").ruled:

            def rolled(st: State, f: Frame) -> None:
                write(st, f, sides(st, f))

            return rolled

        def body(st: State, g: Frame, f: Frame) -> None:
            g[4] = write(st, f, g[3])

        return self.event("roll", sc, [sides, lambda st, f: None], body)

    # ---- the end -------------------------------------------------------------------------------------------------------

    def _finish(self, node: ir.Finish, sc: Scope) -> Run:
        name = f"{node.result} game"
        who = (lambda st, f: None) if node.who is None else self.m.values.value(node.who, sc)
        ending = node.ending

        def over(st: State, loser_or_winner: Any, text: str) -> None:
            winner = {"win": loser_or_winner, "lose": None if loser_or_winner is None else 1 - loser_or_winner}.get(
                node.result
            )
            if st.log is not None:
                self.m.note(st, "finish", winner, text)
            verdict = GameOver(winner, text)
            if st.batch is None:
                raise verdict
            st.batch.verdicts.append(verdict)

        if not self.m.action_code(name).ruled:
            return lambda st, f: over(st, who(st, f), ending)
        if node.result == "tie":
            return self.event(name, sc, [lambda st, f: ending], lambda st, g, f: over(st, None, g[3]))
        return self.event(name, sc, [who, lambda st, f: ending], lambda st, g, f: over(st, g[3], g[4]))
