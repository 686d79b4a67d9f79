"""The first pass: every declared name and how it is written, before any body is read.

Words come before attributes, as attributes are typed by them; the order in the files does not matter otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Declared,
    Scope,
    Wrong,
    at,
    bare,
    head_at,
    one_clause,
    plain_clause,
    plain_words,
    show,
)
from yomi_dsl.compiler.found import Found
from yomi_dsl.compiler.lines import first_word
from yomi_dsl.compiler.names import commas, name_of, no_range, not_used, of_whom, only, owned, whole_name
from yomi_dsl.compiler.signatures import ANY, action, builtin_relations, contest, keyword, phase, relation, script
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Expr, Group, Item, Number, Phrase, Stmt, Text, Word, leftmost

# ---- names -------------------------------------------------------------------------------------------------------------------


def declare_all(s: Scope, found: Found) -> None:
    """Fills the table."""
    for head in found.heads:
        s.table.declare(head, "head", None, found.of("game")[0].at, s.bag)
    builtin_names(s, found)
    each(s, found, "words", words)
    for kind, act in NAMERS:
        each(s, found, kind, act)
    builtin_relations(s, found)
    for stmt, _ in found.by_head.get("card", []):
        name_card(s, stmt)
    groups(s, found)
    for head in found.heads:
        for stmt, _ in found.by_head.get(head, []):
            with s.reporting():
                holder_names(s, stmt)


def builtin_names(s: Scope, found: Found) -> None:
    """The box, where a deck lies before setup; and the flag that takes a card's rules out of force."""
    span = found.of("game")[0].at
    place = at(span)
    s.table.declare("box", "zone", ir.ZoneDecl("box", False, "pile", "owner", None, "", False, False, (), place), span, s.bag)
    silent = ir.Attribute("silent", "flag", "", 0, 1, "optional", ir.Filter(()), None, "silent", "not silent", place)
    s.table.declare("silent", "flag", silent, span, s.bag)


def each(s: Scope, found: Found, head: str, act: Callable[[Scope, Stmt], None]) -> None:
    for stmt, _ in found.by_head.get(head, []):
        failed: list[Stmt] = []
        s.attempt(partial(act, s, stmt), partial(failed.append, stmt))
        if failed:
            s.table.aftermath.of_declaration(stmt)
        else:
            s.attempt(partial(bare, stmt, **SHAPES.get(head, ANY_HEAD)))
ANY_HEAD: dict[str, Any] = {"block": True}
SHAPES: dict[str, dict[str, Any]] = {
    "words": {"tails": ("on",), "define": True},
    "stat": {"tails": ("on",), "define": True},
    "flag": {"tails": ("on",), "block": True},
    "every": {"ops": ("has",)},
    "zone": {"ops": ("of",), "define": True},
    "tally": {"ops": ("of",), "define": True, "block": True},
    "value": {"ops": ("of",), "define": True, "block": True},
    "relation": {"define": True, "block": True},
    "contest": {"clauses": 2, "block": True},
    "status": {"tails": ("on", "during", "until"), "block": True},
    "phase": {"tails": ("where", "at most"), "block": True},
    "action": {"tails": (*ANY, "where"), "block": True},
    "keyword": {"tails": ANY, "block": True},
    "script": {"tails": ANY, "block": True},
    "parts": {"define": True},
    "layers": {"define": True},
    "endings": {"define": True},
    "order": {"ops": ("of",), "define": True},
    "turn": {"clauses": 2, "ops": ("of",), "tails": ("at", "by"), "define": True},
    "both": {"define": True},
    "limit": {"ops": ("of",), "define": True},
    "invariant": {"define": True},
    "measure": {"define": True},
    "look": {"clauses": 2, "ops": ("of",), "tails": ("by", "where"), "block": True},
    "forms": {"clauses": 2},
    "symbol": {},
    "ruling": {},
    "rule": {},
    "property": {},
    "source": {},
}
"""What the declarations may consist of, for `bare`; those that are not here have a head and a block."""


FATES = ("required", "default", "optional")


