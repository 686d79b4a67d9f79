"""Values, filters and spans, drawn."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.programs.drawing import KINDS, NAMES, PHASES, STAGES, ZONES, Scope, chance, one
from yomi_dsl import ir


def player(s: Scope) -> ir.Value:
    """Now and then one who may be nobody."""
    if chance(s.pick, 5):
        return one(s.pick, (ir.Holder("dazed"), ir.Opponent(ir.Holder("keen")), ir.Owner(bare_card(s))))
    return one(s.pick, [s.you, s.you, ir.Opponent(s.you), *s.players])


def bare_card(s: Scope) -> ir.Pick:
    """A card of a zone, or nothing."""
    return ir.Pick(
        one(s.pick, ("first", "only")),
        ir.Cards((ir.Zone(one(s.pick, ZONES), s.you),), None, ir.Filter(()), s.new(), "it", None),
    )


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
