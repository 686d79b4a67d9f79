"""The one form of texts: what changes, and that nothing that means something does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.test_grammar import TEXTS, WORDS, spaced
from yomi_dsl import parser
from yomi_dsl.diagnostics import Bag
from yomi_dsl.formatting import formatted, meaning
from yomi_dsl.source import Source, Span

CASES = {
    "spaces": ('card   "X"x2{strike ;speed\t5}', 'card "X" x2 { strike; speed 5 }\n'),
    "signs": ("a->b , c:d(e ,f) [R-A-1,R-B-2]", "a -> b, c: d (e, f) [R-A-1, R-B-2]\n"),
    "either": ("attack / throw", "attack/throw\n"),
    "a range": ("x: 0 .. life of y", "x: 0..life of y\n"),
    "sums": ("a<=b+c*2 != d", "a <= b + c * 2 != d\n"),
    "minus one number": ("change hp by  -(n)", "change hp by -(n)\n"),
    "minus of two": ("change hp by a -  b", "change hp by a - b\n"),
    "a block of one line": ("a{b}", "a { b }\n"),
    "an empty block": ("a {}", "a { }\n"),
    "a block of several lines": ("a { b\nc }", "a {\n  b\n  c\n}\n"),
    "blocks in blocks": ("a {\nb { c\n\n\n d } }", "a {\n  b {\n    c\n\n    d\n  }\n}\n"),
    "a short block in a long one": ("a {\nb { c }\n}", "a {\n  b { c }\n}\n"),
    "a broken line": ("a or\nb,\n\n c\nd", "a or\n  b,\n\n  c\nd\n"),
    "else": ("if a { b }\n   else if c { d\n} else { e }", "if a { b }\nelse if c {\n  d\n} else { e }\n"),
    "semicolons": (";;a ; ; b;\n{ ;c; }", "a; b\n{ c }\n"),
    "empty lines": ("\n\na {\n\n\nb\n\n\n\nc\n\n}\n\n\n", "a {\n  b\n\n  c\n}\n"),
    "comments": ("#one\na {# two\n#   three\n  b    #four\n}", "# one\na { # two\n  #   three\n  b # four\n}\n"),
    "a comment after a semicolon": ("a; # why\nb", "a # why\nb\n"),
    "a comment in a broken line": ("a and\n# why\nb", "a and\n  # why\n  b\n"),
    "texts stay": ('a  "b {;  c"  ', 'a "b {;  c"\n'),
    "other ends of lines": ("a\r\n\r\nb\r\n", "a\n\nb\n"),
    "nothing": ("\n \n", ""),
}


@pytest.mark.parametrize(("text", "form"), CASES.values(), ids=CASES)
def test_the_form(text: str, form: str) -> None:
    assert formatted(text) == form


@pytest.mark.parametrize("text", [form for _, form in CASES.values()], ids=CASES)
def test_what_has_its_form_stays(text: str) -> None:
    assert formatted(text) == text


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_shipped_texts_have_their_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


def shape(node: Any) -> Any:
    """All of a tree but its places."""
    if isinstance(node, tuple):
        return tuple(map(shape, node))
    if isinstance(node, Span) or not attrs.has(type(node)):
        return None if isinstance(node, Span) else node
    return type(node).__name__, *[shape(getattr(node, field.name)) for field in attrs.fields(type(node))]


def tree(text: str) -> Any:
    bag = Bag()
    file = parser.parse(Source("t", text), bag)
    return shape(file) if not bag.errors else None


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.deferred(lambda: spaced()))
def test_a_text_means_the_same(text: str) -> None:
    before = tree(text)
    if before is not None:
        assert tree(formatted(text)) == before


# A carriage return alone never gets past the loader.
ANY = st.text(st.characters(exclude_characters="\r"), max_size=200)
PIECES = [word for word in WORDS if word != "\r"]


@settings(max_examples=300, deadline=None)
@given(st.one_of(ANY, st.lists(st.sampled_from([*PIECES, "\n", "# c\n"]), max_size=60).map(" ".join)))
def test_any_text_keeps_its_words_and_its_form(text: str) -> None:
    form = formatted(text)
    assert meaning(form) == meaning(text)
    assert formatted(form) == form


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_spaces_at_will_are_set_right(path: Path, chance: random.Random) -> None:
    """Whatever spaces, semicolons and empty lines somebody adds to a shipped text, its form is the text itself."""
    text = path.read_text(encoding="utf-8")
    lines = [disturbed(line, chance) for line in text.splitlines()]
    assert formatted("\n".join(lines)) == text


def disturbed(line: str, chance: random.Random) -> str:
    """A line that means the same: more or fewer spaces at its ends, and a needless semicolon."""
    said = " " * chance.randrange(4) + line.strip() + " " * chance.randrange(3)
    ends_statement = line.strip() and not line.rstrip().endswith((",", "and", "or", "{", "(")) and "#" not in line
    return said + ";" if ends_statement and chance.random() < 0.3 else said
