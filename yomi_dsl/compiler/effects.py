"""Effects: what a body does, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Scope,
    Signature,
    Wrong,
    at,
    bare,
    head_at,
    head_words,
    one_clause,
    plain_words,
    replace_left,
    show,
    unknown,
)
from yomi_dsl.compiler.choices import check_new_name, choose, keep, may, may_choose, options, sealed
from yomi_dsl.compiler.conditions import clause_condition, condition, span, status_named
from yomi_dsl.compiler.nouns import (
    add_where,
    anything,
    card,
    cards,
    face_value,
    items_phrase,
    need_you,
    noun,
    number,
    player,
    value_noun,
    zone,
)
from yomi_dsl.compiler.parts import hands
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.diagnostics import nearest, suggest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Group, Item, Number, Phrase, Stmt, Tail, Text, Word, leftmost
from yomi_dsl.vocabulary import find

NOTHING = ir.Seq(())
PLAYER_WORDS = ("you", "opponent")


def body(s: Scope, stmts: Sequence[Stmt] | None) -> ir.Effect:
    """A block. Each wrong statement becomes a diagnostic, and the others are still read."""
    steps = []
    for stmt in stmts or ():
        made = reading(s, stmt, effect, partial(s.lose, stmt))
        if made is not None:
            steps.append(made)
    return steps[0] if len(steps) == 1 else ir.Seq(tuple(steps))


def inner(s: Scope, stmts: Sequence[Stmt] | None, **changes: object) -> ir.Effect:
    """A block with names of its own."""
    return body(s.child(**changes), stmts)


def effect(s: Scope, stmt: Stmt) -> ir.Effect:
    return KINDS[stmt.kind](s, stmt)


# ---- control -------------------------------------------------------------------------------------------------------------


def if_(s: Scope, stmt: Stmt) -> ir.Effect:
    test = s.attempt(lambda: clause_condition(s, one_clause(stmt)))
    if isinstance(test, ir.Lit):
        help = "leave the if out, or ask for something that changes"
        s.add("E0501", "this condition never changes", one_clause(stmt).at, "always the same", help)
    otherwise = inner(s, stmt.otherwise) if stmt.otherwise is not None else None
    return ir.If(test, inner(s, stmt.block), otherwise)


def for_each(s: Scope, stmt: Stmt) -> ir.Effect:
    clause = one_clause(stmt)
    name = plain_words(leftmost(clause.value).items)
    source = next((t.value for t in clause.tails if t.word == "from"), None)
    if source is None or len(clause.tails) != 1:
        raise Wrong("E0303", "for each takes its cards from somewhere", clause.at, "", 'write "for each c from ..."')
    check_new_name(s, name, clause.value.at)
    if not isinstance(clause.value, Phrase):
        raise Wrong("E0302", f'"{clause.value.at.text}" is no name', clause.value.at, "a name of words is expected here")
    kinds = listed(source)
    if kinds is not None:
        return over_kinds(s, stmt, name, kinds)
    over = s.attempt(lambda: each_of(s, source))
    loop = s.child()
    slot = loop.bind(name, "card")
    return ir.ForEach(slot, name, over, body(loop, stmt.block))


def each_of(s: Scope, source: Expr) -> ir.Value:
    found = noun(s, source)
    if found.kind == "value" and found.type == "zone":
        return ir.Cards((found.value,), None, ir.Filter(()), s.env.new("it"), "it", None)  # type: ignore[arg-type]
    return cards(s, source)


def listed(expr: Expr) -> tuple[Clause, ...] | None:
    """The clauses of a list in brackets, if that is all there is."""
    if isinstance(expr, Phrase) and len(expr.items) == 1 and isinstance(expr.items[0], Group):
        group = expr.items[0]
        return group.clauses if group.typed is None and len(group.clauses) > 1 else None
    return None


def over_kinds(s: Scope, stmt: Stmt, name: str, kinds: tuple[Clause, ...]) -> ir.Effect:
    """A list of kinds of card: the block once for each, as it were written out."""
    from yomi_dsl.compiler.base import Macro

    steps = []
    for kind in kinds:
        if kind.tails:
            raise Wrong("E0302", f'"{kind.tails[0].word}" has no meaning here', kind.tails[0].at, "this part is not used")
        loop = s.child()
        loop.names[(name,)] = Macro("filter", kind.value, kind, s.names)
        steps.append(body(loop, stmt.block))
    return ir.Seq(tuple(steps))


def repeat(s: Scope, stmt: Stmt) -> ir.Effect:
    slot = s.env.new("round")
    until = next((t.value for t in stmt.tails if t.word == "until"), None)
    odd = [t for t in stmt.tails if t.word != "until"] + list(stmt.tails[1:])
    if until is not None and stmt.head:
        odd.append(next(t for t in stmt.tails if t.word == "until"))
    if odd:
        raise Wrong("E0302", f'"{odd[0].word}" has no meaning here', odd[0].at, "this part is not used", 'write "repeat 3" or "repeat until ..."')
    if until is not None:
        return ir.Repeat(slot, None, s.attempt(lambda: condition(s, until)), inner(s, stmt.block))
    if not stmt.head:
        raise Wrong("E0502", "how often?", head_at(stmt), "this would go on for ever", 'write "repeat 3" or "repeat until ..."')
    return ir.Repeat(slot, s.attempt(lambda: number(s, stmt.head[0].value)), None, inner(s, stmt.block))


def together(s: Scope, stmt: Stmt) -> ir.Effect:
    return ir.Together(inner(s, stmt.block))


def let(s: Scope, stmt: Stmt) -> ir.Effect:
    assert stmt.subject is not None
    name, clause = plain_words(stmt.subject.items), one_clause(stmt)
    key = tuple(name.split())
    check_new_name(s, name, stmt.subject.at)
    if show(leftmost(clause.value).items[0]) == "roll":
        if not isinstance(clause.value, Phrase) or len(clause.value.items) < 2 or clause.tails:
            raise Wrong("E0303", "roll how many sides?", clause.at, "", 'write "let x be roll 6"')
        slot = s.bind(name, "number")
        return ir.Roll(slot, name, number(s, items_phrase(clause.value.items[1:])), at(stmt.at))
    if clause.tails:
        found = noun(s, clause.value)
        for tail in clause.tails:
            if tail.word == "as":
                from yomi_dsl.compiler.nouns import clause_noun

                found = clause_noun(s, clause)
                break
            if tail.word != "where":
                raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used")
            add_where(s, found, tail.value)
        value, type = (found.value, found.type) if found.kind == "value" else (card_or_cards(s, found), "card" if found.quant in ("any", "first", "last") else "cards")
    else:
        value, type = anything(s, clause.value, "")
    old = s.names.get(key)
    if old is not None and isinstance(getattr(old, "value", None), ir.Local):
        return ir.Let(old.value.slot, name, value)  # type: ignore[union-attr,arg-type]
    slot = s.bind(name, "card" if type == "nothing" else type)
    return ir.Let(slot, name, value)  # type: ignore[arg-type]


def card_or_cards(s: Scope, found) -> ir.Value:  # type: ignore[no-untyped-def]
    from yomi_dsl.compiler.nouns import as_card, as_cards

    return as_card(s, found) if found.quant in ("any", "first", "last") else as_cards(s, found)


def during(s: Scope, stmt: Stmt) -> ir.Effect:
    """An unnamed status of you, in force for a span."""
    from yomi_dsl.compiler.statics import unnamed_status

    when = s.attempt(lambda: span(s, one_clause(stmt).value))
    status, captures = unnamed_status(s, stmt)
    return ir.Mark(need_you(s, stmt.at), status.name, when, captures, at(stmt.at))


def rule_inside(s: Scope, stmt: Stmt) -> ir.Effect:
    raise Wrong(
        "E0512",
        f'a rule cannot stand among effects: how long is "{stmt.kind} ..." in force?',
        head_at(stmt),
        "no span is given",
        'put it in "during this turn { ... }"',
    )


# ---- plain statements -----------------------------------------------------------------------------------------------------


def plain(s: Scope, stmt: Stmt) -> ir.Effect:
    words = plain_words(leftmost(stmt.head[0].value).items)
    if stmt.define is not None and not words.startswith("modify "):
        raise Wrong("E0302", "a colon has no meaning in an effect", head_at(stmt))
    if words == "each player" and stmt.block is not None:
        return each_player(s, stmt)
    if words == "take turns":
        return take_turns(s, stmt)
    if words.startswith("modify "):
        return rule_inside(s, stmt)
    if stmt.block is not None:
        raise takes_no_block(s, stmt)
    steps = [clause_effect(s, clause) for clause in spread(stmt.head)]
    return steps[0] if len(steps) == 1 else ir.Seq(tuple(steps))


def takes_no_block(s: Scope, stmt: Stmt) -> Wrong:
    items = leftmost(stmt.head[0].value).items
    found = subject_of(s, items)
    used = found[1] if found else 0
    verb = show(items[used]) if used < len(items) else ""
    if verb in s.table.verbs or primitive_named(verb) is not None:
        return Wrong("E0302", f'"{verb}" takes no block', head_at(stmt), "the braces have no meaning here")
    help = nearest(plain_words(items), (*BLOCKS, *s.table.verbs)) or nearest(verb, (*BLOCKS, *s.table.verbs))
    return Wrong("E0205", f'"{plain_words(items)}" begins no block', head_at(stmt), "this is no statement", help)


BLOCKS = ("if", "for each", "repeat", "each player", "take turns", "choose", "keep choosing", "may", "sealed", "together", "during", "option")


def spread(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Comma repeats the head: ``change x by 1, y by 2`` is not said of effects; each clause has its own verb."""
    return clauses


