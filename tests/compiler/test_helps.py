"""What a message tells the designer to write instead."""

from __future__ import annotations

import pytest

from tests.compiler.blocks import Block, read
from yomi_dsl.compiler import compile_game
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.source import Source


def only(text: str) -> Diagnostic:
    """The one problem of a text added to the host game."""
    _, found = Block("", "host", (), text, "case.yomi").compile()
    assert len(found) == 1, found
    return found[0]


def in_effect(text: str) -> str:
    return f'card "Aa" x2 {{ trick; boon {{ {text} }} }}'


def on_blade(text: str) -> str:
    return f'card "Aa" x2 {{ thrust; {text} }}'


HELPS = {
    in_effect("opponent tosses at top"): "it is said: tosses (c: cards)",
    in_effect(
        "opponent tosses 1"
    ): 'write "choose c from your ZONE" before this, and "c" instead of 1; it is said: toss (c: cards)',
}
HELPS |= {
    on_blade("reach: 5"): 'write "reach 5"',
    on_blade('reach "five"'): "write a number from 0 to 9",
    'card "Aa" x2 { trick; boon }': 'write "boon { ... }"',
    'card "Aa" 2x { trick }': 'copies are written "x2"',
    in_effect("change yours nerve by 1"): 'did you mean "your"?',
    in_effect("toss all card in opponent's graveyard"): "the zones are box, stack, fan, heap, floor, wall and well",
}


@pytest.mark.parametrize("text", HELPS)
def test_the_help_says_what_to_write(text: str) -> None:
    assert only(text).help == HELPS[text]


# ---- two of one name -------------------------------------------------------------------------------------------------

ANEW = 'fighter "Cy" {\n  health 15\n  card "Elbow" x4 { strike closes; power 3; quickness 4 }\n}\n'


def of_files(*named: tuple[str, str]) -> list[Diagnostic]:
    """What is wrong with some files added to the tutorial's game."""
    bag = Bag()
    given = [source for source, _ in read("tiny")]
    compile_game([*given, *(Source(path, text) for path, text in named)], bag)
    return bag.sorted


@pytest.mark.parametrize(
    ("paths", "marked"),
    [(("cy.yomi", "di.yomi"), "di.yomi"), (("bo.yomi", "cy.yomi"), "bo.yomi"), (("x.yomi", "y.yomi"), "y.yomi")],
)
def test_a_holder_that_stands_twice_is_told_once_and_with_the_first(paths: tuple[str, str], marked: str) -> None:
    (problem,) = of_files((paths[0], ANEW), (paths[1], ANEW))
    assert problem.at is not None
    (other,) = problem.more
    assert (problem.code, problem.message, problem.at.path) == ("E0201", 'there are two: fighter "Cy"', marked)
    assert (other.text, {other.at.path, marked}, other.at.line) == ("first here", set(paths), 1)
    assert problem.help == 'give this one a name of its own: fighter "Cy 2"'


def test_of_two_cards_the_second_is_told_with_the_first() -> None:
    lines = ANEW.splitlines()
    (problem,) = of_files(
        ("cy.yomi", "\n".join([*lines[:-1], lines[2], '  card "Elbow 2" x1 { guard; parries for 1 }', "}"]))
    )
    assert problem.at is not None and problem.at.line == 4
    assert [(label.at.line, label.text) for label in problem.more] == [(3, "first here")]
    assert problem.help == 'copies are written "x2"; another card has a name of its own: card "Elbow 3"'
