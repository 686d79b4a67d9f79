"""Replays in files: keeping one, finding its game again. And ``yomi replay``, which plays it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomi_dsl import loader
from yomi_dsl.cli import files, games, holders, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import GameOption
from yomi_dsl.cli.usage import UsageError

if TYPE_CHECKING:
    from yomi_dsl import ir
    from yomi_dsl.engine.match import Match
    from yomi_dsl.engine.replay import Replay
    from yomi_dsl.engine.state import State

_EXAMPLES = example("yomi replay", "yomi replay game.json --show")
_MOST_BYTES = 32 << 20


def add_to(app: typer.Typer) -> None:
    app.command("replay", cls=Verb, epilog=_EXAMPLES)(replay)


def replay(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A replay; without, your last game.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Tell what happened in it.")] = False,
    game: GameOption = None,
) -> None:
    """Play a game again, and say whether it still goes the same way."""
    from yomi_dsl.engine.errors import EngineLimit
    from yomi_dsl.engine.match import Match
    from yomi_dsl.engine.replay import EXACT, check

    path = file or last_game()
    data = _read(path)
    try:
        kept = _load(data)
        _, played = _game_of(data, kept, game)
        m = Match(played, kept.brings)
        holders.announce(played, [kept.brings[0], kept.brings[1]])
        if show:
            _show(m, kept)
        found = check(m, kept)
    except EngineLimit as limit:
        found = f"the game cannot go on: {limit}"
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise UsageError(f'"{path}" holds no game that {_named(game)} can play') from None
    output.say(found)
    if found != EXACT:
        raise typer.Exit(1)


def _named(game: str | None) -> str:
    return f'"{game}"' if game else "a game here"


# ---- files -----------------------------------------------------------------------------------------------------------


def last_game() -> Path:
    """Where the last game that was played is kept."""
    home = os.environ.get("XDG_STATE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "state") / "yomi-dsl" / "last-game.json"


def keep(kept: Replay, state: State, opened: Opened, path: Path | None) -> Path | None:
    """Write a replay to a file, or as the last game if that can be done.

    Only the last game, which stays with the user, knows the game's folder: a file that is given away tells no paths.
    """
    kept.close(state)
    data = {**json.loads(kept.save()), "where": opened.name}
    if path is None:
        data["folder"] = str(opened.folder)
    text = (json.dumps(data, separators=(",", ":")) + "\n").encode()
    if path is not None:
        files.write_one(path, text)
        return path
    with suppress(OSError, UsageError):
        last_game().parent.mkdir(parents=True, exist_ok=True)
        files.write_one(last_game(), text)
        return last_game()
    return None


def _read(path: Path) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            raw = file.read(_MOST_BYTES + 1)
        data = json.loads(raw) if len(raw) <= _MOST_BYTES else None
    except OSError as error:
        help = "play a game first" if path == last_game() else ""
        raise UsageError(f'"{path}" cannot be read: {(error.strerror or str(error)).lower()}', help) from None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise UsageError(f'"{path}" is no replay')
    return data


def _load(data: dict[str, Any]) -> Replay:
    from yomi_dsl.engine.replay import Replay

    return Replay.load(json.dumps({key: value for key, value in data.items() if key not in ("where", "folder")}))


def _game_of(data: dict[str, Any], kept: Replay, game: str | None) -> tuple[Opened, ir.Game]:
    """The game named, else the one it was played with, by folder and by name."""
    from yomi_dsl.irtext import game_hash

    folder = games.find(game) if game is not None else next(_folders(data), None)
    if folder is None:
        raise UsageError(f'the game "{data.get("where", "")}" is not here', "name it with --game")
    opened, played = games.playable(folder)
    if game_hash(played) != kept.game:
        output.note(f"The rules or cards of {opened.name} have changed since.")
    return opened, played


def _folders(data: dict[str, Any]) -> Iterator[Path]:
    """Where the game may be: where it was, where the user is, just below, and among the shipped ones."""
    folder, name = Path(str(data.get("folder", ""))), str(data.get("where", ""))
    below = Path.cwd() / (name if Path(name).name == name else "")
    for place in (folder, games.here() or below, below):
        if place.is_absolute() and place.name == name and (place / loader.GAME).is_file():
            yield place
    if name in loader.shipped_games():
        yield games.find_shipped(name)


def _show(m: Match, kept: Replay) -> None:
    """Tell the game as someone who sees both hands."""
    from yomi_dsl.cli.narrate import Narrator
    from yomi_dsl.cli.table import wrapped
    from yomi_dsl.cli.voice import voice

    narrator = Narrator(voice(m, None))
    st = m.start(kept.seed, logging=True)
    left = list(kept.decisions)
    while True:
        assert st.log is not None
        for line in wrapped(narrator.tell(st, st.log), output.width()):
            output.say(line)
        st.log.clear()
        if not left or st.over:
            return
        seat, index = left.pop(0)
        try:
            m.step(st, index, seat)
        except ValueError:  # where it diverges, the story ends
            return
