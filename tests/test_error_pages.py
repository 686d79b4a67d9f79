"""The pages about problems: one a code, and each says what is so."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

import pytest

from yomi_dsl import explain, loader, parser, resources
from yomi_dsl.codes import CODES
from yomi_dsl.diagnostics import Bag

SECTIONS = ["What it means", "Wrong", "Right", "Why"]

# Of these a page can give no text: the cause is a file, a folder or a hidden character.
TOLD = {code for code in CODES if code.startswith(("E012", "W01", "E09"))} - {"E0905", "E0906"}


def read(text: str, bag: Bag) -> None:
    source = loader.load_text("page.yomi", text, bag)
    if source:
        parser.parse(source, bag)


def reader(code: str) -> Callable[[str, Bag], object] | None:
    """What has to run over a text to find the problem; None while that part is not written."""
    if code.startswith(("E01", "E09", "W01")):
        return read
    run: Callable[[str, Bag], object] | None = getattr(import_module("yomi_dsl.compiler"), "compile_text", None)
    return run


def codes(run: Callable[[str, Bag], object], text: str) -> set[str]:
    bag = Bag()
    run(text, bag)
    return {problem.code for problem in bag.sorted}


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    assert {path.stem for path in resources.error_pages().glob("*.md")} == set(CODES)
    assert all(re.fullmatch(r"[EW]\d{4}", code) for code in CODES)


def test_each_code_of_reading_is_reported_somewhere_and_no_other() -> None:
    modules = resources.PACKAGE.glob("*.py")
    texts = [path.read_text(encoding="utf-8") for path in modules if path.name != "codes.py"]
    raised = {code for text in texts for code in re.findall(r'"([EW]\d{4})"', text)}
    assert raised <= set(CODES)
    assert {code for code in CODES if code.startswith(("E01", "E09", "W01"))} <= raised


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_its_title_and_four_sections(code: str) -> None:
    page = explain.page(code.lower())
    assert page is not None
    assert page.startswith(f"# {code}: {CODES[code]}\n")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == SECTIONS


@pytest.mark.parametrize("code", sorted(set(CODES) - TOLD))
def test_the_wrong_text_is_wrong_and_the_right_one_right(code: str) -> None:
    run = reader(code)
    if run is None:
        pytest.skip("needs the compiler")
    wrong, right = explain.examples(code, "Wrong"), explain.examples(code, "Right")
    assert wrong and right
    assert [codes(run, text) for text in wrong] == [{code}] * len(wrong)
    assert [codes(run, text) for text in right] == [set()] * len(right)


@pytest.mark.parametrize("code", ["", "E9999", "../../README", "e01", "E0101.md"])
def test_there_is_no_page_about_anything_else(code: str) -> None:
    assert explain.page(code) is None
