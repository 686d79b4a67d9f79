"""No text and no tree makes the compiler fail: whatever is wrong with it, it reports, and what it lets pass is sound."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiler.blocks import HOST
from tests.compiler.mutations import KINDS, Edit, grafted
from yomi_dsl import ir, limits, report
from yomi_dsl.codes import CODES
from yomi_dsl.compiler import compile_files, compile_game
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.irtext import read, to_text
from yomi_dsl.irverify import verify
from yomi_dsl.parser import parse
from yomi_dsl.source import Source
from yomi_dsl.syntax import File

HOST_TEXT = (HOST / "game.yomi").read_text(encoding="utf-8")
NUMBERS = st.integers(0, 10**6)
EDITS = st.lists(st.builds(Edit, st.sampled_from(sorted(KINDS)), NUMBERS, NUMBERS), min_size=1, max_size=4)
GRAFTS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=5)
STEADY = settings(max_examples=120, deadline=None, derandomize=True)


def compiled(text: str, more: Sequence[str] = ()) -> list[Diagnostic]:
    """What is reported about a game of one or several texts."""
    sources = [Source("game.yomi", text), *(Source(f"{i}.yomi", one) for i, one in enumerate(more))]
    bag = Bag()
    return sound(compile_game(sources, bag), bag)


def sound(game: ir.Game | None, bag: Bag, placed: bool = True) -> list[Diagnostic]:
    """The reports, after a look at whether each is one, and at the game if there is one.

    ``placed``: the parts of the tree are where their places say.
    """
    for problem in bag.sorted:
        assert problem.code in CODES and problem.message
        assert problem.at is None or not placed or 0 <= problem.at.start <= problem.at.end <= len(problem.at.source.text)
    assert all(report.render(bag.sorted, form) or not bag.sorted for form in ("full", "concise", "sarif"))
    assert (game is None) == bool(bag.errors)
    if game is not None:
        assert verify(game) == []
        assert to_text(read(to_text(game))) == to_text(game)
    return bag.sorted


@cache
def host() -> tuple[Source, File]:
    source = Source("game.yomi", HOST_TEXT)
    return source, parse(source, Bag())


@given(EDITS)
@STEADY
def test_changed_texts(edits: list[Edit]) -> None:
    text = HOST_TEXT
    for edit in edits:
        text = edit(text)
    compiled(text)


@given(GRAFTS)
@STEADY
def test_changed_trees(grafts: list[tuple[int, int]]) -> None:
    source, file = host()
    bag = Bag()
    sound(compile_files([grafted(file, grafts)], [source], bag), bag, placed=False)


@given(st.lists(st.sampled_from(HOST_TEXT.split()), max_size=60))
@STEADY
def test_words_at_random(words: list[str]) -> None:
    compiled(" ".join(words))
    compiled(HOST_TEXT, [" ".join(words)])


# ---- what leads back to itself -------------------------------------------------------------------------------------


MINIMAL = """
game "Least" for 2 players bringing hero
turn of both players at once: play
zone deck of player: pile, seen by nobody
tally life of player: 0..9, start 9
default settle { both players: each; copies: one }
"""

CIRCLES = {
    "a keyword in itself": ("keyword ping { ping }", {"E0507"}),
    "keywords in a ring": ("keyword a1 { a2 }\nkeyword a2 { a3 }\nkeyword a3 { a1 }", {"E0507"}),
    "a value of itself": ("value up of player: your up + 1", {"E0508"}),
    "values in a ring": ("value up of player: your low + 1\nvalue low of player: your up + 1", {"E0508"}),
    "a value of its own kind of card": ("value odd of card: card is odd\nas soon as this is odd { }", {"E0508", "E0305"}),
    "a tally as high as itself": ("tally depth of player: 0..your depth, start 0", set()),
    "a tally that starts at itself": ("tally depth of player: 0..9, start your depth", set()),
    "a relation of itself": ("relation (a: card) near (b: card): b near a", {"E0508"}),
    "an action in itself": ("action hum/hums { hum }\nphase play { each player { hum } }", {"E0508"}),
    "actions in a ring": ("action hum/hums { buzz }\naction buzz/buzzes { hum }\nphase play { each player { hum } }", {"E0508"}),
    "a status on what it is on": ("status odd on player during this turn { modify your odd: life by 1 }", {"E0304"}),
    "a status that ends itself": ("status odd on player during this turn { settle { both players: each; copies: one; ends odd } }", set()),
    "a set of itself": ("words kind: kind", {"E0201"}),
    "a group in itself": ("words kind: sort (sort, other)", {"E0201"}),
    "a holder in a holder": ('hero "One" { hero "Two" { } }', {"E0406"}),
    "a card in a card": ('hero "One" { card "A" x1 { card "B" x1 { } } }', {"E0406"}),
    "a script in itself": ('script go { go }\nexample "e" { given phase play; go; then your life = 9 }', {"E0508", "E0602"}),
    "a face in a face": ('hero "One" { card "A" x1 { face up { face down { } } } }', {"E0206"}),
    "a modifier of itself": ("stat power optional on card: 0..9\nhero \"One\" { modify your card: power by power of first card in your deck }", {"E0510"}),
}  # fmt: skip


@pytest.mark.parametrize("name", CIRCLES)
def test_what_leads_back_to_itself(name: str) -> None:
    text, codes = CIRCLES[name]
    phase = "" if "phase play {" in text else "phase play { each player { change your life by -1 } }"
    found = {problem.code for problem in compiled(f"{MINIMAL}{phase}\n{text}\n") if problem.is_error}
    assert found <= codes or not codes, found
    assert bool(found) == bool(codes) or not codes


# ---- sizes -----------------------------------------------------------------------------------------------------------


def test_nothing_or_comments_alone_are_no_game() -> None:
    for text in ("", "\n\n", "# nothing\n# at all\n"):
        assert [problem.code for problem in compiled(text)] == ["E0411"]
    assert [problem.code for problem in compile_nothing()] == ["E0411"]


def compile_nothing() -> list[Diagnostic]:
    bag = Bag()
    return sound(compile_game([], bag), bag)


def test_two_games_are_one_too_many() -> None:
    assert [problem.code for problem in compiled(HOST_TEXT, ['game "Other" for 2 players bringing school'])] == ["E0411"]


def test_names_of_many_words_and_letters() -> None:
    name = " ".join(f"w{letter}{other}" for letter in "abcdefghijklmnopqrst" for other in "abcdefghijklmno")
    assert len(name.split()) == 300
    compiled(HOST_TEXT, [f"status {name} on player during this turn {{ modify your blade: reach by 1 }}"])
    long = "x" * 1500
    used = f"keyword {long} {{ heavy }}\nschool \"A\" {{ courage 3; card \"{long}\" x1 {{ trick; {long} }} }}"
    assert compiled(HOST_TEXT, [used]) == []


def test_numbers_of_any_size() -> None:
    most = int("9" * limits.NUMBER_DIGITS)
    assert compiled(HOST_TEXT, [f"as soon as your nerve = {most} {{ rest }}"]) == []
    assert [p.code for p in compiled(HOST_TEXT, [f"as soon as your nerve = {most}9 {{ rest }}"])] == ["E0906"]
    assert [p.code for p in compiled(HOST_TEXT, [f'card "A" x{most} {{ trick }}'])] == ["E0302"]
    assert [p.code for p in compiled(HOST_TEXT, [f'school "A" {{ courage {most} }}'])] == ["E0402"]


@pytest.mark.parametrize("depth", [8, limits.NESTING - 8])
def test_deep_nesting(depth: int) -> None:
    deep = "may { " * depth + "rest" + " }" * depth
    assert compiled(HOST_TEXT, [f"as soon as your nerve = 3 {{ {deep} }}"]) == []
    sums = " + ".join(["1"] * depth)
    assert compiled(HOST_TEXT, [f"as soon as your nerve = {sums} {{ rest }}"]) == []
    tests = " and ".join(["your nerve > 1"] * depth)
    assert compiled(HOST_TEXT, [f"as soon as {tests} {{ rest }}"]) == []
    owners = "owner of first card in heap of " * (depth // 2) + "opponent"
    compiled(HOST_TEXT, [f"as soon as your nerve = 1 {{ let x be {owners} }}"])


@pytest.mark.parametrize("cards", [1, 400])
def test_many_cards_and_long_ones(cards: int) -> None:
    """How the time grows with the size is measured in benchmarks/scaling.py."""
    lines = "\n".join(f"    modify your blade: weight by {n % 9}" for n in range(400 // cards))
    made = [f'  card "Card {n}" x1 {{ trick\n{lines}\n}}' for n in range(cards)]
    assert compiled(HOST_TEXT, ["\n".join(['school "Long" {', "  courage 3", *made, "}"])]) == []


def test_many_mistakes_are_all_told() -> None:
    cards = "\n".join(f'  card "C{n}" x1 {{ thrst; reach 2 }}' for n in range(300))
    found = compiled(HOST_TEXT, [f'school "S" {{\n  courage 3\n{cards}\n}}'])
    assert [problem.code for problem in found] == ["E0202"] * 300
