"""Values: what can be computed, from a number to all cards in some zones."""

from __future__ import annotations

from typing import Union

from yomi_dsl.ir.filters import Filter
from yomi_dsl.nodes import node


@node
class At:
    """A place in a card file, for traces, sheets and reports. Never part of a hash."""

    path: str
    line: int
    column: int


@node
class Lit:
    """A number, yes/no (bool), a text, or nothing (None)."""

    value: int | bool | str | None


@node
class WordLit:
    """A word of a set, as a value."""

    set: str
    word: str


@node
class Local:
    """The value in a slot."""

    slot: int
    name: str


@node
class PerSeat:
    """A sealed answer: slot ``slot + seat`` holds the value of that seat."""

    slot: int
    name: str
    seat: Value


@node
class Opponent:
    of: Value


@node
class Active:
    """The active player; in a game of both players at once, the first of the order of rules."""


@node
class RandomPlayer:
    """A player by chance, from the dice stream."""


@node
class Owner:
    """The owner of a card."""

    of: Value


@node
class Holder:
    """The player who has a status, or nothing. (The first in player order.)"""

    status: str


@node
class Seat:
    """The first player, in player order, for whom ``where`` holds; else nothing. ``slot`` is the player tried."""

    slot: int
    name: str
    where: Value


@node
class HeadCard:
    """The card of a holder: ``your character``. None where that player brings no such holder."""

    head: str
    of: Value


@node
class Attr:
    """An attribute of a card, through modifiers. An absent one is nothing; a flag not printed is no."""

    name: str
    of: Value


@node
class Tally:
    """A tally; ``of`` is the player or card, None for one of the game."""

    name: str
    of: Value | None


@node
class Call:
    """A declared value or relation. Values of a player pass through modifiers."""

    name: str
    args: tuple[Value, ...]


@node
class Beats:
    """Contest ``name``: does ``a`` beat ``b``; with ``tie``, do they tie. No if either is nothing."""

    name: str
    a: Value
    b: Value
    tie: bool


@node
class Zone:
    """A zone of a player, nothing of nobody; ``of`` None: a shared zone, or, in tests and rule patterns, that of any player.

    A zone may itself be chosen into a slot; then a `Local` of type zone stands where else a `Zone` does."""

    name: str
    of: Value | None


@node
class TurnNumber:
    """Turns begun, from 1."""


@node
class PhaseIs:
    """Is a phase of that name running?"""

    phase: str


@node
class Op:
    """``+ - * neg half-up half-down and or not = != < <= > >=`` over values. Comparing with nothing: only = and != can hold."""

    op: str
    args: tuple[Value, ...]


@node
class Is:
    """Does a card (or each of a set; no for nothing) satisfy a filter?"""

    of: Value
    filter: Filter


@node
class Something:
    """Is a value something (a card, a player, a nonempty set)?"""

    of: Value


@node
class Has:
    """Has a player, a card, or (``of`` None) the game an open status?"""

    of: Value | None
    status: str


@node
class In:
    """Does a card lie in a zone?"""

    card: Value
    zone: Zone


@node
class SetHas:
    """Does a set attribute (``attr`` of card ``of``) hold the word ``word``?"""

    of: Value
    attr: str
    word: Value


@node
class Precedes:
    """Do two cards lie in the same row, ``a`` left of ``b``?"""

    a: Value
    b: Value


@node
class Supplies:
    """Can every word of set ``set`` be had from another card of ``cards``, by their attribute ``attr``?"""

    cards: Value
    attr: str
    set: str


@node
class Cards:
    """Cards, in the order of the zones: those in ``zones`` (empty: everywhere) or in the set ``value`` that satisfy
    ``filter`` and, with the card in ``slot``, ``where``."""

    zones: tuple[Zone | Local, ...]
    value: Value | None
    filter: Filter
    slot: int
    name: str
    where: Value | None


@node
class Pick:
    """One card of a set, or nothing. ``take``: first, last (top and bottom of a pile are first and last), only."""

    take: str
    cards: Value


@node
class Quant:
    """``any``: is there one; ``no``: is there none; ``all``: is every card of ``of`` in ``cards`` (a set and its filtered self)."""

    quant: str
    cards: Cards


@node
class Fold:
    """``count``, or ``sum``, ``most``, ``least``, ``different`` of ``each`` (card in ``slot``) over cards. Empty: 0.

    An absent value counts as 0 in a sum, not at all in most and least, and as one value more in different."""

    fold: str
    cards: Value
    slot: int
    each: Value | None


@node
class As:
    """A card read as if the face ``face`` (a word value or a face name) were up."""

    card: Value
    face: Value


@node
class NameOf:
    of: Value


@node
class Successor:
    """The next word of an ordered set, or nothing."""

    of: Value
    set: str


@node
class Span:
    """When something is in force, as two edges fixed when it is made.

    start   ``now``, or ``next``: at the next start of ``what``
    count   it shuts at the end of that many of ``what`` (the present one counts only with ``present``)
    what    a phase, or ``turn``, or ``game``
    whose   only occurrences of that player count; None: anyone's
    until   written "until end of": opens now; wording only
    """

    start: str
    count: Value
    what: str
    whose: Value | None
    present: bool
    until: bool


Value = Union[
    Lit, WordLit, Local, PerSeat, Opponent, Active, RandomPlayer, Owner, Holder, Seat, HeadCard, Attr, Tally, Call, Beats,
    Zone, TurnNumber, PhaseIs, Op, Is, Something, Has, In, SetHas, Precedes, Supplies, Cards, Pick, Quant, Fold, As,
    NameOf, Successor, Span, Filter,
]  # fmt: skip
