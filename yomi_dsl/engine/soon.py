"""As-soon-as rules: looked at after every write of something they read; and verdicts where several finish the game."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.errors import GameOver
from yomi_dsl.engine.events import KEY
from yomi_dsl.engine.live import Inst
from yomi_dsl.engine.presence import ANY
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import conjuncts

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

MANY = 1000
"""Values that are tried, one by one, at most."""
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Soon:
    """Runs as-soon-as rules for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def waking(self, tally: str, low: int, high: int) -> frozenset[int] | None:
        """The values of a player's tally, of all from low to high, at which an as-soon-as rule that reads it may be true.

        A change from one of the others to another of them alters nothing. None: that cannot be told."""
        m = self.m
        found: set[int] = set()
        if m.soon_dynamic or high - low > MANY:
            return None
        for rule in m.soon_rules:
            for cond in conjuncts(rule.where):
                if {ANY, ("tally", tally)} & m.reads(cond):
                    limit = limit_on(cond, tally)
                    if limit is None:
                        return None
                    compare, number = limit
                    found |= {value for value in range(low, high + 1) if compare(value, number)}
        return frozenset(found)

    def check(self, st: State, key: int) -> None:
        """After a write of what ``key`` stands for: the as-soon-as rules that read it."""
        if st.ready:
            if st.live is None and self.m.soon_dynamic:
                self.check_all(st)
                return
            live = st.live or self.m.relive(st)
            self.checked(st, live.soon[key])

    def check_keys(self, st: State, keys: Iterable[int]) -> None:
        """After a batch."""
        m = self.m
        if not st.ready or not m.soon_rules:
            return
        if m.soon_dynamic and st.live is None:
            self.check_all(st)
            return
        live = st.live or m.relive(st)
        due = live.soon_of[frozenset(keys)]
        if due:
            self.checked(st, due)

    def check_all(self, st: State) -> None:
        if st.ready and self.m.soon_rules:
            self.checked(st, self.m.index.all_soon(st.live or self.m.relive(st)))

    def hold_all(self, st: State) -> None:
        """What now is true has been so for long: it fires only when it becomes true again."""
        live = st.live or self.m.relive(st)
        for inst in self.m.index.all_soon(live):
            code = self.m.rules_lowered[inst[0]]
            g = [code.pi, 0, inst[1], inst[2], *inst[3], *code.pad]
            given = inst[5] is None or self.m.lower_statics.granted(st, inst[5], inst[2])
            if given and code.tests is not None and code.tests(st, g):
                st.held[(*self.m.events.key(st, inst, st.stamps), inst[1])] = 1

    def checked(self, st: State, insts: Iterable[Inst]) -> None:
        """Those whose condition has become true, judged on one state, run as one batch of verdicts."""
        fresh, stamps, held = [], st.stamps, st.held
        for inst in insts:
            code = self.m.rules_lowered[inst[0]]
            g = [code.pi, 0, inst[1], inst[2], *inst[3], *code.pad]
            if inst[5] is not None and not self.m.lower_statics.granted(st, inst[5], inst[2]):
                continue
            assert code.tests is not None
            if code.tests(st, g):
                key = g[KEY] = self.m.events.key(st, inst, stamps)
                if (*key, inst[1]) not in held:
                    held[(*key, inst[1])] = 1
                    if key not in st.lineage:
                        fresh.append(g)
            elif held:
                held.pop((*self.m.events.key(st, inst, stamps), inst[1]), None)
        if fresh:
            self.fresh(st, fresh)

    def fresh(self, st: State, fresh: list[Frame]) -> None:
        """Run as-soon-as rules of one batch; two that finish the game differently are settled by the game."""
        if any(self.m.rule_of[g[0]].asks for g in fresh):
            self.m.frames.queue(st, fresh, True)
            return
        verdicts: list[GameOver] = []
        for g in fresh:
            code = self.m.rule_of[g[0]]
            if self.m.events.within(st, code, g):
                try:
                    self.m.events.fire(st, code, g)
                except GameOver as over:
                    verdicts.append(over)
        if verdicts:
            raise self.verdict(st, verdicts)

    def verdict(self, st: State, verdicts: list[GameOver]) -> GameOver:
        """One of several finishes; the game's own verdict where they disagree."""
        both = self.m.turns.both_lose
        if len({over.winner for over in verdicts}) == 1 or both is None:
            return verdicts[0]
        batch, st.batch = st.batch, None
        try:
            both(st)
        except GameOver as over:
            return over
        finally:
            st.batch = batch
        return verdicts[0]


def limit_on(cond: Any, tally: str) -> tuple[Callable[[Any, Any], bool], int] | None:
    """The comparison and the number, where a condition compares that tally of a player with a number."""
    if not isinstance(cond, ir.Op) or cond.op not in COMPARE:
        return None
    left, right = cond.args
    if not (isinstance(left, ir.Tally) and left.name == tally and isinstance(left.of, (ir.Local, ir.Opponent))):
        return None
    if not isinstance(right, ir.Lit) or not isinstance(right.value, int):
        return None
    return COMPARE[cond.op], right.value
