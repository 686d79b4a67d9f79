"""Declared values and tallies as they now are, as functions of the state and of whose they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import is_constant
from yomi_dsl.engine.worth import Worth

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class ValuesNow:
    """Reads declared values and tallies for one match. ``card_tallies``: the readers of those of cards, by number."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.calls: dict[str, Callable[..., Any]] = {}

    @cached_property
    def card_tallies(self) -> dict[int, Callable[[State, int], int]]:
        return {t: self.card_tally(self.m.game.tallies[t].name) for t in self.m.card_tallies}

    def called(self, name: str) -> Callable[..., Any]:
        """A declared value or relation; that of a player through its modifiers."""
        found = self.calls.get(name)
        if found is not None:
            return found
        cell: list[Callable[..., Any]] = []
        self.calls[name] = lambda st, *args: cell[0](st, *args)
        declared = self.m.game.values[self.m.vid[name]]
        run = self.m.values.function(declared.proc)
        if name in self.m.modified_values and declared.subjects == ("player",):
            run = self._through_modifiers(self.m.vid[name], run)
        cell.append(run)
        self.calls[name] = run
        return run

    def _through_modifiers(self, vid: int, run: Callable[..., Any]) -> Callable[..., Any]:
        reworth = self.m.reworth

        def read(st: State, player: Any) -> Any:
            worth = st.worth or reworth(st)
            if player is None:
                return run(st, None)
            known = worth.players[vid]
            return known[player] if known is not None else self.modified(st, vid, run, player)

        return read

    def modified(self, st: State, vid: int, run: Callable[..., Any], player: Any) -> Any:
        """A declared value of a player after its modifiers."""
        found = run(st, player)
        for change in (st.worth or self.m.reworth(st)).values[vid]:
            env = change.env[:]
            env[2] = player
            if change.code.fits(st, env, player):
                found = change.code.applied(st, env, found)
        return found

    def of_players(self, worth: Worth, vid: int) -> tuple[Any, Any] | None:
        """A declared value for each player, if neither its formula nor its modifiers read anything that moves."""
        body = self.m.game.values[vid].proc.body
        if not is_constant(body) or not all(c.code.steady for c in worth.values[vid]):
            return None
        run, state = self.m.values.function(self.m.game.values[vid].proc), self.m.blank
        state.worth = worth
        found = self.modified(state, vid, run, 0), self.modified(state, vid, run, 1)
        state.worth = None
        return found

    def tally(self, name: str) -> Callable[[State, int], Any]:
        t, base = self.m.tally[name], self.m.tally_base[name]
        if t.of == "card":
            return self.card_tally(name)
        if t.mirrored:
            return lambda st, of: -st.tallies[base] if of else st.tallies[base]
        return lambda st, of: st.tallies[base + of]

    def card_tally(self, name: str) -> Callable[[State, int], int]:
        t, n = self.m.tally_number[name] * self.m.N, self.m.N
        start = self.m.values.function(self.m.tally[name].start)

        def read(st: State, card: int) -> int:
            found = st.card_tallies.get(t + card % n)
            return int(start(st, card % n)) if found is None else found

        return read
