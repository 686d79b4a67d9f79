"""A question at the terminal: in words, from the text that asks it."""

from __future__ import annotations

import random
from functools import cache

import pytest

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
        ("combat bid", "Combat: choose a card from your hand"),
        ("use ability c", "Use an ability: choose an ability from your hand"),
        ("start storm c", "Start the gem storm: choose a gem storm from your aside"),
        ("power up pair", "Power up: choose 2 cards from your hand"),
        ("exchange back", "Exchange: choose a card from your discard pile"),
        ("hit back answer", "Hit back with an attack or throw: choose an attack or throw from your hand"),
        ("before hit fuel", "Red Dragon: choose a super from your hand"),  # a rule on a card
    ],
)
def test_a_question_names_who_asks_and_what_is_wanted(choice: str, title: str) -> None:
    assert asked("yomi2", "grave", "jaina")[choice] == title


@pytest.mark.parametrize("game", [("yomi2", "grave", "jaina"), ("tempo", "kestrel", "anvil")])
def test_no_question_shows_the_name_of_a_choice(game: tuple[str, str, str]) -> None:
    for choice, title in asked(*game).items():
        assert title.endswith("?") or ": choose " in title, title
        assert choice.split()[-1] not in title.split(": choose ")[-1].split(), title
