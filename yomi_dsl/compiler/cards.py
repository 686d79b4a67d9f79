"""Cards and their lines: attribute values, keywords, parts, faces; and the holders that bring them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Env,
    Macro,
    Scope,
    Signature,
    Symbol,
    Var,
    Wrong,
    at,
    bare,
    head_at,
    one_clause,
    plain_clause,
    plain_words,
    replace_left,
    show,
    unknown,
)
from yomi_dsl.compiler.effects import body, fixed_fit
from yomi_dsl.compiler.nouns import anything, either_words, filter_, items_phrase, number, read_local
from yomi_dsl.compiler.parts import takes
from yomi_dsl.compiler.statics import RULE_KINDS, Place, block_words, items, modify, quoted, row, rule
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.contrast import READABLE, contrast
from yomi_dsl.diagnostics import Label, nearest, suggest
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Either, Expr, Group, Item, Number, Phrase, Stmt, Text, Word, leftmost

SOURCES = ("rulebook", "public", "house")
META = ("source", "flavour", "art", "colours")


@attrs.define(eq=False)
class Lines:
    """What has been read of one face (or keyword): printed values with their places, abilities, and the lines at fault."""

    values: dict[str, tuple[ir.Printed, Span]] = attrs.field(factory=dict)
    abilities: list[ir.Ability] = attrs.field(factory=list)
    failed: list[str] = attrs.field(factory=list)

    def set(self, s: Scope, name: str, value: ir.Printed, span: Span) -> None:
        if name in self.values:
            old = self.values[name][1]
            raise Wrong("E0401", f'"{name}" is given twice', span, "given again here", more=(Label(old, "first here"),))
        self.values[name] = (value, span)


@attrs.define(eq=False)
class Made(Lines):
    """A card under construction."""

    meta: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    faces: list[tuple[str, Lines, Span]] = attrs.field(factory=list)


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
        parts = "".join(f'"{part.name} {{ ... }}", ' for part in p.s.table.of_kind("part") if part.data == "run")
        raise Wrong("E0503", "an effect stands in a part of the card, or in a rule", head_at(stmt), "when does this happen?", f'write {parts}or "after ... {{ ... }}" around it')
    if first_word(stmt) == "modify":
        made.abilities.append(ability("plain", "", stmt, items=tuple(modify(p, stmt))))
        return
    if stmt.block is not None:
        part(p, made, stmt)
        return
    if stmt.define is not None:
        raise Wrong("E0302", "a colon has no meaning in this line", head_at(stmt))
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
    used = use_keyword(p, clause, stmt)
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
        made.abilities.append(ability("run", name, stmt, title, proc=part_proc(p, name, clause, stmt)))
    elif symbol is not None and symbol.kind == "part":
        made.abilities.append(ability("part", name, stmt, title, items=tuple(items(p, stmt.block or ()))))
    else:
        raise no_part(p, clause, words, stmt)
    p.s.table.used.add(name)


def heard(s: Scope, words: Sequence[Item]) -> str:
    """How a rule says what somebody has in mind who writes ``when this hits``."""
    said = [show(word) for word in words]
    for sig in (sig for sigs in s.table.verbs.values() for sig in sigs if {str(sig.head[0]), sig.third} & set(said)):
        parts = [part if isinstance(part, str) else "opponent" if part.type == "player" else "" for part in sig.head]
        parts += [f"{prep} this" for prep, role in sig.tails if isinstance(role, ir.Role) and role.type == "card"]
        return f'write "after you {" ".join(part for part in parts if part)} {{ ... }}"'
    return 'write "after you ACTION { ... }" or "before opponent ACTION { ... }"'


def no_part(p: Place, clause: Clause, words: Sequence[Item], stmt: Stmt) -> Wrong:
    """A block whose name is no part; in a holder it may be a card, or another declaration, whose head word is at fault."""
    parts = [s.name for s in p.s.table.of_kind("part")]
    if show(words[0]) in ("when", "whenever", "once"):
        return Wrong("E0503", f'"{show(words[0])}" begins no rule', words[0].at, "when does this happen?", heard(p.s, words))
    quoted_name = next((w for w in words if isinstance(w, Text)), None)
    if quoted_name is None:
        help = suggest(plain_words(words), parts)
        return Wrong("E0206", f'"{plain_words(words)}" is no part of a card', clause.at, "a block needs the name of a part", help)
    p.s.table.aftermath.words.add(show(quoted_name))
    if quoted_name is words[0]:
        return Wrong("E0406", "what is this the name of?", quoted_name.at, "a word stands before it", f"write: card {show(quoted_name)} x2 {{ ... }}")
    known = ("card", "cards", *INNER, *parts)
    return Wrong("E0406", f'"{show(words[0])}" declares nothing', words[0].at, "a declaration is expected here", nearest(show(words[0]), known))


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


def typed_role(s: Scope, expr: Expr, prep: str) -> ir.Role:
    """``(name: type)``."""
    item = leftmost(expr).items[0]
    whole = isinstance(expr, Phrase) and len(expr.items) == 1
    if not (whole and isinstance(item, Group) and item.typed and len(item.clauses) == 1 and len(item.typed) == 1):
        raise Wrong("E0303", "a name with its type is expected here", expr.at, "", 'write "(c: card)"')
    plain_clause(item.clauses[0])
    if item.typed[0].tails:
        raise Wrong("E0302", f'"{item.typed[0].tails[0].word}" has no meaning here', item.typed[0].tails[0].at, "this part is not used")
    name = plain_words(leftmost(item.clauses[0].value).items)
    if " " in name or not name:
        raise Wrong("E0301", "a role is named with one word", expr.at, "", 'write "(c: card)"')
    return ir.Role(name, role_type(s, item.typed[0].value), prep)


TYPES = ("number", "card", "cards", "player", "zone", "span", "filter", "text")


def role_type(s: Scope, expr: Expr) -> str:
    text = " ".join(expr.at.text.split())
    base = text.removesuffix(" or nothing")
    if base in TYPES:
        return text
    symbol = s.table.noun(base)
    if symbol is not None and symbol.kind == "set":
        s.table.used.add(base)
        return f"word {text}"
    raise Wrong("E0304", f'"{text}" is no type', expr.at, "", "a type is one of " + ", ".join(TYPES) + ", or a set of words")


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
        raise Wrong("E0303", f'"{attr.name}" has no value', clause.at, "", f'write the value right after "{attr.name}"')
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
    value = number(s, rest)
    if not isinstance(value, ir.Lit) or not isinstance(value.value, int):
        raise Wrong("E0304", f'"{attr.name}" is printed as a plain number', rest.at)
    if not attr.low <= value.value <= attr.high:
        raise Wrong("E0402", f"{attr.name} {value.value} is out of range", rest.at, f"it goes from {attr.low} to {attr.high}")
    return value


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
    if clause.tails:
        known = clause.value.items[0]
        raise unknown(p.s, show(known), known.at) if p.s.noun(clause.value.items, 0) is None else Wrong(
            "E0302", f'"{clause.tails[0].word}" has no meaning here', clause.tails[0].at, "this part is not used"
        )
    i = 0
    while i < len(clause.value.items):
        i += word_item(p, made, clause.value.items, i)


def no_line(p: Place, clause: Clause) -> Wrong:
    """A line with a sign or word between its words that no line of a card has."""
    expr: Expr = clause.value
    while isinstance(expr, Binary) and isinstance(expr.left, Binary):
        expr = expr.left
    assert isinstance(expr, Binary)
    first = leftmost(clause.value).items[0]
    start = expr.left.at.end if expr.left is not None else expr.at.start
    sign = expr.at.source.text[start : expr.right.at.start]
    place = Span(expr.at.source, start + len(sign) - len(sign.lstrip()), start + len(sign.rstrip()))
    if isinstance(first, Word) and p.s.noun((first,), 0) is None and first.text not in p.s.table.keywords:
        return unknown(p.s, first.text, first.at)
    forms = [f'"{keyword_pattern(sig)}"' for sig in p.s.table.keywords.get(show(first), ())]
    return Wrong("E0302", f'"{place.text}" has no meaning in this line', place, "", f"write {' or '.join(forms)}" if forms else "")


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
            forms = " or ".join(f'"{keyword_pattern(sig)}"' for sig in p.s.table.keywords[show(item)])
            raise Wrong("E0303", f'"{show(item)}" is not used like this', words[0].at + words[-1].at, "", f"write {forms}")
        if show(item) in DETERMINERS and len(words) > 1:
            raise Wrong("E0302", "this line has no meaning on a card", words[0].at + words[-1].at, "no attribute, keyword or row begins so")
        if isinstance(item, Word):
            raise unknown(p.s, item.text, item.at)
        raise Wrong("E0302", f"{show(item)} has no meaning here", item.at, "this is not used")
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


DETERMINERS = ("your", "opponent's", "any", "all", "this", "you", "opponent", "each", "no")


def misplaced(p: Place, symbol: Symbol, item: Item) -> Wrong:
    if symbol.kind in ("status", "attr") and symbol.name in p.s.table.keywords:
        forms = [keyword_pattern(k) for k in p.s.table.keywords[symbol.name]]
        return Wrong("E0303", f'"{symbol.name}" alone says nothing on a card', item.at, "", "write " + " or ".join(f'"{f}"' for f in forms))
    return Wrong("E0302", f'"{symbol.name}" has no meaning on a card', item.at, f"this is a {symbol.kind}")


# ---- keywords ----------------------------------------------------------------------------------------------------------------


def keyword_pattern(sig: Signature) -> str:
    from yomi_dsl.compiler.effects import pattern

    return pattern(sig)


def find_keyword(s: Scope, clause: Clause) -> Signature | None:
    words = leftmost(clause.value).items
    if not isinstance(words[0], Word):
        return None
    attribute = s.noun(words, 0)
    longest = attribute[1] if attribute is not None and attribute[0].kind == "attr" else 0
    sigs = [sig for sig in s.table.keywords.get(words[0].text, ()) if fixed_fit(sig, words) and leading(sig) >= longest]
    preps = {t.word: " ".join(t.value.at.text.split()) for t in clause.tails}
    exact = [sig for sig in sigs if tails_fit(sig, preps)]
    if exact:
        return max(exact, key=lambda sig: (len(sig.fixed), len(sig.tails)))
    if sigs and s.table.noun(words[0].text) is None:
        forms = " or ".join(f'"{keyword_pattern(sig)}"' for sig in sigs)
        raise Wrong("E0303", f'"{words[0].text}" is not used like this', clause.at, "", f"write {forms}")
    return None


def leading(sig: Signature) -> int:
    """How many words its name begins with: an attribute of more words is meant before it."""
    return next((n for n, part in enumerate(sig.head) if not isinstance(part, str)), len(sig.head))


def tails_fit(sig: Signature, preps: dict[str, str]) -> bool:
    needed = {prep for prep, t in sig.tails if not (isinstance(t, ir.Role) and "nothing" in t.type)}
    known = {prep for prep, _ in sig.tails}
    fixed = all(preps.get(prep) == " ".join(t) for prep, t in sig.tails if not isinstance(t, ir.Role))
    return needed <= set(preps) <= known and fixed


def use_keyword(p: Place, clause: Clause, stmt: Stmt) -> ir.Ability | None:
    """Expands one use; None if the words name no keyword."""
    sig = find_keyword(p.s, clause)
    if sig is None:
        return None
    assert sig.stmt is not None
    p.s.table.used.add(f"keyword {sig.name}")
    preps = [t.word for t in clause.tails]
    if not isinstance(clause.value, Phrase) and isinstance(sig.head[-1], str):
        rest = Span(clause.at.source, leftmost(clause.value).at.end, clause.value.at.end)
        raise Wrong("E0302", f'"{rest.text.strip()}" has no meaning here', clause.value.at, "this is not used", f"it is written: {keyword_pattern(sig)}")
    twice = next((t for n, t in enumerate(clause.tails) if t.word in preps[:n]), None)
    if twice is not None:
        raise Wrong("E0302", f'"{twice.word}" stands twice', twice.at, "this part is not used", f"it is written: {keyword_pattern(sig)}")
    if sig.name in p.s.expanding:
        raise Wrong("E0507", f'the keyword "{sig.name}" contains itself', clause.at, " -> ".join((*p.s.expanding, sig.name)))
    macros = bind_params(p, sig, clause)
    inner = Place(p.s.child(names=macros, expanding=(*p.s.expanding, sig.name)), p.you, p.this, p.captures)
    made, says = keyword_lines(inner, sig.stmt)
    args = tuple((key[0], argument(p, macro)) for key, macro in macros.items())
    statics = tuple(i for a in made.abilities for i in a.items)
    values = tuple((name, value) for name, (value, _) in made.values.items())
    return ir.Ability("keyword", sig.name, "", args, says, values, statics, None, sig.stmt.tags, at(clause.at))


STANDINS = {"number": "1", "filter": "card", "span": "this turn", "card": "this", "cards": "card", "player": "you"}


def check_keyword(s: Scope, sig: Signature) -> None:
    """Reads a keyword's body with stand-ins for its parameters, so that one that no card uses is checked as well."""
    assert sig.stmt is not None
    macros: dict[tuple[str, ...], Macro] = {}
    for role in sig.roles:
        macros[(role.name,)] = Macro(role.type.removesuffix(" or nothing"), standin(s, role, sig.at), sig.stmt.head[0])
    before = len(s.bag)
    made, _ = keyword_lines(Place(s.child(names=macros, expanding=(sig.name,), statuses=[]), True, True), sig.stmt)
    if len(s.bag) > before:
        return
    if not made.values and not any(a.items for a in made.abilities) and not s.bag.errors:
        s.add("W0203", f'the keyword "{sig.name}" does nothing', sig.at, "it sets no attribute and has no rule")
    mentioned = set(block_words(sig.stmt.block or ())) | {sig.name}
    for role in sig.roles:
        if role.name not in mentioned and not s.table.aftermath.within(sig.stmt.at):
            s.add("E0412", f'"{role.name}" is never used', sig.at, f'the keyword "{sig.name}" does nothing with it')


