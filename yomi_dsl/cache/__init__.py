"""Compiled games and parsed files, kept as data (never code) in the user's own cache folder.

A game is found again by all its texts, a file by its own text, both together with everything the answer depends on: the
grammar and the package. So an unchanged game is not compiled again. After a change only the changed file is parsed, and of the
cards and examples only those are read anew on which the change can bear (see `kept`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from yomi_dsl import limits, tables
from yomi_dsl.cache.keeping import digest, keep, load
from yomi_dsl.diagnostics import Bag, Diagnostic, Label
from yomi_dsl.source import Source, Span

if TYPE_CHECKING:
    from yomi_dsl import ir, syntax

_made: dict[str, ir.Game | None] = {}
"""The games compiled in this run."""


def compiled(sources: Sequence[Source], bag: Bag, passing: bool = False) -> ir.Game | None:
    """As `yomi_dsl.compiler.compile_game`, from the cache where it can be. ``passing``: it is not needed again."""
    mine = Bag()
    checked(sources, mine)
    bag.take(mine)
    return None if mine.errors else _game(_name(sources), sources, passing)


def _game(name: str, sources: Sequence[Source], passing: bool) -> ir.Game | None:
    from yomi_dsl.irtext import from_data, to_data

    found = load(f"game-{name}")
    with _growing():
        if name not in _made:
            _made[name] = _compile(sources, Bag()) if found is None else from_data(found)
        if found is None and not passing:
            keep(f"game-{name}", to_data(_made[name]))
    return _made[name]


def checked(sources: Sequence[Source], bag: Bag) -> None:
    """The problems alone: where they are known, not even the IR's classes are loaded."""
    for one in problems("problems", sources, lambda: _compiled(sources)):
        bag.add(one.code, one.message, one.at, one.label, one.help, one.more)


def problems(kind: str, sources: Sequence[Source], find: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
    """What ``find`` finds in a game's texts, or found in an earlier run."""
    name = f"{kind}-{_name(sources)}"
    kept = load(name)
    if kept is None:
        found = find()
        keep(name, [_data(one) for one in found])
        return found
    by_path = {source.path: source for source in sources}
    return [_problem(by_path, data) for data in kept]


def _compiled(sources: Sequence[Source]) -> list[Diagnostic]:
    bag = Bag()
    with _growing():
        _made[_name(sources)] = _compile(sources, bag)
    return bag.sorted


def _compile(sources: Sequence[Source], bag: Bag) -> ir.Game | None:
    from yomi_dsl.cache.files import parsed
    from yomi_dsl.cache.kept import Kept
    from yomi_dsl.compiler import compile_files

    kept = Kept([parsed(source, bag) for source in sources])
    game = compile_files(kept.files(), sources, bag, kept)
    kept.save(bag.sorted)
    tables.tidy(limits.KEPT)
    return game


def parsed(source: Source, bag: Bag) -> syntax.File:
    """A file's syntax."""
    from yomi_dsl.cache.files import parsed

    return parsed(source, bag).whole()


@contextmanager
def _growing() -> Iterator[None]:
    """Trees are made and nothing is thrown away: the collector would look through all of it again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()
            gc.enable()


def _name(sources: Sequence[Source]) -> str:
    return digest([text for source in sources for text in (source.path, source.text)])


# ---- problems as data --------------------------------------------------------------------------------------------------------


def _data(one: Diagnostic) -> list[Any]:
    return [one.code, one.message, _place(one.at), one.label, one.help, [[_place(m.at), m.text] for m in one.more]]


def _problem(sources: dict[str, Source], data: list[Any]) -> Diagnostic:
    code, message, at, label, help_, more = data
    return Diagnostic(code, message, _span(sources, at), label, help_, tuple(_label(sources, m) for m in more))


def _place(at: Span | None) -> list[Any] | None:
    return None if at is None else [at.path, at.start, at.end]


def _span(sources: dict[str, Source], place: list[Any] | None) -> Span | None:
    if place is None or place[0] not in sources:
        return None
    return Span(sources[place[0]], place[1], place[2])


def _label(sources: dict[str, Source], data: list[Any]) -> Label:
    at = _span(sources, data[0])
    assert at is not None
    return Label(at, data[1])
