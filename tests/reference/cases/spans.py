"""Of spans, limits and costs."""

from __future__ import annotations

from tests.reference import build as b
from tests.reference.cases.common import ASK, YOU, A, B, case, hand, with_b
from yomi_dsl import ir


@case
def an_edge_rule_of_a_silent_card() -> ir.Game:
    shut_up = b.modifier("silent", "to", True, A)
    note = b.rule("end", "", b.note(1), span=b.span("turn"))
    laid = b.seq(b.move(hand(A), b.zone("table", YOU)), b.move(hand(B), b.zone("table", YOU)))
    return b.small_game(laid, cards=with_b(shut_up, a=(note,)))


@case
def an_edge_rule_of_a_silent_holder() -> ir.Game:
    shut_up = b.modifier("silent", "to", True, ir.OwnedBy(b.slot(1)))
    note = b.rule("end", "", b.note(1), span=b.span("turn", "next"))
    hero = b.card("H", b.face(b.ability(note)), head="deck")
    laid = b.move(hand(B), b.zone("table", YOU))
    cards = (hero, *with_b(shut_up))
    holder = ir.HolderDecl("deck", "D", "H", ("A", "B"), (), b.AT)
    return b.small_game(laid, cards=cards, holders=(holder,), turn_limit=3)


@case
def a_flip_to_the_face_that_is_up() -> ir.Game:
    note = b.rule("start", "", b.note(1), span=b.span("late", "next"))
    cards = (b.card("A", b.face(name="red"), b.face(b.ability(note), name="blue")), b.card("B"))
    laid = b.move(hand(), b.zone("table", YOU))
    turned = ir.ForEach(2, "c", b.cards(b.zone("table", YOU)), ir.Flip(b.slot(2), ir.Lit("blue")))
    return b.small_game(b.seq(laid, turned), cards=cards, turn_limit=6)


@case
def what_lasts_this_phase_between_turns_is_over_with_the_next_one() -> ir.Game:
    """A rule at the end of a turn gives a status for "this step": no step runs, and no turn."""
    late = b.rule("end", "", b.mark(YOU, "dazed"), span=b.span("turn", "next"))
    dazed = b.status("dazed", "player", b.rule("end", "", b.note(2), span=b.span("step")), span=b.span("step"))
    laid = b.seq(b.move(hand(B), b.zone("table", YOU)), ASK)
    return b.small_game(laid, cards=with_b(late), statuses=(dazed,), turn_limit=5)


@case
def a_rule_at_the_end_of_this_phase_of_a_status_that_opens_with_the_turn() -> ir.Game:
    """No step runs when it opens: so the rule stands at the end of the turn, and asks there."""
    asking = b.rule("end", "", b.seq(b.note(2), ASK), span=b.span("step"))
    dazed = b.status("dazed", "player", asking, span=b.span("late", "next"))
    return b.small_game(b.mark(YOU, "dazed", b.span("turn", "next")), statuses=(dazed,), turn_limit=5)
