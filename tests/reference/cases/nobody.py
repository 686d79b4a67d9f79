"""Of nobody: a player who was asked for, and is none."""

from __future__ import annotations

from typing import Any

from tests.reference import build as b
from tests.reference.cases.common import ASK, FOE, HIT, YOU, a_hand, case, hand
from yomi_dsl import ir

Q = b.slot(3)
NOBODY = ir.Let(3, "q", ir.Seat(4, "player", ir.Lit(False)))
QUESTION = b.choose(YOU, b.ask("one", 5, hand()))
HERS = b.zone("hand", Q)


def of_nobody(*steps: ir.Effect, actions: Any = (), **parts: Any) -> ir.Game:
    """First it is told that slot 3 is nobody."""
    return b.small_game(b.seq(NOBODY, *steps, QUESTION), *actions, **parts)


def told(*found: Any) -> ir.Effect:
    """Notes 1 for each that holds, else 2."""
    return b.seq(*[ir.If(one, b.note(1), b.note(2)) for one in found])


@case
def cards_in_a_zone_of_nobody() -> ir.Game:
    """There are none: none is first, all are of any kind."""
    there = b.cards(HERS)
    sums = [b.op("=", fold, 0) for fold in (b.count(there), ir.Fold("most", there, 6, ir.Attr("silent", b.slot(6))))]
    quants = [
        ir.Quant(quant, b.cards(HERS, *terms)) for quant in ("any", "no", "all") for terms in ((), (ir.IsNamed("A"),))
    ]
    picks = [
        ir.Something(ir.Pick(take, b.cards(HERS, *terms)))
        for take in ("first", "last", "only")
        for terms in ((), (ir.IsNamed("A"),))
    ]
    return of_nobody(told(*sums, *quants), told(*picks), ir.ForEach(6, "c", there, b.note(3)))


@case
def cards_in_a_zone_of_nobody_and_in_another() -> ir.Game:
    both = ir.Cards((HERS, b.zone("hand", YOU)), None, b.ANY, 11, "it", None)
    three = ir.Cards((HERS, b.zone("hand", ir.Opponent(Q)), b.zone("hand", YOU)), None, b.ANY, 11, "it", None)
    return of_nobody(told(b.op("=", b.count(both), 3), b.op("=", b.count(three), 3)))


@case
def what_is_asked_of_a_zone_of_nobody() -> ir.Game:
    mine = b.first(hand())
    asked = [ir.In(mine, HERS), b.op("=", HERS, b.zone("hand", YOU)), b.op("!=", HERS, b.zone("hand", YOU))]
    asked += [b.op("=", HERS, b.zone("hand")), b.op("=", HERS, b.NONE)]
    return of_nobody(told(*asked))


@case
def a_move_to_a_zone_of_nobody() -> ir.Game:
    """Of one card, of several, by rules that look at moves: none is an event."""
    return of_nobody(
        b.move(b.first(hand()), HERS), b.move(hand(), HERS, "top"), b.move(hand(), b.zone("table", ir.Opponent(Q)))
    )


@case
def a_move_to_a_zone_of_nobody_that_rules_look_at() -> ir.Game:
    seen = b.rule("before", "move", b.note(1, ir.Active()))
    shuffled = b.rule("after", "shuffle", b.note(2, ir.Active()))
    moves = (
        b.move(b.first(hand()), HERS),
        b.move(hand(), HERS),
        ir.Shuffle(HERS),
        b.move(b.first(hand()), b.zone("bin", YOU)),
    )
    return of_nobody(ir.Shuffle(HERS), *moves, ir.Shuffle(b.zone("bin", YOU)), rules=(seen, shuffled))


@case
def a_move_to_a_zone_of_nobody_that_rules_may_ask_about() -> ir.Game:
    asked = b.rule("before", "move", b.choose(ir.Active(), b.ask("two", 7, b.cards(b.zone("hand", ir.Active())))))
    moves = b.move(b.first(hand()), HERS), b.move(hand(), HERS), b.move(b.first(hand()), b.zone("bin", YOU))
    return of_nobody(*moves, rules=(asked,))


