"""Moves that somebody looks at: logged, answered by rules, or caused by a zone that is too full."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.codes import PUSHED
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.writes import Batch

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Moves:
    """Moves of single cards in one match."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.overflow_pi = m.new_code("overflow", None)

    def write(self, st: State, c: int, z: int, front: bool, up: int) -> None:
        """A move of a batch, or one that is logged. In a batch another may have brought the card there: the last one holds."""
        if st.log is not None and st.zone_of[c] != z:
            self.m.note(st, "move", c, st.zone_of[c], z)
        self.m.writes.put(st, c, z, front, up)
        if up and st.log is not None:
            self.m.note(st, "flip", c, self.m.cards[c].faces[up].name)

    def on(self, st: State, c: int, z: int, batch: Batch | None) -> None:
        """A card beyond the limit of its zone."""
        to = self.m.zone_index(self.m.z_over[z], self.m.owner[c])
        if self.m.action_code("move").ruled and batch is not None:
            outer, st.batch = st.batch, batch
            slow, st.slow = st.slow, True
            try:
                self.event(st, None, c, to, "", None)
            finally:
                st.batch, st.slow = outer, slow
        else:
            self.write(st, c, to, goes_first(self.m, "", to), 0)

    def overflow(self, st: State, f: Frame) -> int:
        """Where a rule may ask before it: the next card beyond the limit of these zones, as an event of its own."""
        m, full, moved = self.m, f[2], f[3]
        for z in full:
            for c in sorted(st.zones[z], key=st.age.__getitem__)[m.z_limit[z] :]:
                if c not in moved:
                    f[3] = (*moved, c)
                    self.event(st, None, c, m.zone_index(m.z_over[z], m.owner[c]), "", None)
                    return PUSHED
        st.stack.pop()
        return PUSHED

    def event(self, st: State, doer: Any, c: int, z: int, side: str, up: Any) -> None:
        """The event of moving one card."""
        a = self.m.action_code("move")
        number = self.body
        g = [a.pi, 0, doer, c, st.zone_of[c], z, side, number, (up,)]
        if a.asks and st.batch is None:
            self.m.frames.push(st, a, g)
        else:
            self.m.events.happen(st, a, g)

    def _apply(self, st: State, g: Frame, up: Any) -> None:
        c, z, side = g[3] % self.m.N, g[5], g[6]
        face = 0 if up[0] is None else self.m.face_names[c].get(up[0], 0)
        front = goes_first(self.m, side, z)
        keys = self.m.touched[st.zone_of[c]][z]
        if st.batch is not None:
            st.batch.writes.append((self.write, (c, z, front, face)))
            st.batch.keys |= keys
            return
        batch = Batch()
        batch.writes.append((self.write, (c, z, front, face)))
        batch.keys |= keys
        self.m.writes.apply(st, batch)
        if batch.events:
            g[8] = (*up, *self.m.events.along(st, batch.events))

    @cached_property
    def body(self) -> int:
        """The number of what the event of a move does."""
        self.m.primitive_bodies.append(self._apply)
        return len(self.m.primitive_bodies) - 1


def goes_first(m: Match, side: str, zone: int) -> bool:
    """Does a card put into a zone at that side come first? The top, or in a pile where nothing is said."""
    return side == "top" or (side == "" and m.z_order[zone] == "pile")
