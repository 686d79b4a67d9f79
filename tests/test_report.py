"""The printed forms of problems, and that no user text can break out of any of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomi_dsl import excerpt, limits
from yomi_dsl.diagnostics import Bag, Diagnostic, Label
from yomi_dsl.report import FORMS, Look, render, summary
from yomi_dsl.source import Source, Span

TEXT = 'card "Nordwind" x2 {\n\tspeed = = 5\n}\n'
SOURCE = Source("characters/rook.yomi", TEXT)


def place(words: str, source: Source = SOURCE) -> Span:
    start = source.text.index(words)
    return Span(source, start, start + len(words))


def full(at: Span | None, label: str = "here", help: str = "", more: tuple[Label, ...] = (), width: int = 100) -> str:
    return render([Diagnostic("E0101", "message", at, label, help, more)], "full", Look(width=width))


def lines(*rows: str) -> str:
    return "\n".join(("error[E0101]: message", *rows, "  = page: yomi explain E0101", ""))


def test_full() -> None:
    problem = Diagnostic("E0101", '"=" cannot stand here', place("= 5"), "expected a number", 'write "speed 5"')
    warning = Diagnostic("W0101", "this file is empty", Span(Source("empty.yomi", ""), 0, 0))
    assert (
        render([problem, warning], "full", Look(root="cards/trial/"))
        == """\
error[E0101]: "=" cannot stand here
 --> cards/trial/characters/rook.yomi:2:10
  |
2 |     speed = = 5
  |             ^^^ expected a number
  = help: write "speed 5"
  = page: yomi explain E0101

warning[W0101]: this file is empty
 --> cards/trial/empty.yomi:1:1
  = page: yomi explain W0101
