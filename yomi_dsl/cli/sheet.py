"""``yomi sheet``: the cards of a holder or a game, or the bots of a game, on sheets to print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl.cli import files, games, holders, output
from yomi_dsl.cli.games import NoGameError, Opened
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import ColourOption, FormOption, GameOption
from yomi_dsl.cli.output import Colour
from yomi_dsl.cli.usage import UsageError, closest, plain
from yomi_dsl.diagnostics import Diagnostic

if TYPE_CHECKING:
    from yomi_dsl import ir
    from yomi_dsl.sheets.problems import SheetProblem

    Printed = tuple[bytes | list[bytes], list[SheetProblem]]

CODE = "E0711"
PPI = {"sheets": 150, "contact": 150, "singles": 300}
"""Dots per inch of the pictures."""
_EXAMPLES = example("yomi sheet {one} --deck", "yomi sheet {game} --paper letter --backs", "yomi sheet {game} --bots")


class Paper(StrEnum):
    a4 = "a4"
    letter = "letter"


def add_to(app: typer.Typer) -> None:
    app.command("sheet", cls=Verb, epilog=_EXAMPLES)(sheet)


def sheet(
    what: Annotated[str, typer.Argument(metavar="HOLDER|GAME", help="A name, several joined by +, or a game.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to write; by default a file named after it, here."),
    ] = None,
    paper: Annotated[Paper, typer.Option("--paper", help="The paper.")] = Paper.a4,
    backs: Annotated[bool, typer.Option("--backs", help="Print the backs too, for both sides of the paper.")] = False,
    png: Annotated[bool, typer.Option("--png", help="A picture of each page instead of one PDF.")] = False,
    card: Annotated[str | None, typer.Option("--card", metavar="NAME", help="Only this card.")] = None,
    contact: Annotated[bool, typer.Option("--contact", help="A picture of each card once, side by side.")] = False,
    deck: Annotated[bool, typer.Option("--deck", help="All that a player of this holder brings.")] = False,
    bots: Annotated[bool, typer.Option("--bots", help="The bot sheets of the game instead of cards.")] = False,
    game: GameOption = None,
    form: FormOption = None,
    color: ColourOption = Colour.auto,
) -> None:
    """Print the cards of a holder or of a whole game on sheets, ready to be cut; or its bot sheets."""
    opened, played, title, cards = _chosen(what, game, deck)
    picture = png or contact
    if bots:
        title, (pages, problems) = _bots(played, picture, paper)
    else:
        if card:
            cards = [_named(cards, card, played)]
            title = cards[0].name
        kind = "contact" if contact else "singles" if card and png else "sheets"
        pages, problems = _cards(opened, played, cards, title, kind, picture, paper, backs)
    found = diagnostics(opened, problems)
    if found:
        output.problems(games.relocated(found, opened.root), output.form_for(form), color, title)
        raise typer.Exit(1)
    _write(out or Path(f"{slug(title)}.{'png' if picture else 'pdf'}"), pages)


def _cards(
    opened: Opened, game: ir.Game, cards: list[ir.Card], title: str, kind: str, picture: bool, paper: Paper, backs: bool
) -> Printed:
    from yomi_dsl.sheets.typeset import render

    form = "png" if picture else "pdf"
    return render(game, cards, form, paper.value, backs, title, icons(opened), ppi=PPI[kind], kind=kind)


def _bots(game: ir.Game, picture: bool, paper: Paper) -> tuple[str, Printed]:
    """What the sheet is called, and the sheet."""
    from yomi_dsl.sheets.bot_sheets import render_bots

    if not game.bots:
        raise UsageError(f"{game.name} has no bots", 'write one: bot "NAME" { asked any: prefer any by chance }')
    title = f"{game.name} bots"
    return title, render_bots(game, "png" if picture else "pdf", paper.value, title)


def _chosen(what: str, game: str | None, deck: bool) -> tuple[Opened, ir.Game, str, list[ir.Card]]:
    """The game, what the sheet is called, and its cards."""
    try:
        opened, played = games.playable(games.find(what)) if not game else holders.game_with([what], game)
        if not game:
            return opened, played, played.name, list(played.cards)
    except NoGameError:
        opened, played = holders.game_with([what], game)
    names = holders.bring(played, what) if deck else what.split(holders.JOIN)
    mine = [holders.one(played, name) for name in names]
    cards = [card for one in mine for card in cards_of(played, one)]
    title = holders.described([one.name for one in mine])
    return opened, played, title, [*shared_cards(played), *cards] if deck else cards


def cards_of(game: ir.Game, holder: ir.HolderDecl) -> list[ir.Card]:
    """The cards of a holder, its own card first."""
    listed = {holder.card, *holder.cards}
    return [card for card in game.cards if card.id in listed]


def shared_cards(game: ir.Game) -> list[ir.Card]:
    """The cards that belong to no holder: every deck may have them."""
    return [card for card in game.cards if not card.holder]


def _named(cards: Sequence[ir.Card], name: str, game: ir.Game) -> ir.Card:
    by_name = {plain(card.name): card for card in reversed(cards)}
    found = by_name.get(plain(name))
    if found is None:
        names = list(dict.fromkeys(card.name for card in cards))
        help = _elsewhere(game, name) or closest(name, names) or f"there are: {', '.join(names)}"
        raise UsageError(f'there is no card "{name}" among them', help)
    return found


def _elsewhere(game: ir.Game, name: str) -> str:
    """Where else a card lies: with another holder, or with what every deck may have."""
    found = next((card for card in game.cards if plain(card.name) == plain(name)), None)
    if found is None:
        return ""
    return (
        f"it is a card of {found.holder}"
        if found.holder
        else "every deck may have it: name the game instead, or add --deck"
    )


def icons(opened: Opened) -> Path:
    """The folder in which a game's icons lie."""
    return opened.folder / "icons"


def diagnostics(opened: Opened, problems: Sequence[SheetProblem]) -> list[Diagnostic]:
    """What is wrong with a sheet, as problems of the cards on it."""
    return [Diagnostic(CODE, p.message, games.span_at(opened.sources, p.at) if p.at else None) for p in problems]


def slug(name: str) -> str:
    """A name as a part of a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:64] or "unnamed"


def _write(path: Path, pages: bytes | list[bytes]) -> None:
    if isinstance(pages, bytes):
        named = [(path, pages)]
    else:
        many = len(pages) > 1
        named = [(path.with_name(f"{path.stem}-{i}{path.suffix}") if many else path, p) for i, p in enumerate(pages, 1)]
    for place, data in named:
        if data:
            files.write_one(place, data)
            output.say(str(place))
