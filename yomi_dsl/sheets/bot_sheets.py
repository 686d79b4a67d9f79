"""Bots on sheets: each fills half a page, to be cut out and followed with a die."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets import glyphs
from yomi_dsl.sheets.bot_words import BotSheet, bot_sheet
from yomi_dsl.sheets.paper import PAPERS
from yomi_dsl.sheets.problems import SheetProblem
from yomi_dsl.sheets.setting import Diag, driver, pages

LIBRARY = ("type.typ", "bots.typ")


def render_bots(
    game: ir.Game, out_format: str = "pdf", paper: str = "a4", title: str = "", ppi: int = 150
) -> tuple[bytes | list[bytes], list[SheetProblem]]:
    """The sheets of all bots of a game, two a page; with ``png`` a picture of each. With problems they are not to be printed."""
    empty: bytes | list[bytes] = [] if out_format == "png" else b""
    made = [(bot, bot_sheet(game, bot)) for bot in game.bots]
    problems = [
        SheetProblem(bot.at, "glyph", message) for bot, sheet in made for message in glyphs.lacking(_texts(sheet))
    ]
    if not made:
        return empty, problems
    deck = {"title": title or game.name, "bots": [attrs.asdict(sheet) for _, sheet in made]}
    numbers = {"kind": "singles" if out_format == "png" else "sheets", "paper": PAPERS[paper]}
    with tempfile.TemporaryDirectory(prefix="yomi-sheet-") as folder:
        written = driver(Path(folder), LIBRARY, deck, "bots.typ.j2", numbers)
        data, found, faults = pages(Path(folder), written, out_format, ppi)
    problems += [_misfit(game, diag) for diag in found]
    problems += [SheetProblem(game.bots[0].at, "layout", message) for message in faults]
    return (data if data is not None else empty), problems


def _misfit(game: ir.Game, diag: Diag) -> SheetProblem:
    bot = game.bots[int(diag["card"])]
    if diag["kind"] == "name":
        return SheetProblem(bot.at, "name", f'the name "{bot.name}" is {diag["over"]} mm too wide for the sheet')
    message = f"the {diag['what']} is {diag['over']} mm too {diag['way']} for the sheet, even in the smallest type"
    return SheetProblem(bot.at, "overset", message)


def _texts(sheet: BotSheet) -> Iterator[tuple[str, str]]:
    """Each text with the font it is set in."""
    yield from ((glyphs.TITLES, text) for text in (sheet.name, sheet.game, *(part.title for part in sheet.sections)))
    yield from ((glyphs.TEXT, text) for text in _strings(attrs.asdict(sheet)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | Sequence):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _strings(part)
