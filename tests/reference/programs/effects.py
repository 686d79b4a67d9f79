"""Effects and choices, drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.reference.programs.drawing import ACTIONS, KINDS, STATUSES, Scope, chance, one
from tests.reference.programs.values import card, cards, condition, number, player, span, terms, zone
from yomi_dsl import ir


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
        kinds += [choose] * 5 + [
            may,
            options,
            keep,
            sealed,
            take_turns,
            shuffle,
            roll,
            roll,
            at_random,
            at_random,
            do_part,
        ]
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


def at_random(s: Scope) -> ir.Effect:
    """One card, or a set that goes somewhere."""
    among, slot = cards(s), s.new()
    if chance(s.pick, 60):
        s.cards.append(ir.Local(slot, "luck"))
        return ir.AtRandom(slot, "luck", None, among)
    gone = ir.Move(ir.Local(slot, "luck"), zone(s), "", None)
    return ir.Seq((ir.AtRandom(slot, "luck", number(s, 1), among), gone))


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
