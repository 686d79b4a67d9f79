"""The page of who plays: every holder, every card, nothing of a user's text as markup."""

from __future__ import annotations

import pytest

from tests.sheets.test_games import NAMES, shipped
from yomi_dsl.cli.cast import _safe, cast


@pytest.mark.parametrize("name", NAMES)
def test_every_holder_has_a_chapter_with_its_cards(name: str) -> None:
    game = shipped(name)
    chapters = cast(game).split("\n## ")[1:]
    assert len(chapters) == len(game.holders)
    by_id = {card.id: card for card in game.cards}
    for holder, chapter in zip(game.holders, chapters, strict=True):
        assert chapter.startswith(holder.name)
        assert all(_safe(by_id[card].name) in chapter for card in holder.cards)


@pytest.mark.parametrize("name", NAMES)
def test_rows_have_as_many_cells_as_their_heads(name: str) -> None:
    for table in cast(shipped(name)).split("\n\n"):
        rows = [line for line in table.splitlines() if line.startswith("|")]
        assert len({line.replace("\\|", "").count("|") for line in rows}) <= 1


def test_text_is_no_markup() -> None:
    assert _safe("a|b *c* [d](e) <f>") == "a\\|b \\*c\\* \\[d](e) \\<f>"


def test_what_studies_find_stands_in_the_chapter() -> None:
    chapter = cast(shipped("yomi2")).partition("\n## Rook (")[2].partition("\n## ")[0]
    assert "| from | most damage | combos |" in chapter
    assert "| 3 meter | 40 | Checkmate Buster |" in chapter
