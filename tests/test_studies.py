"""Studies: the best play from a position. What they find is reckoned here by hand from the printed figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import shipped
from tests.docs.compiling import with_texts
from yomi_dsl import ir, resources
from yomi_dsl.cli import studied
from yomi_dsl.engine import studies
from yomi_dsl.engine.studies import Line, Search, lines
from yomi_dsl.nodes import evolve


@pytest.fixture(scope="module")
def game() -> ir.Game:
    return shipped.game("yomi2")


def totals(game: ir.Game, holder: str) -> list[int | None]:
    return [line.total for line in lines(game, game.studies[0], holder)]


# 4 points: 7 and 8 for the Whirlwind with its pump, E 7 and the Cloud 8; no super fits with more than 20 in 3 points.
# 5 points: C, D, E give the 2 meter of Dragon's Breath: 5 + 6 + 7 + 18. With 2 meter at hand the Kick and its pump, E, the Breath: 13 + 7 + 18.
# 3 points: C, D, E: 5 + 7 + 7. Nothing of his needs less than 3 meter and does more.
@pytest.mark.parametrize(
    "holder, expected", [("Grave", [30] * 4), ("Jaina", [36, 36, 38, 38]), ("Rook", [19, 19, 19, 40])]
)
def test_what_does_most(game: ir.Game, holder: str, expected: list[int]) -> None:
    assert totals(game, holder) == expected


def test_answers_are_told_as_they_are_played(game: ir.Game) -> None:
    assert lines(game, game.studies[0], "Rook")[3].answers == ("Checkmate Buster",)
    assert sorted(lines(game, game.studies[0], "Jaina")[0].answers) == ["C", "D", "Dragon's Breath", "E"]


@pytest.mark.parametrize("holder", ["Grave", "Rook"])
def test_positions_that_are_taken_as_one_are_worth_the_same(
    game: ir.Game, holder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = totals(game, holder)
    monkeypatch.setattr(Search, "position", lambda self, st: object())
    assert totals(game, holder) == found


def test_without_rows_every_answer_is_tried(game: ir.Game) -> None:
    every = Search(game, game.studies[0], "Jaina")
    every.tries = []
    assert [every.line(first).total for first in every.firsts()] == [36, 36, 38, 38]


def test_too_many_positions_are_told(game: ir.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "POSITIONS", 5)
    assert totals(game, "Grave") == [None] * 4


# ---- what is kept --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """Whom a search was made for. Nothing is kept at first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made: list[str] = []
    real = studies.lines

    def counted(game: ir.Game, study: ir.Study, holder: str) -> tuple[Line, ...]:
        made.append(holder)
        return real(game, study, holder)

    monkeypatch.setattr(studies, "lines", counted)
    yield made


def test_what_was_found_is_kept_until_a_card_changes(game: ir.Game, searched: list[str]) -> None:
    rook = next(one for one in game.holders if one.name == "Rook")
    first = studied.found(game, game.studies[0], rook)
    assert studied.found(game, game.studies[0], rook) == first and searched == ["Rook"]

    def less(name: str) -> ir.Game:
        cards = (evolve(card, copies=1) if (card.holder, card.name) == (name, "E") else card for card in game.cards)
        return evolve(game, cards=tuple(cards))

    studied.found(less("Setsuki"), game.studies[0], rook)
    assert searched == ["Rook"]
    studied.found(less("Rook"), game.studies[0], rook)
    assert searched == ["Rook", "Rook"]


def test_the_same_lines_are_one_row() -> None:
    found = [Line(0, 5, ("A",)), Line(1, 5, ("A",)), Line(2, 9, ("B", "C")), Line(3, None, ())]
    assert list(studied.told(found, "meter")) == [
        ("0 to 1 meter", "5", "A"),
        ("2 meter", "9", "B, C"),
        ("3 meter", "?", "-"),
    ]


def test_what_never_ends_has_no_best() -> None:
    """A loop without end while the position is laid out."""
    position = 'given phase clash, opponent bring "Bo"; given { repeat until your vigor = 0 { ready deck } }'
    text = f'study "s" of fighter by chalk: most "blows" {{ {position} }}'
    named = 'measure "blows": count of hit by doer\ntally chalk of player: 0..1\n'
    game, problems = with_texts(resources.games() / "tiny", [("study.yomi", named + text)])
    assert game is not None, problems
    assert [line.total for line in lines(game, game.studies[0], "Ana")] == [None, None]
