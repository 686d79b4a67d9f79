"""Cards, what holds them, and examples: the many parts of a game that no other part reads.

What such a unit comes to depends on its own text and on what the rest of the game declares; of cards, only on the names that
it mentions. Whoever keeps that from one run to the next hands in a `Keeper`; a unit is then read anew only where it must be.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeVar

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import Handed, Scope, Taken
from yomi_dsl.diagnostics import Bag
from yomi_dsl.syntax import Stmt


@attrs.frozen(eq=False)
class Unit:
    """What a unit came to without any report, and what reading it left in the table (see there).

    before     how many unnamed statuses there were: they are numbered
    statuses   those that it made
    """

    made: Any
    before: int
    statuses: tuple[ir.Status, ...]
    used: tuple[str, ...]
    asked: tuple[str, ...]
    taken: tuple[Taken, ...]
    handed: tuple[Handed, ...]


class Keeper(Protocol):
    def known(self, stmt: Stmt, before: int) -> Unit | None:
        """What a statement comes to, if that is known."""

    def whole(self, stmt: Stmt) -> Stmt:
        """The statement for one of which only the outline was given."""

    def keep(self, stmt: Stmt, unit: Unit) -> None:
        """A statement was read without any report."""


class Forgetful:
    """Knows nothing."""

    def known(self, stmt: Stmt, before: int) -> Unit | None:
        return None

    def whole(self, stmt: Stmt) -> Stmt:
        return stmt

    def keep(self, stmt: Stmt, unit: Unit) -> None:
        pass


def unit(s: Scope, stmt: Stmt, read: Callable[[Scope, Stmt], Any]) -> Any:
    """What ``read`` makes of a statement, now or in an earlier run; None if it is at fault."""
    known = s.table.keeper.known(stmt, len(s.statuses))
    if known is None or not all(name[1:-1] in s.table.card_names for name in known.used if name[0] == '"'):
        return fresh(s, stmt, read)
    s.statuses += known.statuses
    s.table.used.update(known.used)
    s.table.asked += known.asked
    s.table.taken += known.taken
    s.table.handed += known.handed
    return known.made


def fresh(s: Scope, stmt: Stmt, read: Callable[[Scope, Stmt], Any]) -> Any:
    table, inner = s.table, s.child(bag=Bag())
    before = len(s.statuses)
    statuses, asked, taken, handed = added(s.statuses), added(table.asked), added(table.taken), added(table.handed)
    used, table.used = table.used, set()
    made = inner.attempt(partial(read, inner, table.keeper.whole(stmt)))
    if not len(inner.bag) and table.aftermath.none:
        mine = tuple(sorted(table.used))
        table.keeper.keep(stmt, Unit(made, before, statuses(), mine, asked(), taken(), handed()))
    table.used |= used
    s.bag.take(inner.bag)
    return made


T = TypeVar("T")


def added(items: list[T]) -> Callable[[], tuple[T, ...]]:
    """What a list has more than now, when asked."""
    before = len(items)
    return lambda: tuple(items[before:])
