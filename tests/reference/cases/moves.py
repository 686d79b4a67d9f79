"""Of cards that move, and of cards beyond a limit."""

from __future__ import annotations

from tests.reference import build as b
from tests.reference.cases.common import ASK, FOE, YOU, A, B, a_hand, case, hand, with_b
from yomi_dsl import ir


@case
def copies_of_which_one_was_changed_and_is_again_as_it_was() -> ir.Game:
    changed = ir.Change(ir.Tally("charge", a_hand(A)), ir.Lit(-1), None)
    return b.small_game(b.seq(changed, ASK))


@case
def copies_of_which_one_had_a_mark() -> ir.Game:
    tag = b.status("tagged", "card", span=b.span("game"))
    return b.small_game(b.seq(b.mark(a_hand(A), "tagged"), ir.Unmark(a_hand(A), "tagged"), ASK), statuses=(tag,))


@case
def copies_with_another_tally() -> ir.Game:
    return b.small_game(b.seq(ir.Change(ir.Tally("charge", a_hand(A)), ir.Lit(1), None), ASK))


@case
def around_a_move() -> ir.Game:
    rule = b.rule("instead", "move", b.seq(ir.Proceed(), b.note(1)))
    return b.small_game(b.move(a_hand(), b.zone("bin", YOU)), rules=(rule,))


@case
def around_a_move_of_several() -> ir.Game:
    rule = b.rule("instead", "move", b.seq(b.note(1), ir.Proceed(), b.note(2)))
    return b.small_game(b.move(hand(), b.zone("bin", YOU)), rules=(rule,))


@case
def around_a_move_then_a_question() -> ir.Game:
    rule = b.rule("instead", "move", b.seq(ir.Proceed(), b.choose(YOU, b.ask("one", 7, hand()))))
    return b.small_game(b.move(hand(), b.zone("bin", YOU)), rules=(rule,))


@case
def ends_of_a_row_and_of_a_plain_zone() -> ir.Game:
    steps = [b.move(a_hand(A), b.zone("table", YOU), "bottom"), b.move(a_hand(B), b.zone("table", YOU), "top")]
    steps += [
        b.move(a_hand(A), b.zone("table", YOU)),
        b.move(b.first(b.cards(b.zone("table", YOU))), b.zone("hand", YOU)),
    ]
    steps += [b.move(b.first(b.cards(b.zone("table", YOU))), b.zone("hand", YOU), "top")]
    return b.small_game(b.seq(*steps, ASK))


@case
def copies_in_the_zones_of_both_players() -> ir.Game:
    other = b.move(b.first(hand(A)), b.zone("bin", FOE))
    one = b.choose(YOU, b.ask("one", 3, b.cards(b.zone("bin"))))
    return b.small_game(b.seq(b.move(a_hand(A), b.zone("bin", YOU)), other, one))


@case
def a_question_after_each_of_several_moves() -> ir.Game:
    after = b.rule("after", "move", b.choose(b.slot(0), b.ask("one", 8, b.cards(b.zone("hand", b.slot(0))))))
    return b.small_game(
        ir.EachPlayer(1, b.move(b.cards(b.zone("hand", b.slot(1))), b.zone("bin", b.slot(1)))), rules=(after,)
    )


@case
def instead_of_a_move() -> ir.Game:
    return b.small_game(
        b.move(a_hand(), b.zone("bin", YOU)), rules=(b.rule("instead", "move", b.note(1, ir.Active())),)
    )


@case
def instead_of_a_move_by_a_card() -> ir.Game:
    rule = b.rule("instead", "move", b.note(1, b.slot(5)), ir.Is(b.slot(1), b.filter(A)))
    body = b.seq(b.move(a_hand(B), b.zone("table", YOU)), b.move(hand(), b.zone("bin", YOU)))
    return b.small_game(body, cards=with_b(rule))


def overflowing(*more: ir.Effect) -> ir.Game:
    """A card too many comes to a small zone. On moves there is a rule of a card on the table, and one of a status."""
    low = b.rule("after", "move", b.seq(b.note(1, ir.Active()), *more))
    status = b.status("dazed", "player", b.rule("after", "move", b.note(2, ir.Active())), span=b.span("game"))
    crowd = [b.move(a_hand(A), b.zone("small", YOU))] * 2
    body = b.seq(b.move(a_hand(B), b.zone("table", YOU)), b.mark(YOU, "dazed"), *crowd)
    return b.small_game(body, cards=with_b(low), statuses=(status,))


@case
def after_rules_of_a_move_that_overflows() -> ir.Game:
    return overflowing()


@case
def a_question_after_a_move_that_overflows() -> ir.Game:
    return overflowing(b.choose(b.slot(0), b.ask("one", 8, b.cards(b.zone("small", YOU)))))


@case
def as_soon_as_a_card_overflows() -> ir.Game:
    soon = b.rule("soon", "", b.note(1), where=ir.Quant("any", b.cards(b.zone("bin", YOU))))
    body = b.seq(b.move(a_hand(), b.zone("small", YOU)), b.move(a_hand(), b.zone("small", YOU)), b.note(2))
    return b.small_game(body, rules=(soon,))


