"""Examples: what is given, which answers are scripted, what must hold then."""

from __future__ import annotations

from functools import partial

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import Env, Scope, Wrong, at, bare, head_at, plain_words, show
from yomi_dsl.compiler.cards import card
from yomi_dsl.compiler.conditions import clause_condition
from yomi_dsl.compiler.effects import clause_effect
from yomi_dsl.compiler.given import Given, brings, card_list, read_given, strip_first, unextended
from yomi_dsl.compiler.lines import first_word
from yomi_dsl.compiler.steps import step
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.compiler.wanted import anything, items_phrase, number
from yomi_dsl.syntax import Binary, Clause, Group, Number, Phrase, Stmt, Text, leftmost


@attrs.define(eq=False)
class Told:
    """What an example tells, while it is read."""

    given: Given = attrs.field(factory=Given)
    extra: list[ir.Card] = attrs.field(factory=list)
    steps: list[ir.Answer | ir.RunUntil | ir.RollIs | ir.RandomIs] = attrs.field(factory=list)
    then: list[ir.Holds | ir.Finish] = attrs.field(factory=list)


def example(s: Scope, stmt: Stmt) -> ir.Example:
    words = leftmost(stmt.head[0].value).items
    if len(words) < 2 or not isinstance(words[1], Text):
        raise Wrong("E0601", "an example says in quotes what it shows", head_at(stmt), "", 'write: example "WHAT IT SHOWS" { ... }')
    bare(stmt, block=True)
    if [show(i) for i in words[2:]] != ["shows"] * bool(stmt.tags):
        raise Wrong("E0302", "only rule ids follow the title of an example", head_at(stmt), "", 'write: example "..." shows [R-DRAW-1] { ... }')
    fixtures = frozenset(name for line in stmt.block or () for name in fixture_names(line))
    env = Env(["you"], 1)
    inner = s.child(env=env, names={}, you=ir.Local(0, "you"), this=None, subject=None, fixtures=fixtures)
    told = Told()
    given = told.given
    for line in stmt.block or ():
        reading(inner, line, lambda s, line: example_line(s, told if s is inner else Told(), line), given.fails)
    unread = s.table.aftermath.within(stmt.at)
    if not given.phase and not unread and not given.failed:
        raise Wrong("E0602", "the example does not say in which phase it starts", head_at(stmt), "", 'write "given phase ..."')
    if not told.then and not given.failed and not unread:
        raise Wrong("E0603", "the example asserts nothing", head_at(stmt), "it can never fail", 'add "then ..."')
    return ir.Example(
        words[1].value, stmt.tags, given.phase, given.active, given.turn, brings(s, given, stmt), tuple(given.places),
        tuple(given.tallies), tuple(given.statuses), tuple(told.extra), tuple(told.steps), tuple(told.then), tuple(env.names), at(stmt.at),
    )  # fmt: skip


def example_line(s: Scope, told: Told, line: Stmt) -> None:
    first = first_word(line) if line.kind == "plain" else ""
    if first == "card":
        told.extra.append(card(attrs.evolve(s, holder=""), line, "", "house", fixture=True))
    elif first == "given":
        read_given(s, told.given, line)
    elif first == "then":
        unextended(line)
        for clause in strip_first(line.head):
            told.then.append(s.attempt(partial(asserted, s, clause)))
    else:
        told.steps.extend(step(s, line))


def fixture_names(line: Stmt) -> list[str]:
    """The name of a card that the example brings along, whether its line is right or not."""
    if line.kind == "plain" and line.block is not None:
        words = leftmost(line.head[0].value).items
        return [w.value for w in words[:2] if isinstance(w, Text)]
    return []


# ---- then ----------------------------------------------------------------------------------------------------------------------


def asserted(s: Scope, clause: Clause) -> ir.Holds | ir.Finish:
    return ended(s, clause) if is_verdict(clause) else holds(s, clause)


def ended(s: Scope, clause: Clause) -> ir.Finish:
    made = clause_effect(s, clause)
    assert isinstance(made, ir.Finish)
    return made


def is_verdict(clause: Clause) -> bool:
    """``opponent wins game as "..."``: how the game has ended."""
    words = [show(i) for i in leftmost(clause.value).items]
    return words[-1] == "game" and words[-2:-1] != [] and words[-2].removesuffix("s") in ("win", "lose", "tie")


def holds(s: Scope, clause: Clause) -> ir.Holds:
    text, place = " ".join(clause.at.text.split()), at(clause.at)
    items = leftmost(clause.value).items
    if show(items[-1]) == "changed":
        by = next((t.value for t in clause.tails if t.word == "by"), None)
        if by is None or not isinstance(clause.value, Phrase):
            raise Wrong("E0606", "changed by how much?", clause.at, "", 'write "changed by 3" or "changed by -3"')
        if len(items) < 2 or len(clause.tails) != 1:
            raise Wrong("E0606", "what changed, and by how much?", clause.at, "", 'write "then your NUMBER changed by 3"')
        value = number(s, items_phrase(items[:-1]))
        return ir.Holds("changed", value, number(s, by), (), text, place)
    expr = clause.value
    if any(tail.word == "by" for tail in clause.tails):
        raise Wrong("E0606", f'"{show(items[-1])}" says not how much', items[-1].at, "", 'write "changed by 3", or "changed by -3" if it is less')
    if isinstance(expr, Binary) and expr.op == "=" and isinstance(expr.right, Phrase) and is_card_list(expr.right):
        assert expr.left is not None
        if clause.tails:
            raise Wrong("E0302", f'"{clause.tails[0].word}" has no meaning here', clause.tails[0].at, "this part is not used")
        zone, type = anything(s, expr.left, "")
        if type != "zone":
            raise Wrong("E0606", "a zone is compared with a list of cards", expr.left.at)
        group = expr.right.items[0]
        assert isinstance(group, Group)
        return ir.Holds("cards", zone, None, tuple(card_list(s, group)), text, place)
    stated(clause)
    return ir.Holds("yes", clause_condition(s, clause), None, (), text, place)


def stated(clause: Clause) -> None:
    """What must hold is a condition: no number without a sign, and nothing that is done."""
    expr, items = clause.value, leftmost(clause.value).items
    if isinstance(expr, Binary) and expr.op in ("+", "-") and expr.left is not None:
        by = f"{expr.op.replace('+', '')}{expr.right.at.text}"
        raise Wrong("E0606", "what must this number be?", clause.at, "", f'write "{expr.left.at.text} changed by {by}"')
    if isinstance(expr, Binary) or len(items) < 2:
        return
    if isinstance(items[-1], Number):
        raise Wrong("E0606", "what must this number be?", clause.at, "", f'write "{plain_words(items[:-1])} = {show(items[-1])}"')
    if show(items[0]) in ("you", "opponent"):
        ends = len(items) == 2 and show(items[1]).removesuffix("s") in ("win", "lose", "tie")
        help = f'write "{plain_words(items[:2])} game as "ENDING""' if ends else 'write "NUMBER changed by N" or "ZONE = (CARDS)"'
        raise Wrong("E0606", "what holds at the end is told, not what is done", clause.at, "", help)


def is_card_list(phrase: Phrase) -> bool:
    item = phrase.items[0]
    if len(phrase.items) != 1 or not isinstance(item, Group):
        return False
    return any(isinstance(i, Text) for c in item.clauses for i in leftmost(c.value).items)
