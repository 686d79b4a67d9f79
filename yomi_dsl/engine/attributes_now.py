"""Attributes as they now are: tables of all cards while the rules in force read nothing that moves, else card by card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.state import State
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import walk
from yomi_dsl.engine.worth import Change, Worth

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class AttributesNow:
    """Reads and modifies attributes for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.tables: dict[Any, tuple[list[Any], Any]] = {}
        self.reads_of = [self._reads_of(i) for i in range(len(m.attributes))]
        self.default_reads = [self._default_reads(i) for i in range(len(m.attributes))]

    # ---- tables --------------------------------------------------------------------------------------------------------

    def _reads_of(self, i: int) -> list[int]:
        """The attributes that decide whether an attribute is modified or has its default."""
        m, a = self.m, self.m.attributes[i]
        roots: list[Any] = [mod.filter for mod in m.modifiers if mod.target == a.name and mod.filter is not None]
        roots += [g.filter for g in m.grants if any(name == a.name for name, _ in g.ability.values)]
        if a.default is not None:
            roots.append(a.on)
        return sorted({m.attr[t.attr] for t in walk(tuple(roots)) if isinstance(t, (ir.IsWord, ir.IsFlag))} - {i})

    def _default_reads(self, i: int) -> list[int]:
        m, a = self.m, self.m.attributes[i]
        if a.default is None:
            return []
        return sorted({m.attr[t.attr] for t in walk(a.on) if isinstance(t, (ir.IsWord, ir.IsFlag))} - {i})

    def is_plain(self, live: Worth, i: int) -> bool:
        """Is an attribute as printed, for all cards?"""
        return not live.changes[i] and all(live.plain[j] for j in self.default_reads[i])

    def table(self, live: Worth, i: int) -> list[Any] | None:
        """The values of all cards, or None if they must be computed one by one."""
        m = self.m
        if live.plain[i]:
            return None if m.faced[i] else m.base[i]
        changes = live.changes[i]
        live.attr[i] = None
        if m.faced[i] or not all(c.code.steady for c in changes):
            return None
        reads = [live.attr[j] for j in self.reads_of[i]]
        if any(table is None for table in reads):
            return None
        key = (i, *[(c.code.key, tuple(c.env)) for c in changes], *[id(table) for table in reads])
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = (
                self._table(live, i, changes),
                reads,
            )  # its key stands for the tables it was made from
        return found[0]

    def _table(self, live: Worth, i: int, changes: list[Change]) -> list[Any]:
        m, a = self.m, self.m.attributes[i]
        state = m.blank
        state.worth = live
        base = m.base[i]
        if a.default is not None:
            base = [self.base(state, i, p) for p in range(len(base))]
        table = [self._modified(state, i, p, base[p], changes) for p in range(len(base))]
        state.worth = None
        return table

    def base(self, st: State, i: int, p: int) -> Any:
        """The printed value, or the default if the attribute belongs to such a card as it now is."""
        m, a = self.m, self.m.attributes[i]
        printed = m.printed_values[i][p]
        if printed is not None or a.default is None:
            return m.base[i][p]
        return m.shown(a.default) if m.filter_tables.on(i)(st, p) else None

    def modified(self, st: State, i: int, c: int, table: list[Any], changes: list[Change]) -> Any:
        return self._modified(st, i, c, table[self.face_index(st, i, c)], changes)

    def _modified(self, st: State, i: int, c: int, found: Any, changes: list[Change]) -> Any:
        """A value after the modifiers that fit, in order, then kept in its range."""
        a = self.m.attributes[i]
        granted_over = self.m.printed_values[i][self.face_index(st, i, c)] is not None
        for change in changes:
            code, env = change.code, change.env[:]
            if code.gives and granted_over:
                continue
            env[2] = c
            if code.fits(st, env, c):
                found = code.applied(st, env, found)
        if a.type == "number" and found is not None:
            found = min(max(found, a.low), a.high)
        return found

    def face_index(self, st: State, i: int, c: int) -> int:
        """Where a card's value stands in a table of an attribute that differs by face."""
        n = self.m.N
        return c if c >= n or not self.m.faced[i] else c + n + n * st.face[c]

    # ---- reading -------------------------------------------------------------------------------------------------------

    def reader(self, name: str) -> Callable[[State, int], Any]:
        """An attribute as a function of a card that is there."""
        m, i = self.m, self.m.attr[name]
        base, n = m.base[i], m.N
        if name == SILENT and m.silencing:
            return lambda st, c: m.worths.is_silent(st, c, i)
        if m.unmodified(name):
            if not m.faced[i]:
                return lambda st, c: base[c]
            return lambda st, c: base[c if c >= n else c + n + n * st.face[c]]
        reworth, slow = m.reworth, self.slow

        def read(st: State, c: int) -> Any:
            table = (st.worth or reworth(st)).attr[i]
            return table[c] if table is not None else slow(st, i, c)

        return read

    def slow(self, st: State, i: int, c: int) -> Any:
        """An attribute that is modified by what moves, or differs by face."""
        live = st.worth or self.m.reworth(st)
        at, changes = self.face_index(st, i, c), live.changes[i]
        value = self.m.base[i][at] if live.plain[i] else self.base(st, i, at)
        return self._modified(st, i, c, value, changes) if changes else value
