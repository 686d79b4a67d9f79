"""Which values always stand for something. Where a player may be nobody, that is looked at; elsewhere it costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.walk import Perhaps, conjuncts, walk
from yomi_dsl.nodes import evolve

BOUND = (ir.Seat, ir.Such, ir.EachPlayer, ir.ForEach, ir.Repeat, ir.TakeTurns, ir.Sealed)
"""What puts something into its slot: a card, a player, a count."""


def always(node: Any, known: Iterable[int]) -> bool:
    """Is a value never nothing? ``known``: the slots that hold something."""
    if isinstance(node, ir.Local):
        return node.slot in known
    if isinstance(node, ir.Lit):
        return node.value is not None
    if isinstance(node, (ir.Opponent, ir.Owner)):
        return always(node.of, known)
    if isinstance(node, ir.Zone):
        return node.of is None or always(node.of, known)
    return isinstance(node, (ir.Active, ir.RandomPlayer))


def named(doer: Any, known: Iterable[int]) -> bool:
    """Does a text name a doer who may be nobody? Where both act at once, a phase names none for what it does."""
    return not isinstance(doer, ir.Lit) and not always(doer, known)


@contextmanager
def surely(cond: Any, body: Any, known: set[int]) -> Iterator[None]:
    """While a body is lowered that is done only if ``cond`` holds: what that says is something, is."""
    told = {c.of.slot for c in conjuncts(cond) if isinstance(c, ir.Something) and isinstance(c.of, ir.Local)}
    told -= {slot for n in walk(body) for slot, _ in _writes(n)} | known
    known |= told
    yield
    known -= told


def bound(body: Any, params: Iterable[int]) -> set[int]:
    """The slots of a body that hold something whenever they are read."""
    written = [pair for n in walk(body) for pair in _writes(n)]
    known = {*params, *[slot for slot, _ in written]}
    while doubtful := {slot for slot, value in written if slot in known and not always(value, known)}:
        known -= doubtful
    return known


def _writes(n: Any) -> Iterator[tuple[int, Any]]:
    """The slots that a node fills, each with a value that is nothing only if what it gets may be."""
    if isinstance(n, BOUND) or (isinstance(n, ir.Cards) and n.where) or (isinstance(n, ir.Fold) and n.each):
        yield n.slot, ir.Active()
    elif isinstance(n, ir.Let):
        yield n.slot, n.value
    elif isinstance(n, ir.Ask):
        yield from ((n.slot, ir.Lit(None)), (n.slot + 1, ir.Lit(None)))
    elif isinstance(n, ir.Change) and isinstance(n.target, ir.Local) and n.to is not None:
        yield n.target.slot, n.to


def doubted(node: Any, known: Iterable[int]) -> Any:
    """The value, with every zone of somebody who may be nobody marked as such."""
    if isinstance(node, ir.Zone) and not always(node, known) and not isinstance(node.of, Perhaps):
        return evolve(node, of=Perhaps(node.of))
    return node
