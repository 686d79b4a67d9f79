"""The parser: the shape and the places of what it makes, and the store of its tables."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from yomi_dsl import parser, tables
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source, Span
from yomi_dsl.syntax import Binary, Clause, Either, File, Group, Number, Phrase, Stmt, Tail, Text, Word


def parse(text: str) -> File:
    bag = Bag()
    file = parser.parse(Source("t", text), bag)
    assert bag.errors == []
    return file


def only(text: str) -> Stmt:
    (statement,) = parse(text).body
    return statement


def sketch(node: Any) -> str:
    """A node in few signs: phrases in <>, operators in prefix form, tails after |."""
    match node:
        case Word(text):
            return text
        case Number(value):
            return str(value)
        case Text(value):
            return f'"{value}"'
        case Group(clauses, typed):
            return f"({sketch(clauses)}{f' : {sketch(typed)}' if typed else ''})"
        case Either(items):
            return "/".join(map(sketch, items))
        case Phrase(items):
            return f"<{' '.join(map(sketch, items))}>"
        case Binary(op, left, right):
            return f"[{op} {sketch(left)} {sketch(right)}]" if left else f"[{op} {sketch(right)}]"
        case Tail(word, value):
            return f" |{word} {sketch(value)}"
        case Clause(value, tails):
            return sketch(value) + "".join(map(sketch, tails))
        case tuple():
            return ", ".join(map(sketch, node))
        case Stmt():
            return f"{node.kind}: {sketch(node.head)}"
    raise AssertionError(node)


def value(text: str) -> str:
    return sketch(only(text).head[0].value)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("draw 2", "<draw 2>"),
        ("top card of your deck", "[of <top card> <your deck>]"),
        ("life of owner of card in play", "[of <life> [of <owner> [in <card> <play>]]]"),
        ("a + b * c - d", "[- [+ <a> [* <b> <c>]] <d>]"),
        ("-n + 1", "[+ [neg <n>] <1>]"),
        ("x = -3", "[= <x> [neg <3>]]"),
        ("not a and b or c", "[or [and [not <a>] <b>] <c>]"),
        ("not not a", "[not [not <a>]]"),
        ("cards are not gone", "[is not <cards> <gone>]"),
        ("both are gone", "[is <both> <gone>]"),
        ("they have it", "[has <they> <it>]"),
        ("she has it", "[has <she> <it>]"),
        ("0..life of player", "[.. <0> [of <life> <player>]]"),
        ("opponent's strike/throw", "<opponent's strike/throw>"),
        ("B or linker/ender", "[or <B> <linker/ender>]"),
        ('card "High Guard" x2', '<card "High Guard" x2>'),
        ("deal (n - 1)", "<deal ([- <n> <1>])>"),
        ("draw/draws (n: number)", "<draw/draws (<n> : <number>)>"),
        ("move (c: card) to hand", "<move (<c> : <card>)>"),
        ("a or\n  # why\n  b", "[or <a> <b>]"),
        ("Élan of naïve-ness", "[of <Élan> <naïve-ness>]"),
        ("no-one order iffy", "<no-one order iffy>"),
    ],
)
def test_expressions(text: str, shape: str) -> None:
    assert value(text) == shape


def test_every_operator_word_in_a_head_has_its_tails() -> None:
    first, second = only("choose c from your hand, d up to 2 where c is not d and e  at  least 3 -> x").head
    assert sketch(first) == "<c> |from <your hand>"
    assert sketch(second) == "<d> |up to <2> |where [and [is not <c> <d>] <e>] |at least <3> |-> <x>"


def test_a_plain_statement() -> None:
    statement = only("zone hand of player: seen by owner, limit 12 [R-A-1, R-B-2] { x; y }")
    assert statement.kind == "plain"
    assert sketch(statement.head) == "[of <zone hand> <player>]"
    assert statement.tags == ("R-A-1", "R-B-2")
    assert statement.define is not None and sketch(statement.define) == "<seen> |by <owner>, <limit 12>"
    assert [sketch(inner) for inner in statement.block or ()] == ["plain: <x>", "plain: <y>"]
    assert only("a [R-A-1]: b [R-A-2]").tags == ("R-A-1", "R-A-2")
    assert only("a").block is None and only("a").define is None
    assert only("a {}").block == ()


STATEMENTS = [
    ("if a is b { x }", "if", "[is <a> <b>]", "", None),
    ("if a { x } else { y }", "if", "<a>", "", "plain: <y>"),
    ("if a { x }\n# note\nelse if b { y } else { z }", "if", "<a>", "", "if: <b>"),
    ("for each c from play { x }", "for each", "<c> |from <play>", "", None),
    ("repeat n until done { x }", "repeat", "<n>", "", None),
    ("repeat until done { x }", "repeat", "", "", None),
    ("choose one", "choose", "<one>", "", None),
    ("opponent chooses c from hand, d { x }", "choose", "<c> |from <hand>, <d>", "<opponent>", None),
    ("keep choosing c from hand { x }", "keep choosing", "<c> |from <hand>", "", None),
    ("may { x } else { y }", "may", "", "", "plain: <y>"),
    ("opponent may choose c { x } else { y }", "may choose", "<c>", "<opponent>", "plain: <y>"),
    ("sealed { x }", "sealed", "", "", None),
    ("together { x }", "together", "", "", None),
    ("let new price be cost of c where x", "let", "[of <cost> <c>] |where <x>", "<new price>", None),
    ("during this turn { x }", "during", "<this turn>", "", None),
    ("as soon as a = 0 [R-A-1] { x }", "as soon as", "[= <a> <0>]", "", None),
    ("before you draw where a [R-A-1] { x }", "before", "<you draw> |where <a>", "", None),
    ("after clean up { x }", "after", "<clean up>", "", None),
    ("instead  of you draw { }", "instead of", "<you draw>", "", None),
    ("at start of turn { x }", "at start of", "<turn>", "", None),
    ("at end of turn { x }", "at end of", "<turn>", "", None),
]


@pytest.mark.parametrize(("text", "kind", "head", "subject", "otherwise"), STATEMENTS)
def test_statements(text: str, kind: str, head: str, subject: str, otherwise: str | None) -> None:
    statement = only(text)
    assert statement.kind == kind
    assert sketch(statement.head) == head
    assert (sketch(statement.subject) if statement.subject else "") == subject
    assert (sketch(statement.otherwise) if statement.otherwise else None) == otherwise
    assert statement.at.text == text, "a statement reaches from its first word to its last"
    assert statement.tags == (("R-A-1",) if "[" in text else ())


def test_repeat_keeps_its_tails_apart() -> None:
    assert sketch(only("repeat 3 until done at most 4 { x }").tails) == " |until <done>,  |at most <4>"


def walk(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    elif attrs.has(type(node)) and not isinstance(node, Span):
        yield node
        for field in attrs.fields(type(node)):
            yield from walk(getattr(node, field.name))


def test_every_node_knows_its_place() -> None:
    text = "\n".join(row[0] for row in STATEMENTS) + '\nx (a: b) -> not -c "d" e/f [R-A-1]: g or\n h {\n}\n'
    nodes = [node for node in walk(parse(text)) if not isinstance(node, File)]
    assert len(nodes) > 200
    for node in nodes:
        written = node.at.text
        assert written and written == written.strip()
        if isinstance(node, Word | Number):
            assert written == sketch(node)
        if isinstance(node, Text | Group):
            assert written[0] + written[-1] in ('""', "()")


@pytest.mark.parametrize("text", ["", "\n\n", "# only a note", ";;\n ;", "\t\r\n"])
def test_nothing_is_a_file_too(text: str) -> None:
    assert parse(text).body == ()


def test_line_ends_are_all_one() -> None:
    for end in ("\n", "\r\n", ";", " # note\n", "\n\n  \t;\n"):
        assert len(parse(f"a{end}b {{ c{end}}}{end}d").body) == 3


def test_numbers_are_limited() -> None:
    assert value("x 000000000000007") == "<x 7>"
    bag = Bag()
    parser.parse(Source("t", f"x {'9' * 10_000}"), bag)
    assert [problem.code for problem in bag.errors] == ["E0906"]


# ---- the store of tables ---------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "yomi-dsl"


def fresh() -> None:
    parser._lark.cache_clear()
    assert value("a of b") == "[of <a> <b>]"


def test_tables_are_kept_for_this_user_alone(store: Path) -> None:
    fresh()
    (kept,) = store.iterdir()
    assert store.stat().st_mode & 0o777 == 0o700 and kept.stat().st_mode & 0o777 == 0o600
    before = kept.read_bytes()
    fresh()
    assert [path.read_bytes() for path in store.iterdir()] == [before], "read, not made again"


@pytest.mark.parametrize("damage", [b"", b"\x80\x04.", b"\x80\x04}."])
def test_a_damaged_store_does_no_harm(store: Path, damage: bytes) -> None:
    fresh()
    (kept,) = store.iterdir()
    kept.write_bytes(damage)
    fresh()


def test_a_store_that_others_can_write_is_not_read(store: Path) -> None:
    fresh()
    (kept,) = store.iterdir()
    assert tables.read(kept.name)
    kept.chmod(0o666)
    assert tables.read(kept.name) is None
    kept.chmod(0o600)
    store.chmod(0o755)
    assert tables.read(kept.name) is None
    tables.write("other", lambda file: None)
    assert len(list(store.iterdir())) == 1
    store.chmod(0o700)
    os.symlink(kept, store / "link")
    assert tables.read("link") is None
    fresh()


def test_without_a_home_there_is_no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    fresh()
    assert tables.read("x") is None


def test_the_parser_generator_is_loaded_only_to_parse() -> None:
    code = "import sys, yomi_dsl.parser as p, yomi_dsl.report; p.reserved_words(); assert 'lark' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1])
