"""Bots: for each choice, preferences in order, and dice that say at which of several lines to begin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Env,
    Scope,
    Wrong,
    at,
    bare,
    head_at,
    one_clause,
    plain_words,
    replace_left,
    show,
    unknown,
)
from yomi_dsl.compiler.cards import meta_value
from yomi_dsl.compiler.conditions import condition
from yomi_dsl.compiler.extras import texts
from yomi_dsl.compiler.lines import first_word
from yomi_dsl.compiler.nouns import noun
from yomi_dsl.compiler.wanted import as_filter
from yomi_dsl.sight import looked_at
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Number, Phrase, Stmt, Text, leftmost

ROLL = 'write "roll 6 { 1..4: prefer ...; 5..6: prefer ... }"'


def bot(s: Scope, stmt: Stmt) -> ir.Bot:
    name = texts(stmt.head)
    if len(name) != 1 or len(leftmost(stmt.head[0].value).items) != 2:
        raise Wrong("E0301", "a bot has a name in quotes", head_at(stmt), "", 'write: bot "NAME" { asked any: prefer any by chance }')
    bare(stmt, block=True)
    env = Env(["you"], 1)
    inner = s.child(env=env, names={}, you=ir.Local(0, "you"), this=None, subject=None)
    flavours = [line for line in stmt.block or () if first_word(line) == "flavour"]
    flavour = [inner.attempt(partial(flavour_line, line, n)) or "" for n, line in enumerate(flavours)]
    rows = [inner.attempt(partial(bot_row, inner, line)) for line in stmt.block or () if line not in flavours]
    made = [row for row in rows if row is not None]
    whole = len(made) == len(rows) and not s.table.aftermath.within(stmt.at)
    if whole and (not made or made[-1].choice != "any"):
        raise Wrong("E0607", "a bot must know an answer to every question", head_at(stmt), "", 'end with "asked any: prefer any by chance"')
    return ir.Bot(name[0], tuple(made), tuple(env.names), at(stmt.at), "".join(flavour[:1]))


def flavour_line(line: Stmt, earlier: int) -> str:
    """``flavour "..."``: what it is like, in a line."""
    bare(line)
    if earlier:
        raise Wrong("E0401", '"flavour" is given twice', head_at(line), "given again here")
    return meta_value("flavour", one_clause(line))[0]


def bot_row(s: Scope, line: Stmt) -> ir.BotRow:
    words = [show(i) for i in leftmost(one_clause(line).value).items]
    if words[0] != "asked" or len(words) < 2:
        raise Wrong("E0607", "a bot's row says what is asked", head_at(line), "", 'write "asked NAME: prefer ..."')
    bare(line, define=True, block=True)
    choice = " ".join(words[1:])
    items = leftmost(one_clause(line).value).items
    s.table.answered.append((choice, items[1].at + items[-1].at))
    if line.define is not None:
        return ir.BotRow(choice, tuple(preferences(s, line.define)))
    rows: list[ir.Prefer | ir.BotDie] = []
    for entry in line.block or ():
        if first_word(entry) == "roll":
            rows.append(die(s, entry))
        else:
            rows += preferences(s, entry.head)
    return ir.BotRow(choice, tuple(rows))


# ---- dice ----------------------------------------------------------------------------------------------------------------------


def die(s: Scope, entry: Stmt) -> ir.BotDie:
    clause = one_clause(entry)
    bare(entry, ("where",), block=True)
    items = leftmost(clause.value).items
    where = where_of(s, clause)
    if len(items) != 2 or not isinstance(items[1], Number):
        raise Wrong("E0607", "roll how many sides?", head_at(entry), "", ROLL)
    faces = []
    for face in entry.block or ():
        if face.define is None:
            raise Wrong("E0607", "for which rolls is this?", head_at(face), "", ROLL)
        low, high = face_range(one_clause(face).value)
        bare(face, ops=("..",), define=True)
        faces.append((low, high, tuple(preferences(s, face.define or ()))))
    each_once(items[1], [(low, high, face.at) for face, (low, high, _) in zip(entry.block or (), faces, strict=True)])
    return ir.BotDie(items[1].value, tuple(faces), where)


def face_range(expr: Expr) -> tuple[int, int]:
    from yomi_dsl.compiler.declare import plain_number

    if isinstance(expr, Binary) and expr.op == "-":
        raise Wrong("E0607", "for which rolls is this?", expr.at, "", f'write "{expr.at.text.replace("-", "..")}"')
    if isinstance(expr, Binary) and expr.op == "..":
        return plain_number(expr.left), plain_number(expr.right)
    value = plain_number(expr)
    return value, value


def each_once(sides: Number, faces: Sequence[tuple[int, int, Span]]) -> None:
    """Each number of the die stands on one line, or whoever rolls it would not know what to do."""
    due = 1
    for low, high, place in sorted(faces, key=lambda face: face[:2]):
        if high < low:
            raise Wrong("E0607", f"{low}..{high} is no range", place, "the smaller number stands first")
        if high > sides.value or low < 1:
            raise Wrong("E0607", f"a die of {sides.value} sides shows 1 to {sides.value}", place, "it never shows all of this")
        if low < due:
            raise Wrong("E0607", f"a roll of {low} stands on two lines", place, "this is the second")
        if low > due:
            break
        due = high + 1
    if due <= sides.value:
        raise Wrong("E0607", f"nothing is said for a roll of {due}", sides.at, "each number stands on one line", ROLL)


# ---- preferences ---------------------------------------------------------------------------------------------------------------


def preferences(s: Scope, clauses: Sequence[Clause]) -> list[ir.Prefer]:
    """``prefer X by most speed where C, Y``: the word prefer stands once."""
    out = []
    for n, clause in enumerate(clauses):
        expr: Expr | None = clause.value
        if show(leftmost(clause.value).items[0]) == "prefer":
            expr = replace_left(clause.value, leftmost(clause.value).items[1:])
        elif n == 0:
            raise Wrong("E0607", "a preference begins with prefer", clause.at, "", 'write "prefer KIND", "prefer any" or "prefer stop"')
        if expr is None:
            raise Wrong("E0607", "prefer what?", clause.at, "", 'write "prefer KIND by most NUMBER", or "prefer any by chance"')
        out.append(preference(s, expr, clause))
    return out


def preference(s: Scope, expr: Expr, clause: Clause) -> ir.Prefer:
    where = where_of(s, clause)
    by, attr = "order", ""
    seen: set[str] = set()
    for tail in clause.tails:
        if tail.word not in ("by", "where") or tail.word in seen:
            most = leftmost(tail.value).items
            help = f'write "by {plain_words(most)}"' if show(most[0]) in ("most", "least") else ""
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used", help)
        seen.add(tail.word)
        if tail.word == "by":
            how = [show(i) for i in leftmost(tail.value).items]
            by, attr = how[0], " ".join(how[1:])
            if by not in ("most", "least", "chance"):
                raise Wrong("E0607", f'"{by}" is no way to prefer', tail.at, "", 'write "by most NUMBER", "by least NUMBER" or "by chance"')
            symbol = s.table.noun(attr)
            if by != "chance" and attr and symbol is None:
                raise unknown(s, attr, tail.value.at)
            if by != "chance" and (symbol is None or symbol.kind != "attr"):
                raise Wrong("E0607", f'by {by} of which number? "{attr}" is none', tail.at)
    words = " ".join(expr.at.text.split())
    if words == "any":
        return ir.Prefer(None, "", by, attr, where)
    items = leftmost(expr).items
    if isinstance(expr, Phrase) and len(items) == 1 and isinstance(items[0], Text) and items[0].value not in s.table.card_names:
        return ir.Prefer(None, items[0].value, by, attr, where)
    named = is_label(s, words)
    if named and s.table.noun(words) is None:
        return ir.Prefer(None, words, by, attr, where)
    filter = as_filter(noun(s, expr))
    seen_only(s, filter, expr.at)
    return ir.Prefer(filter, words if named else word_of(filter), by, attr, where)


def word_of(filter: ir.Filter) -> str:
    """The word of which a filter consists: where words are offered, it is meant itself."""
    only = filter.terms[0] if len(filter.terms) == 1 else None
    return only.words[0] if isinstance(only, ir.IsWord) and len(only.words) == 1 else ""


def is_label(s: Scope, words: str) -> bool:
    """stop, decline, or the name of an action."""
    return words in ("stop", "decline") or any(g.name == words for v in s.table.verbs.values() for g in v)


# ---- what a bot sees -----------------------------------------------------------------------------------------------------------


def where_of(s: Scope, clause: Clause) -> ir.Value | None:
    """The condition of a clause; it asks for nothing that the bot's seat cannot see."""
    tail = next((t for t in clause.tails if t.word == "where"), None)
    if tail is None:
        return None
    found = condition(s, tail.value)
    seen_only(s, found, tail.value.at)
    return found


def seen_only(s: Scope, value: Any, place: Span) -> None:
    for zone, whose in looked_at(value, s.table.formulas):
        seen = s.table.nouns[tuple(zone.split())].data.seen
        if seen != "all" and not (seen == "owner" and isinstance(whose, ir.Local)):
            label = f"it does not see the cards in {zone}"
            raise Wrong("E0610", "a bot sees what its seat sees", place, label, "it may count the cards, but not look at them")
