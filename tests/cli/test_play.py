"""``yomi play`` and ``yomi replay``: what a player sees, types and keeps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi, process
from yomi_dsl.cli.replays import last_game

GAME = ("ana", "bo", "--game", "duel", "--seed", "3261")
START = """\
Duel: Ana Hill + plain against Bo + plain
seed 3261, bot Careful
"""


def test_the_table_and_the_question(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *GAME, text="q\n")
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith(START)
    assert "you (Ana Hill + plain): vigor 14/14" in told.stdout
    asked = "Clash: choose a card from your hand (Bo answers at the same time, unseen):"
    assert f"{asked}\n  1  Jab  strike opens, power 2, quickness 7\n" in told.stdout
    assert "You leave the game in turn 1.\n" in told.stdout


def test_a_whole_game_by_numbers(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *GAME, text="1\n" * 300)
    assert told.exit_code == 0
    assert re.search(r"\n(You win|Bo wins|Nobody wins): [a-z ]+, in turn \d+\.\n", told.stdout)


def test_the_end_of_the_input_leaves_the_game(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *GAME, text="1\n")
    assert told.exit_code == 0
    assert "You leave the game" in told.stdout


YOMI2_SEED = ("grave", "jaina", "--game", "yomi2", "--seed", "3")


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("?", "why CARD   how its numbers come about"),
        ("t", "    hand 3:\n      Jab (strike opens, power 2, quickness 7)\n"),
        ("c trip", "  Who is hit by this is shaken in the next clash.\n"),
        ("c 2", "Trip (grab closes, power 3, quickness 6)\n"),
        ("? 2", "Trip (grab closes, power 3, quickness 6)\n"),
        ("c zebra", 'No card here is called "zebra".'),
        ("why 1", "Jab\n  as printed: kind strike, link opens, power 2, quickness 7\n"),
        ("why vigor", "vigor 14, from 0 to 14\n"),
        ("why 7", 'You see no card called "7", and no number of yours.'),
        ("why zebra", 'You see no card called "zebra", and no number of yours.'),
        ("zebra", '"zebra" is no answer here. Type a number or a name; ? for help.'),
        ("9", '"9" is no answer here.'),
        ("s", '"s" is no answer here.'),
        ("u", "There is nothing to take back."),
        ("undo", "There is nothing to take back."),
        ("Undo", "There is nothing to take back."),
        ("", "Type ? for help."),
        ("jab", "Jab goes from your hand to the ring."),
        ("ST", "Stumble goes from your hand to the ring."),
    ],
)
def test_what_may_be_typed(yomi: Yomi, duel: Path, typed: str, wanted: str) -> None:
    assert wanted in yomi("play", *GAME, text=f"{typed}\nq\n").stdout


def test_a_holder_s_own_number_is_shown_for_its_side(yomi: Yomi, duel: Path) -> None:
    """Geiger's gears are his: nobody else is told to have none."""
    told = yomi("play", "grave", "geiger", "--game", "yomi2", "--seed", "1", text="q\n").stdout
    sides = {side: line for line in told.splitlines() for side in ("you (Grave", "Geiger +") if side in line}
    assert " gears 0/4" in sides["Geiger +"]
    assert "gears" not in sides["you (Grave"]
    mirrored = yomi("play", "geiger", "geiger", "--game", "yomi2", "--seed", "1", text="q\n").stdout
    assert mirrored.count("gears 0/4") == 2


def test_why_knows_what_stands_on_the_table(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *YOMI2_SEED, text="why life\nwhy meter\nwhy max combo\nq\n").stdout
    assert "  life 90, from 0 to 90" in told
    assert "  meter 0, from 0 to 3" in told
    assert re.search(
        r"^(?:> )?  max combo \d+\n    printed: \d+ \(yomi2/characters/grave\.yomi:\d+\)$", told, re.MULTILINE
    )


