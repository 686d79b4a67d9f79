"""A choice of two things of which the second is only compared with the first: a step each, with no search between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.codes import SUSPEND, Step
from yomi_dsl.engine.pickers import Picker
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.lower_choices import LowerChoices, Question


class PairSteps:
    """The steps of one such choice."""

    def __init__(self, choices: LowerChoices, picker: Picker, q: Question) -> None:
        self.choices, self.picker, self.q = choices, picker, q
        self.takes_turns = choices.m.takes_turns

    def ask(self) -> Step:
        """Put the first question, where there is a first thing that has a second one."""
        q, choices, offered, (one, two) = self.q, self.choices, self.picker.offered, self.picker.names
        who, at, limit, rounds, skipped, ended = q.who, q.seat, q.limit, q.rounds, q.skip.at, q.refused.at
        label, kind, k_1, k_2, refuse, answer = one.name, one.kind, one.k, two.k, q.refuse, q.answer

        def ask(st: State, f: Frame) -> int:
            if limit is not None and f[rounds] >= limit(st, f):
                return ended
            seat = f[at] if at else who(st, f)
            f[k_1] = f[k_2] = None
            if seat is None:
                return skipped
            options = offered(st, f, 0, ())
            if not options:
                choices.declined(st, seat, label)
                return skipped
            st.pending = ((seat, label, kind, options, refuse),)
            f[1] = answer
            return SUSPEND

        return ask

    def first(self) -> Step:
        """Take the first answer, and put the second question: a first thing is only offered if it has a second one."""
        q, offered, (one, two), answered = self.q, self.picker.offered, self.picker.names, self._answered
        ended, label, kind, k, answer = q.refused.at, two.name, two.kind, one.k, q.answer + 1

        def first(st: State, f: Frame) -> int:
            seat, value = st.answered, st.answer
            answered(st, one, value)
            if value is None:
                return ended
            f[k] = value
            st.pending = ((seat, label, kind, offered(st, f, 1, ()), ""),)
            f[1] = answer
            return SUSPEND

        return first

    def second(self) -> Step:
        """Take the second answer."""
        two, answered, after = self.picker.names[1], self._answered, self.q.answer + 2
        k = two.k

        def second(st: State, f: Frame) -> int:
            f[k] = st.answer
            answered(st, two, st.answer)
            return after

        return second

    def _answered(self, st: State, name: Any, value: Any) -> None:
        if st.log is not None:
            self.choices.told(st, st.answered, name, value)
        if self.takes_turns and value is not None:
            st.picks[st.answered] += 1
