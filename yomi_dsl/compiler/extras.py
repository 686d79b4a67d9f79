"""What never runs: measures, symbols, forms, rulings, endings."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl import ir
from yomi_dsl.compiler.base import Follows, Scope, Wrong, at, head_at, one_clause, plain_words, show
from yomi_dsl.diagnostics import nearest, suggest
from yomi_dsl.syntax import Binary, Clause, Expr, Phrase, Stmt, Text, Word, leftmost


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
    roles = {role.name for group in s.table.verbs.values() for sig in group for role in sig.roles}
    if s.table.noun(name) is None and name not in ("card", *s.table.asked, *roles):
        place = items[1].at if len(items) > 1 else head_at(stmt)
        near = nearest(name, [" ".join(k) for k in s.table.nouns])
        if not near and not s.table.aftermath.none:  # a choice of that name may not have been read
            raise Follows("", "", place)
        raise Wrong("E0202", f'"{name}" is not known', place, "", near)
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
