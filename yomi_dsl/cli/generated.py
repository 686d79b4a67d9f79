"""What is made of a game: texts that are kept and reviewed, and sheets to print."""

from __future__ import annotations

import re
from collections.abc import Iterator

from yomi_dsl import ir
from yomi_dsl.cli import database
from yomi_dsl.cli.cast import cast
from yomi_dsl.irtext import to_text
from yomi_dsl.sheets.bot_words import bot_text
from yomi_dsl.sheets.wording import card_text, glossary, summary

_PLACE = re.compile(r'@("(?:[^"\\]|\\.)*"):\d+:\d+')


def texts(game: ir.Game) -> dict[str, str]:
    """The texts by file name. They change when, and only when, the meaning or the words of the game change."""
    return {
        "ir.txt": ir_text(game),
        "wording.txt": wording(game),
        "cards.json": database.as_json(game),
        "cards.csv": database.as_csv(game),
        "cast.md": cast(game),
        **({"bots.txt": bots(game)} if game.bots else {}),
    }


def bots(game: ir.Game) -> str:
    """The bot sheets in words."""
    return "\n\n".join(bot_text(game, bot) for bot in game.bots)


def ir_text(game: ir.Game) -> str:
    """The IR without lines and columns: a new line in a card file would move all that stand below it."""
    return _PLACE.sub(r"@\1:0:0", to_text(game))


def wording(game: ir.Game) -> str:
    """Every card in words, by holder, and at the end what keywords and statuses mean."""
    return "\n".join(_wording(game)) + "\n"


def _wording(game: ir.Game) -> Iterator[str]:
    yield game.name
    for holder in dict.fromkeys(card.holder for card in game.cards):
        yield from ("", "", f"== {holder or 'cards of every deck'}")
        for card in game.cards:
            if card.holder == holder:
                yield from ("", *_card(game, card))
    entries = glossary(game)
    if entries:
        yield from ("", "", "== words", "", *(f"{name}: {text}" for name, text in entries))


def _card(game: ir.Game, card: ir.Card) -> Iterator[str]:
    copies = f" x{card.copies}" if card.copies != 1 else ""
    yield summary(game, card) + copies
    face = ""
    for sentence in card_text(game, card):
        if sentence.face != face:
            face = sentence.face
            yield f"  [{face}]"
        yield f"  {sentence.plain}"
    if card.flavour:
        yield f'  "{card.flavour}"'
