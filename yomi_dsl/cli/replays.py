"""Replays in files: keeping one, finding its game again. And ``yomi replay``, which plays it."""

from __future__ import annotations

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
    from yomi_dsl.cli.desk import Desk
    from yomi_dsl.cli.telling import Telling
    from yomi_dsl.engine.replay import Replay

_EXAMPLES = example("yomi replay", "yomi replay game.json --show", "yomi replay --resume")
_MOST_BYTES = 32 << 20
_BESIDE = ("where", "folder", "seat", "bot")
"""What a file holds beside the replay: which game it is of, and who played it."""


def add_to(app: typer.Typer) -> None:
    app.command("replay", cls=Verb, epilog=_EXAMPLES)(replay)


def replay(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A replay; without, your last game.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Tell what happened in it.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Play on from where it was left.")] = False,
    game: GameOption = None,
) -> None:
    """Play a game again, and say whether it still goes the same way; or play on."""
    from yomi_dsl.cli.telling import Telling
    from yomi_dsl.engine.errors import EngineLimit
    from yomi_dsl.engine.replay import EXACT, check

    path = file or last_game()
    data = _read(path)
    try:
        kept = _load(data)
        opened, played = _game_of(data, kept, game)
        m = Telling(played, kept.brings)
        holders.announce(played, [kept.brings[0], kept.brings[1]])
        if show:
            _show(m, kept)
        if resume:
            desk = _seated(opened, played, kept, data)
        found = check(m, kept)
    except EngineLimit as limit:
        found = f"the game cannot go on: {limit}"
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise UsageError(f'"{path}" holds no game that {_named(game)} can play') from None
    if resume and found == EXACT:
        _play_on(desk, file)
        return
    output.say(found)
    if found != EXACT:
        raise typer.Exit(1)


def _named(game: str | None) -> str:
    return f'"{game}"' if game else "a game here"


# ---- playing on ------------------------------------------------------------------------------------------------------


def _seated(opened: Opened, played: ir.Game, kept: Replay, data: dict[str, Any]) -> Desk:
    """The game as it was left, from the seat that played it, against the same bot."""
    from yomi_dsl.cli.desk import Desk
    from yomi_dsl.cli.session import CHANCE, begin, bot_name

    seat = 1 if data.get("seat") == 1 else 0
    bot = bot_name(played, str(data["bot"]) or CHANCE if "bot" in data else None)
    session = begin(played, (kept.brings[0], kept.brings[1]), kept.seed, (bot, None) if seat else (None, bot))
    session.catch_up(kept.decisions)
    return Desk(opened, session, seat, False, [])


def _play_on(desk: Desk, path: Path | None) -> None:
    try:
        desk.sit()
    finally:
        tell_kept(desk, path)


def tell_kept(desk: Desk, path: Path | None) -> None:
    """Keep a game, and say how it is played again, or on."""
    kept = keep(desk, path)
    if kept:
        again = "yomi replay" if path is None else f"yomi replay {kept}"
        on = desk.seat is not None and not desk.session.state.over
        output.say(f"The game is kept; play on with: {again} --resume" if on else f"The game is kept: {again}")


# ---- files -----------------------------------------------------------------------------------------------------------


def last_game() -> Path:
    """Where the last game that was played is kept."""
    home = os.environ.get("XDG_STATE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "state") / "yomi-dsl" / "last-game.json"


def keep(desk: Desk, path: Path | None) -> Path | None:
    """Write a replay as the last game, if that can be done, and to the file that was named.

    Only the last game, which stays with the user, knows the game's folder: a file that is given away tells no paths.
    """
    import json

    session = desk.session
    session.replay.close(session.state)
    data = {**json.loads(session.replay.save()), "where": desk.opened.name}
    if desk.seat is not None:
        data |= {"seat": desk.seat, "bot": session.bot}
    last = _keep_last({**data, "folder": str(desk.opened.folder)})
    if path is None:
        return last
    files.write_one(path, _line(data))
    return path


def _keep_last(data: dict[str, Any]) -> Path | None:
    with suppress(OSError, UsageError):
        last_game().parent.mkdir(parents=True, exist_ok=True)
        files.write_one(last_game(), _line(data))
        return last_game()
    return None


def _line(data: dict[str, Any]) -> bytes:
    import json

    return (json.dumps(data, separators=(",", ":")) + "\n").encode()


def _read(path: Path) -> dict[str, Any]:
    import json

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
    import json

    from yomi_dsl.engine.replay import Replay

    return Replay.load(json.dumps({key: value for key, value in data.items() if key not in _BESIDE}))


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


def _show(m: Telling, kept: Replay) -> None:
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
