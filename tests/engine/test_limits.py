"""Limits of the machine: a game that does not end is told, with what goes round; and those of a game, with its verdict."""

from __future__ import annotations

import pytest

from tests.engine.test_decisions import begun
from yomi_dsl.engine.errors import EngineLimit

ROUND = """
action sink/sinks { change life of doer by -1; doer rises }
action rise/rises { change life of doer by 1; %s doer sinks }
"""
GAZE = "action gaze/gazes { if turn number = 0 { doer chooses k from hand of doer } }"


@pytest.mark.parametrize(
    "more", ["", "if turn number = 0 { doer chooses k from hand of doer };"], ids=["at once", "in frames"]
)
def test_actions_that_call_one_another_without_end_are_named(more: str) -> None:
    with pytest.raises(EngineLimit) as caught:
        begun("doer sinks", ROUND % more)
    assert caught.value.kind == "depth"
    assert sorted(caught.value.cycle) == ["rise", "sink"]


def test_a_decision_that_leads_to_no_other_question_is_told_with_what_runs() -> None:
    with pytest.raises(EngineLimit) as caught:
        begun("repeat 8000 { doer gazes; doer gazes; doer gazes }", GAZE)
    assert caught.value.kind == "steps"
    assert caught.value.cycle == ("turn", "deed", "act", "before act", "gaze")


def test_a_long_loop_that_ends_is_no_fault() -> None:
    m, st = begun("repeat 3000 { doer gazes }; doer chooses k from hand of doer", GAZE)
    assert m.requests(st)[0].name == "k"
