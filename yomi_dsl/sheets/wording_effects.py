"""Effects as clauses. What an action of the game is called comes from its ``says``; the primitives have words here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import (
    IT,
    YOU,
    Noun,
    base_verb,
    counts_things,
    fill,
    holes,
    number,
    spelt,
    unarticled,
)  # fmt: skip
from yomi_dsl.sheets.text import bold, clean
from yomi_dsl.sheets.wording_clauses import Clause, inline, whole
from yomi_dsl.sheets.wording_filters import status_words
from yomi_dsl.sheets.wording_scene import Scene, literal, noun, test
from yomi_dsl.sheets.wording_values import PLAYER, during, face

Says = Callable[[Scene, Any], list[Clause]]
EFFECTS: dict[type, Says] = {}
EACH = Noun("each player", own="their", self_="themselves")


def effect(*types: type) -> Callable[[Says], Says]:
    """Registers how an effect reads."""

    def register(function: Says) -> Says:
        EFFECTS.update(dict.fromkeys(types, function))
        return function

    return register


def clauses(scene: Scene, body: ir.Effect | None) -> list[Clause]:
    """An effect as clauses; nothing for no effect."""
    return EFFECTS[type(body)](scene, body) if body is not None else []


@effect(ir.Let)
def _let(scene: Scene, let: ir.Let) -> list[Clause]:
    found = noun(scene, let.value)
    if isinstance(let.value, ir.RandomPlayer):
        scene.env[let.slot] = PLAYER
        return [_act(scene, "choose a player at random", "chooses a player at random")]
    scene.env[let.slot] = found
    return []


# ---- control ---------------------------------------------------------------------------------------------------------


@effect(ir.If)
def _if(scene: Scene, effect: ir.If) -> list[Clause]:
    then, otherwise = clauses(scene, effect.then), clauses(scene, effect.otherwise)
    if not then and not otherwise:
        return []
    if not then:
        return [whole(f"if {test(scene, effect.cond, False)}, {inline(otherwise)}", heavy=True)]
    if not otherwise:
        return [whole(f"if {test(scene, effect.cond)}, {inline(then)}", heavy=True)]
    return [whole(_either(scene, effect.cond, then, otherwise), heavy=True)]


def _either(scene: Scene, cond: ir.Value, then: list[Clause], otherwise: list[Clause]) -> str:
    """One or the other. An "otherwise" after a condition within would seem to belong to that one."""
    nested, other = (any(clause.heavy for clause in branch) for branch in (then, otherwise))
    if nested and not other:
        return f"if {test(scene, cond, False)}, {inline(otherwise)}; otherwise, {inline(then)}"
    first = f"({inline(then)})" if nested else inline(then)
    return f"if {test(scene, cond)}, {first}; otherwise, {inline(otherwise)}"


@effect(ir.EachPlayer)
def _each_player(scene: Scene, effect: ir.EachPlayer) -> list[Clause]:
    said = clauses(as_player(scene, effect.slot, EACH), effect.body)
    if all(clause.subject is not None and clause.subject.text == EACH.text for clause in said):
        return said
    return [
        whole(f"for each player, {inline(clauses(as_player(scene, effect.slot, PLAYER), effect.body))}", heavy=True)
    ]


def as_player(scene: Scene, slot: int, player: Noun) -> Scene:
    """The same place, where a slot holds the player who acts."""
    return attrs.evolve(scene, env={**scene.env, slot: player}, actor=player)


@effect(ir.ForEach)
def _for_each(scene: Scene, effect: ir.ForEach) -> list[Clause]:
    cards = noun(scene, effect.cards)
    body = inline(clauses(scene.inside(effect.slot, IT), effect.body))
    return [whole(f"for each {cards.bare or unarticled(cards.text)}, {body}", heavy=True)]


@effect(ir.Repeat)
def _repeat(scene: Scene, effect: ir.Repeat) -> list[Clause]:
    body = clauses(scene, effect.body)
    if effect.until is not None:
        return [whole(f"until {test(scene, effect.until)}, {inline(body)}", heavy=True)]
    how_often = _how_often(noun(scene, effect.times) if effect.times is not None else number(1))
    if len(body) == 1 and not body[0].heavy:
        return [attrs.evolve(body[0], base=f"{body[0].base} {how_often}", third=_after(body[0].third, how_often))]
    return [whole(f"do this {how_often}: {inline(body)}", heavy=True)]


def _how_often(times: Noun) -> str:
    if times.value is not None:
        return "once" if times.value == 1 else f"{times.text} times"
    return "that many times" if times.text == THAT_NUMBER.text else f"X times, where X is {times.text}"


THAT_NUMBER = Noun("that number", "number", bare="number")
_OF_THEM = re.compile(r"(that number|the number of them)( plus \d+)?")


def _after(text: str, more: str) -> str:
    return f"{text} {more}" if text else ""


@effect(ir.TakeTurns)
def _take_turns(scene: Scene, effect: ir.TakeTurns) -> list[Clause]:
    inner = as_player(scene, effect.slot, EACH)
    first = noun(scene, effect.first)
    body = inline(clauses(inner, effect.body))
    return [whole(f"beginning with {first.text}, players take turns until both pass: {body}", heavy=True)]


@effect(ir.Together)
def _together(scene: Scene, effect: ir.Together) -> list[Clause]:
    body = clauses(scene, effect.body)
    if not body:
        return []
    return [whole(f"at the same time, {inline(body)}", heavy=True)]


@effect(ir.Sealed)
def _sealed(scene: Scene, effect: ir.Sealed) -> list[Clause]:
    inner = as_player(scene, effect.slot, EACH)
    said = [clause for ask in effect.asks for clause in clauses(inner, ask)]
    return [whole(f"in secret and at the same time, {inline(said)}", heavy=True)]


@effect(ir.Proceed)
def _proceed(scene: Scene, effect: ir.Proceed) -> list[Clause]:
    return [whole("that happens")]


@effect(ir.End)
def _end(scene: Scene, effect: ir.End) -> list[Clause]:
    return [whole(f"{scene.lex.the(effect.action)} ends at once")]


@effect(ir.Finish)
def _finish(scene: Scene, effect: ir.Finish) -> list[Clause]:
    if effect.result == "tie" or effect.who is None:
        return [whole("the game is a tie")]
    return [Clause(noun(scene, effect.who), f"{effect.result} the game", f"{effect.result}s the game", order=False)]


# ---- actions of the game -------------------------------------------------------------------------------------------


@effect(ir.Do)
def _do(scene: Scene, do: ir.Do) -> list[Clause]:
    action = scene.lex.actions.get(do.action)
    doer = noun(scene, do.doer)
    if action is None:
        scene.wordless("action", do.action)
        return [Clause(doer, clean(do.action))]
    if not action.says:
        return [_by_forms(scene, action, doer, do)]
    return [_by_says(scene, action, doer, do)]


def _by_says(scene: Scene, action: ir.Action, doer: Noun, do: ir.Do) -> Clause:
    says = clean(action.says)
    nouns, ending = _roles(scene, action, doer, do, says)
    if "{doer}" not in says:
        return whole(fill(says, nouns) + ending)
    if doer.kind == "you" and base_verb(says):
        return Clause(doer, _without(fill(says, {**nouns, "doer": YOU}), "you") + ending)
    both = [_without(fill(says, {**nouns, "doer": who}), who.text) + ending for who in (YOU, Noun(doer.text))]
    return Clause(doer, both[0], both[1], order=base_verb(says))


def _without(text: str, subject: str) -> str:
    return text.removeprefix(subject).strip()


def _roles(scene: Scene, action: ir.Action, doer: Noun, do: ir.Do, says: str) -> tuple[dict[str, Noun | None], str]:
    """The nouns of the roles, and what must be said of those that the template leaves out."""
    nouns: dict[str, Noun | None] = {"doer": doer}
    ending, named = "", holes(says)
    for role, value in zip(action.roles, do.roles, strict=False):
        called = _role(scene, value, doer)
        if role.name not in named:
            ending += unsaid_role(role, called)
        elif role.type == "number" and counts_things(says, role.name) and _is_formula(value):
            of_them = _OF_THEM.fullmatch(called.text)
            if of_them:
                called, ending = Noun("that many", "number"), ending + (of_them[2] or "")
            else:
                ending += f", where X is {called.text}"
                called = Noun("X", "number")
        nouns[role.name] = called
    return nouns, ending


def _is_formula(value: ir.Value) -> bool:
    return literal(value) is None and isinstance(value, ir.Attr | ir.Tally | ir.Call | ir.Op | ir.Fold | ir.Local)


def _role(scene: Scene, value: ir.Value, doer: Noun) -> Noun:
    found = noun(scene, value)
    if isinstance(value, ir.Cards):
        return several(scene, value)
    return Noun(doer.self_, doer.kind) if doer.self_ and found.text == doer.text else found


def several(scene: Scene, cards: ir.Cards) -> Noun:
    """All the cards of a source: "all red cards in your hand"."""
    found = noun(scene, cards)
    return Noun(f"all {found.many or found.text}", "many")


def unsaid_role(role: ir.Role, called: Noun) -> str:
    """A role that an action's words leave out. What this very card does needs no mention."""
    if called.text in ("this", "nothing") or not role.prep:
        return ""
    prep = "with" if role.prep == "by" else clean(role.prep)
    return f" {prep} {called.text}"


