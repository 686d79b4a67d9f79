"""The loader: which folder is meant, which texts belong to it, and what is kept out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomi_dsl import limits, loader, parser
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "trial"
    (folder / "characters").mkdir(parents=True)
    (folder / "game.yomi").write_text('game "Trial"\n')
    (folder / "characters" / "rook.yomi").write_text('character "Rook" { }\n')
    (folder / "a.yomi").write_text("words kind: red\n")
    return folder


def load(folder: Path) -> tuple[list[str], list[str]]:
    """The paths of the texts, and the codes of the problems with their files."""
    bag = Bag()
    sources = loader.load_game(folder, bag)
    codes = [f"{problem.code} {problem.at.path if problem.at else ''}" for problem in bag.sorted]
    return [source.path for source in sources], codes


GAME = ["game.yomi", "a.yomi", "characters/rook.yomi"]


# ---- which folder ----------------------------------------------------------------------------------------------------


INSIDE = ["trial", "trial/game.yomi", "trial/characters", "trial/characters/rook.yomi", "trial/../trial"]


@pytest.mark.parametrize("path", INSIDE)
def test_a_game_is_found_from_any_path_in_it(game: Path, path: str) -> None:
    assert loader.find_game(path, game.parent) == game
    assert loader.find_game(str(game.parent / path), Path("/")) == game
    assert loader.find_game(".", game / "characters") == game


@pytest.mark.parametrize("name", loader.shipped_games())
def test_a_shipped_game_is_found_by_name(name: str, tmp_path: Path) -> None:
    assert loader.find_game(name, tmp_path).name == name


@pytest.mark.parametrize("name", ["", "nowhere", "../../../../x", "a/b", "a\0b", ".", "/", "x" * 5000, "~"])
def test_what_is_no_game_is_said_to_be_none(name: str, tmp_path: Path) -> None:
    with pytest.raises(loader.GameNotFoundError) as caught:
        loader.find_game(name, tmp_path)
    assert caught.value.diagnostic.code == "E0121"


# ---- which texts -----------------------------------------------------------------------------------------------------


def test_the_texts_come_in_one_order_whatever_the_disk_does(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(game) == (GAME, [])
    listdir = os.listdir
    monkeypatch.setattr(os, "listdir", lambda path: sorted(listdir(path), reverse=True))
    assert load(game) == (GAME, [])


def test_other_files_and_hidden_ones_are_passed_by(game: Path) -> None:
    (game / "notes.txt").write_bytes(b"\xff")
    (game / ".draft.yomi").write_text("x")
    (game / ".git").mkdir()
    (game / ".git" / "x.yomi").write_text("x")
    (game / "folder.yomi").mkdir()
    assert load(game) == (GAME, [])


def test_links_out_of_the_folder_are_refused(game: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yomi").write_text("secret")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.yomi").write_text("secret")
    (game / "b.yomi").symlink_to(tmp_path / "secret.yomi")
    (game / "c.yomi").symlink_to("../secret.yomi")
    (game / "d").symlink_to(tmp_path / "other")
    paths, codes = load(game)
    assert paths == GAME
    assert codes == ["E0124 b.yomi", "E0124 c.yomi", "E0124 d"]


def test_links_inside_the_folder_never_read_a_text_twice(game: Path) -> None:
    (game / "again.yomi").symlink_to(game / "game.yomi")
    (game / "loop").symlink_to(game)
    (game / "characters" / "up").symlink_to("..")
    paths, codes = load(game)
    assert (paths, codes) == (GAME, [])


def test_a_folder_that_is_itself_a_link_is_a_game(game: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(game)
    assert load(tmp_path / "link") == (GAME, [])


def test_what_cannot_be_read_is_named(game: Path) -> None:
    (game / "lost.yomi").symlink_to("nothing")
    (game / "self.yomi").symlink_to("self.yomi")
    os.mkfifo(game / "pipe.yomi")
    paths, codes = load(game)
    assert paths == GAME
    assert codes == ["E0125 lost.yomi", "E0125 pipe.yomi", "E0125 self.yomi"]


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_missing_rights_are_named(game: Path) -> None:
    (game / "a.yomi").chmod(0)
    (game / "characters").chmod(0)
    paths, codes = load(game)
    (game / "characters").chmod(0o700)
    assert (paths, codes) == (["game.yomi"], ["E0125 a.yomi", "E0125 characters"])


def test_a_folder_without_game_file_is_named(game: Path) -> None:
    (game / "game.yomi").unlink()
    assert load(game)[1] == ["E0126 game.yomi"]
    assert load(game.parent / "missing") == ([], ["E0125 .", "E0126 game.yomi"])


def test_a_file_name_has_to_be_readable(game: Path) -> None:
    (game / "two\nlines.yomi").write_text("x")
    with open(os.fsencode(game) + b"/\xff.yomi", "w") as file:
        file.write("x")
    paths, codes = load(game)
    assert paths == GAME
    assert sorted(code[:5] for code in codes) == ["E0127", "E0127"]


def test_a_lone_carriage_return_ends_a_line(game: Path) -> None:
    (game / "b.yomi").write_bytes(b"a\rb\r\nc")
    bag = Bag()
    assert [source.text for source in loader.load_game(game, bag) if source.path == "b.yomi"] == ["a\nb\r\nc"]
    assert not bag.sorted


# ---- which characters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfea\0b\0", "E0122"),
        (b"caf\xe9", "E0122"),
        (b"\x89PNG\r\n\x1a\n\0\0", "E0122"),
        (b"\xed\xa0\x80", "E0122"),
        (b"a \0 b", "E0123"),
        (b"a \x1b[31m b", "E0123"),
        ("a \u202e b".encode(), "E0123"),
        ("a \u2066 b".encode(), "E0123"),
        (b"", "W0101"),
        (b" \n\t\n", "W0101"),
        (b"\xef\xbb\xbf", "W0101"),
    ],
)
def test_what_is_no_plain_text_is_named(game: Path, data: bytes, code: str) -> None:
    (game / "b.yomi").write_bytes(data)
    paths, codes = load(game)
    assert codes == [f"{code} b.yomi"]
    assert ("b.yomi" in paths) == (code == "W0101")


def test_marks_and_accents_are_made_one() -> None:
    bag = Bag()
    source = loader.load_text("t", "\ufeffE\u0301lan\r\n", bag)
    assert source is not None and source.text == "Élan\r\n"
    assert parser.parse(source, bag).body and not len(bag)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=80), st.text("ab\u202e\0\r\n\ud800é", max_size=30)))
def test_any_text_is_taken_or_refused_with_a_reason(text: str) -> None:
    bag = Bag()
    source = loader.load_text("t", text, bag)
    assert source is not None or bag.errors
    if source:
        source.text.encode()
        parser.parse(source, bag)


# ---- how much --------------------------------------------------------------------------------------------------------


def test_sizes_are_limited(game: Path) -> None:
    line = "# a\n"
    (game / "b.yomi").write_text(line * (limits.FILE_BYTES // len(line)))
    assert load(game)[1] == []
    for more in (line, "\ufeff" + line, line * 100_000):
        (game / "b.yomi").write_text(line * (limits.FILE_BYTES // len(line)) + more)
        assert load(game) == (GAME, ["E0901 b.yomi"])
    bag = Bag()
    assert loader.load_text("t", "x" * (limits.FILE_BYTES + 1), bag) is None


def test_the_length_of_lines_is_limited(game: Path) -> None:
    (game / "b.yomi").write_text("# " + "x" * (limits.LINE_CHARS - 3) + "\nx\n")
    assert load(game)[1] == []
    (game / "b.yomi").write_text("x\n# " + "x" * limits.LINE_CHARS + "\n")
    assert load(game)[1] == ["E0904 b.yomi"]


def test_numbers_of_files_and_folders_are_limited(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GAME_FILES", 2)
    assert load(game) == (GAME[:2], ["E0902 characters"])
    monkeypatch.undo()
    monkeypatch.setattr(limits, "FOLDER_ENTRIES", 3)
    assert load(game)[1] == ["E0902 characters"]
    monkeypatch.undo()
    monkeypatch.setattr(limits, "GAME_BYTES", 20)
    assert load(game)[1] == ["E0903 a.yomi"]
    monkeypatch.undo()
    deep = game.joinpath(*["d"] * (limits.FOLDER_DEPTH + 1))
    deep.mkdir(parents=True)
    assert [code[:5] for code in load(game)[1]] == ["E0908"]


def test_a_source_knows_its_lines() -> None:
    source = Source("t", "a\r\nbb\n")
    assert [source.line(number) for number in (1, 2, 3)] == ["a", "bb", ""]
    assert [source.place(offset) for offset in (0, 2, 3, 4, 6)] == [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)]
