"""Contests: the first row that fits decides, either way round. Rows of live cards lie on top, the youngest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import RowCode
from yomi_dsl.engine.formula import Scope, written_out
from yomi_dsl.engine.state import State
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import LetIn, walk
from yomi_dsl.engine.worth import Worth

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
        self.shared: dict[int, dict[Any, int]] = {}
        self.one_by_one = list(range(len(m.kind)))
        self.steady: dict[int, bool] = {}
        self.reads: dict[int, list[int]] = {}
        self.known: dict[str, Callable[[State, int, int], int]] = {}

    def outcomes(self, worth: Worth, number: int) -> tuple[dict[Any, int] | None, list[int]]:
        """Where the outcomes of a contest are kept (None if they depend on more than attributes), and by what a card
        is known there: copies are alike, unless a modifier speaks of one card."""
        m = self.m
        if not self.steady[number] or any(worth.attr[i] is None for i in self.reads[number]):
            return None, m.kind
        changes = [c for i in self.reads[number] for c in worth.changes[i]]
        if not worth.rows[number] and not changes:
            return self.shared.setdefault(number, {}), m.kind
        return {}, self.one_by_one if any(c.code.one_card for c in changes) else m.kind

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
        rows = [self.m.lower_statics.row(row) for row in m.game.contests[number].rows]
        declared = [(row, [0, 0, None, None, None, None, *row.pad]) for row in rows]
        reworth, first, both = m.reworth, m.first_player, m.game.turn.both
        self.steady[number], self.reads[number] = self._steady(name), self._reads(name)

        def met(st: State, a: int, b: int) -> int:
            live = st.worth or reworth(st)
            known, alike = live.met[number]
            if known is None:
                return decide(st, live.rows[number], a, b)[0]
            key = (alike[a], alike[b], st.active) if not both else (alike[a], alike[b], first(st))
            found = known.get(key)
            if found is None:
                found, back = decide(st, live.rows[number], a, b)
                known[key] = found
                known[alike[b], alike[a], key[2]] = back
            return found

        def decide(st: State, laid: Any, a: int, b: int) -> tuple[int, int]:
            """How the first fares, and the second."""
            for row, env in [*laid, *declared]:
                one = row.fits(st, env, a, b)
                two = row.fits(st, env, b, a)
                if one or two:
                    if row.tie:
                        return TIES, TIES
                    return WINS if one else LOSES, WINS if two else LOSES
            return NONE, NONE

        return met

    def _rows(self, name: str) -> list[Any]:
        rows: list[Any] = list(self.m.game.contests[self.m.cid[name]].rows)
        rows += [r for r in self.m.rows if r.contest == name]
        return [written_out(r, self.m, Scope(40)) for r in rows]

    def _steady(self, name: str) -> bool:
        nodes = [n for row in self._rows(name) for n in walk(row)]
        if self.m.silencing and self.m.attr[SILENT] in self._reads(name):
            return False
        if any(
            isinstance(item, ir.Row) and item.contest == name for grant in self.m.grants for item in grant.ability.items
        ):
            return False
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
