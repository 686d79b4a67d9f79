"""Moves of cards and sets: quick where nobody looks, else logged, or events one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import Fn, Run
from yomi_dsl.engine.formula import Scope, written_out
from yomi_dsl.engine.moves import goes_first
from yomi_dsl.engine.numbering import MARKS
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.nodes import evolve

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


Moving = Callable[[State, Any, Any], None]
"""Moves cards: (state, pairs of a card and its target, the face to be up or None)."""


class LowerMoves:
    """Lowers moves for one match. ``is_watched``: may as-soon-as rules read what a move changes?"""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.is_watched = any(m.soon_zones) or m.soon_dynamic or m.wakes(MARKS)

    def _move(self, node: ir.Move, sc: Scope) -> Run:
        node = evolve(node, place=written_out(node.place, self.m, sc))
        what, target, face = self.m.values.value(node.what, sc), self._target(node, sc), self._face(node, sc)
        if self.m.action_code("move").ruled:
            return self._events(node, sc, what, target, face)
        one = self._one(node)
        if face is None:
            quick = self._quick(node, sc, what, one)
            if quick is not None:
                return quick

        def run(st: State, f: Frame) -> None:
            found = what(st, f)
            if found is None:
                return
            up = None if face is None else face(st, f)
            if found.__class__ is int:
                one(st, ((found, target(st, f, found)),), up)
            elif found:
                one(st, [(c, target(st, f, c)) for c in found], up)

        return run

    def _quick(self, node: ir.Move, sc: Scope, what: Fn, one: Moving) -> Run | None:
        """To a zone of a player, or to the owner's: one card is moved without ado."""
        m, place = self.m, node.place
        if not isinstance(place, ir.Zone) or m.zone_shared[place.name]:
            return None
        of = -1 if place.of is None else place.of.slot + 2 if isinstance(place.of, ir.Local) else None
        if of is None:
            return None
        base = m.zone_base[place.name]
        owner, put, front = m.owner, m.writes.put, goes_first(m, node.side, base)
        many, wakes, spilt = self._many(base, of, front, one), self.is_watched, m.writes.spilt
        from_slot = node.what.slot + 2 if isinstance(node.what, ir.Local) else 0
        faces, touched, check_keys = m.reads_faces, m.touched, m.soon.check_keys

        def run(st: State, f: Frame) -> None:
            found = f[from_slot] if from_slot else what(st, f)
            if found.__class__ is not int or faces:
                many(st, f, found)
                return
            z = base + (owner[found] if of < 0 else f[of])
            o = st.zone_of[found]
            if o == z:
                return
            if st.slow:
                many(st, f, found)
                return
            put(st, found, z, front, 0)
            if st.spill:
                spilt(st)
            if wakes:
                check_keys(st, touched[o][z])

        return run

    def _many(self, base: int, of: int, front: bool, one: Moving) -> Callable[[State, Frame, Any], None]:
        """A set, or one card when something looks at the move. ``of``: the place of the seat in the frame, -1: the owner's."""
        m, owner, n, put, put_all = self.m, self.m.owner, self.m.N, self.m.writes.put, self.m.writes.put_all
        wakes, spilt = self.is_watched, m.writes.spilt

        def many(st: State, f: Frame, found: Any) -> None:
            if found is None:
                return
            if found.__class__ is int:
                found = (found,)
            elif len(found) > 3 and of >= 0 and not (st.slow or wakes):
                if put_all(st, tuple(found), base + f[of], front):
                    return
            if wakes or st.slow:
                one(st, [(c, base + (owner[c] if of < 0 else f[of])) for c in found], None)
                return
            for c in found:
                c %= n
                z = base + (owner[c] if of < 0 else f[of])
                if st.zone_of[c] != z:
                    put(st, c, z, front, 0)
            if st.spill:
                spilt(st)

        return many

    def _target(self, node: ir.Move, sc: Scope) -> Callable[[State, Frame, int], int]:
        """Where a card goes: a zone's index; its owner's where the text names no owner."""
        m, place = self.m, node.place
        if isinstance(place, ir.Zone) and place.of is None and not m.zone_shared[place.name]:
            base, owner = m.zone_base[place.name], m.owner
            return lambda st, f, c: base + owner[c]
        if isinstance(place, ir.Zone) and isinstance(place.of, ir.Local):
            base, k = m.zone_base[place.name], place.of.slot + 2
            return lambda st, f, c: base + f[k]
        index = m.values.value(place, sc)
        return lambda st, f, c: index(st, f)

    def _face(self, node: ir.Move, sc: Scope) -> Fn | None:
        return None if node.face is None else self.m.values.value(node.face, sc)

    def _one(self, node: ir.Move) -> Moving:
        """Moves cards, each to its target, as one batch."""
        m, n, put, side = self.m, self.m.N, self.m.writes.put, node.side
        fronts = [goes_first(m, side, z) for z in range(m.zones)]
        face_names, soon = m.face_names, m.soon
        watched, touched = self.is_watched, m.touched
        spilt, write = m.writes.spilt, m.moves.write

        def run(st: State, moves: Any, face: Any) -> None:
            if st.slow and st.batch is not None:
                for c, z in moves:
                    c %= n
                    if st.zone_of[c] != z:
                        up = 0 if face is None else face_names[c].get(face, 0)
                        st.batch.writes.append((write, (c, z, fronts[z], up)))
                        st.batch.keys |= m.touched[st.zone_of[c]][z]
                return
            keys = None
            for c, z in moves:
                if c >= n:
                    c %= n
                o = st.zone_of[c]
                if o != z:
                    up = 0 if face is None else face_names[c].get(face, 0)
                    if st.slow:
                        write(st, c, z, fronts[z], up)
                    else:
                        put(st, c, z, fronts[z], up)
                    if watched:
                        keys = touched[o][z] if keys is None else keys | touched[o][z]
            if st.spill:
                spilt(st)
            if keys is not None:
                soon.check_keys(st, keys)

        return run

    def _events(self, node: ir.Move, sc: Scope, what: Fn, target: Any, face: Fn | None) -> Run:
        """One batch of single moves, each an event."""
        m, n, side, doer = self.m, self.m.N, node.side, self.m.lower_writes.doer(sc)
        a = m.action_code("move")
        asks, together = a.chooses, m.frames.together if a.asks else m.events.together

        def run(st: State, f: Frame) -> None:
            cards = as_set(what(st, f))
            moves = [(c % n, target(st, f, c)) for c in cards]
            moves = [(c, z) for c, z in moves if st.zone_of[c] != z]
            up = None if face is None else face(st, f)
            who = doer(st, f)
            if len(moves) == 1 or st.batch is not None or asks:
                for c, z in reversed(moves) if asks else moves:
                    m.moves.event(st, who, c, z, side, up)
            elif moves:

                def all_moved(st: State) -> None:
                    for c, z in moves:
                        m.moves.event(st, who, c, z, side, up)

                together(st, all_moved)

        return run
