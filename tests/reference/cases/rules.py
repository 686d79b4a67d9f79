"""Of rules, blocks, grants and checks."""

from __future__ import annotations

from tests.reference import build as b
from tests.reference.cases.common import ASK, FOE, HIT, YOU, A, B, a_hand, case, hand, with_b
from yomi_dsl import ir


@case
def sets_within_a_gate() -> ir.Game:
    inner = ir.Quant("any", ir.Cards((b.zone("bin", YOU),), None, b.ANY, 2, "it", None))
    gate = ir.Quant("any", ir.Cards((b.zone("hand", YOU),), None, b.ANY, 1, "it", inner))
    return b.small_game(b.do("empty", YOU), b.action("empty", b.seq(*()), gate=gate))


@case
def around_an_unmark() -> ir.Game:
    daze = b.status("dazed", "player", span=b.span("game"))
    rule = b.rule("instead", "unmark", b.seq(ir.Proceed(), ir.Unmark(FOE, "dazed")))
    body = b.seq(b.mark(YOU, "dazed"), b.mark(FOE, "dazed"), ir.Unmark(YOU, "dazed"))
    return b.small_game(body, statuses=(daze,), rules=(rule,), cards=with_b(b.rule("before", "late", ASK)))


@case
def a_question_as_soon_as_a_block_is_written() -> ir.Game:
    soon = b.rule("soon", "", ASK, where=b.op("<", ir.Tally("hp", YOU), 5))
    body = ir.Together(b.seq(b.change("hp", YOU, by=-5), b.change("hp", FOE, by=-5)))
    return b.small_game(body, rules=(soon,))


@case
def a_question_as_soon_as_a_block_of_actions_is_written() -> ir.Game:
    soon = b.rule("soon", "", ASK, where=b.op("<", ir.Tally("hp", YOU), 5))
    return b.small_game(ir.Together(b.do("hit", YOU, 5)), HIT, rules=(soon,))


@case
def a_question_after_an_event_in_a_block() -> ir.Game:
    after = b.rule("after", "hit", b.choose(YOU, b.ask("one", 7, hand())))
    return b.small_game(ir.Together(b.seq(b.do("hit", YOU, 2), b.do("hit", FOE, 2))), HIT, rules=(after,))


@case
def a_rule_before_a_move_in_a_block_and_a_question_after() -> ir.Game:
    before = b.rule("before", "move", b.change("hp", YOU, by=-5))
    soon = b.rule("soon", "", ASK, where=b.op("<", ir.Tally("hp", YOU), 5))
    return b.small_game(ir.Together(b.move(a_hand(), b.zone("bin", YOU))), rules=(soon, before))


@case
def a_status_opens_when_its_condition_holds_already() -> ir.Game:
    soon = b.rule("soon", "", b.note(1), where=b.op(">", ir.Tally("hp", YOU), 0))
    daze = b.status("dazed", "player", soon, span=b.span("game"), copies="each")
    return b.small_game(b.seq(b.mark(YOU, "dazed"), b.note(2), b.mark(YOU, "dazed")), statuses=(daze,))


@case
def a_card_comes_into_play_when_its_condition_holds_already() -> ir.Game:
    soon = b.rule("soon", "", b.note(1), where=b.op(">", ir.Tally("hp", YOU), 0))
    return b.small_game(b.seq(b.move(hand(), b.zone("table", YOU)), b.note(2)), cards=with_b(soon, a=(soon,)))


@case
def a_card_comes_into_play_whose_condition_reads_nothing() -> ir.Game:
    soon = b.rule("soon", "", b.note(1), where=ir.Something(b.slot(1)))
    return b.small_game(b.seq(b.move(hand(), b.zone("table", YOU)), b.note(2)), cards=with_b(soon))


@case
def one_rule_after_two_events_of_a_block() -> ir.Game:
    moved = b.rule("after", "flip", b.move(b.slot(1), b.zone("bin", b.slot(3)), "bottom"))
    daze = b.status("dazed", "player", moved, span=b.span("game"))
    flips = ir.Together(ir.ForEach(2, "c", hand(), ir.Flip(b.slot(2), ir.Lit(""))))
    return b.small_game(b.seq(b.mark(YOU, "dazed"), flips), statuses=(daze,))


