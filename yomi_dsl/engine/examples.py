"""Examples of a game: the state they start from, their answers given strictly, and what must hold then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from yomi_dsl import ir
from yomi_dsl.engine.errors import EngineLimit, Untold
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.state import State
from yomi_dsl.engine.tables import BOX
from yomi_dsl.nodes import evolve

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


KEPT = 8
"""Matches kept ready: each may hold some megabytes."""


class Impossible(ValueError):
    """The example asks for what cannot be."""


@attrs.frozen
class Failure:
    """What is wrong with an example. ``at`` is the line to blame."""

    message: str
    at: ir.At


def matches(make: Callable[..., Match] | None = None) -> Callable[..., Match]:
    """Makes matches, and keeps those of the last few pairs of decks: examples of one character stand together."""
    from yomi_dsl.engine.match import Match

    return lru_cache(maxsize=KEPT)(make or Match)


def together(examples: Iterable[ir.Example]) -> list[ir.Example]:
    """The examples in another order: those that can share a match stand side by side."""
    return sorted(examples, key=lambda one: (one.brings, [card.name for card in one.extra], one.statuses))


def run_example(game: ir.Game, example: ir.Example, make: Callable[..., Match] | None = None) -> list[Failure]:
    """Plays an example; an empty list if the game and the example agree. ``make``: makes its match."""
    from yomi_dsl.engine.match import Match

    m = (make or Match)(game, example.brings, fixtures(example), tuple(name for name, _ in example.statuses))
    try:
        st = given(m, example)
        before = [read(m, st, one) for one in example.then]
        begin(m, st, example)
        wrong = answer_all(m, st, example)
    except (Impossible, Untold, EngineLimit) as problem:
        return [Failure(str(problem), example.at)]
    if wrong:
        return wrong
    failures = []
    if st.rolls:
        failures.append(Failure(f"the roll of {st.rolls[0]} is never made", example.at))
    if st.lots:
        failures.append(Failure(f'the random card "{st.lots[0]}" is never taken', example.at))
    for one, old in zip(example.then, before):
        now = read(m, st, one)
        if not judged(m, st, one, old, now):
            failures.append(Failure(differs(one, old, now), one.at or example.at))
    return failures


def fixtures(example: ir.Example) -> tuple[ir.Card, ...]:
    """The cards that an example brings of its own, as often as it places them."""
    made = []
    for card in example.extra:
        used = [n for place in example.places for name, n in place.cards if name == card.name]
        made.append(evolve(card, copies=max(card.copies, sum(used))))
    return tuple(made)


# ---- the state before -----------------------------------------------------------------------------------------------------


def given(m: Match, example: ir.Example) -> State:
    """The state before the example's phase."""
    st = m.empty()
    st.scripted = True
    st.active, st.turn = example.active, example.turn
    m.start_tallies(st)
    for c in range(m.N):
        if m.edged[c] and m.z_live[st.zone_of[c]]:
            m.writes.edges_bound(st, c)
    doer = None if m.game.turn.both else st.active
    st.started[0] = example.turn
    st.ended[0] = example.turn - 1
    if doer is not None:
        st.started[1 + doer], st.ended[1 + doer] = example.turn, example.turn - 1
    st.running[0] = 1
    for place in example.places:
        lay(m, st, place)
    for name, seat, number in example.tallies:
        t = m.tally[name]
        base = m.tally_base[name]
        if t.of == "player" and not t.mirrored:
            st.tallies[base + seat] = number
        else:
            st.tallies[base] = -number if t.mirrored and seat else number
    for name, seat in example.statuses:
        sid, span = m.sid[name], m.game.statuses[m.sid[name]].span
        holder = 2 if m.status_holder(name) == "game" else seat
        edges = (None, None) if span is None else m.spans.bound(span, Scope(40))(st, [0, 0, seat, None, *[None] * 40])
        m.writes.give(st, sid, holder, (), *edges)
    if m.game.given is not None:
        sc = Scope.of(m.game.given, you=0, known=(0,))
        m.effects.direct(m.game.given.body, sc)(st, [0, 0, m.first_player(st), *[None] * sc.size])
    m.writes.settle(st)
    in_range(m, st, example)
    st.ready = True
    m.soon.hold_all(st)
    return st


def in_range(m: Match, st: State, example: ir.Example) -> None:
    """A number that a tally cannot have shows nothing: the first change would bring it to an end of its range."""
    for name, seat, number in example.tallies:
        tally = m.tally[name]
        low, high = m.writes.bounds[m.game.tallies.index(tally)](st, seat)
        if not low <= number <= high:
            whose = "" if tally.of == "game" else ("your ", "opponent's ")[seat]
            raise Impossible(f"{whose}{name} {number} is out of range: it goes from {low} to {high}")


def lay(m: Match, st: State, place: ir.Place) -> None:
    """Put cards of a seat's own deck, or fixtures, into a zone, in the order given."""
    z = m.zone_index(place.zone, place.player)
    for name, copies in place.cards:
        for _ in range(copies):
            c = find(m, st, name, place.player)
            if c is None:
                raise Impossible(
                    f'there is no further card "{name}" for {("you", "opponent")[place.player]} to have in {place.zone}'
                )
            m.writes.put(st, c, z, False, 0)
    st.spill = ()


def find(m: Match, st: State, name: str, seat: int) -> int | None:
    """A card of that name not yet placed: a fixture, or one of the seat's own deck."""
    for z in (m.nowhere, m.zone_base[BOX] + seat):
        for c in st.zones[z]:
            if m.name[c] == name and m.owner[c] == seat:
                return c
    return None


