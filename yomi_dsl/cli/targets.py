"""Which files of which games are meant by the paths and names of a call."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs

from yomi_dsl import limits
from yomi_dsl.cli import games
from yomi_dsl.cli.usage import UsageError

PIPED = "-"


@attrs.define
class Target:
    """What to look at in one game: ``parts`` are files and folders inside it; none of them is the whole game."""

    folder: Path
    parts: list[str] = attrs.field(factory=list)
    whole: bool = False

    def shows(self, path: str) -> bool:
        return self.whole or any(path == part or path.startswith(part + "/") for part in self.parts)


def sorted_out(paths: list[str], game: str | None) -> list[Target]:
    """What to look at, a game at a time."""
    if not paths:
        return [Target(folder, whole=True) for folder in games.named_or_here(game)]
    targets: dict[Path, Target] = {}
    for path in paths:
        below = games.below(path)
        targets |= {folder: Target(folder, whole=True) for folder in below}
        if below:
            continue
        folder = games.find(path)
        target = targets.setdefault(folder, Target(folder))
        place = Path.cwd() / path
        inside = place.resolve().relative_to(folder).as_posix() if place.exists() else "."
        target.whole |= inside == "."
        target.parts.append(inside)
    return list(targets.values())


def read_piped() -> str:
    """The piped text; a little more than a file may have is enough to say that it is too large."""
    try:
        return sys.stdin.buffer.read(limits.FILE_BYTES + 4).decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError("the piped text is not UTF-8", "write the text in UTF-8") from None
