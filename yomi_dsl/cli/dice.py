"""What bots rolled, kept until it gives nothing away any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.bots import Stream
from yomi_dsl.engine.match import Request
from yomi_dsl.engine.state import State
from yomi_dsl.sheets.text import clean


class Dice(Stream):
    """A bot's random numbers, of which the dice since the last look are remembered."""

    __slots__ = ("rolled",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolled: list[tuple[int, int]] = []

    def roll(self, sides: int) -> int:
        self.rolled.append((sides, super().roll(sides)))
        return self.rolled[-1][1]


class Roll(NamedTuple):
    """A die that a seat rolled for a question, and the card that it led to."""

    seat: int
    name: str
    sides: int
    result: int
    card: int | None


def rolls(dice: Dice, request: Request, index: int) -> Iterator[Roll]:
    """What was rolled for an answer."""
    card = request.options[index] if request.kind == "card" and index < len(request.options) else None
    yield from (Roll(request.seat, request.name, sides, result, card) for sides, result in dice.rolled)


def told(voice: Voice, st: State, waiting: list[Roll]) -> Iterator[str]:
    """The dice whose answers are settled. One for a card that stays unseen is never told."""
    open_now = {pending[1] for pending in st.pending if pending[0] in (0, 1)}
    settled = [roll for roll in waiting if roll.name not in open_now]
    waiting[:] = [roll for roll in waiting if roll not in settled]
    for roll in settled:
        if voice.seat is None or (roll.card is not None and _sees(voice, st, roll.card)):
            who = voice.player(roll.seat).text
            yield f"    - {who} rolled {roll.result} of {roll.sides} for {clean(roll.name)}"


def _sees(voice: Voice, st: State, card: int) -> bool:
    return bool(voice.m.secrecy.card_seen(st, card) >> (voice.seat or 0) & 1)
