"""Finds the files that ship with the package: grammar, games, error pages.

In a checkout they lie at the top of the repository; in a wheel the same folders lie under ``yomi_dsl/_data``.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_INSTALLED = PACKAGE / "_data"


def _folder(installed: str, checkout: str) -> Path:
    bundled = _INSTALLED / installed
    return bundled if bundled.is_dir() else PACKAGE.parent / checkout


def grammar() -> str:
    """The text of the grammar."""
    return (_folder("grammar", "grammar") / "yomi.lark").read_text(encoding="utf-8")


def games() -> Path:
    """The folder in which the shipped games lie, each a folder with a ``game.yomi``."""
    return _folder("cards", "cards")


def error_pages() -> Path:
    """The folder of the pages about problems, ``E0101.md`` and so on."""
    return _folder("errors", "docs/errors")


def templates() -> Path:
    """The folder of the sheet templates."""
    return PACKAGE / "sheets" / "templates"
