"""Of the slips of one word in the shipped games, at least 95 of 100 are reported, and most of them once and where they are."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import attrs
import pytest

from tests.compiler.slips import Field, Slip, slip, words
from yomi_dsl import resources
from yomi_dsl.source import Source

LEAST = 0.95
SAMPLE = 60  # words of the larger game


@attrs.define
class Count:
    """How many slips were planted and reported; once; and on their own line."""

    planted: int = 0
    reported: int = 0
    once: int = 0
    near: int = 0
    missed: list[Slip] = attrs.field(factory=list)

    def __str__(self) -> str:
        share = self.reported / self.planted
        once, near = self.once / self.reported, self.near / self.reported
        return f"{self.reported} of {self.planted} slips reported ({share:.1%}), {once:.0%} once, {near:.0%} on their line"


def count(field: Field, slips: Iterable[Slip]) -> Count:
    counted = Count()
    for one in slips:
        found = field.reports(one)
        if found is None:
            continue
        counted.planted += 1
        counted.reported += bool(found)
        counted.once += len(found) == 1
        counted.near += any(p.at and p.at.path == one.path and abs(p.at.line - one.line) <= 1 for p in found)
        counted.missed += [] if found else [one]
    return counted


def test_every_word_of_the_small_game(capsys: pytest.CaptureFixture[str]) -> None:
    field = Field.of(resources.games() / "tiny")
    judge("tiny", count(field, field.every(random.Random(11))), capsys)


def test_a_sample_of_the_large_game(capsys: pytest.CaptureFixture[str]) -> None:
    field = Field.of(resources.games() / "yomi2")
    judge("yomi2", count(field, field.some(random.Random(12), SAMPLE)), capsys)


def judge(name: str, counted: Count, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{name}: {counted}")
    assert counted.reported >= LEAST * counted.planted, "\n".join(map(str, counted.missed))
    assert counted.once >= 0.85 * counted.reported
    assert counted.near >= 0.95 * counted.reported


def test_the_four_kinds_of_slips() -> None:
    source, rng = Source("a.yomi", 'card "No Word" x2 { heavy thrust }  # no word'), random.Random(1)
    assert [source.text[start:end] for start, end in words(source.text)] == ["card", "x2", "heavy", "thrust"]
    made = {kind: slip(source, 2, kind, rng) for kind in ("gone", "twice", "swapped")}
    changed = [one.text.partition("{")[2].partition("}")[0] for one in made.values() if one]
    assert changed == ["  thrust ", " heavy heavy thrust ", " thrust heavy "]
    typo = slip(source, 3, "typo", rng)
    assert typo and len(typo.text) == len(source.text) - 1
    assert slip(source, 3, "swapped", rng) is None


def test_an_unchanged_game_is_no_slip(tmp_path: Path) -> None:
    field = Field.of(resources.games() / "tiny")
    first = field.sources[0]
    assert field.reports(Slip("none", first.path, 1, "", first.text + "\n# the end\n")) is None
