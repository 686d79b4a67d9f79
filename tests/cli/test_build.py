"""``yomi build`` and ``yomi sheet``: what is written, where, and that it is never half of it."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi, process
from yomi_dsl.cli import files
from yomi_dsl.cli.usage import UsageError

TEXTS = {"ir.txt", "wording.txt", "cards.json", "cards.csv", "cast.md", "bots.txt"}


def written(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_texts_and_sheets_are_made(yomi: Yomi, duel: Path) -> None:
    told = yomi("build", "duel", "--out", "made")
    assert told.exit_code == 0, told.output
    assert told.stdout == "11 files in made: 11 new\n"
    found = written(duel.parent / "made")
    sheets = {f"duel/sheets/{name}.pdf" for name in ("ana-hill", "bo", "plain", "spiked", "bots")}
    assert set(found) == {f"duel/{name}" for name in TEXTS} | sheets | {"duel/sheets/made.txt"}
    assert all(found[name].startswith(b"%PDF") for name in sheets)
    assert yomi("build", "duel", "--out", "made").stdout == "11 files in made: none changed\n"


def test_what_is_new_is_not_called_changed(yomi: Yomi, duel: Path) -> None:
    yomi("build", "duel", "--out", "made", "--no-sheets")
    (duel.parent / "made/duel/cards.csv").unlink()
    (duel.parent / "made/duel/ir.txt").write_text("old")
    assert yomi("build", "duel", "--out", "made", "--no-sheets").stdout == "6 files in made: 1 new, 1 changed\n"


def test_the_card_database(yomi: Yomi, duel: Path) -> None:
    yomi("build", "duel", "--out", "made", "--no-sheets")
    data = json.loads((duel.parent / "made/duel/cards.json").read_text())
    trip = next(card for card in data["cards"] if card["name"] == "Trip")
    assert trip["faces"][0]["attributes"] == {"kind": "grab", "link": "closes", "power": 3, "quickness": 6}
    assert trip["faces"][0]["keywords"] == ["shakes"]
    assert data["brings"] == [{"head": "fighter", "default": None}, {"head": "boots", "default": "plain"}]
    with open(duel.parent / "made/duel/cards.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert next(row for row in rows if row["card"] == "Trip")["power"] == "3"
    assert len(rows) == len(data["cards"])


def test_a_new_line_above_changes_no_text(yomi: Yomi, duel: Path) -> None:
    yomi("build", "duel", "--out", "made", "--no-sheets")
    for path in duel.glob("*.yomi"):
        path.write_text("# a remark\n\n" + path.read_text())
    assert yomi("build", "duel", "--out", "made", "--no-sheets").stdout == "6 files in made: none changed\n"


def test_check_says_what_is_not_current(yomi: Yomi, duel: Path) -> None:
    assert yomi("build", "duel", "--out", "made", "--check").exit_code == 1
    yomi("build", "duel", "--out", "made", "--no-sheets")
    told = yomi("build", "duel", "--out", "made", "--check")
    assert (told.exit_code, told.stdout) == (0, "6 files, all current\n")
    cards = duel / "fighters.yomi"
    cards.write_text(cards.read_text().replace("power 4", "power 3"))
    before = written(duel.parent / "made")
    told = yomi("build", "duel", "--out", "made", "--check")
    assert told.exit_code == 1
    assert "made/duel/cards.csv: not current\n" in told.stdout
    assert written(duel.parent / "made") == before


def test_the_same_bytes_whatever_the_hash_seed(duel: Path) -> None:
    for seed in ("1", "2"):
        told = process(
            "build",
            "duel",
            "--out",
            seed,
            cwd=duel.parent,
            PYTHONHASHSEED=seed,
            TZ="Asia/Tokyo" if seed == "1" else "UTC",
        )
        assert told.returncode == 0, told.stderr
    assert written(duel.parent / "1") == written(duel.parent / "2")


def test_a_game_with_errors_writes_nothing(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text("nonsense\n")
    assert yomi("build", "duel", "--out", "made").exit_code == 1
    assert not (duel.parent / "made").exists()


def test_links_out_of_the_folder_are_refused(yomi: Yomi, duel: Path) -> None:
    elsewhere = duel.parent / "elsewhere"
    elsewhere.mkdir()
    (duel.parent / "made").mkdir()
    (duel.parent / "made" / "duel").symlink_to(elsewhere)
    told = yomi("build", "duel", "--out", "made", "--no-sheets")
    assert told.exit_code == 2
    assert "leads out of made" in told.stderr
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("name", ["../a", "/a", "a/../../b", ".hidden", "a b", "", "a//b"])
def test_names_that_may_leave_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        files.write_all(tmp_path, {name: b""})


def test_nothing_is_left_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write_all(tmp_path, {"one.txt": b"old", "two.txt": b"old"})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match="no space left on device"):
        files.write_all(tmp_path, {"one.txt": b"new", "two.txt": b"new"})
    assert written(tmp_path) == {"one.txt": b"old", "two.txt": b"old"}


def test_a_sheet_of_one_holder(yomi: Yomi, duel: Path) -> None:
    told = yomi("sheet", "ana", "--game", "duel")
    assert told.exit_code == 0, told.output
    assert told.stdout == "ana-hill.pdf\n"
    assert (duel.parent / "ana-hill.pdf").read_bytes().startswith(b"%PDF")


def test_a_sheet_of_a_game_and_of_one_card(yomi: Yomi, duel: Path) -> None:
    assert yomi("sheet", "duel", "--out", "all.pdf").stdout == "all.pdf\n"
    assert yomi("sheet", "bo+spiked", "--game", "duel", "--card", "stamp", "--png").stdout == "stamp.png\n"
    assert (duel.parent / "stamp.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["ana", "--card", "kik"], 'did you mean "Kick"?'),
        (["bo", "--card", "kick"], "it is a card of Ana Hill"),
        (["anna"], 'Duel has nobody named "anna"'),
        (["ana", "--out", "no/such/folder.pdf"], "cannot be written: no such file or directory"),
    ],
)
def test_sheets_that_cannot_be_made(yomi: Yomi, duel: Path, words: list[str], wanted: str) -> None:
    told = yomi("sheet", *words, "--game", "duel")
    assert told.exit_code == 2
    assert wanted in told.stderr


def test_a_card_of_every_deck_is_none_of_a_holder(yomi: Yomi) -> None:
    told = yomi("sheet", "grave", "--game", "yomi2", "--card", "High Block")
    assert told.exit_code == 2
    assert "every deck may have it: name the game instead, or add --deck" in told.stderr


def renamed(duel: Path, name: str) -> None:
    for path in duel.glob("*.yomi"):
        path.write_text(path.read_text().replace('"Kick"', f'"{name}"'))


def test_the_sheets_of_bots(yomi: Yomi, duel: Path) -> None:
    assert yomi("sheet", "duel", "--bots").stdout == "duel-bots.pdf\n"
    assert yomi("sheet", "bo", "--game", "duel", "--bots", "--png").stdout == "duel-bots.png\n"
    text = written(duel.parent)
    assert text["duel-bots.pdf"].startswith(b"%PDF") and text["duel-bots.png"].startswith(b"\x89PNG")


def test_a_bot_too_long_for_its_sheet_is_told_at_its_line(yomi: Yomi, duel: Path) -> None:
    many = ",\n".join(f"strike where your vigor = {n}" for n in range(9, 140))
    (duel / "more.yomi").write_text(f'\nbot "Wordy" {{ asked bid: prefer {many}; asked any: prefer any by chance }}\n')
    told = yomi("sheet", "duel", "--bots")
    assert told.exit_code == 1 and not list(duel.parent.glob("*.pdf"))
    assert "duel/more.yomi:2:1: E0711 the text is " in told.output and "too long for the sheet" in told.output


def test_a_game_without_bots_has_no_such_sheets(yomi: Yomi, duel: Path) -> None:
    cards = duel / "fighters.yomi"
    cards.write_text(cards.read_text().split("bot ")[0])
    told = yomi("sheet", "duel", "--bots")
    assert told.exit_code == 2 and "has no bots" in told.stderr


def test_a_sheet_with_errors_is_not_written(yomi: Yomi, duel: Path) -> None:
    """It would be printed, cut and played with."""
    renamed(duel, "Kick \u6f22")
    told = yomi("sheet", "ana", "--game", "duel")
    assert told.exit_code == 1
    assert "E0711" in told.output
    assert not list(duel.parent.glob("*.pdf"))


def test_a_card_is_found_however_its_accents_are_typed(yomi: Yomi, duel: Path) -> None:
    """What a keyboard gives, and what a copied file name gives, look the same."""
    renamed(duel, "Kic\u00e9")
    told = yomi("sheet", "ana", "--game", "duel", "--card", "kice\u0301", "--png", "--out", "one.png")
    assert told.stdout == "one.png\n", told.output


def test_a_sheet_of_a_holder_that_is_gone_is_removed_and_nothing_else(yomi: Yomi, duel: Path) -> None:
    assert yomi("build", "duel", "--out", "made").exit_code == 0
    sheets = duel.parent / "made/duel/sheets"
    assert (sheets / "bo.pdf").exists()
    (sheets / "mine.pdf").write_text("the user's own")
    for path in duel.glob("*.yomi"):
        path.write_text(path.read_text().replace('"Bo"', '"Bea"'))
    told = yomi("build", "duel", "--out", "made")
    assert told.stdout.endswith(", 1 old sheet removed\n"), told.output
    assert not (sheets / "bo.pdf").exists()
    assert (sheets / "bea.pdf").exists() and (sheets / "mine.pdf").exists()
    assert "made.txt" not in (sheets / "made.txt").read_text()


def test_a_note_that_leads_elsewhere_removes_nothing(tmp_path: Path) -> None:
    (tmp_path / "duel/sheets").mkdir(parents=True)
    (tmp_path / "kept.txt").write_text("kept")
    (tmp_path / "duel/sheets/made.txt").write_text("../../kept.txt\n")
    assert files.remove_old(tmp_path, "duel/sheets", []) == 0
    assert (tmp_path / "kept.txt").exists()
