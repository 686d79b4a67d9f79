"""What is read through modifiers: attributes of cards, values of players, the rows of contests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.reference import sources, values
from tests.reference.state import Env, Match, Ref
from yomi_dsl import ir


def attribute(name: str, m: Match, card: Ref | None) -> Any:
    """An attribute of a card: as printed, then every modifier in force that fits, then the range."""
    declared = m.declared("attributes", name)
    flag = declared is None or declared.type == "flag"
    found = None if card is None else printed(name, m, card)
    if found is None and flag:
        found = False
    if card is None:
        return found
    found = modified(name, m, found, card, lambda mod, env: values.fits(mod.filter, m, env, card))
    if declared is not None and declared.type == "number" and found is not None:
        found = min(max(found, declared.low), declared.high)
    return found


def printed(name: str, m: Match, card: Ref) -> Any:
    """What stands on the face, or else what a granted keyword sets, or nothing."""
    for key, shown in m.face(card).values:
        if key == name:
            return shown_value(shown, m)
    for source, grant in sources.in_force(m, lambda one: sets(one, name), silence=name != "silent"):
        if values.fits(grant.filter, m, sources.static_env(grant.names, source, card), card):
            return next(shown_value(shown, m) for key, shown in grant.ability.values if key == name)
    return None


def sets(static: Any, name: str) -> bool:
    """Is it a grant of a keyword that sets that attribute?"""
    return isinstance(static, ir.Grant) and any(key == name for key, _ in static.ability.values)


def shown_value(shown: Any, m: Match) -> Any:
    """A printed value: a number, word or words; a filter stays a body."""
    return shown if isinstance(shown, ir.Proc) else values.value(shown, m, Env([], None))


def modified(name: str, m: Match, found: Any, it: Any, applies: Callable[[ir.Modifier, Env], bool]) -> Any:
    """A value after the modifiers of ``name`` in force: by layer, then set, add, clamp, then age."""
    rows = []
    for source, modifier in sources.in_force(m, lambda one: changes(one, name), silence=name != "silent"):
        env = sources.static_env(modifier.proc.names, source, it)
        if applies(modifier, env):
            kind = {"to": 0, "by": 1}.get(modifier.op, 2)
            rows.append(((sources.layer(m, source), kind, source.since), modifier, env))
    for _, modifier, env in sorted(rows, key=lambda row: row[0]):
        found = one_modified(m, found, modifier, env)
    return found


def changes(static: Any, name: str) -> bool:
    """Is it a modifier of that attribute or value?"""
    return isinstance(static, ir.Modifier) and static.target == name


def one_modified(m: Match, found: Any, modifier: ir.Modifier, env: Env) -> Any:
    """A value after one modifier. Nothing can be set, but not added to."""
    operand = values.value(modifier.proc.body, m, env)
    if modifier.op == "to":
        return operand
    if found is None or operand is None:
        return found
    if modifier.op == "at least":
        return max(found, operand)
    if modifier.op == "at most":
        return min(found, operand)
    if modifier.up_to is None:
        return found + operand
    return max(found, min(found + operand, values.value(modifier.up_to, m, env)))


def rows_of(name: str, m: Match) -> Iterator[tuple[ir.Row, Env]]:
    """The rows of a contest, top down, each with an environment whose first two slots are still empty.

    Those that live cards lay are on top, the youngest first."""
    laid = sources.in_force(m, lambda one: isinstance(one, ir.Row) and one.contest == name)
    for source, row in sorted(laid, key=lambda pair: -pair[0].since):
        yield row, sources.static_env(row.names, source, None, None)
    for row in m.declared("contests", name).rows:
        yield row, Env([None] * len(row.names), None)
