"""Bots: rows of preferences over the names of choices, and one that answers by chance. They draw from their own stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from yomi_dsl import ir
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.random_streams import MASK
from yomi_dsl.engine.state import Pending, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

MULTIPLY, ADD = 6364136223846793005, 1442695040888963407


class Stream:
    """A bot's random numbers."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def below(self, n: int) -> int:
        self.state = (self.state * MULTIPLY + ADD) & MASK
        return (self.state >> 33) % n

    def roll(self, sides: int) -> int:
        """A die: one to its number of sides."""
        return self.below(sides) + 1


class Player(Protocol):
    """Whatever answers questions for one match."""

    def __call__(self, st: State, asked: Pending, stream: Stream) -> int:
        """The index of an answer; ``len(options)`` is to stop or decline."""
        ...


def uniform(st: State, asked: Pending, stream: Stream) -> int:
    """Any answer, by chance."""
    answers = len(asked[3]) + (1 if asked[4] else 0)
    return stream.below(answers) if answers > 1 else 0


Row = Callable[[State, int, Pending, Stream], "int | None"]


class RowBot:
    """A bot of a game, made ready for a match. It looks only at the question and at what its seat may know."""

    def __init__(self, m: Match, bot: ir.Bot) -> None:
        self.m, self.bot = m, bot
        self.sc = Scope(len(bot.names) + 1, known=(0,))
        self.rows = {row.choice: [self._row(one) for one in row.rows] for row in bot.rows}

    def __call__(self, st: State, asked: Pending, stream: Stream) -> int:
        seat, name = asked[0], asked[1]
        for row in (*self.rows.get(name, ()), *self.rows.get("any", ())):
            index = row(st, seat, asked, stream)
            if index is not None:
                return int(index)
        return 0

    def _env(self, seat: int) -> list[Any]:
        return [0, 0, seat, *[None] * (self.sc.size + 1)]

    def _row(self, one: ir.Prefer | ir.BotDie) -> Row:
        return self._prefer(one) if isinstance(one, ir.Prefer) else self._die(one)

    def _die(self, die: ir.BotDie) -> Row:
        where = None if die.where is None else self.m.values.value(die.where, self.sc)
        faces = [(low, high, [self._prefer(p) for p in rows]) for low, high, rows in die.faces]

        def run(st: State, seat: int, asked: Pending, stream: Stream) -> int | None:
            if where is not None and not where(st, self._env(seat)):
                return None
            rolled = stream.roll(die.sides)
            start = next(i for i, (low, high, _) in enumerate(faces) if low <= rolled <= high)
            for _, _, rows in (*faces[start:], *faces[:start]):
                for row in rows:
                    index = row(st, seat, asked, stream)
                    if index is not None:
                        return index
            return None

        return run

    def _prefer(self, one: ir.Prefer) -> Row:
        m = self.m
        where = None if one.where is None else m.values.value(one.where, self.sc)
        fits = None if one.filter is None else m.filters.test(one.filter, self.sc)
        read = m.attributes_now.reader(one.attr) if one.by in ("most", "least") else None

        def run(st: State, seat: int, asked: Pending, stream: Stream) -> int | None:
            env = self._env(seat)
            if where is not None and not where(st, env):
                return None
            _, _, kind, options, stop = asked
            if fits is not None and kind == "card":
                liked = [i for i, x in enumerate(options) if fits(st, env, x)]
            elif fits is not None or one.label:
                liked = [i for i, x in enumerate(options) if m.label(kind, x) == one.label]
                if stop and one.label in (stop, "stop"):
                    liked.append(len(options))
            else:
                liked = list(range(len(options) + (1 if stop and one.by == "chance" else 0)))
            return self._pick(st, options, kind, liked, read, one, stream)

        return run

    def _pick(
        self,
        st: State,
        options: tuple[Any, ...],
        kind: str,
        liked: list[int],
        read: Any,
        one: ir.Prefer,
        stream: Stream,
    ) -> int | None:
        if not liked:
            return None
        if one.by == "chance":
            return liked[stream.below(len(liked))]
        if read is None or kind != "card":
            return liked[0]
        sign = 1 if one.by == "most" else -1
        worth = [(sign * v if (v := read(st, options[i])) is not None else -(1 << 30)) for i in liked]
        return liked[worth.index(max(worth))]


def bot_named(m: Match, name: str) -> Player:
    """A bot of the game by its name; "" is the one that answers by chance."""
    if not name:
        return uniform
    return RowBot(m, next(bot for bot in m.game.bots if bot.name == name))
