"""A call that was not understood."""

from __future__ import annotations


class UsageError(Exception):
    """What the user asked for cannot be done as asked. ``help`` says what to type instead."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message, self.help = message, help
