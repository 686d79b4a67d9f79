"""The grammar: free of conflicts, its reserved words in one list, and no text that the parser cannot take."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from yomi_dsl import limits, parser, resources
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source

TEXTS = sorted(resources.games().rglob("*.yomi"))
WORDS = [
    "a b",
    "of",
    "if",
    "else",
    "choose",
    "x is y",
    "let n be 1",
    "may",
    "{",
    "}",
    "(",
    ")",
    '"',
    "“",
    "\n",
    ";",
    "#",
]
WORDS += ["[R-A-1]", "[", ",", ":", "/", "->", "..", "= =", "3", "3rd", "-", "'", "é", "\t", "\r", "\r\n", "\x00"]


def test_no_two_terminals_collide_and_no_rule_is_ambiguous() -> None:
    Lark(resources.grammar(), parser="lalr", lexer="contextual", strict=True)


def test_the_reserved_words_are_the_control_words() -> None:
    """The words that WORD excludes are the first words of all other terminals; ``up`` alone is free."""
    terminals = resources.grammar().partition("// Control words.")[2].partition("\nLBRACE:")[0]
    lines = [line for line in terminals.splitlines() if not line.startswith(("//", "WORD"))]
    text = " ".join(lines).replace("chooses?", "choose|chooses").replace(r"\t", "")
    first = re.sub(r'_GAP ("\w+"|\([^)]*\))', "", text)
    patterns = " ".join(re.findall(r"/(.+?)/ _END", first))
    found = {*re.findall(r'"([a-z]+)"', first), *re.findall(r"[a-z]+", patterns)}
    assert found - {"up"} == parser.reserved_words()


@pytest.mark.parametrize("word", sorted(parser.reserved_words()))
def test_a_reserved_word_is_never_a_name(word: str) -> None:
    bag = Bag()
    parser.parse(Source("t", f"let {word} be 1"), bag)
    assert bag.errors
    assert not problems(f"let {word}er be 1"), "a longer word is free"
    assert not problems(f"let no-{word} be 1"), "and so is one with a hyphen"


def test_no_word_of_a_game_is_in_the_grammar() -> None:
    known = set(re.findall(r'"([a-z]+)"', resources.grammar()))
    assert len(known) < 60
    assert not known & {"card", "player", "hand", "deck", "draw", "discard", "action", "zone", "game", "damage", "turn"}


def problems(text: str) -> list[str]:
    bag = Bag()
    parser.parse(Source("t", text), bag)
    return [problem.code for problem in bag.sorted]


@cache
def spaced() -> st.SearchStrategy[str]:
    """Texts made from the grammar, with a space after each token so that no two run together."""
    lark = Lark(resources.grammar(), parser="lalr", lexer="contextual")
    names = st.sampled_from(["a", "S1", "élan", "opponent's", "x-2", "iffy", "each", "soon", "up", "most"])
    texts = st.text("ab é’", max_size=5).map('"{}"'.format)
    fixed = {"WORD": names, "NUMBER": st.integers(0, 99).map(str), "STRING": texts}
    fixed |= {"TAG": st.just("[R-A-1, R-B-2]"), "_SEP": st.sampled_from(["\n", ";", "\r\n", "\n\n", " # note\n"])}
    tokens = {"_COMMA": [",", ",\n"], "OR": ["or", "or\n"], "AND": ["and", "and # note\n"], "_ELSE": ["else", "\nelse"]}
    tokens |= {"TIMING": ["before", "instead of", "at  end of"], "OP": ["is", "are not", "has", "=", ".."]}
    tokens |= {"PREP": ["to", "at least", "up to"], "CHOOSE": ["choose", "chooses"], "FOR_EACH": ["for each"]}
    tokens |= {"AS_SOON_AS": ["as soon as"], "KEEP": ["keep choosing"], "MAY": ["may"], "WHERE": ["where"]}
    for terminal in lark.terminals:
        if terminal.name not in fixed:
            ignored = terminal.name.startswith("__")
            plain = " " if ignored else terminal.pattern.value.split("(?!")[0].replace("\\", "")
            fixed[terminal.name] = st.sampled_from(tokens.get(terminal.name, [plain]))
    with_gap = {name: strategy.map(lambda text: text + " ") for name, strategy in fixed.items()}
    return from_lark(lark, start="start", explicit=with_gap)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.deferred(lambda: spaced()))
def test_what_the_grammar_makes_is_read_without_a_problem(text: str) -> None:
    assert set(problems(text)) <= {"E0905"}


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)))
@example("}" * 200)
@example("{" * 200)
@example("else" * 3)
@example("if a { } else else")
def test_any_text_at_all_is_read_or_reported(text: str) -> None:
    for problem in read(text).sorted:
        assert problem.at and 0 <= problem.at.start <= problem.at.end <= len(text)


def read(text: str) -> Bag:
    bag = Bag()
    parser.parse(Source("t", text), bag)
    return bag


@pytest.mark.skipif(not TEXTS, reason="no shipped game yet")
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_texts_of_the_shipped_games_are_read_or_reported(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS)).read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from([*WORDS, ""])) + text[at + data.draw(st.integers(0, 3)) :]
    read(text)


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_the_shipped_texts_have_no_reading_problem(path: Path) -> None:
    assert problems(path.read_text(encoding="utf-8")) == []


DEEP = ["(", "{", "not ", "a of ", "a + ", "- ", "if a { } else ", "a or\n", "a and ", "a in "]


@pytest.mark.parametrize("piece", DEEP)
def test_depth_is_limited_before_it_costs_anything(piece: str) -> None:
    """Whole or broken, a text of any depth is answered, and what is accepted is shallow enough to walk by calls."""
    assert read(piece * 100_000).errors
    assert "E0905" in problems(f"x {piece * (limits.NESTING + 2)} y") or piece in ("- ", "if a { } else ")


def test_a_chain_of_else_if_counts_as_depth() -> None:
    def chain(links: int) -> str:
        return " else ".join(["if a { b }"] * links)

    assert problems(chain(limits.NESTING)) == []
    assert problems(chain(limits.NESTING + 2)) == ["E0905"]
    assert problems("\n".join(["if a { b } else if c { d }"] * 500)) == [], "a new statement begins a new chain"


def test_length_is_no_depth() -> None:
    many = 3_000
    assert problems(f"x ({', '.join(['a of b'] * many)})") == []
    assert problems("\n".join(["a of b of c + (d in e)"] * many)) == []
    assert problems(" ".join(["a"] * many)) == []
    assert problems("x " + "/".join(["a"] * many)) == []
    assert problems("x { y { a of b } }\n" * many) == []
