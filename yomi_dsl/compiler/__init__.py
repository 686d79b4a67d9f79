"""From source texts to a game: parse, declare, read bodies, read cards, check. Problems go into the bag.

`compile_game` is the whole path on one screen; every pass before it fills what the next one reads.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler import bodies, extras
from yomi_dsl.compiler.base import Env, Scope, Table, Wrong, one_clause, plain_words, show
from yomi_dsl.compiler.cards import SOURCES, card, check_keyword, first_word, holder
from yomi_dsl.compiler.check import unused
from yomi_dsl.compiler.declare import Found, declare_all, sort
from yomi_dsl.compiler.examples import example
from yomi_dsl.compiler.flow import check_game
from yomi_dsl.compiler.statics import Place, rule
from yomi_dsl.diagnostics import Bag
from yomi_dsl.source import Source
from yomi_dsl.syntax import Binary, File, Number, Stmt, Text, leftmost


@attrs.define(eq=False)
class GameHead:
    """What the whole compilation knows of the game: holder heads with their defaults, names of holders, endings."""

    name: str = ""
    players: int = 2
    heads: tuple[tuple[str, str], ...] = ()
    holders: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    endings: tuple[str, ...] = ()
    source: str = "house"


def compile_game(sources: Sequence[Source], bag: Bag) -> ir.Game | None:
    """The game that the texts declare, or None if anything is wrong (see the bag)."""
    from yomi_dsl.parser import parse

    return compile_files([parse(source, bag) for source in sources], sources, bag)


def compile_files(files: Sequence[File], sources: Sequence[Source], bag: Bag) -> ir.Game | None:
    s = Scope(Table(), bag, Env([], 0))
    found = sort(s, files)
    s.game = game_head(s, found)
    if s.game is None:
        return None
    declare_all(s, found)
    s.table.attributes = bodies.attributes(s, found)
    s.table.everys = bodies.everys(s, found)
    bodies.infer_types(s)
    game = assemble(s, found, s.game)
    if not bag.errors:
        unused(s)
        check_game(game, bag, sources)
    return None if bag.errors else game


def game_head(s: Scope, found: Found) -> GameHead | None:
    games = found.of("game")
    if len(games) != 1:
        if games:
            s.add("E0411", "there are two games in this folder", games[1].at, "a folder holds one game")
        else:
            s.add("E0411", "no game is declared", None, help='a game folder has a file with: game "NAME" for 2 players bringing ...')
        return None
    stmt = games[0]
    names = [i.value for i in leftmost(stmt.head[0].value).items if isinstance(i, Text)]
    numbers = [i.value for t in stmt.head[0].tails for i in leftmost(t.value).items if isinstance(i, Number)]
    if len(names) != 1 or numbers != [2]:
        s.add("E0411", "a game has a name and two players", stmt.at, help='write: game "NAME" for 2 players bringing character')
        return None
    defaults = head_defaults(s, found)
    heads = tuple((head, defaults.get(head, "")) for head in found.heads)
    holders = {head: tuple(holder_name(x) for x in found.of(head)) for head in found.heads}
    endings = tuple(t for x in found.of("endings") for t in extras.texts(x.define or ()))
    for stmt in found.of("source"):
        if plain_words(leftmost(stmt.head[0].value).items[1:]) not in SOURCES:
            s.add("E0404", "where does it come from?", stmt.at, help="one of " + ", ".join(SOURCES))
    sources = [plain_words(leftmost(x.head[0].value).items[1:]) for x in found.of("source")]
    return GameHead(names[0], 2, heads, holders, endings, sources[0] if sources else "house")


def head_defaults(s: Scope, found: Found) -> dict[str, str]:
    out = {}
    for stmt in found.of("default"):
        items = leftmost(stmt.head[0].value).items
        if len(items) == 3 and isinstance(items[2], Text) and show(items[1]) in found.heads:
            out[show(items[1])] = items[2].value
        elif plain_words(items) not in ("default settle", "default given"):
            heads = ", ".join(f'"default {h} ..."' for h in found.heads)
            s.add("E0406", "default of what?", stmt.head[0].at, help=f'"default settle", "default given", {heads}')
    return out


def holder_name(stmt: Stmt) -> str:
    last = leftmost(stmt.head[0].value).items[-1]
    return last.value if isinstance(last, Text) else ""


def assemble(s: Scope, found: Found, head: GameHead) -> ir.Game:
    """Every body, in an order in which each finds what it needs."""
    settle = bodies.default_settle(s, found)
    values = bodies.values(s, found)
    contests = bodies.contests(s, found)
    tallies = bodies.tallies(s, found)
    statuses = bodies.statuses(s, found, settle)
    actions = bodies.actions(s, found)
    for group in s.table.keywords.values():
        for sig in group:
            with s.reporting():
                check_keyword(s, sig)
    rules = game_rules(s, found)
    cards, holders = all_cards(s, found, head)
    turn = turn_of(s, found)
    setup = blocks(s, found, "setup")
    return ir.Game(
        head.name, head.players, head.heads,
        tuple(sym.data for sym in s.table.of_kind("set")), with_silent(s), tuple(sym.data for sym in s.table.of_kind("zone")),
        tallies, values, contests, tuple(actions), (*statuses, *s.statuses), keywords(s, found),
        parts(s, "run"), parts(s, "live"), layers(s, found), order(s, found), turn, setup, given(s, found), rules,
        verdict(s, found, "both"), turn_limit(s, found), verdict(s, found, "limit"), cards, holders, head.endings,
        tuple(invariants(s, found)), tuple(each(s, found, "ruling", lambda x: extras.ruling(x))),
        tuple(each(s, found, "measure", lambda x: extras.measure(s, x))), examples(s, found),
        tuple(each(s, found, "bot", lambda x: extras.bot(s, x))), tuple(each(s, found, "look", lambda x: extras.look(s, x))),
        tuple(each(s, found, "symbol", lambda x: extras.symbol(x))), tuple(each(s, found, "forms", lambda x: extras.forms(s, x))),
    )  # fmt: skip


def each(s: Scope, found: Found, head: str, make):  # type: ignore[no-untyped-def]
    out = []
    for stmt in found.of(head):
        with s.reporting():
            out.append(make(stmt))
    return out


def with_silent(s: Scope) -> tuple[ir.Attribute, ...]:
    """The declared attributes, and the built-in flag that takes a card's rules out of force if a text uses it."""
    silent = s.table.noun("silent")
    return (*s.table.attributes, silent.data) if silent is not None and "silent" in s.table.used else s.table.attributes


