"""What of a match counts and wakes: tallies, the cards and statuses that bring rules, and what as-soon-as rules read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.presence import ANY, Presence, edges_of
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import walk

MARKS, FACES, TURN, ZONES = -1, -2, -3, 1000
"""Keys of what as-soon-as conditions read: a tally is its index, a zone ``ZONES`` + its base; the turn has a number and
a player."""
SINGLE = {"marks": MARKS, "faces": FACES, "turn": TURN}


class Numbering(Presence):
    """Tables of what two decks bring, by card, status, phase and zone."""

    def __init__(
        self, game: ir.Game, brings: tuple[tuple[str, ...], ...], extra: tuple[ir.Card, ...], statuses: Iterable[str]
    ) -> None:
        super().__init__(game, brings, extra, statuses)
        layers = {name: i for i, name in enumerate(game.layers)}
        self.layer_of_zone = [layers.get(name, -1) for name in self.z_name]
        self.layer_of_status = layers.get("status", -1)
        self.grant_number = {id(g): i for i, g in enumerate(self.grants)}
        self._number_tallies()
        self._number_cards_with_rules()
        self._number_statuses()
        self._number_edges()
        self._number_soon()

    def _number_tallies(self) -> None:
        """Where each tally lies: two places for one of each player, one for one of the game; those of cards lie apart."""
        self.tally = {t.name: t for t in self.game.tallies}
        self.tally_number = {t.name: i for i, t in enumerate(self.game.tallies)}
        self.tally_base: dict[str, int] = {}
        self.card_tallies: list[int] = []
        size = 0
        for i, t in enumerate(self.game.tallies):
            self.tally_base[t.name] = size
            if t.of == "card":
                self.card_tallies.append(i)
            else:
                size += 2 if t.of == "player" and not t.mirrored else 1
        self.tally_size = size

    # ---- who brings rules ----------------------------------------------------------------------------------------------

    def _number_cards_with_rules(self) -> None:
        """By card: whether it may bring rules on events, modifiers, rules on edges; a grant may give any card some."""
        every = bool(self.grants)
        self.items_of = [[tuple(i for a in f.abilities for i in a.items) for f in c.faces] for c in self.cards]
        self.ruling = [every or any(is_ruling(i) for items in faces for i in items) for faces in self.items_of]
        self.modifying = [every or any(is_modifying(i) for items in faces for i in items) for faces in self.items_of]
        self.heavy = [a or b for a, b in zip(self.ruling, self.modifying)]
        self.edge_rules_of = {
            (c, f): [self.rule_id[id(i)] for i in items if is_on_edge(i)]
            for c, faces in enumerate(self.items_of) for f, items in enumerate(faces)
        }  # fmt: skip
        self.edged = [any(self.edge_rules_of[c, f] for f in range(len(faces))) for c, faces in enumerate(self.items_of)]
        self.silencers = {c for c in range(self.N) if any(is_silencing(i) for items in self.items_of[c] for i in items)}

    def _number_statuses(self) -> None:
        """The same by status, with the statuses that end as it settles."""
        statuses = self.game.statuses
        self.bearing = [bool(s.items) for s in statuses]
        self.bearing_rules = [any(is_ruling(i) for i in s.items) for s in statuses]
        self.bearing_worth = [any(is_modifying(i) for i in s.items) for s in statuses]
        self.edge_rules_of_status = [
            [self.rule_id[id(i)] for i in s.items if is_on_edge(i) and id(i) in self.rule_id] for s in statuses
        ]
        self.settle_ends = [frozenset(self.sid[name] for name in s.settle.ends) for s in statuses]
        self.silencers |= {3 * self.N + i for i, s in enumerate(statuses) if any(is_silencing(x) for x in s.items)}

    def _number_edges(self) -> None:
        """By phase: whether rules run at its start and end, and whether marks may open and shut there."""
        edges = {(r.timing, what) for r in self.edge_rules if r.span is not None for what in edges_of(r.span)}
        self.starting = [("start", name) in edges for name in self.phases]
        self.ending = [("end", name) in edges for name in self.phases]
        marks = [n for body in self.bodies for n in walk(body) if isinstance(n, ir.Mark)]
        given = [n.span for n in marks if n.span is not None] + [
            s.span for s in self.game.statuses if s.span is not None
        ]
        self.opening = [any(s.what == name for s in given if s.start == "next") for name in self.phases]
        self.shutting = [name == "turn" or any(s.what == name for s in given) for name in self.phases]

    # ---- what as-soon-as rules read ------------------------------------------------------------------------------------

    def _number_soon(self) -> None:
        """What as-soon-as rules read, as keys: tallies, zones, marks, faces, the turn."""
        self.soon_keys_of = {id(rule): self._keys(rule) for rule in self.soon_rules}
        self.soon_keys = {k for keys in self.soon_keys_of.values() for k in keys}
        own = {id(r) for r in self.game.rules}
        self.soon_dynamic = any(id(r) not in own for r in self.soon_rules)
        self.soon_clock = any(
            ANY in self.soon_reads[id(r)] or MARKS in self.soon_keys_of[id(r)] for r in self.soon_rules
        )
        zone_keys = [self._keys_of_zone(name) for name in self.z_name]
        self.soon_zones = [any(key in self.soon_keys for key in keys) for keys in zone_keys]
        self.touched = [[frozenset((*a, *b, MARKS, FACES)) for b in zone_keys] for a in zone_keys]

    def wakes(self, key: int) -> bool:
        """May an as-soon-as rule of this match read that?"""
        return bool(self.soon_rules) and (key in self.soon_keys or self.soon_dynamic)

    def _keys(self, rule: ir.Rule) -> set[int]:
        zones, keys = {ZONES + base for base in self.zone_base.values()}, set()
        for key in self.soon_reads[id(rule)]:
            if key == ANY:
                keys |= zones | {MARKS, FACES, TURN} | set(range(len(self.game.tallies)))
            elif key[0] == "tally":
                keys.add(self.tally_number[key[1]])
            elif key[0] == "zone":
                keys |= {ZONES + self.zone_base[key[1]]} if len(key) > 1 else zones
            else:
                keys.add(SINGLE[key[0]])
        return keys

    def _keys_of_zone(self, name: str) -> tuple[int, ...]:
        """What a move to or from a zone may change: that zone, and those to which its cards move on."""
        over = {zone: self.z_over[base] for zone, base in self.zone_base.items()}
        names: dict[str, None] = {}
        while name in over and name not in names:
            names[name] = None
            name = over[name]
        return tuple(ZONES + self.zone_base[one] for one in names)

    # ---- holders of statuses -------------------------------------------------------------------------------------------

    def status_holder(self, name: str) -> str:
        """What has such a status: player, card or game."""
        return self.game.statuses[self.sid[name]].holder

    def seat_of(self, holder: int) -> tuple[int | None, int | None]:
        """The you and the this of a status, by the number of its holder: a seat, 2 for the game, 3 + a card."""
        if holder > 2:
            return self.owner[holder - 3], holder - 3
        return (None if holder == 2 else holder), None


def is_ruling(item: Any) -> bool:
    """Does it bring rules on events, or as-soon-as rules?"""
    return isinstance(item, ir.Grant) or (isinstance(item, ir.Rule) and item.timing not in ("start", "end"))


def is_modifying(item: Any) -> bool:
    return isinstance(item, (ir.Modifier, ir.Row, ir.Grant))


def is_on_edge(item: Any) -> bool:
    return isinstance(item, ir.Rule) and item.timing in ("start", "end")


def is_silencing(item: Any) -> bool:
    return (isinstance(item, ir.Modifier) and item.target == SILENT) or isinstance(item, ir.Grant)
