"""``yomi explain``: pages about codes, and words of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi


def test_a_code_has_its_page(yomi: Yomi) -> None:
    told = yomi("explain", "e0104")
    assert told.exit_code == 0
    assert told.stdout.startswith("# E0104: a block that is not closed\n")


def test_the_page_is_as_narrow_as_the_terminal(yomi: Yomi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    text = yomi("explain", "E0121").stdout
    assert max(map(len, text.splitlines())) <= 50


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("shaken", "shaken: a status of a player, in Duel\n  declared:  duel/game.yomi:49\n"),
        (
            "shaken",
            "  written:   status shaken on player during next clash [D-SHAK-1]\n  says:      shaken\n  does:      During",
        ),
        ("shaken", "  given by:  shakes\n"),
        ("vigor", "  changed by: breathe, hit, lose vigor\n  asked by:  a rule\n"),
        ("strike", "  words:     strike, grab, guard, trick\n  asked by:  "),
        ("strike", "  cards:     Jab, Kick, Palm, Hammer, Stamp\n"),
        (
            "ring",
            "  written:   zone ring of player: row, seen by all, live, played\n  used by:   clash, follow up, lead, latest\n",
        ),
        ("clash", "  turn:      refill, rest, clash\n"),
        ("hit", "  done by:   follow up\n  answered by: shakes\n"),
        ("lead", "  written:   value lead of player: any first move in ring of player\n  used by:   clash, follow up"),
        ("parries", "  says:      When this beats a strike, the opponent loses {n}.\n  roles:     n (number)\n"),
        ("fighter", "fighter: what a player brings, in Duel\n  fighters:  Ana Hill, Bo\n"),
        ("shakes", "  cards:     Trip\n"),
        ("power", "  values:    1 to 9\n  printed:   required\n"),
        ("follow up", "follow up: an action, in Duel"),
        ("strike", 'strike: a word of "kind", in Duel'),
        ("jab", "  holder:    Ana Hill\n  copies:    4\n"),
        ("SPIKED", "spiked: boots, in Duel"),
        ("shaken", "  rules:     D-SHAK-1\n"),
        ("hit", "  written:   hit/hits (victim: player) with (blow: card)\n"),
        ("hit", "  roles:     victim (player), blow (card)\n"),
        ("modify", "modify: modifiers, in the language\n  means:     Changes"),
        ("instead of", "  written:   instead of EVENT"),
        ("each", "each: who and which, in the language"),
        ("ana hill", "  printed:   Ana Hill (health 14)\n"),
        ("quickness", "  asked by:  beats"),
    ],
)
def test_a_word_of_the_game(yomi: Yomi, duel: Path, word: str, wanted: str) -> None:
    told = yomi("explain", *word.split(), "--game", "duel")
    assert told.exit_code == 0
    assert wanted in told.stdout


def test_a_flag_is_explained_by_what_asks_for_it(yomi: Yomi) -> None:
    told = yomi("explain", "exchangeable", "--game", "yomi2").stdout
    assert "  asked by:  exchange\n" in told
    assert "[Y-EXCH-1]" in told and "[Y-METR-1]" not in told


@pytest.mark.parametrize(
    ("game", "word", "wanted"),
    [
        ("yomi2", "combo", "gives: points, link, followers roles: n (number), sort (link), onward"),
        ("yomi2", "combo", "rule: The points of a combo stay within the character's max combo. [Y-COMB-3]"),
        ("yomi2", "knockdown", "given by: blast, knockdown on hit, Bubble Shield, Banana Skin, Earthquake"),
        ("yomi2", "meter", "rule: The meter holds 3 at most; what is more is lost. [Y-METR-1]"),
        ("yomi2", "innate", "innate: a part that is in force, in Yomi 2"),
        ("tempo", "momentum", "ruling: When the marker reaches an end, that player does what his momentum card says"),
        ("tempo", "softens", "says: In each turn, the first damage that you are dealt is {less} less."),
        ("tarot", "chain", "ruling: A chain of more than five counts as five. [R-CENT-2]"),
        ("tarot", "rank", "changed by: Feint"),
        ("tiny", "vigor", "changed by: hit, lose vigor"),
    ],
)
def test_a_word_is_explained_by_what_speaks_of_it(yomi: Yomi, game: str, word: str, wanted: str) -> None:
    told = " ".join(yomi("explain", word, "--game", game).stdout.split())
    assert wanted in told


def test_not_all_cards_of_a_keyword_are_listed(yomi: Yomi) -> None:
    told = " ".join(yomi("explain", "combo", "--game", "yomi2").stdout.split())
    assert len(told.rsplit("cards: ")[1].split(", ")) == 12
    assert re.search(r"Hard Evidence and \d+ more$", told)


def test_a_word_of_the_language_and_of_the_game(yomi: Yomi, duel: Path) -> None:
    """Both meanings are told; a longer expression of the language only where the word is no other."""
    (duel / "more.yomi").write_text('status rounded on player during this clash { says "rounded" }\n')
    told = yomi("explain", "rounded", "--game", "duel").stdout
    assert told.startswith("rounded: a status of a player, in Duel")
    assert "half of" not in told
    assert yomi("explain", "turn", "--game", "duel").stdout.count(", in the language") > 1
    assert yomi("explain", "rounded", "--game", "tiny").stdout.startswith("half of: values, in the language")


def test_a_slip_in_a_word_of_the_language(yomi: Yomi, duel: Path) -> None:
    told = yomi("explain", "modfy", "--game", "duel")
    assert told.exit_code == 2
    assert 'did you mean "modify"?' in told.stderr


def test_a_word_that_nobody_knows(yomi: Yomi, duel: Path) -> None:
    told = yomi("explain", "strke", "--game", "duel")
    assert told.exit_code == 2
    assert 'did you mean "strike"?' in told.stderr


def test_a_game_with_errors_is_told_as_far_as_it_can_be_read(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text("nonsense\nrubbish\n")
    told = yomi("explain", "strike", "--game", "duel")
    assert told.exit_code == 0
    assert 'strike: a word of "kind", in Duel' in told.stdout
    assert told.stderr == "duel has 2 problems: what follows may be incomplete (yomi check duel)\n"


def test_of_several_games_with_errors_each_has_a_line(yomi: Yomi, duel: Path) -> None:
    import shutil

    (duel / "odd.yomi").write_text("nonsense\n")
    shutil.copytree(duel, duel.parent / "other")
    (duel.parent / "other" / "game.yomi").write_text("")
    told = yomi("explain", "jab")
    assert told.exit_code == 0 and "a card, in Duel" in told.stdout
    lines = told.stderr.splitlines()
    assert lines[0] == "duel has 1 problem: what follows may be incomplete (yomi check duel)"
    assert lines[1].startswith("other has ") and lines[2:] == ["duel: duel"]


def test_a_word_that_no_broken_game_has_is_denied(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text("nonsense\n")
    told = yomi("explain", "strke", "--game", "duel")
    assert told.exit_code == 2
    assert 'did you mean "strike"?' in told.stderr
