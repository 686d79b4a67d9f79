"""Terse builders of IR for tests: what a test does not speak of is filled in."""

from __future__ import annotations

from typing import Any

from yomi_dsl import ir

AT = ir.At("test", 1, 1)
ANY = ir.Filter(())
NONE = ir.Lit(None)


def lit(value: Any) -> ir.Value:
    """A plain value, unless it is a node already."""
    return ir.Lit(value) if value is None or isinstance(value, (int, str)) else value


def slot(number: int) -> ir.Local:
    return ir.Local(number, f"s{number}")


def proc(body: Any, params: int = 0, slots: int = 12) -> ir.Proc:
    return ir.Proc(tuple(f"s{i}" for i in range(params + slots)), params, body)


def value_proc(body: Any, params: int = 1) -> ir.Proc:
    return proc(lit(body), params)


def seq(*steps: ir.Effect) -> ir.Effect:
    return steps[0] if len(steps) == 1 else ir.Seq(steps)


def op(name: str, *args: Any) -> ir.Op:
    return ir.Op(name, tuple(lit(arg) for arg in args))


def filter(*terms: ir.Term) -> ir.Filter:
    return ir.Filter(terms)


def word(attr: str, *words: str) -> ir.IsWord:
    return ir.IsWord(attr, words, "/".join(words))


def cards(zone: Any = None, *terms: ir.Term, value: Any = None, it: int = 11, where: Any = None) -> ir.Cards:
    return ir.Cards(() if zone is None else (zone,), value, ir.Filter(terms), it, "it", where)


def count(found: ir.Value) -> ir.Fold:
    return ir.Fold("count", found, 0, None)


def zone(name: str, of: Any = None) -> ir.Zone:
    return ir.Zone(name, of)


def first(found: ir.Value) -> ir.Pick:
    return ir.Pick("first", found)


# ---- effects ---------------------------------------------------------------------------------------------------------


def move(what: ir.Value, place: ir.Zone, side: str = "", face: Any = None) -> ir.Move:
    return ir.Move(what, place, side, face)


def change(name: str, of: Any, by: Any = None, to: Any = None) -> ir.Change:
    return ir.Change(ir.Tally(name, of), None if by is None else lit(by), None if to is None else lit(to))


def mark(holder: Any, status: str, span: ir.Span | None = None, *captures: ir.Value) -> ir.Mark:
    return ir.Mark(holder, status, span, captures)


def do(action: str, doer: Any, *roles: Any) -> ir.Do:
    return ir.Do(action, doer, tuple(lit(role) for role in roles))


def span(what: str, start: str = "now", count: Any = 1, whose: Any = None, until: bool = False) -> ir.Span:
    return ir.Span(start, lit(count), what, whose, start == "now", until)


def ask(name: str, to: int, source: Any, low: Any = 1, high: Any = 1, many: bool = False) -> ir.Ask:
    if isinstance(source, ir.Cards):
        source = ir.AnyOf(cards=source)
    elif isinstance(source, tuple):
        source = ir.AnyOf(numbers=tuple(lit(n) for n in source))
    return ir.Ask(name, to, source, lit(low), lit(high), many)


def choose(who: ir.Value, *asks: ir.Ask, mode: str = "must", where: Any = None, limit: Any = None, body: Any = None,
           otherwise: Any = None, rounds: int = 10) -> ir.Choose:  # fmt: skip
    return ir.Choose(who, mode, asks, where, rounds, None if limit is None else lit(limit), body, otherwise)


def options(who: ir.Value, *lines: ir.Option, mode: str = "must", rounds: int = 10) -> ir.Options:
    return ir.Options(who, mode, "one", rounds, lines)


def option(label: str, body: Any = None, action: str = "", where: Any = None) -> ir.Option:
    return ir.Option(label, action, where, body)


# ---- declarations ----------------------------------------------------------------------------------------------------


def action(name: str, body: Any, *roles: str, kind: str = "action", limit: ir.Limit | None = None, gate: Any = None,
           last: Any = None) -> ir.Action:  # fmt: skip
    made = tuple(ir.Role(role.split(":")[0], (role + ":number").split(":")[1], "") for role in roles)
    return ir.Action(name, kind, (name, name), made, "", limit, gate, proc(body, 1 + len(roles)), last, (), AT)


def rule(timing: str, on: str, body: Any, *tests: Any, where: Any = None, limit: ir.Limit | None = None,
         span: ir.Span | None = None) -> ir.Rule:  # fmt: skip
    return ir.Rule(timing, on, tuple(("", t) for t in tests), where, limit, span, proc(body, 0, 16), (), AT)


def limit(count: Any, per: str = "turn") -> ir.Limit:
    return ir.Limit(lit(count), per)


def modifier(
    target: str, kind: str, operand: Any, *terms: ir.Term, player: Any = None, up_to: Any = None
) -> ir.Modifier:
    fits = None if player is not None else ir.Filter(terms)
    return ir.Modifier(fits, player, target, kind, None if up_to is None else lit(up_to), value_proc(operand), (), AT)