@case
def one_rule_after_two_events_of_a_block_in_the_row_of_live_cards() -> ir.Game:
    moved = b.rule("after", "flip", b.move(b.slot(1), b.zone("bin", b.slot(3)), "bottom"))
    daze = b.status("dazed", "player", moved, span=b.span("game"))
    flips = ir.Together(ir.ForEach(2, "c", b.cards(b.zone("table", YOU)), ir.Flip(b.slot(2), ir.Lit(""))))
    laid = [b.move(a_hand(B), b.zone("table", YOU)), b.move(a_hand(A), b.zone("table", YOU), "bottom")]
    soon = b.rule("soon", "", ASK, where=b.op(">", ir.Tally("hp", YOU), 10))
    return b.small_game(b.seq(*laid, b.mark(YOU, "dazed"), flips), statuses=(daze,), cards=with_b(a=(soon,)))


@case
def a_question_as_soon_as_half_of_a_block_would_be_written() -> ir.Game:
    soon = b.rule("soon", "", b.seq(b.note(1), ASK), where=ir.Quant("any", b.cards(b.zone("bin", YOU))))
    flipped = b.rule("after", "flip", b.note(2))
    daze = b.status("dazed", "player", flipped, span=b.span("game"))
    flips = ir.ForEach(2, "c", hand(A), ir.Flip(b.slot(2), ir.Lit("")))
    block = ir.Together(b.seq(b.move(a_hand(B), b.zone("bin", YOU)), flips))
    return b.small_game(b.seq(b.mark(YOU, "dazed"), block), statuses=(daze,), rules=(soon,))


@case
def a_granted_modifier_of_a_value() -> ir.Game:
    more = b.ability(b.modifier("might", "by", 4, player=b.slot(1)), kind="keyword", name="mighty")
    grant = ir.Grant(b.filter(A), ("it", "you", "this"), more, (), b.AT)
    might = ir.ValueDecl("might", "number", ("player",), b.value_proc(2), "", (), b.AT)
    noted = b.change("noted", YOU, to=ir.Call("might", (YOU,)))
    return b.small_game(b.seq(b.move(hand(), b.zone("table", YOU)), noted), cards=with_b(grant), values=(might,))


@case
def a_question_after_a_move_by_an_action_in_a_block() -> ir.Game:
    after = b.rule("after", "move", b.choose(b.slot(5), b.ask("one", 8, b.cards(b.zone("hand", b.slot(5))))))
    put = b.action("put", b.move(b.first(b.cards(b.zone("hand", YOU))), b.zone("bin", YOU)))
    body = b.seq(b.move(a_hand(B), b.zone("table", YOU)), ir.Together(b.do("put", YOU)))
    return b.small_game(body, put, cards=with_b(after))


@case
def a_question_after_an_action_with_a_last_part_in_a_block() -> ir.Game:
    put = b.action("put", ir.Reveal(a_hand()), last=b.note(1))
    after = b.rule("after", "reveal", b.choose(YOU, b.ask("one", 7, hand())))
    return b.small_game(ir.Together(b.do("put", YOU)), put, rules=(after,))


@case
def around_a_change_and_a_question_as_soon_as_it_is_written() -> ir.Game:
    soon = b.rule("soon", "", ASK, where=b.op("<", ir.Tally("hp", YOU), 9))
    around = b.rule(
        "instead", "change", b.seq(b.note(1), ir.Proceed(), ir.Reveal(b.first(b.cards(b.zone("hand", b.slot(3))))))
    )
    return b.small_game(
        b.change("hp", YOU, by=-1), rules=(soon,), cards=(*with_b(), b.card("C", b.face(b.ability(around))))
    )


@case
def around_a_shuffle_in_a_game_that_asks() -> ir.Game:
    around = b.rule("instead", "shuffle", b.seq(ir.Reveal(a_hand()), ir.Proceed()))
    soon = b.rule("soon", "", ASK, where=ir.PhaseIs("late"))
    return b.small_game(ir.Shuffle(b.zone("hand", YOU)), rules=(around, soon))


@case
def a_grant_to_cards_by_a_word_of_their_face() -> ir.Game:
    word_set, kind = b.words("kind", "hit", "guard")
    given = b.ability(b.rule("after", "hit", b.note(1, b.slot(2))), kind="keyword", name="noisy")
    grant = ir.Grant(b.filter(ir.OwnedBy(b.slot(1)), b.word("kind", "hit")), ("it", "you", "this"), given, (), b.AT)
    two = b.card(
        "T", b.face(name="red", kind=ir.WordLit("kind", "guard")), b.face(name="blue", kind=ir.WordLit("kind", "hit"))
    )
    body = b.seq(
        b.move(hand(), b.zone("table", YOU)),
        b.do("hit", YOU, 1),
        ir.Flip(b.first(b.cards(b.zone("table", YOU), ir.IsNamed("T"))), ir.Lit("blue")),
        b.do("hit", YOU, 1),
    )
    return b.small_game(body, HIT, cards=(two, *with_b(grant)), sets=(word_set,), attributes=(kind,))