def words(s: Scope, stmt: Stmt) -> None:
    """``words colour optional on card: warm (red, yellow), blue``: a set, its words and groups, and its attribute."""
    clause = one_clause(stmt)
    name, _ = name_of(leftmost(clause.value).items, FATES)
    members: list[str] = []
    grouped: list[tuple[str, tuple[str, ...]]] = []
    says: list[tuple[str, str]] = []
    places: dict[str, Span] = {}
    for part in stmt.define or ():
        items = leftmost(part.value).items
        if part.tails or not isinstance(part.value, Phrase):
            raise Wrong("E0302", "only words stand in a set", part.at, "this is no word", "keep them apart with commas")
        if len(items) == 2 and isinstance(items[1], Group) and items[1].typed is None:
            for c in items[1].clauses:
                plain_clause(c)
            inner = tuple(plain_words(leftmost(c.value).items) for c in items[1].clauses)
            grouped.append((show(items[0]), inner))
            members.extend(inner)
            places |= {plain_words(leftmost(c.value).items): c.at for c in items[1].clauses}
        elif len(items) == 3 and show(items[1]) == "says" and isinstance(items[2], Text):
            says.append((show(items[0]), items[2].value))
            members.append(show(items[0]))
        elif all(isinstance(i, Word) for i in items):
            members.append(plain_words(items))
        else:
            raise Wrong("E0302", f'"{plain_words(items)}" is no word', part.at, "", "keep the words apart with commas")
        places.setdefault(members[-1], part.at)
    heads = leftmost(clause.value).items
    fate = next((show(i) for i in heads if show(i) in FATES), "")
    if not name:
        raise Wrong("E0301", "a set of words has a name", heads[0].at, "", 'write "words NAME: WORD, WORD"')
    if not members:
        raise Wrong("E0407", f'"{name}" has no words', clause.at, "", 'write a colon and the words: "words NAME: WORD, WORD"')
    only(clause, "on")
    if clause.tails and not fate:
        raise Wrong("E0407", f'must every card have "{name}"?', clause.at, "", 'write "required", "default WORD" or "optional" before "on"')
    rest = heads[len(name.split()) + 2 :]
    if fate == "default" and plain_words(rest) not in members:
        run = next((m for m in members if rest and show(rest[0]) in m.split()), "")
        help = commas(run) or "one of " + ", ".join(members)
        raise Wrong("E0303", '"default" is followed by one of the words', (rest or heads)[-1].at, "", help)
    if rest and fate != "default":
        raise not_used(rest, f'"{fate}"')
    if fate:
        default = ir.WordLit(name, plain_words(rest)) if fate == "default" else None
        s.table.word_attributes[name] = ir.Attribute(name, "word", name, 0, 0, fate, ir.Filter(()), default, "", "", at(stmt.at))
    made = ir.WordSet(name, tuple(members), tuple(grouped), tuple(says), at(stmt.at))
    s.table.declare(name, "set", made, head_at(stmt), s.bag)
    for word in members:
        s.table.declare(word, "word", name, places.get(word, head_at(stmt)), s.bag)
    for group, inner in grouped:
        s.table.declare(group, "group", (name, inner), head_at(stmt), s.bag)


def stat(s: Scope, stmt: Stmt) -> None:
    clause = one_clause(stmt)
    items = leftmost(clause.value).items
    name, end = name_of(items, FATES)
    fate = show(items[end]) if end < len(items) else ""
    if fate not in FATES:
        raise Wrong("E0407", f'must every card have "{name}"?', clause.at, "", 'write "required", "default VALUE" or "optional" after the name')
    if not name:
        raise Wrong("E0301", "a name is missing", items[0].at, "what is declared here?", 'write "stat NAME required on card: 0..9"')
    only(clause, "on")
    type, set_name, low, high = stat_type(s, stmt)
    default = default_value(items, end) if fate == "default" else None
    if default is not None and isinstance(default.value, int) and not low <= default.value <= high:
        raise Wrong("E0402", f"{name} {default.value} is out of range", items[end + 1].at, f"it goes from {low} to {high}")
    if items[end + 1 + (default is not None) :]:
        raise not_used(items[end + 1 + (default is not None) :], f'"{fate}"')
    made = ir.Attribute(name, type, set_name, low, high, fate, ir.Filter(()), default, "", "", at(stmt.at))
    s.table.declare(name, "attr", made, head_at(stmt), s.bag)


def default_value(items: Sequence[Item], end: int) -> ir.Lit:
    if end + 1 < len(items) and isinstance(items[end + 1], Number):
        return ir.Lit(items[end + 1].value)  # type: ignore[union-attr]
    raise Wrong("E0303", '"default" is followed by a number', items[end].at)


def stat_type(s: Scope, stmt: Stmt) -> tuple[str, str, int, int]:
    if not stmt.define or len(stmt.define) != 1 or stmt.define[0].tails:
        raise Wrong("E0407", "what values may it have?", head_at(stmt), "", 'write ": 0..9", ": set of X" or ": filter of card"')
    expr = stmt.define[0].value
    if isinstance(expr, Binary) and expr.op == "..":
        low, high = plain_number(expr.left), plain_number(expr.right)
        if low > high:
            raise Wrong("E0407", "this range is empty", expr.at, "the first number is the smaller one", f'write "{high}..{low}"')
        return "number", "", low, high
    if isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.left, Phrase):
        what, of = plain_words(expr.left.items), plain_words(leftmost(expr.right).items)
        if what == "filter" and of == "card" and isinstance(expr.right, Phrase):
            return "filter", "", 0, 0
        symbol = s.table.noun(of)
        if what == "set" and isinstance(expr.right, Phrase) and symbol is not None and symbol.kind == "set":
            return "set", of, 0, 0
    help = no_range(expr) if isinstance(expr, Binary) and expr.op == "-" else 'write ": 0..9", ": set of X" or ": filter of card"'
    raise Wrong("E0407", "what values may it have?", expr.at, "", help)


