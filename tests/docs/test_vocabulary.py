"""The table of words and the compiler agree: what the one has the other takes, and no word of a game is in it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.docs.compiling import HOST, ROOT, read, with_texts
from yomi_dsl import parser, resources
from yomi_dsl.compiler import (
    belonging,
    cards,
    declare,
    lines,
    looks,
    nouns,
    primitives,
    roles,
    rules,
    signatures,
    verbs,
)
from yomi_dsl.compiler.base import Env, Scope, Table
from yomi_dsl.compiler.found import HEADS, sort
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.vocabulary import KINDS, PLACES, TABLE, Row, by_kind, find

POSITION = 'given phase duel, you bring "North", opponent bring "North"'
WRAPPED = {
    "game": "{text}",
    "holder": 'school "Holder {n}" {{ courage 5; {text} }}',
    "card": 'card "Card {n}" x1 {{ trick; {text} }}',
    "body": "action wrap{n} (c: card) against (foe: player) {{\n{text}\n}}",
    "test": "action wrap{n} (c: card) against (foe: player) {{ if {text} {{ rest }} }}",
    "value": "action wrap{n} (c: card) against (foe: player) {{ let x be {text} }}",
    "example": f'example "example {{n}}" {{{{ {POSITION}; {{text}}; then your nerve changed by 0 }}}}',
    "bot": 'bot "Bot {n}" {{ {text}; asked any: prefer any by chance }}',
    "look": "look card size 63 by 88 {{ {text} }}",
}
ONCE = ("game", "default", "turn", "setup", "order", "layers", "both lose", "limit", "endings", "source")
LITERAL = re.compile(r"[A-Za-z][A-Za-z']*")
# Ordinary English that some game also declares; a line of explanation may use it.
ENGLISH = {
    "A", "block", "blocks", "deck", "effect", "follows", "height", "kind", "open", "opens", "place", "present", "reads", "takes",
    "type", "use",
}  # fmt: skip
BUILT_IN = {"box", "silent", "precedes", "supplies", *(third for _, third, _ in primitives.ROLES)}


def wrapped(row: Row, example: str = "") -> tuple[str, str]:
    """A row's example, in place, as a file with a name of its own."""
    n = TABLE.index(row)
    return f"row-{n}.yomi", WRAPPED[row.place].format(n=n, text=example or row.example)


def heads(row: Row) -> list[str]:
    """The statements of the host that a row's example stands for: there can be only one of them."""
    starts = [" ".join(line.split()[:2]) for line in row.example.splitlines()] if row.place == "game" else []
    return [head for two in starts for head in (two, two.split()[0].rstrip(":")) if two.startswith(ONCE)]


