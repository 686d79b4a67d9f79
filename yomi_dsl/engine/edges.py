"""Starts and ends of phases: what is counted there, which marks open and shut, and the rules that wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.errors import Halted
from yomi_dsl.engine.events import KEY
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import SILENT

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

STARTS, ENDS = 5, 6
"""Where a rule bound to edges has the one it waits for: (rule, you, this, captures, age of its source, start, end)."""
NO_RULES: list[Frame] = []


class Edges:
    """Runs the edges of phases for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        always = m.soon_clock or m.soon_dynamic
        self.busy_start = [always or a or b for a, b in zip(m.opening, m.starting)]
        self.busy_end, self.shutting, self.always = m.ending, m.shutting, always
        self.quiet_end = [not (always or a or b) for a, b in zip(m.ending, m.shutting)]

    def start(self, st: State, phase: int, doer: Any) -> list[Frame]:
        """A phase or turn begins: it is counted, marks open. Gives the rules at its start."""
        i, started = 3 * phase, st.started
        started[i] += 1
        if doer is not None:
            started[i + 1 + doer] += 1
        st.running[phase] += 1
        if st.log is not None:
            self.m.note(st, "start", self.m.phases[phase], doer)
        return self._started(st, phase, doer) if self.busy_start[phase] else NO_RULES

    def count(self, st: State, phase: int, doer: Any, counts: list[int]) -> None:
        """An edge at which nothing happens, and nobody listens."""
        i = 3 * phase
        counts[i] += 1
        if doer is not None:
            counts[i + 1 + doer] += 1

    def _started(self, st: State, phase: int, doer: Any) -> list[Frame]:
        m = self.m
        if m.opening[phase] and st.marks:
            m.writes.settle(st)
        if self.always and (m.soon_clock or st.live is None):
            m.soon.check_all(st)
        return self._due(st, phase, doer, STARTS) if m.starting[phase] and st.edges else NO_RULES

    def end(self, st: State, phase: int, doer: Any) -> list[Frame]:
        """It ends: marks shut. Gives the rules at its end, those of the marks among them."""
        i, ended = 3 * phase, st.ended
        rules = self._due(st, phase, doer, ENDS) if self.busy_end[phase] and st.edges else NO_RULES
        ended[i] += 1
        if doer is not None:
            ended[i + 1 + doer] += 1
        if self.shutting[phase] and st.marks:
            self._shut(st, i, i if doer is None else i + 1 + doer)
        st.running[phase] -= 1
        if st.log is not None:
            self.m.note(st, "end", self.m.phases[phase], doer)
        if self.always and (self.m.soon_clock or st.live is None):
            self.m.soon.check_all(st)
        return rules

    def _shut(self, st: State, total: int, own: int) -> None:
        """Marks whose span ends with these counts are no more."""
        ended, kept, shut = st.ended, [], []
        for mark in st.marks:
            edge = mark[4]
            if edge is not None and (edge[0] == total or edge[0] == own) and edge[1] <= ended[edge[0]] and mark[6]:
                shut.append(mark)
            else:
                kept.append(mark)
        if shut:
            st.marks = tuple(kept)
            self.m.writes.forget(st, shut)

    def _due(self, st: State, phase: int, doer: Any, side: int) -> list[Frame]:
        """The rules bound to this very edge, in the order of rules; they are used up."""
        m = self.m
        total = 3 * phase
        own = total if doer is None else total + 1 + doer
        counts, more, timing = (st.started, 0, "start") if side == STARTS else (st.ended, 1, "end")
        due = []
        for e in st.edges:
            edge = e[side]
            if edge is not None and (edge[0] == total or edge[0] == own) and edge[1] == counts[edge[0]] + more:
                if m.rules[e[0]].timing == timing and not self._is_silent(st, e):
                    due.append(e)
        if not due:
            return NO_RULES
        if len(due) > 1:
            due.sort(key=lambda e: m.sources.rank(st, e[1], self._layer(st, e), e[4]))
        frames = []
        for e in due:
            code = m.rules_lowered[e[0]]
            g = [code.pi, 0, e[1], e[2], *e[3], *code.pad]
            g[KEY] = (e[0], e[4])
            frames.append(g)
        return frames

    def run_all(self, st: State, frames: list[Frame]) -> None:
        """Rules on edges, one after another; each condition is read when its turn comes."""
        for g in frames:
            code = self.m.rule_of[g[0]]
            if self.m.events.ready_to_fire(st, code, g):
                self.m.events.fire(st, code, g)

    def halt(self, st: State, edge: str, phase: int) -> None:
        """Stop an example at its edge."""
        if st.halt is not None and st.halt[0] == edge and st.halt[1] == phase:
            counts = st.started if edge == "start" else st.ended
            if counts[3 * phase] >= st.halt[2]:
                raise Halted

    def _layer(self, st: State, edge: tuple[Any, ...]) -> int:
        """The layer of a rule on an edge: of the card's zone, or of statuses."""
        return self.m.layer_of_zone[st.zone_of[edge[2]]] if self._of_card(edge) else self.m.layer_of_status

    def _is_silent(self, st: State, edge: tuple[Any, ...]) -> bool:
        if not self.m.silencing or not self._of_card(edge):
            return False
        return self.m.worths.is_silent(st, edge[2], self.m.attr[SILENT])

    def _of_card(self, edge: tuple[Any, ...]) -> bool:
        return edge[2] is not None and any(
            edge[0] in self.m.edge_rules_of.get((edge[2], f), ()) for f in range(self.m.F)
        )
