"""Primitive effects become functions that write at once, or wait in the batch of a ``together``.

Where a rule of the match speaks of a primitive, the write is the body of an event with the primitive's roles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine import random_streams
from yomi_dsl.engine.card_sets import as_set
from yomi_dsl.engine.codes import Fn, Run
from yomi_dsl.engine.errors import GameOver
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.moves import goes_first
from yomi_dsl.engine.numbering import FACES, MARKS
from yomi_dsl.engine.presence import is_this
from yomi_dsl.engine.spans import this_turn
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class LowerWrites:
    """Lowers primitives for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def lower(self, node: Any, sc: Scope) -> Run:
        return self.__getattribute__("_" + type(node).__name__.lower())(node, sc)  # type: ignore[no-any-return]

    def doer(self, sc: Scope) -> Fn:
        """Who does a primitive: the doer of the action, or the you of the rule around it."""
        k = None if sc.you is None else sc.you + 2
        if k is None:
            return lambda st, f: None
        if sc.roles and sc.you:
            return lambda st, f: f[k] if f[k] is not None else f[2]
        return lambda st, f: f[k]

    def event(self, name: str, sc: Scope, roles: list[Fn], body: Callable[[State, Frame, Any], None]) -> Run:
        """A primitive as an event: ``body`` writes what the roles then say. Where it may ask, it becomes a frame."""
        m, a, doer = self.m, self.m.action_code(name), self.doer(sc)
        number = len(m.primitive_bodies)
        m.primitive_bodies.append(body)
        happen = m.events.happen
        if a.asks:

            def push(st: State, f: Frame) -> None:
                if st.batch is not None:
                    happen(st, a, [a.pi, 0, doer(st, f), *[role(st, f) for role in roles], number, f])
                    return
                at = next(i for i in range(len(st.stack) - 1, -1, -1) if st.stack[i] is f)  # frames are named by place
                m.frames.push(st, a, [a.pi, 0, doer(st, f), *[role(st, f) for role in roles], number, at])

            return push

        def run(st: State, f: Frame) -> None:
            happen(st, a, [a.pi, 0, doer(st, f), *[role(st, f) for role in roles], number, f])

        return run

    def wake(self, key: int) -> bool:
        """May an as-soon-as rule of this match read that?"""
        return bool(self.m.soon_rules) and (key in self.m.soon_keys or self.m.soon_dynamic)

    # ---- move ----------------------------------------------------------------------------------------------------------

    def _move(self, node: ir.Move, sc: Scope) -> Run:
        what, target, face = self.m.values.value(node.what, sc), self.target(node, sc), self._face(node, sc)
        if self.m.action_code("move").ruled:
            return self._move_events(node, sc, what, target, face)
        one = self._move_one(node, sc)
        if face is None:
            quick = self._move_quick(node, sc, what, one)
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

    def _move_quick(self, node: ir.Move, sc: Scope, what: Fn, one: Any) -> Run | None:
        """To a zone of a player, or to the owner's: one card is moved without ado."""
        m, place = self.m, node.place
        if not isinstance(place, ir.Zone) or m.zone_shared[place.name]:
            return None
        of = -1 if place.of is None else place.of.slot + 2 if isinstance(place.of, ir.Local) else None
        if of is None:
            return None
        base, owner, n, put, front = (
            m.zone_base[place.name],
            m.owner,
            m.N,
            m.writes.put,
            goes_first(m, node.side, m.zone_base[place.name]),
        )
        put_all = m.writes.put_all
        wakes, spilt = any(m.soon_zones) or m.soon_dynamic or self.wake(MARKS), m.writes.spilt
        from_slot = node.what.slot + 2 if isinstance(node.what, ir.Local) else 0
        faces, touched, check_keys = m.reads_faces, m.touched, m.events.check_keys

        def many(st: State, f: Frame, found: Any) -> None:
            """A set, or one card when something looks at the move."""
            if found is None:
                return
            if found.__class__ is int:
                found = (found,)
            elif (
                len(found) > 3 and of >= 0 and not (st.slow or wakes) and put_all(st, tuple(found), base + f[of], front)
            ):
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

        def run(st: State, f: Frame) -> None:
            found = f[from_slot] if from_slot else what(st, f)
            if found.__class__ is not int or faces or st.slow:
                many(st, f, found)
                return
            z = base + (owner[found] if of < 0 else f[of])
            o = st.zone_of[found]
            if o != z:
                put(st, found, z, front, 0)
                if st.spill:
                    spilt(st)
                if wakes:
                    check_keys(st, touched[o][z])

        return run

    def target(self, node: ir.Move, sc: Scope) -> Callable[[State, Frame, int], int]:
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

    def _move_one(self, node: ir.Move, sc: Scope) -> Callable[[State, Any, Any], None]:
        """Moves cards, each to its target, as one batch."""
        m, n, put, side = self.m, self.m.N, self.m.writes.put, node.side
        fronts = [goes_first(m, side, z) for z in range(m.zones)]
        face_names, wake, events = m.face_names, self.m.soon_zones, m.events
        any_wake, touched = any(wake) or m.soon_dynamic or self.wake(MARKS), m.touched
        spilt, log_move = m.writes.spilt, m.moves.write

        def run(st: State, moves: Any, face: Any) -> None:
            if st.slow and st.batch is not None:
                for c, z in moves:
                    c %= n
                    if st.zone_of[c] != z:
                        up = 0 if face is None else face_names[c].get(face, 0)
                        st.batch.writes.append((log_move, (c, z, fronts[z], up)))
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
                        log_move(st, c, z, fronts[z], up)
                    else:
                        put(st, c, z, fronts[z], up)
                    if any_wake:
                        keys = touched[o][z] if keys is None else keys | touched[o][z]
            if st.spill:
                spilt(st)
            if keys is not None:
                events.check_keys(st, keys)

        return run

    def _move_events(self, node: ir.Move, sc: Scope, what: Fn, target: Any, face: Fn | None) -> Run:
        """One batch of single moves, each an event."""
        m, n, side, doer = self.m, self.m.N, node.side, self.doer(sc)
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

    # ---- cards ---------------------------------------------------------------------------------------------------------

    def simple(self, name: str, sc: Scope, roles: list[Fn], keys: Any, write: Callable[..., None]) -> Run:
        """A primitive with one write of its roles; an event where rules speak of it."""
        m, wakes = self.m, [key for key in keys if self.wake(key)]
        events = m.events

        def done(st: State, values: list[Any]) -> None:
            if st.batch is not None:
                st.batch.writes.append((write, tuple(values)))
                st.batch.keys |= set(keys)
                return
            write(st, *values)
            if wakes:
                events.check_keys(st, wakes)

        if m.action_code(name).ruled:
            return self.event(name, sc, roles, lambda st, g, f: done(st, g[3 : 3 + len(roles)]))
        return lambda st, f: done(st, [role(st, f) for role in roles])

    def _flip(self, node: ir.Flip, sc: Scope) -> Run:
        m = self.m
        card, face = m.values.value(node.card, sc), m.values.value(node.face, sc)

        def write(st: State, c: int, side: str) -> None:
            m.writes.flip(st, c % m.N, side)
            if st.log is not None:
                m.note(st, "flip", c % m.N, side)

        run = self.simple("flip", sc, [card, face], (FACES,), write)
        return lambda st, f: None if card(st, f) is None else run(st, f)

    def _shuffle(self, node: ir.Shuffle, sc: Scope) -> Run:
        m = self.m

        def write(st: State, z: int) -> None:
            if not st.scripted:
                st.zones[z] = random_streams.shuffled(st.streams[z], st.zones[z])
                st.streams[z] += 1
            if st.log is not None:
                m.note(st, "shuffle", z)

        return self.simple("shuffle", sc, [m.values.value(node.place, sc)], (), write)

    def _reveal(self, node: ir.Reveal, sc: Scope) -> Run:
        m = self.m
        cards = m.values.value(node.cards, sc)

        def write(st: State, c: int) -> None:
            if st.log is not None:
                m.note(st, "reveal", c % m.N)

        slot = sc.temp()
        run = self.simple("reveal", sc, [lambda st, f: f[slot]], (), write)

        asks = m.action_code("reveal").asks

        def each(st: State, f: Frame) -> None:
            found = as_set(cards(st, f))
            for c in (
                reversed(found) if asks and st.batch is None else found
            ):  # the frame put last on the stack is first
                f[slot] = c
                run(st, f)

        return each

    def _roll(self, node: ir.Roll, sc: Scope) -> Run:
        m, k, sides = self.m, node.slot + 2, self.m.values.value(node.sides, sc)

        def write(st: State, f: Frame, count: int) -> int:
            f[k] = result = m.roll(st, count)
            if st.log is not None:
                m.note(st, "roll", count, result)
            return result

        if not m.action_code("roll").ruled:

            def rolled(st: State, f: Frame) -> None:
                write(st, f, sides(st, f))

            return rolled

        def body(st: State, g: Frame, f: Frame) -> None:
            g[4] = write(st, f, g[3])

        return self.event("roll", sc, [sides, lambda st, f: None], body)

    # ---- numbers -------------------------------------------------------------------------------------------------------

    def _change(self, node: ir.Change, sc: Scope) -> Run:
        by = None if node.by is None else self.m.values.value(node.by, sc)
        to = None if node.to is None else self.m.values.value(node.to, sc)
        if isinstance(node.target, ir.Local):
            run = self._change_slot(node.target.slot + 2, by, to)
            return self._noted(run, node.target) if node.target.slot < sc.roles else run
        return self._change_tally(node.target, sc, by, to)

    def _noted(self, run: Run, role: ir.Local) -> Run:
        """What changes a role of its event says so."""
        k, m = role.slot + 2, self.m

        def noted(st: State, f: Frame) -> None:
            before = f[k]
            run(st, f)
            if st.log is not None:
                m.note(st, "adjust", role.name, before, f[k])

        return noted

    def _change_slot(self, k: int, by: Fn | None, to: Fn | None) -> Run:
        def add(st: State, f: Frame) -> None:
            assert by is not None
            delta = by(st, f)
            if delta is not None:
                f[k] = delta if f[k] is None else f[k] + delta

        def put(st: State, f: Frame) -> None:
            assert to is not None
            f[k] = to(st, f)

        return add if to is None else put

    def _change_tally(self, target: ir.Tally, sc: Scope, by: Fn | None, to: Fn | None) -> Run:
        m, t = self.m, self.m.tally_number[target.name]
        of = (lambda st, f: 0) if target.of is None else m.values.value(target.of, sc)
        n, card = m.N, m.game.tallies[t].of == "card"
        read, change, wake = m.values_now.tally(target.name), m.writes.change, self.wake(t)
        events = m.events

        def delta_of(st: State, f: Frame, who: int) -> Any:
            if by is not None:
                return by(st, f)
            assert to is not None
            new = to(st, f)
            return None if new is None else new - read(st, who)

        if m.action_code("change").ruled:
            return self._change_event(target.name, t, sc, of, delta_of)

        def run(st: State, f: Frame) -> None:
            who = of(st, f)
            if who is None:
                return
            if card:
                who %= n
            delta = delta_of(st, f, who)
            if delta is None:
                return
            if st.slow and st.batch is not None:
                st.batch.writes.append((change, (t, who, delta)))
                st.batch.keys.add(t)
                return
            change(st, t, who, delta)
            if wake:
                events.check(st, t)

        if by is None or card or target.of is None or m.game.tallies[t].mirrored:
            return run
        fast = self._change_fast(t, target, sc, by, wake)
        return run if fast is None else fast

    def _change_fast(self, t: int, target: ir.Tally, sc: Scope, by: Fn, wake: bool) -> Run | None:
        """A tally of a player with a range that never changes, changed by something."""
        m = self.m
        low, high = (
            m.values.constant(m.game.tallies[t].low.body, (0, 1)),
            m.values.constant(m.game.tallies[t].high.body, (0, 1)),
        )
        if low is None or high is None:
            return None
        of, base, change, check = (
            m.values.value(target.of, sc),
            m.tally_base[target.name],
            m.writes.change,
            m.events.check,
        )

        def run(st: State, f: Frame) -> None:
            who, delta = of(st, f), by(st, f)
            if who is None or not delta:
                return
            if st.slow:
                if st.batch is not None:
                    st.batch.writes.append((change, (t, who, delta)))
                    st.batch.keys.add(t)
                    return
                change(st, t, who, delta)
            else:
                new = st.tallies[base + who] + delta
                st.tallies[base + who] = low[who] if new < low[who] else high[who] if new > high[who] else new
            if wake:
                check(st, t)

        return run

    def _change_event(self, name: str, t: int, sc: Scope, of: Fn, delta_of: Any) -> Run:
        m, wake = self.m, self.wake(t)
        n, card = m.N, m.game.tallies[t].of == "card"
        slot = sc.temp(2)

        def write(st: State, g: Frame, who: int) -> None:
            g[4] = m.writes.change(st, t, who, g[4])

        def body(st: State, g: Frame, f: Frame) -> None:
            who = f[slot]
            if st.batch is not None:
                st.batch.writes.append((write, (g, who)))
                st.batch.keys.add(t)
                return
            write(st, g, who)
            if wake:
                m.events.check(st, t)

        run = self.event("change", sc, [lambda st, f: name, lambda st, f: f[slot + 1]], body)

        def start(st: State, f: Frame) -> None:
            who = of(st, f)
            if who is None:
                return
            f[slot] = who = who % n if card else who
            f[slot + 1] = delta_of(st, f, who)
            if f[slot + 1] is not None:
                run(st, f)

        return start

    # ---- marks ---------------------------------------------------------------------------------------------------------

    def holders(self, node: Any, status: str, sc: Scope) -> Fn:
        """Who gets a status, as numbers of holders: seats, 2 for the game, 3 + a card."""
        m = self.m
        if node is None:
            return lambda st, f: (2,)
        found, n = m.values.value(node, sc), m.N
        if m.status_holder(status) == "card":
            return lambda st, f: [3 + c % n for c in as_set(found(st, f))]

        def seats(st: State, f: Frame) -> Any:
            seat = found(st, f)
            return () if seat is None else (seat,)

        return seats

    def _mark(self, node: ir.Mark, sc: Scope) -> Run:
        m, sid = self.m, self.m.sid[node.status]
        holders, span = self.holders(node.holder, node.status, sc), self._mark_span(node, sc)
        captures = [m.values.value(c, sc) for c in node.captures]
        give, give_now, wake = m.writes.give, m.writes.give_now, self.wake(MARKS)

        def write(st: State, holder: int, caps: tuple[Any, ...], opens: Any, shuts: Any) -> None:
            if st.batch is None and opens is None:
                give_now(st, sid, holder, caps, shuts)
            else:
                give(st, sid, holder, caps, opens, shuts)
            if st.log is not None:
                m.note(st, "mark", m.game.statuses[sid].name, holder)

        if m.action_code("mark").ruled:
            return self._mark_event(node, sc, holders, span, captures, write)
        general = self._mark_general(sid, holders, span, captures, write)
        edges = self._edges_now(node)
        if edges is None or captures or wake or not isinstance(node.holder, ir.Local):
            return general
        special, base = bool(m.settle_ends[sid]) or m.bearing[sid], sid * m.K
        k, n, shift = node.holder.slot + 2, m.N, 3 if m.status_holder(node.status) == "card" else 0

        def quick(st: State, f: Frame) -> None:
            holder = f[k]
            if st.slow or holder.__class__ is not int:
                general(st, f)
                return
            if shift:
                holder = holder % n + 3
            key = base + holder
            if special or key in st.has:
                give_now(st, sid, holder, (), edges(st))
                return
            st.clock = clock = st.clock + 1
            st.marks += ((sid, holder, (), None, edges(st), clock, True),)
            st.has[key] = 1
            if shift:
                st.dirty[holder - 3] = 1

        return quick

    def _edges_now(self, node: ir.Mark) -> Callable[[State], Any] | None:
        """The edge at which a status shuts that opens at once, where that takes no environment to tell."""
        span = node.span or self.m.game.statuses[self.m.sid[node.status]].span
        if span is None:
            return lambda st: None
        if span.start != "now" or span.whose is not None or not isinstance(span.count, ir.Lit):
            return None
        if span.what == "game":
            return lambda st: None
        assert isinstance(span.count.value, int)
        i, phase, count = 3 * self.m.phase[span.what], self.m.phase[span.what], span.count.value
        this = is_this(span)

        def edge(st: State) -> Any:
            if span.present and st.running[phase] > 0:
                return (i, st.started[i] + count - 1)
            return this_turn(st) if this else (i, st.started[i] + count)

        return edge

    def _mark_general(self, sid: int, holders: Fn, span: Any, captures: list[Fn], write: Any) -> Run:
        m, give, give_now, wake = self.m, self.m.writes.give, self.m.writes.give_now, self.wake(MARKS)

        def run(st: State, f: Frame) -> None:
            caps = tuple([c(st, f) for c in captures]) if captures else ()
            for holder in holders(st, f):
                opens, shuts = span(st, f, holder)
                if st.slow:
                    if st.batch is not None:
                        st.batch.writes.append((give, (sid, holder, caps, opens, shuts)))
                        st.batch.keys.add(MARKS)
                        continue
                    write(st, holder, caps, opens, shuts)
                elif opens is None:
                    give_now(st, sid, holder, caps, shuts)
                else:
                    give(st, sid, holder, caps, opens, shuts)
                if wake:
                    m.events.check_keys(st, (MARKS,))

        return run

    def _mark_span(self, node: ir.Mark, sc: Scope) -> Callable[[State, Frame, int], Any]:
        """The edges of a mark: by the span said, or that of the status in an environment of its holder."""
        m = self.m
        if node.span is not None:
            said = m.spans.bound(node.span, sc)
            return lambda st, f, holder: said(st, f)
        default = m.game.statuses[m.sid[node.status]].span
        if default is None:
            return lambda st, f, holder: (None, None)
        own = m.spans.bound(default, Scope(40))

        def run(st: State, f: Frame, holder: int) -> Any:
            you, this = m.seat_of(holder)
            return own(st, [0, 0, you, this, *[None] * 40])

        if default.whose is None and isinstance(default.count, ir.Lit):
            return lambda st, f, holder: own(st, f)
        return run

    def _mark_event(self, node: ir.Mark, sc: Scope, holders: Fn, span: Any, captures: list[Fn], write: Any) -> Run:
        m, slot, wake = self.m, sc.temp(), self.wake(MARKS)

        def body(st: State, g: Frame, f: Frame) -> None:
            caps = tuple([c(st, f) for c in captures])
            holder = self.number_of(g[3], node.status)
            opens, shuts = span(st, f, holder)
            if st.batch is not None:
                st.batch.writes.append((m.writes.give, (m.sid[node.status], holder, caps, opens, shuts)))
                st.batch.keys.add(MARKS)
                return
            write(st, holder, caps, opens, shuts)
            if wake:
                m.events.check_keys(st, (MARKS,))

        run = self.event("mark", sc, [lambda st, f: f[slot], lambda st, f: node.status], body)
        return self._each_holder(holders, slot, run, m.action_code("mark").asks)

    def _each_holder(self, holders: Fn, slot: int, run: Run, asks: bool) -> Run:
        def each(st: State, f: Frame) -> None:
            found = holders(st, f)
            for holder in reversed(found) if asks and st.batch is None else found:
                f[slot] = None if holder == 2 else holder - 3 if holder > 2 else holder
                run(st, f)

        return each

    def number_of(self, holder: Any, status: str) -> int:
        """A holder as a role, as the number by which marks name it."""
        kind = self.m.status_holder(status)
        return 2 if kind == "game" else 3 + holder % self.m.N if kind == "card" else holder

    def _unmark(self, node: ir.Unmark, sc: Scope) -> Run:
        m, slot = self.m, sc.temp()

        def write(st: State, holder: Any, status: str) -> None:
            m.writes.take(st, m.sid[status], self.number_of(holder, status))
            if st.log is not None:
                m.note(st, "unmark", status, self.number_of(holder, status))

        run = self.simple("unmark", sc, [lambda st, f: f[slot], lambda st, f: node.status], (MARKS,), write)
        return self._each_holder(self.holders(node.holder, node.status, sc), slot, run, m.action_code("unmark").asks)

    # ---- the end -------------------------------------------------------------------------------------------------------

    def _finish(self, node: ir.Finish, sc: Scope) -> Run:
        name = f"{node.result} game"
        who = (lambda st, f: None) if node.who is None else self.m.values.value(node.who, sc)
        ending = node.ending

        def over(st: State, loser_or_winner: Any, text: str) -> None:
            winner = {"win": loser_or_winner, "lose": None if loser_or_winner is None else 1 - loser_or_winner}.get(
                node.result
            )
            if st.log is not None:
                self.m.note(st, "finish", winner, text)
            verdict = GameOver(winner, text)
            if st.batch is None:
                raise verdict
            st.batch.verdicts.append(verdict)

        if not self.m.action_code(name).ruled:
            return lambda st, f: over(st, who(st, f), ending)
        if node.result == "tie":
            return self.event(name, sc, [lambda st, f: ending], lambda st, g, f: over(st, None, g[3]))
        return self.event(name, sc, [who, lambda st, f: ending], lambda st, g, f: over(st, g[3], g[4]))
