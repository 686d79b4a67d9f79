"""Studies: a position like that of an example, and what is looked for from there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler import bodies
from yomi_dsl.compiler.base import Env, Scope, Wrong, at, bare, head_at, one_clause, plain_words, show
from yomi_dsl.compiler.bots import bot_row
from yomi_dsl.compiler.examples import Told, example_line, fixture_names
from yomi_dsl.compiler.extras import texts
from yomi_dsl.compiler.given import brings
from yomi_dsl.compiler.lines import first_word
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.diagnostics import suggest
from yomi_dsl.nodes import evolve
from yomi_dsl.syntax import Binary, Stmt, Text, leftmost

LINES = 30
"""Values of a tally, each of which takes a search."""
WRITTEN = 'write: study "NAME" of HEAD by TALLY: most "MEASURE" { ... }'


def study(
    s: Scope, stmt: Stmt, unplaced: Sequence[Stmt], measures: Sequence[str], tallies: Sequence[ir.TallyDecl]
) -> ir.Study:
    """``unplaced``: the game's ``default given``, which comes after the study's own. ``measures``: the names of the game's."""
    bare(stmt, ("by",), ("of",), define=True, block=True)
    name, head = subject(s, stmt)
    told, rows, laid = lines(s, stmt)
    if not told.given.phase and not told.given.failed:
        raise Wrong(
            "E0602", "the study does not say in which phase it starts", head_at(stmt), "", 'write "given phase ..."'
        )
    return ir.Study(
        name, head, tally(s, stmt, tallies), measured(stmt, measures), start(s, stmt, told, head), bodies.free_body(s, [*laid, *unplaced]),
        ir.Bot(name, tuple(rows), ("you",), at(stmt.at)), at(stmt.at),
    )  # fmt: skip


def subject(s: Scope, stmt: Stmt) -> tuple[str, str]:
    """Its name, and the head whose holders it studies."""
    expr = one_clause(stmt).value
    named = leftmost(expr).items
    if not isinstance(expr, Binary) or len(named) != 2 or not isinstance(named[1], Text):
        raise Wrong("E0609", "whom does the study look at?", head_at(stmt), "", WRITTEN)
    head = plain_words(leftmost(expr.right).items)
    if head not in s.game.holders:
        raise Wrong(
            "E0609", f'"{head}" is nothing that a player brings', expr.right.at, "", suggest(head, list(s.game.holders))
        )
    return named[1].value, head


def tally(s: Scope, stmt: Stmt, tallies: Sequence[ir.TallyDecl]) -> str:
    """The tally by whose values it is told, each of which is a number known beforehand."""
    tail = next((tail for tail in one_clause(stmt).tails), None)
    if tail is None:
        raise Wrong("E0609", "by which tally is the study told?", head_at(stmt), "", WRITTEN)
    name = plain_words(leftmost(tail.value).items)
    one = next((one for one in tallies if one.name == name and one.of == "player"), None)
    if one is None:
        raise Wrong(
            "E0609",
            f'"{name}" is no tally of a player',
            tail.value.at,
            "",
            suggest(name, [x.name for x in tallies if x.of == "player"]),
        )
    if not all(isinstance(end.body, ir.Lit) for end in (one.low, one.high)):
        raise Wrong(
            "E0609",
            f'the ends of "{name}" are no plain numbers',
            tail.value.at,
            "it is told for each value between them",
        )
    low, high = (end.body.value for end in (one.low, one.high) if isinstance(end.body, ir.Lit))
    if isinstance(low, int) and isinstance(high, int) and high - low >= LINES:
        raise Wrong("E0609", f'"{name}" has too many values', tail.value.at, f"it is told for each, up to {LINES}")
    s.table.used.add(name)
    return name


def measured(stmt: Stmt, measures: Sequence[str]) -> str:
    """The measure of which there should be most."""
    named = texts(stmt.define or ())
    words = [show(i) for clause in stmt.define or () for i in leftmost(clause.value).items]
    if stmt.define is None or len(named) != 1 or words[:1] != ["most"] or len(words) != 2:
        raise Wrong("E0609", "what does the study look for?", head_at(stmt), "", WRITTEN)
    if named[0] not in measures:
        raise Wrong("E0609", f'no measure is named "{named[0]}"', stmt.define[0].at, "", suggest(named[0], measures))
    return named[0]


def lines(s: Scope, stmt: Stmt) -> tuple[Told, list[ir.BotRow], list[Stmt]]:
    """What the block says: the position, which answers are tried, and what is done before the game's own default."""
    body = stmt.block or ()
    fixtures = frozenset(name for line in body if first_word(line) == "card" for name in fixture_names(line))
    inner = s.child(env=Env(["you"], 1), names={}, you=ir.Local(0, "you"), this=None, subject=None, fixtures=fixtures)
    told = Told()
    rows: list[ir.BotRow | None] = []
    laid: list[Stmt] = []
    for line in body:
        if first_word(line) == "asked":
            rows.append(s.attempt(partial(tried, inner, line)))
        elif first_word(line) == "given" and line.block is not None:
            laid += line.block
        else:
            reading(
                inner, line, lambda s, line: example_line(s, told if s is inner else Told(), line), told.given.fails
            )
    return told, [row for row in rows if row is not None], laid


def tried(s: Scope, line: Stmt) -> ir.BotRow:
    row = bot_row(s, line)
    if any(isinstance(one, ir.BotDie) for one in row.rows):
        raise Wrong("E0609", "a study draws no lots", head_at(line), "each preference is tried", "leave the die out")
    return row


def start(s: Scope, stmt: Stmt, told: Told, head: str) -> ir.Example:
    """The position, as an example without answers. Who is studied takes the place of whoever stands for the head."""
    given = told.given
    if 0 in given.brings:
        raise Wrong(
            "E0609", "the study says itself who you are", head_at(stmt), f"each {head} in turn", 'leave out "you bring"'
        )
    odd = next((step for step in told.steps if not isinstance(step, (ir.RollIs, ir.RandomIs))), None)
    if odd is not None or told.then:
        raise Wrong("E0609", "a study tells no answers and no outcome: it finds them", head_at(stmt))
    holder = s.game.holders[head][0]
    given.brings[0] = [evolve(text, value=holder) for text in texts_of(stmt)]
    return ir.Example(
        "", (), given.phase, given.active, given.turn, brings(s, given, stmt), tuple(given.places), tuple(given.tallies),
        tuple(given.statuses), tuple(told.extra), tuple(told.steps), (), ("you",), at(stmt.at),
    )  # fmt: skip


def texts_of(stmt: Stmt) -> list[Text]:
    return [item for item in leftmost(one_clause(stmt).value).items if isinstance(item, Text)]