def standin(s: Scope, role: ir.Role, span: Span) -> Expr:
    base = role.type.removesuffix(" or nothing")
    if base.startswith("word "):
        symbol = s.table.noun(base[5:])
        text = symbol.data.words[0] if symbol is not None else "?"
    else:
        text = STANDINS[base]
    items = tuple(Number(int(w), span) if w.isdigit() else Word(w, span) for w in text.split())
    return Phrase(items, span)


def keyword_lines(p: Place, stmt: Stmt) -> tuple[Lines, str]:
    made, said, lines = Lines(), [], []
    for entry in stmt.block or ():
        first = first_word(entry) if entry.kind == "plain" else ""
        if first == "says":
            said.append(entry)
        elif first != "example":
            lines.append(entry)
    if len(said) > 1:
        p.s.add("E0401", "there are two says", head_at(said[1]), "one is enough")
    each_line(p, made, lines, line)
    return made, (said and p.s.attempt(partial(quoted, said[0]))) or ""


def bind_params(p: Place, sig: Signature, clause: Clause) -> dict[tuple[str, ...], Macro]:
    outer = {k: v for k, v in p.s.names.items() if isinstance(v, Macro)}
    macros: dict[tuple[str, ...], Macro] = {}
    words = list(leftmost(clause.value).items[1:])
    for n, role in enumerate(sig.head[1:], 1):
        if isinstance(role, str):
            words.pop(0)
            continue
        last = n == len(sig.head) - 1
        mine = words if last else words[:1]
        words = [] if last else words[1:]
        if not mine:
            raise Wrong("E0303", f"{role.name} is missing", clause.at, "", f'it is written: {keyword_pattern(sig)}')
        expr = replace_left(clause.value, mine) if last else items_phrase(mine)
        macros[(role.name,)] = Macro(role.type, expr, clause, outer)
    for prep, tail in sig.tails:
        if isinstance(tail, ir.Role):
            expr = next((t.value for t in clause.tails if t.word == prep), None)
            macros[(tail.name,)] = Macro(tail.type.removesuffix(" or nothing"), expr, clause, outer)
    return macros