@case
def as_soon_as_a_card_overflows_it_asks() -> ir.Game:
    soon = b.rule("soon", "", ASK, where=ir.Quant("any", b.cards(b.zone("bin", YOU))))
    body = b.seq(b.move(a_hand(), b.zone("small", YOU)), b.move(a_hand(), b.zone("small", YOU)), b.note(2))
    return b.small_game(body, rules=(soon,))


@case
def as_soon_as_a_card_overflows_a_card_asks() -> ir.Game:
    soon = b.rule("soon", "", ASK, where=ir.Quant("any", b.cards(b.zone("bin"))))
    body = b.seq(
        *[b.move(a_hand(), b.zone("small", YOU))] * 2,
        b.note(2),
        b.move(b.first(b.cards(b.zone("small", YOU))), b.zone("hand", YOU)),
    )
    hero = b.card("H", b.face(b.ability(soon)), head="deck")
    holder = ir.HolderDecl("deck", "D", "H", ("A", "B"), (), b.AT)
    return b.small_game(body, cards=(hero, *with_b()), holders=(holder,), turn_limit=3)


def kept(timing: str, answer: ir.Effect, *body: ir.Effect) -> ir.Game:
    """A rule on moves to the bin, where what is beyond the limit of a small zone goes."""
    to_bin = b.op("=", b.slot(3), b.zone("bin", ir.Active()))
    return b.small_game(b.seq(*body), rules=(b.rule(timing, "move", answer, where=to_bin),))


CROWD = b.move(a_hand(), b.zone("small", YOU))


@case
def a_card_that_is_kept_beyond_a_limit_is_not_tried_again_with_each_batch() -> ir.Game:
    return kept("instead", b.note(1, ir.Active()), CROWD, CROWD, b.note(2), b.note(3))


@case
def a_card_that_is_kept_beyond_a_limit_is_tried_again_when_another_comes() -> ir.Game:
    back = b.move(b.first(b.cards(b.zone("small", YOU))), b.zone("hand", YOU))
    return kept("instead", b.note(1, ir.Active()), CROWD, CROWD, back, b.note(2), CROWD, CROWD)


@case
def several_cards_are_kept_at_once() -> ir.Game:
    return kept("instead", b.note(1, ir.Active()), b.move(hand(), b.zone("small", YOU)), b.note(2), ASK)


@case
def a_question_instead_of_moving_on() -> ir.Game:
    asked = b.choose(ir.Active(), b.ask("one", 8, b.cards(b.zone("small", ir.Active()))))
    return kept("instead", b.seq(asked, ir.Proceed()), b.move(hand(), b.zone("small", YOU)), b.note(2))


@case
def each_card_beyond_a_limit_may_be_kept_there() -> ir.Game:
    """The question is which of those in the small zone leads: if any, the card moves on."""
    asked = b.choose(
        ir.Active(),
        b.ask("one", 8, b.cards(b.zone("small", ir.Active()))),
        mode="may",
        body=b.seq(b.note(1, ir.Active()), ir.Proceed()),
    )
    return kept("instead", asked, b.move(hand(), b.zone("small", YOU)), b.note(2), ASK)


@case
def a_card_beyond_a_limit_is_gone_when_it_would_move_on() -> ir.Game:
    """Two are kept there; then, instead of moving on, one takes all with it to the table."""
    all_gone = b.move(b.cards(b.zone("small", ir.Active())), b.zone("table", ir.Active()))
    asked = b.choose(ir.Active(), b.ask("one", 8, b.cards(b.zone("small", ir.Active()))), mode="may", body=all_gone)
    return kept("instead", asked, b.move(hand(), b.zone("small", YOU)), b.note(2), ASK)


@case
def two_moves_of_one_card_to_the_same_zone_in_a_block() -> ir.Game:
    """The last one holds: to the bottom."""
    first = b.move(a_hand(A), b.zone("bin", YOU))
    twice = b.seq(b.move(a_hand(B), b.zone("bin", YOU)), b.move(a_hand(B), b.zone("bin", YOU), side="bottom"))
    return b.small_game(b.seq(first, ir.Together(twice)))


@case
def a_choice_of_two_among_things_that_are_named_twice() -> ir.Game:
    """There are not two of them."""
    bins = ir.AnyOf(zones=(b.zone("bin", YOU), b.zone("bin", YOU)))
    zones = b.choose(YOU, b.ask("where", 3, bins, 2, 2, many=True), body=b.note(1))
    numbers = b.choose(YOU, b.ask("n", 4, (1, b.op("-", 2, 1)), 2, 2, many=True), body=b.note(2))
    three = b.choose(YOU, b.ask("n", 4, (1, b.op("-", 2, 1), 3), 2, 2, many=True), body=b.note(3))
    return b.small_game(b.seq(zones, numbers, three, ASK))
