"""The reference page is what the table and the grammar make it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from yomi_dsl import parser, reference, resources
from yomi_dsl.vocabulary import TABLE


def test_the_page_is_current() -> None:
    assert reference.PATH.read_text(encoding="utf-8") == reference.text(), "run python -m yomi_dsl.reference"


def test_every_row_is_on_the_page() -> None:
    page = reference.text()
    assert all(row.meaning in page and f"`{row.pattern}`" in page for row in TABLE)


def test_the_command_writes_the_page_and_says_whether_it_is_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "PATH", tmp_path / "docs" / "language.md")
    reference.PATH.parent.mkdir()
    assert reference.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().out
    assert reference.main([]) == 0
    assert reference.main(["--check"]) == 0
    reference.PATH.write_text("old", encoding="utf-8")
    assert reference.main(["--check"]) == 1


# ---- the grammar for readers -----------------------------------------------------------------------------------------

EBNF = reference.ebnf(resources.grammar())


def test_the_grammar_for_readers_has_every_rule() -> None:
    rules = resources.grammar().partition("// Control words.")[0]
    names = re.findall(r"^[?!]?_?([a-z]\w*): ?", rules, re.MULTILINE)
    assert [name.strip("_") for name in names] == re.findall(r"^(\w+) += ", EBNF, re.MULTILINE)[: len(names)]


def test_the_grammar_for_readers_has_every_control_word() -> None:
    quoted = {word for text in re.findall(r'"([^"]*)"', EBNF) for word in text.split()}
    assert parser.reserved_words() - quoted - {"instead"} == set()


def test_the_grammar_for_readers_has_no_names_of_the_parser_generator() -> None:
    for line in EBNF.splitlines():
        if not line.startswith("#"):
            assert not re.search(r"\b_?[A-Z][A-Z_]+\b|->\s+\w", line.replace('"->"', "")), line


def test_what_a_rule_uses_is_explained() -> None:
    names = set(re.findall(r"^(\w+) += ", EBNF, re.MULTILINE))
    rules = [line.partition(" = ")[2] for line in EBNF.splitlines() if not line.startswith("#")]
    used = {word for rule in rules for word in re.findall(r"[a-z_]+", re.sub(r"'\"'|\"[^\"]*\"", "", rule))}
    said_in_words = re.findall(
        r"\w+", "letter, digit, id, line break, but no reserved word, any characters on the line"
    )
    assert used - names <= set(said_in_words)