def argument(p: Place, macro: Macro) -> ir.Value:
    """What a parameter stands for, for wording; read where you and this are the card's."""
    if macro.expr is None:
        return ir.Lit(None)
    return anything(p.scope([]).use_view(macro), macro.expr, macro.type)[0]


# ---- cards -------------------------------------------------------------------------------------------------------------------


def metadata(made: Made, stmt: Stmt, known: Sequence[str]) -> bool:
    """``source house``, ``flavour "..."``, ``art "..."``, ``colours "a" on "b"``; true if this is such a line."""
    if stmt.kind != "plain" or first_word(stmt) not in META or stmt.block is not None:
        return False
    bare(stmt, ("on",), clauses=len(stmt.head))
    for clause in stmt.head:
        words = leftmost(clause.value).items
        key = show(words[0])
        if key not in known:
            kinds = "only what a player brings has colours" if key in META else "this is no such line"
            raise Wrong("E0404", f'"{key}" has no place here', clause.at, kinds, "here stand: " + ", ".join(known))
        if key in made.meta:
            raise Wrong("E0401", f'"{key}" is given twice', clause.at, "given again here")
        made.meta[key] = meta_value(key, clause)
    return True


def meta_value(key: str, clause: Clause) -> tuple[str, ...]:
    words = leftmost(clause.value).items[1:]
    if key == "source":
        if len(words) != 1 or show(words[0]) not in SOURCES:
            raise Wrong("E0404", "where does it come from?", clause.at, "", "one of " + ", ".join(SOURCES))
        return (show(words[0]),)
    found = [*words, *(i for t in clause.tails for i in leftmost(t.value).items)]
    texts = [w.value for w in found if isinstance(w, Text)]
    if len(texts) != len(found) or len(texts) != (2 if key == "colours" else 1) or bool(clause.tails) != (key == "colours"):
        wanted = "two colours" if key == "colours" else "one text in quotes"
        raise Wrong("E0404", f'"{key}" is followed by {wanted}', clause.at, "", f"write: {META_FORMS[key]}")
    if key == "colours":
        usable(found[0], found[1])  # type: ignore[arg-type]
    return tuple(texts)