def game_rules(s: Scope, found: Found) -> tuple[ir.Rule, ...]:
    out = []
    for stmt in found.rules:
        with s.reporting():
            you = stmt.kind == "as soon as"
            out.append(rule(Place(s.child(names={}), you, False), stmt))
    return tuple(out)


def all_cards(s: Scope, found: Found, head: GameHead) -> tuple[tuple[ir.Card, ...], tuple[ir.HolderDecl, ...]]:
    cards, holders = [], []
    for stmt in found.of("card"):
        with s.reporting():
            cards.append(card(s, stmt, "", head.source))
    for stmt in found.of("cards"):
        group = plain_words(leftmost(one_clause(stmt).value).items[1:])
        for entry in stmt.block or ():
            with s.reporting():
                cards.append(card(s, entry, group, head.source))
    for name, _ in head.heads:
        for stmt in found.of(name):
            with s.reporting():
                decl, mine = holder(s, stmt, name, head.source)
                holders.append(decl)
                cards += mine
    return tuple(cards), tuple(holders)


def turn_of(s: Scope, found: Found) -> ir.Turn:
    stmts = found.of("turn")
    if len(stmts) != 1:
        at = stmts[1].at if stmts else found.of("game")[0].at
        s.add("E0411", "a game has one turn", at, help='write "turn of one player at a time, first by chance: PHASE, PHASE"')
        return ir.Turn(False, "chance", ())
    stmt = stmts[0]
    value = stmt.head[0].value
    who = plain_words(leftmost(value.right).items) if isinstance(value, Binary) else ""
    how = [f"{t.word} {plain_words(leftmost(t.value).items)}" for t in stmt.head[0].tails]
    if (who, how) not in (("one player", ["at a time"]), ("both players", ["at once"])):
        s.add("E0411", "who acts in a turn?", stmt.head[0].at, help='write "turn of one player at a time, first by chance: ..." or "turn of both players at once: ..."')
    phases = []
    for clause in stmt.define or ():
        name = plain_words(leftmost(clause.value).items)
        symbol = s.table.noun(name)
        if symbol is None or symbol.kind != "phase":
            s.add("E0206", f'"{name}" is no phase', clause.at, "a phase is expected here")
            continue
        phases.append(name)
        s.table.used.add(name)
    return ir.Turn(who == "both players", "chance", tuple(phases))


