"""``yomi check``: which problems are shown, in which form, and how the call ends."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi

BAD = 'card "Odd" x2 { guard; stryke }\n'


def test_a_clean_game(yomi: Yomi, duel: Path) -> None:
    told = yomi("check", "duel")
    assert (told.exit_code, told.output) == (0, "2 files, no problems\n")


def test_problems_stand_where_the_user_finds_them(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(BAD)
    told = yomi("check", "duel")
    assert told.exit_code == 1
    first, last = told.output.splitlines()
    assert first.startswith('duel/odd.yomi:1:24: E0202 "stryke" is not known')
    assert last == "3 files, 1 error"


def test_inside_the_folder_no_name_is_needed(yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (duel / "odd.yomi").write_text(BAD)
    (duel / "deep").mkdir()
    monkeypatch.chdir(duel / "deep")
    assert yomi("check").output.startswith("../odd.yomi:1:24: ")


def test_one_file_shows_its_own_problems_and_counts_the_others(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(BAD)
    (duel / "more.yomi").write_text('card "Odder" x2 { guard; gard }\n')
    told = yomi("check", "duel/odd.yomi")
    assert told.exit_code == 1
    assert "stryke" in told.stdout and "gard" not in told.stdout
    assert told.stdout.endswith("1 file, 1 error\n")
    assert told.stderr == "1 more in other files of the game\n"


def test_a_clean_file_of_a_game_with_errors(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(BAD)
    told = yomi("check", "duel/game.yomi")
    assert (told.exit_code, told.stdout) == (0, "1 file, no problems\n")
    assert told.stderr == "1 more in other files of the game\n"


def test_a_folder_inside_a_game(yomi: Yomi, duel: Path) -> None:
    (duel / "new").mkdir()
    (duel / "new" / "odd.yomi").write_text(BAD)
    assert yomi("check", "duel/new").stdout.endswith("1 file, 1 error\n")


def test_a_file_that_is_no_card_text(yomi: Yomi, duel: Path) -> None:
    (duel / "notes.txt").write_text("notes")
    told = yomi("check", "duel/notes.txt")
    assert told.exit_code == 2
    assert '"notes.txt" is no file of the game duel' in told.stderr


def test_a_piped_text_is_checked_as_part_of_its_game(yomi: Yomi, duel: Path) -> None:
    told = yomi("check", "-", "--game", "duel", text=BAD)
    assert told.exit_code == 1
    assert told.stdout.startswith("<stdin>:1:24: E0202")
    assert told.stdout.endswith("1 file, 1 error\n")


def test_a_piped_text_may_stand_for_a_file(yomi: Yomi, duel: Path) -> None:
    text = (duel / "fighters.yomi").read_text()
    told = yomi(
        "check", "-", "--game", "duel", "--as", "duel/fighters.yomi", text=text.replace("quickness 7", "quickness 70")
    )
    assert told.stdout.startswith("duel/fighters.yomi:3:")
    assert yomi("check", "-", "--game", "duel", "--as", "fighters.yomi", text=text).exit_code == 0


def test_a_piped_text_needs_a_game(yomi: Yomi, duel: Path) -> None:
    told = yomi("check", "-", text=BAD)
    assert told.exit_code == 2
    assert "add --game" in told.stderr


def test_a_piped_text_that_is_no_text(yomi: Yomi, duel: Path) -> None:
    told = yomi("check", "-", "--game", "duel", text=b"\xff\xfe\x00")
    assert told.exit_code == 2
    assert "not UTF-8" in told.stderr


@pytest.mark.parametrize("name", ["nowhere", "duel/nothing.yomi/deeper", "a\0b"])
def test_no_such_game(yomi: Yomi, duel: Path, name: str) -> None:
    told = yomi("check", name)
    assert told.exit_code == 2
    assert told.stderr.startswith("error: no game is found at ")
    assert told.stdout == ""


def test_every_form_is_whole(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(BAD)
    data = json.loads(yomi("check", "duel", "--format", "json").stdout)
    assert data["errors"] == 1 and data["problems"][0]["place"]["path"] == "duel/odd.yomi"
    assert json.loads(yomi("check", "duel", "--format", "sarif").stdout)["runs"]
    assert yomi("check", "duel", "--format", "github").stdout.startswith("::error title=E0202")
    full = yomi("check", "duel", "--format", "full").stdout
    assert "error[E0202]" in full and full.endswith("\n3 files, 1 error\n")
    assert full.count("1 error") == 1


def test_several_games_in_one_report(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(BAD)
    other = duel.parent / "other"
    other.mkdir()
    (other / "game.yomi").write_text((duel / "game.yomi").read_text())
    (other / "fighters.yomi").write_text((duel / "fighters.yomi").read_text() + "nonsense\n")
    told = yomi("check", "duel", "other", "--format", "json")
    places = {problem["place"]["path"] for problem in json.loads(told.stdout)["problems"]}
    assert places == {"duel/odd.yomi", "other/fighters.yomi"}


def test_colours_only_where_they_are_wanted(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(BAD)
    assert "\x1b[" not in yomi("check", "duel", "--format", "full").output
    assert "\x1b[" in yomi("check", "duel", "--format", "full", "--color", "always").output


def test_what_a_card_reaches_must_have_words(yomi: Yomi, duel: Path) -> None:
    path = duel / "game.yomi"
    path.write_text(path.read_text().replace('says "{doer} lose/loses {n} vigor"; ', ""))
    odd = 'card "Odd" x1 { guard; after you follow up where your lead is this { opponent loses 1 vigor } }\n'
    (duel / "odd.yomi").write_text(odd)
    for _ in ("found", "kept"):
        told = yomi("check", "duel")
        assert told.exit_code == 1
        assert told.stdout.startswith("duel/odd.yomi:1:")
        assert 'E0712 the action "lose vigor" has no words\n' in told.stdout
    assert yomi("build", "duel", "--out", "made").exit_code == 1
    assert not (duel.parent / "made").exists()


def test_a_sign_that_no_font_has_is_told_at_its_card(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text('\ncard "Odd ☃" x1 { guard }\n')
    told = yomi("check", "duel")
    assert told.exit_code == 1
    assert 'duel/odd.yomi:2:1: E0711 the fonts have no sign for "☃" (U+2603, snowman)\n' in told.stdout


def test_a_folder_of_games_stands_for_all_of_them(duel: Path, yomi: Yomi) -> None:
    (duel.parent / "cards").mkdir()
    shutil.copytree(duel, duel.parent / "cards" / "other")
    both = yomi("check", ".")
    assert both.exit_code == 0 and both.stdout == "4 files, no problems\n"
    assert yomi("check").stdout == both.stdout
    assert yomi("check", "cards").stdout == "2 files, no problems\n"


def test_a_bare_name_prefers_the_game_in_cards_and_it_is_told(duel: Path, yomi: Yomi) -> None:
    shutil.copytree(duel, duel.parent / "cards" / "tiny")
    (duel.parent / "cards" / "tiny" / "game.yomi").write_text("stauts\n")
    mine = yomi("check", "tiny")
    assert mine.exit_code == 1 and mine.stderr.startswith("tiny: cards/tiny\n")
    shutil.rmtree(duel.parent / "cards")
    shipped = yomi("check", "tiny")
    assert shipped.exit_code == 0 and shipped.stderr.endswith("(the installed one)\n")
