"""What the parser says of mistakes: all of a file in one run, each where it is, with what to write."""

from __future__ import annotations

import re

import pytest

from yomi_dsl import limits, parser, resources
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source

FAULTS = """\
game "Trial" for 2 players
words kind = = optional: red, blue
action draw/draws (n: number {
  repeat n { move top of your deck to your hand }
}
card “First” x2 {
  red; cost 3rd
  after you draw {
    if cost is is 3 { draw 1 }
    draw 2 }
}
card "Second {
  blue
}
instead you draw { draw 1 }
if a {
  b
} els {
  c
}
last @ line
good line
"""


def found(text: str) -> list[tuple[int, str]]:
    bag = Bag()
    parser.parse(Source("t", text), bag)
    return [(problem.at.line if problem.at else 0, problem.code) for problem in bag.sorted]


def marked(text: str) -> list[tuple[int, int]]:
    bag = Bag()
    parser.parse(Source("t", text), bag)
    return [(problem.at.line, problem.at.column) for problem in bag.sorted if problem.at is not None]


def test_all_mistakes_of_a_file_are_told_and_no_others() -> None:
    assert found(FAULTS) == [
        (2, "E0101"),
        (3, "E0106"),
        (6, "E0103"),
        (7, "E0110"),
        (9, "E0109"),
        (12, "E0102"),
        (15, "E0109"),
        (18, "E0112"),
        (21, "E0108"),
    ]


def test_what_is_good_is_kept() -> None:
    kept = parser.parse(Source("t", FAULTS), Bag()).body
    assert [statement.at.line for statement in kept] == [1, 22]
    inner = parser.parse(Source("t", "x {\n a\n b = = c\n d }\ne"), Bag()).body
    assert [statement.at.text for statement in inner[0].block or ()] == ["a", "d"]


@pytest.mark.parametrize(
    ("text", "code", "marked", "hint"),
    [
        ("draw 1 if x", "E0109", "if", "where"),
        ("keep chosing c", "E0109", "keep", "keep choosing"),
        ("for eech c { x }", "E0109", "for", "for each"),
        ("instead off a { x }", "E0109", "instead", "instead of"),
        ("as son as a { x }", "E0109", "as", "as soon as"),
        ("if a { x } esle { y }", "E0112", "esle", '"else"'),
        ("if a { x } draw 1", "E0112", "draw", "new line"),
        ("if a\n{ x }", "E0111", "", "stands at the end of the line"),
        ("card\n{ x }", "E0101", "{", "on the line of the statement"),
        ("let x bee 3", "E0111", "", ""),
        ("a 'b'", "E0108", "'", "double quotes"),
        ("a // b", "E0101", "/", "#"),
        ("a_b", "E0108", "_", "spaces"),
        ("a\u00a0b", "E0108", "\u00a0", ""),
        ("x ()", "E0101", "()", ""),
        ("x )", "E0107", ")", ""),
        ("}", "E0105", "}", ""),
        ("a [b]", "E0113", "[", "capitals"),
        ("x: y: z", "E0101", ":", ""),
        ("if c.power > 3 { x }", "E0108", ".", "NUMBER of c"),
        ("x by +1", "E0101", "+", 'leave the "+" out'),
        ("look size 63x88 { x }", "E0110", "63x88", '"63 by 88"'),
        ("may { x } or { y }", "E0112", "or", '"else"'),
        ("choose one: x { y }", "E0101", ":", '"{" instead of ":"'),
        ("rule: after you draw { x }", "E0109", "after", "nothing stands before it"),
        ("on hit { x }", "E0109", "on", 'begins with "before"'),
        ("at the end of turn { x }", "E0109", "at", '"at end of"'),
        ("choose up to 2 c from hand", "E0109", "up", '"choose c from ZONE up to 2"'),
        ("if c is in hand { x }", "E0109", "in", '"CARD in ZONE", without "is"'),
        ("if he does not have it { x }", "E0109", "have", '"not" stands before the whole'),
        ("if a { x } otherwise { y }", "E0112", "otherwise", '"else"'),
        ("if opponent\u2019s life = 3 { x }", "E0103", "\u2019", "write ' instead"),
        ("says \u201cx\u201d", "E0103", "\u201c", 'write "..." instead'),
        ("says \u2018x", "E0103", "\u2018", 'write "..." instead'),
        ("if a == 3 { x }", "E0101", "=", "one of: = != < <= > >="),
        ("if a >= = 3 { x }", "E0101", "=", "one of: = != < <= > >="),
        ("if a >= >= 3 { x }", "E0101", ">=", "one of: = != < <= > >="),
        ("if a => 3 { x }", "E0101", ">", "one of: = != < <= > >="),
    ],
)
def test_a_mistake_is_marked_where_it_is_and_says_what_to_do(text: str, code: str, marked: str, hint: str) -> None:
    bag = Bag()
    parser.parse(Source("t", text), bag)
    (problem,) = bag.sorted
    assert problem.at is not None
    assert (problem.code, problem.at.text) == (code, marked)
    assert hint in problem.help
    assert "token" not in str(problem.message + problem.label + problem.help).lower()


def test_the_brace_that_was_forgotten_is_named() -> None:
    text = 'card "A" {\n  effect {\n    draw 1\n}\ncard "B" {\n  x\n}\n'
    assert found(text) == [(2, "E0104")]
    assert found("a {\n b {\n") == [(2, "E0104")]


def test_a_missing_opening_brace_is_told_once() -> None:
    assert found("a {\n  after you draw\n    x\n  }\n}\nb") == [(2, "E0111")]
    assert found("a { if x y }\n}\nb") == [(1, "E0111")]


