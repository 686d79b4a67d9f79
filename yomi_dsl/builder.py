"""Makes the nodes of the syntax tree, one method a rule of the grammar.

The parser calls a method as soon as it has read what the rule stands for, with the parts already made: no parse tree is
ever built, so depth costs no call stack. Methods in capitals take one token each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Union

import attrs

from yomi_dsl import limits
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source, Span
from yomi_dsl.syntax import Binary, Clause, Either, Expr, File, Group, Number, Phrase, Stmt, Tail, Text, Word

HOLE = ""  # the text of the word that stands in for a statement that could not be read
_SAME = {"are": "is", "are not": "is not", "have": "has"}


class Token(Protocol):
    """What is used of the parser's tokens."""

    type: str
    value: str
    start_pos: int
    end_pos: int


@attrs.frozen(eq=False)
class Braces:
    """A block, on its way into its statement."""

    body: tuple[Stmt, ...]
    at: Span


Part = Union[Word, Clause, Expr, Tail, Braces, Stmt, "tuple[Clause, ...]", None]


class Builder:
    """Callbacks of the parser. ``source`` and ``bag`` are set before each parse."""

    source: Source
    bag: Bag

    def _span(self, parts: Sequence[Part]) -> Span:
        """From the first part that is there to the last."""
        first = next(part for part in parts if part)
        last = next(part for part in reversed(parts) if part)
        return self._edge(first, 0) + self._edge(last, -1)

    @staticmethod
    def _edge(part: Any, index: int) -> Span:
        span: Span = part[index].at if isinstance(part, tuple) else part.at
        return span

    # ---- tokens ------------------------------------------------------------------------------------------------------

    def _across(self, parts: list[Any]) -> Span:
        """The same where all parts are nodes: quicker, and most calls are of this kind."""
        return Span(self.source, parts[0].at.start, parts[-1].at.end)

    def _at(self, token: Token) -> Span:
        return Span(self.source, token.start_pos, token.end_pos)

    def WORD(self, token: Token) -> Word:
        return Word(token.value, self._at(token))

    IF = REPEAT = SEALED = TOGETHER = LET = DURING = NOT = OF = IN = FOR_EACH = AS_SOON_AS = KEEP = CHOOSE = MAY = WORD
    WHERE = ARROW = PLUS = MINUS = STAR = LBRACE = RBRACE = LPAR = RPAR = TAG = WORD

    def OP(self, token: Token) -> Word:
        text = " ".join(token.value.split())
        return Word(_SAME.get(text, text), self._at(token))

    PREP = TIMING = OP

    def OR(self, token: Token) -> Word:
        """``or`` and ``and`` carry the line break after them, so the text is no help."""
        return Word(token.type.lower(), self._at(token))

    AND = OR

    def NUMBER(self, token: Token) -> Number:
        digits = token.value.lstrip("0")
        if len(digits) <= limits.NUMBER_DIGITS:
            return Number(int(digits or "0"), self._at(token))
        self.bag.add("E0906", "this number is too large", self._at(token), f"over {limits.NUMBER_DIGITS} digits")
        return Number(0, self._at(token))

    def STRING(self, token: Token) -> Text:
        return Text(token.value[1:-1], self._at(token))

    # ---- expressions -------------------------------------------------------------------------------------------------

    def group(self, parts: list[Any]) -> Group:
        _, clauses, typed, _ = parts
        return Group(clauses, typed, self._across(parts))

    def either(self, parts: list[Any]) -> Either:
        return Either(tuple(parts), self._across(parts))

    def phrase(self, parts: list[Any]) -> Phrase:
        return Phrase(tuple(parts), self._across(parts))

    def binary(self, parts: list[Any]) -> Binary:
        left, op, right = parts
        return Binary(op.text, left, right, self._across(parts))

    def prefix(self, parts: list[Any]) -> Binary:
        op, right = parts
        return Binary("not" if op.text == "not" else "neg", None, right, self._across(parts))

    def headed(self, parts: list[Any]) -> Binary:
        """A line's first word before a ``not``."""
        head, word, right = parts
        return Binary("headed", head, Binary("not", None, right, word.at + right.at), self._across(parts))

    def tail(self, parts: list[Any]) -> Tail:
        word, value = parts
        return Tail(word.text, value, self._across(parts))

    def clause(self, parts: list[Any]) -> Clause:
        return Clause(parts[0], tuple(parts[1:]), self._across(parts))

    def clauses(self, parts: list[Any]) -> tuple[Clause, ...]:
        return tuple(parts)

    # ---- statements --------------------------------------------------------------------------------------------------

    def plain(self, parts: list[Any]) -> Stmt | None:
        head, tag, define, late_tag, block = parts
        if _is_hole(head[0].value):
            return None
        tags = _tags(tag) + _tags(late_tag)
        return Stmt("plain", head, self._span(parts), tags=tags, define=define, block=_body(block))

    def if_(self, parts: list[Any]) -> Stmt | None:
        _, condition, block, otherwise = parts
        if _is_hole(condition):
            return None
        at = self._span(parts)
        return Stmt("if", _alone(condition), at, block=block.body, otherwise=_otherwise(otherwise))

    def for_each(self, parts: list[Any]) -> Stmt:
        _, clause, block = parts
        return Stmt("for each", (clause,), self._span(parts), block=block.body)

    def repeat(self, parts: list[Any]) -> Stmt:
        _, times, *tails, block = parts
        head = _alone(times) if times else ()
        return Stmt("repeat", head, self._span(parts), tails=tuple(tails), block=block.body)

    def choose(self, parts: list[Any]) -> Stmt:
        who, _, head, tag, block = parts
        return Stmt("choose", head, self._span(parts), subject=who, tags=_tags(tag), block=_body(block))

    def keep(self, parts: list[Any]) -> Stmt:
        who, _, head, tag, block = parts
        return Stmt("keep choosing", head, self._span(parts), subject=who, tags=_tags(tag), block=block.body)

    def may(self, parts: list[Any]) -> Stmt:
        who, _, block, other = parts
        return Stmt("may", (), self._span(parts), subject=who, block=block.body, otherwise=_otherwise(other))

    def may_choose(self, parts: list[Any]) -> Stmt:
        who, _, _, head, tag, block, other = parts
        at = self._span(parts)
        return Stmt("may choose", head, at, subject=who, tags=_tags(tag), block=block.body, otherwise=_otherwise(other))

    def bare(self, parts: list[Any]) -> Stmt:
        word, block = parts
        return Stmt(word.text, (), self._across(parts), block=block.body)

    def let(self, parts: list[Any]) -> Stmt:
        _, name, value = parts
        return Stmt("let", (value,), self._span(parts), subject=name)

    def during(self, parts: list[Any]) -> Stmt:
        _, span, block = parts
        return Stmt("during", _alone(span), self._span(parts), block=block.body)

    def soon(self, parts: list[Any]) -> Stmt:
        _, condition, tag, block = parts
        return Stmt("as soon as", _alone(condition), self._span(parts), tags=_tags(tag), block=block.body)

    def rule(self, parts: list[Any]) -> Stmt:
        timing, head, tag, block = parts
        return Stmt(timing.text, head, self._span(parts), tags=_tags(tag), block=block.body)

    def block(self, parts: list[Any]) -> Braces:
        return Braces(_read(parts[1:-1]), self._across(parts))

    def start(self, parts: list[Any]) -> File:
        return File(self.source.path, _read(parts))


def _is_hole(expr: Expr) -> bool:
    return isinstance(expr, Phrase) and isinstance(expr.items[0], Word) and expr.items[0].text == HOLE


def _read(parts: list[Stmt | None]) -> tuple[Stmt, ...]:
    """The statements that could be read."""
    return tuple(part for part in parts if part)


def _tags(tag: Word | None) -> tuple[str, ...]:
    return tuple(text.strip() for text in tag.text[1:-1].split(",")) if tag else ()


def _body(block: Braces | None) -> tuple[Stmt, ...] | None:
    return block.body if block else None


def _alone(expr: Expr) -> tuple[Clause]:
    return (Clause(expr, (), expr.at),)


def _otherwise(part: Braces | Stmt | None) -> tuple[Stmt, ...] | None:
    return part.body if isinstance(part, Braces) else (part,) if part else None
