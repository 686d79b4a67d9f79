"""Reads a text and makes its syntax tree. The only module that knows the parser generator.

``parse`` reports every mistake of a file in one run: after each it drops the statement that cannot be read and goes on
at the next place where one may begin, inside the block of the dropped one too.
"""

from __future__ import annotations

import io
import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from yomi_dsl import faults, limits, nesting, resources, tables
from yomi_dsl.builder import HOLE, Builder
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source, Span
from yomi_dsl.syntax import File, Word

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

_BUILDER = Builder()
_LOCK = threading.Lock()  # the builder is shared, as the parser keeps its methods


def parse(source: Source, bag: Bag) -> File:
    """The tree of a text. What cannot be read is reported in ``bag`` and left out of the tree."""
    if not nesting.check(source, bag):
        return File(source.path, ())
    with _LOCK:
        _BUILDER.source, _BUILDER.bag = source, bag
        return _Reading(source, bag).run()


@cache
def reserved_words() -> frozenset[str]:
    """The words that no name may contain, as the grammar lists them."""
    listed = re.search(r"^WORD: /\(\?!\(\?:(.*?)\)\(\?!", resources.grammar(), re.MULTILINE)
    assert listed, "the grammar excludes its control words in WORD"
    return frozenset(word for word in listed[1].replace("chooses?", "choose|chooses").split("|") if word.isalpha())


@cache
def _lark() -> Lark:
    import lark

    grammar = resources.grammar()
    name = sha256("\0".join((grammar, lark.__version__, sys.version)).encode()).hexdigest()
    kept = tables.read(name)
    if kept is not None:
        with suppress(Exception):  # whatever is wrong with a store, the tables are made anew
            # The only way in that takes callbacks: the public `load` has none.
            return lark.Lark.__new__(lark.Lark)._load(io.BytesIO(kept), transformer=_BUILDER)
    made = lark.Lark(grammar, parser="lalr", lexer="contextual", transformer=_BUILDER)
    tables.write(name, lambda file: made.save(file, {"transformer"}))
    return made


class _Reading:
    """One run of the parser over one text, through all its mistakes."""

    def __init__(self, source: Source, bag: Bag) -> None:
        self.source, self.bag = source, bag
        self.blocks_missed = 0  # blocks that did not open where they had to: their closing braces are no new mistake

    def run(self) -> File:
        from lark.exceptions import UnexpectedInput

        step: Callable[[], Any] = partial(_lark().parse, self.source.text)
        for _ in range(limits.FAULTS):
            try:
                file: File = step()
                return file
            except UnexpectedInput as problem:
                self.problem = problem
                step = self._recover(problem)
        end = Span(self.source, self._start(), self._start())
        self.bag.add("E0907", "too many mistakes in one file", end, f"reading stops after {limits.FAULTS}")
        return File(self.source.path, ())

    # ---- after a mistake ---------------------------------------------------------------------------------------------

    def _recover(self, problem: UnexpectedInput) -> Callable[[], Any]:
        """Report the mistake, mend the parser, and give the call that goes on."""
        parser: Any = problem.interactive_parser
        start = self._start()
        fault = self._fault(parser, start)
        stray = self._stray_brace(parser, start)
        if stray and self.blocks_missed:
            self.blocks_missed -= 1
        else:
            faults.report(fault, self.bag)
        if stray:
            self._jump(parser, start + 1)
        elif fault.begins_block:
            self._feed(parser, "LBRACE", start, "{")
            self._jump(parser, start)
        else:
            self.blocks_missed += fault.misses_block
            self._restart(parser, start)
        resume: Callable[[], Any] = parser.resume_parse
        return resume

    def _start(self) -> int:
        """Where the offending characters are; a token may carry the line breaks before it."""
        token = getattr(self.problem, "token", None)
        if token is None:
            return int(self.problem.pos_in_stream or 0)
        if token.type == "$END":
            return len(self.source.text)
        lead = len(token.value) - len(token.value.lstrip()) if token.type == "_ELSE" else 0
        return int(token.start_pos) + lead

    def _fault(self, parser: Any, start: int) -> faults.Fault:
        token = getattr(self.problem, "token", None)
        values = parser.parser_state.value_stack
        return faults.Fault(
            at=Span(self.source, start, start if token is None else max(start, token.end_pos or start)),
            kind="" if token is None else token.type,
            accepts=frozenset(parser.accepts()),
            before=values[-1] if values else None,
            opened=_opened(values),
        )

    def _stray_brace(self, parser: Any, start: int) -> bool:
        is_open = any(at.text == "{" for at in _opened(parser.parser_state.value_stack))
        return self.source.text.startswith("}", start) and not is_open

    def _restart(self, parser: Any, start: int) -> None:
        """Drop the statement in hand; a stand-in takes its place, one that may have a block if one follows."""
        stop = faults.skip(self.source.text, start)
        self._drop(parser)
        if self.source.text.startswith("{", stop):
            self._feed(parser, "IF", stop)
        self._feed(parser, "WORD", stop)
        if stop == len(self.source.text):
            self._close(parser, stop)
        self._jump(parser, stop)

    def _drop(self, parser: Any) -> None:
        """Pop what was read since the last place where a statement may begin."""
        state = parser.parser_state
        values, states = state.value_stack, state.state_stack
        whole = _is(values[-1:], "}")  # a block that is whole: the place lies before it, not in it
        while whole or "SEALED" not in state.parse_conf.states[states[-1]]:
            whole = whole and not _is(values[-1:], "{")
            states.pop()
            values.pop()

    def _close(self, parser: Any, stop: int) -> None:
        """At the end of the text, close what is open: that it is open has been reported."""
        for _ in _opened(parser.parser_state.value_stack):
            self._feed(parser, "RBRACE", stop)

    def _feed(self, parser: Any, kind: str, at: int, text: str = HOLE) -> None:
        from lark import Token

        parser.feed_token(Token(kind, text, start_pos=at, end_pos=at))

    @staticmethod
    def _jump(parser: Any, stop: int) -> None:
        parser.lexer_thread.state.line_ctr.char_pos = stop


def _is(values: list[Any], sign: str) -> bool:
    """Whether ``values``, at most one part of the parser's stack, is the brace or bracket ``sign``."""
    return bool(values) and isinstance(values[0], Word) and values[0].text == sign


def _opened(values: list[Any]) -> tuple[Span, ...]:
    """The braces and brackets that are open, outermost first."""
    return tuple(value.at for value in values if isinstance(value, Word) and value.text in ("{", "("))
