"""Which moves of cards are told, and of which a seat learns nothing new."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from yomi_dsl.cli.voice import Voice, counted
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.secrecy import BOTH
from yomi_dsl.sheets.grammar import listed

Cards = Sequence[int | None]


def drawn(sentence: str, cards: Sequence[str]) -> str:
    return f"{sentence.rstrip('.')}: {listed(counted(cards))}."


def way(entry: tuple[Any, ...]) -> tuple[int, int] | None:
    """What moves of one group have in common."""
    return (entry[2], entry[3]) if entry[0] == "move" else None


def goes(voice: Voice, cards: Cards, origin: int, place: int) -> str:
    verb = "goes" if len(cards) == 1 else "go"
    to = voice.zone(place, of_same=origin).text
    return f"{voice.cards(cards).text} {verb} from {voice.zone(origin).text} to {to}"


def comes_to_see(voice: Voice, cards: Cards, origin: int, place: int) -> bool:
    """Does this seat, and only it, see the cards where they now are, and did not where they were?"""
    seen, seat = voice.m.secrecy.zone_seen, voice.seat
    if seat is None or None in cards:
        return False
    return seen(place) == 1 << seat and not seen(origin) >> seat & 1


def comes_to_light(m: Match, seat: int | None, origin: int, place: int) -> bool:
    """Out of a place that the seat does not see; for one who watches, from where nobody sees it to where all do."""
    seen = m.secrecy.zone_seen
    return not seen(origin) and seen(place) == BOTH if seat is None else not seen(origin) >> seat & 1


def changes_piles(m: Match, cards: Cards, origin: int, place: int, said: Collection[int]) -> bool:
    """From one place where all see it to another, neither of them in play, and no sentence speaks of it."""
    open_piles = all(m.secrecy.zone_seen(z) == BOTH and not m.z_live[z] for z in (origin, place))
    return open_piles and origin != place and not set(said).issuperset(cards)


def returns(m: Match, cards: Cards, origin: int, place: int, said: Collection[int]) -> bool:
    """Out of play into a hand, and no sentence speaks of it: what was played is mostly discarded."""
    return bool(m.z_live[origin]) and m.secrecy.zone_seen(place) in (1, 2) and not set(said).issuperset(cards)
