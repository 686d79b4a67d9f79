"""The primitives as events: (name, third person, roles as (name, type, preposition))."""

from __future__ import annotations

ROLES: tuple[tuple[str, str, tuple[tuple[str, str, str], ...]], ...] = (
    ("move", "moves", (("what", "card", ""), ("origin", "zone", "from"), ("place", "zone", "to"), ("side", "text", "as"))),
    ("shuffle", "shuffles", (("place", "zone", ""),)),
    ("flip", "flips", (("what", "card", ""), ("side", "text", "to"))),
    ("reveal", "reveals", (("what", "card", ""),)),
    ("change", "changes", (("what", "tally name", ""), ("delta", "number", "by"))),
    ("mark", "marks", (("holder", "holder", ""), ("status", "status name", "with"))),
    ("unmark", "unmarks", (("holder", "holder", ""), ("status", "status name", "with"))),
    ("roll", "rolls", (("sides", "number", ""), ("result", "number", "as"))),
    ("win game", "wins", (("who", "player", ""), ("ending", "text", "as"))),
    ("lose game", "loses", (("who", "player", ""), ("ending", "text", "as"))),
    ("tie game", "ties", (("ending", "text", "as"),)),
)
