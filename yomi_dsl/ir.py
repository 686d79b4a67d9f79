"""The IR: what a game means, with every word resolved. The engine, the wording and the reports see only this.

It is plain data in frozen classes. Declared things are named by their declared names. Values and effects are trees;
a tree runs in an *environment*, a row of numbered slots whose first places are filled by whoever runs it:

    action body        doer, then its roles in order
    rule (event)       doer, roles of the event, then you (owner of its source, or holder of its status), this
                       (the card it stands on, or the card that has the status), then the captured values of its status
    rule (as soon as)  you, this, captures         span edge of a card or status    you, this, captures
    modifier           it (the card or player that is read), you, this, captures
    row of a contest   mine, theirs, you, this     (you and this only where a card lays the row)
    value, relation    its subjects
    part of a card     you (owner), this, then its parameters
    filter attribute   it
    setup, given, both-lose, limits of the game, examples, invariants     you (the active player)

`Proc.names` says what each slot holds; later slots are locals. Players are 0 and 1, cards are numbered per match.
"nothing" is `Lit(None)`. Player order is always: active player first.

Types, as texts: number yes/no card cards player zone text span filter nothing, ``word X``, ``set X``.
"""

from __future__ import annotations

from typing import Union

from yomi_dsl.nodes import node


@node
class At:
    """A place in a card file, for traces, sheets and reports. Never part of a hash."""

    path: str
    line: int
    column: int


