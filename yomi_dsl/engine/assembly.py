"""Steps of a body that may ask, with jumps between them. A step returns the place of the next one."""

from __future__ import annotations

from collections.abc import Callable

from yomi_dsl.engine.codes import Step


class Label:
    """A place in a body that is not known yet."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at = -1


class Assembly:
    """Collects steps. Each is made when all places are known."""

    def __init__(self) -> None:
        self.makers: list[Callable[[], Step]] = []

    @property
    def here(self) -> int:
        return len(self.makers)

    def label(self) -> Label:
        """A label at this place."""
        found = Label()
        found.at = self.here
        return found

    def place(self, label: Label) -> None:
        label.at = self.here

    def add(self, maker: Callable[[], Step]) -> None:
        self.makers.append(maker)

    def done(self) -> tuple[Step, ...]:
        return tuple([maker() for maker in self.makers])
