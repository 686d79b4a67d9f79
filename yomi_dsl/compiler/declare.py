"""The first pass: every declared name and how it is written, before any body is read.

Declarations are sorted by their head word. Words come before attributes, as attributes are typed by them; the order in
the files does not matter otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import Declared, Scope, Signature, Wrong, at, one_clause, plain_words, show
from yomi_dsl.compiler.cards import first_word, role_type, typed_role
from yomi_dsl.diagnostics import nearest
from yomi_dsl.syntax import Binary, Clause, Either, Expr, File, Group, Item, Number, Phrase, Stmt, Text, Word, leftmost

HEADS = (
    "game", "default", "words", "stat", "flag", "every", "layers", "order", "zone", "tally", "value", "relation",
    "contest", "parts", "status", "turn", "phase", "action", "setup", "keyword", "card", "cards", "ruling", "invariant",
    "endings", "both", "limit", "measure", "source", "forms", "symbol", "look", "bot", "script", "example",
)  # fmt: skip


@attrs.define(eq=False)
class Found:
    """All statements of a game by their head word; those inside holders carry the holder's name."""

    by_head: dict[str, list[tuple[Stmt, str]]] = attrs.field(factory=dict)
    rules: list[Stmt] = attrs.field(factory=list)
    heads: tuple[str, ...] = ()

    def of(self, head: str) -> list[Stmt]:
        return [stmt for stmt, _ in self.by_head.get(head, ())]


def sort(s: Scope, files: Sequence[File]) -> Found:
    """Every declaration under its head word, in the order of the files."""
    found = Found()
    plain = [stmt for file in files for stmt in file.body if stmt.kind == "plain"]
    game = next((stmt for stmt in plain if first_word(stmt) == "game"), None)
    found.heads = head_words(game) if game is not None else ()
    for file in files:
        for stmt in file.body:
            with s.reporting():
                place(s, found, stmt)
    return found


def place(s: Scope, found: Found, stmt: Stmt) -> None:
    if stmt.kind != "plain":
        if stmt.kind in ("before", "after", "instead of", "as soon as", "at start of", "at end of"):
            found.rules.append(stmt)
            return
        raise Wrong("E0405", "only declarations stand outside braces", stmt.at, "an effect has no time here")
    head = first_word(stmt)
    if head in found.heads:
        found.by_head.setdefault(head, []).append((stmt, ""))
        inside(s, found, stmt)
    elif head in HEADS:
        found.by_head.setdefault(head, []).append((stmt, ""))
    else:
        known = (*HEADS, *found.heads)
        raise Wrong("E0406", f'"{head}" declares nothing', stmt.head[0].value.at, "a declaration is expected here", nearest(head, known))


def inside(s: Scope, found: Found, stmt: Stmt) -> None:
    """Declarations inside a holder are those of the game, made where they are used."""
    from yomi_dsl.compiler.cards import INNER

    name = leftmost(stmt.head[0].value).items[-1]
    if len(stmt.head) != 1 or not isinstance(name, Text):
        raise Wrong("E0301", "a name in quotes is expected here", stmt.at)
    for line in stmt.block or ():
        head = first_word(line) if line.kind == "plain" else ""
        if head in INNER:
            found.by_head.setdefault(head, []).append((line, name.value))


def head_words(game: Stmt) -> tuple[str, ...]:
    """The words after ``bringing``."""
    out: list[str] = []
    for clause in game.head:
        for expr in (clause.value, *(t.value for t in clause.tails)):
            words = [show(i) for i in leftmost(expr).items]
            if "bringing" in words:
                out += words[words.index("bringing") + 1 :]
            elif out and expr is clause.value:
                out += words
    return tuple(out)


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
        with s.reporting():
            act(s, stmt)


def name_of(items: Sequence[Item], stops: tuple[str, ...] = ()) -> tuple[str, int]:
    """The words after the head word, up to a stop word; and where they end."""
    end = 1
    while end < len(items) and isinstance(items[end], Word) and show(items[end]) not in stops:
        end += 1
    return plain_words(items[1:end]), end


FATES = ("required", "default", "optional")


