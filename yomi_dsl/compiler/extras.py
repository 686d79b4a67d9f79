"""What never runs: measures, bots, symbols, forms, rulings, endings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

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
from yomi_dsl.compiler.cards import first_word
from yomi_dsl.compiler.conditions import condition
from yomi_dsl.compiler.nouns import as_filter, noun
from yomi_dsl.diagnostics import nearest, suggest
from yomi_dsl.syntax import Binary, Clause, Expr, Number, Phrase, Stmt, Text, Word, leftmost


def texts(clauses: Sequence[Clause]) -> list[str]:
    return [i.value for c in clauses for i in leftmost(c.value).items if isinstance(i, Text)]


def ruling(stmt: Stmt) -> ir.Note:
    found = texts(stmt.head)
    if len(found) != 1 or len(leftmost(stmt.head[0].value).items) != 2:
        raise Wrong("E0301", "a ruling is one text in quotes", head_at(stmt), "", 'write: ruling "..."')
    return ir.Note(found[0], stmt.tags, at(stmt.at))


def row(stmt: Stmt) -> ir.Note:
    found = texts(stmt.head)
    if len(found) != 1 or len(leftmost(stmt.head[0].value).items) != 2 or len(stmt.tags) != 1:
        raise Wrong("E0301", "a rule is one text in quotes and its id", head_at(stmt), "", 'write: rule "..." [R-DRAW-1]')
    return ir.Note(found[0], stmt.tags, at(stmt.at))


def property_shown(stmt: Stmt) -> ir.Note:
    found, words = texts(stmt.head), leftmost(stmt.head[0].value).items
    if len(found) != 1 or [show(i) for i in words[2:]] != ["shows"] or not stmt.tags:
        help = 'write: property "NAME OF THE TEST" shows [R-DRAW-1]'
        raise Wrong("E0301", "a property names its test and the rules that it shows", head_at(stmt), "", help)
    return ir.Note(found[0], stmt.tags, at(stmt.at))


def forms(s: Scope, stmt: Stmt) -> ir.Forms:
    found = texts(stmt.head)
    if not found or len(found) > 2:
        raise Wrong("E0301", "forms are one and many, in quotes", head_at(stmt), "", 'write: forms card "a card", "cards"')
    items = leftmost(stmt.head[0].value).items
    name = plain_words([i for i in items[1:] if isinstance(i, Word)])
    many = leftmost(stmt.head[-1].value).items
    if len(items) != len(name.split()) + 2 or (len(stmt.head) == 2 and len(many) != 1):
        raise Wrong("E0301", "forms are one and many, in quotes", head_at(stmt), "", 'write: forms card "a card", "cards"')
    if s.table.noun(name) is None and name != "card":
        place = items[1].at if len(items) > 1 else head_at(stmt)
        raise Wrong("E0202", f'"{name}" is not known', place, "", nearest(name, [" ".join(k) for k in s.table.nouns]))
    return ir.Forms(name, found[0], found[-1])


def symbol(s: Scope, stmt: Stmt) -> ir.Symbol:
    items = leftmost(one_clause(stmt).value).items
    file = next((i.value for i in items if isinstance(i, Text)), "")
    words = [show(i) for i in items if isinstance(i, Word)]
    inline = words[-1] == "inline"
    if not file or len(items) != len(words) + 1 or isinstance(items[-1], Text) == inline:
        raise Wrong("E0301", "a symbol is a file in quotes", head_at(stmt), "", 'write: symbol NAME "FILE"')
    name = " ".join(words[1:-1] if inline else words[1:])
    if not name:
        raise Wrong("E0301", "a name is missing", items[0].at, "what does the symbol stand for?", 'write: symbol NAME "FILE"')
    if s.table.noun(name) is None and name not in s.table.keywords:
        known = [" ".join(key) for key in s.table.nouns]
        raise Wrong("E0202", f'"{name}" is not known', items[1].at, "no attribute or word is named so", nearest(name, known))
    return ir.Symbol(name, file, inline)


MEASURE = 'measure "NAME": sum of ROLE of ACTION by ROLE, or: count of ACTION by ROLE'


def measure(s: Scope, stmt: Stmt) -> ir.Measure:
    name = texts(stmt.head)[0] if texts(stmt.head) else ""
    if not name or len(leftmost(stmt.head[0].value).items) != 2:
        raise Wrong("E0301", "a measure has a name in quotes", head_at(stmt), "", f"write: {MEASURE}")
    if not stmt.define or len(stmt.define) != 1:
        raise Wrong("E0407", "what is added up?", head_at(stmt), "", f"write: {MEASURE}")
    clause = stmt.define[0]
    odd = next((t for t in clause.tails if t.word != "by"), None)
    if odd is not None:
        raise Wrong("E0302", f'"{odd.word}" has no meaning here', odd.at, "this part is not used")
    by = next((plain_words(leftmost(t.value).items) for t in clause.tails if t.word == "by"), "doer")
    expr = clause.value
    role = ""
    what = show(leftmost(expr).items[0])
    inner: Expr = expr.right if isinstance(expr, Binary) and expr.op == "of" else expr
    if what == "sum" and isinstance(inner, Binary) and inner.op == "of":
        role, inner = plain_words(leftmost(inner).items), inner.right
    action = plain_words(leftmost(inner).items)
    sig = next((g for sigs in s.table.verbs.values() for g in sigs if g.name == action), None)
    plain = len(leftmost(expr).items) == 1 and all(isinstance(t.value, Phrase) for t in clause.tails)
    if what not in ("sum", "count") or (what == "sum") != bool(role) or not plain or not isinstance(inner, Phrase):
        raise Wrong("E0407", "what is added up?", clause.at, "", f"write: {MEASURE}")
    if sig is None:
        raise Wrong("E0205", f'"{action}" is no action', leftmost(inner).at, "", nearest(action, [g.name for v in s.table.verbs.values() for g in v]))
    roles = ["doer", *(r.name for r in sig.roles)]
    places = {by: clause.tails[0].value.at} if clause.tails else {}
    if role:
        places[role] = leftmost(expr.right if isinstance(expr, Binary) else expr).at
    for wanted in (role, by):
        if wanted and wanted not in roles:
            raise Wrong("E0206", f'"{wanted}" is no role of "{action}"', places[wanted], "", suggest(wanted, roles))
    return ir.Measure(name, action, role, by, at(stmt.at))


# ---- bots ----------------------------------------------------------------------------------------------------------------------


def bot(s: Scope, stmt: Stmt) -> ir.Bot:
    name = texts(stmt.head)
    if len(name) != 1 or len(leftmost(stmt.head[0].value).items) != 2:
        raise Wrong("E0301", "a bot has a name in quotes", head_at(stmt), "", 'write: bot "NAME" { asked any: prefer any by chance }')
    bare(stmt, block=True)
    env = Env(["you"], 1)
    inner = s.child(env=env, names={}, you=ir.Local(0, "you"), this=None, subject=None)
    rows = []
    for line in stmt.block or ():
        rows.append(s.attempt(partial(bot_row, inner, line)))
    whole = None not in rows and not s.table.aftermath.within(stmt.at)
    if whole and (not rows or rows[-1].choice != "any"):
        raise Wrong("E0607", "a bot must know an answer to every question", head_at(stmt), "", 'end with "asked any: prefer any by chance"')
    return ir.Bot(name[0], tuple(rows), tuple(env.names), at(stmt.at))


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


def die(s: Scope, entry: Stmt) -> ir.BotDie:
    clause = one_clause(entry)
    bare(entry, ("where",), block=True)
    items = leftmost(clause.value).items
    where = next((condition(s, t.value) for t in clause.tails if t.word == "where"), None)
    if len(items) != 2 or not isinstance(items[1], Number):
        raise Wrong("E0607", "roll how many sides?", head_at(entry), "", 'write "roll 6 { 1..4: prefer ...; 5..6: prefer ... }"')
    faces = []
    for face in entry.block or ():
        low, high = face_range(one_clause(face).value)
        bare(face, ops=("..",), define=True)
        faces.append((low, high, tuple(preferences(s, face.define or ()))))
    return ir.BotDie(items[1].value, tuple(faces), where)


def face_range(expr: Expr) -> tuple[int, int]:
    from yomi_dsl.compiler.declare import plain_number

    if isinstance(expr, Binary) and expr.op == "..":
        return plain_number(expr.left), plain_number(expr.right)
    value = plain_number(expr)
    return value, value


def preferences(s: Scope, clauses: Sequence[Clause]) -> list[ir.Prefer]:
    """``prefer X by most speed where C, Y``: the word prefer stands once."""
    out = []
    for n, clause in enumerate(clauses):
        expr: Expr | None = clause.value
        if show(leftmost(clause.value).items[0]) == "prefer":
            expr = replace_left(clause.value, leftmost(clause.value).items[1:])
        elif n == 0:
            raise Wrong("E0607", "a preference begins with prefer", clause.at)
        if expr is None:
            raise Wrong("E0607", "prefer what?", clause.at, "", 'write "prefer KIND by most NUMBER", or "prefer any by chance"')
        out.append(preference(s, expr, clause))
    return out


def preference(s: Scope, expr: Expr, clause: Clause) -> ir.Prefer:
    where = next((condition(s, t.value) for t in clause.tails if t.word == "where"), None)
    by, attr = "order", ""
    seen: set[str] = set()
    for tail in clause.tails:
        if tail.word not in ("by", "where") or tail.word in seen:
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used")
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
    if is_label(s, words):
        return ir.Prefer(None, words, by, attr, where)
    return ir.Prefer(as_filter(noun(s, expr)), "", by, attr, where)


def is_label(s: Scope, words: str) -> bool:
    """stop, decline, or the name of an action."""
    return words in ("stop", "decline") or any(g.name == words for v in s.table.verbs.values() for g in v)
