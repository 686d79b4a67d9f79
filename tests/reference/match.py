"""A whole game: setup, then turn after turn until somebody wins."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.reference import effects, events, sources, values
from tests.reference.events import Event
from tests.reference.state import Chance, GameOver, Match, Ref
from yomi_dsl import ir


def play(game: ir.Game, brings: tuple[tuple[str, ...], ...], ask: Callable, chance: Chance) -> tuple[Match, GameOver]:
    """Play a game to its end; what was reached, and how it ended."""
    m = Match(game, brings, ask, chance)
    return m, finish(m)


def finish(m: Match) -> GameOver:
    """Play a laid-out match to its end."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 50_000))
    try:
        begin(m)
        while True:
            turn(m)
    except GameOver as over:
        return over
    finally:
        sys.setrecursionlimit(before)


def begin(m: Match) -> None:
    """Who begins; the setup; from then on conditions are watched."""
    if m.game.turn.first == "chance":
        m.seat = m.chance.seat()
    for pile in m.zones.values():
        for number in pile:
            if m.is_live(m.cards[number].place):
                events.bind_rules(m, sources.of_card(m, Ref(number)))
    if m.game.setup is not None:
        effects.run(m.game.setup.body, m, values.frame(m.game.setup, m.active(), doer=m.active()))
    m.ready = True
    events.check(m)


def turn(m: Match) -> None:
    """One turn: an event around its phases, each done by the active player, or by nobody where both act at once."""
    end_long_game(m)
    m.turn += 1
    if m.turn > 1:
        m.seat = 1 - m.seat
    events.check(m)
    doer = None if m.game.turn.both else m.seat

    def body(event: Event) -> None:
        for phase in m.game.turn.phases:
            effects.do(m, phase, doer)

    events.happen(m, Event("turn", [doer], body, phase=True))


def end_long_game(m: Match) -> None:
    """The verdict when there have been so many turns."""
    if m.turn == m.game.turn_limit and m.game.turn_limit_verdict is not None:
        proc = m.game.turn_limit_verdict
        effects.run(proc.body, m, values.frame(proc, m.active(), doer=m.active()))