# ---- values ----------------------------------------------------------------------------------------------------------


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
    """A zone of a player; ``of`` None: a shared zone, or, in tests and rule patterns, that of any player.

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


# ---- filters: what can be said of a card, side by side is "and" --------------------------------------------------------


@node
class IsWord:
    """Its attribute ``attr`` is one of ``words``. ``label``: as written (a group, or words with /)."""

    attr: str
    words: tuple[str, ...]
    label: str


@node
class IsFlag:
    attr: str


@node
class IsStatus:
    status: str


@node
class IsNamed:
    name: str


@node
class IsKeyword:
    """Its text (of the face that is up) has a keyword of that first word."""

    keyword: str


@node
class IsGroup:
    group: str


@node
class IsHead:
    """It is the card of a holder."""

    head: str


@node
class IsValue:
    """A declared yes/no value of a card holds of it."""

    value: str


@node
class OwnedBy:
    """``word``: as written (your, opponent's, ...), for wording."""

    player: Value


@node
class Same:
    """It is this very card."""

    card: Value


@node
class Fits:
    """It satisfies the filter that is the attribute ``attr`` of card ``of``."""

    attr: str
    of: Value


@node
class OneOf:
    """Written with ``or``."""

    options: tuple[Filter, ...]


@node
class Not:
    filter: Filter


@node
class Such:
    """``where``: with the card in ``slot``."""

    slot: int
    where: Value


@node
class Filter:
    terms: tuple[Term, ...]


Term = Union[IsWord, IsFlag, IsStatus, IsNamed, IsKeyword, IsGroup, IsHead, IsValue, OwnedBy, Same, Fits, OneOf, Not, Such]
Value = Union[
    Lit, WordLit, Local, PerSeat, Opponent, Active, RandomPlayer, Owner, Holder, Seat, HeadCard, Attr, Tally, Call, Beats,
    Zone, TurnNumber, PhaseIs, Op, Is, Something, Has, In, SetHas, Precedes, Supplies, Cards, Pick, Quant, Fold, As,
    NameOf, Successor, Span, Filter,
]  # fmt: skip


# ---- effects ---------------------------------------------------------------------------------------------------------


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
    """An event: an action or phase with its doer (nothing in a game of both at once) and roles."""

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


Effect = Union[
    Seq, If, Let, EachPlayer, ForEach, Repeat, TakeTurns, Do, DoPart, Proceed, End, Finish, Choose, Options, Sealed,
    Together, Move, Shuffle, Change, Mark, Unmark, Flip, Reveal, Roll,
]  # fmt: skip


# ---- what stands in force ----------------------------------------------------------------------------------------------


@node
class Proc:
    """A body with its environment: ``names`` of the slots (parameters first), how many are parameters."""

    names: tuple[str, ...]
    params: int
    body: Effect | Value


@node
class Limit:
    """At most ``count`` per ``per`` (a phase, ``turn`` or ``game``)."""

    count: Value
    per: str


@node
class Rule:
    """A rule on an event, a condition or an edge.

    timing  ``before``, ``after``, ``instead`` (on ``action``); ``soon`` (``where`` becoming true; action empty);
            ``start`` or ``end`` of ``span`` (a span bound when its card goes live or its status opens)
    tests   what the pattern asks of doer and roles, as (role name, condition) in the order written
    where   the condition after ``where``
    proc    the body; tests, where and limit are read in its environment
    """

    timing: str
    action: str
    tests: tuple[tuple[str, Value], ...]
    where: Value | None
    limit: Limit | None
    span: Span | None
    proc: Proc
    tags: tuple[str, ...]
    at: At


@node
class Modifier:
    """Changes an attribute of the cards that fit ``filter``, or a value of the player ``player`` (one of the two).

    op ``by`` (with ``up_to``: never past it, and never lowering), ``to``, ``at least``, ``at most``. Proc body = the operand."""

    filter: Filter | None
    player: Value | None
    target: str
    op: str
    up_to: Value | None
    proc: Proc
    tags: tuple[str, ...]
    at: At


@node
class Grant:
    """Cards that fit ``filter`` have what the keyword says, with ``this`` = that card. Environments as in modifiers."""

    filter: Filter
    names: tuple[str, ...]
    ability: Ability
    tags: tuple[str, ...]
    at: At


@node
class Row:
    """A row of a contest: a card that fits ``mine`` beats (or ties) one that fits ``theirs``, if ``where``. Slots 0 and 1."""

    contest: str
    tie: bool
    mine: Filter
    theirs: Filter
    where: Value | None
    names: tuple[str, ...]
    tags: tuple[str, ...]
    at: At


Static = Union[Rule, Modifier, Grant, Row]


@node
class Ability:
    """What one line or block of a card, holder or status puts in force, in the order printed.

    kind    ``keyword``: use of keyword ``name`` with ``args``; ``part``: a live part ``name`` with a printed ``title``;
            ``run``: a part that others run (``proc``); ``plain``: written out in place
    says    the keyword's reminder template
    values  attribute values the keyword sets, as in `Face`
    """

    kind: str
    name: str
    title: str
    args: tuple[tuple[str, Value], ...]
    says: str
    values: tuple[tuple[str, Printed], ...]
    items: tuple[Static, ...]
    proc: Proc | None
    tags: tuple[str, ...]
    at: At


Printed = Union[Lit, WordLit, Proc, "WordsLit"]


@node
class WordsLit:
    """Several words of a set, as the value of a set attribute."""

    set: str
    words: tuple[str, ...]


@node
class Face:
    """One side of a card. ``name`` is empty for a card of one face. ``values`` holds every printed attribute (flags
    as Lit(True); a filter as a Proc over a Filter), keyword values included."""

    name: str
    values: tuple[tuple[str, Printed], ...]
    abilities: tuple[Ability, ...]


@node
class Card:
    """``id`` is unique in the game (``Holder/Name``, or the name for shared cards); ``head`` is set for a holder's own card."""

    id: str
    name: str
    holder: str
    head: str
    copies: int
    group: str
    faces: tuple[Face, ...]
    source: str
    flavour: str
    art: str
    at: At


@node
class HolderDecl:
    """Something a player brings: its own card and its deck list (ids; copies stand on the cards)."""

    head: str
    name: str
    card: str
    cards: tuple[str, ...]
    colours: tuple[str, ...]
    at: At


# ---- declarations ------------------------------------------------------------------------------------------------------


@node
class WordSet:
    """Ordered words; ``groups``: names that stand for several of them."""

    name: str
    words: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    says: tuple[tuple[str, str], ...]
    at: At


@node
class Attribute:
    """type: ``word``, ``set``, ``number``, ``flag``, ``filter``. ``set``: of word and set. fate: required, default, optional.

    ``on``: the cards it belongs to (empty filter: any); ``default``: Lit or WordLit. says_yes/no: phrases of a flag."""

    name: str
    type: str
    set: str
    low: int
    high: int
    fate: str
    on: Filter
    default: Lit | WordLit | None
    says_yes: str
    says_no: str
    at: At


@node
class ZoneDecl:
    """order: pile, row or plain. seen: all, owner, nobody. overflow: zone name for cards beyond ``limit`` (None: no limit)."""

    name: str
    shared: bool
    order: str
    seen: str
    limit: int | None
    overflow: str
    live: bool
    played: bool
    tags: tuple[str, ...]
    at: At


@node
class TallyDecl:
    """of: player, card, game. low, high, start are values with the player (or card) in slot 0."""

    name: str
    of: str
    low: Proc
    high: Proc
    start: Proc
    mirrored: bool
    says: str
    tags: tuple[str, ...]
    at: At


@node
class ValueDecl:
    """A value or relation: type of the result, the subjects' types, a formula. ``verb``: a relation's words, for wording."""

    name: str
    type: str
    subjects: tuple[str, ...]
    proc: Proc
    says: str
    tags: tuple[str, ...]
    at: At


@node
class Contest:
    name: str
    tie_name: str
    rows: tuple[Row, ...]
    says: str
    tags: tuple[str, ...]
    at: At


@node
class Role:
    """type as in the module's docstring; ``prep``: the preposition or fixed words before it."""

    name: str
    type: str
    prep: str


@node
class Action:
    """kind: action, phase, primitive or turn. ``forms``: "draw", "draws". ``words``: the fixed words after the verb."""

    name: str
    kind: str
    forms: tuple[str, str]
    roles: tuple[Role, ...]
    says: str
    limit: Limit | None
    gate: Value | None
    proc: Proc
    last: Effect | None
    tags: tuple[str, ...]
    at: At


@node
class Settle:
    """What happens to marks that open at one moment. both: neither, each. copies: one, each. ends: statuses that end."""

    both: str
    copies: str
    ends: tuple[str, ...]


@node
class Status:
    """holder: player, card, game. ``span``: its default. ``captures``: names of captured values. Unnamed ones have a made-up name and ``says`` ""."""

    name: str
    holder: str
    span: Span | None
    says: str
    settle: Settle
    captures: tuple[str, ...]
    items: tuple[Static, ...]
    named: bool
    tags: tuple[str, ...]
    at: At


@node
class Keyword:
    """Kept for wording, glossary and reports; uses are expanded where they stand."""

    name: str
    params: tuple[tuple[str, str], ...]
    says: str
    tags: tuple[str, ...]
    at: At


@node
class Turn:
    """both: all act at once. first: ``chance`` or ``first seat``."""

    both: bool
    first: str
    phases: tuple[str, ...]


@node
class Note:
    """A text with rule ids: a ruling, a row of the rule table, or a property that a test outside the language holds."""

    text: str
    tags: tuple[str, ...]
    at: At


@node
class Check:
    """An invariant: it holds whoever is you."""

    text: str
    proc: Proc
    tags: tuple[str, ...]
    at: At


@node
class Measure:
    """sum of role ``role`` (empty: count) of ``action``, by the owner of role ``by``."""

    name: str
    action: str
    role: str
    by: str
    at: At


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
    steps: tuple[Answer | RunUntil | RollIs, ...]
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


@node
class LookItem:
    """item: an attribute, keyword, name, copies, rules, flavour, art, a part, or a text in quotes.

    symbol      how its icon is drawn: "" not at all, "plain", "only", "behind" or "repeated"
    word        its label; None: its own
    each        one for each use of a keyword
    otherwise   the attribute shown where the card lacks this one; beside: that shown with it
    """

    item: str
    where: Value | None = None
    symbol: str = ""
    word: str | None = None
    each: bool = False
    otherwise: str = ""
    beside: str = ""


@node
class LookPlace:
    """kind: corner, row, column, panel, list, region. side: e.g. "top left". face, turned: regions only."""

    kind: str
    side: str
    face: str
    turned: bool
    items: tuple[LookItem | LookPlace, ...]


@node
class Look:
    """of: "card" or a holder head. listing: of a card that lists the cards of such a holder. where: of such cards only, before
    a look of all. width, height in mm."""

    of: str
    listing: bool
    where: Value | None
    width: int
    height: int
    places: tuple[LookPlace, ...]
    names: tuple[str, ...]
    tags: tuple[str, ...]
    at: At


@node
class Symbol:
    """file pattern under icons/; ``{x}`` is the word. ``inline``: stands for the word in rules text."""

    name: str
    file: str
    inline: bool


@node
class Forms:
    name: str
    one: str
    many: str


@node
class Game:
    """A whole game. ``heads``: (head, default holder or ""). ``layers``, ``order``: see the language reference."""

    name: str
    players: int
    heads: tuple[tuple[str, str], ...]
    sets: tuple[WordSet, ...]
    attributes: tuple[Attribute, ...]
    zones: tuple[ZoneDecl, ...]
    tallies: tuple[TallyDecl, ...]
    values: tuple[ValueDecl, ...]
    contests: tuple[Contest, ...]
    actions: tuple[Action, ...]
    statuses: tuple[Status, ...]
    keywords: tuple[Keyword, ...]
    parts_run: tuple[str, ...]
    parts_live: tuple[str, ...]
    layers: tuple[str, ...]
    order: tuple[str, ...]
    turn: Turn
    setup: Proc | None
    given: Proc | None
    rules: tuple[Rule, ...]
    both_lose: Proc | None
    turn_limit: int
    turn_limit_verdict: Proc | None
    cards: tuple[Card, ...]
    holders: tuple[HolderDecl, ...]
    endings: tuple[str, ...]
    invariants: tuple[Check, ...]
    rulings: tuple[Note, ...]
    rows: tuple[Note, ...]
    properties: tuple[Note, ...]
    measures: tuple[Measure, ...]
    studies: tuple[Study, ...]
    examples: tuple[Example, ...]
    bots: tuple[Bot, ...]
    looks: tuple[Look, ...]
    symbols: tuple[Symbol, ...]
    forms: tuple[Forms, ...]
