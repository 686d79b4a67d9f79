"""Choices: what is offered, found by trying every way to go on; and what the answers bind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.reference import effects
from tests.reference.state import Counter, Env, Match, Ref
from tests.reference.values import frame, tally, value
from yomi_dsl import ir


@dataclass(frozen=True)
class Request:
    """A question. ``last``: "stop" or "decline" if that is one more answer."""

    seat: int
    name: str
    options: tuple[Any, ...]
    last: str


def ask(m: Match, seat: int, name: str, options: list, last: str) -> Any:
    """The answer: one of the options, or None for the last."""
    answer = m.ask(Request(seat, name, tuple(options), last))
    if answer is not None:
        m.answers[seat] += 1
    return answer


# ---- among things ----------------------------------------------------------------------------------------------------


def choose(node: ir.Choose, m: Match, env: Env) -> None:
    seat = value(node.who, m, env)
    if node.mode == "keep":
        rounds = 0
        while node.limit is None or rounds < (value(node.limit, m, env) or 0):
            if not answers(node, m, env, seat, "stop"):
                break
            rounds += 1
            env.slots[node.slot] = rounds
            if node.body is not None:
                effects.run(node.body, m, env)
    elif answers(node, m, env, seat, "decline" if node.mode == "may" else ""):
        if node.body is not None:
            effects.run(node.body, m, env)
    elif node.mode == "may" and node.otherwise is not None:
        effects.run(node.otherwise, m, env)


def answers(node: ir.Choose, m: Match, env: Env, seat: int | None, refusal: str, shift: int = 0) -> bool:
    """One full choice, name by name, one thing at a time. No if it was refused, or there was nothing, or nobody, to choose.

    ``shift``: added to the slots, where they are kept per seat."""
    if seat is None:
        for name in node.asks:
            env.slots[name.slot + shift] = None
        return False
    if not node.asks:
        return ask(m, seat, "", ["yes"], refusal) is not None
    for at, one in enumerate(node.asks):
        picked: list = []
        low, high = value(one.low, m, env) or 0, value(one.high, m, env) or 0
        while len(picked) < high:
            options = [
                o for o in source(one, m, env) if o not in picked and completes(node, at, [*picked, o], m, env, shift)
            ]
            first = at == 0 and not picked
            enough = len(picked) >= low and completes(node, at, picked, m, env, shift, stopped=True)
            if not options:
                if first:
                    for name in node.asks:
                        env.slots[name.slot + shift] = None
                    return False
                break
            last = refusal if first and refusal else "stop" if enough else ""
            answer = ask(m, seat, one.name, without_copies(m, options), last)
            if answer is None and last == refusal and first:
                return False
            if answer is None:
                break
            picked.append(answer)
        env.slots[one.slot + shift] = bound(one, picked)
    return True


def bound(one: ir.Ask, picked: list) -> Any:
    """What a name holds: a set, or one thing, or nothing."""
    return tuple(picked) if one.many else picked[0] if picked else None


def source(one: ir.Ask, m: Match, env: Env) -> list:
    """All things of a source, in order, each once."""
    kind = one.source
    if kind.cards is not None:
        return list(value(kind.cards, m, env))
    if kind.zones or kind.numbers:
        found = [value(one, m, env) for one in kind.zones or kind.numbers]
        return list(dict.fromkeys(one for one in found if one is not None))
    return list(kind.words or m.declared("sets", kind.set).words)


def completes(node: ir.Choose, at: int, picked: list, m: Match, env: Env, shift: int, *, stopped: bool = False) -> bool:
    """Can a choice be completed so that its condition holds, when of name ``at`` these are picked (and no more)?"""
    one = node.asks[at]
    before = env.slots[one.slot + shift]
    try:
        for whole in [picked] if stopped else wholes(one, picked, m, env):
            env.slots[one.slot + shift] = bound(one, whole)
            if at + 1 < len(node.asks):
                if completes(node, at + 1, [], m, env, shift):
                    return True
            elif node.where is None or value(node.where, m, env):
                return True
        return False
    finally:
        env.slots[one.slot + shift] = before


def wholes(one: ir.Ask, picked: list, m: Match, env: Env) -> Iterator[list]:
    """Every full set of picks for a name that begins with these, the small ones first."""
    low, high = value(one.low, m, env) or 0, value(one.high, m, env) or 0
    left = [o for o in source(one, m, env) if o not in picked]

    def grown(have: list, start: int, size: int) -> Iterator[list]:
        if len(have) == size:
            yield have
            return
        for i in range(start, len(left)):
            yield from grown([*have, left[i]], i + 1, size)

    for size in range(max(low, len(picked)), min(high, len(picked) + len(left)) + 1):
        yield from grown(picked, 0, size)


def without_copies(m: Match, options: list) -> list:
    """Cards equal in print, face and marks are one option, for which the first stands."""
    found: dict[Any, Any] = {}
    for option in options:
        found.setdefault(look(m, option) if isinstance(option, Ref) else option, option)
    return list(found.values())


def look(m: Match, ref: Ref) -> tuple:
    """All in which copies of a card may differ."""
    card = m.card(ref)
    marks = sorted(mark.status.name for mark in m.marks if mark.holder == ref)
    counted = [tally(Counter(one.name, ref), m) for one in m.game.tallies if one.of == "card"]
    return card.printed.id, card.owner, card.face, card.place, tuple(marks), tuple(counted)


# ---- among options ---------------------------------------------------------------------------------------------------


def choose_option(node: ir.Options, m: Match, env: Env) -> None:
    seat = value(node.who, m, env)
    rounds = 0
    while seat is not None:
        offered = [option for option in node.options if is_offered(option, m, env, seat)]
        if not offered:
            return
        last = {"must": "", "may": "decline", "keep": "stop"}[node.mode]
        label = ask(m, seat, node.name, [option.label for option in offered], last)
        if label is None:
            return
        rounds += 1
        env.slots[node.slot] = rounds
        option = next(option for option in offered if option.label == label)
        if option.action:
            effects.do(m, option.action, seat)
        elif option.body is not None:
            effects.run(option.body, m, env)
        if node.mode != "keep":
            return


def is_offered(option: ir.Option, m: Match, env: Env, seat: int) -> bool:
    """By its condition and, for an action, its limit, its gate and the choices its body begins with."""
    if option.where is not None and not value(option.where, m, env):
        return False
    if not option.action:
        return True
    action = m.declared("actions", option.action)
    if not effects.allowed(m, action, seat):
        return False
    inner = frame(action.proc, seat, doer=seat)
    for step in leading(action.proc.body):
        if isinstance(step, ir.Options):
            if not any(is_offered(one, m, inner, seat) for one in step.options):
                return False
        elif not any(completes(step, 0, [o], m, inner, 0) for o in source(step.asks[0], m, inner)):
            return False
    return True


def leading(body: ir.Effect) -> Iterator[ir.Choose | ir.Options]:
    """The mandatory choices with which a body begins."""
    for step in body.steps if isinstance(body, ir.Seq) else (body,):
        if not isinstance(step, (ir.Choose, ir.Options)) or step.mode != "must":
            return
        yield step


# ---- sealed ------------------------------------------------------------------------------------------------------------


def seal(node: ir.Sealed, m: Match, env: Env) -> None:
    """Nothing is written meanwhile, so one player may answer after the other."""
    for seat in m.players():
        env.slots[node.slot] = seat
        for one in node.asks:
            answers(one, m, env, seat, "decline" if one.mode == "may" else "", shift=seat)
