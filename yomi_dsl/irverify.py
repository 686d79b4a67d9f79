"""Is a game's IR well formed? Every name is declared, every slot lies in its environment, every event has its roles.

The compiler never makes IR that fails here; IR read from a text may. Tests verify what they compile and what they generate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.irtext import FIELDS

PRIMITIVE_ROLES = {
    "move": 4, "shuffle": 1, "flip": 2, "reveal": 1, "change": 2, "mark": 2, "unmark": 2, "roll": 2, "win game": 2,
    "lose game": 2, "tie game": 1,
}  # fmt: skip
OPS = {"+", "-", "*", "neg", "half-up", "half-down", "and", "or", "not", "=", "!=", "<", "<=", ">", ">="}


@attrs.define(eq=False)
class Names:
    """What a game declares, by kind."""

    attributes: set[str]
    zones: set[str]
    tallies: set[str]
    values: set[str]
    contests: set[str]
    statuses: dict[str, int]
    actions: dict[str, int]
    parts: set[str]
    sets: dict[str, tuple[str, ...]]


def verify(game: ir.Game) -> list[str]:
    """What is wrong, as sentences; empty for a sound game."""
    names = collect(game)
    return [*_cards(game), *(problem for field in FIELDS["Game"] for problem in _check(getattr(game, field), names, field, ()))]


def collect(game: ir.Game) -> Names:
    return Names(
        {a.name for a in game.attributes},
        {z.name for z in game.zones} | {head for head, _ in game.heads},
        {t.name for t in game.tallies},
        {v.name for v in game.values},
        {c.name for c in game.contests},
        {s.name: len(s.captures) for s in game.statuses},
        {a.name: len(a.roles) for a in game.actions},
        {*game.parts_run, "setup"},
        {s.name: s.words for s in game.sets},
    )


def _cards(game: ir.Game) -> Iterator[str]:
    ids = [card.id for card in game.cards]
    if len(set(ids)) != len(ids):
        yield "two cards have one id"
    for holder in game.holders:
        for ident in (holder.card, *holder.cards):
            if ident not in ids:
                yield f"{holder.name} lists a card that does not exist: {ident}"


def _check(node: Any, names: Names, where: str, slots: tuple[str, ...]) -> Iterator[str]:
    """Walks down; ``slots`` are those of the environment that a node runs in."""
    if isinstance(node, tuple):
        for item in node:
            yield from _check(item, names, where, slots)
        return
    kind = type(node).__name__
    if kind not in FIELDS or kind == "At":
        return
    where = getattr(node, "name", where) if kind in ("Action", "Card", "Status", "ValueDecl") else where
    slots = _environment(node, slots)
    yield from (f"{where}: {kind}: {problem}" for problem in _node(node, names, slots))
    for field in FIELDS[kind]:
        yield from _check(getattr(node, field), names, where, slots)


def _environment(node: Any, slots: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(node, ir.Proc):
        return node.names
    if isinstance(node, (ir.Rule, ir.Modifier, ir.Action)):
        return node.proc.names
    return node.names if isinstance(node, (ir.Grant, ir.Row, ir.Example, ir.Bot, ir.Look)) else slots


def _node(node: Any, names: Names, slots: tuple[str, ...]) -> Iterator[str]:
    slot = getattr(node, "slot", None)
    width = 2 if isinstance(node, (ir.PerSeat, ir.TakeTurns)) else 1
    if isinstance(slot, int) and slots and not (slot >= 0 and slot + width <= len(slots)):
        yield f"slot {slot} lies outside the environment of {len(slots)}"
    check = _CHECKS.get(type(node))
    if check is not None:
        yield from check(node, names)


def _known(known: Any, what: str, *fields: str):  # type: ignore[no-untyped-def]
    def check(node: Any, names: Names) -> Iterator[str]:
        for field in fields:
            value = getattr(node, field)
            if value not in getattr(names, known):
                yield f"{value!r} is no {what}"

    return check


def _event(node: ir.Do, names: Names) -> Iterator[str]:
    if node.action not in names.actions:
        yield f"{node.action!r} is no action"
    elif names.actions[node.action] != len(node.roles):
        yield f"{node.action!r} takes {names.actions[node.action]} roles, not {len(node.roles)}"


def _rule(node: ir.Rule, names: Names) -> Iterator[str]:
    if node.timing in ("before", "after", "instead"):
        if node.action not in names.actions and node.action not in PRIMITIVE_ROLES:
            yield f"{node.action!r} is no action"
    elif node.timing in ("start", "end"):
        if node.span is None:
            yield "an edge without a span"
    elif node.timing != "soon" or node.where is None:
        yield f"timing {node.timing!r} without what it needs"


def _mark(node: ir.Mark, names: Names) -> Iterator[str]:
    if node.status not in names.statuses:
        yield f"{node.status!r} is no status"
    elif names.statuses[node.status] != len(node.captures):
        yield f"{node.status!r} captures {names.statuses[node.status]} values, not {len(node.captures)}"


def _change(node: ir.Change, names: Names) -> Iterator[str]:
    if (node.by is None) == (node.to is None):
        yield "a change says either by or to"


def _repeat(node: ir.Repeat, names: Names) -> Iterator[str]:
    if (node.times is None) == (node.until is None):
        yield "a repetition says either how often or until when"


def _op(node: ir.Op, names: Names) -> Iterator[str]:
    if node.op not in OPS:
        yield f"{node.op!r} is no operator"


def _word(node: ir.WordLit, names: Names) -> Iterator[str]:
    if node.word not in names.sets.get(node.set, ()):
        yield f"{node.word!r} is no word of {node.set!r}"


_CHECKS: dict[type, Any] = {
    ir.Attr: _known("attributes", "attribute", "name"),
    ir.IsWord: _known("attributes", "attribute", "attr"),
    ir.IsFlag: _known("attributes", "attribute", "attr"),
    ir.Fits: _known("attributes", "attribute", "attr"),
    ir.SetHas: _known("attributes", "attribute", "attr"),
    ir.Zone: _known("zones", "zone", "name"),
    ir.Tally: _known("tallies", "tally", "name"),
    ir.Call: _known("values", "value", "name"),
    ir.IsValue: _known("values", "value", "value"),
    ir.Beats: _known("contests", "contest", "name"),
    ir.Row: _known("contests", "contest", "contest"),
    ir.Has: _known("statuses", "status", "status"),
    ir.Holder: _known("statuses", "status", "status"),
    ir.IsStatus: _known("statuses", "status", "status"),
    ir.Unmark: _known("statuses", "status", "status"),
    ir.DoPart: _known("parts", "part", "part"),
    ir.Do: _event,
    ir.Rule: _rule,
    ir.Mark: _mark,
    ir.Change: _change,
    ir.Repeat: _repeat,
    ir.Op: _op,
    ir.WordLit: _word,
}
