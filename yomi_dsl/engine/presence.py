"""What occurs in one match: its rules, modifiers and statuses, what may ask a question, and what conditions read.

Everything here is found once, when a match is made; the engine then runs no test for what cannot happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.tables import SILENT, Tables
from yomi_dsl.engine.walk import walk

PRIMITIVES = {
    "move": 4, "shuffle": 1, "flip": 2, "reveal": 1, "change": 2, "mark": 2, "unmark": 2, "roll": 2, "win game": 2,
    "lose game": 2, "tie game": 1,
}  # fmt: skip
"""The primitives, with their number of roles beside the doer."""
ANY = ("any",)
HOLDERS = {"game": 0, "player": 1, "card": 2}
"""Of the rules of a status: how many of you and this its holder tells."""
PRIMITIVE_OF = {
    ir.Move: "move", ir.Shuffle: "shuffle", ir.Flip: "flip", ir.Reveal: "reveal", ir.Mark: "mark",
    ir.Unmark: "unmark", ir.Roll: "roll",
}  # fmt: skip


def primitive_of(node: Any) -> str | None:
    """The name of the event that a primitive effect is."""
    if isinstance(node, ir.Finish):
        return f"{node.result} game"
    if isinstance(node, ir.Change):
        return "change" if isinstance(node.target, ir.Tally) else None
    return PRIMITIVE_OF.get(type(node))


def is_this(span: ir.Span) -> bool:
    """Is it "this X": the one that runs? While none runs, it is until the end of the turn."""
    once = isinstance(span.count, ir.Lit) and span.count.value == 1
    return span.present and not span.until and once and span.what not in ("turn", "game")


def edges_of(span: ir.Span) -> set[str]:
    """The phases with which it may open or shut."""
    return {span.what, "turn"} if is_this(span) else {span.what}


class Asking:
    """What may ask: actions by name, rules by identity, parts by name."""

    def __init__(self) -> None:
        self.actions: set[str] = set()
        self.rules: set[int] = set()
        self.parts: set[str] = set()

    @property
    def size(self) -> int:
        return len(self.actions) + len(self.rules) + len(self.parts)


class Presence(Tables):
    """Which rules, modifiers and statuses a match can meet."""

    def __init__(
        self, game: ir.Game, brings: tuple[tuple[str, ...], ...], extra: tuple[ir.Card, ...], statuses: Iterable[str]
    ) -> None:
        super().__init__(game, brings, extra)
        for name in (*PRIMITIVES, "turn"):
            self.aid.setdefault(name, len(self.aid))
        self.actions = len(self.aid)
        self.action_names = list(self.aid)
        self.declared = {a.name: a for a in game.actions}
        self.distinct = list({card.id: card for card in self.cards}.values())
        self.rules: list[ir.Rule] = []
        self.rule_id: dict[int, int] = {}
        self.statics: list[ir.Static] = []
        self.reached: set[int] = set()
        self.captures: dict[int, int] = {}
        self.known: dict[int, int] = {}
        self._gather(statuses)
        self._index()
        self._find_asking()

    # ---- what is there -----------------------------------------------------------------------------------------------

    def _gather(self, statuses: Iterable[str]) -> None:
        """Game rules, what stands on the cards, and the statuses that any of the bodies can give."""
        game = self.game
        self.bodies: list[Any] = [a.proc.body for a in game.actions] + [a.last for a in game.actions if a.last]
        self.bodies += [p.body for p in (game.setup, game.given, game.both_lose, game.turn_limit_verdict) if p]
        self._add(game.rules, 0)
        for card in self.distinct:
            for face in card.faces:
                for ability in face.abilities:
                    self._add(ability.items, 2)
                    if ability.proc is not None:
                        self.bodies.append(ability.proc.body)
        self._reach([self.sid[name] for name in statuses])
        done = 0
        while done < len(self.bodies):
            body, done = self.bodies[done], done + 1
            self._reach([self.sid[n.status] for n in walk(body) if isinstance(n, ir.Mark)])

    def _reach(self, found: list[int]) -> None:
        for sid in found:
            if sid not in self.reached:
                self.reached.add(sid)
                self._add(self.game.statuses[sid].items, HOLDERS[self.game.statuses[sid].holder])
                count = len(self.game.statuses[sid].captures)
                self.captures.update({id(item): count for item in self.game.statuses[sid].items})

    def _add(self, items: Iterable[ir.Static], known: int) -> None:
        """``known``: how many of you and this its source tells."""
        for item in items:
            self.known[id(item)] = min(known, self.known.get(id(item), 2))
            if isinstance(item, ir.Rule):
                if id(item) not in self.rule_id:
                    self.rule_id[id(item)] = len(self.rules)
                    self.rules.append(item)
                    self.bodies.append(item.proc.body)
            elif isinstance(item, ir.Grant):
                self.statics.append(item)
                self._add(item.ability.items, 2)
            else:
                self.statics.append(item)

    def known_in(self, item: ir.Static, first: int) -> set[int]:
        """Those of the slots of you and this, from ``first`` on, that always hold something in a static."""
        return {first + i for i in range(self.known.get(id(item), 0))}

    def has_doer(self, name: str) -> bool:
        """Is an event always done by somebody? Cards beyond a limit move on by themselves; phases may be of both."""
        phase = name == "turn" or (name in self.declared and self.declared[name].kind == "phase")
        return not self.game.turn.both if phase else name in self.declared and name not in self.undone

    def role_count(self, action: str) -> int:
        """Roles of an event, the doer not among them."""
        return len(self.declared[action].roles) if action in self.declared else PRIMITIVES.get(action, 0)

    def _index(self) -> None:
        self.soon_rules = [r for r in self.rules if r.timing == "soon"]
        self.edge_rules = [r for r in self.rules if r.timing in ("start", "end")]
        self.modifiers = [s for s in self.statics if isinstance(s, ir.Modifier)]
        self.grants = [s for s in self.statics if isinstance(s, ir.Grant)]
        self.rows = [s for s in self.statics if isinstance(s, ir.Row)]
        self.modified = {m.target for m in self.modifiers if m.filter is not None}
        self.modified |= {name for g in self.grants for name, _ in g.ability.values}
        self.rules_on: dict[str, list[ir.Rule]] = {}
        for rule in self.rules:
            if rule.action and self._can_match(rule):
                self.rules_on.setdefault(rule.action, []).append(rule)
        self.modified_values = {m.target for m in self.modifiers if m.player is not None}
        self.silencing = SILENT in self.modified
        self.fickle = bool(self.reads(tuple(filter(self._silences, self.statics))) - {("faces",)})
        self.parts: dict[str, list[ir.Proc]] = {}
        for card in self.distinct:
            for face in card.faces:
                for ability in face.abilities:
                    if ability.kind == "run" and ability.proc is not None:
                        self.parts.setdefault(ability.name, []).append(ability.proc)
        nodes = [n for root in (self.bodies, self.everything()) for n in walk(tuple(root))]
        self.reads_faces = any(isinstance(n, ir.As) for n in nodes)
        self.ended_actions = {n.action for n in nodes if isinstance(n, ir.End)}
        self.undone = {n.action for n in nodes if isinstance(n, ir.Do) and isinstance(n.doer, ir.Lit)}
        self.takes_turns = any(isinstance(n, ir.TakeTurns) for n in nodes)
        self.card_tally = any(t.of == "card" for t in self.game.tallies)

    def _silences(self, static: ir.Static) -> bool:
        """May it put rules of cards out of force? If that hangs on what moves and changes, it is ``fickle``."""
        if isinstance(static, ir.Grant):
            items = static.ability.items
            return any(name == SILENT for name, _ in static.ability.values) or any(map(self._silences, items))
        return isinstance(static, ir.Modifier) and static.target == SILENT

    def _can_match(self, rule: ir.Rule) -> bool:
        """Is there a card in these decks of which the rule asks? Else its event need not look for it at all."""
        asked = [test.filter for _, test in rule.tests if isinstance(test, ir.Is)]
        return not any(self._nowhere(term) for filter in asked for term in filter.terms)

    def _nowhere(self, term: ir.Term) -> bool:
        """A flag that no card bears and that nothing gives."""
        if not isinstance(term, ir.IsFlag) or term.attr in self.modified:
            return False
        return not any(name == term.attr for card in self.distinct for face in card.faces for name, _ in face.values)

    def everything(self) -> Iterator[Any]:
        """All values that are no bodies: conditions of rules, modifiers, declared values, gates."""
        for rule in self.rules:
            yield from (test for _, test in rule.tests)
            yield from (v for v in (rule.where, rule.limit, rule.span) if v is not None)
        yield from self.statics
        yield from (v.proc.body for v in self.game.values)
        for action in self.game.actions:
            yield from (v for v in (action.gate, action.limit) if v is not None)
        for contest in self.game.contests:
            yield from contest.rows

    def unmodified(self, attribute: str, seen: frozenset[str] = frozenset()) -> bool:
        """Is an attribute always what is printed?"""
        if attribute in self.modified:
            return False
        declared = self.attributes[self.attr[attribute]]
        if declared.default is None or attribute in seen:
            return True
        used = [t.attr for t in walk(declared.on) if isinstance(t, (ir.IsWord, ir.IsFlag))]
        return all(self.unmodified(name, seen | {attribute}) for name in used)

    # ---- what may ask ------------------------------------------------------------------------------------------------

    def _find_asking(self) -> None:
        """Two fixpoints through the rules of this match: what may ask, and what may ask before its writes are done."""
        self.soon_reads = {id(r): self.reads((r.where, self._given_where(r))) for r in self.soon_rules}
        self.asking, self.choosing = Asking(), Asking()
        for found in (self.asking, self.choosing):
            while self._spread(found):
                pass

    def _given_where(self, rule: ir.Rule) -> tuple[ir.Filter, ...]:
        """Of a rule that grants give: which cards have it."""
        return tuple(grant.filter for grant in self.grants if any(item is rule for item in grant.ability.items))

    def _spread(self, found: Asking) -> bool:
        before = found.size
        for rule in self.rules:
            if self.asks(rule.proc.body, rule.action, found):
                found.rules.add(id(rule))
        for name, procs in self.parts.items():
            if any(self.asks(p.body, "", found) for p in procs):
                found.parts.add(name)
        for name in self.aid:
            if self._action_asks(name, found):
                found.actions.add(name)
        return found.size != before

    def _action_asks(self, name: str, found: Asking) -> bool:
        rules = [r for r in self.rules_on.get(name, ()) if found is self.asking or r.timing != "after"]
        if any(id(r) in found.rules for r in rules):
            return True
        action = self.declared.get(name)
        if action is None:
            return name == "turn"
        if action.kind == "phase" and self.edge_asks(name, found):
            return True
        return self.asks(action.proc.body, name, found) or (
            action.last is not None and self.asks(action.last, name, found)
        )

    def edge_asks(self, phase: str, found: Asking | None = None) -> bool:
        """May something ask when a phase starts or ends?"""
        rules = (found or self.asking).rules
        if any(id(r) in rules for r in self.edge_rules if r.span is not None and phase in edges_of(r.span)):
            return True
        return any(id(r) in rules for r in self.soon_rules)

    def asks(self, body: Any, action: str = "", found: Asking | None = None) -> bool:
        """May an effect ask? ``action``: that whose event a rule proceeds with."""
        return any(self._asks_itself(node, action, found or self.asking) for node in walk(body))

    def _asks_itself(self, node: Any, action: str, found: Asking) -> bool:
        if isinstance(node, (ir.Choose, ir.Options, ir.Sealed)):
            return True
        if isinstance(node, ir.Do):
            return node.action in found.actions
        if isinstance(node, ir.DoPart):
            return node.part in found.parts
        if isinstance(node, ir.Proceed):
            return action in found.actions
        name = primitive_of(node)
        if name is None:
            return False
        return name in found.actions or (found is self.asking and self._wakes_asking(node))

    def _wakes_asking(self, node: Any) -> bool:
        keys, own = self.written(node), {id(rule) for rule in self.game.rules}
        if self.fickle or isinstance(node, (ir.Move, ir.Mark, ir.Unmark, ir.Flip)):
            if any(id(rule) in self.asking.rules and id(rule) not in own for rule in self.soon_rules):
                return True  # the source of such a rule may come into force, with its condition true already
        reads = [self.soon_reads[id(rule)] for rule in self.soon_rules if id(rule) in self.asking.rules]
        return any(ANY in read or any(k in keys or k[:1] in keys for k in read) for read in reads)

    # ---- what is read and written --------------------------------------------------------------------------------------

    def written(self, node: Any) -> set[tuple[str, ...]]:
        """What a primitive may change, as keys of what conditions read."""
        if isinstance(node, ir.Change):
            return {("tally", node.target.name)}
        if isinstance(node, ir.Move):
            return {("zone",), ("marks",), ("faces",)}
        if isinstance(node, ir.Shuffle):
            return {("zone",)}
        if isinstance(node, (ir.Mark, ir.Unmark)):
            return {("marks",)}
        return {("faces",)} if isinstance(node, ir.Flip) else set()

    def reads(self, value: Any, seen: frozenset[Any] = frozenset()) -> set[tuple[str, ...]]:
        """What a value depends on: tallies by name, zones, marks, faces, the turn; ``ANY`` for the rest."""
        found: set[tuple[str, ...]] = set()
        for node in walk(value):
            found |= self._reads_itself(node, seen)
        return found

    def _reads_itself(self, node: Any, seen: frozenset[Any]) -> set[tuple[str, ...]]:
        if isinstance(node, ir.Tally):
            return {("tally", node.name), ("zone",)} if self.of_card(node.name) else {("tally", node.name)}
        if isinstance(node, ir.Zone):
            return {("zone", node.name)} | (self._reads_first() if node.of is None else set())
        if isinstance(node, ir.Precedes) or (isinstance(node, ir.In) and not isinstance(node.zone, ir.Zone)):
            return {("zone",)}
        if isinstance(node, ir.Cards):
            return (
                {("zone",)}
                if (node.value is None and not all(isinstance(z, ir.Zone) for z in node.zones))
                or not (node.zones or node.value)
                else set()
            )
        if isinstance(node, (ir.Has, ir.IsStatus)):
            return {("marks",)}
        if isinstance(node, ir.Holder):
            return {("marks",)} | self._reads_first()
        if isinstance(node, (ir.Attr, ir.IsWord, ir.IsFlag, ir.SetHas, ir.Supplies, ir.Fits)):
            return self._reads_attribute(node.name if isinstance(node, ir.Attr) else node.attr, seen)
        if isinstance(node, (ir.Call, ir.IsValue)):
            return self._reads_value(node.name if isinstance(node, ir.Call) else node.value, seen)
        if isinstance(node, ir.Beats):
            rows = [r for c in self.game.contests if c.name == node.name for r in c.rows]
            rows += [r for r in self.rows if r.contest == node.name]
            return {("marks",), ("zone",), ("faces",)} | self._reads_once(("contest", node.name), rows, seen)
        if isinstance(node, (ir.Active, ir.Seat)):
            return self._reads_first()
        if isinstance(node, ir.TurnNumber):
            return {("turn",)}
        return {ANY} if isinstance(node, (ir.PhaseIs, ir.RandomPlayer)) else set()

    def _reads_first(self) -> set[tuple[str, ...]]:
        """Who comes first in player order: the active player, or where both act at once whom a status tells."""
        return {("marks",)} if self.game.turn.both else {("turn",)}

    def of_card(self, tally: str) -> bool:
        return any(t.name == tally and t.of == "card" for t in self.game.tallies)

    def _reads_once(self, key: Any, values: list[Any], seen: frozenset[Any]) -> set[tuple[str, ...]]:
        return set() if key in seen else self.reads(tuple(values), seen | {key})

    def _reads_value(self, name: str, seen: frozenset[Any]) -> set[tuple[str, ...]]:
        body = self.game.values[self.vid[name]].proc.body
        found = self._reads_once(("value", name), [body], seen)
        if name in self.modified_values:
            mods = [m for m in self.modifiers if m.target == name and m.player is not None]
            found |= {("marks",), ("zone",), ("faces",)} | self._reads_once(("modified", name), mods, seen)
        return found

    def _reads_attribute(self, name: str, seen: frozenset[Any]) -> set[tuple[str, ...]]:
        found: set[tuple[str, ...]] = {("faces",)} if self.faced[self.attr[name]] else set()
        if not self.unmodified(name):
            mods: list[Any] = [m for m in self.modifiers if m.target == name and m.filter is not None]
            mods += self.grants
            found |= {("marks",), ("zone",), ("faces",)} | self._reads_once(("attr", name), mods, seen)
        return found
