"""How the engine leaves what it is doing. Only `EngineLimit` and `ValueError` ever reach a caller."""

from __future__ import annotations


class EngineLimit(Exception):
    """A limit of the machine was reached: a game that does not end, or a choice too large to search.

    kind    ``steps``, ``depth``, ``decisions``, ``rounds`` or ``search``
    cycle   the names of the actions that go round, in order (may be empty)
    """

    def __init__(self, kind: str, message: str, cycle: tuple[str, ...]) -> None:
        super().__init__(message + (": " + " -> ".join(cycle) if cycle else ""))
        self.kind, self.cycle = kind, cycle


class Untold(ValueError):
    """An example does not say what chance gives, or says what it cannot give."""


class Unwind(Exception):
    """On the way out to the innermost running event of an action."""

    def __init__(self, action: int) -> None:
        super().__init__(action)
        self.action = action


class GameOver(Exception):
    """``winner``: a seat, or None for a tie."""

    def __init__(self, winner: int | None, ending: str) -> None:
        super().__init__(winner, ending)
        self.winner, self.ending = winner, ending


class Halted(Exception):
    """An example has reached the edge at which it stops."""
