"""Every declaration of a game under its head word, in the order of the files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

import attrs

from yomi_dsl.compiler.base import Scope, Wrong, head_at, show
from yomi_dsl.compiler.blockless import below, missing_block
from yomi_dsl.compiler.everyday import HEADS as DECLARES
from yomi_dsl.compiler.everyday import instead
from yomi_dsl.compiler.lines import first_word
from yomi_dsl.diagnostics import nearest
from yomi_dsl.syntax import File, Item, Stmt, Text, leftmost

HEADS = (
    "game", "default", "words", "stat", "flag", "every", "layers", "order", "zone", "tally", "value", "relation",
    "contest", "parts", "status", "turn", "phase", "action", "setup", "keyword", "card", "cards", "ruling", "rule", "property",
    "invariant", "endings", "both", "limit", "measure", "study", "source", "forms", "symbol", "look", "bot", "script", "example",
)  # fmt: skip


@attrs.define(eq=False)
class Found:
    """All statements of a game by their head word; those inside holders carry the holder's name.

    ``known``: the line of the game says what the players bring.
    """

    by_head: dict[str, list[tuple[Stmt, str]]] = attrs.field(factory=dict)
    rules: list[Stmt] = attrs.field(factory=list)
    heads: tuple[str, ...] = ()
    known: bool = True

    def of(self, head: str) -> list[Stmt]:
        return [stmt for stmt, _ in self.by_head.get(head, ())]


GAME = re.compile(r'game "([^"]+)" for (\d+) players(?: bringing (\w+(?: \w+)*(?:, ?\w+(?: \w+)*)*))?')


def sort(s: Scope, files: Sequence[File]) -> Found:
    """Every declaration under its head word, in the order of the files."""
    found = Found()
    plain = [stmt for file in files for stmt in file.body if stmt.kind == "plain"]
    game = next((stmt for stmt in plain if first_word(stmt) == "game"), None)
    found.heads = head_words(game) if game is not None else ()
    found.known = game is not None and bool(found.heads or GAME.fullmatch(" ".join(head_at(game).text.split())))
    for file in files:
        for stmt in with_blocks(s, found, file.body):
            s.attempt(partial(place, s, found, stmt), partial(s.table.aftermath.of_declaration, stmt, True))
    return found


def with_blocks(s: Scope, found: Found, body: Sequence[Stmt]) -> Iterator[Stmt]:
    """The statements but for those whose braces are missing, which are reported, and the lines that would stand in those."""
    bare: Stmt | None = None
    for stmt in body:
        if below(stmt, bare):
            continue
        wrong = missing_block(stmt, found.heads)
        bare = stmt if wrong is not None else None
        if wrong is None:
            yield stmt
        else:
            if not s.table.aftermath.within(stmt.at):  # the parser has told of a brace there
                s.bag.add(*wrong.args_)
            s.table.aftermath.of_declaration(stmt, True)


def place(s: Scope, found: Found, stmt: Stmt) -> None:
    if stmt.kind != "plain":
        if stmt.kind in ("before", "after", "instead of", "as soon as", "at start of", "at end of"):
            found.rules.append(stmt)
            return
        raise Wrong("E0405", "only declarations stand outside braces", head_at(stmt), "when would this happen?", "put it inside an action, a phase or a rule")
    head = first_word(stmt)
    if head in found.heads:
        found.by_head.setdefault(head, []).append((stmt, ""))
        inside(s, found, stmt)
    elif head in HEADS:
        found.by_head.setdefault(head, []).append((stmt, ""))
    else:
        known = (*HEADS, *found.heads)
        first = leftmost(stmt.head[0].value).items[0]
        if not found.known and nearest(head, HEADS) == "" and any(isinstance(i, Text) for i in leftmost(stmt.head[0].value).items):
            found.by_head.setdefault("", []).append((stmt, ""))  # what the players bring is not known, and that is reported
            return
        raise strange_head(s, stmt, first, known)


def strange_head(s: Scope, stmt: Stmt, first: Item, known: Sequence[str]) -> Wrong:
    """A line that begins with a word that declares nothing. What it would have declared is not to be found."""
    if isinstance(first, Text):
        return Wrong("E0406", "what is this the name of?", first.at, "a word stands before it", f'write: card {show(first)} x2 {{ ... }}')
    held = 'it stands in the braces of what is declared: write "{ says ... }"' if show(first) == "says" else ""
    meant = f'write "{DECLARES[show(first)]} ..."' if show(first) in DECLARES else ""
    help = held or meant or instead(show(first)) or nearest(show(first), known)
    return Wrong("E0406", f'"{show(first)}" declares nothing', first.at, "a declaration is expected here", help)


def inside(s: Scope, found: Found, stmt: Stmt) -> None:
    """Declarations inside a holder are those of the game, made where they are used."""
    from yomi_dsl.compiler.lines import INNER

    name = leftmost(stmt.head[0].value).items[-1]
    if len(stmt.head) != 1 or not isinstance(name, Text):
        raise Wrong("E0301", "a name in quotes is expected here", head_at(stmt), "", f'write: {first_word(stmt)} "NAME" {{ ... }}')
    for line in with_blocks(s, found, stmt.block or ()):
        with s.reporting():
            undeclared(s, line)
        head = first_word(line) if line.kind == "plain" else ""
        if head in INNER:
            found.by_head.setdefault(head, []).append((line, name.value))


def undeclared(s: Scope, line: Stmt) -> None:
    """``counter NAME: 0..3`` and ``player tally NAME: 0..3``: what would have been declared is not to be found."""
    words = [show(item) for item in leftmost(line.head[0].value).items] if line.kind == "plain" else []
    meant = DECLARES.get(words[0], "") if words else ""
    later = next((word for word in words[1:] if word in ("tally", "status", "keyword", "action", "zone")), "")
    titled = any(isinstance(item, Text) for item in leftmost(line.head[0].value).items) if words else True
    if not titled and words[0] not in HEADS and (meant or later) and (line.define is not None or line.block is not None):
        s.table.aftermath.of_declaration(line, True)
        help = f'write "{meant} {words[1] if len(words) > 1 else "NAME"} ..."' if meant else f'begin with "{later}"'
        s.bag.add("E0406", f'"{words[0]}" declares nothing', leftmost(line.head[0].value).items[0].at, "a declaration is expected here", help)


def head_words(game: Stmt) -> tuple[str, ...]:
    """The words after ``bringing``."""
    out: list[str] = []
    for clause in game.head:
        for expr in (clause.value, *(t.value for t in clause.tails)):
            words = [show(i) for i in leftmost(expr).items]
            if "bringing" in words:
                out += words[words.index("bringing") + 1 :]
            elif out and expr is clause.value:
                out += words
    return tuple(out)
