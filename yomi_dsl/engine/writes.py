"""The writes themselves, and what follows every batch of them: overflow, settling of marks, as-soon-as rules.

Outside ``together`` each write is a batch of its own and is done at once. Inside, writes wait in ``st.batch``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.errors import GameOver, Unwind
from yomi_dsl.engine.state import Frame, Mark, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Batch:
    """Writes that are applied at once. ``events``: (action, frame, lineage, rules at its start), for the after-rules."""

    __slots__ = ("events", "keys", "verdicts", "writes")

    def __init__(self) -> None:
        self.writes: list[tuple[Callable[..., None], tuple[Any, ...]]] = []
        self.events: list[tuple[int, Frame, tuple[Any, ...], Any]] = []
        self.verdicts: list[GameOver] = []
        self.keys: set[int] = set()


class Writes:
    """The writes of one match. The hot ones are made once, as functions that hold the tables they need."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.clean = self._make_clean()
        self.put = self._make_put()
        self.change = self._make_change()
        self.bounds: list[Callable[[State, int], tuple[int, int]]] = [self._bound(t) for t in m.game.tallies]

    # ---- cards ---------------------------------------------------------------------------------------------------------

    def _make_put(self) -> Callable[[State, int, int, bool, int], None]:
        m, n = self.m, self.m.N
        live, heavy, edged, limit, clean = m.z_live, m.heavy, m.edged, m.z_limit, self.clean
        ruling, modifying, silencing = m.ruling, m.modifying, m.silencing
        played, edges_bound = m.z_played, self.edges_bound
        busy = [live[z] or played[z] for z in range(m.zones)]
        stirs = [bool(heavy[c] or edged[c]) for c in range(n)]

        def noticed(st: State, c: int, o: int, z: int) -> None:
            """One of the zones is live, or counted; and the card brings rules, or plays are counted."""
            if live[z] or live[o]:
                if heavy[c]:
                    if ruling[c]:
                        st.live = None
                    if modifying[c]:
                        st.worth = None
                    if silencing:
                        st.live = st.worth = None
                if edged[c] and live[z]:
                    edges_bound(st, c)
            if played[z] and not played[o] and st.counts is not None:
                st.counts[c - n] += 1

        def put(st: State, c: int, z: int, front: bool, face: int) -> None:
            """A new incarnation of card ``c`` in zone ``z``, with a face up."""
            zones = st.zones
            o = st.zone_of[c]
            pile = zones[o]
            i = pile.index(c)
            zones[o] = pile[:i] + pile[i + 1 :] if i else pile[1:]
            zones[z] = pile = (c,) + zones[z] if front else zones[z] + (c,)
            st.zone_of[c] = z
            if st.dirty[c]:
                clean(st, c)
            st.clock = st.age[c] = st.clock + 1
            if face:
                st.face[c] = face
                st.dirty[c] = 1
            if (busy[z] or busy[o]) and (stirs[c] or st.counts is not None):
                noticed(st, c, o, z)
            if len(pile) > limit[z]:
                st.spill += (z,)

        return put

    def put_all(self, st: State, cards: tuple[int, ...], z: int, front: bool) -> bool:
        """A whole lot at once, if nothing looks at single cards; else False, and nothing is done."""
        m = self.m
        if m.reads_faces:
            return False
        zones, o = st.zones, st.zone_of[cards[0]]
        if z == o or m.z_live[z] or m.z_live[o] or m.z_limit[z] < 1 << 30 or (m.z_played[z] and st.counts is not None):
            return False
        pile, dirty, zone_of = zones[o], st.dirty, st.zone_of
        if cards is not pile and any([zone_of[c] != o for c in cards]):
            return False
        if any([dirty[c] for c in cards]):
            return False
        if len(cards) == len(pile):
            zones[o] = ()
        else:
            gone = set(cards)
            zones[o] = tuple([c for c in pile if c not in gone])
        zones[z] = (*cards[::-1], *zones[z]) if front else (*zones[z], *cards)
        age, clock = st.age, st.clock
        for c in cards:
            zone_of[c] = z
            clock += 1
            age[c] = clock
        st.clock = clock
        return True

    def _make_clean(self) -> Callable[[State, int], None]:
        n, card_tallies, edged, forget = self.m.N, self.m.card_tallies, self.m.edged, self.forget

        def clean(st: State, c: int) -> None:
            """A card leaves its zone: marks, tallies, edges and a turned face do not go with it."""
            holder, kept, gone = 3 + c, [], []
            for mark in st.marks:
                if mark[1] == holder:
                    gone.append(mark)
                else:
                    kept.append(mark)
            if gone:
                st.marks = tuple(kept)
                forget(st, gone)
            for t in card_tallies:
                st.card_tallies.pop(t * n + c, None)
            if edged[c] and st.edges:
                age = st.age[c]
                st.edges = tuple([e for e in st.edges if e[4] != age])
            st.face[c] = st.dirty[c] = 0

        return clean

    def flip(self, st: State, c: int, face: str) -> None:
        """Another face up: the same card, with other rules."""
        m = self.m
        i = m.face_names[c].get(face)
        if i is None or i == st.face[c]:
            return
        st.face[c] = i
        st.dirty[c] = 1
        if m.z_live[st.zone_of[c]]:
            st.live = st.worth = None
            if m.edged[c]:
                age = st.age[c]
                st.edges = tuple([e for e in st.edges if e[4] != age])
                self.edges_bound(st, c)

    def edges_bound(self, st: State, c: int) -> None:
        """Fix the spans of a card's rules on edges, when it comes into force."""
        m = self.m
        for rule in m.edge_rules_of.get((c, st.face[c]), ()):
            self.bind(st, rule, m.owner[c], c, (), st.age[c])
            st.dirty[c] = 1

    def bind(self, st: State, rule: int, you: Any, this: Any, caps: tuple[Any, ...], source: int) -> None:
        code = self.m.rules_lowered[rule]
        g = [code.pi, 0, you, this, *caps, *code.pad]
        start, end = code.span(st, g)
        st.edges += ((rule, you, this, caps, source, start, end),)

    # ---- tallies -------------------------------------------------------------------------------------------------------

    def _bound(self, tally: Any) -> Callable[[State, int], tuple[int, int]]:
        """The range of a tally, for a player, card or (0) the game; constant tables where it never changes."""
        m = self.m
        seats = (0, 1) if tally.of == "player" else tuple(range(m.N)) if tally.of == "card" else (0,)
        low, high = m.values.constant(tally.low.body, seats), m.values.constant(tally.high.body, seats)
        if low is not None and high is not None:
            pairs = list(zip(low, high))
            return lambda st, of: pairs[of]
        a, b = m.values.function(tally.low), m.values.function(tally.high)
        return lambda st, of: (a(st, of), b(st, of))

    def _make_change(self) -> Callable[[State, int, int, int], int]:
        m = self.m
        base = [m.tally_base[t.name] for t in m.game.tallies]
        mirrored = [t.mirrored for t in m.game.tallies]
        of_card = [t.of == "card" for t in m.game.tallies]

        def change(st: State, t: int, of: int, delta: int) -> int:
            """Within the range of the tally; returns the real change."""
            low, high = self.bounds[t](st, of)
            if of_card[t]:
                return self.change_card(st, t, of, delta, low, high)
            tallies, i = st.tallies, base[t]
            if mirrored[t]:
                old = -tallies[i] if of else tallies[i]
            else:
                i += of
                old = tallies[i]
            new = old + delta
            new = low if new < low else high if new > high else new
            tallies[i] = -new if of and mirrored[t] else new
            if st.log is not None:
                m.note(st, "change", m.game.tallies[t].name, of, old, new)
            return new - old

        return change

    def change_card(self, st: State, t: int, of: int, delta: int, low: int, high: int) -> int:
        m = self.m
        old = m.values_now.card_tallies[t](st, of)
        new = min(max(old + delta, low), high)
        st.card_tallies[t * m.N + of] = new
        st.dirty[of] = 1
        if st.log is not None:
            m.note(st, "change", m.game.tallies[t].name, of, old, new)
        return int(new - old)

    # ---- marks ---------------------------------------------------------------------------------------------------------

    def give(self, st: State, sid: int, holder: int, caps: tuple[Any, ...], opens: Any, shuts: Any) -> None:
        """A mark that waits: `settle` opens it when it is due, at once or at an edge."""
        st.marks += ((sid, holder, caps, opens, shuts, 0, False),)
        if holder > 2:
            st.dirty[holder - 3] = 1

    def give_now(self, st: State, sid: int, holder: int, caps: tuple[Any, ...], shuts: Any) -> None:
        """One mark that opens at once, alone."""
        m, has = self.m, st.has
        key = sid * m.K + holder
        if key in has or m.settle_ends[sid]:
            if (
                m.settle_ends[sid]
                or m.bearing[sid]
                or m.game.statuses[sid].settle.copies != "one"
                or st.log is not None
            ):
                self.give(st, sid, holder, caps, None, shuts)
                self.settle(st)
                return
            st.marks = tuple([k for k in st.marks if k[0] != sid or k[1] != holder or not k[6]])
        st.clock = clock = st.clock + 1
        st.marks += ((sid, holder, caps, None, shuts, clock, True),)
        has[key] = 1
        if holder > 2:
            st.dirty[holder - 3] = 1
        if m.bearing[sid]:
            self.opened(st, st.marks[-1])
        if st.log is not None:
            m.note(st, "open", m.game.statuses[sid].name, holder)

    def opened(self, st: State, mark: Mark) -> None:
        """A status with rules comes into force."""
        st.live = st.worth = None
        for rule in self.m.edge_rules_of_status[mark[0]]:
            you, this = self.m.seat_of(mark[1])
            self.bind(st, rule, you, this, mark[2], mark[5])

    def settle(self, st: State) -> None:
        """Open the marks that are due, then status by status, in the order declared, what its settle says of those."""
        started, fresh, marks = st.started, [], []
        for mark in st.marks:
            if not mark[6] and (mark[3] is None or started[mark[3][0]] >= mark[3][1]):
                st.clock += 1
                mark = (*mark[:5], st.clock, True)
                key = mark[0] * self.m.K + mark[1]
                st.has[key] = st.has.get(key, 0) + 1
                fresh.append(mark)
            marks.append(mark)
        if not fresh:
            return
        st.marks = tuple(marks)
        for mark in fresh:
            if self.m.bearing[mark[0]]:
                self.opened(st, mark)
        for sid in sorted({mark[0] for mark in fresh}):
            self._settle_one(st, sid, [mark for mark in fresh if mark[0] == sid and mark in st.marks])
        if st.log is not None:
            for mark in fresh:
                if mark in st.marks:
                    self.m.note(st, "open", self.m.game.statuses[mark[0]].name, mark[1])

    def _settle_one(self, st: State, sid: int, mine: list[Mark]) -> None:
        settle = self.m.game.statuses[sid].settle
        if settle.both == "neither" and {0, 1} <= {mark[1] for mark in mine}:
            self.drop(st, mine)
            return
        if settle.copies == "one":
            for holder in dict.fromkeys(mark[1] for mark in mine):
                same = [mark for mark in st.marks if mark[0] == sid and mark[1] == holder and mark[6]]
                self.drop(st, sorted(same, key=lambda mark: mark[5])[:-1])
        if mine and self.m.settle_ends[sid]:
            ends = self.m.settle_ends[sid]
            self.drop(st, [mark for mark in st.marks if mark[6] and mark[0] in ends])

    def drop(self, st: State, gone: Iterable[Mark]) -> None:
        """Statuses end early, or wait no longer: their rules on edges do not run."""
        gone = list(gone)
        if gone:
            st.marks = tuple([mark for mark in st.marks if mark not in gone])
            self.forget(st, gone)

    def forget(self, st: State, gone: Iterable[Mark]) -> None:
        """What goes with marks that are no more: the count of the open ones, their rules, their edges."""
        m, has = self.m, st.has
        for mark in gone:
            if mark[6]:
                sid = mark[0]
                key = sid * m.K + mark[1]
                if has[key] == 1:
                    del has[key]
                else:
                    has[key] -= 1
                if m.bearing[sid]:
                    st.live = st.worth = None
                    if st.edges and m.edge_rules_of_status[sid]:
                        st.edges = tuple([e for e in st.edges if e[4] != mark[5]])
                if st.log is not None:
                    m.note(st, "shut", m.game.statuses[sid].name, mark[1])

    def take(self, st: State, sid: int, holder: int) -> None:
        """Open or waiting, the holder has that status no more."""
        self.drop(st, [mark for mark in st.marks if mark[0] == sid and mark[1] == holder])

    # ---- batches -------------------------------------------------------------------------------------------------------

    def spilt(self, st: State, batch: Batch | None = None) -> None:
        """Where cards came beyond the limit of a zone, the youngest move on, each once, in the same batch."""
        limit, moved = self.m.z_limit, set()
        while st.spill:
            full, st.spill = sorted(set(st.spill)), ()
            if self.m.action_code("move").chooses:
                st.stack.append([self.m.moves.overflow_pi, 0, tuple(full), ()])
                return
            for z in full:
                for c in sorted(st.zones[z], key=st.age.__getitem__)[limit[z] :]:
                    if c not in moved:
                        moved.add(c)
                        self.m.moves.on(st, c, z, batch)
            if batch is not None:
                writes, batch.writes = batch.writes, []
                for act, args in writes:
                    act(st, *args)

    def apply(self, st: State, batch: Batch) -> None:
        """All writes of a batch; what overflows; marks that open settle; then the checks."""
        writes, batch.writes = batch.writes, []
        for act, args in writes:
            act(st, *args)
        if st.spill:
            self.spilt(st, batch)
        self.settle(st)
        if batch.verdicts:
            raise self.m.soon.verdict(st, batch.verdicts)
        self.m.soon.check_keys(st, batch.keys)

    def collected(self, st: State, body: Callable[[State], Any]) -> Batch | None:
        """Run a block whose writes wait, then apply them; its after-rules are to follow. None inside another such block."""
        if st.batch is not None:
            body(st)
            return None
        batch = st.batch = Batch()
        slow, st.slow = st.slow, True
        try:
            body(st)
        except Unwind:
            batch.writes.clear()
            raise
        finally:
            st.batch, st.slow = None, slow
        if batch.writes or batch.verdicts:
            self.apply(st, batch)
        return batch