def words(s: Scope, stmt: Stmt) -> None:
    """``words colour optional on card: warm (red, yellow), blue``: a set, its words and groups, and its attribute."""
    clause = one_clause(stmt)
    name, _ = name_of(leftmost(clause.value).items, FATES)
    members: list[str] = []
    grouped: list[tuple[str, tuple[str, ...]]] = []
    says: list[tuple[str, str]] = []
    for part in stmt.define or ():
        items = leftmost(part.value).items
        if len(items) == 2 and isinstance(items[1], Group):
            inner = tuple(plain_words(leftmost(c.value).items) for c in items[1].clauses)
            grouped.append((show(items[0]), inner))
            members.extend(inner)
        elif len(items) == 3 and show(items[1]) == "says" and isinstance(items[2], Text):
            says.append((show(items[0]), items[2].value))
            members.append(show(items[0]))
        else:
            members.append(plain_words(items))
    fate = next((show(i) for i in leftmost(clause.value).items if show(i) in FATES), "")
    if not name:
        raise Wrong("E0301", "a set of words has a name", stmt.at)
    if clause.tails and not fate:
        raise Wrong("E0407", f'must every card have "{name}"?', clause.at, "", 'write "required", "default WORD" or "optional" before "on"')
    if fate:
        default = ir.WordLit(name, plain_words(leftmost(clause.value).items).split(" default ")[1]) if fate == "default" else None
        s.table.word_attributes[name] = ir.Attribute(name, "word", name, 0, 0, fate, ir.Filter(()), default, "", "", at(stmt.at))
    made = ir.WordSet(name, tuple(members), tuple(grouped), tuple(says), at(stmt.at))
    s.table.declare(name, "set", made, stmt.at, s.bag)
    for word in members:
        s.table.declare(word, "word", name, stmt.at, s.bag)
    for group, inner in grouped:
        s.table.declare(group, "group", (name, inner), stmt.at, s.bag)


def stat(s: Scope, stmt: Stmt) -> None:
    clause = one_clause(stmt)
    items = leftmost(clause.value).items
    name, end = name_of(items, FATES)
    fate = show(items[end]) if end < len(items) else ""
    if fate not in FATES:
        raise Wrong("E0407", f'must every card have "{name}"?', clause.at, "", 'write "required", "default VALUE" or "optional" after the name')
    type, set_name, low, high = stat_type(s, stmt)
    default = default_value(items, end) if fate == "default" else None
    made = ir.Attribute(name, type, set_name, low, high, fate, ir.Filter(()), default, "", "", at(stmt.at))
    s.table.declare(name, "attr", made, stmt.at, s.bag)


def default_value(items: Sequence[Item], end: int) -> ir.Lit:
    if end + 1 < len(items) and isinstance(items[end + 1], Number):
        return ir.Lit(items[end + 1].value)  # type: ignore[union-attr]
    raise Wrong("E0303", '"default" is followed by a number', items[end].at)


def stat_type(s: Scope, stmt: Stmt) -> tuple[str, str, int, int]:
    if not stmt.define or len(stmt.define) != 1:
        raise Wrong("E0407", "what values may it have?", stmt.at, "", 'write ": 0..9", ": set of X" or ": filter of card"')
    expr = stmt.define[0].value
    if isinstance(expr, Binary) and expr.op == "..":
        return "number", "", plain_number(expr.left), plain_number(expr.right)
    if isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.left, Phrase):
        what, of = plain_words(expr.left.items), plain_words(leftmost(expr.right).items)
        if what == "filter":
            return "filter", "", 0, 0
        symbol = s.table.noun(of)
        if what == "set" and symbol is not None and symbol.kind == "set":
            return "set", of, 0, 0
    raise Wrong("E0407", "what values may it have?", expr.at, "", 'write ": 0..9", ": set of X" or ": filter of card"')


def plain_number(expr: Expr | None) -> int:
    if isinstance(expr, Phrase) and len(expr.items) == 1 and isinstance(expr.items[0], Number):
        return expr.items[0].value
    if isinstance(expr, Binary) and expr.op == "neg":
        return -plain_number(expr.right)
    raise Wrong("E0304", "a plain number is expected here", expr.at)  # type: ignore[union-attr]


def flag(s: Scope, stmt: Stmt) -> None:
    name, _ = name_of(leftmost(one_clause(stmt).value).items)
    said = {}
    for line in stmt.block or ():
        items = leftmost(line.head[0].value).items
        if len(items) == 3 and show(items[0]) == "says" and show(items[1]) in ("yes", "no") and isinstance(items[2], Text):
            said[show(items[1])] = items[2].value
        else:
            raise Wrong("E0303", "a flag says yes and says no", line.at, "", 'write: says yes "..."; says no "..."')
    made = ir.Attribute(name, "flag", "", 0, 1, "optional", ir.Filter(()), None, said.get("yes", ""), said.get("no", ""), at(stmt.at))
    s.table.declare(name, "flag", made, stmt.at, s.bag)


def owned(stmt: Stmt) -> tuple[Sequence[Item], str]:
    """``zone deck of player``: the words before of, and player, card or game."""
    value = one_clause(stmt).value
    if isinstance(value, Binary) and value.op == "of" and isinstance(value.left, Phrase):
        return value.left.items, show(leftmost(value.right).items[0])
    return leftmost(value).items, "game"


