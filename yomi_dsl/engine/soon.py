"""As-soon-as rules: looked at after every write of something they read; and verdicts where several finish the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from yomi_dsl.engine.errors import GameOver
from yomi_dsl.engine.events import KEY
from yomi_dsl.engine.live import Inst
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Soon:
    """Runs as-soon-as rules for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

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
            if code.tests is not None and code.tests(st, g):
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
