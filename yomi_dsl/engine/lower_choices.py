"""Choices become pairs of steps: one that puts a question and waits, one that takes the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly, Label
from yomi_dsl.engine.codes import PUSHED, SUSPEND, Fn, Step
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.pickers import Picker
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import rewrite, slots_read
from yomi_dsl.nodes import evolve

if TYPE_CHECKING:
    from yomi_dsl.engine.lower_effects import Effects
    from yomi_dsl.engine.match import Match

REFUSE = {"must": "", "may": "decline", "keep": "stop"}
Gate = Callable[[State, Frame, Any], Any]


class LowerChoices:
    """Lowers choices for one match."""

    def __init__(self, m: Match, effects: Effects) -> None:
        self.m, self.effects = m, effects

    def emit(self, node: Any, sc: Scope, out: Assembly) -> None:
        if isinstance(node, ir.Options):
            self._options(node, sc, out)
        elif isinstance(node, ir.Sealed):
            sealed = Sealed(self, node, sc)
            if sealed.simple:
                sealed.emit_simple(out)
            else:
                sealed.emit(out)
        elif not node.asks:
            self._yes(node, sc, out)
        else:
            self._choose(node, sc, out)

    def picked(self, st: State, seat: int) -> None:
        """Somebody chose something: turns that alternate look at it."""
        if self.m.takes_turns:
            st.picks[seat] += 1

    def declined(self, st: State, seat: int, name: str) -> None:
        if st.log is not None:
            self.m.note(st, "declined", seat, name)

    def chose(self, st: State, seat: int, name: str, kind: str, value: Any) -> None:
        if st.log is not None:
            self.m.note(st, "choose", seat, name, kind, value)

    # ---- choose things -------------------------------------------------------------------------------------------------

    def _choose(self, node: ir.Choose, sc: Scope, out: Assembly) -> None:
        picker = Picker(self.m, node, sc)
        who, end, refused, again = self.m.values.value(node.who, sc), Label(), Label(), out.label()
        rounds, keeps = node.slot + 2, node.mode == "keep"
        counted = keeps and (node.limit is not None or node.slot in slots_read((node.body, node.where)))
        if counted:
            self.effects.step(lambda st, f: f.__setitem__(rounds, 0), out)
            again = out.label()
        skip = refused if node.mode == "may" else end
        limit = None if node.limit is None else self.m.values.value(node.limit, sc)
        limit = limit if keeps else None
        if picker.simple:
            self._one(picker, node, who, limit, skip, end if keeps else refused, out)
        else:
            self._several(picker, node, who, limit, skip, end if keeps else refused, sc, out)
        if counted:
            self.effects.step(lambda st, f: f.__setitem__(rounds, f[rounds] + 1), out)
        if node.body is not None:
            self.effects.emit(node.body, sc, out)
        if keeps:
            self.effects.jump(again, out)
        elif node.otherwise is not None:
            self.effects.jump(end, out)
        out.place(refused)
        if node.mode == "may" and node.otherwise is not None:
            self.effects.emit(node.otherwise, sc, out)
        out.place(end)

    def _one(
        self, picker: Picker, node: ir.Choose, who: Fn, limit: Fn | None, skip: Label, refused: Label, out: Assembly
    ) -> None:
        """One thing under one name: the common case."""
        name = picker.names[0]
        label, kind, k, all_of, distinct, refuse = (
            name.name,
            name.kind,
            name.k,
            name.all,
            picker.distinct,
            REFUSE[node.mode],
        )
        rounds, takes_turns, cards = node.slot + 2, self.m.takes_turns, name.kind == "card"
        answer = out.here + 1

        def make() -> Step:
            skipped, ended = skip.at, refused.at

            def ask(st: State, f: Frame) -> int:
                if limit is not None and f[rounds] >= limit(st, f):
                    return ended
                seat = who(st, f)
                found = all_of(st, f) if seat is not None else ()
                if not found:
                    f[k] = None
                    if st.log is not None and seat is not None:
                        self.declined(st, seat, label)
                    return skipped
                st.pending = ((seat, label, kind, distinct(st, found, name) if cards else tuple(found), refuse),)
                f[1] = answer
                return SUSPEND

            return ask

        out.add(make)

        def make_answer() -> Step:
            ended = refused.at

            def take(st: State, f: Frame) -> int:
                value = st.answer
                if value is None:
                    if st.log is not None:
                        self.declined(st, st.answered, label)
                    return ended
                f[k] = value
                if takes_turns:
                    st.picks[st.answered] += 1
                if st.log is not None:
                    self.chose(st, st.answered, label, kind, value)
                return answer + 1

            return take

        out.add(make_answer)

    def _several(
        self, picker: Picker, node: ir.Choose, who: Fn, limit: Fn | None, skip: Label, refused: Label, sc: Scope,
        out: Assembly,
    ) -> None:  # fmt: skip
        """Several names, or sets: one pick at a time."""
        pick = Picking(picker, sc.temp(2), REFUSE[node.mode])
        rounds, answer = node.slot + 2, out.here + 1

        def go_on(st: State, f: Frame, seat: int, first: bool, skipped: int) -> int:
            asked = pick.next(st, f, seat)
            if asked is not None:
                st.pending = (asked,)
                f[1] = answer
                return SUSPEND
            if first and pick.nothing(f):
                self.declined(st, seat, picker.names[0].name)
                return skipped
            return answer + 1

        def make() -> Step:
            skipped, ended = skip.at, refused.at

            def ask(st: State, f: Frame) -> int:
                if limit is not None and f[rounds] >= limit(st, f):
                    return ended
                seat = who(st, f)
                pick.start(f)
                if seat is None:
                    return skipped
                return go_on(st, f, seat, True, skipped)

            return ask

        out.add(make)

        def make_answer() -> Step:
            skipped, ended = skip.at, refused.at

            def take(st: State, f: Frame) -> int:
                seat, value, name, kind = st.answered, st.answer, pick.name(f), pick.kind(f)
                if value is None:
                    self.declined(st, seat, name)
                    if pick.refuses(f):
                        return ended
                else:
                    self.picked(st, seat)
                    self.chose(st, seat, name, kind, value)
                pick.take(f, value)
                return go_on(st, f, seat, False, skipped)

            return take

        out.add(make_answer)

    # ---- yes or no -----------------------------------------------------------------------------------------------------

    def _yes(self, node: ir.Choose, sc: Scope, out: Assembly) -> None:
        """``may { ... }`` asks only whether."""
        who, end, refused, answer = self.m.values.value(node.who, sc), Label(), Label(), out.here + 1

        def make() -> Step:
            skipped = end.at

            def ask(st: State, f: Frame) -> int:
                seat = who(st, f)
                if seat is None:
                    return skipped
                st.pending = ((seat, "", "option", ("yes",), REFUSE[node.mode]),)
                f[1] = answer
                return SUSPEND

            return ask

        out.add(make)

        def make_answer() -> Step:
            ended = refused.at

            def take(st: State, f: Frame) -> int:
                if st.answer is None:
                    self.declined(st, st.answered, "")
                    return ended
                self.picked(st, st.answered)
                self.chose(st, st.answered, "", "option", "yes")
                return answer + 1

            return take

        out.add(make_answer)
        if node.body is not None:
            self.effects.emit(node.body, sc, out)
        if node.otherwise is not None:
            self.effects.jump(end, out)
        out.place(refused)
        if node.otherwise is not None:
            self.effects.emit(node.otherwise, sc, out)
        out.place(end)

    # ---- options -------------------------------------------------------------------------------------------------------

    def _options(self, node: ir.Options, sc: Scope, out: Assembly) -> None:
        who, end, again, rounds = self.m.values.value(node.who, sc), Label(), Label(), node.slot + 2
        offered, labels = self.offered(node, sc), [option.label for option in node.options]
        bodies = [Label() for _ in node.options]
        counted = node.slot in slots_read(node.options)
        if counted:
            self.effects.step(lambda st, f: f.__setitem__(rounds, 0), out)
        out.place(again)
        answer = out.here + 1

        def make() -> Step:
            ended, refuse, name = end.at, REFUSE[node.mode], node.name
            from_slot = node.who.slot + 2 if isinstance(node.who, ir.Local) else 0

            def ask(st: State, f: Frame) -> int:
                seat = f[from_slot] if from_slot else who(st, f)
                found = []
                if seat is not None:
                    for label, gate in offered:
                        if gate is None or gate(st, f, seat):
                            found.append(label)
                if not found:
                    if seat is not None:
                        self.declined(st, seat, name)
                    return ended
                st.pending = ((seat, name, "option", tuple(found), refuse),)
                f[1] = answer
                return SUSPEND

            return ask

        out.add(make)

        def make_answer() -> Step:
            ended, name, takes_turns = end.at, node.name, self.m.takes_turns
            at = {label: body.at for label, body in zip(labels, bodies)}

            def take(st: State, f: Frame) -> int:
                value = st.answer
                if value is None:
                    self.declined(st, st.answered, name)
                    return ended
                if counted:
                    f[rounds] += 1
                if takes_turns:
                    st.picks[st.answered] += 1
                if st.log is not None:
                    self.chose(st, st.answered, name, "option", value)
                return at[value]

            return take

        out.add(make_answer)
        after = again if node.mode == "keep" else end
        for option, label in zip(node.options, bodies):
            out.place(label)
            if option.action:
                a = self.m.action_code(option.action)
                self._do(a, who, out)
            elif option.body is not None:
                self.effects.emit(option.body, sc, out)
            self.effects.jump(after, out)
        out.place(end)

    def _do(self, a: Any, who: Fn, out: Assembly) -> None:
        """An option that is an action, done by the chooser."""
        if a.asks:
            self.effects.do(a, lambda st, f: [a.pi, 0, who(st, f), *a.pad], out)
            return
        events = self.m.events

        def run(st: State, f: Frame) -> None:
            g = [a.pi, 0, who(st, f), *a.pad]
            if events.allowed(st, a, g):
                events.happen(st, a, g)

        self.effects.step(run, out)

    def offered(self, node: ir.Options, sc: Scope) -> list[tuple[str, Gate | None]]:
        """The options, each with whether it is offered now."""
        return [(option.label, self._gate(option, sc)) for option in node.options]

    def _gate(self, option: ir.Option, sc: Scope) -> Gate | None:
        where = None if option.where is None else self.m.values.value(option.where, sc)
        if not option.action:
            return None if where is None else lambda st, f, seat: where(st, f)
        open_ = self.m.gate_of(option.action)
        if where is None:
            return open_
        return lambda st, f, seat: where(st, f) and open_(st, f, seat)

    def leading(self, name: str) -> Gate:
        """Whether an action is offered: its limit, its gate, and the choices that its body begins with."""
        a = self.m.action_code(name)
        assert a.action is not None
        sc = Scope.of(a.action.proc, you=0, roles=a.roles, action=name)
        gates: list[Fn] = []
        for step in leading(a.action.proc.body):
            if isinstance(step, ir.Options):
                inner = self.offered(step, sc)
                gates.append(lambda st, f, inner=inner: any(g is None or g(st, f, f[2]) for _, g in inner))  # type: ignore[misc]
            elif step.asks:
                gates.append(self._can_start(Picker(self.m, step, sc), step))
        allowed, pi, pad = self.m.events.allowed, a.pi, (None,) * max(sc.size, a.scope.size)
        if a.gate is None and len(gates) == 1:
            return self._one_gate(a, gates[0], pad)

        def open_(st: State, f: Frame, seat: Any) -> bool:
            g = [pi, 0, seat, *pad]
            if not allowed(st, a, g):
                return False
            for gate in gates:
                if not gate(st, g):
                    return False
            return True

        return open_

    def _one_gate(self, a: Any, gate: Fn, pad: tuple[None, ...]) -> Gate:
        """An action with a limit and one leading choice."""
        pi = a.pi
        if a.limit is None:
            return lambda st, f, seat: gate(st, [pi, 0, seat, *pad])
        (count, per), keys = a.limit, ((-1 - a.number, 0), (-1 - a.number, 1))
        limit = a.action.limit.count
        if isinstance(limit, ir.Lit) and isinstance(limit.value, int) and limit.value > 0:
            most = limit.value

            def quick(st: State, f: Frame, seat: Any) -> Any:
                used = st.limits.get(keys[seat])
                if used is not None and used[0] == st.started[per] and used[1] >= most:
                    return False
                return gate(st, [pi, 0, seat, *pad])

            return quick

        def open_(st: State, f: Frame, seat: Any) -> Any:
            g = [pi, 0, seat, *pad]
            used = st.limits.get(keys[seat])
            if (used[1] if used is not None and used[0] == st.started[per] else 0) >= count(st, g):
                return False
            return gate(st, g)

        return open_

    def _can_start(self, picker: Picker, node: ir.Choose) -> Fn:
        """Is there a first pick with which the choice can be completed?"""
        return picker.names[0].some if picker.simple else picker.gate(node)


def leading(body: Any) -> list[Any]:
    """The mandatory choices with which a body begins."""
    found = []
    for step in body.steps if isinstance(body, ir.Seq) else (body,):
        if not isinstance(step, (ir.Choose, ir.Options)) or step.mode != "must":
            break
        found.append(step)
    return found


class Picking:
    """Picks for several names, one at a time. Two slots: (index of the name, picks so far)."""

    def __init__(self, picker: Picker, slot: int, refuse: str) -> None:
        self.picker, self.i, self.p, self.refuse = picker, slot, slot + 1, refuse

    def start(self, f: Frame) -> None:
        f[self.i], f[self.p] = 0, ()
        for name in self.picker.names:
            f[name.k] = None

    def name(self, f: Frame) -> str:
        return self.picker.names[f[self.i]].name

    def kind(self, f: Frame) -> str:
        return self.picker.names[f[self.i]].kind

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
            if name.many and len(picked) >= (name.high(st, f) or 0):
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


class Sealed:
    """Both players answer unseen: per seat the same picking, with its own slots; both questions are open at once."""

    def __init__(self, lower: LowerChoices, node: ir.Sealed, sc: Scope) -> None:
        self.lower, self.m = lower, lower.m
        self.k, self.at = node.slot + 2, sc.temp(2)
        self.simple = len(node.asks) == 1 and node.asks[0].mode == "must"
        self.picks = [
            [Picking(Picker(self.m, seated(c, seat), sc), sc.temp(2), REFUSE[c.mode]) for c in node.asks]
            for seat in (0, 1)
        ]

        self.simple = self.simple and all(p[0].picker.simple for p in self.picks)

    def emit_simple(self, out: Assembly) -> None:
        """One thing of each: the common case."""
        answer, m, k = out.here + 1, self.m, self.k
        names = [self.picks[seat][0].picker.names[0] for seat in (0, 1)]
        distinct, name, kind = self.picks[0][0].picker.distinct, names[0].name, names[0].kind
        alls, slots, cards = [n.all for n in names], [n.k for n in names], kind == "card"

        def ask(st: State, f: Frame) -> int:
            first = m.first_player(st)
            pending = []
            for seat in (first, 1 - first):
                f[k] = seat
                f[slots[seat]] = None
                found = alls[seat](st, f)
                if found:
                    pending.append((seat, name, kind, distinct(st, found, names[seat]) if cards else tuple(found), ""))
                elif st.log is not None:
                    self.note(st, ("declined", seat, name))
            st.pending = tuple(pending)
            f[1] = answer
            return SUSPEND if pending else answer + 1

        def take(st: State, f: Frame) -> int:
            seat = st.answered
            f[slots[seat]] = st.answer
            if m.takes_turns:
                st.picks[seat] += 1
            if st.log is not None:
                self.note(st, ("choose", seat, name, kind, st.answer))
            pending = st.pending
            if len(pending) == 1:
                return answer + 1
            st.pending = (pending[1],) if pending[0][0] == seat else (pending[0],)
            return SUSPEND

        out.add(lambda: ask)
        out.add(lambda: take)

    def emit(self, out: Assembly) -> None:
        answer = out.here + 1

        def make() -> Step:
            def ask(st: State, f: Frame) -> int:
                first = self.m.first_player(st)
                pending = []
                for seat in (first, 1 - first):
                    f[self.at + seat] = 0
                    self.picks[seat][0].start(f)
                    asked = self.question(st, f, seat)
                    if asked is not None:
                        pending.append(asked)
                st.pending = tuple(pending)
                f[1] = answer
                return SUSPEND if pending else answer + 1

            return ask

        def make_answer() -> Step:
            def take(st: State, f: Frame) -> int:
                seat, value = st.answered, st.answer
                f[self.k] = seat
                pick = self.picks[seat][f[self.at + seat]]
                name = pick.name(f)
                if value is None:
                    self.note(st, ("declined", seat, name))
                    if pick.refuses(f):
                        self.turn(f, seat)
                    else:
                        pick.take(f, None)
                else:
                    self.lower.picked(st, seat)
                    self.note(st, ("choose", seat, name, pick.kind(f), value))
                    pick.take(f, value)
                asked = self.question(st, f, seat)
                others = tuple([p for p in st.pending if p[0] != seat])
                st.pending = (
                    others
                    if asked is None
                    else (asked, *others)
                    if not others or seat == self.m.first_player(st)
                    else (*others, asked)
                )
                return SUSPEND if st.pending else answer + 1

            return take

        out.add(make)
        out.add(make_answer)

    def note(self, st: State, entry: tuple[Any, ...]) -> None:
        """Sealed answers are logged for their seat only."""
        if st.log is not None:
            self.m.note(st, "sealed", *entry)

    def turn(self, f: Frame, seat: int) -> None:
        """The next choice of a seat."""
        f[self.at + seat] += 1
        if f[self.at + seat] < len(self.picks[seat]):
            self.picks[seat][f[self.at + seat]].start(f)

    def question(self, st: State, f: Frame, seat: int) -> Any:
        f[self.k] = seat
        while f[self.at + seat] < len(self.picks[seat]):
            pick = self.picks[seat][f[self.at + seat]]
            asked = pick.next(st, f, seat)
            if asked is not None:
                return asked
            if pick.nothing(f):
                self.note(st, ("declined", seat, pick.picker.names[0].name))
            self.turn(f, seat)
        return None


def seated(node: ir.Choose, seat: int) -> ir.Choose:
    """A sealed choice as one seat makes it: its answers lie ``seat`` slots further on."""
    own = {a.slot for a in node.asks}

    def change(n: Any) -> Any:
        if isinstance(n, ir.PerSeat) and n.slot in own:
            return ir.Local(n.slot + seat, n.name)
        if isinstance(n, ir.Local) and n.slot in own:
            return ir.Local(n.slot + seat, n.name)
        return n

    made: ir.Choose = rewrite(node, change)
    asks = tuple(evolve(a, slot=a.slot + seat) for a in made.asks)
    return evolve(made, asks=asks)


__all__ = ["PUSHED", "LowerChoices", "leading"]
