"""The shipped games: every card has words for all it does, its text leaves nothing out, and it fits on its face."""

from __future__ import annotations

from functools import cache

import pytest

from yomi_dsl import ir, resources
from yomi_dsl.compiler import compile_game
from yomi_dsl.diagnostics import Bag
from yomi_dsl.loader import load_game
from yomi_dsl.sheets.audit import audit
from yomi_dsl.sheets.typeset import render
from yomi_dsl.sheets.wording import wording_problems

NAMES = sorted(path.parent.name for path in resources.games().glob("*/game.yomi"))


@cache
def shipped(name: str) -> ir.Game:
    game = compile_game(load_game(resources.games() / name, Bag()), Bag())
    assert game is not None
    return game


@pytest.mark.parametrize("name", NAMES)
def test_all_that_cards_reach_has_words(name: str) -> None:
    assert wording_problems(shipped(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_card_leaves_anything_out(name: str) -> None:
    assert [found for card in shipped(name).cards for found in audit(shipped(name), card)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_card_fits_on_its_face(name: str) -> None:
    data, problems = render(shipped(name), shipped(name).cards, icons=resources.games() / name / "icons")
    assert [(p.at and (p.at.path, p.at.line), p.message) for p in problems] == [] and data
