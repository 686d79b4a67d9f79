"""``yomi rules``: the rule table of a game, row by row: where each is written, and what shows it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomi_dsl.cli import games, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import GameArgument
from yomi_dsl.cli.usage import UsageError

if TYPE_CHECKING:
    from yomi_dsl import ir
    from yomi_dsl.source import Source

_EXAMPLES = example("yomi rules {game} --brief", "yomi rules {game}", "yomi rules {game} --format json")
_HEADING = re.compile(r"#\s*-{3,}\s*(.+?)\s*-{3,}\s*")
_NO_TABLE = 'no rule table: a row of it reads: rule "TEXT" [ID]'
Row = dict[str, Any]


class Shape(StrEnum):
    """As text to read, or as data."""

    text = "text"
    json = "json"


def add_to(app: typer.Typer) -> None:
    app.command("rules", cls=Verb, epilog=_EXAMPLES)(rules)


def rules(
    game: GameArgument = None,
    form: Annotated[Shape, typer.Option("--format", help="Text to read, or data.")] = Shape.text,
    brief: Annotated[
        bool, typer.Option("--brief", help="The rules and rulings alone, under their headings: to learn them.")
    ] = False,
) -> None:
    """Print the rules of a game: where each is written, and which examples show it.

    After them the rulings, and how many cards come from where. The exit code is 1 while a rule is shown by nothing.
    With --brief, nothing but the rules, in the order of the text, each with its rulings.
    """
    opened = [games.playable(folder) for folder in games.named_or_here(game)]
    if brief:
        _tell_brief(opened, form)
        return
    tables = [table(one, played) for one, played in opened]
    if form is Shape.json:
        import json

        output.say(json.dumps(tables, indent=2, ensure_ascii=False))
    else:
        for line in (line for one in tables for line in _lines(one)):
            output.say(line)
    if any(not row["shown"] for one in tables for row in one["rules"]):
        raise typer.Exit(1)


def _tell_brief(opened: list[tuple[Opened, ir.Game]], form: Shape) -> None:
    if form is Shape.json:
        raise UsageError("--brief is for reading, and JSON is not", "leave one of the two out")
    for one, played in opened:
        for line in _brief(one, played, output.width()):
            output.say(line)


def table(opened: Opened, game: ir.Game) -> Row:
    """All that is printed, as data."""
    written = _written(opened)
    return {
        "game": game.name,
        "folder": opened.root,
        "rules": [_row(game, row, written.get(row.tags[0], [])) for row in game.rows],
        "rulings": [{"text": one.text, "rules": list(one.tags), "at": _place(one.at)} for one in game.rulings],
        "cards": dict(sorted(Counter(card.source for card in game.cards).items())),
    }


def _row(game: ir.Game, row: ir.Note, written: list[str]) -> Row:
    id = row.tags[0]
    shown = [("example", one.text, one.at) for one in game.examples if id in one.shows]
    shown += [("property", one.text, one.at) for one in game.properties if id in one.tags]
    return {
        "id": id,
        "text": row.text,
        "written": written,
        "shown": [{"by": by, "name": name, "at": _place(at)} for by, name, at in shown],
    }


def _written(opened: Opened) -> dict[str, list[str]]:
    """For each id, the statements that carry it, apart from those that only speak of it."""
    from yomi_dsl.cache import parsed
    from yomi_dsl.cli.planting import plantings
    from yomi_dsl.diagnostics import Bag

    found: dict[str, list[str]] = {}
    for one in plantings([parsed(source, Bag()) for source in opened.sources]):
        for tag in one.tags:
            found.setdefault(tag, []).append(f"{one.at.path}:{one.at.line}")
    for look in opened.game.looks if opened.game else ():
        for tag in look.tags:
            found.setdefault(tag, []).append(_place(look.at))
    return found


def _place(at: ir.At) -> str:
    return f"{at.path}:{at.line}"


# ---- as text ---------------------------------------------------------------------------------------------------------


def _lines(one: Row) -> Iterator[str]:
    rows, width = one["rules"], output.width()
    yield f"{one['game']} ({one['folder']})"
    for row in rows:
        yield from ("", *_told(f"{row['id']}  ", row["text"], width))
        yield from _told("  written  ", ", ".join(row["written"]) or "nowhere", width)
        yield from _told("  shown    ", ", ".join(map(_shown, row["shown"])) or "by nothing", width)
    if one["rulings"]:
        yield from ("", "rulings")
    for ruling in one["rulings"]:
        ids = f" [{', '.join(ruling['rules'])}]" if ruling["rules"] else ""
        yield from _told("  ", f"{ruling['text']}{ids} {ruling['at']}", width)
    yield from ("", *_summary(one, width))


def _brief(opened: Opened, game: ir.Game, width: int) -> Iterator[str]:
    """A row a line, under the headings that stand above them in the text, and below each what was decided about it."""
    yield game.name
    if not game.rows:
        yield _NO_TABLE
    sources = {source.path: source for source in opened.sources}
    for heading, rows in groupby(game.rows, lambda row: _heading(sources[row.at.path], row.at.line)):
        yield from ("", heading) if heading else ("",)
        for row in rows:
            yield from _told("  ", f"{row.text} [{row.tags[0]}]", width)
            yield from _rulings(game, row.tags[0], width)
    if rest := list(_rulings(game, "", width)):
        yield from ("", "rulings", *rest)


def _rulings(game: ir.Game, id: str, width: int) -> Iterator[str]:
    """What was decided about a rule; a ruling on several stands below the first. "": of none in the table."""
    known = {row.tags[0] for row in game.rows}
    for one in game.rulings:
        if next((tag for tag in one.tags if tag in known), "") == id:
            yield from _told("  - " if id else "  ", one.text, width)


def _heading(source: Source, line: int) -> str:
    """The last heading above a line: a comment of the form ``# ---- the turn ----``."""
    above = (_HEADING.fullmatch(text) for text in reversed(source.text.splitlines()[: line - 1]))
    return next((found[1] for found in above if found), "")


def _shown(one: Row) -> str:
    """An example is found by its place, a property by its name."""
    return str(one["at"]) if one["by"] == "example" else f'property "{one["name"]}"'


def _told(label: str, text: str, width: int) -> list[str]:
    """A text behind its label, in as many lines as it takes."""
    import textwrap

    later = " " * (len(label) if len(label) in (4, 11) else 2)
    return textwrap.wrap(text, width, initial_indent=label, subsequent_indent=later, break_on_hyphens=False)


def _summary(one: Row, width: int) -> Iterator[str]:
    rows = one["rules"]
    for what, key in (("written nowhere", "written"), ("shown by nothing", "shown")):
        missing = [row["id"] for row in rows if not row[key]]
        if missing:
            yield from _told(f"{what}: ", ", ".join(missing), width)
    cards = ", ".join(f"{source} {count}" for source, count in one["cards"].items())
    yield f"cards by source: {cards or 'none'}"
    shown = sum(bool(row["shown"]) for row in rows)
    counts = f"{len(rows)} rules, {shown} shown, {len(rows) - shown} not"
    yield counts if rows else _NO_TABLE
