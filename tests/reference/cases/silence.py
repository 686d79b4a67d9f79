"""Of cards that are silent as long as something holds that is no rule coming or going."""

from __future__ import annotations

from typing import Any

import attrs

from tests.reference import build as b
from tests.reference.cases.common import FOE, HIT, YOU, A, B, case, hand, with_b
from yomi_dsl import ir

ASK_A = b.choose(YOU, b.ask("one", 5, b.cards(b.zone("table", YOU))))


def silent_while(*terms: ir.Term, steps: Any = (), **parts: Any) -> ir.Game:
    """B silences the cards A that fit; A notes each hit. After each step there is a hit."""
    heard = b.rule("after", "hit", b.note(1, b.slot(2)))
    soon = b.rule("soon", "", b.note(2), where=b.op("<", ir.Tally("hp", YOU), 6))
    laid = b.move(hand(), b.zone("table", YOU))
    body = b.seq(laid, *[b.seq(step, b.do("hit", FOE, 1)) for step in steps], b.change("noted", FOE, to=0))
    mute = b.modifier("silent", "to", True, A, *terms)
    return b.small_game(body, HIT, cards=with_b(mute, a=(heard, soon)), **parts)


@case
def while_a_card_has_a_status() -> ir.Game:
    on_a = b.first(b.cards(b.zone("table", YOU), A))
    steps = (
        b.seq(),
        b.mark(on_a, "tagged"),
        ir.Unmark(on_a, "tagged"),
        b.mark(b.cards(b.zone("table", YOU), A), "tagged"),
    )
    return silent_while(ir.IsStatus("tagged"), steps=steps, statuses=(b.status("tagged", "card"),))


@case
def while_a_number_is_small() -> ir.Game:
    few = ir.Such(5, b.op("<", ir.Tally("charge", b.slot(5)), 1))
    on_a = b.first(b.cards(b.zone("table", YOU), A))
    charged = [ir.Change(ir.Tally("charge", on_a), ir.Lit(by), None) for by in (1, -1, 2)]
    return silent_while(few, steps=(b.seq(), *charged))


@case
def while_a_player_has_much() -> ir.Game:
    much = ir.Such(5, b.op(">", ir.Tally("hp", ir.Owner(b.slot(5))), 7))
    return silent_while(much, steps=(b.seq(), b.seq(), b.seq(), b.change("hp", YOU, by=3)))


@case
def while_a_card_lies_in_a_zone_that_is_not_live() -> ir.Game:
    there = ir.Such(5, ir.Quant("any", b.cards(b.zone("bin"))))
    moved = b.move(b.first(b.cards(b.zone("hand", FOE))), b.zone("bin", FOE))
    return silent_while(there, steps=(b.seq(), moved, b.move(b.cards(b.zone("bin")), b.zone("hand", FOE))))


@case
def while_it_is_somebodys_turn() -> ir.Game:
    mine = ir.OwnedBy(ir.Active())
    return silent_while(mine, steps=(b.seq(),), turn_limit=3)


@case
def a_rule_that_asks_and_is_heard_again_by_a_number() -> ir.Game:
    """It is true all the while; what lets it be heard is a tally."""
    few = ir.Such(5, b.op("<", ir.Tally("charge", b.slot(5)), 1))
    soon = b.rule(
        "soon",
        "",
        b.seq(b.choose(YOU, b.ask("heard", 7, b.cards(b.zone("table", YOU)))), b.note(1)),
        where=b.op("<", ir.Tally("hp", FOE), 10),
    )
    mute = b.modifier("silent", "to", True, A, few)
    on_a = b.first(b.cards(b.zone("table", YOU), A))
    up, down = [ir.Change(ir.Tally("charge", on_a), ir.Lit(by), None) for by in (1, -1)]
    return b.small_game(
        b.seq(b.move(hand(), b.zone("table", YOU)), up, b.note(3), down, up, b.note(4)), cards=with_b(mute, a=(soon,))
    )


@case
def a_rule_of_a_silent_card_between_questions() -> ir.Game:
    """It falls silent by a status, and is heard again by the end of it, with a question before and after."""
    tag = b.status("tagged", "card", span=b.span("late"))
    mute = b.modifier("silent", "to", True, A, ir.IsStatus("tagged"))
    soon = b.rule("soon", "", b.note(1), where=b.op("<", ir.Tally("hp", YOU), 9))
    all_a = b.cards(b.zone("table", YOU), A)
    step = b.seq(
        b.move(hand(), b.zone("table", YOU)), ASK_A, b.mark(all_a, "tagged"), ASK_A, b.change("hp", YOU, by=-1), ASK_A
    )
    late = b.action("late", b.seq(ir.Unmark(all_a, "tagged"), ASK_A), kind="phase")
    game = b.small_game(step, cards=with_b(mute, a=(soon,)), statuses=(tag,), turn_limit=3)
    return attrs.evolve(game, actions=(game.actions[0], late))


@case
def a_rule_that_asks_as_a_pile_is_shuffled() -> ir.Game:
    first = ir.Is(b.first(b.cards(b.zone("bin", YOU))), b.filter(B))
    soon = b.rule("soon", "", b.choose(YOU, b.ask("seen", 7, b.cards(b.zone("bin", YOU)))), where=first)
    laid = b.move(hand(), b.zone("bin", YOU))
    return b.small_game(b.seq(laid, *[b.seq(ir.Shuffle(b.zone("bin", YOU)), b.note(1))] * 8), rules=(soon,))
