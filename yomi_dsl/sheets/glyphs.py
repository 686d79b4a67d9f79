"""Finds characters that the fonts of the cards lack, before anything is set: they would print as empty boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from yomi_dsl import ir
from yomi_dsl.sheets.items import texts_of
from yomi_dsl.sheets.look import Place
from yomi_dsl.sheets.model import CardModel
from yomi_dsl.sheets.typography import typographic
from yomi_dsl.sheets.wording import card_text

FONTS = Path(__file__).parent / "fonts"
TITLES, TEXT = "barlow-condensed", "atkinson-hyperlegible-next"
# What every font here has (a test holds them to it), so that an ordinary deck need not open the fonts.
PLAIN = frozenset(map(chr, range(0x20, 0x7F))) | frozenset("\u00a0’‘“”−–—•·…×")
_LAYOUT = frozenset("\t\r\n")


def ordinary(texts: Iterable[str]) -> bool:
    """Have a game's texts only what every font has? Then so has all that is made of them."""
    return all(text.isascii() or (PLAIN | _LAYOUT).issuperset(text) for text in texts)


def missing(card: CardModel) -> list[str]:
    """A message for each character of a card that its font cannot print."""
    return lacking(_texts(card))


def missing_in(game: ir.Game, card: ir.Card) -> list[str]:
    """The same for the name, the rules text and the line of mood of a card that is not yet laid out."""
    words = [run.text for line in card_text(game, card) for run in line.runs if run.kind != "icon"]
    texts = [(TITLES, card.name), (TITLES, card.holder), *((TEXT, text) for text in (*words, card.flavour))]
    return lacking((font, typographic(text)) for font, text in texts)


def lacking(texts: Iterable[tuple[str, str]]) -> list[str]:
    """A message for each character that the font of its text cannot print."""
    found = dict.fromkeys((font, char) for font, text in texts for char in text if char not in PLAIN)
    return [_message(char) for font, char in found if ord(char) not in _characters(font)]


def _message(char: str) -> str:
    name = unicodedata.name(char, "a character without a name")
    return f'the fonts have no sign for "{char}" (U+{ord(char):04X}, {name.lower()})'


def _texts(card: CardModel) -> Iterator[tuple[str, str]]:
    yield from ((TITLES, text) for text in (card.name, card.owner, card.role, card.source))
    yield from _placed(card.places)


def _placed(places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    for place in places:
        for item in place.items:
            yield from ((TITLES, text) for text in texts_of(item))
            yield from ((TEXT, text) for runs in item.paragraphs for kind, text, _ in runs if kind != "icon")
            yield TEXT, item.text if item.what == "flavour" else ""
        yield from _placed(place.places)


@lru_cache(maxsize=4)
def _characters(family: str) -> frozenset[int]:
    """The characters that every font of a family has, as each may be set in any of its weights."""
    from fontTools.ttLib import TTFont

    maps = [TTFont(path, lazy=True).getBestCmap() for path in sorted(FONTS.glob(f"{family}-*.ttf"))]
    return frozenset.intersection(*(frozenset(found or {}) for found in maps))
