"""Names of holders, and the game that they belong to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi
from yomi_dsl import ir
from yomi_dsl.cli import games, holders
from yomi_dsl.cli.usage import UsageError


@pytest.fixture
def game(duel: Path) -> ir.Game:
    game = games.open_game(duel).game
    assert game is not None
    return game


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ("Ana Hill", ("Ana Hill", "plain")),
        ("ana", ("Ana Hill", "plain")),
        ("HILL", ("Ana Hill", "plain")),
        ("ana-hill+spiked", ("Ana Hill", "spiked")),
        ("spiked+bo", ("Bo", "spiked")),
        ("b+s", ("Bo", "spiked")),
    ],
)
def test_names_as_they_are_typed(game: ir.Game, names: str, wanted: tuple[str, ...]) -> None:
    assert holders.bring(game, names) == wanted


@pytest.mark.parametrize(
    ("names", "message", "help"),
    [
        ("anna", 'Duel has nobody named "anna"', "there are: Ana Hill, Bo, plain, spiked"),
        ("spikd+bo", 'Duel has nobody named "spikd"', 'did you mean "spiked"?'),
        ("spiked", '"spiked" brings no fighter', "add one of: Ana Hill, Bo"),
        ("ana+bo", '"ana+bo" brings two of fighter: Ana Hill and Bo', ""),
        ("ana+", 'Duel has nobody named ""', ""),
    ],
)
def test_names_that_mean_nothing(game: ir.Game, names: str, message: str, help: str) -> None:
    with pytest.raises(UsageError) as told:
        holders.bring(game, names)
    assert told.value.message == message
    assert help in told.value.help


def test_a_name_that_may_be_several(game: ir.Game) -> None:
    import attrs

    more = attrs.evolve(game, holders=(*game.holders, attrs.evolve(game.holders[0], name="Anatol")))
    with pytest.raises(UsageError, match='"ana" may be Ana Hill or Anatol'):
        holders.bring(more, "ana")


@pytest.fixture
def shipped(duel: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games that are shipped, the user being in neither."""
    folder = duel.parent / "shipped"
    for name in ("one", "two"):
        shutil.copytree(duel, folder / name)
    cards = folder / "two" / "fighters.yomi"
    cards.write_text(cards.read_text().replace("Ana Hill", "Cleo"))
    monkeypatch.setattr("yomi_dsl.resources.games", lambda: folder)
    return folder


def test_the_only_shipped_game_with_such_a_holder(yomi: Yomi, shipped: Path) -> None:
    assert holders.game_with(["ana"], None)[0].folder == shipped / "one"
    assert holders.game_with(["cleo", "bo+spiked"], None)[0].folder == shipped / "two"


def test_holders_of_several_games(yomi: Yomi, shipped: Path) -> None:
    with pytest.raises(UsageError) as told:
        holders.game_with(["bo"], None)
    assert told.value.message == '"bo": several games have that'
    assert told.value.help == "name the game: --game, with one of one, two"


def test_holders_of_no_game(yomi: Yomi, shipped: Path) -> None:
    told = yomi("play", "Clio", "Bo")
    assert told.exit_code == 2
    assert 'no shipped game has "Clio" and "Bo"' in told.stderr
    assert 'did you mean "Cleo"?' in told.stderr


def test_holders_of_different_games(yomi: Yomi, shipped: Path) -> None:
    told = yomi("simulate", "ana", "cleo")
    assert told.exit_code == 2
    assert 'no shipped game has "ana" and "cleo"' in told.stderr
    assert '"ana" is of one; "cleo" is of two' in told.stderr


def test_the_game_in_whose_folder_one_is(
    yomi: Yomi, shipped: Path, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(duel)
    assert holders.game_with(["bo"], None)[0].folder == duel


def local(duel: Path, name: str) -> Path:
    """A copy of the first shipped game where the user is, with more health on a card."""
    folder = duel.parent / name
    shutil.copytree(duel, folder)
    cards = folder / "fighters.yomi"
    cards.write_text(cards.read_text().replace("health 14", "health 17"))
    return folder


VERBS = [
    ("play", "ana", "bo+plain", "--bots", "--seed", "1"),
    ("simulate", "ana", "ana", "--games", "1", "--jobs", "1"),
    ("sheet", "ana", "--out", "it.pdf"),
    ("explain", "ana", "hill"),
]


@pytest.mark.parametrize("call", VERBS, ids=lambda call: call[0])
def test_a_game_in_cards_wins_over_the_installed_one_and_it_is_told(
    yomi: Yomi, shipped: Path, duel: Path, call: tuple[str, ...]
) -> None:
    shutil.rmtree(shipped / "two")
    folder = local(duel, "cards/one")
    shutil.rmtree(duel)
    assert holders.game_with(["ana"], None)[0].folder == folder
    told = yomi(*call)
    assert told.exit_code == 0, told.output
    assert told.stderr.splitlines()[0] == "one: cards/one"


@pytest.mark.parametrize("call", VERBS, ids=lambda call: call[0])
def test_that_the_installed_one_was_taken_is_told(yomi: Yomi, shipped: Path, duel: Path, call: tuple[str, ...]) -> None:
    shutil.rmtree(shipped / "two")
    shutil.rmtree(duel)
    assert yomi(*call).stderr.splitlines()[0] == "one: shipped/one (the installed one)"


def test_who_is_only_in_a_game_of_ones_own_is_found_by_naming_it(yomi: Yomi, shipped: Path, duel: Path) -> None:
    local(duel, "my game")
    cards = duel.parent / "my game" / "fighters.yomi"
    cards.write_text(cards.read_text().replace('"Bo"', '"Quill"'))
    told = yomi("play", "quill", "ana")
    assert told.exit_code == 2
    assert "help: name the game: --game 'my game'" in told.stderr


def test_help_has_names_of_a_shipped_game(yomi: Yomi, shipped: Path) -> None:
    assert "yomi play 'ana hill' bo" in yomi("play", "--help").stdout


def test_without_a_shipped_game_help_has_stand_ins(yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yomi_dsl.resources.games", lambda: duel / "nothing")
    assert "yomi play NAME OTHER" in yomi("play", "--help").stdout
