"""Signs as a printer sets them."""

from __future__ import annotations

import re

from yomi_dsl.sheets.text import clean


def typographic(text: str, before: str = "") -> str:
    """Curly quotes and true minus signs for plain ones. ``before``: the text in front of it."""
    text = clean(text).replace("'", "’")
    text = re.sub(r"(?<![\w-])-(?=\d)", "−", text)
    out = before[-1:]
    for char in text:
        out += ("“" if out[-1:] in ("", " ", "(", "\u00a0") else "”") if char == '"' else char
    return out[len(before[-1:]) :]
