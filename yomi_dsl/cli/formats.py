"""``yomi fmt``: brings texts into their one form."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Annotated

import typer

from yomi_dsl import loader, resources
from yomi_dsl.cli import files, games, output
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import GameOption
from yomi_dsl.cli.targets import PIPED, Target, read_piped, sorted_out
from yomi_dsl.cli.usage import UsageError
from yomi_dsl.diagnostics import Bag
from yomi_dsl.formatting import formatted
from yomi_dsl.source import Source

IN_FORM, CHANGED, LEFT = "in form", "changed", "left alone"
"""What becomes of a file."""
_EXAMPLES = example("yomi fmt", "yomi fmt --check", "yomi fmt - < card.yomi")


def add_to(app: typer.Typer) -> None:
    app.command("fmt", cls=Verb, epilog=_EXAMPLES)(fmt)


def fmt(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH|NAME]... | -", help="Folders, files or games; - reads a text.", show_default=False),
    ] = None,
    game: GameOption = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say which files would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
) -> None:
    """Bring texts into their one form: indents, spaces, empty lines.

    Where lines are broken is left to you; what a text means, and its comments, stay as they are. A file that cannot be
    read is told and left alone. Without a path, the game in whose folder you are is meant, or the games in this folder.
    """
    if PIPED in (paths or []):
        _piped(paths or [], check, diff)
        return
    targets = sorted_out(paths or [], game)
    if not (check or diff):
        _refuse_installed(targets)
    found = sum((_shaped(target, check or diff, diff) for target in targets), Counter[str]())
    output.say(_summary(found, check or diff))
    if found[LEFT] or (found[CHANGED] and (check or diff)):
        raise typer.Exit(1)


def _refuse_installed(targets: list[Target]) -> None:
    for folder in (target.folder for target in targets):
        if folder.is_relative_to(resources.games().resolve()) and not folder.is_relative_to(Path.cwd()):
            raise UsageError(f"{folder.name} belongs to the installation", "copy it: yomi new game mine --like NAME")


def _piped(paths: list[str], check: bool, diff: bool) -> None:
    """Formats a text from another program, or tells whether that would change it."""
    if len(paths) > 1:
        raise UsageError('"-" stands alone', "a piped text is formatted without other files")
    bag = Bag()
    source = loader.load_text("<stdin>", read_piped(), bag)
    if source is None or not _readable(source, bag):
        output.complain(bag.errors or bag.sorted)
        raise typer.Exit(1)
    text = formatted(source.text)
    if not (check or diff):
        sys.stdout.write(text)
    elif text != source.text:
        sys.stdout.writelines(_difference(source.path, source.text, text) if diff else ())
        output.note("the piped text would change")
        raise typer.Exit(1)


def _shaped(target: Target, only_look: bool, diff: bool) -> Counter[str]:
    """What became of the files of a game, or would become of them."""
    bag = Bag()
    sources = [source for source in loader.load_game(target.folder, bag) if target.shows(source.path)]
    found = Counter(_one(source, target.folder / source.path, bag, only_look, diff) for source in sources)
    mine = [one for one in bag.errors if one.at is None or target.shows(one.at.path)]
    if not sources and not mine:
        raise UsageError(f'"{target.parts[0]}" is no file of the game {target.folder.name}', "its files end in .yomi")
    if mine:
        output.complain(games.relocated(mine, games.shown(target.folder)))
    found[LEFT] += len({one.at.path for one in mine if one.at} - {source.path for source in sources})
    return found


def _one(source: Source, path: Path, bag: Bag, only_look: bool, diff: bool) -> str:
    """A file that cannot be read, or in its form would be longer than a text may be, is left alone."""
    if not _readable(source, bag):
        return LEFT
    text, stored = formatted(source.text), path.read_bytes().decode("utf-8", "replace")
    if loader.load_text(source.path, text, bag) is None:
        return LEFT
    if text == stored:
        return IN_FORM
    _tell(path, stored, text, only_look, diff)
    return CHANGED


def _readable(source: Source, bag: Bag) -> bool:
    """Can a text be parsed? Its mistakes go into ``bag``."""
    from yomi_dsl.cache import parsed

    before = len(bag.errors)
    parsed(source, bag)
    return len(bag.errors) == before


def _tell(path: Path, old: str, new: str, only_look: bool, diff: bool) -> None:
    if diff:
        sys.stdout.writelines(_difference(games.shown(path), old, new))
    else:
        output.say(games.shown(path))
    if not only_look:
        files.write_one(path.resolve(), new.encode())


def _difference(name: str, old: str, new: str) -> Iterator[str]:
    yield from unified_diff(old.splitlines(True), new.splitlines(True), name, f"{name} (formatted)")


def _summary(found: Counter[str], only_look: bool) -> str:
    total = found.total()
    parts = [f"{total} file{'s' * (total != 1)}"]
    if found[CHANGED]:
        parts.append(f"{found[CHANGED]} {'would change' if only_look else 'changed'}")
    elif not found[LEFT]:
        parts.append("all in form")
    if found[LEFT]:
        parts.append(f"{found[LEFT]} left alone")
    return ", ".join(parts)
