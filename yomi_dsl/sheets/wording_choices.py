"""Choices as clauses: "you may choose a card from your hand and discard it", and choices among lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import IT, THEM, YOU, Noun, counted, listed, spoken, with_article
from yomi_dsl.sheets.text import bold, capital, clean
from yomi_dsl.sheets.wording_clauses import Clause, inline, steps, whole
from yomi_dsl.sheets.wording_effects import clauses, effect
from yomi_dsl.sheets.wording_filters import as_terms
from yomi_dsl.sheets.wording_scene import Scene, literal, nodes, noun, test
from yomi_dsl.sheets.wording_values import source

BULLET = "\n• "
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


@effect(ir.Choose)
def _choose(scene: Scene, choose: ir.Choose) -> list[Clause]:
    who = noun(scene, choose.who)
    if not choose.asks:
        return [_may_do(scene, who, choose.body or ir.Seq(()), _otherwise(scene, choose, who))]
    picked = listed([asked(scene, ask) for ask in _with_condition(choose)])
    _name_picks(scene, choose)
    picked += _condition(scene, choose)
    body = clauses(attrs.evolve(scene, actor=who), choose.body)
    return [_worded(scene, choose, who, picked, body)]


def _worded(scene: Scene, choose: ir.Choose, who: Noun, picked: str, body: Sequence[Clause]) -> Clause:
    often = _how_often(scene, choose)
    may = choose.mode in ("may", "keep")
    joins = all(_by(clause, who) for clause in body)
    done = spoken([f"choose {picked}", *(c.base for c in body)]) if joins else f"choose {picked}{_then(who, body, may)}"
    if may:
        text = f"{often}{who.text} may {done}{_otherwise(scene, choose, who)}"
        if often or not joins or choose.otherwise is not None:
            return whole(text, heavy=True)
        return Clause(who, f"may {done}", f"may {done}", order=False)
    third = (
        spoken([f"chooses {picked}", *(c.third or c.base for c in body)]) if joins else "s".join(("choose", done[6:]))
    )
    return Clause(who, done, third, heavy=not joins)


def _may_do(scene: Scene, who: Noun, does: ir.Effect, otherwise: str = "") -> Clause:
    """Something that one does or does not."""
    body = clauses(attrs.evolve(scene, actor=who), does)
    if all(_by(clause, who) for clause in body):
        done = f"may {spoken([clause.base for clause in body])}{otherwise}"
        return Clause(who, done, done, False, heavy=bool(otherwise))
    return Clause(who, f"may have this happen: {inline(body)}{otherwise}", "", False, heavy=True)


def _by(clause: Clause, who: Noun) -> bool:
    """Is it an order to that very player?"""
    return clause.subject is not None and clause.subject.text == who.text and clause.order and not clause.heavy


def _then(who: Noun, body: Sequence[Clause], may: bool) -> str:
    if not may:
        return f"; then {inline(body)}"
    return f". {'If you do' if who.kind == 'you' else 'If they do'}, {inline(body)}"


def _otherwise(scene: Scene, choose: ir.Choose, who: Noun) -> str:
    if choose.otherwise is None:
        return ""
    refused = "If you do not" if who.kind == "you" else "If they do not"
    return f". {refused}, {inline(clauses(scene, choose.otherwise))}"


def _how_often(scene: Scene, choose: ir.Choose) -> str:
    if choose.mode != "keep":
        return ""
    if choose.limit is None:
        return "any number of times, "
    times = noun(scene, choose.limit)
    return "once, " if times.value == 1 else f"up to {times.text} times, "


def asked(scene: Scene, ask: ir.Ask) -> str:
    """What one name of a choice picks, and how many."""
    found = source(scene, ask.source)
    low, high = literal(ask.low), literal(ask.high)
    if low == high == 1:
        return found.text
    if low == 0 and high is None and isinstance(ask.high, ir.Lit):
        return f"any number of {found.many or found.text}"
    most = counted(noun(scene, ask.high), found)
    if low == 0:
        return f"up to {most}"
    return most if low == high or low is None else f"from {low} to {most}"


def asked_for(scene: Scene, choose: ir.Choose, name: str) -> str:
    """What is to be picked under one name of a choice, for the one who is asked."""
    if isinstance(choose.who, ir.Local):
        scene = scene.inside(choose.who.slot, YOU)
    return next(asked(scene, ask) for ask in _with_condition(choose) if ask.name == name)


def _name_picks(scene: Scene, choose: ir.Choose) -> None:
    """What the picks are called from here on."""
    cards = [ask for ask in choose.asks if ask.source.cards is not None]
    for ask in choose.asks:
        if ask.source.cards is None:
            name = scene.lex.bare(ask.source.set) if ask.source.set else _unlisted(ask)
            scene.env[ask.slot] = Noun(f"that {name}", bare=name)
        elif len(cards) == 1:
            scene.env[ask.slot] = THEM if ask.many else IT
        else:
            card = scene.lex.noun("card")
            scene.env[ask.slot] = Noun(
                f"the {_ORDINALS[min(cards.index(ask), 4)]} {card.many if ask.many else card.bare}"
            )


def _unlisted(ask: ir.Ask) -> str:
    return "number" if ask.source.numbers else "zone" if ask.source.zones else "player"


def _with_condition(choose: ir.Choose) -> tuple[ir.Ask, ...]:
    """The asks; where one card is chosen, what it must be is said with it."""
    if not _of_one_card(choose) or choose.where is None:
        return choose.asks
    ask = choose.asks[0]
    cards = ask.source.cards
    assert cards is not None
    filter = ir.Filter((*cards.filter.terms, *as_terms(ask.slot, choose.where)))
    such = ir.Cards(cards.zones, cards.value, filter, cards.slot, cards.name, cards.where)
    return (ir.Ask(ask.name, ask.slot, ir.AnyOf(cards=such), ask.low, ask.high, ask.many),)


def _of_one_card(choose: ir.Choose) -> bool:
    return len(choose.asks) == 1 and not choose.asks[0].many and choose.asks[0].source.cards is not None


def _condition(scene: Scene, choose: ir.Choose) -> str:
    if choose.where is None or _of_one_card(choose):
        return ""
    words = test(scene, choose.where)
    return f" so that {'they' + words[4:] if words.startswith('them ') else words}"


# ---- by chance ----------------------------------------------------------------------------------------------------


@effect(ir.AtRandom)
def _at_random(scene: Scene, taken: ir.AtRandom) -> list[Clause]:
    text = _random_cards(scene, taken).text
    scene.env[taken.slot] = IT if taken.count is None else THEM
    return [Clause(scene.actor, f"choose {text}", f"chooses {text}")]


def _random_cards(scene: Scene, taken: ir.AtRandom) -> Noun:
    """What is taken: "a random card from your hand", "2 random cards from your hand"."""
    found = source(scene, ir.AnyOf(cards=taken.cards))
    one, many = f"random {found.bare or found.text}", f"random {found.many or found.text}"
    if taken.count is None:
        return Noun(with_article(one), bare=one)
    count = noun(scene, taken.count)
    if count.value is None:
        return Noun(f"as many {many} as {count.text}", "many")
    return Noun(counted(count, Noun(one, bare=one, many=many)), "many")


# ---- among options -------------------------------------------------------------------------------------------------


@effect(ir.Options)
def _options(scene: Scene, options: ir.Options) -> list[Clause]:
    who = noun(scene, options.who)
    if len(options.options) == 1 and options.mode == "may":
        return [_only(scene, options.options[0], options.who, who)]
    lines = [_option(scene, options, who, option) for option in options.options]
    verbs = {"must": ("choose one", "chooses one"), "may": ("may choose one", "may choose one")}
    base, third = verbs.get(options.mode, ("may repeatedly choose one", "may repeatedly choose one"))
    ending = ":" + "".join(BULLET + line for line in lines)
    return [Clause(who, base + ending, third + ending, order=options.mode == "must", heavy=True)]


def _only(scene: Scene, option: ir.Option, doer: Any, who: Noun) -> Clause:
    """A single option is something that one may do: no list for it, and no label."""
    did = ir.Do(option.action, doer, ()) if option.action else option.body
    done = _may_do(scene, who, did or ir.Seq(()))
    if option.where is None:
        return done
    return whole(f"if {test(scene, option.where)}, {inline([done])}", heavy=True)


def _option(scene: Scene, options: ir.Options, who: Noun, option: ir.Option) -> str:
    """A line of a choice: what it is called, when it is offered and what it does."""
    only = f"if {test(scene, option.where)}, " if option.where is not None else ""
    inner = attrs.evolve(scene, env=dict(scene.env), actor=who)
    if option.action:
        return only + inline(clauses(inner, ir.Do(option.action, options.who, ())))
    body = ". ".join(capital(text) for text in steps(clauses(inner, option.body)))
    label = bold(f"{clean(option.label)[:1].upper()}{clean(option.label)[1:]}:")
    return f"{label} {only}{body[:1].lower() + body[1:] if only else body}" if body else label


# ---- what is chosen and the one thing done with it -----------------------------------------------------------------------


@effect(ir.Seq)
def _steps(scene: Scene, seq: ir.Seq) -> list[Clause]:
    """Steps in order; "choose a card, discard it" is said as "discard a card"."""
    out: list[Clause] = []
    for i, step in enumerate(seq.steps):
        rest = seq.steps[i + 1 :]
        if isinstance(step, ir.Choose) and rest and _is_object(scene, step, rest):
            scene.env[step.asks[0].slot] = _picked(scene, step)
        elif isinstance(step, ir.AtRandom) and rest and _does_it_once(rest, step.slot):
            scene.env[step.slot] = _random_cards(scene, step)
        else:
            out += clauses(scene, step)
    return out


def _is_object(scene: Scene, choose: ir.Choose, rest: Sequence[ir.Effect]) -> bool:
    """Is the pick the object of the very next effect, done by the chooser, and of nothing else?"""
    plain = choose.mode == "must" and len(choose.asks) == 1 and choose.body is None and choose.otherwise is None
    if not plain or choose.asks[0].source.cards is None or (choose.where is not None and choose.asks[0].many):
        return False
    slot, next_ = choose.asks[0].slot, rest[0]
    actor = noun(scene, next_.doer) if isinstance(next_, ir.Do) else scene.actor
    return actor.text == noun(scene, choose.who).text and _does_it_once(rest, slot)


def _does_it_once(rest: Sequence[ir.Effect], slot: int) -> bool:
    """Is something done with what is in the slot by the very next effect, and by no other?"""
    single = isinstance(rest[0], ir.Do | ir.Move | ir.Reveal) and uses(rest[0], slot) == 1
    return single and not any(uses(step, slot) for step in rest[1:])


def _picked(scene: Scene, choose: ir.Choose) -> Noun:
    ask = choose.asks[0]
    return Noun(asked(scene, _with_condition(choose)[0]), "many" if ask.many else "one")


def uses(tree: Any, slot: int) -> int:
    """How often a tree reads a slot."""
    return sum(1 for node in nodes(tree) if isinstance(node, ir.Local) and node.slot == slot)
