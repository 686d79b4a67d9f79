"""Who plays what: names of holders as the user types them, several joined by ``+``, found in a game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from yomi_dsl import loader
from yomi_dsl.cli import games, output
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.usage import UsageError, closest, plain
from yomi_dsl.diagnostics import Bag

if TYPE_CHECKING:
    from yomi_dsl import ir

JOIN = "+"


def game_with(names: Iterable[str], game: str | None) -> tuple[Opened, ir.Game]:
    """The game named, else the one in whose folder the user is, else the only one with such holders of those that go by
    the names of the shipped ones. Of the last it is told which was taken."""
    folder = games.find(game) if game is not None else games.here()
    if not folder:
        wanted = [part for name in names for part in name.split(JOIN)]
        folder = _only([one for one in games.by_name() if _has_all(one, wanted)], wanted)
        games.tell(folder)
    return games.playable(folder)


def _has_all(folder: Path, wanted: Sequence[str]) -> bool:
    """Whether a game has a holder for every name. Only games whose texts speak of them are compiled.

    One with errors may have them: to show the errors helps more than to deny the names."""
    text = "\0".join(_plain(source.text) for source in loader.load_game(folder, Bag()))
    if not all(_plain(name) in text for name in wanted):
        return False
    opened = games.opened_once(folder)
    return opened.game is None or all(matching(opened.game.holders, name) for name in wanted)


def _only(found: list[Path], wanted: Sequence[str]) -> Path:
    if len(found) == 1:
        return found[0]
    who = f'"{JOIN.join(wanted)}"' if len(wanted) == 1 else " and ".join(f'"{name}"' for name in wanted)
    if found:
        several = ", ".join(folder.name for folder in found)
        raise UsageError(f"{who}: several games have that", f"name the game: --game, with one of {several}")
    help = _own_game_with(wanted) or _where_they_are(wanted) or "name the game with --game"
    raise UsageError(f"no shipped game has {who}", help)


def _own_game_with(wanted: Sequence[str]) -> str:
    """The games of the user's own that have them all: they must be named."""
    found = [one for one in loader.games_in(Path.cwd()) if _has_all(one, wanted)]
    named = " or ".join(f"--game {shlex.quote(games.shown(one))}" for one in found)
    return f"name the game: {named}" if named else ""


def _where_they_are(wanted: Sequence[str]) -> str:
    """The games of which each name is, or what may be meant by one that is of none."""
    known = [(folder.name, getattr(games.opened_once(folder).game, "holders", ())) for folder in games.by_name()]
    homes = {name: [game for game, found in known if matching(found, name)] for name in wanted}
    lost = [name for name, found in homes.items() if not found]
    if lost:
        everyone = [one.name for _, found in known for one in found]
        return next((text for name in lost if (text := closest(name, everyone))), "")
    return "; ".join(f'"{name}" is of {" and ".join(found)}' for name, found in homes.items())


def matching(holders: Sequence[ir.HolderDecl], name: str) -> list[ir.HolderDecl]:
    """The holders that a name may mean: those of exactly that name, else those with a word that begins with it."""
    wanted = _plain(name)
    exact = [one for one in holders if _plain(one.name) == wanted]
    return exact or [one for one in holders if wanted and _begins(_plain(one.name), wanted)]


def _plain(name: str) -> str:
    """Without what does not matter in a name: case, and whether hyphens join its words."""
    return " ".join(re.split(r"[\s_-]+", plain(name).strip()))


def _begins(name: str, start: str) -> bool:
    return name.startswith(start) or f" {start}" in name


def bring(game: ir.Game, names: str) -> tuple[str, ...]:
    """What a seat brings, one name a head in the game's order; what is left out is the game's default."""
    chosen: dict[str, str] = {}
    for name in names.split(JOIN):
        found = one(game, name, chosen)
        if found.head in chosen:
            raise UsageError(f'"{names}" brings two of {found.head}: {chosen[found.head]} and {found.name}')
        chosen[found.head] = found.name
    for head, default in game.heads:
        if not chosen.get(head) and not default:
            raise UsageError(f'"{names}" brings no {head}', f"add one of: {_listed(game, head)}")
        chosen.setdefault(head, default)
    return tuple(chosen[head] for head, _ in game.heads)


def one(game: ir.Game, name: str, chosen: Mapping[str, str] = {}) -> ir.HolderDecl:
    """The holder that a name means. Of several, that of a head for which nobody is chosen yet."""
    found = matching(game.holders, name)
    if len(found) > 1:
        found = [each for each in found if each.head not in chosen] or found
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f'"{name}" may be {_either([one.name for one in found])}', "write a little more of the name")
    help = closest(name, [one.name for one in game.holders])
    raise UsageError(f'{game.name} has nobody named "{name}"', help or f"there are: {_listed(game)}")


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _listed(game: ir.Game, head: str = "") -> str:
    return ", ".join(one.name for one in game.holders if head in ("", one.head))


def described(brings: Sequence[str]) -> str:
    """What a seat brings, as one text."""
    return f" {JOIN} ".join(brings)


def announce(game: ir.Game, seats: Sequence[tuple[str, ...]]) -> None:
    """Who meets whom, defaults included."""
    output.say(f"{game.name}: {' against '.join(described(brings) for brings in seats)}")