@case
def a_move_to_a_zone_of_nobody_together() -> ir.Game:
    return of_nobody(ir.Together(b.seq(b.move(hand(), HERS), b.note(1))))


@case
def a_zone_of_nobody_handed_to_an_action() -> ir.Game:
    lay = b.action(
        "lay",
        b.seq(
            b.move(b.first(b.cards(b.slot(1))), b.zone("bin", b.slot(0))),
            b.move(hand(), b.slot(1)),
            ir.Shuffle(b.slot(1)),
            b.note(4),
        ),
        "to:zone",
    )
    return of_nobody(b.do("lay", YOU, HERS), actions=(lay,))


@case
def an_action_done_by_nobody() -> ir.Game:
    """It does not happen: no limit of it is used, no rule sees it."""
    act = b.action(
        "act",
        b.seq(b.note(1, ir.Active()), b.move(b.cards(b.zone("hand", b.slot(0))), b.zone("bin", b.slot(0)))),
        limit=b.limit(1),
    )
    seen = b.rule("instead", "act", b.seq(b.note(2, ir.Active()), ir.Proceed()))
    return of_nobody(
        b.do("act", Q), b.do("act", ir.Opponent(Q)), b.do("act", YOU), b.do("act", YOU), actions=(act,), rules=(seen,)
    )


@case
def what_is_done_only_if_there_is_somebody() -> ir.Game:
    """That somebody is there holds for what is done then, until the name stands for another."""
    there, asked = ir.Something(Q), b.action("beg", ASK)
    acts = b.seq(b.do("act", Q), b.do("beg", Q))
    first = ir.If(there, acts, b.note(2))
    second = ir.If(there, b.seq(acts, NOBODY, acts, b.move(a_hand(), HERS)), b.note(3))
    act = b.action("act", b.note(1, ir.Active()))
    return of_nobody(first, ir.Let(3, "q", YOU), second, actions=(act, asked))


@case
def an_action_that_asks_done_by_nobody() -> ir.Game:
    act = b.action("act", b.seq(b.note(1), ASK))
    return of_nobody(b.do("act", Q), b.do("act", FOE), actions=(act,))


@case
def an_action_done_to_nobody() -> ir.Game:
    """It happens, and what it would do to a player does not."""
    rob = b.action("rob", b.seq(b.move(b.cards(b.zone("hand", b.slot(1))), b.zone("bin", YOU)), b.move(b.first(hand()), b.zone("bin", b.slot(1))),
                                b.change("hp", b.slot(1), by=-1), b.note(1)), "whom:player")  # fmt: skip
    return of_nobody(b.do("rob", YOU, Q), b.do("rob", YOU, FOE), actions=(rob,))


@case
def numbers_of_nobody() -> ir.Game:
    """They are nothing: no comparison holds, and nothing is added or set by them."""
    hers, mine = ir.Tally("hp", Q), ir.Tally("hp", YOU)
    compared = [b.op(name, hers, mine) for name in ("<", "<=", ">", ">=", "=", "!=")]
    changed = (
        b.change("hp", YOU, by=hers),
        b.change("hp", YOU, to=b.op("+", hers, 1)),
        b.change("hp", Q, by=-1),
        b.change("hp", Q, to=3),
    )
    rounds = ir.Repeat(6, hers, None, b.note(3))
    return of_nobody(told(*compared), *changed, rounds)


@case
def a_name_that_is_changed_by_a_number_of_nobody() -> ir.Game:
    """It stays as it is; and what stands for nothing can be set, but nothing is added to it."""
    hers, n, none = ir.Tally("hp", Q), b.slot(6), b.slot(7)
    changes = [ir.Change(n, hers, None), ir.Change(n, None, hers), ir.Change(none, ir.Lit(1), None)]
    notes = b.note(n), told(ir.Something(none)), ir.Change(none, None, ir.Lit(2)), b.note(none)
    return of_nobody(ir.Let(6, "n", ir.Lit(4)), ir.Let(7, "none", hers), *changes, *notes)


