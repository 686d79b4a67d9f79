"""Why somebody had to do something that names no card and no number: the condition in the text that began it."""

from __future__ import annotations

from collections.abc import Iterator

from yomi_dsl.cli.reasons import Place, failing
from yomi_dsl.cli.telling import Because
from yomi_dsl.cli.voice import Voice
from yomi_dsl.sheets.grammar import IT
from yomi_dsl.sheets.wording_scene import Scene


def because(voice: Voice, why: Because) -> Iterator[str]:
    """What was so then, as far as this seat may know it."""
    doer, *roles = why.env
    scene = Scene(voice.lex, why.action.at)
    place = Place(voice, why.state, scene, ())
    if doer is not None:
        place = place.put(0, doer, voice.player(doer))
    for slot, (role, value) in enumerate(zip(why.action.roles, roles, strict=False), 1):
        if role.type.startswith("card") and why.shown is None and not _known(voice, why, value):
            return
        called = voice.role(role, value, hidden=False)
        if called is not None:
            place = place.put(slot, value, called)
    if why.shown is not None:
        place = place.put(*why.shown, IT)
    yield from [reason.words for reason in failing(place, why.condition, wanted=why.shown is not None)][:1]


def _known(voice: Voice, why: Because, value: object) -> bool:
    """May this seat see all these cards?"""
    cards = value if isinstance(value, tuple) else (value,)
    seen = [voice.m.secrecy.card_seen(why.state, card) for card in cards if isinstance(card, int)]
    return voice.seat is None or all(mask >> voice.seat & 1 for mask in seen)
