"""What things are worth: the modifiers in force, and the rows of contests laid on top.

It is looked up, not searched: for each combination of sources ever met, a `Worth` is built once and kept with the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.sources import KEPT, Filled, Source
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import SILENT

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

CLAMPS = {"to": 0, "by": 1}
"""The order of modifiers of one layer: those that set, those that add, those that clamp."""


class Change:
    """A modifier in force, with its environment (slot 0 is the card or player that is read)."""

    __slots__ = ("code", "env", "order")

    def __init__(self, code: Any, env: Frame, order: tuple[int, ...]) -> None:
        self.code, self.env, self.order = code, env, order


class Worth:
    """What things are worth under some modifiers and rows. Shared by all `Live` that have the same ones.

    attr     per attribute the table of its values now, or None where it must be computed card by card
    plain    per attribute: is it as printed?
    changes  per attribute its modifiers; ``values`` per declared value
    players  per declared value of a player what it is for each, or None if that depends on what moves
    rows     per contest the rows laid on top, youngest first
    filters  per filter of modifiable things its table; False: it must be tested card by card
    met      per contest the outcomes known, by what cards are known there
    """

    __slots__ = ("attr", "changes", "filters", "met", "plain", "players", "rows", "sources", "values")

    def __init__(self, index: Worths, sources: list[Source]) -> None:
        self.sources = sources
        self.attr: dict[int, list[Any] | None] = Filled(self, index.m.attributes_now.table)
        self.plain: dict[int, bool] = Filled(self, index.m.attributes_now.is_plain)
        self.changes: dict[int, list[Change]] = Filled(self, index.changes)
        self.values: dict[int, list[Change]] = Filled(self, index.values)
        self.players: dict[int, tuple[Any, Any] | None] = Filled(self, index.m.values_now.of_players)
        self.rows: dict[int, list[Any]] = Filled(self, index.rows)
        self.filters: dict[int, Any] = Filled(self, index.m.filter_tables.fill)
        self.met: dict[int, tuple[dict[Any, int] | None, list[int]]] = Filled(self, index.m.contests.outcomes)


class Worths:
    """Finds and builds the `Worth` of a state."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.memo: dict[Any, Worth] = {}
        self.loud = m.sources.finder(m.modifying, m.bearing_worth)
        self.reworth = self._make_reworth()

    def _make_reworth(self) -> Callable[[State], Worth]:
        m, memo, sources = self.m, self.memo, self.m.sources.finder(self.m.modifying, self.m.bearing_worth)
        silencing, fickle = m.silencing, m.fickle

        def reworth(st: State) -> Worth:
            _, whats = sources(st)
            silent = self.silenced(st) if silencing else ()
            key = (silent, whats)
            worth = memo.get(key)
            if worth is None:
                if len(memo) >= KEPT:
                    memo.clear()
                worth = memo[key] = Worth(self, self.m.sources.in_force(st, whats, silent))
            st.worth = None if fickle else worth
            return worth

        return reworth

    # ---- silence -------------------------------------------------------------------------------------------------------

    def silenced(self, st: State) -> tuple[int, ...]:
        """The live cards whose rules are out of force, by the modifiers of all sources, the silent ones too."""
        m, i = self.m, self.m.attr[SILENT]
        _, whats = self.loud(st)
        if not any(3 * m.N + w[0] in m.silencers if isinstance(w, tuple) else w % m.N in m.silencers for w in whats):
            return ()
        return tuple([c for z in m.live_zones for c in st.zones[z] if self.is_silent(st, c, i, whats)])

    def is_silent(self, st: State, c: int, i: int, whats: tuple[Any, ...] | None = None) -> bool:
        """Is a card silent? Nothing is silenced while this is read."""
        m, before = self.m, st.worth
        whats = self.loud(st)[1] if whats is None else whats
        key = ("loud", whats)
        worth = self.memo.get(key)
        if worth is None:
            worth = self.memo[key] = Worth(self, self.m.sources.in_force(st, whats, ()))
        st.worth = worth
        silent = m.attributes_now.modified(st, i, c, m.base[i], worth.changes[i])
        st.worth = before
        return bool(silent)

    # ---- modifiers and rows --------------------------------------------------------------------------------------------

    def changes(self, live: Worth, i: int) -> list[Change]:
        """The modifiers of an attribute, and what grants set it to, in order."""
        m, found = self.m, []
        for s in live.sources:
            for mod in s.parts.mods.get(i, ()):
                found.append(self._change(m.lower_statics.modifiers[id(mod)], s, s.caps))
            for grant in s.parts.grants:
                for code in m.lower_statics.granted_values[id(grant)]:
                    if m.attr[code.target] == i:
                        found.append(self._change(code, s, s.caps))
                for item in grant.ability.items:
                    if isinstance(item, ir.Modifier) and item.player is None and m.attr[item.target] == i:
                        who = (m.grant_number[id(grant)], s.you, s.this, s.caps)
                        code = m.lower_statics.modifiers[id(item)].granted(who)
                        found += [self._change(code, card, s.caps) for card in self.m.sources.cards(live.sources)]
        return sorted(found, key=lambda change: change.order)

    def values(self, live: Worth, i: int) -> list[Change]:
        m = self.m
        found = [
            self._change(m.lower_statics.modifiers[id(mod)], s, s.caps)
            for s in live.sources
            for mod in s.parts.values.get(i, ())
        ]
        for s in live.sources:
            for grant in s.parts.grants:
                who = (m.grant_number[id(grant)], s.you, s.this, s.caps)
                for item in grant.ability.items:
                    if isinstance(item, ir.Modifier) and item.player is not None and m.vid[item.target] == i:
                        code = m.lower_statics.modifiers[id(item)].granted(who)
                        found += [self._change(code, card, s.caps) for card in self.m.sources.cards(live.sources)]
        return sorted(found, key=lambda change: change.order)

    def _change(self, code: Any, has: Source, caps: tuple[Any, ...]) -> Change:
        """``has``: the source that has it, printed or granted; ``caps``: of the one that it comes from."""
        env = [0, 0, None, has.you, has.this, *caps[: code.captures], *code.pad]
        return Change(code, env, (has.layer, CLAMPS.get(code.op, 2), has.stamp))

    def rows(self, live: Worth, i: int) -> list[Any]:
        """Those of live cards, printed or granted, the youngest card's first."""
        found = [(s.stamp, self._row(row, s, s.caps, None)) for s in live.sources for row in s.parts.rows.get(i, ())]
        for s in live.sources:
            for grant in s.parts.grants:
                who = (self.m.grant_number[id(grant)], s.you, s.this, s.caps)
                for item in grant.ability.items:
                    if isinstance(item, ir.Row) and self.m.cid[item.contest] == i:
                        found += [
                            (card.stamp, self._row(item, card, s.caps, who))
                            for card in self.m.sources.cards(live.sources)
                        ]
        return [row for _, row in sorted(found, key=lambda one: -one[0])]

    def _row(self, row: ir.Row, has: Source, caps: tuple[Any, ...], who: Any) -> tuple[Any, list[Any]]:
        code = self.m.lower_statics.rows[id(row)]
        env = [0, 0, None, None, has.you, has.this, *caps, *code.pad]
        return code if who is None else code.granted(self.m.lower_statics.granted, who, has.this), env