META_FORMS = {"flavour": 'flavour "TEXT"', "art": 'art "FILE"', "colours": 'colours "1d3a8a" on "f4efe3"'}


def usable(ink: Text, paper: Text) -> None:
    """Both are colours, and white can be read on the first."""
    for item in (ink, paper):
        if not re.fullmatch(r"#?[0-9a-fA-F]{6}", item.value):
            raise Wrong("E0417", f'"{item.value}" is no colour', item.at, "six digits, each 0 to 9 or a to f", 'such as "1d3a8a"')
    if contrast(ink.value.removeprefix("#").lower(), "ffffff") < READABLE:
        raise Wrong("E0417", f'"{ink.value}" is too light', ink.at, "white signs stand on the first colour", "choose a darker one")


def read_card(s: Scope, stmts: Sequence[Stmt], made: Made) -> None:
    each_line(Place(s, True, True), made, stmts, card_line)


def card_line(p: Place, made: Made, stmt: Stmt) -> None:
    if metadata(made, stmt, META[:-1]):
        return
    if stmt.kind == "plain" and first_word(stmt) == "face" and stmt.block is not None:
        face(p, made, stmt)
    else:
        line(p, made, stmt)


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


def face(p: Place, made: Made, stmt: Stmt) -> None:
    lines = Lines()
    bare(stmt, block=True)
    each_line(p, lines, stmt.block or (), line)
    name = plain_words(leftmost(one_clause(stmt).value).items[1:])
    made.faces.append((name, lines, stmt.at))