@case
def a_grant_of_a_rule_on_a_primitive() -> ir.Game:
    given = b.ability(
        b.rule("instead", "change", b.note(1, b.slot(3)), b.op("=", b.slot(1), "hp")), kind="keyword", name="noisy"
    )
    grant = ir.Grant(b.filter(ir.OwnedBy(b.slot(1))), ("it", "you", "this"), given, (), b.AT)
    return b.small_game(b.seq(b.move(hand(), b.zone("table", YOU)), b.change("hp", YOU, by=-1)), cards=with_b(grant))


@case
def a_granted_rule_in_the_place_of_the_card_that_has_it() -> ir.Game:
    """The table comes before statuses: so does what a status grants to a card on the table."""
    given = b.ability(b.rule("after", "hit", b.note(1, b.slot(2))), kind="keyword", name="noisy")
    grant = ir.Grant(b.filter(A), ("it", "you", "this"), given, (), b.AT)
    loud = b.status("loud", "player", grant, span=b.span("game"))
    quiet = b.status("quiet", "player", b.rule("after", "hit", b.note(2, b.slot(2))), span=b.span("game"))
    laid = b.move(a_hand(A), b.zone("table", YOU))
    return b.small_game(
        b.seq(laid, b.mark(YOU, "quiet"), b.mark(YOU, "loud"), b.do("hit", YOU, 1)), HIT, statuses=(loud, quiet)
    )


@case
def a_granted_modifier_in_the_place_of_the_card_that_has_it() -> ir.Game:
    """Each sets the same value: the last layer has the last word, so the status has, not the card that was given it later."""
    more = b.ability(b.modifier("might", "to", 4, player=b.slot(1)), kind="keyword", name="mighty")
    grant = ir.Grant(b.filter(A), ("it", "you", "this"), more, (), b.AT)
    loud = b.status("loud", "player", grant, span=b.span("game"))
    weak = b.status("weak", "player", b.modifier("might", "to", 1, player=b.slot(1)), span=b.span("game"))
    might = ir.ValueDecl("might", "number", ("player",), b.value_proc(2), "", (), b.AT)
    noted = b.change("noted", YOU, to=ir.Call("might", (YOU,)))
    laid = b.move(a_hand(A), b.zone("table", YOU))
    return b.small_game(
        b.seq(laid, b.mark(YOU, "weak"), b.mark(YOU, "loud"), noted), statuses=(loud, weak), values=(might,)
    )


@case
def a_granted_row_of_a_contest() -> ir.Game:
    """A beats B by a row that A was given; with the status gone, nothing beats anything."""
    wins = b.row("beats", b.filter(A), b.filter(B))
    grant = ir.Grant(b.filter(A), ("it", "you", "this"), b.ability(wins, kind="keyword", name="sharp"), (), b.AT)
    sharp = b.status("sharp", "player", grant, span=b.span("game"))
    beats = ir.Beats("beats", b.first(b.cards(b.zone("table", YOU))), a_hand(B), False)
    tested = ir.If(beats, b.note(1), b.note(2))
    laid = b.move(a_hand(A), b.zone("table", YOU))
    body = b.seq(laid, b.mark(YOU, "sharp"), tested, ir.Unmark(YOU, "sharp"), tested)
    contest = ir.Contest("beats", "ties", (), "", (), b.AT)
    return b.small_game(body, statuses=(sharp,), contests=(contest,))


@case
def as_soon_as_something_holds_for_both() -> ir.Game:
    soon = b.rule("soon", "", b.seq(b.note(1, FOE), ASK), where=b.op("<", ir.Tally("hp", YOU), 5))
    body = ir.Together(b.seq(b.change("hp", YOU, by=-5), b.change("hp", FOE, by=-5)))
    return b.small_game(body, rules=(soon,), order=("layer", "age"), turn=ir.Turn(False, "chance", ("step", "late")))


@case
def a_card_that_asks_comes_into_force_while_the_event_that_it_answers_happens() -> ir.Game:
    asks = b.rule("after", "lay", b.seq(b.note(1), ASK))
    lay = b.action("lay", b.move(a_hand(B), b.zone("table", YOU)))
    return b.small_game(b.do("lay", YOU), lay, cards=with_b(asks))


