"""What keeps a sheet from being printed as it should be, at the card's own place."""

from __future__ import annotations

import attrs

from yomi_dsl import ir


@attrs.frozen
class SheetProblem:
    """One problem. ``kind``: overset, name, glyph, icon, colour, paper, faces or layout."""

    at: ir.At | None
    kind: str
    message: str
