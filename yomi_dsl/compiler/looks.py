"""Looks: what stands where on the face of a card."""

from __future__ import annotations

import re
from typing import Any

from yomi_dsl import ir
from yomi_dsl.compiler.base import Env, Scope, Wrong, at, bare, head_at, one_clause, plain_clause, plain_words, show
from yomi_dsl.compiler.conditions import condition
from yomi_dsl.compiler.flow import walk
from yomi_dsl.diagnostics import nearest, suggest
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Phrase, Stmt, Tail, Text, leftmost

PLACES = ("corner", "row", "column", "panel", "list", "region")


def look(s: Scope, stmt: Stmt) -> ir.Look:
    first = stmt.head[0]
    if stmt.head[1:] and stmt.head[1].at.text.split() != ["colours", "of", "holder"]:
        raise Wrong("E0302", "only colours follow the size", stmt.head[1].at, "this is not used", 'write "colours of holder"')
    of, listing, width = look_head(first)
    height = next((show(leftmost(t.value).items[0]) for t in first.tails if t.word == "by"), "")
    if not of or not width.isdigit() or not height.isdigit():
        raise Wrong("E0303", "a look says of what it is, and its size", head_at(stmt), "", 'write "look card size 63 by 88 { ... }"')
    faced = ["card", *(x.name for x in s.table.of_kind("head"))]
    if of not in faced:
        raise Wrong("E0206", f'"{of}" has no face', first.at, "a look is of cards, or of what a player brings", suggest(of, faced))
    env = Env(["this"], 1)
    this = ir.Local(0, "this")
    inner = s.child(env=env, names={}, you=ir.Owner(this), this=this, subject=this)
    which = next((t.value for t in first.tails if t.word == "where"), None)
    where = None if which is None else inner.attempt(lambda: printed_only(condition(inner, which), which.at))
    places = [p for p in (look_line(inner, line, False) for line in stmt.block or ()) if isinstance(p, ir.LookPlace)]
    return ir.Look(of, listing, where, int(width), int(height), tuple(places), tuple(env.names), stmt.tags, at(stmt.at))


def look_head(clause: Clause) -> tuple[str, bool, str]:
    """``look card size 63``, ``look HEAD size 63`` or ``look list of HEAD size 63``: of what, is it a list, its width."""
    expr, listing = clause.value, False
    words = [show(i) for i in leftmost(expr).items][1:]
    if isinstance(expr, Binary) and expr.op == "of" and words == ["list"]:
        listing, words = True, [show(i) for i in leftmost(expr.right).items]
    if len(words) != 3 or words[1] != "size":
        return "", listing, ""
    return words[0], listing, words[2]


def look_line(s: Scope, line: Stmt, within: bool = True) -> ir.LookPlace | ir.LookItem | None:
    with s.reporting():
        if line.kind != "plain":
            raise Wrong("E0303", "a look has places and what stands there", head_at(line), "", 'write "row top: name"')
        words = [show(i) for i in leftmost(line.head[0].value).items]
        if words[0] in PLACES:
            return look_place(s, line, words)
        if line.define is not None or line.block is not None or not within:
            raise Wrong("E0202", f'"{words[0]}" is no place on a face', leftmost(line.head[0].value).items[0].at, "", nearest(words[0], PLACES) or f"the places are: {', '.join(PLACES)}")
        return look_item(s, one_clause(line))
    return None


SIDES = {
    "corner": r"(top|bottom) (left|right)",
    "row": r"top|middle|bottom",
    "column": r"left|right",
    "panel": r"middle|bottom",
    "list": r"middle",
    "region": r"(top|bottom) half",
}
"""How the side of a place is written; what is in none of them is no side."""
SIDE_WORDS = ("top", "bottom", "left", "right", "middle", "half", "turned")
WRITTEN = {
    "corner": '"corner top left"',
    "row": '"row top", "row middle" or "row bottom"',
    "column": '"column left" or "column right"',
    "panel": '"panel middle" or "panel bottom"',
    "list": '"list middle"',
    "region": '"region top half"',
}
ITEMS = ("name", "copies", "rules", "flavour", "art")


def look_place(s: Scope, line: Stmt, words: list[str]) -> ir.LookPlace:
    bare(line, ("for",), define=True, block=True)
    face = next((plain_words(leftmost(t.value).items) for t in line.head[0].tails if t.word == "for"), "")
    turned = "turned" in words
    side = " ".join(w for w in words[1:] if w != "turned")
    odd = next((i for i in leftmost(one_clause(line).value).items[1:] if show(i) not in SIDE_WORDS), None)
    if odd is not None:
        raise Wrong("E0302", f'"{show(odd)}" has no meaning here', odd.at, "this is no side", "the sides are: top, bottom, left, right, middle")
    if not re.fullmatch(SIDES[words[0]], side):
        raise Wrong("E0303", f"where is this {words[0]}?", head_at(line), "", f"write {WRITTEN[words[0]]}")
    if face and s.table.noun(face) is None:
        faces = [x.name for x in s.table.of_kind("face", "word")]
        raise Wrong("E0202", f'"{face}" is not known', line.head[0].tails[0].value.at, "no face is named so", nearest(face, faces))
    items: list[ir.LookItem | ir.LookPlace] = []
    for clause in line.define or ():
        with s.reporting():
            items.append(look_item(s, clause))
    for entry in line.block or ():
        made = look_line(s, entry)
        if made is not None:
            items.append(made)
    return ir.LookPlace(words[0], side, face, turned, tuple(items))


