"""The lines of a card, a face or a keyword: attribute values, words, parts, keywords, rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Binding,
    Env,
    Macro,
    Scope,
    Symbol,
    Var,
    Wrong,
    at,
    bare,
    head_at,
    one_clause,
    plain_words,
    replace_left,
    show,
)
from yomi_dsl.compiler.calls import pattern
from yomi_dsl.compiler.effects import body
from yomi_dsl.compiler.keywords import use_keyword
from yomi_dsl.compiler.meant import says
from yomi_dsl.compiler.misread import (
    DETERMINERS,
    colon_line,
    heard,
    no_line,
    raise_effect,
    unknown_line,
    with_tails,
)
from yomi_dsl.compiler.modifiers import modify
from yomi_dsl.compiler.nouns import read_local
from yomi_dsl.compiler.parts import takes
from yomi_dsl.compiler.roles import typed_role
from yomi_dsl.compiler.rules import RULE_KINDS, Place, rule
from yomi_dsl.compiler.statics import items, row
from yomi_dsl.compiler.terms import either_words
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.compiler.wanted import filter_, number
from yomi_dsl.diagnostics import Label, nearest, suggest
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Either, Expr, Item, Phrase, Stmt, Text, Word, leftmost


@attrs.define(eq=False)
class Lines:
    """What has been read of one face (or keyword): printed values with their places, abilities, and the lines at fault."""

    values: dict[str, tuple[ir.Printed, Span]] = attrs.field(factory=dict)
    abilities: list[ir.Ability] = attrs.field(factory=list)
    failed: list[str] = attrs.field(factory=list)

    def set(self, s: Scope, name: str, value: ir.Printed, span: Span) -> None:
        if name in self.values:
            old = self.values[name][1]
            line = re.split(r"[;{}\n]", span.source.text[: span.start])[-1]
            help = 'what follows on "->" is joined with "or"' if "->" in line else ""
            raise Wrong("E0401", f'"{name}" is given twice', span, "given again here", help, (Label(old, "first here"),))
        self.values[name] = (value, span)


@attrs.define(eq=False)
class Made(Lines):
    """A card under construction."""

    meta: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    faces: list[tuple[str, Lines, Sequence[Stmt]]] = attrs.field(factory=list)


M = TypeVar("M", bound=Lines)


# ---- lines -------------------------------------------------------------------------------------------------------------------


def first_word(stmt: Stmt) -> str:
    return show(leftmost(stmt.head[0].value).items[0]) if stmt.head else ""


def line(p: Place, made: Lines, stmt: Stmt) -> None:
    """One line of a card, face, live part or keyword."""
    if stmt.kind in RULE_KINDS:
        made.abilities.append(ability("plain", "", stmt, items=(rule(p, stmt),)))
        return
    if stmt.kind != "plain":
        around = [f'"{part.name} {{ ... }}"' for part in p.s.table.of_kind("part") if part.data == "run"] + ['"after ... { ... }"']
        raise Wrong("E0503", "an effect stands in a part of the card, or in a rule", head_at(stmt), "when does this happen?", f'write {" or ".join(around)} around it')
    if first_word(stmt) == "modify":
        made.abilities.append(ability("plain", "", stmt, items=tuple(modify(p, stmt))))
        return
    if stmt.block is not None:
        part(p, made, stmt)
        return
    if stmt.define is not None:
        raise colon_line(p.s, stmt, stmt.define)
    for clause in stmt.head:
        try:
            clause_line(p, made, stmt, clause)
        except Wrong as wrong:
            p.s.caught(wrong)
            made.failed.append(clause.at.text)


def clause_line(p: Place, made: Lines, stmt: Stmt, clause: Clause) -> None:
    found = row(p, evolve(stmt, head=(clause,)))
    if found is not None:
        made.abilities.append(ability("plain", "", stmt, items=(found,)))
        return
    used = use_keyword(p, clause, stmt, made.failed)
    if used is not None:
        made.abilities.append(used)
        for name, value in used.values:
            made.set(p.s, name, value, clause.at)
        return
    if value_line(p, made, clause):
        return
    word_line(p, made, clause)


def ability(
    kind: str, name: str, stmt: Stmt, title: str = "", items: tuple[ir.Static, ...] = (), proc: ir.Proc | None = None
) -> ir.Ability:
    return ir.Ability(kind, name, title, (), "", (), items, proc, stmt.tags, at(stmt.at))


def part(p: Place, made: Lines, stmt: Stmt) -> None:
    """A named block: run by others, or in force while the card is live."""
    clause = one_clause(stmt)
    words = leftmost(clause.value).items
    title = words[-1].value if len(words) > 1 and isinstance(words[-1], Text) else ""
    name = plain_words(words[:-1] if title else words)
    symbol = p.s.table.noun(name)
    if symbol is not None and symbol.kind == "part":
        bare(stmt, ALL if symbol.data == "run" else (), block=True)
    if name == "setup" or (symbol is not None and symbol.kind == "part" and symbol.data == "run"):
        if p.s.expanding:
            raise Wrong("E0302", f'"{name}" has no meaning in a keyword', head_at(stmt), "a keyword gives attributes and rules", "write it on each card")
        made.abilities.append(ability("run", name, stmt, title, proc=part_proc(p, name, clause, stmt)))
    elif symbol is not None and symbol.kind == "part":
        made.abilities.append(ability("part", name, stmt, title, items=tuple(items(p, stmt.block or ()))))
    else:
        raise no_part(p, clause, words, stmt)
    p.s.table.used.add(name)


NO_PARTS = 'a rule begins with "before", "after", "instead of", "as soon as", "at start of" or "at end of"'
"""This is what has a block on a card, in a game that declares no parts."""


def no_part(p: Place, clause: Clause, words: Sequence[Item], stmt: Stmt) -> Wrong:
    """A block whose name is no part; in a holder it may be a card, or another declaration, whose head word is at fault."""
    parts = [s.name for s in p.s.table.of_kind("part")]
    if show(words[0]) in ("when", "whenever", "once"):
        return Wrong("E0503", f'"{show(words[0])}" begins no rule', words[0].at, "when does this happen?", heard(p.s, words))
    quoted_name = next((w for w in words if isinstance(w, Text)), None)
    if quoted_name is None:
        return Wrong("E0206", f'"{plain_words(words)}" is no part of a card', clause.at, "a block needs the name of a part", meant_part(words, parts))
    p.s.table.aftermath.words.add(show(quoted_name))
    if quoted_name is words[0]:
        return Wrong("E0406", "what is this the name of?", quoted_name.at, "a word stands before it", f"write: card {show(quoted_name)} x2 {{ ... }}")
    if show(words[0]) in ("card", "cards"):
        return Wrong("E0406", "a card stands in no other card", clause.at, "", 'is a "}" missing before it?')
    known = ("card", "cards", *INNER, *parts)
    return Wrong("E0406", f'"{show(words[0])}" declares nothing', words[0].at, "a declaration is expected here", nearest(show(words[0]), known) or suggest(show(words[0]), parts))


def meant_part(words: Sequence[Item], parts: Sequence[str]) -> str:
    """What to write in place of a block without a quoted name; it may be a declaration."""
    title = plain_words(words[1:])
    if title and show(words[0]) in parts:
        return f'a title stands in quotes: write {show(words[0])} "{title}" {{ ... }}'
    declares = nearest(show(words[0]), INNER) if title else ""
    return declares or (suggest(plain_words(words), parts) if parts else NO_PARTS)


def part_proc(p: Place, name: str, clause: Clause, stmt: Stmt) -> ir.Proc:
    params = [typed_role(p.s, t.value, t.word) for t in clause.tails]
    takes(p.s, name, clause, params)
    names = ["you", "this", *(r.name for r in params)]
    env = Env(names, len(names))
    s = p.s.child(env=env, you=ir.Local(0, "you"), this=ir.Local(1, "this"), subject=None)
    s.names = {k: v for k, v in s.names.items() if isinstance(v, Macro)}
    for i, role in enumerate(params):
        s.names[(role.name,)] = Var(role.type.removesuffix(" or nothing"), ir.Local(2 + i, role.name))
    return env.proc(body(s, stmt.block))


ALL = ("up to", "to", "from", "for", "with", "on", "by", "at", "as", "against")


def value_line(p: Place, made: Lines, clause: Clause) -> bool:
    """``size 8``, ``covers left/right``, ``after red or small``."""
    words = leftmost(clause.value).items
    found = p.s.noun(words, 0)
    if found is None or found[0].kind != "attr":
        return False
    symbol, size = found
    attr: ir.Attribute = symbol.data
    rest = replace_left(clause.value, words[size:])
    if rest is None:
        if isinstance(clause.value, Binary):
            raise no_line(p, clause)
        more = clause.tails and clause.tails[0].word in ("by", "to", "at least", "at most")
        help = 'what one "modify" changes is joined with ","' if more else f'write the value right after "{attr.name}"'
        raise Wrong("E0303", f'"{attr.name}" has no value', clause.at, "", help)
    if clause.tails:
        raise Wrong("E0302", f'"{clause.tails[0].word}" has no meaning after "{attr.name}"', clause.tails[0].at, "this part is not used")
    value = printed(p, attr, rest)
    if value is not None:
        made.set(p.s, attr.name, value, clause.at)
    return True


def printed(p: Place, attr: ir.Attribute, rest: Expr) -> ir.Printed | None:
    s = p.s
    if attr.type == "number":
        return printed_number(s, attr, rest)
    if attr.type == "set":
        return printed_words(s, attr, rest)
    macro = s.local(rest.items, 0) if isinstance(rest, Phrase) else None
    if macro and isinstance(macro[0], Macro) and macro[0].expr is None:
        return None
    env = Env(["it"], 1)
    inner = s.child(env=env, you=None, this=None)
    return env.proc(filter_(inner, rest))


def printed_number(s: Scope, attr: ir.Attribute, rest: Expr) -> ir.Lit:
    if isinstance(rest, Phrase) and isinstance(rest.items[0], Text):
        raise Wrong("E0304", "a number is expected here", rest.at, "this is a text", f"write a number from {attr.low} to {attr.high}")
    value = number(s, rest)
    if not isinstance(value, ir.Lit) or not isinstance(value.value, int):
        raise Wrong("E0304", f'"{attr.name}" is printed as a plain number', rest.at)
    if not attr.low <= value.value <= attr.high:
        raise Wrong("E0402", f"{attr.name} {value.value} is out of range", as_used(s, rest), f"it goes from {attr.low} to {attr.high}")
    return value


def as_used(s: Scope, expr: Expr) -> Span:
    """Where a value is written: what stands for a keyword's parameter, where the keyword is used."""
    names: dict[tuple[str, ...], Binding] = s.names
    while isinstance(expr, Phrase) and len(expr.items) == 1:
        macro = names.get((show(expr.items[0]),))
        if not isinstance(macro, Macro) or macro.expr is None:
            break
        expr, names = macro.expr, macro.names
    return expr.at


