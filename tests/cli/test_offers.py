"""Why an option is not offered, and what one does: held against what the engine offers."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi
from yomi_dsl.cli import games, holders
from yomi_dsl.cli.question import Question, question
from yomi_dsl.cli.session import begin
from yomi_dsl.cli.voice import voice

SEED = ("grave", "jaina", "--game", "yomi2", "--seed", "5")
PAIRS = [("yomi2", "grave", "jaina"), ("yomi2", "degrey", "lum"), ("yomi2", "valerie", "geiger")]


def asked(game: str, first: str, second: str) -> list[Question]:
    """The questions about options that came up in some games by chance."""
    _, played = games.playable(games.find(game))
    found = []
    for seed in range(3):
        session = begin(played, (holders.bring(played, first), holders.bring(played, second)), seed, (None, None))
        chance = random.Random(seed)
        while (request := session.asked) is not None and len(session.replay.decisions) < 250:
            if request.kind == "option":
                found.append(question(voice(session.m, request.seat), session.state.copy(), request))
            session.answer(request, chance.randrange(request.answers))
    return found


@pytest.mark.parametrize("game", PAIRS)
def test_every_option_that_is_not_offered_has_a_reason_and_no_other_has(game: tuple[str, str, str]) -> None:
    closed = opened = 0
    for one in asked(*game):
        if one.offers is None or not one.offers.options:
            continue
        for option in one.offers.options:
            offered = option.label in one.request.options
            reasons = one.offers.why_not(option)
            assert bool(reasons) != offered, (option.label, reasons)
            noted = [note for note in one.notes if note.startswith(f"- {option.label}: ")]
            over = reasons[:1] == ["done once, and no more than that is allowed per game"]
            assert bool(noted) == (not offered and not over)
            closed, opened = closed + (not offered), opened + offered
    assert closed > 50 and opened > 50


def test_the_reasons_are_those_of_the_position(yomi: Yomi, duel: Path) -> None:
    """Nothing to take back; no pair; the ability of this turn is used."""
    told = yomi("play", *SEED, text="use\nwind\nq\n").stdout
    before, after = told.split("You use an ability.")
    for note in (
        "-  exchange: no exchangeable card is in your discard pile",
        "-  power up: there are no 2 cards of the same name in your hand",
    ):
        assert note in before and note in after
    assert "use ability: " not in before
    assert "-  use ability: done once, and no more than that is allowed per turn" in after


def test_where_the_gate_is_closed_it_says_so(yomi: Yomi, duel: Path) -> None:
    """A storm waits while the other's is there."""
    seen = [
        note
        for one in asked(*PAIRS[0])
        for note in one.notes
        if note.startswith("- start storm: ") and "no more than that" not in note
    ]
    assert "- start storm: a gem storm is in the opponent's play area" in {
        re.sub("Grave|Jaina", "the opponent", n) for n in seen
    }


@pytest.mark.parametrize("typed", ["why 1", "why use", "why ability", "why use ability"])
def test_an_option_is_asked_about_by_number_or_name(yomi: Yomi, duel: Path, typed: str) -> None:
    told = yomi("play", *SEED, text=f"{typed}\nq\n").stdout
    assert re.search(r"Use an ability \(yomi2/main\.yomi:\d+\)\n", told)
    assert "  An ability is played, done and discarded" in told
    assert "not now" not in told


def test_help_on_an_option_names_its_rules_and_no_place(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *SEED, text="? storm\n? 2\nq\n").stdout
    assert told.count("Start the gem storm\n  A storm is used once a game") == 2


def test_what_is_typed_and_not_offered_is_answered_with_the_reason(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *SEED, text="exchange\nq\n").stdout
    assert '"exchange" is no answer here.\n  not now: no exchangeable card is in your discard pile\n' in told
