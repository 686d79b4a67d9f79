"""Finds a game's folder and reads its texts.

Nothing outside the folder is ever read, whatever links lie in it, and nothing that is not plain text gets past this
module: the passes after it need not think of encodings, hidden characters or sizes.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from yomi_dsl import limits, resources
from yomi_dsl.diagnostics import Bag, Diagnostic, nearest
from yomi_dsl.source import Source, Span

GAME = "game.yomi"
_SUFFIX = ".yomi"

# Control characters, lone surrogates, the marks that make a text read otherwise than it is shown, and what is no character.
_NONE = "\ufdd0-\ufdef" + "".join(chr((plane << 16) + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
_UNUSUAL = re.compile(r"[^\t\n -~]")
_FORBIDDEN = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069{_NONE}]"
)


class GameNotFoundError(Exception):
    """No game goes by the name or path that the user gave."""

    def __init__(self, name: str, reason: str = "") -> None:
        shipped = shipped_games()
        help = nearest(name, shipped) or f"give a folder with a {GAME}, or one of: {', '.join(shipped)}"
        message = f'no game is found at "{name}"' + (f": {reason}" if reason else "")
        self.diagnostic = Diagnostic("E0121", message, None, help="" if reason else help)
        super().__init__(self.diagnostic.message)


def shipped_games() -> list[str]:
    """The names of the games that come with the package."""
    return sorted(path.parent.name for path in resources.games().glob(f"*/{GAME}"))


def is_game(folder: Path) -> bool:
    """Whether a folder is that of a game. One that cannot be entered is not."""
    try:
        return (folder / GAME).is_file()
    except OSError:
        return False


def games_in(folder: Path) -> list[Path]:
    """The games that lie in a folder, or in its ``cards``."""
    return sorted(found.parent.resolve() for part in ("", "cards/") for found in folder.glob(f"{part}*/{GAME}"))


def find_game(path_or_name: str, cwd: Path) -> Path:
    """The game's folder: the nearest one upwards that has a ``game.yomi``, or the game of that name in ``cards``, or a
    shipped one."""
    if not path_or_name.strip():
        raise GameNotFoundError(path_or_name)
    try:
        start = (cwd / path_or_name).resolve(strict=True)
    except (OSError, ValueError):  # nothing there, a loop of links, or no path at all
        pass
    else:
        for folder in (start, *start.parents):
            if is_game(folder):
                return folder
        with suppress(NotADirectoryError):
            _openable(path_or_name, start)
        if start.is_file():
            raise GameNotFoundError(path_or_name, f"it lies in no folder with a {GAME}")
    for local in games_in(cwd):
        if local.name == path_or_name:
            return local
    if path_or_name in shipped_games():
        return resources.games() / path_or_name
    raise GameNotFoundError(path_or_name)


def _openable(name: str, folder: Path) -> None:
    try:
        os.listdir(folder)
    except PermissionError:
        raise GameNotFoundError(name, "the folder may not be read") from None


def load_game(folder: Path, bag: Bag) -> list[Source]:
    """The texts of a game: ``game.yomi``, then the others by path. What cannot be used is reported and left out."""
    root = folder.resolve()
    found = sorted(_Walk(root, bag).files(), key=lambda path: (str(path) != GAME, path.parts))
    if not os.path.lexists(root / GAME):
        bag.add("E0126", f"this folder has no {GAME}", _file(GAME), help=f"a game begins with a file named {GAME}")
    sources, total = [], 0
    for path in found:
        data = _read(root, path, bag)
        total += len(data or b"")
        if total > limits.GAME_BYTES:
            message = f"the game is larger than {limits.GAME_BYTES >> 20} MB"
            bag.add("E0903", message, _file(str(path)), "reading stops here")
            break
        source = None if data is None else _decode(str(path), data, bag)
        sources += [source] if source else []
    return sources


def load_text(path: str, text: str, bag: Bag) -> Source | None:
    """One text made ready: no byte order mark, accents joined to their letters, lines that end as lines do here. None if it
    cannot be used."""
    text = re.sub("\r(?!\n)", "\n", _joined(text.removeprefix("\ufeff")))
    source = Source(path, text)
    if not text.strip():
        bag.add("W0101", "this file is empty", Span(source, 0, 0))
    usable = [_is_small(source, bag), _is_plain(source, bag), _has_short_lines(source, bag)]
    return source if all(usable) else None


def _joined(text: str) -> str:
    """The text with accents joined to their letters."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


# ---- one text --------------------------------------------------------------------------------------------------------


def _is_small(source: Source, bag: Bag) -> bool:
    if len(source.text.encode("utf-8", "surrogatepass")) <= limits.FILE_BYTES:
        return True
    _too_large(source.path, bag)
    return False


def _is_plain(source: Source, bag: Bag) -> bool:
    unusual = _UNUSUAL.finditer(source.text.replace("\r\n", " \n"))
    found = [match.start() for match in unusual if _FORBIDDEN.match(match[0])]
    for start in found[: limits.FAULTS]:
        name = f"U+{ord(source.text[start]):04X}"
        help = "take it away; it does not show, so delete the words around it and write them again"
        bag.add("E0123", f"the hidden character {name} is not allowed", Span(source, start, start + 1), "here", help)
    return not found


