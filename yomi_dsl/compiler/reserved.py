"""A declaration whose name is a control word: one report of it, in place of those that it leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from yomi_dsl.diagnostics import Diagnostic
from yomi_dsl.parser import reserved_words
from yomi_dsl.source import Source, Span

NAMED = re.compile(
    r"(?:^|(?<=[{};]))[ \t]*(?P<head>words|stat|flag|zone|tally|value|status|phase|action|keyword|script)[ \t]+(?P<name>[a-z]+)\b(?:[ \t]*\S+)?",
    re.MULTILINE,
)
"""The head of a declaration with the first word after it, and what follows that."""
NAMELESS = {"of", "on", "during", "until"}
"""With these a declaration goes on after its name: right after its first word, the name is missing."""
FOLLOWS = {"E0101", "E0109", "E0111"}
"""What is reported where a control word is used as if it were a name."""
PARTS = re.compile(r"[{};\n]")


@attrs.frozen
class Taken:
    """A control word that a declaration gives as a name; ``head``: from the declaration's first word to the one after the name."""

    word: Span
    head: Span


def plainly(problems: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The reports, those that come of a control word taken for a name made into one."""
    broken = [p.at for p in problems if p.at is not None and p.code in {*FOLLOWS, "E0301"}]
    taken = (
        [one for source in sources for one in declared(source) if any(_within(at, one.head) for at in broken)]
        if broken
        else []
    )
    if not taken:
        return list(problems)
    left = [p for p in problems if not any(_comes_of(p, one) for one in taken)]
    return [*left, *(_report(one.word) for one in taken)]


def declared(source: Source) -> Iterator[Taken]:
    for found in NAMED.finditer(source.text):
        if found["name"] in reserved_words() - NAMELESS:
            yield Taken(Span(source, *found.span("name")), Span(source, found.start("head"), found.end()))


def _within(at: Span, head: Span) -> bool:
    return at.path == head.path and head.start <= at.start < head.end


def _comes_of(problem: Diagnostic, taken: Taken) -> bool:
    """Is the trouble at the declaration, or in a statement that has the word?"""
    at = problem.at
    if at is None or problem.code not in {*FOLLOWS, "E0301"}:
        return False
    statement = PARTS.split(at.source.text[: at.end])[-1]
    return _within(at, taken.head) or (problem.code != "E0301" and taken.word.text in statement.split())


def _report(word: Span) -> Diagnostic:
    return Diagnostic(
        "E0204", f'"{word.text}" is a word of the language', word, "it cannot be a name", "choose another word"
    )
