"""Who may see what: the one place that decides it, for views, requests and logs.

An entry of the log is a plain tuple; its last item says who may see the cards in it: 1 for seat 0, 2 for seat 1, 3 for
both. `shown` gives the entry as a seat may see it, cards it may not see as None.

    ("do", action, doer, roles...)         ("rule", rule, you, this)            ("choose", seat, name, kind, value)
    ("declined", seat, name)               ("sealed", "choose" or "declined", seat, name, ...)
    ("move", card, from, to)               ("change", tally, who, old, new)     ("shuffle", zone)
    ("mark" or "unmark" or "open" or "shut", status, holder)                    ("flip", card, face)   ("reveal", card)
    ("roll", sides, result)                ("start" or "end", phase, doer)      ("finish", winner, ending)
    ("adjust", role, old, new)             ("random", card)

A holder is a seat, 2 for the game, or 3 + a card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.state import State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

BOTH = 3
Entry = tuple[Any, ...]


class Secrecy:
    """Decides for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def zone_seen(self, z: int) -> int:
        """Who sees the cards of a zone."""
        seen, seat = self.m.z_seen[z], self.m.z_seat[z]
        if seen == "all":
            return BOTH
        return 1 << seat if seen == "owner" and seat is not None else 0

    def card_seen(self, st: State, c: int) -> int:
        return self.zone_seen(st.zone_of[c % self.m.N])

    # ---- the log -------------------------------------------------------------------------------------------------------

    def seen(self, st: State, entry: Entry) -> int:
        """Who may see the cards of an entry that is being made."""
        kind = entry[0]
        if kind == "move":
            return self.zone_seen(entry[2]) | self.zone_seen(entry[3])
        if kind == "sealed":
            return 1 << int(entry[2])
        if kind == "choose":
            found = self.card_seen(st, entry[4]) if entry[3] == "card" else BOTH
            return found | 1 << int(entry[1])
        if kind == "reveal":
            return BOTH
        found = BOTH
        for c in self.cards(entry):
            found &= self.card_seen(st, c)
        if kind == "do" and entry[2] is not None:
            return found | (
                1 << int(entry[2]) if all(self.card_seen(st, c) >> entry[2] & 1 for c in self.cards(entry)) else 0
            )
        return found

    def cards(self, entry: Entry) -> list[int]:
        """The cards that an entry speaks of."""
        return [
            c
            for i in self.places(entry)
            for c in (entry[i] if isinstance(entry[i], tuple) else (entry[i],))
            if c is not None
        ]

    def places(self, entry: Entry) -> list[int]:
        """Where in an entry cards stand."""
        kind = entry[0]
        if kind == "do":
            action = self.m.declared.get(entry[1])
            roles = () if action is None else action.roles
            return [i for i, role in enumerate(roles, 3) if role.type.startswith("card")]
        if kind == "choose":
            return [4] if entry[3] == "card" else []
        if kind == "sealed":
            return [5] if entry[1] == "choose" and entry[4] == "card" else []
        return {"move": [1], "flip": [1], "reveal": [1], "random": [1], "rule": [3]}.get(kind, [])

    def shown(self, entry: Entry, seat: int) -> Entry | None:
        """An entry as a seat may see it; None if it may not even know of it."""
        *plain, mask = entry
        if mask >> seat & 1:
            return tuple(plain)
        if plain[0] == "sealed":
            return None
        for i in self.places(tuple(plain)):
            plain[i] = None
        return tuple(plain)
