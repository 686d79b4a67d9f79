"""``yomi fmt``: which files are written, what is told, and how the call ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Yomi
from yomi_dsl import resources

ODD = 'card  "Odd"x2{ guard ;}  # a wall\n\n\n'
FORM = 'card "Odd" x2 { guard } # a wall\n'
BROKEN = 'card "Half" x2 { guard\n'


def test_a_game_in_form(yomi: Yomi, duel: Path) -> None:
    told = yomi("fmt", "duel")
    assert (told.exit_code, told.output) == (0, "2 files, all in form\n")


def test_a_file_is_brought_into_form(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(ODD)
    told = yomi("fmt", "duel")
    assert (told.exit_code, told.output) == (0, "duel/odd.yomi\n3 files, 1 changed\n")
    assert (duel / "odd.yomi").read_text() == FORM
    assert yomi("fmt", "duel").output == "3 files, all in form\n"


def test_one_file_only(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(ODD)
    (duel / "other.yomi").write_text(ODD)
    assert yomi("fmt", "duel/odd.yomi").output == "duel/odd.yomi\n1 file, 1 changed\n"
    assert (duel / "other.yomi").read_text() == ODD


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_to_look_changes_nothing(yomi: Yomi, duel: Path, option: str) -> None:
    (duel / "odd.yomi").write_text(ODD)
    told = yomi("fmt", option, "duel")
    assert told.exit_code == 1
    assert told.output.endswith("3 files, 1 would change\n")
    assert (duel / "odd.yomi").read_text() == ODD


def test_the_difference_is_shown(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(ODD)
    lines = yomi("fmt", "--diff", "duel").output.splitlines()
    assert lines[:2] == ["--- duel/odd.yomi", "+++ duel/odd.yomi (formatted)"]
    assert f"+{FORM.strip()}" in lines


def test_a_file_with_mistakes_is_left_alone_and_the_others_are_not(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(ODD)
    (duel / "half.yomi").write_text(BROKEN)
    told = yomi("fmt", "duel")
    assert told.exit_code == 1
    assert told.stdout == "duel/odd.yomi\n4 files, 1 changed, 1 left alone\n"
    assert "duel/half.yomi:1:" in told.stderr and "E0104" in told.stderr
    assert (duel / "half.yomi").read_text() == BROKEN


def test_what_is_no_text_is_left_alone(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_bytes(b"\xff\xfe\x00")
    told = yomi("fmt", "duel")
    assert told.exit_code == 1
    assert told.stdout == "3 files, 1 left alone\n"
    assert (duel / "odd.yomi").read_bytes() == b"\xff\xfe\x00"
    alone = yomi("fmt", "duel/odd.yomi")
    assert (alone.exit_code, alone.stdout) == (1, "1 file, 1 left alone\n")
    assert "duel/odd.yomi" in alone.stderr


def test_other_line_ends_become_one(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_bytes(FORM.replace("\n", "\r\n").encode())
    assert yomi("fmt", "duel").output == "duel/odd.yomi\n3 files, 1 changed\n"
    assert (duel / "odd.yomi").read_bytes() == FORM.encode()


def test_a_link_stays_a_link(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(ODD)
    (duel / "also.yomi").symlink_to(duel / "odd.yomi")
    yomi("fmt", "duel")
    assert (duel / "also.yomi").is_symlink()
    assert (duel / "odd.yomi").read_text() == FORM


def test_a_file_stays_as_readable_as_it_was(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text(ODD)
    (duel / "odd.yomi").chmod(0o600)
    yomi("fmt", "duel")
    assert (duel / "odd.yomi").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text",
    ["#a\n" * 80_000, "action flood/floods{" + ";".join(["change your vigor by -(1+1+1)"] * 60) + "}"],
    ids=["a file", "a line"],
)
def test_what_would_be_too_long_in_its_form_is_left_alone(yomi: Yomi, duel: Path, text: str) -> None:
    (duel / "odd.yomi").write_text(text)
    told = yomi("fmt", "duel")
    assert told.exit_code == 1
    assert told.stdout == "3 files, 1 left alone\n"
    assert "duel/odd.yomi" in told.stderr
    assert (duel / "odd.yomi").read_text() == text


def test_a_mark_that_only_the_file_has_is_a_difference_too(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_bytes(b"\xef\xbb\xbf" + FORM.encode())
    assert f"+{FORM}" in yomi("fmt", "--diff", "duel").output
    assert yomi("fmt", "duel").output == "duel/odd.yomi\n3 files, 1 changed\n"


def test_a_piped_text(yomi: Yomi, duel: Path) -> None:
    told = yomi("fmt", "-", text=ODD)
    assert (told.exit_code, told.output) == (0, FORM)


def test_of_a_piped_text_it_is_told_whether_it_would_change(yomi: Yomi, duel: Path) -> None:
    told = yomi("fmt", "--check", "-", text=ODD)
    assert (told.exit_code, told.stdout, told.stderr) == (1, "", "the piped text would change\n")
    assert f"+{FORM}" in yomi("fmt", "--diff", "-", text=ODD).stdout
    assert (yomi("fmt", "--check", "-", text=FORM).exit_code, yomi("fmt", "--check", "-", text=FORM).output) == (0, "")


def test_a_piped_text_with_mistakes(yomi: Yomi, duel: Path) -> None:
    told = yomi("fmt", "-", text=BROKEN)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "E0104" in told.stderr


def test_the_installed_games_are_not_rewritten(yomi: Yomi, duel: Path) -> None:
    told = yomi("fmt", resources.games() / "tiny")
    assert told.exit_code == 2
    assert "belongs to the installation" in told.stderr
    assert yomi("fmt", "--check", resources.games() / "tiny").exit_code == 0


def test_a_part_that_is_no_text(yomi: Yomi, duel: Path) -> None:
    (duel / "notes.md").write_text("# notes")
    told = yomi("fmt", "duel/notes.md")
    assert told.exit_code == 2
    assert "is no file of the game duel" in told.stderr
