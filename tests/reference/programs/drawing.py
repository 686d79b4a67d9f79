"""Where games are drawn from: who draws, what a drawn piece may speak of, and the table that all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from yomi_dsl import ir

T = TypeVar("T")


class Pick(Protocol):
    """Where the drawing is done: by Hypothesis, or by a random generator."""

    def number(self, low: int, high: int) -> int: ...


def one(pick: Pick, options: Sequence[T]) -> T:
    return options[pick.number(0, len(options) - 1)]


def chance(pick: Pick, percent: int) -> bool:
    return pick.number(0, 99) >= 100 - percent


@dataclass
class Scope:
    """Where a drawn piece stands: who you are, what its slots hold, what it may do.

    ``slots``: how many there are, in a list so that inner scopes share it. ``below``: it may do the actions before that one.
    ``calm``: it asks nothing and leaves nothing to chance. ``spare``: how many more effects may be drawn."""

    pick: Pick
    slots: list[int]
    you: ir.Value
    this: ir.Value | None = None
    players: list[ir.Value] = field(default_factory=list)
    cards: list[ir.Value] = field(default_factory=list)
    numbers: list[ir.Value] = field(default_factory=list)
    zones: list[Any] = field(default_factory=list)
    below: int = 0
    calm: bool = False
    proceed: bool = False
    ends: tuple[str, ...] = ()
    stage: int = 9
    blocks: bool = False
    spare: list[int] = field(default_factory=lambda: [8])

    def new(self, size: int = 1) -> int:
        self.slots[0] += size
        return self.slots[0] - size

    def inner(self, **changes: Any) -> Scope:
        """The same place with names of its own."""
        copied = {key: [*getattr(self, key)] for key in ("cards", "numbers", "players", "zones")}
        return replace(self, **{**copied, **changes})


def proc(scope: Scope, params: int, body: Any) -> ir.Proc:
    return ir.Proc(tuple(f"s{i}" for i in range(scope.slots[0])), params, body)


# ---- the table -------------------------------------------------------------------------------------------------------

KINDS = ("hit", "guard", "item")
NAMES = ("A", "B", "C", "D", "Two")
ZONES = ("pile", "hand", "bin", "table", "lair")
LIVE = ("table", "lair")
STATUSES = {"dazed": "player", "keen": "player", "tagged": "card", "storm": "game"}
STAGES = {"kind": 0, "glow": 1, "power": 2, "speed": 3}
ACTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("hook", ()),
    ("strike", ("n:number", "by:card")),
    ("burn", ("c:card",)),
    ("gain", ("p:player", "n:number")),
    ("act", ()),
    ("trick", ()),
)
PHASES = ("step", "late")
PRIMITIVES: dict[str, tuple[str, ...]] = {
    "move": ("what:card", "origin:zone", "place:zone", "side:text"),
    "change": ("what:text", "delta:number"),
    "mark": ("holder:any", "status:text"),
    "unmark": ("holder:any", "status:text"),
    "flip": ("what:card", "side:text"),
    "reveal": ("what:card",),
    "shuffle": ("place:zone",),
    "roll": ("sides:number", "result:number"),
}
