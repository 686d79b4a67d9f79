"""A game played on the engine, and the same decisions on the reference: both must ask and show the same all the way."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

from tests.reference import match as reference
from tests.reference.choices import Request
from tests.reference.state import Match, Place, Ref
from tests.reference.values import Counter, tally
from yomi_dsl import ir
from yomi_dsl.engine import match as engine
from yomi_dsl.engine import random_streams
from yomi_dsl.engine.state import State

Brings = tuple[tuple[str, ...], ...]


class DivergenceError(AssertionError):
    """The two disagree."""


class Enough(Exception):
    """As many questions as wanted have been compared."""


@dataclass
class Asked:
    """A question that the engine put, the answer it got, and what it then showed."""

    seat: int
    name: str
    options: tuple[Any, ...]
    last: str
    answer: Any
    both: bool
    shown: dict[str, Any]


def compare(game: ir.Game, brings: Brings, seed: int, most: int = 100_000) -> int:
    """Play a game with random decisions on both; how many questions were put. Raises `DivergenceError`."""
    m = engine.Match(game, brings)
    st = m.start(seed)
    asked = engine_game(m, st, random.Random(seed), most)
    streams = Streams(m, seed)
    replay = Replay(asked, st)
    other = replay.match = Match(game, brings, replay.ask, streams)
    try:
        over = reference.finish(other)
    except Enough:
        return len(asked)
    if st.result is None:
        raise DivergenceError(f"the reference is over after {replay.done} questions: {over.winner} {over.ending!r}")
    differ("result", st.result, (over.winner, over.ending), replay.done)
    if len(asked) != replay.done:
        raise DivergenceError(f"the reference is over after {replay.done} questions, the engine after {len(asked)}")
    for key, shown in engine_shows(m, st).items():
        differ(key, shown, reference_shows(other)[key], replay.done)
    return len(asked)


def differ(what: str, by_engine: Any, by_reference: Any, number: int) -> None:
    """Raise if they do."""
    if by_engine != by_reference:
        raise DivergenceError(f"question {number}: {what}\n  engine    {by_engine}\n  reference {by_reference}")


# ---- saved and loaded ------------------------------------------------------------------------------------------------


def goes_on_when_loaded(game: ir.Game, brings: Brings, seed: int, most: int = 100_000) -> None:
    """A game that is saved and loaded at every other question is the same as one that goes on. What is not saved may not tell."""
    m, rng = engine.Match(game, brings), random.Random(seed)
    st = m.start(seed)
    other = st.copy()
    while not st.over and st.decisions < most:
        if rng.random() < 0.5:
            other = State.from_data(json.loads(json.dumps(other.to_data())))
        request = rng.choice(m.requests(st))
        index = rng.randrange(request.answers)
        for one in st, other:
            m.step(one, index, request.seat)
        differ("saved and loaded", st.to_data(), other.to_data(), st.decisions)


# ---- the engine's side -----------------------------------------------------------------------------------------------


def engine_game(m: engine.Match, st: State, rng: random.Random, most: int) -> list[Asked]:
    """Every question up to the end, or so many, with answers drawn at random."""
    asked = []
    while not st.over and len(asked) < most:
        requests = m.requests(st)
        request = rng.choice(requests)
        index = rng.randrange(request.answers)
        answer = request.options[index] if index < len(request.options) else None
        shown = engine_shows(m, st)
        options = tuple(option_of(m, request.kind, option) for option in request.options)
        answer = None if answer is None else option_of(m, request.kind, answer)
        asked.append(Asked(request.seat, request.name, options, request.stop, answer, len(requests) > 1, shown))
        m.step(st, index, request.seat)
    return asked


def option_of(m: engine.Match, kind: str, option: Any) -> Any:
    """An option in the reference's terms. Both number the cards alike."""
    if kind == "card":
        return Ref(option)
    return Place(m.z_name[option], m.z_seat[option]) if kind == "zone" else option


