"""What an installed wheel can do by text alone: a new keyword, a new character, a small new game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
Yomi = Callable[..., subprocess.CompletedProcess[str]]

KEYWORD = """
keyword drains (n: number) {
  says "When this lands, you gain {n} meter."
  after you connect with this { gain n meter }
}
example "a draining blow fills the meter" {
  card "Leech" { X special strike; speed 9; damage 2; combo 0 alone; drains 2 }
  given phase combat, you bring "Grave", opponent bring "Grave"
  given your hand ("Leech"), opponent's hand ("Throw")
  combat "Leech" against "Throw"
  then your meter = 2
}
"""
CHARACTER = """
character "Mara" {
  source house; colours "4a1d5f" on "efe3f5"
  life 80; max combo 3
  innate "Patient" { modify your block: covers to high/mid/low }
  card "Needle" x8 { A normal strike low; speed 9; damage 3; combo 1 chain -> linker/ender; exchangeable }
  card "Hook" x8 { X special strike mid; speed 7; damage 6; combo 2 ender; drains 1 }
  card "Clinch" x5 { normal throw; speed 6; damage 8; combo 1 starter -> linker/ender; knockdown on hit; exchangeable }
  card "Last Word" x2 { S1 super strike high; meter cost 1; speed 12; damage 15; combo 0 alone; unsafe }
  card "Second Word" x2 { S2 super strike low; meter cost 2; speed 13; damage 22; combo 0 alone; unsafe }
}
"""
GAME = """
game "Coins" for 2 players bringing purse
source house
words kind required on card: gold, silver
stat worth required on card: 1..9
stat size required on purse: 1..20
zone deck of player: pile, seen by nobody
zone hand of player: seen by owner
zone table of player: row, seen by all
tally wealth of player: 0..20, start 0 { says "wealth" }
layers: purse, status
order of rules: active player, age
default settle { both players: each; copies: each }
turn of one player at a time, first by chance: work
phase work {
  if no card in your deck { you lose game as "poor" }
  move top of your deck to your hand
  choose coin from your hand
  change your wealth by worth of coin
  move coin to your table
}
endings: "rich", "poor", "late", "both"
as soon as your wealth = 20 { you win game as "rich" }
both lose: tie game as "both"
limit of turns 99: tie game as "late"
setup { each player { move all card in your box to your deck; shuffle your deck } }
default given { each player { move all card in your box to bottom of your deck } }
purse "Small" {
  size 3
  card "Penny" x9 { silver; worth 1 }
  card "Crown" x5 { gold; worth 5 }
}
example "a crown is worth five" {
  given phase work, you bring "Small", opponent bring "Small"
  given your deck from top ("Crown")
  you choose coin "Crown"
  then your wealth = 5
}
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout and installed into a folder of its own; nothing else of the project is in reach."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)], check=True, cwd=folder)
    wheel = next(folder.glob("*.whl"))
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True, cwd=folder)
    return folder / "site"


@pytest.fixture
def yomi(installed: Path, tmp_path: Path) -> Yomi:
    env = {**os.environ, "PYTHONPATH": str(installed), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-m", "yomi_dsl", *args]
        return subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=300)

    return run


def good(result: subprocess.CompletedProcess[str]) -> str:
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


SHIPPED = sorted(folder.name for folder in (ROOT / "cards").iterdir())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_in_the_wheel_as_a_whole(name: str, yomi: Yomi) -> None:
    assert "no problems" in good(yomi("check", name))
    assert "0 failed" in good(yomi("test", name))


def test_a_shipped_game_is_printed_with_its_pictures(installed: Path, yomi: Yomi, tmp_path: Path) -> None:
    pictures = installed / "yomi_dsl" / "_data" / "cards" / "tempo" / "icons"
    assert {one.name for one in pictures.iterdir()} == {one.name for one in (ROOT / "cards" / "tempo" / "icons").iterdir()}
    good(yomi("sheet", "kestrel", "--game", "tempo", "--out", "kestrel.pdf"))
    assert (tmp_path / "kestrel.pdf").read_bytes().startswith(b"%PDF")


def test_the_pages_on_codes_are_in_the_wheel(yomi: Yomi) -> None:
    assert "yomi" in good(yomi("explain", "E0101"))


def test_a_keyword_and_a_character_are_added_by_text(installed: Path, yomi: Yomi, tmp_path: Path) -> None:
    copy = tmp_path / "mine"
    shutil.copytree(installed / "yomi_dsl" / "_data" / "cards" / "yomi2", copy)
    (copy / "keywords" / "drains.yomi").write_text(KEYWORD)
    (copy / "characters" / "mara.yomi").write_text(CHARACTER)
    good(yomi("check", "mine"))
    good(yomi("test", "mine"))
    assert "Mara" in good(yomi("simulate", "mara", "grave", "--game", "mine", "--games", "20", "--seed", "3"))
    good(yomi("build", "mine", "--out", "out"))
    assert list((tmp_path / "out").rglob("*.pdf"))
    assert "you gain 1 meter" in "".join(p.read_text() for p in (tmp_path / "out").rglob("*.txt")).replace("\u00a0", " ")


def test_a_small_game_is_added_by_text(yomi: Yomi, tmp_path: Path) -> None:
    (tmp_path / "coins").mkdir()
    (tmp_path / "coins" / "game.yomi").write_text(GAME)
    good(yomi("check", "coins"))
    good(yomi("test", "coins"))
    assert "rich" in good(yomi("simulate", "small", "small", "--game", "coins", "--games", "20", "--seed", "1"))
    good(yomi("build", "coins", "--out", "out"))