def each_player(s: Scope, stmt: Stmt) -> ir.Effect:
    bare(stmt, block=True)
    slot = s.env.new("player")
    loop = s.child(you=ir.Local(slot, "player"), per_seat=True)
    return ir.EachPlayer(slot, body(loop, stmt.block))


def take_turns(s: Scope, stmt: Stmt) -> ir.Effect:
    clause = one_clause(stmt)
    words = {t.word: t.value for t in clause.tails}
    if set(words) != {"from", "until"} or not isinstance(words["until"], Phrase) or plain_words(words["until"].items) != "both pass":
        raise Wrong("E0303", "take turns says who begins and when it ends", clause.at, "", 'write "take turns from x until both pass { ... }"')
    bare(stmt, ("from", "until"), block=True)
    first = player(s, words["from"])
    slot = s.env.new("player", 2)
    loop = s.child(you=ir.Local(slot, "player"))
    return ir.TakeTurns(slot, first, body(loop, stmt.block))


def clause_effect(s: Scope, clause: Clause) -> ir.Effect:
    """One verb with its subject, object and prepositions."""
    items = leftmost(clause.value).items
    found = subject_of(s, items)
    doer, used = found if found else (None, 0)
    verb = show(items[used]) if used < len(items) else ""
    primitive = primitive_named(verb)
    over = plain_words(items[used + 1 : used + 2]) == "game" and verb.removesuffix("s") in ("win", "lose", "tie")
    declared = [] if over else candidates(s, items[used:])
    if declared:
        return do(s, clause, doer, used, declared)
    word = items[used] if used < len(items) else None
    if primitive is not None and isinstance(word, Word):
        fits_doer(s, word, doer, over)
        rest = replace_left(clause.value, items[used + 1 :])
        return primitive(s, Parts(s, clause, rest, doer))
    raise no_verb(s, items, used)


