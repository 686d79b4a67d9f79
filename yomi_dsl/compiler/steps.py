"""The steps of an example, and the script forms that stand for several."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Signature, Wrong, at, head_at, one_clause, plain_clause, plain_words, show
from yomi_dsl.compiler.calls import pattern
from yomi_dsl.compiler.choices import fits_chooser
from yomi_dsl.compiler.conditions import span
from yomi_dsl.compiler.given import SEATS
from yomi_dsl.compiler.terms import card_name
from yomi_dsl.compiler.wanted import number
from yomi_dsl.diagnostics import nearest
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Item, Number, Phrase, Stmt, Text, Word, leftmost

PLAIN_ANSWERS = ("accept", "decline", "stop")
ANSWERS = 'players answer what they are asked: write "you choose NAME ANSWER", or accept, decline, stop'


def step(s: Scope, line: Stmt) -> list[ir.Answer | ir.RunUntil | ir.RollIs | ir.RandomIs]:
    if line.kind == "choose":
        return [answer(s, line, {})]
    if line.kind != "plain" or line.block is not None or line.define is not None:
        told = " ".join(head_at(line).text.split())
        raise Wrong("E0605", f'"{told}" is no step of an example', head_at(line), "players only answer what they are asked", 'write "you choose NAME ANSWER"')
    first = leftmost(line.head[0].value).items[0]
    if show(first) not in ("run", "roll", "random", *SEATS, *s.table.scripts):
        raise no_step(s, first)
    if len(line.head) > 1 and show(first) in s.table.scripts:
        raise not_so_said(s, show(first), line.at)
    words = [show(i) for i in leftmost(line.head[0].value).items]
    if words[0] in SEATS and (words[0] not in ("you", "opponent") or words[1:2] in (["bring"], ["brings"])):
        help = f'what is given begins with "given", what must hold with "then": write "given {head_at(line).text}"'
        raise Wrong("E0605", f'"{words[0]}" begins no step of an example', first.at, "players only answer what they are asked", help)
    clause = one_clause(line)
    if words[0] == "run":
        return [run_until(s, clause)]
    if words[0] == "roll" and isinstance(clause.value, Binary) and clause.value.op == "is":
        value = number(s, clause.value.right)
        if not (isinstance(value, ir.Lit) and isinstance(value.value, int)) or clause.value.left is None or clause.value.left.at.text != "roll" or clause.tails:
            raise Wrong("E0605", "a roll is a plain number", clause.at, "", 'write "roll is 4"')
        return [ir.RollIs(value.value)]
    if words[0] == "random":
        return [random_is(s, clause)]
    plain = isinstance(clause.value, Phrase) and not clause.tails
    if words[0] in ("you", "opponent") and len(words) == 2 and words[1].removesuffix("s") in PLAIN_ANSWERS and plain:
        fitting = words[1].removesuffix("s") + ("s" if words[0] == "opponent" else "")
        if words[1] != fitting:
            raise Wrong("E0308", f'the verb does not fit who acts: "{words[1]}"', clause.at, "", f'write "{words[0]} {fitting}"')
        return [ir.Answer(SEATS[words[0]], words[1].removesuffix("s"), (), at(line.at))]
    if words[0] in SEATS:
        second = leftmost(clause.value).items[1:2]
        known = ("choose", "chooses", *PLAIN_ANSWERS, *(f"{word}s" for word in PLAIN_ANSWERS))
        at_ = second[0].at if second else clause.at
        if second and show(second[0]) in s.table.asked:
            verb = "chooses" if SEATS[words[0]] else "choose"
            raise Wrong("E0605", f'"{show(second[0])}" is the name of a choice', at_, "", f'write "{words[0]} {verb} {show(second[0])} ..."')
        raise Wrong("E0605", f'what does "{words[0]}" do?', at_, "no step of an example", (nearest(show(second[0]), known) if second else "") or ANSWERS)
    return list(scripted(s, clause, words[0]))


def random_is(s: Scope, clause: Clause) -> ir.RandomIs:
    said = clause.value
    if isinstance(said, Binary) and said.op == "is" and said.left is not None and said.left.at.text == "random" and not clause.tails:
        if isinstance(said.right, Phrase) and len(said.right.items) == 1 and isinstance(said.right.items[0], Text):
            return ir.RandomIs(card_name(s, said.right.items[0]))
    raise Wrong("E0605", "what is random is a card, by its name in quotes", clause.at, "", 'write "random is \"NAME\""')


def run_until(s: Scope, clause: Clause) -> ir.RunUntil:
    until = next((t.value for t in clause.tails if t.word == "until"), None)
    plain = isinstance(clause.value, Phrase) and len(clause.value.items) == 1 and len(clause.tails) == 1
    if not (plain and isinstance(until, Binary) and until.op == "of" and plain_words(leftmost(until).items) in ("start", "end")):
        raise Wrong("E0605", "run until which moment?", clause.at, "", 'write "run until end of next turn"')
    when = span(s, until.right)
    nth = 0 if when.start == "now" else when.count.value if isinstance(when.count, ir.Lit) else 1
    return ir.RunUntil(plain_words(leftmost(until).items), when.what, int(nth or 0))


def answer(s: Scope, line: Stmt, params: dict[str, str | int]) -> ir.Answer:
    """``you choose bid "A"``."""
    seat = {"you": 0, "opponent": 1}.get(plain_words(line.subject.items) if line.subject else "you")
    if seat is None:
        raise Wrong("E0605", "who chooses?", line.subject.at if line.subject else head_at(line), "", 'an example speaks of "you" and "opponent"')
    fits_chooser(line, seat == 1)
    clause = one_clause(line)
    if clause.tails or not isinstance(clause.value, Phrase):
        raise Wrong("E0605", "an answer is a choice and what is chosen", clause.at, "nothing else stands here", 'write "you choose bid \"A\""')
    if line.block is not None:
        raise Wrong("E0302", "an answer takes no block", head_at(line), "the braces have no meaning here")
    items = clause.value.items
    if isinstance(items[0], Text):
        raise Wrong("E0605", "of which choice is this the answer?", items[0].at, "", f'write the name of the choice before it: "choose NAME {show(items[0])}"')
    choice, size = choice_name(items)
    values = tuple(v for v in (answer_value(s, params, items[size:], line),) if v is not None)
    return ir.Answer(seat, choice, values, at(line.at))


def choice_name(items: Sequence[Item]) -> tuple[str, int]:
    return show(items[0]), 1


def answer_value(s: Scope, params: dict[str, str | int], items: Sequence[Item], line: Stmt) -> str | int | None:
    if not items:
        raise Wrong("E0605", "what is chosen?", head_at(line), "an answer is missing")
    first = items[0]
    if len(items) == 1 and isinstance(first, Text):
        return first.value
    if len(items) == 1 and isinstance(first, Number):
        return first.value
    if len(items) == 1 and isinstance(first, Word) and first.text in params:
        return params[first.text]
    odd = next((i for i in items if not isinstance(i, Word) or i.text in params), None)
    if odd is not None:
        raise Wrong("E0605", f'"{show(odd)}" has no meaning here', odd.at, "one answer is expected")
    return plain_words(items)


def scripted(s: Scope, clause: Clause, first: str) -> list[ir.Answer]:
    """A script form: its answers, with what stands in its places."""
    plain_clause(clause, tuple(t.word for t in clause.tails))
    preps = {t.word for t in clause.tails}
    sigs = [sig for sig in s.table.scripts.get(first, ()) if {p for p, _ in sig.tails} == preps]
    if not sigs:
        known = list(s.table.scripts)
        if first in known:
            raise not_so_said(s, first, clause.at)
        raise no_step(s, leftmost(clause.value).items[0])
    sig = sigs[0]
    params = script_params(s, sig, clause)
    assert sig.stmt is not None
    s.table.used.add(f"script {sig.name}")
    if sig.name in s.expanding:
        raise Wrong("E0508", f'the script form "{sig.name}" leads back to itself', sig.at, " -> ".join((*s.expanding, sig.name)))
    s = s.child(expanding=(*s.expanding, sig.name))
    out = []
    for line in sig.stmt.block or ():
        if line.kind == "choose":
            out.append(evolve(answer(s, line, params), at=at(clause.at)))
        else:
            out += [evolve(a, at=at(clause.at)) for a in step(s, line) if isinstance(a, ir.Answer)]
    return out


def not_so_said(s: Scope, script: str, place: Span) -> Wrong:
    forms = " or ".join(f'"{pattern(sig)}"' for sig in s.table.scripts[script])
    return Wrong("E0605", f'this is not how "{script}" is said', place, "", f"it is said: {forms}")


def no_step(s: Scope, first: Item) -> Wrong:
    known = list(s.table.scripts)
    help = nearest(show(first), (*known, "card", "choose", "run", "roll", "random", "given", "then"))
    if not help and known:
        help = f"a line begins with given, then, you, opponent, run until, roll is, random is, or one of: {', '.join(known)}"
    return Wrong("E0605", f'"{show(first)}" is no step of an example', first.at, "", help)


def script_params(s: Scope, sig: Signature, clause: Clause) -> dict[str, str | int]:
    params: dict[str, str | int] = {}
    items = list(leftmost(clause.value).items[1:])
    wrong = Wrong("E0605", f'this is not how "{sig.name}" is said', clause.at, "", f'it is said: "{pattern(sig)}"')
    for part in sig.head[1:]:
        if not items:
            raise wrong
        item = items.pop(0)
        if isinstance(part, ir.Role):
            params[part.name] = param_value(s, item, part)
        elif show(item) != part:
            raise wrong
    if items:
        raise Wrong("E0302", f'"{show(items[0])}" has no meaning here', items[0].at, "this word is not used")
    for prep, tail in sig.tails:
        expr = next(t.value for t in clause.tails if t.word == prep)
        if isinstance(tail, ir.Role) and isinstance(expr, Phrase) and len(expr.items) == 1:
            params[tail.name] = param_value(s, expr.items[0], tail)
        elif isinstance(tail, ir.Role) or " ".join(expr.at.text.split()) != " ".join(tail):
            raise wrong
    return params


def param_value(s: Scope, item: Item, role: ir.Role) -> str | int:
    if role.type == "card" and not isinstance(item, Text):
        raise Wrong("E0605", f'"{show(item)}" is no card', item.at, "a card stands here by its name in quotes")
    if isinstance(item, Text):
        return card_name(s, item)
    return item.value if isinstance(item, Number) else show(item)


def check_script(s: Scope, sig: Signature) -> list[tuple[str, Span]]:
    """Reads a script form's steps with stand-ins, so that one that no example uses is checked as well; the choices it answers."""
    assert sig.stmt is not None
    params: dict[str, str | int] = {role.name: "?" for role in sig.roles}
    if not sig.stmt.block:
        raise Wrong("E0605", "a script form has steps", sig.at, "it does nothing", 'write "{ you choose ... }"')
    made = []
    for line in sig.stmt.block:
        with s.reporting():
            if line.kind != "choose":
                step(s, line)
                continue
            made.append((answer(s, line, params).choice, leftmost(one_clause(line).value).items[0].at))
    mentioned = sig.stmt.at.text.partition("{")[2].replace(";", " ").replace("}", " ").split()
    for role in sig.roles:
        if role.name not in mentioned:
            s.add("E0412", f'"{role.name}" is never used', sig.at, f'the script form "{sig.name}" does nothing with it')
    return made
