"""What the passes of the compiler share: the table of declared names, scopes with their slots, and the one exception.

`Wrong` is how a pass leaves a statement that makes no sense; the statement's caller turns it into a diagnostic and
goes on with the next, so that all mistakes of a file are found in one run. It never leaves the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.aftermath import Aftermath, given
from yomi_dsl.compiler.everyday import instead, longer
from yomi_dsl.diagnostics import Bag, Label, nearest
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Either, Expr, Item, Number, Phrase, Stmt, Text, Word, leftmost


class Wrong(Exception):
    """A mistake in the user's text, on its way to the bag."""

    def __init__(
        self, code: str, message: str, at: Span, label: str = "", help: str = "", more: tuple[Label, ...] = ()
    ) -> None:
        super().__init__(message)
        self.args_ = (code, message, at, label, help, more)


class Follows(Wrong):
    """What only follows from a mistake that has been reported."""


LOST = "lost"
"""The type of a local name whose statement is at fault."""


@attrs.frozen(eq=False)
class Symbol:
    """A declared name of the noun space. ``data`` depends on ``kind``:

    word (set name) · group (set, words) · attr, flag (ir.Attribute) · set (ir.WordSet) · zone (ir.ZoneDecl) · tally, value, status
    (`Declared`) · part, head, cardgroup, face, phase (None)
    """

    kind: str
    name: str
    data: Any
    at: Span


@attrs.define(eq=False)
class Signature:
    """How an action, keyword, relation, contest or script form is written.

    head    the words and roles before the first preposition; a role is an `ir.Role`, a word a str
    tails   (preposition, role) or (preposition, fixed words)
    third   the third person of the first word ("" if it has none)
    """

    name: str
    head: tuple[str | ir.Role, ...]
    tails: tuple[tuple[str, ir.Role | tuple[str, ...]], ...]
    third: str
    at: Span
    kind: str = "action"
    stmt: Stmt | None = None
    extra: Any = None

    @property
    def roles(self) -> tuple[ir.Role, ...]:
        return tuple(p for p in (*self.head, *(t for _, t in self.tails)) if isinstance(p, ir.Role))

    @property
    def fixed(self) -> tuple[str, ...]:
        return tuple(p for p in self.head if isinstance(p, str))


@attrs.define(eq=False)
class Declared:
    """A tally, value, relation or status while it is being compiled: its type is known before its body."""

    name: str
    of: str
    type: str
    stmt: Stmt
    subjects: tuple[tuple[str, str], ...] = ()
    kind: str = "value"


LANGUAGE = {
    "card", "cards", "player", "players", "you", "your", "opponent", "opponent's", "this", "any", "all", "no", "each", "first",
    "last", "top", "bottom", "yes", "nothing", "something", "random", "count", "sum", "most", "least", "half", "game", "turn", "owner", "name",
}  # fmt: skip
"""Words that are read before any declared name: one of the same word could never be spoken of."""


Roles = tuple[tuple[str, str], ...]
"""Preposition and type of each role."""
Taken = tuple[str, Roles, tuple[Span, ...]]
Handed = tuple[str, Roles, tuple[Span, ...], Span]


@attrs.define(eq=False)
class Table:
    """All declared names of a game. ``used`` has what was mentioned, cards in quotes, for the report of what never is.

    answered   the choices of which the rows of bots speak
    asked      the names of choices
    taken      what parts of cards take: the part, its roles and where they stand
    handed     what is handed to parts where they are done, and where that is
    formulas   the declared values, once they are read
    keeper     what is known of units from an earlier run
    """

    nouns: dict[tuple[str, ...], Symbol] = attrs.field(factory=dict)
    verbs: dict[str, list[Signature]] = attrs.field(factory=dict)
    keywords: dict[str, list[Signature]] = attrs.field(factory=dict)
    relations: dict[tuple[str, ...], Signature] = attrs.field(factory=dict)
    scripts: dict[str, list[Signature]] = attrs.field(factory=dict)
    word_attributes: dict[str, ir.Attribute] = attrs.field(factory=dict)
    card_names: set[str] = attrs.field(factory=set)
    plurals: dict[tuple[str, ...], tuple[str, ...]] = attrs.field(factory=dict)
    used: set[str] = attrs.field(factory=set)
    attributes: tuple[ir.Attribute, ...] = ()
    everys: list[tuple[ir.Filter, str, Stmt]] = attrs.field(factory=list)
    longest: int = 1
    aftermath: Aftermath = attrs.field(factory=Aftermath)
    answered: list[tuple[str, Span]] = attrs.field(factory=list)
    formulas: dict[str, ir.ValueDecl] = attrs.field(factory=dict)
    asked: list[str] = attrs.field(factory=list)
    taken: list[Taken] = attrs.field(factory=list)
    handed: list[Handed] = attrs.field(factory=list)
    keeper: Any = None

    def declare(self, name: str, kind: str, data: Any, at: Span, bag: Bag) -> None:
        key = tuple(name.split())
        old = self.nouns.get(key)
        if name in LANGUAGE:
            bag.add("E0204", f'"{name}" is a word of the language', at, "no name of a game", "choose another word")
            return
        if old is not None:
            bag.add("E0201", f'"{name}" is declared twice', at, "declared again here", more=(Label(old.at, "first here"),))
            return
        self.nouns[key] = Symbol(kind, name, data, at)
        self.longest = max(self.longest, len(key))

    def noun(self, name: str) -> Symbol | None:
        return self.nouns.get(tuple(name.split()))

    def of_kind(self, *kinds: str) -> list[Symbol]:
        return [s for s in self.nouns.values() if s.kind in kinds]


