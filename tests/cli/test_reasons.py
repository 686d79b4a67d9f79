"""Why a card cannot be chosen, and what is to be feared of one that can: held against what the engine offers and does."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.cli.conftest import Yomi
from yomi_dsl import ir
from yomi_dsl.cli import games, holders
from yomi_dsl.cli.question import Question, question
from yomi_dsl.cli.session import Session, begin
from yomi_dsl.cli.voice import voice
from yomi_dsl.engine.explain import explain, read
from yomi_dsl.engine.match import Request
from yomi_dsl.engine.state import State

GAMES = [
    ("yomi2", "jaina", "grave"),
    ("tempo", "kestrel", "anvil"),
    ("tarot", "ysolde", "tamsin"),
    ("tiny", "ana", "bo"),
]


@attrs.frozen(eq=False)
class Asked:
    """A question that came up, and the position it came up in."""

    session: Session
    state: State
    request: Request
    question: Question

    @property
    def notes(self) -> Iterator[tuple[str, list[str], str]]:
        """Sign, names of cards and reason."""
        for note in self.question.notes:
            names, _, why = note[2:].partition(": ")
            yield note[0], names.split(", "), why

    @property
    def hand(self) -> list[int]:
        m, seat = self.session.m, self.request.seat
        return [c for c in self.state.zones[m.zone_base["hand"] + seat] if m.owner[c] == seat]


@cache
def asked(game: str, first: str, second: str) -> list[Asked]:
    """All questions about cards of some games by chance."""
    _, played = games.playable(games.find(game))
    found = []
    for seed in range(3):
        session = begin(played, (holders.bring(played, first), holders.bring(played, second)), seed, (None, None))
        chance = random.Random(seed)
        while (request := session.asked) is not None and len(session.replay.decisions) < 250:
            if request.kind == "card":
                eyes = voice(session.m, request.seat)
                state = session.state.copy()
                found.append(Asked(session, state, request, question(eyes, state, request)))
            session.answer(request, chance.randrange(request.answers))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_only_cards_that_are_not_offered_are_said_to_be_barred(game: tuple[str, str, str]) -> None:
    signs = set()
    for one in asked(*game):
        offered = {one.session.m.name[card] for card in one.request.options}
        for sign, names, why in one.notes:
            signs.add(sign)
            assert offered.issuperset(names) if sign == "!" else offered.isdisjoint(names), (names, why)
            assert why and "(None)" not in why and "svg" not in why
    assert signs or game[0] == "tiny"


@pytest.mark.parametrize("game", GAMES)
def test_a_card_in_hand_that_is_not_offered_has_a_reason(game: tuple[str, str, str]) -> None:
    """Unless several cards are picked together: then it may be barred by what else there is."""
    seen = 0
    for one in asked(*game):
        law = one.question.law
        if law is None or law.ask.many or len(law.asking.choice.asks) > 2:  # type: ignore[union-attr]
            continue
        offered = {one.session.m.name[card] for card in one.request.options}
        for card in set(law.looked_at()).intersection(one.hand):
            if one.session.m.name[card] not in offered:
                seen += 1
                assert law.why_not(card), (one.question.title, one.session.m.name[card])
    assert seen > (20 if game[0] != "tiny" else 5)


def test_the_numbers_in_a_reason_are_those_of_the_position() -> None:
    seen = 0
    for one in asked(*GAMES[0]):
        m, seat = one.session.m, one.request.seat
        for _, names, why in one.notes:
            if (found := re.match(r"meter cost \((\d+)\) is more than your meter \((\d+)\)", why)) is not None:
                seen += 1
                cards = [card for card in one.hand if m.name[card] in names]
                assert {explain(m, one.state, "meter cost", card)[-1].value for card in cards} == {int(found[1])}
                assert read(m, one.state, ir.Tally("meter", ir.Local(0, "whose")), (seat,)) == int(found[2])
    assert seen > 5


def test_a_bid_that_will_not_do_is_marked() -> None:
    """Those and only those: the engine turns up a card of the deck instead."""
    reasons = set()
    for one in asked(*GAMES[0]):
        if one.request.name != "bid":
            continue
        m = one.session.m
        marked = {name: why for sign, names, why in one.notes if sign == "!" for name in names}
        wrong = {
            m.name[card]
            for card in one.request.options
            if not read(m, one.state, ir.Call("valid", (ir.Local(0, "card"),)), (card,))
        }
        assert set(marked) == wrong
        reasons |= set(marked.values())
    assert {"disabled (knocked down)", "not an attack, throw, block or dodge"} <= reasons


def test_who_is_warned_runs_out_of_tempo_and_who_is_not_does_not() -> None:
    warned = 0
    for one in asked(*GAMES[1]):
        if one.request.name != "attempt":
            continue
        m, seat = one.session.m, one.request.seat
        notes = [(names, why) for sign, names, why in one.notes if sign == "!" and ": you run out of tempo" in why]
        marked = {name for names, _ in notes for name in names}
        fatal = {name for names, why in notes if "you lose the game" in why for name in names}
        for i, card in enumerate(one.request.options):
            after = one.state.copy()
            after.logging = True
            after.log.clear()
            m.step(after, i, seat)
            lost = any(
                entry[:3] in (("do", "lose tempo", seat), ("finish", 1 - seat, "out of tempo"))
                for entry in entries(after.log)
            )
            assert lost == (m.name[card] in marked), (m.name[card], one.question.notes)
            ended = ("finish", 1 - seat, "out of tempo") in [entry[:3] for entry in entries(after.log)]
            assert ended == (m.name[card] in fatal), (m.name[card], one.question.notes)
            warned += lost
    assert warned > 5


def entries(log: list[Any]) -> list[tuple[Any, ...]]:
    """Up to the end of the phase: what somebody else causes later is no part of it."""
    ends = [i for i, entry in enumerate(log) if entry[0] == "end"]
    return log[: ends[0]] if ends else log


def test_why_tempo_has_run_out_is_told_with_the_numbers(
    yomi: Yomi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    told = ""
    for seed in range(4):
        told += yomi("play", "kestrel", "anvil", "--game", "tempo", "--seed", seed, "--bots", "--bot", "chance").stdout
    words = r"out of tempo \([\w' ]+'s tempo cost \((\d+)\) is more than the other cards in \w+'s hand \((\d+)\)\)\."
    found = re.findall(words, " ".join(told.split()))
    assert found and all(int(cost) > int(cards) for cost, cards in found)
    assert "runs out of tempo." not in told


def test_a_card_that_is_not_offered_can_be_asked_about(yomi: Yomi, duel: Path) -> None:
    """An exchange asks for cards with the icon: Stormborne Sword has none, and is held all the same."""
    text = "jab\nexchange\nwhy stormborne\n? stormborne\nwhy dodge\nstorm\nq\n"
    told = yomi("play", "grave", "jaina", "--game", "yomi2", "--seed", "3", text="throw\n" + text).stdout
    barred = "  not now: not exchangeable\n"
    assert "\n  -  Flare Burst, Stormborne Sword, Wind Summon: not exchangeable\n" in told
    assert "> Stormborne Sword is no answer here.\n" + barred in told
    assert told.count(barred) == 3
    why, _, rest = told.partition("Stormborne Sword\n  as printed: ")[2].partition(barred)
    assert "damage 10" in why and "Dodge\n  as printed: kind dodge" in rest and rest.count(barred) == 2


def test_what_a_card_lacks_that_is_offered_can_be_asked_about(yomi: Yomi, duel: Path) -> None:
    """An ability does nothing as an opener; what is a block may be one."""
    told = yomi("play", "grave", "jaina", "--game", "yomi2", "--seed", "3", text="why wind\nwhy high\nq\n").stdout
    assert told.count("  it may be chosen, but: not an attack, throw, block or dodge\n") == 1


def test_a_tally_without_words_is_bookkeeping(yomi: Yomi, duel: Path) -> None:
    game = ("ana", "bo", "--game", "duel", "--seed", "3261", "--bots")
    assert "vigor" in yomi("play", *game).stdout
    text = (duel / "game.yomi").read_text()
    (duel / "game.yomi").write_text(text.replace(' { says "vigor" }', ""))
    told = yomi("play", *game).stdout
    assert "vigor" not in told and " wins: " in told


def test_a_number_that_nothing_in_the_match_changes_is_not_shown(yomi: Yomi, duel: Path) -> None:
    """Poison is Argagarg's."""
    assert "poison" not in yomi("play", "grave", "jaina", "--game", "yomi2", text="q\n").stdout
    assert "poison 0/6" in yomi("play", "argagarg", "jaina", "--game", "yomi2", text="q\n").stdout


def test_of_several_picks_those_there_are_are_told(yomi: Yomi, duel: Path) -> None:
    """Stop Kick costs two cards. A new payment begins anew, and what is taken back is not told any more."""
    text = "stop kick\n1\nu\n1\nq\n"
    told = yomi("play", "kestrel", "anvil", "--game", "tempo", "--seed", "7", text=text).stdout
    assert re.findall(r"choose 2 cards from your hand to discard(.*):", told) == [
        "",
        " (chosen: Slip)",
        "",
        " (chosen: Slip)",
    ]


@pytest.mark.parametrize("seat", ["1", "2"])
def test_what_comes_to_light_is_named_by_the_event_that_shows_it(yomi: Yomi, duel: Path, seat: str) -> None:
    game = ("kestrel", "anvil", "--game", "tempo", "--seed", "11", "--seat", seat)
    told = yomi("play", *game, text="1\n2\n" * 60).stdout
    assert re.search(r"    \w+ (?:plays|replies to [\w' ]+ with) [A-Z]", told)
    assert not re.search(r"^    \w+ adds |with a card", told, re.MULTILINE)  # that was said, or need not be hidden