@case
def a_declared_value_of_nobody() -> ir.Game:
    """It is told from nothing; no modifier is about nobody."""
    cards = ir.ValueDecl(
        "many", "number", ("player",), b.value_proc(b.count(b.cards(b.zone("hand", b.slot(0)), it=2))), "", (), b.AT
    )
    three = ir.ValueDecl("three", "number", ("player",), b.value_proc(3), "", (), b.AT)
    more = b.status(
        "more", "player", b.modifier("many", "by", 1, player=b.slot(1)), b.modifier("three", "by", 1, player=b.slot(1))
    )
    for_nobody = b.status(
        "void", "game", b.modifier("many", "by", 1, player=b.slot(1)), b.modifier("three", "by", 1, player=b.slot(1))
    )
    asked = [b.op("=", ir.Call(name, (who,)), n) for name, who, n in
             (("many", Q, 0), ("many", YOU, 4), ("three", Q, 3), ("three", YOU, 4), ("three", ir.Opponent(Q), 3))]  # fmt: skip
    return of_nobody(
        b.mark(YOU, "more"), b.mark(None, "void"), told(*asked), values=(cards, three), statuses=(more, for_nobody)
    )


@case
def statuses_of_nobody() -> ir.Game:
    dazed = b.status("dazed", "player")
    seen = b.rule("after", "mark", b.note(1, ir.Active())), b.rule("after", "unmark", b.note(2, ir.Active()))
    steps = (
        b.mark(Q, "dazed"),
        b.mark(ir.Opponent(Q), "dazed"),
        ir.Unmark(Q, "dazed"),
        told(ir.Has(Q, "dazed")),
        b.mark(YOU, "dazed"),
    )
    return of_nobody(*steps, statuses=(dazed,), rules=seen)


@case
def spans_of_turns_of_nobody() -> ir.Game:
    """What they would open never opens, and what they would shut never shuts."""
    kept = b.status("kept", "player", b.rule("end", "", b.note(8), span=b.span("turn")), span=b.span("turn"))
    spans = [
        b.span("turn", "next", 1, Q),
        b.span("turn", "now", 1, Q),
        b.span("turn", "now", 1, Q, until=True),
        b.span("step", "now", 1, Q),
    ]
    marks = [b.mark(YOU, "kept", span) for span in spans]
    return of_nobody(
        ir.If(b.op("=", ir.TurnNumber(), 1), b.seq(*marks[:1], b.mark(FOE, "kept", spans[1])), b.seq(*marks[2:])),
        ASK,
        statuses=(kept,),
        turn_limit=4,
    )


@case
def a_choice_of_nobody() -> ir.Game:
    """Nobody is asked, and nothing is chosen."""
    hers = [
        b.choose(Q, b.ask("one", 5, hand()), mode=mode, body=b.note(1), otherwise=b.note(2) if mode == "may" else None)
        for mode in ("must", "may", "keep")
    ]
    options = [b.options(Q, b.option("a", b.note(3)), mode=mode) for mode in ("must", "may", "keep")]
    several = b.choose(Q, b.ask("one", 5, hand(), 1, 2, many=True), body=b.note(4))
    return of_nobody(*hers, *options, several, b.choose(Q, mode="may", body=b.note(5), otherwise=b.note(6)))


@case
def a_choice_from_a_zone_of_nobody() -> ir.Game:
    one = b.choose(YOU, b.ask("one", 5, b.cards(HERS)), body=b.note(1))
    two = b.choose(
        YOU, b.ask("two", 5, b.cards(HERS), 1, 2, many=True), mode="may", body=b.note(2), otherwise=b.note(3)
    )
    return of_nobody(one, two)


@case
def a_choice_among_zones_of_which_one_is_of_nobody() -> ir.Game:
    """It is no zone that could be chosen."""
    places = ir.AnyOf(zones=(HERS, b.zone("bin", YOU), b.zone("table", YOU)))
    none = ir.AnyOf(zones=(HERS, b.zone("bin", Q)))
    pick = b.choose(YOU, b.ask("where", 6, places), body=b.move(b.first(hand()), b.slot(6)))
    other = b.choose(YOU, b.ask("where", 7, none), body=b.note(1))
    return of_nobody(pick, other, b.move(b.first(hand()), b.slot(7)), told(ir.Something(b.first(b.cards(b.slot(7))))))


