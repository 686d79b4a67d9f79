"""Keeps the parser's tables between runs: making them takes a third of a second, reading them a few milliseconds.

The saved form is a pickle, and reading a pickle can run code. So it is kept only in a folder that belongs to this user
and that nobody else can enter, never beside the cards or in a shared place. Whatever is not as it should be, there is
no store and no one is told: it only saves time.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import IO

_MISSING = (OSError, RuntimeError, AttributeError)  # no home, no rights, no user ids on this system


def read(name: str) -> bytes | None:
    """What was kept under ``name``, or None."""
    try:
        with open(_folder() / name, "rb", opener=_no_links) as file:
            return file.read() if _is_ours(os.fstat(file.fileno()), stat.S_ISREG, 0o022) else None
    except _MISSING:
        return None


def write(name: str, save: Callable[[IO[bytes]], object]) -> None:
    """Keep what ``save`` writes; a reader finds all of it or nothing."""
    import tempfile

    try:
        handle, draft = tempfile.mkstemp(dir=_folder())
        with os.fdopen(handle, "wb") as file:
            save(file)
        os.replace(draft, _folder() / name)
    except _MISSING:
        pass


def tidy(most: int) -> None:
    """Of more than ``most`` things that are kept, the older half goes; what is missed is made anew."""
    try:
        with os.scandir(_folder()) as entries:
            kept = list(entries)
        if len(kept) > most:
            kept.sort(key=lambda entry: entry.stat().st_mtime_ns)
            for entry in kept[: len(kept) // 2]:
                os.unlink(entry)
    except _MISSING:
        pass


def _folder() -> Path:
    """The user's private folder, made if need be; an error if others could write into it."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".cache"
    folder = base / "yomi-dsl"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_ours(folder.lstat(), stat.S_ISDIR, 0o077):
        raise PermissionError(folder)
    return folder


def _is_ours(status: os.stat_result, kind: Callable[[int], bool], barred: int) -> bool:
    return kind(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & barred


def _no_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)
