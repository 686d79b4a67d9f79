"""Finding the game that a command speaks of, and compiling it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import typer

from yomi_dsl import loader, resources
from yomi_dsl.cli import output
from yomi_dsl.cli.usage import UsageError
from yomi_dsl.diagnostics import Bag, Diagnostic, Label
from yomi_dsl.source import Source, Span

if TYPE_CHECKING:
    from yomi_dsl import ir


class NoGameError(UsageError):
    """No game goes by what the user typed."""


@attrs.frozen(eq=False)
class Opened:
    """A game's folder, its texts, their problems, and what they mean: None if they have errors, or only were looked at."""

    folder: Path
    sources: tuple[Source, ...]
    found: tuple[Diagnostic, ...]
    game: ir.Game | None

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def root(self) -> str:
        return shown(self.folder)

    @property
    def near(self) -> str:
        """Before places that a player reads: of a game that lies elsewhere its name will do."""
        return self.name if self.root.startswith("..") or os.path.isabs(self.root) else self.root

    @property
    def problems(self) -> list[Diagnostic]:
        """What was found, with places as the user would write them."""
        return relocated(self.found, self.root)


Texts = Sequence[tuple[str, str]]
"""Texts, each with its path, that take the place of files of a game or are added to them."""


def open_game(folder: Path, more: Texts = ()) -> Opened:
    """Read and compile a game."""
    from yomi_dsl.cache import compiled

    bag = Bag()
    sources = _read(folder, more, bag)
    game = compiled(sources, bag)
    return Opened(folder, tuple(sources), _told(sources, bag), None if bag.errors else game)


def look_at(folder: Path, more: Texts = ()) -> Opened:
    """Read a game and find its problems, the same and quicker, but without the game itself."""
    from yomi_dsl.cache import checked

    bag = Bag()
    sources = _read(folder, more, bag)
    checked(sources, bag)
    return Opened(folder, tuple(sources), _told(sources, bag), None)


def _told(sources: Sequence[Source], bag: Bag) -> tuple[Diagnostic, ...]:
    """The problems; where ``game.yomi`` could not be read, that no game is declared is none."""
    unread = all(source.path != loader.GAME for source in sources)
    return tuple(one for one in bag.sorted if not (unread and one.code == "E0411" and one.at is None))


def _read(folder: Path, more: Texts, bag: Bag) -> list[Source]:
    read = {source.path: source for source in loader.load_game(folder, bag)}
    for path, text in more:
        source = loader.load_text(path, text, bag)
        read.pop(path, None)
        read |= {path: source} if source else {}
    return list(read.values())


opened_once = cache(open_game)


@cache
def playable(folder: Path) -> tuple[Opened, ir.Game]:
    """A game that has no errors; with errors, they are shown and the command ends."""
    opened = opened_once(folder)
    if opened.game is None:
        output.complain([problem for problem in opened.problems if problem.is_error])
        raise typer.Exit(1)
    return opened, opened.game


def find(name: str) -> Path:
    """The folder of the game that goes by this path or name. Of a bare name, it is told which game was taken."""
    try:
        folder = loader.find_game(name, Path.cwd())
    except loader.GameNotFoundError as missing:
        raise NoGameError(missing.diagnostic.message, missing.diagnostic.help) from None
    if not os.path.exists(name):
        tell(folder)
    return folder


def tell(folder: Path) -> None:
    """Which game was taken, where only a name was given."""
    installed = " (the installed one)" if folder.parent == resources.games() else ""
    output.note(f"{folder.name}: {shown(folder)}{installed}")


def here() -> Path | None:
    """The game in whose folder the user is."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        if loader.is_game(folder):
            return folder
    return None


def named_or_here(name: str | None) -> list[Path]:
    """The game named, or the games in the folder named; else those where the user is; else all that are shipped."""
    if name is not None:
        return below(name) or [find(name)]
    folder = here()
    shipped = [find_shipped(one) for one in loader.shipped_games()]
    return [folder] if folder else loader.games_in(Path.cwd()) or shipped


def below(path: str) -> list[Path]:
    """The games in a folder that is itself no part of a game."""
    if "\0" in path or not path.strip():
        return []
    folder = (Path.cwd() / path).resolve()
    within = any(loader.is_game(one) for one in (folder, *folder.parents))
    return [] if within or not folder.is_dir() else loader.games_in(folder)


def by_name() -> list[Path]:
    """The games that go by the names of the shipped ones: those where the user is win over the installed ones."""
    return [loader.find_game(name, Path.cwd()) for name in loader.shipped_games()]


def find_shipped(name: str) -> Path:
    return resources.games() / name


def shown(path: Path) -> str:
    """A path as the user would write it: from where they are, unless that leads far away."""
    try:
        relative = os.path.relpath(path, Path.cwd())
    except (OSError, ValueError):  # another drive, or the folder is gone
        return str(path)
    return relative if relative.count("..") < 3 else str(path)


def relocated(found: Iterable[Diagnostic], root: str) -> list[Diagnostic]:
    """The same problems with ``root`` before each path."""
    sources: dict[int, Source] = {}

    def moved(at: Span) -> Span:
        source = sources.get(id(at.source))
        if source is None:
            path = os.path.normpath(os.path.join(root, at.path))
            source = sources[id(at.source)] = Source(path, at.source.text)
        return Span(source, at.start, at.end)

    return [
        attrs.evolve(
            one,
            at=moved(one.at) if one.at else None,
            more=tuple(Label(moved(label.at), label.text) for label in one.more),
        )
        for one in found
    ]


def span_at(sources: Iterable[Source], at: ir.At) -> Span | None:
    """The place in the texts for a place in the IR: from there to the end of the line."""
    for source in sources:
        if source.path == at.path and at.line <= len(source.starts):
            start = source.starts[at.line - 1] + at.column - 1
            return Span(source, start, max(start, source.starts[at.line - 1] + len(source.line(at.line).rstrip())))
    return None
