"""What stands in force: found by looking through all cards and marks, every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.reference import attributes, values
from tests.reference.state import Env, Mark, Match, Ref, Source
from yomi_dsl import ir

Wanted = Callable[[Any], bool]


def in_force(m: Match, wanted: Wanted, *, silence: bool = True) -> list[tuple[Source, Any]]:
    """The rules, modifiers and rows in force that are wanted, each with its source: first the game's, then those of
    cards, then those of marks, then what all these grant. ``silence``: heed it (not while silence itself is read)."""

    def heard(wanted: Wanted) -> list[tuple[Source, Any]]:
        pairs = [(source, static) for source in sources(m) for static in source.statics if wanted(static)]
        return [pair for pair in pairs if not (silence and silent(m, pair[0]))]

    found = heard(wanted)
    for source, grant in heard(lambda one: isinstance(one, ir.Grant) and any(map(wanted, one.ability.items))):
        found += granted(m, source, grant, wanted, silence)
    return found


def sources(m: Match) -> Iterator[Source]:
    """The game, the cards in live places, the open marks."""
    yield Source(("game",), None, None, (), "", 0, m.game.rules, {})
    for number in [number for place, pile in m.zones.items() if m.is_live(place) for number in pile]:
        yield of_card(m, Ref(number))
    for mark in m.marks:
        if mark.open:
            yield of_mark(m, mark)


def of_card(m: Match, ref: Ref) -> Source:
    """What the face that is up puts in force, in the order printed."""
    card = m.card(ref)
    statics = [item for ability in m.face(ref).abilities for item in ability.items]
    key = ("card", card.number, card.incarnation)
    return Source(key, card.owner, ref, (), card.place.name, card.since, tuple(statics), card.bounds)


def of_mark(m: Match, mark: Mark) -> Source:
    """In a status, you are its holder or the owner of the card that has it."""
    on_card = isinstance(mark.holder, Ref)
    you = m.card(mark.holder).owner if on_card else mark.holder
    this = mark.holder if on_card else None
    return Source(("mark", mark.serial), you, this, mark.captures, "status", mark.since, mark.status.items, mark.bounds)


def granted(m: Match, source: Source, grant: ir.Grant, wanted: Wanted, silence: bool) -> list[tuple[Source, Any]]:
    """The wanted items of a granted ability, once for each live card that fits: as if they were printed on it."""
    found = []
    for has_it in list(sources(m)):
        if has_it.key[0] != "card" or (silence and silent(m, has_it)):
            continue
        env = static_env(grant.names, source, has_it.this)
        if values.fits(grant.filter, m, env, has_it.this):
            key = ("grant", source.key, has_it.key)
            found += [(replace(has_it, key=key), item) for item in grant.ability.items if wanted(item)]
    return found


def silent(m: Match, source: Source) -> bool:
    """Is it a card whose rules are out of force?"""
    return source.key[0] == "card" and bool(attributes.attribute("silent", m, source.this))


def static_env(names: tuple[str, ...], source: Source, *subjects: Any) -> Env:
    """The environment of modifiers, grants and rows: the subjects, you, this, captures."""
    params = [*subjects, source.you, source.this, *source.captures]
    return Env([*params, *[None] * (len(names) - len(params))], source.you)


def layer(m: Match, source: Source) -> int:
    """The place of a source in the game's layers, weakest first; what is in none comes before."""
    return m.game.layers.index(source.layer) if source.layer in m.game.layers else -1


def rank(m: Match, source: Source) -> tuple:
    """The place of a source in the order of rules."""
    found: list[int] = []
    for criterion in m.game.order:
        if criterion == "active player":
            found.append(0 if source.you in (None, m.active()) else 1)
        elif criterion == "layer":
            found.append(layer(m, source))
        elif criterion == "age":
            found.append(source.since)
        else:
            found.append(0 if source.you is None or m.has(source.you, criterion) else 1)
    return tuple(found)
