"""What an example gives: numbers that a tally can have, with the statuses that are given beside it."""

from __future__ import annotations

import pytest

from tests.compiler.blocks import Block
from yomi_dsl.engine.examples import run_example

TEXT = """
tally luck of player: 0..draws left of player, start 0
status rich on player during this turn {{ says "rich"; modify your draws left by 5 }}
example "given" {{
  given phase dusk, you bring "North", opponent bring "North"
  given {given}
  then your luck = 6
}}
"""


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("you have rich, your luck 6", []),
        ("your luck 6, you have rich", []),
        ("your luck 6", ["your luck 6 is out of range: it goes from 0 to 2"]),
    ],
)
def test_a_range_is_that_of_the_position(given: str, wrong: list[str]) -> None:
    game, found = Block("", "host", (), TEXT.format(given=given), "case.yomi").compile()
    assert game is not None, found
    example = next(one for one in game.examples if one.text == "given")
    assert [failure.message for failure in run_example(game, example)] == wrong