def plain_number(expr: Expr | None) -> int:
    if isinstance(expr, Phrase) and len(expr.items) == 1 and isinstance(expr.items[0], Number):
        return expr.items[0].value
    if isinstance(expr, Binary) and expr.op == "neg":
        return -plain_number(expr.right)
    raise Wrong("E0304", "a plain number is expected here", expr.at)  # type: ignore[union-attr]


def flag(s: Scope, stmt: Stmt) -> None:
    name = whole_name(leftmost(one_clause(stmt).value).items)
    only(one_clause(stmt), "on")
    said = {}
    for line in stmt.block or ():
        items = leftmost(line.head[0].value).items if line.head else ()
        if len(items) == 3 and show(items[0]) == "says" and show(items[1]) in ("yes", "no") and isinstance(items[2], Text):
            bare(line)
            said[show(items[1])] = items[2].value
        else:
            raise Wrong("E0303", "a flag says yes and says no", head_at(line), "", 'write: says yes "..."; says no "..."')
    made = ir.Attribute(name, "flag", "", 0, 1, "optional", ir.Filter(()), None, said.get("yes", ""), said.get("no", ""), at(stmt.at))
    s.table.declare(name, "flag", made, head_at(stmt), s.bag)


def zone(s: Scope, stmt: Stmt) -> None:
    items, of = owned(stmt)
    name = whole_name(items)
    of_whom(stmt, of, "player")
    said: dict[str, str] = {}
    for part in stmt.define or ():
        words_ = [show(i) for i in leftmost(part.value).items]
        key = words_[0]
        if key in said or (key == "row" and "pile" in said) or (key == "pile" and "row" in said):
            raise Wrong("E0401", f'"{key}" stands beside "{next(k for k in said if k == key or k in ("pile", "row"))}"', part.at, "one of them is enough")
        if key == "seen" and len(words_) == 1 and isinstance(part.value, Phrase) and len(part.tails) == 1 and part.tails[0].word == "by":
            said["seen"] = " ".join(part.tails[0].value.at.text.split())
        elif part.tails or not isinstance(part.value, Phrase):
            raise Wrong("E0303", f'"{part.at.text}" is no property of a zone', part.at, "", ZONE_HELP)
        elif key in ("pile", "row", "live", "played") and len(words_) == 1:
            said[key] = "yes"
        elif (key == "limit" and len(words_) == 2 and words_[1].isdigit()) or (key == "overflow" and len(words_) > 1):
            said[key] = " ".join(words_[1:])
        else:
            raise Wrong("E0303", f'"{part.at.text}" is no property of a zone', part.at, "", ZONE_HELP)
    if said.get("seen") not in ("all", "owner", "nobody"):
        raise Wrong("E0408", f'who sees the cards of "{name}"?', head_at(stmt), "", 'write "seen by all", "seen by owner" or "seen by nobody"')
    if ("limit" in said) != ("overflow" in said):
        raise Wrong("E0408", "a limit and an overflow belong together: where do further cards go?", head_at(stmt), "", 'write "limit 12, overflow discard pile"')
    order = "pile" if "pile" in said else "row" if "row" in said else "plain"
    limit = int(said["limit"]) if said.get("limit", "").isdigit() else None
    made = ir.ZoneDecl(
        name, of != "player", order, said["seen"], limit, said.get("overflow", ""), "live" in said, "played" in said, stmt.tags, at(stmt.at)
    )
    s.table.declare(name, "zone", made, head_at(stmt), s.bag)


ZONE_HELP = "a zone is: pile, row, seen by ..., limit N, overflow ZONE, live, played"


def tally(s: Scope, stmt: Stmt) -> None:
    items, of = owned(stmt)
    name = whole_name(items)
    tails = one_clause(stmt).tails
    if tails and tails[0].word in ("from", "to") and not stmt.define:
        raise Wrong("E0407", "what range has it?", tails[0].at, "", 'a range is written ": 0..9"')
    of_whom(stmt, of, "player", "card")
    if not stmt.define:
        raise Wrong("E0407", "what range has it?", head_at(stmt), "", 'write ": 0..9, start 0"')
    s.table.declare(name, "tally", Declared(name, of, "number", stmt, kind="tally"), head_at(stmt), s.bag)


