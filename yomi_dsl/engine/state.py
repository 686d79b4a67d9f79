"""The state of a match: plain data only, so that it can be copied, saved, compared and hashed at any choice."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

Frame = list[Any]
"""A running body: ``[index of its code, place in the code, slots...]``, all plain data."""

Mark = tuple[int, int, tuple[Any, ...], tuple[int, int] | None, tuple[int, int] | None, int, bool]
"""A status given: (status, holder, captures, opening edge, shutting edge, age, is it open).

A holder is a seat, 2 for the game, or 3 + a card. An edge is (counter of starts or ends, the number it reaches)."""

Pending = tuple[int, str, str, tuple[Any, ...], str]
"""A question: (seat, name, kind, options, "" or "stop" or "decline")."""

SLOTS = (
    "zones", "zone_of", "face", "age", "dirty", "tallies", "card_tallies", "marks", "has", "edges", "limits", "started",
    "ended", "running", "held", "streams", "active", "turn", "stack", "pending", "lineage", "clock", "picks", "decisions",
    "ready", "result", "scripted", "rolls", "lots", "halt", "halted",
)  # fmt: skip
CACHES = ("live", "worth", "stamps", "batch", "slow", "log", "counts", "answer", "answered", "spill", "looped")


class State:
    """Everything that changes in a match.

    zones         per zone the cards in it, first is top or left
    zone_of, face, age, dirty    per card; the age is new in every zone, so it also names the incarnation; dirty cards
                  leave something behind when they move (marks, tallies, a turned face, bound edges)
    marks         statuses given, in the order given; ``has`` counts the open ones by status and holder
    edges         rules at the start or end of a span, waiting: (rule, you, this, captures, source, start, end)
    limits        (rule or action, source or doer) -> (occurrence, uses)
    started, ended, running      per phase: starts and ends (of all, of seat 0, of seat 1), and how many run now
    held          as-soon-as rules whose condition holds, so that they do not fire again
    streams       a counter of random numbers per zone, one for dice and one for cards at random
    ready         has setup ended?
    scripted      shuffles keep the order; rolls are taken from ``rolls``, the names of cards at random from ``lots``
    halt          the edge at which an example stops
    """

    __slots__ = (*SLOTS, *CACHES)

    zones: list[tuple[int, ...]]
    zone_of: list[int]
    face: list[int]
    age: list[int]
    dirty: list[int]
    tallies: list[int]
    card_tallies: dict[int, int]
    marks: tuple[Mark, ...]
    has: dict[int, int]
    edges: tuple[tuple[Any, ...], ...]
    limits: dict[tuple[int, ...], tuple[int, int]]
    started: list[int]
    ended: list[int]
    running: list[int]
    held: dict[tuple[int, ...], int]
    streams: list[int]
    active: int
    turn: int
    stack: list[Frame]
    pending: tuple[Pending, ...]
    lineage: tuple[tuple[int, ...], ...]
    clock: int
    picks: list[int]
    decisions: int
    ready: bool
    result: tuple[int | None, str] | None
    scripted: bool
    rolls: tuple[int, ...]
    lots: tuple[str, ...]
    halt: tuple[str, int, int] | None
    halted: bool

    live: Any
    worth: Any
    stamps: Any
    batch: Any
    slow: bool
    log: list[tuple[Any, ...]] | None
    counts: list[int] | None
    answer: Any
    answered: int
    spill: tuple[int, ...]
    looped: int

    def copy(self) -> State:
        """An equal state that shares nothing that changes."""
        s: State = State.__new__(State)
        s.zones = self.zones[:]
        s.zone_of = self.zone_of[:]
        s.face = self.face[:]
        s.age = self.age[:]
        s.dirty = self.dirty[:]
        s.tallies = self.tallies[:]
        s.card_tallies = self.card_tallies.copy()
        s.marks = self.marks
        s.has = self.has.copy()
        s.edges = self.edges
        s.limits = self.limits.copy()
        s.started = self.started[:]
        s.ended = self.ended[:]
        s.running = self.running[:]
        s.held = self.held.copy()
        s.streams = self.streams[:]
        s.active = self.active
        s.turn = self.turn
        s.stack = [f[:] for f in self.stack]
        s.pending = self.pending
        s.lineage = self.lineage
        s.clock = self.clock
        s.picks = self.picks[:]
        s.decisions = self.decisions
        s.ready = self.ready
        s.result = self.result
        s.scripted = self.scripted
        s.rolls = self.rolls
        s.lots = self.lots
        s.halt = self.halt
        s.halted = self.halted
        s.live = self.live
        s.worth = self.worth
        s.stamps = self.stamps
        s.batch = None
        s.slow = self.slow
        s.log = None if self.log is None else self.log[:]
        s.counts = None if self.counts is None else self.counts[:]
        s.answer = None
        s.answered = 0
        s.spill, s.looped = (), 0
        return s

    def __copy__(self) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, k) == getattr(other, k) for k in SLOTS)

    __hash__ = None  # type: ignore[assignment]

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def logging(self) -> bool:
        return self.log is not None

    @logging.setter
    def logging(self, on: bool) -> None:
        self.log = (self.log or []) if on else None
        self.slow = on

    @property
    def counting(self) -> bool:
        """Are measures counted?"""
        return self.counts is not None

    def to_data(self) -> dict[str, Any]:
        """The state as JSON-able data. The log is no part of it."""
        return {key: _plain(getattr(self, key)) for key in SLOTS}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> State:
        s: State = cls.__new__(cls)
        for key in SLOTS:
            setattr(s, key, _MAKE.get(key, _frozen)(data[key]))
        s.live = s.worth = s.stamps = s.batch = s.log = s.counts = s.answer = None
        s.slow, s.spill = False, ()
        s.looped = 0
        s.answered = 0
        return s

    def fingerprint(self) -> str:
        """The same for equal states, in every process. It tells secrets: never show it to a player."""
        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=16).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return sorted([_plain(k), _plain(v)] for k, v in value.items())
    return value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def _rows(value: Any) -> list[Any]:
    return [_frozen(v) for v in value]


def _dict(value: Any) -> dict[Any, Any]:
    return {_frozen(k): _frozen(v) for k, v in value}


def _frames(value: Any) -> list[Frame]:
    return [_rows(f) for f in value]


_MAKE: dict[str, Callable[[Any], Any]] = {
    "stack": _frames, "card_tallies": _dict, "has": _dict, "limits": _dict, "held": _dict,
}  # fmt: skip
for _key in ("zones", "zone_of", "face", "age", "dirty", "tallies", "started", "ended", "running", "streams", "picks"):
    _MAKE[_key] = _rows
