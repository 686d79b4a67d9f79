"""What examples make happen: which rules fire, which effects are done, what modifiers apply, what is given, chosen and ends.

And what they do not: conditions that never fail, choices that nobody declines, statuses that never end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

import attrs

from yomi_dsl import ir
from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.codes import RowCode, RuleCode, Run
from yomi_dsl.engine.effect_steps import EffectSteps
from yomi_dsl.engine.events import Events
from yomi_dsl.engine.examples import Failure, matches, run_example
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.live import Inst
from yomi_dsl.engine.lower_effects import Effects
from yomi_dsl.engine.lower_statics import LowerStatics
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.soon import Soon
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import walk
from yomi_dsl.nodes import evolve

Place = tuple[str, int, int]
"""Path, line and column of a statement."""
Key = tuple[str, str]
"""("status", "choice" or "option", its name)."""
EFFECT = "effect"
KINDS: dict[type[Any], str] = {ir.Rule: "rule", ir.Modifier: "modifier", ir.Row: "row"} | dict.fromkeys(
    get_args(ir.Effect), EFFECT
)


@attrs.define
class Seen:
    """Counts of one statement: how often it did something, and how often it was met and did nothing.

    wavers   its own condition decides, so that an example of either is to be had
    inside   the rule of which it is a part, if it is one of an effect
    early    it belongs to the setup, which is over when an example begins
    by       the examples that make it do something; of a modifier that is read once a match, the first that plays it"""

    kind: str = ""
    early: bool = False
    wavers: bool = False
    inside: Seen | None = None
    did: int = 0
    passed: int = 0
    by: set[Place] = attrs.field(factory=set)

    def count(self, did: bool, example: Place) -> None:
        if did:
            self.did += 1
            self.by.add(example)
        else:
            self.passed += 1


@attrs.define(eq=False)
class Coverage:
    """What was seen, by the place of the statement, and by the name of a status, a choice or an option.

    Uses of one keyword are one statement, as they are written once. What an example brings of its own is none."""

    statements: dict[Place, Seen] = attrs.field(factory=dict)
    named: dict[Key, Seen] = attrs.field(factory=dict)
    running: Place = ("", 0, 0)

    def add(self, node: Any) -> None:
        kind = KINDS.get(type(node))
        if kind is not None and getattr(node, "at", None) is not None:
            seen = self.statements.setdefault(place(node.at), Seen(kind))
            seen.wavers |= wavers(node)
        if isinstance(node, ir.Rule):
            self._add_inside(node, seen)
        elif isinstance(node, ir.If):
            for one in (*part(node.then), *part(node.otherwise)):
                self.statements.setdefault(one, Seen(EFFECT)).wavers = True
        for key in names(node):
            self.named.setdefault(key, Seen(key[0]))

    def _add_inside(self, rule: ir.Rule, seen: Seen) -> None:
        for one in part(tuple(walk(rule.proc.body))):
            self.statements.setdefault(one, Seen(EFFECT)).inside = seen

    def count(self, at: ir.At | None, did: bool) -> None:
        if at is not None:
            self.tell((place(at),), did)

    def tell(self, places: Iterable[Place], did: bool) -> None:
        for one in places:
            if one in self.statements:
                self.statements[one].count(did, self.running)

    def name(self, key: Key, did: bool) -> None:
        if key in self.named:
            self.named[key].count(did, self.running)


def place(at: ir.At) -> Place:
    return at.path, at.line, at.column


def part(node: Any) -> list[Place]:
    """The places of the statements of an effect, or of some effects, but not of those inside these."""
    if node is None or isinstance(node, (tuple, ir.Seq)):
        return [one for step in (node if isinstance(node, tuple) else node.steps if node else ()) for one in part(step)]
    if isinstance(node, ir.Sealed):  # both players answer: the choices are no statements of their own
        return [place(at) for at in (node.at, *[one.at for one in node.asks]) if at]
    at = getattr(node, "at", None)
    return [place(at)] if at is not None and type(node) in KINDS else []


def wavers(node: Any) -> bool:
    """Does a condition of its own decide whether it does something? What ``as soon as`` waits for is looked at all the time."""
    if isinstance(node, ir.Rule):
        return node.timing != "soon" and (node.where is not None or node.limit is not None)
    if isinstance(node, ir.Modifier):
        return node.filter is not None and any(isinstance(term, ir.Such) for term in node.filter.terms)
    return isinstance(node, ir.Row) and node.where is not None


def names(node: Any) -> list[Key]:
    """What of it is counted by name."""
    if isinstance(node, ir.Status) and node.named:
        return [("status", node.name)]
    if isinstance(node, ir.Choose) and node.mode != "must" and node.asks:
        return [("choice", node.asks[0].name)]
    if isinstance(node, ir.Options):
        declined = [("choice", node.name)] if node.mode != "must" else []
        return [*declined, *[("option", option.label) for option in node.options]]
    return []


def coverage(game: ir.Game) -> Coverage:
    """What is to be seen in a game, and nothing of it seen yet."""
    found = Coverage()
    for node in walk(without_examples(game)):
        found.add(node)
    for one in setting_up(game):
        found.statements.setdefault(one, Seen(EFFECT)).early = True
    return found


def watched(found: Coverage) -> Callable[..., list[Failure]]:
    """Plays examples as `run_example` does, and looks on."""
    make = matches(lambda *args: Watched(found, *args))

    def run(game: ir.Game, example: ir.Example) -> list[Failure]:
        found.running = place(example.at)
        return run_example(game, example, make)

    return run


def without_examples(game: ir.Game) -> ir.Game:
    """The game without what its examples bring of their own, and what that declares in passing; nor what studies begin with."""
    own = {n.status for one in game.examples for n in walk(one.extra) if isinstance(n, ir.Mark)}
    statuses = tuple(one for one in game.statuses if one.named or one.name not in own)
    return evolve(game, examples=(), studies=(), statuses=statuses)


def setting_up(game: ir.Game) -> list[Place]:
    """The statements of the setup, and of the parts of cards that it does."""
    inside = walk(game.setup) if game.setup else ()
    parts = {n.part for n in inside if isinstance(n, ir.DoPart)}
    done = tuple(n.proc for n in walk(game.cards) if isinstance(n, ir.Ability) and n.kind == "run" and n.name in parts)
    return part((*inside, *walk(done)))


@attrs.frozen
class Told:
    """Of the watcher's own, among effects: these statements are not reached now."""

    places: tuple[Place, ...]


