"""Games made by hand, each for one thing on which the engine and the reference once differed."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference import build as b
from yomi_dsl import ir

YOU = b.slot(0)
FOE = ir.Opponent(YOU)
CASES: dict[str, Callable[[], ir.Game]] = {}


def case(make: Callable[[], ir.Game]) -> Callable[[], ir.Game]:
    CASES[make.__name__] = make
    return make


def hand(*terms: ir.Term) -> ir.Cards:
    return b.cards(b.zone("hand", YOU), *terms)


def a_hand(*terms: ir.Term) -> ir.Pick:
    return b.first(hand(*terms))


ASK = b.choose(YOU, b.ask("one", 3, hand()))
HIT = b.action("hit", b.change("hp", FOE, by=b.op("neg", b.slot(1))), "n")
A, B = ir.IsNamed("A"), ir.IsNamed("B")


def with_b(*items: ir.Static, a: tuple[ir.Static, ...] = ()) -> tuple[ir.Card, ...]:
    """Cards A, A and B, with rules."""
    return b.card("A", b.face(b.ability(*a)), copies=2), b.card("B", b.face(b.ability(*items)))
