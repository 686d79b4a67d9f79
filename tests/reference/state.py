"""What a match is made of: cards, zones, tallies, marks, clocks. Plain objects, searched from end to end each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from yomi_dsl import ir
from yomi_dsl.engine.presence import Presence


@dataclass(frozen=True)
class Ref:
    """A card as a value. ``face``: read as if that face were up."""

    number: int
    face: str | None = None


@dataclass(frozen=True)
class Place:
    """A zone as a value; ``seat`` None: a shared zone (or, in a test, that of any player)."""

    name: str
    seat: int | None


@dataclass(frozen=True)
class Counter:
    """A tally as a value; ``of``: a seat, a `Ref` or None."""

    name: str
    of: Any


@dataclass(frozen=True)
class Bound:
    """A span fixed to edges: it opens at start ``opens`` of ``what`` (None: at once), shuts at end ``shuts`` (None: never)."""

    what: str
    whose: int | None
    opens: int | None
    shuts: int | None


@dataclass(eq=False)
class CardState:
    number: int
    printed: ir.Card
    owner: int
    place: Place
    face: int = 0
    incarnation: int = 0
    since: int = 0
    bounds: dict[ir.Rule, Bound] = field(default_factory=dict)


@dataclass(eq=False)
class Mark:
    """A status that somebody has, or awaits. ``holder``: a seat, a `Ref`, or None for the game."""

    serial: int
    status: ir.Status
    holder: Any
    captures: tuple
    span: Bound
    since: int = 0
    open: bool = False
    bounds: dict[ir.Rule, Bound] = field(default_factory=dict)


@dataclass(eq=False)
class Occurrence:
    """One run of a phase or turn: the how-manieth of all, and of its doer's."""

    what: str
    doer: int | None
    of_all: int
    of_doer: int | None


@dataclass(eq=False)
class Source:
    """Something that stands in force: the game's rules, a card or an open mark, and what it puts in force."""

    key: tuple
    you: int | None
    this: Ref | None
    captures: tuple
    layer: str
    since: int
    statics: tuple[ir.Static, ...]
    bounds: dict[ir.Rule, Bound]


@dataclass(eq=False)
class Env:
    """The slots of a running body. ``doer``: of its primitives. ``event``: whose roles its first slots are."""

    slots: list
    doer: int | None
    event: Any = None
    proceed: Callable[[], None] | None = None


class Chance(Protocol):
    """Where chance comes from. The reference has none of its own."""

    def shuffle(self, place: Place, cards: list[int]) -> list[int]: ...

    def roll(self, sides: int) -> int: ...

    def seat(self) -> int: ...

    def cards(self, among: tuple[Ref, ...], count: int) -> tuple[Ref, ...]: ...


class GameOver(Exception):
    """``winner``: a seat, or None for a tie."""

    def __init__(self, winner: int | None, ending: str) -> None:
        super().__init__(winner, ending)
        self.winner, self.ending = winner, ending


class Halted(Exception):
    """The start of a phase at which an example stops."""


class Unwind(Exception):
    """On the way out to the innermost event of ``action``."""

    def __init__(self, action: str) -> None:
        super().__init__(action)
        self.action = action


