"""Printed sheets: what is on them, that nothing a user writes is ever markup, and that every misfit is reported in place."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import shipped
from tests.sheets.build import card as made_card
from tests.sheets.build import cards, do, face, game, modifier, own, part, plain, run, value_modifier
from yomi_dsl import ir, loader
from yomi_dsl.diagnostics import Bag
from yomi_dsl.sheets.glyphs import FONTS, PLAIN, missing_in, ordinary
from yomi_dsl.sheets.paper import PaperError, grid
from yomi_dsl.sheets.problems import SheetProblem
from yomi_dsl.sheets.typeset import render
from yomi_dsl.sheets.wording import card_text

pypdf = pytest.importorskip("pypdf")

POINTS = 72 / 25.4
EVIL = [
    '#panic("no")',
    "#eval(1)",
    "*bold* _under_",
    "a lone _ and a lone *",
    "$x^2$",
    "\\ and \\\\",
    "// gone? /* gone? */",
    "{{ jinja }} {% raw %}",
    "\"quoted\" and 'single'",
    "<label> @ref [content] (brackets) {braces}",
    "~ -- --- ... `raw`",
    "= Heading",
    "Ünïcödé Łódź",
]


def cut(name: str = "Cut", **more: Any) -> ir.Card:
    """A card with something of everything."""
    values: dict[str, Any] = {
        "kind": "slash",
        "rank": "grand",
        "tail": "link",
        "pace": 8,
        "force": 13,
        "dent": 2,
        "loose": True,
        "heights": ("high", "low"),
        "sequel": cards("B"),
    }
    abilities = (run(lambda e: do("draw", e.you, 3)), part("Long Arm", value_modifier("swap limit", "to", 2)))
    return made_card(name, *abilities, flavour="It is what it is.", **{**values, **more})


def pdf(*made: ir.Card, **how: Any) -> tuple[Any, list[SheetProblem]]:
    data, problems = render(game(*made), made, **how)
    assert isinstance(data, bytes)
    return pypdf.PdfReader(io.BytesIO(data)), problems


def words(text: str) -> str:
    """A text without spaces and with plain quotes, as line ends and kerning move the spaces."""
    return re.sub(r"\s+", "", text).replace("’", "'").replace("“", '"').replace("”", '"').replace("−", "-")


def printed(reader: Any) -> str:
    return words("".join(page.extract_text() for page in reader.pages))


def test_everything_on_a_card_is_printed() -> None:
    made = cut()
    reader, problems = pdf(made, title="Ada")
    assert problems == []
    text = printed(reader)
    shown = ["Cut", "slash", "grand", "link", "8", "13", "2", "PACE", "FORCE", "DENT", "B", "high / low"]
    shown += ["open after a parry", "It is what it is.", "ADA", "1 / 1", "Ada · sheet 1 of 1"]
    shown += [sentence.plain for sentence in card_text(game(made), made)]
    for piece in shown:
        assert words(piece) in text, piece


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_page_size_is_exact(paper: str) -> None:
    reader, _ = pdf(cut(), paper=paper)
    width, height = grid(paper).paper
    assert [float(x) for x in reader.pages[0].mediabox[2:]] == pytest.approx(
        [width * POINTS, height * POINTS], abs=0.01
    )


@pytest.mark.parametrize(("copies", "pages"), [(1, 1), (8, 1), (9, 1), (10, 2)])
def test_each_copy_is_printed_and_numbered(copies: int, pages: int) -> None:
    reader, _ = pdf(cut(copies=copies))
    assert len(reader.pages) == pages
    text = printed(reader)
    for number in range(1, copies + 1):
        assert f"{number}/{copies}" in text


def test_numbers_run_through_the_whole_deck_whichever_part_is_printed() -> None:
    one, two = cut("One", copies=2), cut("Two", copies=3)
    data, _ = render(game(one, two), [two])
    assert isinstance(data, bytes)
    text = printed(pypdf.PdfReader(io.BytesIO(data)))
    assert "3/5" in text and "5/5" in text and "2/5" not in text


def test_backs_double_the_pages() -> None:
    reader, problems = pdf(cut(copies=10), backs=True, title="Ada")
    assert problems == [] and len(reader.pages) == 4
    back = words(reader.pages[3].extract_text())
    assert back.count("HARBOUR") == 1 and "turnonthelongedge" in back


def test_backs_are_mirrored_and_lie_behind_their_fronts() -> None:
    """One card lies at the left of its sheet, so its back lies at the right."""
    data, _ = render(game(cut()), [cut()], "png", backs=True, ppi=20)
    front, back = (_dark_thirds(page) for page in data)
    assert front == [True, False, False] and back == [False, False, True]


def _dark_thirds(page: Any) -> list[bool]:
    """Which thirds of the first row of cards have something on them."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(page)).convert("L")
    third, height = image.width // 3, image.height // 4
    boxes = [(i * third + 12, height // 2, (i + 1) * third - 12, height) for i in range(3)]
    return [image.crop(box).getextrema()[0] < 120 for box in boxes]


def test_two_runs_are_equal_byte_for_byte() -> None:
    code = (
        "import sys; from tests.sheets.test_sheets import cut, game, render; from hashlib import sha256\n"
        "for kind in ('pdf', 'png'):\n"
        "    data, _ = render(game(cut()), [cut()], kind)\n"
        "    print(sha256(data if isinstance(data, bytes) else data[0]).hexdigest())"
    )
    root = Path(__file__).parents[2]
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] and runs[0]


@pytest.mark.parametrize("text", EVIL)
def test_no_text_of_a_user_is_markup(text: str) -> None:
    """In a name, a flavour text, a holder, a title and rules text it is printed as it is."""
    ability = plain(modifier(lambda e: own(e.you, ir.IsNamed(text)), "pace", "by", 1))
    made = made_card(text, ability, holder=text, flavour=text)
    data, problems = render(game(made), [made], title=text)
    assert [p for p in problems if p.kind != "name"] == []
    assert isinstance(data, bytes)
    got = printed(pypdf.PdfReader(io.BytesIO(data)))
    assert got.count(words(text)) >= 4, got
    assert words(f"Your {text} gets +1 pace") in got


def test_text_too_long_is_reported_at_its_card() -> None:
    long = [run(lambda e: do("draw", e.you, 3)) for _ in range(40)]
    data, problems = render(game(made := made_card("Long", *long, line=66, copies=2)), [made])
    assert [(p.kind, p.at and p.at.line) for p in problems] == [("overset", 66)]
    assert re.fullmatch(
        r"the rules text is [\d.]+ mm too long for the card, even in the smallest type", problems[0].message
    )
    assert data


def test_every_misfit_is_reported_at_once() -> None:
    wide = made_card(
        "An exceedingly long name that no card could ever hold on one line or on two of them, however small", line=1
    )
    tall = made_card("Tall", *[run(lambda e: do("draw", e.you, 3)) for _ in range(40)], line=2)
    tofu = made_card("Tofu ☃", line=3, flavour="★")
    faces = made_card("Many", line=4, faces=(face("a"), face("b"), face("c")))
    _, problems = render(game(wide, tall, tofu, faces), [wide, tall, tofu, faces])
    assert sorted((p.at.line, p.kind) for p in problems if p.at) == [
        (1, "name"),
        (2, "overset"),
        (3, "glyph"),
        (3, "glyph"),
        (4, "faces"),
    ]
    messages = [p.message for p in problems]
    assert 'the fonts have no sign for "☃" (U+2603, snowman)' in messages


def test_an_unknown_icon_is_reported_and_a_known_one_drawn(tmp_path: Path) -> None:
    (tmp_path / "kind-slash.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'
    )
    slash, bolt = made_card("A", kind="slash", line=1), made_card("B", kind="bolt", line=2)
    with_icons = game(slash, bolt, symbols=(ir.Symbol("kind", "kind-{kind}.svg", True),))
    _, problems = render(with_icons, [slash, bolt], icons=tmp_path)
    assert [(p.at and p.at.line, p.message) for p in problems] == [
        (2, 'the icon "kind-bolt.svg" is not in the icons folder')
    ]
    _, problems = render(with_icons, [slash, bolt])
    assert problems == []


@pytest.mark.parametrize("name", ["../secret.svg", "/etc/passwd", "link.svg", "note.txt"])
def test_no_file_outside_of_the_icons_folder_is_read(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "icons"
    folder.mkdir()
    (tmp_path / "secret.svg").write_text("<svg/>")
    (folder / "note.txt").write_text("x")
    (folder / "link.svg").symlink_to(tmp_path / "secret.svg")
    made = made_card("A", pace=3)
    _, problems = render(game(made, symbols=(ir.Symbol("pace", name, False),)), [made], icons=folder)
    assert [p.kind for p in problems] == ["icon"]


@pytest.mark.parametrize("text", ["this is no picture", "<svg> this is none either"])
def test_a_broken_icon_is_a_problem_and_no_crash(tmp_path: Path, text: str) -> None:
    (tmp_path / "pace.svg").write_text(text)
    made, other = made_card("A", pace=3, line=7), made_card("B", line=8)
    _, problems = render(
        game(made, other, symbols=(ir.Symbol("pace", "pace.svg", False),)), [made, other], icons=tmp_path
    )
    assert [(p.kind, p.at and p.at.line) for p in problems] == [("icon", 7)] and '"pace.svg"' in problems[0].message


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#a03010"/></svg>'


def test_a_picture_stands_on_its_card_and_that_of_a_holder_on_all_of_its_cards(tmp_path: Path) -> None:
    """The picture is a square of red; each card that has it is mostly red in its middle."""
    (tmp_path / "red.svg").write_text(SQUARE)
    own, with_art = made_card("Ada", head="fighter", art="red.svg"), made_card("B", art="red.svg")
    holder = ir.HolderDecl("fighter", "Ada", own.id, (), ("1d3a8a", "dfe6f7"), own.at)
    plain_card = made_card("C")

    def reds(made: ir.Card, *others: ir.Card, **more: Any) -> bool:
        data, problems = render(game(made, *others, **more), [made], "png", icons=tmp_path, ppi=20, kind="singles")
        image = pytest.importorskip("PIL.Image").open(io.BytesIO(data[0])).convert("RGB")  # type: ignore[arg-type]
        assert problems == []
        return (160, 48, 16) in [image.getpixel((x, image.height // 3)) for x in range(image.width)]

    assert (
        reds(with_art)
        and not reds(plain_card)
        and reds(plain_card, own, holders=(holder,))
        and reds(own, holders=(holder,))
    )


def test_what_is_wrong_with_pictures_is_told_at_each_card_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "icons"
    folder.mkdir()
    (tmp_path / "out.svg").write_text(SQUARE)
    (folder / "big.png").write_bytes(b"\x89PNG" + bytes(3 << 20))
    (folder / "moving.gif").write_bytes(b"GIF89a")
    (folder / "false.png").write_text(SQUARE)
    names = ["gone.svg", "big.png", "moving.gif", "../out.svg", "false.png", "gone.svg"]
    made = [made_card(f"Card {n}", art=name, line=n) for n, name in enumerate(names, 1)]
    _, problems = render(game(*made), made, icons=folder)
    assert [(p.at and p.at.line, p.kind, p.message) for p in problems] == [
        (1, "art", 'the picture "gone.svg" is not in the icons folder'),
        (2, "art", 'the picture "big.png" is too big: 3.0 MB, but at most 1 MB'),
        (3, "art", 'the picture "moving.gif" is of a kind that is not printed: it must be svg, png or jpg'),
        (4, "art", 'the picture "../out.svg" lies outside of the icons folder'),
        (5, "art", 'the picture "false.png" is no png inside'),
        (6, "art", 'the picture "gone.svg" is not in the icons folder'),
    ]
    _, problems = render(game(*made), made[:1])
    assert [p.message for p in problems] == ['the picture "gone.svg" is missing: there is no icons folder']


def test_a_picture_that_says_it_is_vast_is_not_opened(tmp_path: Path) -> None:
    """As it would be set, its dots would fill all memory."""
    png = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR"
    frame = b"\xff\xc0" + (17).to_bytes(2, "big") + b"\x08"
    app = b"\xff\xe0" + (16).to_bytes(2, "big") + bytes(14)
    pictures = {
        "vast.png": png + b"\x7f\xff\xff\xff" * 2 + bytes(9),
        "vast.jpg": b"\xff\xd8" + app + frame + b"\xff\xff" * 2 + bytes(12),
        "junk.png": png[:8] + b"junk",
    }
    for name, data in pictures.items():
        (tmp_path / name).write_bytes(data)
    made = [made_card(f"Card {n}", art=name, line=n) for n, name in enumerate(pictures, 1)]
    _, problems = render(game(*made), made, icons=tmp_path)
    assert [p.message for p in problems] == [
        'the picture "vast.png" is too large: 2147483647 x 2147483647 dots, but at most 40000000 in all',
        'the picture "vast.jpg" is too large: 65535 x 65535 dots, but at most 40000000 in all',
        'the picture "junk.png" is broken: it does not say how large it is',
    ]


def test_where_the_figures_come_from_is_said_only_where_it_differs(tmp_path: Path) -> None:
    own = made_card("Ada", head="fighter", flavour="One.", source="public")
    alike, other = made_card("B", source="public"), made_card("C", source="house")
    holder = ir.HolderDecl("fighter", "Ada", own.id, (), (), own.at)
    for made, said in ((own, "PUBLICFIGURES"), (alike, ""), (other, "HOUSEFIGURES")):
        data, _ = render(game(own, alike, other, holders=(holder,)), [made])
        assert isinstance(data, bytes)
        text = printed(pypdf.PdfReader(io.BytesIO(data)))
        assert ("FIGURES" in text) == bool(said) and said in text
    data, _ = render(game(alike), [alike])
    assert isinstance(data, bytes) and "FIGURES" not in printed(pypdf.PdfReader(io.BytesIO(data)))


def test_two_faces_stand_on_one_card() -> None:
    shared = run(lambda e: do("draw", e.you, 1))
    sides = (face("calm", shared, kind="slash", pace=3), face("wild", shared, kind="bolt", pace=4))
    reader, problems = pdf(made_card("Twins", faces=sides))
    text = printed(reader)
    assert problems == [] and len(reader.pages) == 1
    assert text.count("Twins") == 2 and "calm" in text and "wild" in text and text.count("Draw1card.") == 1


def test_a_default_is_not_printed() -> None:
    plain_pace = ir.Attribute("pace", "number", "", 0, 9, "default", ir.Filter(()), ir.Lit(5), "", "", cut().at)
    made = made_card("A", pace=5), made_card("B", pace=6)
    data, _ = render(game(*made, attributes=(plain_pace,)), made)
    assert isinstance(data, bytes)
    assert printed(pypdf.PdfReader(io.BytesIO(data))).count("PACE") == 1


def test_pictures_are_one_a_page() -> None:
    data, problems = render(game(made := cut(copies=10)), [made], "png", ppi=40)
    assert problems == [] and isinstance(data, list) and [page[:4] for page in data] == [b"\x89PNG"] * 2


def test_only_the_fonts_that_ship_are_used_and_embedded() -> None:
    reader, _ = pdf(cut())
    names = {str(font["/BaseFont"]) for page in reader.pages for font in _fonts(page)}
    assert names and all(re.search("Barlow|AtkinsonHyperlegible", name.replace(" ", "")) for name in names), names


def _fonts(page: Any) -> list[Any]:
    return [font.get_object() for font in page["/Resources"]["/Font"].values()]


def test_the_characters_taken_for_granted_are_in_every_font() -> None:
    from fontTools.ttLib import TTFont

    for path in FONTS.glob("*.ttf"):
        assert {char for char in PLAIN if ord(char) not in TTFont(path).getBestCmap()} == set(), path


@pytest.mark.parametrize("name", shipped.GAMES)
def test_the_wording_adds_no_sign_to_ordinary_texts(name: str) -> None:
    """So of a game whose texts are ordinary no card need be looked at."""
    texts = [source.text for source in loader.load_game(shipped.GAMES[name][0], Bag())]
    found = [message for card in shipped.game(name).cards for message in missing_in(shipped.game(name), card)]
    assert ordinary(texts) and not found
    assert not ordinary([*texts, "a snowman: ☃"])


def test_bleed_fits_the_paper_or_is_refused_with_the_reason() -> None:
    assert (grid("a4").bleed, grid("letter").bleed) == (1.5, 0.75)
    assert (grid("a4", (70.0, 120.0)).columns, grid("a4", (70.0, 120.0)).rows) == (2, 2)
    with pytest.raises(PaperError, match=r"a card of 200 x 120 mm, .* but a4 has 210 x 297 mm"):
        grid("a4", (200.0, 120.0))
    _, problems = render(game(made := cut()), [made], paper="a5")
    assert [(p.kind, p.message) for p in problems] == [("paper", '"a5" is no paper; it is one of: a4, letter')]


def test_heavy_libraries_wait_until_something_is_set() -> None:
    code = "import sys, yomi_dsl.sheets.typeset; print({'typst', 'jinja2', 'fontTools'} & set(sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert out.stdout.strip() == "set()", out.stderr
