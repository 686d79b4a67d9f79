"""The pages about problems, one a code."""

from __future__ import annotations

from yomi_dsl import resources
from yomi_dsl.codes import CODES


def page(code: str) -> str | None:
    """The page about a code, or None if there is no such code. ``e0101`` is as good as ``E0101``."""
    code = code.strip().upper()
    path = resources.error_pages() / f"{code}.md"
    return path.read_text(encoding="utf-8") if code in CODES and path.is_file() else None
