"""What an open question is about, in words: who asks, and what is to be chosen.

The text that asks stands on the engine's stack: the innermost action or rule with a choice of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import read
from yomi_dsl.engine.match import Request
from yomi_dsl.engine.sealed import seated
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import slots_read
from yomi_dsl.nodes import evolve
from yomi_dsl.sheets.grammar import OPPONENT, THIS, YOU, Noun, fill
from yomi_dsl.sheets.text import bare_text, capital, clean
from yomi_dsl.sheets.wording_choices import asked_for
from yomi_dsl.sheets.wording_conditions import shared
from yomi_dsl.sheets.wording_scene import Scene, is_local, literal, nodes, noun, test
from yomi_dsl.sheets.wording_values import source

Choice = ir.Choose | ir.Options
AT = ir.At("", 0, 0)
_HERE = "\x7f"
_SKIPPED = ("you ", "may ")


@attrs.frozen(eq=False)
class Asker:
    """A text that is running, the choice in it that is open, and what is in its slots; ``choice`` None: it is not found."""

    label: str
    text: ir.Action | ir.Rule | ir.Proc
    choice: Choice | None
    scene: Scene
    env: tuple[Any, ...] = ()


def asker(voice: Voice, st: State, request: Request) -> Asker | None:
    """The innermost text that asks this; else the innermost action, which does what some card says."""
    running = list(_running(voice, st))
    for one in running:
        choice = next((node for node in nodes(one.text) if _is_asked(node, request.name)), None)
        if choice is not None:
            return attrs.evolve(one, choice=choice)
    return running[0] if running else None


def picked_before(voice: Voice, st: State, asking: Asker | None, request: Request) -> int | None:
    """The card that was picked just before, for the same choice."""
    if asking is None or not isinstance(asking.choice, ir.Choose):
        return None
    names = [ask.name for ask in asking.choice.asks]
    sealed = any(isinstance(node, ir.Sealed) and asking.choice in node.asks for node in nodes(asking.text))
    choice = seated(asking.choice, request.seat) if sealed else asking.choice
    at = names.index(request.name)
    before = choice.asks[at - 1] if at else None
    picked = asking.env[before.slot] if before is not None and before.source.cards is not None else None
    return picked if isinstance(picked, int) else None


def title(voice: Voice, st: State, request: Request) -> str:
    """``Use an ability: choose an ability from your hand``."""
    asking = asker(voice, st, request)
    if asking is None:
        return f"Choose {clean(request.name)}"
    if request.kind == "option":
        return f"{asking.label}: what now?" if request.name else f"{asking.label}?"
    return f"{asking.label}: choose {_wanted(voice, st, asking, request.name) or clean(request.name)}{purpose(voice, asking, request.name)}"


def _wanted(voice: Voice, st: State, asking: Asker, name: str) -> str:
    """What is chosen, with what it must be; "" if that has no words."""
    if not isinstance(asking.choice, ir.Choose):
        return ""
    choice, slot = asking.choice, next(ask.slot for ask in asking.choice.asks if ask.name == name)
    told = [one for one in conjuncts(choice.where) if _is_of(one, slot) and not _wordless(asking.scene, one)]
    where = ir.Op("and", tuple(told)) if told else None
    asks = tuple(_counted(voice, st, asking, ask) for ask in choice.asks)
    bare = ir.Choose(choice.who, choice.mode, asks, where, choice.slot, None, None, None)
    words = bare_text(asked_for(asking.scene, bare, name))
    counts = next((one for one in choice.asks if one.many and slot in slots_read(one.high)), None)
    if counts is not None:  # how many of them
        words, slot = f"{words} {_many(asking.scene, choice, counts)}", counts.slot
    return "" if asking.scene.problems else alike(asking.scene, choice.where, slot, words)


def _many(scene: Scene, choice: ir.Choose, ask: ir.Ask) -> str:
    """What is picked for one of the names, as several."""
    inner = scene.inside(choice.who.slot, YOU) if isinstance(choice.who, ir.Local) else scene
    return bare_text(source(inner, ask.source).many)


def alike(scene: Scene, where: ir.Value | None, slot: int, words: str) -> str:
    """The words for several picks, with what they must have in common: ``2 cards of the same name from your hand``."""
    counts = [
        one.args for one in conjuncts(where) if isinstance(one, ir.Op) and one.op == "=" and slot in slots_read(one)
    ]
    common = [bare_text(shared(scene, of)) for of, one in counts if literal(one) == 1]
    picked, link, place = words.partition(" from ")
    return picked + "".join(f" of the same {what}" for what in common if what) + link + place


def _counted(voice: Voice, st: State, asking: Asker, ask: ir.Ask) -> ir.Ask:
    """How many there may be, as it now is."""
    low, high = (ir.Lit(read(voice.m, st, bound, asking.env)) for bound in (ask.low, ask.high))
    return evolve(ask, low=low, high=high)


def conjuncts(where: ir.Value | None) -> tuple[ir.Value, ...]:
    """What must all hold for a condition to hold."""
    if isinstance(where, ir.Op) and where.op == "and":
        return tuple(part for arg in where.args for part in conjuncts(arg))
    return () if where is None else (where,)


def _is_of(where: ir.Value, slot: int) -> bool:
    """Does it say what kind of card is wanted? All else is no help in a question."""
    return isinstance(where, ir.Is) and is_local(where.of, slot)


def _wordless(scene: Scene, where: ir.Value) -> bool:
    trial = attrs.evolve(scene, env=dict(scene.env), problems=[])
    test(trial, where)
    return bool(trial.problems)


def _is_asked(node: Any, name: str) -> bool:
    if isinstance(node, ir.Choose):
        return any(ask.name == name for ask in node.asks) or (not node.asks and not name)
    return isinstance(node, ir.Options) and node.name == name


def _running(voice: Voice, st: State) -> Iterator[Asker]:
    """Actions, rules and what is done by cards, the innermost first."""
    for f in reversed(st.stack):
        kind, what = voice.m.code_kinds[f[0]]
        if kind == "event" and what.action is not None:
            action = what.action
            nouns = _nouns(voice, st, action, f[2 : what.roles + 2])
            scene = _scene(voice, action, action.proc, _by_slot(voice, f[2], nouns))
            yield Asker(_label(action, nouns), action, None, scene, tuple(f[2:]))
        elif kind == "rule":
            yield _on_card(voice, what.rule, what.rule.proc, what.rule.at, f[what.end : what.end + 2], f[2:])
        elif kind == "part":
            yield _on_card(voice, what, what, AT, f[2:4], f[2:])


def _on_card(
    voice: Voice, text: ir.Rule | ir.Proc, proc: ir.Proc, at: ir.At, whose: Sequence[Any], env: Sequence[Any]
) -> Asker:
    """A text of a player and, mostly, of a card."""
    you, this = whose
    known = {"you": YOU if you == voice.seat else OPPONENT, "this": THIS if this is None else voice.card(this)}
    label = "A rule" if this is None else voice.card(this).text
    return Asker(label, text, None, Scene(voice.lex, at).enter(proc.names, known), tuple(env))


def _nouns(voice: Voice, st: State, action: ir.Action, values: list[Any]) -> dict[str, Noun | None]:
    nouns: dict[str, Noun | None] = {"doer": None if values[0] is None else voice.player(values[0])}
    for role, value in zip(action.roles, values[1:], strict=False):
        cards = value if isinstance(value, tuple) else (value,)
        unseen = role.type.startswith("card") and not all(_sees(voice, st, card) for card in cards)
        nouns[role.name] = None if unseen else voice.role(role, value, hidden=False)
    return nouns


def _sees(voice: Voice, st: State, card: int | None) -> bool:
    seat = voice.seat or 0
    return card is not None and bool(voice.m.secrecy.card_seen(st, card) >> seat & 1)


def _label(action: ir.Action, nouns: dict[str, Noun | None]) -> str:
    """What is done, as the one who does it is told: without "you" and "may"."""
    words = bare_text(fill(clean(action.says), nouns)) if action.says else clean(action.name)
    for word in _SKIPPED:
        words = words.removeprefix(word)
    return capital(words)


def _by_slot(voice: Voice, doer: int | None, nouns: dict[str, Noun | None]) -> dict[str, Noun]:
    known = {name: noun for name, noun in nouns.items() if noun is not None}
    return {**known, "doer": OPPONENT if doer == 1 - (voice.seat or 0) else YOU}


def _scene(voice: Voice, action: ir.Action, proc: ir.Proc, known: dict[str, Noun]) -> Scene:
    scene = Scene(voice.lex, action.at).enter(proc.names, known)
    scene.env[0] = known["doer"]
    return scene


# ---- what a pick is for ------------------------------------------------------------------------------------------------


def purpose(voice: Voice, asking: Asker, name: str) -> str:
    """`` to play``, where the text goes on to do that with what is chosen; "" if that has no such words."""
    if not isinstance(asking.choice, ir.Choose):
        return ""
    ask = next(one for one in asking.choice.asks if one.name == name)
    done = _first_done(asking, ask.slot)
    action = None if done is None else voice.actions.get(done.action)
    if done is None or action is None or not action.says:
        return ""
    trial = attrs.evolve(asking.scene, env=dict(asking.scene.env), problems=[])
    given = zip(action.roles, done.roles, strict=False)
    nouns = {role.name: _given(voice, asking, trial, value, ask.slot) for role, value in given}
    words = bare_text(fill(clean(action.says), {"doer": YOU, **nouns})).split(_HERE)
    alone = not words[-1].strip() or clean(action.says).endswith(f"}}{words[-1]}")  # no other role comes after the pick
    if len(words) != 2 or not alone or not words[0].startswith("you ") or trial.problems:
        return ""
    return f" to {words[0].removeprefix('you ').removeprefix('may ').strip()}{words[1].rstrip()}"


def _first_done(asking: Asker, slot: int) -> ir.Do | None:
    """The first thing of the game's own that is done with what is chosen, if it is done in any case."""
    body: Any = asking.choice.body if isinstance(asking.choice, ir.Choose) else None
    if body is None:
        body = asking.text.body if isinstance(asking.text, ir.Proc) else asking.text.proc.body
    for step in _steps(body):
        if any(isinstance(node, ir.Do) and _hands_on(node, slot) for node in nodes(step)):
            return step if isinstance(step, ir.Do) else None
    return None


