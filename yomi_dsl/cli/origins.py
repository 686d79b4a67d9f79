"""What a modifier comes from, as it is spoken of: the card that has it, the status that brings it, or a rule of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from yomi_dsl import ir
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import Term, explain
from yomi_dsl.engine.state import State
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording_scene import nodes

Spot = tuple[str, int, int]


def origin(voice: Voice, term: Term) -> str:
    """The name of what changed a number; "" for what is printed, or a rule of the game."""
    if term.at is None:
        return ""
    named = _named(voice.m.game).get(_spot(term.at), "")
    return voice.card(term.this).text if term.this is not None and not named else named


def changed_by(voice: Voice, st: State, attribute: str, card: int) -> Iterator[str]:
    """What last made an attribute of a card what it is."""
    terms = explain(voice.m, st, attribute, card)
    by = origin(voice, terms[-1]) if len(terms) > 1 else ""
    if by:
        yield by


def _spot(at: ir.At) -> Spot:
    return at.path, at.line, at.column


@cache
def _named(game: ir.Game) -> Mapping[Spot, str]:
    """For the modifiers of statuses: the words of the status, or the card or action whose text gives it."""
    given_by = dict(givers(game))
    found: dict[Spot, str] = {}
    for status in game.statuses:
        words = (clean(status.says) or clean(status.name)) if status.named else given_by.get(status.name, "")
        found |= {_spot(item.at): words for item in nodes(status.items) if isinstance(item, ir.Modifier | ir.Grant)}
    return found


def givers(game: ir.Game) -> Iterator[tuple[str, str]]:
    """Which text gives which status without a name."""
    texts: list[tuple[str, Any]] = [(clean(action.name), action) for action in game.actions]
    texts += [(clean(card.name), card.faces) for card in game.cards]
    for name, text in texts:
        yield from ((node.status, name) for node in nodes(text) if isinstance(node, ir.Mark))


def keyword_of(game: ir.Game, rule: ir.Rule) -> str:
    """The keyword by which a card has a rule; "" if it is written out on it, or is none of a card's."""
    return _keywords(game).get(id(rule), "")


@cache
def _keywords(game: ir.Game) -> Mapping[int, str]:
    abilities = [ability for card in game.cards for face in card.faces for ability in face.abilities]
    return {id(item): clean(one.name) for one in abilities if one.kind == "keyword" for item in one.items}