def test_a_bot_s_die_is_told_once_its_answer_is_settled(yomi: Yomi, duel: Path) -> None:
    """Colt's opener: an attack, a block, a dodge or a throw, by the eight-sided die. Before the answer nothing is told."""
    watched = yomi("play", *YOMI2_SEED, "--bots", "--steps").stdout
    rolled = [int(found) for found in re.findall(r"    - Jaina rolled (\d) of 8 for bid\n", watched)]
    assert len(rolled) > 2
    assert set(rolled) <= set(range(1, 9))
    assert re.search(
        r"rolled [345] of 8 for bid\n(    - Grave .*\n)?(    .*\n){0,4}    Jaina presents (Low|High) Block", watched
    )
    assert "rolled" not in yomi("play", *YOMI2_SEED, text="q\n").stdout
    asked = yomi("play", *YOMI2_SEED, "--steps", text="q\n").stdout
    assert "Combat: choose a card" in asked
    assert "for bid" not in asked
    assert "for bid" in yomi("play", *YOMI2_SEED, "--steps", text="stormborne\nq\n").stdout


def test_steps_tell_whose_opener_a_card_is(yomi: Yomi, duel: Path) -> None:
    watched = yomi("play", *YOMI2_SEED, "--bots", "--steps").stdout
    assert "is Grave's opener." in watched and "is Jaina's opener." in watched
    assert "your opener" not in watched


def test_a_stop_that_ends_a_phase_says_which_is_next(yomi: Yomi, duel: Path) -> None:
    """It is the last thing in the main phase, but not in an action within it."""
    told = yomi("play", *YOMI2_SEED, text="stormborne\npower up\nq\n").stdout
    assert re.search(r"^ +s  stop \(on to combat\)$", told, re.MULTILINE)
    assert told.count("(on to combat)") == 1


def test_an_answer_can_be_taken_back(yomi: Yomi, duel: Path) -> None:
    plain = yomi("play", *GAME, text="jab\nq\n").stdout
    taken = yomi("play", *GAME, text="trip\nu\njab\nq\n").stdout
    assert "Your last answer is taken back.\n" in taken
    assert taken.endswith(plain[plain.index("  clash\n") :])
    assert yomi("replay").stdout.endswith("exact\n")


def test_rules_that_change_a_number_are_told_with_their_place(yomi: Yomi, duel: Path) -> None:
    cards = duel / "fighters.yomi"
    cards.write_text(
        cards.read_text().replace(
            "  health 14\n", '  health 14\n  innate "Light Feet" { modify your strike: quickness by 1 }\n'
        )
    )
    with open(duel / "game.yomi", "a") as file:
        file.write("parts live: innate\n")
    told = yomi("play", *GAME, text="why jab\nq\n")
    assert "  as printed: kind strike, link opens, power 2\n" in told.stdout
    assert (
        "  quickness 8\n    printed: 7 (duel/fighters.yomi:4)\n    +1 from Ana Hill: 8 (duel/fighters.yomi:3)\n"
        in told.stdout
    ), told.output


def test_nothing_unseen_is_told(yomi: Yomi, duel: Path) -> None:
    """Cards of the other's hand and deck are named only once they lie where all see them."""
    told = yomi("play", *GAME, text="1\ns\n1\nq\n").stdout
    named = set(re.findall(r"\b(Palm|Hammer|Lift|Wall)\b", told))
    public = set(re.findall(r"(\w+) goes from Bo's hand to the (?:ring|used pile)", told))
    assert named <= public
    assert "2 cards go from Bo's deck to the hand." in told


