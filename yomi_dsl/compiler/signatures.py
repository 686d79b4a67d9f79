"""Declarations of what is said with more than a name: relations, contests, actions, keywords, script forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from yomi_dsl import ir
from yomi_dsl.compiler.aftermath import given
from yomi_dsl.compiler.base import Scope, Signature, Wrong, head_at, one_clause, plain_clause, plain_words, show
from yomi_dsl.compiler.found import Found
from yomi_dsl.compiler.lines import first_word
from yomi_dsl.compiler.names import not_used
from yomi_dsl.compiler.roles import typed_role
from yomi_dsl.diagnostics import Label
from yomi_dsl.syntax import Binary, Either, Expr, Group, Item, Number, Phrase, Stmt, Text, Word, leftmost

ANY: tuple[str, ...] = ("up to", "at least", "at most", "to", "from", "for", "with", "on", "by", "at", "as", "against", "until", "during", "->")


def relation(s: Scope, stmt: Stmt) -> None:
    sig = two_sided(s, stmt)
    sig.kind, sig.stmt = "relation", stmt
    one_clause(stmt)
    add_relation(s, sig)


def add_relation(s: Scope, sig: Signature) -> None:
    written = sig.third if sig.kind == "ties" else sig.name
    old = s.table.relations.get(tuple(written.split()))
    if old is not None:
        raise Wrong("E0201", f'"{written}" is declared twice', sig.at, "declared again here", more=(Label(old.at, "first here"),))
    s.table.relations[tuple(written.split())] = sig


def contest(s: Scope, stmt: Stmt) -> None:
    sig = two_sided(s, stmt)
    sig.kind, sig.stmt = "contest", stmt
    add_relation(s, sig)
    if len(stmt.head) != 2:
        raise Wrong("E0303", "a contest also names the tie", head_at(stmt), "", 'write "contest (mine: card) beats (theirs: card), ties { ... }"')
    plain_clause(stmt.head[1])
    tie = plain_words(leftmost(stmt.head[1].value).items)
    add_relation(s, Signature(sig.name, sig.head, (), tie, head_at(stmt), "ties", stmt))
    sig.third = tie


def two_sided(s: Scope, stmt: Stmt) -> Signature:
    """``(mine: card) faster than (theirs: card)``."""
    items = leftmost(stmt.head[0].value).items
    if len(items) < 4 or not isinstance(items[1], Group) or not isinstance(items[-1], Group):
        raise Wrong("E0303", "a relation stands between two names", head_at(stmt), "", 'write "(mine: card) faster than (theirs: card)"')
    plain_clause(stmt.head[0])
    odd = next((i for i in items[2:-1] if not isinstance(i, Word)), None)
    if odd is not None:
        raise not_used([odd], f'"{show(items[2])}"')
    name = plain_words(items[2:-1])
    left, right = (typed_role(s, Phrase((i,), i.at), "") for i in (items[1], items[-1]))
    return Signature(name, (left, *name.split(), right), (), "", head_at(stmt))


def builtin_relations(s: Scope, found: Found) -> None:
    for word in ("precedes", "supplies"):
        roles = (ir.Role("a", "card", ""), ir.Role("b", "card", ""))
        s.table.relations[(word,)] = Signature(word, roles, (), "", found.of("game")[0].at if found.of("game") else None, word)  # type: ignore[arg-type]


def phase(s: Scope, stmt: Stmt) -> None:
    sig = action_signature(s, stmt)
    sig.kind = "phase"
    if sig.roles or sig.tails:
        raise Wrong("E0303", "a phase takes nothing along", sig.at, "it comes by itself", f'write "phase {sig.name} {{ ... }}"')
    s.table.declare(sig.name, "phase", None, sig.at, s.bag)
    add_verb(s, sig)


def action(s: Scope, stmt: Stmt) -> None:
    if len(stmt.head) == 2 and len(leftmost(stmt.head[0].value).items) == 2:
        forms = "/".join(show(leftmost(clause.value).items[n]) for clause, n in zip(stmt.head, (1, 0), strict=True))
        raise Wrong("E0309", "the two forms of a verb stand with a stroke", head_at(stmt), "", f'write "{forms}"')
    sig = action_signature(s, stmt)
    add_verb(s, sig)
    for line in stmt.block or ():
        if line.kind == "plain" and first_word(line) == "says":
            said_forms(s, sig, line)


TWO_FORMS = re.compile(r"([^\W_][\w'-]*)/([^\W_][\w'-]*)")


def said_forms(s: Scope, sig: Signature, line: Stmt) -> None:
    """``{doer} draw/draws``: a verb that stands in a says in both forms is the action's verb, or another."""
    forms = (str(sig.head[0]), sig.third)
    for one, two in TWO_FORMS.findall(line.at.text):
        near = all(SequenceMatcher(None, a, b).ratio() > 0.6 for a, b in zip((one, two), forms, strict=True))
        if sig.third and (one, two) != forms and {one, two} & set(forms) and near:
            more = (Label(sig.at, "this action"),)
            s.add("E0308", f'the says has "{one}/{two}", the action "{"/".join(forms)}"', line.at, "one of them is misspelt", more=more)
            s.table.aftermath.names |= {one, two, *forms}
    alone = sig.third not in ("", forms[0]) and re.search(rf"\{{doer\}} {re.escape(sig.third)}(?![\w/'-])", line.at.text)
    if alone:
        s.add("E0308", f'"{sig.third}" alone does not fit when you are meant', line.at, "", f'write "{{doer}} {"/".join(forms)}"')


