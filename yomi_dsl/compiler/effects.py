"""Effects: what a body does, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler import chance, meant
from yomi_dsl.compiler.base import Scope, Wrong, at, bare, head_at, one_clause, plain_words, replace_left, show
from yomi_dsl.compiler.calls import candidates, do, fits_doer, no_verb, subject_of
from yomi_dsl.compiler.choices import check_new_name, choose, keep, may, may_choose, options, sealed
from yomi_dsl.compiler.conditions import clause_condition, condition, span
from yomi_dsl.compiler.nouns import add_where, noun
from yomi_dsl.compiler.terms import need_you
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.compiler.verbs import Parts, card_or_cards, primitive_named
from yomi_dsl.compiler.wanted import anything, cards, items_phrase, number, player
from yomi_dsl.diagnostics import nearest
from yomi_dsl.syntax import Clause, Expr, Group, Item, Phrase, Stmt, Word, leftmost

NOTHING = ir.Seq(())
ENDS = ("win", "lose", "tie")


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
        return roll(s, stmt, name)
    if chance.is_random(s, clause.value):
        return chance.taken(s, name, clause, stmt)
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


def roll(s: Scope, stmt: Stmt, name: str) -> ir.Effect:
    clause = one_clause(stmt)
    if not isinstance(clause.value, Phrase) or len(clause.value.items) < 2 or clause.tails:
        raise Wrong("E0303", "roll how many sides?", clause.at, "", 'write "let x be roll 6"')
    slot = s.bind(name, "number")
    return ir.Roll(slot, name, number(s, items_phrase(clause.value.items[1:])), at(stmt.at))


def during(s: Scope, stmt: Stmt) -> ir.Effect:
    """An unnamed status of you, in force for a span."""
    from yomi_dsl.compiler.statics import unnamed_status

    when = s.attempt(lambda: span(s, one_clause(stmt).value))
    status, captures = unnamed_status(s, stmt)
    return ir.Mark(need_you(s, stmt.at), status.name, when, captures, at(stmt.at))


def rule_inside(s: Scope, stmt: Stmt) -> ir.Effect:
    raise Wrong(
        "E0512",
        f'a rule cannot stand among effects: how long is "{stmt.kind if stmt.kind != "plain" else "modify"} ..." in force?',
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
    whenever = 'write "if CONDITION { ... }"' if verb in ("when", "whenever") else ""
    spanned = f'write "during {plain_words(items)} {{ ... }}"' if verb in ("this", "next") else ""
    help = whenever or spanned or nearest(plain_words(items), (*BLOCKS, *s.table.verbs)) or nearest(verb, (*BLOCKS, *s.table.verbs))
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
    chance.refused_tails(s, clause.tails)
    items = leftmost(clause.value).items
    found = subject_of(s, items)
    doer, used = found if found else (None, 0)
    verb = show(items[used]) if used < len(items) else ""
    primitive = primitive_named(verb)
    over = plain_words(items[used + 1 : used + 2]) == "game" and verb.removesuffix("s") in ENDS
    declared = [] if over else candidates(s, items[used:])
    if declared:
        return do(s, clause, doer, used, declared)
    word = items[used] if used < len(items) else None
    if primitive is not None and isinstance(word, Word) and (over or not ends_no_game(s, items, used)):
        fits_doer(s, word, doer, over)
        rest = replace_left(clause.value, items[used + 1 :])
        return primitive(s, Parts(s, clause, rest, doer))
    raise no_verb(s, items, used, clause.value)


def ends_no_game(s: Scope, items: Sequence[Item], used: int) -> bool:
    """``lose 3 NAME``: a verb that may end the game, said as an action or with the name of a number."""
    verb = show(items[used])
    forms = [form for sigs in s.table.verbs.values() for sig in sigs for form in (sig.head[0], sig.third)]
    return verb.removesuffix("s") in ENDS and (verb in forms or meant.effect(s, items, used) != "")


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
