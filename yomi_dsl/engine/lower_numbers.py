"""Changes of tallies, of slots and of the roles of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn, Run
from yomi_dsl.engine.formula import Scope, place_of
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class LowerNumbers:
    """Lowers changes of numbers for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def _change(self, node: ir.Change, sc: Scope) -> Run:
        by = None if node.by is None else self.m.values.value(node.by, sc)
        to = None if node.to is None else self.m.values.value(node.to, sc)
        if isinstance(node.target, ir.Local):
            run = self._slot(node.target.slot + 2, by, to)
            return self._noted(run, node.target) if node.target.slot < sc.roles else run
        return self._tally(node.target, sc, by, to)

    def _noted(self, run: Run, role: ir.Local) -> Run:
        """What changes a role of its event says so."""
        k, m = role.slot + 2, self.m

        def noted(st: State, f: Frame) -> None:
            before = f[k]
            run(st, f)
            if st.log is not None:
                m.note(st, "adjust", role.name, before, f[k])

        return noted

    def _slot(self, k: int, by: Fn | None, to: Fn | None) -> Run:
        def add(st: State, f: Frame) -> None:
            assert by is not None
            delta = by(st, f)
            if delta is not None and f[k] is not None:
                f[k] += delta

        def put(st: State, f: Frame) -> None:
            assert to is not None
            new = to(st, f)
            if new is not None:
                f[k] = new

        return add if to is None else put

    def _tally(self, target: ir.Tally, sc: Scope, by: Fn | None, to: Fn | None) -> Run:
        m, t = self.m, self.m.tally_number[target.name]
        of = (lambda st, f: 0) if target.of is None else m.values.value(target.of, sc)
        n, card = m.N, m.game.tallies[t].of == "card"
        read, change, wake = m.values_now.tally(target.name), m.writes.change, self.m.wakes(t)
        soon = m.soon

        def delta_of(st: State, f: Frame, who: int) -> Any:
            if by is not None:
                return by(st, f)
            assert to is not None
            new = to(st, f)
            return None if new is None else new - read(st, who)

        if m.action_code("change").ruled:
            return self._event(target.name, t, sc, of, delta_of)

        def run(st: State, f: Frame) -> None:
            who = of(st, f)
            if who is None:
                return
            if card:
                who %= n
            delta = delta_of(st, f, who)
            if delta is None:
                return
            if st.slow and st.batch is not None:
                st.batch.writes.append((change, (t, who, delta)))
                st.batch.keys.add(t)
                return
            change(st, t, who, delta)
            if wake:
                soon.check(st, t)

        if by is None or card or target.of is None or m.game.tallies[t].mirrored:
            return run
        fast = self._fast(t, target, sc, by, wake)
        return run if fast is None else fast

    def _fast(self, t: int, target: ir.Tally, sc: Scope, by: Fn, wake: bool) -> Run | None:
        """A tally of a player with a range that never changes, changed by something."""
        m = self.m
        declared = m.game.tallies[t]
        low, high = m.values.constant(declared.low.body, (0, 1)), m.values.constant(declared.high.body, (0, 1))
        if low is None or high is None:
            return None
        of, base, k = m.values.value(target.of, sc), m.tally_base[target.name], place_of(target.of)
        change, check = m.writes.change, m.soon.check
        waking = m.soon.waking(target.name, min(low), max(high)) if wake else None

        def run(st: State, f: Frame) -> None:
            who, delta = f[k] if k else of(st, f), by(st, f)
            if who is None or not delta:
                return
            if st.slow:
                if st.batch is not None:
                    st.batch.writes.append((change, (t, who, delta)))
                    st.batch.keys.add(t)
                    return
                change(st, t, who, delta)
            else:
                old = st.tallies[base + who]
                new = old + delta
                st.tallies[base + who] = new = low[who] if new < low[who] else high[who] if new > high[who] else new
                if waking is not None and new not in waking and old not in waking:
                    return
            if wake:
                check(st, t)

        return run

    def _event(self, name: str, t: int, sc: Scope, of: Fn, delta_of: Any) -> Run:
        m, wake = self.m, self.m.wakes(t)
        n, card = m.N, m.game.tallies[t].of == "card"
        slot = sc.temp(2)

        def write(st: State, g: Frame, who: int) -> None:
            g[4] = m.writes.change(st, t, who, g[4])

        def body(st: State, g: Frame, f: Frame) -> None:
            who = f[slot]
            if st.batch is not None:
                st.batch.writes.append((write, (g, who)))
                st.batch.keys.add(t)
                return
            write(st, g, who)
            if wake:
                m.soon.check(st, t)

        run = self.m.lower_writes.event("change", sc, [lambda st, f: name, lambda st, f: f[slot + 1]], body)

        def start(st: State, f: Frame) -> None:
            who = of(st, f)
            if who is None:
                return
            f[slot] = who = who % n if card else who
            f[slot + 1] = delta_of(st, f, who)
            if f[slot + 1] is not None:
                run(st, f)

        return start
