"""``yomi check``: the problems of games, of single files, or of a text that is piped in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import attrs
import typer

from yomi_dsl.cli import games, output
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import ColourOption, FormOption, GameOption
from yomi_dsl.cli.output import Colour
from yomi_dsl.cli.targets import PIPED, Target, read_piped, sorted_out
from yomi_dsl.cli.usage import UsageError
from yomi_dsl.diagnostics import Diagnostic

_EXAMPLES = example("yomi check", "yomi check {game}", "yomi check - --game {game} < new-card.yomi")


def add_to(app: typer.Typer) -> None:
    app.command("check", cls=Verb, epilog=_EXAMPLES)(check)


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH|NAME]... | -", help="Folders, files or shipped games; - reads a text.", show_default=False
        ),
    ] = None,
    game: GameOption = None,
    piped_as: Annotated[
        str | None, typer.Option("--as", metavar="FILE", help="The file of the game that a piped text stands for.")
    ] = None,
    form: FormOption = None,
    color: ColourOption = Colour.auto,
) -> None:
    """Find what is wrong in games, files or a piped text.

    A file is always checked with the whole game around it. A folder of games stands for all of them. Without a path,
    the game in whose folder you are is checked, else the games in this folder or its "cards", else all shipped ones.
    """
    if PIPED in (paths or []):
        found, files, others = _piped(paths or [], game, piped_as)
    else:
        found, files, others = _targets(sorted_out(paths or [], game))
    counted = f"{files} file{'s' * (files != 1)}"
    output.problems(found, output.form_for(form), color, counted)
    if others:
        output.note(f"{others} more in other files of the game")
    if found:
        raise typer.Exit(1)


def _looked_at(folder: Path, more: games.Texts = ()) -> games.Opened:
    """A game's problems; of one that compiles, what it has no words for."""
    opened = games.look_at(folder, more)
    if any(one.is_error for one in opened.found):
        return opened
    from yomi_dsl.cli.wordless import wordless

    return attrs.evolve(opened, found=(*opened.found, *wordless(opened.sources)))


def _targets(targets: list[Target]) -> tuple[list[Diagnostic], int, int]:
    """The problems to show, the files that were looked at, and how many problems lie elsewhere in those games."""
    shown: list[Diagnostic] = []
    files = others = 0
    for target in targets:
        opened = _looked_at(target.folder)
        looked_at = [source.path for source in opened.sources if target.shows(source.path)]
        mine = [one for one in opened.found if target.whole or one.at is None or target.shows(one.at.path)]
        if not looked_at and not mine:
            raise UsageError(f'"{target.parts[0]}" is no file of the game {opened.name}', "its files end in .yomi")
        shown += games.relocated(mine, opened.root)
        files += len(looked_at)
        others += len(opened.found) - len(mine)
    return shown, files, others


def _piped(paths: list[str], game: str | None, piped_as: str | None) -> tuple[list[Diagnostic], int, int]:
    """The same for a text from another program, checked as a file of its game."""
    if len(paths) > 1:
        raise UsageError('"-" stands alone', "a piped text is checked without other files")
    folder = games.find(game) if game is not None else games.here()
    if folder is None:
        raise UsageError("of which game is the text a part?", "add --game, with a folder or a name")
    name = _name_inside(folder, piped_as) if piped_as else "<stdin>"
    opened = _looked_at(folder, [(name, read_piped())])
    mine = [one for one in opened.found if one.at is None or one.at.path == name]
    root = opened.root if piped_as else ""
    return games.relocated(mine, root), 1, len(opened.found) - len(mine)


def _name_inside(folder: Path, name: str) -> str:
    """A file's path inside its game, whether it is given from there or from where the user is."""
    place = (Path.cwd() / name).resolve()
    return place.relative_to(folder).as_posix() if place.is_relative_to(folder) else Path(name).as_posix()
