"""``yomi test``: examples as tests, and broken rules that an example must notice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_examples_that_pass(yomi: Yomi, duel: Path) -> None:
    told = yomi("test", "duel")
    assert (told.exit_code, told.stdout) == (0, "2 examples passed, 0 failed\n")


def test_a_failing_example_is_shown_at_its_place(yomi: Yomi, duel: Path) -> None:
    change(duel / "fighters.yomi", "changed by -6", "changed by -5")
    told = yomi("test", "duel")
    assert told.exit_code == 1
    first, last = told.stdout.splitlines()
    assert first.startswith("duel/fighters.yomi:26:8: E0701 opponent's vigor changed by -5: ")
    assert "16 to 10" in first
    assert last == "1 example passed, 1 failed"


@pytest.mark.parametrize(
    ("given", "verdict", "told"),
    [
        ("opponent's vigor 1, ", 'you win game as "beaten"', "1 example passed"),
        ("opponent's vigor 1, ", 'you lose game as "beaten"', 'E0701 the game is over: you have won, as "beaten"'),
        ("opponent's vigor 1, ", 'you win game as "both beaten"', 'E0701 the game is over: you have won, as "beaten"'),
        ("", 'you win game as "beaten"', "E0701 the game is not over"),
    ],
)
def test_how_a_game_must_have_ended(yomi: Yomi, duel: Path, given: str, verdict: str, told: str) -> None:
    (duel / "last.yomi").write_text(
        'example "the last blow" {\n'
        '  given phase clash, you bring "Ana Hill", opponent bring "Bo"\n'
        f'  given {given}your hand ("Jab"), opponent\'s hand ("Lift")\n'
        f'  clash "Jab" against "Lift"\n  then {verdict}\n}}\n'
    )
    assert told in yomi("test", "duel", "-k", "the last blow").stdout


def test_an_answer_that_nobody_asks_for(yomi: Yomi, duel: Path) -> None:
    change(duel / "fighters.yomi", '  add "Kick"\n', '  add "Kick"\n  add "Kick"\n')
    told = yomi("test", "duel", "--format", "full")
    assert told.exit_code == 1
    assert 'nobody asks for "added Kick"' in told.stdout
    assert 'in "an opening strike goes on into a combo"' in told.stdout


@pytest.mark.parametrize(("text", "count"), [("combo", 1), ("D-SHAK-1", 1), ("fighters.yomi", 2), ("d-", 2)])
def test_examples_are_chosen_by_what_they_say(yomi: Yomi, duel: Path, text: str, count: int) -> None:
    assert yomi("test", "duel", "-k", text).stdout == f"{count} example{'s' * (count > 1)} passed, 0 failed\n"


def test_a_text_that_no_example_has(yomi: Yomi, duel: Path) -> None:
    told = yomi("test", "duel", "-k", "zebra")
    assert told.exit_code == 2
    assert 'no example has "zebra"' in told.stderr


def test_a_game_with_errors_is_not_tested(yomi: Yomi, duel: Path) -> None:
    (duel / "odd.yomi").write_text("nonsense\n")
    assert yomi("test", "duel").exit_code == 1
    assert "passed" not in yomi("test", "duel").stdout


def test_every_broken_rule_is_noticed(yomi: Yomi, duel: Path) -> None:
    told = yomi("test", "duel", "--plant", "--jobs", "1")
    assert (told.exit_code, told.stdout) == (
        0,
        "2 examples passed, 0 failed; broken on purpose: 3 statements, none unnoticed\n",
    ), told.output
    assert told.stderr == "duel: shown by no example: D-HAND-1, D-REST-1\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_rule_that_no_example_depends_on(yomi: Yomi, duel: Path, jobs: str) -> None:
    change(duel / "fighters.yomi", "shows [D-SHAK-1]", "shows [D-SHAK-1, D-HAND-1]")
    told = yomi("test", "duel", "--plant", "--jobs", jobs)
    assert told.exit_code == 1
    first, last = told.stdout.splitlines()
    assert first == "duel/game.yomi:13:1: E0702 no example of D-HAND-1 notices when this is broken"
    assert last == "2 examples passed, 0 failed; broken on purpose: 4 statements, 1 unnoticed"


def test_what_a_property_shows_is_told_and_not_failed(yomi: Yomi, duel: Path) -> None:
    change(duel / "fighters.yomi", "shows [D-SHAK-1]", "shows [D-SHAK-1, D-HAND-1]")
    (duel / "more.yomi").write_text('property "a hand of any size is played" shows [D-HAND-1]\n')
    told = yomi("test", "duel", "--plant", "--jobs", "1")
    assert (told.exit_code, told.stdout.count("E0702")) == (0, 0), told.output
    assert 'is shown by the property "a hand of any size is played", by no example' in told.stderr


def test_a_game_without_rule_ids_has_nothing_to_break(yomi: Yomi, duel: Path) -> None:
    for path in duel.glob("*.yomi"):
        text = re.sub(r"\[D-[^]]*\]", "", path.read_text())
        path.write_text(
            "".join(line for line in text.splitlines(True) if not line.startswith("rule ")).replace(" shows  {", " {")
        )
    told = yomi("test", "duel", "--plant", "--jobs", "1")
    nothing = "nothing was broken on purpose: no statement has a rule id that an example shows"
    assert told.stdout == f"2 examples passed, 0 failed; {nothing}\n", told.output
