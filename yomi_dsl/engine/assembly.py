"""Steps of a body that may ask, with jumps between them. A step returns the place of the next one."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_

from yomi_dsl.engine.codes import POP, PUSHED, Code, Run, Step
from yomi_dsl.engine.state import Frame, State


class Label:
    """A place in a body that is not known yet."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at = -1


class Assembly:
    """Collects steps. Each is made when all places are known."""

    def __init__(self) -> None:
        self.makers: list[Callable[[], tuple[Step | Run, int]]] = []
        self.labels: list[Label] = []
        self.jumps: dict[int, Label] = {}
        self.end = -1

    @property
    def here(self) -> int:
        return len(self.makers)

    def label(self) -> Label:
        """A label at this place."""
        found = Label()
        self.place(found)
        return found

    def place(self, label: Label) -> None:
        label.at = self.here
        self.labels.append(label)

    def add(self, maker: Callable[[], Step]) -> None:
        """A step that says where to go on."""
        self.makers.append(lambda: (maker(), 0))

    def run(self, run: Run) -> None:
        """Something that asks nothing; the next step follows."""
        after = self.here + 1
        self.makers.append(lambda: (run, self.through(after)))

    def push(self, run: Run) -> None:
        """Something that may put frames on top, to be run before the next step follows."""
        here = self.here

        def make() -> Step:
            after = self.next(here + 1)

            def step(st: State, f: Frame) -> int:
                f[1] = after
                run(st, f)
                return PUSHED

            return step

        self.add(make)

    def jump(self, label: Label) -> None:
        self.jumps[self.here] = label
        self.makers.append(lambda: (is_, label.at))  # any function of two things that gives nothing

    def pop(self) -> None:
        """The end of a body of which nothing is left to do."""
        self.end = self.here
        self.makers.append(lambda: (is_, POP))

    def next(self, at: int) -> int:
        """Where a frame goes on at a place when what it put on top is done: at once, if nothing is left, off the stack.

        Jumps are not followed: how far an event has come is told by that place."""
        return POP if self.through(at) == POP else at

    def through(self, at: int) -> int:
        """Where one comes to from a place at which there may be a jump."""
        seen = set()
        while at in self.jumps and at not in seen:
            seen.add(at)
            at = self.jumps[at].at
        return POP if at == self.end else at

    def done(self) -> Code:
        for label in self.labels:
            label.at = self.through(label.at)
        return tuple([maker() for maker in self.makers])