def zone(s: Scope, stmt: Stmt) -> None:
    items, of = owned(stmt)
    name, _ = name_of(items)
    said: dict[str, str] = {}
    for part in stmt.define or ():
        words_ = [show(i) for i in leftmost(part.value).items]
        key = words_[0]
        if key == "seen" and len(part.tails) == 1 and part.tails[0].word == "by":
            said["seen"] = plain_words(leftmost(part.tails[0].value).items)
        elif key in ("pile", "row", "live", "played") and len(words_) == 1:
            said[key] = "yes"
        elif (key == "limit" and len(words_) == 2 and words_[1].isdigit()) or (key == "overflow" and len(words_) > 1):
            said[key] = " ".join(words_[1:])
        else:
            raise Wrong("E0303", f'"{part.at.text}" is no property of a zone', part.at, "", "pile, row, seen by ..., limit N, overflow ZONE, live, played")
    if said.get("seen") not in ("all", "owner", "nobody"):
        raise Wrong("E0408", f'who sees the cards of "{name}"?', stmt.at, "", 'write "seen by all", "seen by owner" or "seen by nobody"')
    if ("limit" in said) != ("overflow" in said):
        raise Wrong("E0408", "a limit needs an overflow: where do further cards go?", stmt.at, "", 'write "limit 12, overflow discard pile"')
    order = "pile" if "pile" in said else "row" if "row" in said else "plain"
    limit = int(said["limit"]) if said.get("limit", "").isdigit() else None
    made = ir.ZoneDecl(
        name, of != "player", order, said["seen"], limit, said.get("overflow", ""), "live" in said, "played" in said, stmt.tags, at(stmt.at)
    )
    s.table.declare(name, "zone", made, stmt.at, s.bag)


def tally(s: Scope, stmt: Stmt) -> None:
    items, of = owned(stmt)
    name, _ = name_of(items)
    if not stmt.define:
        raise Wrong("E0407", "what range has it?", stmt.at, "", 'write ": 0..9, start 0"')
    s.table.declare(name, "tally", Declared(name, of, "number", stmt, kind="tally"), stmt.at, s.bag)


def value(s: Scope, stmt: Stmt) -> None:
    items, of = owned(stmt)
    name, _ = name_of(items)
    if not stmt.define or of not in ("player", "card", "game"):
        raise Wrong("E0407", "a value says of what it is, and how it is computed", stmt.at, "", 'write "value NAME of player: ..."')
    made = Declared(name, of, "", stmt, ((of, of),) if of != "game" else ())
    s.table.declare(name, "value", made, stmt.at, s.bag)


def relation(s: Scope, stmt: Stmt) -> None:
    sig = two_sided(s, stmt)
    sig.kind, sig.stmt = "relation", stmt
    s.table.relations[tuple(sig.name.split())] = sig


def contest(s: Scope, stmt: Stmt) -> None:
    sig = two_sided(s, stmt)
    sig.kind, sig.stmt = "contest", stmt
    s.table.relations[tuple(sig.name.split())] = sig
    if len(stmt.head) != 2:
        raise Wrong("E0303", "a contest also names the tie", stmt.at, "", 'write "contest (mine: card) beats (theirs: card), ties { ... }"')
    tie = plain_words(leftmost(stmt.head[1].value).items)
    s.table.relations[tuple(tie.split())] = Signature(sig.name, sig.head, (), tie, stmt.at, "ties", stmt)
    sig.third = tie


def two_sided(s: Scope, stmt: Stmt) -> Signature:
    """``(mine: card) faster than (theirs: card)``."""
    items = leftmost(stmt.head[0].value).items
    if len(items) < 4 or not isinstance(items[1], Group) or not isinstance(items[-1], Group):
        raise Wrong("E0303", "a relation stands between two names", stmt.at, "", 'write "(mine: card) faster than (theirs: card)"')
    name = plain_words(items[2:-1])
    left, right = (typed_role(s, Phrase((i,), i.at), "") for i in (items[1], items[-1]))
    return Signature(name, (left, *name.split(), right), (), "", stmt.at)


def builtin_relations(s: Scope, found: Found) -> None:
    for word in ("precedes", "supplies"):
        roles = (ir.Role("a", "card", ""), ir.Role("b", "card", ""))
        s.table.relations[(word,)] = Signature(word, roles, (), "", found.of("game")[0].at if found.of("game") else None, word)  # type: ignore[arg-type]


