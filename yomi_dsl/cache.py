"""Compiled games and parsed files, kept as data (never code) in the user's own cache folder.

A game is found again by all its texts, a file by its own text, both together with everything the answer depends on: the
grammar and the package. So an unchanged game is not compiled again, and after a change only the changed file is parsed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from yomi_dsl import tables
from yomi_dsl.diagnostics import Bag, Label
from yomi_dsl.source import Source, Span

if TYPE_CHECKING:
    from yomi_dsl import ir, syntax


def compiled(sources: Sequence[Source], bag: Bag) -> ir.Game | None:
    """As `yomi_dsl.compiler.compile_game`, from the cache where it can be."""
    name = _name(sources)
    found = _load(f"game-{name}")
    if found is None:
        from yomi_dsl.irtext import to_data

        made = _compile(name, sources, bag)
        _keep(f"game-{name}", [None if made is None else to_data(made)])
        return made
    checked(sources, bag)
    from yomi_dsl.irtext import from_data

    game: ir.Game | None = from_data(found[0])
    return game


def checked(sources: Sequence[Source], bag: Bag) -> None:
    """The problems alone: where they are known, not even the IR's classes are loaded."""
    name = _name(sources)
    found = _load(f"problems-{name}")
    if found is None:
        _compile(name, sources, bag)
        return
    by_path = {s.path: s for s in sources}
    for code, message, at, label, help_, more in found:
        bag.add(code, message, _span(by_path, at), label, help_, tuple(_label(by_path, m) for m in more))


def _compile(name: str, sources: Sequence[Source], bag: Bag) -> ir.Game | None:
    from yomi_dsl.compiler import compile_files

    mine = Bag()
    game = compile_files([parsed(source, mine) for source in sources], sources, mine)
    for d in mine.sorted:
        bag.add(d.code, d.message, d.at, d.label, d.help, d.more)
    problems = [[d.code, d.message, _place(d.at), d.label, d.help, [[_place(m.at), m.text] for m in d.more]] for d in mine.sorted]
    _keep(f"problems-{name}", problems)
    return game


def _name(sources: Sequence[Source]) -> str:
    return _digest([s.path + chr(0) + s.text for s in sources])


def parsed(source: Source, bag: Bag) -> syntax.File:
    """A file's syntax. Only a file without mistakes is kept."""
    name = f"file-{_digest([source.text])}"
    found = _load(name)
    if found is not None:
        from yomi_dsl.syntax import File

        return File(source.path, tuple(_node(item, source) for item in found))
    from yomi_dsl.parser import parse

    before = len(bag)
    file = parse(source, bag)
    if len(bag) == before:
        _keep(name, [_data(stmt) for stmt in file.body])
    return file


# ---- keeping -----------------------------------------------------------------------------------------------------------------


@cache
def _versions() -> bytes:
    """A digest of all that the meaning of a text depends on: the grammar and the package's own files."""
    from yomi_dsl.resources import grammar

    digest = hashlib.blake2b(grammar().encode(), digest_size=16)
    package = Path(__file__).parent
    for file in sorted([*package.glob("*.py"), *package.glob("compiler/*.py")]):
        status = file.stat()
        digest.update(f"{file.name}:{status.st_size}:{status.st_mtime_ns};".encode())
    return digest.digest()


def _digest(parts: Sequence[str]) -> str:
    digest = hashlib.blake2b(_versions(), digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def _load(name: str) -> Any:
    raw = tables.read(name)
    try:
        return None if raw is None else json.loads(raw)
    except ValueError:
        return None


def _keep(name: str, data: Any) -> None:
    text = json.dumps(data, separators=(",", ":")).encode()
    tables.write(name, lambda file: file.write(text))  # type: ignore[attr-defined]


# ---- places and nodes as data ----------------------------------------------------------------------------------------------


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
