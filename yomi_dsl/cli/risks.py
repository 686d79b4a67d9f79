"""What is to be feared of an answer that is offered: the text that takes the card first asks whether it is something that a
game gives a name ("if it is not payable { ... }", "repeat until it is valid { ... }"), and now it is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.legal import Law, Notes, short
from yomi_dsl.cli.narrate_causes import card_ends_it
from yomi_dsl.cli.reasons import Place, failing
from yomi_dsl.engine.explain import read
from yomi_dsl.sheets.grammar import IT, YOU, fill
from yomi_dsl.sheets.text import bare_text, clean
from yomi_dsl.sheets.wording_scene import Scene, nodes


@attrs.frozen(eq=False)
class Guard:
    """What an action asks of a card that it is handed: ``wanted``, with the card in ``slots``; else it does ``otherwise``."""

    action: ir.Action
    slots: frozenset[int]
    wanted: ir.Value
    otherwise: ir.Effect | None


def risky(law: Law, offered: Iterable[int], seat: int) -> Notes:
    """What is to be feared, each with the cards that are offered."""
    found, known = Notes(), guards(law)
    for card in offered:
        told = next((told for guard in known if (told := risk(guard, law, card, seat))), "")
        if told:
            found.setdefault(short(told), []).append(card)
    return found


def guards(law: Law) -> list[Guard]:
    """What is asked of a card by the actions that a choice, or the text around a sealed one, hands it to."""
    asking, actions = law.asking, law.place.voice.actions
    if not isinstance(asking.choice, ir.Choose) or law.ask.many:
        return []
    own = next(one.slot for one in asking.choice.asks if one.name == law.ask.name)
    text = asking.choice.body if asking.choice.body is not None else asking.text
    found: list[Guard] = []
    for do in (node for node in nodes(text) if isinstance(node, ir.Do) and node.action in actions):
        for slot, role in enumerate(do.roles, 1):
            if isinstance(role, ir.Local | ir.PerSeat) and role.slot == own:
                found += _guards(actions[do.action], slot)
    return found


def risk(guard: Guard, law: Law, card: int, seat: int) -> str:
    """What a card lacks, and what that leads to; "" if nothing."""
    scene = Scene(law.place.voice.lex, guard.action.at)
    place = Place(law.place.voice, law.place.st, scene, ()).put(0, seat, YOU)
    for slot in guard.slots:
        place = place.put(slot, card, IT)
    reasons = failing(place, guard.wanted)
    led = _led_to(law.place, guard.otherwise, seat)
    return f"{reasons[0].words}{led and f': {led}'}" if reasons else ""


def _guards(action: ir.Action, slot: int) -> Iterator[Guard]:
    body, slots = action.proc.body, {slot}
    for step in body.steps if isinstance(body, ir.Seq) else (body,):
        if isinstance(step, ir.Let) and isinstance(step.value, ir.Local) and step.value.slot in slots:
            slots.add(step.slot)
        elif isinstance(step, ir.Repeat) and step.until is not None and _names(step.until, slots):
            yield Guard(action, frozenset(slots), step.until, None)
        elif isinstance(step, ir.If) and step.otherwise is None and (wanted := _denied(step.cond)) is not None:
            if _names(wanted, slots):
                yield Guard(action, frozenset(slots), wanted, step.then)


def _denied(condition: ir.Value) -> ir.Value | None:
    """What is said not to hold."""
    if isinstance(condition, ir.Op) and condition.op == "not":
        return condition.args[0]
    if isinstance(condition, ir.Is) and len(condition.filter.terms) == 1:
        term = condition.filter.terms[0]
        return ir.Is(condition.of, term.filter) if isinstance(term, ir.Not) else None
    return None


def _names(condition: ir.Value, slots: set[int]) -> bool:
    """Is it one declared value of the card?"""
    if isinstance(condition, ir.Is):
        terms, of = condition.filter.terms, condition.of
        return len(terms) == 1 and isinstance(terms[0], ir.IsValue) and isinstance(of, ir.Local) and of.slot in slots
    return isinstance(condition, ir.Call) and all(
        isinstance(arg, ir.Local) and arg.slot in slots for arg in condition.args
    )


def _led_to(place: Place, effect: ir.Effect | None, seat: int) -> str:
    """The events of the game's own that an effect is, in words, and what ends the game in their place."""
    actions = place.voice.actions
    done = [node for node in nodes(effect) if isinstance(node, ir.Do) and not node.roles] if effect is not None else []
    found = [actions[do.action] for do in done if do.action in actions and actions[do.action].says]
    words = [bare_text(fill(clean(action.says), {"doer": YOU})) for action in found]
    ends = [told for action in found for told in _ends_the_game(place, action.name, seat)]
    return "; ".join([", ".join(words), *ends])


def _ends_the_game(place: Place, action: str, seat: int) -> Iterator[str]:
    """The cards in play whose text ends the game instead of an event of this player."""
    m, st = place.voice.m, place.st
    hooks = (st.live or m.relive(st)).hooks[m.aid[action]]
    for number, you, this, *_ in hooks.instead if hooks is not None else ():
        rule = m.rules[number]
        if all(name == "doer" and read(m, st, test, (seat, you, this)) for name, test in rule.tests):
            if told := card_ends_it(place.voice, rule, this):
                yield told
