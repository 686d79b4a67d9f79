"""Values: one function a node class. Nothing here changes the state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import singledispatch
from typing import Any

from tests.reference import sources
from tests.reference.state import Bound, Counter, Env, Match, Place, Ref, Source
from yomi_dsl import ir


@singledispatch
def value(node: Any, m: Match, env: Env) -> Any:
    """What the node is worth in an environment: number, bool, text, `Ref`, tuple of them, seat, `Place`, or None."""
    raise NotImplementedError(type(node).__name__)


def run_value(proc: ir.Proc, m: Match, *params: Any) -> Any:
    """The value of a body with its parameters."""
    return value(proc.body, m, frame(proc, *params))


def frame(proc: ir.Proc, *params: Any, doer: int | None = None, event: Any = None) -> Env:
    """An environment: the parameters, then empty slots."""
    return Env([*params, *[None] * (len(proc.names) - len(params))], doer, event)


def cards_of(found: Any) -> tuple[Ref, ...]:
    """Nothing, a card or a set, as a set."""
    return () if found is None else found if isinstance(found, tuple) else (found,)


@value.register
def _(node: ir.Lit, m: Match, env: Env) -> Any:
    return node.value


@value.register
def _(node: ir.WordLit, m: Match, env: Env) -> Any:
    return node.word


@value.register
def _(node: ir.Local, m: Match, env: Env) -> Any:
    return env.slots[node.slot]


@value.register
def _(node: ir.PerSeat, m: Match, env: Env) -> Any:
    return env.slots[node.slot + value(node.seat, m, env)]


# ---- players ---------------------------------------------------------------------------------------------------------


@value.register
def _(node: ir.Opponent, m: Match, env: Env) -> Any:
    seat = value(node.of, m, env)
    return None if seat is None else 1 - seat


@value.register
def _(node: ir.Active, m: Match, env: Env) -> Any:
    return m.active()


@value.register
def _(node: ir.RandomPlayer, m: Match, env: Env) -> Any:
    return m.chance.seat()


@value.register
def _(node: ir.Owner, m: Match, env: Env) -> Any:
    card = value(node.of, m, env)
    return None if card is None else m.card(card).owner


@value.register
def _(node: ir.Holder, m: Match, env: Env) -> Any:
    return next((seat for seat in m.players() if m.has(seat, node.status)), None)


@value.register
def _(node: ir.Seat, m: Match, env: Env) -> Any:
    return next((seat for seat in m.players() if holds(node.where, m, env, node.slot, seat)), None)


@value.register
def _(node: ir.HeadCard, m: Match, env: Env) -> Any:
    seat = value(node.of, m, env)
    cards = [] if seat is None else m.zones[Place(node.head, seat)]
    return Ref(cards[0]) if cards else None


# ---- attributes ------------------------------------------------------------------------------------------------------


@value.register
def _(node: ir.Attr, m: Match, env: Env) -> Any:
    return attribute(node.name, m, value(node.of, m, env))


def attribute(name: str, m: Match, card: Ref | None) -> Any:
    """An attribute of a card: as printed, then every modifier in force that fits, then the range."""
    declared = m.declared("attributes", name)
    flag = declared is None or declared.type == "flag"
    if card is None:
        return False if flag else None
    found = printed(name, m, card)
    if found is None and flag:
        found = False

    def applies(modifier: ir.Modifier, env: Env) -> bool:
        return modifier.filter is not None and fits(modifier.filter, m, env, card)

    found = modified(name, m, found, card, applies)
    if declared is not None and declared.type == "number" and found is not None:
        found = min(max(found, declared.low), declared.high)
    return found


def printed(name: str, m: Match, card: Ref) -> Any:
    """What stands on the face, or else what a granted keyword sets, or nothing."""
    for key, shown in m.face(card).values:
        if key == name:
            return shown_value(shown, m, card)
    for source, grant in sources.in_force(m, lambda one: sets(one, name), silence=name != "silent"):
        if fits(grant.filter, m, sources.static_env(grant.names, source, card), card):
            return next(shown_value(shown, m, card) for key, shown in grant.ability.values if key == name)
    return None


def sets(static: Any, name: str) -> bool:
    """Is it a grant of a keyword that sets that attribute?"""
    return isinstance(static, ir.Grant) and any(key == name for key, _ in static.ability.values)


def shown_value(shown: Any, m: Match, card: Ref) -> Any:
    """A printed value: words of a set, a filter (its proc), a formula, or a plain value."""
    if isinstance(shown, ir.WordsLit):
        return shown.words
    if isinstance(shown, ir.Proc):
        return shown if isinstance(shown.body, ir.Filter) else run_value(shown, m, m.card(card).owner, card)
    return value(shown, m, Env([], None))


def modified(name: str, m: Match, found: Any, it: Any, applies: Callable[[ir.Modifier, Env], bool]) -> Any:
    """A value after the modifiers of ``name`` in force: by layer, then set, add, clamp, then age."""
    rows = []
    for source, modifier in sources.in_force(m, lambda one: changes(one, name), silence=name != "silent"):
        env = sources.static_env(modifier.proc.names, source, it)
        if applies(modifier, env):
            kind = {"to": 0, "by": 1}.get(modifier.op, 2)
            rows.append(((sources.layer(m, source), kind, source.since), modifier, env))
    for _, modifier, env in sorted(rows, key=lambda row: row[0]):
        found = one_modified(m, found, modifier, env)
    return found


def changes(static: Any, name: str) -> bool:
    """Is it a modifier of that attribute or value?"""
    return isinstance(static, ir.Modifier) and static.target == name


def one_modified(m: Match, found: Any, modifier: ir.Modifier, env: Env) -> Any:
    """A value after one modifier. Nothing can be set, but not added to."""
    operand = value(modifier.proc.body, m, env)
    if modifier.op == "to":
        return operand
    if found is None or operand is None:
        return found
    if modifier.op == "at least":
        return max(found, operand)
    if modifier.op == "at most":
        return min(found, operand)
    if modifier.up_to is None:
        return found + operand
    return max(found, min(found + operand, value(modifier.up_to, m, env)))


@value.register
def _(node: ir.SetHas, m: Match, env: Env) -> Any:
    return value(node.word, m, env) in (attribute(node.attr, m, value(node.of, m, env)) or ())


@value.register
def _(node: ir.Supplies, m: Match, env: Env) -> Any:
    """Tried card by card: each word from another card."""
    sets = [attribute(node.attr, m, card) or () for card in cards_of(value(node.cards, m, env))]
    words = m.declared("sets", node.set).words

    def supplied(words: tuple, left: tuple) -> bool:
        return not words or any(
            words[0] in left[i] and supplied(words[1:], left[:i] + left[i + 1 :]) for i in range(len(left))
        )

    return supplied(words, tuple(sets))


@value.register
def _(node: ir.As, m: Match, env: Env) -> Any:
    card, face = value(node.card, m, env), value(node.face, m, env)
    return None if card is None else Ref(card.number, face)


@value.register
def _(node: ir.NameOf, m: Match, env: Env) -> Any:
    card = value(node.of, m, env)
    return None if card is None else m.card(card).printed.name


@value.register
def _(node: ir.Successor, m: Match, env: Env) -> Any:
    words, word = m.declared("sets", node.set).words, value(node.of, m, env)
    return words[words.index(word) + 1] if word in words[:-1] else None


# ---- tallies, values, contests -----------------------------------------------------------------------------------------


@value.register
def _(node: ir.Tally, m: Match, env: Env) -> Any:
    of = None if node.of is None else value(node.of, m, env)
    if node.of is not None and of is None:
        return None
    return tally(Counter(node.name, of), m)


def tally(counter: Counter, m: Match) -> int:
    """What a tally shows to its player; before it was written, its start."""
    declared = m.declared("tallies", counter.name)
    stored = m.tallies.get(m.tally_key(counter))
    if stored is None:
        return run_value(declared.start, m, *[] if counter.of is None else [counter.of])
    return -stored if declared.mirrored and counter.of == 1 else stored


@value.register
def _(node: ir.Call, m: Match, env: Env) -> Any:
    return call(node.name, m, *[value(arg, m, env) for arg in node.args])


def call(name: str, m: Match, *args: Any) -> Any:
    """A declared value or relation. That of a player passes through modifiers."""
    declared = m.declared("values", name)
    found = run_value(declared.proc, m, *args)
    if declared.subjects == ("player",):

        def applies(modifier: ir.Modifier, env: Env) -> bool:
            return modifier.player is not None and value(modifier.player, m, env) == args[0]

        found = modified(name, m, found, args[0], applies)
    return found


@value.register
def _(node: ir.Beats, m: Match, env: Env) -> Any:
    """The first row that fits decides, either way round. Rows of live cards lie on top, the youngest first."""
    a, b = value(node.a, m, env), value(node.b, m, env)
    if a is None or b is None:
        return False
    for row, row_env in rows_of(node.name, m):
        for mine, theirs in (a, b), (b, a):
            if row_fits(row, row_env, m, mine, theirs):
                return row.tie if node.tie else not row.tie and mine == a
    return False


def rows_of(name: str, m: Match) -> Iterator[tuple[ir.Row, Env]]:
    """The rows of a contest, top down, each with an environment (mine and theirs are filled in later)."""
    laid = sources.in_force(m, lambda one: isinstance(one, ir.Row) and one.contest == name)
    for source, row in sorted(laid, key=lambda pair: -pair[0].since):
        yield row, sources.static_env(row.names, source, None, None)
    for row in m.declared("contests", name).rows:
        yield row, Env([None] * len(row.names), None)


def row_fits(row: ir.Row, env: Env, m: Match, mine: Ref, theirs: Ref) -> bool:
    env.slots[:2] = mine, theirs
    fitting = fits(row.mine, m, env, mine) and fits(row.theirs, m, env, theirs)
    return fitting and (row.where is None or bool(value(row.where, m, env)))


# ---- zones, sets of cards ------------------------------------------------------------------------------------------------


@value.register
def _(node: ir.Zone, m: Match, env: Env) -> Any:
    return Place(node.name, None if node.of is None else value(node.of, m, env))


def same_place(a: Place, b: Place) -> bool:
    """Of any player where one says no seat."""
    return a.name == b.name and (a.seat is None or b.seat is None or a.seat == b.seat)


def piles(zone: Place, m: Match) -> Iterator[list[int]]:
    """The piles that a zone means: its own, or in player order that of each player."""
    for seat in (None, *m.players()):
        if Place(zone.name, seat) in m.zones and same_place(zone, Place(zone.name, seat)):
            yield m.zones[Place(zone.name, seat)]


@value.register
def _(node: ir.In, m: Match, env: Env) -> Any:
    card = value(node.card, m, env)
    return card is not None and same_place(m.card(card).place, value(node.zone, m, env))


@value.register
def _(node: ir.Precedes, m: Match, env: Env) -> Any:
    a, b = value(node.a, m, env), value(node.b, m, env)
    if a is None or b is None or m.card(a).place != m.card(b).place:
        return False
    row = m.zones[m.card(a).place]
    return row.index(a.number) < row.index(b.number)


@value.register
def _(node: ir.Cards, m: Match, env: Env) -> Any:
    return tuple(card for card in all_cards(node, m, env) if chosen(node, m, env, card))


def all_cards(node: ir.Cards, m: Match, env: Env) -> tuple[Ref, ...]:
    """The cards among which a set is sought."""
    if node.value is not None:
        return cards_of(value(node.value, m, env))
    if not node.zones:
        return tuple(Ref(number) for pile in m.zones.values() for number in pile)
    return tuple(Ref(number) for zone in node.zones for pile in piles(value(zone, m, env), m) for number in pile)


def chosen(node: ir.Cards, m: Match, env: Env, card: Ref) -> bool:
    return fits(node.filter, m, env, card) and (node.where is None or holds(node.where, m, env, node.slot, card))


@value.register
def _(node: ir.Pick, m: Match, env: Env) -> Any:
    cards = cards_of(value(node.cards, m, env))
    if not cards or (node.take == "only" and len(cards) > 1):
        return None
    return cards[-1] if node.take == "last" else cards[0]


@value.register
def _(node: ir.Quant, m: Match, env: Env) -> Any:
    cards = all_cards(node.cards, m, env)
    fitting = [card for card in cards if chosen(node.cards, m, env, card)]
    return {"any": bool(fitting), "no": not fitting, "all": len(fitting) == len(cards)}[node.quant]


@value.register
def _(node: ir.Fold, m: Match, env: Env) -> Any:
    cards = cards_of(value(node.cards, m, env))
    if node.fold == "count":
        return len(cards)
    found = [with_slot(node.each, m, env, node.slot, card) for card in cards]
    found = [one for one in found if one is not None]
    if node.fold == "different":
        return len(set(found))
    return {"sum": sum, "most": max, "least": min}[node.fold](found) if found else 0


# ---- conditions ------------------------------------------------------------------------------------------------------------


def with_slot(node: Any, m: Match, env: Env, slot: int, bound: Any) -> Any:
    """The value with something in a slot, which is then as it was."""
    before, env.slots[slot] = env.slots[slot], bound
    try:
        return value(node, m, env)
    finally:
        env.slots[slot] = before


def holds(node: Any, m: Match, env: Env, slot: int, bound: Any) -> bool:
    return bool(with_slot(node, m, env, slot, bound))


@value.register
def _(node: ir.TurnNumber, m: Match, env: Env) -> Any:
    return m.turn


@value.register
def _(node: ir.PhaseIs, m: Match, env: Env) -> Any:
    return m.phase_running(node.phase)


@value.register
def _(node: ir.Something, m: Match, env: Env) -> Any:
    return value(node.of, m, env) not in (None, ())


@value.register
def _(node: ir.Has, m: Match, env: Env) -> Any:
    holder = None if node.of is None else value(node.of, m, env)
    if node.of is not None and holder is None:
        return False
    return m.has(Ref(holder.number) if isinstance(holder, Ref) else holder, node.status)


@value.register
def _(node: ir.Is, m: Match, env: Env) -> Any:
    found = value(node.of, m, env)
    return found is not None and all(fits(node.filter, m, env, card) for card in cards_of(found))


@value.register
def _(node: ir.Op, m: Match, env: Env) -> Any:
    if node.op == "and":
        return all(value(arg, m, env) for arg in node.args)
    if node.op == "or":
        return any(value(arg, m, env) for arg in node.args)
    args = [value(arg, m, env) for arg in node.args]
    if node.op == "not":
        return not args[0]
    if node.op in ("=", "!="):
        return equal(*args) == (node.op == "=")
    if None in args:
        return False if node.op in ("<", "<=", ">", ">=") else None
    return OPERATORS[node.op](*args)


OPERATORS = {
    "+": lambda *args: sum(args),
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "neg": lambda a: -a,
    "half-up": lambda a: -(-a // 2),
    "half-down": lambda a: a // 2,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def equal(a: Any, b: Any) -> bool:
    """One card is the same by whatever face it is read; a zone of no player is that of any."""
    if isinstance(a, Place) and isinstance(b, Place):
        return same_place(a, b)
    if isinstance(a, Ref) and isinstance(b, Ref):
        return a.number == b.number
    return a == b


# ---- filters ---------------------------------------------------------------------------------------------------------------


@value.register
def _(node: ir.Filter, m: Match, env: Env) -> Any:
    return node


def fits(node: ir.Filter, m: Match, env: Env, card: Ref | None) -> bool:
    """Does a card satisfy all terms of a filter?"""
    return card is not None and all(term(one, m, env, card) for one in node.terms)


@singledispatch
def term(node: Any, m: Match, env: Env, card: Ref) -> bool:
    """Does a card satisfy one term of a filter?"""
    raise NotImplementedError(type(node).__name__)


@term.register
def _(node: ir.Filter, m: Match, env: Env, card: Ref) -> bool:
    return fits(node, m, env, card)


@term.register
def _(node: ir.IsWord, m: Match, env: Env, card: Ref) -> bool:
    return attribute(node.attr, m, card) in node.words


@term.register
def _(node: ir.IsFlag, m: Match, env: Env, card: Ref) -> bool:
    return bool(attribute(node.attr, m, card))


@term.register
def _(node: ir.IsStatus, m: Match, env: Env, card: Ref) -> bool:
    return m.has(Ref(card.number), node.status)


@term.register
def _(node: ir.IsNamed, m: Match, env: Env, card: Ref) -> bool:
    return m.card(card).printed.name == node.name


@term.register
def _(node: ir.IsGroup, m: Match, env: Env, card: Ref) -> bool:
    return m.card(card).printed.group == node.group


@term.register
def _(node: ir.IsHead, m: Match, env: Env, card: Ref) -> bool:
    return m.card(card).printed.head == node.head


@term.register
def _(node: ir.IsValue, m: Match, env: Env, card: Ref) -> bool:
    return bool(call(node.value, m, card))


@term.register
def _(node: ir.OwnedBy, m: Match, env: Env, card: Ref) -> bool:
    return m.card(card).owner == value(node.player, m, env)


@term.register
def _(node: ir.Same, m: Match, env: Env, card: Ref) -> bool:
    return equal(value(node.card, m, env), card)


@term.register
def _(node: ir.Fits, m: Match, env: Env, card: Ref) -> bool:
    proc = attribute(node.attr, m, value(node.of, m, env))
    return proc is not None and fits(proc.body, m, frame(proc, card), card)


@term.register
def _(node: ir.OneOf, m: Match, env: Env, card: Ref) -> bool:
    return any(fits(option, m, env, card) for option in node.options)


@term.register
def _(node: ir.Not, m: Match, env: Env, card: Ref) -> bool:
    return not fits(node.filter, m, env, card)


@term.register
def _(node: ir.Such, m: Match, env: Env, card: Ref) -> bool:
    return holds(node.where, m, env, node.slot, card)


# ---- spans -----------------------------------------------------------------------------------------------------------------


def bind(span: ir.Span | None, m: Match, env: Env) -> Bound:
    """A span as edges: which start opens it, which end shuts it. No span: from now on for ever."""
    if span is None or span.what == "game":
        return Bound("game", None, None, None)
    whose = None if span.whose is None else value(span.whose, m, env)
    begun = m.starts.get((span.what, whose), 0)
    count = value(span.count, m, env)
    if span.start == "next":
        return Bound(span.what, whose, begun + 1, begun + count)
    now = any(one.what == span.what and (whose is None or one.doer == whose) for one in m.running)
    return Bound(span.what, whose, None, begun + count - (1 if now and span.present else 0))
