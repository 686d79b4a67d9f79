"""Spans: when they are made, they are fixed to the edges of phases as (counter, number), and never looked up again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.presence import is_this
from yomi_dsl.engine.somebody import always
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

NEVER: tuple[None, None] = (None, None)
NOT_COMING = 1 << 62
"""The number of a start or end that never comes: of a turn of nobody, or of less than one turn."""


def this_turn(st: State) -> tuple[int, int]:
    """The edge at which the running turn shuts; between turns, the next one."""
    return 0, st.started[0] + (st.running[0] == 0)


class Spans:
    """Lowers spans for one match. Counters stand three to a phase: of all, of seat 0, of seat 1."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def bound(self, span: ir.Span, sc: Scope) -> Fn:
        """A function that gives the edges (opens, shuts); None opens at once, None never shuts."""
        if span.what == "game":
            return lambda st, f: NEVER
        base = 3 * self.m.phase[span.what]
        count = self.m.values.value(span.count, sc)
        whose = None if span.whose is None else self.m.values.value(span.whose, sc)
        made = self._next(base, count, whose) if span.start == "next" else self._now(span, base, count, whose)
        if whose is not None and not always(span.whose, sc.known):
            made = self._of_somebody(span, base, whose, made)
        if isinstance(span.count, ir.Lit):
            return made
        empty = (base, NOT_COMING), (base, NOT_COMING)
        return lambda st, f: empty if (count(st, f) or 0) < 1 else made(st, f)

    def _of_somebody(self, span: ir.Span, base: int, whose: Fn, made: Fn) -> Fn:
        """Turns of nobody neither run nor come."""
        if is_this(span):
            return lambda st, f: (None, this_turn(st)) if whose(st, f) is None else made(st, f)
        never = (base, NOT_COMING) if span.start == "next" else None, (base, NOT_COMING)
        return lambda st, f: never if whose(st, f) is None else made(st, f)

    def _next(self, base: int, count: Fn, whose: Fn | None) -> Fn:
        def run(st: State, f: Frame) -> Any:
            i = base if whose is None else base + 1 + whose(st, f)
            begun = st.started[i]
            return (i, begun + 1), (i, begun + count(st, f))

        return run

    def _now(self, span: ir.Span, base: int, count: Fn, whose: Fn | None) -> Fn:
        """From now on; what runs now counts only with ``present``.

        "this X" while no X runs shuts with the turn around it, between turns with the next one."""
        present, phase, this = span.present, base // 3, is_this(span)

        def run(st: State, f: Frame) -> Any:
            i = base if whose is None else base + 1 + whose(st, f)
            begun = st.started[i]
            running = st.running[phase] > 0 and (whose is None or st.started[i] > st.ended[i])
            if running and present:
                return None, (i, begun + count(st, f) - 1)
            if this:
                return None, this_turn(st)
            return None, (i, begun + count(st, f))

        return run
