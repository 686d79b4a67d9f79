"""Attributes as they now are: tables of all cards while the rules in force read nothing that moves, else card by card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.live import Change, Live
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import walk

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class AttributesNow:
    """Reads and modifies attributes for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.tables: dict[Any, list[Any]] = {}
        self.order = self._order()

    # ---- order ---------------------------------------------------------------------------------------------------------

    def _order(self) -> list[int]:
        """Attributes so that what a modifier's filter reads comes before what it writes, as far as that goes."""
        m, order, seen = self.m, [], set()

        def visit(i: int) -> None:
            if i in seen:
                return
            seen.add(i)
            for j in sorted(self.reads_of(i)):
                visit(j)
            order.append(i)

        for i in range(len(m.attributes)):
            visit(i)
        return order

    def reads_of(self, i: int) -> set[int]:
        """The attributes that decide whether an attribute is modified or has its default."""
        m, a = self.m, self.m.attributes[i]
        roots: list[Any] = [mod.filter for mod in m.modifiers if mod.target == a.name and mod.filter is not None]
        roots += [g.filter for g in m.grants if any(name == a.name for name, _ in g.ability.values)]
        if a.default is not None:
            roots.append(a.on)
        return {m.attr[t.attr] for t in walk(tuple(roots)) if isinstance(t, (ir.IsWord, ir.IsFlag))}

    # ---- tables --------------------------------------------------------------------------------------------------------

    def fill(self, live: Live) -> None:
        """The tables of a `Live`. ``plain``: attributes that are as printed."""
        m = self.m
        for i in self.order:
            changes = live.changes.get(i)
            reads = self.reads_of(i) - {i}
            unprinted = m.attributes[i].default is not None and any(j not in live.plain for j in reads)
            if changes is None and not unprinted:
                live.plain.add(i)
                live.attr[i] = None if m.faced[i] else m.base[i]
                continue
            steady = not m.faced[i] and all(c.code.steady for c in changes or ())
            if not steady or any(live.attr[j] is None for j in reads):
                live.attr[i] = None
                continue
            key = (i, *[(c.code.key, tuple(c.env)) for c in changes or ()], *[id(live.attr[j]) for j in sorted(reads)])
            table = self.tables.get(key)
            if table is None:
                table = self.tables[key] = self._table(live, i, changes or [])
            live.attr[i] = table

    def _table(self, live: Live, i: int, changes: list[Change]) -> list[Any]:
        m, a = self.m, self.m.attributes[i]
        state = m.blank
        state.live = live
        base = m.base[i]
        if a.default is not None:
            base = [self.base(state, i, p) for p in range(len(base))]
        table = [self._modified(state, i, p, base[p], changes) for p in range(len(base))]
        state.live = None
        return table

    def base(self, st: State, i: int, p: int) -> Any:
        """The printed value, or the default if the attribute belongs to such a card as it now is."""
        m, a = self.m, self.m.attributes[i]
        printed = m.printed_values[i][p]
        if printed is not None or a.default is None:
            return m.base[i][p]
        return m.shown(a.default) if m.on_test(i)(st, p) else None

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
        if m.unmodified(name):
            if not m.faced[i]:
                return lambda st, c: base[c]
            return lambda st, c: base[c if c >= n else c + n + n * st.face[c]]
        relive, slow = m.relive, self.slow

        def read(st: State, c: int) -> Any:
            table = (st.live or relive(st)).attr[i]
            return table[c] if table is not None else slow(st, i, c)

        return read

    def slow(self, st: State, i: int, c: int) -> Any:
        """An attribute that is modified by what moves, or differs by face."""
        live = st.live or self.m.relive(st)
        at, changes = self.face_index(st, i, c), live.changes.get(i)
        value = self.m.base[i][at] if i in live.plain else self.base(st, i, at)
        return self._modified(st, i, c, value, changes) if changes else value