def begin(m: Match, st: State, example: ir.Example) -> None:
    """Run into the given phase, to its first question or to the edge where the example stops."""
    turn = m.action_code("turn")
    if example.phase not in turn.labels:
        raise Impossible(f"{example.phase} is no phase of the turn")
    st.halt = halt(m, st, example)
    st.rolls = tuple(step.value for step in example.steps if isinstance(step, ir.RollIs))
    st.lots = tuple(step.card for step in example.steps if isinstance(step, ir.RandomIs))
    frame: list[Any] = [turn.pi, turn.labels[example.phase], None if m.game.turn.both else st.active, *turn.pad]
    frame[-1] = (1, -1)
    st.stack = [[m.root_pi, m.turns.at + 1], frame]
    m.run(st)


def halt(m: Match, st: State, example: ir.Example) -> tuple[str, int, int]:
    """The edge at which an example stops: (start or end, phase, how-manieth)."""
    stops = [step for step in example.steps if isinstance(step, ir.RunUntil)]
    until = stops[-1] if stops else ir.RunUntil("end", example.phase, 0)
    phase = m.phase[until.phase]
    if until.phase == example.phase:
        nth = until.nth + 1
    elif phase == 0:
        nth = until.nth
    else:
        nth = max(until.nth, 1)
    return until.edge, phase, st.started[3 * phase] + nth


# ---- answers ---------------------------------------------------------------------------------------------------------------


def answer_all(m: Match, st: State, example: ir.Example) -> list[Failure]:
    """Every question is the next answer of its seat, and every answer is asked for."""
    left = {seat: [s for s in example.steps if isinstance(s, ir.Answer) and s.seat == seat] for seat in (0, 1)}
    given: dict[int, int] = {0: 0, 1: 0}
    reached = example.at  # the line that led to the question
    while st.pending:
        seat = st.pending[0][0]
        if not left[seat]:
            return [Failure(f"{question(m, st)}, and the example does not say what", reached)]
        step = left[seat][0]
        index = index_of(m, st, step, given[seat])
        if index is None:
            return [Failure(f'{question(m, st)}, not "{said(step)}"', step.at)]
        reached = step.at
        given[seat] += 1
        if given[seat] >= max(len(step.values), 1):
            left[seat].pop(0)
            given[seat] = 0
        m.step(st, index, seat)
    unasked = [step for steps in left.values() for step in steps]
    return [Failure(f'nobody asks for "{said(step)}"', step.at) for step in unasked[:1]]


def index_of(m: Match, st: State, step: ir.Answer, nth: int) -> int | None:
    """The answer that a step means, or None if it answers something else."""
    _, name, kind, options, stop = st.pending[0]
    if step.choice == "accept":
        return None if name else 0
    if step.choice in ("stop", "decline"):
        return len(options) if stop == step.choice else None
    if step.choice != name or not step.values:
        return None
    for i, option in enumerate(options):
        if m.label(kind, option) == str(step.values[nth]):
            return i
    return None


def said(step: ir.Answer) -> str:
    return " ".join([step.choice, *[str(v) for v in step.values]])


def question(m: Match, st: State) -> str:
    """Who must answer what, and how it can be answered."""
    seat, name, kind, options, stop = st.pending[0]
    who = ("you", "opponent")[seat]
    if not name:
        return f"{who} must accept or decline"
    known = ", ".join([m.label(kind, option) for option in options] + ([stop] if stop else []))
    return f'{who} must answer "{name}" ({known})'


# ---- then ------------------------------------------------------------------------------------------------------------------


def read(m: Match, st: State, one: ir.Holds | ir.Finish) -> Any:
    """What a condition looks at: a value, the names in a zone with their copies, or how the game has ended."""
    if isinstance(one, ir.Finish):
        return st.result
    sc = Scope(40)
    found = m.values.value(one.value, sc)(st, [0, 0, 0, *[None] * (sc.size + 40)])
    if one.kind == "cards":
        return Counter(str(m.name[c]) for c in st.zones[found])
    return found


def judged(m: Match, st: State, one: ir.Holds | ir.Finish, old: Any, now: Any) -> bool:
    if isinstance(one, ir.Finish):
        return bool(now == (winner(m, st, one), one.ending))
    if one.kind == "cards":
        return bool(now == Counter(dict(one.cards)))
    if one.kind == "changed":
        sc = Scope(40)
        by = m.values.value(one.by, sc)(st, [0, 0, 0, *[None] * (sc.size + 40)])
        return bool(now - old == by)
    return bool(now)


def winner(m: Match, st: State, verdict: ir.Finish) -> int | None:
    if verdict.who is None:
        return None
    seat: int = m.values.value(verdict.who, Scope(40))(st, [0, 0, 0, *[None] * 40])
    return seat if verdict.result == "win" else 1 - seat


def ended(result: tuple[int | None, str] | None) -> str:
    if result is None:
        return "the game is not over"
    won, ending = result
    who = "nobody has" if won is None else ("you have", "opponent has")[won]
    return f'the game is over: {who} won, as "{ending}"'


def differs(one: ir.Holds | ir.Finish, old: Any, now: Any) -> str:
    if isinstance(one, ir.Finish):
        return ended(now)
    if one.kind == "cards":
        held = ", ".join(f"{n} {name}" if n > 1 else name for name, n in sorted(now.items()))
        return f"{one.text}: it holds {held or 'nothing'}"
    if one.kind == "changed":
        return f"{one.text}: it went from {old} to {now}"
    return f"{one.text}: this does not hold"
