"""The end of each verb's help: calls to copy, with names from the shipped games, so that they work as they stand."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

from yomi_dsl import loader, resources

_NAMES = ("GAME", "NAME", "OTHER")


class Verb(TyperCommand):
    """A verb whose epilog may hold {game}, {one} and {two}: a shipped game and two of its holders."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if not self.epilog:
            return
        game, one, two = _names()
        formatter.write_paragraph()
        with formatter.section("Examples"):
            for line in self.epilog.splitlines():
                formatter.write(" " * formatter.current_indent + line.format(game=game, one=one, two=two) + "\n")


def example(*lines: str) -> str:
    """The calls that a verb's help shows."""
    return "\n".join(lines)


def _names() -> tuple[str, ...]:
    """The shipped game with the most holders, and two of them; stand-ins where no game is shipped."""
    import shlex

    games = [(name, _holders(name)) for name in loader.shipped_games()]
    name, found = max(games, key=lambda one: len(one[1]), default=("", []))
    return (name, *(shlex.quote(holder.lower()) for holder in found[:2])) if len(found) > 1 else _NAMES


def _holders(game: str) -> list[str]:
    """The names of holders of the game's first head, as its texts seem to say: good enough for help."""
    folder = resources.games() / game
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.rglob("*.yomi"))]
    head = next(
        (found[1] for text in texts if (found := re.search(r"^game .*\bbringing ([\w-]+)", text, re.MULTILINE))), ""
    )
    return [name for text in texts if head for name in re.findall(rf'^{head} "([^"]+)"', text, re.MULTILINE)]
