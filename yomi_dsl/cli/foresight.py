"""Which cards of an event a seat may be told: those that it sees by then, and those that come to light by the event."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, takewhile
from typing import Any

import attrs

from yomi_dsl.cli.telling import Noted
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State

Entry = tuple[Any, ...]
_BETWEEN = ("do", "rule", "random", "change", "mark", "open", "shut")
"""What may stand between an event and the move by which its card comes to light."""


@attrs.define(eq=False)
class Foresight:
    """``seen``: the cards whose place the seat sees, as far as the log has been read."""

    m: Match
    seat: int | None
    seen: set[int] = attrs.field(factory=set)

    def begin(self, st: State) -> None:
        """The log goes on from a state."""
        cards = (card for zone in st.zones for card in zone)
        self.seen = {card for card in cards if self.m.secrecy.card_seen(st, card) >> (self.seat or 0) & 1}

    def read(self, log: Sequence[Entry]) -> list[Entry]:
        """The same log; in an event all of whose cards may be told, they are.

        Not in a pick by chance: that the card which comes to light is the one that was picked may be a secret."""
        return [entry if self.seat is None else self._read(entry, log, i) for i, entry in enumerate(log)]

    def _read(self, entry: Entry, log: Sequence[Entry], i: int) -> Entry:
        if entry[0] == "move":
            seen = self.m.secrecy.zone_seen(entry[3]) >> (self.seat or 0) & 1
            (self.seen.add if seen else self.seen.discard)(entry[1])
        elif entry[0] == "do" and (cards := self.m.secrecy.cards(entry[:-1])):
            if self.seen.union(self._come_to_light(log[i + 1 : i + 40])).issuperset(cards):
                return _with(entry, entry[-1] | 1 << (self.seat or 0))
        return entry

    def _come_to_light(self, log: Sequence[Entry]) -> set[int]:
        """The cards that the next moves let the seat see."""
        moves = takewhile(
            lambda entry: entry[0] in ("move", "flip"), dropwhile(lambda entry: entry[0] in _BETWEEN, log)
        )
        return {entry[1] for entry in moves if entry[0] == "move" and entry[-1] >> (self.seat or 0) & 1}


def _with(entry: Entry, seen: int) -> Entry:
    """The same entry, of whose cards more is seen."""
    made = Noted((*entry[:-1], seen))
    if isinstance(entry, Noted):
        made.amounts, made.stopped = entry.amounts, entry.stopped
        made.because, made.verdict = entry.because, entry.verdict
    return made