def look_item(s: Scope, clause: Clause) -> ir.LookItem:
    value, otherwise = clause.value, ""
    if isinstance(value, Binary) and value.op == "or" and value.left is not None:
        otherwise, value = attribute_named(s, value.right), value.left
    items = leftmost(value).items
    plain_clause(evolve(clause, value=value, tails=()))
    name = items[0].value if isinstance(items[0], Text) else plain_words(items)
    if not isinstance(items[0], Text):
        known_item(s, name, clause)
        drawable(s, name, clause)
    how: dict[str, Any] = {}
    for tail in clause.tails:
        said = item_tail(s, tail)
        if said.keys() & how.keys():
            raise Wrong("E0302", f'"{tail.at.text}" has no meaning here', tail.at, "this was said before")
        how |= said
    return ir.LookItem(f'"{name}"' if isinstance(items[0], Text) else name, otherwise=otherwise, **how)


def known_item(s: Scope, name: str, clause: Clause) -> None:
    if name not in ITEMS and s.table.noun(name) is None and name not in s.table.keywords:
        known = [*ITEMS, *(" ".join(k) for k in s.table.nouns)]
        shown, _, symbol = name.rpartition(" ")
        help = f'write "{shown} with symbol"' if symbol == "symbol" and shown in known else nearest(name, known)
        raise Wrong("E0202", f'"{name}" is not known', clause.at, "no card shows this", help)


def item_tail(s: Scope, tail: Tail) -> dict[str, Any]:
    """What a part behind an item says of it."""
    if tail.word == "where":
        return {"where": printed_only(condition(s, tail.value), tail.value.at)}
    words = leftmost(tail.value).items if isinstance(tail.value, Phrase) else ()
    said = [show(w) for w in words if not isinstance(w, Text)]
    if tail.word == "at" and said == ["each"]:
        return {"each": True}
    if tail.word == "with" and said == ["word"] and isinstance(words[-1], Text):
        return {"word": words[-1].value}
    if tail.word == "with" and said[:1] == ["symbol"] and said[1:] in ([], ["repeated"], ["only"], ["behind"]):
        return {"symbol": (said[1:] or ["plain"])[0]}
    if tail.word == "with" and said and said[0] not in ("symbol", "word"):
        return {"beside": attribute_named(s, tail.value)}
    raise Wrong("E0302", f'"{tail.at.text}" has no meaning here', tail.at, "this part is not used")


def attribute_named(s: Scope, value: Expr) -> str:
    """An attribute that is shown beside another, or in its stead."""
    name = plain_words(leftmost(value).items)
    attributes = [x.name for x in s.table.of_kind("attr", "set")]
    if name not in attributes:
        hint = nearest(name, attributes) or 'write "with symbol", "with word "TEXT"" or "with" and an attribute'
        raise Wrong("E0202", f'"{name}" is not known', value.at, "no attribute has this name", hint)
    return name


LONGEST_TRACK = 12


def drawable(s: Scope, name: str, clause: Clause) -> None:
    """A tally is printed as a track, so its steps must be known, and few."""
    symbol = s.table.noun(name)
    if symbol is None or symbol.kind != "tally":
        return
    odd = next((t for t in clause.tails if t.word != "where" and show(leftmost(t.value).items[0]) != "word"), None)
    if odd is not None:
        raise Wrong("E0302", f'"{odd.at.text}" has no meaning here', odd.at, "a tally is printed as a track", 'it may have a label: with word "TEXT"')
    range_ = next(c.value for c in symbol.data.stmt.define if isinstance(c.value, Binary) and c.value.op == "..")
    ends = [side.at.text for side in (range_.left, range_.right) if side is not None]
    if not all(re.fullmatch(r"-?\d+", end) for end in ends) or int(ends[1]) - int(ends[0]) > LONGEST_TRACK:
        raise Wrong("E0303", f'"{name}" is no track', clause.at, "a track has two ends that are numbers, and few steps", f"at most {LONGEST_TRACK} steps fit on a card")


PRINTED = (
    ir.Is, ir.Op, ir.Attr, ir.Local, ir.Lit, ir.WordLit, ir.Something, ir.Filter, ir.IsWord, ir.IsFlag, ir.IsNamed, ir.IsGroup,
    ir.IsHead, ir.IsKeyword, ir.OneOf, ir.Not,
)  # fmt: skip
"""What a card on paper knows of itself."""
COMPARED = ("not", "and", "or", "=", "!=", "<", "<=", ">", ">=")


def printed_only(cond: ir.Value, place: Span) -> ir.Value:
    """A look knows no state of play."""
    for node in walk(cond):
        if not isinstance(node, PRINTED) or (isinstance(node, ir.Op) and node.op not in COMPARED):
            raise Wrong("E0303", "a look can ask only what is printed on the card", place, "", 'such as "where damage > 0"')
    return cond
