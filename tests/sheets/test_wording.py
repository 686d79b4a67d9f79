"""The words of cards: golden texts of every kind of ability, and the check that nothing is left out."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import get_args

import pytest

from tests.sheets.build import (
    AT,
    Env,
    card,
    cards,
    do,
    game,
    keyword,
    modifier,
    n,
    op,
    own,
    plain,
    rule,
    run,
    tally,
    this_card,
)
from tests.sheets.case import Case
from tests.sheets.cases import CASES
from yomi_dsl import ir
from yomi_dsl.sheets.audit import audit, audit_text
from yomi_dsl.sheets.wording import card_text, glossary, summary, wording_problems
from yomi_dsl.sheets.wording_effects import EFFECTS
from yomi_dsl.sheets.wording_filters import TERMS
from yomi_dsl.sheets.wording_scene import NOUNS, TESTS

GOLDEN = Path(__file__).parent / "golden" / "wording.txt"


def text(case: Case) -> str:
    """The text of a card with these abilities, a line for each paragraph."""
    made = card("X", *case.abilities)
    out = ""
    for sentence in card_text(game(made, **case.changes), made):
        out += f"\n    {sentence.plain}" if sentence.opens or not out else f" {sentence.plain}"
    return out


def test_golden_texts() -> None:
    """Set UPDATE_GOLDEN=1 to write the file anew, then read what has changed."""
    made = "\n\n".join(f"{name}:{text(case)}" for name, case in CASES.items()) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(made, encoding="utf-8")
    assert made == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CASES)
def test_every_number_and_mode_is_said(name: str) -> None:
    made = card("X", *CASES[name].abilities)
    assert audit(game(made, **CASES[name].changes), made) == []


@pytest.mark.parametrize("name", CASES)
def test_a_dropped_number_is_noticed(name: str) -> None:
    """Planted: the text of an ability without one of its numbers."""
    made = game(card("X", *CASES[name].abilities), **CASES[name].changes)
    for ability in CASES[name].abilities:
        whole = text(Case((ability,), CASES[name].changes))
        for number in set(re.findall(r"\d+", whole)):
            assert audit_text(made, ability, re.sub(rf"\b{number}\b", "some", whole)), whole


@pytest.mark.parametrize(
    "word", ["may", "instead", "until", "if", "before", "once per turn", "next", "at the same time"]
)
def test_a_dropped_mode_is_noticed(word: str) -> None:
    """Planted: a text without one of the words that change its meaning, wherever such a word stands."""
    found = 0
    for case in CASES.values():
        made = game(card("X", *case.abilities), **case.changes)
        for ability in case.abilities:
            whole = text(Case((ability,), case.changes)).lower()
            if re.search(rf"\b{word}\b", whole) and ability.kind != "keyword":
                found += bool(audit_text(made, ability, re.sub(rf"\b{word}\b", "", whole)))
    assert found


def test_a_number_of_what_is_done_is_called_by_its_forms() -> None:
    made = card("X", plain(rule("before", "hit", lambda e: {}, lambda e: ir.Change(e["amount"], n(4), None))))
    called = game(made, forms=(*game().forms, ir.Forms("amount", "damage", "damage")))
    assert [s.plain for s in card_text(called, made)] == ["Before a player hits, raise the damage by 4."]


@pytest.mark.parametrize("says", ["embers", ""])
def test_the_verb_agrees_with_a_tally_that_is_called_by_the_plural_of_its_forms(says: str) -> None:
    """ "embers are", but of what has one form, or none, "is"."""

    def told(name: str, *forms: ir.Forms) -> str:
        made = card("X", plain(rule("after", "hit", lambda e: {}, lambda e: run_if(name, e))))
        called = game(made, tallies=(tally("hp"), tally("embers", says)), forms=(*game().forms, *forms))
        return " ".join(s.plain for s in card_text(called, made))

    def run_if(name: str, e: Env) -> ir.Effect:
        much = op(">=", ir.Tally(name, ir.Opponent(e["you"])), n(3))
        return ir.If(much, ir.Change(ir.Tally("hp", e["you"]), n(4), None), None)

    assert "the opponent's embers are 3 or more" in told("embers", ir.Forms("embers", "an ember", "embers"))
    assert "the opponent's embers is 3 or more" in told("embers")
    assert "the opponent's life is 3 or more" in told("hp")


def test_a_holder_says_how_far_his_own_tallies_go() -> None:
    def made_tally(name: str, low: int, high: int, start: int, holder: str, says: str) -> ir.TallyDecl:
        ends = (ir.Proc(("player",), 1, n(x)) for x in (low, high, start))
        return ir.TallyDecl(name, "player", *ends, False, says, (), AT, holder)

    mine = card("Ada", head="fighter", life=9)
    tallies = (
        made_tally("ink", 0, 4, 0, "Ada", "ink"), made_tally("ire", 1, 6, 3, "Ada", "ire"), made_tally("pen", 0, 2, 0, "Ada", ""),
        made_tally("oil", 0, 5, 0, "Bo", "oil"),
    )  # fmt: skip
    told = game(mine, card("Y"), tallies=tallies)
    assert [s.plain for s in card_text(told, mine)] == ["Ink: 0 to 4.", "Ire: 1 to 6, 3 at the start."]
    assert card_text(told, told.cards[-1]) == ()


def test_numbers_are_tied_to_what_they_count() -> None:
    made = card("X", run(lambda e: do("draw", e.you, 3)))
    assert card_text(game(made), made)[0].runs == (("text", "Draw 3\u00a0cards.", ""),)


def test_headings_and_card_names_are_bold() -> None:
    made = card(
        "X",
        keyword("stays", "Ongoing: for a while."),
        plain(modifier(lambda e: own(e.you, ir.IsNamed("Heart")), "pace", "by", 1)),
    )
    runs = [run_ for sentence in card_text(game(made), made) for run_ in sentence.runs if run_.kind == "bold"]
    assert [run_.text for run_ in runs] == ["Ongoing:", "Heart"]


def test_inline_symbols_become_icons() -> None:
    made = card("X", plain(modifier(lambda e: own(e.you, "bolt"), "pace", "by", 1)))
    with_icons = game(made, symbols=(ir.Symbol("kind", "kind-{kind}.svg", True),))
    (sentence,) = card_text(with_icons, made)
    assert sentence.runs[1] == ("icon", "bolts", "kind-bolt.svg")
    assert sentence.plain == "Your bolts get +1 pace."


def test_what_has_no_words_is_listed_once_and_still_named() -> None:
    made = card(
        "X",
        run(lambda e: do("mumble", e.foe, 2, e.you)),
        run(lambda e: do("mumble", e.foe, 3, e.you)),
        run(lambda e: ir.Mark(e.you, "hush", None, ())),
        plain(modifier(lambda e: own(e.you, "bolt"), "dumb", "to", True)),
        plain(rule("after", "tidy up", lambda e: {"doer": e.you}, lambda e: do("draw", e.you, 1))),
    )
    assert [message for _, message in wording_problems(game(made))] == [
        'the action "mumble" has no words',
        'the status "hush" has no words',
        'the flag "dumb" has no words',
        'the words of the action "tidy up" do not say who does it: {doer}',
    ]
    assert card_text(game(made), made)[0].plain == "The opponent mumbles 2 to you."


def test_text_that_all_faces_share_stands_first_and_once() -> None:
    shared = run(lambda e: do("draw", e.you, 1))
    faces = (
        ir.Face("calm", (), (shared, run(lambda e: do("draw", e.you, 2)))),
        ir.Face("wild", (), (shared, run(lambda e: do("draw", e.you, 3)))),
    )
    made = card("X", faces=faces)
    assert [(s.face, s.plain) for s in card_text(game(made), made)] == [
        ("", "Draw 1 card."),
        ("calm", "Draw 2 cards."),
        ("wild", "Draw 3 cards."),
    ]


@pytest.mark.parametrize(("extra", "read"), [(1, "Burns 1 ember."), (2, "Burns 2 embers.")])
def test_a_word_in_two_forms_follows_the_number_of_a_keyword(extra: int, read: str) -> None:
    made = card("X", keyword("sears", "Burns {extra} ember/embers.", extra=extra))
    assert [s.plain for s in card_text(game(made), made)] == [read]


def test_a_reminder_is_held_to_the_numbers_of_its_keyword() -> None:
    draws = rule("after", "play", lambda e: {"c": this_card(e)}, lambda e: do("draw", e.you, 2))
    right, spelt, wrong = (
        keyword("k", f"Draw {words} when you play this.", draws) for words in ("2 cards", "two cards", "cards")
    )
    made = card("X", right, spelt, wrong)
    assert audit(game(made), made) == ["Ada/X: the reminder lacks the number 2"]


def test_an_argument_that_a_reminder_leaves_out_is_noticed() -> None:
    made = card("X", keyword("k", "Hits hard.", extra=n(7), sort=cards("bolt")))
    assert audit(game(made), made) == ["Ada/X: the number 7 is missing", "Ada/X: nothing says bolt|bolts"]


def test_summary_and_glossary() -> None:
    values = {"kind": "slash", "rank": "grand", "pace": 8, "loose": True, "heights": ("high", "low")}
    followers = ir.Filter((ir.OneOf((cards("B"), cards("link/last"))),))
    made = card("Cut", keyword("dazes", "Dazes."), sequel=followers, **values)
    assert summary(game(made), made) == (
        "Cut (slash grand, pace 8, sequel B or link/last, heights high/low, open after a parry)"
    )
    assert glossary(game(made)) == (
        ("surge", "When this hits, add [extra]."),
        ("dazed", "During the next bout, the holder's slips are barred."),
    )


def test_every_node_of_the_ir_reads() -> None:
    """A new node must get words here, or the first card that uses it could not be printed."""
    values, effects, terms = (set(get_args(union)) for union in (ir.Value, ir.Effect, ir.Term))
    assert values - set(NOUNS) - set(TESTS) == set()
    assert effects - set(EFFECTS) == set()
    assert terms - set(TERMS) - {ir.IsWord, ir.OneOf} == set()
