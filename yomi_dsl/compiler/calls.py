"""Doing an action: which one is meant, by whom, and what is handed to it."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl import ir
from yomi_dsl.compiler import meant
from yomi_dsl.compiler.base import Scope, Signature, Wrong, at, plain_words, replace_left, show
from yomi_dsl.compiler.everyday import VERBS, instead
from yomi_dsl.compiler.terms import need_you
from yomi_dsl.compiler.verbs import PRIMITIVES
from yomi_dsl.compiler.wanted import anything, items_phrase
from yomi_dsl.diagnostics import nearest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Clause, Expr, Item, Number, Phrase, Tail, Word, leftmost
from yomi_dsl.vocabulary import find

PLAYER_WORDS = ("you", "opponent")


def fits_doer(s: Scope, verb: Word, doer: ir.Value | None, over: bool) -> None:
    """``opponent wins game``, ``you win game``, ``move c``: of the built-in verbs only those that end the game have a subject."""
    third = over and doer is not None and doer != s.you
    wanted = verb.text.removesuffix("s") + "s" * third
    if verb.text != wanted and (doer is None or over):
        raise Wrong("E0308", f'the verb does not fit who acts: "{verb.text}"', verb.at, "", f'write "{wanted}"')


def no_verb(s: Scope, items: Sequence[Item], used: int, whole: Expr) -> Wrong:
    if used >= len(items):
        return Wrong("E0301", "who does what?", items[0].at, "a verb is missing")
    said = [sig for sigs in s.table.verbs.values() for sig in sigs]
    verbs = set(s.table.verbs) | {sig.third for sig in said if sig.third} | set(PRIMITIVES)
    word = show(items[used])
    forms = sorted(pattern(sig, word) for sig in said if word in (sig.head[0], sig.third))
    forms += [row.pattern for row in find(word.removesuffix("s")) if row.kind == "primitive"]
    changed = meant.effect(s, items, used)
    otherwise = changed or VERBS.get(word, "")
    if forms:
        text = plain_words(items[used:])
        message = f'something is missing after "{word}"' if text == word else f'"{text}" is not how "{word}" is said'
        help = f"it is said: {' or '.join(forms)}"
        help += f"; {otherwise}" if otherwise and not any(form in otherwise for form in forms) else ""
        return Wrong("E0303", message, items[used].at, "", help)
    local = s.local(items, used)
    if word == "your" or word.endswith("'s") or (local is not None and getattr(local[0], "type", "") == "number"):
        named = plain_words(items[used:])
        return Wrong("E0205", f'"{named}" does nothing', items[used].at + items[-1].at, "an action is expected here", f'write "change {named} by ..." or "change {named} to ..."')
    verbs |= {*PLAYER_WORDS, "active player", "random player"}
    amount = changed if len(items) > used + 1 and isinstance(items[used + 1], Number) else ""  # "take 3 ..." moves no card
    help = meant.stated(whole, plain_words(items)) or amount or VERBS.get(word) or instead(word) or nearest(word, verbs) or changed
    return Wrong("E0205", f'"{word}" is no action', items[used].at, "an action is expected here", help)


def pattern(sig: Signature, verb: str = "") -> str:
    """How an action is said, for messages; ``verb``: in this form, and with what each part is."""

    def role(part: ir.Role) -> str:
        return f"({part.name}: {part.type})" if verb else f"({part.name})"

    parts = [part if isinstance(part, str) else role(part) for part in sig.head]
    parts[0] = verb or parts[0]
    for prep, tail in sig.tails:
        parts += [prep, role(tail) if isinstance(tail, ir.Role) else " ".join(tail)]
    return " ".join(parts)


def subject_of(s: Scope, items: Sequence[Item]) -> tuple[ir.Value, int] | None:
    """A player before the verb, and how many words it takes."""
    if len(items) < 2 or not isinstance(items[0], Word):
        return None
    word = items[0].text
    if word == "you":
        return need_you(s, items[0].at), 1
    if word == "opponent":
        return ir.Opponent(need_you(s, items[0].at)), 1
    local = s.local(items, 0)
    if local is not None and getattr(local[0], "type", "") == "player":
        from yomi_dsl.compiler.nouns import read_local

        return read_local(s, local[0], items[0].at)[0], local[1]
    if word in ("active", "random") and isinstance(items[1], Word) and items[1].text == "player":
        return (ir.Active() if word == "active" else ir.RandomPlayer()), 2
    return None


def candidates(s: Scope, items: Sequence[Item], lenient: bool = False) -> list[Signature]:
    """The declared actions whose fixed words these may be, the most words first. Lenient: roles may be left out."""
    if not items or not isinstance(items[0], Word):
        return []
    sigs = list(s.table.verbs.get(items[0].text, ()))
    sigs += [sig for group in s.table.verbs.values() for sig in group if sig.third == items[0].text and sig not in sigs]
    fitting = [sig for sig in sigs if fixed_fit(sig, items, lenient)]
    return sorted(fitting, key=lambda sig: -len(sig.fixed))


def fixed_fit(sig: Signature, items: Sequence[Item], lenient: bool = False) -> bool:
    """Do the fixed words of the head stand where they must?"""
    words = [show(i) for i in items]
    i = 1
    for n, part in enumerate(sig.head[1:], 1):
        if isinstance(part, ir.Role):
            following = sig.head[n + 1] if n + 1 < len(sig.head) else None
            if following is None:
                return lenient or i < len(words)
            if isinstance(following, ir.Role):
                i += 1
                continue
            if lenient and i < len(words) and words[i] == following:
                continue
            if following not in words[i + 1 :]:
                return False
            i = words.index(str(following), i + 1)
        elif i < len(words) and words[i] == part:
            i += 1
        else:
            return False
    return i == len(words) or any(isinstance(p, ir.Role) for p in sig.head)


def do(s: Scope, clause: Clause, doer: ir.Value | None, used: int, sigs: list[Signature]) -> ir.Effect:
    sig = best(sigs, clause)
    verb = leftmost(clause.value).items[used]
    check_form(sig, verb, doer, s)
    s.table.used.add(sig.name)
    if doer is None:
        doer = s.you if s.you is not None else ir.Lit(None)
    return ir.Do(sig.name, doer, bind_roles(s, sig, clause, used), at(clause.at))


def best(sigs: list[Signature], clause: Clause) -> Signature:
    """Among equal heads, the one whose prepositions fit."""
    preps = {t.word for t in clause.tails}
    top = [sig for sig in sigs if len(sig.fixed) == len(sigs[0].fixed)]
    return next((sig for sig in top if preps <= {p for p, _ in sig.tails}), top[0])


def check_form(sig: Signature, verb: Item, doer: ir.Value | None, s: Scope) -> None:
    """``you draw`` but ``opponent draws``."""
    written = show(verb)
    third = doer is not None and doer != s.you and not (isinstance(doer, ir.Local) and doer.name == "you")
    if not sig.third or sig.third == sig.head[0]:
        return
    wanted = sig.third if third else str(sig.head[0])
    if written != wanted:
        raise Wrong("E0308", f'the verb does not fit who acts: "{written}"', verb.at, "", f'write "{wanted}"')


def bind_roles(s: Scope, sig: Signature, clause: Clause, used: int) -> tuple[ir.Value, ...]:
    """The roles of an action, each filled from its place in the words; every word is used up."""
    values = head_roles(s, sig, clause, used)
    given = list(clause.tails)
    for prep, role in sig.tails:
        tail = next((t for t in given if t.word == prep), None)
        if tail is not None:
            given.remove(tail)
        if isinstance(role, ir.Role):
            values[role.name] = role_value(s, role, tail, sig, clause)
        elif tail is None or " ".join(tail.value.at.text.split()) != " ".join(role):
            raise Wrong("E0303", f'"{sig.name}" needs "{prep} {" ".join(role)}"', clause.at)
    if given:
        raise Wrong("E0302", f'"{given[0].word}" has no meaning after "{sig.name}"', given[0].at, "this part is not used", f"it is said: {pattern(sig)}")
    return tuple(values[role.name] for role in sig.roles)


def role_value(s: Scope, role: ir.Role, tail: Tail | None, sig: Signature, clause: Clause) -> ir.Value:
    if tail is None:
        if "nothing" in role.type:
            return ir.Lit(None)
        raise Wrong("E0303", f'"{role.prep}" is missing: {role.name}', clause.at, "", f"it is said: {pattern(sig)}")
    if isinstance(tail.value, Phrase) and plain_words(tail.value.items) == "nothing":
        return ir.Lit(None)
    return handed(s, sig, role, tail.value)


def handed(s: Scope, sig: Signature, role: ir.Role, expr: Expr) -> ir.Value:
    """What fills a role. If that is the wrong sort of thing, how the action is said is of help."""
    try:
        return anything(s, expr, role.type.removesuffix(" or nothing"))[0]
    except Wrong as wrong:
        code, message, at, label, help, more = wrong.args_
        inside = code == "E0302" and expr.at.start <= at.start < expr.at.end
        if not inside and (code != "E0304" or at != expr.at):
            raise
        said = f"it is said: {pattern(sig, str(sig.head[0]))}"
        raise Wrong(code, message, at, label, f"{help}; {said}" if help else said, more) from None


def head_roles(s: Scope, sig: Signature, clause: Clause, used: int) -> dict[str, ir.Value]:
    """Roles that stand between the fixed words."""
    items = list(leftmost(clause.value).items[used + 1 :])
    values: dict[str, ir.Value] = {}
    parts = list(sig.head[1:])
    if not isinstance(clause.value, Phrase) and isinstance(sig.head[-1], str):
        rest = Span(clause.at.source, leftmost(clause.value).at.end, clause.value.at.end)
        raise Wrong("E0302", f'"{rest.text.strip()}" has no meaning after "{sig.name}"', clause.value.at, "this is not used", f"it is said: {pattern(sig)}")
    while parts:
        part = parts.pop(0)
        if isinstance(part, str):
            items.pop(0)
            continue
        stop = next((i for i, it in enumerate(items) if i > 0 and parts and show(it) == parts[0]), len(items))
        mine, items = items[:stop], items[stop:]
        expr = replace_left(clause.value, mine) if not parts else items_phrase(mine)
        if expr is None or not mine:
            raise Wrong("E0303", f"{part.name} is missing", clause.at, "", f"it is said: {pattern(sig)}")
        values[part.name] = handed(s, sig, part, expr)
    if items:
        raise Wrong("E0302", f'"{show(items[0])}" has no meaning after "{sig.name}"', items[0].at, "this word is not used")
    return values
