"""The icon files of a game: found beside its cards, checked, and copied for the compiler under plain names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from struct import unpack

from yomi_dsl import ir
from yomi_dsl.sheets.problems import SheetProblem

_BEGINS = {".svg": b"<", ".png": b"\x89PNG", ".jpg": b"\xff\xd8", ".jpeg": b"\xff\xd8"}
"""The kinds of files that can be printed, and how each begins."""
_MOST_MEGABYTES = 1
_MOST_DOTS = 40_000_000
_HOLE = re.compile(r"\{([^}]*)\}")


class Icons:
    """The icons of a game. Without a folder of icons every symbol is printed as its word, which is no fault.

    `copied` maps the names under which the templates find them to the files themselves; `asked`: their own names, and
    the first card that has each.
    """

    def __init__(self, game: ir.Game, folder: Path | None, problems: list[SheetProblem]) -> None:
        self.folder = folder.resolve() if folder is not None and folder.is_dir() else None
        self.files = {symbol.name: symbol.file for symbol in game.symbols}
        self.copied: dict[str, Path] = {}
        self.asked: dict[str, tuple[str, ir.At]] = {}
        self._problems = problems
        self._known: dict[str, tuple[str, str]] = {}

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
        """The name that a template uses for a picture. Unlike an icon it is never replaced by words."""
        made, fault = self._found(name, at) if name else ("", "")
        problem = SheetProblem(at, "art", f'the picture "{name}" {fault}')
        if fault and problem not in self._problems:
            self._problems.append(problem)
        return made

    def file(self, name: str, at: ir.At) -> str:
        """The name that a template uses for an icon, or nothing where there is none. A fault is told once."""
        if self.folder is None or not name:
            return ""
        told = name in self._known
        made, fault = self._found(name, at)
        if fault and not told:
            self._problems.append(SheetProblem(at, "icon", f'the icon "{name}" {fault}'))
        return made

    def _found(self, name: str, at: ir.At) -> tuple[str, str]:
        """The plain name of a file, or what is wrong with it."""
        if name not in self._known:
            fault = _fault(self.folder, name)
            made = "" if fault else f"icon-{len(self.copied)}{Path(name).suffix.lower()}"
            if self.folder is not None and made:
                self.copied[made], self.asked[made] = (self.folder / name).resolve(), (name, at)
            self._known[name] = made, fault
        return self._known[name]


def _fault(folder: Path | None, name: str) -> str:
    """Why a file cannot be printed; empty if it can."""
    if folder is None:
        return "is missing: there is no icons folder"
    try:
        path = (folder / name).resolve(strict=True)
        size, begin = path.stat().st_size / (1 << 20), path.open("rb").read(64).lstrip(b"\xef\xbb\xbf \r\n\t")
    except (OSError, ValueError, RuntimeError):
        return "is not in the icons folder"
    if not path.is_relative_to(folder):
        return "lies outside of the icons folder"
    if path.suffix.lower() not in _BEGINS:
        return "is of a kind that is not printed: it must be svg, png or jpg"
    if size > _MOST_MEGABYTES:
        return f"is too big: {size:.1f} MB, but at most {_MOST_MEGABYTES} MB"
    if not begin.startswith(_BEGINS[path.suffix.lower()]):
        return f"is no {path.suffix[1:]} inside"
    return "" if path.suffix.lower() == ".svg" else _too_many(path)


def _too_many(path: Path) -> str:
    """What is wrong with the width and height that a picture says it has: setting it takes memory for each of its dots."""
    size = (_png_size if path.suffix.lower() == ".png" else _jpg_size)(path.read_bytes())
    if size is None or 0 in size:
        return "is broken: it does not say how large it is"
    width, height = size
    return f"is too large: {width} x {height} dots, but at most {_MOST_DOTS} in all" if width * height > _MOST_DOTS else ""


def _png_size(data: bytes) -> tuple[int, int] | None:
    return unpack(">II", data[16:24]) if data[12:16] == b"IHDR" and len(data) >= 24 else None


def _jpg_size(data: bytes) -> tuple[int, int] | None:
    """From the first segment that begins a frame."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None
