"""What stands in force, and the statuses that bundle it: rules, modifiers, grants, rows of a contest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Declared,
    Scope,
    SeatVar,
    Var,
    Wrong,
    at,
    bare,
    head_at,
    one_clause,
    plain_clause,
    plain_words,
    show,
)
from yomi_dsl.compiler.conditions import relation_at, span
from yomi_dsl.compiler.modifiers import modify
from yomi_dsl.compiler.rules import RULE_KINDS, Place, rule, where_of
from yomi_dsl.compiler.terms import need_you
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.compiler.wanted import filter_, items_phrase
from yomi_dsl.diagnostics import suggest
from yomi_dsl.syntax import Binary, Expr, Group, Phrase, Stmt, Text, Word, leftmost

# ---- rows --------------------------------------------------------------------------------------------------------------------


def row(p: Place, stmt: Stmt) -> ir.Row | None:
    """``red beats blue where ...``; None if the words are no contest."""
    if len(stmt.head) != 1 or stmt.define is not None or stmt.block is not None:
        return None
    clause = stmt.head[0]
    if not isinstance(clause.value, Phrase):
        return None
    split = relation_at(p.s, clause.value)
    if split is None or split[0].kind not in ("contest", "ties"):
        return None
    sig, left, right = split
    mine, theirs = (r.name for r in sig.roles)
    s = p.scope([(mine, "card"), (theirs, "card")])
    p.s.table.used.add(sig.name)
    plain_clause(clause, ("where",))
    where = where_of(s, clause)
    return ir.Row(
        sig.name, sig.kind == "ties", filter_(s, items_phrase(left)), filter_(s, items_phrase(right)), where,
        tuple(s.env.names), stmt.tags, at(stmt.at),
    )  # fmt: skip


# ---- statuses ------------------------------------------------------------------------------------------------------------------


def items(p: Place, stmts: Sequence[Stmt]) -> list[ir.Static]:
    """The rules, modifiers and rows of a body."""
    made: list[ir.Static] = []
    for stmt in stmts:
        made.extend(reading(p.s, stmt, lambda s, one: static(Place(s, p.you, p.this, p.captures), one)) or ())
    return made


def static(p: Place, stmt: Stmt) -> list[ir.Static]:
    if stmt.kind in RULE_KINDS:
        return [rule(p, stmt)]
    if stmt.kind == "plain":
        if show(leftmost(stmt.head[0].value).items[0]) == "modify":
            return modify(p, stmt)
        found = row(p, stmt)
        if found is not None:
            return [found]
    head = head_at(stmt)
    owned = stmt.define is not None and show(leftmost(stmt.head[0].value).items[0]).removesuffix("'s") in ("your", "opponent", "any")
    help = f'write "modify {head.text}: ..."' if owned else "an effect needs a time: before, after, instead of, at end of ..."
    raise Wrong("E0503", "only rules, modifiers and rows stand here", head, "this is none of them", help)


def status(s: Scope, declared: Declared, default: ir.Settle) -> ir.Status:
    stmt = declared.stmt
    p = Place(s, declared.of != "game", declared.of == "card")
    says, settle = "", default
    lines = []
    for line in stmt.block or ():
        first = show(leftmost(line.head[0].value).items[0]) if line.kind == "plain" else ""
        if first == "says":
            if says:
                s.add("E0401", "there are two says", head_at(line), "one is enough")
            says = s.attempt(partial(quoted, line)) or says
        elif first == "settle":
            settle = s.attempt(partial(settling, s, line)) or settle
        else:
            lines.append(line)
    clause = stmt.head[0]
    spans = [t for t in clause.tails if t.word in ("during", "until")]
    if len(spans) > 1:
        s.add("E0302", f'"{spans[1].word}" has no meaning after "{spans[0].word}"', spans[1].at, "this part is not used")
    when = s.attempt(lambda: span(s, spans[0].value, spans[0].word == "until")) if spans else None
    return ir.Status(declared.name, declared.of, when, says, settle, (), tuple(items(p, lines)), True, stmt.tags, at(stmt.at))


def quoted(line: Stmt) -> str:
    """The text of a ``says`` line."""
    clause = one_clause(line)
    parts = leftmost(clause.value).items
    if len(parts) == 2 and isinstance(parts[1], Text):
        bare(line)
        return parts[1].value
    words = " ".join(clause.at.text.split()[1:])
    raise Wrong("E0301", "says is followed by one text in quotes", head_at(line), "", "" if '"' in words else f'write: says "{words}"')


SETTLED = {"both players": ("neither", "each"), "copies": ("one", "each")}
SETTLE_HELP = 'write "both players: neither" (or each) and "copies: one" (or each)'


def settling(s: Scope, line: Stmt) -> ir.Settle:
    found: dict[str, str] = {}
    ends: list[str] = []
    if head_at(line).text.split() not in (["settle"], ["default", "settle"]) or line.define is not None:
        raise Wrong("E0302", '"settle" has nothing but a block', head_at(line), "", SETTLE_HELP)
    for stmt in line.block or ():
        words = plain_words(leftmost(stmt.head[0].value).items) if stmt.kind == "plain" else ""
        answer = " ".join(stmt.define[0].at.text.split()) if stmt.define and len(stmt.define) == 1 else ""
        if words.startswith("ends ") and stmt.define is None:
            bare(stmt)
            status_words = words.removeprefix("ends ")
            symbol = s.table.noun(status_words)
            if symbol is None or symbol.kind != "status":
                known = [x.name for x in s.table.of_kind("status")]
                raise Wrong("E0206", f'"{status_words}" is no status', head_at(stmt), "", suggest(status_words, known))
            ends.append(status_words)
        elif words in SETTLED and answer in SETTLED[words] and words not in found and head_at(stmt).text == words:
            bare(stmt, define=True)
            found[words] = answer
        else:
            raise Wrong("E0303", "a settle says both players, copies and ends", stmt.at, "", SETTLE_HELP)
    if set(found) != set(SETTLED):
        raise Wrong("E0303", "a settle says what happens when both players have it, and with copies", head_at(line), "", SETTLE_HELP)
    return ir.Settle(found["both players"], found["copies"], tuple(ends))


def unnamed_status(s: Scope, stmt: Stmt) -> tuple[ir.Status, tuple[ir.Value, ...]]:
    """``during SPAN { ... }``: a status with a made-up name that captures the local values its body speaks of."""
    mentioned = set(block_words(stmt.block or ()))
    captured: list[tuple[str, str, ir.Value]] = []
    for key, binding in s.names.items():
        if key[0] in mentioned and isinstance(binding, (Var, SeatVar)):
            if isinstance(binding, SeatVar):
                captured.append((" ".join(key), binding.type, ir.PerSeat(binding.slot, binding.name, need_you(s, stmt.at))))
            else:
                captured.append((" ".join(key), binding.type, binding.value))
    if "this" in mentioned and s.this is not None:
        captured.append(("this", "card", s.this))
    p = Place(s, True, False, [(n, t) for n, t, _ in captured])
    name = f"unnamed {len(s.statuses) + 1}"
    made = ir.Status(
        name, "player", None, "", ir.Settle("each", "each", ()), tuple(n for n, _, _ in captured),
        tuple(items(p, stmt.block or ())), False, stmt.tags, at(stmt.at),
    )  # fmt: skip
    s.statuses.append(made)
    return made, tuple(v for _, _, v in captured)


def block_words(stmts: Sequence[Stmt]) -> Iterator[str]:
    """Every word of a block, possessives without their ending."""
    for stmt in stmts:
        for clause in (*stmt.head, *(stmt.define or ())):
            yield from expr_words(clause.value)
            for tail in clause.tails:
                yield from expr_words(tail.value)
        for tail in stmt.tails:
            yield from expr_words(tail.value)
        yield from block_words(stmt.block or ())
        yield from block_words(stmt.otherwise or ())


def expr_words(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Binary):
        if expr.left is not None:
            yield from expr_words(expr.left)
        yield from expr_words(expr.right)
        return
    for item in expr.items:
        if isinstance(item, Word):
            yield item.text.removesuffix("'s")
        elif isinstance(item, Group):
            for clause in (*item.clauses, *(item.typed or ())):
                yield from expr_words(clause.value)
                for tail in clause.tails:
                    yield from expr_words(tail.value)
