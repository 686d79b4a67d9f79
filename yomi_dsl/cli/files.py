"""Writing files so that nobody ever finds half of them, and nothing outside the folder asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from yomi_dsl.cli.usage import UsageError

Contents = Mapping[str, bytes]
MADE = "made.txt"
_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def write_all(folder: Path, contents: Contents) -> list[str]:
    """Write files below a folder, all or none; the names of those that changed."""
    changed = [name for name, data in contents.items() if stored(folder, name) != data]
    drafts: list[tuple[str, Path]] = []
    try:
        for name in changed:
            target = place(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            drafts.append((_draft(place(folder, name), contents[name]), target))
        while drafts:
            os.replace(*drafts[0])
            drafts.pop(0)
    except OSError as error:
        raise UsageError(f'"{folder}" cannot be written: {(error.strerror or str(error)).lower()}') from None
    finally:
        for draft, _ in drafts:
            with suppress(OSError):
                os.unlink(draft)
    return changed


def remove_old(folder: Path, within: str, names: Iterable[str]) -> int:
    """Note which files were written into a folder within; remove those that an earlier note names and this one does not.

    Nothing is removed but what such a note names, so a file of the user's own stays. Returns how many files went.
    """
    made = f"{within}/{MADE}"
    now = {name for name in names if name.startswith(f"{within}/")}
    old = {f"{within}/{line}" for line in (stored(folder, made) or b"").decode("utf-8", "replace").split()}
    removed = 0
    for name in sorted(old - now):
        if _PART.fullmatch(name.removeprefix(f"{within}/")) and stored(folder, name) is not None:
            place(folder, name).unlink()
            removed += 1
    note = "".join(f"{name.removeprefix(f'{within}/')}\n" for name in sorted(now))
    write_all(folder, {made: note.encode()})
    return removed


def write_one(path: Path, data: bytes) -> None:
    """Write a file that the user named; a device or a pipe is written to as it is."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            os.replace(_draft(path, data), path)
    except OSError as error:
        raise UsageError(f'"{path}" cannot be written: {(error.strerror or str(error)).lower()}') from None


def place(folder: Path, name: str) -> Path:
    """Where a file of that name goes. A name or a link that leads out of the folder is refused."""
    root, parts = folder.resolve(), name.split("/")
    target = root.joinpath(*parts)
    if not all(_PART.fullmatch(part) for part in parts) or not target.parent.resolve().is_relative_to(root):
        raise UsageError(f'"{name}" leads out of {folder}', "use letters, digits and hyphens, and no links")
    return target


def stored(folder: Path, name: str) -> bytes | None:
    """What a file holds now, or None."""
    try:
        return place(folder, name).read_bytes()
    except OSError:
        return None


def _draft(target: Path, data: bytes) -> str:
    """A new file beside the target, written to the disk in full."""
    import tempfile

    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
    except BaseException:
        os.unlink(draft)
        raise
    return draft


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
