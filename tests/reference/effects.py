"""Effects: a table of one function a node class. Running one may ask, write, and leave by `Unwind` or `GameOver`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.reference import choices, events
from tests.reference.sources import of_card
from tests.reference.state import Counter, Env, GameOver, Mark, Match, Place, Ref, Unwind
from tests.reference.values import bind, cards_of, frame, run_value, tally, value
from yomi_dsl import ir


def run(node: Any, m: Match, env: Env) -> None:
    """Do it."""
    EFFECTS[type(node)](node, m, env)


# ---- control ---------------------------------------------------------------------------------------------------------


def seq(node: ir.Seq, m: Match, env: Env) -> None:
    for step in node.steps:
        run(step, m, env)


def if_(node: ir.If, m: Match, env: Env) -> None:
    if value(node.cond, m, env):
        run(node.then, m, env)
    elif node.otherwise is not None:
        run(node.otherwise, m, env)


def let(node: ir.Let, m: Match, env: Env) -> None:
    env.slots[node.slot] = value(node.value, m, env)


def loop(node: Any, over: Any, m: Match, env: Env) -> None:
    """The body once for each, which then lies in the slot."""
    for one in over:
        env.slots[node.slot] = one
        run(node.body, m, env)


def rounds(node: ir.Repeat, m: Match, env: Env) -> Iterator[int]:
    """So many, or until a condition, judged before each."""
    times = None if node.times is None else value(node.times, m, env) or 0
    done = 0
    while done < times if times is not None else not value(node.until, m, env):
        yield done
        done += 1


def turns(node: ir.TakeTurns, m: Match, env: Env) -> Iterator[int]:
    """One seat, then the other, until two in a row have chosen nothing in their turn."""
    seat, passes = value(node.first, m, env), 0
    while seat is not None and passes < 2:
        answered = m.answers[seat]
        yield seat
        passes = 0 if m.answers[seat] > answered else passes + 1
        seat = 1 - seat


# ---- events ----------------------------------------------------------------------------------------------------------


def do(m: Match, name: str, doer: int | None, *roles: Any) -> None:
    """An action or phase. Beyond its limit, or with its gate shut, it does nothing."""
    action = m.declared("actions", name)
    if not allowed(m, action, doer, *roles):
        return
    env = frame(action.proc, doer, *roles, doer=doer)

    def body(event: events.Event) -> None:
        events.count(m, action, doer)
        env.slots[: len(event.roles)] = event.roles
        env.event = event
        run(action.proc.body, m, env)

    def last() -> None:
        if action.last is not None:
            run(action.last, m, env)

    events.happen(m, events.Event(name, [doer, *roles], body, last, phase=action.kind == "phase"))


def do_named(node: ir.Do, m: Match, env: Env) -> None:
    """Whom a text names as its doer may turn out to be nobody: then it does not happen. Nobody is named for a phase of both."""
    doer = value(node.doer, m, env)
    if doer is not None or isinstance(node.doer, ir.Lit):
        do(m, node.action, doer, *[value(role, m, env) for role in node.roles])


def allowed(m: Match, action: ir.Action, doer: int | None, *roles: Any) -> bool:
    """By its limit and its gate."""
    env = frame(action.proc, doer, *roles, doer=doer)
    if action.limit is not None:
        used = m.counts.get(events.count_key(m, action, doer), 0)
        if used >= (value(action.limit.count, m, env) or 0):
            return False
    return action.gate is None or bool(value(action.gate, m, env))


def do_part(node: ir.DoPart, m: Match, env: Env) -> None:
    card = value(node.card, m, env)
    args = [value(arg, m, env) for arg in node.args]
    for ability in m.face(card).abilities if card is not None else ():
        if ability.kind == "run" and ability.name == node.part and ability.proc is not None:
            you = m.card(card).owner
            run(ability.proc.body, m, frame(ability.proc, you, card, *args, doer=you))


def proceed(node: ir.Proceed, m: Match, env: Env) -> None:
    if env.proceed is not None:
        env.proceed()


def end(node: ir.End, m: Match, env: Env) -> None:
    if node.action in m.happening:
        raise Unwind(node.action)


def finish(node: ir.Finish, m: Match, env: Env) -> None:
    who = None if node.who is None else value(node.who, m, env)

    def body(event: events.Event) -> None:
        subject = event.roles[1]
        over = GameOver(
            {"win": subject, "tie": None}[node.result] if node.result != "lose" else 1 - subject, event.roles[-1]
        )
        if event.batch is None:
            raise over
        event.batch.verdicts.append(over)

    if node.result == "tie":
        events.happen(m, events.Event("tie game", [env.doer, node.ending], body))
    elif who is not None:
        events.happen(m, events.Event(f"{node.result} game", [env.doer, who, node.ending], body))


def together(node: ir.Together, m: Match, env: Env) -> None:
    """Nothing is written until the end, so all members see the state before the block."""
    if m.together is not None:
        run(node.body, m, env)
        return
    batch = events.Batch()
    with m.collecting(batch):
        run(node.body, m, env)
    events.close(m, batch)


# ---- primitives ------------------------------------------------------------------------------------------------------


def primitive(m: Match, name: str, roles: list, act: Callable[[list], None]) -> None:
    """A primitive event with one write, which finds the roles as they then are."""
    events.happen(m, events.Event(name, roles, lambda event: events.write(m, event, lambda: act(event.roles))))


def move(node: ir.Move, m: Match, env: Env) -> None:
    """Single moves; of several cards together, unless a rule may ask before they are written. None to nobody's zone."""
    place = value(node.place, m, env)
    if place is None:
        return
    face = None if node.face is None else value(node.face, m, env)
    batch = events.Batch()
    cards = cards_of(value(node.what, m, env))
    with m.collecting(m.together or (batch if len(cards) > 1 and not m.one_by_one else None)):
        for card in cards:
            target = place if place in m.zones else Place(place.name, m.card(card).owner)
            move_one(m, card, target, node.side, face, env.doer)
    events.close(m, batch)


