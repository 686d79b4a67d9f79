"""A match: two decks under the rules of a game, and the states it goes through.

m = Match(game, brings)
st = m.start(seed)
while not st.over:
    request = m.requests(st)[0]
    m.step(st, 0)
st.result
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from yomi_dsl import ir
from yomi_dsl.engine.codes import POP, PUSHED, SUSPEND, ActionCode
from yomi_dsl.engine.errors import EngineLimit, GameOver, Halted, Unwind
from yomi_dsl.engine.limits import DECISIONS, DEPTH, STEPS
from yomi_dsl.engine.lowered import Lowered
from yomi_dsl.engine.state import State

LAP = range(64)
"""Limits are looked at once in so many frames."""
MULTIPLY, ADD, MASK = 6364136223846793005, 1442695040888963407, (1 << 64) - 1
"""A linear congruential generator: quick, and good enough to pick answers in playouts."""


class Request(NamedTuple):
    """An open question. ``stop``: "stop" or "decline" if that is one more answer, with the index ``len(options)``.

    kind    card (numbers of cards), word, number, option (labels), zone (indexes of zones) or seat"""

    seat: int
    name: str
    kind: str
    options: tuple[Any, ...]
    stop: str

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return len(self.options) + (1 if self.stop else 0)


class Match(Lowered):
    """Runs states. It never changes once made, and holds no state."""

    def __init__(
        self, game: ir.Game, brings: tuple[tuple[str, ...], ...], extra: tuple[ir.Card, ...] = (),
        statuses: Iterable[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(game, brings, extra, statuses)

    # ---- states --------------------------------------------------------------------------------------------------------

    def start(self, seed: int, logging: bool = False, counting: bool = False) -> State:
        """A new game, run to its first question, or its end."""
        st = self.seeded(seed)
        st.logging = logging
        if counting:
            self.count(st)
        if self.game.turn.first == "chance":
            st.active = self.roll(st, 2) - 1
        st.stack = [[self.root_pi, 0]]
        self.run(st)
        return st

    def count(self, st: State) -> None:
        """Count measures from now on: for each measure seat 0 and seat 1, then for each card how often it was played."""
        st.counts = [0] * (2 * len(self.game.measures) + self.N)

    def requests(self, st: State) -> tuple[Request, ...]:
        """The open questions: one, or up to two where both answer unseen; none when the game is over."""
        return tuple([Request(*p) for p in st.pending])

    def step(self, st: State, index: int, seat: int | None = None) -> None:
        """Answer a question, and run to the next one. ``seat``: whose question, where two are open."""
        pending = [p for p in st.pending if seat is None or p[0] == seat]
        if not pending:
            raise ValueError("no such question is open")
        asked, _, _, options, stop = pending[0]
        if not 0 <= index < len(options) + (1 if stop else 0):
            raise ValueError(f"there is no answer {index}")
        st.decisions += 1
        if st.decisions > DECISIONS:
            raise EngineLimit("decisions", "a turn does not end", self.names_on(st))
        st.answer = options[index] if index < len(options) else None
        st.answered = asked
        self.run(st)

    # ---- running -------------------------------------------------------------------------------------------------------

    def run(self, st: State) -> None:
        """Run until a question is open, the game is over, or an example's edge is reached."""
        steps, count = self.steps, 0
        st.looped = 0
        while True:
            try:
                stack = st.stack
                while True:
                    for _ in LAP:
                        f = stack[-1]
                        code = steps[f[0]]
                        pc = f[1]
                        while pc >= 0:
                            step, after = code[pc]
                            pc = step(st, f) or after
                        if pc == SUSPEND:
                            return
                        if pc == POP:
                            stack.pop()
                    count += len(LAP)
                    self.watch(st, count)
            except Unwind as unwind:
                if st.stack and st.stack[-1] is f:
                    f[1] = pc + 1
                self.frames.unwind(st, unwind.action)
            except GameOver as over:
                if self.frames.over(st, over):
                    return
            except Halted:
                st.halted = True
                st.pending = ()
                return
            except RecursionError as error:
                raise self.too_deep(st, error) from None

    def watch(self, st: State, count: int) -> None:
        """Now and then: does this go on for ever?"""
        if count > STEPS:
            raise EngineLimit("steps", "a decision leads to no other question", cycle(self.names_on(st)))
        if len(st.stack) > DEPTH:
            raise self.too_deep(st)

    def too_deep(self, st: State, error: RecursionError | None = None) -> EngineLimit:
        """Bodies inside one another, in frames or in Python's own stack: which of them go round."""
        names = self.names_on(st) if error is None else (*self.names_on(st), *named_in(error))
        return EngineLimit("depth", "actions call one another without end", cycle(names))

    def names_on(self, st: State) -> tuple[str, ...]:
        """What is running, the innermost last."""
        found = []
        for f in st.stack:
            kind, what = self.code_kinds[f[0]]
            if kind == "event":
                found.append(what.name)
            elif kind == "rule":
                found.append(f"{what.rule.timing} {what.rule.action}".strip())
        return tuple(found)

    def playout(self, st: State, random: int) -> int:
        """Play to the end with answers drawn by ``random``. Gives the number of decisions with two answers or more.

        The loop of `run` with the answering in it: the same steps, without a call for each question."""
        steps, decisions, count, asked, suspend, pop = self.steps, 0, 0, True, SUSPEND, POP
        while st.result is None:
            try:
                stack = st.stack
                while True:
                    if asked:
                        seat, _, _, options, stop = st.pending[0]
                        n = len(options)
                        if n > 1 or stop:
                            random = (random * MULTIPLY + ADD) & MASK
                            i = (random >> 33) % (n + 1 if stop else n)
                            decisions += 1
                            st.answer = options[i] if i < n else None
                        else:
                            st.answer = options[0]
                        st.answered = seat
                        st.decisions = inside = st.decisions + 1
                        if inside > DECISIONS:
                            raise EngineLimit("decisions", "a turn does not end", self.names_on(st))
                        count = st.looped = 0
                        asked = False
                    for _ in LAP:
                        f = stack[-1]
                        code = steps[f[0]]
                        pc = f[1]
                        while pc >= 0:
                            step, after = code[pc]
                            pc = step(st, f) or after
                        if pc == suspend:
                            asked = True
                            break
                        if pc == pop:
                            stack.pop()
                    else:
                        count += len(LAP)
                        self.watch(st, count)
            except Unwind as unwind:
                if st.stack and st.stack[-1] is f:
                    f[1] = pc + 1
                self.frames.unwind(st, unwind.action)
            except GameOver as over:
                self.frames.over(st, over)
            except RecursionError as error:
                raise self.too_deep(st, error) from None
        return decisions

    # ---- words ---------------------------------------------------------------------------------------------------------

    def label(self, kind: str, option: Any) -> str:
        """An option in words: a card by its name, a zone by its name."""
        if kind == "card":
            return str(self.name[option])
        return self.z_name[option] if kind == "zone" else str(option)


def named_in(error: RecursionError) -> Iterator[str]:
    """The actions that ran without frames, the innermost last: every function that runs one calls it and its frame so."""
    at, last = error.__traceback__, None
    while at is not None:
        known = at.tb_frame.f_locals
        a, g = known.get("a"), known.get("g")
        if isinstance(a, ActionCode) and g is not None and g is not last:
            yield a.name
            last = g
        at = at.tb_next


def cycle(names: tuple[str, ...]) -> tuple[str, ...]:
    """The shortest row of names that the end of ``names`` repeats, or its last few."""
    for size in range(1, len(names) // 2 + 1):
        if names[-size:] == names[-2 * size : -size]:
            return names[-size:]
    return names[-8:]


__all__ = ["PUSHED", "EngineLimit", "Match", "Request"]
