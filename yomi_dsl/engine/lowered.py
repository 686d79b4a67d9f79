"""A match made ready to run: everything of the IR that two decks can meet, lowered once, and shared by all its states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from yomi_dsl import ir
from yomi_dsl.engine import random_streams
from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.attributes_now import AttributesNow
from yomi_dsl.engine.card_sets import CardSets
from yomi_dsl.engine.codes import ActionCode, Code, RuleCode
from yomi_dsl.engine.contests import Contests
from yomi_dsl.engine.edges import Edges
from yomi_dsl.engine.effect_steps import EffectSteps
from yomi_dsl.engine.errors import Untold
from yomi_dsl.engine.event_steps import EventSteps
from yomi_dsl.engine.events import Events
from yomi_dsl.engine.filter_tables import FilterTables
from yomi_dsl.engine.filters import Filters
from yomi_dsl.engine.folds import Folds
from yomi_dsl.engine.frames import Frames
from yomi_dsl.engine.gates import Gates
from yomi_dsl.engine.live import Live, LiveIndex
from yomi_dsl.engine.lower_bodies import LowerBodies
from yomi_dsl.engine.lower_choices import LowerChoices
from yomi_dsl.engine.lower_effects import Effects
from yomi_dsl.engine.lower_statics import LowerStatics
from yomi_dsl.engine.lower_values import Values
from yomi_dsl.engine.lower_writes import LowerWrites
from yomi_dsl.engine.moves import Moves
from yomi_dsl.engine.numbering import Numbering
from yomi_dsl.engine.secrecy import Secrecy
from yomi_dsl.engine.soon import Soon
from yomi_dsl.engine.sources import Sources
from yomi_dsl.engine.spans import Spans
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.turns import Turns
from yomi_dsl.engine.values_now import ValuesNow
from yomi_dsl.engine.walk import walk
from yomi_dsl.engine.worth import Worth, Worths
from yomi_dsl.engine.writes import Writes

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

AT = ir.At("", 0, 0)
APART = 40
"""Streams count from places so many bits apart, so that they never meet; what they count is hashed before use."""


class Lowered(Numbering):
    """The run form of a match. A match that is watched has classes of its own for some of its parts."""

    events_class: type[Events] = Events
    soon_class: type[Soon] = Soon
    statics_class: type[LowerStatics] = LowerStatics
    effects_class: type[Effects] = Effects
    steps_class: type[EffectSteps] = EffectSteps

    def __init__(
        self, game: ir.Game, brings: tuple[tuple[str, ...], ...], extra: tuple[ir.Card, ...], statuses: Iterable[str]
    ) -> None:
        super().__init__(game, brings, extra, statuses)
        m = cast("Match", self)
        self.code_kinds: list[tuple[str, Any]] = []
        self.steps: list[Code] = []
        self.assemblies: list[tuple[int, Assembly]] = []
        self.rule_of: list[Any] = []
        self._shells()
        self.filters = Filters(m)
        self.card_sets = CardSets(m)
        self.folds = Folds(m)
        self.values = Values(m)
        self.filter_tables = FilterTables(m)
        self.spans = Spans(m)
        self.primitive_bodies: list[Callable[[State, Frame, Any], None]] = []
        self.values_now = ValuesNow(m)
        self.sources = Sources(m)
        self.worths = Worths(m)
        self.index = LiveIndex(m)
        self.relive: Callable[[State], Live] = self.index.relive
        self.reworth: Callable[[State], Worth] = self.worths.reworth
        self.attributes_now = AttributesNow(m)
        self.contests = Contests(m)
        self.secrecy = Secrecy(m)
        self.writes = Writes(m)
        self.moves = Moves(m)
        self.events = self.events_class(m)
        self.soon = self.soon_class(m)
        self.edges = Edges(m)
        self.frames = Frames(m)
        self.event_steps = EventSteps(m)
        self.lower_writes = LowerWrites(m)
        self.lower_statics = self.statics_class(m)
        self.effects = self.effects_class(m)
        self.effect_steps = self.steps_class(m)
        self.lower_choices = LowerChoices(m)
        self.gates = Gates(m)
        self.lower_bodies = LowerBodies(m)
        self.turns = Turns(m)
        self.blank = self.empty()
        self.before_setup: State | None = None
        self._lower_all()

    # ---- codes ---------------------------------------------------------------------------------------------------------

    def new_code(self, kind: str, what: Any) -> int:
        """The index of a new body that can be a frame."""
        self.code_kinds.append((kind, what))
        self.steps.append(())
        self.rule_of.append(what if kind == "rule" else None)
        return len(self.steps) - 1

    # ---- shells: what bodies need to know of one another ---------------------------------------------------------------

    def _shells(self) -> None:
        self.proceed_pi = self.new_code("proceed", None)
        self.closing_pi = self.new_code("closing", None)
        self.root_pi = self.new_code("root", None)
        self.setup_pi = self.new_code("setup", None)
        turn = self._turn_action()
        self.action_codes: list[ActionCode] = []
        for name, number in self.aid.items():
            action = turn if name == "turn" else self.declared.get(name)
            self.action_codes.append(self._action_shell(number, name, action))
        self.rules_lowered: list[RuleCode] = []
        for rid, rule in enumerate(self.rules):
            roles = 1 + self.role_count(rule.action) if rule.action else 0
            code = RuleCode(rid, rule, roles, self.captures.get(id(rule), 0))
            code.asks = id(rule) in self.asking.rules
            code.pi = self.new_code("rule", code)
            code.writes_roles = any(
                isinstance(n, ir.Change) and isinstance(n.target, ir.Local) and n.target.slot < roles
                for n in walk(rule.proc.body)
            )
            self.rules_lowered.append(code)

    def _turn_action(self) -> ir.Action:
        """A turn is a phase whose body is the phases."""
        doer = ir.Lit(None) if self.game.turn.both else ir.Local(0, "doer")
        body = ir.Seq(tuple(ir.Do(phase, doer, ()) for phase in self.game.turn.phases))
        return ir.Action("turn", "phase", ("", ""), (), "", None, None, ir.Proc(("doer",), 1, body), None, (), AT)

    def _action_shell(self, number: int, name: str, action: ir.Action | None) -> ActionCode:
        a = ActionCode(number, name, 1 + self.role_count(name), action)
        a.asks = name in self.asking.actions
        a.chooses = name in self.choosing.actions
        rules = self.rules_on.get(name, [])
        a.ruled = bool(rules)
        a.answered = any(r.timing == "after" for r in rules)
        a.spills = name == "move" and any(zone.limit is not None for zone in self.game.zones)
        if name in self.ended_actions:
            a.ends = len(self.phases) + sorted(self.ended_actions).index(name)
        if action is not None:
            a.phase = self.phase[name] if action.kind == "phase" else -1
            a.last_effect = action.last
            a.wrapped = a.phase >= 0 or action.last is not None
            a.measures = [self._measure(i, x, action) for i, x in enumerate(self.game.measures) if x.action == name]
        a.pi = self.new_code("event", a)
        return a

    def _measure(self, i: int, measure: ir.Measure, action: ir.Action) -> tuple[int, int, int]:
        """(measure, slot of what is added or 0 to count, slot of whose it is; negative: of the owner of that card)."""
        slots = {role.name: k for k, role in enumerate(action.roles, 3)}
        types = {role.name: role.type for role in action.roles}
        role = slots[measure.role] if measure.role else 0
        if measure.by == "doer":
            return i, role, 2
        by = slots[measure.by]
        return i, role, -by if types[measure.by].startswith("card") else by

    def action_code(self, name: str) -> ActionCode:
        return self.action_codes[self.aid[name]]

    def role_count_of(self, pi: int) -> int:
        kind, what = self.code_kinds[pi]
        return what.roles if kind == "event" else -1

    # ---- lowering everything -------------------------------------------------------------------------------------------

    def _lower_all(self) -> None:
        """All bodies; then the steps of those that may ask, when every place in them is known."""
        for proc in self.filter_procs:
            self.filter_tables.add(proc)
        self.lower_statics.lower()
        self.lower_bodies.lower()
        self.turns.lower()
        for pi, out in self.assemblies:
            self.steps[pi] = out.done()
        self.steps[self.frames.queue_pi] = ((self.frames.queue_step, 0),)
        self.steps[self.moves.overflow_pi] = ((self.moves.overflow, 0),)
        self.steps[self.closing_pi] = ((self.frames.closing_step, 0),)
        self.steps[self.proceed_pi] = ((self.frames.proceed_end, 0),)

    # ---- reading -------------------------------------------------------------------------------------------------------

    def first_player(self, st: State) -> int:
        """The active player; where both act at once, the first by the order of rules (that names a status)."""
        if not self.game.turn.both:
            return st.active
        for sid in self.sources.by_status:
            a, b = sid * self.K in st.has, sid * self.K + 1 in st.has
            if a != b:
                return 0 if a else 1
        return 0

    def face_read(self, st: State, card: int) -> int:
        """By which face a card is read: that which is up, unless it is read by another."""
        return card // self.N - 1 if card >= self.N else st.face[card]

    def note(self, st: State, *entry: Any) -> None:
        """Add to the log, with which seats may see the cards in it."""
        assert st.log is not None
        st.log.append((*entry, self.secrecy.seen(st, entry)))

    # ---- doing ---------------------------------------------------------------------------------------------------------

    def roll(self, st: State, sides: int) -> int:
        if st.scripted:
            if not st.rolls:
                raise Untold("the example does not say what is rolled")
            result, st.rolls = st.rolls[0], st.rolls[1:]
            return result
        i = self.zones
        result = random_streams.number(st.streams[i], sides) + 1
        st.streams[i] += 1
        return result

    def at_random(self, st: State, cards: tuple[int, ...], count: int) -> tuple[int, ...]:
        """So many of the cards by chance, or all of them if there are no more."""
        if min(count, len(cards)) < 1:
            return ()
        if st.scripted:
            drawn = self._told(st, cards, count)
        else:
            i = self.zones + 1
            drawn = random_streams.shuffled(st.streams[i], cards)[:count]
            st.streams[i] += 1
        if st.log is not None:
            for c in drawn:
                self.note(st, "random", c % self.N)
        return drawn

    def _told(self, st: State, cards: tuple[int, ...], count: int) -> tuple[int, ...]:
        """The cards at random that an example names, one after the other."""
        drawn: tuple[int, ...] = ()
        for _ in range(min(count, len(cards))):
            left: dict[str, int] = {}
            for c in cards:
                if c not in drawn:
                    left.setdefault(str(self.name[c % self.N]), c)
            if not st.lots:
                raise Untold(f"the example does not say which card is random ({', '.join(left)})")
            name, st.lots = st.lots[0], st.lots[1:]
            if name not in left:
                raise Untold(f'"{name}" cannot be the random card ({", ".join(left)})')
            drawn += (left[name],)
        return drawn

    # ---- states --------------------------------------------------------------------------------------------------------

    def empty(self) -> State:
        """A state in which nothing has happened and no card lies anywhere but where it starts."""
        s = State.__new__(State)
        piles: list[list[int]] = [[] for _ in range(self.zones)]
        for c, z in enumerate(self.start_zone):
            piles[z].append(c)
        s.zones = [tuple(pile) for pile in piles]
        s.zone_of = list(self.start_zone)
        s.face = [0] * self.N
        s.age = list(range(1, self.N + 1))
        s.dirty = [0] * self.N
        s.tallies = [0] * self.tally_size
        s.card_tallies, s.has, s.limits, s.held = {}, {}, {}, {}
        s.marks, s.edges, s.stack, s.pending, s.lineage = (), (), [], (), ()
        counters = 3 * len(self.phases) + 1
        s.started, s.ended = [0] * counters, [0] * counters
        s.running = [0] * (len(self.phases) + len(self.ended_actions))
        s.streams = [0] * (self.zones + 2)
        s.active, s.turn, s.clock, s.decisions = 0, 0, self.N, 0
        s.picks, s.ready, s.result = [0, 0], False, None
        s.scripted, s.rolls, s.lots, s.halt, s.halted = False, (), (), None, False
        s.live = s.worth = s.stamps = s.batch = s.log = s.counts = s.answer = None
        s.slow, s.answered, s.spill, s.looped = False, 0, (), 0
        return s

    def seeded(self, seed: int) -> State:
        """The state before setup: every card in its box, every stream drawn from the seed."""
        if self.before_setup is None:
            self.before_setup = s = self.empty()
            self.start_tallies(s)
            for c in range(self.N):
                if self.edged[c] and self.z_live[s.zone_of[c]]:
                    self.writes.edges_bound(s, c)
        s = self.before_setup.copy()
        first = random_streams.seeded(seed)
        s.streams = [first + (i << APART) for i in range(self.zones + 2)]
        return s

    def start_tallies(self, s: State) -> None:
        for t in self.game.tallies:
            start, base = self.values.function(t.start), self.tally_base[t.name]
            if t.of == "player" and not t.mirrored:
                s.tallies[base], s.tallies[base + 1] = start(s, 0), start(s, 1)
            elif t.of != "card":
                s.tallies[base] = start(s, 0)
