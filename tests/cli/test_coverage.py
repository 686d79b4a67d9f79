"""``yomi test --coverage``: what no example makes happen is listed, and what one does is not."""

from __future__ import annotations

from pathlib import Path

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


def test_the_sums_come_first_and_places_are_told(tmp_path: Path, yomi: Yomi) -> None:
    lines = yomi("test", copied(tmp_path), "--coverage").output.splitlines()
    assert "statements do something in an example" in lines[0]
    assert any("game.yomi:" in line for line in lines[1:])


def test_what_an_example_brings_of_its_own_is_not_counted(tmp_path: Path, yomi: Yomi) -> None:
    plain = yomi("test", copied(tmp_path), "--coverage").output.splitlines()[0]
    own = LOUD.replace("{\n", '{\n  card "Shove" { grab closes; power 2; quickness 9; shakes }\n', 1)
    (tmp_path / "mine" / "more.yomi").write_text(own.replace('("Trip")', '("Shove")').replace('"Trip"', '"Shove"').replace("-3", "-2"))
    after = yomi("test", tmp_path / "mine", "--coverage").output.splitlines()[0]
    assert plain.split(" of ")[1].split()[0] == after.split(" of ")[1].split()[0]