def longest(names: dict[tuple[str, ...], Any], items: Sequence[Item], start: int, most: int) -> tuple[Any, int] | None:
    """The longest declared name that the words from ``start`` on spell, and its length."""
    for size in range(min(most, len(items) - start), 0, -1):
        part = items[start : start + size]
        if all(isinstance(i, Word) for i in part):
            found = names.get(tuple(i.text for i in part))  # type: ignore[union-attr]
            if found is not None:
                return found, size
    return None


@attrs.define(eq=False)
class Env:
    """The slots of one environment under construction."""

    names: list[str]
    params: int

    def new(self, name: str, size: int = 1) -> int:
        self.names.extend([name] * size)
        return len(self.names) - size

    def proc(self, body: Any) -> ir.Proc:
        return ir.Proc(tuple(self.names), self.params, body)


@attrs.frozen(eq=False)
class Var:
    """A local name: its type and the value that reads it (or None: a `Macro` or per-seat name, see below)."""

    type: str
    value: ir.Value


@attrs.frozen(eq=False)
class SeatVar:
    """A name with an answer per seat."""

    type: str
    slot: int
    name: str


@attrs.frozen(eq=False)
class Macro:
    """A keyword's parameter: the words of the use, read anew wherever the parameter stands.

    ``names``: the parameters that the words of the use may themselves speak of (a keyword used inside a keyword)."""

    type: str
    expr: Expr | None
    clause: Any = None
    names: dict[tuple[str, ...], Any] = attrs.field(factory=dict)


Binding = Var | SeatVar | Macro


@attrs.define(eq=False)
class Scope:
    """Where a piece of text stands: the names it can see, who "you" is, what "this" is, and its slots.

    subject    the card that bare attribute names speak of (inside ``where`` of a filter), if any
    statuses   collects unnamed statuses made on the way
    holder     name of the holder whose cards may be named
    """

    table: Table
    bag: Bag
    env: Env
    you: ir.Value | None = None
    this: ir.Value | None = None
    names: dict[tuple[str, ...], Binding] = attrs.field(factory=dict)
    subject: ir.Value | None = None
    subject_var: str = ""
    holder: str = ""
    statuses: list[ir.Status] = attrs.field(factory=list)
    in_rule: str = ""
    per_seat: bool = False
    fixtures: frozenset[str] = frozenset()
    expanding: tuple[str, ...] = ()
    any_zone: bool = False
    game: Any = None

    def child(self, **changes: Any) -> Scope:
        return attrs.evolve(self, names=dict(changes.pop("names", self.names)), **changes)

    def bind(self, name: str, type: str, size: int = 1) -> int:
        """Declare a local name with a slot of its own; returns the slot."""
        key = tuple(name.split())
        slot = self.env.new(name, size)
        self.names[key] = Var(type, ir.Local(slot, name)) if size == 1 else SeatVar(type, slot, name)
        return slot

    def use_view(self, macro: Macro) -> Scope:
        """The same place, seeing only you, this and what the use of the keyword could see."""
        return self.child(names=macro.names, subject=None)

    def local(self, items: Sequence[Item], start: int) -> tuple[Binding, int] | None:
        found = longest(self.names, items, start, 4)
        if found is not None and found[0].type == LOST:
            raise Follows("", "", items[start].at)
        return found

    def lose(self, stmt: Stmt) -> None:
        """The names that a statement at fault would have given: whoever speaks of them is not to blame."""
        for name in given(stmt):
            self.names.setdefault(tuple(name.split()), Var(LOST, ir.Lit(None)))

    def noun(self, items: Sequence[Item], start: int) -> tuple[Symbol, int] | None:
        found = longest(self.table.nouns, items, start, self.table.longest)
        if found:
            self.table.used.add(found[0].name)
        return found

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Turns a `Wrong` into a diagnostic and goes on after the block."""
        try:
            yield
        except Wrong as wrong:
            self.caught(wrong)

    def caught(self, wrong: Wrong) -> None:
        if not isinstance(wrong, Follows):
            self.add(*wrong.args_)

    def add(
        self, code: str, message: str, at: Span | None, label: str = "", help: str = "", more: tuple[Label, ...] = ()
    ) -> None:
        """Into the bag, unless it only follows from a mistake that is there already."""
        if not self.table.aftermath.follows(code, at):
            self.bag.add(code, message, at, label, help, more)

    def attempt(self, make: Callable[[], Any], after: Callable[[], None] | None = None) -> Any:
        """What ``make`` makes; if that goes wrong, it is reported, ``after`` is done, and the rest is still read."""
        try:
            return make()
        except Wrong as wrong:
            self.caught(wrong)
            if after is not None:
                after()
        return None


def head_at(stmt: Stmt) -> Span:
    """The place of a statement's first part, without its definition and block."""
    ends = [clause.at.end for clause in stmt.head] + [tail.at.end for tail in stmt.tails] + ([stmt.subject.at.end] if stmt.subject else [])
    return Span(stmt.at.source, stmt.at.start, max(ends, default=min(stmt.at.end, stmt.at.start + len(stmt.kind))))


