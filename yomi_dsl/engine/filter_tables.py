"""Filters as tables by card: of what is printed once for all, of what rules modify as long as the same rules are in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from yomi_dsl import ir
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import walk
from yomi_dsl.engine.worth import Worth

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

OneCard = Callable[[State, int], Any]


class FilterTables:
    """The tables of one match. Filters that are values have numbers.

    by_number   per numbered filter its table, None if it is of more than printed things
    terms       per filter of modifiable things what it asks"""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.by_number: list[list[bool] | None] = []
        self.terms: list[list[Any]] = []
        self.filled: dict[Any, tuple[list[bool], Any]] = {}
        self.tests: dict[int, OneCard] = {}
        self.on_tests: dict[int, OneCard] = {}

    def printed(self, terms: list[Any]) -> list[bool]:
        """Which cards, read by which face, fit terms that speak of printed things."""
        return [all(self.m.prints_term(t, p) for t in terms) for p in range(len(self.m.owner))]

    def live(self, terms: list[Any]) -> int:
        """The number of a filter of modifiable things, by which each `Worth` fills its table."""
        self.terms.append(terms)
        return len(self.terms) - 1

    def fill(self, worth: Worth, i: int) -> Any:
        """The table of a filter of modifiable things; False if it must be tested card by card."""
        terms = self.terms[i]
        used = {self.m.attr[t.attr] for t in walk(tuple(terms)) if isinstance(t, (ir.IsWord, ir.IsFlag))}
        tables = {j: worth.attr[j] for j in used}
        if any(table is None for table in tables.values()):
            return False
        key = (i, *[id(tables[j]) for j in sorted(used)])
        found = self.filled.get(key)
        if found is None:
            table = [all(self._fits_tables(t, p, tables) for t in terms) for p in range(len(self.m.owner))]
            found = self.filled[key] = (table, tables)  # the key stands for these very tables, so they must live on
        return found[0]

    def _fits_tables(self, term: Any, p: int, tables: Any) -> bool:
        if isinstance(term, ir.IsWord):
            return tables[self.m.attr[term.attr]][p] in term.words
        if isinstance(term, ir.IsFlag):
            return bool(tables[self.m.attr[term.attr]][p])
        if isinstance(term, ir.Not):
            return not all(self._fits_tables(t, p, tables) for t in term.filter.terms)
        if isinstance(term, ir.OneOf):
            return any(all(self._fits_tables(t, p, tables) for t in f.terms) for f in term.options)
        return self.m.prints_term(term, p)

    def number(self, found: ir.Filter) -> int:
        """A filter as a value: its number. One slot is the card."""
        for i, proc in enumerate(self.m.filter_procs):
            if proc.body is found:
                return i
        self.m.filter_procs.append(ir.Proc(("it",), 1, cast(Any, found)))
        self.add(self.m.filter_procs[-1])
        return len(self.m.filter_procs) - 1

    def add(self, proc: ir.Proc) -> None:
        """A table for a filter that is only of printed things, else None."""
        sc = Scope.of(proc, known=(0,))
        parts = self.m.filters.split(self.m.filters.terms(cast(ir.Filter, proc.body), sc), sc, hoist=False)
        plain = parts.live is None and parts.rest is None
        self.by_number.append((parts.table or [True] * len(self.m.owner)) if plain else None)

    def test(self, i: int) -> OneCard:
        """The filter of a number as a function of a card."""
        found = self.tests.get(i)
        if found is None:
            sc = Scope.of(self.m.filter_procs[i], known=(0,))
            test = self.m.filters.test(cast(ir.Filter, self.m.filter_procs[i].body), sc)
            found = self.tests[i] = lambda st, c: test(st, [0, 0, c, *[None] * sc.size], c)
        return found

    def on(self, i: int) -> OneCard:
        """Does an attribute belong to a card as it now is?"""
        found = self.on_tests.get(i)
        if found is None:
            sc = Scope(40)
            test = self.m.filters.test(self.m.attributes[i].on, sc)
            found = self.on_tests[i] = lambda st, c: test(st, [0, 0, c, *[None] * sc.size], c)
        return found
