"""How a match is spoken of from one seat: who is "you", what cards, zones and numbers are called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.engine.match import Match
from yomi_dsl.sheets.grammar import YOU, Noun, listed, number
from yomi_dsl.sheets.lexicon import Lexicon, lexicon
from yomi_dsl.sheets.text import bare_text, clean, sentence

A_CARD = Noun("a card", bare="card", many="cards")
CARDS = Noun("some cards", "many")


@attrs.frozen(eq=False)
class Voice:
    """``seat`` is whose eyes see and who is "you"; None: someone who sees everything and plays nothing."""

    m: Match
    seat: int | None
    names: tuple[str, str]

    @property
    def lex(self) -> Lexicon:
        return lexicon(self.m.game)

    @cached_property
    def actions(self) -> dict[str, ir.Action]:
        """The actions and phases of the game, by name."""
        return {action.name: action for action in self.m.game.actions}

    def player(self, seat: int) -> Noun:
        if seat == self.seat:
            return YOU
        return Noun(self.names[seat])

    def card(self, card: int | None) -> Noun:
        return A_CARD if card is None else Noun(clean(str(self.m.name[card])))

    def cards(self, cards: Sequence[int | None]) -> Noun:
        """Several cards by name, unseen ones by their number."""
        if len(cards) == 1:
            return self.card(cards[0])
        seen = [self.card(card).text for card in cards if card is not None]
        unseen = len(cards) - len(seen)
        hidden = [f"{unseen} cards" if unseen > 1 else "a card"] if unseen else []
        return Noun(listed([*counted(seen), *hidden]), "many") if cards else Noun("nothing")

    def zone(self, zone: int, of_same: int | None = None) -> Noun:
        """``your hand``, ``Bo's deck``, ``the pool``; ``the deck`` after another zone of the same owner."""
        name, seat = clean(self.m.z_name[zone]), self.m.z_seat[zone]
        if of_same is not None and seat == self.m.z_seat[of_same]:
            seat = None
        return Noun(f"the {name}" if seat is None else f"{self.player(seat).possessive} {name}")

    def ahead(self, seat: int, value: int, of: str = "") -> str:
        """``2 for Bo``, of a number of which one player has what the other lacks; ``of``: how far it goes, as in ``2/5``."""
        whose = self.player(seat if value > 0 else 1 - seat).text
        return f"{abs(value)}{of} for {whose}" if value else f"0{of}"

    def role(self, role: ir.Role, value: Any, hidden: bool) -> Noun | None:
        """What stands in a role; None where nothing does, or nothing that has words."""
        if value is None:
            return (CARDS if role.type == "cards" else A_CARD) if hidden else None
        if role.type == "player":
            return self.player(value)
        if role.type.startswith("card"):
            return self.cards(value) if isinstance(value, tuple) else self.card(value)
        if role.type == "zone":
            return self.zone(value)
        if role.type == "number":
            return number(value)
        return Noun(bare_text(clean(value))) if isinstance(value, str) else None


def counted(names: Sequence[str]) -> list[str]:
    """Each name once, with how often it occurs: ``Jab (2)``."""
    return [name if names.count(name) == 1 else f"{name} ({names.count(name)})" for name in dict.fromkeys(names)]


def in_a_row(names: Sequence[str]) -> list[str]:
    """Names in the order in which they lie, those that lie side by side with how many they are: ``Elm (2), Oak, Elm``."""
    return [one for _, same in groupby(names) for one in counted(list(same))]


def spoken(text: str) -> str:
    """A sentence as plain words, with a capital and a full stop."""
    return sentence(text).plain


def voice(m: Match, seat: int | None) -> Voice:
    """A voice for a match. Two players of one name are told apart where neither is "you"."""
    first, second = (clean(brings[0]) for brings in m.brings)
    if first == second and seat is None:
        return Voice(m, seat, (f"{first} 1", f"{second} 2"))
    return Voice(m, seat, (first, second))
