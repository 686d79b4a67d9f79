"""The syntax of files as data: all of a file, and its outline, which is read far more often."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from yomi_dsl.cache.keeping import digest, keep, load
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source, Span

if TYPE_CHECKING:
    from yomi_dsl.syntax import File


@attrs.define(eq=False)
class Parsed:
    """A file that was parsed in this run or an earlier one.

    interface   a digest of what other files can see of it
    """

    source: Source
    interface: str
    _whole: File | None = None
    _outline: Any = None

    def outline(self) -> File:
        """The file without what is in its units."""
        return self.whole() if self._outline is None else _file(self.source, self._outline)

    def whole(self) -> File:
        if self._whole is None:
            self._whole = _file(self.source, load(f"file-{digest([self.source.text])}") or self._outline)
        return self._whole


def parsed(source: Source, bag: Bag) -> Parsed:
    """A file, parsed if it must be. Only one without mistakes is kept."""
    name = digest([source.text])
    found = load(f"outline-{name}")
    if found is not None:
        return Parsed(source, found[0], None, found[1])
    from yomi_dsl.compiler.outline import interface, outline
    from yomi_dsl.parser import parse

    before = len(bag)
    file = parse(source, bag)
    made = Parsed(source, interface(file), file)
    if len(bag) == before:
        whole, short = _body(file), _body(outline(file))
        if whole != short:
            keep(f"file-{name}", whole)
        keep(f"outline-{name}", [made.interface, short])
    return made


def _file(source: Source, data: Any) -> File:
    from yomi_dsl.syntax import File

    return File(source.path, tuple([_node(item, source) for item in data]))


def _body(file: File) -> Any:
    return [_data(stmt) for stmt in file.body]


@cache
def _shapes() -> dict[str, tuple[type[Any], tuple[str, ...], int]]:
    """Each node class of the syntax: its fields but for the place, and where the place stands among them."""
    from yomi_dsl import syntax

    kinds = (syntax.Word, syntax.Number, syntax.Text, syntax.Group, syntax.Either, syntax.Phrase, syntax.Binary, syntax.Tail, syntax.Clause, syntax.Stmt)  # fmt: skip
    names = {cls: [f.name for f in attrs.fields(cls)] for cls in kinds}  # type: ignore[arg-type]
    return {cls.__name__: (cls, tuple(f for f in names[cls] if f != "at"), names[cls].index("at")) for cls in kinds}


def _data(value: Any) -> Any:
    if isinstance(value, tuple):
        return ["", *map(_data, value)]
    if value is None or isinstance(value, (int, str)):
        return value
    name = type(value).__name__
    return [name, value.at.start, value.at.end, *(_data(getattr(value, f)) for f in _shapes()[name][1])]


def _node(data: Any, source: Source) -> Any:
    shapes = _shapes()
    name = data[0]
    if name == "":
        return tuple([_node(item, source) if type(item) is list else item for item in data[1:]])
    fields = [_node(item, source) if type(item) is list else item for item in data[3:]]
    cls, _, place = shapes[name]
    fields.insert(place, Span(source, data[1], data[2]))
    return cls(*fields)
