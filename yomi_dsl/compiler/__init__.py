"""From source texts to a game: parse, declare, read bodies, read cards, check. Problems go into the bag.

`compile_game` is the whole path on one screen; every pass before it fills what the next one reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler import bodies, bots, extras, looks
from yomi_dsl.compiler.base import Env, Scope, Table, head_at, plain_words
from yomi_dsl.compiler.cards import card, holder
from yomi_dsl.compiler.check import unused
from yomi_dsl.compiler.declare import declare_all, group_name
from yomi_dsl.compiler.doubled import once
from yomi_dsl.compiler.examples import example
from yomi_dsl.compiler.flow import ANSWERS, check_game
from yomi_dsl.compiler.found import HEADS, Found, sort
from yomi_dsl.compiler.head import WRITTEN, GameHead, game_head, written_so
from yomi_dsl.compiler.inference import infer_types
from yomi_dsl.compiler.keywords import check_keyword
from yomi_dsl.compiler.misspelt import folded
from yomi_dsl.compiler.parts import agree
from yomi_dsl.compiler.reserved import plainly
from yomi_dsl.compiler.rows import check_rows
from yomi_dsl.compiler.rules import Place, rule
from yomi_dsl.compiler.steps import check_script
from yomi_dsl.compiler.studies import study
from yomi_dsl.compiler.units import Forgetful, Keeper, unit
from yomi_dsl.diagnostics import Bag, Label, nearest, suggest
from yomi_dsl.source import Source, Span
from yomi_dsl.syntax import Binary, File, Number, Stmt, leftmost


def compile_game(sources: Sequence[Source], bag: Bag) -> ir.Game | None:
    """The game that the texts declare, or None if anything is wrong (see the bag)."""
    from yomi_dsl.parser import parse

    return compile_files([parse(source, bag) for source in sources], sources, bag)


def compile_files(files: Sequence[File], sources: Sequence[Source], bag: Bag, keeper: Keeper | None = None) -> ir.Game | None:
    """``keeper`` may know some units; of those, the files need hold no more than an `outline`."""
    mine = Bag()
    for problem in bag.sorted:
        mine.add(problem.code, problem.message, problem.at, problem.label, problem.help, problem.more)
    s = Scope(Table(keeper=keeper or Forgetful()), mine, Env([], 0))
    game = build(s, files, sources)
    bag.hold(plainly(folded(s.table, mine.sorted), sources))
    return None if mine.errors else game


def readable_part(sources: Sequence[Source]) -> ir.Game | None:
    """What could be read of a game that has errors: to be looked up in, never to be played."""
    from yomi_dsl.parser import parse

    bag = Bag()
    return build(Scope(Table(keeper=Forgetful()), bag, Env([], 0)), [parse(source, bag) for source in sources], sources)


def build(s: Scope, files: Sequence[File], sources: Sequence[Source]) -> ir.Game | None:
    """The passes, each after what it needs."""
    bag = s.bag
    s.table.aftermath.of_reading(bag)
    found = sort(s, once(s, files))
    s.game = game_head(s, found)
    if s.game is None:
        return None
    made: ir.Game | None = None
    with s.reporting():
        written_so(s, found)
        declare_all(s, found)
        s.table.aftermath.settle(every_word(s.table))
        s.table.attributes = bodies.attributes(s, found)
        s.table.everys = bodies.everys(s, found)
        infer_types(s)
        made = assemble(s, files, found, s.game)
    answered = [one for group in s.table.scripts.values() for sig in group for one in s.attempt(partial(check_script, s, sig)) or ()]
    if not bag.errors:
        unused(s)
        script_choices(s, answered)
    if made is not None:
        check_game(made, bag, sources)
    return made


def every_word(table: Table) -> set[str]:
    """The declared names of one word, and those that begin what is said."""
    known = {key[0] for key in table.nouns if len(key) == 1} | {word for key in table.relations for word in key}
    known |= set(table.verbs) | set(table.keywords) | set(table.scripts) | set(HEADS)
    return known | {sig.third for group in table.verbs.values() for sig in group}


def script_choices(s: Scope, answered: Sequence[tuple[str, Span]]) -> None:
    """What script forms and bots answer must be asked somewhere."""
    known = {*s.table.asked, *ANSWERS}
    for choice, place in s.table.answered:
        if choice not in known:
            s.add("E0607", f'no choice is named "{choice}"', place, "nothing ever asks this", nearest(choice, known))
    for choice, place in answered:
        if choice not in known:
            s.add("E0608", f'no choice is named "{choice}"', place, "nothing ever asks this", nearest(choice, known))


def assemble(s: Scope, files: Sequence[File], found: Found, head: GameHead) -> ir.Game:
    """Every body, in an order in which each finds what it needs."""
    settle = bodies.default_settle(s, found)
    values = bodies.values(s, found)
    s.table.formulas.update({value.name: value for value in values})
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
    setup, unplaced, shown = blocks(s, found, "setup"), given(s, found), examples(s, found)
    agree(s)
    both, late = verdict(s, found, "both"), verdict(s, found, "limit")
    return ir.Game(
        head.name, head.players, head.heads,
        tuple(sym.data for sym in s.table.of_kind("set")), with_silent(s), tuple(sym.data for sym in s.table.of_kind("zone")),
        tallies, values, contests, tuple(actions), (*statuses, *s.statuses), keywords(s, found),
        parts(s, "run"), parts(s, "live"), layers(s, found), order(s, found), turn, setup, unplaced, rules,
        both, turn_limit(s, found), late, cards, holders, head.endings,
        tuple(invariants(s, found)), tuple(each(s, found, "ruling", extras.ruling)),
        rule_rows(s, files, found), tuple(each(s, found, "property", extras.property_shown)),
        tuple(each(s, found, "measure", lambda x: extras.measure(s, x))), studied(s, found, tallies), shown,
        tuple(each(s, found, "bot", lambda x: bots.bot(s, x))), tuple(each(s, found, "look", lambda x: looks.look(s, x))),
        tuple(each(s, found, "symbol", lambda x: extras.symbol(s, x))), tuple(each(s, found, "forms", lambda x: extras.forms(s, x))),
    )  # fmt: skip


def each(s: Scope, found: Found, head: str, make):  # type: ignore[no-untyped-def]
    out = []
    for stmt in found.of(head):
        with s.reporting():
            out.append(make(stmt))
    return out


def rule_rows(s: Scope, files: Sequence[File], found: Found) -> tuple[ir.Note, ...]:
    """The rule table. Where a game has one, every rule id of its texts is a row of it."""
    check_rows(s, files, found.of("rule"))
    return tuple(each(s, found, "rule", extras.row))


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
        cards.append(unit(s, stmt, lambda s, stmt: card(s, stmt, "", head.source)))
    for stmt in found.of("cards"):
        cards += unit(s, stmt, partial(group, source=head.source)) or ()
    for name, _ in head.heads:
        for stmt in found.of(name):
            decl, mine = unit(s, stmt, partial(holder, head=name, source=head.source)) or (None, ())
            holders.append(decl)
            cards += mine
    return tuple(filter(None, cards)), tuple(filter(None, holders))


def group(s: Scope, stmt: Stmt, source: str) -> tuple[ir.Card, ...]:
    """``cards NAME { card ... }`` outside all holders."""
    name = group_name(stmt)
    made = [s.attempt(partial(card, s, entry, name, source)) for entry in stmt.block or ()]
    return tuple(filter(None, made))


def turn_of(s: Scope, found: Found) -> ir.Turn:
    stmts = found.of("turn")
    if not stmts:
        if not s.table.aftermath.lost & {"turn"}:
            s.add("E0415", "the game has no turn", head_at(found.of("game")[0]), help=f"write {TURNS}")
        return ir.Turn(False, "chance", ())
    for again in stmts[1:]:
        more = (Label(head_at(stmts[0]), "first here"),)
        s.add("E0415", "a game has one turn", head_at(again), "declared again here", more=more)
    stmt = stmts[0]
    who = " ".join(head_at(stmt).text.split())
    if who not in ("turn of one player at a time, first by chance", "turn of both players at once"):
        s.add("E0415", "who acts in a turn?", head_at(stmt), help=f"write {TURNS}")
    if not stmt.define:
        s.add("E0415", "the turn has no phases", head_at(stmt), help="write a colon and the phases in their order")
    phases: list[str] = []
    for clause in stmt.define or ():
        name = plain_words(leftmost(clause.value).items)
        symbol = s.table.noun(name)
        if symbol is None or symbol.kind != "phase" or clause.tails:
            known = [x.name for x in s.table.of_kind("phase")]
            s.add("E0206", f'"{clause.at.text}" is no phase', clause.at, "a phase is expected here", suggest(name, known))
            continue
        phases.append(name)
        s.table.used.add(name)
    return ir.Turn(who.startswith("turn of both"), "chance", tuple(phases))


TURNS = '"turn of one player at a time, first by chance: PHASE, PHASE" or "turn of both players at once: PHASE, PHASE"'


def blocks(s: Scope, found: Found, head: str):  # type: ignore[no-untyped-def]
    stmts = found.of(head)
    return bodies.free_body(s, [line for stmt in stmts for line in stmt.block or ()]) if stmts else None


def given(s: Scope, found: Found):  # type: ignore[no-untyped-def]
    stmt = default_given(found)
    return None if stmt is None else bodies.free_body(s, stmt.block)


def default_given(found: Found) -> Stmt | None:
    return next((x for x in found.of("default") if plain_words(leftmost(x.head[0].value).items) == "default given"), None)


def studied(s: Scope, found: Found, tallies: Sequence[ir.TallyDecl]) -> tuple[ir.Study, ...]:
    stmt = default_given(found)
    unplaced = () if stmt is None else stmt.block or ()
    measures = [name for x in found.of("measure") for name in extras.texts(x.head)]
    return tuple(each(s, found, "study", lambda x: study(s, x, unplaced, measures, tallies)))


def keywords(s: Scope, found: Found) -> tuple[ir.Keyword, ...]:
    from yomi_dsl.compiler.base import at
    from yomi_dsl.compiler.bodies import says_of

    sigs = [sig for group in s.table.keywords.values() for sig in group]
    out = []
    for sig in sigs:
        if sig.stmt is not None:
            says = s.attempt(partial(says_of, sig.stmt)) or ""
            out.append(ir.Keyword(sig.name, tuple((r.name, r.type) for r in sig.roles), says, sig.stmt.tags, at(sig.at)))
    return tuple(out)


def parts(s: Scope, kind: str) -> tuple[str, ...]:
    return tuple(sym.name for sym in s.table.of_kind("part") if sym.data == kind)


def layers(s: Scope, found: Found) -> tuple[str, ...]:
    names = [plain_words(leftmost(c.value).items) for stmt in found.of("layers") for c in stmt.define or ()]
    for stmt in found.of("layers"):
        for clause in stmt.define or ():
            name = plain_words(leftmost(clause.value).items)
            symbol = s.table.noun(name)
            if name != "status" and (symbol is None or symbol.kind not in ("zone", "head")):
                known = [x.name for x in s.table.of_kind("zone", "head")]
                s.add("E0206", f'"{name}" is no layer', clause.at, "a layer is a live zone, what a player brings, or status", suggest(name, [*known, "status"]))
    return tuple(names)


def order(s: Scope, found: Found) -> tuple[str, ...]:
    for stmt in found.of("order"):
        for clause in stmt.define or ():
            name = plain_words(leftmost(clause.value).items)
            symbol = s.table.noun(name)
            if name not in ("active player", "layer", "age") and (symbol is None or symbol.kind != "status"):
                s.add("E0206", f'"{name}" orders nothing', clause.at, "", 'write "active player", "layer", "age", or a status of a player')
            s.table.used.add(name)
    return tuple(plain_words(leftmost(c.value).items) for stmt in found.of("order") for c in stmt.define or ())


def verdict(s: Scope, found: Found, head: str):  # type: ignore[no-untyped-def]
    written = {"both": "both lose", "limit": "limit of turns"}[head]
    for stmt in found.of(head):
        if not stmt.define:
            s.add("E0406", f'what happens at "{written}"?', head_at(stmt), "", f"write a colon and an effect: {WRITTEN[head][1]}")
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
    return 0


def invariants(s: Scope, found: Found):  # type: ignore[no-untyped-def]
    from yomi_dsl.compiler.base import at

    for stmt in found.of("invariant"):
        for clause in stmt.define or ():
            with s.reporting():
                yield ir.Check(" ".join(clause.at.text.split()), bodies.free_condition(s, clause), stmt.tags, at(stmt.at))


def examples(s: Scope, found: Found) -> tuple[ir.Example, ...]:
    made = [unit(s, stmt, lambda s, stmt: example(s.child(holder=""), stmt)) for stmt in found.of("example")]
    return tuple(filter(None, made))