LAID_OUT = """\
first "A" {
  part { a }
  card "One" x2 {
    kind; part {
      draw 1
    }
    part { draw 2 }
  }
}
last { b }
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "hint"),
    [
        ("part { draw 2 }", "part draw 2 }", "E0105", (7, 5), 'after "part"'),
        ("part { draw 2 }", "part draw 2; c }", "E0105", (7, 20), "take it away"),
        ("part { draw 2 }", "part draw { c } }", "E0105", (7, 5), 'after "part"'),
        ("part { draw 2 }", "part { draw 2 } }", "E0105", (7, 21), "take it away"),
        ("part { draw 2 }", "part { draw 2 }\n    }", "E0105", (8, 5), "take it away"),
        ("part { a }", 'card "X" x2 a; b }', "E0105", (2, 3), 'after "card "X" x2"'),
        ('card "One" x2 {', 'card "One" x2 # note {', "E0105", (3, 16), "at the end of this line"),
        ("kind; part {", "kind; part", "E0105", (4, 15), "at the end of this line"),
        ('first "A" {', 'first "A"', "E0105", (1, 10), "at the end of this line"),
        ("last { b }", "last b }", "E0105", (10, 1), 'after "last"'),
        ("last { b }", "status last b }", "E0105", (10, 15), "take it away"),
        ("part { draw 2 }", "after you draw let x be 2 }", "E0109", (7, 20), 'is a "{" missing before "let"'),
        ("last { b }", 'action last [R-A-1] says "x"; b }', "E0101", (10, 21), 'is a "{" missing before "says"'),
        ("part { draw 2 }", "after you draw if x { y }", "E0109", (7, 20), 'follows "where"'),
        ("part { draw 2 }", "after you draw: b", "E0101", (7, 19), 'write "after ... { ... }"'),
        ("part { draw 2 }", "part { you may heal 2 }", "E0101", (7, 20), 'write "may { ... }"'),
        ("part { draw 2 }", "part { if a < 2 heal 2 }", "E0111", (7, 27), 'write "if ... { ... }"'),
    ],
)
def test_a_brace_that_was_not_opened_is_told_where_it_is_missing(
    old: str, new: str, code: str, place: tuple[int, int], hint: str
) -> None:
    bag = Bag()
    parser.parse(Source("t", LAID_OUT.replace(old, new)), bag)
    (problem,) = bag.sorted
    assert problem.at is not None
    assert (problem.code, (problem.at.line, problem.at.column)) == (code, place)
    assert hint in problem.help


@pytest.mark.parametrize("path", ["tiny/game.yomi", "tiny/fighters.yomi", "yomi2/main.yomi", "tempo/momentum.yomi"])
def test_each_brace_of_a_text_is_told_on_its_line_if_it_is_not_opened(path: str) -> None:
    text = (resources.games() / path).read_text(encoding="utf-8")
    places = [match.start() for match in re.finditer(r'"[^"\n]*"|#[^\n]*|\{', text) if match[0] == "{"]
    assert places
    for place in places:
        line = text.count("\n", 0, place) + 1
        told = found(text[:place] + text[place + 1 :])
        assert told and told[0][0] == line, (line, told)


def test_after_a_brace_that_is_missing_before_a_statement_the_block_is_read() -> None:
    (kept,) = parser.parse(Source("t", "during this turn instead of you draw { b } }"), Bag()).body
    assert (kept.kind, [inner.kind for inner in kept.block or ()]) == ("during", ["instead of"])


def test_an_open_quote_takes_the_rest_of_its_line_and_no_more() -> None:
    assert found('a "b; c = = d\ne " f') == [(1, "E0102"), (2, "E0102")]
    assert found('a = = "b; c = = d\ne') == [(1, "E0101")]
    assert found('x { a "b; c = = d }\ne') == [(1, "E0102")]
    assert found('a "b { c; d { e }\n= f\n}') == [(1, "E0102"), (2, "E0101")]


def test_the_quote_that_lacks_its_partner_is_marked() -> None:
    """It swallows the text up to the next quote, behind which a word would follow without a space."""
    assert marked('x { card "One x1 { b }; card "Two" x1 { b } }') == [(1, 10)]
    assert marked('x { card "One" x1 { b }; card "Two x1 { b } }') == [(1, 31)]
    assert marked('x { card "One " x1 { b }; card "Two x1 { b } }') == [(1, 32)]


def test_open_brackets_do_not_add_up() -> None:
    assert {code for _, code in found("x (a\n" * 90)} == {"E0106"}


def test_what_follows_a_mistake_in_a_list_over_lines_is_skipped() -> None:
    assert found("a = = b or\n  c d,\n  e\nf") == [(1, "E0101")]


def test_reading_stops_after_too_many_mistakes() -> None:
    codes = [code for _, code in found("a = = b\n" * 10_000)]
    assert codes == ["E0101"] * limits.FAULTS + ["E0907"]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("zone a of player: pile zone b of player: pile", 'is a ";" missing before "zone"?'),
        ("tally a of player: 0..9 zone b: pile", 'is a ";" missing before "zone"?'),
        ("zone a: pile: row", 'a statement has one colon: is a ";" missing between two?'),
    ],
)
def test_a_second_colon_says_which_declaration_begins_there(text: str, help: str) -> None:
    bag = Bag()
    parser.parse(Source("t", text), bag)
    assert [(problem.code, problem.help) for problem in bag.sorted] == [("E0101", help)]
