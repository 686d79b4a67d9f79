"""Bot sheets: what a bot of the IR says to a person with a die, and that every misfit is told at its place."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tests.sheets.build import ANY, AT, game, n, op, word
from tests.sheets.test_sheets import EVIL, POINTS, printed, words
from yomi_dsl import ir
from yomi_dsl.sheets.bot_sheets import render_bots
from yomi_dsl.sheets.bot_words import BotSheet, Line, Table, bot_sheet, bot_text
from yomi_dsl.sheets.problems import SheetProblem

pypdf = pytest.importorskip("pypdf")
ME = ir.Local(0, "you")
THEM = ir.Opponent(ME)


def prefer(
    filter: ir.Filter | None = None, label: str = "", by: str = "order", attr: str = "", where: Any = None
) -> ir.Prefer:
    return ir.Prefer(filter, label, by, attr, where)


def kinds(label: str) -> ir.Filter:
    return ir.Filter((word(label),))


REST = ir.BotRow("any", (prefer(by="chance"),))


def bot(*rows: Any, name: str = "Gull", flavour: str = "", choice: str = "k", line: int = 5) -> ir.Bot:
    return ir.Bot(name, (ir.BotRow(choice, rows), REST), ("you",), ir.At(AT.path, line, 1), flavour)


def die(*faces: tuple[int, int, Any], sides: int = 8, where: Any = None) -> ir.BotDie:
    return ir.BotDie(
        sides, tuple((low, high, rows if isinstance(rows, tuple) else (rows,)) for low, high, rows in faces), where
    )


def sheet(*rows: Any, **more: Any) -> BotSheet:
    return bot_sheet(game(), bot(*rows, **more))


def tables(*rows: Any) -> tuple[Table, ...]:
    return sheet(*rows).sections[0].tables


def said(one: ir.Prefer) -> str:
    return tables(one)[0].lines[0].text


def dented() -> Any:
    return op("<=", ir.Fold("count", ir.Cards((ir.Zone("hand", ME),), None, ANY, 1, "", None), 1, None), n(3))


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (prefer(kinds("slash")), "A slash"),
        (prefer(kinds("slash"), by="most", attr="force"), "The slash with the most force"),
        (prefer(kinds("grab"), by="least", attr="pace"), "The grab with the least pace"),
        (prefer(kinds("parry"), by="chance"), "A parry, by chance"),
        (prefer(by="most", attr="force"), "The card with the most force"),
        (prefer(), "Any"),
        (prefer(label="stop"), "Stop"),
        (prefer(label="stop", where=dented()), "Stop, if there are 3 or fewer cards in the bot’s hand"),
    ],
)
def test_a_preference_in_words(one: ir.Prefer, text: str) -> None:
    assert said(one) == text


def test_dice_stand_in_tables_under_what_must_hold() -> None:
    first = die((1, 3, prefer(kinds("slash"))), (4, 4, prefer(kinds("grab"))), (5, 8, prefer()), where=dented())
    second = die((1, 6, (prefer(kinds("grab")), prefer())), sides=6)
    found = tables(first, second, prefer(by="chance"))
    assert found == (
        Table(
            "If there are 3 or fewer cards in the bot’s hand",
            8,
            (Line("1–3", "A slash"), Line("4", "A grab"), Line("5–8", "Any")),
        ),
        Table("Otherwise", 6, (Line("1–6", "A grab; else any"),)),
        Table("If nothing of that can be done", 0, (Line("", "Any, by chance"),)),
    )


def test_how_a_sheet_is_read_speaks_of_a_die_only_if_it_has_one() -> None:
    assert "roll the die" in sheet(die((1, 8, prefer()))).how and "die" not in sheet(prefer()).how


def test_choices_with_one_answer_stand_together() -> None:
    rows = [ir.BotRow(choice, (prefer(),)) for choice in ("j", "k")]
    made = ir.Bot("Gull", (*rows, ir.BotRow("q", (prefer(by="chance"),)), REST), ("you",), AT)
    assert [section.title for section in bot_sheet(game(), made).sections] == ["J, k", "Q", "Anything else"]


def options(*labels: str, mode: str = "must") -> ir.Options:
    return ir.Options(ME, mode, "one", 3, tuple(ir.Option(label, "", None, ir.Seq(())) for label in labels))


def doing(name: str, body: ir.Effect) -> ir.Action:
    first = name.split()[0]
    says = f"{{doer}} {first}/{first}s {name.partition(' ')[2]}"
    return ir.Action(
        name, "action", (first, f"{first}s"), (), says, None, None, ir.Proc(("doer",), 1, body), None, (), AT
    )


def test_a_list_of_options_within_another_has_a_place_of_its_own() -> None:
    actions = (
        doing("take part", options("trim sail", "row", mode="keep")),
        doing("trim sail", options("reef", "spill wind")),
    )
    rows = (prefer(label="reef"), prefer(label="row"), prefer(label="trim sail", where=dented()), prefer(label="stop"))
    found = bot_sheet(game(actions=actions), bot(*rows, choice="one")).sections
    assert [(s.title, s.asked, [line.text for line in s.tables[0].lines]) for s in found[:2]] == [
        ("One", "trim sail / row", ["Row", "Trim sail, if there are 3 or fewer cards in the bot’s hand", "Stop"]),
        ("Trim sail", "reef / spill wind", ["Reef"]),
    ]


def test_a_sheet_says_that_the_rules_come_first() -> None:
    assert "Only what the rules allow" in sheet(prefer()).how


def test_a_choice_is_called_as_its_forms_say() -> None:
    made = game(forms=(ir.Forms("k", "a lead", "leads"),))
    assert bot_sheet(made, bot(prefer())).sections[0].title == "Lead"


def pdf(*bots: ir.Bot, **how: Any) -> tuple[Any, list[SheetProblem]]:
    data, problems = render_bots(game(bots=bots), **how)
    assert isinstance(data, bytes)
    return pypdf.PdfReader(io.BytesIO(data)), problems


def test_everything_of_a_bot_is_printed() -> None:
    made = bot(
        die((1, 5, prefer(kinds("slash"))), (6, 8, prefer()), where=dented()), prefer(by="chance"), flavour="It cries."
    )
    reader, problems = pdf(made)
    assert problems == []
    text = printed(reader)
    pieces = [piece.strip().rstrip(":") for piece in bot_text(game(bots=(made,)), made).splitlines()]
    for piece in [
        *pieces[:3],
        "d8",
        "1–5",
        "A slash",
        "6–8",
        "If there are 3 or fewer cards in the bot’s hand",
        "Anything else",
    ]:
        assert words(piece) in text, piece


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_two_sheets_lie_on_a_page(paper: str, size: tuple[float, float]) -> None:
    reader, problems = pdf(*(bot(prefer(), name=name) for name in ("One", "Two", "Three")), paper=paper)
    assert problems == [] and len(reader.pages) == 2
    assert [float(x) for x in reader.pages[0].mediabox[2:]] == pytest.approx([side * POINTS for side in size], abs=0.01)
    assert words("Two") in words(reader.pages[0].extract_text()) and words("Three") in words(
        reader.pages[1].extract_text()
    )


def test_a_picture_shows_one_bot() -> None:
    data, problems = render_bots(game(bots=(bot(prefer()), bot(prefer(), name="Tern"))), "png", ppi=20)
    assert problems == [] and [picture[:4] for picture in data] == [b"\x89PNG"] * 2


@pytest.mark.parametrize("evil", EVIL)
def test_no_text_is_markup(evil: str) -> None:
    reader, problems = pdf(bot(prefer(label=evil), name=evil, flavour=evil, choice=evil))
    assert problems == [] and printed(reader).casefold().count(words(evil).casefold()) == 4


def test_what_does_not_fit_is_told_at_the_bot() -> None:
    long = bot(*[prefer(label=f"an option with a name of its own, number {i}") for i in range(120)], line=7)
    _, problems = pdf(bot(prefer()), long)
    assert [(p.kind, p.at and p.at.line) for p in problems] == [("overset", 7)]
    assert "too long for the sheet" in problems[0].message


def test_a_name_too_wide_is_told_at_the_bot() -> None:
    _, problems = pdf(bot(prefer(), name="W" * 150, line=9))
    assert [(p.kind, p.at and p.at.line) for p in problems] == [("name", 9)]


def test_a_sign_that_no_font_has_is_told_at_the_bot() -> None:
    _, problems = pdf(bot(prefer(), flavour="鴎", line=3))
    assert [(p.kind, p.at and p.at.line) for p in problems if p.kind == "glyph"] == [("glyph", 3)]