@case
def a_choice_among_numbers_of_which_one_is_of_nobody() -> ir.Game:
    numbers = b.ask("n", 6, (1, ir.Tally("hp", Q), 2))
    return of_nobody(b.choose(YOU, numbers), b.note(b.slot(6)))


@case
def a_finish_of_nobody() -> ir.Game:
    seen = b.rule("before", "win game", b.note(1, ir.Active()))
    finishes = [ir.Finish(result, Q, "over") for result in ("win", "lose")]
    return of_nobody(*finishes, rules=(seen,))


@case
def a_roll_of_a_die_without_sides() -> ir.Game:
    """It is not rolled, and what it was before is forgotten."""
    die = ir.Roll(6, "n", b.op("-", ir.Tally("hp", YOU), 8))
    rolls = [b.seq(die, told(ir.Something(b.slot(6))), b.change("hp", YOU, by=-1)) for _ in range(3)]
    seen = b.rule("after", "roll", b.note(3, ir.Active()))
    blunt = b.rule("before", "roll", ir.Change(b.slot(1), ir.Lit(-1), None), where=b.op("=", ir.Tally("noted", YOU), 0))
    return of_nobody(*rolls, rules=(seen, blunt))


@case
def a_roll_of_a_die_of_nobody() -> ir.Game:
    seen = b.rule("after", "roll", b.note(1, ir.Active()))
    return of_nobody(ir.Roll(6, "n", ir.Tally("hp", Q)), told(ir.Something(b.slot(6))), rules=(seen,))


@case
def a_limit_that_is_a_number_of_nobody() -> ir.Game:
    """There is none by which it could be allowed."""
    act = b.action("act", b.note(1), limit=b.limit(ir.Tally("hp", ir.Holder("dazed"))))
    bound = b.rule("after", "hit", b.note(2, ir.Active()), limit=b.limit(ir.Tally("hp", ir.Holder("dazed"))))
    return of_nobody(
        b.do("act", YOU),
        b.do("hit", YOU, 1),
        actions=(act, HIT),
        rules=(bound,),
        statuses=(b.status("dazed", "player"),),
    )


@case
def the_answer_of_nobody() -> ir.Game:
    """Of what both have chosen unseen."""
    sealed = ir.Sealed(6, (b.choose(b.slot(6), b.ask("bid", 7, b.cards(b.zone("hand", b.slot(6))))),))
    return of_nobody(sealed, told(ir.Something(ir.PerSeat(7, "bid", Q)), ir.Something(ir.PerSeat(7, "bid", YOU))))


@case
def turns_that_nobody_begins() -> ir.Game:
    return of_nobody(
        ir.TakeTurns(6, Q, b.note(1)), told(ir.Something(ir.HeadCard("deck", Q)), ir.Is(ir.HeadCard("deck", Q), b.ANY))
    )


@case
def the_zone_of_the_owner_of_no_card() -> ir.Game:
    """Nobody has the status, so that no card is meant, and nobody owns it."""
    none = ir.Owner(b.first(b.cards(b.zone("bin", YOU), ir.IsNamed("none"))))
    held = ir.Holder("dazed")
    steps = [b.move(hand(), b.zone("bin", who)) for who in (none, held, ir.Opponent(held))]
    return of_nobody(
        *steps, told(ir.Something(b.first(b.cards(b.zone("hand", none))))), statuses=(b.status("dazed", "player"),)
    )


@case
def a_card_that_moves_on_is_moved_by_nobody() -> ir.Game:
    """A rule that answers it reads the doer's hand."""
    seen = b.rule(
        "after",
        "move",
        b.seq(
            b.note(b.op("+", 1, b.count(b.cards(b.zone("hand", b.slot(0))))), ir.Active()),
            b.move(b.first(b.cards(b.zone("bin", ir.Active()))), b.zone("table", b.slot(0))),
        ),
    )
    over = b.move(b.cards(b.zone("hand", YOU), ir.IsNamed("A")), b.zone("small", YOU))
    return of_nobody(over, rules=(seen,))