def test_a_narrow_terminal(yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    told = yomi("play", *GAME, text="t\n1\nwhy 1\n?\n" + "1\n" * 20 + "q\n").stdout
    body = told.split("Type ? for help.\n", 1)[1].replace("> ", "")
    assert max(map(len, body.splitlines())) <= 50


def test_two_bots_to_watch(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", "ana", "ana", "--game", "duel", "--seed", "3261", "--bots")
    assert told.exit_code == 0
    assert "Ana Hill 1" in told.stdout and "Ana Hill 2" in told.stdout
    assert re.search(r" wins: beaten, in turn \d+\.\n", told.stdout)


def test_every_step_with_its_place(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *GAME, "--steps", "--bots")
    assert "    - rule of Trip (game.yomi:68)\n" in told.stdout
    assert "    - Bo chose one: breathe\n" in told.stdout


def test_the_other_seat(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *GAME, "--seat", "2", text="q\n").stdout
    assert "you (Bo + plain): vigor 16/16" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bot", "carful"], 'did you mean "Careful"?'),
        (["--bot", "zebra"], "there are: Careful, chance"),
        (["--bots", "--script", "-"], "leave one of the two out"),
        (["--script", "nowhere.txt"], "cannot be read: no such file or directory"),
        (["--seat", "3"], "3 is not in the range 1<=x<=2"),
    ],
)
def test_calls_that_are_not_understood(yomi: Yomi, duel: Path, words: list[str], message: str) -> None:
    told = yomi("play", *GAME, *words)
    assert told.exit_code == 2
    assert message in told.stderr


# ---- scripts -----------------------------------------------------------------------------------------------------------


def test_a_script_answers_line_by_line(yomi: Yomi, duel: Path) -> None:
    (duel.parent / "moves.txt").write_text('# my first turn\nchoose bid "Jab"  # quick\n\nyou stop\n')
    told = yomi("play", *GAME, "--script", "moves.txt")
    assert told.exit_code == 0
    assert '> choose bid "Jab"\n' in told.stdout and "> stop\n" in told.stdout
    assert 'The script ends here. Asked is "' in told.stdout.splitlines()[-1]


def test_a_script_for_both(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *GAME, "--script", "-", text="opponent stops\nopponent chooses bid palm\nchoose bid jab\n")
    assert told.exit_code == 0, told.output
    assert "Palm goes from Bo's hand to the ring." in told.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("choose bid Jib\n", '-:1: "Jib" is not offered for "bid"\n  offered are: Jab, Trip, Stumble\n'),
        ("\nstop\n", '-:2: "bid" is asked, and the script says "stop"\n'),
        ("choose card Jab\n", '-:1: "bid" is asked, and the script answers "card Jab"\n  write: choose bid ...\n'),
        ("take bid Jab\n", '-:1: "take bid Jab" is no answer\n  write: choose NAME VALUE, stop, or decline\n'),
        ("choose bid Jab\nopponent stops\n", '-:1: you are not asked now; open is "one"\n'),
        ("opponent stops\nopponent chooses bid Jab\n", '-:2: "Jab" is not offered for "bid"'),
    ],
)
def test_a_script_that_does_not_fit(yomi: Yomi, duel: Path, text: str, message: str) -> None:
    told = yomi("play", *GAME, "--script", "-", text=text)
    assert told.exit_code == 1
    assert message in told.stderr


# ---- replays -----------------------------------------------------------------------------------------------------------


def test_a_game_is_kept_and_played_again(yomi: Yomi, duel: Path) -> None:
    yomi("play", *GAME, "--bots", "--replay", "game.json")
    assert str(duel) not in (duel.parent / "game.json").read_text()
    told = yomi("replay", "game.json")
    assert (told.exit_code, told.stdout) == (0, "Duel: Ana Hill + plain against Bo + plain\nexact\n")
    shown = yomi("replay", "game.json", "--show").stdout
    assert "Turn 1: " in shown and "'s vigor is " in shown


def test_the_last_game_needs_no_name(yomi: Yomi, duel: Path) -> None:
    assert yomi("replay").exit_code == 2
    assert yomi("play", *GAME, "--bots").stdout.endswith("The game is kept: yomi replay\n")
    assert yomi("replay").stdout.endswith("exact\n")


def test_the_last_game_is_the_last_one_played_also_if_a_file_was_named(yomi: Yomi, duel: Path) -> None:
    yomi("play", *GAME, text="q\n")
    yomi("play", *GAME[:-1], "2", "--replay", "game.json", text="1\nq\n")
    last, kept = (json.loads(path.read_text()) for path in (last_game(), duel.parent / "game.json"))
    assert (kept["seed"], last) == (2, {**kept, "folder": str(duel)})


