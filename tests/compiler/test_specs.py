"""The cases in specs/: what is reported about a text, where, and that nothing else is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compiler.blocks import HOST, Block, blocks
from yomi_dsl import resources, syntax
from yomi_dsl.compiler.found import HEADS
from yomi_dsl.diagnostics import Bag
from yomi_dsl.parser import parse
from yomi_dsl.source import Source

SPECS = sorted((Path(__file__).parent / "specs").glob("*.md"))
CASES = [(f"{block.path.removesuffix('.yomi')}: {block.heading}", block) for path in SPECS for block in blocks(path)]
KINDS = {
    "plain", "if", "for each", "repeat", "choose", "keep choosing", "may", "may choose", "sealed", "together", "let", "during",
    "as soon as", "before", "after", "instead of", "at start of", "at end of",
}  # fmt: skip


@pytest.mark.parametrize("block", [block for _, block in CASES], ids=[name for name, _ in CASES])
def test_a_case(block: Block) -> None:
    assert block.differences() == []


def test_there_are_enough_cases_and_some_with_many_mistakes() -> None:
    assert len(CASES) >= 80
    assert sum(len(block.wanted) >= 5 for _, block in CASES) >= 10


def test_every_code_of_the_compiler_is_expected_somewhere() -> None:
    sources = (resources.PACKAGE / "compiler").glob("*.py")
    raised = {code for path in sources for code in re.findall(r'"([EW]\d{4})"', path.read_text(encoding="utf-8"))}
    expected = {wanted.code for _, block in CASES for wanted in block.wanted}
    assert raised - expected == set()


def statements(body: tuple[syntax.Stmt, ...]) -> Iterator[syntax.Stmt]:
    for stmt in body:
        yield stmt
        yield from statements((*(stmt.block or ()), *(stmt.otherwise or ())))


def test_every_head_word_and_kind_of_statement_stands_in_a_good_case() -> None:
    texts = [block.text for _, block in CASES if not block.wanted] + [(HOST / "game.yomi").read_text(encoding="utf-8")]
    found = [stmt for text in texts for stmt in statements(parse(Source("case.yomi", text), Bag()).body)]
    assert {stmt.kind for stmt in found} == KINDS
    assert {stmt.at.text.split()[0].rstrip(":") for stmt in found if stmt.kind == "plain"} >= set(HEADS)


# ---- the notation itself -------------------------------------------------------------------------------------------


GOOD = "keyword odd { heavy }\n"
BAD = "keyword odd { hevy }"


def block(text: str) -> Block:
    return Block("", "host", (), text, "case.yomi")


def test_a_missing_and_an_unexpected_report_are_told() -> None:
    assert block(GOOD).differences() == []
    assert block(BAD).differences() == ["not expected: case.yomi line 1: E0202 `hevy` '\"hevy\" is not known'"]
    assert block(GOOD.strip() + "  # error: E0202").differences() == ["missing: line 1: E0202 `` ''"]


@pytest.mark.parametrize(
    "expected", ["E0203", "E0202 `odd`", 'E0202 "nobody"', "E0202, E0202", 'E0202 `hevy` "is not known", E0410']
)
def test_each_part_of_an_expectation_counts(expected: str) -> None:
    assert block(f"{BAD}  # error: {expected}").differences() != []


def test_an_expectation_that_is_met() -> None:
    assert block(f'{BAD}  # error: E0202 `hevy` "is not known"').differences() == []
    assert block(f"# error: E0202\n{BAD}").differences() != []
