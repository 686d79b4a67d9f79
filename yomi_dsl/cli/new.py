"""``yomi new``: a game, a holder or a keyword begins as a copy of one that works, under a name of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl.cli import files, games, holders, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import GameOption
from yomi_dsl.cli.sheet import slug
from yomi_dsl.cli.usage import UsageError, closest

if TYPE_CHECKING:
    from yomi_dsl import ir

GAME, KEYWORD = "game", "keyword"
FIRST = "tiny"
"""The game that a new one copies unless another is named: the smallest, made to be read."""
_EXAMPLES = example("yomi new game mine", "yomi new keyword stun --game mine")
_TAGS = re.compile(r" ?\[[A-Z][A-Z0-9-]*(?:, ?[A-Z][A-Z0-9-]*)*\]")
_SAYS = re.compile(r'\bsays\s+"[^"]*"')
_SOURCE = re.compile(r"\bsource \w+")


def add_to(app: typer.Typer) -> None:
    app.command("new", cls=Verb, epilog=_EXAMPLES)(new)


def new(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="game, keyword, or what a player brings: see below.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called.")],
    like: Annotated[str | None, typer.Option("--like", metavar="NAME", help="What it begins as a copy of.")] = None,
    game: GameOption = None,
) -> None:
    """Begin a game, a keyword, or something that a player brings, as a copy of one that works.

    A new game is a folder here. Anything else becomes a file of a game: the one named, or the one in whose folder
    you are. KIND is "game", "keyword", or a word of that game for what a player brings. Change the copy, and run
    "yomi check" as you go.
    """
    _nameable(name)
    if kind == GAME:
        _game(name, like or FIRST)
        return
    opened, played = _own_game(game)
    if kind == KEYWORD:
        path, text = _keyword(opened, played, name, like)
    else:
        path, text = _holder(opened, played, kind, name, like)
    _refuse_existing(opened.folder / path)
    files.write_all(opened.folder, {path: text.encode()})
    output.say(f"{games.shown(opened.folder / path)}\nnext: yomi check {games.shown(opened.folder)}")


def _nameable(name: str) -> None:
    if not name.strip() or '"' in name or not name.isprintable():
        raise UsageError("a name needs letters, and no quotes", 'such as: yomi new game "Night Market"')


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise UsageError(f'"{games.shown(path)}" is there already', "choose another name")


# ---- games -----------------------------------------------------------------------------------------------------------


def _game(name: str, like: str) -> None:
    """Copies the texts and pictures of a game."""
    folder = Path.cwd() / slug(name)
    _refuse_existing(folder)
    opened, played = games.playable(games.find(like))
    contents = dict(_pictures(opened.folder))
    for source in opened.sources:
        contents[source.path] = _renamed(source.text, played.name, name).encode()
    files.write_all(folder, contents)
    first = slug(played.holders[0].name) if played.holders else "..."
    shown = games.shown(folder)
    output.say(
        f"{shown}: {len(contents)} files\nnext: yomi check {shown}\n      yomi play {first} {first} --game {shown}"
    )


def _pictures(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted((folder / "icons").glob("*")):
        if path.is_file() and not path.is_symlink():
            yield f"icons/{path.name}", path.read_bytes()


def _renamed(text: str, old: str, new_name: str) -> str:
    return text.replace(f'game "{old}"', f'game "{new_name}"', 1)


def _own_game(game: str | None) -> tuple[Opened, ir.Game]:
    """A game of the user's own: below where they are, or around it. A shipped one is not written into."""
    folder = games.find(game) if game is not None else games.here()
    if folder is None:
        raise UsageError("in which game?", "name it with --game, or begin one: yomi new game mine")
    here, there = Path.cwd().resolve(), folder.resolve()
    if not there.is_relative_to(here) and not here.is_relative_to(there):
        raise UsageError(f'"{game}" is a shipped game', f"begin your own: yomi new game mine --like {game}")
    return games.playable(folder)


# ---- parts of a game -------------------------------------------------------------------------------------------------


def _keyword(opened: Opened, game: ir.Game, name: str, like: str | None) -> tuple[str, str]:
    known = {keyword.name: keyword for keyword in game.keywords}
    chosen = known.get(like) if like else next(iter(known.values()), None)
    if chosen is None:
        raise UsageError(
            f'there is no keyword "{like}"' if like else "this game has no keyword yet", closest(like or "", known)
        )
    if name in known:
        raise UsageError(f'there is a keyword "{name}" already', "choose another name")
    at = chosen.at
    text = re.sub(r"^keyword\s+" + re.escape(chosen.name), f"keyword {name}", _statement(opened, at), count=1)
    text = _SAYS.sub(lambda says: _called(says[0], chosen.name, name), _TAGS.sub("", text))
    return _beside(at.path, name, f"# A keyword that began as a copy of {chosen.name}.\n{text}\n")


def _called(text: str, old: str, new_name: str) -> str:
    """A text that calls a thing by its new name, with a capital where the old one had it."""

    def renamed(found: re.Match[str]) -> str:
        return new_name[0].upper() + new_name[1:] if found[0][0].isupper() else new_name

    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", renamed, text, flags=re.IGNORECASE)


def _holder(opened: Opened, game: ir.Game, head: str, name: str, like: str | None) -> tuple[str, str]:
    heads = [known for known, _ in game.heads]
    if head not in heads:
        kinds = [GAME, KEYWORD, *heads]
        raise UsageError(f'"{head}" is nothing to begin here', closest(head, kinds) or f"there are: {', '.join(kinds)}")
    if holders.matching(game.holders, name):
        raise UsageError(f'there is a "{name}" already', "choose another name")
    of_head = [holder for holder in game.holders if holder.head == head]
    chosen = holders.one(game, like) if like else next(iter(of_head), None)
    if chosen is None:
        raise UsageError(f"this game has no {head} yet", "write the first one by hand")
    text = _statement(opened, chosen.at).replace(f'"{chosen.name}"', f'"{name}"', 1)
    text = _SOURCE.sub("source house", _TAGS.sub("", text))
    return _beside(
        chosen.at.path,
        name,
        f"# {name} began as a copy of {chosen.name}: change the numbers, the names and the colours.\n{text}\n",
    )


def _statement(opened: Opened, at: ir.At) -> str:
    """The text of the statement that begins at a place."""
    from yomi_dsl.cache import parsed
    from yomi_dsl.diagnostics import Bag

    source = next(source for source in opened.sources if source.path == at.path)
    start = source.starts[at.line - 1] + at.column - 1
    return next(s.at.text for s in parsed(source, Bag()).body if s.at.start <= start < s.at.end)


def _beside(path: str, name: str, text: str) -> tuple[str, str]:
    """A file of that name in the folder of another."""
    return str(Path(path).with_name(f"{slug(name)}.yomi").as_posix()), text