def value(s: Scope, stmt: Stmt) -> None:
    items, of = owned(stmt)
    name = whole_name(items)
    of_whom(stmt, of, "player", "card")
    if not stmt.define or len(stmt.define) != 1:
        raise Wrong("E0407", "a value says of what it is, and how it is computed", head_at(stmt), "", 'write "value NAME of player: ..."')
    made = Declared(name, of, "", stmt, ((of, of),) if of != "game" else ())
    s.table.declare(name, "value", made, head_at(stmt), s.bag)


def parts(s: Scope, stmt: Stmt) -> None:
    kind = plain_words(leftmost(one_clause(stmt).value).items[1:])
    if kind not in ("run", "live") or not stmt.define:
        raise Wrong("E0303", "parts are run or live", head_at(stmt), "", 'write "parts run: ..." or "parts live: ..."')
    for part in stmt.define or ():
        s.table.declare(plain_words(leftmost(part.value).items), "part", kind, part.at, s.bag)


def status(s: Scope, stmt: Stmt) -> None:
    clause = one_clause(stmt)
    name = whole_name(leftmost(clause.value).items)
    only(clause, "on", "during", "until")
    on = next((" ".join(t.value.at.text.split()) for t in clause.tails if t.word == "on"), "")
    who, _, rest = on.partition(" ")
    if who in ("player", "card", "game") and rest.split()[0:1] and rest.split()[0] in ("next", "this", "until"):
        raise Wrong("E0302", f'"{rest}" has no meaning after "{who}"', head_at(stmt), "", f'write "during {rest}"')
    if on not in ("player", "card", "game"):
        raise Wrong("E0408", f'who can have "{name}"?', head_at(stmt), "", 'write "on player", "on card" or "on game"')
    has_span = "span" if any(t.word in ("during", "until") for t in clause.tails) else ""
    s.table.declare(name, "status", Declared(name, on, has_span, stmt, kind="status"), head_at(stmt), s.bag)


def forms(s: Scope, stmt: Stmt) -> None:
    items = leftmost(stmt.head[0].value).items
    name, _ = name_of(items)
    texts = [i.value for c in stmt.head for i in leftmost(c.value).items if isinstance(i, Text)]
    if len(texts) == 2:
        s.table.plurals[tuple(texts[1].removeprefix("the ").split())] = tuple(name.split())


def name_card(s: Scope, stmt: Stmt) -> None:
    items = leftmost(stmt.head[0].value).items
    if len(items) > 1 and isinstance(items[1], Text):
        s.table.card_names.add(items[1].value)
    for line in stmt.block or ():
        if line.kind == "plain" and first_word(line) == "face" and line.block is not None:
            name_face(s, line)


def name_face(s: Scope, stmt: Stmt) -> None:
    name = whole_name(leftmost(stmt.head[0].value).items)
    if s.table.noun(name) is not None:
        return
    words = [symbol.name for symbol in s.table.of_kind("word")]
    meant = get_close_matches(name, words, n=1, cutoff=0.8)
    if meant:
        raise Wrong("E0202", f'"{name}" is not known', stmt.head[0].at, "a face is named here", f'did you mean "{meant[0]}"?')
    s.table.declare(name, "face", None, head_at(stmt), s.bag)


def groups(s: Scope, found: Found) -> None:
    each(s, found, "cards", name_group)


def name_group(s: Scope, stmt: Stmt) -> None:
    name = group_name(stmt)
    if s.table.noun(name) is None:
        s.table.declare(name, "cardgroup", None, stmt.at, s.bag)
    for line in stmt.block or ():
        name_card(s, line)


def group_name(stmt: Stmt) -> str:
    """``cards NAME { card ... }``."""
    value = one_clause(stmt).value
    if not isinstance(value, Phrase) or len(value.items) < 2 or one_clause(stmt).tails or stmt.define is not None:
        raise Wrong("E0301", "a group of cards has a name", head_at(stmt), "", "write: cards NAME { card ... }")
    return whole_name(value.items)


def holder_names(s: Scope, stmt: Stmt) -> None:
    for line in stmt.block or ():
        first = first_word(line) if line.kind == "plain" else ""
        if first == "card":
            name_card(s, line)
        elif first == "cards":
            name_group(s, line)
        elif first == "face" and line.block is not None:
            name_face(s, line)


NAMERS: tuple[tuple[str, Callable[[Scope, Stmt], None]], ...] = (
    ("stat", stat),
    ("flag", flag),
    ("zone", zone),
    ("tally", tally),
    ("value", value),
    ("parts", parts),
    ("status", status),
    ("forms", forms),
    ("relation", relation),
    ("contest", contest),
    ("phase", phase),
    ("action", action),
    ("keyword", keyword),
    ("script", script),
)
