"""What holds while its source is in force: modifiers, the rows of contests, and what grants give."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from yomi_dsl import ir
from yomi_dsl.engine.codes import ModCode, RowCode
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.state import State
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import is_constant, walk

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class LowerStatics:
    """Lowers statics for one match.

    modifiers, rows   by the identity of the node
    granted_values    per grant the values it sets, as modifiers
    grant_fits        per number of a grant whether a card fits it"""

    row_class: type[RowCode] = RowCode

    def __init__(self, m: Match) -> None:
        self.m = m
        self.modifiers: dict[int, ModCode] = {}
        self.rows: dict[int, RowCode] = {}
        self.granted_values: dict[int, list[ModCode]] = {}
        self.grant_fits: list[Callable[[State, tuple[Any, ...], int], bool]] = []

    def lower(self) -> None:
        for i, static in enumerate(self.m.statics):
            if isinstance(static, ir.Modifier):
                self.modifiers[id(static)] = self._modifier(i, static)
            elif isinstance(static, ir.Row):
                self.rows[id(static)] = self.row(static)
        for i, grant in enumerate(self.m.grants):
            self._grant(i, grant)

    def _modifier(self, i: int, mod: ir.Modifier) -> ModCode:
        captures = self.m.captures.get(id(mod), 0)
        extra = tuple(x for x in (mod.filter, mod.player, mod.up_to) if x is not None)
        sc = Scope.of(mod.proc, extra=extra, least=3 + captures, known={0} | self.m.known_in(mod, 1))
        made = ModCode(i, mod.target, mod.op, captures, mod.player is not None)
        if mod.filter is not None:
            made.fits = self.m.filters.test(mod.filter, sc)
        elif mod.player is not None:
            player = self.m.values.value(mod.player, sc)
            made.fits = lambda st, f, c: player(st, f) == c
        made.operand = self.m.values.value(mod.proc.body, sc)
        made.up_to = None if mod.up_to is None else self.m.values.value(mod.up_to, sc)
        steady = is_constant(mod.player) if mod.player is not None else self._steady(mod.filter, sc)
        made.steady = steady and is_constant(mod.proc.body) and (mod.up_to is None or is_constant(mod.up_to))
        made.pad = (None,) * (sc.size - 3 - captures)
        made.at = mod.at
        made.guard = self.granted
        made.one_card = mod.filter is not None and any(
            isinstance(n, (ir.Same, ir.Such, ir.IsStatus)) for n in walk(mod.filter)
        )
        return made

    def _steady(self, found: ir.Filter | None, sc: Scope) -> bool:
        """Does a filter read nothing but printed things, attributes and who its source is?"""
        if found is None:
            return False
        return all(self._steady_term(t) for t in self.m.filters.terms(found, Scope(sc.size)))

    def _steady_term(self, term: Any) -> bool:
        if isinstance(term, (ir.IsWord, ir.IsFlag)):
            return not self.m.faced[self.m.attr[term.attr]] and term.attr != SILENT
        if isinstance(term, (ir.IsNamed, ir.IsGroup, ir.IsHead)) or (isinstance(term, ir.IsKeyword) and self.m.F == 1):
            return True
        if isinstance(term, ir.OwnedBy):
            return is_constant(term.player)
        if isinstance(term, ir.Same):
            return isinstance(term.card, ir.Local)
        if isinstance(term, ir.Not):
            return all(self._steady_term(t) for t in term.filter.terms)
        return isinstance(term, ir.OneOf) and all(self._steady_term(t) for f in term.options for t in f.terms)

    def _grant(self, i: int, grant: ir.Grant) -> None:
        """Whether a card fits a grant; and the values it sets, as modifiers that give way to what is printed."""
        sc = Scope.of(ir.Proc(grant.names, 3, ir.Seq(())), extra=grant.filter, known={0} | self.m.known_in(grant, 1))
        fits = self.m.filters.test(grant.filter, sc)

        def granted(st: State, who: tuple[Any, ...], card: int) -> bool:
            env = [0, 0, card, who[1], who[2], *who[3], *[None] * sc.size]
            return bool(fits(st, env, card))

        self.grant_fits.append(granted)
        self.granted_values[id(grant)] = []
        for n, (name, shown) in enumerate(grant.ability.values):
            made = ModCode(("grant", i, n), name, "to", 40, False)
            made.fits, made.gives, made.at = fits, True, grant.at
            value = self.m.shown(shown)
            if isinstance(shown, ir.Proc):
                value = self.m.filter_tables.number(cast(ir.Filter, shown.body))
            made.operand = lambda st, f, value=value: value  # type: ignore[misc]
            made.steady = self._steady(grant.filter, sc)
            made.pad = (None,) * sc.size
            self.granted_values[id(grant)].append(made)

    def granted(self, st: State, who: tuple[Any, ...], card: int) -> bool:
        return bool(self.grant_fits[who[0]](st, who, card))

    def row(self, row: ir.Row) -> RowCode:
        sc = Scope.of(
            ir.Proc(row.names, 4, ir.Seq(())),
            extra=tuple(x for x in (row.mine, row.theirs, row.where) if x is not None),
            known={0, 1} | self.m.known_in(row, 2),
        )
        made = self.row_class(row)
        made.mine, made.theirs = self.m.filters.test(row.mine, sc), self.m.filters.test(row.theirs, sc)
        made.where = None if row.where is None else self.m.values.value(row.where, sc)
        made.pad = (None,) * sc.size
        return made
