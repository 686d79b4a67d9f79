"""The icon files of a game: found beside its cards, checked, and copied for the compiler under plain names."""

from __future__ import annotations

from pathlib import Path

from yomi_dsl import ir
from yomi_dsl.sheets.problems import SheetProblem

_KINDS = (".svg", ".png", ".jpg", ".jpeg")
_MOST_BYTES = 1 << 20


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

    def of(self, attribute: str, word: str, at: ir.At) -> str:
        """The icon of an attribute, or of one of its words, if the game has a symbol for it."""
        file = self.files.get(attribute, "").replace("{" + attribute + "}", word)
        return "" if "{" in file else self.file(file, at)

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
