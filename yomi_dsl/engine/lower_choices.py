"""Choices become pairs of steps: one that puts a question and waits, one that takes the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly, Label
from yomi_dsl.engine.codes import SUSPEND, Fn, Step
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.pickers import Picker
from yomi_dsl.engine.picking import REFUSE, Picking
from yomi_dsl.engine.sealed import Sealed
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import slots_read

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class LowerChoices:
    """Lowers choices for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    def emit(self, node: Any, sc: Scope, out: Assembly) -> None:
        if isinstance(node, ir.Options):
            self._options(node, sc, out)
        elif isinstance(node, ir.Sealed):
            sealed = Sealed(self.m, node, sc)
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
            out.run(lambda st, f: f.__setitem__(rounds, 0))
            again = out.label()
        skip = refused if node.mode == "may" else end
        limit = None if node.limit is None else self.m.values.value(node.limit, sc)
        limit = limit if keeps else None
        if picker.simple:
            self._one(picker, node, who, limit, skip, end if keeps else refused, out)
        else:
            self._several(picker, node, who, limit, skip, end if keeps else refused, sc, out)
        if counted:
            out.run(lambda st, f: f.__setitem__(rounds, f[rounds] + 1))
        if node.body is not None:
            self.m.effect_steps.emit(node.body, sc, out)
        if keeps:
            out.jump(again)
        elif node.otherwise is not None:
            out.jump(end)
        out.place(refused)
        if node.mode == "may" and node.otherwise is not None:
            self.m.effect_steps.emit(node.otherwise, sc, out)
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
            self.m.effect_steps.emit(node.body, sc, out)
        if node.otherwise is not None:
            out.jump(end)
        out.place(refused)
        if node.otherwise is not None:
            self.m.effect_steps.emit(node.otherwise, sc, out)
        out.place(end)

    # ---- options -------------------------------------------------------------------------------------------------------

    def _options(self, node: ir.Options, sc: Scope, out: Assembly) -> None:
        who, end, again, rounds = self.m.values.value(node.who, sc), Label(), Label(), node.slot + 2
        offered, labels = self.m.gates.offered(node, sc), [option.label for option in node.options]
        bodies = [Label() for _ in node.options]
        counted = node.slot in slots_read(node.options)
        if counted:
            out.run(lambda st, f: f.__setitem__(rounds, 0))
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
                self.m.effect_steps.emit(option.body, sc, out)
            out.jump(after)
        out.place(end)

    def _do(self, a: Any, who: Fn, out: Assembly) -> None:
        """An option that is an action, done by the chooser."""
        if a.asks:
            self.m.effect_steps.do(a, lambda st, f: [a.pi, 0, who(st, f), *a.pad], out)
            return
        events = self.m.events

        def run(st: State, f: Frame) -> None:
            g = [a.pi, 0, who(st, f), *a.pad]
            if events.allowed(st, a, g):
                events.happen(st, a, g)

        out.run(run)
