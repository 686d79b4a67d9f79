"""Spans whose edges are to come, and phases that are skipped: the statements of docs/semantics.md, each by small cards.

The third turn is yours, and begins with `deed`; then come `rest`, and the opponent's `deed`. Cards stand on your shelf."""

from __future__ import annotations

import pytest

from tests.docs.compiling import with_texts
from tests.engine.test_contracts import BENCH, SEMANTICS, Case, text_of
from yomi_dsl.engine.examples import run_example

TABLE = "`next 2 duels` | when the next duel begins | at the end of the one after it"
NOW = "`until end of next duel` | now | at the end of the next duel that begins"
WHOSE = "`your next duel`, `opponent's next turn`: only those of that player count."
SKIPPED = (
    "A phase that is skipped does not begin and does not end. It is not counted, and nothing opens or shuts with it."
)
FIXED = "A card's spans, as in `at end of 2 turns { }`, are fixed when its rules come into force."
SKIP = "during next 2 turns { instead of opponent deed { jot 5 } }"


def bold(span: str, more: str = "") -> tuple[str]:
    """A status from the third turn on, or later."""
    return (f"after you ready where turn number = 3 {{ mark you with bold {span}; {more} }}",)


CASES = (
    Case(TABLE, bold("during next 2 deeds"), "not you has bold", "run until end of deed"),
    Case(TABLE, bold("during next 2 deeds"), "you has bold", "run until start of next deed"),
    Case(TABLE, bold("during next 2 deeds"), "you has bold", "run until start of next 2 deeds"),
    Case(TABLE, bold("during next 2 deeds"), "not you has bold", "run until end of next 2 deeds"),
    Case(TABLE, ("at start of next 2 deeds { jot 1 }",), "trace = 109", "run until start of next deed"),
    Case(TABLE, ("at end of next 2 deeds { jot 2 }",), "trace = 9092", "run until end of next deed"),
    Case(NOW, bold("until end of next deed"), "you has bold", "run until end of deed"),
    Case(NOW, bold("until end of next deed"), "not you has bold", "run until end of next deed"),
    Case(WHOSE, bold("during your next deed"), "not you has bold", "run until start of next deed"),
    Case(WHOSE, bold("during your next deed"), "you has bold", "run until start of next 2 deeds"),
    Case(SKIPPED, bold("during next deed", SKIP), "not you has bold, trace = 9", "run until end of rest"),
    Case(SKIPPED, bold("during next deed", SKIP), "you has bold, trace = 95", "run until start of next deed"),
    Case(SKIPPED, bold("during next 2 deeds", SKIP), "you has bold, trace = 9509", "run until end of next deed"),
    Case(SKIPPED, bold("until end of next deed", SKIP), "you has bold, trace = 95", "run until start of next deed"),
    Case(SKIPPED, bold("until end of next deed", SKIP), "not you has bold", "run until end of next deed"),
    Case(FIXED, ("at end of 2 turns { jot 2 }",), "trace = 909", "run until end of next deed"),
    Case(FIXED, ("at end of 2 turns { jot 2 }",), "trace = 9092", "run until start of next 2 deeds"),
    Case(WHOSE, ("at start of opponent's next turn { jot 3 }",), "trace = 93", "run until start of next deed"),
    Case(WHOSE, ("at end of your next deed { jot 4 }",), "trace = 94", "run until end of deed"),
)


@pytest.mark.parametrize("case", CASES, ids=[f"{case.says[:16]} {case.steps[10:]}" for case in CASES])
def test_contract(case: Case) -> None:
    game, problems = with_texts(BENCH, [("shown.yomi", text_of(case))])
    assert game is not None, problems
    assert [failure.message for failure in run_example(game, game.examples[0])] == []


@pytest.mark.parametrize("says", sorted({case.says for case in CASES}))
def test_the_statement_stands_in_the_documents(says: str) -> None:
    assert " ".join(says.split()) in SEMANTICS
