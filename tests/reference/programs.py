"""Small games made up at random: a fixed table, and bodies, rules, modifiers and choices drawn by `Pick`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from tests.reference import build as b
from yomi_dsl import ir

T = TypeVar("T")


class Pick(Protocol):
    """Where the drawing is done: by Hypothesis, or by a random generator."""

    def number(self, low: int, high: int) -> int: ...


def one(pick: Pick, options: Sequence[T]) -> T:
    return options[pick.number(0, len(options) - 1)]


def chance(pick: Pick, percent: int) -> bool:
    return pick.number(0, 99) >= 100 - percent


@dataclass
class Scope:
    """Where a drawn piece stands: who you are, what its slots hold, what it may do.

    ``slots``: how many there are, in a list so that inner scopes share it. ``below``: it may do the actions before that one.
    ``calm``: it asks nothing and leaves nothing to chance. ``spare``: how many more effects may be drawn."""

    pick: Pick
    slots: list[int]
    you: ir.Value
    this: ir.Value | None = None
    players: list[ir.Value] = field(default_factory=list)
    cards: list[ir.Value] = field(default_factory=list)
    numbers: list[ir.Value] = field(default_factory=list)
    zones: list[Any] = field(default_factory=list)
    below: int = 0
    calm: bool = False
    proceed: bool = False
    ends: tuple[str, ...] = ()
    stage: int = 9
    blocks: bool = False
    spare: list[int] = field(default_factory=lambda: [8])

    def new(self, size: int = 1) -> int:
        self.slots[0] += size
        return self.slots[0] - size

    def inner(self, **changes: Any) -> Scope:
        """The same place with names of its own."""
        copied = {key: [*getattr(self, key)] for key in ("cards", "numbers", "players", "zones")}
        return replace(self, **{**copied, **changes})


def proc(scope: Scope, params: int, body: Any) -> ir.Proc:
    return ir.Proc(tuple(f"s{i}" for i in range(scope.slots[0])), params, body)


# ---- the table -------------------------------------------------------------------------------------------------------

KINDS = ("hit", "guard", "item")
NAMES = ("A", "B", "C", "D", "Two")
ZONES = ("pile", "hand", "bin", "table", "lair")
LIVE = ("table", "lair")
STATUSES = {"dazed": "player", "keen": "player", "tagged": "card", "storm": "game"}
STAGES = {"kind": 0, "glow": 1, "power": 2, "speed": 3}
ACTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("hook", ()),
    ("strike", ("n:number", "by:card")),
    ("burn", ("c:card",)),
    ("gain", ("p:player", "n:number")),
    ("act", ()),
    ("trick", ()),
)
PHASES = ("step", "late")
PRIMITIVES: dict[str, tuple[str, ...]] = {
    "move": ("what:card", "origin:zone", "place:zone", "side:text"),
    "change": ("what:text", "delta:number"),
    "mark": ("holder:any", "status:text"),
    "unmark": ("holder:any", "status:text"),
    "flip": ("what:card", "side:text"),
    "reveal": ("what:card",),
    "shuffle": ("place:zone",),
    "roll": ("sides:number", "result:number"),
}


# ---- values ----------------------------------------------------------------------------------------------------------


def player(s: Scope) -> ir.Value:
    return one(s.pick, [s.you, s.you, ir.Opponent(s.you), *s.players])


def zone(s: Scope, *, anyone: bool = False) -> ir.Zone:
    if chance(s.pick, 10):
        return ir.Zone("field", None)
    return ir.Zone(one(s.pick, ZONES), None if anyone and chance(s.pick, 40) else player(s))


def card(s: Scope) -> ir.Value:
    known = [*s.cards, *([s.this] if s.this is not None else [])]
    if known and chance(s.pick, 60):
        return one(s.pick, known)
    if chance(s.pick, 10):
        return ir.HeadCard("hero", player(s))
    if chance(s.pick, 8) and s.stage > STAGES["speed"]:
        return ir.As(ir.Pick("first", cards(s)), ir.Lit(one(s.pick, ("red", "blue"))))
    return ir.Pick(one(s.pick, ("first", "last", "only")), cards(s))


def cards(s: Scope, *, mine: bool = False) -> ir.Cards:
    if mine:
        return ir.Cards(
            (ir.Zone(one(s.pick, ("hand", "bin", "table")), s.you),), None, terms(s, 1), s.new(), "it", None
        )
    zones = tuple(zone(s, anyone=True) for _ in range(s.pick.number(1, 2)))
    zones = tuple({zone.name: zone for zone in zones}.values())
    slot = s.new()
    where = None
    if chance(s.pick, 15):
        where = condition(s.inner(cards=[*s.cards, ir.Local(slot, "it")]), 1)
    return ir.Cards(zones, None, terms(s, one(s.pick, (0, 0, 1, 2))), slot, "it", where)


def terms(s: Scope, most: int) -> ir.Filter:
    return ir.Filter(tuple(term(s) for _ in range(s.pick.number(0, most))))


def term(s: Scope, depth: int = 1) -> ir.Term:
    kinds: list[Callable[[], ir.Term]] = [
        lambda: ir.OwnedBy(player(s)),
        lambda: ir.IsNamed(one(s.pick, NAMES)),
        lambda: ir.IsGroup("odd"),
        lambda: ir.IsHead("hero"),
        lambda: ir.IsStatus("tagged"),
    ]
    if s.this is not None or s.cards:
        kinds.append(lambda: ir.Same(one(s.pick, [*s.cards, *([s.this] if s.this is not None else [])])))
    if s.stage > STAGES["kind"]:
        kinds += [lambda: ir.IsWord("kind", KINDS[: s.pick.number(1, 2)], "k")] * 3
    if s.stage > STAGES["glow"]:
        kinds.append(lambda: ir.IsFlag("glow"))
    if s.stage > STAGES["power"]:
        kinds.append(lambda: ir.IsValue("strong"))
    if s.stage > STAGES["power"] and s.this is not None:
        kinds.append(lambda: ir.Fits("after", s.this))  # type: ignore[arg-type]
    if depth:
        kinds.append(lambda: ir.Not(ir.Filter((term(s, depth - 1),))))
        kinds.append(lambda: ir.OneOf((ir.Filter((term(s, depth - 1),)), ir.Filter((term(s, depth - 1),)))))
        if s.stage > STAGES["power"]:
            kinds.append(lambda: such(s))
    return one(s.pick, kinds)()


def such(s: Scope) -> ir.Such:
    slot = s.new()
    return ir.Such(slot, compare(s, ir.Attr("power", ir.Local(slot, "it")), ir.Lit(s.pick.number(1, 4))))


def compare(s: Scope, x: ir.Value, y: ir.Value) -> ir.Op:
    return ir.Op(one(s.pick, ("=", "!=", "<", "<=", ">", ">=")), (x, y))


def number(s: Scope, depth: int = 2) -> ir.Value:
    kinds: list[Callable[[], ir.Value]] = [lambda: ir.Lit(s.pick.number(0, 4))] * 3
    kinds += [
        lambda: ir.Tally(one(s.pick, ("hp", "gold", "lead")), player(s)),
        lambda: ir.Tally("heat", None),
        lambda: ir.TurnNumber(),
    ]
    if s.numbers:
        kinds += [lambda: one(s.pick, s.numbers)] * 3
    if s.stage > STAGES["speed"]:
        kinds.append(lambda: ir.Call("might", (player(s),)))
    if depth and s.stage > STAGES["power"]:
        kinds += [
            lambda: ir.Attr("power", card(s)),
            lambda: ir.Fold("count", cards(s), 0, None),
            lambda: fold(s),
            lambda: ir.Op(one(s.pick, ("+", "-", "*")), (number(s, depth - 1), number(s, depth - 1))),
            lambda: ir.Op(one(s.pick, ("neg", "half-up", "half-down")), (number(s, depth - 1),)),
        ]
    return one(s.pick, kinds)()


def fold(s: Scope) -> ir.Value:
    over, slot = cards(s), s.new()
    it = ir.Local(slot, "it")
    each = one(s.pick, [ir.Attr("power", it), ir.Attr("speed", it)])
    kind = one(s.pick, ("sum", "most", "least", "different"))
    return ir.Fold(kind, over, slot, ir.NameOf(it) if kind == "different" and chance(s.pick, 50) else each)


def condition(s: Scope, depth: int = 2) -> ir.Value:
    kinds: list[Callable[[], ir.Value]] = [
        lambda: compare(s, number(s, 1), number(s, 1)),
        lambda: compare(s, number(s, 1), number(s, 0)),
        lambda: ir.Has(player(s), one(s.pick, ("dazed", "keen"))),
        lambda: ir.Has(None, "storm"),
        lambda: ir.Is(card(s), terms(s, 2)),
        lambda: ir.Something(card(s)),
        lambda: ir.In(card(s), zone(s, anyone=True)),
        lambda: ir.Quant(one(s.pick, ("any", "no", "all")), cards(s)),
        lambda: ir.PhaseIs(one(s.pick, PHASES)),
        lambda: ir.Beats("beats", card(s), card(s), chance(s.pick, 30)),
        lambda: ir.Precedes(card(s), card(s)),
        lambda: ir.Op("=", (player(s), one(s.pick, [ir.Active(), ir.Owner(card(s)), ir.Holder("dazed")]))),
        lambda: ir.Op(one(s.pick, ("=", "!=")), (ir.Attr("kind", card(s)), word(s))),
        lambda: ir.SetHas(card(s), "marks", word(s)),
        lambda: ir.Supplies(cards(s), "marks", "kind"),
        lambda: ir.Something(seat(s)),
    ]
    if depth:
        kinds += [
            lambda: ir.Op(one(s.pick, ("and", "or")), (condition(s, depth - 1), condition(s, depth - 1))),
            lambda: ir.Op("not", (condition(s, depth - 1),)),
        ]
    return one(s.pick, kinds)()


def word(s: Scope) -> ir.Value:
    if chance(s.pick, 20):
        return ir.Successor(ir.Attr("kind", card(s)), "kind")
    return ir.WordLit("kind", one(s.pick, KINDS))


def seat(s: Scope) -> ir.Seat:
    slot = s.new()
    it = ir.Local(slot, "player")
    return ir.Seat(slot, "player", condition(s.inner(players=[*s.players, it], you=it), 0))


def span(s: Scope) -> ir.Span:
    start = one(s.pick, ("now", "next"))
    present = start == "now" and chance(s.pick, 70)
    whose = player(s) if chance(s.pick, 30) else None
    what = one(s.pick, ("step", "late", "turn", "turn"))
    return ir.Span(start, ir.Lit(s.pick.number(1, 2)), what, whose, present, start == "now" and chance(s.pick, 30))


# ---- effects ---------------------------------------------------------------------------------------------------------


def block(s: Scope, most: int = 3) -> ir.Effect:
    inner = s.inner()
    steps = []
    for _ in range(s.pick.number(1, most)):
        if s.spare[0] > 0:
            s.spare[0] -= 1
            steps.append(effect(inner))
    return steps[0] if len(steps) == 1 else ir.Seq(tuple(steps))


def effect(s: Scope) -> ir.Effect:
    kinds: list[Callable[[Scope], ir.Effect]] = [*PLAIN, *PLAIN]
    if s.below:
        kinds += [do] * 5
    kinds += [control for control in CONTROL for _ in range(2)]
    if not s.calm:
        kinds += [choose] * 5 + [may, options, keep, sealed, take_turns, shuffle, roll, roll, do_part]
        kinds += [together] * (4 if s.blocks else 0)
    if s.proceed:
        kinds += [lambda s: ir.Proceed()] * 4
    if s.ends and not s.calm:
        kinds.append(lambda s: ir.End(one(s.pick, s.ends)))
    if chance(s.pick, 1):
        return ir.Finish(one(s.pick, ("win", "lose")), player(s), "luck")
    return one(s.pick, kinds)(s)


def move(s: Scope) -> ir.Effect:
    what = card(s) if chance(s.pick, 60) else cards(s)
    place = zone(s)
    if chance(s.pick, 30) and place.name != "field":
        place = ir.Zone(place.name, None)
    face = ir.Lit(one(s.pick, ("red", "blue"))) if chance(s.pick, 20) else None
    if s.zones and chance(s.pick, 30):
        place = one(s.pick, s.zones)
    return ir.Move(what, place, one(s.pick, ("", "", "top", "bottom")), face)


def change(s: Scope) -> ir.Effect:
    if s.numbers and chance(s.pick, 30):
        target: Any = one(s.pick, s.numbers)
    elif chance(s.pick, 15):
        target = ir.Tally("charge", card(s))
    else:
        name = one(s.pick, ("hp", "hp", "gold", "lead", "heat"))
        target = ir.Tally(name, None if name == "heat" else player(s))
    if chance(s.pick, 75):
        return ir.Change(target, one(s.pick, [ir.Lit(-1), ir.Lit(-2), ir.Lit(1), number(s, 1)]), None)
    return ir.Change(target, None, number(s, 1))


def mark(s: Scope) -> ir.Effect:
    status = one(s.pick, tuple(STATUSES))
    holder = {"player": player, "card": card, "game": lambda s: None}[STATUSES[status]](s)
    return ir.Mark(holder, status, span(s) if chance(s.pick, 60) else None, ())


def unmark(s: Scope) -> ir.Effect:
    status = one(s.pick, tuple(STATUSES))
    return ir.Unmark({"player": player, "card": card, "game": lambda s: None}[STATUSES[status]](s), status)


def flip(s: Scope) -> ir.Effect:
    return ir.Flip(card(s), ir.Lit(one(s.pick, ("red", "blue"))))


def reveal(s: Scope) -> ir.Effect:
    return ir.Reveal(cards(s) if chance(s.pick, 50) else card(s))


def shuffle(s: Scope) -> ir.Effect:
    return ir.Shuffle(ir.Zone("pile", player(s)))


def roll(s: Scope) -> ir.Effect:
    slot = s.new()
    made = ir.Roll(slot, "r", ir.Lit(s.pick.number(2, 6)))
    s.numbers.append(ir.Local(slot, "r"))
    return made


def let(s: Scope) -> ir.Effect:
    kind = s.pick.number(0, 1)
    bound = card(s) if kind else number(s)
    slot = s.new()
    (s.cards if kind else s.numbers).append(ir.Local(slot, "x"))
    return ir.Let(slot, "x", bound)


def if_(s: Scope) -> ir.Effect:
    return ir.If(condition(s), block(s, 2), block(s, 2) if chance(s.pick, 30) else None)


def each_player(s: Scope) -> ir.Effect:
    slot = s.new()
    it = ir.Local(slot, "player")
    return ir.EachPlayer(slot, block(s.inner(you=it, players=[*s.players, s.you]), 2))


def for_each(s: Scope) -> ir.Effect:
    over, slot = cards(s), s.new()
    inner = s.inner()
    inner.cards.append(ir.Local(slot, "c"))
    return ir.ForEach(slot, "c", over, block(inner, 2))


def repeat(s: Scope) -> ir.Effect:
    slot = s.new()
    if chance(s.pick, 20):
        count = ir.Local(s.new(), "count")
        body = ir.Seq((block(s, 2), ir.Change(count, ir.Lit(1), None)))
        until = ir.Op("or", (ir.Op(">", (count, ir.Lit(s.pick.number(0, 2)))), condition(s, 0)))
        return ir.Seq((ir.Let(count.slot, "count", ir.Lit(0)), ir.Repeat(slot, None, until, body)))
    return ir.Repeat(slot, ir.Lit(s.pick.number(0, 2)), None, block(s, 2))


def do(s: Scope) -> ir.Effect:
    name, roles = one(s.pick, ACTIONS[: s.below])
    makers: dict[str, Callable[[Scope], ir.Value]] = {"number": number, "card": card, "player": player}
    return ir.Do(name, player(s), tuple(makers[role.split(":")[1]](s) for role in roles))


def do_part(s: Scope) -> ir.Effect:
    return ir.DoPart("effect", card(s), (number(s, 1), card(s)))


def during(s: Scope) -> ir.Effect:
    """An unnamed status that captures a number and a card."""
    return ir.Mark(player(s), "unnamed", span(s), (number(s, 1), card(s)))


def together(s: Scope) -> ir.Effect:
    """Nothing in it asks: it does calm actions only, and in a game with such blocks no before or instead-of rule asks."""
    return ir.Together(block(s.inner(calm=True, proceed=False, ends=(), below=min(s.below, 4)), 3))


PLAIN = (move, move, change, change, mark, unmark, flip, reveal, during)
CONTROL = (let, if_, each_player, for_each, repeat)


# ---- choices ---------------------------------------------------------------------------------------------------------


def asks(s: Scope, most: int, *, mine: bool = False) -> tuple[tuple[ir.Ask, ...], Scope]:
    """Some names to choose, and the scope that knows them."""
    inner = s.inner()
    made = []
    for i in range(s.pick.number(1, most)):
        many = chance(s.pick, 25) and not mine
        low = s.pick.number(0, 2) if many else 1
        high = low + s.pick.number(0 if low else 1, 1) if many else 1
        if chance(s.pick, 75):
            source, slot = ir.AnyOf(cards=cards(inner, mine=mine)), inner.new()
            if not many:
                inner.cards.append(ir.Local(slot, f"c{i}"))
        elif chance(s.pick, 25):
            source, slot = ir.AnyOf(zones=(zone(inner), ir.Zone("bin", inner.you))), inner.new()
            if not many:
                inner.zones.append(ir.Local(slot, f"z{i}"))
        elif chance(s.pick, 50):
            source, slot = ir.AnyOf(numbers=tuple(ir.Lit(n) for n in range(1, s.pick.number(2, 4)))), inner.new()
            if not many:
                inner.numbers.append(ir.Local(slot, f"n{i}"))
        else:
            source, slot = ir.AnyOf(set="kind", words=KINDS), inner.new()
        made.append(ir.Ask(f"name{i}", slot, source, ir.Lit(low), ir.Lit(high), many))
    return tuple(made), inner


def choose(s: Scope, mode: str = "must") -> ir.Effect:
    rounds = s.new()
    made, inner = asks(s, 2)
    where = condition(inner, 1) if chance(s.pick, 40) else None
    body = block(inner, 2) if mode != "must" or chance(s.pick, 60) else None
    if body is None:
        s.cards, s.numbers, s.zones = inner.cards, inner.numbers, inner.zones
    otherwise = block(s, 1) if mode == "may" and chance(s.pick, 30) else None
    limit = ir.Lit(s.pick.number(1, 2)) if mode == "keep" else None
    return ir.Choose(player(s), mode, made, where, rounds, limit, body, otherwise)


def may(s: Scope) -> ir.Effect:
    if chance(s.pick, 30):
        return ir.Choose(
            player(s), "may", (), None, s.new(), None, block(s, 2), block(s, 1) if chance(s.pick, 50) else None
        )
    return choose(s, "may")


def keep(s: Scope) -> ir.Effect:
    return choose(s, "keep")


def options(s: Scope) -> ir.Effect:
    lines = []
    for i in range(s.pick.number(1, 3)):
        where = condition(s, 1) if chance(s.pick, 30) else None
        if s.below > 4 and chance(s.pick, 40):
            lines.append(ir.Option("act", "act", where, None))
        else:
            lines.append(ir.Option(f"line {i}", "", where, block(s, 2)))
    lines = [line for i, line in enumerate(lines) if line.label not in [other.label for other in lines[:i]]]
    return ir.Options(player(s), one(s.pick, ("must", "may")), "one", s.new(), tuple(lines))


def sealed(s: Scope) -> ir.Effect:
    slot = s.new()
    it = ir.Local(slot, "player")
    low = s.new(2)
    ask = ir.Ask("bid", low, ir.AnyOf(cards=cards(s.inner(you=it), mine=True)), ir.Lit(1), ir.Lit(1), False)
    kept = ir.Choose(it, one(s.pick, ("must", "must", "may")), (ask,), None, s.new(), None, None, None)
    s.cards += [ir.PerSeat(low, "bid", s.you), ir.PerSeat(low, "bid", ir.Opponent(s.you))]
    return ir.Sealed(slot, (kept,))


def take_turns(s: Scope) -> ir.Effect:
    slot = s.new(2)
    it = ir.Local(slot, "player")
    ask = ir.Ask("spent", s.new(), ir.AnyOf(cards=ir.Cards((ir.Zone("hand", it),), None, terms(s, 1), s.new(), "it", None)),
                 ir.Lit(1), ir.Lit(1), False)  # fmt: skip
    gone = ir.Move(ir.Local(ask.slot, "spent"), ir.Zone("bin", None), "", None)
    mode = one(s.pick, ("may", "keep"))
    return ir.TakeTurns(slot, player(s), ir.Choose(it, mode, (ask,), None, s.new(), None, gone, None))


# ---- what stands in force --------------------------------------------------------------------------------------------


def rule(pick: Pick, *, source: str, blocks: bool, captures: int = 0) -> ir.Rule:
    """On an action or primitive. ``source``: game, player, card, or status of one of these."""
    timing = one(pick, ("before", "after", "after", "instead"))
    table = [*ACTIONS, *ACTIONS, *PRIMITIVES.items(), *((phase, ()) for phase in PHASES), ("turn", ())]
    name, roles = one(pick, table)
    at = 1 + len(roles)
    you = ir.Active() if source == "game" else ir.Local(at, "you")
    s = Scope(pick, [at + 2 + captures], you, below=4, spare=[3])
    s.this = ir.Local(at + 1, "this") if source == "card" else None
    if captures:
        s.numbers, s.cards = [ir.Local(at + 2, "n")], [ir.Local(at + 3, "c")]
    doer = ir.Local(0, "doer")
    tests: list[tuple[str, ir.Value]] = []
    if name not in PRIMITIVES and chance(pick, 60):
        tests.append(("doer", ir.Op("=", (doer, one(pick, [s.you, ir.Opponent(s.you)])))))
    for i, role in enumerate(roles, 1):
        role_name, kind = role.split(":")
        local = ir.Local(i, role_name)
        if kind == "number":
            s.numbers.append(local)
        if kind == "card":
            s.cards.append(local)
        if kind == "player":
            s.players.append(local)
        if kind == "card" and chance(pick, 40):
            tests.append((role_name, ir.Is(local, terms(s, 2))))
        if kind == "zone" and chance(pick, 40):
            tests.append((role_name, ir.Op("=", (local, zone(s, anyone=True)))))
    where = condition(s, 1) if chance(pick, 30) else None
    limit = ir.Limit(ir.Lit(pick.number(1, 2)), one(pick, ("turn", "step", "game"))) if chance(pick, 25) else None
    s.blocks, s.proceed = blocks, timing == "instead"
    s.calm = timing != "after" and (blocks or name == "move")  # a move of several cards is such a block
    s.ends = tuple({name, "step"} - set(PRIMITIVES) - {"turn"}) if chance(pick, 15) else ()
    body = block(s, 3)
    return ir.Rule(timing, name, tuple(tests), where, limit, None, proc(s, at + 2 + captures, body), (), b.AT)


def soon(pick: Pick, *, source: str) -> ir.Rule:
    s = Scope(pick, [2], ir.Local(0, "you"), ir.Local(1, "this") if source == "card" else None, spare=[2], below=1)
    where = condition(s, 1)
    return ir.Rule("soon", "", (), where, None, None, proc(s, 2, block(s, 2)), (), b.AT)


def edge(pick: Pick, *, source: str) -> ir.Rule:
    s = Scope(pick, [2], ir.Local(0, "you"), ir.Local(1, "this") if source == "card" else None, spare=[2], below=2)
    timing = one(pick, ("start", "end", "end"))
    made = span(s)
    if timing == "start":
        made = ir.Span("next", made.count, made.what, made.whose, False, False)
    return ir.Rule(timing, "", (), None, None, made, proc(s, 2, block(s, 2)), (), b.AT)


def modifier(pick: Pick, *, source: str) -> ir.Static:
    """Reads only what is evaluated before the attribute that it writes."""
    target = one(pick, (*STAGES, *STAGES, "might", "might", "silent", "marks", "after"))
    s = Scope(pick, [3], ir.Local(1, "you"), ir.Local(2, "this") if source == "card" else None)
    s.stage = STAGES.get(target, 0)
    up_to = None
    if target in ("power", "speed", "might"):
        op = one(pick, ("by", "by", "to", "at least", "at most"))
        operand: ir.Value = ir.Lit(pick.number(-2, 4)) if chance(pick, 70) else number(s, 0)
        up_to = ir.Lit(pick.number(1, 5)) if op == "by" and chance(pick, 30) else None
    else:
        op = "to"
        operand = ir.WordLit("kind", one(pick, KINDS)) if target == "kind" else ir.Lit(chance(pick, 70))
    if target == "marks":
        operand = ir.WordsLit("kind", KINDS[: pick.number(1, 3)])
    if target == "after":
        operand = ir.Filter((ir.IsWord("kind", (one(pick, KINDS),), "k"), ir.OwnedBy(s.you)))
    if target == "might":
        return ir.Modifier(None, player(s), target, op, up_to, proc(s, 3, operand), (), b.AT)
    fits = ir.Filter((one(pick, [ir.OwnedBy(s.you), ir.OwnedBy(ir.Opponent(s.you))]), *terms(s, 1).terms))
    return ir.Modifier(fits, None, target, op, up_to, proc(s, 3, operand), (), b.AT)


def grant(pick: Pick, *, source: str) -> ir.Grant:
    """A keyword of one rule or modifier for the cards that fit."""
    s = Scope(pick, [3], ir.Local(1, "you"), ir.Local(2, "this") if source == "card" else None, stage=1)
    item = rule(pick, source="card", blocks=True) if chance(pick, 60) else modifier(pick, source="card")
    fits = ir.Filter((ir.OwnedBy(player(s)), *terms(s, 1).terms))
    values = (("plus", ir.Lit(2)),) if chance(pick, 30) else ()
    given = ir.Ability("keyword", "given", "", (), "", values, (item,), None, (), b.AT)
    return ir.Grant(fits, tuple(f"s{i}" for i in range(s.slots[0])), given, (), b.AT)


def row(pick: Pick) -> ir.Row:
    s = Scope(pick, [4], ir.Local(2, "you"))
    mine, theirs = terms(s, 2), terms(s, 2)
    return ir.Row("beats", chance(pick, 20), mine, theirs, None, tuple(f"s{i}" for i in range(s.slots[0])), (), b.AT)


def unnamed(pick: Pick, blocks: bool) -> ir.Status:
    """What ``during`` gives: a rule and a modifier that read its captures."""
    s = Scope(pick, [5], ir.Local(1, "you"))
    fits = ir.Filter(
        (ir.OneOf((ir.Filter((ir.Same(ir.Local(4, "c")),)), ir.Filter((ir.OwnedBy(s.you), ir.IsGroup("odd"))))),)
    )
    more = ir.Modifier(fits, None, "speed", one(pick, ("by", "to")), None, proc(s, 5, ir.Local(3, "n")), (), b.AT)
    items = (rule(pick, source="player", blocks=blocks, captures=2), more)
    settle = ir.Settle("each", "each", ())
    return ir.Status("unnamed", "player", None, "", settle, ("n", "c"), items, False, (), b.AT)


def static(pick: Pick, *, source: str, blocks: bool) -> ir.Static:
    kinds: list[Callable[[], ir.Static]] = [lambda: rule(pick, source=source, blocks=blocks)] * 6
    kinds += [lambda: modifier(pick, source=source)] * 4
    kinds += [lambda: soon(pick, source=source), lambda: edge(pick, source=source), lambda: row(pick)]
    kinds.append(lambda: grant(pick, source=source))
    return one(pick, kinds)()


# ---- a game ----------------------------------------------------------------------------------------------------------


def statics(pick: Pick, most: int, *, source: str, blocks: bool) -> tuple[ir.Static, ...]:
    return tuple(static(pick, source=source, blocks=blocks) for _ in range(pick.number(0, most)))


def action(pick: Pick, index: int, blocks: bool) -> ir.Action:
    name, roles = ACTIONS[index]
    s = Scope(pick, [1 + len(roles)], ir.Local(0, "doer"), below=index, spare=[4], calm=index < 4, blocks=blocks)
    for i, role in enumerate(roles, 1):
        {"number": s.numbers, "card": s.cards, "player": s.players}[role.split(":")[1]].append(ir.Local(i, role))
    s.ends = (name,) if chance(pick, 10) else ()
    body = ir.Seq(()) if name == "hook" else block(s, 3)
    limited = name in ("act", "trick") and chance(pick, 60)
    limit = ir.Limit(ir.Lit(pick.number(1, 2)), one(pick, ("turn", "step", "game"))) if limited else None
    gate = condition(s, 1) if name == "act" and chance(pick, 30) else None
    last = change(s) if chance(pick, 15) else None
    made = tuple(ir.Role(*role.split(":"), "") for role in roles)
    return ir.Action(name, "action", (name, name), made, "", limit, gate, proc(s, 1 + len(roles), body), last, (), b.AT)


def phase(pick: Pick, name: str, blocks: bool) -> ir.Action:
    ends = (name,) if chance(pick, 10) else ()
    s = Scope(pick, [1], ir.Active(), below=len(ACTIONS), spare=[10], ends=ends, blocks=blocks)
    asking = one(pick, (choose, choose, keep, options, sealed, take_turns, may))
    top = ir.Pick("first", ir.Cards((ir.Zone("pile", s.you),), None, ir.Filter(()), s.new(), "it", None))
    body = ir.Seq((ir.Move(top, ir.Zone("hand", s.you), "", None), asking(s), block(s, 4)))
    last = block(s.inner(calm=True, ends=()), 1) if chance(pick, 30) else None
    return ir.Action(name, "phase", (name, name), (), "", None, None, proc(s, 1, body), last, (), b.AT)


def face(pick: Pick, name: str, blocks: bool) -> ir.Face:
    values: list[tuple[str, ir.Printed]] = [
        ("kind", ir.WordLit("kind", one(pick, KINDS))),
        ("power", ir.Lit(pick.number(0, 5))),
        ("marks", ir.WordsLit("kind", KINDS[: pick.number(1, 3)])),
    ]
    if chance(pick, 70):
        values.append(("speed", ir.Lit(pick.number(0, 5))))
    if chance(pick, 30):
        values.append(("glow", ir.Lit(True)))
    if chance(pick, 50):
        s = Scope(pick, [1], ir.Local(0, "it"), stage=2)
        values.append(("after", ir.Proc(("it", "s"), 1, ir.Filter((ir.IsWord("kind", (one(pick, KINDS),), "k"),)))))
        del s
    items = statics(pick, 2, source="card", blocks=blocks)
    abilities = [ir.Ability("plain", "", "", (), "", (), (item,), None, (), b.AT) for item in items]
    if chance(pick, 40):
        s = Scope(pick, [4], ir.Local(0, "you"), ir.Local(1, "this"), below=4, spare=[3], blocks=blocks)
        s.numbers, s.cards = [ir.Local(2, "n")], [ir.Local(3, "c")]
        run = proc(s, 4, block(s, 2))
        abilities.append(ir.Ability("run", "effect", "", (), "", (), (), run, (), b.AT))
    return ir.Face(name, tuple(values), tuple(abilities))


def status(pick: Pick, name: str, blocks: bool) -> ir.Status:
    holder = STATUSES[name]
    s = Scope(pick, [2], ir.Local(0, "you"))
    made = span(s)
    made = ir.Span(made.start, made.count, made.what, None, made.present, False)
    settle = ir.Settle(
        one(pick, ("each", "neither")),
        one(pick, ("one", "each")),
        ("keen",) if name == "dazed" and chance(pick, 40) else (),
    )
    source = "game" if holder == "game" else "card" if holder == "card" else "player"
    items = () if holder == "game" else statics(pick, 2, source=source, blocks=blocks)
    return ir.Status(name, holder, made, name, settle, (), items, True, (), b.AT)


def game(pick: Pick) -> ir.Game:
    """A game of a few turns."""
    blocks = chance(pick, 50)
    kind_set, kind = b.words("kind", *KINDS)
    made = [
        ir.Card(f"H/{name}", name, "H", "", 3 if name == "A" else 1, "odd" if name in "BD" else "",
                (face(pick, "red", blocks), face(pick, "blue", blocks)) if name == "Two" else (face(pick, "", blocks),), "", "", "", b.AT)
        for name in NAMES
    ]  # fmt: skip
    hero = ir.Card("hero: H", "H", "H", "hero", 1, "", (face(pick, "", blocks),), "", "", "", b.AT)
    you = ir.Local(1, "player")
    setup = ir.EachPlayer(1, ir.Seq((
        ir.Move(ir.Cards((ir.Zone("box", you),), None, ir.Filter(()), 2, "it", None), ir.Zone("pile", you), "", None),
        ir.Shuffle(ir.Zone("pile", you)),
        ir.Repeat(3, ir.Lit(3), None, ir.Move(ir.Pick("first", ir.Cards((ir.Zone("pile", you),), None, ir.Filter(()), 2, "it", None)), ir.Zone("hand", you), "", None)),
        ir.Move(ir.Pick("first", ir.Cards((ir.Zone("pile", you),), None, ir.Filter(()), 2, "it", None)), ir.Zone("table", you), "", None),
    )))  # fmt: skip
    dead = b.rule("soon", "", ir.Finish("lose", b.slot(0), "ko"), where=b.op("=", ir.Tally("hp", b.slot(0)), 0))
    both = chance(pick, 15)
    return b.game(
        heads=(("hero", "H"),), holders=(ir.HolderDecl("hero", "H", "hero: H", tuple(c.id for c in made), (), b.AT),),
        sets=(kind_set,),
        attributes=(kind, b.flag("glow"), b.number("power", 0, 9), b.number("speed", 0, 9), b.number("plus", 0, 9),
                    ir.Attribute("marks", "set", "kind", 0, 0, "optional", b.ANY, None, "", "", b.AT),
                    ir.Attribute("after", "filter", "", 0, 0, "optional", b.ANY, None, "", "", b.AT)),
        zones=(b.zone_decl("pile", order="pile", seen="nobody"), b.zone_decl("hand", seen="owner", limit=5, overflow="bin"),
               b.zone_decl("bin", order="pile"), b.zone_decl("table", order="row", live=True), b.zone_decl("lair", live=True),
               b.zone_decl("field", shared=True, order="row", live=chance(pick, 50))),
        tallies=(b.tally("hp", "player", 0, 8, 8), b.tally("gold", "player", 0, 3), b.tally("heat", "game", -5, 5),
                 b.tally("charge", "card", 0, 3), b.tally("lead", "player", -3, 3, 0, True)),
        values=(ir.ValueDecl("might", "number", ("player",), b.value_proc(2), "", (), b.AT),
                ir.ValueDecl("strong", "yes/no", ("card",), b.value_proc(b.op(">=", ir.Attr("power", b.slot(0)), 3)), "", (), b.AT)),
        contests=(ir.Contest("beats", "ties", (row(pick), row(pick), row(pick)), "", (), b.AT),),
        actions=(*(action(pick, i, blocks) for i in range(len(ACTIONS))), *(phase(pick, name, blocks) for name in PHASES)),
        statuses=(*(status(pick, name, blocks) for name in STATUSES), unnamed(pick, blocks)),
        layers=("hero", "table", "status", "lair", "field"),
        order=one(pick, (("active player", "layer", "age"), ("keen", "layer", "age"), ("layer", "age"))),
        parts_run=("effect",),
        turn=ir.Turn(both, one(pick, ("chance", "first seat")), PHASES),
        setup=ir.Proc(tuple(f"s{i}" for i in range(4)), 1, setup),
        rules=(dead, *(r for r in statics(pick, 2, source="game", blocks=blocks) if isinstance(r, ir.Rule) and r.timing in ("before", "after", "instead", "soon"))),
        both_lose=b.proc(ir.Finish("tie", None, "double"), 1),
        turn_limit=4, cards=(hero, *made), endings=("ko", "luck", "double", "turn limit"),
    )  # fmt: skip
