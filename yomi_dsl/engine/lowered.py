"""A match made ready to run: everything of the IR that two decks can meet, lowered once, and shared by all its states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from yomi_dsl import ir
from yomi_dsl.engine import random_streams
from yomi_dsl.engine.assembly import Assembly
from yomi_dsl.engine.attributes_now import AttributesNow
from yomi_dsl.engine.card_sets import CardSets, all_tests
from yomi_dsl.engine.codes import ActionCode, Code, ModCode, RowCode, RuleCode, Run
from yomi_dsl.engine.contests import Contests
from yomi_dsl.engine.errors import Unwind
from yomi_dsl.engine.events import Events
from yomi_dsl.engine.formula import Scope, written_out
from yomi_dsl.engine.frames import OWN, Frames
from yomi_dsl.engine.live import Live, LiveIndex, Worth
from yomi_dsl.engine.lower_effects import Effects
from yomi_dsl.engine.lower_values import Values, both
from yomi_dsl.engine.lower_writes import FACES, MARKS, ZONES, LowerWrites
from yomi_dsl.engine.presence import ANY, PRIMITIVES, Presence, edges_of
from yomi_dsl.engine.secrecy import Secrecy
from yomi_dsl.engine.spans import Spans
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import NOWHERE, SILENT
from yomi_dsl.engine.walk import walk
from yomi_dsl.engine.writes import Batch, Writes

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

AT = ir.At("", 0, 0)
APART = 40
"""Streams count from places so many bits apart, so that they never meet; what they count is hashed before use."""


class Lowered(Presence):
    """The run form of a match."""

    def __init__(
        self, game: ir.Game, brings: tuple[tuple[str, ...], ...], extra: tuple[ir.Card, ...], statuses: Iterable[str]
    ) -> None:
        super().__init__(game, brings, extra, statuses)
        m = cast("Match", self)
        self.code_kinds: list[tuple[str, Any]] = []
        self.steps: list[Code] = []
        self.assemblies: list[tuple[int, Assembly]] = []
        self.rule_of: list[Any] = []
        self._number_tallies()
        self._number_sources()
        self._number_soon()
        self._shells()
        self.values = Values(m)
        self.cards_of = CardSets(m)
        self.spans = Spans(m)
        self.static_tables: dict[Any, tuple[list[bool], Any]] = {}
        self.live_terms: list[list[Any]] = []
        self.filter_tables: list[list[bool] | None] = []
        self.filter_tests: dict[int, Callable[[State, int], Any]] = {}
        self.gates: dict[str, Callable[[State, Frame, Any], bool]] = {}
        self.calls: dict[str, Callable[..., Any]] = {}
        self.on_tests: dict[int, Callable[[State, int], Any]] = {}
        self.grant_fits: list[Callable[[State, tuple[Any, ...], int], bool]] = []
        self.primitive_bodies: list[Callable[[State, Frame, Any], None]] = []
        self.index = LiveIndex(m)
        self.relive: Callable[[State], Live] = self.index.relive
        self.reworth: Callable[[State], Worth] = self.index.reworth
        self.attributes_now = AttributesNow(m)
        self.contests = Contests(m)
        self.secrecy = Secrecy(m)
        self.writes = Writes(m)
        self.events = self.make_events()
        self.frames = Frames(m)
        self.lower_writes = LowerWrites(m)
        self.effects = self.make_effects()
        self.blank = self.empty()
        self.before_setup: State | None = None
        self._lower_all()
        self.card_tally_readers = {t: self.card_tally_reader(game.tallies[t].name) for t in self.card_tallies}

    def make_events(self) -> Events:
        return Events(cast("Match", self))

    def make_effects(self) -> Effects:
        return Effects(cast("Match", self))

    # ---- numbers -------------------------------------------------------------------------------------------------------

    def _number_tallies(self) -> None:
        self.tally = {t.name: t for t in self.game.tallies}
        self.tally_number = {t.name: i for i, t in enumerate(self.game.tallies)}
        self.tally_base: dict[str, int] = {}
        self.card_tallies: list[int] = []
        size = 0
        for i, t in enumerate(self.game.tallies):
            self.tally_base[t.name] = size
            if t.of == "card":
                self.card_tallies.append(i)
            else:
                size += 2 if t.of == "player" and not t.mirrored else 1
        self.tally_size = size

    def _number_sources(self) -> None:
        """Which cards and statuses bring rules, and of what kind."""
        game = self.game
        layers = {name: i for i, name in enumerate(game.layers)}
        self.layer_of_zone = [layers.get(name, -1) for name in self.z_name]
        self.layer_of_status = layers.get("status", -1)
        self.items_of = [[tuple(i for a in f.abilities for i in a.items) for f in c.faces] for c in self.cards]
        every = bool(self.grants)
        self.ruling = [every or any(self._rules_here(i) for items in faces for i in items) for faces in self.items_of]
        self.modifying = [every or any(self._modifies(i) for items in faces for i in items) for faces in self.items_of]
        self.heavy = [a or b for a, b in zip(self.ruling, self.modifying)]
        edge = {c: [any(self._is_edge(i) for i in items) for items in faces] for c, faces in enumerate(self.items_of)}
        self.edged = [any(edge[c]) for c in range(self.N)]
        self.edge_rules_of = {
            (c, f): [self.rule_id[id(i)] for i in items if self._is_edge(i)]
            for c, faces in enumerate(self.items_of) for f, items in enumerate(faces)
        }  # fmt: skip
        self.bearing = [bool(s.items) for s in game.statuses]
        self.bearing_rules = [any(self._rules_here(i) for i in s.items) for s in game.statuses]
        self.bearing_worth = [any(self._modifies(i) for i in s.items) for s in game.statuses]
        self.edge_rules_of_status = [
            [self.rule_id[id(i)] for i in s.items if self._is_edge(i) and id(i) in self.rule_id] for s in game.statuses
        ]
        self.settle_ends = [frozenset(self.sid[name] for name in s.settle.ends) for s in game.statuses]
        self.silencers = {c for c in range(self.N) if any(self._silences(i) for items in self.items_of[c] for i in items)}
        self.silencers |= {3 * self.N + i for i, s in enumerate(game.statuses) if any(self._silences(x) for x in s.items)}
        self.grant_number = {id(g): i for i, g in enumerate(self.grants)}
        edges = {(r.timing, what) for r in self.edge_rules if r.span is not None for what in edges_of(r.span)}
        self.starting = [("start", name) in edges for name in self.phases]
        self.ending = [("end", name) in edges for name in self.phases]
        marks = [n for body in self.bodies for n in walk(body) if isinstance(n, ir.Mark)]
        given = [n.span for n in marks if n.span is not None] + [s.span for s in game.statuses if s.span is not None]
        self.opening = [any(s.what == name for s in given if s.start == "next") for name in self.phases]
        self.shutting = [name == "turn" or any(s.what == name for s in given) for name in self.phases]

    def _rules_here(self, item: Any) -> bool:
        return isinstance(item, ir.Grant) or (isinstance(item, ir.Rule) and item.timing not in ("start", "end"))

    def _modifies(self, item: Any) -> bool:
        return isinstance(item, (ir.Modifier, ir.Row, ir.Grant))

    def _is_edge(self, item: Any) -> bool:
        return isinstance(item, ir.Rule) and item.timing in ("start", "end")

    def _silences(self, item: Any) -> bool:
        return (isinstance(item, ir.Modifier) and item.target == SILENT) or isinstance(item, ir.Grant)

    def _number_soon(self) -> None:
        """What as-soon-as rules read, as keys: tallies, zones, marks, faces."""
        self.soon_keys_of: dict[int, set[int]] = {}
        zones = {ZONES + base for base in self.zone_base.values()}
        for rule in self.soon_rules:
            keys: set[int] = set()
            for key in self.soon_reads[id(rule)]:
                if key == ANY:
                    keys |= zones | {MARKS, FACES} | set(range(len(self.game.tallies)))
                elif key[0] == "tally":
                    keys.add(self.tally_number[key[1]])
                elif key[0] == "zone":
                    keys |= {ZONES + self.zone_base[key[1]]} if len(key) > 1 else zones
                else:
                    keys.add(MARKS if key[0] == "marks" else FACES)
            self.soon_keys_of[id(rule)] = keys
        self.soon_keys = {k for keys in self.soon_keys_of.values() for k in keys}
        own = {id(r) for r in self.game.rules}
        self.soon_dynamic = any(id(r) not in own for r in self.soon_rules)
        self.soon_clock = any(ANY in self.soon_reads[id(r)] or MARKS in self.soon_keys_of[id(r)] for r in self.soon_rules)
        zone_keys = [self._keys_of_zone(name) for name in self.z_name]
        self.soon_zones = [any(key in self.soon_keys for key in keys) for keys in zone_keys]
        self.touched = [[frozenset((*a, *b, MARKS, FACES)) for b in zone_keys] for a in zone_keys]

    def _keys_of_zone(self, name: str) -> tuple[int, ...]:
        """What a move to or from a zone may change: that zone, and those to which its cards move on."""
        over = {zone: self.z_over[base] for zone, base in self.zone_base.items()}
        names: dict[str, None] = {}
        while name in over and name not in names:
            names[name] = None
            name = over[name]
        return tuple(ZONES + self.zone_base[one] for one in names)

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
        for proc in self.filters:
            self._filter_of(proc)
        self._lower_statics()
        for name in self.parts:
            self._lower_parts(name)
        for a in self.action_codes:
            self._lower_bounds(a)
        for a in self.action_codes:
            self._lower_action(a)
        for code in self.rules_lowered:
            self._lower_rule(code)
        self._lower_root()
        for pi, out in self.assemblies:
            self.steps[pi] = out.done()
        self.steps[self.frames.queue_pi] = ((self.frames.queue_step, 0),)
        self.steps[self.closing_pi] = ((self.frames.closing_step, 0),)
        self.steps[self.proceed_pi] = ((self.frames.proceed_end, 0),)

    def _lower_bounds(self, a: ActionCode) -> None:
        """Limits and gates of all actions come first: the gate of an option asks what its action has."""
        if a.action is None:
            return
        extra = tuple(x for x in (a.action.last, a.action.gate, a.action.limit) if x is not None)
        a.scope = sc = Scope.of(a.action.proc, you=0, roles=a.roles, action=a.name, extra=extra, least=a.roles)
        if a.action.limit is not None:
            a.limit = self.values.value(a.action.limit.count, sc), self.counter(a.action.limit.per)
        a.gate = None if a.action.gate is None else self.values.value(a.action.gate, sc)

    def _lower_action(self, a: ActionCode) -> None:
        action = a.action
        if action is None:
            self._lower_primitive(a)
            return
        sc, body = a.scope, action.proc.body
        a.body_asks = a.name == "turn" or self.asks(body, a.name)
        if a.name != "turn" and not self.asks(body, a.name, self.choosing):
            a.run = self.effects.direct(body, sc)
        last_asks = action.last is not None and self.asks(action.last, a.name)
        if action.last is not None and not self.asks(action.last, a.name, self.choosing):
            a.last = self.effects.direct(action.last, sc)
        own = 0
        if a.asks or last_asks:
            own = OWN
            out = Assembly()
            last = action.last
            self.frames.event(
                a, out, lambda out: self._emit_body(a, body, sc, out),
                None if last is None else lambda out: self.effects.emit(last, sc, out),
            )  # fmt: skip
            self.assemblies.append((a.pi, out))
        a.pad = (None,) * (sc.size - a.roles + own)

    def _emit_body(self, a: ActionCode, body: Any, sc: Scope, out: Assembly) -> None:
        if a.name != "turn":
            self.effects.emit(body, sc, out)
            return
        for step in body.steps:
            a.labels[step.action] = out.here
            self.effects.emit(step, sc, out)

    def _lower_primitive(self, a: ActionCode) -> None:
        """The body of a primitive's event: the write that its statement has put into the frame, behind the roles."""
        bodies, number = self.primitive_bodies, a.roles + 2

        def run(st: State, g: Frame) -> None:
            bodies[g[number]](st, g, g[number + 1])

        def step(st: State, g: Frame) -> None:
            f = g[number + 1]
            bodies[g[number]](st, g, st.stack[f] if f.__class__ is int else f)

        a.run = run
        if a.asks:
            out = Assembly()
            self.frames.event(a, out, lambda out: self.effects.pushing(step, out), None)
            self.assemblies.append((a.pi, out))

    def _lower_rule(self, code: RuleCode) -> None:
        rule, roles = code.rule, code.roles
        tests = [test for _, test in rule.tests] + ([] if rule.where is None else [rule.where])
        extra = tuple(x for x in (*tests, rule.limit, rule.span) if x is not None)
        least = roles + 2 + code.captures
        sc = Scope.of(rule.proc, you=roles, roles=roles, action=rule.action, extra=extra, least=least)
        if tests:
            found = [self.values.value(t, sc) for t in tests]
            code.tests = found[0] if len(found) == 1 else both(found)
        if rule.limit is not None:
            code.limit = self.values.value(rule.limit.count, sc), self.counter(rule.limit.per)
        if rule.span is not None:
            code.span = self.spans.bound(rule.span, sc)
        if code.asks:
            out = Assembly()
            self.effects.emit(rule.proc.body, sc, out)
            out.add(lambda: self.frames.rule_end(code))
            self.assemblies.append((code.pi, out))
        if not self.asks(rule.proc.body, rule.action, self.choosing):
            code.run = self.effects.direct(rule.proc.body, sc)
        code.pad = (None,) * (sc.size - roles - 2 - code.captures + 3)

    def counter(self, per: str) -> int:
        """The index of the count of starts by which a limit begins anew."""
        return 3 * len(self.phases) if per == "game" else 3 * self.phase[per]

    def _lower_parts(self, name: str) -> None:
        for proc in self.parts[name]:
            sc = Scope.of(proc, you=0, roles=0, least=2)
            pi = self.new_code("part", proc)
            asks = self.asks(proc.body)
            run = None if self.asks(proc.body, "", self.choosing) else self.effects.direct(proc.body, sc)
            if name in self.asking.parts:
                out = Assembly()
                self.effects.emit(proc.body, sc, out)
                out.add(lambda: self.frames.part_end)
                self.assemblies.append((pi, out))
            entry = (pi, sc.size - 2, run, asks)
            self.part_entries.setdefault(name, {})[id(proc)] = entry

    @property
    def part_entries(self) -> dict[str, dict[int, Any]]:
        found: dict[str, dict[int, Any]] = self.__dict__.setdefault("_part_entries", {})
        return found

    def part_codes(self, name: str) -> Callable[[int, int], Any]:
        """The parts of that name on a card's face, lowered."""
        table: dict[tuple[int, int], Any] = {}

        def find(c: int, face: int) -> Any:
            found = table.get((c, face))
            if found is None:
                abilities = self.cards[c].faces[face].abilities
                procs = [a.proc for a in abilities if a.kind == "run" and a.name == name and a.proc is not None]
                found = table[c, face] = tuple(self.part_entries[name][id(p)] for p in procs)
            return found

        return find

    def _lower_statics(self) -> None:
        self.modifiers_lowered: dict[int, ModCode] = {}
        self.values_granted: dict[int, list[ModCode]] = {}
        self.rows_lowered: dict[int, RowCode] = {}
        for i, static in enumerate(self.statics):
            if isinstance(static, ir.Modifier):
                self.modifiers_lowered[id(static)] = self._modifier(i, static)
            elif isinstance(static, ir.Row):
                self.rows_lowered[id(static)] = self.row(static)
        for i, grant in enumerate(self.grants):
            self._grant(i, grant)

    def _modifier(self, i: int, mod: ir.Modifier) -> ModCode:
        captures = self.captures.get(id(mod), 0)
        extra = tuple(x for x in (mod.filter, mod.player, mod.up_to) if x is not None)
        sc = Scope.of(mod.proc, extra=extra, least=3 + captures)
        made = ModCode(i, mod.target, mod.op, captures, mod.player is not None)
        if mod.filter is not None:
            made.fits = self.cards_of.test(mod.filter, sc)
        elif mod.player is not None:
            player = self.values.value(mod.player, sc)
            made.fits = lambda st, f, c: player(st, f) == c
        made.operand = self.values.value(mod.proc.body, sc)
        made.up_to = None if mod.up_to is None else self.values.value(mod.up_to, sc)
        steady = _constant(mod.player) if mod.player is not None else self._steady(mod.filter, sc)
        made.steady = steady and _constant(mod.proc.body) and (mod.up_to is None or _constant(mod.up_to))
        made.pad = (None,) * (sc.size - 3 - captures)
        made.at = mod.at
        made.guard = self.granted
        made.one_card = mod.filter is not None and any(isinstance(n, (ir.Same, ir.Such, ir.IsStatus)) for n in walk(mod.filter))
        return made

    def _steady(self, found: ir.Filter | None, sc: Scope) -> bool:
        """Does a filter read nothing but printed things, attributes and who its source is?"""
        if found is None:
            return False
        return all(self._steady_term(t) for t in self.cards_of.terms(found, Scope(sc.size)))

    def _steady_term(self, term: Any) -> bool:
        if isinstance(term, (ir.IsWord, ir.IsFlag)):
            return not self.faced[self.attr[term.attr]] and term.attr != SILENT
        if isinstance(term, (ir.IsNamed, ir.IsGroup, ir.IsHead)) or (isinstance(term, ir.IsKeyword) and self.F == 1):
            return True
        if isinstance(term, ir.OwnedBy):
            return _constant(term.player)
        if isinstance(term, ir.Same):
            return isinstance(term.card, ir.Local)
        if isinstance(term, ir.Not):
            return all(self._steady_term(t) for t in term.filter.terms)
        return isinstance(term, ir.OneOf) and all(self._steady_term(t) for f in term.options for t in f.terms)

    def _grant(self, i: int, grant: ir.Grant) -> None:
        """Whether a card fits a grant; and the values it sets, as modifiers that give way to what is printed."""
        sc = Scope.of(ir.Proc(grant.names, 3, ir.Seq(())), extra=grant.filter)
        fits, size = self.cards_of.test(grant.filter, sc), sc

        def granted(st: State, who: tuple[Any, ...], card: int) -> bool:
            env = [0, 0, card, who[1], who[2], *who[3], *[None] * size.size]
            return bool(fits(st, env, card))

        self.grant_fits.append(granted)
        self.values_granted[id(grant)] = []
        for n, (name, shown) in enumerate(grant.ability.values):
            made = ModCode(("grant", i, n), name, "to", 40, False)
            made.fits, made.gives, made.at = fits, True, grant.at
            value = self.shown(shown)
            if isinstance(shown, ir.Proc):
                value = self.filter_number(cast(ir.Filter, shown.body))
            made.operand = lambda st, f, value=value: value  # type: ignore[misc]
            made.steady = self._steady(grant.filter, sc)
            made.pad = (None,) * sc.size
            self.values_granted[id(grant)].append(made)

    def granted(self, st: State, who: tuple[Any, ...], card: int) -> bool:
        return bool(self.grant_fits[who[0]](st, who, card))

    def row(self, row: ir.Row) -> RowCode:
        sc = Scope.of(ir.Proc(row.names, 4, ir.Seq(())), extra=tuple(x for x in (row.mine, row.theirs, row.where) if x is not None))
        made = RowCode(row)
        made.mine, made.theirs = self.cards_of.test(row.mine, sc), self.cards_of.test(row.theirs, sc)
        made.where = None if row.where is None else self.values.value(row.where, sc)
        made.pad = (None,) * sc.size
        return made

    def _lower_root(self) -> None:
        """The bottom frame: setup, then turn after turn."""
        game = self.game
        out = Assembly()
        if game.setup is not None:
            sc = Scope.of(game.setup, you=0)
            asks = self.asks(game.setup.body)
            if asks:
                inner = Assembly()
                self.effects.emit(game.setup.body, sc, inner)
                inner.add(lambda: self.frames.part_end)
                self.assemblies.append((self.setup_pi, inner))
                pi = self.setup_pi
                self.effects.pushing(
                    lambda st, f: st.stack.append([pi, 0, self.first_player(st), *[None] * (sc.size - 1)]), out
                )
            else:
                body = self.effects.direct(game.setup.body, sc)
                self.effects.step(lambda st, f: body(st, [0, 0, self.first_player(st), *[None] * (sc.size - 1)]), out)

        def ready(st: State, f: Frame) -> None:
            st.ready = True
            self.events.check_all(st)

        self.effects.pushing(ready, out)
        turns = out.label()
        self.turn_at = out.here
        self.effects.pushing(self._turn(), out)
        out.jump(turns)
        self.assemblies.append((self.root_pi, out))
        self.both_lose: Callable[[State], None] | None = self._verdict(game.both_lose)
        self.limit_verdict = self._verdict(game.turn_limit_verdict)

    def _turn(self) -> Run:
        turn, game = self.action_code("turn"), self.game

        def begin(st: State, f: Frame) -> None:
            if game.turn_limit and st.turn >= game.turn_limit and self.limit_verdict is not None:
                self.limit_verdict(st)
            if st.turn and not game.turn.both:
                st.active = 1 - st.active
                st.live = None
            st.turn += 1
            st.decisions = 0
            doer = None if game.turn.both else st.active
            self.frames.begin(st, turn, [turn.pi, 0, doer, *turn.pad])

        return begin

    def _verdict(self, proc: ir.Proc | None) -> Callable[[State], None] | None:
        if proc is None:
            return None
        sc = Scope.of(proc, you=0)
        run = self.effects.direct(proc.body, sc)
        return lambda st: run(st, [0, 0, self.first_player(st), *[None] * sc.size])

    # ---- filters -------------------------------------------------------------------------------------------------------

    def static_table(self, terms: list[Any]) -> list[bool]:
        """Which cards, read by which face, fit terms that speak of printed things."""
        return [all(self._prints_term(t, p) for t in terms) for p in range(len(self.owner))]

    def live_filter(self, terms: list[Any]) -> int:
        self.live_terms.append(terms)
        return len(self.live_terms) - 1

    def fill_filter(self, live: Worth, i: int) -> Any:
        """The table of a filter of modifiable things; False if it must be tested card by card."""
        terms = self.live_terms[i]
        used = {self.attr[t.attr] for t in walk(tuple(terms)) if isinstance(t, (ir.IsWord, ir.IsFlag))}
        tables = {j: live.attr[j] for j in used}
        if any(table is None for table in tables.values()):
            return False
        key = (i, *[id(tables[j]) for j in sorted(used)])
        found = self.static_tables.get(key)
        if found is None:
            table = [all(self._fits_tables(t, p, tables) for t in terms) for p in range(len(self.owner))]
            found = self.static_tables[key] = (table, tables)  # the key stands for these very tables, so they must live on
        return found[0]

    def _fits_tables(self, term: Any, p: int, tables: Any) -> bool:
        if isinstance(term, ir.IsWord):
            return tables[self.attr[term.attr]][p] in term.words
        if isinstance(term, ir.IsFlag):
            return bool(tables[self.attr[term.attr]][p])
        if isinstance(term, ir.Not):
            return not all(self._fits_tables(t, p, tables) for t in term.filter.terms)
        if isinstance(term, ir.OneOf):
            return any(all(self._fits_tables(t, p, tables) for t in f.terms) for f in term.options)
        return self._prints_term(term, p)

    def filter_number(self, found: ir.Filter) -> int:
        """A filter as a value: its number. One slot is the card."""
        for i, proc in enumerate(self.filters):
            if proc.body is found:
                return i
        self.filters.append(ir.Proc(("it",), 1, cast(Any, found)))
        self._filter_of(self.filters[-1])
        return len(self.filters) - 1

    def _filter_of(self, proc: ir.Proc) -> None:
        """A table for a filter that is only of printed things, else None."""
        sc = Scope.of(proc)
        parts = self.cards_of.split(self.cards_of.terms(cast(ir.Filter, proc.body), sc), sc, hoist=False)
        plain = parts.live is None and parts.rest is None
        self.filter_tables.append((parts.table or [True] * len(self.owner)) if plain else None)

    def filter_test(self, i: int) -> Callable[[State, int], Any]:
        found = self.filter_tests.get(i)
        if found is None:
            sc = Scope.of(self.filters[i])
            test = self.cards_of.test(cast(ir.Filter, self.filters[i].body), sc)
            found = self.filter_tests[i] = lambda st, c: test(st, [0, 0, c, *[None] * sc.size], c)
        return found

    def on_test(self, i: int) -> Callable[[State, int], Any]:
        """Does an attribute belong to a card as it now is?"""
        found = self.on_tests.get(i)
        if found is None:
            sc = Scope(40)
            test = self.cards_of.test(self.attributes[i].on, sc)
            found = self.on_tests[i] = lambda st, c: test(st, [0, 0, c, *[None] * sc.size], c)
        return found

    def table_of(self, node: Any, slot: int) -> list[Any] | None:
        """The table of what a card prints, for a value that is just that of the card in a slot."""
        if isinstance(node, (ir.NameOf, ir.Attr)) and isinstance(node.of, ir.Local) and node.of.slot == slot:
            if isinstance(node, ir.NameOf):
                return self.name
            if self.unmodified(node.name) and not self.faced[self.attr[node.name]]:
                return self.base[self.attr[node.name]]
        return None

    # ---- reading -------------------------------------------------------------------------------------------------------

    def reader(self, name: str) -> Callable[[State, int], Any]:
        return self.attributes_now.reader(name)

    def contest(self, name: str) -> Callable[[State, int, int], int]:
        return self.contests.met(name)

    def called(self, name: str) -> Callable[..., Any]:
        """A declared value or relation; that of a player through its modifiers."""
        found = self.calls.get(name)
        if found is not None:
            return found
        cell: list[Callable[..., Any]] = []
        self.calls[name] = lambda st, *args: cell[0](st, *args)
        declared = self.game.values[self.vid[name]]
        run = self.value_proc(declared.proc)
        if name in self.modified_values and declared.subjects == ("player",):
            run = self._modified_value(self.vid[name], run)
        cell.append(run)
        self.calls[name] = run
        return run

    def value_proc(self, proc: ir.Proc) -> Callable[..., Any]:
        """A formula as a function of its subjects."""
        sc = Scope.of(proc)
        value = self.values.value(proc.body, sc)
        return lambda st, *args: value(st, [0, 0, *args, *[None] * (sc.size - len(args))])

    def _modified_value(self, vid: int, run: Callable[..., Any]) -> Callable[..., Any]:
        reworth = self.reworth

        def read(st: State, player: Any) -> Any:
            worth = st.worth or reworth(st)
            known = worth.players[vid]
            return known[player] if known is not None else self.modified_value(st, vid, run, player)

        return read

    def modified_value(self, st: State, vid: int, run: Callable[..., Any], player: Any) -> Any:
        """A declared value of a player after its modifiers."""
        found = run(st, player)
        for change in (st.worth or self.reworth(st)).values[vid]:
            env = change.env[:]
            env[2] = player
            if change.code.fits(st, env, player):
                found = change.code.applied(st, env, found)
        return found

    def of_players(self, worth: Worth, vid: int) -> tuple[Any, Any] | None:
        """A declared value for each player, if neither its formula nor its modifiers read anything that moves."""
        body = self.game.values[vid].proc.body
        if not _constant(body) or not all(c.code.steady for c in worth.values[vid]):
            return None
        run, state = self.value_proc(self.game.values[vid].proc), self.blank
        state.worth = worth
        found = self.modified_value(state, vid, run, 0), self.modified_value(state, vid, run, 1)
        state.worth = None
        return found

    def tally_reader(self, name: str) -> Callable[[State, int], Any]:
        t, base = self.tally[name], self.tally_base[name]
        if t.of == "card":
            return self.card_tally_reader(name)
        if t.mirrored:
            return lambda st, of: -st.tallies[base] if of else st.tallies[base]
        return lambda st, of: st.tallies[base + of]

    def card_tally_reader(self, name: str) -> Callable[[State, int], int]:
        t, n = self.tally_number[name] * self.N, self.N
        start = self.value_proc(self.tally[name].start)

        def read(st: State, card: int) -> int:
            found = st.card_tallies.get(t + card % n)
            return int(start(st, card % n)) if found is None else found

        return read

    def first_player(self, st: State) -> int:
        """The active player; where both act at once, the first by the order of rules (that names a status)."""
        if not self.game.turn.both:
            return st.active
        for sid in self.index.by_status:
            a, b = sid * self.K in st.has, sid * self.K + 1 in st.has
            if a != b:
                return 0 if a else 1
        return 0

    def status_holder(self, name: str) -> str:
        return self.game.statuses[self.sid[name]].holder

    def seat_of(self, holder: int) -> tuple[int | None, int | None]:
        """The you and the this of a status, by the number of its holder."""
        if holder > 2:
            return self.owner[holder - 3], holder - 3
        return (None if holder == 2 else holder), None

    def layer_of(self, st: State, edge: tuple[Any, ...]) -> int:
        """The layer of a rule on an edge: of the card's zone, or of statuses."""
        return self.layer_of_zone[st.zone_of[edge[2]]] if self._of_card(edge) else self.layer_of_status

    def _of_card(self, edge: tuple[Any, ...]) -> bool:
        return edge[2] is not None and any(edge[0] in self.edge_rules_of.get((edge[2], f), ()) for f in range(self.F))

    def is_silent(self, st: State, edge: tuple[Any, ...]) -> bool:
        if not self.silencing or not self._of_card(edge):
            return False
        return self.index.is_silent(st, edge[2], self.attr[SILENT])

    def note(self, st: State, *entry: Any) -> None:
        """Add to the log, with which seats may see the cards in it."""
        assert st.log is not None
        st.log.append((*entry, self.secrecy.seen(st, entry)))

    # ---- doing ---------------------------------------------------------------------------------------------------------

    def gate_of(self, name: str) -> Callable[[State, Frame, Any], bool]:
        """Whether an action is offered as an option."""
        found = self.gates.get(name)
        if found is None:
            cell: list[Callable[[State, Frame, Any], bool]] = []
            self.gates[name] = lambda st, f, seat: cell[0](st, f, seat)  # an action may lead to itself
            found = self.gates[name] = self.effects.choices.leading(name)
            cell.append(found)
        return found

    def measured(self, st: State, a: ActionCode, g: Frame) -> None:
        assert st.counts is not None
        for i, role, by in a.measures:
            who = g[by] if by > 0 else None if g[-by] is None else self.owner[g[-by]]
            if who is not None:
                st.counts[2 * i + who] += (g[role] or 0) if role else 1

    def roll(self, st: State, sides: int) -> int:
        if st.scripted:
            if not st.rolls:
                raise ValueError("the example does not say what is rolled")
            result, st.rolls = st.rolls[0], st.rolls[1:]
            return result
        i = self.zones
        result = random_streams.number(st.streams[i], sides) + 1
        st.streams[i] += 1
        return result

    def log_move(self, st: State, c: int, z: int, front: bool, up: int) -> None:
        """A move of a batch, or one that is logged."""
        if st.zone_of[c] != z:
            if st.log is not None:
                self.note(st, "move", c, st.zone_of[c], z)
            self.writes.put(st, c, z, front, up)

    def moved_on(self, st: State, c: int, z: int, batch: Batch | None) -> None:
        """A card beyond the limit of its zone."""
        to = self.zone_index(self.z_over[z], self.owner[c])
        if self.action_code("move").chooses:
            self.move_event(st, None, c, to, "", None)
        elif self.action_code("move").ruled and batch is not None:
            outer, st.batch = st.batch, batch
            slow, st.slow = st.slow, True
            self.move_event(st, None, c, to, "", None)
            st.batch, st.slow = outer, slow
        else:
            self.log_move(st, c, to, self.lower_writes.front("", to), 0)

    def move_event(self, st: State, doer: Any, c: int, z: int, side: str, up: Any) -> None:
        """The event of moving one card."""
        a = self.action_code("move")
        number = self.move_body
        g = [a.pi, 0, doer, c, st.zone_of[c], z, side, number, (up,)]
        if a.asks and st.batch is None:
            self.frames.push(st, a, g)
        else:
            self.events.happen(st, a, g)

    @property
    def move_body(self) -> int:
        found = self.__dict__.get("_move_body")
        if found is None:
            found = self.__dict__["_move_body"] = len(self.primitive_bodies)
            self.primitive_bodies.append(self._move_write)
        return int(found)

    def _move_write(self, st: State, g: Frame, up: Any) -> None:
        c, z, side = g[3] % self.N, g[5], g[6]
        face = 0 if up[0] is None else self.face_names[c].get(up[0], 0)
        front, keys = self.lower_writes.front(side, z), self.touched[st.zone_of[c]][z]
        if st.batch is not None:
            st.batch.writes.append((self.log_move, (c, z, front, face)))
            st.batch.keys |= keys
            return
        batch = Batch()
        batch.writes.append((self.log_move, (c, z, front, face)))
        batch.keys |= keys
        self.writes.apply(st, batch)
        if batch.events:
            g[8] = (*up, *self.events.along(st, batch.events))

    def collected(self, st: State, body: Callable[[State], Any]) -> Batch | None:
        """Run a block whose writes wait, then apply them; its after-rules are to follow. None inside another such block."""
        if st.batch is not None:
            body(st)
            return None
        batch = st.batch = Batch()
        slow, st.slow = st.slow, True
        try:
            body(st)
        except Unwind:
            batch.writes.clear()
            raise
        finally:
            st.batch, st.slow = None, slow
        if batch.writes or batch.verdicts:
            self.writes.apply(st, batch)
        return batch

    def together(self, st: State, body: Callable[[State], Any]) -> None:
        batch = self.collected(st, body)
        if batch is not None and batch.events:
            self.events.run_answers(st, self.events.close(st, batch.events))

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
        s.streams = [0] * (self.zones + 1)
        s.active, s.turn, s.clock, s.decisions = 0, 0, self.N, 0
        s.picks, s.ready, s.result = [0, 0], False, None
        s.scripted, s.rolls, s.halt, s.halted = False, (), None, False
        s.live = s.worth = s.stamps = s.batch = s.log = s.counts = s.answer = None
        s.slow, s.answered, s.spill, s.looped = False, 0, False, 0
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
        s.streams = [first + (i << APART) for i in range(self.zones + 1)]
        return s

    def start_tallies(self, s: State) -> None:
        for t in self.game.tallies:
            start, base = self.value_proc(t.start), self.tally_base[t.name]
            if t.of == "player" and not t.mirrored:
                s.tallies[base], s.tallies[base + 1] = start(s, 0), start(s, 1)
            elif t.of != "card":
                s.tallies[base] = start(s, 0)


def _constant(node: Any) -> bool:
    """Does a value read only literals and what its source is bound to?"""
    return all(isinstance(n, (ir.Lit, ir.WordLit, ir.WordsLit, ir.Local, ir.Op, ir.Opponent)) for n in walk(node))


__all__ = ["NOWHERE", "PRIMITIVES", "Lowered", "all_tests", "written_out"]
