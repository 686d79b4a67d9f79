"""The lowered forms of actions, rules, modifiers and rows. They belong to a match and never change while it runs."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.state import Frame, State

Fn = Callable[[State, Frame], Any]
"""A value."""
Run = Callable[[State, Frame], None]
"""An effect that asks nothing."""
Step = Callable[[State, Frame], int]
Code = tuple[tuple["Step | Run", int], ...]
"""The steps of a body, each with the place of the next one, which counts where the step itself returns none."""
SUSPEND, PUSHED, POP = -1, -2, -3
"""Instead of the next place: a question is open; another frame is now on top; this frame is done."""


def by_class(part: Any, *classes: type) -> dict[type, Callable[[Any, Any], Any]]:
    """For each class of nodes the method of ``part`` that lowers it: it is called like the class."""
    return {cls: getattr(part, "_" + cls.__name__.lower()) for cls in classes}


class ActionCode:
    """An action, phase or primitive.

    number     index among the actions; ``pi`` that of its frames' code
    roles      slots that the event's roles take, doer included; ``pad`` fills the others
    run        its body where it does not ask before its writes are done, else None; ``last`` its finally part
    limit      (how often, per which phase); ``most``: how often, where that never changes
    asks       may it ask, by itself or by what answers it; ``body_asks``: may its body; ``chooses``: before its writes are done
    ruled      rules of this match speak of it; ``answered``: after-rules among them
    spills     it may move on cards beyond a limit, whose events are then behind the face in its frame
    phase      index of the phase, or -1; ``ends``: index of its count of runs, if something ends it, or -1
    wrapped    something must be done however the body is left
    body_at    where in its frame code the body begins; ``labels`` other places
    """

    def __init__(self, number: int, name: str, roles: int, action: ir.Action | None) -> None:
        self.number, self.name, self.roles, self.action = number, name, roles, action
        self.pi = -1
        self.size = roles
        self.pad: tuple[None, ...] = ()
        self.run: Run | None = None
        self.last: Run | None = None
        self.last_effect: Any = None
        self.asks = self.chooses = False
        self.body_asks = False
        self.ruled = self.answered = self.spills = False
        self.phase = self.ends = -1
        self.limit: tuple[Fn, int] | None = None
        self.most: int | None = None
        self.gate: Fn | None = None
        self.measures: list[tuple[int, int, int]] = []
        self.wrapped = False
        self.labels: dict[str, int] = {}
        self.scope: Any = None

    @property
    def bare(self) -> bool:
        """No rules, no limit, no gate, nothing counted, no finally part, and nothing ends it."""
        return not (self.ruled or self.limit or self.gate or self.measures or self.last_effect or self.ends >= 0)

    @property
    def plain(self) -> bool:
        """Nothing but its body."""
        return self.bare and not self.wrapped


class RuleCode:
    """A rule. Its frames end in three slots of the engine's: chain, lineage before, and key."""

    def __init__(self, rid: int, rule: ir.Rule, roles: int, captures: int) -> None:
        self.rid, self.rule, self.roles, self.captures = rid, rule, roles, captures
        self.pi = -1
        self.pad: tuple[None, ...] = ()
        self.tests: Fn | None = None
        self.limit: tuple[Fn, int] | None = None
        self.span: Callable[[State, Frame], tuple[Any, Any]] = lambda st, f: (None, None)
        self.run: Run | None = None
        self.asks = False
        self.writes_roles = False
        self.end = roles + 2


class ModCode:
    """A modifier, or a value that a granted keyword sets (``gives``: only where nothing is printed)."""

    def __init__(self, key: Any, target: str, op: str, captures: int, of_player: bool) -> None:
        self.key, self.target, self.op, self.captures, self.of_player = key, target, op, captures, of_player
        self.pad: tuple[None, ...] = ()
        self.fits: Callable[[State, Frame, int], Any] = lambda st, f, c: True
        self.operand: Fn = lambda st, f: None
        self.up_to: Fn | None = None
        self.steady = False
        self.gives = False
        self.one_card = False
        self.at: ir.At | None = None
        self.guard: Callable[[State, tuple[Any, ...], int], bool] | None = None

    def granted(self, who: tuple[Any, ...]) -> ModCode:
        """The same for a card that has it by a grant: only while the card fits the grant."""
        made = ModCode((self.key, who), self.target, self.op, self.captures, self.of_player)
        made.pad, made.operand, made.up_to, made.at = self.pad, self.operand, self.up_to, self.at
        fits, guard = self.fits, self.guard
        assert guard is not None
        made.fits = lambda st, f, c: guard(st, who, f[4]) and fits(st, f, c)  # slot 2 is the card that has it
        return made

    def applied(self, st: State, env: Frame, found: Any) -> Any:
        """A value after this modifier. Nothing can be set, but not added to."""
        operand = self.operand(st, env)
        if self.op == "to":
            return operand
        if found is None or operand is None:
            return found
        if self.op == "at least":
            return max(found, operand)
        if self.op == "at most":
            return min(found, operand)
        if self.up_to is None:
            return found + operand
        return max(found, min(found + operand, self.up_to(st, env)))


class RowCode:
    """A row of a contest."""

    def __init__(self, row: ir.Row) -> None:
        self.row = row
        self.tie = row.tie
        self.pad: tuple[None, ...] = ()
        self.mine: Callable[[State, Frame, int], Any] = lambda st, f, c: True
        self.theirs: Callable[[State, Frame, int], Any] = self.mine
        self.where: Fn | None = None

    def granted(self, test: Callable[[State, Any, Any], bool], who: Any, card: Any) -> RowCode:
        """The same row, for a card that has it only while it fits a grant."""
        made = copy(self)
        made.where = lambda st, f: test(st, who, card) and (self.where is None or self.where(st, f))
        return made

    def fits(self, st: State, env: Frame, mine: int, theirs: int) -> bool:
        env[2], env[3] = mine, theirs
        if not (self.mine(st, env, mine) and self.theirs(st, env, theirs)):
            return False
        return self.where is None or bool(self.where(st, env))