def _by_forms(scene: Scene, action: ir.Action, doer: Noun, do: ir.Do) -> Clause:
    """An action that declares no words: its verb, its roles and their prepositions."""
    scene.wordless("action", action.name)
    roles = [(role, _role(scene, value, doer)) for role, value in zip(action.roles, do.roles, strict=False)]
    base, third = action.forms
    tail = " ".join([*_plain_roles(roles), *clean(action.name).removeprefix(base).split(), *_led_roles(roles)])
    return Clause(doer, f"{base} {tail}".strip(), f"{third or base} {tail}".strip())


def _plain_roles(roles: list[tuple[ir.Role, Noun]]) -> list[str]:
    return [called.text for role, called in roles if not role.prep]


def _led_roles(roles: list[tuple[ir.Role, Noun]]) -> list[str]:
    return [f"{clean(role.prep)} {called.text}" for role, called in roles if role.prep and called.text != "this"]


@effect(ir.DoPart)
def _do_part(scene: Scene, effect: ir.DoPart) -> list[Clause]:
    part = bold(clean(effect.part))
    return [
        _act(
            scene,
            f"do the {part} of {noun(scene, effect.card).text}",
            f"does the {part} of {noun(scene, effect.card).text}",
        )
    ]


# ---- primitives ------------------------------------------------------------------------------------------------------


