"""Where nobody wins a contest it is said, and why; held against what the engine finds of the two cards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi
from yomi_dsl.cli import games, holders, undecided
from yomi_dsl.cli.session import begin
from yomi_dsl.cli.verdicts import Search
from yomi_dsl.cli.voice import voice
from yomi_dsl.engine.contests import NONE, TIES
from yomi_dsl.engine.explain import explain
from yomi_dsl.engine.match import Match

GAMES = [("yomi2", "jaina", "argagarg"), ("tarot", "ysolde", "tamsin"), ("tiny", "ana", "bo")]
SAME = re.compile(r"the same ([\w ]+), (\d+)$")


@cache
def searches(game: str, first: str, second: str) -> tuple[Match, list[Search]]:
    """Every time that nobody was found in some games by chance."""
    _, played = games.playable(games.find(game))
    found: list[Search] = []
    for seed in range(6):
        session = begin(played, (holders.bring(played, first), holders.bring(played, second)), seed, (None, None))
        chance = random.Random(seed)
        while (request := session.asked) is not None and len(session.replay.decisions) < 400:
            session.answer(request, chance.randrange(request.answers))
            found += [entry[1] for entry in session.state.log or () if entry[0] == "undecided"]
            (session.state.log or []).clear()
    return session.m, found


def met(m: Match, found: list[Search]) -> Iterator[tuple[Search, int, int]]:
    """Those in which two cards met, as the first player's and the second's."""
    for one in found:
        mine, theirs = one.card(m, one.sought.beats.a, 0), one.card(m, one.sought.beats.b, 0)
        if mine is not None and theirs is not None:
            yield one, mine, theirs


@pytest.mark.parametrize("game", GAMES)
def test_it_is_said_where_neither_card_beats_the_other(game: tuple[str, str, str]) -> None:
    m, found = searches(*game)
    two = list(met(m, found))
    assert len(two) > 2
    for one, mine, theirs in two:
        assert m.contests.met(one.sought.beats.name)(one.state, mine, theirs) in (NONE, TIES)
        told = undecided.told(voice(m, 0), one)
        assert re.match(rf"nobody wins the \w+ \({m.name[mine]} against {m.name[theirs]}: \w.*\)$", told), told


@pytest.mark.parametrize(("game", "number", "row"), [(GAMES[0], "level", "ties"), (GAMES[1], "rank", "")])
def test_a_number_that_decides_nothing_is_told(game: tuple[str, str, str], number: str, row: str) -> None:
    """Projectiles of one level tie, and what comes later in the table is not spoken of; attacks of one rank do not beat."""
    m, found = searches(*game)
    seen = 0
    for one, mine, theirs in met(m, found):
        told = undecided.told(voice(m, 0), one).rstrip(")")
        if (same := SAME.search(told)) is not None:
            seen += 1
            assert same[1] == number and row in told and told.count("the same") == 1, told
            assert {explain(m, one.state, number, card)[-1].value for card in (mine, theirs)} == {int(same[2])}
    assert seen > 0


def test_kinds_of_card_that_no_row_puts_together_are_named() -> None:
    m, found = searches(*GAMES[0])
    told = {undecided.told(voice(m, 0), one) for one in found}
    assert any("High Block against Low Block: both are blocks)" in one for one in told)
    assert any("Block against Dodge: a block against a dodge)" in one for one in told)


def test_who_has_no_card_is_said_on_either_side() -> None:
    """The second seat's eyes speak of the same combat with itself as "you"."""
    m, found = searches(*GAMES[1])
    none = [one for one in found if one.card(m, one.sought.beats.a, 0) is None]
    assert none
    for one in none:
        assert "(you have no opener" in undecided.told(voice(m, 0), one)
        assert "Ysolde has no opener" in undecided.told(voice(m, 1), one)


def test_a_card_that_meets_none_wins_and_it_is_said(yomi: Yomi, duel: Path) -> None:
    told = [
        " ".join(
            yomi(
                "play", "ysolde", "tamsin", "--game", "tarot", "--seed", seed, "--bots", "--bot", "chance"
            ).stdout.split()
        )
        for seed in "1234"
    ]
    alone = re.findall(r"(\w+) wins the combat with [\w ]+ \((\w+) has no opener\)", " ".join(told))
    assert alone
    assert all(winner != other for winner, other in alone)
    assert not re.search(r"wins the combat with [\w ]+\.", " ".join(told))


def test_a_status_that_is_given_anew_is_no_news(yomi: Yomi, duel: Path) -> None:
    told = " ".join(
        yomi("play", "grave", "jaina", "--game", "yomi2", "--seed", "1", "--bots", "--steps").stdout.split()
    )
    assert "is hit this combat." in told
    for who in ("Grave", "Jaina"):
        assert f"{who} is no longer hit this combat. {who} is hit this combat." not in told
        opened = re.findall(rf"{who} is (no longer )?hit this combat", told)
        assert all(before != after for before, after in pairwise(opened)), opened


@pytest.mark.parametrize(("game", "first", "second"), GAMES[:2])
@pytest.mark.parametrize("seat", ["", "1", "2"])
def test_every_combat_has_a_verdict(yomi: Yomi, duel: Path, game: str, first: str, second: str, seat: str) -> None:
    """Also where the winner has nothing to do with it: a dodge with no attack to answer with. The last one may end early."""
    seen = 0
    for seed in "123":
        call = ("play", first, second, "--game", game, "--seed", seed)
        told = yomi(*call, "--seat", seat, text="s\nd\n1\n" * 150).stdout if seat else yomi(*call, "--bots").stdout
        combats = [
            re.split(r"\nTurn |\n  (?:\w+ step|centering)\n", one)[0]
            for one in re.split(r"\n[> ]*  combat\n", told)[1:-1]
        ]
        seen += len(combats)
        for combat in combats:
            verdicts = re.findall(
                r" wins? (?:the )?combat", " ".join(combat.split()).replace("Nobody wins the combat", "- wins combat")
            )
            assert len(verdicts) == 1, combat
    assert seen > 5


@pytest.mark.parametrize("seat", ["1", "2"])
def test_the_other_s_card_is_named_as_it_is_played_at_once(yomi: Yomi, duel: Path, seat: str) -> None:
    """Whichever of the two is laid first, and whichever end is up."""
    for seed in "123":
        told = yomi(
            "play", "ysolde", "tamsin", "--game", "tarot", "--seed", seed, "--seat", seat, text="1\n" * 40
        ).stdout
        other = "Ysolde" if seat == "2" else "Tamsin"
        assert re.search(rf"{other} plays [A-Z][\w ]+ as y", told)
        assert "plays a card" not in told and " now shows " not in told
        assert not re.search(r"\n[> ]*  combat\n.*goes? from .* hand to the arena", told)