def move_one(m: Match, card: Ref, target: Place, side: str, face: str | None, doer: Any) -> None:
    """The event of moving one card; none if it lies there."""
    if m.card(card).place != target:
        roles = [doer, m.holder(card), m.card(card).place, target, side]
        primitive(m, "move", roles, lambda roles: put(m, *roles[1:], face))


def put(m: Match, ref: Ref, origin: Place, target: Place, side: str, face: str | None) -> None:
    """A new incarnation of the card in another zone: without its marks, on its first face if none is said."""
    card = m.card(ref)
    m.zones[card.place].remove(card.number)
    m.marks = [mark for mark in m.marks if mark.holder != ref]
    declared = m.declared("zones", target.name)
    on_top = side == "top" or (side == "" and declared is not None and declared.order == "pile")
    m.zones[target].insert(0 if on_top else len(m.zones[target]), card.number)
    m.came.add(target)
    card.place, card.incarnation, card.since, card.bounds = target, card.incarnation + 1, m.tick(), {}
    card.face = next((i for i, one in enumerate(card.printed.faces) if one.name == face), 0)
    if m.is_live(target):
        events.bind_rules(m, of_card(m, ref))


def flip(node: ir.Flip, m: Match, env: Env) -> None:
    card, face = value(node.card, m, env), value(node.face, m, env)

    def act(roles: list) -> None:
        turned = m.card(roles[1])
        turned.face = next((i for i, one in enumerate(turned.printed.faces) if one.name == roles[2]), turned.face)
        if m.is_live(turned.place):
            events.bind_rules(m, of_card(m, roles[1]))

    if card is not None:
        primitive(m, "flip", [env.doer, m.holder(card), face], act)


def shuffle(node: ir.Shuffle, m: Match, env: Env) -> None:
    def act(roles: list) -> None:
        m.zones[roles[1]] = list(m.chance.shuffle(roles[1], m.zones[roles[1]]))

    place = value(node.place, m, env)
    if place is not None:
        primitive(m, "shuffle", [env.doer, place], act)


def reveal(node: ir.Reveal, m: Match, env: Env) -> None:
    for card in cards_of(value(node.cards, m, env)):
        primitive(m, "reveal", [env.doer, m.holder(card)], lambda roles: None)


def roll(node: ir.Roll, m: Match, env: Env) -> None:
    """A die without sides is not rolled."""

    def act(roles: list) -> None:
        if roles[1] > 0:
            env.slots[node.slot] = roles[2] = m.chance.roll(roles[1])

    sides, env.slots[node.slot] = value(node.sides, m, env), None
    if sides is not None and sides > 0:
        primitive(m, "roll", [env.doer, sides, None], act)


