"""Sources of rules: the game, live cards and open statuses; which of them are in force, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.state import State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

KEPT = 4096
"""Combinations of sources that a match remembers at most."""


Found = tuple[tuple[int, ...], tuple[Any, ...]]
"""Ages, and what is so old: a card, or a status as (status, holder, captures)."""
NOTHING: Found = ((), ())


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


NO_PARTS = Parts()


class Sources:
    """The sources of one match.

    of_game, of_card, of_status   what each brings; that of a card by its faces
    by_status                     the statuses that the order of rules asks for"""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.by_status = [m.sid[name] for name in m.game.order if name in m.sid]
        self.of_game = self.parts(m.game.rules)
        made: dict[Any, Parts] = {}
        self.of_card = [[self._once(made, items) for items in faces] for faces in m.items_of]
        self.of_status = [self.parts(s.items) for s in m.game.statuses]

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

    def finder(self, wanted: list[bool], bearing: list[bool]) -> Callable[[State], Found]:
        """Finds the cards and statuses that bring something, oldest first.

        A card is one number, with its face and zone: card + cards * (face + faces * zone)."""
        m, n, turns = self.m, self.m.N, self.m.F > 1
        # In the places of what a player brings there is only what is brought.
        live = [z for z in m.live_zones if z < m.zones_declared or any(wanted[c] for c in m.starting_in(z))]
        zones = [(z, z * n * m.F) for z in live] if any(wanted) else []
        may_mark = any(bearing)

        def find(st: State) -> Found:
            age, piles = st.age, st.zones
            found: list[Any] = []
            for z, at in zones:
                for c in piles[z]:
                    if wanted[c]:
                        found.append((age[c], c + at + n * st.face[c] if turns else c + at))
            if may_mark and st.marks:
                found += [(mark[5], mark[:3]) for mark in st.marks if mark[6] and bearing[mark[0]]]
            if not found:
                return NOTHING
            found.sort()
            ages, whats = zip(*found)
            return ages, whats

        return find

    def in_force(self, st: State, whats: tuple[Any, ...], silent: tuple[int, ...]) -> list[Source]:
        m = self.m
        sources = [Source(self.of_game, None, None, (), 0, -1)]
        for i, what in enumerate(whats):
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

    # ---- the order of rules --------------------------------------------------------------------------------------------

    def firsts(self, st: State) -> tuple[Any, ...]:
        """What the order of rules looks at in the state: who is active, and who has which status."""
        k = self.m.K
        return (self.m.first_player(st), *[(s * k in st.has, s * k + 1 in st.has) for s in self.by_status])

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

    def cards(self, sources: list[Source]) -> list[Source]:
        """The live cards, by their zones, the older first: the order of what one grant gives to several."""
        place = {z: i for i, z in enumerate(self.m.everywhere)}
        return sorted([s for s in sources if s.is_card], key=lambda s: (place[s.zone], s.stamp))
