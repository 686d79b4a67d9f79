"""Values and tests of cards: a table of one function a node class. Nothing here changes the state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.reference import attributes
from tests.reference.state import Bound, Counter, Env, Match, Place, Ref
from yomi_dsl import ir


def value(node: Any, m: Match, env: Env) -> Any:
    """What the node is worth in an environment: number, bool, text, `Ref`, tuple of them, seat, `Place`, or None."""
    return VALUES[type(node)](node, m, env)


def frame(proc: ir.Proc, *params: Any, doer: int | None = None, event: Any = None) -> Env:
    """An environment: the parameters, then empty slots."""
    return Env([*params, *[None] * (len(proc.names) - len(params))], doer, event)


def run_value(proc: ir.Proc, m: Match, *params: Any) -> Any:
    """The value of a body with its parameters."""
    return value(proc.body, m, frame(proc, *params))


def with_slot(node: Any, m: Match, env: Env, slot: int, bound: Any) -> Any:
    """The value with something in a slot, which is then as it was."""
    before, env.slots[slot] = env.slots[slot], bound
    try:
        return value(node, m, env)
    finally:
        env.slots[slot] = before


def of(node: Any, found: Callable[[Any], Any], m: Match, env: Env) -> Any:
    """Something of a player or card; nothing of nothing."""
    subject = value(node, m, env)
    return None if subject is None else found(subject)


# ---- players, tallies, declared values -------------------------------------------------------------------------------


def head_card(head: str, seat: int, m: Match) -> Ref | None:
    cards = m.zones[Place(head, seat)]
    return Ref(cards[0]) if cards else None


def read_tally(node: ir.Tally, m: Match, env: Env) -> int | None:
    if node.of is None:
        return tally(Counter(node.name, None), m)
    return of(node.of, lambda subject: tally(Counter(node.name, subject), m), m, env)


def tally(counter: Counter, m: Match) -> int:
    """What a tally shows to its player; before it was written, its start."""
    declared = m.declared("tallies", counter.name)
    stored = m.tallies.get(m.tally_key(counter))
    if stored is None:
        return run_value(declared.start, m, *[] if counter.of is None else [counter.of])
    return -stored if declared.mirrored and counter.of == 1 else stored


def call(name: str, m: Match, *args: Any) -> Any:
    """A declared value or relation. That of a player passes through modifiers; none is about nobody."""
    declared = m.declared("values", name)
    found = run_value(declared.proc, m, *args)
    if declared.subjects == ("player",) and args[0] is not None:
        found = attributes.modified(name, m, found, args[0], lambda mod, env: value(mod.player, m, env) == args[0])
    return found


def beats(node: ir.Beats, m: Match, env: Env) -> bool:
    """The first row that fits decides, either way round."""
    a, b = value(node.a, m, env), value(node.b, m, env)
    if a is None or b is None:
        return False
    for row, row_env in attributes.rows_of(node.name, m):
        for mine, theirs in (a, b), (b, a):
            if row_fits(row, row_env, m, mine, theirs):
                return row.tie if node.tie else not row.tie and mine == a
    return False


def row_fits(row: ir.Row, env: Env, m: Match, mine: Ref, theirs: Ref) -> bool:
    env.slots[:2] = mine, theirs
    fitting = fits(row.mine, m, env, mine) and fits(row.theirs, m, env, theirs)
    return fitting and (row.where is None or bool(value(row.where, m, env)))


def supplies(node: ir.Supplies, m: Match, env: Env) -> bool:
    """Tried card by card: each word from another card."""

    def supplied(words: tuple, left: list) -> bool:
        return not words or any(
            words[0] in left[i] and supplied(words[1:], left[:i] + left[i + 1 :]) for i in range(len(left))
        )

    sets = [attributes.attribute(node.attr, m, card) or () for card in cards_of(value(node.cards, m, env))]
    return supplied(m.declared("sets", node.set).words, sets)


def successor(node: ir.Successor, m: Match, env: Env) -> str | None:
    words, word = m.declared("sets", node.set).words, value(node.of, m, env)
    return words[words.index(word) + 1] if word in words[:-1] else None


# ---- zones, sets of cards --------------------------------------------------------------------------------------------


def cards_of(found: Any) -> tuple[Ref, ...]:
    """Nothing, a card or a set, as a set."""
    return () if found is None else found if isinstance(found, tuple) else (found,)


def zone(node: ir.Zone, m: Match, env: Env) -> Place | None:
    """A zone; that of nobody is nothing."""
    if node.of is None:
        return Place(node.name, None)
    return of(node.of, lambda seat: Place(node.name, seat), m, env)


def same_place(a: Place, b: Place) -> bool:
    """Of any player where one says no seat."""
    return a.name == b.name and (a.seat is None or b.seat is None or a.seat == b.seat)


def piles(zone: Place | None, m: Match) -> Iterator[list[int]]:
    """The piles that a zone means: its own, or in player order that of each player."""
    for seat in (None, *m.players()) if zone is not None else ():
        if Place(zone.name, seat) in m.zones and same_place(zone, Place(zone.name, seat)):
            yield m.zones[Place(zone.name, seat)]


def all_cards(node: ir.Cards, m: Match, env: Env) -> tuple[Ref, ...]:
    """The cards among which a set is sought."""
    if node.value is not None:
        return cards_of(value(node.value, m, env))
    if not node.zones:
        return tuple(Ref(number) for pile in m.zones.values() for number in pile)
    found = [Ref(number) for zone in node.zones for pile in piles(value(zone, m, env), m) for number in pile]
    return tuple(dict.fromkeys(found))


def fitting(node: ir.Cards, m: Match, env: Env) -> tuple[Ref, ...]:
    """Those that are sought."""
    return tuple(
        card
        for card in all_cards(node, m, env)
        if fits(node.filter, m, env, card) and (node.where is None or with_slot(node.where, m, env, node.slot, card))
    )


def pick(node: ir.Pick, m: Match, env: Env) -> Ref | None:
    cards = cards_of(value(node.cards, m, env))
    if not cards or (node.take == "only" and len(cards) > 1):
        return None
    return cards[-1] if node.take == "last" else cards[0]


def quant(node: ir.Quant, m: Match, env: Env) -> bool:
    found = fitting(node.cards, m, env)
    return {"any": bool(found), "no": not found, "all": len(found) == len(all_cards(node.cards, m, env))}[node.quant]


def fold(node: ir.Fold, m: Match, env: Env) -> int:
    """What has no such attribute is left out."""
    cards = cards_of(value(node.cards, m, env))
    if node.fold == "count":
        return len(cards)
    found = [one for card in cards if (one := with_slot(node.each, m, env, node.slot, card)) is not None]
    if node.fold == "different":
        return len(set(found))
    return {"sum": sum, "most": max, "least": min}[node.fold](found) if found else 0


def in_(node: ir.In, m: Match, env: Env) -> bool:
    card, place = value(node.card, m, env), value(node.zone, m, env)
    return card is not None and place is not None and same_place(m.card(card).place, place)


def precedes(node: ir.Precedes, m: Match, env: Env) -> bool:
    a, b = value(node.a, m, env), value(node.b, m, env)
    if a is None or b is None or m.card(a).place != m.card(b).place:
        return False
    row = m.zones[m.card(a).place]
    return row.index(a.number) < row.index(b.number)


# ---- conditions and numbers ------------------------------------------------------------------------------------------


def has(node: ir.Has, m: Match, env: Env) -> bool:
    if node.of is None:
        return m.has(None, node.status)
    return bool(of(node.of, lambda holder: m.has(m.holder(holder), node.status), m, env))


def is_(node: ir.Is, m: Match, env: Env) -> bool:
    found = value(node.of, m, env)
    return found is not None and all(fits(node.filter, m, env, card) for card in cards_of(found))


def operation(node: ir.Op, m: Match, env: Env) -> Any:
    """Nothing is only equal or not; a sum with nothing is nothing."""
    if node.op == "and":
        return all(value(arg, m, env) for arg in node.args)
    if node.op == "or":
        return any(value(arg, m, env) for arg in node.args)
    args = [value(arg, m, env) for arg in node.args]
    if node.op not in ("not", "=", "!=") and None in args:
        return False if node.op in ("<", "<=", ">", ">=") else None
    return OPERATORS[node.op](*args)


def equal(a: Any, b: Any) -> bool:
    """One card is the same by whatever face it is read; a zone of no player is that of any."""
    if isinstance(a, Place) and isinstance(b, Place):
        return same_place(a, b)
    if isinstance(a, Ref) and isinstance(b, Ref):
        return a.number == b.number
    return a == b


OPERATORS: dict[str, Callable[..., Any]] = {
    "+": lambda *args: sum(args),
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "neg": lambda a: -a,
    "half-up": lambda a: -(-a // 2),
    "half-down": lambda a: a // 2,
    "not": lambda a: not a,
    "=": equal,
    "!=": lambda a, b: not equal(a, b),
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


VALUES: dict[type, Callable[[Any, Match, Env], Any]] = {
    ir.Lit: lambda n, m, env: n.value,
    ir.WordLit: lambda n, m, env: n.word,
    ir.WordsLit: lambda n, m, env: n.words,
    ir.Local: lambda n, m, env: env.slots[n.slot],
    ir.PerSeat: lambda n, m, env: of(n.seat, lambda seat: env.slots[n.slot + seat], m, env),
    ir.Opponent: lambda n, m, env: of(n.of, lambda seat: 1 - seat, m, env),
    ir.Active: lambda n, m, env: m.active(),
    ir.RandomPlayer: lambda n, m, env: m.chance.seat(),
    ir.Owner: lambda n, m, env: of(n.of, lambda card: m.card(card).owner, m, env),
    ir.Holder: lambda n, m, env: next((seat for seat in m.players() if m.has(seat, n.status)), None),
    ir.Seat: lambda n, m, env: next((p for p in m.players() if with_slot(n.where, m, env, n.slot, p)), None),
    ir.HeadCard: lambda n, m, env: of(n.of, lambda seat: head_card(n.head, seat, m), m, env),
    ir.Attr: lambda n, m, env: attributes.attribute(n.name, m, value(n.of, m, env)),
    ir.Tally: read_tally,
    ir.Call: lambda n, m, env: call(n.name, m, *[value(arg, m, env) for arg in n.args]),
    ir.Beats: beats,
    ir.Zone: zone,
    ir.TurnNumber: lambda n, m, env: m.turn,
    ir.PhaseIs: lambda n, m, env: any(one.what == n.phase for one in m.running),
    ir.Op: operation,
    ir.Is: is_,
    ir.Something: lambda n, m, env: value(n.of, m, env) not in (None, ()),
    ir.Has: has,
    ir.In: in_,
    ir.SetHas: lambda n, m, env: value(n.word, m, env) in (attributes.attribute(n.attr, m, value(n.of, m, env)) or ()),
    ir.Precedes: precedes,
    ir.Supplies: supplies,
    ir.Cards: fitting,
    ir.Pick: pick,
    ir.Quant: quant,
    ir.Fold: fold,
    ir.As: lambda n, m, env: of(n.card, lambda card: Ref(card.number, value(n.face, m, env)), m, env),
    ir.NameOf: lambda n, m, env: of(n.of, lambda card: m.card(card).printed.name, m, env),
    ir.Successor: successor,
    ir.Filter: lambda n, m, env: (n, env),
}


# ---- filters ---------------------------------------------------------------------------------------------------------


def fits(node: ir.Filter, m: Match, env: Env, card: Ref) -> bool:
    """Does a card satisfy all terms of a filter?"""
    return all(TERMS[type(term)](term, m, env, card) for term in node.terms)


def fits_attribute(node: ir.Fits, m: Match, env: Env, card: Ref) -> bool:
    """A filter attribute is printed as a body over ``it``; a modifier sets one with the environment it is read in."""
    found = attributes.attribute(node.attr, m, value(node.of, m, env))
    if found is None:
        return False
    test, inner = (found.body, frame(found, card)) if isinstance(found, ir.Proc) else found
    return fits(test, m, inner, card)


def has_keyword(node: ir.IsKeyword, m: Match, env: Env, card: Ref) -> bool:
    return any(one.kind == "keyword" and one.name in node.names for one in m.face(card).abilities)


TERMS: dict[type, Callable[[Any, Match, Env, Ref], bool]] = {
    ir.Filter: fits,
    ir.IsWord: lambda t, m, env, card: attributes.attribute(t.attr, m, card) in t.words,
    ir.IsFlag: lambda t, m, env, card: bool(attributes.attribute(t.attr, m, card)),
    ir.IsStatus: lambda t, m, env, card: m.has(m.holder(card), t.status),
    ir.IsNamed: lambda t, m, env, card: m.card(card).printed.name == t.name,
    ir.IsKeyword: has_keyword,
    ir.IsGroup: lambda t, m, env, card: m.card(card).printed.group == t.group,
    ir.IsHead: lambda t, m, env, card: m.card(card).printed.head == t.head,
    ir.IsValue: lambda t, m, env, card: bool(call(t.value, m, card)),
    ir.OwnedBy: lambda t, m, env, card: m.card(card).owner == value(t.player, m, env),
    ir.Same: lambda t, m, env, card: equal(value(t.card, m, env), card),
    ir.Fits: fits_attribute,
    ir.OneOf: lambda t, m, env, card: any(fits(option, m, env, card) for option in t.options),
    ir.Not: lambda t, m, env, card: not fits(t.filter, m, env, card),
    ir.Such: lambda t, m, env, card: bool(with_slot(t.where, m, env, t.slot, card)),
}


# ---- spans -----------------------------------------------------------------------------------------------------------


NOBODY = -1
"""Whose turns and phases never come."""


def bind(span: ir.Span | None, m: Match, env: Env) -> Bound:
    """A span as edges: which start opens it, which end shuts it. No span: from now on for ever.

    The present one counts with ``present``; if there is none, "this" is until the end of the turn, or of the next turn.
    Nobody's never begins, and none of less than one."""
    if span is None or span.what == "game":
        return Bound("game", None, None, None)
    whose = None if span.whose is None else value(span.whose, m, env)
    if span.whose is not None and whose is None:
        whose = NOBODY
    begun = m.starts.get((span.what, whose), 0)
    count = value(span.count, m, env) or 0
    if count < 1:
        return Bound(span.what, NOBODY, 1, 1)
    if span.start == "next":
        return Bound(span.what, whose, begun + 1, begun + count)
    now = any(one.what == span.what and (whose is None or one.doer == whose) for one in m.running)
    if span.present and not now and not span.until and count == 1 and span.what != "turn":
        return bind(ir.Span("now", ir.Lit(1), "turn", None, present=True, until=False), m, env)
    return Bound(span.what, whose, None, begun + count - (1 if now and span.present else 0))