def fits_doer(s: Scope, verb: Word, doer: ir.Value | None, over: bool) -> None:
    """``opponent wins game``, ``you win game``, ``move c``: of the built-in verbs only those that end the game have a subject."""
    third = over and doer is not None and doer != s.you
    wanted = verb.text.removesuffix("s") + "s" * third
    if verb.text != wanted and (doer is None or over):
        raise Wrong("E0308", f'the verb does not fit who acts: "{verb.text}"', verb.at, "", f'write "{wanted}"')


def no_verb(s: Scope, items: Sequence[Item], used: int) -> Wrong:
    if used >= len(items):
        return Wrong("E0301", "who does what?", items[0].at, "a verb is missing")
    verbs = set(s.table.verbs) | {sig.third for sigs in s.table.verbs.values() for sig in sigs if sig.third} | set(PRIMITIVES)
    word = show(items[used])
    if word in s.table.verbs:
        whole = plain_words(items[used:])
        forms = " or ".join(sorted(pattern(sig) for sig in s.table.verbs[word]))
        return Wrong("E0303", f'"{whole}" is not how "{word}" is said', items[used].at, "", f"it is said: {forms}")
    if word == "your" or word.endswith("'s"):
        named = plain_words(items[used:])
        return Wrong("E0205", f'"{named}" does nothing', items[used].at + items[-1].at, "an action is expected here", f'write "change {named} by ..." or "change {named} to ..."')
    return Wrong("E0205", f'"{word}" is no action', items[used].at, "an action is expected here", nearest(word, verbs))