def row(contest: str, mine: ir.Filter, theirs: ir.Filter, where: Any = None, tie: bool = False) -> ir.Row:
    return ir.Row(contest, tie, mine, theirs, where, tuple(f"s{i}" for i in range(16)), (), AT)


def ability(*items: ir.Static, kind: str = "plain", name: str = "", run: Any = None, values: tuple = ()) -> ir.Ability:
    return ir.Ability(kind, name, "", (), "", values, items, None if run is None else proc(run, 2), (), AT)


def face(*abilities: ir.Ability, name: str = "", **values: Any) -> ir.Face:
    return ir.Face(name, tuple((key, lit(v)) for key, v in values.items()), abilities)


def card(name: str, *faces: ir.Face, copies: int = 1, head: str = "", group: str = "") -> ir.Card:
    return ir.Card(name, name, "D", head, copies, group, faces or (face(),), "", "", "", AT)


def zone_decl(name: str, *, shared: bool = False, order: str = "plain", seen: str = "all", limit: int | None = None,
              overflow: str = "", live: bool = False) -> ir.ZoneDecl:  # fmt: skip
    return ir.ZoneDecl(name, shared, order, seen, limit, overflow, live, live, (), AT)


def tally(name: str, of: str, low: Any, high: Any, start: Any = 0, mirrored: bool = False) -> ir.TallyDecl:
    return ir.TallyDecl(name, of, value_proc(low), value_proc(high), value_proc(start), mirrored, "", (), AT)


def status(name: str, holder: str, *items: ir.Static, span: ir.Span | None = None, both: str = "each", copies: str = "one",
           ends: tuple[str, ...] = (), captures: tuple[str, ...] = ()) -> ir.Status:  # fmt: skip
    return ir.Status(name, holder, span, name, ir.Settle(both, copies, ends), captures, items, True, (), AT)


def number(name: str, low: int = 0, high: int = 99, on: ir.Filter = ANY) -> ir.Attribute:
    return ir.Attribute(name, "number", "", low, high, "optional", on, None, "", "", AT)


def words(name: str, *all: str) -> tuple[ir.WordSet, ir.Attribute]:
    """A set of words and the attribute of that name."""
    return (
        ir.WordSet(name, all, (), (), AT),
        ir.Attribute(name, "word", name, 0, 0, "optional", ANY, None, "", "", AT),
    )


def flag(name: str) -> ir.Attribute:
    return ir.Attribute(name, "flag", "", 0, 0, "optional", ANY, None, name, f"not {name}", AT)


def game(**parts: Any) -> ir.Game:
    """A game. Parts that are not given are empty."""
    given: dict[str, Any] = {
        "name": "test", "players": 2, "heads": (("deck", "D"),), "layers": (), "order": ("active player", "layer", "age"),
        "turn": ir.Turn(False, "first seat", ("step",)), "setup": None, "given": None, "both_lose": None,
        "turn_limit": 3, "turn_limit_verdict": proc(ir.Finish("tie", None, "turn limit"), 1),
    }  # fmt: skip
    given.update(parts)
    listed = tuple(card.id for card in given.get("cards", ()))
    given.setdefault("holders", (ir.HolderDecl("deck", "D", "", listed, (), AT),))
    return ir.Game(**{field.name: given.get(field.name, ()) for field in ir.Game.__attrs_attrs__})


def small_game(body: ir.Effect, *actions: ir.Action, **parts: Any) -> ir.Game:
    """A game in which each phase ``step`` does ``body``; its phase ``late`` does nothing. Cards A, A and B begin in hand."""
    everything = ir.Cards((zone("box", slot(1)),), None, ANY, 5, "it", None)
    start = ir.EachPlayer(1, move(everything, zone("hand", slot(1))))
    given: dict[str, Any] = {
        "cards": (card("A", copies=2), card("B")),
        "zones": (
            zone_decl("hand"),
            zone_decl("bin", order="pile"),
            zone_decl("table", order="row", live=True),
            zone_decl("small", limit=1, overflow="bin"),
        ),
        "tallies": (tally("hp", "player", 0, 9, 9), tally("noted", "player", 0, 10**30), tally("charge", "card", 0, 3)),
        "layers": ("table", "status"),
        "turn": ir.Turn(False, "first seat", ("step", "late")),
        "setup": proc(start, 1),
        "turn_limit": 1,
    }
    phases = action("step", body, kind="phase"), action("late", seq(*()), kind="phase")
    return game(**{**given, "actions": (*phases, *actions), **parts})


def note(number: int, who: Any = None) -> ir.Effect:
    """Writes a digit behind those that a player has noted: a trace of what ran."""
    who = slot(0) if who is None else who
    return change("noted", who, to=op("+", op("*", ir.Tally("noted", who), 10), number))