def copies_of(words: Sequence[Item], fixture: bool) -> int:
    """``x2`` after the name. A fixture may leave it out."""
    extra = words[2:]
    if not extra and fixture:
        return 1
    if not extra:
        raise Wrong("E0414", "how many copies are in the deck?", words[1].at, "", f'write: card {show(words[1])} x2')
    text = show(extra[0])
    if len(extra) == 1 and text.startswith("x") and text[1:].isdigit() and 0 < int(text[1:]) < 100:
        return int(text[1:])
    raise Wrong("E0302", f'"{text}" has no meaning after a card\'s name', extra[0].at, "", 'copies are written "x2"')


def card(s: Scope, stmt: Stmt, group: str, source: str, fixture: bool = False) -> ir.Card:
    words = leftmost(one_clause(stmt).value).items
    name = words[1] if len(words) > 1 else None
    if stmt.kind == "plain" and show(words[0]) != "card":
        raise Wrong("E0406", f'"{show(words[0])}" is no card', words[0].at, "cards stand here", 'write: card "NAME" x2 { ... }')
    if one_clause(stmt).tails or stmt.define is not None or not isinstance(one_clause(stmt).value, Phrase):
        raise Wrong("E0302", "this has no meaning after a card's name", Span(stmt.at.source, words[-1].at.end, head_at(stmt).end), "this is not used")
    if not isinstance(name, Text) or stmt.kind != "plain":
        raise Wrong("E0301", "a card's name stands in quotes", head_at(stmt), "", 'write: card "NAME" x2 { ... }')
    made = Made()
    named(name)
    read_card(s, stmt.block or (), made)
    return finished(s, made, stmt, name.value, copies_of(words, fixture), group, source)


