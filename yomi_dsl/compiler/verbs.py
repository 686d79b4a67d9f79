"""The built-in verbs: what follows them becomes a move, a change, a mark, an end."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Wrong, at, head_words, plain_words
from yomi_dsl.compiler.conditions import span, status_named
from yomi_dsl.compiler.nouns import face_value, noun
from yomi_dsl.compiler.parts import hands
from yomi_dsl.compiler.wanted import anything, card, cards, number, player, zone
from yomi_dsl.diagnostics import nearest, suggest
from yomi_dsl.syntax import Binary, Clause, Expr, Phrase, Tail, Text
from yomi_dsl.vocabulary import find


def card_or_cards(s: Scope, found) -> ir.Value:  # type: ignore[no-untyped-def]
    from yomi_dsl.compiler.wanted import as_card, as_cards

    return as_card(s, found) if found.quant in ("any", "first", "last") else as_cards(s, found)


# ---- primitives ------------------------------------------------------------------------------------------------------------


@attrs.define(eq=False)
class Parts:
    """A primitive's statement: what follows the verb, and its prepositions, each to be taken once."""

    s: Scope
    clause: Clause
    rest: Expr | None
    doer: ir.Value | None
    tails: list[Tail] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tails = list(self.clause.tails)

    def object(self, what: str) -> Expr:
        if self.rest is None:
            raise Wrong("E0303", f"something is missing: {what}", self.clause.at, "", self.said)
        return self.rest

    @property
    def said(self) -> str:
        """How the language says it."""
        rows = [row for word in head_words(self.clause.value) for row in find(word) if row.kind in ("primitive", "effect")]
        return f"it is said: {rows[0].pattern}" if rows else ""

    def take(self, prep: str) -> Expr | None:
        for tail in self.tails:
            if tail.word == prep:
                self.tails.remove(tail)
                return tail.value
        return None

    def need(self, prep: str, what: str) -> Expr:
        found = self.take(prep)
        if found is None:
            raise Wrong("E0303", f'"{prep}" is missing: {what}', self.clause.at, "", self.said)
        return found

    def done(self) -> None:
        if self.tails:
            raise Wrong("E0302", f'"{self.tails[0].word}" has no meaning here', self.tails[0].at, "this part is not used")
        if self.doer is not None and self.doer != self.s.you:
            raise self.done_by_nobody()

    def done_by_nobody(self) -> Wrong:
        return Wrong("E0308", "this is done to things, not by a player", self.clause.at, "", "leave the player out")

    @property
    def at(self) -> ir.At:
        return at(self.clause.at)


def move(s: Scope, p: Parts) -> ir.Effect:
    what = noun(s, p.object("what is moved"))
    origin = p.take("from")
    if origin is not None:
        if what.kind != "filter" or what.placed:
            raise Wrong("E0302", '"from" has no meaning for a card that is named', origin.at)
        what.zones, what.placed = (zone(s, origin),), True
    to = p.need("to", "where it goes")
    face = p.take("as")
    p.done()
    place, side = destination(s, to)
    value = what.value if what.kind == "value" else card_or_cards(s, what)
    if what.kind == "value" and what.type not in ("card", "cards", "nothing"):
        raise Wrong("E0304", "cards are moved", what.at, f"this is a {what.type}")
    return ir.Move(value, place, side, face_value(s, face) if face is not None else None, p.at)  # type: ignore[arg-type]


def destination(s: Scope, expr: Expr) -> tuple[ir.Zone | ir.Local, str]:
    if isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.left, Phrase):
        word = plain_words(expr.left.items)
        if word in ("top", "bottom"):
            return zone_or_owners(s, expr.right), word
    return zone_or_owners(s, expr), ""


def zone_or_owners(s: Scope, expr: Expr) -> ir.Zone | ir.Local:
    """``discard pile of owner``: each card to its own owner's zone."""
    if isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.right, Phrase) and isinstance(expr.left, Phrase):
        if plain_words(expr.right.items) == "owner":
            found = s.noun(expr.left.items, 0)
            if found and found[0].kind == "zone" and found[1] == len(expr.left.items):
                return ir.Zone(found[0].name, None)
    return zone(s, expr)


def change(s: Scope, p: Parts) -> ir.Effect:
    target = changed(s, p)
    by, to = p.take("by"), p.take("to")
    p.done()
    if (by is None) == (to is None):
        raise Wrong("E0303", "change says either by or to", p.clause.at, "", p.said)
    if not isinstance(target, (ir.Tally, ir.Local)):
        raise Wrong("E0504", "only a tally or a number of this action can be changed", p.clause.at, "this is computed", 'use "modify" inside "during ..."')
    return ir.Change(target, number(s, by) if by else None, number(s, to) if to else None, p.at)


def changed(s: Scope, p: Parts) -> ir.Value:
    """``change your NUMBER 1`` lacks a word."""
    try:
        return anything(s, p.object("what is changed"), "number")[0]
    except Wrong as wrong:
        code, message, place, label, help, more = wrong.args_
        if code != "E0302" or help or p.clause.tails:
            raise
        raise Wrong(code, message, place, label, f'write "by {place.text}" or "to {place.text}"', more) from None


def mark(s: Scope, p: Parts) -> ir.Effect:
    holder_expr = p.object("who is marked")
    status = need_status(s, p.need("with", "which status"))
    during_, until = p.take("during"), p.take("until")
    p.done()
    if during_ is not None and until is not None:
        raise Wrong("E0302", '"until" has no meaning beside "during"', until.at, "this part is not used")
    when = span(s, during_) if during_ is not None else span(s, until, until=True) if until is not None else None
    declared = s.table.nouns[tuple(status.split())].data
    if when is None and not declared.type:
        raise Wrong("E0307", f'how long does "{status}" last?', p.clause.at, "the status names no span", 'add "during next turn" or "until end of turn"')
    return ir.Mark(holder(s, holder_expr, declared.of), status, when, (), p.at)