def add_verb(s: Scope, sig: Signature) -> None:
    first = str(sig.head[0])
    group = s.table.verbs.setdefault(first, [])
    same = next((old for old in group if old.name == sig.name), None)
    if same is not None:
        raise Wrong("E0201", f'the action "{sig.name}" is declared twice', sig.at, "declared again here", more=(Label(same.at, "first here"),))
    group.append(sig)


def action_signature(s: Scope, stmt: Stmt) -> Signature:
    """``action take/takes block card with (guard: card) from (blow: card)``."""
    clause = one_clause(stmt)
    plain_clause(clause, (*ANY, "where"))
    if stmt.define is not None:
        place = stmt.define[0].at + stmt.define[-1].at
        raise Wrong("E0302", "a colon has no meaning here", place, "this is not used", 'a role stands in brackets: "(NAME: TYPE)"')
    items = list(leftmost(clause.value).items[1:])
    odd = next((i for i in items if isinstance(i, (Number, Text)) or (isinstance(i, Group) and i.typed is None)), None)
    if odd is not None:
        raise Wrong("E0302", f'"{show(odd)}" has no meaning here', odd.at, "this is not used", f'a name with its type is written "({bare_role(odd)})"')
    if not items:
        raise Wrong("E0301", "a name is missing", head_at(stmt), "what is declared here?", f'write "{first_word(stmt)} NAME ..."')
    first, third = items[0], ""
    if isinstance(first, Either):
        if len(first.items) != 2 or not all(isinstance(i, Word) for i in first.items):
            raise Wrong("E0303", "a verb has two forms", first.at, "", 'write "draw/draws"')
        third = show(first.items[1])
        items[0] = first.items[0]
    head = [typed_role(s, Phrase((i,), i.at), "") if isinstance(i, Group) else show(i) for i in items]
    after = [t for t in clause.tails if t.word not in ("where", "at most")]
    tails = tuple((t.word, tail_part(s, t.word, t.value)) for t in after)
    name = " ".join(p for p in head if isinstance(p, str))
    sig = Signature(name, tuple(head), tails, third, head_at(stmt), "action", stmt)
    untyped(sig, [*items[1:], *(i for t in after for i in leftmost(t.value).items)], stmt)
    return sig


def bare_role(odd: Item) -> str:
    """``(n)``, with a type."""
    name = re.fullmatch(r"\((\w+)\)", show(odd))
    return f"{name[1]}: number" if name else "c: card"


HIDDEN = re.compile(r'"[^"\n]*"|#[^\n]*')


def untyped(sig: Signature, items: Sequence[Item], stmt: Stmt) -> None:
    """``scorches n { ... {n} ... }``: a word of the head that the block speaks of as of a role."""
    block = stmt.at.text.partition("{")[2]
    own = {role.name for role in sig.roles} | set(given(stmt))
    letters = {word for word in re.findall(r"\w+", HIDDEN.sub("", block)) if len(word) == 1}
    role = next((i for i in items if isinstance(i, Word) and i.text not in own and (i.text in letters or f"{{{i.text}}}" in block)), None)
    if role is not None:
        raise Wrong("E0302", f'"{role.text}" is a fixed word here', role.at, "a role has a type", f'a role stands in brackets: write "({role.text}: number)", or another type')


def tail_part(s: Scope, prep: str, expr: Expr) -> ir.Role | tuple[str, ...]:
    items = leftmost(expr).items
    if isinstance(items[0], Group) and len(items) == 1:
        return typed_role(s, expr, prep)
    odd = expr if isinstance(expr, Binary) else next((i for i in items if not isinstance(i, Word)), None)
    if odd is not None:
        raise Wrong("E0303", f'only words, or one name with its type, follow "{prep}"', expr.at, "", f'write "{prep} (c: card)"')
    return tuple(show(i) for i in items)


def keyword(s: Scope, stmt: Stmt) -> None:
    sig = action_signature(s, stmt)
    sig.kind = "keyword"
    forms = [f"{prep} {' '.join(t)}" for prep, t in sig.tails if not isinstance(t, ir.Role)]
    sig.name = " ".join((sig.name, *forms))
    group = s.table.keywords.setdefault(str(sig.head[0]), [])
    if any(old.name == sig.name for old in group):
        old = next(old for old in group if old.name == sig.name)
        raise Wrong("E0201", f'the keyword "{sig.name}" is declared twice', sig.at, "declared again here", more=(Label(old.at, "first here"),))
    group.append(sig)


def script(s: Scope, stmt: Stmt) -> None:
    sig = action_signature(s, stmt)
    sig.kind = "script"
    group = s.table.scripts.setdefault(str(sig.head[0]), [])
    same = next((old for old in group if {p for p, _ in old.tails} == {p for p, _ in sig.tails}), None)
    if same is not None:
        raise Wrong("E0201", f'the script form "{sig.name}" is declared twice', sig.at, "declared again here", more=(Label(same.at, "first here"),))
    group.append(sig)