def named(name: Text) -> None:
    if not name.value.strip():
        raise Wrong("E0301", "a name is missing", name.at, "nothing stands between the quotes")


def finished(s: Scope, made: Made, stmt: Stmt, name: str, copies: int, group: str, source: str, head: str = "") -> ir.Card:
    from yomi_dsl.compiler.check import complete

    faces = []
    for face_name, lines, _ in made.faces or [("", Lines(), stmt.at)]:
        values = {**made.values}
        for key, value in lines.values.items():
            if key in values:
                s.add("E0401", f'"{key}" is given twice', value[1], "given again here", more=(Label(values[key][1], "first here"),))
            values[key] = value
        shown = complete(s, values, stmt, name, head, group, (*made.failed, *lines.failed))
        faces.append(ir.Face(face_name, shown, (*made.abilities, *lines.abilities)))
    meta = {k: v[0] for k, v in made.meta.items()}
    ident = f"{head}: {name}" if head else f"{s.holder}/{name}" if s.holder else name
    return ir.Card(
        ident, name, s.holder, head, copies, group, tuple(faces), meta.get("source", source), meta.get("flavour", ""),
        meta.get("art", ""), at(stmt.at),
    )  # fmt: skip


# ---- holders -----------------------------------------------------------------------------------------------------------------

INNER = ("words", "stat", "flag", "zone", "tally", "status", "value", "relation", "forms", "symbol", "keyword", "action", "example", "ruling", "invariant")


def holder(s: Scope, stmt: Stmt, head: str, source: str) -> tuple[ir.HolderDecl, tuple[ir.Card, ...]]:
    words = leftmost(one_clause(stmt).value).items
    name = words[-1]
    if not isinstance(name, Text) or stmt.block is None or len(words) != 2 or len(head_at(stmt).text.split('"')) != 3 or head_at(stmt).text[-1] != '"' or stmt.define is not None:
        raise Wrong("E0301", f"a {head} has a name in quotes, and a block", head_at(stmt), "", f'write: {head} "NAME" {{ ... }}')
    named(name)
    inner = s.child(holder=name.value)
    made, cards, own = Made(), [], []
    lines = []
    for line_ in stmt.block or ():
        with s.reporting():
            if metadata(made, line_, META):
                continue
            lines.append(line_)
    source = made.meta.get("source", (source,))[0]
    for line_ in lines:
        first = first_word(line_) if line_.kind == "plain" else ""
        with s.reporting():
            if first == "card":
                cards.append(card(inner, line_, "", source))
            elif first == "cards":
                from yomi_dsl.compiler.declare import group_name

                group = group_name(line_)
                for entry in line_.block or ():
                    with s.reporting():
                        cards.append(card(inner, entry, group, source))
            elif first not in INNER:
                own.append(line_)
    read_card(inner, own, made)
    own_card = finished(inner, made, stmt, name.value, 1, "", source, head)
    ids = tuple(c.id for c in cards)
    decl = ir.HolderDecl(head, name.value, own_card.id, ids, made.meta.get("colours", ()), at(stmt.at))
    return decl, (own_card, *cards)


__all__ = ["Number", "Phrase", "card", "holder", "printed_words", "read_card", "use_keyword"]
