"""Changed texts and trees of a game, for tests that nothing makes the compiler fail.

`Edit` changes a text: words, lines and blocks are left out, doubled, moved, mixed, or replaced by words of the game. `grafted`
changes the tree: a part takes the place of another of its sort, so that what is wrong is never the reading.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from yomi_dsl.syntax import Binary, Clause, File, Group, Phrase, Stmt, Tail

TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z][A-Za-z0-9\'-]*|\d+|->|[<>!]=|\.\.|\S')
BRACE = re.compile(r'"[^"\n]*"|#[^\n]*|[{}]')
SIGNS = ("{", "}", "(", ")", ":", ",", ";", "\n", "/", "->", "..", "=", "<", "+", "-", "*", '"A"', "0", "7", "x2")
HEADS = (
    "if your nerve = 2", "repeat 2", "each player", "may", "sealed", "together", "keep choosing c from your fan", "option rest",
    "for each c from your fan", "during this turn", "before you score", "at end of this turn", "as soon as your nerve = 3",
    "opponent may", "take turns from you until both pass", "choose one", 'option "x"', "instead of opponent rests",
)  # fmt: skip


@attrs.frozen
class Edit:
    """One change of a text: its kind, and two numbers that say where (they count round)."""

    kind: str
    one: int
    two: int

    def __call__(self, text: str) -> str:
        return str(KINDS[self.kind](text, self.one, self.two))


def tokens(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in TOKEN.finditer(text) if match[0][0] != "#"]


def braces(text: str) -> list[tuple[int, int]]:
    """Where blocks stand, with their braces."""
    found, opened = [], []
    for match in BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            found.append((opened.pop(), match.end()))
    return found


def vocabulary(text: str) -> list[str]:
    return sorted({match[0] for match in TOKEN.finditer(text) if match[0][0] != "#"} | set(SIGNS))


def pick(items: Sequence[Any], number: int) -> Any:
    return items[number % len(items)] if items else (0, 0)


def word_gone(text: str, one: int, two: int) -> str:
    start, end = pick(tokens(text), one)
    return text[:start] + text[end:]


def word_changed(text: str, one: int, two: int) -> str:
    start, end = pick(tokens(text), one)
    return text[:start] + str(pick(vocabulary(text), two)) + text[end:]


def word_more(text: str, one: int, two: int) -> str:
    _, end = pick(tokens(text), one)
    return f"{text[:end]} {pick(vocabulary(text), two)} {text[end:]}"


def words_copied(text: str, one: int, two: int) -> str:
    """A run of words where another one was."""
    places = tokens(text)
    start, end = pick(places, one)[0], pick(places, one + two % 4)[1]
    first, last = pick(places, two)[0], pick(places, two + one % 7)[1]
    return text if end < start or last < first else text[:start] + text[first:last] + text[end:]


def line_gone(text: str, one: int, two: int) -> str:
    lines = text.split("\n")
    del lines[one % len(lines)]
    return "\n".join(lines)


def line_copied(text: str, one: int, two: int) -> str:
    lines = text.split("\n")
    lines.insert(one % len(lines), lines[two % len(lines)])
    return "\n".join(lines)


def line_mixed(text: str, one: int, two: int) -> str:
    lines = text.split("\n")
    words = TOKEN.findall(lines[one % len(lines)])
    random.Random(two).shuffle(words)
    lines[one % len(lines)] = " ".join(words)
    return "\n".join(lines)


def block_gone(text: str, one: int, two: int) -> str:
    start, end = pick(braces(text), one)
    return text[:start] + ("{ }" if two % 2 else "") + text[end:]


def block_copied(text: str, one: int, two: int) -> str:
    start, end = pick(braces(text), one)
    first, last = pick(braces(text), two)
    return text[:start] + text[first:last] + text[end:]


def block_wrapped(text: str, one: int, two: int) -> str:
    start, end = pick(braces(text), one)
    return f"{text[:start]}{{ {pick(HEADS, two)} {text[start:end]} }}{text[end:]}"


def statement_made(text: str, one: int, two: int) -> str:
    """A statement of words at random, at the beginning of a block."""
    start, _ = pick(braces(text), one)
    rng, known = random.Random(two), vocabulary(text)
    made = " ".join(rng.choice(known) for _ in range(rng.randrange(1, 9)))
    return f"{text[: start + 1]} {made}; {text[start + 1 :]}"


KINDS = {
    function.__name__: function
    for function in (
        word_gone, word_changed, word_more, words_copied, line_gone, line_copied, line_mixed, block_gone, block_copied,
        block_wrapped, statement_made,
    )
}  # fmt: skip


# ---- trees -------------------------------------------------------------------------------------------------------------


def parts(node: Any) -> Iterator[Any]:
    """The statements, clauses, tails and expressions of a tree."""
    if isinstance(node, tuple):
        for item in node:
            yield from parts(item)
    elif isinstance(node, (Stmt, Clause, Tail, Phrase, Binary, Group, File)):
        yield node
        for field in attrs.fields(type(node)):
            if field.name != "at":
                yield from parts(getattr(node, field.name))


def grafted(file: File, grafts: Sequence[tuple[int, int]]) -> File:
    """The tree in which, for each pair of numbers, one part has taken another's place."""
    known = [part for part in parts(file) if not isinstance(part, File)]
    swaps: dict[int, Any] = {}
    for one, two in grafts:
        old = known[one % len(known)]
        fitting = [part for part in known if sort_of(part) == sort_of(old)]
        swaps[id(old)] = fitting[two % len(fitting)]
    return rebuilt(file, swaps)  # type: ignore[no-any-return]


def sort_of(part: Any) -> type:
    return Phrase if isinstance(part, Binary) else type(part)


def rebuilt(node: Any, swaps: dict[int, Any]) -> Any:
    if id(node) in swaps:
        node, swaps = swaps[id(node)], {}  # what is put in is left as it was, so that it ends
    if isinstance(node, tuple):
        return tuple(rebuilt(item, swaps) for item in node)
    if not swaps or not isinstance(node, (Stmt, Clause, Tail, Phrase, Binary, Group, File)):
        return node
    fields = {f.name: rebuilt(getattr(node, f.name), swaps) for f in attrs.fields(type(node)) if f.name != "at"}
    if isinstance(node, Stmt) and not isinstance(fields["subject"], Phrase):
        fields["subject"] = node.subject  # the grammar has nothing else before "choose" and "be"
    return attrs.evolve(node, **fields)
