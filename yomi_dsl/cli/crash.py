"""When the tool itself is at fault: a short message, and a report that holds nothing of the user's texts."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from importlib import metadata

from yomi_dsl.resources import PACKAGE


def report(fault: BaseException, args: Sequence[str]) -> None:
    """Say it in three lines, and keep what helps to mend it."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{_short(last.filename)}, line {last.lineno}"
    lines = [f"yomi itself is at fault: {type(fault).__name__} in {where}.", "Nothing is wrong with what you wrote."]
    try:
        path = _keep("\n".join(_report(fault, args)) + "\n")
        lines.append(f"Please send the report {path} to its makers; it holds none of your texts.")
    except OSError:
        lines.append("A report could not be written.")
    sys.stderr.write("\n".join(lines) + "\n")


def _keep(text: str) -> str:
    handle, path = tempfile.mkstemp(prefix="yomi-fault-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def _report(fault: BaseException, args: Sequence[str]) -> Iterator[str]:
    yield f"yomi {version()}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield from (f"{name} {_version_of(name)}" for name in ("lark", "attrs", "typer", "jinja2", "typst"))
    yield f"call: yomi {shlex.join(args)}"
    one: BaseException | None = fault
    while one is not None:
        yield from ["", *_trace(one)]
        one = one.__cause__ or one.__context__


def _trace(fault: BaseException) -> Iterator[str]:
    """Places in our code and the kind of the fault. Its message may quote a text, so it is left out."""
    frames = traceback.extract_tb(fault.__traceback__)
    shown = frames if len(frames) <= 60 else [*frames[:30], *frames[-30:]]
    for frame in shown:
        yield f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}: {frame.line}"
    yield type(fault).__name__


def _short(filename: str) -> str:
    """A file of ours by its place in the package, others by their last two parts: no home folder is told."""
    home = str(PACKAGE.parent) + os.sep
    return filename.removeprefix(home) if filename.startswith(home) else "/".join(filename.split(os.sep)[-2:])


def version() -> str:
    """The version of this package; "unknown" where it is not installed."""
    return _version_of("yomi-dsl")


def _version_of(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "unknown"
