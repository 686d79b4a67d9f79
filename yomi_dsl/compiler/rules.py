"""Rules: when something happens, and what is done then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Env,
    Macro,
    Scope,
    Signature,
    Var,
    Wrong,
    at,
    head_at,
    one_clause,
    plain_clause,
    plain_words,
    replace_left,
    show,
)
from yomi_dsl.compiler.calls import candidates, pattern
from yomi_dsl.compiler.conditions import condition, span
from yomi_dsl.compiler.effects import body
from yomi_dsl.compiler.everyday import SOMEBODY, WHO, instead
from yomi_dsl.compiler.misread import heard
from yomi_dsl.compiler.nouns import noun
from yomi_dsl.compiler.primitives import ROLES
from yomi_dsl.compiler.terms import need_you
from yomi_dsl.compiler.wanted import anything, as_filter, filter_, items_phrase, number, word_value, zone
from yomi_dsl.diagnostics import nearest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Item, Phrase, Stmt, Tail, leftmost

TIMINGS = {"before": "before", "after": "after", "instead of": "instead", "at end of": "after", "at start of": "before"}
RULE_KINDS = (*TIMINGS, "as soon as")


class Place:
    """Where a static stands: how its environments are filled beyond the event's own slots.

    you_name/this_name   whether there is a you and a this
    captures             names of captured values, with their types
    """

    def __init__(self, s: Scope, you: bool, this: bool, captures: Sequence[tuple[str, str]] = ()) -> None:
        self.s, self.you, self.this, self.captures = s, you, this, tuple(captures)

    def scope(self, first: Sequence[tuple[str, str]]) -> Scope:
        """A scope whose environment begins with ``first`` (name, type), then you, this and the captures."""
        names = [n for n, _ in first] + ["you", "this"] + [n for n, _ in self.captures]
        env = Env(names, len(names))
        base = len(first)
        made = self.s.child(env=env, you=None, this=None, subject=None, names=dict(self.macros()), per_seat=False)
        for i, (name, type) in enumerate(first):
            made.names[tuple(name.split())] = Var(type, ir.Local(i, name))
        if self.you:
            made.you = ir.Local(base, "you")
        if self.this:
            made.this = ir.Local(base + 1, "this")
        for i, (name, type) in enumerate(self.captures):
            value = ir.Local(base + 2 + i, name)
            if name == "this":
                made.this = value
            else:
                made.names[tuple(name.split())] = Var(type, value)
        return made

    def macros(self) -> dict[tuple[str, ...], Macro]:
        return {k: v for k, v in self.s.names.items() if isinstance(v, Macro)}


# ---- rules -------------------------------------------------------------------------------------------------------------------


def rule(p: Place, stmt: Stmt) -> ir.Rule:
    if stmt.kind == "as soon as":
        return soon(p, stmt)
    clause = one_clause(stmt)
    edge = span_edge(p, stmt, clause)
    if edge is not None:
        return edge
    sig, subject, used = event_of(p, clause)
    roles = [("doer", "player"), *((r.name, value_type(r.type)) for r in sig.roles)]
    s = p.scope(roles)
    s.attempt(lambda: not_hidden(p, sig, stmt, clause))
    s.in_rule = stmt.kind
    s.names.pop(("doer",), None)
    s.names[("doer",)] = Var("player", ir.Local(0, "doer"))
    tests = s.attempt(lambda: [*doer_test(s, subject), *role_tests(s, sig, clause, used)]) or ()
    where = s.attempt(lambda: where_of(s, clause))
    limit = s.attempt(lambda: limit_of(s, clause.tails))
    made = body(s, stmt.block)
    return ir.Rule(TIMINGS[stmt.kind], sig.name, tuple(tests), where, limit, None, s.env.proc(made), stmt.tags, at(stmt.at))


def not_hidden(p: Place, sig: Signature, stmt: Stmt, clause: Clause) -> None:
    """No role of a keyword whose name is that of a role of the event: in the rule it would mean the latter."""
    from yomi_dsl.compiler.statics import block_words, expr_words

    words = {*block_words(stmt.block or ()), *(word for t in clause.tails if t.word == "where" for word in expr_words(t.value))}
    for role in sig.roles:
        if (role.name,) in p.macros() and role.name in words:
            raise Wrong("E0204", f'"{role.name}" is a role of "{sig.name}" as well', head_at(stmt), f"in this rule it would be that of {sig.name}", "give the keyword's role another name")


def where_of(s: Scope, clause: Clause) -> ir.Value | None:
    """The condition after ``where``, which stands once."""
    found = [t for t in clause.tails if t.word == "where"]
    if len(found) > 1:
        raise Wrong("E0302", '"where" stands twice', found[1].at, "this part is not used", 'join conditions with "and"')
    return condition(s, found[0].value) if found else None


def value_type(role: str) -> str:
    """What a role is when its rule reads it: names are texts, a holder is read as a player."""
    base = role.removesuffix(" or nothing")
    return "text" if base.endswith(" name") else "player" if base == "holder" else base


def soon(p: Place, stmt: Stmt) -> ir.Rule:
    s = p.scope([])
    where = s.attempt(lambda: condition(s, one_clause(stmt).value))
    return ir.Rule("soon", "", (), where, None, None, s.env.proc(body(s, stmt.block)), stmt.tags, at(stmt.at))


def span_edge(p: Place, stmt: Stmt, clause: Clause) -> ir.Rule | None:
    """``at end of stay`` where stay is a span, ``at end of this turn``, ``2 turns`` or ``your next turn``."""
    if stmt.kind not in ("at start of", "at end of") or not isinstance(clause.value, Phrase):
        return None
    s = p.scope([])
    words = [show(item) for item in clause.value.items]
    local = s.local(clause.value.items, 0)
    if not (words[0] == "this" or words[0].isdecimal() or "next" in words or (local and local[0].type == "span")):
        return None
    plain_clause(clause, ("where",))
    when = span(s, clause.value)
    timing = "start" if stmt.kind == "at start of" else "end"
    s.in_rule = stmt.kind
    where = next((condition(s, t.value) for t in clause.tails if t.word == "where"), None)
    return ir.Rule(timing, "", (), where, None, when, s.env.proc(body(s, stmt.block)), stmt.tags, at(stmt.at))


Subject = tuple[str, Item] | None


def event_of(p: Place, clause: Clause) -> tuple[Signature, Subject, int]:
    """The action a pattern speaks of, who does it, and how many words the subject takes."""
    items = leftmost(clause.value).items
    subject, used = pattern_subject(p, items)
    found = candidates(p.s, items[used:], lenient=True)
    if found:
        preps = {t.word for t in clause.tails} - {"where", "at most"}
        top = [sig for sig in found if len(sig.fixed) == len(found[0].fixed)]
        sig = next((x for x in top if preps <= {q for q, _ in x.tails}), top[0])
        verb_form(sig, items[used], subject)
        p.s.table.used.add(sig.name)
        return sig, subject, used
    word = show(items[used]) if used < len(items) else ""
    if word.isdigit():
        help = f'when a time is over: "at end of {plain_words(items[used:])} {{ ... }}"'
        raise Wrong("E0205", f'"{plain_words(items[used:])}" is no action', clause.value.at, "a rule waits for an action", help)
    if [show(i) for i in items[used:]] == ["turn"]:
        return Signature("turn", ("turn",), (), "", items[used].at, "phase"), subject, used
    for name, third, roles in ROLES:
        first = name.split()[0]
        if word in (first, third):
            return primitive_signature(name, third, roles, items[used]), subject, used
    if word in ("this", "when", "it"):
        timing = " ".join(clause.at.source.text[: clause.at.start].split()[-2:])
        said = next((t for t in ("instead of", "before") if timing.endswith(t)), "after")
        raise Wrong("E0303", "who does what?", items[used].at, "a rule names the player who acts", heard(p.s, items, said))
    verbs = set(p.s.table.verbs) | {n.split()[0] for n, _, _ in ROLES}
    if word in ("you", "opponent", "being"):
        raise Wrong("E0205", "who does it?", clause.value.at, "a rule names the player who acts", 'write "opponent VERBS you"')
    raise Wrong("E0205", f'"{word}" is no action', items[min(used, len(items) - 1)].at, "a rule waits for an action", (SOMEBODY if word in WHO else instead(word)) or nearest(word, verbs) or nearest(word.removesuffix("ing"), verbs))


def verb_form(sig: Signature, verb: Item, subject: Subject) -> None:
    if not sig.third or sig.third == sig.head[0]:
        return
    if subject is None:
        raise Wrong("E0303", f'who? nobody stands before "{show(verb)}"', verb.at, "", 'write "you", "opponent" or "any player" before it')
    wanted = str(sig.head[0]) if subject[0] in ("you", "your") else sig.third
    if show(verb) != wanted:
        raise Wrong("E0308", f'the verb does not fit who acts: "{show(verb)}"', verb.at, "", f'write "{wanted}"')


def pattern_subject(p: Place, items: Sequence[Item]) -> tuple[Subject, int]:
    words = [show(i) for i in items[:2]]
    if len(items) > 1 and words[0] in ("you", "your", "opponent", "opponent's"):
        return (words[0], items[0]), 1
    if len(items) > 2 and words[0] in ("any", "active") and words[1] == "player":
        return (" ".join(words), items[0]), 2
    return None, 0


def doer_test(s: Scope, subject: Subject) -> list[tuple[str, ir.Value]]:
    if subject is None or subject[0] == "any player":
        return []
    if s.you is None and subject[0] != "active player":
        raise Wrong("E0305", f'nobody is meant by "{subject[0]}" here', subject[1].at, "this rule is nobody's: it stands on no card", SOMEBODY)
    who: ir.Value = ir.Active() if subject[0] == "active player" else need_you(s, subject[1].at)
    if subject[0].startswith("opponent"):
        who = ir.Opponent(who)
    return [("doer", ir.Op("=", (ir.Local(0, "doer"), who)))]


def primitive_signature(name: str, third: str, roles: tuple[tuple[str, str, str], ...], item: Item) -> Signature:
    """A primitive as if it had been declared: its first role stands after the verb."""
    made = [ir.Role(n, t, prep) for n, t, prep in roles]
    head: list[str | ir.Role] = [name.split()[0], *name.split()[1:]]
    head += [r for r in made if not r.prep]
    tails = tuple((r.prep, r) for r in made if r.prep)
    return Signature(name, tuple(head), tails, third, item.at, "primitive")


def role_tests(s: Scope, sig: Signature, clause: Clause, used: int) -> Iterator[tuple[str, ir.Value]]:
    slots = {role.name: i + 1 for i, role in enumerate(sig.roles)}
    yield from head_tests(s, sig, clause, used, slots)
    for tail in clause.tails:
        if tail.word in ("where", "at most"):
            continue
        part = next((t for prep, t in sig.tails if prep == tail.word), None)
        if part is None:
            raise Wrong("E0302", f'"{tail.word}" has no meaning after "{sig.name}"', tail.at, "this part is not used", f"it is said: {pattern(sig)}")
        if isinstance(part, ir.Role):
            yield from role_test(s, part, slots[part.name], tail.value)


def head_tests(s: Scope, sig: Signature, clause: Clause, used: int, slots: dict[str, int]) -> Iterator[tuple[str, ir.Value]]:
    """The roles between the fixed words. In a pattern they may be left out."""
    items = list(leftmost(clause.value).items[used + 1 :])
    parts = list(sig.head[1:])
    if not isinstance(clause.value, Phrase) and (not items or isinstance(sig.head[-1], str)):
        rest = Span(clause.at.source, leftmost(clause.value).at.end, clause.value.at.end)
        raise Wrong("E0302", f'"{rest.text.strip()}" has no meaning after "{sig.name}"', clause.value.at, "this is not used")
    while parts:
        part = parts.pop(0)
        if isinstance(part, str):
            if not items or show(items[0]) != part:
                raise Wrong("E0303", f'"{sig.name}" is said: {pattern(sig)}', clause.at)
            items.pop(0)
            continue
        stop = next((i for i, it in enumerate(items) if parts and show(it) == parts[0]), len(items))
        mine, items = items[:stop], items[stop:]
        if mine:
            expr = replace_left(clause.value, mine) if not parts else items_phrase(mine)
            assert expr is not None
            yield from role_test(s, part, slots[part.name], expr)
    if items:
        raise Wrong("E0302", f'"{show(items[0])}" has no meaning after "{sig.name}"', items[0].at, "this word is not used")


def role_test(s: Scope, role: ir.Role, slot: int, expr: Expr) -> Iterator[tuple[str, ir.Value]]:
    local = ir.Local(slot, role.name)
    kind = role.type.removesuffix(" or nothing")
    if kind == "player":
        found = noun(s, expr)
        if found.kind == "players" and found.quant == "any":
            return
        yield role.name, ir.Op("=", (local, anything(s, expr, "player")[0]))
    elif kind.endswith(" name"):
        yield role.name, ir.Op("=", (local, ir.Lit(declared_name(s, expr, kind.removesuffix(" name")))))
    elif kind == "holder":
        yield from holder_test(s, role, local, expr)
    elif kind == "card":
        yield role.name, ir.Is(local, filter_(s, expr))
    elif kind == "cards":
        yield role.name, ir.Quant("any", ir.Cards((), local, filter_(s, expr), s.env.new("it"), "it", None))
    elif kind == "zone":
        yield role.name, zone_test(s, local, expr)
    elif kind.startswith("word "):
        yield role.name, ir.Op("=", (local, word_value(s, expr, kind[5:])))
    else:
        yield role.name, ir.Op("=", (local, anything(s, expr, kind)[0]))


def declared_name(s: Scope, expr: Expr, kind: str) -> str:
    """The name of a declared status or tally."""
    found = s.noun(expr.items, 0) if isinstance(expr, Phrase) else None
    if found and found[1] == len(leftmost(expr).items) and found[0].kind == kind:
        return found[0].name
    from yomi_dsl.diagnostics import suggest

    known = [symbol.name for symbol in s.table.of_kind(kind)]
    raise Wrong("E0206", f'"{expr.at.text}" is no {kind}', expr.at, f"a {kind} is expected here", suggest(expr.at.text, known))


def holder_test(s: Scope, role: ir.Role, local: ir.Local, expr: Expr) -> Iterator[tuple[str, ir.Value]]:
    """Who is marked: a player, or a card of some kind."""
    found = noun(s, expr)
    if found.kind == "players" and found.quant == "any":
        return
    if found.kind == "value" and found.type == "player":
        yield role.name, ir.Op("=", (local, found.value))  # type: ignore[arg-type]
    else:
        yield role.name, ir.Is(local, as_filter(found))


def zone_test(s: Scope, local: ir.Local, expr: Expr) -> ir.Value:
    if isinstance(expr, Binary) and expr.op == "or":
        assert expr.left is not None
        return ir.Op("or", (zone_test(s, local, expr.left), zone_test(s, local, expr.right)))
    return ir.Op("=", (local, zone(s.child(any_zone=True), expr)))


def limit_of(s: Scope, tails: Sequence[Tail]) -> ir.Limit | None:
    """``at most N per turn``, ``at most (your limit) per turn``."""
    found = next((t.value for t in tails if t.word == "at most"), None)
    if found is None:
        return None
    items = leftmost(found).items
    words = [show(i) for i in items]
    if not isinstance(found, Phrase) or "per" not in words:
        raise Wrong("E0303", "a limit says how often in what", found.at, "", 'write "at most 1 per turn"')
    cut = words.index("per")
    unit = span(s, Phrase(items[cut + 1 :], found.at)) if items[cut + 1 :] else None
    plain = unit is not None and unit.whose is None and unit.start == "now" and not any(w.isdigit() for w in words[cut:])
    if unit is None or cut == 0 or not plain:
        raise Wrong("E0303", "a limit says how often in what", found.at, "", 'write "at most 1 per turn"')
    return ir.Limit(number(s, items_phrase(items[:cut])), unit.what)