def _steps(body: Any) -> Iterator[Any]:
    """What a text does, one thing after the other."""
    for step in body.steps if isinstance(body, ir.Seq) else (body,):
        if isinstance(step, ir.EachPlayer | ir.Together | ir.Seq):
            yield from _steps(step if isinstance(step, ir.Seq) else step.body)
        else:
            yield step


def _hands_on(do: ir.Do, slot: int) -> bool:
    return any(isinstance(role, ir.Local | ir.PerSeat) and role.slot == slot for role in do.roles)


def _given(voice: Voice, asking: Asker, scene: Scene, value: ir.Value, slot: int) -> Noun | None:
    """What stands in a role: the pick, a card that was picked before, or something that has words here; None for what
    is still to be picked."""
    if not isinstance(value, ir.Local | ir.PerSeat):
        return noun(scene, value)
    if value.slot == slot:
        return Noun(_HERE)
    asks = asking.choice.asks if isinstance(asking.choice, ir.Choose) else ()
    other = next((ask for ask in asks if ask.slot == value.slot), None)
    if other is None:
        return noun(scene, value)
    own = isinstance(value, ir.Local) and other.source.cards is not None and not other.many
    picked = asking.env[other.slot] if own else None  # what lies in a slot per seat may be the other's
    return voice.card(picked) if isinstance(picked, int) else None
