"""How a bot of a game answers: the preferences in order, and the die that says at which line to begin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.compiling import with_texts
from yomi_dsl.engine.bots import RowBot, Stream
from yomi_dsl.engine.match import Match

BENCH = Path(__file__).parent / "bench"
MORE = """words tint optional on card: red, blue
side "Right" { card "Stone" x1 { item; size 1 }; card "Rag" x1 { item; size 2; red }; card "Twig" x1 { item; size 3 } }
"""
CARDS = "doer chooses k from hand of doer; move k to bin of doer"


class Rolls(Stream):
    """A stream that says what is rolled."""

    def __init__(self, *results: int) -> None:
        super().__init__(0)
        self.results: Iterator[int] = iter(results)

    def below(self, n: int) -> int:
        return next(self.results) - 1


def answer(row: str, *rolls: int, deed: str = CARDS, more: str = "", choice: str = "k") -> str:
    """What a bot with this row chooses in the game's first question."""
    bot = f'bot "Taught" {{ asked {choice} {{ {row} }}; asked any: prefer any }}'
    game, problems = with_texts(BENCH, [("shown.yomi", f"{MORE}{more}{bot}\nbefore any player acts {{ {deed} }}\n")])
    assert game is not None, [problem.message for problem in problems]
    m = Match(game, (("Right",), ("Right",)))
    st = m.start(0)
    _, _, kind, options, stop = asked = st.pending[0]
    stream = Rolls(*rolls)
    index = RowBot(m, game.bots[0])(st, asked, stream)
    assert next(stream.results, None) is None, "not every roll was made"
    return stop if index == len(options) else m.label(kind, options[index])


LINES = 'roll 8 { 1..3: prefer "Stone"; 4..5: prefer blue card; 6: prefer "Twig" where your life = 0; 7..8: prefer red card }'


@pytest.mark.parametrize(("rolled", "chosen"), [(1, "Stone"), (3, "Stone"), (7, "Rag"), (8, "Rag")])
def test_the_roll_says_which_line_counts(rolled: int, chosen: str) -> None:
    assert answer(LINES, rolled) == chosen


@pytest.mark.parametrize("rolled", [4, 5, 6])
def test_what_cannot_be_done_gives_way_to_the_line_below(rolled: int) -> None:
    """Nothing is blue, and nobody's life is 0: the line for 7 and 8 is the next that can be done."""
    assert answer(LINES, rolled) == "Rag"


def test_after_the_last_line_comes_the_first() -> None:
    assert answer('roll 4 { 1: prefer "Twig"; 2..4: prefer blue card }; prefer "Rag"', 3) == "Twig"


def test_where_no_line_can_be_done_what_stands_below_the_die_counts() -> None:
    assert answer('roll 4 { 1..4: prefer blue card }; prefer "Rag"', 3) == "Rag"


def test_a_die_under_a_condition_that_does_not_hold_is_not_rolled() -> None:
    assert answer('roll 4 where your life = 0 { 1..4: prefer "Stone" }; roll 6 { 1..6: prefer "Twig" }', 5) == "Twig"


def test_lines_may_stand_in_any_order() -> None:
    assert answer('roll 4 { 3..4: prefer "Stone"; 1..2: prefer "Twig" }', 2) == "Twig"


def test_a_word_that_is_offered_may_be_preferred() -> None:
    assert answer("prefer blue", deed="doer chooses k from tint") == "blue"


def test_of_cards_a_kind_is_meant_that_is_called_like_an_action() -> None:
    assert answer("prefer red card by most size", more="action red/reds { jot 1 }\n") == "Rag"
    assert answer("prefer red", more="action red/reds { jot 1 }\n") == "Rag"


def test_of_options_the_action_is_meant() -> None:
    deed = "doer chooses one { option pause; option red }"
    assert answer("prefer red", more="action red/reds { jot 1 }\n", deed=deed, choice="one") == "red"
