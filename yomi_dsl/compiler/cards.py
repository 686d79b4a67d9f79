"""Cards and the holders that bring them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Wrong, at, bare, head_at, one_clause, plain_words, show
from yomi_dsl.compiler.check import complete, fits
from yomi_dsl.compiler.lines import INNER, Lines, Made, each_line, first_word, line
from yomi_dsl.compiler.rules import Place
from yomi_dsl.compiler.swallowed import swallowed
from yomi_dsl.contrast import READABLE, contrast
from yomi_dsl.diagnostics import Label
from yomi_dsl.source import Span
from yomi_dsl.syntax import Clause, Item, Phrase, Stmt, Text, leftmost

SOURCES = ("rulebook", "public", "house")
META = ("source", "flavour", "art", "colours")


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


def face(p: Place, made: Made, stmt: Stmt) -> None:
    lines = Lines()
    bare(stmt, block=True)
    each_line(p, lines, stmt.block or (), line)
    name = plain_words(leftmost(one_clause(stmt).value).items[1:])
    made.faces.append((name, lines, stmt.block or ()))


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
    faces = []
    for face_name, lines, of_face in made.faces or [("", Lines(), ())]:
        values = {**made.values}
        for key, value in lines.values.items():
            if key in values:
                s.add("E0401", f'"{key}" is given twice', value[1], "given again here", more=(Label(values[key][1], "first here"),))
            values[key] = value
        shown = complete(s, values, stmt, name, head, group, (*made.failed, *lines.failed))
        abilities = (*made.abilities, *lines.abilities)
        if not made.failed and not lines.failed:
            swallowed(s, (*(stmt.block or ()), *of_face), abilities, values, partial(fits, values, name, head, group))
        faces.append(ir.Face(face_name, shown, abilities))
    meta = {k: v[0] for k, v in made.meta.items()}
    ident = f"{head}: {name}" if head else f"{s.holder}/{name}" if s.holder else name
    return ir.Card(
        ident, name, s.holder, head, copies, group, tuple(faces), meta.get("source", source), meta.get("flavour", ""),
        meta.get("art", ""), at(stmt.at),
    )  # fmt: skip


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
