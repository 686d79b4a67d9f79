"""``yomi new``: what it makes passes check and test as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Yomi


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, yomi: Yomi) -> Path:
    """A game of one's own, made by the command, in whose folder the user is."""
    monkeypatch.chdir(tmp_path)
    assert yomi("new", "game", "Night Market").exit_code == 0
    monkeypatch.chdir(tmp_path / "night-market")
    return tmp_path / "night-market"


def good(yomi: Yomi) -> bool:
    return yomi("check", ".").exit_code == 0 and yomi("test", ".").exit_code == 0


def test_a_new_game_has_its_name_and_works(mine: Path, yomi: Yomi) -> None:
    assert 'game "Night Market"' in (mine / "game.yomi").read_text()
    assert good(yomi)


def test_a_new_game_may_copy_any_other_with_its_pictures(mine: Path, yomi: Yomi) -> None:
    assert yomi("new", "game", "mine", "--like", "yomi2").exit_code == 0
    assert (mine / "mine" / "icons" / "speed.svg").is_file()
    assert yomi("check", "mine").exit_code == 0


def test_a_new_holder_plays_and_prints_under_its_own_name(mine: Path, yomi: Yomi) -> None:
    assert yomi("new", "fighter", "Cleo", "--like", "bo").exit_code == 0
    assert 'fighter "Cleo"' in (mine / "cleo.yomi").read_text()
    assert good(yomi)
    assert yomi("sheet", "cleo", "--game", ".").exit_code == 0


def test_a_copy_brings_no_rule_ids_and_is_of_the_house(mine: Path, monkeypatch: pytest.MonkeyPatch, yomi: Yomi) -> None:
    """The ids say what a game's own examples show; a copy shows nothing yet."""
    yomi("new", "game", "mine", "--like", "yomi2")
    monkeypatch.chdir(mine / "mine")
    assert yomi("new", "character", "Zed", "--like", "grave").exit_code == 0
    text = (mine / "mine" / "characters" / "zed.yomi").read_text()
    assert "[Y-" not in text and "source public" not in text and "source house" in text


def test_a_new_keyword_is_known(mine: Path, yomi: Yomi) -> None:
    assert yomi("new", "keyword", "stun").exit_code == 0
    assert "keyword stun" in (mine / "stun.yomi").read_text()
    assert good(yomi)
    assert "stun" in yomi("explain", "stun", "--game", ".").output


def test_a_new_keyword_says_its_own_name(mine: Path, monkeypatch: pytest.MonkeyPatch, yomi: Yomi) -> None:
    """In what it says, with a capital where the old name had one, and nowhere else."""
    (mine / "dazes.yomi").write_text(
        'keyword dazes {\n  says "Dazes: what dazes, dazes all; undazes none."\n'
        "  after you hit opponent with this { mark opponent with shaken }\n}\n"
    )
    assert yomi("new", "keyword", "stun", "--like", "dazes").exit_code == 0
    assert 'says "Stun: what stun, stun all; undazes none."' in (mine / "stun.yomi").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fighter", "Ana"), 'there is a "Ana" already'),
        (("figter", "Cleo"), 'did you mean "fighter"?'),
        (("keyword", "stun", "--like", "shaks"), 'did you mean "shakes"?'),
        (("fighter", 'a"b'), "a name needs letters, and no quotes"),
        (("fighter", "  "), "a name needs letters, and no quotes"),
        (("keyword", "zap", "--game", "yomi2"), '"yomi2" is a shipped game'),
        (("fighter", "Fighters"), '"fighters.yomi" is there already'),
    ],
)
def test_what_cannot_be_begun(mine: Path, yomi: Yomi, words: tuple[str, ...], said: str) -> None:
    before = sorted(mine.rglob("*"))
    result = yomi("new", *words)
    assert result.exit_code == 2 and said in result.output
    assert sorted(mine.rglob("*")) == before


def test_a_folder_that_is_there_is_left_alone(mine: Path, monkeypatch: pytest.MonkeyPatch, yomi: Yomi) -> None:
    monkeypatch.chdir(mine.parent)
    result = yomi("new", "game", "Night Market")
    assert result.exit_code == 2 and result.output.startswith('error: "night-market" is there already')