def pattern(sig: Signature) -> str:
    """How an action is said, for messages."""
    parts = [p if isinstance(p, str) else f"({p.name})" for p in sig.head]
    for prep, tail in sig.tails:
        parts += [prep, f"({tail.name})" if isinstance(tail, ir.Role) else " ".join(tail)]
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
    return anything(s, tail.value, role.type.removesuffix(" or nothing"))[0]


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
        values[part.name] = anything(s, expr, part.type.removesuffix(" or nothing"))[0]
    if items:
        raise Wrong("E0302", f'"{show(items[0])}" has no meaning after "{sig.name}"', items[0].at, "this word is not used")
    return values


# ---- primitives ------------------------------------------------------------------------------------------------------------


@attrs.define(eq=False)
class Parts:
    """A primitive's statement: what follows the verb, and its prepositions, each to be taken once."""

    s: Scope
    clause: Clause
    rest: Expr | None
    doer: ir.Value | None
    tails: list[Tail] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tails = list(self.clause.tails)

    def object(self, what: str) -> Expr:
        if self.rest is None:
            raise Wrong("E0303", f"something is missing: {what}", self.clause.at, "", self.said)
        return self.rest

    @property
    def said(self) -> str:
        """How the language says it."""
        verb = head_words(self.clause.value)[-1] if self.rest is None else head_words(self.clause.value)[0]
        rows = [row for row in find(verb) if row.kind in ("primitive", "effect")]
        return f"it is said: {rows[0].pattern}" if rows else ""

    def take(self, prep: str) -> Expr | None:
        for tail in self.tails:
            if tail.word == prep:
                self.tails.remove(tail)
                return tail.value
        return None

    def need(self, prep: str, what: str) -> Expr:
        found = self.take(prep)
        if found is None:
            raise Wrong("E0303", f'"{prep}" is missing: {what}', self.clause.at, "", self.said)
        return found

    def done(self) -> None:
        if self.tails:
            raise Wrong("E0302", f'"{self.tails[0].word}" has no meaning here', self.tails[0].at, "this part is not used")
        if self.doer is not None and self.doer != self.s.you:
            raise self.done_by_nobody()

    def done_by_nobody(self) -> Wrong:
        return Wrong("E0308", "this is done to things, not by a player", self.clause.at, "", "leave the player out")

    @property
    def at(self) -> ir.At:
        return at(self.clause.at)


def move(s: Scope, p: Parts) -> ir.Effect:
    what = noun(s, p.object("what is moved"))
    origin = p.take("from")
    if origin is not None:
        if what.kind != "filter" or what.placed:
            raise Wrong("E0302", '"from" has no meaning for a card that is named', origin.at)
        what.zones, what.placed = (zone(s, origin),), True
    to = p.need("to", "where it goes")
    face = p.take("as")
    p.done()
    place, side = destination(s, to)
    value = what.value if what.kind == "value" else card_or_cards(s, what)
    if what.kind == "value" and what.type not in ("card", "cards", "nothing"):
        raise Wrong("E0304", "cards are moved", what.at, f"this is a {what.type}")
    return ir.Move(value, place, side, face_value(s, face) if face is not None else None, p.at)  # type: ignore[arg-type]


def destination(s: Scope, expr: Expr) -> tuple[ir.Zone | ir.Local, str]:
    if isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.left, Phrase):
        word = plain_words(expr.left.items)
        if word in ("top", "bottom"):
            return zone_or_owners(s, expr.right), word
    return zone_or_owners(s, expr), ""