def _has_short_lines(source: Source, bag: Bag) -> bool:
    ends = (*source.starts[1:], len(source.text))
    long = [start for start, end in zip(source.starts, ends, strict=True) if end - start > limits.LINE_CHARS]
    for start in long:
        help = 'a line may be broken after a comma, "and" or "or"'
        message = f"this line is longer than {limits.LINE_CHARS} characters"
        bag.add("E0904", message, Span(source, start, start), help=help)
    return not long


def _decode(path: str, data: bytes, bag: Bag) -> Source | None:
    try:
        return load_text(path, data.decode("utf-8"), bag)
    except UnicodeDecodeError as error:
        good = Source(path, data[: error.start].decode("utf-8"))
        is_text = b"\0" not in data or data[:2] in (b"\xff\xfe", b"\xfe\xff")
        help = "save the file as UTF-8" if is_text else "this looks like a picture or another kind of file, not a text"
        at = Span(good, len(good.text), len(good.text))
        bag.add("E0122", "this file is not text in UTF-8", at, f"byte {error.start} fits no letter", help)
        return None


def _read(root: Path, path: PurePosixPath, bag: Bag) -> bytes | None:
    """The bytes of a file. A pipe or a device in its place is refused, and does not make us wait."""
    try:
        with open(root / path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(0, "it is no plain file")
            data = file.read(limits.FILE_BYTES + 4)  # with room for a byte order mark
    except OSError as error:
        bag.add("E0125", f"this file cannot be read: {(error.strerror or str(error)).lower()}", _file(str(path)))
        return None
    if len(data) == limits.FILE_BYTES + 4:
        _too_large(str(path), bag)
        return None
    return data


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _too_large(path: str, bag: Bag) -> None:
    help = "spread it over several files: all files of the folder are one game"
    bag.add("E0901", f"this file is larger than {limits.FILE_BYTES >> 10} KB", _file(path), help=help)


def _file(path: str) -> Span:
    """A place that stands for a file as a whole."""
    return Span(Source(path, ""), 0, 0)


# ---- the folder ------------------------------------------------------------------------------------------------------


class _Walk:
    """One walk through a game's folder. Hidden files and folders are passed by; each file is found once."""

    def __init__(self, root: Path, bag: Bag) -> None:
        self.root, self.bag = root, bag
        self.seen: set[Path] = {root}
        self.entries = self.texts = 0

    def files(self) -> list[PurePosixPath]:
        return list(self._inside(PurePosixPath(), self.root))

    def _inside(self, folder: PurePosixPath, real: Path) -> Iterator[PurePosixPath]:
        if len(folder.parts) > limits.FOLDER_DEPTH:
            self.bag.add("E0908", f"folders lie more than {limits.FOLDER_DEPTH} deep", _file(str(folder)))
            return
        for name in self._names(folder):
            path = folder / name
            found = self._found(path, real / name)
            if found is None:
                continue
            if found.is_dir():
                yield from self._inside(path, found)
            elif path.suffix == _SUFFIX and self._counts(path):
                yield path

    def _names(self, folder: PurePosixPath) -> list[str]:
        try:
            names = [name for name in os.listdir(self.root / folder) if not name.startswith(".")]
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.bag.add("E0125", f"this folder cannot be read: {reason}", _file(str(folder)))
            return []
        self.entries += len(names)
        if self.entries > limits.FOLDER_ENTRIES:
            self._too_many(folder)
            return []
        return sorted(names, key=lambda name: (name != GAME, name))

    def _found(self, path: PurePosixPath, place: Path) -> Path | None:
        """Where a file or folder really is; None if it is not inside the game's folder, or was found before."""
        if not str(path).isprintable():
            shown = str(path).encode("utf-8", "backslashreplace").decode()
            message = "this file name has characters that cannot be shown"
            self.bag.add("E0127", message, _file(shown), help="rename the file")
            return None
        try:
            real = place.resolve(strict=True) if place.is_symlink() else place
        except (OSError, RuntimeError):  # a link to nothing, or to itself
            self.bag.add("E0125", "this link leads to no file", _file(str(path)))
            return None
        if not real.is_relative_to(self.root):
            help = "copy the file into the folder: a game is complete in itself"
            self.bag.add("E0124", "this link leaves the game's folder", _file(str(path)), help=help)
            return None
        known = real in self.seen
        self.seen.add(real)
        return None if known else real

    def _counts(self, path: PurePosixPath) -> bool:
        self.texts += 1
        if self.texts > limits.GAME_FILES:
            self._too_many(path.parent)
        return self.texts <= limits.GAME_FILES

    def _too_many(self, folder: PurePosixPath) -> None:
        help = "is this the folder of a game?"
        self.bag.add("E0902", f"the game has more than {limits.GAME_FILES} files", _file(str(folder)), help=help)