def errors(found: list[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if one.is_error]


ALONE = [row for row in TABLE if row.place == "game"]
SIDE_BY_SIDE = [row for row in TABLE if row.place != "game"]

# ---- every example compiles ------------------------------------------------------------------------------------------


def test_the_examples_inside_other_things_compile() -> None:
    game, found = with_texts(HOST, map(wrapped, SIDE_BY_SIDE))
    assert not [(one.message, one.at.text if one.at else "") for one in errors(found)]
    assert game is not None


@pytest.mark.parametrize("row", ALONE, ids=lambda row: f"{row.kind}-{row.word}")
def test_an_example_of_a_declaration_compiles(row: Row) -> None:
    game, found = with_texts(HOST, [wrapped(row)], heads(row))
    assert not [one.message for one in errors(found)]
    assert game is not None


# ---- every word is one of the language's -----------------------------------------------------------------------------


def slipped(row: Row) -> Iterator[str]:
    """The example with a letter too many in the word of the row."""
    for name in (row.word, *row.forms):
        first = re.escape(name.split()[0])
        if first[0].isalpha() and re.search(rf"\b{first}\b", row.example):
            yield re.sub(rf"\b({first})\b", r"\1q", row.example, count=1)


SLIPS = [(row, text) for row in TABLE for text in slipped(row)]


@pytest.mark.parametrize(("row", "text"), SLIPS, ids=lambda part: part.kind if isinstance(part, Row) else part[:40])
def test_a_slip_in_a_word_is_reported(row: Row, text: str) -> None:
    """So the words are read, and not passed over."""
    _, found = with_texts(HOST, [wrapped(row, text)], heads(row))
    assert errors(found), text


def test_a_row_shows_its_word() -> None:
    """In the pattern and in the example, unless it stands for a word of the game."""
    for row in TABLE:
        if row.word.upper() != row.word and row.word != "x1":
            assert set(words(row.word)) <= set(words(row.pattern)), row
            assert any(set(words(name)) <= set(words(row.example)) for name in (row.word, *row.forms)), row


def words(text: str) -> list[str]:
    return re.findall(r"'s\b|[A-Za-z][A-Za-z0-9]*(?:'s)?", text)


# ---- nothing is missing ----------------------------------------------------------------------------------------------

SPOKEN = {
    "reserved": parser.reserved_words(),
    "heads": HEADS,
    "fates": declare.FATES,
    "sources": cards.SOURCES,
    "metadata": cards.META,
    "types": roles.TYPES,
    "inside holders": lines.INNER,
    "determiners": nouns.QUANTS,
    "folds": belonging.FOLDS,
    "places of a face": looks.PLACES,
    "effects": verbs.PRIMITIVES,
    "events": [word for name, third, _ in primitives.ROLES for word in (name, third)],
    "timings": rules.RULE_KINDS,
}


@pytest.mark.parametrize("words", SPOKEN.values(), ids=SPOKEN)
def test_the_words_that_the_compiler_lists_are_in_the_table(words: list[str]) -> None:
    assert [word for word in words if not find(word)] == []


def test_each_head_of_a_declaration_has_a_row_of_its_own() -> None:
    assert {row.word.split()[0] for row in TABLE if row.kind == "declaration"} - {"HEAD"} == set(HEADS)


def test_the_built_in_names_are_in_the_table() -> None:
    s = Scope(Table(), Bag(), Env([], 0))
    found = sort(s, [file for _, file in read(HOST)])
    declare.builtin_names(s, found)
    signatures.builtin_relations(s, found)
    names = [" ".join(key) for key in (*s.table.nouns, *s.table.relations)]
    assert names and [name for name in names if not find(name)] == []


def test_the_events_have_their_roles() -> None:
    listed = {row.word: row.roles for row in TABLE if row.kind == "primitive"}
    assert listed == {name: tuple(role for role, _, _ in roles) for name, _, roles in primitives.ROLES}


def test_the_control_words_of_the_grammar_are_in_the_table() -> None:
    """With those of several words."""
    terminals = resources.grammar().partition("// Control words.")[2].partition("\nLBRACE:")[0]
    whole = re.sub(r'" _GAP \("(\w+)" \| "(\w+)"\) _GAP "', r" \1 ", terminals)
    for name in re.findall(r'"([a-z][a-z ]*)"', re.sub(r'" _GAP "', " ", whole)):
        assert find(name), name


def test_the_words_of_a_pattern_are_in_the_table() -> None:
    for row in TABLE:
        outside = re.sub(r'"[^"]*"', " ", row.pattern)
        for word in LITERAL.findall(outside):
            assert word != word.lower() or find(word), (row.pattern, word)


# ---- nothing is too much ---------------------------------------------------------------------------------------------

GAMES = sorted((ROOT / "cards").iterdir())


@cache
def declared(folder: Path) -> frozenset[str]:
    """The names that a game declares, verbs and keywords included; not those of cards and roles."""
    s = Scope(Table(), Bag(), Env([], 0))
    found = sort(s, [file for _, file in read(folder)])
    declare.declare_all(s, found)
    tables = (s.table.nouns, s.table.relations)
    verbs = {word for group in s.table.verbs.values() for sig in group for word in (sig.name, sig.third)}
    keywords = {sig.name for group in s.table.keywords.values() for sig in group}
    return frozenset({" ".join(key) for table in tables for key in table} | verbs | keywords) - BUILT_IN - {""}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_word_of_a_game_is_in_the_table(folder: Path) -> None:
    for name in declared(folder):
        pattern = re.compile(rf"(?<![\w'-]){re.escape(name)}(?![\w'-])")
        for row in TABLE:
            shown = f"{row.word}, {', '.join(row.forms)}, {row.pattern}, {row.example}"
            assert not pattern.search(shown), (name, row)
            assert name in ENGLISH or not pattern.search(row.meaning), (name, row)


def test_the_kinds_and_places_are_those_listed() -> None:
    assert {row.kind for row in TABLE} == set(KINDS)
    assert {row.place for row in TABLE} == set(PLACES) == set(WRAPPED)
    assert by_kind() and [row for rows in by_kind().values() for row in rows] == list(TABLE)


def test_no_word_has_two_rows_of_a_kind() -> None:
    keys = [(row.kind, row.word) for row in TABLE]
    assert len(set(keys)) == len(keys)


# ---- looking up ------------------------------------------------------------------------------------------------------


def test_a_word_is_found_by_itself_its_forms_and_its_parts() -> None:
    assert [row.word for row in find("move")] == [row.word for row in find("moves")] == ["move"]
    assert {row.word for row in find("least")} == {"at least", "least of", "by least"}
    assert {row.kind for row in find("row")} == {"property", "face"}
    assert find("nobody knows this") == ()


def test_the_table_is_light() -> None:
    heavy = "{'attr', 'attrs', 'lark', 'yomi_dsl.compiler'}"
    code = f"import sys, yomi_dsl.vocabulary; print(sorted({heavy} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.stdout.strip() == "[]", run.stderr
