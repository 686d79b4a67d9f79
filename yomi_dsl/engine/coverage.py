"""What examples make happen: which rules fire and which are met without firing, what modifiers apply, what is given and ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.engine.codes import RowCode, RuleCode
from yomi_dsl.engine.events import Events
from yomi_dsl.engine.examples import matches, run_example
from yomi_dsl.engine.live import Inst
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import walk
from yomi_dsl.nodes import evolve

Place = tuple[str, int, int]
"""Path, line and column of a statement."""
Key = tuple[str, str]
"""("status" or "choice", its name)."""
SOON = "as soon as"
"""What such a rule waits for is looked at all the time: that it did nothing says nothing."""
KINDS: dict[type[Any], str] = {ir.Rule: "rule", ir.Modifier: "modifier", ir.Row: "row"}


@attrs.define
class Seen:
    """Counts of one statement: how often it did something, and how often it was met and did nothing."""

    did: int = 0
    passed: int = 0

    def count(self, did: bool) -> None:
        if did:
            self.did += 1
        else:
            self.passed += 1


@attrs.define(eq=False)
class Coverage:
    """What was seen, by the place of the statement, and by the name of a status or a choice.

    Uses of one keyword are one statement, as they are written once. What an example brings of its own is none."""

    statements: dict[Place, Seen] = attrs.field(factory=dict)
    kinds: dict[Place, str] = attrs.field(factory=dict)
    named: dict[Key, Seen] = attrs.field(factory=dict)

    def add(self, node: Any) -> None:
        kind = KINDS.get(type(node))
        if kind is not None:
            self.statements.setdefault(place(node.at), Seen())
            self.kinds[place(node.at)] = SOON if kind == "rule" and node.timing == "soon" else kind
        elif isinstance(node, ir.Status) and node.named:
            self.named.setdefault(("status", node.name), Seen())
        elif isinstance(node, ir.Choose) and node.mode != "must" and node.asks:
            self.named.setdefault(("choice", node.asks[0].name), Seen())

    def count(self, at: ir.At | None, did: bool) -> None:
        seen = self.statements.get(place(at)) if at is not None else None
        if seen is not None:
            seen.count(did)


def place(at: ir.At) -> Place:
    return at.path, at.line, at.column


def coverage(game: ir.Game) -> Coverage:
    """Runs all examples of a game and looks on."""
    found = Coverage()
    for node in walk(evolve(game, examples=())):
        found.add(node)
    make = matches(lambda *args: Watched(found, *args))
    for example in game.examples:
        run_example(game, example, make)
    return found


class Watched(Match):
    """A match whose rules and modifiers are counted."""

    def __init__(self, found: Coverage, *args: Any) -> None:
        self.found = found
        super().__init__(*args)
        for code in self.modifiers_lowered.values():
            code.fits = counted(code.fits, found, code.at)

    def row(self, row: ir.Row) -> RowCode:
        made = super().row(row)
        made.fits = counted(made.fits, self.found, row.at)  # type: ignore[method-assign]
        return made

    def make_events(self) -> Events:
        return WatchedEvents(self)

    def empty(self) -> State:
        st = super().empty()
        st.logging = True
        return st

    def note(self, st: State, kind: str, *what: Any) -> None:
        key, did = self._of(kind, what)
        if key in self.found.named:
            self.found.named[key].count(did)

    def _of(self, kind: str, what: tuple[Any, ...]) -> tuple[Key, bool]:
        """A status opens or shuts; a choice is taken or declined."""
        if kind in ("open", "mark", "shut"):
            return ("status", str(what[0])), kind != "shut"
        name = str(what[1]) if kind in ("choose", "declined") else ""
        return ("choice", name), kind == "choose"


class WatchedEvents(Events):
    m: Watched

    def _count(self, rid: int, did: bool) -> None:
        self.m.found.count(self.m.rules[rid].at, did)

    def matched(self, st: State, inst: Inst, ev: Frame, stamps: Any) -> Frame | None:
        found = super().matched(st, inst, ev, stamps)
        self._count(inst[0], found is not None)
        return found

    def ready_to_fire(self, st: State, code: RuleCode, g: Frame) -> bool:
        ready = super().ready_to_fire(st, code, g)
        self._count(code.rid, ready)
        return ready

    def fire(self, st: State, code: RuleCode, r: Frame) -> None:
        if code.rule.timing == "soon":
            self._count(code.rid, True)
        super().fire(st, code, r)


def counted(fits: Callable[..., Any], found: Coverage, at: ir.At | None) -> Callable[..., Any]:
    """The same test, counted."""

    def counting(*args: Any) -> Any:
        fitting = fits(*args)
        found.count(at, bool(fitting))
        return fitting

    return counting
