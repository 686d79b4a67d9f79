"""Cards as plain data for the templates: each with its look, filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.contrast import READABLE, contrast
from yomi_dsl.sheets.icons import Icons
from yomi_dsl.sheets.lexicon import lexicon
from yomi_dsl.sheets.look import Place, filled, listed_places, look_of
from yomi_dsl.sheets.typography import typographic

INK, PAPER = "37414d", "eceff2"
"""Colours of a card that belongs to no holder."""


@attrs.frozen
class CardModel:
    """A card with everything that is printed on it.

    owner           whose card it is: a holder, or the game
    role            what it is among its owner's cards, or ""
    source          where its figures come from, or "" where that goes without saying
    art, emblem     its own picture, and that of its holder
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
    emblem: str
    first: int
    copies: int
    total: int
    width: int
    height: int
    places: list[Place]

    def data(self) -> dict[str, Any]:
        """As JSON data for a template."""
        return attrs.asdict(self)


def models(game: ir.Game, cards: Sequence[ir.Card], icons: Icons) -> list[tuple[ir.Card, CardModel]]:
    """The models of some cards, and after a holder's own card the list of its deck if the game has a look for that.

    Numbers run through the whole deck of a holder, whichever part is printed."""
    numbers, out = _numbering(game), []
    for card in cards:
        if printed(card):
            out.append((card, _card(game, card, numbers, icons)))
        out += [(card, _list(game, card, look, icons)) for look in game.looks if look.listing and look.of == card.head]
    return out


def printed(card: ir.Card) -> bool:
    """A holder's own card with nothing on it stands for the choice alone, and is no card."""
    return not card.head or bool(card.flavour or card.art or any(face.values or face.abilities for face in card.faces))


def _numbering(game: ir.Game) -> dict[str, tuple[int, int]]:
    """For each card, its first number among those of its holder, and how many they are."""
    sums: dict[str, int] = {}
    firsts = {}
    for card in filter(printed, game.cards):
        firsts[card.id] = sums.get(card.holder, 0) + 1
        sums[card.holder] = sums.get(card.holder, 0) + card.copies
    return {card.id: (firsts[card.id], sums[card.holder]) for card in filter(printed, game.cards)}


def _card(game: ir.Game, card: ir.Card, numbers: dict[str, tuple[int, int]], icons: Icons) -> CardModel:
    look = look_of(game, card)
    first, total = numbers.get(card.id, (1, card.copies))
    return _model(game, card, look, filled(game, card, look, icons), (first, card.copies, total), icons)


def _list(game: ir.Game, own: ir.Card, look: ir.Look, icons: Icons) -> CardModel:
    """The card that lists the deck of a holder: the cards that all share, then its own."""
    listed = next((h.cards for h in game.holders if h.card == own.id), ())
    cards = [card for card in game.cards if not card.holder or card.id in listed]
    return _model(game, own, look, listed_places(game, own, cards, look, icons), (1, 1, 0), icons)


def _model(
    game: ir.Game, card: ir.Card, look: ir.Look, places: list[Place], numbers: tuple[int, int, int], icons: Icons
) -> CardModel:  # fmt: skip
    holder = _holder_of(game, card)
    own = next((one for one in game.cards if holder is not None and one.id == holder.card), None)
    ink, paper = _colours(holder)
    first, copies, total = numbers
    role = card.head or card.group
    return CardModel(
        id=card.id, name=typographic(card.name), owner=typographic(card.holder or game.name),
        role=typographic(lexicon(game).bare(role)) if role else "", ink=ink, paper=paper,
        on_ink="ffffff" if contrast(ink, "ffffff") >= READABLE else "14171a", source=_source(game, card, own),
        art=icons.art(card.art, card.at), emblem=icons.art(own.art, own.at) if own is not None else "",
        first=first, copies=copies, total=total, width=look.width, height=look.height, places=places,
    )  # fmt: skip


def _holder_of(game: ir.Game, card: ir.Card) -> ir.HolderDecl | None:
    return next((h for h in game.holders if h.name == card.holder and card.head in ("", h.head)), None)


def _colours(holder: ir.HolderDecl | None) -> tuple[str, str]:
    """Ink and paper of a card's holder; of a card that all share, neutral ones."""
    if holder is None or len(holder.colours) < 2:
        return INK, PAPER
    ink, paper = (colour.removeprefix("#").lower() for colour in holder.colours[:2])
    return ink, paper


def _source(game: ir.Game, card: ir.Card, own: ir.Card | None) -> str:
    """Where its figures come from: said on the holder's own card, and where a card differs from that, or from most cards."""
    sources = Counter(one.source for one in game.cards)
    if len(sources) == 1 or (
        own is not card
        and card.source == (own.source if own and printed(own) else max(sources, key=sources.__getitem__))
    ):
        return ""
    return f"{card.source} figures"
