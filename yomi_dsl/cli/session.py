"""One game in progress: the state, who answers for which seat, what was decided, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.dice import Dice, Roll, rolls
from yomi_dsl.cli.telling import Telling
from yomi_dsl.cli.usage import UsageError, closest
from yomi_dsl.engine.bots import Player, bot_named
from yomi_dsl.engine.match import Match, Request
from yomi_dsl.engine.random_streams import seeded
from yomi_dsl.engine.replay import EVERY, Replay
from yomi_dsl.engine.state import State
from yomi_dsl.irtext import game_hash

CHANCE = "chance"
Seats = tuple[tuple[str, ...], tuple[str, ...]]


@attrs.define(eq=False)
class Session:
    """A match with its state. ``back`` holds what there was before each decision of a seat without a bot.

    ``bot`` is the name of the bot that plays, "" for chance; ``rolls`` are its dice that were not told yet."""

    m: Match
    seed: int
    bots: tuple[Player | None, Player | None]
    bot: str
    state: State
    replay: Replay
    streams: tuple[Dice, Dice]
    back: list[tuple[State, tuple[int, int], int]] = attrs.field(factory=list)
    rolls: list[Roll] = attrs.field(factory=list)

    @property
    def asked(self) -> Request | None:
        """The open question of a seat that no bot plays."""
        return next((one for one in self.m.requests(self.state) if self.bots[one.seat] is None), None)

    def answer(self, request: Request, index: int) -> None:
        """A decision of a seat without a bot; the bots then go on to the next one."""
        self._remember()
        self.step(request.seat, index)

    def _remember(self) -> None:
        marks = (self.streams[0].state, self.streams[1].state)
        self.back.append((self.state.copy(), marks, len(self.replay.decisions)))

    def catch_up(self, decisions: Sequence[tuple[int, int]]) -> None:
        """Decisions that were made and told before, of all seats; those of a seat without a bot can be taken back."""
        assert self.state.log is not None
        for seat, index in decisions:
            self.state.log.clear()
            if self.bots[seat] is None:
                self._remember()
            else:
                self._think(seat)
            self.step(seat, index)
        self.state.log.clear()

    def step(self, seat: int, index: int) -> None:
        self.replay.note(self.state, index, seat)
        self.m.step(self.state, index, seat)

    def bots_answer(self) -> bool:
        """One decision of a bot, if a bot is asked and nobody else: what is seen is settled before they think."""
        if self.asked is not None:
            return False
        for request in self.m.requests(self.state):
            self.streams[request.seat].rolled.clear()
            index = self._think(request.seat)
            self.rolls += rolls(self.streams[request.seat], request, index)
            self.step(request.seat, index)
            return True
        return False

    def _think(self, seat: int) -> int:
        """What the bot of a seat answers. Its stream of chance goes on, also where the answer is known from before."""
        bot = self.bots[seat]
        pending = next((one for one in self.state.pending if one[0] == seat), None)
        if bot is None or pending is None:
            raise ValueError("no such question is open")
        return bot(self.state, pending, self.streams[seat])

    def undo(self) -> bool:
        """Back to the last decision of a seat without a bot. The log since then is gone, too."""
        if not self.back:
            return False
        self.state, marks, decisions = self.back.pop()
        self.rolls.clear()
        self.streams[0].state, self.streams[1].state = marks
        del self.replay.decisions[decisions:]
        del self.replay.prints[-(-decisions // EVERY) :]
        return True


def begin(game: ir.Game, seats: Seats, seed: int, bots: tuple[str | None, str | None]) -> Session:
    """A new game, at its first question. A bot is named; None is a seat that is played from outside."""
    m = Telling(game, seats)
    players = tuple(None if name is None else bot_named(m, name) for name in bots)
    state = m.start(seed, logging=True)
    streams = (Dice(seeded(seed, "bot", 0)), Dice(seeded(seed, "bot", 1)))
    replay = Replay(game_hash(game), m.brings, seed)
    bot = next((name for name in bots if name), "")
    return Session(m, seed, (players[0], players[1]), bot, state, replay, streams)


def bot_name(game: ir.Game, asked: str | None) -> str:
    """The bot that is meant, as the engine names it: without a name the game's first; "chance" answers by chance."""
    if asked is None:
        return game.bots[0].name if game.bots else ""
    if asked.casefold() == CHANCE:
        return ""
    found = [bot.name for bot in game.bots if bot.name.casefold().startswith(asked.casefold())]
    exact = [name for name in found if name.casefold() == asked.casefold()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    names = [*(bot.name for bot in game.bots), CHANCE]
    raise UsageError(f'{game.name} has no bot "{asked}"', closest(asked, names) or f"there are: {', '.join(names)}")