def test_a_game_that_was_left_is_played_on(yomi: Yomi, duel: Path) -> None:
    """In two sittings it is the same game as in one: the same questions, the same end."""
    answers = "1\n" * 300
    whole = yomi("play", *GAME, text=answers).stdout
    left = yomi("play", *GAME, text="1\n1\n1\nq\n").stdout
    assert left.endswith("The game is kept; play on with: yomi replay --resume\n")
    resumed = yomi("replay", "--resume", text=answers).stdout
    assert resumed.startswith("Duel: Ana Hill + plain against Bo + plain\nType ? for help.\n-- turn ")
    assert whole.splitlines()[-2:] == resumed.splitlines()[-2:]
    assert yomi("replay").stdout.endswith("exact\n")


def test_a_bot_plays_on_with_the_chance_it_had(yomi: Yomi, duel: Path) -> None:
    """A bot of chance answers in two sittings what it answers in one, also after an answer that was taken back."""
    game, answers = (*GAME, "--bot", "chance"), "1\n" * 300
    yomi("play", *game, "--replay", "whole.json", text=answers)
    yomi("play", *game, "--replay", "parts.json", text="1\n1\n2\nu\n1\nq\n")
    yomi("replay", "parts.json", "--resume", text=answers)
    whole, parts = (json.loads((duel.parent / name).read_text()) for name in ("whole.json", "parts.json"))
    assert len(whole["decisions"]) > 20
    assert parts["decisions"] == whole["decisions"]


def test_a_game_in_a_file_is_played_on_from_its_seat(yomi: Yomi, duel: Path) -> None:
    yomi("play", *GAME, "--seat", "2", "--bot", "chance", "--replay", "game.json", text="1\nq\n")
    resumed = yomi("replay", "game.json", "--resume", text="u\nq\n").stdout
    assert "you (Bo + plain): vigor" in resumed and "Your last answer is taken back.\n" in resumed
    assert "Turn 1:" not in resumed  # that was told before
    assert resumed.endswith("The game is kept; play on with: yomi replay game.json --resume\n")


def test_a_change_of_the_cards_is_told(yomi: Yomi, duel: Path) -> None:
    yomi("play", *GAME, "--bots", "--replay", "game.json")
    cards = duel / "fighters.yomi"
    cards.write_text(
        cards.read_text().replace("power 2", "power 3").replace("power 3; quickness 6", "power 9; quickness 6")
    )
    told = yomi("replay", "game.json")
    assert told.exit_code == 1
    assert re.search(r"\ndiverged at decision \d+\n$", told.stdout)
    assert told.stderr == "The rules or cards of duel have changed since.\n"


@pytest.mark.parametrize(
    "change",
    [
        {"version": 99},
        {"decisions": "x"},
        {"decisions": [[0, 99]], "prints": []},
        {"brings": [["Zoe", "plain"], ["Bo", "plain"]]},
        {"brings": 3},
        {"prints": []},
        {"extra": 1},
        {"seed": "x", "where": 5, "folder": []},
    ],
)
def test_a_spoilt_replay_never_ends_in_a_fault(yomi: Yomi, duel: Path, change: dict[str, object]) -> None:
    yomi("play", *GAME, "--bots", "--replay", "game.json")
    path = duel.parent / "game.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    told = yomi("replay", "game.json", "--game", "duel")
    assert told.exit_code in (1, 2), told.exception
    assert told.stderr.startswith("error: ") or "diverged" in told.stdout


@pytest.mark.parametrize("text", ["", "[]", "not json", "[" * 100_000])
def test_a_file_that_is_no_replay(yomi: Yomi, duel: Path, text: str) -> None:
    (duel.parent / "game.json").write_text(text)
    told = yomi("replay", "game.json")
    assert told.exit_code == 2
    assert "is no replay" in told.stderr


def test_the_same_seed_tells_the_same_game_in_any_process(duel: Path) -> None:
    told = [process("play", *GAME, "--bots", cwd=duel.parent, PYTHONHASHSEED=seed).stdout for seed in ("1", "2")]
    assert told[0] == told[1] and " wins: " in told[0]
