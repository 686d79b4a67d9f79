"""A closer look while playing: what a card says, and how its numbers come about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from yomi_dsl import ir
from yomi_dsl.cli.numbers_shown import worth_showing
from yomi_dsl.cli.origins import origin
from yomi_dsl.cli.reasons import in_sight
from yomi_dsl.cli.usage import plain
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import Term, explain
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State
from yomi_dsl.engine.view import view
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording import card_text, summary

Known = TypeVar("Known")
Terms = list[tuple[str, list[Term]]]


def find_card(m: Match, text: str) -> ir.Card | None:
    """A card of the two decks by its name or the beginning of it. What the decks hold is no secret."""
    return _named({clean(card.name): card for card in reversed(m.cards)}, text)


def _named(known: Mapping[str, Known], text: str) -> Known | None:
    wanted = plain(text.strip().strip('"'))
    exact = [name for name in known if plain(name) == wanted]
    found = exact or [name for name in known if plain(name).startswith(wanted)]
    return known[found[0]] if found else None


def card_lines(game: ir.Game, card: ir.Card) -> Iterator[str]:
    """A card in words, and what is printed for the pleasure of it."""
    yield from hand_lines(game, card)
    if card.flavour:
        yield f'  "{clean(card.flavour)}"'


def hand_lines(game: ir.Game, card: ir.Card) -> Iterator[str]:
    """A card in words, as it is read while playing: what is printed, and what it does."""
    yield summary(game, card)
    face = ""
    for sentence in card_text(game, card):
        if sentence.face != face:
            face = sentence.face
            yield f"  [{face}]"
        yield f"  {sentence.plain}"


def seen_card(voice: Voice, st: State, text: str) -> int | None:
    """A card that the seat sees, by its name; its own before the other's."""
    return _named(_seen(voice.m, st, voice.seat or 0), text)


def why_card(voice: Voice, st: State, card: int, root: str) -> list[str]:
    """Every attribute of a card, with what made it so."""
    m = voice.m
    known = [(one.name, explain(m, st, one.name, card)) for one in m.game.attributes if one.type != "filter"]
    return [clean(str(m.name[card])), *_as_printed(known), *_changed(voice, known, root)]


def why_value(voice: Voice, st: State, text: str, root: str) -> list[str]:
    """A number of the player: one that is counted, a declared value, or one printed on what the player brings."""
    m, seat = voice.m, voice.seat or 0
    counted = {voice.lex.tally(one.name): one for one in worth_showing(m) if one.of == "player"}
    values = {one.name: (one.name, seat) for one in m.game.values if one.subjects == ("player",)}
    known: dict[str, ir.TallyDecl | tuple[str, int]] = {**dict(_brought(m, st, seat)), **values, **counted}
    found = _named(known, text)
    if isinstance(found, ir.TallyDecl):
        low, high = m.writes.bounds[m.tally_number[found.name]](st, seat)
        value = view(m, st, seat)["tallies"][found.name][seat]
        return [f"  {voice.lex.tally(found.name)} {value}, from {low} to {high}"]
    if found is None:
        return []
    if found[0] in values and not in_sight(voice, st, ir.Call(found[0], (ir.Local(0, "you"),)), (seat,)):
        return [f"  {clean(found[0])} depends on cards that you do not see"]
    return list(_lines(voice, found[0], explain(m, st, *found), root))


def _brought(m: Match, st: State, seat: int) -> Iterator[tuple[str, tuple[str, int]]]:
    """The numbers on the cards of what a player brings."""
    numbers = [one.name for one in m.game.attributes if one.type == "number"]
    for card in (cards[seat] for cards in m.head_card.values()):
        for name in numbers if card is not None else ():
            if card is not None and explain(m, st, name, card)[-1].value is not None:
                yield name, (name, card)


def _as_printed(known: Terms) -> Iterator[str]:
    """What no rule changed, in one line. What a card simply lacks is left out."""
    told = [(name, terms[0].value) for name, terms in known if len(terms) == 1]
    words = [f"{clean(name)} {_said(value)}" for name, value in told if value is not None and value is not False]
    yield f"  as printed: {', '.join(words)}"


def _changed(voice: Voice, known: Terms, root: str) -> Iterator[str]:
    for name, terms in known:
        if len(terms) > 1:
            yield from _lines(voice, name, terms, root)


def _seen(m: Match, st: State, seat: int) -> dict[str, int]:
    """The cards that a seat sees by name: its own before the other's, and of its own what only it sees."""
    cards = [card for zone in st.zones for card in zone if m.secrecy.card_seen(st, card) >> seat & 1]
    cards.sort(key=lambda card: (m.owner[card] == seat, m.secrecy.card_seen(st, card) == 1 << seat))
    return {clean(str(m.name[card])): card for card in cards}


def _lines(voice: Voice, name: str, terms: list[Term], root: str) -> Iterator[str]:
    """A value, and every step to it with its place in the text."""
    yield f"  {clean(name)} {_said(terms[-1].value)}"
    for term in terms:
        at = f" ({root}/{term.at.path}:{term.at.line})" if term.at and term.at.line else ""
        by = origin(voice, term)
        yield f"    {term.what}{by and f' from {by}'}: {_said(term.value)}{at}"


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