@case
def a_part_of_a_card_read_by_the_face_that_is_not_up() -> ir.Game:
    """That face's part runs, and in it the card is read by that face."""

    def end(name: str, power: int) -> ir.Face:
        asked = b.choose(b.slot(0), b.ask("one", 8, hand()))
        noted = b.seq(asked, b.note(ir.Attr("power", b.slot(1))))
        return b.face(b.ability(kind="run", name="effect", run=noted), name=name, power=power)

    card = b.first(hand(A))
    done = b.seq(
        *[ir.DoPart("effect", read, ()) for read in (card, ir.As(card, b.lit("yin")), ir.As(card, b.lit("no")))]
    )
    ends = b.card("A", end("yang", 3), end("yin", 4), copies=2)
    return b.small_game(done, cards=(ends, b.card("B")), attributes=(b.number("power"),))


@case
def an_end_of_what_is_not_running() -> ir.Game:
    ended = b.action("late", b.seq(ir.End("step"), b.note(2, ir.Active()), ASK), kind="phase")
    step = b.action("step", b.seq(b.note(1, ir.Active()), ir.End("step"), b.note(3, ir.Active())), kind="phase")
    return b.small_game(b.seq(), actions=(step, ended))


@case
def a_rule_that_was_left_early_answers_again() -> ir.Game:
    """Each turn the rule gains, answers that by an end of the step, and must do so in the next turn again."""
    gain = b.action("gain", b.note(1, b.slot(0)))
    answer = b.rule("after", "hit", b.do("gain", b.slot(0)))
    ending = b.rule("after", "gain", ir.End("step"))
    body = b.seq(ASK, b.do("hit", YOU, 1), b.note(2))
    return b.small_game(body, HIT, gain, rules=(answer, ending), turn_limit=4)


@case
def whoever_keeps_choosing_goes_on_though_the_other_now_comes_first() -> ir.Game:
    keen = b.status("keen", "player", span=b.span("game"))
    taken = b.mark(ir.Opponent(ir.Active()), "keen")
    keeps = b.choose(ir.Active(), b.ask("one", 3, b.cards(ir.Zone("hand", None))), mode="keep", limit=3, body=taken)
    turn = ir.Turn(True, "first seat", ("step", "late"))
    return b.small_game(keeps, statuses=(keen,), turn=turn, order=("keen", "layer", "age"))


@case
def a_role_stays_who_it_was_though_another_now_comes_first() -> ir.Game:
    keen = b.status("keen", "player", span=b.span("game"))
    bow = b.action("bow", b.seq(b.mark(ir.Opponent(b.slot(1)), "keen"), b.note(1, b.slot(1))), "p:player")
    turn = ir.Turn(True, "first seat", ("step", "late"))
    parts = {"statuses": (keen,), "turn": turn, "order": ("keen", "layer", "age")}
    return b.small_game(ir.Do("bow", YOU, (ir.Active(),)), bow, **parts)


@case
def what_two_that_are_compared_have_is_worked_out() -> ir.Game:
    """The first one picked is still there when both are."""
    charge = [ir.Tally("charge", b.slot(k)) for k in (3, 4)]
    pair = b.choose(
        YOU, b.ask("one", 3, hand()), b.ask("two", 4, hand()), where=b.op("!=", *charge), body=b.move(b.slot(3), b.zone("bin", YOU))
    )  # fmt: skip
    return b.small_game(b.seq(b.change("charge", a_hand(B), by=1), pair))


@case
def what_a_random_player_chooses_that_player_does() -> ir.Game:
    line = b.option("bow", action="bow")
    return b.small_game(b.options(ir.RandomPlayer(), line), b.action("bow", b.note(1)), turn_limit=6)


@case
def cards_by_chance_of_a_set_and_more_than_there_are() -> ir.Game:
    """One, none, and more than are there, in the order drawn; what was drawn goes on being that card."""
    both = b.cards(b.zone("hand", None))
    body = b.seq(
        ir.AtRandom(3, "one", None, both),
        b.move(b.slot(3), b.zone("table", FOE)),
        ir.AtRandom(4, "none", None, b.cards(b.zone("bin", YOU))),
        ir.If(ir.Something(b.slot(4)), b.note(4), b.note(1)),
        ir.AtRandom(5, "some", b.lit(2), hand(), b.AT),
        ir.AtRandom(6, "all", b.lit(9), b.cards(value=b.slot(5))),
        b.move(b.slot(6), b.zone("bin", YOU)),
        ir.AtRandom(7, "few", b.op("-", 1, 2), hand()),
        b.move(b.slot(7), b.zone("table", YOU)),
        b.choose(YOU, b.ask("last", 8, b.cards(b.zone("bin", YOU)))),
    )
    return b.small_game(body, turn_limit=4)


