"""What a game declares: words, attributes, zones, tallies, values, contests, actions, statuses, keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.effects import Effect
    from yomi_dsl.ir.filters import Filter
    from yomi_dsl.ir.statics import Limit, Proc, Row, Static
    from yomi_dsl.ir.values import At, Lit, Span, Value, WordLit


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
    """of: player, card, game. low, high, start are values with the player (or card) in slot 0. holder: whose own it is, or ""."""

    name: str
    of: str
    low: Proc
    high: Proc
    start: Proc
    mirrored: bool
    says: str
    tags: tuple[str, ...]
    at: At
    holder: str = ""


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
