"""What stands in force: rules, modifiers, grants, rows of a contest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.cards import Ability
    from yomi_dsl.ir.effects import Effect
    from yomi_dsl.ir.filters import Filter
    from yomi_dsl.ir.values import At, Span, Value


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