def at_random(node: ir.AtRandom, m: Match, env: Env) -> None:
    """No event. Where there is no card, chance is not asked."""
    among = cards_of(value(node.cards, m, env))
    wanted = 1 if node.count is None else value(node.count, m, env) or 0
    count = min(wanted, len(among))
    drawn = m.chance.cards(among, count) if count > 0 else ()
    if node.count is None:
        env.slots[node.slot] = drawn[0] if drawn else None
    else:
        env.slots[node.slot] = drawn


def change(node: ir.Change, m: Match, env: Env) -> None:
    operand = value(node.to if node.by is None else node.by, m, env)
    if isinstance(node.target, ir.Local):
        old = env.slots[node.target.slot]
        if operand is not None and (old is not None or node.by is None):
            write_slot(node.target.slot, operand if node.by is None else old + operand, env)
        return
    of = None if node.target.of is None else m.holder(value(node.target.of, m, env))
    if operand is None or (node.target.of is not None and of is None):
        return
    counter = Counter(node.target.name, of)
    delta = operand - tally(counter, m) if node.by is None else operand
    primitive(m, "change", [env.doer, counter.name, delta], lambda roles: add(m, counter, roles))


def write_slot(slot: int, new: Any, env: Env) -> None:
    """A slot; if it is a role of the event that is answered or done, that role."""
    env.slots[slot] = new
    if env.event is not None and slot < len(env.event.roles):
        env.event.roles[slot] = new


def add(m: Match, counter: Counter, roles: list) -> None:
    """Within the range of the tally. The role then tells the real change."""
    declared = m.declared("tallies", counter.name)
    of = [] if counter.of is None else [counter.of]
    before = tally(counter, m)
    after = min(max(before + roles[2], run_value(declared.low, m, *of)), run_value(declared.high, m, *of))
    roles[2] = after - before
    m.tallies[m.tally_key(counter)] = -after if declared.mirrored and counter.of == 1 else after


def mark(node: ir.Mark, m: Match, env: Env) -> None:
    """What the text says is told first; the status's own span is that of whoever gets it."""
    captures = tuple(value(one, m, env) for one in node.captures)
    status = m.declared("statuses", node.status)
    said = bind(node.span, m, env) if node.span else None

    def act(roles: list) -> None:
        holder = roles[1]
        seat = m.card(holder).owner if isinstance(holder, Ref) else holder
        span = said or bind(status.span, m, Env([seat, holder, *captures], None))
        m.marks.append(Mark(m.tick(), status, holder, captures, span))

    for holder in holders(node.holder, m, env):
        primitive(m, "mark", [env.doer, holder, node.status], act)


def unmark(node: ir.Unmark, m: Match, env: Env) -> None:
    def act(roles: list) -> None:
        m.marks = [one for one in m.marks if one.status.name != roles[2] or one.holder != roles[1]]

    for holder in holders(node.holder, m, env):
        primitive(m, "unmark", [env.doer, holder, node.status], act)


def holders(node: Any, m: Match, env: Env) -> list:
    """The game, a player, a card, or each of a set of cards."""
    if node is None:
        return [None]
    found = value(node, m, env)
    return [found] if isinstance(found, int) else [m.holder(card) for card in cards_of(found)]


EFFECTS: dict[type, Callable[[Any, Match, Env], None]] = {
    ir.Seq: seq,
    ir.If: if_,
    ir.Let: let,
    ir.EachPlayer: lambda n, m, env: loop(n, m.players(), m, env),
    ir.ForEach: lambda n, m, env: loop(n, cards_of(value(n.cards, m, env)), m, env),
    ir.Repeat: lambda n, m, env: loop(n, rounds(n, m, env), m, env),
    ir.TakeTurns: lambda n, m, env: loop(n, turns(n, m, env), m, env),
    ir.Do: do_named,
    ir.DoPart: do_part,
    ir.Proceed: proceed,
    ir.End: end,
    ir.Finish: finish,
    ir.Choose: lambda n, m, env: choices.choose(n, m, env),
    ir.Options: lambda n, m, env: choices.choose_option(n, m, env),
    ir.Sealed: lambda n, m, env: choices.seal(n, m, env),
    ir.Together: together,
    ir.Move: move,
    ir.Shuffle: shuffle,
    ir.Change: change,
    ir.Mark: mark,
    ir.Unmark: unmark,
    ir.Flip: flip,
    ir.Reveal: reveal,
    ir.Roll: roll,
    ir.AtRandom: at_random,
}
