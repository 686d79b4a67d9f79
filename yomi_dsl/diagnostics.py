"""What is wrong with a user's text. Problems are data in a bag; a user's mistake never raises."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from yomi_dsl.source import Span


@attrs.frozen
class Label:
    """A second place that belongs to a problem, and what it is there."""

    at: Span
    text: str


@attrs.frozen
class Diagnostic:
    """One problem.

    code     stable, e.g. ``E0204``; a row of `yomi_dsl.codes` and a page of docs/errors
    message  one short clause in the designer's words
    at       the place; None only where no file is to blame
    label    what is wrong with the marked words
    help     what to write instead
    """

    code: str
    message: str
    at: Span | None
    label: str = ""
    help: str = ""
    more: tuple[Label, ...] = ()

    @property
    def is_error(self) -> bool:
        return self.code.startswith("E")


@attrs.define
class Bag:
    """Collects the problems of one run; one problem a place and code."""

    _found: dict[tuple[str, str, int], Diagnostic] = attrs.field(factory=dict)

    def add(
        self, code: str, message: str, at: Span | None, label: str = "", help: str = "", more: tuple[Label, ...] = ()
    ) -> None:
        key = (code, at.path if at else "", at.start if at else -1)
        self._found.setdefault(key, Diagnostic(code, message, at, label, help, more))

    def take(self, other: Bag) -> None:
        """All that another bag holds."""
        for key, problem in other._found.items():
            self._found.setdefault(key, problem)

    def hold(self, problems: Iterable[Diagnostic]) -> None:
        """These, and no others."""
        self._found.clear()
        for problem in problems:
            self.add(problem.code, problem.message, problem.at, problem.label, problem.help, problem.more)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def sorted(self) -> list[Diagnostic]:
        """In the order of files, then of places."""
        return sorted(self._found.values(), key=lambda d: (d.at.path, d.at.start, d.code) if d.at else ("", -1, d.code))

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.sorted if d.is_error]


MOST_LISTED = 12


def suggest(word: str, known: Iterable[str]) -> str:
    """The known word nearest to ``word``, else all that are known, if they are few."""
    words = sorted(set(known))
    if not words:
        return "this game declares none"
    return nearest(word, words) or ("one of: " + ", ".join(words) if len(words) <= MOST_LISTED else "")


def nearest(word: str, known: Iterable[str]) -> str:
    """``did you mean "..."?`` for the known word nearest to ``word``, or an empty text."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), n=1, cutoff=0.7 if len(word) > 3 else 0.6)
    return f'did you mean "{close[0]}"?' if close else ""
