"""What an example starts from: who plays whom, in which phase, with which cards, tallies and statuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Symbol, Wrong, head_at, plain_clause, plain_words, show, unknown
from yomi_dsl.compiler.everyday import instead
from yomi_dsl.compiler.terms import card_name
from yomi_dsl.diagnostics import suggest
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Group, Number, Phrase, Stmt, Text, Word, leftmost

PLAIN = re.compile(r'"[^"]*"|\band\b|,')
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


def strip_first(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses without the word that heads the line."""
    from yomi_dsl.compiler.base import replace_left

    first = replace_left(clauses[0].value, leftmost(clauses[0].value).items[1:])
    if first is None:
        word = clauses[0].at.text
        raise Wrong("E0301", f'something is missing after "{word}"', clauses[0].at, "", f"write what is {word}" if word == "given" else f"write what must hold {word}")
    end = max([first.at.end, *(t.at.end for t in clauses[0].tails)])
    return [evolve(clauses[0], value=first, at=Span(first.at.source, first.at.start, end)), *clauses[1:]]


def read_given(s: Scope, given: Given, line: Stmt) -> None:
    unextended(line)
    for clause in strip_first(line.head):
        s.attempt(partial(given_clause, s, given, clause), given.fails)


def unextended(line: Stmt) -> None:
    """A line of an example has no colon, braces or ids."""
    if line.define is not None or line.block is not None:
        help = 'leave the ":" out' if line.define is not None else ""
        raise Wrong("E0302", "nothing follows a line of an example", line.at, "this has more than a head", help)


def given_clause(s: Scope, given: Given, clause: Clause) -> None:
    clause = below_nothing(clause)
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


def below_nothing(clause: Clause) -> Clause:
    """``your lean -2`` is a number that is given, and no difference."""
    difference = clause.value
    if not (isinstance(difference, Binary) and difference.op == "-" and isinstance(difference.left, Phrase)):
        return clause
    number = written(difference.right)
    if number is None:
        return clause
    sign = difference.at.source.text.index("-", difference.left.at.end)
    items = (*difference.left.items, Number(-number, Span(difference.at.source, sign, difference.at.end)))
    return evolve(clause, value=Phrase(items, difference.at))


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
        in_range(symbol, last)
        given.tallies.append((name, max(seat, 0), last.value))
    elif symbol is None and name and isinstance(last, (Group, Number)) and all(isinstance(i, Word) for i in items[(seat >= 0) : -1]):
        zone = s.table.noun(name.removesuffix(" top"))
        if zone is not None and zone.kind == "zone":
            raise Wrong("E0604", f'"top" has no meaning after "{zone.name}"', items[-2].at, "", f'write "{zone.name} from top {last.at.text}"')
        raise unknown(s, name, items[seat >= 0].at + items[-2].at)
    elif (cut := next((n for n, item in enumerate(items[:-1]) if isinstance(item, (Group, Number))), None)) is not None:
        raise Wrong("E0604", "two things are given as one", items[cut + 1].at, "a comma is missing before this", f'write "," before "{show(items[cut + 1])}"')
    else:
        named = s.table.noun(plain_words(items))
        phase = f'write "phase {named.name}"' if named is not None and named.kind == "phase" else instead(show(items[0]))
        help = phase or 'write a zone with its cards, a tally with its number, or "you have STATUS"'
        raise Wrong("E0604", "this gives nothing", clause.at, "", help)


def in_range(tally: Symbol, given: Number) -> None:
    """A number that the tally can have, as far as its range is written in numbers; an example that is run tells the rest."""
    range_ = tally.data.stmt.define[0].value
    low, high = (written(end) for end in (range_.left, range_.right)) if isinstance(range_, Binary) else (None, None)
    if (low is not None and given.value < low) or (high is not None and given.value > high):
        ends = " ".join(f"{word} {end}" for word, end in (("from", low), ("to", high)) if end is not None)
        raise Wrong("E0402", f"{tally.name} {given.value} is out of range", given.at, f"it goes {ends}")


def written(expr: Expr | None) -> int | None:
    """A number that is written out."""
    if isinstance(expr, Binary) and expr.op == "neg":
        number = written(expr.right)
        return None if number is None else -number
    return expr.items[0].value if isinstance(expr, Phrase) and len(expr.items) == 1 and isinstance(expr.items[0], Number) else None


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