def printed_words(s: Scope, attr: ir.Attribute, rest: Expr) -> ir.WordsLit:
    item = rest.items[0] if isinstance(rest, Phrase) and len(rest.items) == 1 else None
    if isinstance(item, Either):
        set_name, words = either_words(s, item)
    elif isinstance(item, Word) and (symbol := s.table.nouns.get((item.text,))) and symbol.kind in ("word", "group"):
        set_name, words = (symbol.data, (symbol.name,)) if symbol.kind == "word" else symbol.data
        s.table.used.add(symbol.name)
    else:
        raise Wrong("E0304", f"words of {attr.set} are expected here", rest.at, "", "join several with /")
    if set_name != attr.set:
        raise Wrong("E0304", f"words of {attr.set} are expected here", rest.at, f"this is of {set_name}")
    return ir.WordsLit(set_name, words)


def word_line(p: Place, made: Lines, clause: Clause) -> None:
    """``red small left``: words of sets and flags, side by side."""
    if not isinstance(clause.value, Phrase):
        raise no_line(p, clause)
    raise_effect(p, clause)
    if clause.tails:
        raise with_tails(p, clause, clause.value.items)
    i = 0
    while i < len(clause.value.items):
        i += word_item(p, made, clause.value.items, i)


def word_item(p: Place, made: Lines, words: Sequence[Item], i: int) -> int:
    item = words[i]
    local = p.s.local(words, i)
    if local is not None and local[0].type.startswith("word "):
        value, type = read_local(p.s, local[0], item.at)
        assert isinstance(value, ir.WordLit)
        made.set(p.s, type[5:], value, item.at)
        return local[1]
    found = p.s.noun(words, i)
    if found is None:
        if show(item) in p.s.table.keywords:
            forms = " or ".join(f'"{pattern(sig)}"' for sig in p.s.table.keywords[show(item)])
            raise Wrong("E0303", f'"{show(item)}" is not used like this', words[0].at + words[-1].at, "", f"write {forms}")
        if show(item) in DETERMINERS and len(words) > 1:
            contests = [" ".join(key) for key, sig in p.s.table.relations.items() if sig.kind in ("contest", "ties")]
            near = next(filter(None, (nearest(show(word), contests) for word in words[1:])), "")
            raise Wrong("E0302", "this line has no meaning on a card", words[0].at + words[-1].at, "no attribute, keyword or row begins so", near)
        if isinstance(item, Word):
            raise unknown_line(p.s, item)
        following = p.s.noun(words, i + 1)
        help = f'write "{following[0].name} {show(item)}"' if following is not None and following[0].kind == "attr" else ""
        raise Wrong("E0302", f"{show(item)} has no meaning here", item.at, "this is not used", help)
    symbol, size = found
    if symbol.kind == "word":
        made.set(p.s, symbol.data, ir.WordLit(symbol.data, symbol.name), item.at)
    elif symbol.kind == "flag":
        made.set(p.s, symbol.name, ir.Lit(True), item.at)
    elif symbol.kind == "group":
        raise Wrong("E0403", f'"{symbol.name}" stands for several words', item.at, "say which", "one of " + ", ".join(symbol.data[1]))
    else:
        raise misplaced(p, symbol, item)
    return size