def bare(
    stmt: Stmt, tails: tuple[str, ...] = (), ops: tuple[str, ...] = (), clauses: int = 1, define: bool = False, block: bool = False
) -> None:
    """Reports the first part of a statement that has no meaning in it: no word may be passed over in silence.

    tails, ops, clauses   what its head may have: prepositions, operators after its first run, and how many clauses
    define, block         may a colon, braces follow?
    """
    if len(stmt.head) > clauses:
        raise Wrong("E0309", "one thing is expected here", stmt.head[clauses].at, "this is one too many")
    for clause in stmt.head:
        plain_clause(clause, tails, ops)
    if stmt.define is not None and not define:
        raise Wrong("E0302", "a colon has no meaning here", stmt.define[0].at + stmt.define[-1].at, "this is not used")
    if stmt.block is not None and not block:
        raise Wrong("E0302", f'"{head_at(stmt).text}" takes no block', head_at(stmt), "the braces have no meaning here")


def plain_clause(clause: Clause, tails: tuple[str, ...] = (), ops: tuple[str, ...] = ()) -> None:
    """A run of words, with some prepositions, each once, and nothing else."""
    expr: Expr = clause.value
    while isinstance(expr, Binary):
        if expr.op not in ops or expr.left is None:
            start = expr.left.at.end if expr.left is not None else expr.at.start
            rest = expr.at.source.text[start : expr.at.end]
            place = Span(expr.at.source, expr.at.end - len(rest.lstrip()), expr.at.end)
            raise Wrong("E0302", f'"{place.text}" has no meaning here', place, "this is not used")
        expr = expr.right
    seen: set[str] = set()
    for tail in clause.tails:
        if tail.word not in tails or tail.word in seen:
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used")
        seen.add(tail.word)


def at(span: Span) -> ir.At:
    return ir.At(span.path, span.line, span.column)


def plain_words(items: Iterable[Item]) -> str:
    """The words of some items as text, for names and messages."""
    return " ".join(show(i) for i in items)


def show(item: Item) -> str:
    if isinstance(item, Word):
        return item.text
    if isinstance(item, Text):
        return f'"{item.value}"'
    if isinstance(item, Number):
        return str(item.value)
    if isinstance(item, Either):
        return "/".join(show(i) for i in item.items)
    return item.at.text


def replace_left(expr: Expr, items: Sequence[Item]) -> Expr | None:
    """The expression with its leftmost phrase replaced by ``items``; None if nothing is left."""
    if isinstance(expr, Phrase):
        if not items:
            return None
        return Phrase(tuple(items), items[0].at + items[-1].at)
    if expr.left is None:
        return expr
    if expr.op == "headed" and not items:
        return expr.right
    left = replace_left(expr.left, items)
    return None if left is None else evolve(expr, left=left, at=left.at + expr.right.at)


def head_words(expr: Expr) -> list[str]:
    """The plain words that an expression begins with."""
    words = takewhile(lambda item: isinstance(item, Word), leftmost(expr).items)
    return [show(word) for word in words]


def unknown(scope: Scope, word: str, span: Span) -> Wrong:
    """The diagnostic for a word that nothing declares, with the nearest one that is declared."""
    known = {" ".join(k) for k in scope.table.nouns} | {" ".join(k) for k in scope.names} | set(scope.table.verbs)
    known |= {w for k in scope.table.nouns for w in k} | set(scope.table.keywords) | LANGUAGE
    help = instead(word) or longer(word, known) or nearest(word, known - {word})
    return Wrong("E0202", f'"{word}" is not known', span, "no declaration has this word", help)


def one_clause(stmt: Stmt) -> Any:
    if len(stmt.head) != 1:
        more = stmt.head[1].at + stmt.head[-1].at if stmt.head else head_at(stmt)
        raise Wrong("E0309", "one thing is expected here", more, "this is one too many" if stmt.head else "")
    return stmt.head[0]
