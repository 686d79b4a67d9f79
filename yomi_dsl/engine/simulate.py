"""Many games of one match between two bots, counted in whole numbers that can be added up, whoever played them."""

from __future__ import annotations

import gc
from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs

from yomi_dsl.engine.bots import Player, Stream
from yomi_dsl.engine.errors import EngineLimit
from yomi_dsl.engine.random_streams import seeded

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

SELDOM = 20_000
"""How many more things there must be before cycles are looked for."""


@attrs.define
class Stats:
    """Sums over games. Adding those of parts, in any order, gives those of the whole.

    wins       of seat 0, of seat 1, and neither
    first      games won by whoever acted first
    endings    (ending, winner or -1) -> games
    turns      number of turns -> games, so that all of the spread is there
    decisions  questions with two answers or more
    measures   name -> sums for seat 0 and seat 1
    played     (seat, card id) -> how often it came into a zone where cards are played
    in_games   (seat, card id) -> games in which it did
    broken     text of an invariant -> games in which it failed
    limits     kind of a limit of the engine -> games that reached it
    """

    games: int = 0
    wins: list[int] = attrs.field(factory=lambda: [0, 0, 0])
    first: int = 0
    endings: Counter[tuple[str, int]] = attrs.field(factory=Counter)
    turns: Counter[int] = attrs.field(factory=Counter)
    decisions: int = 0
    measures: dict[str, list[int]] = attrs.field(factory=dict)
    played: Counter[tuple[int, str]] = attrs.field(factory=Counter)
    in_games: Counter[tuple[int, str]] = attrs.field(factory=Counter)
    broken: Counter[str] = attrs.field(factory=Counter)
    limits: Counter[str] = attrs.field(factory=Counter)

    def __add__(self, other: Stats) -> Stats:
        names = dict.fromkeys([*self.measures, *other.measures])
        zero = [0, 0]
        return Stats(
            self.games + other.games,
            [a + b for a, b in zip(self.wins, other.wins)],
            self.first + other.first,
            self.endings + other.endings,
            self.turns + other.turns,
            self.decisions + other.decisions,
            {n: [a + b for a, b in zip(self.measures.get(n, zero), other.measures.get(n, zero))] for n in names},
            self.played + other.played,
            self.in_games + other.in_games,
            self.broken + other.broken,
            self.limits + other.limits,
        )

    def to_data(self) -> dict[str, Any]:
        """As JSON-able data, in an order of its own making."""
        return {
            "games": self.games, "wins": self.wins, "first": self.first, "decisions": self.decisions,
            "endings": sorted([e, w, n] for (e, w), n in self.endings.items()),
            "turns": sorted([t, n] for t, n in self.turns.items()),
            "measures": {n: self.measures[n] for n in sorted(self.measures)},
            "played": sorted([s, c, n, self.in_games[s, c]] for (s, c), n in self.played.items()),
            "broken": dict(sorted(self.broken.items())), "limits": dict(sorted(self.limits.items())),
        }  # fmt: skip


def undisturbed() -> None:
    """Before many games in a process: games leave no cycles behind, so these are seldom looked for, and never in the match."""
    gc.freeze()
    gc.set_threshold(SELDOM)


def simulate(
    m: Match, bots: tuple[Player, Player], games: int, seed: int, first: int = 0, invariants: bool = False
) -> Stats:
    """Plays games number ``first``, ``first + 1``, ...: the seed of each is drawn from ``seed`` and its number alone."""
    stats = Stats(measures={x.name: [0, 0] for x in m.game.measures})
    checks = [(check.text, m.values.function(check.proc)) for check in m.game.invariants] if invariants else []
    for index in range(first, first + games):
        play(m, bots, seeded(seed, index), stats, checks)
    return stats


def play(m: Match, bots: tuple[Player, Player], seed: int, stats: Stats, checks: list[tuple[str, Any]]) -> None:
    """One game, added to the sums."""
    streams = (Stream(seeded(seed, "bot", 0)), Stream(seeded(seed, "bot", 1)))
    broken: set[str] = set()
    try:
        st = m.start(seed, counting=True)
    except EngineLimit as limit:
        stats.games += 1
        stats.limits[limit.kind] += 1
        return
    starter = st.active
    if st.turn % 2 == 0 and not m.game.turn.both:
        starter = 1 - starter
    decisions = 0
    try:
        while st.pending:
            asked = st.pending[0]
            answers = len(asked[3]) + (1 if asked[4] else 0)
            decisions += answers > 1
            m.step(st, bots[asked[0]](st, asked, streams[asked[0]]), asked[0])
            broken |= {text for text, holds in checks if text not in broken and not (holds(st, 0) and holds(st, 1))}
    except EngineLimit as limit:
        stats.limits[limit.kind] += 1
    _add(m, st, stats, starter, decisions)
    stats.broken.update(broken)


def _add(m: Match, st: Any, stats: Stats, starter: int, decisions: int) -> None:
    winner, ending = st.result if st.result is not None else (None, "")
    stats.games += 1
    stats.wins[2 if winner is None else winner] += 1
    stats.first += winner == starter
    stats.endings[ending, -1 if winner is None else winner] += 1
    stats.turns[st.turn] += 1
    stats.decisions += decisions
    for i, measure in enumerate(m.game.measures):
        for seat in (0, 1):
            stats.measures[measure.name][seat] += st.counts[2 * i + seat]
    seen: set[tuple[int, str]] = set()
    for c, count in enumerate(st.counts[2 * len(m.game.measures) :]):
        if count:
            key = (m.owner[c], m.cards[c].id)
            stats.played[key] += count
            seen.add(key)
    stats.in_games.update(seen)
