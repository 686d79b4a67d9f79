"""Choices become pairs of steps: one that puts a question and waits, one that takes the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly, Label
from yomi_dsl.engine.choice_names import Name
from yomi_dsl.engine.codes import SUSPEND, ActionCode, Fn, Step
from yomi_dsl.engine.formula import Scope, place_of
from yomi_dsl.engine.gates import Gate
from yomi_dsl.engine.pair_steps import PairSteps
from yomi_dsl.engine.pickers import Picker
from yomi_dsl.engine.picking import REFUSE, Picking
from yomi_dsl.engine.sealed import Sealed
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import slots_read

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


class Question(NamedTuple):
    """What the two steps of a choice have in common.

    seat      the place where ``who`` lies, 0 if it must be worked out
    rounds    the place of the count of rounds, of which there are at most ``limit``
    refuse    what is offered beside the options
    skip      where it goes on if nothing can be chosen; ``refused``: if nothing is
    answer    the step that takes the answer; what is chosen is done behind it"""

    who: Fn
    seat: int
    limit: Fn | None
    rounds: int
    refuse: str
    skip: Label
    refused: Label
    answer: int


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
        picker, chooser = Picker(self.m, node, sc), self._chooser(node, sc, out)
        end, refused, again = Label(), Label(), out.label()
        rounds, keeps = node.slot + 2, node.mode == "keep"
        counted = keeps and (node.limit is not None or node.slot in slots_read((node.body, node.where)))
        if counted:
            out.run(lambda st, f: f.__setitem__(rounds, 0))
            again = out.label()
        skip = refused if node.mode == "may" else end
        q = self._question(node, chooser, sc, skip, end if keeps else refused, out)
        if picker.simple:
            out.add(lambda: self._ask_one(picker, q))
            out.add(lambda: self._take_one(picker.names[0], q))
        elif picker.pair is not None:
            pair = PairSteps(self, picker, q)
            for step in (pair.ask, pair.first, pair.second):
                out.add(step)
        else:
            pick = Picking(picker, sc.temp(2), q.refuse)
            out.add(lambda: self._ask_several(pick, q))
            out.add(lambda: self._take_several(pick, q))
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

    def _chooser(self, node: ir.Choose | ir.Options, sc: Scope, out: Assembly) -> tuple[Fn, int]:
        """Who chooses, and where that lies. It is told once for a choice that goes round, and for what is then done."""
        who, at = self.m.values.value(node.who, sc), place_of(node.who)
        once = node.mode == "keep" or isinstance(node, ir.Options)
        if once and not at and (self.m.game.turn.both or not isinstance(node.who, ir.Active)):
            at = sc.temp()
            out.run(lambda st, f: f.__setitem__(at, who(st, f)))
        return who, at

    def _question(
        self, node: ir.Choose, chooser: tuple[Fn, int], sc: Scope, skip: Label, refused: Label, out: Assembly
    ) -> Question:
        limit = None if node.limit is None else self.m.values.count(node.limit, sc)
        rounds = node.slot + 2
        limit = limit if node.mode == "keep" else None
        return Question(*chooser, limit, rounds, REFUSE[node.mode], skip, refused, out.here + 1)

    def _ask_one(self, picker: Picker, q: Question) -> Step:
        """One thing under one name: the common case."""
        name, fresh = picker.names[0], picker.fresh[0]
        label, kind, k = name.name, name.kind, name.k
        who, at, limit, rounds, refuse, answer = q.who, q.seat, q.limit, q.rounds, q.refuse, q.answer
        skipped, ended = q.skip.at, q.refused.at

        def ask(st: State, f: Frame) -> int:
            if limit is not None and f[rounds] >= limit(st, f):
                return ended
            seat = f[at] if at else who(st, f)
            options = fresh(st, f) if seat is not None else ()
            if not options:
                f[k] = None
                if st.log is not None and seat is not None:
                    self.declined(st, seat, label)
                return skipped
            st.pending = ((seat, label, kind, options, refuse),)
            f[1] = answer
            return SUSPEND

        return ask

    def _take_one(self, name: Name, q: Question) -> Step:
        label, kind, k, takes_turns, ended, after = (
            name.name,
            name.kind,
            name.k,
            self.m.takes_turns,
            q.refused.at,
            q.answer + 1,
        )

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
            return after

        return take

    def told(self, st: State, seat: int, name: Name, value: Any) -> None:
        """An answer, for the log."""
        if value is None:
            self.declined(st, seat, name.name)
        else:
            self.chose(st, seat, name.name, name.kind, value)

    def _ask_several(self, pick: Picking, q: Question) -> Step:
        """Several names, or sets: one pick at a time."""
        who, at, limit, rounds, skipped, ended = q.who, q.seat, q.limit, q.rounds, q.skip.at, q.refused.at

        def ask(st: State, f: Frame) -> int:
            if limit is not None and f[rounds] >= limit(st, f):
                return ended
            seat = f[at] if at else who(st, f)
            pick.start(f)
            return skipped if seat is None else self._next(st, f, seat, pick, q, True)

        return ask

    def _take_several(self, pick: Picking, q: Question) -> Step:
        ended, takes_turns = q.refused.at, self.m.takes_turns

        def take(st: State, f: Frame) -> int:
            seat, value = st.answered, st.answer
            if st.log is not None:
                self.told(st, seat, pick.name(f), value)
            if value is not None:
                if takes_turns:
                    st.picks[seat] += 1
            elif pick.refuses(f):
                return ended
            pick.take(f, value)
            return self._next(st, f, seat, pick, q, False)

        return take

    def _next(self, st: State, f: Frame, seat: int, pick: Picking, q: Question, first: bool) -> int:
        """The next pick, or where to go on when all is picked."""
        asked = pick.next(st, f, seat)
        if asked is not None:
            st.pending = (asked,)
            f[1] = q.answer
            return SUSPEND
        if first and pick.nothing(f):
            self.declined(st, seat, pick.picker.names[0].name)
            return q.skip.at
        return q.answer + 1

    # ---- yes or no -----------------------------------------------------------------------------------------------------

    def _yes(self, node: ir.Choose, sc: Scope, out: Assembly) -> None:
        """``may { ... }`` asks only whether."""
        end, refused = Label(), Label()
        q = self._question(node, self._chooser(node, sc, out), sc, refused, refused, out)
        out.add(lambda: self._ask_yes(q))
        out.add(lambda: self._take_yes(q))
        if node.body is not None:
            self.m.effect_steps.emit(node.body, sc, out)
        if node.otherwise is not None:
            out.jump(end)
        out.place(refused)
        if node.otherwise is not None:
            self.m.effect_steps.emit(node.otherwise, sc, out)
        out.place(end)

    def _ask_yes(self, q: Question) -> Step:
        skipped = q.skip.at

        def ask(st: State, f: Frame) -> int:
            seat = q.who(st, f)
            if seat is None:
                return skipped
            st.pending = ((seat, "", "option", ("yes",), q.refuse),)
            f[1] = q.answer
            return SUSPEND

        return ask

    def _take_yes(self, q: Question) -> Step:
        ended = q.refused.at

        def take(st: State, f: Frame) -> int:
            if st.answer is None:
                self.declined(st, st.answered, "")
                return ended
            self.picked(st, st.answered)
            self.chose(st, st.answered, "", "option", "yes")
            return q.answer + 1

        return take

    # ---- options -------------------------------------------------------------------------------------------------------

    def _options(self, node: ir.Options, sc: Scope, out: Assembly) -> None:
        chooser, end, again, rounds = self._chooser(node, sc, out), Label(), Label(), node.slot + 2
        offered, bodies = self.m.gates.offered(node, sc), [Label() for _ in node.options]
        counted = node.slot in slots_read(node.options)
        if counted:
            out.run(lambda st, f: f.__setitem__(rounds, 0))
        out.place(again)
        q = Question(*chooser, None, rounds, REFUSE[node.mode], end, end, out.here + 1)
        out.add(lambda: self._ask_option(node, offered, q))
        out.add(lambda: self._take_option(node, bodies, counted, q))
        after = again if node.mode == "keep" else end
        for option, label in zip(node.options, bodies):
            out.place(label)
            if option.action:
                self._do(self.m.action_code(option.action), q, out)
            elif option.body is not None:
                self.m.effect_steps.emit(option.body, sc, out)
            out.jump(after)
        out.place(end)

    def _ask_option(self, node: ir.Options, offered: list[tuple[str, Gate | None]], q: Question) -> Step:
        who, at, refuse, ended, answer, name = q.who, q.seat, q.refuse, q.refused.at, q.answer, node.name

        def ask(st: State, f: Frame) -> int:
            seat = f[at] if at else who(st, f)
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

    def _take_option(self, node: ir.Options, bodies: list[Label], counted: bool, q: Question) -> Step:
        ended, name, takes_turns, rounds = q.refused.at, node.name, self.m.takes_turns, q.rounds
        at = {option.label: body.at for option, body in zip(node.options, bodies)}

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

    def _do(self, a: ActionCode, q: Question, out: Assembly) -> None:
        """An option that is an action, done by the chooser. It was offered, so its limit and its gate allow it."""
        who, at, happen = q.who, q.seat, self.m.events.happen

        def opened(st: State, f: Frame) -> Frame:
            return [a.pi, 0, f[at] if at else who(st, f), *a.pad]

        if a.asks:
            self.m.effect_steps.do(a, opened, out, offered=True)
        else:
            out.run(lambda st, f: happen(st, a, opened(st, f)))
