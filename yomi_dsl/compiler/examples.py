"""Examples and scripts: what is given, which answers are scripted, what must hold then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Env,
    Scope,
    Signature,
    Wrong,
    at,
    bare,
    head_at,
    one_clause,
    plain_clause,
    plain_words,
    show,
    unknown,
)
from yomi_dsl.compiler.cards import card, first_word
from yomi_dsl.compiler.choices import fits_chooser
from yomi_dsl.compiler.conditions import clause_condition, span
from yomi_dsl.compiler.effects import clause_effect, pattern
from yomi_dsl.compiler.nouns import anything, card_name, items_phrase, number
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.diagnostics import nearest, suggest
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Group, Item, Number, Phrase, Stmt, Text, Word, leftmost

PLAIN = re.compile(r'"[^"]*"|\band\b|,')
PLAIN_ANSWERS = ("accept", "decline", "stop")
SEATS = {"you": 0, "your": 0, "opponent": 1, "opponent's": 1}


@attrs.define(eq=False)
class Given:
    """What an example starts from, while it is read."""

    phase: str = ""
    active: int = 0
    turn: int = 3
    brings: dict[int, list[Text]] = attrs.field(factory=dict)
    places: list[ir.Place] = attrs.field(factory=list)
    tallies: list[tuple[str, int, int]] = attrs.field(factory=list)
    statuses: list[tuple[str, int]] = attrs.field(factory=list)
    failed: bool = False

    def fails(self) -> None:
        self.failed = True


@attrs.define(eq=False)
class Told:
    """What an example tells, while it is read."""

    given: Given = attrs.field(factory=Given)
    extra: list[ir.Card] = attrs.field(factory=list)
    steps: list[ir.Answer | ir.RunUntil | ir.RollIs] = attrs.field(factory=list)
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


def strip_first(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses without the word that heads the line."""
    from yomi_dsl.compiler.base import replace_left

    first = replace_left(clauses[0].value, leftmost(clauses[0].value).items[1:])
    if first is None:
        word = clauses[0].at.text
        raise Wrong("E0301", f'something is missing after "{word}"', clauses[0].at, "", f"write what is {word}" if word == "given" else f"write what must hold {word}")
    end = max([first.at.end, *(t.at.end for t in clauses[0].tails)])
    return [evolve(clauses[0], value=first, at=Span(first.at.source, first.at.start, end)), *clauses[1:]]


# ---- given -------------------------------------------------------------------------------------------------------------------


def read_given(s: Scope, given: Given, line: Stmt) -> None:
    unextended(line)
    for clause in strip_first(line.head):
        s.attempt(partial(given_clause, s, given, clause), given.fails)


def unextended(line: Stmt) -> None:
    """A line of an example has no colon, braces or ids."""
    if line.define is not None or line.block is not None:
        raise Wrong("E0302", "nothing follows a line of an example", line.at, "this has more than a head")


def given_clause(s: Scope, given: Given, clause: Clause) -> None:
    words = [show(i) for i in leftmost(clause.value).items]
    has = isinstance(clause.value, Binary) and clause.value.op == "has"
    brings_ = len(words) > 1 and words[1] in ("bring", "brings")
    if isinstance(clause.value, Binary) and clause.value.op == "=" and clause.value.left is not None:
        given_so = f"{clause.value.left.at.text} {clause.value.right.at.text}"
        raise Wrong("E0604", "what is given has no sign", clause.at, "", f'write "{given_so}"')
    if not has and not brings_:
        plain_clause(clause, ("from",))
    if words[0] == "phase":
        given.phase = phase_name(s, clause, words[1:])
    elif len(words) > 1 and words[1] in ("bring", "brings"):
        seat = seat_of(words[0], clause)
        named = texts(clause)
        if clause.tails or len(PLAIN.sub("", clause.at.text).split()) != 2 or not named:
            raise Wrong("E0604", "who is brought?", clause.at, "", f'write: {words[0]} bring{"s" * seat} "NAME" and "NAME"')
        if seat in given.brings:
            raise Wrong("E0604", f'what {words[0]} bring{"s" * seat} is said twice', clause.at)
        given.brings[seat] = named
    elif words[:2] == ["turn", "number"]:
        if len(words) != 3 or not words[2].isdigit():
            raise Wrong("E0604", "which turn?", clause.at, "", 'write "turn number 1"')
        given.turn = int(words[2])
    elif words[1:] == ["active"] and words[0] in SEATS:
        given.active = SEATS[words[0]]
    elif isinstance(clause.value, Binary) and clause.value.op == "has":
        given.statuses.append((has_status(s, clause.value), 0 if words[0] == "game" else seat_of(words[0], clause)))
    else:
        state_of(s, given, clause)


