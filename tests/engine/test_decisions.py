"""Decisions, limits of the machine, and explanations: what the engine promises to those who call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.compiling import with_texts
from yomi_dsl.engine.errors import EngineLimit
from yomi_dsl.engine.explain import explain
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State
from yomi_dsl.engine.view import view

BENCH = Path(__file__).parent / "bench"
SIDE = 'side "Right" { card "Stone" x2 { item }; card "Twig" x1 { item; size 2 } }\n'


def begun(deed: str, more: str = "") -> tuple[Match, State]:
    """A game that has run to its first question. ``deed``: what the active player does first in each turn."""
    game, problems = with_texts(BENCH, [("shown.yomi", f"{SIDE}{more}\nbefore any player acts {{ {deed} }}\n")])
    assert game is not None, [problem.message for problem in problems]
    m = Match(game, (("Right",), ("Right",)))
    return m, m.start(0)


def offered(m: Match, st: State, seat: int) -> list[str]:
    """What a seat may answer; none if it is not asked."""
    return [m.label(r.kind, option) for r in m.requests(st) if r.seat == seat for option in r.options]


def in_hand(m: Match, st: State, seat: int) -> list[str]:
    zone = next(z for z in m.everywhere if m.z_name[z] == "hand" and m.z_seat[z] == seat)
    return sorted(m.name[c] for c in st.zones[zone])


def test_only_what_leads_to_a_whole_choice_is_offered() -> None:
    """Two cards of one name are wanted. There is one twig: it is not on offer, and the second stone is the only second."""
    m, st = begun("doer chooses 2 k from hand of doer where count of different name of k = 1; move k to bin of doer")
    seat = st.pending[0][0]
    assert offered(m, st, seat) == ["Stone"]
    m.step(st, 0, seat)
    assert offered(m, st, seat) == ["Stone"] and in_hand(m, st, seat) == ["Stone", "Stone", "Twig"]
    m.step(st, 0, seat)
    assert in_hand(m, st, seat) == ["Twig"]


def test_sealed_answers_are_open_to_both_and_seen_by_neither() -> None:
    m, st = begun("sealed { each player { choose pick from your hand } }; each player { move pick to your bin }")
    assert offered(m, st, 0) == offered(m, st, 1) == ["Stone", "Twig"]
    before = view(m, st, 1)
    m.step(st, 1, 0)
    assert view(m, st, 1) == before
    assert offered(m, st, 0) == [] and in_hand(m, st, 0) == ["Stone", "Stone", "Twig"]
    m.step(st, 0, 1)
    assert in_hand(m, st, 0) == ["Stone", "Stone"] and in_hand(m, st, 1) == ["Stone", "Twig"]


def test_a_loop_that_uses_nothing_up_is_reported() -> None:
    with pytest.raises(EngineLimit) as caught:
        begun("repeat until turn number = 0 { change trace to 1 }")
    assert caught.value.kind == "rounds"


@pytest.mark.parametrize("inner", ["change trace to 1", "if turn number = 0 { doer chooses k from hand of doer }"])
def test_loops_inside_loops_are_added_up(inner: str) -> None:
    with pytest.raises(EngineLimit) as caught:
        begun(f"repeat 900 {{ repeat 900 {{ {inner} }} }}")
    assert caught.value.kind == "rounds"


def test_a_turn_in_which_questions_never_end_is_reported() -> None:
    m, st = begun("repeat until turn number = 0 { change trace to 1; doer chooses k from hand of doer }")
    with pytest.raises(EngineLimit) as caught:
        while True:
            m.step(st, 0, st.pending[0][0])
    assert caught.value.kind == "decisions"


def test_an_explanation_has_a_line_for_each_rule_that_changed_the_number() -> None:
    """Printed 2, set to 5, 3 more, and at most 6: in that order, however they are written."""
    card = 'side "Wise" { card "Lesson" x1 { item; size 2; modify your item: size at most 6, size by 3, size to 5 } }'
    game, _ = with_texts(
        BENCH, [("shown.yomi", f"{SIDE}{card}\nbefore any player acts {{ each player {{ choose k from your hand }} }}")]
    )
    assert game is not None
    m = Match(game, (("Right",), ("Wise",)))
    st = m.start(0)
    lesson = m.name.index("Lesson")
    m.writes.put(st, lesson, m.zone_base["shelf"] + 1, False, 0)
    assert [(term.what, term.value) for term in explain(m, st, "size", lesson)] == [
        ("printed", 2), ("to 5", 5), ("+3", 8), ("at most 6", 6),
    ]  # fmt: skip
