"""Positions and what is done in them: examples, bots, studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.cards import Card
    from yomi_dsl.ir.effects import Finish
    from yomi_dsl.ir.filters import Filter
    from yomi_dsl.ir.statics import Proc
    from yomi_dsl.ir.values import At, Value


@node
class Place:
    """In an example: cards of a zone, as (name, copies); ``top``: put on top, the rest stays below."""

    player: int
    zone: str
    top: bool
    cards: tuple[tuple[str, int], ...]


@node
class Answer:
    """A step: ``seat`` answers the choice ``choice`` with ``values`` (each a card name, word, number or option label),
    or stops (``choice`` "stop") or declines (``choice`` "decline")."""

    seat: int
    choice: str
    values: tuple[str | int, ...]
    at: At


@node
class RunUntil:
    """edge: start or end of the ``nth`` next ``phase`` (0 the present one)."""

    edge: str
    phase: str
    nth: int


@node
class RollIs:
    value: int


@node
class RandomIs:
    """A card that is taken at random, by its name."""

    card: str


@node
class Holds:
    """A condition of then. kind ``yes``: ``value`` holds. ``changed``: ``value`` differs by ``by`` from the given state.
    ``cards``: the zone ``value`` holds just these (name, copies)."""

    kind: str
    value: Value
    by: Value | None
    cards: tuple[tuple[str, int], ...]
    text: str
    at: At


@node
class Example:
    """you is seat 0. brings: per seat, the holder names. extra: fixture cards. tallies and statuses are set before the start.
    then: what holds at the end; a ``Finish`` is the verdict to which the game must have come."""

    text: str
    shows: tuple[str, ...]
    phase: str
    active: int
    turn: int
    brings: tuple[tuple[str, ...], ...]
    places: tuple[Place, ...]
    tallies: tuple[tuple[str, int, int], ...]
    statuses: tuple[tuple[str, int], ...]
    extra: tuple[Card, ...]
    steps: tuple[Answer | RunUntil | RollIs | RandomIs, ...]
    then: tuple[Holds | Finish, ...]
    names: tuple[str, ...]
    at: At


@node
class Prefer:
    """An answer liked: of cards those that fit ``filter``; of anything else, or without a filter, that which is called ``label``, an
    option, a word, a card or "stop"; without either, any. ``by``: most or least of ``attr``, chance, or order."""

    filter: Filter | None
    label: str
    by: str
    attr: str
    where: Value | None


@node
class BotRow:
    """choice: a name, or "any". ``rows``: in order."""

    choice: str
    rows: tuple[Prefer | BotDie, ...]


@node
class BotDie:
    """``faces``: low, high and what is preferred; each number of the die is in one. The roll says with which to begin: where it
    has nothing to offer, the next one counts, after the last the first."""

    sides: int
    faces: tuple[tuple[int, int, tuple[Prefer, ...]], ...]
    where: Value | None


@node
class Bot:
    name: str
    rows: tuple[BotRow, ...]
    names: tuple[str, ...]
    at: At
    flavour: str = ""


@node
class Study:
    """The best that each holder of ``head`` can do from one position, told for each value with which his ``tally`` may begin.

    measure    what there should be most of
    start      the position, as an example without answers; whoever is studied takes the place of seat 0's holder of the head
    given      done before the start, instead of the game's own ``given``, which is part of it
    tries      the rows, each of which gives one answer that is tried; a question without rows is tried in full
    """

    name: str
    head: str
    tally: str
    measure: str
    start: Example
    given: Proc
    tries: Bot
    at: At
