"""How cards lie on a sheet of paper: computed, so that what does not fit is refused with the reason."""

from __future__ import annotations

import attrs

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE = 5.0  # what a home printer leaves white on each side
_WIDEST_BLEED, _LEAST_BLEED, _STEP = 1.5, 0.5, 0.25


class PaperError(ValueError):
    """The cards do not fit on the paper; the message says why."""


@attrs.frozen
class Grid:
    """A sheet in millimetres. ``left`` and ``top``: the corner of the first card's bleed."""

    paper: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int
    bleed: float

    @property
    def left(self) -> float:
        return (self.paper[0] - self.columns * (self.card[0] + 2 * self.bleed)) / 2

    @property
    def top(self) -> float:
        return (self.paper[1] - self.rows * (self.card[1] + 2 * self.bleed)) / 2

    @property
    def cells(self) -> int:
        return self.columns * self.rows


def grid(paper: str, card: tuple[float, float] = (63.0, 88.0)) -> Grid:
    """As many cards as fit, with the widest bleed. Less than half a millimetre forgives no cut, so it counts as no room."""
    if paper not in PAPERS:
        raise PaperError(f'"{paper}" is no paper; it is one of: {", ".join(PAPERS)}')
    size = PAPERS[paper]
    columns, rows = (int((size[i] - 2 * EDGE) // (card[i] + 2 * _LEAST_BLEED)) for i in (0, 1))
    if not columns or not rows:
        raise PaperError(_too_small(paper, card))
    room = min((size[i] - 2 * EDGE - n * card[i]) / (2 * n) for i, n in ((0, columns), (1, rows)))
    return Grid(size, card, columns, rows, min(_WIDEST_BLEED, room // _STEP * _STEP))


def _too_small(paper: str, card: tuple[float, float]) -> str:
    need = [side + 2 * _LEAST_BLEED + 2 * EDGE for side in card]
    return (
        f"a card of {card[0]:g} x {card[1]:g} mm, with bleed and the white edge of a printer, "
        f"needs {need[0]:g} x {need[1]:g} mm, but {paper} has {PAPERS[paper][0]:g} x {PAPERS[paper][1]:g} mm"
    )
