"""What the reference itself must get right: the traps of events, batches and spans, each by a game made for it."""

from __future__ import annotations

from typing import Any

from tests.reference import build as b
from tests.reference.match import play
from tests.reference.state import Match, Place, Ref
from yomi_dsl import ir

YOU = b.slot(0)
FOE = ir.Opponent(YOU)


class Fixed:
    """Chance that changes nothing."""

    def shuffle(self, place: Place, cards: list[int]) -> list[int]:
        return cards

    def roll(self, sides: int) -> int:
        return 1

    def seat(self) -> int:
        return 0

    def cards(self, among: tuple[Ref, ...], count: int) -> tuple[Ref, ...]:
        return among[:count]


def played(body: ir.Effect, *actions: ir.Action, answers: tuple = (), turns: int = 1, **parts: Any) -> Match:
    """The state after some turns, in each of which the phase ``step`` does ``body``."""
    given = list(answers)

    def ask(request: Any) -> Any:
        wanted = given.pop(0)
        return None if wanted is None else request.options[wanted]

    m, over = play(b.small_game(body, *actions, turn_limit=turns, **parts), (("D",), ("D",)), ask, Fixed())
    assert not given
    m.over = over  # type: ignore[attr-defined]
    return m


def noted(m: Match, seat: int = 0) -> int:
    return m.tallies.get(("noted", seat), 0)


note = b.note
HIT = b.action("hit", b.change("hp", FOE, by=b.op("neg", b.slot(1))), "n")


def test_a_replaced_event_does_not_happen() -> None:
    rules = (
        b.rule("instead", "hit", note(1)),
        b.rule("before", "hit", note(2)),
        b.rule("after", "hit", note(3)),
    )
    m = played(b.do("hit", YOU, 2), HIT, rules=rules)
    assert (noted(m), m.tallies.get(("hp", 1))) == (1, None)


def test_around_an_event_and_a_changed_role() -> None:
    rules = (
        b.rule("instead", "hit", b.seq(note(1), ir.Proceed(), note(4))),
        b.rule("before", "hit", b.seq(note(2), ir.Change(b.slot(1), ir.Lit(3), None))),
        b.rule("after", "hit", note(3), b.op("=", b.slot(1), 5)),
    )
    m = played(b.do("hit", YOU, 2), HIT, rules=rules)
    assert (noted(m), m.tallies["hp", 1]) == (1234, 4)


def test_a_rule_never_answers_what_it_caused() -> None:
    rules = (b.rule("after", "hit", b.seq(note(1), b.do("hit", YOU, 1))),)
    m = played(b.do("hit", YOU, 2), HIT, rules=rules)
    assert (noted(m), m.tallies["hp", 1]) == (1, 6)


def test_members_of_together_see_the_state_before_it() -> None:
    hp = ir.Tally("hp", YOU)
    m = played(
        ir.Together(b.seq(b.change("hp", YOU, by=-4), b.change("noted", YOU, to=hp), b.change("hp", YOU, by=-4)))
    )
    assert (noted(m), m.tallies["hp", 0]) == (9, 1)


def test_after_rules_of_together_see_the_state_after_it() -> None:
    rules = (b.rule("after", "hit", b.change("noted", YOU, to=ir.Tally("hp", FOE))),)
    m = played(ir.Together(b.seq(b.do("hit", YOU, 2), b.do("hit", YOU, 3))), HIT, rules=rules)
    assert noted(m) == 4


def test_two_who_fall_in_one_batch() -> None:
    dead = b.rule("soon", "", ir.Finish("lose", YOU, "ko"), where=b.op("=", ir.Tally("hp", YOU), 0))
    both = b.proc(ir.Finish("tie", None, "double"), 1)
    fall = [b.change("hp", who, by=-9) for who in (YOU, FOE)]
    assert played(ir.Together(b.seq(*fall)), rules=(dead,), both_lose=both).over.ending == "double"  # type: ignore[attr-defined]
    assert played(b.seq(*fall), rules=(dead,), both_lose=both).over.winner == 1  # type: ignore[attr-defined]


def test_a_condition_answers_on_becoming_true_only() -> None:
    low = b.rule("soon", "", note(1), where=b.op("<", ir.Tally("hp", YOU), 5))
    m = played(
        b.seq(
            b.change("hp", YOU, by=-5), b.change("hp", YOU, by=-1), b.change("hp", YOU, to=9), b.change("hp", YOU, to=1)
        ),
        rules=(low,),
    )
    assert noted(m) == 11


