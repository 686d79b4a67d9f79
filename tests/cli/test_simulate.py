"""``yomi simulate``: sums over many games, the same on any number of processes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi, process
from yomi_dsl.cli.figures import mean, quantile, wilson
from yomi_dsl.cli.progress import in_chunks

CALL = ("simulate", "ana", "bo+spiked", "--game", "duel", "--seed", "7")


def test_the_report(yomi: Yomi, duel: Path) -> None:
    told = yomi(*CALL, "--games", "60", "--jobs", "1")
    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    assert lines[:3] == [
        "Duel: 60 games, seed 7",
        "  1: Ana Hill + plain (bot Careful)",
        "  2: Bo + spiked (bot Careful)",
    ]
    wins = [int(line.split()[1]) for line in lines if line.startswith(("  1  ", "  2  ", "  nobody  "))][:2]
    assert 0 < sum(wins) <= 60
    assert any(line.startswith("  hits") for line in lines)
    assert "invariants broken: none" in lines
    assert max(map(len, lines)) <= 80


def test_the_same_on_one_process_and_on_two_and_for_any_hash_seed(duel: Path) -> None:
    told = [
        process(*CALL, "--games", "120", "--jobs", jobs, cwd=duel.parent, PYTHONHASHSEED=seed)
        for jobs, seed in (("1", "1"), ("2", "2"))
    ]
    assert told[0].stdout == told[1].stdout
    assert told[0].stdout.startswith("Duel: 120 games, seed 7\n")
    assert [one.returncode for one in told] == [0, 0]


def test_another_seed_gives_other_games(yomi: Yomi, duel: Path) -> None:
    one = yomi(*CALL, "--games", "60", "--jobs", "1").stdout
    two = yomi(*CALL[:-1], "8", "--games", "60", "--jobs", "1").stdout
    assert one.splitlines()[5:] != two.splitlines()[5:]


def test_bots_may_differ(yomi: Yomi, duel: Path) -> None:
    told = yomi(*CALL, "--games", "20", "--jobs", "1", "--bot2", "chance").stdout
    assert "  1: Ana Hill + plain (bot Careful)\n  2: Bo + spiked (bot chance)\n" in told


def test_a_broken_invariant_ends_with_1(yomi: Yomi, duel: Path) -> None:
    path = duel / "game.yomi"
    path.write_text(path.read_text().replace("count of hand of player <= 7", "vigor of player >= 9"))
    told = yomi(*CALL, "--games", "20", "--jobs", "1")
    assert told.exit_code == 1
    assert "invariants broken: vigor of player >= 9 (in 20)" in told.stdout


@pytest.mark.parametrize("words", [["--games", "0"], ["--seed", "-1"], ["--jobs", "-1"], ["--games", "x"]])
def test_numbers_that_make_no_sense(yomi: Yomi, duel: Path, words: list[str]) -> None:
    assert yomi(*CALL, *words).exit_code == 2


# ---- figures -----------------------------------------------------------------------------------------------------------


def test_wilsons_interval() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10)[0] == 0.0 and 0 < wilson(0, 10)[1] < 0.4
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_mean_and_quantiles_of_counted_values() -> None:
    counts = Counter({2: 1, 3: 2, 10: 1})
    assert mean(counts) == 4.5
    assert [quantile(counts, share) for share in (0.05, 0.5, 0.75, 0.95)] == [2, 3, 3, 10]
    assert quantile(Counter(), 0.5) == 0


def test_games_are_cut_into_chunks_without_a_gap() -> None:
    assert [n for chunk in in_chunks(120, 50) for n in chunk] == list(range(120))
    assert [len(chunk) for chunk in in_chunks(120, 50)] == [50, 50, 20]


def test_there_is_a_greatest_number_of_games(yomi: Yomi, duel: Path) -> None:
    told = yomi(*CALL, "--games", "10000001")
    assert told.exit_code == 2
    assert "10000000" in told.output
