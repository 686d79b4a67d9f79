"""Effects: what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.values import At, Cards, Local, Span, Tally, Value, Zone


@node
class Seq:
    steps: tuple[Effect, ...]


@node
class If:
    cond: Value
    then: Effect
    otherwise: Effect | None


@node
class Let:
    slot: int
    name: str
    value: Value


@node
class EachPlayer:
    """Both players in player order, each in ``slot`` in turn."""

    slot: int
    body: Effect


@node
class ForEach:
    """Over a snapshot of the cards."""

    slot: int
    name: str
    cards: Value
    body: Effect


@node
class Repeat:
    """``times`` times, or until ``until`` holds (judged before each round); exactly one of them is given. ``slot`` counts."""

    slot: int
    times: Value | None
    until: Value | None
    body: Effect


@node
class TakeTurns:
    """Seats alternate from ``first``, each with itself in ``slot``; ends after two rounds in a row in which the seat
    chose nothing. ``slot + 1`` is the engine's own counter of passes."""

    slot: int
    first: Value
    body: Effect


@node
class Do:
    """An event: an action or phase with its doer and roles. ``Lit(None)``: in a game of both at once, nobody does it; a doer
    who turns out to be nothing does not do it."""

    action: str
    doer: Value
    roles: tuple[Value, ...]
    at: At | None = None


@node
class DoPart:
    """Run the part ``part`` of a card, by the face that is up or as which it is read; a missing part does nothing.

    you = its owner, this = the card, read in the same way."""

    part: str
    card: Value
    args: tuple[Value, ...]
    at: At | None = None


@node
class Proceed:
    """In an instead-of rule: the next link of the chain, at last the event itself."""


@node
class End:
    """Unwinds to the innermost running event of that action; finally parts run; its after-rules do not."""

    action: str


@node
class Finish:
    """The game is over. ``result``: win, lose (for ``who``) or tie."""

    result: str
    who: Value | None
    ending: str
    at: At | None = None


@node
class AnyOf:
    """A source of a choice: cards, words of a set, numbers, zones or players."""

    cards: Cards | None = None
    set: str = ""
    words: tuple[str, ...] = ()
    numbers: tuple[Value, ...] = ()
    zones: tuple[Zone, ...] = ()


@node
class Ask:
    """One name of a choice: from ``low`` to ``high`` things of ``source`` into ``slot`` (a card, or with ``many`` a set).

    Asked one thing at a time; one may stop once ``low`` are picked. Copies of one card are one option."""

    name: str
    slot: int
    source: AnyOf
    low: Value
    high: Value
    many: bool


@node
class Choose:
    """``who`` chooses; a pick is offered only if the names left can still be completed so that ``where`` holds.

    mode       ``must``: with nothing to choose it is skipped, logged as declined, and binds nothing (and ``body`` does
               not run); ``may``: one may decline; ``keep``: again and again until one stops or nothing is left, at most
               ``limit`` times (``slot`` counts the rounds)
    body       runs after each full choice; ``otherwise`` after a refusal (may only)
    leading    it stands at the head of an option's action: gates the option
    """

    who: Value
    mode: str
    asks: tuple[Ask, ...]
    where: Value | None
    slot: int
    limit: Value | None
    body: Effect | None
    otherwise: Effect | None
    at: At | None = None


@node
class Option:
    """One line of a choice among options: an action, done by the chooser, or a text with a body.

    Offered if ``where`` holds and, for an action, its limit, gate and leading choices allow it."""

    label: str
    action: str
    where: Value | None
    body: Effect | None


@node
class Options:
    """``choose one { option ... }``; ``mode`` and ``slot`` as in `Choose`. The name of the choice is ``name``."""

    who: Value
    mode: str
    name: str
    slot: int
    options: tuple[Option, ...]
    at: At | None = None


@node
class Sealed:
    """Both players answer ``asks`` (with the player in ``slot``) unseen, both questions open at once. The `Ask` slots are
    per seat: the answer of seat s to an ask lies in its slot + s. An empty source binds nothing unasked."""

    slot: int
    asks: tuple[Choose, ...]
    at: At | None = None


@node
class Together:
    """Members run in order, each on the state before the block; their writes are applied as one batch at the end, then
    checks, then the after-rules of all their events in the order of rules."""

    body: Effect


@node
class Move:
    """Each card of ``what`` (a card, set or nothing) to a zone; ``place.of`` None: of its owner, or shared.

    side ``top`` or ``bottom`` (of a row: left or right end; unsaid is top of a pile, right end of a row). ``face``: the face it arrives
    with. Moving to where it lies is no event."""

    what: Value
    place: Zone | Local
    side: str
    face: Value | None
    at: At | None = None


@node
class Shuffle:
    place: Zone | Local
    at: At | None = None


@node
class Change:
    """Add to, or set, a tally or a number in a slot. Clamped to the range. Exactly one of ``by`` and ``to``."""

    target: Tally | Local
    by: Value | None
    to: Value | None
    at: At | None = None


@node
class Mark:
    """Give a status; ``holder`` None for the game. ``captures`` fill the parameters of an unnamed status."""

    holder: Value | None
    status: str
    span: Span | None
    captures: tuple[Value, ...]
    at: At | None = None


@node
class Unmark:
    holder: Value | None
    status: str
    at: At | None = None


@node
class Flip:
    card: Value
    face: Value
    at: At | None = None


@node
class Reveal:
    cards: Value
    at: At | None = None


@node
class Roll:
    """A die of ``sides`` into ``slot``."""

    slot: int
    name: str
    sides: Value
    at: At | None = None


@node
class AtRandom:
    """So many different cards of ``cards``, or as many as there are, by chance into ``slot``, as a set in the order drawn; without
    ``count`` one card, or nothing. It is no event: nothing has changed yet."""

    slot: int
    name: str
    count: Value | None
    cards: Cards
    at: At | None = None


Effect = Union[
    Seq, If, Let, EachPlayer, ForEach, Repeat, TakeTurns, Do, DoPart, Proceed, End, Finish, Choose, Options, Sealed,
    Together, Move, Shuffle, Change, Mark, Unmark, Flip, Reveal, Roll, AtRandom,
]  # fmt: skip