class WatchedEffects(Effects):
    m: Watched

    def direct(self, node: Any, sc: Scope) -> Run:
        run, tell, here = super().direct(node, sc), self.m.found.tell, tuple(part(node))
        if not here or isinstance(node, ir.Seq):
            return run

        def counting(st: State, f: Frame) -> None:
            tell(here, True)
            run(st, f)

        return counting

    def _if(self, node: ir.If, sc: Scope) -> Run:
        return super()._if(telling(node), sc)

    def _told(self, node: Told, sc: Scope) -> Run:
        tell = self.m.found.tell
        return lambda st, f: tell(node.places, False)


class WatchedSteps(EffectSteps):
    m: Watched

    def emit(self, node: Any, sc: Scope, out: Assembly) -> None:
        here = tuple(part(node))
        if here and not isinstance(node, ir.Seq) and self.m.asks(node, sc.action):
            out.run(lambda st, f: self.m.found.tell(here, True))
        super().emit(node, sc, out)

    def _if(self, node: ir.If, sc: Scope, out: Assembly) -> None:
        super()._if(telling(node), sc, out)


def telling(node: ir.If) -> ir.If:
    """The same, with the branch that is not taken told."""
    then, otherwise = Told(tuple(part(node.then))), Told(tuple(part(node.otherwise)))
    first, second = (otherwise, node.then), (then, node.otherwise or ir.Seq(()))
    return ir.If(node.cond, ir.Seq(first), ir.Seq(second))  # type: ignore[arg-type]


class WatchedRow(RowCode):
    """A row that is counted, also where a card has it by a grant."""

    found: Coverage

    def fits(self, st: State, env: Frame, mine: int, theirs: int) -> bool:
        fitting = super().fits(st, env, mine, theirs)
        self.found.count(self.row.at, fitting)
        return fitting


class WatchedStatics(LowerStatics):
    m: Watched
    row_class = WatchedRow

    def row(self, row: ir.Row) -> RowCode:
        made = super().row(row)
        assert isinstance(made, WatchedRow)
        made.found = self.m.found
        return made


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


class WatchedSoon(Soon):
    m: Watched

    def fresh(self, st: State, fresh: list[Frame]) -> None:
        for g in fresh:
            self.m.found.count(self.m.rule_of[g[0]].rule.at, True)
        super().fresh(st, fresh)


class Watched(Match):
    """A match whose rules, effects and modifiers are counted."""

    events_class = WatchedEvents
    soon_class = WatchedSoon
    statics_class = WatchedStatics
    effects_class = WatchedEffects
    steps_class = WatchedSteps

    def __init__(self, found: Coverage, *args: Any) -> None:
        self.found = found
        super().__init__(*args)
        for code in self.lower_statics.modifiers.values():
            code.fits = counted(code.fits, found, code.at)

    def empty(self) -> State:
        st = super().empty()
        st.logging = True
        return st

    def note(self, st: State, kind: str, *what: Any) -> None:
        if kind in ("open", "mark", "shut"):
            self.found.name(("status", str(what[0])), kind != "shut")

    def step(self, st: State, index: int, seat: int | None = None) -> None:
        _, name, kind, options, _ = next(p for p in st.pending if seat is None or p[0] == seat)
        self.found.name(("choice", name), index < len(options))
        if kind == "option" and index < len(options):
            self.found.name(("option", options[index]), True)
        super().step(st, index, seat)


def counted(fits: Callable[..., Any], found: Coverage, at: ir.At | None) -> Callable[..., Any]:
    """The same test, counted."""

    def counting(*args: Any) -> Any:
        fitting = fits(*args)
        found.count(at, bool(fitting))
        return fitting

    return counting
