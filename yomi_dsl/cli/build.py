"""``yomi build``: all that is made of games, written as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl import loader
from yomi_dsl.cli import files, games, output, sheet
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import ColourOption, FormOption
from yomi_dsl.cli.output import Colour
from yomi_dsl.cli.progress import Progress
from yomi_dsl.cli.usage import UsageError
from yomi_dsl.diagnostics import Diagnostic

if TYPE_CHECKING:
    from yomi_dsl import ir
    from yomi_dsl.sheets.problems import SheetProblem

    Printed = tuple[bytes | list[bytes], list[SheetProblem]]

_EXAMPLES = example("yomi build", "yomi build {game} --out made --no-sheets", "yomi build --check")


def add_to(app: typer.Typer) -> None:
    app.command("build", cls=Verb, epilog=_EXAMPLES)(build)


def build(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; all shipped ones without.")] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write into.")] = Path("generated"),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; say which texts are not current.")] = False,
    sheets: Annotated[bool, typer.Option("--sheets/--no-sheets", help="Whether to make the sheets, too.")] = True,
    form: FormOption = None,
    color: ColourOption = Colour.auto,
) -> None:
    """Make all that comes of a game: its IR, its wording, its card database and its sheets.

    Everything is made before anything is written. What is written goes into one folder a game.
    """
    from yomi_dsl.cli.wordless import wordless

    folders = [games.find(game)] if game is not None else [games.find_shipped(name) for name in loader.shipped_games()]
    opened = [games.playable(folder) for folder in folders]
    contents = dict(_texts(opened))
    if check:
        _compare(out, contents)
        return
    found = [one for each, _ in opened for one in games.relocated(wordless(each.sources), each.root)]
    found += _sheets(opened, contents) if sheets and not found else []
    if found:
        output.problems(found, output.form_for(form), color, f"{len(opened)} game{'s' * (len(opened) != 1)}")
        output.note("nothing was written")
        raise typer.Exit(1)
    there = {name for name in contents if files.place(out, name).exists()}
    written = files.write_all(out, contents)
    gone = sum(files.remove_old(out, f"{sheet.slug(one.name)}/sheets", contents) for one, _ in opened if sheets)
    removed = f", {gone} old sheet{'s' * (gone != 1)} removed" if gone else ""
    output.say(f"{len(contents)} files in {out}: {_news(written, there)}{removed}")


def _news(written: list[str], there: set[str]) -> str:
    """How many of the files are new and how many others changed."""
    changed = len(there.intersection(written))
    counts = ((len(written) - changed, "new"), (changed, "changed"))
    return ", ".join(f"{count} {word}" for count, word in counts if count) or "none changed"


def _texts(opened: list[tuple[Opened, ir.Game]]) -> Iterator[tuple[str, bytes]]:
    from yomi_dsl.cli.generated import texts

    for one, game in opened:
        if [sheet.slug(other.name) for other, _ in opened].count(sheet.slug(one.name)) > 1:
            raise UsageError(f'two games would be written to "{sheet.slug(one.name)}"', "rename one of their folders")
        for name, text in texts(game).items():
            yield f"{sheet.slug(one.name)}/{name}", text.encode()


def _sheets(opened: list[tuple[Opened, ir.Game]], contents: dict[str, bytes]) -> list[Diagnostic]:
    """Adds a PDF for every holder, one for the cards that all decks share and one for the bots. Returns what is wrong with them."""
    found: list[Diagnostic] = []
    wanted = [(one, title, made) for one, game in opened for title, made in _printed(one, game)]
    with Progress("sheets", len(wanted)) as progress:
        for one, title, made in wanted:
            name = f"{sheet.slug(one.name)}/sheets/{sheet.slug(title)}.pdf"
            if name in contents:
                raise UsageError(f'two sheets would be named "{name}"', "give one of the two holders another name")
            data, problems = made()
            contents[name] = data if isinstance(data, bytes) else b"".join(data)
            found += games.relocated(sheet.diagnostics(one, problems), one.root)
            progress.more()
    return found


def _printed(one: Opened, game: ir.Game) -> Iterator[tuple[str, Callable[[], Printed]]]:
    """The sheets of a game, each with how it is made."""
    from yomi_dsl.sheets.bot_sheets import render_bots
    from yomi_dsl.sheets.typeset import render

    for title, cards in _decks(game):
        yield title, partial(render, game, cards, title=title, icons=sheet.icons(one))
    if game.bots:
        yield "bots", partial(render_bots, game, title=f"{game.name} bots")


def _decks(game: ir.Game) -> Iterator[tuple[str, list[ir.Card]]]:
    shared = sheet.shared_cards(game)
    if shared:
        yield "shared", shared
    for holder in game.holders:
        yield holder.name, sheet.cards_of(game, holder)


def _compare(out: Path, contents: dict[str, bytes]) -> None:
    """Say which files differ from what would be written, and how the call ends."""
    stale = [name for name, data in contents.items() if files.stored(out, name) != data]
    for name in stale:
        output.say(f"{out / name}: {'not current' if files.stored(out, name) is not None else 'missing'}")
    if stale:
        output.note('"yomi build" brings them up to date')
        raise typer.Exit(1)
    output.say(f"{len(contents)} files, all current")
