"""A flag or a keyword that ends a line about other cards and that the card itself lacks.

Words side by side describe one thing, so ``answers thrust bent`` speaks of bent thrusts. Where a ``;`` is forgotten that is
the same text, and the card quietly loses what was meant as a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, plain_words
from yomi_dsl.compiler.check import Values
from yomi_dsl.compiler.lines import Lines, line
from yomi_dsl.compiler.rules import Place
from yomi_dsl.compiler.unbroken import makes_sense
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Item, Stmt

Belongs = Callable[[ir.Filter], bool]


def swallowed(s: Scope, stmts: Sequence[Stmt], abilities: Sequence[ir.Ability], values: Values, is_a: Belongs) -> None:
    """Warns of what was probably meant as a line of this card, which has these abilities and values and is of such a kind."""
    given = {*values, *(ability.name for ability in abilities)}
    plain = [stmt for stmt in stmts if stmt.kind == "plain" and stmt.block is None and stmt.define is None]
    for clause in (clause for stmt in plain for clause in stmt.head):
        for place in endings(s, clause):
            alone = apart(s, clause, place)
            if alone is None or given & names(alone):
                continue
            if all(is_a(attr.on) for attr in s.table.attributes if attr.name in alone.values):
                warn(s, place)
                break


def warn(s: Scope, place: Span) -> None:
    word = " ".join(place.text.split())
    help = f'write ";" before "{word}"; if other cards are meant, write "{word} card"'
    s.add(
        "W0204",
        f'"{word}" is read as part of this line',
        place,
        "it describes other cards, and this one lacks it",
        help,
    )


def endings(s: Scope, clause: Clause) -> Iterator[Span]:
    """The words that end a description of cards and are the name of a flag or of a keyword that takes nothing."""
    expr = clause.tails[-1].value if clause.tails else clause.value
    while isinstance(expr, Binary):
        expr = expr.right
    for n in range(1, len(expr.items)):
        if stands_alone(s, expr.items[n:]):
            yield expr.items[n].at + expr.items[-1].at


def stands_alone(s: Scope, words: Sequence[Item]) -> bool:
    name = plain_words(words)
    symbol = s.table.noun(name)
    if symbol is not None and symbol.kind == "flag":
        return True
    sigs = s.table.keywords.get(name.split()[0], ())
    return any(sig.head == tuple(name.split()) and not sig.tails for sig in sigs)


def apart(s: Scope, clause: Clause, ending: Span) -> Lines | None:
    """What the ending is as a line, if both it and what stands before it make sense as lines."""
    trial, alone = s.child(bag=Bag(), statuses=[]), Lines()
    before = clause.at.source.text[clause.at.start : ending.start]
    if not makes_sense(trial, before, partial(one_line, Lines())):
        return None
    return alone if makes_sense(trial, ending.text, partial(one_line, alone)) else None


def one_line(made: Lines, s: Scope, stmt: Stmt) -> None:
    line(Place(s, True, True), made, stmt)


def names(made: Lines) -> set[str]:
    return {*made.values, *(ability.name for ability in made.abilities)}