def zone_or_owners(s: Scope, expr: Expr) -> ir.Zone | ir.Local:
    """``discard pile of owner``: each card to its own owner's zone."""
    if isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.right, Phrase) and isinstance(expr.left, Phrase):
        if plain_words(expr.right.items) == "owner":
            found = s.noun(expr.left.items, 0)
            if found and found[0].kind == "zone" and found[1] == len(expr.left.items):
                return ir.Zone(found[0].name, None)
    return zone(s, expr)


def change(s: Scope, p: Parts) -> ir.Effect:
    target, _ = anything(s, p.object("what is changed"), "number")
    by, to = p.take("by"), p.take("to")
    p.done()
    if (by is None) == (to is None):
        raise Wrong("E0303", "change says either by or to", p.clause.at, "", p.said)
    if not isinstance(target, (ir.Tally, ir.Local)):
        raise Wrong("E0504", "only a tally or a number of this action can be changed", p.clause.at, "this is computed", 'use "modify" inside "during ..."')
    return ir.Change(target, number(s, by) if by else None, number(s, to) if to else None, p.at)


def mark(s: Scope, p: Parts) -> ir.Effect:
    holder_expr = p.object("who is marked")
    status = need_status(s, p.need("with", "which status"))
    during_, until = p.take("during"), p.take("until")
    p.done()
    if during_ is not None and until is not None:
        raise Wrong("E0302", '"until" has no meaning beside "during"', until.at, "this part is not used")
    when = span(s, during_) if during_ is not None else span(s, until, until=True) if until is not None else None
    declared = s.table.nouns[tuple(status.split())].data
    if when is None and not declared.type:
        raise Wrong("E0307", f'how long does "{status}" last?', p.clause.at, "the status names no span", 'add "during next turn" or "until end of turn"')
    return ir.Mark(holder(s, holder_expr, declared.of), status, when, (), p.at)


def unmark(s: Scope, p: Parts) -> ir.Effect:
    status = need_status(s, p.need("with", "which status"))
    p.done()
    return ir.Unmark(holder(s, p.object("who"), s.table.nouns[tuple(status.split())].data.of), status, p.at)


def holder(s: Scope, expr: Expr, kind: str) -> ir.Value | None:
    if kind == "game":
        if not (isinstance(expr, Phrase) and plain_words(expr.items) == "game"):
            raise Wrong("E0304", "this status is one of the game", expr.at, "", 'write "mark game with ..."')
        return None
    if isinstance(expr, Phrase) and plain_words(expr.items) == "game":
        raise Wrong("E0304", f"this status is one of a {kind}", expr.at, "not of the game")
    return player(s, expr) if kind == "player" else cards(s, expr)


def need_status(s: Scope, expr: Expr) -> str:
    found = status_named(s, expr)
    if found is None:
        statuses = [sym.name for sym in s.table.of_kind("status")]
        raise Wrong("E0206", f'"{expr.at.text}" is no status', expr.at, "a status is expected here", suggest(expr.at.text, statuses))
    return found


def flip(s: Scope, p: Parts) -> ir.Effect:
    what, face = card(s, p.object("which card")), face_value(s, p.need("to", "which face"))
    p.done()
    return ir.Flip(what, face, p.at)


def reveal(s: Scope, p: Parts) -> ir.Effect:
    p.done()
    return ir.Reveal(cards(s, p.object("which cards")), p.at)


def shuffle(s: Scope, p: Parts) -> ir.Effect:
    p.done()
    return ir.Shuffle(zone(s, p.object("which zone")), p.at)


