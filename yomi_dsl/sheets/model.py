"""Cards as plain data for the templates: each with its look, filled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.contrast import READABLE, contrast
from yomi_dsl.sheets.icons import Icons
from yomi_dsl.sheets.lexicon import lexicon
from yomi_dsl.sheets.look import Place, filled, listed_places, look_of
from yomi_dsl.sheets.problems import SheetProblem
from yomi_dsl.sheets.typography import typographic

INK, PAPER = "37414d", "eceff2"
"""Colours of a card that belongs to no holder."""
_HEX = re.compile(r"#?([0-9a-fA-F]{6})")


@attrs.frozen
class CardModel:
    """A card with everything that is printed on it.

    owner           whose card it is: a holder, or the game
    role            what it is among its owner's cards, or ""
    first, total    the number of its first copy in the whole deck, of how many; a total of 0: it is not numbered
    """

    id: str
    name: str
    owner: str
    role: str
    ink: str
    paper: str
    on_ink: str
    source: str
    art: str
    first: int
    copies: int
    total: int
    width: int
    height: int
    places: list[Place]

    def data(self) -> dict[str, Any]:
        """As JSON data for a template."""
        return attrs.asdict(self)


def models(
    game: ir.Game, cards: Sequence[ir.Card], icons: Icons, problems: list[SheetProblem]
) -> list[tuple[ir.Card, CardModel]]:
    """The models of some cards, and after a holder's own card the list of its deck if the game has a look for that.

    Numbers run through the whole deck of a holder, whichever part is printed."""
    numbers, out = _numbering(game), []
    for card in cards:
        if printed(card):
            out.append((card, _card(game, card, numbers, icons, problems)))
        out += [(card, _list(game, card, look, icons, problems)) for look in game.looks if look.listing and look.of == card.head]
    return out


def printed(card: ir.Card) -> bool:
    """A holder's own card with nothing on it stands for the choice alone, and is no card."""
    return not card.head or bool(card.flavour or any(face.values or face.abilities for face in card.faces))


def _numbering(game: ir.Game) -> dict[str, tuple[int, int]]:
    """For each card, its first number among those of its holder, and how many they are."""
    sums: dict[str, int] = {}
    firsts = {}
    for card in filter(printed, game.cards):
        firsts[card.id] = sums.get(card.holder, 0) + 1
        sums[card.holder] = sums.get(card.holder, 0) + card.copies
    return {card.id: (firsts[card.id], sums[card.holder]) for card in filter(printed, game.cards)}


def _card(
    game: ir.Game, card: ir.Card, numbers: dict[str, tuple[int, int]], icons: Icons, problems: list[SheetProblem]
) -> CardModel:
    look = look_of(game, card)
    first, total = numbers.get(card.id, (1, card.copies))
    return _model(game, card, look, filled(game, card, look, icons), (first, card.copies, total), icons, problems)


def _list(game: ir.Game, own: ir.Card, look: ir.Look, icons: Icons, problems: list[SheetProblem]) -> CardModel:
    """The card that lists the deck of a holder: the cards that all share, then its own."""
    listed = next((h.cards for h in game.holders if h.card == own.id), ())
    cards = [card for card in game.cards if not card.holder or card.id in listed]
    return _model(game, own, look, listed_places(game, own, cards, look, icons), (1, 1, 0), icons, problems)


def _model(
    game: ir.Game, card: ir.Card, look: ir.Look, places: list[Place], numbers: tuple[int, int, int], icons: Icons,
    problems: list[SheetProblem],
) -> CardModel:  # fmt: skip
    ink, paper = _colours(game, card, problems)
    first, copies, total = numbers
    role = card.head or card.group
    return CardModel(
        id=card.id, name=typographic(card.name), owner=typographic(card.holder or game.name),
        role=typographic(lexicon(game).bare(role)) if role else "", ink=ink, paper=paper,
        on_ink="ffffff" if contrast(ink, "ffffff") >= READABLE else "14171a", source=card.source,
        art=icons.art(card.art, card.at), first=first, copies=copies, total=total, width=look.width,
        height=look.height, places=places,
    )  # fmt: skip


def _colours(game: ir.Game, card: ir.Card, problems: list[SheetProblem]) -> tuple[str, str]:
    """Ink and paper of a card's holder; of a card that all share, neutral ones."""
    holder = next((h for h in game.holders if h.name == card.holder and (card.head in ("", h.head))), None)
    if holder is None or len(holder.colours) < 2:
        return INK, PAPER
    made = [_HEX.fullmatch(colour) for colour in holder.colours[:2]]
    for colour, match in zip(holder.colours, made, strict=False):
        if match is None:
            problems.append(
                SheetProblem(holder.at, "colour", f'"{colour}" is no colour; write six digits such as "1d3a8a"')
            )
    if made[0] and contrast(made[0][1].lower(), "ffffff") < READABLE:
        message = f'"{holder.colours[0]}" is too light to be read on white: choose a darker first colour'
        problems.append(SheetProblem(holder.at, "colour", message))
    ink, paper = ((match[1].lower() if match else plain) for match, plain in zip(made, (INK, PAPER), strict=True))
    return ink, paper
