"""The engine's contracts, each by a few small cards. The statements are those of docs/semantics.md, word for word.

In each case the cards on the shelf stand in force while the phase `deed` runs: it readies (a 0 in the trace) and ends
with a 9. What a rule notes by `jot` stands in between, so a trace tells what ran, and in which order."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.compiling import ROOT, with_texts
from yomi_dsl.engine.examples import run_example

BENCH = Path(__file__).parent / "bench"
SEMANTICS = " ".join((ROOT / "docs" / "semantics.md").read_text(encoding="utf-8").split())


class Case(NamedTuple):
    """What is shown, the rules of the cards A, B, ... on your shelf, what is given and answered, and what must hold."""

    says: str
    cards: tuple[str, ...]
    then: str
    steps: str = ""


CASES = (
    # Events: instead-of rules and proceed.
    Case(
        "All that match are lined up once; the first in order is the outermost.",
        (
            "instead of you ready { jot 1; proceed; jot 2 }",
            "instead of you ready { jot 3; proceed; jot 4 }",
        ),
        "trace = 130429",
    ),
    Case(
        "`proceed` in it lets the rest happen, then and there.",
        ("instead of you ready { proceed; jot 1 }", "before you ready { jot 2 }", "after you ready { jot 3 }"),
        "trace = 20319",
    ),
    Case(
        "Without `proceed` the event has not happened: nothing waits before or after it, and no limit of it is used.",
        ("instead of you ready { jot 1 }", "before you ready { jot 2 }", "after you ready { jot 3 }"),
        "trace = 19",
    ),
    Case(
        "the first in order is the outermost",
        ("instead of you ready { jot 1 }", "instead of you ready { jot 2; proceed }"),
        "trace = 19",
    ),
    # Roles.
    Case(
        "Each is matched with the roles as they are by then, and may change them.",
        (
            "before you hurt opponent { change n by 1 }",
            "before you hurt opponent where n = 3 { change n by 2 }",
            "after you ready { hurt opponent for 2 }",
        ),
        "opponent's life = 4",
    ),
    # After-rules.
    Case(
        "All are matched first, then they run one after the other.",
        (
            "after you ready { change your life by -1; jot 1 }",
            "after you ready where your life = 9 { jot 2 }",
        ),
        "trace = 129",
    ),
    Case(
        "What one of them does is an event of its own, and is over, with its own after-rules, before the next one runs.",
        ("after you ready { gasp }", "after you ready { jot 2 }", "after you gasp { jot 1 }"),
        "trace = 7129",
    ),
    Case(
        "The `where` of a rule is judged when the rule is matched. An `if` in its body is judged when the body gets there.",
        ("after you ready { change your life by -1 }", "after you ready where your life = 9 { if your life = 8 { jot 1 } }"),
        "trace = 19",
    ),
    Case(
        "So a card that leaves with the event still answers it.",
        ("after any player moves this from any shelf { jot 1 }", 'after you ready { move all card in your shelf to your bin }'),
        "trace = 19",
    ),
    # Lineage.
    Case(
        "A rule does not answer an event that it led to itself.",
        ("after you hurt opponent { hurt opponent for 1; jot 1 }", "after you ready { hurt opponent for 1 }"),
        "opponent's life = 7, trace = 19",
    ),
    Case(
        "So no chain of rules is endless, and a rule can do once more what it waits for.",
        (
            "after you hurt opponent { hurt you for 1; jot 1 }",
            "after you hurt you { hurt opponent for 1; jot 2 }",
            "after you ready { hurt opponent for 1 }",
        ),
        "your life = 8, opponent's life = 7, trace = 219",
    ),
    # Limits.
    Case(
        "`at most 1 per turn` counts how often a body has begun: of an action, for each player who does it; "
        "of a rule, for each source.",
        ("after you ready { gasp; gasp }",),
        "trace = 79",
    ),
    Case(
        "of a rule, for each source",
        (
            "after you ready { hurt opponent for 1; hurt opponent for 1 }",
            "after you hurt opponent at most 1 per turn { jot 1 }",
            "after you hurt opponent at most 1 per turn { jot 2 }",
        ),
        "trace = 129",
    ),
    Case(
        "Beyond its limit an action does nothing, and a rule is as if it were not there.",
        ("after you gasp { jot 1 }", "after you ready { gasp; gasp }"),
        "trace = 719",
    ),
    # Batches, as soon as.
    Case(
        "all conditions on this one state, for both players; then those run that have become true",
        (
            "as soon as your life < 9 { change your life by 1; jot 1 }",
            "as soon as your life < 9 { jot 2 }",
            "after you ready { hurt you for 1 }",
        ),
        "your life = 9, trace = 129",
    ),
    Case(
        "A rule that is still true afterwards does not run again; it must become false first.",
        (
            "as soon as your life < 9 { jot 1 }",
            "after you ready { hurt you for 1; hurt you for 1; change your life to 9; hurt you for 1 }",
        ),
        "trace = 119",
    ),
    Case(
        "Inside `together`, every part sees the state as it was before.",
        ("after you ready { together { change your life by -(opponent's life - 4); change opponent's life by -(your life - 3) } }",),
        "your life = 4, opponent's life = 3",
    ),
    Case(
        "It sees nothing of what the block writes: so two numbers can be swapped in it.",
        ("after you ready { together { change your life to opponent's life; change opponent's life to your life } }",),
        "your life = 2, opponent's life = 7",
        "given your life 7, opponent's life 2",
    ),
    Case(
        "the writes come at the end, as one batch; then the after-rules of all of it, in the order of rules.",
        (
            "after you hurt opponent { jot 1 }",
            "after you hurt you { jot 2 }",
            "after you ready { together { hurt you for 1; hurt opponent for 1 } }",
        ),
        "trace = 129",
    ),
    Case(
        "Where cards have come beyond the limit of a zone, the youngest move on, in the same batch.",
        (
            "as soon as any card in your bin { if count of your nook = 2 { jot 1 } }",
            "after you ready { move all card in your hand to your nook }",
        ),
        "count of your nook = 2, count of your bin = 1, trace = 19",
        'given your hand (2 "Stone", "Twig")',
    ),
    Case(
        "A rule can keep one there; it moves on when another card comes, unless it is kept again.",
        (
            "instead of any player moves what where place = opponent's bin { change opponent's life by -1 }",
            "after you ready { move all card in opponent's hand to opponent's nook; jot 1 }",
            "after you ready { move bottom of opponent's shelf to opponent's nook }",
        ),
        "count of opponent's nook = 4, opponent's life = 6, trace = 19",
        'given opponent\'s hand (2 "Stone", "Twig"), opponent\'s shelf ("Twig")',
    ),
    # Incarnations.
    Case(
        "A card that moves to another zone arrives as a new one.",
        (
            "after you ready { move this to your bin; move top of your bin to your shelf; gasp }",
            "after you gasp { jot 1 }",
        ),
        "trace = 719",
    ),
    Case(
        "To move to the zone where it lies is no event.",
        ("after any player moves card { jot 1 }", "after you ready { move all card in your shelf to your shelf }"),
        "trace = 9",
    ),
    # Spans with two edges.
    Case(
        "If the span opens now, the status is there now; else it *waits*.",
        ("after you ready { mark you with bold; if you has bold { jot 1 } else { jot 2 } }",),
        "trace = 29, not you has bold",
    ),
    Case(
        "when the next duel begins",
        ("after you ready { mark you with bold }",),
        "you has bold",
        "run until start of next deed",
    ),
    # Layers.
    Case(
        "in a layer first `to`, then `by`, then `at least` and `at most`",
        ("modify your item: size at most 6, size by 3, size to 5",),
        "size of (any card in your hand) = 6",
        'given your hand ("Twig")',
    ),
    Case(
        "`by 3 up to 10` adds, but not past 10; what was above 10 already stays.",
        ("modify your item: size by 3 up to 4", "modify your item: size by 1"),
        "size of (any card in your hand) = 5",
        'given your hand ("Stone")',
    ),
    # Leaving early.
    Case(
        "The `finally` parts on the way out are done, from the inside; after-rules of what was left do not run.",
        ("before you ready { end act }", "after you act { jot 1 }"),
        "trace = 9",
    ),
)  # fmt: skip


def text_of(case: Case) -> str:
    names = [chr(ord("A") + i) for i in range(len(case.cards))]
    cards = "\n".join(f'  card "{name}" {{ item; {text} }}' for name, text in zip(names, case.cards))
    shelf = ", ".join(f'"{name}"' for name in names)
    given = f'  given phase deed, you bring "Left", opponent bring "Left"\n  given your shelf ({shelf})'
    return f'example "shown" {{\n{cards}\n{given}\n  {case.steps}\n  then {case.then}\n}}\n'


@pytest.mark.parametrize("case", CASES, ids=[f"{case.says[:50]}" for case in CASES])
def test_contract(case: Case) -> None:
    game, problems = with_texts(BENCH, [("shown.yomi", text_of(case))])
    assert game is not None, problems
    assert [failure.message for failure in run_example(game, game.examples[0])] == []


@pytest.mark.parametrize("case", CASES, ids=[f"{case.says[:50]}" for case in CASES])
def test_the_statement_stands_in_the_documents(case: Case) -> None:
    assert " ".join(case.says.split()) in SEMANTICS
