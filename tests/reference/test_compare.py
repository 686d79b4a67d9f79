"""The engine and the reference, on games made by hand, games made up, and whole games as shipped.

These are few, so that they are quick. For many games of one, by hand:

    python -m tests.reference.many yomi2 200
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests import shipped
from tests.reference import programs
from tests.reference.cases import CASES
from tests.reference.compare import DivergenceError, compare, goes_on_when_loaded
from tests.reference.examples import run_example
from tests.reference.many import games
from yomi_dsl import ir
from yomi_dsl.engine.errors import EngineLimit
from yomi_dsl.engine.events import Events

QUESTIONS = 60
"""After so many a made-up game has shown what it can."""
SEEDS = {"tiny": range(6), "tempo": range(1), "tarot": range(1), "yomi2": range(2)}
"""A game of each takes the reference from half a second to four."""
EXAMPLES = 15
"""So many of a game, from all over it: the engine runs them all."""


class Drawn:
    """Draws from Hypothesis. Its failures are not made small here: that takes minutes, and `shrink` knows games."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))


@st.composite
def drawn_games(draw: st.DrawFn) -> ir.Game:
    return programs.game(Drawn(draw))


def compare_made_up(game: ir.Game, seed: int) -> None:
    """A game that does not end is told by the engine, and compared no further."""
    try:
        compare(game, (("H",), ("H",)), seed, QUESTIONS)
        goes_on_when_loaded(game, (("H",), ("H",)), seed, QUESTIONS)
    except EngineLimit:
        return


@pytest.mark.parametrize("name", CASES)
def test_games_made_by_hand(name: str) -> None:
    for seed in range(3):
        compare(CASES[name](), (("D",), ("D",)), seed, QUESTIONS)
    goes_on_when_loaded(CASES[name](), (("D",), ("D",)), 0, QUESTIONS)


@settings(
    derandomize=True,  # the same games in every run; `python -m tests.reference.many` plays others
    database=None,
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(drawn_games(), st.integers(0, 1000))
def test_games_made_up(game: ir.Game, seed: int) -> None:
    compare_made_up(game, seed)


@pytest.mark.parametrize("name", SEEDS)
def test_whole_games(name: str) -> None:
    for brings, seed in games(name, SEEDS[name]):
        assert compare(shipped.game(name), brings, seed) > 0


@pytest.mark.parametrize("name", SEEDS)
def test_examples_hold_on_the_reference(name: str) -> None:
    game = shipped.game(name)
    some = game.examples[:: len(game.examples) // EXAMPLES + 1]
    wrong = {example.text: problems for example in some if (problems := run_example(game, example))}
    assert not wrong


def test_an_engine_without_after_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail."""
    monkeypatch.setattr(Events, "answers", lambda *_: [])
    with pytest.raises(DivergenceError):
        compare(CASES["a_grant_to_cards_by_a_word_of_their_face"](), (("D",), ("D",)), 0, QUESTIONS)
