"""The icon files of a game: found beside its cards, checked, and copied for the compiler under plain names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from yomi_dsl import ir
from yomi_dsl.sheets.problems import SheetProblem

_KINDS = (".svg", ".png", ".jpg", ".jpeg")
_MOST_BYTES = 1 << 20
_HOLE = re.compile(r"\{([^}]*)\}")


class Icons:
    """The icons of a game. Without a folder of icons every symbol is printed as its word, which is no fault.

    `copied` maps the names under which the templates find them to the files themselves.
    """

    def __init__(self, game: ir.Game, folder: Path | None, problems: list[SheetProblem]) -> None:
        self.folder = folder.resolve() if folder is not None and folder.is_dir() else None
        self.files = {symbol.name: symbol.file for symbol in game.symbols}
        self.copied: dict[str, Path] = {}
        self._problems = problems
        self._known: dict[str, str] = {}

    def of(self, attribute: str, words: Mapping[str, str], at: ir.At) -> str:
        """The icon of an attribute, if the game has a symbol for it. ``words``: the card's word of each attribute.

        A symbol named by a word that the card lacks is no fault: there is nothing to draw."""
        return self.file(self._named(attribute, words), at)

    def there(self, attribute: str, words: Mapping[str, str]) -> bool:
        """Is there such an icon? Asking is no fault."""
        file = self._named(attribute, words)
        return bool(file) and self.folder is not None and (self.folder / file).is_file()

    def _named(self, attribute: str, words: Mapping[str, str]) -> str:
        file = _HOLE.sub(lambda hole: words.get(hole[1], hole[0]), self.files.get(attribute, ""))
        return "" if "{" in file else file

    def art(self, name: str, at: ir.At) -> str:
        """The name that a template uses for a card's picture. Unlike an icon it is never replaced by words."""
        if not name:
            return ""
        if self.folder is None:
            self._problems.append(SheetProblem(at, "art", f'the picture "{name}" is missing: there is no icons folder'))
        return self.file(name, at)

    def file(self, name: str, at: ir.At) -> str:
        """The name that a template uses for a file, or nothing where there is none."""
        if self.folder is None or not name:
            return ""
        if name not in self._known:
            self._known[name] = self._check(name, at)
        return self._known[name]

    def _check(self, name: str, at: ir.At) -> str:
        assert self.folder is not None
        try:
            path = (self.folder / name).resolve(strict=True)
            usable = path.is_relative_to(self.folder) and path.is_file() and path.stat().st_size <= _MOST_BYTES
        except (OSError, ValueError, RuntimeError):
            usable = False
        if not usable or path.suffix.lower() not in _KINDS:
            self._problems.append(SheetProblem(at, "icon", f'the icon "{name}" is not in the icons folder'))
            return ""
        made = f"icon-{len(self.copied)}{path.suffix.lower()}"
        self.copied[made] = path
        return made