def do_part(s: Scope, p: Parts) -> ir.Effect:
    """``do effect of c [to x] [against y]``."""
    expr = p.object("which part")
    if not (isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.left, Phrase)):
        raise Wrong("E0303", '"do" is followed by a part of a card', p.clause.at, "", 'write "do effect of c"')
    name = plain_words(expr.left.items)
    parts = [*(sym.name for sym in s.table.of_kind("part")), "setup"]
    if name not in parts:
        raise Wrong("E0206", f'"{name}" is no part of cards', expr.left.at, "a part is expected here", suggest(name, parts))
    s.table.used.add(name)
    if p.doer is not None:
        raise p.done_by_nobody()
    twice = next((t for n, t in enumerate(p.tails) if t.word in [x.word for x in p.tails[:n]]), None)
    if twice is not None:
        raise Wrong("E0302", f'"{twice.word}" stands twice', twice.at, "this part is not used")
    args = [anything(s, t.value, "") for t in p.tails]
    hands(s, name, p.clause, [type for _, type in args])
    return ir.DoPart(name, card(s, expr.right), tuple(value for value, _ in args), p.at)


def end(s: Scope, p: Parts) -> ir.Effect:
    expr = p.object("what ends")
    name = " ".join(expr.at.text.split())
    actions = {sig.name for sigs in s.table.verbs.values() for sig in sigs} | {"turn"}
    if name not in actions:
        raise Wrong("E0205", f'"{name}" is no action', expr.at, "an action is expected here", nearest(name, actions))
    p.done()
    return ir.End(name)


def proceed(s: Scope, p: Parts) -> ir.Effect:
    if s.in_rule != "instead of":
        raise Wrong("E0505", '"proceed" stands only in an instead-of rule', p.clause.at)
    if p.clause.value.at.text != "proceed":
        raise Wrong("E0302", 'nothing follows "proceed"', p.rest.at if p.rest is not None else p.clause.value.at, "this is not used")
    p.done()
    return ir.Proceed()


def finish(result: str) -> Callable[[Scope, Parts], ir.Effect]:
    def build(s: Scope, p: Parts) -> ir.Effect:
        if p.rest is None or p.rest.at.text != "game":
            raise Wrong("E0303", f'"{result}" is followed by "game"', p.clause.at, "", f'write "{result} game as ..."')
        named = p.need("as", "the name of the ending")
        ending = text_of(named)
        if s.game is not None and ending not in s.game.endings:
            raise Wrong("E0207", f'"{ending}" is no declared ending', named.at, "", suggest(ending, s.game.endings))
        if p.tails:
            raise Wrong("E0302", f'"{p.tails[0].word}" has no meaning here', p.tails[0].at, "this part is not used")
        who = p.doer if p.doer is not None else s.you if result != "tie" else None
        if result != "tie" and who is None:
            raise Wrong("E0305", "who?", p.clause.at, "no player acts in this place")
        return ir.Finish(result, who if result != "tie" else None, ending, p.at)

    return build


def text_of(expr: Expr) -> str:
    if isinstance(expr, Phrase) and len(expr.items) == 1 and isinstance(expr.items[0], Text):
        return expr.items[0].value
    raise Wrong("E0301", "a text in quotes is expected here", expr.at)


PRIMITIVES: dict[str, Callable[[Scope, Parts], ir.Effect]] = {
    "move": move,
    "change": change,
    "mark": mark,
    "unmark": unmark,
    "flip": flip,
    "reveal": reveal,
    "shuffle": shuffle,
    "do": do_part,
    "end": end,
    "proceed": proceed,
    "win": finish("win"),
    "lose": finish("lose"),
    "tie": finish("tie"),
}


def primitive_named(verb: str) -> Callable[[Scope, Parts], ir.Effect] | None:
    return PRIMITIVES.get(verb) or PRIMITIVES.get(verb.removesuffix("s"))


KINDS: dict[str, Callable[[Scope, Stmt], ir.Effect]] = {
    "plain": plain,
    "if": if_,
    "for each": for_each,
    "repeat": repeat,
    "choose": lambda s, stmt: options(s, stmt, body) or choose(s, stmt, body),
    "keep choosing": lambda s, stmt: keep(s, stmt, body),
    "may": lambda s, stmt: may(s, stmt, body),
    "may choose": lambda s, stmt: may_choose(s, stmt, body),
    "sealed": lambda s, stmt: sealed(s, stmt),
    "together": together,
    "let": let,
    "during": during,
    **dict.fromkeys(("before", "after", "instead of", "at start of", "at end of", "as soon as"), rule_inside),
}

__all__ = ["Number", "body", "effect", "unknown", "value_noun"]
