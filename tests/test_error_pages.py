"""The pages about problems: one a code, and each says what is so.

A block ``yomi`` on a page is a text of its own, and is only read; ``yomi tiny`` is a file added to the game cards/tiny,
and is compiled with it. The codes E07 are found after compiling: in running examples, in wording, in setting cards.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.compiler.blocks import Block, in_text
from yomi_dsl import explain, ir, loader, parser, resources
from yomi_dsl.cli import games
from yomi_dsl.cli.guarded import unguarded
from yomi_dsl.codes import CODES
from yomi_dsl.diagnostics import Bag
from yomi_dsl.engine.coverage import coverage
from yomi_dsl.engine.examples import run_example
from yomi_dsl.sheets.typeset import render
from yomi_dsl.sheets.wording import wording_problems

SECTIONS = ["What it means", "Wrong", "Right", "Why"]
READING = ("E01", "E09", "W01")

# Of these a page can give no text: the cause is a file, a folder or a hidden character.
TOLD = {code for code in CODES if code.startswith(("E012", "W01", "E09"))} - {"E0905", "E0906"}


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    assert {path.stem for path in resources.error_pages().glob("*.md")} == set(CODES)
    assert all(re.fullmatch(r"[EW]\d{4}", code) for code in CODES)


def test_each_code_is_reported_somewhere_and_no_other() -> None:
    modules = resources.PACKAGE.rglob("*.py")
    texts = [path.read_text(encoding="utf-8") for path in modules if path != resources.PACKAGE / "codes.py"]
    assert {code for text in texts for code in re.findall(r'"([EW]\d{4})"', text)} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_its_title_and_four_sections(code: str) -> None:
    page = explain.page(code.lower())
    assert page is not None
    assert page.startswith(f"# {code}: {CODES[code]}\n")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == SECTIONS


@pytest.mark.parametrize("code", sorted(set(CODES) - TOLD))
def test_the_wrong_text_is_wrong_and_the_right_one_right(code: str, tmp_path: Path) -> None:
    wrong, right = blocks(code, "Wrong"), blocks(code, "Right")
    assert wrong and right
    for section, texts, expected in (("wrong", wrong, {code}), ("right", right, set())):
        for i, block in enumerate(texts):
            assert set(reported(code, block, tmp_path / f"{section}-{i}")) == expected, (section, i)


@pytest.mark.parametrize("code", ["", "E9999", "../../README", "e01", "E0101.md"])
def test_there_is_no_page_about_anything_else(code: str) -> None:
    assert explain.page(code) is None


# ---- what is reported about a block ----------------------------------------------------------------------------------


def blocks(code: str, section: str) -> list[Block]:
    """The texts in a section of a code's page."""
    text = (explain.page(code) or "").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return list(in_text(text, code))


def reported(code: str, block: Block, folder: Path) -> Iterator[str]:
    """The codes of all that is reported; in running and printing, only of what ``code`` is about."""
    if code.startswith(READING):
        yield from (problem.code for problem in read(block.text))
        return
    game, problems = block.compile()
    yield from (problem.code for problem in problems)
    if game is not None and code in LATER:
        yield from [code] * bool(LATER[code](game, block, folder))


def read(text: str) -> list:  # type: ignore[type-arg]
    bag = Bag()
    source = loader.load_text("page.yomi", text, bag)
    if source:
        parser.parse(source, bag)
    return bag.sorted


def failing(game: ir.Game, block: Block, folder: Path) -> object:
    return [problem for one in game.examples if one.at.path == block.path for problem in run_example(game, one)]


def unguarded_ids(game: ir.Game, block: Block, folder: Path) -> object:
    """Here the game must lie in a folder."""
    shutil.copytree(resources.games() / block.base, folder)
    (folder / block.path).write_text(block.text, encoding="utf-8")
    ids = {id_ for one in game.examples if one.at.path == block.path for id_ in one.shows}
    return unguarded(games.open_game(folder), game, ids, coverage(game), 1)[0]


def unprintable(game: ir.Game, block: Block, folder: Path) -> object:
    return render(game, [card for card in game.cards if card.at.path == block.path])[1]


def wordless(game: ir.Game, block: Block, folder: Path) -> object:
    return list(wording_problems(game))


LATER: dict[str, Callable[[ir.Game, Block, Path], object]] = {
    "E0701": failing,
    "E0702": unguarded_ids,
    "E0711": unprintable,
    "E0712": wordless,
}
