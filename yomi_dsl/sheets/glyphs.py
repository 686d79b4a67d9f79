"""Finds characters that the fonts of the cards lack, before anything is set: they would print as empty boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from yomi_dsl.sheets.model import CardModel, Paragraphs

FONTS = Path(__file__).parent / "fonts"
TITLES, TEXT = "barlow-condensed", "atkinson-hyperlegible-next"
# What every font here has (a test holds them to it), so that an ordinary deck need not open the fonts.
PLAIN = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("\u00a0’‘“”−–—•·…×")


def missing(card: CardModel) -> list[str]:
    """A message for each character of a card that its font cannot print."""
    found = dict.fromkeys((font, char) for font, text in _texts(card) for char in text if char not in PLAIN)
    return [_message(char) for font, char in found if ord(char) not in _characters(font)]


def _message(char: str) -> str:
    name = unicodedata.name(char, "a character without a name")
    return f'the fonts have no sign for "{char}" (U+{ord(char):04X}, {name.lower()})'


def _texts(card: CardModel) -> Iterator[tuple[str, str]]:
    yield from ((TITLES, text) for text in (card.name, card.holder, card.source))
    if card.role is not None:
        yield TITLES, card.role.label + card.role.text
    yield TEXT, card.flavour
    yield from _runs(card.shared)
    for face in card.faces:
        yield TITLES, face.name
        yield from ((TITLES, item.label + item.text) for item in (*face.words, *face.numbers, *face.lines))
        yield from ((TITLES, flag) for flag in face.flags)
        yield from _runs(face.paragraphs)


def _runs(paragraphs: Paragraphs) -> Iterator[tuple[str, str]]:
    return ((TEXT, text) for runs in paragraphs for kind, text, _ in runs if kind != "icon")


@lru_cache(maxsize=4)
def _characters(family: str) -> frozenset[int]:
    """The characters that every font of a family has, as each may be set in any of its weights."""
    from fontTools.ttLib import TTFont

    maps = [TTFont(path, lazy=True).getBestCmap() for path in sorted(FONTS.glob(f"{family}-*.ttf"))]
    return frozenset.intersection(*(frozenset(found or {}) for found in maps))
