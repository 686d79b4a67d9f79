"""A plain action is written out where it is done, as a declared value is where it is read: no frame, no call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import ActionCode
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.walk import highest_slot, pure, renamed, walk

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

STEADY = (ir.Lit, ir.WordLit, ir.Local)
"""What stays the same while a body runs. Who is active may not: where both act at once, statuses tell."""
DEPTH, SIZE = 4, 48
"""So deep inside one another, and so long, bodies are written out."""


class Inlining:
    """Which actions of a match are written out. ``round``: those that, by what they do, come to themselves.

    Those must stay events of their own, to stand in the report of a chain without end."""

    def __init__(self, m: Match) -> None:
        self.m = m
        does = {a.name: [n.action for n in walk(a.proc.body) if isinstance(n, ir.Do)] for a in m.declared.values()}
        self.round = {name for name in does if name in reached(does, name)}

    def body(self, a: ActionCode, node: ir.Do, sc: Scope) -> tuple[Any, Scope] | None:
        """The body of an action with the roles of one use in their places; None where it is an event of its own."""
        if not a.plain or a.action is None or sc.depth >= DEPTH or a.name in self.round:
            return None
        proc, args = a.action.proc, (node.doer, *node.roles)
        below = walk(proc.body)
        if len(below) > SIZE or not pure(args) or any(not fits(n, a.roles) for n in below):
            return None
        to: dict[int, Any] = {}
        lets = []
        for slot in range(max(len(proc.names), highest_slot(proc.body) + 1, a.roles)):
            arg = args[slot] if slot < len(args) else None
            if slot and isinstance(arg, STEADY):
                to[slot] = arg
            elif isinstance(arg, ir.Local):
                to[slot] = arg.slot
            else:
                to[slot] = sc.fresh()
                if arg is not None:
                    lets.append(ir.Let(to[slot], a.name, arg))
        return ir.Seq((*lets, renamed(proc.body, to))), sc.within(a.name, to[0])


def reached(does: dict[str, list[str]], name: str) -> set[str]:
    """The actions that one does, and those do, and so on."""
    seen: set[str] = set()
    left = list(does[name])
    while left:
        other = left.pop()
        if other not in seen:
            seen.add(other)
            left += does.get(other, ())
    return seen


def fits(node: Any, roles: int) -> bool:
    """Can a node stand in another body? Not what changes a role, for that is told of its own event."""
    if isinstance(node, ir.Change) and isinstance(node.target, ir.Local):
        return node.target.slot >= roles
    return not isinstance(node, (ir.Proceed, ir.TakeTurns, ir.Choose, ir.Options, ir.Sealed))