"""
    )
    assert summary([problem, warning]) == "1 error, 1 warning"


def test_full_with_a_second_place() -> None:
    assert full(place("}"), "too many", more=(Label(place("{"), "opened here"),)) == lines(
        " --> characters/rook.yomi:3:1",
        "  |",
        "3 | }",
        "  | ^ too many",
        " ::: characters/rook.yomi:1:20",
        "  |",
        '1 | card "Nordwind" x2 {',
        "  |                    - opened here",
    )


def test_full_over_several_lines() -> None:
    assert full(place(TEXT[5:-1])) == lines(
        " --> characters/rook.yomi:1:6",
        "  |",
        '1 | card "Nordwind" x2 {',
        "  |      ^^^^^^^^^^^^^^^",
        "...",
        "3 | }",
        "  | ^ here",
    )
    whole_line = Span(SOURCE, 0, TEXT.index("\n") + 1)
    assert "^^^^ here" in full(whole_line) and "2 |" not in full(whole_line)


def test_full_with_tabs() -> None:
    source = Source("t", "a\tb\tx\n")
    assert full(place("x", source)) == lines(" --> t:1:5", "  |", "1 | a   b   x", "  |         ^ here")


def test_full_with_wide_and_joined_characters() -> None:
    source = Source("t", '技 "é\u0301\u0301" x\n')
    assert full(place("x", source)) == lines(" --> t:1:9", "  |", '1 | 技 "é\u0301\u0301" x', "  |        ^ here")


def test_full_at_the_ends_of_a_text() -> None:
    end = Source("t", "a")
    assert full(Span(end, 1, 1)) == lines(" --> t:1:2", "  |", "1 | a", "  |  ^ here")
    last = Span(SOURCE, len(TEXT), len(TEXT))
    assert full(last) == lines(" --> characters/rook.yomi:4:1", "  |", "4 |", "  | ^ here")
    assert full(None) == lines()


def test_full_on_a_narrow_terminal() -> None:
    source = Source("t", f"{'a ' * 100}bad {'z ' * 100}")
    text = full(place("bad", source), "a label that is too long to stand beside the mark", width=40)
    assert text == lines(
        " --> t:1:201",
        "  |",
        "1 | …a a a a a a bad z z z z z z z z z …",
        "  |              ^^^",
        "  | a label that is too long to stand beside the mark",
    )
    assert full(place("bad", source), width=1).count("bad") == 1
    end = Source("t", f"{'a ' * 100}bad")
    assert f"1 | … {'a ' * 15}bad\n" in full(place("bad", end), width=40)


def test_full_in_colour() -> None:
    text = render([Diagnostic("E0101", "message", place("}"), "here")], "full", Look(colour=True))
    assert text.startswith("\x1b[1;31merror[E0101]\x1b[0m\x1b[1m: message\x1b[0m\n")
    assert "\x1b[1;31m^ here\x1b[0m" in text


def test_full_shows_no_end_of_problems() -> None:
    many = [Diagnostic("E0101", f"number {n}", None) for n in range(limits.SHOWN + 5)]
    text = render(many, "full")
    assert text.count("error[") == limits.SHOWN
    assert text.endswith("\n\n5 more not shown\n")


def test_concise() -> None:
    found = [Diagnostic("E0101", "message", place("speed")), Diagnostic("W0101", "no\nplace", None)]
    assert render(found, "concise") == "characters/rook.yomi:2:2: E0101 message\nW0101 no\\x0aplace\n"


def test_json() -> None:
    found = [Diagnostic("E0101", "message", place("speed"), "label", "help", (Label(place("}"), "end"),))]
    span = {"path": "characters/rook.yomi", "line": 2, "column": 2, "end_line": 2, "end_column": 7}
    end = {"path": "characters/rook.yomi", "line": 3, "column": 1, "end_line": 3, "end_column": 2}
    assert json.loads(render(found, "json")) == {
        "schema": 1,
        "problems": [
            {
                "code": "E0101",
                "severity": "error",
                "title": "a word or sign in the wrong place",
                "message": "message",
                "place": span,
                "label": "label",
                "help": "help",
                "more": [{"place": end, "text": "end"}],
            }
        ],
        "errors": 1,
        "warnings": 0,
    }
    assert json.loads(render([], "json"))["problems"] == []


def test_github() -> None:
    source = Source("a,b:c.yomi", "x")
    found = [Diagnostic("E0101", "100 %\n::error::no", Span(source, 0, 1), "label", "help")]
    assert render(found, "github") == (
        "::error title=E0101 a word or sign in the wrong place,file=a%2Cb%3Ac.yomi,line=1,col=1,endLine=1,endColumn=2"
        "::100 %25%0A::error::no. label. help\n"
    )


def test_sarif() -> None:
    source = Source("a b.yomi", "x")
    found = [
        Diagnostic("W0101", "message", Span(source, 0, 1), more=(Label(Span(source, 0, 0), "near"),)),
        Diagnostic("E0101", "message", None),
    ]
    sarif = json.loads(render(found, "sarif"))
    (run,) = sarif["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert sarif["version"] == "2.1.0"
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["W0101", "E0101"]
    assert [result["level"] for result in run["results"]] == ["warning", "error"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b.yomi"
    assert place["region"] == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}
    assert run["results"][0]["relatedLocations"][0]["message"] == {"text": "near"}
    assert "locations" not in run["results"][1]


def test_no_problem_is_no_output_for_people() -> None:
    assert [render([], form) for form in ("full", "concise", "github")] == ["", "", ""]
    assert summary([]) == "no problems"


STEERING = st.text(st.sampled_from("ab \x1b[31m\n\r\t\x00\u202e\u2028é技\u0301:,%\ud800"), max_size=20)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(text=STEERING, path=STEERING, start=st.integers(0, 20), size=st.integers(0, 20), width=st.integers(0, 60))
def test_user_text_steers_nothing(form: str, text: str, path: str, start: int, size: int, width: int) -> None:
    source = Source(path, text)
    start = min(start, len(text))
    at = Span(source, start, min(start + size, len(text)))
    bag = Bag()
    bag.add("E0101", text, at, text, text, (Label(at, text),))
    printed = render(bag.sorted, form, Look(width=width))
    assert not {char for char in printed if not char.isprintable() and char not in "\n\u0301"}
    if form in ("concise", "github"):
        assert printed.count("\n") == 1
    if form in ("json", "sarif"):
        json.loads(printed)


def test_a_drawing_keeps_to_its_width() -> None:
    source = Source("t", "技" * 300)
    for width in range(20, 90):
        for start in (0, 1, 150, 298, 299):
            rows = excerpt.rows(Span(source, start, start + 1), "^", "", width)
            assert all(excerpt.width(row.text) <= width for row in rows)
            assert excerpt.width(rows[1].text) >= 2
