"""What is in force: rules by event, modifiers by what they change, rows of contests, in the order of rules.

It is looked up, not searched: for each combination of sources ever met, a `Live` is built once and kept with the match.
A state only forgets its own when a source with rules comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import SILENT

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

Inst = tuple[Any, ...]
"""A rule in force: (rule, you, this, captures, place of its source among the stamps, grant or None, layer)."""
KEPT = 4096
CLAMPS = {"to": 0, "by": 1}


class Hooks:
    """The rules on one event."""

    __slots__ = ("after", "before", "instead")

    def __init__(self) -> None:
        self.instead: tuple[Inst, ...] = ()
        self.before: tuple[Inst, ...] = ()
        self.after: tuple[Inst, ...] = ()


class Change:
    """A modifier in force, with its environment (slot 0 is the card or player that is read)."""

    __slots__ = ("code", "env", "order")

    def __init__(self, code: Any, env: Frame, order: tuple[int, ...]) -> None:
        self.code, self.env, self.order = code, env, order


class Filled(dict[Any, Any]):
    """A table whose entries are made when they are first asked for."""

    __slots__ = ("fill", "live")

    def __init__(self, live: Any, fill: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self.live, self.fill = live, fill

    def __missing__(self, key: Any) -> Any:
        found = self[key] = self.fill(self.live, key)
        return found


class Source:
    """A source in force: its rules, and whose they are. ``stamp`` is its place among the sources, oldest first."""

    __slots__ = ("caps", "ident", "is_card", "layer", "parts", "stamp", "this", "you", "zone")

    def __init__(
        self, parts: Parts, you: Any, this: Any, caps: tuple[Any, ...], stamp: int, layer: int, is_card: bool = False,
        zone: int = -1,
    ) -> None:  # fmt: skip
        self.parts, self.you, self.this, self.caps, self.stamp, self.layer = parts, you, this, caps, stamp, layer
        self.is_card, self.zone = is_card, zone
        self.ident = (id(parts), you, this, caps, layer)


class Parts:
    """The statics of one printed face or status, by what they concern.

    rules    per action (by number), in the order printed; ``soon``: as-soon-as rules
    mods     per attribute or (``values``) declared value
    rows     per contest; ``grants``: all grants
    """

    __slots__ = ("grants", "mods", "rows", "rules", "soon", "values", "worth")

    def __init__(self) -> None:
        self.rules: dict[int, list[ir.Rule]] = {}
        self.soon: list[ir.Rule] = []
        self.mods: dict[int, list[ir.Modifier]] = {}
        self.values: dict[int, list[ir.Modifier]] = {}
        self.rows: dict[int, list[ir.Row]] = {}
        self.grants: list[ir.Grant] = []
        self.worth = False


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

    def __init__(self, index: LiveIndex, sources: list[Source]) -> None:
        self.sources = sources
        self.attr: dict[int, list[Any] | None] = Filled(self, index.m.attributes_now.table)
        self.plain: dict[int, bool] = Filled(self, index.m.attributes_now.is_plain)
        self.changes: dict[int, list[Change]] = Filled(self, index.changes)
        self.values: dict[int, list[Change]] = Filled(self, index.values)
        self.players: dict[int, tuple[Any, Any] | None] = Filled(self, index.m.values_now.of_players)
        self.rows: dict[int, list[Any]] = Filled(self, index.rows)
        self.filters: dict[int, Any] = Filled(self, index.m.filter_tables.fill)
        self.met: dict[int, tuple[dict[Any, int] | None, list[int]]] = Filled(self, index.m.contests.outcomes)


class Live:
    """The rules that one combination of sources puts in force, worked out as far as they are asked for.

    hooks    per action its `Hooks` or None
    soon     as-soon-as rules, by what they read; ``soon_of`` by the sets of what was written in a batch
    """

    __slots__ = ("firsts", "hooks", "soon", "soon_all", "soon_of", "sources")

    def __init__(self, index: LiveIndex, sources: list[Source], firsts: tuple[Any, ...]) -> None:
        self.sources, self.firsts = sources, firsts
        self.hooks: dict[int, Hooks | None] = Filled(self, index.hooks)
        self.soon: dict[int, tuple[Inst, ...]] = Filled(self, index.soon)
        self.soon_of: dict[frozenset[int], tuple[Inst, ...]] = Filled(self, index.soon_of)
        self.soon_all: tuple[Inst, ...] | None = None


class LiveIndex:
    """Finds and builds the `Live` of a state."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.memo: dict[Any, Live] = {}
        self.worths: dict[Any, Worth] = {}
        self.hooked: dict[Any, Hooks | None] = {}
        self.game_soon: dict[Any, tuple[Inst, ...]] = {}
        self.by_status = [m.sid[name] for name in m.game.order if name in m.sid]
        self.of_game = self.parts(m.game.rules)
        made: dict[Any, Parts] = {}
        self.of_card = [[self._once(made, items) for items in faces] for faces in m.items_of]
        self.of_status = [self.parts(s.items) for s in m.game.statuses]
        self.loud = self._finder(m.modifying, m.bearing_worth)
        self.relive = self._make_relive()
        self.reworth = self._make_reworth()

    def _once(self, made: dict[Any, Parts], items: tuple[ir.Static, ...]) -> Parts:
        """Copies of a card share their parts."""
        key = tuple(id(i) for i in items)
        if key not in made:
            made[key] = self.parts(items)
        return made[key]

    def parts(self, items: Iterable[ir.Static]) -> Parts:
        m, parts = self.m, Parts()
        for item in items:
            if isinstance(item, ir.Rule):
                if item.timing == "soon":
                    parts.soon.append(item)
                elif item.action:
                    parts.rules.setdefault(m.aid[item.action], []).append(item)
            elif isinstance(item, ir.Modifier):
                if item.player is not None:
                    parts.values.setdefault(m.vid[item.target], []).append(item)
                else:
                    parts.mods.setdefault(m.attr[item.target], []).append(item)
            elif isinstance(item, ir.Row):
                parts.rows.setdefault(m.cid[item.contest], []).append(item)
            else:
                parts.grants.append(item)
        parts.worth = bool(parts.mods or parts.values or parts.rows or parts.grants)
        return parts

    def _make_relive(self) -> Callable[[State], Live]:
        m, memo, sources = self.m, self.memo, self._finder(self.m.ruling, self.m.bearing_rules)
        by_status, silencing, k = self.by_status, m.silencing, m.K

        def relive(st: State) -> Live:
            found = sources(st)
            key: tuple[Any, ...] = (st.active, *[entry[1] for entry in found])
            if by_status:
                key += tuple([(s * k in st.has, s * k + 1 in st.has) for s in by_status])
            silent: tuple[int, ...] = ()
            if silencing:
                silent = self.silenced(st)
                key += (silent,)
            live = memo.get(key)
            if live is None:
                if len(memo) >= KEPT:
                    self.forget()
                live = memo[key] = Live(self, self._sources(st, found, silent), self.firsts(st))
            st.stamps = (0, *[entry[0] for entry in found])
            st.live = live
            return live

        return relive

    def _make_reworth(self) -> Callable[[State], Worth]:
        m, memo, sources = self.m, self.worths, self._finder(self.m.modifying, self.m.bearing_worth)
        silencing = m.silencing

        def reworth(st: State) -> Worth:
            found = sources(st)
            silent = self.silenced(st) if silencing else ()
            key = (silent, *[entry[1] for entry in found])
            worth = memo.get(key)
            if worth is None:
                if len(memo) >= KEPT:
                    memo.clear()
                worth = memo[key] = Worth(self, self._sources(st, found, silent))
            st.worth = worth
            return worth

        return reworth

    def _finder(self, wanted: list[bool], bearing: list[bool]) -> Callable[[State], list[Any]]:
        """Finds the cards and statuses that bring something, oldest first: (age, card or (status, holder, captures)).

        A card is one number, with its face and zone: card + cards * (face + faces * zone)."""
        m, n, turns = self.m, self.m.N, self.m.F > 1
        zones = [(z, z * n * m.F) for z in m.live_zones]
        never = not any(wanted)
        may_mark = any(bearing)

        def find(st: State) -> list[Any]:
            age, piles = st.age, st.zones
            found: list[Any] = [] if never else [(age[c], c + at) for z, at in zones for c in piles[z] if wanted[c]]
            if turns:
                face = st.face
                found = [(a, c + n * face[c % n]) for a, c in found]
            if may_mark and st.marks:
                found += [(mark[5], mark[:3]) for mark in st.marks if mark[6] and bearing[mark[0]]]
            found.sort()
            return found

        return find

    def forget(self) -> None:
        """Too many combinations were met: begin anew. States keep what they have."""
        self.memo.clear()
        self.hooked.clear()

    # ---- silence -------------------------------------------------------------------------------------------------------

    def silenced(self, st: State) -> tuple[int, ...]:
        """The live cards whose rules are out of force, by the modifiers of all sources, the silent ones too."""
        m, i = self.m, self.m.attr[SILENT]
        found = self.loud(st)
        whats = [what for _, what in found]
        if not any(3 * m.N + w[0] in m.silencers if isinstance(w, tuple) else w % m.N in m.silencers for w in whats):
            return ()
        return tuple([c for z in m.live_zones for c in st.zones[z] if self.is_silent(st, c, i, found)])

    def is_silent(self, st: State, c: int, i: int, found: list[Any] | None = None) -> bool:
        """Is a card silent? Nothing is silenced while this is read."""
        m, before = self.m, st.worth
        key = ("loud", *[what for _, what in (self.loud(st) if found is None else found)])
        worth = self.worths.get(key)
        if worth is None:
            worth = self.worths[key] = Worth(self, self._sources(st, self.loud(st) if found is None else found, ()))
        st.worth = worth
        silent = m.attributes_now.modified(st, i, c, m.base[i], worth.changes[i])
        st.worth = before
        return bool(silent)

    # ---- building ------------------------------------------------------------------------------------------------------

    def firsts(self, st: State) -> tuple[Any, ...]:
        """What the order of rules looks at in the state: who is active, and who has which status."""
        k = self.m.K
        return (self.m.first_player(st), *[(s * k in st.has, s * k + 1 in st.has) for s in self.by_status])

    def _sources(self, st: State, found: list[Any], silent: tuple[int, ...]) -> list[Source]:
        m = self.m
        sources = [Source(self.of_game, None, None, (), 0, -1)]
        for i, (_, what) in enumerate(found):
            if not isinstance(what, tuple):
                c, face, z = what % m.N, what // m.N % m.F, what // m.N // m.F
                parts = NO_PARTS if c in silent else self.of_card[c][face]
                sources.append(
                    Source(parts, m.owner[c], c, (), i + 1, m.layer_of_zone[z], is_card=c not in silent, zone=z)
                )
            else:
                sid, holder, caps = what
                you, this = m.seat_of(holder)
                sources.append(Source(self.of_status[sid], you, this, caps, i + 1, m.layer_of_status))
        return sources

    def rank(self, st: State, you: Any, layer: int, age: int) -> tuple[int, ...]:
        """A place in the order of rules."""
        return self.ranked(self.firsts(st), you, layer, age)

    def ranked(self, firsts: tuple[Any, ...], you: Any, layer: int, age: int) -> tuple[int, ...]:
        found, statuses = [], iter(firsts[1:])
        for by in self.m.game.order:
            if by == "active player":
                found.append(0 if you is None or you == firsts[0] else 1)
            elif by == "layer":
                found.append(layer)
            elif by == "age":
                found.append(age)
            else:
                having = next(statuses)
                found.append(0 if you is None or having[you] else 1)
        return tuple(found)

    # ---- rules ---------------------------------------------------------------------------------------------------------

    def hooks(self, live: Live, number: int) -> Hooks | None:
        """The rules on one event, in the order of rules; those of grants after the others of their source's rank."""
        mine = live.sources if self.m.grants else [s for s in live.sources if number in s.parts.rules]
        if not mine:
            return None
        key = (number, live.firsts, *[(s.stamp, s.ident) for s in mine])
        if key not in self.hooked:
            self.hooked[key] = self._hooks(live, number)
        return self.hooked[key]

    def _hooks(self, live: Live, number: int) -> Hooks | None:
        found: list[tuple[tuple[int, ...], ir.Rule, Inst]] = []
        for s in live.sources:
            for rule in s.parts.rules.get(number, ()):
                found.append((self.ranked(live.firsts, s.you, s.layer, s.stamp), rule, self._inst(rule, s)))
        for s in live.sources:
            for grant in s.parts.grants:
                for item in grant.ability.items:
                    if isinstance(item, ir.Rule) and item.action and self.m.aid[item.action] == number:
                        found += self._granted(live, grant, item, s)
        if not found:
            return None
        found.sort(key=lambda one: one[0])
        hooks = Hooks()
        for _, rule, inst in found:
            setattr(hooks, rule.timing, (*getattr(hooks, rule.timing), inst))
        return hooks

    def _granted(
        self, live: Live, grant: ir.Grant, rule: ir.Rule, s: Source
    ) -> Iterator[tuple[tuple[int, ...], ir.Rule, Inst]]:
        """Once for each live card, in its place; whether it fits is tested when the rule is matched."""
        who = (self.m.grant_number[id(grant)], s.you, s.this, s.caps)
        code = self.m.rules_lowered[self.m.rule_id[id(rule)]]
        for card in self.cards(live.sources):
            inst = (code.rid, card.you, card.this, s.caps[: code.captures], s.stamp, who, card.layer)
            yield self.ranked(live.firsts, card.you, card.layer, card.stamp), rule, inst

    def _inst(self, rule: ir.Rule, s: Source) -> Inst:
        code = self.m.rules_lowered[self.m.rule_id[id(rule)]]
        return (code.rid, s.you, s.this, s.caps[: code.captures], s.stamp, None, s.layer)

    def all_soon(self, live: Live) -> tuple[Inst, ...]:
        """All as-soon-as rules in force, in the order of rules; the game's own for each player."""
        if live.soon_all is None and not self.m.soon_dynamic:
            shared = self.game_soon.get(live.firsts)
            if shared is not None:
                live.soon_all = shared
                return shared
        if live.soon_all is None:
            found, first = [], live.firsts[0]
            for s in live.sources:
                rules = [(s.stamp, self._inst(rule, s)) for rule in s.parts.soon]
                for grant in s.parts.grants:
                    for rule in grant.ability.items:
                        if isinstance(rule, ir.Rule) and rule.timing == "soon":
                            cards = self.cards(live.sources)
                            rules += [(c.stamp, one[2]) for c, one in zip(cards, self._granted(live, grant, rule, s))]
                for age, inst in rules:
                    for you in (first, 1 - first) if inst[1] is None else (inst[1],):
                        found.append((self.ranked(live.firsts, you, inst[6], age), (inst[0], you, *inst[2:])))
            found.sort(key=lambda one: one[0])
            live.soon_all = tuple(inst for _, inst in found)
            if not self.m.soon_dynamic:
                self.game_soon[live.firsts] = live.soon_all
        return live.soon_all

    def soon(self, live: Live, key: int) -> tuple[Inst, ...]:
        m = self.m
        return tuple(inst for inst in self.all_soon(live) if key in m.soon_keys_of[id(m.rules[inst[0]])])

    def soon_of(self, live: Live, keys: frozenset[int]) -> tuple[Inst, ...]:
        """Those that read any of these."""
        m = self.m
        return tuple(inst for inst in self.all_soon(live) if not keys.isdisjoint(m.soon_keys_of[id(m.rules[inst[0]])]))

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
                        found += [self._change(code, card, s.caps) for card in self.cards(live.sources)]
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
                        found += [self._change(code, card, s.caps) for card in self.cards(live.sources)]
        return sorted(found, key=lambda change: change.order)

    def cards(self, sources: list[Source]) -> list[Source]:
        """The live cards, by their zones, the older first: the order of what one grant gives to several."""
        place = {z: i for i, z in enumerate(self.m.everywhere)}
        return sorted([s for s in sources if s.is_card], key=lambda s: (place[s.zone], s.stamp))

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
                        found += [(card.stamp, self._row(item, card, s.caps, who)) for card in self.cards(live.sources)]
        return [row for _, row in sorted(found, key=lambda one: -one[0])]

    def _row(self, row: ir.Row, has: Source, caps: tuple[Any, ...], who: Any) -> tuple[Any, list[Any]]:
        code = self.m.lower_statics.rows[id(row)]
        env = [0, 0, None, None, has.you, has.this, *caps, *code.pad]
        return code if who is None else code.granted(self.m.lower_statics.granted, who, has.this), env


NO_PARTS = Parts()
