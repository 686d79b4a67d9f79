"""The bottom of a game: setup, then turn after turn; and the verdicts that the game itself gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.numbering import TURN
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

Verdict = Callable[[State], None]
PASSES = (TURN,)
"""What is written when the turn passes."""


class Turns:
    """The bottom frame of one match.

    at             where in its code a turn begins
    both_lose      what decides where two finishes disagree; ``limit_verdict``: what decides at the limit of turns"""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.at = 0
        self.both_lose: Verdict | None = None
        self.limit_verdict: Verdict | None = None

    def lower(self) -> None:
        m, out = self.m, Assembly()
        if m.game.setup is not None:
            self._setup(m.game.setup, out)
        out.push(self._ready)
        turns = out.label()
        waited = m.wakes(TURN)
        if waited:
            out.push(self._pass)
        self.at = out.here
        out.push(self._begin if waited else self._next)
        out.jump(turns)
        m.assemblies.append((m.root_pi, out))
        self.both_lose = self._verdict(m.game.both_lose)
        self.limit_verdict = self._verdict(m.game.turn_limit_verdict)

    def _setup(self, setup: ir.Proc, out: Assembly) -> None:
        m, sc = self.m, Scope.of(setup, you=0, known=(0,))
        if m.asks(setup.body):
            inner = Assembly()
            m.effect_steps.emit(setup.body, sc, inner)
            inner.add(lambda: m.frames.part_end)
            m.assemblies.append((m.setup_pi, inner))
            out.push(lambda st, f: st.stack.append(self._frame(m.setup_pi, st, sc)))
        else:
            body = m.effects.direct(setup.body, sc)
            out.run(lambda st, f: body(st, self._frame(0, st, sc)))

    def _frame(self, pi: int, st: State, sc: Scope) -> Frame:
        """A frame of code ``pi`` whose you is the first player."""
        return [pi, 0, self.m.first_player(st), *[None] * (sc.size - 1)]

    def _ready(self, st: State, f: Frame) -> None:
        st.ready = True
        self.m.soon.check_all(st)

    def _pass(self, st: State, f: Frame) -> None:
        """The turn passes on, and as-soon-as rules wait for that."""
        self._count(st)
        self.m.soon.check_keys(st, PASSES)

    def _next(self, st: State, f: Frame) -> None:
        """The next turn, if nobody waits for it."""
        self._count(st)
        self._begin(st, f)

    def _count(self, st: State) -> None:
        """There is one more turn; at their limit the game's verdict comes first."""
        game = self.m.game
        if game.turn_limit and st.turn >= game.turn_limit and self.limit_verdict is not None:
            self.limit_verdict(st)
        if st.turn and not game.turn.both:
            st.active = 1 - st.active
            st.live = None
        st.turn += 1
        st.decisions = 0

    def _begin(self, st: State, f: Frame) -> None:
        turn = self.m.action_code("turn")
        doer = None if self.m.game.turn.both else st.active
        self.m.frames.begin(st, turn, [turn.pi, 0, doer, *turn.pad])

    def _verdict(self, proc: ir.Proc | None) -> Verdict | None:
        if proc is None:
            return None
        sc = Scope.of(proc, you=0, known=(0,))
        run = self.m.effects.direct(proc.body, sc)
        return lambda st: run(st, [0, 0, self.m.first_player(st), *[None] * sc.size])
