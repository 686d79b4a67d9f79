"""What stands in force, and a whole game, drawn."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference import build as b
from tests.reference.programs.drawing import (
    ACTIONS,
    KINDS,
    NAMES,
    PHASES,
    PRIMITIVES,
    STAGES,
    STATUSES,
    Pick,
    Scope,
    chance,
    one,
    proc,
)
from tests.reference.programs.effects import block, change, choose, keep, may, options, sealed, take_turns
from tests.reference.programs.values import condition, number, player, span, terms, zone
from yomi_dsl import ir

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
    if target == "silent" and chance(pick, 40):
        fits = ir.Filter((*fits.terms, rich(s)))
    return ir.Modifier(fits, None, target, op, up_to, proc(s, 3, operand), (), b.AT)


def rich(s: Scope) -> ir.Such:
    """Of a player who has much, or whose turn it is: what is so now and then."""
    slot = s.new()
    owner = ir.Owner(ir.Local(slot, "it"))
    much = ir.Op(">", (ir.Tally(one(s.pick, ("hp", "gold")), owner), ir.Lit(s.pick.number(0, 6))))
    return ir.Such(slot, one(s.pick, (much, ir.Op("=", (owner, ir.Active())), ir.Has(owner, "dazed"))))


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
