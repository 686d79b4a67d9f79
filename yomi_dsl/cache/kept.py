"""What the units of a game came to in an earlier run.

It holds as long as the unit's own file is the same, and so is all that the files of the game can see of each other. What a
unit came to may point into other files too, as where a keyword is written; then those must be the same as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from yomi_dsl.cache.files import Parsed
from yomi_dsl.cache.keeping import digest, keep, load
from yomi_dsl.compiler.outline import units
from yomi_dsl.compiler.units import Unit
from yomi_dsl.diagnostics import Diagnostic
from yomi_dsl.irtext import from_data, to_data
from yomi_dsl.source import Source, Span

if TYPE_CHECKING:
    from yomi_dsl.syntax import File, Stmt


@attrs.define(eq=False)
class Shelf:
    """The units of one file. ``found`` has a piece of data for each, or None where it is not known."""

    file: Parsed
    name: str
    found: list[Any]
    changed: bool = False


class Kept:
    """A `yomi_dsl.compiler.units.Keeper` for some files."""

    def __init__(self, files: Sequence[Parsed]) -> None:
        self.sources = {file.source.path: file.source for file in files}
        seen = digest([text for file in files for text in (file.source.path, file.interface)])
        self.shelves = [self._shelf(file, f"units-{digest([seen, file.source.path, file.source.text])}") for file in files]
        self.places: dict[int, tuple[Shelf, int, Stmt]] = {}

    def _shelf(self, file: Parsed, name: str) -> Shelf:
        others, found = load(name) or ({}, [])
        same = all(path in self.sources and digest([self.sources[path].text]) == text for path, text in others.items())
        return Shelf(file, name, found if same else [])

    def files(self) -> list[File]:
        """What must be compiled: of a file of which something is known, its outline will do."""
        return [self._opened(shelf) for shelf in self.shelves]

    def _opened(self, shelf: Shelf) -> File:
        file = shelf.file.outline() if shelf.found else shelf.file.whole()
        mine = list(units(file.body))
        shelf.found += [None] * (len(mine) - len(shelf.found))
        self.places |= {id(stmt): (shelf, n, stmt) for n, stmt in enumerate(mine)}
        return file

    # ---- as a keeper -------------------------------------------------------------------------------------------------------

    def known(self, stmt: Stmt, before: int) -> Unit | None:
        shelf, n, _ = self.places.get(id(stmt), (None, 0, None))
        if shelf is None or shelf.found[n] is None or shelf.found[n][0] != before:
            return None
        return unit_of(shelf.found[n], self.sources)

    def whole(self, stmt: Stmt) -> Stmt:
        if id(stmt) not in self.places:
            return stmt
        shelf, n, _ = self.places[id(stmt)]
        return list(units(shelf.file.whole().body))[n]

    def keep(self, stmt: Stmt, unit: Unit) -> None:
        if id(stmt) in self.places:
            shelf, n, _ = self.places[id(stmt)]
            shelf.found[n], shelf.changed = data_of(unit), True

    # ---- between runs ------------------------------------------------------------------------------------------------------

    def save(self, problems: Sequence[Diagnostic]) -> None:
        """Keeps what is known of the units in which there is no problem."""
        places = [problem.at for problem in problems if problem.at is not None]
        for shelf, n, stmt in self.places.values():
            if any(at.path == stmt.at.path and stmt.at.start <= at.start <= stmt.at.end for at in places):
                shelf.found[n] = None
        for shelf in self.shelves:
            if shelf.changed and any(shelf.found):
                others = sorted(set(pointed_at(shelf.found)) - {shelf.file.source.path})
                keep(shelf.name, [{path: digest([self.sources[path].text]) for path in others}, shelf.found])


# ---- units as data -----------------------------------------------------------------------------------------------------------


def data_of(unit: Unit) -> list[Any]:
    taken = [[name, roles, list(map(place, places))] for name, roles, places in unit.taken]
    handed = [[name, roles, list(map(place, places)), place(at)] for name, roles, places, at in unit.handed]
    return [unit.before, to_data(unit.made), to_data(unit.statuses), unit.used, unit.asked, taken, handed]


def unit_of(data: list[Any], sources: dict[str, Source]) -> Unit:
    before, made, statuses, used, asked, taken, handed = data

    def spans(places: list[Any]) -> tuple[Span, ...]:
        return tuple(span(place, sources) for place in places)

    took = tuple((name, pairs(roles), spans(places)) for name, roles, places in taken)
    gave = tuple((name, pairs(roles), spans(places), span(at, sources)) for name, roles, places, at in handed)
    return Unit(from_data(made), before, from_data(statuses), tuple(used), tuple(asked), took, gave)


def pairs(roles: list[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((prep, type) for prep, type in roles)


def place(at: Span) -> list[Any]:
    return ["At", at.path, at.start, at.end]


def span(data: list[Any], sources: dict[str, Source]) -> Span:
    return Span(sources[data[1]], data[2], data[3])


def pointed_at(data: Any) -> Iterator[str]:
    """The files in which places lie of which some data speaks."""
    if isinstance(data, (list, tuple)):
        if len(data) == 4 and data[0] == "At":
            yield data[1]
            return
        for item in data:
            yield from pointed_at(item)