def parts(s: Scope, stmt: Stmt) -> None:
    kind = show(leftmost(stmt.head[0].value).items[-1])
    if kind not in ("run", "live"):
        raise Wrong("E0303", "parts are run or live", stmt.at, "", 'write "parts run: ..." or "parts live: ..."')
    for part in stmt.define or ():
        s.table.declare(plain_words(leftmost(part.value).items), "part", kind, part.at, s.bag)


def status(s: Scope, stmt: Stmt) -> None:
    clause = one_clause(stmt)
    name, _ = name_of(leftmost(clause.value).items)
    on = next((plain_words(leftmost(t.value).items) for t in clause.tails if t.word == "on"), "")
    if on not in ("player", "card", "game"):
        raise Wrong("E0408", f'who can have "{name}"?', stmt.at, "", 'write "on player", "on card" or "on game"')
    has_span = "span" if any(t.word in ("during", "until") for t in clause.tails) else ""
    s.table.declare(name, "status", Declared(name, on, has_span, stmt, kind="status"), stmt.at, s.bag)


def phase(s: Scope, stmt: Stmt) -> None:
    sig = action_signature(s, stmt)
    sig.kind = "phase"
    s.table.declare(sig.name, "phase", None, stmt.at, s.bag)
    add_verb(s, sig)


def action(s: Scope, stmt: Stmt) -> None:
    add_verb(s, action_signature(s, stmt))


def add_verb(s: Scope, sig: Signature) -> None:
    first = str(sig.head[0])
    group = s.table.verbs.setdefault(first, [])
    same = next((old for old in group if old.name == sig.name), None)
    if same is not None:
        raise Wrong("E0201", f'the action "{sig.name}" is declared twice', sig.at, "declared again here")
    group.append(sig)


def action_signature(s: Scope, stmt: Stmt) -> Signature:
    """``action take/takes block card with (guard: card) from (blow: card)``."""
    clause = stmt.head[0]
    items = list(leftmost(clause.value).items[1:])
    if not items:
        raise Wrong("E0301", "an action has a name", stmt.at)
    first, third = items[0], ""
    if isinstance(first, Either):
        if len(first.items) != 2:
            raise Wrong("E0303", "a verb has two forms", first.at, "", 'write "draw/draws"')
        third = show(first.items[1])
        items[0] = first.items[0]
    head = [typed_role(s, Phrase((i,), i.at), "") if isinstance(i, Group) else show(i) for i in items]
    tails = tuple((t.word, tail_part(s, t.word, t.value)) for t in clause.tails if t.word not in ("where", "at most"))
    name = " ".join(p for p in head if isinstance(p, str))
    return Signature(name, tuple(head), tails, third, stmt.at, "action", stmt)


def tail_part(s: Scope, prep: str, expr: Expr) -> ir.Role | tuple[str, ...]:
    items = leftmost(expr).items
    if isinstance(items[0], Group):
        return typed_role(s, expr, prep)
    return tuple(show(i) for i in items)


def keyword(s: Scope, stmt: Stmt) -> None:
    sig = action_signature(s, stmt)
    sig.kind = "keyword"
    forms = [f"{prep} {' '.join(t)}" for prep, t in sig.tails if not isinstance(t, ir.Role)]
    sig.name = " ".join((sig.name, *forms))
    group = s.table.keywords.setdefault(str(sig.head[0]), [])
    if any(old.name == sig.name for old in group):
        raise Wrong("E0201", f'the keyword "{sig.name}" is declared twice', stmt.at, "declared again here")
    group.append(sig)


def script(s: Scope, stmt: Stmt) -> None:
    sig = action_signature(s, stmt)
    sig.kind = "script"
    s.table.scripts.setdefault(str(sig.head[0]), []).append(sig)


def forms(s: Scope, stmt: Stmt) -> None:
    items = leftmost(stmt.head[0].value).items
    name, end = name_of(items)
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
    name, _ = name_of(leftmost(stmt.head[0].value).items)
    if s.table.noun(name) is None:
        s.table.declare(name, "face", None, stmt.at, s.bag)


def groups(s: Scope, found: Found) -> None:
    for stmt, _ in found.by_head.get("cards", []):
        name_group(s, stmt)


def name_group(s: Scope, stmt: Stmt) -> None:
    name, _ = name_of(leftmost(stmt.head[0].value).items)
    if s.table.noun(name) is None:
        s.table.declare(name, "cardgroup", None, stmt.at, s.bag)
    for line in stmt.block or ():
        name_card(s, line)


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


def clause_words(clause: Clause) -> str:
    return plain_words(leftmost(clause.value).items)


__all__ = ["Found", "declare_all", "role_type", "sort"]
