"""The examples of a game, run on the reference: the same texts that the engine runs, by other code."""

from __future__ import annotations

from collections import Counter as Bag
from typing import Any

from tests.reference import effects, events, sources, values
from tests.reference.choices import Request
from tests.reference.effects import put
from tests.reference.match import end_long_game
from tests.reference.state import Bound, Env, GameOver, Halted, Mark, Match, Occurrence, Place, Ref
from yomi_dsl import ir


class Wrong(Exception):
    """The example and the game disagree."""


class Script:
    """Answers of an example, each seat's in order. A shuffle keeps the order; rolls and cards at random are told."""

    def __init__(self, example: ir.Example) -> None:
        self.steps = {
            seat: [s for s in example.steps if isinstance(s, ir.Answer) and s.seat == seat] for seat in (0, 1)
        }
        self.rolls = [step.value for step in example.steps if isinstance(step, ir.RollIs)]
        self.lots = [step.card for step in example.steps if isinstance(step, ir.RandomIs)]
        self.match: Match | None = None

    def ask(self, request: Request) -> Any:
        if not self.steps[request.seat]:
            raise Wrong(f"seat {request.seat} is asked {request.name!r}, and has no answer left")
        step = self.steps[request.seat].pop(0)
        if step.choice == request.last != "":
            return None
        wanted = step.values[0] if step.values else ""
        for option in request.options:
            if step.choice == request.name and self.label(option) == wanted:
                return option
        raise Wrong(f"seat {request.seat} is asked {request.name!r} and answers {step.choice!r} {wanted!r}")

    def label(self, option: Any) -> Any:
        assert self.match is not None
        if isinstance(option, Place):
            return option.name
        return self.match.card(option).printed.name if isinstance(option, Ref) else option

    def shuffle(self, place: Place, cards: list[int]) -> list[int]:
        return cards

    def roll(self, sides: int) -> int:
        if not self.rolls:
            raise Wrong("a roll is not told")
        return self.rolls.pop(0)

    def seat(self) -> int:
        return 0

    def cards(self, among: tuple[Ref, ...], count: int) -> tuple[Ref, ...]:
        drawn: list[Ref] = []
        for _ in range(count):
            fitting = [card for card in among if card not in drawn and self.lots and self.label(card) == self.lots[0]]
            if not fitting:
                raise Wrong("a card at random is not told, or cannot be that")
            drawn.append(fitting[0])
            self.lots.pop(0)
        return tuple(drawn)


def run_example(game: ir.Game, example: ir.Example) -> list[str]:
    """What is wrong with it, or nothing."""
    script = Script(example)
    m = script.match = Match(game, example.brings, script.ask, script)
    give(m, example)
    before = [held(one, m) for one in example.then]
    over: GameOver | None = None
    try:
        phases(m, example)
    except Halted:
        pass
    except GameOver as verdict:
        over = verdict
    except Wrong as wrong:
        return [str(wrong)]
    left = [step.choice for steps in script.steps.values() for step in steps]
    wrong_ones = [f"answers nobody asked for: {left}"] if left else []
    for one, old in zip(example.then, before, strict=True):
        if isinstance(one, ir.Finish):
            wrong_ones += [] if ended_so(one, over, m) else [f"{one}: {over!r}"]
        elif not judged(one, old, m):
            wrong_ones.append(f"{one.text}: {held(one, m)!r}, before {old!r}")
    return wrong_ones


# ---- given -----------------------------------------------------------------------------------------------------------


