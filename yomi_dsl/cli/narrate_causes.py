"""Why somebody had to do something that names no card and no number: the condition in the text that began it."""

from __future__ import annotations

from collections.abc import Iterator

from yomi_dsl import ir
from yomi_dsl.cli.reasons import Place, failing
from yomi_dsl.cli.telling import Because
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import read
from yomi_dsl.sheets.grammar import IT, fill
from yomi_dsl.sheets.text import bare_text, capital, clean
from yomi_dsl.sheets.wording_rules import statics
from yomi_dsl.sheets.wording_scene import Scene, nodes


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


def not_done(voice: Voice, why: Because, action: ir.Action) -> str:
    """An event that names its doer only, and in whose place a rule does something else: who would have done it, and why."""
    does = next((node for node in nodes(why.action) if isinstance(node, ir.Do) and node.action == action.name), None)
    doer = read(voice.m, why.state, does.doer, why.env) if does is not None and does.doer is not None else None
    told = "; ".join(because(voice, why))
    if doer is None or not action.says:
        return told
    sentence = fill(clean(action.says), {"doer": voice.player(doer)})
    return f"{sentence} ({told})" if told else sentence


def card_ends_it(voice: Voice, rule: ir.Rule | None, this: int | None) -> str:
    """What stands on a card whose rule ends the game, in its own words; "" if it has none, or no card does so."""
    ends = rule is not None and any(isinstance(node, ir.Finish) for node in nodes(rule))
    return card_says(voice, rule, this) if ends else ""


def card_prevents_it(voice: Voice, rule: ir.Rule, this: int | None) -> str:
    """What stands on a card by whose rule nothing happens in place of an event."""
    body = rule.proc.body
    nothing = rule.timing == "instead" and isinstance(body, ir.Seq) and not body.steps
    return card_says(voice, rule, this) if nothing else ""


def card_says(voice: Voice, rule: ir.Rule | None, this: int | None) -> str:
    """What stands on a card of a rule, in its own words."""
    if rule is None or this is None:
        return ""
    scene = Scene(voice.lex, rule.at)
    words = capital(bare_text(" ".join(statics(scene, [rule]))).rstrip("."))
    whose = voice.player(voice.m.owner[this]).possessive
    return "" if scene.problems or not words else f'{whose} {voice.card(this).text} says: "{words}"'


def _known(voice: Voice, why: Because, value: object) -> bool:
    """May this seat see all these cards?"""
    cards = value if isinstance(value, tuple) else (value,)
    seen = [voice.m.secrecy.card_seen(why.state, card) for card in cards if isinstance(card, int)]
    return voice.seat is None or all(mask >> voice.seat & 1 for mask in seen)