def blocks(s: Scope, found: Found, head: str):  # type: ignore[no-untyped-def]
    stmts = found.of(head)
    return bodies.free_body(s, [line for stmt in stmts for line in stmt.block or ()]) if stmts else None


def given(s: Scope, found: Found):  # type: ignore[no-untyped-def]
    for stmt in found.of("default"):
        if plain_words(leftmost(stmt.head[0].value).items) == "default given":
            return bodies.free_body(s, stmt.block)
    return None


def keywords(s: Scope, found: Found) -> tuple[ir.Keyword, ...]:
    from yomi_dsl.compiler.base import at
    from yomi_dsl.compiler.bodies import says_of

    sigs = [sig for group in s.table.keywords.values() for sig in group]
    return tuple(
        ir.Keyword(sig.name, tuple((r.name, r.type) for r in sig.roles), says_of(sig.stmt), sig.stmt.tags, at(sig.at))
        for sig in sigs
        if sig.stmt is not None
    )


def parts(s: Scope, kind: str) -> tuple[str, ...]:
    return tuple(sym.name for sym in s.table.of_kind("part") if sym.data == kind)


def layers(s: Scope, found: Found) -> tuple[str, ...]:
    names = [plain_words(leftmost(c.value).items) for stmt in found.of("layers") for c in stmt.define or ()]
    for stmt in found.of("layers"):
        for clause in stmt.define or ():
            name = plain_words(leftmost(clause.value).items)
            symbol = s.table.noun(name)
            if name != "status" and (symbol is None or symbol.kind not in ("zone", "head")):
                s.add("E0206", f'"{name}" is no layer', clause.at, "a layer is a live zone, a holder, or status")
    return tuple(names)


def order(s: Scope, found: Found) -> tuple[str, ...]:
    for stmt in found.of("order"):
        for clause in stmt.define or ():
            name = plain_words(leftmost(clause.value).items)
            symbol = s.table.noun(name)
            if name not in ("active player", "layer", "age") and (symbol is None or symbol.kind != "status"):
                s.add("E0206", f'"{name}" orders nothing', clause.at, "", "the order is by active player, layer, age, or a player's status")
            s.table.used.add(name)
    return tuple(plain_words(leftmost(c.value).items) for stmt in found.of("order") for c in stmt.define or ())


def verdict(s: Scope, found: Found, head: str):  # type: ignore[no-untyped-def]
    written = {"both": "both lose", "limit": "limit of turns"}[head]
    for stmt in found.of(head):
        if not " ".join(stmt.at.text.split()).startswith(written) or not stmt.define:
            s.add("E0406", f'"{head}" declares nothing like this', stmt.head[0].at, help=f'write "{written} ...: EFFECT"')
            continue
        with s.reporting():
            return bodies.verdict(s, stmt.define)
    return None


def turn_limit(s: Scope, found: Found) -> int:
    for stmt in found.of("limit"):
        value = stmt.head[0].value
        numbers = [i.value for i in leftmost(value.right).items if isinstance(i, Number)] if isinstance(value, Binary) else []
        if len(numbers) == 1:
            return numbers[0]
        s.add("E0303", "a limit says how many", stmt.at, help='write "limit of turns 200: ..."')
    return 0


def invariants(s: Scope, found: Found):  # type: ignore[no-untyped-def]
    from yomi_dsl.compiler.base import at

    for stmt in found.of("invariant"):
        for clause in stmt.define or ():
            with s.reporting():
                yield ir.Check(" ".join(clause.at.text.split()), bodies.free_condition(s, clause), stmt.tags, at(stmt.at))


def examples(s: Scope, found: Found) -> tuple[ir.Example, ...]:
    out = []
    for stmt in found.of("example"):
        with s.reporting():
            out.append(example(s.child(holder=""), stmt))
    return tuple(out)


__all__ = ["Wrong", "compile_files", "compile_game", "first_word"]
