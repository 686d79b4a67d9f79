"""Keywords: a use is read as the lines that it stands for, with its own words in their places."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from yomi_dsl import ir
from yomi_dsl.compiler.base import Macro, Scope, Signature, Wrong, at, head_at, replace_left
from yomi_dsl.compiler.calls import fixed_fit, pattern
from yomi_dsl.compiler.rules import Place
from yomi_dsl.compiler.statics import block_words, quoted
from yomi_dsl.compiler.wanted import anything, items_phrase
from yomi_dsl.source import Span
from yomi_dsl.syntax import Clause, Expr, Number, Phrase, Stmt, Word, leftmost

if TYPE_CHECKING:
    from yomi_dsl.compiler.lines import Lines


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
        forms = " or ".join(f'"{pattern(sig)}"' for sig in sigs)
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


def use_keyword(p: Place, clause: Clause, stmt: Stmt, failed: list[str]) -> ir.Ability | None:
    """Expands one use; None if the words name no keyword. ``failed`` takes up its lines that are at fault with these words."""
    sig = find_keyword(p.s, clause)
    if sig is None:
        return None
    assert sig.stmt is not None
    p.s.table.used.add(f"keyword {sig.name}")
    preps = [t.word for t in clause.tails]
    if not isinstance(clause.value, Phrase) and isinstance(sig.head[-1], str):
        rest = Span(clause.at.source, leftmost(clause.value).at.end, clause.value.at.end)
        raise Wrong("E0302", f'"{rest.text.strip()}" has no meaning here', clause.value.at, "this is not used", f"it is written: {pattern(sig)}")
    twice = next((t for n, t in enumerate(clause.tails) if t.word in preps[:n]), None)
    if twice is not None:
        raise Wrong("E0302", f'"{twice.word}" stands twice', twice.at, "this part is not used", f"it is written: {pattern(sig)}")
    if sig.name in p.s.expanding:
        raise Wrong("E0507", f'the keyword "{sig.name}" contains itself', clause.at, " -> ".join((*p.s.expanding, sig.name)))
    macros = bind_params(p, sig, clause)
    args = arguments(p, sig, clause, macros)
    inner = Place(p.s.child(names=macros, expanding=(*p.s.expanding, sig.name)), p.you, p.this, p.captures)
    made, says = keyword_lines(inner, sig.stmt)
    failed += made.failed
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
    from yomi_dsl.compiler.lines import Lines, each_line, first_word, line

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
            raise Wrong("E0303", f"{role.name} is missing", clause.at, "", f'it is written: {pattern(sig)}')
        expr = replace_left(clause.value, mine) if last else items_phrase(mine)
        macros[(role.name,)] = Macro(role.type, expr, clause, outer)
    for prep, tail in sig.tails:
        if isinstance(tail, ir.Role):
            expr = next((t.value for t in clause.tails if t.word == prep), None)
            macros[(tail.name,)] = Macro(tail.type.removesuffix(" or nothing"), expr, clause, outer)
    return macros


def arguments(p: Place, sig: Signature, clause: Clause, macros: dict[tuple[str, ...], Macro]) -> tuple[tuple[str, ir.Value], ...]:
    """What each parameter stands for. If one is the wrong sort of thing, how the keyword is written is of help."""
    try:
        return tuple((key[0], argument(p, macro)) for key, macro in macros.items())
    except Wrong as wrong:
        code, message, place, label, help, more = wrong.args_
        if code != "E0304" or p.s.expanding:
            raise
        written = f"it is written: {pattern(sig, str(sig.head[0]))}"
        raise Wrong(code, message, place, label, f"{help}; {written}" if help else written, more) from None


def argument(p: Place, macro: Macro) -> ir.Value:
    """What a parameter stands for, for wording; read where you and this are the card's."""
    if macro.expr is None:
        return ir.Lit(None)
    return anything(p.scope([]).use_view(macro), macro.expr, macro.type)[0]