def seat_of(word: str, clause: Clause) -> int:
    if word not in SEATS:
        raise Wrong("E0604", f'"{word}" is nobody', clause.at, "", 'an example speaks of "you" and "opponent"')
    return SEATS[word]


def phase_name(s: Scope, clause: Clause, words: Sequence[str]) -> str:
    symbol = s.table.noun(" ".join(words))
    if symbol is None or symbol.kind != "phase":
        phases = [sym.name for sym in s.table.of_kind("phase")]
        raise Wrong("E0602", f'"{" ".join(words)}" is no phase', clause.at, "", suggest(" ".join(words), phases))
    return symbol.name


def has_status(s: Scope, expr: Binary) -> str:
    name = " ".join(expr.right.at.text.split())
    if expr.left is None or not isinstance(expr.left, Phrase) or len(expr.left.items) != 1:
        raise Wrong("E0604", "who has it?", expr.at, "", 'write "you have" or "opponent has"')
    symbol = s.table.noun(name)
    if symbol is None or symbol.kind != "status":
        known = [x.name for x in s.table.of_kind("status")]
        raise Wrong("E0206", f'"{name}" is no status', expr.right.at, "a status is expected here", suggest(name, known))
    holder = "game" if show(expr.left.items[0]) == "game" else "player"
    if symbol.data.of != holder:
        raise Wrong("E0604", f'"{name}" is no status of a {holder}', expr.at, f"it is one of a {symbol.data.of}")
    s.table.used.add(name)
    return name


def texts(clause: Clause) -> list[Text]:
    out: list[Text] = []

    def walk(expr: object) -> None:
        if isinstance(expr, Binary):
            walk(expr.left)
            walk(expr.right)
        elif isinstance(expr, Phrase):
            out.extend(i for i in expr.items if isinstance(i, Text))

    walk(clause.value)
    return out


def state_of(s: Scope, given: Given, clause: Clause) -> None:
    """``your hand ("A", 2 "B")``, ``your deck from top (...)``, ``your coins 30``."""
    items = list(leftmost(clause.value).items)
    if isinstance(items[0], Text):
        raise Wrong("E0604", f"what becomes of {show(items[0])}?", clause.at, "", f'names are joined with "and": you bring "NAME" and {show(items[0])}')
    top = False
    for tail in clause.tails:
        inner = leftmost(tail.value).items
        if tail.word != "from" or show(inner[0]) != "top" or len(inner) != 2 or not isinstance(tail.value, Phrase):
            raise Wrong("E0604", f'"{tail.word}" has no meaning here', tail.at)
        top = True
        items.append(inner[1])
    seat = SEATS.get(show(items[0]), -1)
    name = plain_words(items[(seat >= 0) : -1])
    symbol, last = s.table.noun(name), items[-1]
    if symbol is not None and symbol.kind == "zone" and isinstance(last, Group):
        if (seat < 0) != symbol.data.shared:
            raise Wrong("E0604", f'whose "{name}"?' if seat < 0 else f'"{name}" is shared', clause.at, "", 'write "your" or "opponent\'s"' if seat < 0 else "")
        given.places.append(ir.Place(max(seat, 0), name, top, tuple(card_list(s, last))))
    elif symbol is not None and symbol.kind == "zone" and isinstance(last, Text):
        raise Wrong("E0604", "cards stand in brackets", last.at, "", f"write ({show(last)})")
    elif symbol is not None and symbol.kind == "tally" and isinstance(last, Number) and symbol.data.of != "card":
        if (seat < 0) != (symbol.data.of == "game"):
            raise Wrong("E0604", f'whose "{name}"?' if seat < 0 else f'"{name}" is of the whole game', clause.at, "", 'write "your" or "opponent\'s"' if seat < 0 else "")
        given.tallies.append((name, max(seat, 0), last.value))
    elif symbol is None and name and isinstance(last, (Group, Number)) and all(isinstance(i, Word) for i in items[(seat >= 0) : -1]):
        raise unknown(s, name, items[seat >= 0].at + items[-2].at)
    elif (cut := next((n for n, item in enumerate(items[:-1]) if isinstance(item, (Group, Number))), None)) is not None:
        raise Wrong("E0604", "two things are given as one", items[cut + 1].at, "a comma is missing before this", f'write "," before "{show(items[cut + 1])}"')
    else:
        raise Wrong("E0604", "this gives nothing", clause.at, "", 'write a zone with its cards, a tally with its number, or "you have STATUS"')