def misplaced(p: Place, symbol: Symbol, item: Item) -> Wrong:
    if symbol.kind in ("status", "attr") and symbol.name in p.s.table.keywords:
        forms = [pattern(k) for k in p.s.table.keywords[symbol.name]]
        return Wrong("E0303", f'"{symbol.name}" alone says nothing on a card', item.at, "", "write " + " or ".join(f'"{f}"' for f in forms))
    help = f'write "{symbol.name} {{ ... }}"' if symbol.kind == "part" else ""
    printed = says(symbol) if symbol.kind == "tally" else ""
    help = f'did you mean "{printed}"?' if printed and p.s.noun([Word(w, item.at) for w in printed.split()], 0) else help
    return Wrong("E0302", f'"{symbol.name}" has no meaning on a card', item.at, f"this is a {symbol.kind}", help)


def each_line(p: Place, made: M, stmts: Sequence[Stmt], read: Callable[[Place, M, Stmt], None]) -> None:
    """Reads lines; the words of those at fault are kept. A line that is tried as two makes nothing."""

    def one(s: Scope, stmt: Stmt) -> None:
        if s is p.s:
            read(p, made, stmt)
            return
        if not tried or tried[-1][0] is not s:
            tried.append((s, evolve(made, values=dict(before), abilities=[])))
        read(Place(s, p.you, p.this, p.captures), tried[-1][1], stmt)

    for stmt in stmts:
        tried: list[tuple[Scope, M]] = []
        before = dict(made.values)
        reading(p.s, stmt, one, partial(made.failed.append, head_at(stmt).text))


# ---- holders -----------------------------------------------------------------------------------------------------------------

INNER = ("words", "stat", "flag", "zone", "tally", "status", "value", "relation", "forms", "symbol", "keyword", "action", "example", "ruling", "invariant")
