"""Why a card that one holds cannot be chosen now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.question_words import Asker, asker, conjuncts
from yomi_dsl.cli.reasons import Place, Reason, failing
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.match import Request
from yomi_dsl.engine.sealed import seated
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import slots_read
from yomi_dsl.sheets.grammar import IT, YOU, Noun
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording_scene import nodes

Notes = dict[str, list[int]]
"""What is said of cards, each with the cards."""


@attrs.frozen(eq=False)
class Law:
    """What a question wants of a card: what asks it, and the conditions. ``beside``: a word that is chosen with the card."""

    asking: Asker
    place: Place
    ask: ir.Ask
    conditions: tuple[ir.Value, ...]
    beside: ir.Ask | None = None

    @property
    def cards(self) -> ir.Cards:
        assert self.ask.source.cards is not None
        return self.ask.source.cards

    def reasons(self, card: int) -> list[list[Reason]]:
        """Why a card that lies where cards are looked for does not fit, for each way in which it could be chosen."""
        ways = [(way, self._failing(place)) for way, place in self._ways(card)]
        if not all(reasons for _, reasons in ways):
            return []
        if len({tuple(reason.words for reason in reasons) for _, reasons in ways}) == 1:
            return [ways[0][1]]
        return [[attrs.evolve(one, words=f"{way}: {one.words}") for one in reasons] for way, reasons in ways]

    def _failing(self, place: Place) -> list[Reason]:
        return [reason for part in self.conditions for reason in failing(place, part)]

    def briefly(self, card: int) -> str:
        """The first reason of each way; "" if the card does not fit by what it is."""
        told = [way[0].words for way in self.reasons(card) if not any(reason.printed for reason in way)]
        return "; ".join(dict.fromkeys(map(short, told)))

    def why_not(self, card: int) -> list[str]:
        """Every reason, if the card lies where cards are looked for."""
        reasons = self.reasons(card) if card in self.looked_at() else []
        return list(dict.fromkeys(reason.words for way in reasons for reason in way))

    def _ways(self, card: int) -> Iterator[tuple[str, Place]]:
        """A card in its slot, with each of the words that may be chosen with it."""
        place = self.place.put(self.cards.slot, card, IT)
        place = place.put(self.ask.slot, (card,) if self.ask.many else card, IT)
        if self.beside is None:
            yield "", place
            return
        for word in self.beside.source.words or place.voice.m.sets[self.beside.source.set]:
            yield clean(word), place.put(self.beside.slot, word, Noun(clean(word)))

    def looked_at(self) -> list[int]:
        """The cards from which the cards to choose are sought."""
        cards = self.cards
        whole = ir.Cards(cards.zones, cards.value, ir.Filter(()), cards.slot, cards.name, None)
        return list(self.place.read(whole))


def law(voice: Voice, st: State, request: Request) -> Law | None:
    """What an open question wants of cards; None if it asks for something else, or its text is not found."""
    asking = asker(voice, st, request)
    if asking is None or request.kind != "card" or not isinstance(asking.choice, ir.Choose):
        return None
    choice, place = _posed(Place(voice, st, asking.scene, asking.env), asking, request.seat)
    ask = next(one for one in choice.asks if one.name == request.name)
    cards = ask.source.cards
    if cards is None:
        return None
    terms = tuple(ir.Is(ir.Local(cards.slot, cards.name), ir.Filter((term,))) for term in cards.filter.terms)
    later = choice.asks[choice.asks.index(ask) + 1 :]
    beside = next((one for one in later if one.source.set or one.source.words), None)
    unknown = {one.slot for one in later if one is not beside}
    wanted = (*terms, *conjuncts(cards.where), *conjuncts(choice.where))
    known = tuple(one for one in wanted if not slots_read(one) & unknown)
    return Law(asking, place, ask, known, beside)


def _posed(place: Place, asking: Asker, seat: int) -> tuple[ir.Choose, Place]:
    """A choice as it is put to a seat, and where its conditions are read. In a sealed one everyone is asked as "you"."""
    assert isinstance(asking.choice, ir.Choose)
    for node in nodes(asking.text):
        if isinstance(node, ir.Sealed) and asking.choice in node.asks:
            return seated(asking.choice, seat), place.put(node.slot, seat, YOU)
    return asking.choice, place


def not_now(wanted: Law, offered: Iterable[int]) -> Notes:
    """Why cards in one's hand cannot be chosen, where the question itself does not say so."""
    m, found = wanted.place.voice.m, Notes()
    known = {m.name[card] for card in offered}
    for card in wanted.looked_at():
        if _is_held(wanted.place, card) and m.name[card] not in known:
            known.add(m.name[card])
            if told := wanted.briefly(card):
                found.setdefault(told, []).append(card)
    return found


def _is_held(place: Place, card: int) -> bool:
    """Only its owner sees it."""
    m = place.voice.m
    return bool(m.owner[card] == place.voice.seat and m.secrecy.card_seen(place.st, card) == 1 << m.owner[card])


def short(reason: str) -> str:
    """A reason after the name of the card that it speaks of."""
    for lead in ("it is ", "its ", "it "):
        if reason.startswith(lead):
            return reason.removeprefix(lead)
    return reason
