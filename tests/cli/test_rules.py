"""The rule table, as text and as data."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Yomi

ROWS = """\
rule "A table of rules has rows, and a row that is long enough is broken into lines of the terminal." [D-ROW-1]
rule "Nobody wrote or showed this one." [D-ROW-2]
rule "Chance decides." [D-ROW-3]
property "chance is fair" shows [D-ROW-3]
ruling "A tie is a tie." [D-ROW-2]
"""


def without_ids(folder: Path) -> None:
    """The game's own ids would all have to be rows."""
    for path in folder.rglob("*.yomi"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"( shows)? \[[A-Z][^]]*\]", "", text), encoding="utf-8")


def add_rows(folder: Path, rows: str = ROWS) -> None:
    without_ids(folder)
    (folder / "rows.yomi").write_text(rows, encoding="utf-8")
    fighters = folder / "fighters.yomi"
    text = fighters.read_text(encoding="utf-8")
    shown = text.replace('goes on into a combo" {', 'goes on into a combo" shows [D-ROW-1] {')
    assert shown != text
    fighters.write_text(shown, encoding="utf-8")


def test_a_row_tells_where_it_is_written_and_what_shows_it(duel: Path, yomi: Yomi) -> None:
    add_rows(duel)
    done = yomi("rules", "duel")
    lines = done.stdout.splitlines()
    assert done.exit_code == 1
    assert all(len(line) <= 80 for line in lines)
    assert '  shown    property "chance is fair"' in lines
    second = lines.index("D-ROW-2  Nobody wrote or showed this one.")
    assert lines[second + 1 : second + 3] == ["  written  nowhere", "  shown    by nothing"]
    assert "  A tie is a tie. [D-ROW-2] rows.yomi:5" in lines
    assert "shown by nothing: D-ROW-2" in lines
    assert lines[-1] == "3 rules, 2 shown, 1 not"


def test_all_shown_is_a_clean_exit_and_data_has_the_same(duel: Path, yomi: Yomi) -> None:
    add_rows(duel, ROWS.replace("[D-ROW-3]\nruling", "[D-ROW-2, D-ROW-3]\nruling"))
    done = yomi("rules", "duel", "--format", "json")
    assert done.exit_code == 0, done.stdout
    (table,) = json.loads(done.stdout)
    assert [row["id"] for row in table["rules"]] == ["D-ROW-1", "D-ROW-2", "D-ROW-3"]
    shown = [[(one["by"], one["name"]) for one in row["shown"]] for row in table["rules"]]
    assert shown[0][0][0] == "example" and shown[1] == shown[2] == [("property", "chance is fair")]
    assert table["rulings"][-1] == {"text": "A tie is a tie.", "rules": ["D-ROW-2"], "at": "rows.yomi:5"}
    assert sum(table["cards"].values()) > 0


def test_an_id_that_is_no_row_is_reported_with_the_nearest(duel: Path, yomi: Yomi) -> None:
    add_rows(duel, ROWS + 'ruling "So be it." [D-ROWS-1]\n')
    done = yomi("rules", "duel")
    assert done.exit_code == 1
    assert 'no rule has the id "D-ROWS-1"' in done.stderr and 'did you mean "D-ROW-1"?' in done.stderr


def test_a_game_without_a_table_says_how_a_row_is_written(duel: Path, yomi: Yomi) -> None:
    done = yomi("rules", "duel")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == 'no rule table: a row of it reads: rule "TEXT" [ID]'


HEADED = """\
rule "Who falls has lost." [D-ROW-1]

# ---- the turn ----
rule "A table of rules has rows, and a row that is long enough is broken into lines of the terminal." [D-ROW-2]
# No heading: a remark.
rule "Chance decides." [D-ROW-3]
# ---- the end ----
ruling "A tie is a tie." [D-ROW-2]
"""


def test_brief_is_the_rules_and_rulings_alone_under_their_headings(duel: Path, yomi: Yomi) -> None:
    """A ruling stands below the first of its rules that the table has."""
    add_rows(duel, HEADED)
    with (duel / "game.yomi").open("a") as file:
        file.write(
            '\nruling "Not by a word, and not by a look that is long enough to be broken in the middle of it, too." [D-ROW-3, D-ROW-2]\n'
        )
        file.write('ruling "Of no rule."\n')
    done = yomi("rules", "duel", "--brief")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "Duel",
        "",
        "  Who falls has lost. [D-ROW-1]",
        "",
        "the turn",
        "  A table of rules has rows, and a row that is long enough is broken into lines",
        "  of the terminal. [D-ROW-2]",
        "  - A tie is a tie.",
        "  Chance decides. [D-ROW-3]",
        "  - Not by a word, and not by a look that is long enough to be broken in the",
        "    middle of it, too.",
        "",
        "rulings",
        "  a trick beats nothing",
        "  Of no rule.",
    ]


def test_brief_is_no_data(duel: Path, yomi: Yomi) -> None:
    done = yomi("rules", "duel", "--brief", "--format", "json")
    assert done.exit_code == 2 and "leave one of the two out" in done.stderr


def test_a_player_is_led_to_the_brief_rules_and_they_begin_with_the_goal(yomi: Yomi) -> None:
    assert "yomi rules GAME --brief" in " ".join(yomi("play", "--help").stdout.split())
    lines = yomi("rules", "yomi2", "--brief").stdout.splitlines()
    assert lines[:4] == ["Yomi 2", "", "the goal", "  A player at 0 life has lost. [Y-WIN-1]"]
    assert "setup" in lines and len(lines) < 220