def engine_shows(m: engine.Match, st: State) -> dict[str, Any]:
    """All that a state shows, hidden cards too."""
    zones = {
        (name, seat): [(card, st.face[card]) for card in pile]
        for name, seat, pile in zip(m.z_name, m.z_seat, st.zones, strict=True)
        if name
    }
    tallies = {}
    for declared in m.game.tallies:
        base = m.tally_base[declared.name]
        if declared.of == "player":
            seats = (0, 0) if declared.mirrored else (0, 1)
            tallies[declared.name] = tuple(
                -st.tallies[base] if declared.mirrored and seat else st.tallies[base + seats[seat]] for seat in (0, 1)
            )
        elif declared.of == "game":
            tallies[declared.name] = (st.tallies[base],)
    marks = sorted((m.game.statuses[mark[0]].name, mark[1], mark[-1]) for mark in st.marks)
    return {
        "zones": zones,
        "tallies": tallies,
        "marks": marks,
        "active": None if m.game.turn.both else st.active,
        "turn": st.turn,
    }


# ---- the reference's side --------------------------------------------------------------------------------------------


class Streams:
    """Chance as the engine draws it: the same streams, with counters of its own."""

    def __init__(self, m: engine.Match, seed: int) -> None:
        self.streams = list(m.seeded(seed).streams)
        self.index = {Place(name, seat): i for i, (name, seat) in enumerate(zip(m.z_name, m.z_seat, strict=True))}

    def next(self, index: int) -> int:
        self.streams[index] += 1
        return self.streams[index] - 1

    def shuffle(self, place: Place, cards: list[int]) -> list[int]:
        return list(random_streams.shuffled(self.next(self.index[place]), tuple(cards)))

    def roll(self, sides: int) -> int:
        return random_streams.number(self.next(-2), sides) + 1

    def seat(self) -> int:
        return self.roll(2) - 1

    def cards(self, among: tuple[Ref, ...], count: int) -> tuple[Ref, ...]:
        return random_streams.shuffled(self.next(-1), among)[:count]


class Replay:
    """Answers the reference as the engine was answered, and compares what both put and show."""

    def __init__(self, asked: list[Asked], st: State) -> None:
        self.left = list(asked)
        self.cut = not st.over
        self.match: Match | None = None
        self.done = 0

    def ask(self, request: Request) -> Any:
        assert self.match is not None
        if not self.left:
            if self.cut:
                raise Enough
            raise DivergenceError(f"the engine is over, the reference asks seat {request.seat} {request.name!r}")
        asked = self.left[0]
        if asked.both:
            asked = next((one for one in self.left if one.seat == request.seat), asked)
        for key, value in reference_shows(self.match).items():
            differ(key, asked.shown[key], value, self.done)
        differ(
            "question", (asked.seat, asked.name, asked.options, asked.last), tuple(vars(request).values()), self.done
        )
        self.left.remove(asked)
        self.done += 1
        return asked.answer


def reference_shows(m: Match) -> dict[str, Any]:
    """All that a state shows, as the engine's is told."""
    zones = {
        (place.name, place.seat): [(number, m.cards[number].face) for number in pile] for place, pile in m.zones.items()
    }
    tallies = {}
    for declared in m.game.tallies:
        if declared.of != "card":
            seats = (0, 1) if declared.of == "player" else (None,)
            tallies[declared.name] = tuple(tally(Counter(declared.name, seat), m) for seat in seats)
    numbers = {None: 2}
    marks = sorted(
        (
            mark.status.name,
            3 + mark.holder.number if isinstance(mark.holder, Ref) else numbers.get(mark.holder, mark.holder),
            mark.open,
        )
        for mark in m.marks
    )
    return {
        "zones": zones,
        "tallies": tallies,
        "marks": marks,
        "active": None if m.game.turn.both else m.active(),
        "turn": m.turn,
    }
