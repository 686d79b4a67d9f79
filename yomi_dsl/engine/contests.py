"""Contests: the first row that fits decides, either way round. Rows of live cards lie on top, the youngest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import RowCode
from yomi_dsl.engine.formula import Scope, written_out
from yomi_dsl.engine.live import Live
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import LetIn, walk

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

NONE, WINS, TIES, LOSES = 0, 1, 2, 3
STEADY = (
    ir.IsWord, ir.IsFlag, ir.IsNamed, ir.IsGroup, ir.IsHead, ir.Attr, ir.SetHas, ir.Op, ir.Is, ir.Lit, ir.WordLit, ir.Local,
    ir.Owner, ir.Active, ir.OneOf, ir.Not, ir.Opponent, ir.OwnedBy, ir.Such, ir.Filter, ir.Row, ir.Successor, ir.NameOf, LetIn,
)  # fmt: skip


class Contests:
    """The contests of one match. Outcomes that depend only on attributes and who is active are kept."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.known: dict[str, Callable[[State, int, int], int]] = {}

    def met(self, name: str) -> Callable[[State, int, int], int]:
        """How a card fares against another: `WINS`, `TIES`, `LOSES` or, where no row fits, `NONE`."""
        found = self.known.get(name)
        if found is None:
            cell: list[Callable[[State, int, int], int]] = []
            self.known[name] = lambda st, a, b: cell[0](st, a, b)
            found = self.known[name] = self._make(name)
            cell.append(found)
        return found

    def _make(self, name: str) -> Callable[[State, int, int], int]:
        m, number = self.m, self.m.cid[name]
        rows = [self.m.row(row) for row in m.game.contests[number].rows]
        declared = [(row, [0, 0, None, None, None, None, *row.pad]) for row in rows]
        relive, first, kind, steady = m.relive, m.first_player, m.kind, self._steady(name)
        shared: dict[tuple[int, ...], int] = {}
        reads = self._reads(name)

        def met(st: State, a: int, b: int) -> int:
            live = st.live or relive(st)
            laid = live.rows[number]
            if not steady:
                return decide(st, live, laid, a, b)
            if not laid and all([live.plain[i] for i in reads]):
                known, key = shared, (kind[a], kind[b], first(st))
            else:
                known, key = live.met, (number, a, b, first(st))
            found = known.get(key)
            if found is None:
                found = decide(st, live, laid, a, b)
                if known is shared or all(live.attr[i] is not None for i in reads):
                    known[key] = found
            return found

        def decide(st: State, live: Live, laid: Any, a: int, b: int) -> int:
            for row, env in [*laid, *declared]:
                if row.fits(st, env, a, b):
                    return TIES if row.tie else WINS
                if row.fits(st, env, b, a):
                    return TIES if row.tie else LOSES
            return NONE

        return met

    def _rows(self, name: str) -> list[Any]:
        rows: list[Any] = [r for r in self.m.game.contests[self.m.cid[name]].rows]
        rows += [r for r in self.m.rows if r.contest == name]
        return [written_out(r, self.m, Scope(40)) for r in rows]

    def _steady(self, name: str) -> bool:
        nodes = [n for row in self._rows(name) for n in walk(row)]
        return all(isinstance(n, STEADY) for n in nodes) and not any(self.m.faced[i] for i in self._reads(name))

    def _reads(self, name: str) -> list[int]:
        found = set()
        for row in self._rows(name):
            for n in walk(row):
                if isinstance(n, (ir.IsWord, ir.IsFlag, ir.SetHas)):
                    found.add(self.m.attr[n.attr])
                elif isinstance(n, ir.Attr):
                    found.add(self.m.attr[n.name])
        return sorted(found)


__all__ = ["Contests", "RowCode"]