def test_a_mark_for_the_next_phase_waits_and_settles_there() -> None:
    daze = b.status("dazed", "player", span=b.span("late", "next"), both="neither")
    has = [
        b.seq(b.mark(YOU, "dazed"), ir.If(ir.Has(YOU, "dazed"), note(9), note(1)), extra)
        for extra in (b.seq(*()), b.mark(FOE, "dazed"))
    ]
    see = b.rule("before", "hit", note(9))
    for body, expected in zip(has, (12, 13), strict=True):
        late = b.rule("instead", "late", b.seq(ir.Proceed(), note(4)))
        at_late = b.rule("after", "late", ir.If(ir.Has(YOU, "dazed"), note(2), note(3)))
        m = played(body, statuses=(daze,), rules=(see, late, at_late))
        assert noted(m) == expected * 10 + 4
        assert not m.marks


def test_a_skipped_phase_is_not_counted() -> None:
    daze = b.status("dazed", "player", span=b.span("late", until=True))
    skip = b.rule("instead", "late", b.seq(*()), b.op("=", ir.TurnNumber(), 1))
    until = ir.If(b.op("=", ir.TurnNumber(), 1), b.mark(ir.Active(), "dazed"), None)
    m = played(b.seq(until), statuses=(daze,), rules=(skip,), turns=1)
    assert [mark.status.name for mark in m.marks] == ["dazed"]
    assert not played(b.seq(until), statuses=(daze,), rules=(skip,), turns=2).marks


def test_end_leaves_to_the_inner_event_of_that_name() -> None:
    inner = b.action("inner", b.seq(note(1), ir.End("outer"), note(9)), last=note(2))
    outer = b.action("outer", b.seq(b.do("inner", YOU), note(9)), last=note(3))
    rules = (b.rule("after", "inner", note(9)), b.rule("after", "outer", note(9)), b.rule("after", "step", note(5)))
    m = played(b.seq(b.do("outer", YOU), note(4)), inner, outer, rules=rules)
    assert noted(m) == 12345


def test_a_full_zone_overflows_in_the_same_batch() -> None:
    hand = b.cards(b.zone("hand", YOU))
    rules = (b.rule("after", "move", note(1, ir.Active()), where=b.op("!=", b.slot(3), b.zone("hand"))),)
    m = played(b.move(hand, b.zone("small", YOU)), rules=rules)
    assert [len(m.zones[Place(name, 0)]) for name in ("small", "bin")] == [1, 2]
    assert noted(m) == 11111


def test_what_moves_is_new() -> None:
    tag = b.status("tagged", "card", span=b.span("game"))
    one = b.first(b.cards(b.zone("hand", YOU)))
    m = played(b.seq(b.mark(one, "tagged"), b.move(one, b.zone("bin", YOU)), b.mark(one, "tagged")), statuses=(tag,))
    assert [m.cards[mark.holder.number].place.name for mark in m.marks] == ["hand"]


def test_modifiers_by_layer_then_set_add_clamp() -> None:
    power = b.number("power", 0, 9)
    mine = ir.OwnedBy(b.slot(1))
    ability = b.ability(
        b.modifier("power", "by", 3, mine), b.modifier("power", "to", 2, mine), b.modifier("power", "at most", 4, mine)
    )
    tall = b.status("tall", "player", b.modifier("power", "by", 3, mine, up_to=6), span=b.span("game"))
    a = b.first(b.cards(b.zone("hand", YOU), ir.IsNamed("A")))
    m = played(
        b.seq(b.move(b.cards(b.zone("hand", YOU), ir.IsNamed("B")), b.zone("table", YOU)), b.mark(YOU, "tall"), b.change("noted", YOU, to=ir.Attr("power", a))),
        attributes=(power,), statuses=(tall,), cards=(b.card("A", b.face(power=1)), b.card("B", b.face(ability))),
    )  # fmt: skip
    assert noted(m) == 6


def test_a_pick_is_offered_if_the_choice_can_be_completed() -> None:
    pair = b.ask("pair", 2, b.cards(b.zone("hand", YOU)), 2, 2, True)
    same = b.op("=", ir.Fold("different", b.slot(2), 4, ir.NameOf(b.slot(4))), 1)
    seen: list = []
    body = b.seq(b.choose(YOU, pair, where=same), b.move(b.slot(2), b.zone("bin", YOU)))
    m = played(body, answers=(0, 0))
    assert [m.cards[n].printed.name for n in m.zones[Place("bin", 0)]] == ["A", "A"]
    assert not seen


def test_nothing_to_choose_is_not_asked() -> None:
    one = b.ask("one", 2, b.cards(b.zone("table", YOU)))
    body = b.seq(b.choose(YOU, one, body=note(1)), b.choose(YOU, one, mode="may", body=note(2), otherwise=note(3)))
    assert noted(played(body)) == 3