def give(m: Match, example: ir.Example) -> None:
    """The state from which the example starts."""
    m.seat, m.turn = example.active, example.turn
    for pile in m.zones.values():
        for number in pile:
            events.bind_rules(m, sources.of_card(m, Ref(number)))
    m.starts[("turn", None)] = m.starts[("turn", m.seat)] = example.turn
    doer = None if m.game.turn.both else m.seat
    m.running.append(Occurrence("turn", doer, example.turn, None if doer is None else example.turn))
    for card in example.extra:
        for seat in (0, 1):
            for _ in range(20):
                m.lay(card, seat, Place("", seat)) if Place("", seat) in m.zones else m.zones.update(
                    {Place("", seat): []}
                )
    for place in example.places:
        shared = Place(place.zone, None) in m.zones
        target = Place(place.zone, None if shared else place.player)
        for name, copies in place.cards:
            for _ in range(copies):
                put(m, find(m, name, place.player), target, target, "bottom", None)
    for name, seat, number in example.tallies:
        declared = m.declared("tallies", name)
        m.tallies[m.tally_key(values.Counter(name, seat if declared.of == "player" else None))] = (
            -number if declared.mirrored and seat == 1 else number
        )
    for name, seat in example.statuses:
        status = m.declared("statuses", name)
        span = values.bind(status.span, m, Env([seat, None], None))
        m.marks.append(Mark(m.tick(), status, None if status.holder == "game" else seat, (), span))
    if m.game.given is not None:
        effects.run(m.game.given.body, m, values.frame(m.game.given, m.active(), doer=m.active()))
    m.zones = {place: pile for place, pile in m.zones.items() if place.name != ""}
    events.settle(m)
    m.ready = True


def find(m: Match, name: str, seat: int) -> Ref:
    """A card of that name that is not yet placed: of the seat's own deck, or a fixture."""
    for place in Place("", seat), Place("box", seat):
        for number in m.zones.get(place, []):
            if m.cards[number].printed.name == name:
                return Ref(number)
    raise Wrong(f"seat {seat} has no further card {name!r}")


# ---- the run ---------------------------------------------------------------------------------------------------------


def phases(m: Match, example: ir.Example) -> None:
    """From the start of the given phase to its end, or to the edge that the example names."""
    stops = [step for step in example.steps if isinstance(step, ir.RunUntil)]
    until = stops[-1] if stops else ir.RunUntil("end", example.phase, 0)
    nth = until.nth + 1 if until.phase == example.phase else max(until.nth, 1)
    m.halt = (until.phase, m.starts.get((until.phase, None), 0) + nth) if until.edge == "start" else None
    names = m.game.turn.phases[m.game.turn.phases.index(example.phase) :]
    last_turn = example.turn + until.nth
    while True:
        for name in names:
            effects.do(m, name, None if m.game.turn.both else m.seat)
            if name == until.phase and m.starts.get((name, None), 0) == nth:
                return
        events.end_edge(m, m.running[0])
        if (until.edge, until.phase) == ("end", "turn") and m.turn == last_turn:
            return
        end_long_game(m)
        m.seat, m.turn, names = 1 - m.seat, m.turn + 1, m.game.turn.phases
        events.start_edge(m, "turn", None if m.game.turn.both else m.seat)


# ---- then ------------------------------------------------------------------------------------------------------------


def ended_so(verdict: ir.Finish, over: GameOver | None, m: Match) -> bool:
    if over is None or over.ending != verdict.ending:
        return False
    if verdict.who is None:
        return over.winner is None
    who = values.value(verdict.who, m, Env([0, *[None] * 30], 0))
    return bool(over.winner == (who if verdict.result == "win" else 1 - who))


def held(one: ir.Holds | ir.Finish, m: Match) -> Any:
    """What is looked at: a value, or the names in a zone with their copies."""
    if isinstance(one, ir.Finish):
        return None
    found = values.value(one.value, m, Env([0, *[None] * 30], 0))
    if one.kind == "cards":
        return dict(Bag(m.cards[number].printed.name for pile in values.piles(found, m) for number in pile))
    return found


def judged(one: ir.Holds, old: Any, m: Match) -> bool:
    now = held(one, m)
    if one.kind == "cards":
        return now == dict(one.cards)
    if one.kind == "changed":
        return now - old == values.value(one.by, m, Env([0, *[None] * 30], 0))
    return bool(now)


__all__ = ["Bound", "run_example"]