@case
def a_finally_part_that_is_left_from_within_is_not_begun_again() -> ir.Game:
    inner = b.action("inner", b.seq(ASK, b.note(2), ir.End("outer")))
    going = b.choose(YOU, b.ask("one", 5, hand()), mode="keep", body=b.do("inner", YOU))
    outer = b.action("outer", b.note(1), last=going)
    return b.small_game(b.seq(b.do("outer", YOU), b.note(3)), outer, inner)


def _jumps(*steps: int) -> list[ir.Effect]:
    return [b.change("hp", YOU, by=step) for step in steps]


@case
def a_bound_that_is_passed_again_and_again() -> ir.Game:
    low = b.rule("soon", "", b.note(1), where=b.op("<", ir.Tally("hp", YOU), 5))
    just = b.rule("soon", "", b.note(2), where=b.op("=", ir.Tally("hp", FOE), 3))
    return b.small_game(b.seq(*_jumps(-3, -3, -1, -1, 6, -1, -7, 1, 4, -4)), rules=(low, just))


@case
def a_bound_for_each_of_two_players() -> ir.Game:
    both = b.op("and", b.op("<", ir.Tally("hp", YOU), 5), b.op(">=", ir.Tally("hp", FOE), 6))
    steps = [s for step in (-3, -3, 2, -2) for s in (*_jumps(step), b.change("hp", FOE, by=step))]
    return b.small_game(b.seq(*steps), rules=(b.rule("soon", "", b.note(1), where=both),))


@case
def what_a_status_keeps_is_told_before_a_rule_answers() -> ir.Game:
    """The rule moves the card of which the status speaks, and makes shorter what it would last."""
    kept = b.status(
        "kept", "player", b.rule("after", "step", b.note(b.op("+", 1, ir.Something(b.slot(3))))), captures=("c",)
    )
    shorter = b.rule("before", "mark", b.seq(b.move(a_hand(B), b.zone("bin", YOU)), b.change("hp", YOU, by=-1)))
    given = b.mark(YOU, "kept", b.span("turn", "now", b.op("-", ir.Tally("hp", YOU), 7)), a_hand(B))
    return b.small_game(b.seq(given, ASK), statuses=(kept,), rules=(shorter,), turn_limit=2)


def _given_while_the_bin_is_empty(rule: ir.Rule) -> ir.Grant:
    """A grant of B to every card, as long as nothing lies in a bin."""
    empty = ir.Such(5, ir.Quant("no", b.cards(b.zone("bin"))))
    given = ir.Ability("keyword", "given", "", (), "", (), (rule,), None, (), b.AT)
    return ir.Grant(ir.Filter((B, empty)), tuple(f"s{i}" for i in range(12)), given, (), b.AT)


MOVES = b.move(hand(B), b.zone("table", YOU)), b.move(a_hand(A), b.zone("bin", YOU))


@case
def a_rule_that_is_given_until_the_event_that_it_answers() -> ir.Game:
    grant = _given_while_the_bin_is_empty(b.rule("after", "move", b.note(1, b.slot(5))))
    return b.small_game(b.seq(*MOVES, ASK), cards=with_b(grant))


@case
def a_rule_that_is_given_no_more_when_its_turn_comes() -> ir.Game:
    """What another rule before the same event does takes it away."""
    fills = b.rule("before", "late", b.move(a_hand(A), b.zone("bin", YOU)))
    grant = _given_while_the_bin_is_empty(b.rule("before", "late", b.note(1, b.slot(1))))
    return b.small_game(b.seq(MOVES[0]), cards=with_b(grant), rules=(fills,))


@case
def a_rule_that_asks_and_is_given_until_the_event_that_it_answers() -> ir.Game:
    grant = _given_while_the_bin_is_empty(b.rule("after", "move", b.choose(YOU, b.ask("one", 8, hand()))))
    return b.small_game(b.seq(*MOVES, b.note(2)), cards=with_b(grant))


@case
def a_rule_that_is_given_when_its_condition_has_long_been_true() -> ir.Game:
    """That it is given makes it true, as the condition itself would."""
    low = ir.Such(5, b.op("<", ir.Tally("hp", ir.Opponent(b.slot(1))), 5))
    rule = b.rule("soon", "", b.note(1), where=ir.Quant("no", b.cards(b.zone("bin", YOU))))
    given = ir.Ability("keyword", "given", "", (), "", (), (rule,), None, (), b.AT)
    grant = ir.Grant(ir.Filter((B, low)), tuple(f"s{i}" for i in range(12)), given, (), b.AT)
    body = b.seq(b.move(hand(B), b.zone("table", YOU)), b.note(2), b.change("hp", FOE, by=-6), b.note(3))
    return b.small_game(body, cards=with_b(grant))
