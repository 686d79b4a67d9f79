"""One report for a name that is misspelt where it is declared, instead of one for each place that spells it right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from yomi_dsl.compiler.base import Table
from yomi_dsl.compiler.names import commas
from yomi_dsl.diagnostics import Diagnostic, Label
from yomi_dsl.source import Span

UNKNOWN = {"E0202", "E0205", "E0206", "E0307", "E0602", "E0605"}
SAID = {"E0205", "E0302", "E0303", "E0605"}
MEANT = re.compile(r'did you mean "(.*)"\?')
SHOWN = 3  # of the places that spell it otherwise


@attrs.define
class Declaration:
    """A declared name that nothing uses, and the reports that mean it."""

    name: str
    kind: str
    at: Span
    found: list[Diagnostic] = attrs.field(factory=list)

    @property
    def agreed(self) -> bool:
        """Do all reports have the same word?"""
        return len({problem.at.text.split()[0] for problem in self.found if problem.at is not None}) == 1


def folded(table: Table, problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The reports, those that mean one misspelt declaration made into one."""
    problems = [*run_together(table, list(problems))]
    unused = dict(unused_words(table))
    for problem in problems:
        name = meant_by(problem)
        if name in unused:
            unused[name].found.append(problem)
    blamed = {id(d): d for d in unused.values() if len(d.found) > 1 and d.agreed}.values()
    gone = {id(problem) for declaration in blamed for problem in declaration.found}
    if table.aftermath.nameless:
        gone |= {id(p) for p in problems if p.code in UNKNOWN and not MEANT.fullmatch(p.help)}
    return [*(p for p in problems if id(p) not in gone), *map(report, blamed)]


def run_together(table: Table, problems: list[Diagnostic]) -> Iterator[Diagnostic]:
    """``words mood: grim merry``, where one card is grim and another merry: a comma was forgotten."""
    gone: set[int] = set()
    for symbol in table.of_kind("word"):
        parts = [p for p in problems if p.code == "E0202" and p.at is not None and p.at.text in symbol.name.split()]
        if symbol.name not in table.used and len({p.at.text for p in parts if p.at is not None}) > 1:
            gone |= {id(part) for part in parts}
            message = f'nothing uses "{symbol.name}" as one name: are these several words?'
            yield Diagnostic("E0209", message, symbol.at, "declared here", commas(symbol.name), places(parts))
    yield from (problem for problem in problems if id(problem) not in gone)


def places(found: list[Diagnostic]) -> tuple[Label, ...]:
    return tuple(Label(problem.at, "here it is written otherwise") for problem in found if problem.at is not None)[:SHOWN]


def meant_by(problem: Diagnostic) -> str:
    """The declared name that a report of an unknown name suggests, or the verb that is not said as it is declared."""
    meant = MEANT.fullmatch(problem.help) if problem.code in UNKNOWN else None
    if meant:
        return meant[1]
    said = problem.at.text.split() if problem.at is not None and problem.code in SAID else []
    return said[0] if said else ""


def report(declaration: Declaration) -> Diagnostic:
    more = places(declaration.found)
    rest = len(declaration.found) - len(more)
    help = "write it here as it is written there" + (f"; {rest} more places write it so" if rest > 0 else "")
    if declaration.kind == "word" and " " in declaration.name:
        help += f"; or {commas(declaration.name)}"
    message = f'nothing uses "{declaration.name}" as it is declared: is it misspelt?'
    return Diagnostic("E0209", message, declaration.at, "declared here", help, more)


def unused_words(table: Table) -> Iterator[tuple[str, Declaration]]:
    """The names that nothing uses, and their words, with where they are declared."""
    for symbol in table.nouns.values():
        if symbol.name not in table.used and symbol.kind not in ("head", "set", "group"):
            made = Declaration(symbol.name, symbol.kind, symbol.at)
            for word in {symbol.name, *symbol.name.split()}:
                if word == symbol.name or sum(word in key for key in table.nouns) == 1:
                    yield word, made
    for prefix, groups in (("", table.verbs), ("keyword ", table.keywords), ("script ", table.scripts)):
        for group in groups.values():
            for sig in group:
                if prefix + sig.name not in table.used:
                    made = Declaration(sig.name, sig.kind, sig.at)
                    for word in {str(sig.head[0]), sig.third, sig.name} - {""}:
                        yield word, made
