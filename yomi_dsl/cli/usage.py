"""A call that was not understood."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches


class UsageError(Exception):
    """What the user asked for cannot be done as asked. ``help`` says what to type instead."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message, self.help = message, help


def plain(name: str) -> str:
    """A name as it is compared: small letters, each accent joined to its letter, as in the texts of games."""
    return unicodedata.normalize("NFC", name).casefold()


def closest(word: str, known: Iterable[str]) -> str:
    """``did you mean "..."?`` for the known name nearest to what was typed in whatever case, or an empty text."""
    by_plain = {plain(name): name for name in known}
    close = get_close_matches(plain(word), by_plain, n=1, cutoff=0.7)
    return f'did you mean "{by_plain[close[0]]}"?' if close else ""
