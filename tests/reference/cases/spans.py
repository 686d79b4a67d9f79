"""Of spans, limits and costs."""

from __future__ import annotations

from tests.reference import build as b
from tests.reference.cases.common import ASK, FOE, HIT, YOU, A, B, case, hand, with_b
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


@case
def a_status_with_both_edges_to_come_and_a_skipped_phase_between() -> ir.Game:
    """The phase in which it would open is skipped in turn 3: it opens in the next one, and stays for two of them."""
    skipped = b.rule("instead", "late", b.note(5, ir.Active()), where=b.op("=", ir.TurnNumber(), 3))
    noted = b.rule("after", "step", b.note(1, ir.Active()))
    dazed = b.status("dazed", "player", noted, span=b.span("late", "next", 2))
    given = ir.If(b.op("=", ir.TurnNumber(), 2), b.mark(YOU, "dazed"), None)
    return b.small_game(b.seq(given, ASK), statuses=(dazed,), rules=(skipped,), turn_limit=8)


@case
def rules_at_both_edges_of_spans_of_one_player() -> ir.Game:
    """Of a card on the table, and of a phase of the opponent that is skipped once."""
    skipped = b.rule("instead", "late", b.note(5, ir.Active()), where=b.op("=", ir.TurnNumber(), 2))
    spans = [b.span("late", "next", 2, FOE), b.span("turn", "next", 2), b.span("step", "now", 1, FOE, until=True)]
    edges = [b.rule(timing, "", b.note(i), span=span) for i, span in enumerate(spans, 6) for timing in ("start", "end")]
    laid = b.seq(b.move(hand(B), b.zone("table", YOU)), ASK)
    return b.small_game(laid, cards=with_b(*edges), rules=(skipped,), turn_limit=8)


@case
def a_limit_for_each_phase_turn_and_game() -> ir.Game:
    per = [
        b.action(f"per {what}", b.note(i), limit=b.limit(2, what)) for i, what in enumerate(("step", "turn", "game"), 1)
    ]
    bound = b.rule("after", "per turn", b.note(7), limit=b.limit(1, "turn"))
    done = [b.do(f"per {what}", who) for what in ("step", "turn", "game") for who in (YOU, YOU, FOE, YOU)]
    phases = [b.action(name, b.seq(*done, ASK), kind="phase") for name in ("step", "late")]
    return b.small_game(b.seq(), actions=(*phases, *per), rules=(bound,), turn_limit=3)


@case
def a_cost_that_leads_is_asked_for_before_the_rest() -> ir.Game:
    """Paying is offered while there is an A in hand, and what has been paid stays paid where a rule undoes the rest."""
    cost = b.choose(YOU, b.ask("paid", 5, hand(A)), body=b.move(b.slot(5), b.zone("bin", YOU)))
    pay = b.action("pay", b.seq(cost, b.do("hit", YOU, 2)))
    undone = b.rule("instead", "hit", b.note(3, ir.Active()), where=b.op("=", ir.TurnNumber(), 1))
    offered = b.options(YOU, b.option("pay", action="pay"), b.option("wait", b.note(4)))
    return b.small_game(b.seq(offered, offered, offered), HIT, pay, rules=(undone,), turn_limit=4)


@case
def spans_of_less_than_one() -> ir.Game:
    """They never open: nothing is given by them, and no rule runs at their edges."""
    none, below, one = (b.op("-", ir.Tally("hp", YOU), n) for n in (9, 10, 8))
    kept = b.status("kept", "player", copies="each")
    spans = [
        b.span("turn", start, n)
        for start in ("now", "next")
        for n in (none, below, one, ir.Tally("hp", ir.Holder("none")))
    ]
    given = [b.mark(YOU, "kept", span) for span in spans]
    edges = [b.rule("end", "", b.note(i), span=span) for i, span in enumerate(spans, 1)]
    laid = b.seq(ir.If(b.op("=", ir.TurnNumber(), 2), b.seq(*given), None), b.move(hand(B), b.zone("table", YOU)), ASK)
    return b.small_game(laid, cards=with_b(*edges), statuses=(kept, b.status("none", "player")), turn_limit=5)
