"""Gates: whether an option is offered now, with what its action would have to ask first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import ActionCode, Fn
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.operators import both
from yomi_dsl.engine.pickers import Picker
from yomi_dsl.engine.state import Frame, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


Gate = Callable[[State, Frame, Any], Any]
"""Is it offered: (state, frame of who offers it, seat that would choose it)?"""


class Gates:
    """Makes the gates of one match. ``known``: those of actions."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.known: dict[str, Gate] = {}

    def of(self, name: str) -> Gate:
        """Whether an action is offered as an option."""
        found = self.known.get(name)
        if found is None:
            cell: list[Gate] = []
            self.known[name] = lambda st, f, seat: cell[0](st, f, seat)  # an action may lead to itself
            found = self.known[name] = self._leading(name)
            cell.append(found)
        return found

    def offered(self, node: ir.Options, sc: Scope) -> list[tuple[str, Gate | None]]:
        """The options, each with whether it is offered now."""
        return [(option.label, self._gate(option, sc)) for option in node.options]

    def _gate(self, option: ir.Option, sc: Scope) -> Gate | None:
        where = None if option.where is None else self.m.values.value(option.where, sc)
        if not option.action:
            return None if where is None else lambda st, f, seat: where(st, f)
        open_ = self.of(option.action)
        if where is None:
            return open_
        return lambda st, f, seat: where(st, f) and open_(st, f, seat)

    def _leading(self, name: str) -> Gate:
        """Whether an action is offered: its limit, its gate, and the choices that its body begins with."""
        a = self.m.action_code(name)
        assert a.action is not None
        sc = Scope.of(a.action.proc, you=0, roles=a.roles, action=name, known=(0,))
        gates: list[Fn] = []
        for step in leading(a.action.proc.body):
            if isinstance(step, ir.Options):
                inner = self.offered(step, sc)
                gates.append(lambda st, f, inner=inner: any(g is None or g(st, f, f[2]) for _, g in inner))  # type: ignore[misc]
            elif step.asks:
                gates.append(self._can_start(Picker(self.m, step, sc), step))
        if a.gate is not None:
            gates.insert(0, a.gate)
        return self._limited(a, both(gates), (None,) * max(sc.size, a.scope.size))

    def _limited(self, a: ActionCode, gate: Fn, pad: tuple[None, ...]) -> Gate:
        """What holds while an action is within its limit, and ``gate`` is open in a frame of its own."""
        pi, most = a.pi, a.most
        if a.limit is None:
            return lambda st, f, seat: gate(st, [pi, 0, seat, *pad])
        (count, per), keys = a.limit, ((-1 - a.number, 0), (-1 - a.number, 1))
        if most is not None and most > 0:

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
