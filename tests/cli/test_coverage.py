"""``yomi test --coverage``: what no example makes happen is listed, and what one does is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Yomi

LOUD = """
example "a grab meets a slower one" {
  given phase clash, you bring "Ana", opponent bring "Bo"
  given your hand ("Trip"), opponent's hand ("Lift")
  clash "Trip" against "Lift"
  then opponent's vigor changed by -3, your vigor changed by 0
}
"""


def copied(tmp_path: Path, more: str = "") -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for path in (ROOT / "cards" / "tiny").glob("*.yomi"):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "more.yomi").write_text(more, encoding="utf-8")
    return folder


def test_a_row_that_no_example_meets_is_listed_until_one_does(tmp_path: Path, yomi: Yomi) -> None:
    before = yomi("test", copied(tmp_path), "--coverage")
    assert before.exit_code == 0 and "never does anything:" in before.output
    assert "grab beats grab" in before.output
    (tmp_path / "mine" / "more.yomi").write_text(LOUD, encoding="utf-8")
    after = yomi("test", tmp_path / "mine", "--coverage")
    assert after.exit_code == 0, after.output
    assert "grab beats grab" not in after.output.partition("is never met")[0]


def test_of_chosen_examples_what_they_do_is_told(tmp_path: Path, yomi: Yomi) -> None:
    """What the other examples show is not listed as if nothing showed it."""
    told = yomi("test", copied(tmp_path, LOUD), "--coverage", "-k", "slower one").output
    assert "statements do something in the example chosen; the others were not run" in told.splitlines()[0]
    does, met = told.split("\nis met, and never does anything:\n")
    assert "/mine/game.yomi:28:3: grab beats grab" in does and "strike beats strike" not in does
    assert "/mine/game.yomi:63:109: mark opponent with shaken } }" in does
    assert "strike beats strike where" in met and "keep choosing" not in met
    assert "never taken" not in told and "tie game" not in told
    assert "is given:\n  first move\n  shaken\n" in met
    two = yomi("test", tmp_path / "mine", "--coverage", "-k", "slow").output.splitlines()[0]
    assert "in the 2 examples chosen; the others" in two


def test_the_sums_come_first_and_places_are_told(tmp_path: Path, yomi: Yomi) -> None:
    lines = yomi("test", copied(tmp_path), "--coverage").output.splitlines()
    assert "statements do something in an example" in lines[0]
    assert any("game.yomi:" in line for line in lines[1:])


def test_what_an_example_brings_of_its_own_is_not_counted(tmp_path: Path, yomi: Yomi) -> None:
    plain = yomi("test", copied(tmp_path), "--coverage").output.splitlines()[0]
    own = LOUD.replace("{\n", '{\n  card "Shove" { grab closes; power 2; quickness 9; shakes }\n', 1)
    (tmp_path / "mine" / "more.yomi").write_text(
        own.replace('("Trip")', '("Shove")').replace('"Trip"', '"Shove"').replace("-3", "-2")
    )
    after = yomi("test", tmp_path / "mine", "--coverage").output.splitlines()[0]
    assert plain.split(" of ")[1].split()[0] == after.split(" of ")[1].split()[0]


EMPTY = """
example "an empty deck is filled from the used pile" {
  given phase refill, you bring "Ana", opponent bring "Bo"
  given your used pile (4 "Jab", 4 "Kick", 3 "Trip", 4 "Guard")
  then count of your hand = 2, no card in your used pile
}
"""
EVEN = """
example "two guards do nothing to each other" {
  given phase clash, you bring "Ana", opponent bring "Bo"
  given your hand ("Guard"), opponent's hand ("Wall")
  clash "Guard" against "Wall"
  then your vigor changed by 0, opponent's vigor changed by 0
}
"""
SHORT = """
example "a combo may stop early" {
  given phase clash, you bring "Ana", opponent bring "Bo"
  given your hand ("Jab", "Kick"), opponent's hand ("Lift")
  clash "Jab" against "Lift"
  you stop
  then opponent's vigor changed by -2
}
"""


def listed(output: str, heading: str) -> str:
    """The lines under a heading."""
    return output.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]


@pytest.mark.parametrize(
    ("heading", "line", "more"),
    [
        ("never does anything", "move all card in your used pile", EMPTY),
        ("is never met without effect", "winner follows up", EVEN),
        ("is never declined", "added", SHORT),
    ],
)
def test_a_statement_of_a_body_is_listed_until_an_example_shows_it(
    tmp_path: Path, yomi: Yomi, heading: str, line: str, more: str
) -> None:
    folder = copied(tmp_path)
    assert line in listed(yomi("test", folder, "--coverage").output, heading)
    (folder / "more.yomi").write_text(more, encoding="utf-8")
    after = yomi("test", folder, "--coverage")
    assert after.exit_code == 0 and line not in listed(after.output, heading), after.output


def test_the_setup_is_told_apart(tmp_path: Path, yomi: Yomi) -> None:
    output = yomi("test", copied(tmp_path), "--coverage").output
    assert "move all card in your box" in listed(output, "belongs to the setup, which no example runs")
    assert "move all card in your box" not in listed(output, "never does anything")


GRANTING = """
keyword overpowers (sort: filter) { says "Beats {sort}."; this beats sort where power of mine > 2 }
fighter "Cy" {
  health 9
  flourish { modify your strike: gets overpowers guard }
  card "Slap" x2 { strike opens; power 2; quickness 7 }
  card "Smash" x2 { strike closes; power 4; quickness 5 }
}
parts live: flourish
"""
MEETS = """
example "a strong one goes through" {
  given phase clash, you bring "Cy", opponent bring "Bo"
  given your hand ("MOVE"), opponent's hand ("Wall")
  clash "MOVE" against "Wall"
  then opponent's vigor changed by CHANGE
}
"""


@pytest.mark.parametrize(("move", "change", "idle"), [("Slap", 0, True), ("Smash", -4, False)])
def test_a_row_that_a_grant_lays_is_met_where_its_own_condition_holds(
    tmp_path: Path, yomi: Yomi, move: str, change: int, idle: bool
) -> None:
    shown = MEETS.replace("MOVE", move).replace("CHANGE", str(change))
    after = yomi("test", copied(tmp_path, GRANTING + shown), "--coverage")
    assert after.exit_code == 0, after.output
    assert ("this beats sort where" in listed(after.output, "never does anything")) == idle, after.output
