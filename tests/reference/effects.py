"""Effects: one function a node class. Running one may ask, write, and leave by `Unwind` or `GameOver`."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from tests.reference import choices, events
from tests.reference.events import Batch, Event, happen
from tests.reference.sources import of_card
from tests.reference.state import Bound, Counter, Env, GameOver, Mark, Match, Place, Ref, Unwind
from tests.reference.values import bind, cards_of, equal, frame, run_value, tally, value
from yomi_dsl import ir


@singledispatch
def run(node: Any, m: Match, env: Env) -> None:
    """Do it."""
    raise NotImplementedError(type(node).__name__)


@run.register
def _(node: ir.Seq, m: Match, env: Env) -> None:
    for step in node.steps:
        run(step, m, env)


@run.register
def _(node: ir.If, m: Match, env: Env) -> None:
    if value(node.cond, m, env):
        run(node.then, m, env)
    elif node.otherwise is not None:
        run(node.otherwise, m, env)


@run.register
def _(node: ir.Let, m: Match, env: Env) -> None:
    env.slots[node.slot] = value(node.value, m, env)


@run.register
def _(node: ir.EachPlayer, m: Match, env: Env) -> None:
    for seat in m.players():
        env.slots[node.slot] = seat
        run(node.body, m, env)


@run.register
def _(node: ir.ForEach, m: Match, env: Env) -> None:
    for card in cards_of(value(node.cards, m, env)):
        env.slots[node.slot] = card
        run(node.body, m, env)


@run.register
def _(node: ir.Repeat, m: Match, env: Env) -> None:
    times = (node.times is not None and value(node.times, m, env)) or 0
    done = 0
    while done < times if node.until is None else not value(node.until, m, env):
        env.slots[node.slot] = done
        run(node.body, m, env)
        done += 1


@run.register
def _(node: ir.TakeTurns, m: Match, env: Env) -> None:
    seat, passes = value(node.first, m, env), 0
    while seat is not None and passes < 2:
        answered = m.answers[seat]
        env.slots[node.slot] = seat
        run(node.body, m, env)
        passes = 0 if m.answers[seat] > answered else passes + 1
        seat = 1 - seat


# ---- events --------------------------------------------------------------------------------------------------------------


@run.register
def _(node: ir.Do, m: Match, env: Env) -> None:
    do(m, node.action, value(node.doer, m, env), *[value(role, m, env) for role in node.roles])


def do(m: Match, name: str, doer: int | None, *roles: Any) -> None:
    """An action or phase. Beyond its limit, or with its gate shut, it does nothing."""
    action = m.declared("actions", name)
    if not allowed(m, action, doer, *roles):
        return
    env: list[Env] = []

    def body(event: Event) -> None:
        events.count(m, action, doer)
        env.append(frame(action.proc, *event.roles, doer=doer, event=event))
        run(action.proc.body, m, env[0])

    def last() -> None:
        if action.last is not None:
            run(action.last, m, env[0])

    happen(m, Event(name, [doer, *roles], body, last, phase=action.kind == "phase"))


def allowed(m: Match, action: ir.Action, doer: int | None, *roles: Any) -> bool:
    """By its limit and its gate."""
    env = frame(action.proc, doer, *roles, doer=doer)
    if action.limit is not None:
        if m.counts.get(events.count_key(m, action, doer), 0) >= value(action.limit.count, m, env):
            return False
    return action.gate is None or bool(value(action.gate, m, env))


@run.register
def _(node: ir.DoPart, m: Match, env: Env) -> None:
    card = value(node.card, m, env)
    if card is None:
        return
    args = [value(arg, m, env) for arg in node.args]
    for ability in m.face(card).abilities:
        if ability.kind == "run" and ability.name == node.part:
            you = m.card(card).owner
            run(ability.proc.body, m, frame(ability.proc, you, card, *args, doer=you))


@run.register
def _(node: ir.Proceed, m: Match, env: Env) -> None:
    env.proceed()


@run.register
def _(node: ir.End, m: Match, env: Env) -> None:
    raise Unwind(node.action)


@run.register
def _(node: ir.Finish, m: Match, env: Env) -> None:
    who = None if node.who is None else value(node.who, m, env)

    def body(event: Event) -> None:
        winner = {"win": lambda: event.roles[1], "lose": lambda: 1 - event.roles[1], "tie": lambda: None}[node.result]()
        over = GameOver(winner, event.roles[-1])
        if event.batch is None:
            raise over
        event.batch.verdicts.append(over)

    if who is None and node.result != "tie":
        return
    roles = [env.doer, node.ending] if node.result == "tie" else [env.doer, who, node.ending]
    happen(m, Event(f"{node.result} game", roles, body))


@run.register
def _(node: ir.Together, m: Match, env: Env) -> None:
    """Nothing is written until the end, so all members see the state before the block."""
    if m.together is not None:
        run(node.body, m, env)
        return
    m.together = batch = Batch()
    try:
        run(node.body, m, env)
    finally:
        m.together = None
    close(m, batch)


def close(m: Match, batch: Batch) -> None:
    """Apply a batch; then the after-rules of all its events."""
    if batch.writes or batch.verdicts:
        events.apply(m, batch)
    events.after(m, batch.events)


@run.register(ir.Choose)
@run.register(ir.Options)
@run.register(ir.Sealed)
def _(node: ir.Choose | ir.Options | ir.Sealed, m: Match, env: Env) -> None:
    choices.choose(node, m, env)


# ---- primitives --------------------------------------------------------------------------------------------------------------


def primitive(m: Match, name: str, roles: list, act: Callable[[list], None]) -> None:
    """A primitive event with one write, which finds the roles as they then are."""
    happen(m, Event(name, roles, lambda event: events.write(m, event, lambda: act(event.roles))))


@run.register
def _(node: ir.Move, m: Match, env: Env) -> None:
    """One batch of single moves."""
    place = value(node.place, m, env)
    face = None if node.face is None else value(node.face, m, env)
    batch = Batch()
    cards = cards_of(value(node.what, m, env))
    for card in cards:
        shared = (Place(place.name, None)) in m.zones
        target = place if place.seat is not None or shared else Place(place.name, m.card(card).owner)
        if m.card(card).place != target:
            alone = len(cards) == 1 or m.together is not None
            happen(m, moving(m, card, target, node.side, face, env.doer, None if alone else batch))
    close(m, batch)


def moving(m: Match, card: Ref, target: Place, side: str, face: str | None, doer: int | None, batch: Batch | None) -> Event:
    """The event of moving one card."""
    roles = [doer, Ref(card.number), m.card(card).place, target, side]
    body = lambda event: events.write(m, event, lambda: put(m, *event.roles[1:], face))  # noqa: E731
    return Event("move", roles, body, batch=batch)


def put(m: Match, ref: Ref, origin: Place, target: Place, side: str, face: str | None) -> None:
    """A new incarnation of the card in another zone: without its marks, on its first face if none is said."""
    card = m.card(ref)
    m.zones[card.place].remove(card.number)
    m.marks = [mark for mark in m.marks if mark.holder != ref]
    order = m.declared("zones", target.name).order if m.declared("zones", target.name) else "plain"
    on_top = side == "top" or (side == "" and order == "pile")
    m.zones[target].insert(0 if on_top else len(m.zones[target]), card.number)
    card.place, card.incarnation, card.since, card.bounds = target, card.incarnation + 1, m.tick(), {}
    card.face = next((i for i, one in enumerate(card.printed.faces) if one.name == face), 0)
    if m.is_live(target):
        events.bind_rules(m, of_card(m, ref))


@run.register
def _(node: ir.Flip, m: Match, env: Env) -> None:
    card = value(node.card, m, env)
    if card is None:
        return

    def act(roles: list) -> None:
        turned = m.card(roles[1])
        turned.face = next((i for i, one in enumerate(turned.printed.faces) if one.name == roles[2]), turned.face)
        if m.is_live(turned.place):
            events.bind_rules(m, of_card(m, roles[1]))

    primitive(m, "flip", [env.doer, Ref(card.number), value(node.face, m, env)], act)


@run.register
def _(node: ir.Shuffle, m: Match, env: Env) -> None:
    def act(roles: list) -> None:
        m.zones[roles[1]] = list(m.chance.shuffle(roles[1], m.zones[roles[1]]))

    primitive(m, "shuffle", [env.doer, value(node.place, m, env)], act)


@run.register
def _(node: ir.Reveal, m: Match, env: Env) -> None:
    for card in cards_of(value(node.cards, m, env)):
        primitive(m, "reveal", [env.doer, Ref(card.number)], lambda roles: None)


@run.register
def _(node: ir.Roll, m: Match, env: Env) -> None:
    def act(roles: list) -> None:
        env.slots[node.slot] = roles[2] = m.chance.roll(roles[1])

    primitive(m, "roll", [env.doer, value(node.sides, m, env), None], act)


@run.register
def _(node: ir.Change, m: Match, env: Env) -> None:
    target = node.target
    operand = value(node.to if node.by is None else node.by, m, env)
    if operand is None:
        return
    if isinstance(target, ir.Local):
        if node.by is not None and env.slots[target.slot] is None:
            return
        new = operand if node.by is None else env.slots[target.slot] + operand
        env.slots[target.slot] = new
        if env.event is not None and target.slot < len(env.event.roles):
            env.event.roles[target.slot] = new
        return
    of = None if target.of is None else value(target.of, m, env)
    if target.of is not None and of is None:
        return
    counter = Counter(target.name, Ref(of.number) if isinstance(of, Ref) else of)
    delta = operand - tally(counter, m) if node.by is None else operand
    primitive(m, "change", [env.doer, target.name, delta], lambda roles: change(m, counter, roles))


def change(m: Match, counter: Counter, roles: list) -> None:
    """Within the range of the tally. The role tells the real change."""
    declared = m.declared("tallies", counter.name)
    of = [] if counter.of is None else [counter.of]
    before = tally(counter, m)
    after = min(max(before + roles[2], run_value(declared.low, m, *of)), run_value(declared.high, m, *of))
    roles[2] = after - before
    m.tallies[m.tally_key(counter)] = -after if declared.mirrored and counter.of == 1 else after


@run.register
def _(node: ir.Mark, m: Match, env: Env) -> None:
    captures = tuple(value(one, m, env) for one in node.captures)
    for holder in holders(node.holder, m, env):
        status = m.declared("statuses", node.status)
        seat = m.card(holder).owner if isinstance(holder, Ref) else holder
        around = env if node.span else Env([seat, holder, *captures], None)
        span = bind(node.span or status.span, m, around)

        def act(roles: list, status: ir.Status = status, span: Bound = span) -> None:
            m.marks.append(Mark(m.tick(), status, roles[1], captures, span))

        primitive(m, "mark", [env.doer, holder, node.status], act)


@run.register
def _(node: ir.Unmark, m: Match, env: Env) -> None:
    for holder in holders(node.holder, m, env):

        def act(roles: list) -> None:
            m.marks = [one for one in m.marks if one.status.name != roles[2] or not equal(one.holder, roles[1])]

        primitive(m, "unmark", [env.doer, holder, node.status], act)


def holders(node: Any, m: Match, env: Env) -> list:
    """The game, a player, a card, or each of a set of cards."""
    if node is None:
        return [None]
    found = value(node, m, env)
    if isinstance(found, int):
        return [found]
    return [Ref(card.number) for card in cards_of(found)]
