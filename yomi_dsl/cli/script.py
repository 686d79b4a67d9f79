"""Answers written down, one a line, in the words of the examples: ``choose NAME VALUE``, ``stop``, ``decline``.

A line may begin with ``you`` or ``opponent``; without, it answers for the seat that plays. ``#`` begins a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

SEATS = {"you": False, "opponent": True}
VERBS = {
    "choose": "choose",
    "chooses": "choose",
    "stop": "stop",
    "stops": "stop",
    "decline": "decline",
    "declines": "decline",
}
_REMARK = re.compile(r'"[^"]*"|(#.*)')


class ScriptError(Exception):
    """A line of a script that is none, or does not fit what is asked."""

    def __init__(self, number: int, message: str, help: str = "") -> None:
        super().__init__(message)
        self.number, self.message, self.help = number, message, help


@attrs.frozen
class Line:
    """One answer. ``other``: it is the opponent's. ``rest``: what follows the verb, e.g. ``NAME VALUE``."""

    number: int
    other: bool
    verb: str
    rest: str

    def value(self, name: str, others: Sequence[str] = ()) -> str:
        """The value it gives to the choice ``name``; an error if it answers something else."""
        if self.verb != "choose":
            raise ScriptError(self.number, f'"{name}" is asked, and the script says "{self.verb}"')
        for start in (name, f'"{name}"'):
            if self.rest.casefold().startswith(start.casefold() + " "):
                return unquoted(self.rest[len(start) :])
        raise ScriptError(
            self.number, f'"{name}" is asked, and the script answers "{self.rest}"', f"write: choose {name} ..."
        )


def lines(text: str) -> Iterator[Line]:
    """The answers of a script, in order."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = _REMARK.sub(lambda m: "" if m[1] else m[0], line).strip()
        if bare:
            yield _line(number, bare)


def _line(number: int, text: str) -> Line:
    first, _, rest = text.partition(" ")
    other = SEATS.get(first.casefold())
    if other is not None:
        first, _, rest = rest.strip().partition(" ")
    verb = VERBS.get(first.casefold())
    if verb is None or (verb == "choose") != bool(rest.strip()):
        raise ScriptError(number, f'"{text}" is no answer', "write: choose NAME VALUE, stop, or decline")
    return Line(number, bool(other), verb, rest.strip())


def unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
