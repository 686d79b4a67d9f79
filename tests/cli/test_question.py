"""A question at the terminal: in words, from the text that asks it."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi
from yomi_dsl.cli import games, holders
from yomi_dsl.cli.question import question
from yomi_dsl.cli.session import begin
from yomi_dsl.cli.voice import voice


@cache
def asked(game: str, first: str, second: str) -> dict[str, str]:
    """What was asked by chance in a game, the first time for each name; a name is that of the action and the choice."""
    _, played = games.playable(games.find(game))
    session = begin(played, (holders.bring(played, first), holders.bring(played, second)), 3, (None, None))
    chance, found = random.Random(1), {}
    while (request := session.asked) is not None:
        shown = question(voice(session.m, request.seat), session.state, request)
        found.setdefault(f"{session.m.names_on(session.state)[-1].strip()} {request.name}", shown.title)
        session.answer(request, chance.randrange(request.answers))
    return found


@pytest.mark.parametrize(
    ("choice", "title"),
    [
        ("main one", "Main: what now?"),
        ("combat bid", "Combat: choose a card from your hand to present"),
        ("use ability c", "Use an ability: choose an ability from your hand"),
        ("start storm c", "Start the gem storm: choose a gem storm from your aside"),
        ("power up pair", "Power up: choose 2 cards of the same name from your hand to discard"),
        ("exchange back", "Exchange: choose a card from your discard pile to fetch"),
        ("hit back answer", "Hit back with an attack or throw: choose an attack or throw from your hand to land"),
        ("before hit fuel", "Red Dragon: choose a super from your hand to discard"),  # a rule on a card
    ],
)
def test_a_question_names_who_asks_and_what_is_wanted(choice: str, title: str) -> None:
    assert asked("yomi2", "grave", "jaina")[choice] == title


@pytest.mark.parametrize("game", [("yomi2", "grave", "jaina"), ("tempo", "kestrel", "anvil")])
def test_no_question_shows_the_name_of_a_choice(game: tuple[str, str, str]) -> None:
    for choice, title in asked(*game).items():
        assert title.endswith("?") or ": choose " in title, title
        assert choice.split()[-1] not in title.split(": choose ")[-1].split(), title


def test_the_hand_is_shown_with_what_its_cards_say(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", "grave", "jaina", "--game", "yomi2", "--seed", "3", text="q\n").stdout
    table, asked = told.split("Combat: choose")
    assert "      2x Wind Summon (ability)\n        Ongoing: during the next 2 combats.\n" in table
    assert "      Throw (throw normal starter, speed 5, damage 7, points 2, followers" in table
    assert max(map(len, table.splitlines())) <= 80
    assert "  1  High Block  block normal, covers high/mid\n" in asked
    assert "  3  Throw  throw normal starter, speed 5, damage 7, points 2\n" in asked  # the rest is in the hand above


@pytest.mark.parametrize("seat", ["1", "2"])
def test_an_end_of_a_card_is_offered_with_what_it_is(
    yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch, seat: str
) -> None:
    """Of the card that this seat picked: the other's is unseen, and has its own question open."""
    monkeypatch.setenv("COLUMNS", "300")
    told = yomi("play", "ysolde", "tamsin", "--game", "tarot", "--seed", "3", "--seat", seat, text="1\n" * 40).stdout
    asked = re.findall(r"choose an end.* \(chosen: ([\w ]+)\).*:\n((?:  \d  .*\n)+)", told)
    assert len(asked) > 3
    for name, answers in asked:
        (printed,) = set(re.findall(rf"^  +\d+  {name}  (.*)$", told, re.MULTILINE))
        for end, about in re.findall(r"\d  (yang|yin)  (.*)\n", answers):
            assert (f"{end}: {about}" if "; yin: " in printed else about) in printed, (name, end)


def test_what_is_picked_after_a_card_is_asked_with_that_card(
    yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    told = yomi("play", "ysolde", "tamsin", "--game", "tarot", "--seed", "3", text="1\n" * 20).stdout
    assert "Land Eight of Wands: choose a card from your hand to add:\n" in told
    assert "Land Eight of Wands: choose an end to add Five of Swords as (chosen: Five of Swords):\n" in told
    assert "pole" not in told


def test_how_many_is_asked_with_of_what(yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a set of the tarot game, and then the set."""
    monkeypatch.setenv("COLUMNS", "300")
    told = yomi("play", "ysolde", "tamsin", "--game", "tarot", "--seed", "3", text="1\n" * 60 + "2\nq\n").stdout
    assert "Centering: choose 2, 3 or 4 cards of the same rank from your hand:\n" in told
    assert "Centering: choose 2 cards of the same rank from your hand" in told


def test_an_answer_taken_back_leads_to_the_same_question(
    yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what was picked for it before, through all of some answers."""
    monkeypatch.setenv("COLUMNS", "300")
    game = ("play", "ysolde", "tamsin", "--game", "tarot", "--seed", "3")
    told = yomi(*game, text="1\n" * 8 + "u\n" * 8 + "q\n").stdout
    titles = re.findall(r"^(?:> )?([A-Z][^\n]*: (?:choose|what now)[^\n]*):\n +1  ", told, re.MULTILINE)
    there, back = titles[:9], titles[8:]
    assert len(there) == len(back) == 9
    assert sum("(chosen: " in one for one in there) > 1
    assert back == there[::-1]
