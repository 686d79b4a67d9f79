"""What the guides show is so: their texts compile, their examples run, and what they quote is there.

A fenced block of card text says after ``yomi`` what it is tried with:

    yomi GAME         added to that game: it is free of problems, and its examples run
    yomi GAME more    the same, after the blocks of the chapter before it
    yomi GAME E0410   it has this problem, and the next block shows the report
    yomi              in write-your-own-game.md: a quotation from cards/tiny
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.compiling import HOST, ROOT, read, with_texts
from yomi_dsl.diagnostics import Diagnostic
from yomi_dsl.engine.examples import run_example
from yomi_dsl.report import Look, render
from yomi_dsl.sheets.wording import card_text

DOCS = ROOT / "docs"
GAMES = {"tiny": ROOT / "cards" / "tiny", "yomi2": ROOT / "cards" / "yomi2", "fencers": HOST}
GUIDES = ("designers-guide.md", "semantics.md", "write-your-own-game.md")
FENCE = re.compile(r"^```(\w+)?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block. ``following``: the text of the next one; ``before``: blocks of the chapter that go with it."""

    guide: str
    line: int
    words: tuple[str, ...]
    text: str
    following: str
    before: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.guide}:{self.line}"


def blocks(guide: str) -> list[Block]:
    page = (DOCS / guide).read_text(encoding="utf-8")
    found = list(FENCE.finditer(page))
    made: list[Block] = []
    chapter: list[str] = []
    for n, fence in enumerate(found):
        start = found[n - 1].end() if n else 0
        if re.search(r"^## ", page[start : fence.start()], re.MULTILINE):
            chapter = []
        if fence[1] == "yomi":
            words, following = tuple(fence[2].split()), found[n + 1][3] if n + 1 < len(found) else ""
            before = tuple(chapter) if "more" in words else ()
            made.append(Block(guide, page[: fence.start()].count("\n") + 1, words, fence[3], following, before))
            chapter = [*before, fence[3]]
    return made


ALL = [block for guide in GUIDES for block in blocks(guide)]


def code(block: Block) -> str:
    """The problem that a block is meant to have."""
    return next((word for word in block.words if re.fullmatch(r"[EW]\d{4}", word)), "")


RIGHT = [block for block in ALL if block.words and not code(block)]
WRONG = [block for block in ALL if code(block)]
QUOTED = [block for block in ALL if not block.words]


def texts(block: Block) -> list[tuple[str, str]]:
    """Each block a file of its own; the last one bears the name that the guides use."""
    return [*((f"before-{n}.yomi", text) for n, text in enumerate(block.before)), ("new.yomi", block.text)]


def told(found: list[Diagnostic]) -> list[str]:
    return [f"{one.code} {one.message}: {one.at.text if one.at else ''}" for one in found]


def test_every_block_names_a_game_that_is_there() -> None:
    assert {block.words[0] for block in ALL if block.words} == set(GAMES)
    assert {word for block in ALL for word in block.words[1:]} - {"more"} == {code(block) for block in WRONG}


@pytest.mark.parametrize("block", RIGHT, ids=lambda block: block.name)
def test_a_text_of_a_guide_is_free_of_problems(block: Block) -> None:
    folder = GAMES[block.words[0]]
    _, known = with_texts(folder, [])
    game, found = with_texts(folder, texts(block))
    assert set(told(found)) - set(told(known)) == set()
    assert game is not None


@pytest.mark.parametrize("block", [block for block in RIGHT if "example " in block.text], ids=lambda block: block.name)
def test_the_examples_of_a_guide_run(block: Block) -> None:
    game, _ = with_texts(GAMES[block.words[0]], texts(block))
    assert game is not None
    mine = [example for example in game.examples if example.at.path == "new.yomi"]
    assert mine
    assert [failure.message for example in mine for failure in run_example(game, example)] == []


@pytest.mark.parametrize("block", WRONG, ids=lambda block: block.name)
def test_a_mistake_of_a_guide_is_reported_as_shown(block: Block) -> None:
    _, found = with_texts(GAMES[block.words[0]], texts(block))
    assert [one.code for one in found] == [code(block)]
    shown = render(found, "full", Look(root="mine"))
    assert block.following.strip() in shown, shown


def printed(block: Block) -> list[str]:
    """The rules text of the cards that a block declares, in examples too."""
    game, _ = with_texts(GAMES[block.words[0]], texts(block))
    assert game is not None
    fixtures = [card for example in game.examples for card in example.extra]
    mine = [card for card in (*game.cards, *fixtures) if card.at.path == "new.yomi"]
    return [" ".join(sentence.plain for sentence in card_text(game, card)) for card in mine]


def test_what_a_guide_says_is_printed_is_printed() -> None:
    """A line that begins with ``>`` stands on a card of the block before it."""
    page = (DOCS / GUIDES[0]).read_text(encoding="utf-8").splitlines()
    quoted = [n for n, line in enumerate(page, 1) if line.startswith("> ")]
    assert len(quoted) > 1
    for n in quoted:
        block = max((block for block in RIGHT if block.guide == GUIDES[0] and block.line < n), key=lambda one: one.line)
        assert page[n - 1].removeprefix("> ") in printed(block)


# ---- quotations ------------------------------------------------------------------------------------------------------

TINY = {source.path: source.text for source, _ in read(GAMES["tiny"]) if not source.path.startswith("examples/")}


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.name)
def test_a_quotation_is_there(block: Block) -> None:
    assert block.guide == "write-your-own-game.md"
    assert any(block.text in text for text in TINY.values())


def test_the_whole_small_game_is_quoted_in_order() -> None:
    quoted = "".join(block.text for block in QUOTED)
    for text in TINY.values():
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        places = [quoted.find(line + "\n") for line in lines]
        assert -1 not in places, lines[places.index(-1)]


# ---- links and words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guide", [*GUIDES, "language.md"])
def test_every_link_leads_somewhere(guide: str) -> None:
    page = (DOCS / guide).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)", page):
        assert (DOCS / target).resolve().exists() or target.startswith("https://"), target


def paths(page: Path) -> set[str]:
    return set(re.findall(r"`(cards/[\w/.-]+)`", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_that_is_named_is_there(guide: str) -> None:
    assert [path for path in paths(DOCS / guide) if not (ROOT / path).exists()] == []