def unmark(s: Scope, p: Parts) -> ir.Effect:
    status = need_status(s, p.need("with", "which status"))
    p.done()
    return ir.Unmark(holder(s, p.object("who"), s.table.nouns[tuple(status.split())].data.of), status, p.at)


def holder(s: Scope, expr: Expr, kind: str) -> ir.Value | None:
    if kind == "game":
        if not (isinstance(expr, Phrase) and plain_words(expr.items) == "game"):
            raise Wrong("E0304", "this status is one of the game", expr.at, "", 'write "mark game with ..."')
        return None
    if isinstance(expr, Phrase) and plain_words(expr.items) == "game":
        raise Wrong("E0304", f"this status is one of a {kind}", expr.at, "not of the game")
    return player(s, expr) if kind == "player" else cards(s, expr)


def need_status(s: Scope, expr: Expr) -> str:
    found = status_named(s, expr)
    if found is None:
        statuses = [sym.name for sym in s.table.of_kind("status")]
        raise Wrong("E0206", f'"{expr.at.text}" is no status', expr.at, "a status is expected here", suggest(expr.at.text, statuses))
    return found


def flip(s: Scope, p: Parts) -> ir.Effect:
    what, face = card(s, p.object("which card")), face_value(s, p.need("to", "which face"))
    p.done()
    return ir.Flip(what, face, p.at)


def reveal(s: Scope, p: Parts) -> ir.Effect:
    p.done()
    return ir.Reveal(cards(s, p.object("which cards")), p.at)


def shuffle(s: Scope, p: Parts) -> ir.Effect:
    p.done()
    return ir.Shuffle(zone(s, p.object("which zone")), p.at)


def do_part(s: Scope, p: Parts) -> ir.Effect:
    """``do effect of c [to x] [against y]``."""
    expr = p.object("which part")
    if not (isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.left, Phrase)):
        raise Wrong("E0303", '"do" is followed by a part of a card', p.clause.at, "", 'write "do effect of c"')
    name = plain_words(expr.left.items)
    parts = [*(sym.name for sym in s.table.of_kind("part")), "setup"]
    if name not in parts:
        raise Wrong("E0206", f'"{name}" is no part of cards', expr.left.at, "a part is expected here", suggest(name, parts))
    s.table.used.add(name)
    if p.doer is not None:
        raise p.done_by_nobody()
    twice = next((t for n, t in enumerate(p.tails) if t.word in [x.word for x in p.tails[:n]]), None)
    if twice is not None:
        raise Wrong("E0302", f'"{twice.word}" stands twice', twice.at, "this part is not used")
    args = [anything(s, t.value, "") for t in p.tails]
    hands(s, name, p.clause, [type for _, type in args])
    return ir.DoPart(name, card(s, expr.right), tuple(value for value, _ in args), p.at)


def end(s: Scope, p: Parts) -> ir.Effect:
    expr = p.object("what ends")
    name = " ".join(expr.at.text.split())
    actions = {sig.name for sigs in s.table.verbs.values() for sig in sigs} | {"turn"}
    if name not in actions:
        raise Wrong("E0205", f'"{name}" is no action', expr.at, "an action is expected here", nearest(name, actions))
    p.done()
    return ir.End(name)


def proceed(s: Scope, p: Parts) -> ir.Effect:
    if s.in_rule != "instead of":
        raise Wrong("E0505", '"proceed" stands only in an instead-of rule', p.clause.at)
    if p.clause.value.at.text != "proceed":
        raise Wrong("E0302", 'nothing follows "proceed"', p.rest.at if p.rest is not None else p.clause.value.at, "this is not used")
    p.done()
    return ir.Proceed()


def finish(result: str) -> Callable[[Scope, Parts], ir.Effect]:
    def build(s: Scope, p: Parts) -> ir.Effect:
        if p.rest is None or p.rest.at.text != "game":
            raise Wrong("E0303", f'"{result}" is followed by "game"', p.clause.at, "", f'write "{result} game as ..."')
        named = p.need("as", "the name of the ending")
        ending = text_of(named)
        if s.game is not None and ending not in s.game.endings:
            raise Wrong("E0207", f'"{ending}" is no declared ending', named.at, "", suggest(ending, s.game.endings))
        if p.tails:
            raise Wrong("E0302", f'"{p.tails[0].word}" has no meaning here', p.tails[0].at, "this part is not used")
        who = p.doer if p.doer is not None else s.you if result != "tie" else None
        if result != "tie" and who is None:
            raise Wrong("E0305", "who?", p.clause.at, "no player acts in this place")
        return ir.Finish(result, who if result != "tie" else None, ending, p.at)

    return build


def text_of(expr: Expr) -> str:
    if isinstance(expr, Phrase) and len(expr.items) == 1 and isinstance(expr.items[0], Text):
        return expr.items[0].value
    raise Wrong("E0301", "a text in quotes is expected here", expr.at)


PRIMITIVES: dict[str, Callable[[Scope, Parts], ir.Effect]] = {
    "move": move,
    "change": change,
    "mark": mark,
    "unmark": unmark,
    "flip": flip,
    "reveal": reveal,
    "shuffle": shuffle,
    "do": do_part,
    "end": end,
    "proceed": proceed,
    "win": finish("win"),
    "lose": finish("lose"),
    "tie": finish("tie"),
}


def primitive_named(verb: str) -> Callable[[Scope, Parts], ir.Effect] | None:
    return PRIMITIVES.get(verb) or PRIMITIVES.get(verb.removesuffix("s"))
