"""What is in force: rules by event, modifiers by what they change, rows of contests, in the order of rules.

It is looked up, not searched: for each combination of sources ever met, a `Live` is built once and kept with the match.
A state only forgets its own when a source with rules comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.presence import ANY
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

    __slots__ = ("instead", "before", "after", "asks")

    def __init__(self) -> None:
        self.instead: tuple[Inst, ...] = ()
        self.before: tuple[Inst, ...] = ()
        self.after: tuple[Inst, ...] = ()
        self.asks = False


class Change:
    """A modifier in force, with its environment (slot 0 is the card or player that is read)."""

    __slots__ = ("code", "env", "order")

    def __init__(self, code: Any, env: Frame, order: tuple[int, ...]) -> None:
        self.code, self.env, self.order = code, env, order


class Live:
    """All that one combination of sources puts in force.

    hooks    per action its `Hooks` or None
    attr     per attribute the table of its values now, or None where it must be computed card by card
    changes  per attribute its modifiers; ``values`` per declared value
    rows     per contest the rows laid on top, youngest first
    soon     as-soon-as rules, by what they read
    filters  per filter of modifiable things its table; None: not yet made; False: there is none
    """

    __slots__ = ("hooks", "attr", "changes", "values", "rows", "soon", "soon_all", "filters", "met", "plain")

    def __init__(self, m: Match) -> None:
        self.hooks: list[Hooks | None] = [None] * m.actions
        self.attr: list[list[Any] | None] = list(m.base)
        self.changes: dict[int, list[Change]] = {}
        self.values: dict[int, list[Change]] = {}
        self.rows: dict[int, list[Any]] = {}
        self.soon: dict[int, tuple[Inst, ...]] = {}
        self.soon_all: tuple[Inst, ...] = ()
        self.filters: dict[int, Any] = {}
        self.met: dict[tuple[int, ...], int] = {}
        self.plain: set[int] = set()


class Source:
    """A source in force while a `Live` is built."""

    __slots__ = ("items", "you", "this", "caps", "stamp", "layer", "is_card", "rank")

    def __init__(
        self, items: Any, you: Any, this: Any, caps: tuple[Any, ...], stamp: int, layer: int, is_card: bool = False
    ) -> None:
        self.items, self.you, self.this, self.caps, self.stamp, self.layer = items, you, this, caps, stamp, layer
        self.is_card = is_card
        self.rank: tuple[int, ...] = ()


class LiveIndex:
    """Finds and builds the `Live` of a state."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.memo: dict[Any, Live] = {}
        self.by_active = "active player" in m.game.order
        self.by_status = [m.sid[name] for name in m.game.order if name in m.sid]
        self.relive = self._make_relive()

    def _make_relive(self) -> Callable[[State], Live]:
        m, memo = self.m, self.memo
        zones, heavy, bearing = m.live_zones, m.heavy, m.bearing
        by_active, by_status, silencing, k = self.by_active, self.by_status, m.silencing, m.K

        def relive(st: State) -> Live:
            age, face, found = st.age, st.face, []
            for z in zones:
                for c in st.zones[z]:
                    if heavy[c]:
                        found.append((age[c], c, face[c]))
            for mark in st.marks:
                if mark[6] and bearing[mark[0]]:
                    found.append((mark[5], mark))
            found.sort()
            key: list[Any] = [st.active] if by_active else []
            for s in by_status:
                key += (s * k in st.has, s * k + 1 in st.has)
            for entry in found:
                key.append(entry[1:] if len(entry) == 3 else entry[1][:3])
            if silencing:
                key.append(self._silenced(st, found))
            whole = tuple(key)
            live = memo.get(whole)
            if live is None:
                if len(memo) >= KEPT:
                    memo.clear()
                live = memo[whole] = self._build(st, found, key[-1] if silencing else ())
            st.stamps = (0, *[entry[0] for entry in found])
            st.live = live
            return live

        return relive

    # ---- silence -------------------------------------------------------------------------------------------------------

    def _silenced(self, st: State, found: list[Any]) -> tuple[int, ...]:
        """The live cards whose rules are out of force, by the modifiers of all sources, the silent ones too."""
        m = self.m
        if not any(entry[1] in m.silencers if len(entry) == 3 else 3 * m.N + entry[1][0] in m.silencers for entry in found):
            return ()
        i = m.attr[SILENT]
        sources = self._sources(st, found, ())
        loud = ("loud", *[entry[1:] if len(entry) == 3 else entry[1][:3] for entry in found], self.m.first_player(st))
        if loud not in self.memo:
            self.memo[loud] = self._build(st, found, ())
        st.live = self.memo[loud]
        changes = sorted(
            (c for s in sources for c in self._changes(st, s, sources, SILENT)), key=lambda c: c.order
        )
        cards = [entry[1] for entry in found if len(entry) == 3]
        return tuple(c for c in cards if m.attributes_now.modified(st, i, c, m.base[i], changes))

    # ---- building ------------------------------------------------------------------------------------------------------

    def _sources(self, st: State, found: list[Any], silent: tuple[int, ...]) -> list[Source]:
        m = self.m
        sources = [Source(m.game.rules, None, None, (), 0, -1)]
        for i, entry in enumerate(found):
            if len(entry) == 3:
                c = entry[1]
                items = () if c in silent else m.items_of[c][entry[2]]
                sources.append(Source(items, m.owner[c], c, (), i + 1, m.layer_of_zone[st.zone_of[c]], is_card=True))
            else:
                sid, holder, caps = entry[1][:3]
                you, this = m.seat_of(holder)
                sources.append(Source(m.game.statuses[sid].items, you, this, caps, i + 1, m.layer_of_status))
        for source in sources:
            source.rank = self.rank(st, source.you, source.layer, source.stamp)
        return sources

    def rank(self, st: State, you: Any, layer: int, age: int) -> tuple[int, ...]:
        """A place in the order of rules."""
        found = []
        for by in self.m.game.order:
            if by == "active player":
                found.append(0 if you is None or you == self.m.first_player(st) else 1)
            elif by == "layer":
                found.append(layer)
            elif by == "age":
                found.append(age)
            else:
                found.append(0 if you is None or self.m.sid[by] * self.m.K + you in st.has else 1)
        return tuple(found)

    def _build(self, st: State, found: list[Any], silent: tuple[int, ...]) -> Live:
        m, live = self.m, Live(self.m)
        sources = self._sources(st, found, silent)
        insts: list[tuple[tuple[int, ...], ir.Rule, Inst]] = []
        for source in sources:
            insts += self._rules(st, source, sources)
            for item in source.items:
                if isinstance(item, ir.Row):
                    row = m.rows_lowered[id(item)]
                    env = [0, 0, None, None, source.you, source.this, *source.caps, *row.pad]
                    live.rows.setdefault(m.cid[item.contest], []).insert(0, (row, env))
        insts.sort(key=lambda one: one[0])
        self._hook(live, insts)
        self._hook_soon(st, live, insts)
        self._hook_changes(st, live, sources)
        return live

    def _rules(self, st: State, s: Source, sources: list[Source]) -> Iterator[tuple[tuple[int, ...], ir.Rule, Inst]]:
        for item in s.items:
            if isinstance(item, ir.Rule):
                yield s.rank, item, self._inst(item, s.you, s.this, s.caps, s.stamp, None, s.layer)
        for item in s.items:
            if isinstance(item, ir.Grant):
                for given in item.ability.items:
                    if isinstance(given, ir.Rule):
                        yield from self._granted(st, item, given, s, sources)

    def _granted(
        self, st: State, grant: ir.Grant, rule: ir.Rule, s: Source, sources: list[Source]
    ) -> Iterator[tuple[tuple[int, ...], ir.Rule, Inst]]:
        """Once for each live card; whether it fits is tested when the rule is matched."""
        who = (self.m.grant_number[id(grant)], s.you, s.this, s.caps)
        for card in sources:
            if card.is_card:
                yield (
                    self.rank(st, card.you, s.layer, s.stamp),
                    rule,
                    self._inst(rule, card.you, card.this, s.caps, s.stamp, who, s.layer),
                )

    def _inst(
        self, rule: ir.Rule, you: Any, this: Any, caps: tuple[Any, ...], stamp: int, grant: Any, layer: int
    ) -> Inst:
        code = self.m.rules_lowered[self.m.rule_id[id(rule)]]
        return (code.rid, you, this, caps[: code.captures], stamp, grant, layer)

    def _hook(self, live: Live, insts: list[tuple[tuple[int, ...], ir.Rule, Inst]]) -> None:
        m = self.m
        for _, rule, inst in insts:
            if rule.timing in ("instead", "before", "after"):
                i = m.aid[rule.action]
                hooks = live.hooks[i]
                if hooks is None:
                    hooks = live.hooks[i] = Hooks()
                setattr(hooks, rule.timing, (*getattr(hooks, rule.timing), inst))
                hooks.asks = hooks.asks or m.rules_lowered[inst[0]].asks

    def _hook_soon(self, st: State, live: Live, insts: list[tuple[tuple[int, ...], ir.Rule, Inst]]) -> None:
        m = self.m
        found = []
        for _, rule, inst in insts:
            if rule.timing == "soon":
                for you in (0, 1) if inst[1] is None else (inst[1],):
                    one = (inst[0], you, *inst[2:])
                    age = inst[4]
                    found.append((self.rank(st, you, inst[6], age), rule, one))
        found.sort(key=lambda one: one[0])
        live.soon_all = tuple(one for _, _, one in found)
        for key in m.soon_keys:
            live.soon[key] = tuple(
                one for _, rule, one in found if key in m.soon_keys_of[id(rule)] or ANY in m.soon_reads[id(rule)]
            )

    # ---- modifiers -----------------------------------------------------------------------------------------------------

    def _changes(self, st: State, s: Source, sources: list[Source], only: str = "") -> Iterator[Change]:
        """The modifiers a source puts in force, those it grants to live cards, and the values it grants."""
        m = self.m
        for item in s.items:
            if isinstance(item, ir.Modifier) and (not only or item.target == only):
                code = m.modifiers_lowered[id(item)]
                yield self._change(code, s.you, s.this, s.caps, s, None)
            elif isinstance(item, ir.Grant):
                who = (m.grant_number[id(item)], s.you, s.this, s.caps)
                for code in m.values_granted[id(item)]:
                    if not only or code.target == only:
                        yield self._change(code, s.you, s.this, s.caps, s, None)
                for given in item.ability.items:
                    if isinstance(given, ir.Modifier) and (not only or given.target == only):
                        code = m.modifiers_lowered[id(given)]
                        for card in sources:
                            if card.is_card:
                                yield self._change(code, card.you, card.this, s.caps, s, who)

    def _change(self, code: Any, you: Any, this: Any, caps: tuple[Any, ...], s: Source, grant: Any) -> Change:
        env = [0, 0, None, you, this, *caps[: code.captures], *code.pad]
        made = Change(code, env, (s.layer, CLAMPS.get(code.op, 2), s.stamp))
        if grant is not None:
            made.code = code.granted(grant)
        return made

    def _hook_changes(self, st: State, live: Live, sources: list[Source]) -> None:
        m = self.m
        found = sorted((c for s in sources for c in self._changes(st, s, sources)), key=lambda c: c.order)
        for change in found:
            if change.code.of_player:
                live.values.setdefault(m.vid[change.code.target], []).append(change)
            else:
                live.changes.setdefault(m.attr[change.code.target], []).append(change)
        m.attributes_now.fill(live)