def card_list(s: Scope, group: Group) -> list[tuple[str, int]]:
    """``("A", 2 "B")``."""
    out = []
    for clause in group.clauses:
        items = leftmost(clause.value).items
        count = items[0].value if isinstance(items[0], Number) else 1
        name = items[-1]
        if not isinstance(name, Text) or len(items) != 1 + isinstance(items[0], Number) or clause.tails or not isinstance(clause.value, Phrase):
            raise Wrong("E0604", "cards stand here, each by its name in quotes", clause.at, "", 'such as ("A", 2 "B")')
        out.append((card_name(s, name), count))
    return out


def brings(s: Scope, given: Given, stmt: Stmt) -> tuple[tuple[str, ...], ...]:
    """What each player brings, in the order of the holder heads; what is left out is the declared default."""
    everyone = [n for group in s.game.holders.values() for n in group]
    return tuple(tuple(brought(s, given, seat, everyone, stmt)) for seat in (0, 1))


def brought(s: Scope, given: Given, seat: int, everyone: list[str], stmt: Stmt) -> Iterator[str]:
    texts = given.brings.get(seat, [])
    strange = next((t for t in texts if t.value not in everyone), None)
    if strange is not None:
        raise Wrong("E0203", f'nobody is named "{strange.value}"', strange.at, "", suggest(strange.value, everyone))
    for head, default in s.game.heads:
        mine = [t for t in texts if t.value in s.game.holders.get(head, ())]
        if len(mine) > 1:
            raise Wrong("E0602", f"a player brings one {head}", mine[1].at, "this is one too many")
        if not mine and not default and not given.failed:
            who = "you bring" if seat == 0 else "opponent brings"
            raise Wrong("E0602", f"the example does not say which {head} {who}", head_at(stmt), "", f'write "given {who} ..."')
        yield mine[0].value if mine else default


# ---- steps -------------------------------------------------------------------------------------------------------------------


def step(s: Scope, line: Stmt) -> list[ir.Answer | ir.RunUntil | ir.RollIs]:
    if line.kind == "choose":
        return [answer(s, line, {})]
    if line.kind != "plain" or line.block is not None or line.define is not None:
        told = " ".join(head_at(line).text.split())
        raise Wrong("E0605", f'"{told}" is no step of an example', head_at(line), "players only answer what they are asked", 'write "you choose NAME ANSWER"')
    first = leftmost(line.head[0].value).items[0]
    if show(first) not in ("run", "roll", *SEATS, *s.table.scripts):
        raise no_step(s, first)
    clause = one_clause(line)
    words = [show(i) for i in leftmost(clause.value).items]
    if words[0] == "run":
        return [run_until(s, clause)]
    if words[0] == "roll" and isinstance(clause.value, Binary) and clause.value.op == "is":
        value = number(s, clause.value.right)
        if not (isinstance(value, ir.Lit) and isinstance(value.value, int)) or clause.value.left is None or clause.value.left.at.text != "roll" or clause.tails:
            raise Wrong("E0605", "a roll is a plain number", clause.at, "", 'write "roll is 4"')
        return [ir.RollIs(value.value)]
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
        raise Wrong("E0605", f'what does "{words[0]}" do?', at_, "no step of an example", nearest(show(second[0]), known) if second else "")
    return list(scripted(s, clause, words[0]))


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
            forms = " or ".join(f'"{pattern(sig)}"' for sig in s.table.scripts[first])
            raise Wrong("E0605", f'this is not how "{first}" is said', clause.at, "", f"it is said: {forms}")
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


def no_step(s: Scope, first: Item) -> Wrong:
    known = list(s.table.scripts)
    help = nearest(show(first), (*known, "card", "choose", "run", "roll", "given", "then"))
    if not help and known:
        help = "the script forms are: " + ", ".join(known)
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
    if isinstance(clause.value, Phrase) and show(items[-1]) == "changed":
        by = next((t.value for t in clause.tails if t.word == "by"), None)
        if by is None:
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
    return ir.Holds("yes", clause_condition(s, clause), None, (), text, place)


def is_card_list(phrase: Phrase) -> bool:
    item = phrase.items[0]
    if len(phrase.items) != 1 or not isinstance(item, Group):
        return False
    return any(isinstance(i, Text) for c in item.clauses for i in leftmost(c.value).items)
