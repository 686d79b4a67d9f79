"""Studies of a game: the best that a holder can do from one position, found by trying every answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.engine import examples
from yomi_dsl.engine.bots import RowBot, Stream
from yomi_dsl.engine.errors import EngineLimit, GameOver, Untold
from yomi_dsl.engine.limits import POSITIONS
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State
from yomi_dsl.nodes import evolve

ROLLS = 99
"""More dice than any line of play rolls."""
Found = tuple[int, tuple[str, ...]]
"""What a position is still worth, and the answers that lead there, in words."""
FIRST_CARD = 3
"""The holder of a mark that is card 0."""


class TooMany(Exception):
    """There are more positions than are looked at."""


@attrs.frozen
class Line:
    """The best from where the tally begins with ``first``. ``total`` is None where there was too much to look at, no end, or
    chance that is not told."""

    first: int
    total: int | None
    answers: tuple[str, ...]


def lines(game: ir.Game, study: ir.Study, holder: str) -> tuple[Line, ...]:
    """What a study finds for a holder, a line for each value of its tally."""
    search = Search(game, study, holder)
    return tuple(search.line(first) for first in search.firsts())


class Search:
    """Goes through the positions, each once: what it is worth does not depend on how it came about."""

    def __init__(self, game: ir.Game, study: ir.Study, holder: str) -> None:
        at = [head for head, _ in game.heads].index(study.head)
        mine, theirs = study.start.brings
        start = evolve(study.start, brings=((*mine[:at], holder, *mine[at + 1 :]), theirs))
        self.start = evolve(start, steps=start.steps * ROLLS)
        zones = tuple(evolve(zone, limit=None) for zone in game.zones)  # a whole deck may lie where a few cards do
        self.study, self.m = (
            study,
            Match(evolve(game, given=study.given, zones=zones), start.brings, examples.fixtures(start)),
        )
        self.tries = [(row.choice, RowBot(self.m, evolve(study.tries, rows=(row,)))) for row in study.tries.rows]
        names = [measure.name for measure in game.measures]
        self.counted, self.plays = 2 * names.index(study.measure), 2 * len(names)
        self.known: dict[Any, Found] = {}
        self.seen: dict[Any, Any] = {}

    def firsts(self) -> range:
        one = next(x for x in self.m.game.tallies if x.name == self.study.tally)
        low, high = [
            end.body.value if isinstance(end.body, ir.Lit) and isinstance(end.body.value, int) else 0
            for end in (one.low, one.high)
        ]
        return range(low, high + 1)

    def line(self, first: int) -> Line:
        m = self.m
        try:
            st = examples.given(m, evolve(self.start, tallies=(*self.start.tallies, (self.study.tally, 0, first))))
            m.count(st)
            examples.begin(m, st, self.start)
            total, answers = self.best(self.settled(st))
        except (TooMany, EngineLimit, GameOver, RecursionError, Untold):
            return Line(first, None, ())
        return Line(first, total, answers)

    def best(self, st: State) -> Found:
        if not st.pending:
            return 0, ()
        key = self.position(st)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= POSITIONS:
                raise TooMany
            found = self.known[key] = max(self.tried(st), key=lambda one: one[0])
        return found

    def tried(self, st: State) -> Iterator[Found]:
        for index in self.answers(st):
            after = st.copy()
            self.m.step(after, index, 0)
            self.settled(after)
            gained, rest = self.count(after) - self.count(st), self.best(after)
            yield gained + rest[0], (*self.said(st, after, index), *rest[1])

    def count(self, st: State) -> int:
        assert st.counts is not None
        return st.counts[self.counted]

    def answers(self, st: State) -> list[int]:
        """The answers that are tried: what each row for such a question says, else all."""
        asked = st.pending[0]
        liked = dict.fromkeys(bot(st, asked, Stream(0)) for choice, bot in self.tries if choice == asked[1])
        return list(liked) or list(range(len(asked[3]) + bool(asked[4])))

    def settled(self, st: State) -> State:
        """As far as seat 0's next question. The other one declines, or takes what is offered first."""
        while st.pending and (theirs := [asked for asked in st.pending if asked[0]]):
            self.m.step(st, len(theirs[0][3]) if theirs[0][4] else 0, 1)
        return st

    def said(self, st: State, after: State, index: int) -> Iterator[str]:
        """An answer in words; a card that is not played by it is told with what it is for. To stop is not told."""
        _, name, kind, options, _ = st.pending[0]
        if index < len(options):
            label = self.m.label(kind, options[index])
            yield (
                label
                if kind == "card" and self.played(after, options[index]) > self.played(st, options[index])
                else f"({name} {label})"
            )

    def played(self, st: State, card: int) -> int:
        assert st.counts is not None
        return st.counts[self.plays + card]

    def position(self, st: State) -> Any:
        """What a position is known by. Cards count by their names; of the order in a zone, only the end where cards arrive."""
        _, name, kind, options, stop = st.pending[0]
        asked = (name, tuple([self.m.label(kind, option) for option in options]), stop)
        zones = tuple([self.zone(st, z, cards) for z, cards in enumerate(st.zones)])
        tallies = (*st.tallies, *sorted((self.card(st, c), n) for c, n in st.card_tallies.items()))
        marks = tuple(sorted((mark[0], self.holder(st, mark[1]), mark[6]) for mark in st.marks))
        return asked, zones, tallies, marks, tuple(sorted((key[0], used) for key, used in st.limits.items()))

    def zone(self, st: State, z: int, cards: tuple[int, ...]) -> Any:
        """Most zones are as they were in the position before, so each is named once."""
        key = z, cards, tuple([(c, st.face[c]) for c in cards if st.face[c]])
        found = self.seen.get(key)
        if found is None:
            end = {"pile": cards[:1], "row": cards[-1:]}.get(self.m.z_order[z], ())
            found = self.seen[key] = tuple([tuple(sorted([self.card(st, c) for c in some])) for some in (cards, end)])
        return found

    def card(self, st: State, c: int) -> tuple[str, int]:
        return str(self.m.name[c]), st.face[c]

    def holder(self, st: State, who: int) -> tuple[str, int]:
        return ("", who) if who < FIRST_CARD else self.card(st, who - FIRST_CARD)
