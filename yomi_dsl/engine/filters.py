"""Filters: tests of one card.

What a filter says of printed things is one table by card; what it says of things that rules may modify is a table that
holds as long as the same rules are in force; only the rest is tested card by card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yomi_dsl import ir
from yomi_dsl.engine.codes import Fn
from yomi_dsl.engine.formula import Hoist, Scope, place_of, written_out
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.tables import SILENT
from yomi_dsl.engine.walk import conjuncts, slots_read

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

TestFn = Callable[[State, Frame, int], Any]
Select = Callable[[State, Frame, Any], Any]
"""Those of some cards that fit."""


class Parts:
    """A filter split by how its terms are tested. ``table`` None: nothing is asked of printed things.

    rest      what is tested card by card; or, of a whole set, first ``fits``, then ``others``"""

    def __init__(
        self, table: list[bool] | None, live: int | None, live_test: TestFn | None, rest: TestFn | None,
        before: list[tuple[int, Fn]], owner: int | None, by_owner: list[tuple[int, Fn]], status: int | None,
        fits: Select | None, others: TestFn | None,
    ) -> None:  # fmt: skip
        self.table, self.live, self.live_test, self.rest, self.before = table, live, live_test, rest, before
        self.owner, self.by_owner, self.status, self.fits, self.others = owner, by_owner, status, fits, others

    @property
    def printed(self) -> list[bool] | None:
        """The table, if nothing but printed things is asked."""
        return self.table if self.live is None and self.rest is None else None

    @property
    def nothing(self) -> bool:
        """Does every card fit?"""
        return self.table is None and self.live is None and self.rest is None


class Filters:
    """Lowers filters for one match."""

    def __init__(self, m: Match) -> None:
        self.m = m

    # ---- terms, by how they are tested ---------------------------------------------------------------------------------

    def terms(self, found: ir.Filter, sc: Scope) -> list[Any]:
        """The terms of a filter, with what a ``where`` says of the card's own words as terms."""
        flat: list[Any] = []
        for term in written_out(found, self.m, sc).terms:
            if isinstance(term, ir.Filter):
                flat += self.terms(term, sc)
            elif isinstance(term, ir.Such):
                for cond in conjuncts(term.where):
                    flat += self.as_terms(cond, term.slot)
            else:
                flat.append(term)
        return flat

    def as_terms(self, cond: Any, slot: int) -> list[Any]:
        """A condition on the card in a slot, as terms."""
        own = isinstance(cond, ir.Is) and isinstance(cond.of, ir.Local) and cond.of.slot == slot
        if own and slot not in slots_read(cond.filter):
            return [t for term in cond.filter.terms for t in self._opened(term)]
        if isinstance(cond, ir.Op) and cond.op == "not":
            inner = self.as_terms(cond.args[0], slot)
            if len(inner) == 1 and not isinstance(inner[0], ir.Such):
                return [ir.Not(ir.Filter(tuple(inner)))]
        if isinstance(cond, ir.Op) and cond.op == "or":
            options = [self.as_terms(arg, slot) for arg in cond.args]
            if any(not isinstance(term, ir.Such) for terms in options for term in terms):
                return [ir.OneOf(tuple(ir.Filter(tuple(terms)) for terms in options))]
        return [ir.Such(slot, cond)]

    def _opened(self, term: Any) -> list[Any]:
        if isinstance(term, ir.Such):
            return [t for cond in conjuncts(term.where) for t in self.as_terms(cond, term.slot)]
        return [term]

    def split(self, terms: list[Any], sc: Scope, hoist: bool = True) -> Parts:
        """Terms by how they are tested."""
        static = [t for t in terms if self._level(t) == 0]
        live = [t for t in terms if self._level(t) == 1]
        rest = [t for t in terms if self._level(t) == 2]
        out = Hoist(sc)
        if hoist:
            rest = [self._hoisted(t, out) for t in rest]
        fitting = next((t for t in rest if isinstance(t, ir.Fits)), None)
        status = None
        if len(terms) == 1 and isinstance(terms[0], ir.IsStatus):
            status = self.m.sid[terms[0].status] * self.m.K + 3
        return Parts(
            self.m.filter_tables.printed(static) if static else None,
            self.m.filter_tables.live(live) if live else None,
            all_tests([self.term(t, sc) for t in live]),
            all_tests([self.term(t, sc) for t in rest]),
            [(slot + 2, self.m.values.fixed(node, sc)) for slot, node in out.before],
            None if out.owner is None else out.owner + 2,
            [(slot + 2, self.m.values.fixed(node, sc)) for slot, node in out.by_owner],
            status,
            None if fitting is None else self._fitting(fitting, sc),
            all_tests([self.term(t, sc) for t in rest if t is not fitting]),
        )

    def _hoisted(self, term: Any, out: Hoist) -> Any:
        """A term without what is the same for every card."""
        if isinstance(term, ir.Such):
            return ir.Such(term.slot, out.term(term.where, term.slot))
        if isinstance(term, ir.OneOf):
            options = [tuple([self._hoisted(t, out) for t in option.terms]) for option in term.options]
            return ir.OneOf(tuple([ir.Filter(terms) for terms in options]))
        return out.term(term, -1)

    def _level(self, term: Any) -> int:
        """0: printed only; 1: may be modified; 2: tested card by card."""
        if isinstance(term, (ir.IsWord, ir.IsFlag)):
            if self.m.faced[self.m.attr[term.attr]] or (term.attr == SILENT and self.m.silencing):
                return 2
            return 0 if self.m.unmodified(term.attr) else 1
        if isinstance(term, (ir.IsNamed, ir.IsGroup, ir.IsHead)):
            return 0
        if isinstance(term, ir.IsKeyword):
            return 2 if self.m.F > 1 else 0
        if isinstance(term, ir.Not):
            return max([self._level(t) for t in term.filter.terms], default=0)
        if isinstance(term, ir.OneOf):
            return max([self._level(t) for f in term.options for t in f.terms], default=0)
        return 2

    # ---- tests ---------------------------------------------------------------------------------------------------------

    def test(self, found: ir.Filter, sc: Scope) -> TestFn:
        """A filter as a function of one card."""
        return self.one(self.split(self.terms(found, sc), sc, hoist=False))

    def one(self, parts: Parts) -> TestFn:
        table = parts.table
        if parts.live is not None:
            return self._one_live(parts)
        tests = [t for t in (parts.live_test, parts.rest) if t is not None]
        if table is None:
            return all_tests(tests) or (lambda st, f, c: True)
        if not tests:
            return self._by(table)
        more = all_tests(tests)
        assert more is not None
        return lambda st, f, c: table[c] and more(st, f, c)

    def _one_live(self, parts: Parts) -> TestFn:
        """One card, by the tables that hold as long as the same rules are in force."""
        table, i, test, rest, reworth = parts.table, parts.live, parts.live_test, parts.rest, self.m.reworth
        assert i is not None and test is not None

        def run(st: State, f: Frame, c: int) -> Any:
            if table is not None and not table[c]:
                return False
            now = (st.worth or reworth(st)).filters[i]
            if not (test(st, f, c) if now is False else now[c]):
                return False
            return rest is None or rest(st, f, c)

        return run

    def term(self, term: Any, sc: Scope) -> TestFn:
        made = getattr(self, "_" + type(term).__name__.lower())
        result: TestFn = made(term, sc)
        return result

    def _filter(self, term: ir.Filter, sc: Scope) -> TestFn:
        return self.test(term, sc)

    def _isword(self, term: ir.IsWord, sc: Scope) -> TestFn:
        if self.m.unmodified(term.attr):
            return self._by_table(term) if self._level(term) == 0 else self._by_face(term)
        read, words = self.m.attributes_now.reader(term.attr), term.words
        if len(words) == 1:
            (word,) = words
            return lambda st, f, c: read(st, c) == word
        return lambda st, f, c: read(st, c) in words

    def _isflag(self, term: ir.IsFlag, sc: Scope) -> TestFn:
        if self._level(term) == 0:
            return self._by_table(term)
        read = self.m.attributes_now.reader(term.attr)
        return lambda st, f, c: read(st, c)

    def _by_table(self, term: Any) -> TestFn:
        return self._by(self.m.filter_tables.printed([term]))

    def _by(self, table: list[bool]) -> TestFn:
        return lambda st, f, c: table[c]

    _isnamed = _isgroup = _ishead = lambda self, term, sc: self._by_table(term)

    def _iskeyword(self, term: ir.IsKeyword, sc: Scope) -> TestFn:
        return self._by_face(term)

    def _by_face(self, term: Any) -> TestFn:
        """What is printed on the face that is up, or by which the card is read."""
        table, n = self.m.filter_tables.printed([term]), self.m.N
        return lambda st, f, c: table[c if c >= n else c + n + n * st.face[c]]

    def _isstatus(self, term: ir.IsStatus, sc: Scope) -> TestFn:
        base, n = self.m.sid[term.status] * self.m.K + 3, self.m.N
        if not self.m.reads_faces:
            return lambda st, f, c: base + c in st.has
        return lambda st, f, c: base + c % n in st.has

    def _isvalue(self, term: ir.IsValue, sc: Scope) -> TestFn:
        called = self.m.values_now.called(term.value)
        return lambda st, f, c: called(st, c)

    def _ownedby(self, term: ir.OwnedBy, sc: Scope) -> TestFn:
        owner = self.m.owner
        if isinstance(term.player, ir.Local):
            k = term.player.slot + 2
            return lambda st, f, c: owner[c] == f[k]
        player = self.m.values.lower(term.player, sc)
        return lambda st, f, c: owner[c] == player(st, f)

    def _same(self, term: ir.Same, sc: Scope) -> TestFn:
        card, k, n = self.m.values.lower(term.card, sc), place_of(term.card), self.m.N

        def run(st: State, f: Frame, c: int) -> bool:
            x = f[k] if k else card(st, f)
            return x is not None and x % n == c % n

        return run

    def _fitting(self, term: ir.Fits, sc: Scope) -> Select:
        """Those of a set that fit a filter which is a value: that is read once."""
        number = self.m.values.attribute(term.attr, self.m.values.lower(term.of, sc), term.of)
        tables, tests = self.m.filter_tables.by_number, self.m.filter_tables.test

        def run(st: State, f: Frame, cards: Any) -> Any:
            i = number(st, f)
            if i is None:
                return ()
            table = tables[i]
            if table is None:
                test = tests(i)
                return [c for c in cards if test(st, c)]
            return [c for c in cards if table[c]]

        return run

    def _fits(self, term: ir.Fits, sc: Scope) -> TestFn:
        number = self.m.values.attribute(term.attr, self.m.values.lower(term.of, sc), term.of)
        tables, tests = self.m.filter_tables.by_number, self.m.filter_tables.test

        def run(st: State, f: Frame, c: int) -> Any:
            i = number(st, f)
            if i is None:
                return False
            table = tables[i]
            return table[c] if table is not None else tests(i)(st, c)

        return run

    def _oneof(self, term: ir.OneOf, sc: Scope) -> TestFn:
        split = [self.split(self.terms(option, sc), sc, hoist=False) for option in term.options]
        tables = [parts.printed for parts in split if parts.printed is not None]
        options = [self.one(parts) for parts in split if parts.printed is None]
        if tables and len(options) == 1:
            table, (option,) = [any(fits) for fits in zip(*tables)], options
            return lambda st, f, c: table[c] or option(st, f, c)
        options += [self._by(table) for table in tables]

        def run(st: State, f: Frame, c: int) -> bool:
            for option in options:
                if option(st, f, c):
                    return True
            return False

        return run

    def _not(self, term: ir.Not, sc: Scope) -> TestFn:
        inner = self.test(term.filter, sc)
        return lambda st, f, c: not inner(st, f, c)

    def _such(self, term: ir.Such, sc: Scope) -> TestFn:
        k, where = term.slot + 2, term.where
        cond = self.m.values.lower(where, sc)

        def run(st: State, f: Frame, c: int) -> Any:
            f[k] = c
            return cond(st, f)

        return run


def all_tests(tests: list[TestFn]) -> TestFn | None:
    if not tests:
        return None
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        a, b = tests
        return lambda st, f, c: a(st, f, c) and b(st, f, c)

    def run(st: State, f: Frame, c: int) -> bool:
        for test in tests:
            if not test(st, f, c):
                return False
        return True

    return run
