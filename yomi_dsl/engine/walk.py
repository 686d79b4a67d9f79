"""Walking, renaming and rewriting trees of the IR, whatever their nodes are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.nodes import evolve

_FIELDS: dict[type, tuple[str, ...] | None] = {}
KEPT = 1 << 13
"""Bodies whose nodes are remembered."""
BINDERS = (ir.Cards, ir.Fold, ir.Seat, ir.Such)


@attrs.frozen(eq=False, repr=False)
class LetIn:
    """Of the engine's own: the value of ``body`` with ``value`` in ``slot``. Comes from writing a formula out in place."""

    slot: int
    value: Any
    body: Any


@attrs.frozen(eq=False, repr=False)
class Perhaps:
    """Of the engine's own: a player who may be nobody, of whom a zone is meant."""

    of: Any


def fields(node: Any) -> tuple[str, ...]:
    """The names of a node's fields that may hold nodes."""
    return _fields_of(type(node)) or ()


def _fields_of(cls: type[Any]) -> tuple[str, ...] | None:
    """The same for a class; None for what is no node."""
    try:
        return _FIELDS[cls]
    except KeyError:
        node = cls.__module__.startswith(f"{ir.__name__}.") or cls in (LetIn, Perhaps)
        found = tuple(a.name for a in attrs.fields(cls) if a.name != "at") if node and attrs.has(cls) else None
        return _FIELDS.setdefault(cls, found)


def is_node(value: Any) -> bool:
    return _fields_of(type(value)) is not None


def walk(node: Any) -> Sequence[Any]:
    """A node (or tuple of nodes) and all below it, each before what is below it."""
    return [below for one in node for below in walk(one)] if isinstance(node, tuple) else _below(node)


@lru_cache(maxsize=KEPT)
def _below(node: Any) -> tuple[Any, ...]:
    """Lowering walks the same bodies again and again, so that what is below a node is kept."""
    found, left = [], [node]
    while left:
        value = left.pop()
        if isinstance(value, tuple):
            left.extend(value[::-1])
            continue
        names = _fields_of(type(value))
        if names is not None:
            found.append(value)
            left.extend([getattr(value, name) for name in names[::-1]])
    return tuple(found)


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """The tree with every node replaced by what ``change`` makes of it, from below."""
    if isinstance(node, tuple):
        made = tuple(rewrite(v, change) for v in node)
        return node if all(a is b for a, b in zip(made, node)) else made
    if not is_node(node):
        return node
    changed = {}
    for name in fields(node):
        old = getattr(node, name)
        if isinstance(old, tuple) or is_node(old):
            new = rewrite(old, change)
            if new is not old:
                changed[name] = new
    return change(evolve(node, **changed) if changed else node)


def slots_read(node: Any) -> set[int]:
    """The slots a value reads. A per-seat answer stands for both its slots."""
    found: set[int] = set()
    for n in walk(node):
        if isinstance(n, ir.Local):
            found.add(n.slot)
        elif isinstance(n, ir.PerSeat):
            found |= {n.slot, n.slot + 1}
    return found


def highest_slot(node: Any) -> int:
    """The highest slot that is mentioned anywhere below, or -1. Some nodes have a second slot behind the first."""
    top = -1
    for n in walk(node):
        slot = getattr(n, "slot", None)
        if isinstance(slot, int):
            wide = isinstance(n, (ir.PerSeat, ir.TakeTurns, ir.Ask))
            top = max(top, slot + wide)
    return top


def renamed(node: Any, to: dict[int, Any]) -> Any:
    """The tree with slots replaced: by another slot (int) or, where a slot is only read, by a value."""

    def change(n: Any) -> Any:
        if isinstance(n, ir.Local) and n.slot in to:
            new = to[n.slot]
            return ir.Local(new, n.name) if isinstance(new, int) else new
        if isinstance(n, (*BINDERS, ir.PerSeat, LetIn)) and isinstance(to.get(n.slot), int):
            return evolve(n, slot=to[n.slot])
        return n

    return rewrite(node, change)


def conjuncts(cond: Any) -> list[Any]:
    """The conditions of which one is the ``and``."""
    if cond is None or (isinstance(cond, ir.Lit) and cond.value is True):
        return []
    if isinstance(cond, ir.Op) and cond.op == "and":
        return [c for arg in cond.args for c in conjuncts(arg)]
    return [cond]


def all_of(conds: list[Any]) -> Any:
    """The ``and`` of conditions; None for none."""
    return None if not conds else conds[0] if len(conds) == 1 else ir.Op("and", tuple(conds))


def pure(node: Any) -> bool:
    """Does reading it twice give the same?"""
    return not any(isinstance(n, ir.RandomPlayer) for n in walk(node))


def is_constant(node: Any) -> bool:
    """Does a value read only literals and what its source is bound to?"""
    return all(isinstance(n, (ir.Lit, ir.WordLit, ir.WordsLit, ir.Local, ir.Op, ir.Opponent)) for n in walk(node))
