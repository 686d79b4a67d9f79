"""Why a number is what it is: its base and every rule that changed it, each with its place in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn, RowCode
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import highest_slot
from yomi_dsl.engine.worth import Change

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

KEPT = 1 << 10
"""Values that are made ready to be read, of all matches."""


class Term(NamedTuple):
    """One line of an explanation: what it is, the value after it, where it is written (None: nowhere).

    you, this   whose modifier it is, and the card that has it (None: a rule of the game or of a player's status)"""

    what: str
    value: Any
    at: ir.At | None
    you: int | None = None
    this: int | None = None


def explain(m: Match, st: State, name: str, of: int) -> list[Term]:
    """The terms of an attribute of a card, or of a declared value of a player."""
    if name in m.attr:
        return _attribute(m, st, name, of)
    return _value(m, st, name, of)


def _attribute(m: Match, st: State, name: str, c: int) -> list[Term]:
    now, i = m.attributes_now, m.attr[name]
    live = st.worth or m.reworth(st)
    at = now.face_index(st, i, c)
    printed = m.printed_values[i][at]
    found = now.base(st, i, at)
    card = m.cards[c % m.N]
    terms = [Term("printed" if printed is not None else "default", found, card.at)]
    for change in live.changes[i]:
        if change.code.gives and printed is not None:
            continue
        found = _applied(m, st, change, c, found, terms)
    declared = m.attributes[i]
    if declared.type == "number" and found is not None:
        kept = min(max(found, declared.low), declared.high)
        if kept != found:
            terms.append(Term(f"from {declared.low} to {declared.high}", kept, declared.at))
    return terms


def _value(m: Match, st: State, name: str, player: int) -> list[Term]:
    declared = m.game.values[m.vid[name]]
    found = m.values.function(declared.proc)(st, player)
    terms = [Term("formula", found, declared.at)]
    for change in (st.worth or m.reworth(st)).values[m.vid[name]]:
        found = _applied(m, st, change, player, found, terms)
    return terms


def _applied(m: Match, st: State, change: Change, it: int, found: Any, terms: list[Term]) -> Any:
    env = change.env[:]
    env[2] = it
    if not change.code.fits(st, env, it):
        return found
    operand = change.code.operand(st, env)
    found = change.code.applied(st, env, found)
    limit = f" up to {change.code.up_to(st, env)}" if change.code.up_to is not None else ""
    step = f"{operand:+}" if change.code.op == "by" and isinstance(operand, int) else f"{change.code.op} {operand}"
    terms.append(Term(f"{step}{limit}", found, change.code.at, env[3], env[4]))
    return found


@lru_cache(maxsize=KEPT)
def _lowered(m: Match, node: ir.Value, size: int) -> tuple[Fn, int]:
    sc = Scope(max(size, highest_slot(node) + 1))
    run = m.values.value(node, sc)
    return run, sc.size


def read(m: Match, st: State, node: ir.Value, env: Sequence[Any]) -> Any:
    """What a value or condition is now, with these things in its slots."""
    run, size = _lowered(m, node, len(env))
    return run(st, [0, 0, *env, *[None] * (size - len(env))])


class Met(NamedTuple):
    """The row that decides between two cards: ``mine`` beats or ties ``theirs`` by it.

    you, this   whose row it is, and the card that has it (None: one of the game's own)"""

    mine: int
    theirs: int
    row: ir.Row
    you: int | None
    this: int | None


def met(m: Match, st: State, contest: str, mine: int, theirs: int) -> Met | None:
    """The first row that fits these two, with the first as the one that beats; None if another one decides, or none."""
    for row, env in rows(m, st, contest):
        if row.fits(st, env[:], mine, theirs):
            return Met(mine, theirs, row.row, env[4], env[5])
        if row.fits(st, env[:], theirs, mine):
            return None
    return None


def rows(m: Match, st: State, contest: str) -> Iterator[tuple[RowCode, list[Any]]]:
    """The rows of a contest, those that cards lay on top first, each with the things in its slots."""
    number = m.cid[contest]
    yield from (st.worth or m.reworth(st)).rows[number]
    for row in m.game.contests[number].rows:
        code = m.lower_statics.row(row)
        yield code, [0, 0, None, None, None, None, *code.pad]
