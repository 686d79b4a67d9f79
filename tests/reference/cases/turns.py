"""Of the turn that passes on, and of what as-soon-as rules wait for besides."""

from __future__ import annotations

from typing import Any

from tests.reference import build as b
from tests.reference.cases.common import ASK, YOU, B, case, hand, with_b
from yomi_dsl import ir


def when_the_turn_passes(where: ir.Value, *rules: ir.Rule, **parts: Any) -> ir.Game:
    """Both have a card in the bin. What becomes true as the turn passes is noted at once."""
    soon = b.rule("soon", "", b.note(b.op("+", 1, ir.TurnNumber()), ir.Local(0, "you")), where=where)
    laid = b.move(b.first(b.cards(b.zone("hand", b.slot(1)))), b.zone("bin", b.slot(1)))
    first = ir.EachPlayer(1, b.seq(laid, b.mark(b.slot(1), "keen")))
    body = b.seq(ir.If(b.op("=", ir.TurnNumber(), 1), first, None), ASK)
    given = {"rules": (soon, *rules), "statuses": (b.status("keen", "player"),), "turn_limit": 4}
    return b.small_game(body, **{**given, **parts})


@case
def a_condition_on_the_first_card_of_anybodys() -> ir.Game:
    """First is that of the active player: so it is another one as the turn passes."""
    return when_the_turn_passes(ir.Is(b.first(b.cards(b.zone("bin"))), b.filter(ir.OwnedBy(b.slot(0)))))


@case
def a_condition_on_the_last_card_of_anybodys_with_rules_before_the_turn() -> ir.Game:
    """It holds before the rules at the start of the turn, which find it noted."""
    begins = b.rule(
        "before", "turn", b.seq(b.change("hp", ir.Active(), to=b.op("half-down", ir.Tally("noted", ir.Active()))))
    )
    last = ir.Pick("last", b.cards(b.zone("bin")))
    return when_the_turn_passes(ir.Is(last, b.filter(ir.OwnedBy(b.slot(0)))), begins)


@case
def a_condition_on_the_holder_of_a_status_that_both_have() -> ir.Game:
    return when_the_turn_passes(b.op("=", ir.Holder("keen"), b.slot(0)))


@case
def a_condition_on_whose_turn_it_is() -> ir.Game:
    return when_the_turn_passes(b.op("and", b.op("=", ir.Active(), b.slot(0)), b.op(">", ir.TurnNumber(), 1)))


@case
def a_condition_of_a_card_on_the_first_card_of_anybodys() -> ir.Game:
    first = b.first(b.cards(b.zone("hand")))
    soon = b.rule("soon", "", b.note(7), where=ir.Is(first, b.filter(ir.OwnedBy(b.slot(0)))))
    seen = b.rule("before", "turn", b.change("hp", ir.Active(), by=-1))
    laid = b.seq(b.move(hand(B), b.zone("table", YOU)), ASK)
    return b.small_game(laid, cards=with_b(soon), rules=(seen,), turn_limit=5)


@case
def a_rule_that_asks_as_the_turn_passes() -> ir.Game:
    """It is answered before the turn begins."""
    soon = b.rule("soon", "", b.seq(ASK, b.note(1)), where=b.op("=", ir.Active(), b.slot(0)))
    begins = b.rule("before", "turn", b.note(2, ir.Active()))
    return b.small_game(ASK, rules=(soon, begins), turn_limit=4)


@case
def the_first_of_both_by_a_status_that_moves() -> ir.Game:
    """Where both act at once, the first player is told by a status."""
    soon = b.rule(
        "soon",
        "",
        b.note(ir.TurnNumber()),
        where=ir.Is(b.first(b.cards(b.zone("hand"))), b.filter(ir.OwnedBy(b.slot(0)))),
    )
    given = b.seq(
        ir.If(b.op("=", ir.TurnNumber(), 2), b.mark(b.lit(1), "keen"), None),
        ir.If(b.op("=", ir.TurnNumber(), 3), ir.Unmark(b.lit(1), "keen"), None),
    )
    asked = ir.EachPlayer(1, b.choose(b.slot(1), b.ask("one", 3, b.cards(b.zone("hand", b.slot(1))))))
    return b.small_game(b.seq(given, asked), rules=(soon,), statuses=(b.status("keen", "player"),), order=("keen", "layer", "age"),
                        turn=ir.Turn(True, "first seat", ("step", "late")), turn_limit=5)  # fmt: skip


@case
def a_condition_on_the_order_of_a_pile_that_is_shuffled() -> ir.Game:
    soon = b.rule("soon", "", b.note(1), where=ir.Is(b.first(b.cards(b.zone("bin", YOU))), b.filter(B)))
    laid = b.move(hand(), b.zone("bin", YOU))
    return b.small_game(b.seq(laid, *[ir.Shuffle(b.zone("bin", YOU))] * 8, b.change("hp", YOU, by=-1)), rules=(soon,))