class Match:
    """A game being played: its IR, its state, who answers, and where chance comes from.

    ``one_by_one``: may a rule ask before a move is written? What may ask is the one thing that the engine is asked for."""

    def __init__(self, game: ir.Game, brings: tuple[tuple[str, ...], ...], ask: Callable, chance: Chance) -> None:
        self.game, self.ask, self.chance = game, ask, chance
        self.cards: dict[int, CardState] = {}
        self.zones: dict[Place, list[int]] = {}
        self.tallies: dict[tuple, int] = {}
        self.marks: list[Mark] = []
        self.counts: dict[tuple, int] = {}
        self.latches: dict[tuple, bool] = {}
        self.starts: dict[tuple[str, int | None], int] = {}
        self.running: list[Occurrence] = []
        self.seat, self.turn, self.ready = 0, 0, False
        self.halt: tuple[str, int] | None = None
        self.clock = 0
        self.lineage: tuple = ()
        self.together: Any = None
        self.came: set[Place] = set()
        self.happening: list[str] = []
        self.one_by_one = "move" in Presence(game, brings, (), ()).choosing.actions
        self.answers = [0, 0]
        self.deal(brings)

    # ---- the table -------------------------------------------------------------------------------------------------

    def deal(self, brings: tuple[tuple[str, ...], ...]) -> None:
        """Lay out the zones; holder cards in their heads, in the boxes the shared cards and the decks, as listed."""
        for zone in self.game.zones:
            for seat in [None] if zone.shared else [0, 1]:
                self.zones[Place(zone.name, seat)] = []
        printed = {card.id: card for card in self.game.cards}
        for seat in 0, 1:
            self.zones[Place("box", seat)] = []
            for card in self.game.cards:
                if not card.holder and not card.head:
                    self.lay(card, seat, Place("box", seat))
            for head, default in self.game.heads:
                self.zones[Place(head, seat)] = []
                named = [h for h in self.game.holders if h.head == head and h.name in brings[seat]]
                holders = named or [h for h in self.game.holders if h.head == head and h.name == default]
                for holder in holders:
                    if holder.card:
                        self.lay(printed[holder.card], seat, Place(head, seat))
                    for id in holder.cards:
                        self.lay(printed[id], seat, Place("box", seat))

    def lay(self, printed: ir.Card, owner: int, place: Place) -> None:
        """All copies of a card at the end of a zone."""
        for _ in range(printed.copies):
            number = len(self.cards)
            self.cards[number] = CardState(number, printed, owner, place, since=self.tick())
            self.zones[place].append(number)

    def tick(self) -> int:
        """The next moment: ages are moments."""
        self.clock += 1
        return self.clock

    # ---- looking things up --------------------------------------------------------------------------------------------

    def declared(self, kind: str, name: str) -> Any:
        """The declaration of that name, or None."""
        return next((d for d in getattr(self.game, kind) if d.name == name), None)

    def card(self, ref: Ref) -> CardState:
        return self.cards[ref.number]

    def face(self, ref: Ref) -> ir.Face:
        """The face that is up, or as which the card is read. A face that the card lacks changes nothing."""
        card = self.card(ref)
        faces = card.printed.faces
        return next((face for face in faces if face.name == ref.face and ref.face is not None), faces[card.face])

    def is_live(self, place: Place) -> bool:
        """Zones that say so, and the place of a holder's own card."""
        zone = self.declared("zones", place.name)
        return zone.live if zone else place.name != "box"

    def players(self) -> tuple[int, int]:
        """Player order."""
        first = self.active()
        return first, 1 - first

    def active(self) -> int:
        """Whose turn it is; where both act at once, the first by the order of rules (that names a status)."""
        if self.game.turn.both:
            for status in self.game.order:
                having = [seat for seat in (0, 1) if self.has(seat, status)]
                if len(having) == 1:
                    return having[0]
            return 0
        return self.seat

    def has(self, holder: Any, status: str) -> bool:
        """Has a seat, a card or the game (None) an open status?"""
        return any(mark.open and mark.status.name == status and mark.holder == holder for mark in self.marks)

    def tally_key(self, counter: Counter) -> tuple:
        """Where a tally is kept: that of a card goes with its incarnation, a mirrored one is one number."""
        if isinstance(counter.of, Ref):
            return counter.name, counter.of.number, self.card(counter.of).incarnation
        if self.declared("tallies", counter.name).mirrored:
            return (counter.name,)
        return counter.name, counter.of

    def holder(self, of: Any) -> Any:
        """A seat, or a card by whatever face it is read, as the holder of a mark."""
        return Ref(of.number) if isinstance(of, Ref) else of

    @contextmanager
    def collecting(self, batch: Any) -> Iterator[None]:
        """While it lasts, what is written waits in that batch (None: is written at once)."""
        before, self.together = self.together, batch
        try:
            yield
        finally:
            self.together = before

    @contextmanager
    def under(self, lineage: tuple) -> Iterator[None]:
        """While it lasts, events are made with that lineage."""
        before, self.lineage = self.lineage, lineage
        try:
            yield
        finally:
            self.lineage = before