def _act(scene: Scene, base: str, third: str) -> Clause:
    """Something that whoever acts here does."""
    return Clause(scene.actor, base, third)


def _both(scene: Scene, base: str, third: str, rest: str) -> list[Clause]:
    return [_act(scene, f"{base} {rest}", f"{third} {rest}")]


@effect(ir.Move)
def _move(scene: Scene, move: ir.Move) -> list[Clause]:
    what = several(scene, move.what) if isinstance(move.what, ir.Cards) else noun(scene, move.what)
    side = f"the {_side(scene, move)} of " if move.side else ""
    shown = f" as {face(scene, move.face)}" if move.face is not None else ""
    return _both(scene, "move", "moves", f"{what.text} to {side}{_place(scene, move, what)}{shown}")


def _side(scene: Scene, move: ir.Move) -> str:
    if scene.lex.is_pile(move.place.name):
        return move.side
    return {"top": "left end", "bottom": "right end"}.get(move.side, move.side)


def _place(scene: Scene, move: ir.Move, what: Noun) -> str:
    if isinstance(move.place, ir.Local) or move.place.of is not None:
        return noun(scene, move.place).text
    declared = scene.lex.zones.get(move.place.name)
    if declared is not None and declared.shared:
        return noun(scene, move.place).text
    owner = "your" if what.text == "this" else "their owner's" if what.kind == "many" else "its owner's"
    return f"{owner} {scene.lex.bare(move.place.name)}"


