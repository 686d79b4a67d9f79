"""The second pass: the bodies of the game's own declarations, with every name known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Declared,
    Env,
    Scope,
    Signature,
    Symbol,
    Var,
    Wrong,
    at,
    head_at,
    one_clause,
    plain_words,
    show,
)
from yomi_dsl.compiler.conditions import clause_condition
from yomi_dsl.compiler.effects import body
from yomi_dsl.compiler.found import Found
from yomi_dsl.compiler.lines import first_word
from yomi_dsl.compiler.names import no_range, owned
from yomi_dsl.compiler.nouns import noun
from yomi_dsl.compiler.rules import Place, limit_of, where_of
from yomi_dsl.compiler.statics import quoted, row, settling, status
from yomi_dsl.compiler.wanted import anything, as_cards, filter_, number
from yomi_dsl.diagnostics import suggest
from yomi_dsl.nodes import evolve
from yomi_dsl.syntax import Binary, Clause, Expr, Phrase, Stmt, leftmost

DEFAULT_SETTLE = ir.Settle("each", "each", ())


# ---- attributes ----------------------------------------------------------------------------------------------------------------


def attributes(s: Scope, found: Found) -> tuple[ir.Attribute, ...]:
    """Where each attribute belongs (``on red/blue``)."""
    made = []
    for head in ("words", "stat", "flag"):
        for stmt in found.of(head):
            with s.reporting():
                attr = attribute(s, head, stmt)
                if attr is not None:
                    made.append(attr)
    return tuple(made)


def attribute(s: Scope, head: str, stmt: Stmt) -> ir.Attribute | None:
    clause = one_clause(stmt)
    items = leftmost(clause.value).items
    name = next((n for n in (plain_words(items[1:k]) for k in range(len(items), 1, -1)) if s.table.noun(n) is not None), "")
    symbol = s.table.noun(name)
    attr = s.table.word_attributes.get(name) if head == "words" else symbol.data if symbol else None
    if attr is None:
        return None
    on = next((t.value for t in clause.tails if t.word == "on"), None)
    if on is None:
        raise Wrong("E0408", f'what has "{name}"?', clause.at, "", 'write "on card", "on KIND"')
    made = evolve(attr, on=on_filter(s, on))
    if head == "words":
        s.table.word_attributes[name] = made
    else:
        s.table.nouns[tuple(name.split())] = Symbol(symbol.kind, name, made, symbol.at)  # type: ignore[union-attr]
    return made


def on_filter(s: Scope, expr: Expr) -> ir.Filter:
    env = Env(["it"], 1)
    return filter_(s.child(env=env, you=None, this=None), expr)


def everys(s: Scope, found: Found) -> list[tuple[ir.Filter, str, Stmt]]:
    """``every super has slot``."""
    made = []
    for stmt in found.of("every"):
        with s.reporting():
            value = one_clause(stmt).value
            if not (isinstance(value, Binary) and value.op == "has" and isinstance(value.left, Phrase)):
                raise Wrong("E0303", "every kind of card has an attribute", head_at(stmt), "", 'write "every super has slot"')
            name = " ".join(value.right.at.text.split())
            symbol = s.table.noun(name)
            if symbol is None or symbol.kind not in ("attr", "set"):
                known = [x.name for x in s.table.of_kind("attr", "set")]
                raise Wrong("E0206", f'"{name}" is no attribute', value.right.at, "an attribute is expected here", suggest(name, known))
            kind = Phrase(value.left.items[1:], value.left.at)
            made.append((on_filter(s, kind), name, stmt))
    return made


def values(s: Scope, found: Found) -> tuple[ir.ValueDecl, ...]:
    made = []
    declared = {id(sym.data.stmt) for sym in s.table.of_kind("value")}
    related = {id(sig.stmt): sig for sig in s.table.relations.values()}
    for stmt in found.of("value"):
        if id(stmt) in declared:  # else it is at fault, and that has been reported
            got = s.attempt(partial(value, s, stmt), partial(s.table.aftermath.of_declaration, stmt))
            made += [got] if got is not None else []
    for stmt in found.of("relation"):
        with s.reporting():
            if id(stmt) in related:
                made.append(relation(s, stmt, related[id(stmt)]))
    return tuple(made)


def subject_scope(s: Scope, subjects: Sequence[tuple[str, str]]) -> Scope:
    """you is the first subject, or its owner."""
    env = Env([n for n, _ in subjects], len(subjects))
    inner = s.child(env=env, names={}, you=None, this=None, subject=None)
    for i, (name, type) in enumerate(subjects):
        inner.names[(name,)] = Var(type, ir.Local(i, name))
    if subjects:
        first: ir.Value = ir.Local(0, subjects[0][0])
        inner.you = first if subjects[0][1] == "player" else ir.Owner(first) if subjects[0][1] == "card" else None
    return inner


def value(s: Scope, stmt: Stmt) -> ir.ValueDecl:
    items, _ = owned(stmt)
    symbol = s.table.noun(plain_words(items[1:]))
    assert symbol is not None and stmt.define is not None
    declared: Declared = symbol.data
    inner = subject_scope(s, declared.subjects)
    clause = stmt.define[0]
    want = declared.type if declared.type in ("yes/no", "number", "card", "cards", "zone") else ""
    if clause.tails:
        found_noun = noun(inner, clause.value)
        from yomi_dsl.compiler.nouns import add_where

        for tail in clause.tails:
            add_where(inner, found_noun, tail.value)
        result = found_noun.value if found_noun.kind == "value" else as_cards(inner, found_noun)
        type = declared.type
        assert result is not None
    else:
        result, type = anything(inner, clause.value, want)
    return ir.ValueDecl(
        declared.name, type, tuple(t for _, t in declared.subjects), inner.env.proc(result), says_of(stmt), stmt.tags, at(stmt.at)
    )


def says_of(stmt: Stmt) -> str:
    lines = [line for line in stmt.block or () if line.kind == "plain" and first_word(line) == "says"]
    keyword = first_word(stmt) == "keyword"
    odd = next((line for line in stmt.block or () if line not in lines and not keyword), None)
    if len(lines) > 1:
        raise Wrong("E0401", "there are two says", head_at(lines[1]), "one is enough")
    if odd is not None:
        raise Wrong("E0302", "only one says stands here", head_at(odd), "", 'write: says "..."')
    return quoted(lines[0]) if lines else ""


def relation(s: Scope, stmt: Stmt, sig: Signature) -> ir.ValueDecl:
    if not stmt.define or len(stmt.define) != 1:
        raise Wrong("E0407", "when does it hold?", head_at(stmt), "", "write a colon and a condition")
    subjects = [(r.name, r.type) for r in sig.roles]
    inner = subject_scope(s, subjects)
    test = clause_condition(inner, stmt.define[0])
    return ir.ValueDecl(sig.name, "yes/no", tuple(t for _, t in subjects), inner.env.proc(test), says_of(stmt), stmt.tags, at(stmt.at))


def contests(s: Scope, found: Found) -> tuple[ir.Contest, ...]:
    made = []
    for stmt in found.of("contest"):
        sig = next((sig for sig in s.table.relations.values() if sig.stmt is stmt and sig.kind == "contest"), None)
        if sig is None:
            continue
        rows, says = [], ""
        lines = [line for line in stmt.block or () if line.kind == "plain" and first_word(line) != "says"]
        if lines and not any(says_one(line, (sig.name, sig.third)) for line in lines):
            s.add("E0303", f'no row of this contest says "{sig.name}"', sig.at, "its rows say something else", f'write "KIND {sig.name} KIND where ..."')
            s.table.aftermath.names |= {word for line in lines for word in head_at(line).text.split()}
            lines = [line for line in stmt.block or () if line not in lines]
        else:
            lines = list(stmt.block or ())
        for line in lines:
            with s.reporting():
                if line.kind == "plain" and first_word(line) == "says":
                    says = quoted(line)
                    continue
                found_row = row(Place(s.child(names={}), False, False), line)
                if found_row is None:
                    raise Wrong("E0303", "only rows stand here", head_at(line), "", f'write "KIND {sig.name} KIND where ..."')
                rows.append(found_row)
        made.append(ir.Contest(sig.name, sig.third, tuple(rows), says, stmt.tags, at(stmt.at)))
    return tuple(made)


def says_one(line: Stmt, names: Sequence[str]) -> bool:
    words = f" {' '.join(head_at(line).text.split())} "
    return any(f" {name} " in words for name in names)


def tallies(s: Scope, found: Found) -> tuple[ir.TallyDecl, ...]:
    made = []
    declared = {id(sym.data.stmt) for sym in s.table.of_kind("tally")}
    for stmt, holder in found.by_head.get("tally", ()):
        if id(stmt) in declared:
            one = s.attempt(partial(tally, s, stmt, holder), partial(s.table.aftermath.of_declaration, stmt))
            made += [one] if one is not None else []
    return tuple(made)


def tally(s: Scope, stmt: Stmt, holder: str) -> ir.TallyDecl:
    items, of = owned(stmt)
    name = plain_words(items[1:])
    subjects = [(of, of)] if of != "game" else []
    low: ir.Value = ir.Lit(0)
    high: ir.Value | None = None
    start: ir.Value | None = None
    mirrored = False
    inner = subject_scope(s, subjects)
    for clause in stmt.define or ():
        word = show(leftmost(clause.value).items[0])
        if clause.tails:
            help = 'a range is written "0..9"' if clause.tails[0].word == "to" else ""
            raise Wrong("E0302", f'"{clause.tails[0].word}" has no meaning here', clause.tails[0].at, "this part is not used", help)
        if isinstance(clause.value, Binary) and clause.value.op == ".." and high is None:
            assert clause.value.left is not None
            unparted(clause.value.right)
            low, high = number(inner, clause.value.left), number(inner, clause.value.right)
            least, most = plain(low), plain(high)
            if least is not None and most is not None and least > most:
                raise Wrong("E0407", "this range is empty", clause.at, "the first number is the smaller one", f'write "{most}..{least}"')
        elif word == "start" and start is None:
            from yomi_dsl.compiler.base import replace_left

            rest = replace_left(clause.value, leftmost(clause.value).items[1:])
            if rest is None:
                raise Wrong("E0303", "where does it start?", clause.at)
            start = number(inner, rest)
        elif clause.at.text == "mirrored" and not mirrored and of == "player":
            mirrored = True
        elif high is None and (word.isdigit() or isinstance(clause.value, Binary)):
            raise Wrong("E0407", "what range has it?", clause.at, "", no_range(clause.value))
        else:
            raise Wrong("E0303", f'"{clause.at.text}" is no property of a tally', clause.at, "", 'write "0..9, start 0"; of a player also "mirrored"')
    if high is None:
        raise Wrong("E0407", "what range has it?", head_at(stmt), "", 'write ": 0..9, start 0"')
    bounds = [n for n in map(plain, (low, start if start is not None else low, high)) if n is not None]
    if len(bounds) == 3 and bounds != sorted(bounds):
        raise Wrong("E0402", f"{bounds[1]} is out of range", head_at(stmt), f"it goes from {bounds[0]} to {bounds[2]}")
    proc = inner.env.proc
    return ir.TallyDecl(name, of, proc(low), proc(high), proc(start if start is not None else low), mirrored, says_of(stmt), stmt.tags, at(stmt.at), holder)


def unparted(high: Expr) -> None:
    """``0..5 start 2``."""
    items = leftmost(high).items
    if len(items) > 1 and show(items[1]).startswith("start"):
        raise Wrong("E0302", f'"{show(items[1])}" has no meaning after {show(items[0])}', items[1].at, "this is not used", 'write ", start N"')


def plain(value: ir.Value | None) -> int | None:
    return value.value if isinstance(value, ir.Lit) and isinstance(value.value, int) else None


# ---- statuses and actions ----------------------------------------------------------------------------------------------------------


def default_settle(s: Scope, found: Found) -> ir.Settle:
    for stmt in found.of("default"):
        if plain_words(leftmost(stmt.head[0].value).items) == "default settle":
            with s.reporting():
                return settling(s, stmt)
    return DEFAULT_SETTLE


def statuses(s: Scope, found: Found, settle: ir.Settle) -> list[ir.Status]:
    made = []
    for stmt in found.of("status"):
        symbol = next((sym for sym in s.table.of_kind("status") if sym.data.stmt is stmt), None)
        if symbol is not None:
            with s.reporting():
                made.append(status(s.child(names={}), symbol.data, settle))
    return made


def actions(s: Scope, found: Found) -> list[ir.Action]:
    made = []
    shared = any(head_at(stmt).text.startswith("turn of both") for stmt in found.of("turn")[:1])
    for sigs in list(s.table.verbs.values()):
        for sig in sigs:
            with s.reporting():
                made.append(action(s, sig, nobody=shared and sig.kind == "phase"))
    order = {id(stmt): i for i, stmt in enumerate([*found.of("phase"), *found.of("action")])}
    return sorted(made, key=lambda a: next((order[id(sig.stmt)] for sigs in s.table.verbs.values() for sig in sigs if sig.name == a.name), 0))


def action_scope(s: Scope, sig: Signature) -> Scope:
    roles = sig.roles
    env = Env(["doer", *(r.name for r in roles)], len(roles) + 1)
    inner = s.child(env=env, names={}, you=ir.Local(0, "doer"), this=None, subject=None)
    inner.names[("doer",)] = Var("player", ir.Local(0, "doer"))
    for i, role in enumerate(roles, 1):
        if s.table.noun(role.name) is not None:
            s.add("E0204", f'the role "{role.name}" is already a word of the game', sig.at, "choose another name")
        inner.names[(role.name,)] = Var(role.type.removesuffix(" or nothing"), ir.Local(i, role.name))
    return inner


def action(s: Scope, sig: Signature, nobody: bool = False) -> ir.Action:
    """``nobody``: a phase in which both act at once, so that none of them is meant by you."""
    assert sig.stmt is not None
    stmt = sig.stmt
    inner = action_scope(s, sig)
    if nobody:
        inner.you = None
        del inner.names[("doer",)]
    clause = stmt.head[0]
    limit = inner.attempt(lambda: limit_of(inner, clause.tails))
    gate = inner.attempt(lambda: where_of(inner, clause))
    lines, last, says = [], None, ""
    for line in stmt.block or ():
        first = first_word(line) if line.kind == "plain" else ""
        if first == "says" and says:
            s.add("E0401", "there are two says", head_at(line), "one is enough")
        elif first == "says":
            says = inner.attempt(partial(quoted, line)) or ""
        elif first == "finally" and line.block is not None and last is None and head_at(line).text == "finally":
            last = line
        else:
            lines.append(line)
    made = body(inner, lines)
    finally_ = body(inner.child(), last.block) if last is not None else None
    forms = (str(sig.head[0]), sig.third or str(sig.head[0]))
    return ir.Action(sig.name, sig.kind, forms, sig.roles, says, limit, gate, inner.env.proc(made), finally_, stmt.tags, at(stmt.at))


def free_body(s: Scope, stmts: Sequence[Stmt] | None, you: bool = True) -> ir.Proc:
    """A body outside any action: setup, verdicts; you is the active player."""
    env = Env(["you"], 1)
    inner = s.child(env=env, names={}, you=ir.Local(0, "you") if you else None, this=None, subject=None)
    return env.proc(body(inner, stmts))


def verdict(s: Scope, clauses: Sequence[Clause]) -> ir.Proc:
    """``both lose: tie game as "..."``: an effect after a colon."""
    return free_body(s, [Stmt("plain", tuple(clauses), clauses[0].at)])


def free_condition(s: Scope, clause: Clause) -> ir.Proc:
    env = Env(["you"], 1)
    inner = s.child(env=env, names={("player",): Var("player", ir.Local(0, "you"))}, you=ir.Local(0, "you"), this=None, subject=None)
    return env.proc(clause_condition(inner, clause))
