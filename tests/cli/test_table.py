"""What the table shows of numbers and rows, and that what a card does to another is told."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Yomi
from yomi_dsl.cli.voice import in_a_row

TEMPO = ("kestrel", "anvil", "--game", "tempo")


def flat(told: str) -> str:
    return " ".join(told.split())


def test_a_track_that_both_share_is_shown_once_for_who_is_ahead(yomi: Yomi, duel: Path) -> None:
    """Kestrel counters in the first turn, and has what Anvil lacks."""
    told = yomi("play", *TEMPO, "--seed", "3", text="stop kick\nq\n").stdout
    assert re.findall(r"^  momentum .*$", told, re.MULTILINE) == ["  momentum 0/3", "  momentum 1/3 for you"]
    assert "You gain 1 momentum. Momentum is 1 for you." in told
    assert "-1" not in told


def test_who_comes_up_from_behind_does_not_gain_a_number_below_nothing(yomi: Yomi, duel: Path) -> None:
    told = flat(yomi("play", *TEMPO, "--seed", "2", "--bots").stdout)
    steps = re.findall(r"(\w+) gains 1 momentum\. Momentum is (?:0|(\d) for (\w+))\.", told)
    assert {bool(whose) for _, _, whose in steps} == {True, False}
    assert any(whose not in ("", who) for who, _, whose in steps), "somebody gained and is still behind"
    assert "momentum is -" not in told.lower()


def test_how_much_there_is_left_to_lose_is_shown(yomi: Yomi, duel: Path) -> None:
    """Each point of damage takes a card from the deck or the discard pile; who has none left loses."""
    for seed in ("1", "2", "3"):
        told = yomi("play", *TEMPO, "--seed", seed, "--bots").stdout
        table = told[told.rindex("\n-- turn") :]
        winner = re.search(r"^(\w+) wins: no deck left", table, re.MULTILINE)
        assert winner is not None
        for side in re.split(r"\n(?=  \w+: cards left)", table)[1:]:
            left = re.match(r"  (\w+): cards left (\d+)", side)
            piles = sum(int(n) for n in re.findall(r"(?:^|[ ,])(?:deck|discard pile) (\d+)", side))
            assert left is not None and int(left[2]) == piles
            assert (piles == 0) == (left[1] != winner[1])


def test_what_a_reply_does_is_told(yomi: Yomi, duel: Path) -> None:
    told = ""
    for first, second in (("kestrel", "anvil"), ("reed", "kestrel"), ("reed", "anvil")):
        for seed in "1234":
            told += flat(yomi("play", first, second, "--game", "tempo", "--seed", seed, "--bots").stdout)
    countered = re.findall(r"(\w+) replies to ([A-Z][\w ]+) with (Stop Kick|Break the Grip)\. \1 counters \2\.", told)
    assert len(countered) == len(re.findall(r"replies to [A-Z][\w ]+ with (?:Stop Kick|Break the Grip)\.", told)) > 0
    blocked = re.findall(r"(\w+) replies to ([A-Z][\w ]+) with Slip\. \1 blocks up to 2 of \2's? damage\.", told)
    assert len(blocked) == told.count(" with Slip.") > 0
    assert re.search(
        r"(\w+) replies to [A-Z][\w ]+ with Heavy Air\. \1 makes the opponent's cards cost 1 more tempo for", told
    )
    assert re.search(r"Momentum is 3 for (\w+)\. \1 surges\.", told)


def test_a_number_is_shown_on_the_side_that_can_have_it(yomi: Yomi, duel: Path) -> None:
    """Argagarg poisons the opponent, so it is for the other side to know how much it has."""
    told = yomi("play", "argagarg", "jaina", "--game", "yomi2", "--seed", "1", text="q\n").stdout
    sides = {side: line for line in told.splitlines() for side in ("you (Argagarg", "Jaina +") if side in line}
    assert "poison 0/6" in sides["Jaina +"]
    assert "poison" not in sides["you (Argagarg"]


def test_what_lies_in_a_row_is_shown_in_its_order() -> None:
    assert in_a_row(["Jab", "Jab", "Kick", "Jab"]) == ["Jab (2)", "Kick", "Jab"]


def test_a_combo_on_the_table_is_shown_in_its_order(yomi: Yomi, duel: Path) -> None:
    """Feint, Quick Jab and Feint again are three places of a combo, of which the third counts."""
    text = "stop kick\nfeint\nquick jab\nfeint\nt\nq\n"
    told = yomi("play", *TEMPO, "--seed", "3", text=text).stdout
    assert "  play area 3: Feint, Quick Jab, Feint\n" in told
