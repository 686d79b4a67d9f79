"""What the line of the game says, what players bring by default, and declarations of fixed words."""

from __future__ import annotations

import re
from functools import partial

import attrs

from yomi_dsl.compiler import extras
from yomi_dsl.compiler.base import Scope, bare, head_at, plain_words, show
from yomi_dsl.compiler.cards import SOURCES
from yomi_dsl.compiler.declare import NAMERS, SHAPES
from yomi_dsl.compiler.found import GAME, Found
from yomi_dsl.diagnostics import Label, nearest
from yomi_dsl.syntax import Phrase, Stmt, Text, leftmost


@attrs.define(eq=False)
class GameHead:
    """What the whole compilation knows of the game: holder heads with their defaults, names of holders, endings."""

    name: str = ""
    players: int = 2
    heads: tuple[tuple[str, str], ...] = ()
    holders: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    endings: tuple[str, ...] = ()
    source: str = "house"


GAME_FORM = 'write: game "NAME" for 2 players bringing HEAD'


def game_head(s: Scope, found: Found) -> GameHead | None:
    """What the line ``game ...`` says; None if there is none, or if it does not say what the players bring."""
    games = found.of("game")
    if not games:
        if "game" not in s.table.aftermath.words and not any(d.help == 'did you mean "game"?' for d in s.bag.errors):
            s.add("E0411", "no game is declared", None, help=f"a game folder has a file that begins so; {GAME_FORM}")
        return None
    for other in games[1:]:
        more = (Label(head_at(games[0]), "the first is here"),)
        s.add("E0411", "there are two games in this folder", head_at(other), "a folder holds one game", more=more)
    stmt = games[0]
    text = " ".join(head_at(stmt).text.split())
    written = GAME.fullmatch(text)
    if written and written[3] and {"or", "and", "of", "in", "is", "has", "not"} & set(written[3].split()):
        written = None
    if written is None:
        s.add("E0411", "this is not how a game begins", head_at(stmt), help=GAME_FORM)
    elif written[2] != "2":
        s.add("E0411", "a game has two players", head_at(stmt), f"not {written[2]}", GAME_FORM)
    if written is None and not found.heads:
        return None
    defaults = head_defaults(s, found)
    heads = tuple((head, defaults.get(head, "")) for head in found.heads)
    holders = {head: tuple(holder_name(x) for x in found.of(head)) for head in found.heads}
    endings = tuple(t for x in found.of("endings") for t in extras.texts(x.define or ()))
    for stmt in found.of("source"):
        if head_at(stmt).text.split()[1:] not in [[source] for source in SOURCES]:
            s.add("E0404", "where does it come from?", head_at(stmt), help="one of " + ", ".join(SOURCES))
    sources = [plain_words(leftmost(x.head[0].value).items[1:]) for x in found.of("source")]
    return GameHead(written[1] if written else "?", 2, heads, holders, endings, sources[0] if sources else "house")


def head_defaults(s: Scope, found: Found) -> dict[str, str]:
    out: dict[str, str] = {}
    for stmt in found.of("default"):
        items = leftmost(stmt.head[0].value).items
        head = show(items[1]) if len(items) > 1 else ""
        if head in ("settle", "given", *found.heads):
            s.attempt(partial(bare, stmt, block=head in ("settle", "given")))
        if len(items) == 3 and isinstance(items[2], Text) and head in found.heads and len(stmt.head) == 1:
            known = [holder_name(x) for x in found.of(head)]
            if items[2].value not in known:
                s.add("E0203", f'no {head} is named "{items[2].value}"', items[2].at, help=nearest(items[2].value, known))
            if head in out:
                s.add("E0201", f"the default {head} is declared twice", head_at(stmt), "declared again here")
            out[head] = items[2].value
        elif plain_words(items) not in ("default settle", "default given"):
            heads = "".join(f', "default {h} ..."' for h in found.heads)
            meant = f'write: default {head} "{plain_words(items[2:])}"' if head in found.heads and len(items) > 2 else ""
            s.add("E0406", "default of what?", stmt.head[0].at, help=meant or f'one of "default settle", "default given"{heads}')
            if head in found.heads:  # any will do, so that no example lacks one
                out.setdefault(head, holder_name(found.of(head)[0]) if found.of(head) else "")
    return out


NAMED = {"words", *(head for head, _ in NAMERS)}
WRITTEN = {
    "layers": (r"layers", "layers: ..."),
    "order": (r"order of rules", "order of rules: ..."),
    "endings": (r"endings", 'endings: "..."'),
    "both": (r"both lose", "both lose: EFFECT"),
    "limit": (r"limit of turns \d+", "limit of turns 200: EFFECT"),
    "setup": (r"setup", "setup { ... }"),
}
"""Declarations of fixed words. Of all but the endings and the setup there is one."""


def written_so(s: Scope, found: Found) -> None:
    for head, (form, help) in WRITTEN.items():
        stmts = found.of(head)
        for stmt in stmts:
            if not re.fullmatch(form, " ".join(head_at(stmt).text.split())):
                s.add("E0406", f'"{head_at(stmt).text}" declares nothing', head_at(stmt), help=f"write: {help}")
        for again in stmts[1:] if head not in ("endings", "setup") else ():
            more = (Label(head_at(stmts[0]), "first here"),)
            s.add("E0201", f'"{head_at(again).text}" is declared twice', head_at(again), "declared again here", more=more)
    for head in ("layers", "order", "turn", "parts", "endings"):
        for clause in (clause for stmt in found.of(head) for clause in stmt.define or ()):
            plain = isinstance(clause.value, Phrase) and not clause.tails
            texts = [isinstance(item, Text) for item in leftmost(clause.value).items]
            if not plain or any(texts) != (head == "endings") or (head == "endings" and len(texts) != 1):
                what = "texts in quotes" if head == "endings" else "names"
                quoted = "an ending stands in quotes" if head == "endings" and plain and not any(texts) else ""
                s.add("E0302", f"only {what} stand here", clause.at, "this is none", quoted or "keep them apart with commas")
                s.table.aftermath.words.add(f'"{clause.at.text}"')
    for head in [head for head in SHAPES if head not in NAMED]:
        for stmt in found.of(head):
            s.attempt(partial(bare, stmt, **SHAPES[head]))
    for stmt in found.of("invariant"):
        if head_at(stmt).text != "invariant" or not stmt.define:
            s.add("E0303", "what must always hold?", head_at(stmt), help="write: invariant: CONDITION")
    for stmt in found.of("game"):
        s.attempt(partial(bare, stmt, ("for",), clauses=len(stmt.head)))
    for name in ("default settle", "default given"):
        stmts = [stmt for stmt in found.of("default") if plain_words(leftmost(stmt.head[0].value).items) == name]
        for again in stmts[1:]:
            s.add("E0201", f'"{name}" is declared twice', head_at(again), "declared again here", more=(Label(head_at(stmts[0]), "first here"),))


def holder_name(stmt: Stmt) -> str:
    last = leftmost(stmt.head[0].value).items[-1]
    return last.value if isinstance(last, Text) else ""
