"""One pick at a time, for choices of several names or of sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.pickers import Picker
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.choice_names import Name


REFUSE = {"must": "", "may": "decline", "keep": "stop"}
"""What is offered beside the options, by the mode of a choice."""


class Picking:
    """Picks for several names, one at a time. Two slots: (index of the name, picks so far)."""

    def __init__(self, picker: Picker, slot: int, refuse: str) -> None:
        self.picker, self.i, self.p, self.refuse = picker, slot, slot + 1, refuse

    def start(self, f: Frame) -> None:
        f[self.i], f[self.p] = 0, ()
        for name in self.picker.names:
            f[name.k] = None

    def name(self, f: Frame) -> Name:
        """The name that is being picked for."""
        return self.picker.names[f[self.i]]

    def refuses(self, f: Frame) -> bool:
        """Is a refusal now one of the whole choice?"""
        return bool(self.refuse) and f[self.i] == 0 and not f[self.p]

    def nothing(self, f: Frame) -> bool:
        """Was there nothing to choose from at the first pick?"""
        return bool(f[self.i] < 0)

    def take(self, f: Frame, value: Any) -> None:
        """An answer, or None to stop at this name."""
        name = self.picker.names[f[self.i]]
        if value is None:
            self._bind(f, name)
        elif name.many:
            f[self.p] = (*f[self.p], value)
        else:
            f[name.k] = value
            f[self.i], f[self.p] = f[self.i] + 1, ()

    def _bind(self, f: Frame, name: Any) -> None:
        f[name.k] = f[self.p] if name.many else None
        f[self.i], f[self.p] = f[self.i] + 1, ()

    def next(self, st: State, f: Frame, seat: int) -> Any:
        """The next question; None when all is picked, or nothing can be (then the index is -1)."""
        names = self.picker.names
        while f[self.i] < len(names):
            i, picked = f[self.i], f[self.p]
            name = names[i]
            if name.many and len(picked) >= name.bounds(st, f)[1]:
                self._bind(f, name)
                continue
            options = self.picker.offered(st, f, i, picked)
            first = i == 0 and not picked
            if not options:
                if first:
                    for other in names:
                        f[other.k] = None
                    f[self.i] = -1
                    return None
                self._bind(f, name)
                continue
            last = self.refuse if first and self.refuse else ""
            if not last and name.many and self.picker.enough(st, f, i, picked):
                last = "stop"
            return (seat, name.name, name.kind, options, last)
        return None