@effect(ir.Shuffle)
def _shuffle(scene: Scene, shuffle: ir.Shuffle) -> list[Clause]:
    return _both(scene, "shuffle", "shuffles", noun(scene, shuffle.place).text)


@effect(ir.Change)
def _change(scene: Scene, change: ir.Change) -> list[Clause]:
    target = noun(scene, change.target).text
    if change.to is not None or change.by is None:
        return _both(scene, "set", "sets", f"{target} to {noun(scene, change.to).text if change.to is not None else 0}")
    by = literal(change.by)
    if (by is not None and by < 0) or (isinstance(change.by, ir.Op) and change.by.op == "neg"):
        less = number(-by) if by is not None else noun(scene, change.by.args[0])  # type: ignore[union-attr]
        return _both(scene, "lower", "lowers", f"{target} by {less.text}")
    return _both(scene, "raise", "raises", f"{target} by {noun(scene, change.by).text}")


@effect(ir.Flip)
def _flip(scene: Scene, flip: ir.Flip) -> list[Clause]:
    return _both(scene, "flip", "flips", f"{noun(scene, flip.card).text} to {face(scene, flip.face)}")


@effect(ir.Reveal)
def _reveal(scene: Scene, reveal: ir.Reveal) -> list[Clause]:
    what = several(scene, reveal.cards) if isinstance(reveal.cards, ir.Cards) else noun(scene, reveal.cards)
    return _both(scene, "reveal", "reveals", what.text)


@effect(ir.Roll)
def _roll(scene: Scene, roll: ir.Roll) -> list[Clause]:
    scene.env[roll.slot] = Noun("the result", "number")
    return _both(scene, "roll", "rolls", f"a {spelt(noun(scene, roll.sides))}-sided die")


# ---- statuses ------------------------------------------------------------------------------------------------------


@effect(ir.Mark)
def _mark(scene: Scene, mark: ir.Mark) -> list[Clause]:
    status = scene.lex.statuses.get(mark.status)
    if status is not None and not status.named:
        return UNNAMED[0](scene, mark, status)
    words = status_words(scene, mark.status)
    when = _how_long(scene, mark.span or (status.span if status is not None else None))
    if mark.holder is None:
        return [whole(f"{words} is in force{when}")]
    holder = noun(scene, mark.holder)
    when += REMINDER[0](scene, mark, status) if status is not None else ""
    if words.startswith(("a ", "an ", "the ")):
        return [Clause(holder, f"gain {words}{when}", f"gains {words}{when}")]
    return [Clause(holder, f"are {words}{when}", f"is {words}{when}", order=False)]


def _how_long(scene: Scene, span: ir.Span | None) -> str:
    """For how long somebody has a status: what is to come is named as a whole, "for the next turn"."""
    if span is None or span.what == "game":
        return ""
    return f" {during(scene, span)}".replace(" during the ", " for the ", 1)


UNNAMED: list[Callable[[Scene, ir.Mark, ir.Status], list[Clause]]] = []
REMINDER: list[Callable[[Scene, ir.Mark, ir.Status], str]] = []


@effect(ir.Unmark)
def _unmark(scene: Scene, mark: ir.Unmark) -> list[Clause]:
    words = status_words(scene, mark.status)
    if mark.holder is None:
        return [whole(f"{words} is no longer in force")]
    holder = noun(scene, mark.holder)
    if words.startswith(("a ", "an ", "the ")):
        return [Clause(holder, f"lose {words}", f"loses {words}")]
    return [Clause(holder, f"are no longer {words}", f"is no longer {words}", order=False)]
