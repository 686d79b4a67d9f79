"""The rules in force: those on events, and as-soon-as rules, in the order of rules.

They are looked up, not searched: for each combination of sources ever met, a `Live` is built once and kept with the match.
A state only forgets its own when a source with rules comes or goes; it keeps none where rules may fall silent by anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.sources import KEPT, Filled, Source
from yomi_dsl.engine.state import State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

Inst = tuple[Any, ...]
"""A rule in force: (rule, you, this, captures, place of its source among the stamps, grant or None, layer)."""


class Hooks:
    """The rules on one event. ``granted``: a grant gives some of them, to the cards that fit it at the time."""

    __slots__ = ("after", "before", "granted", "instead")

    def __init__(self) -> None:
        self.granted = False
        self.instead: tuple[Inst, ...] = ()
        self.before: tuple[Inst, ...] = ()
        self.after: tuple[Inst, ...] = ()


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
        self.hooked: dict[Any, Hooks | None] = {}
        self.game_soon: dict[Any, tuple[Inst, ...]] = {}
        self.relive = self._make_relive()

    def _make_relive(self) -> Callable[[State], Live]:
        m, memo, sources = self.m, self.memo, self.m.sources.finder(self.m.ruling, self.m.bearing_rules)
        by_status, silencing, fickle, k = m.sources.by_status, m.silencing, m.fickle, m.K

        def relive(st: State) -> Live:
            ages, whats = sources(st)
            key: tuple[Any, ...] = (st.active, whats)
            if by_status:
                key += tuple([(s * k in st.has, s * k + 1 in st.has) for s in by_status])
            silent: tuple[int, ...] = ()
            if silencing:
                silent = m.worths.silenced(st)
                key += (silent,)
            live = memo.get(key)
            if live is None:
                if len(memo) >= KEPT:
                    self.forget()
                live = memo[key] = Live(self, m.sources.in_force(st, whats, silent), m.sources.firsts(st))
            st.stamps = (0, *ages)
            st.live = None if fickle else live
            return live

        return relive

    def forget(self) -> None:
        """Too many combinations were met: begin anew. States keep what they have."""
        self.memo.clear()
        self.hooked.clear()

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
                found.append((self.m.sources.ranked(live.firsts, s.you, s.layer, s.stamp), rule, self._inst(rule, s)))
        for s in live.sources:
            for grant in s.parts.grants:
                for item in grant.ability.items:
                    if isinstance(item, ir.Rule) and item.action and self.m.aid[item.action] == number:
                        found += self._granted(live, grant, item, s)
        if not found:
            return None
        found.sort(key=lambda one: one[0])
        hooks = Hooks()
        hooks.granted = any(inst[5] is not None for _, _, inst in found)
        for _, rule, inst in found:
            setattr(hooks, rule.timing, (*getattr(hooks, rule.timing), inst))
        return hooks

    def _granted(
        self, live: Live, grant: ir.Grant, rule: ir.Rule, s: Source
    ) -> Iterator[tuple[tuple[int, ...], ir.Rule, Inst]]:
        """Once for each live card, in its place; whether it fits is tested when the rule is matched."""
        who = (self.m.grant_number[id(grant)], s.you, s.this, s.caps)
        code = self.m.rules_lowered[self.m.rule_id[id(rule)]]
        for card in self.m.sources.cards(live.sources):
            inst = (code.rid, card.you, card.this, s.caps[: code.captures], s.stamp, who, card.layer)
            yield self.m.sources.ranked(live.firsts, card.you, card.layer, card.stamp), rule, inst

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
                            cards = self.m.sources.cards(live.sources)
                            rules += [(c.stamp, one[2]) for c, one in zip(cards, self._granted(live, grant, rule, s))]
                for age, inst in rules:
                    for you in (first, 1 - first) if inst[1] is None else (inst[1],):
                        found.append((self.m.sources.ranked(live.firsts, you, inst[6], age), (inst[0], you, *inst[2:])))
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
