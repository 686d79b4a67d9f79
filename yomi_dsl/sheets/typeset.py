"""Cards to sheets: Jinja writes a small driver, Typst sets it. Nothing of a user's text is ever markup.

All text travels as JSON that the house library (``type``, ``face``, ``sheets``) reads; the driver holds only numbers. What is wrong is
found all at once and reported at the card's own place: what the fonts lack before setting, what does not fit by the
library itself, and any warning of the typesetter.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets import glyphs
from yomi_dsl.sheets.icons import Icons
from yomi_dsl.sheets.model import CardModel, models
from yomi_dsl.sheets.paper import Grid, PaperError, grid
from yomi_dsl.sheets.problems import SheetProblem
from yomi_dsl.sheets.setting import driver, pages

Made = list[tuple[ir.Card, CardModel]]
LIBRARY = ("type.typ", "face.typ", "sheets.typ")


def render(
    game: ir.Game,
    cards: Sequence[ir.Card],
    out_format: str = "pdf",
    paper: str = "a4",
    backs: bool = False,
    title: str = "",
    icons: Path | None = None,
    ppi: int = 150,
    kind: str = "sheets",
) -> tuple[bytes | list[bytes], list[SheetProblem]]:
    """Sheets of cards, each card as often as it has copies: a PDF, or with ``png`` a picture of each page.

    kind    ``sheets``; ``singles``: each card once, on a page of its own; ``contact``: each once, side by side
    icons   the game's folder of icons

    With problems there may be no output, or one to look at but not to print.
    """
    problems: list[SheetProblem] = []
    empty: bytes | list[bytes] = [] if out_format == "png" else b""
    drawn = Icons(game, icons, problems)
    made = models(game, cards, drawn)
    try:
        grids = [grid(paper, size) for size in sorted({(model.width, model.height) for _, model in made})]
    except PaperError as error:
        return empty, [SheetProblem(None, "paper", str(error))]
    problems += [p for card, model in made for p in _checked(card, model)]
    if not made:
        return empty, problems
    with tempfile.TemporaryDirectory(prefix="yomi-sheet-") as folder:
        build = Build(Path(folder), made, drawn, grids, kind, backs, title or game.name, game.name)
        data, found = build.run(out_format, ppi)
    return (data if data is not None else empty), problems + found


def _checked(card: ir.Card, model: CardModel) -> Iterator[SheetProblem]:
    """What can be told before setting."""
    for message in glyphs.missing(model):
        yield SheetProblem(card.at, "glyph", message)
    if len(card.faces) > 2:
        yield SheetProblem(card.at, "faces", f"a card has room for 2 sides, but this one has {len(card.faces)}")


@attrs.define(eq=False)
class Build:
    """One run of the typesetter in a folder of its own, which is all that it can read."""

    folder: Path
    made: Made
    icons: Icons
    grids: list[Grid]
    kind: str
    backs: bool
    title: str
    game: str

    def run(self, out_format: str, ppi: int) -> tuple[bytes | list[bytes] | None, list[SheetProblem]]:
        """The output, if it could be set, and what is wrong with it."""
        data, found, faults = pages(self.folder, self._write(), out_format, ppi)
        problems = [self._misfit(diag) for diag in found] + [self._fault(message) for message in faults]
        return data, problems

    def _write(self) -> Path:
        """Everything that the typesetter reads; its driver is returned."""
        for name, path in self.icons.copied.items():
            shutil.copyfile(path, self.folder / name)
        deck = {"title": self.title, "game": self.game, "cards": [model.data() for _, model in self.made]}
        numbers = {"grids": self.grids, "kind": self.kind, "backs": self.backs}
        return driver(self.folder, LIBRARY, deck, "sheets.typ.j2", numbers)

    def _misfit(self, diag: dict[str, Any]) -> SheetProblem:
        card = self.made[int(diag["card"])][0]
        where = f" of {diag['face']}" if diag["face"] else ""
        if diag["kind"] == "name":
            return SheetProblem(card.at, "name", f'the name "{card.name}" is {diag["over"]} mm too wide for the card')
        message = (
            f"the {diag['what']}{where} is {diag['over']} mm too {diag['way']} for the card, even in the smallest type"
        )
        return SheetProblem(card.at, "overset", message)

    def _fault(self, message: str) -> SheetProblem:
        """A complaint of the typesetter: never to be passed over, even where no card's place is known."""
        for made, (name, at) in self.icons.asked.items():
            if made in message:
                return SheetProblem(at, "icon", f'the picture "{name}" cannot be drawn: the file is broken')
        return SheetProblem(self.made[0][0].at if len(self.made) == 1 else None, "layout", message)
