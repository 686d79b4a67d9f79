"""Choices: choose, may, keep choosing, sealed, and choices among options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yomi_dsl import ir
from yomi_dsl.compiler import chance
from yomi_dsl.compiler.base import LANGUAGE, Scope, SeatVar, Var, Wrong, at, head_at, plain_words, show
from yomi_dsl.compiler.calls import candidates
from yomi_dsl.compiler.conditions import condition
from yomi_dsl.compiler.terms import need_you
from yomi_dsl.compiler.wanted import items_phrase, number, place, player, zone
from yomi_dsl.diagnostics import suggest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Clause, Either, Expr, Group, Number, Phrase, Stmt, Text, Word, leftmost

Body = Callable[[Scope, "Sequence[Stmt] | None"], ir.Effect]
NONE, ONE = ir.Lit(0), ir.Lit(1)


def chooser(s: Scope, stmt: Stmt) -> ir.Value:
    if stmt.subject is None:
        if stmt.kind == "choose":
            fits_chooser(stmt, False)
        return need_you(s, head_at(stmt))
    who = player(s, stmt.subject)
    if stmt.kind == "choose":
        fits_chooser(stmt, who != s.you)
    return who


def fits_chooser(stmt: Stmt, other: bool) -> None:
    """``you choose`` but ``opponent chooses``."""
    if not stmt.head:
        return
    start = stmt.subject.at.end if stmt.subject is not None else stmt.at.start
    written = stmt.at.source.text[start : stmt.head[0].at.start]
    wanted = "chooses" if other else "choose"
    if written.strip() != wanted:
        at_ = Span(stmt.at.source, start + len(written) - len(written.lstrip()), start + len(written.rstrip()))
        raise Wrong("E0308", f'the verb does not fit who acts: "{written.strip()}"', at_, "", f'write "{wanted}"')


# ---- among options ---------------------------------------------------------------------------------------------------------


def options(s: Scope, stmt: Stmt, body: Body, mode: str = "must") -> ir.Effect | None:
    """``choose one { option ... }``, or None if this is another kind of choice."""
    lines = [line for line in stmt.block or () if is_option(line)]
    if not lines:
        return None
    if head_words(stmt) != "one":
        raise Wrong("E0303", "a choice among options is named one", head_at(stmt), "", 'write "choose one { option ... }"')
    made = []
    for line in stmt.block or ():
        with s.reporting():
            made.append(option(s.child(), line, body))
    s.table.asked.append("one")
    return ir.Options(chooser(s, stmt), mode, "one", s.env.new("round"), tuple(made), at(stmt.at))


def head_words(stmt: Stmt) -> str:
    """The words between the control words and the block."""
    start, end = stmt.head[0].at.start, stmt.head[-1].at.end
    return " ".join(stmt.at.source.text[start:end].split())


def is_option(line: Stmt) -> bool:
    return line.kind == "plain" and plain_words(leftmost(line.head[0].value).items[:1]) == "option"


def option(s: Scope, line: Stmt, body: Body) -> ir.Option:
    if not is_option(line) or len(line.head) != 1:
        raise Wrong("E0303", "only options stand here", head_at(line), "", 'write "option ..."')
    clause = line.head[0]
    items = leftmost(clause.value).items[1:]
    if not isinstance(clause.value, Phrase) or line.define is not None:
        raise Wrong("E0302", "this has no meaning in an option", head_at(line), "", 'write: option ACTION, or: option "TEXT" { ... }')
    where = next((condition(s, t.value) for t in clause.tails if t.word == "where"), None)
    if any(t.word != "where" for t in clause.tails):
        raise Wrong("E0302", "an option takes only where", clause.at)
    if len(items) == 1 and isinstance(items[0], Text):
        return ir.Option(items[0].value, "", where, body(s, line.block))
    name = plain_words(items)
    sig = next((sig for sigs in s.table.verbs.values() for sig in sigs if sig.name == name), None)
    if sig is None or sig.roles:
        done = candidates(s, items)
        help = f'write: option "{name}" {{ {name} }}' if done else suggest(name, [g.name for v in s.table.verbs.values() for g in v if not g.roles])
        raise Wrong("E0205", f'"{name}" is no action without roles', clause.at, "an option is such an action, or a text with a block", help)
    if line.block is not None:
        raise Wrong("E0302", "an action as option takes no block", head_at(line))
    s.table.used.add(name)
    return ir.Option(name, name, where, None)


# ---- among things ------------------------------------------------------------------------------------------------------------


def choose(s: Scope, stmt: Stmt, body: Body, mode: str = "must") -> ir.Effect:
    """One or several names with a joint condition. The names stay known after the choice, unless it may be refused."""
    who = chooser(s, stmt)
    inner = s if mode == "must" and stmt.block is None else s.child()
    asks, where, limit = s.attempt(lambda: names(inner, stmt), lambda: inner.lose(stmt)) or ((), None, None)
    slot = s.env.new("round")
    made = body(inner, stmt.block) if stmt.block is not None else None
    otherwise = body(s.child(), stmt.otherwise) if stmt.otherwise is not None else None
    if mode == "keep" and made is None:
        raise Wrong("E0303", "keep choosing does something with each choice", head_at(stmt), "", "add a block")
    return ir.Choose(who, mode, asks, where, slot, limit, made, otherwise, at(stmt.at))


def keep(s: Scope, stmt: Stmt, body: Body) -> ir.Effect:
    return options(s, stmt, body, "keep") or choose(s, stmt, body, "keep")


def may_choose(s: Scope, stmt: Stmt, body: Body) -> ir.Effect:
    return options(s, stmt, body, "may") or choose(s, stmt, body, "may")


def may(s: Scope, stmt: Stmt, body: Body) -> ir.Effect:
    """``may { ... }``: do it or not."""
    otherwise = body(s.child(), stmt.otherwise) if stmt.otherwise is not None else None
    made = body(s.child(), stmt.block)
    return ir.Choose(chooser(s, stmt), "may", (), None, s.env.new("round"), None, made, otherwise, at(stmt.at))


def names(s: Scope, stmt: Stmt) -> tuple[tuple[ir.Ask, ...], ir.Value | None, ir.Value | None]:
    asks, where, limit = [], None, None
    for clause in stmt.head:
        ask_, most = ask(s, clause, stmt.kind == "keep choosing")
        asks.append(ask_)
        limit = most or limit
    for clause in stmt.head:
        for tail in clause.tails:
            if tail.word == "where":
                found = condition(s, tail.value)
                where = found if where is None else ir.Op("and", (where, found))
    return tuple(asks), where, limit


def ask(s: Scope, clause: Clause, keeping: bool) -> tuple[ir.Ask, ir.Value | None]:
    if not isinstance(clause.value, Phrase):
        raise Wrong("E0303", "a choice begins with the name of what is chosen", clause.at, "", 'write "choose c from ..."')
    chance.refused_tails(s, clause.tails)
    items = list(clause.value.items)
    chance.refused_choice(s, items, clause.value.at)
    zones_wanted = show(items[0]) == "zone" and len(items) > 1
    if zones_wanted:
        items = items[1:]
    count = None
    if len(items) > 1 and (not isinstance(items[0], Word) or s.local(items, 0)):
        count = number(s, items_phrase(items[:1]))
        items = items[1:]
    name = plain_words(items)
    tails = {t.word: t.value for t in clause.tails}
    unknown = set(tails) - {"from", "where", "up to"}
    if unknown or "from" not in tails:
        bad = next((t.at for t in clause.tails if t.word in unknown), clause.at)
        said = "choose one { option ... }" if name == "one" else f"{name} from ..."
        raise Wrong("E0303", "a choice says from what it is made", bad, "", f'write "{said}"')
    check_new_name(s, name, leftmost(clause.value).at if items else clause.at)
    s.table.asked.append(name)
    source, type = source_of(s, tails["from"], zones_wanted)
    most = number(s, tails["up to"]) if "up to" in tails else None
    many = count is not None or (most is not None and not keeping)
    low, high = (count, count) if count is not None else (NONE, most) if many and most is not None else (ONE, ONE)
    kind = "cards" if many and type == "card" else type
    slot = s.bind(name, kind, 2 if s.per_seat and s.in_rule == "sealed" else 1)
    return ir.Ask(name, slot, source, low, high, many), most if keeping else None


QUANTITIES = ("any", "all", "each", "no", "every", "your", "opponent's")
NAMED = 'write "choose k from ...", and what it must be after "where": "where k is ..."'


def check_new_name(s: Scope, name: str, at_: Span) -> None:
    """A local name hides no word of the game and none of the language."""
    if not name or not all(word[0].isalpha() for word in name.split()):
        raise Wrong("E0303", "a name is missing", at_, "what is it called?", 'write "choose c from ..."')
    words = name.split()
    quantity = words[0] if words[0] in QUANTITIES and len(words) > 1 else ""
    if quantity or (len(words) > 1 and all(s.table.noun(word) is not None for word in words)):
        told = f'"{quantity}" begins no name' if quantity else f'"{name}" describes cards, and is no name'
        raise Wrong("E0303", told, at_, "a name of your own is expected here", NAMED)
    if s.table.noun(name) is not None:
        raise Wrong("E0204", f'"{name}" is already a word of the game', at_, "a local name may not hide it", "choose another word")
    if name in LANGUAGE:
        raise Wrong("E0204", f'"{name}" is a word of the language', at_, "a local name may not hide it", "choose another word")


def source_of(s: Scope, expr: Expr, zones_wanted: bool) -> tuple[ir.AnyOf, str]:
    """What is chosen from: cards of zones, words, numbers, or zones themselves; and the type of one."""
    if isinstance(expr, Phrase) and len(expr.items) == 1:
        item = expr.items[0]
        if isinstance(item, Either):
            from yomi_dsl.compiler.terms import either_words

            set_name, words = either_words(s, item)
            return ir.AnyOf(set=set_name, words=words), f"word {set_name}"
        if isinstance(item, Word):
            symbol = s.table.nouns.get((item.text,))
            if symbol is not None and symbol.kind == "set":
                s.table.used.add(symbol.name)
                return ir.AnyOf(set=symbol.name, words=symbol.data.words), f"word {symbol.name}"
        if isinstance(item, Group) and item.typed is None:
            return listed_source(s, item, zones_wanted)
    if zones_wanted:
        return ir.AnyOf(zones=(zone(s, expr),)), "zone"  # type: ignore[arg-type]
    return ir.AnyOf(cards=cards_of(s, expr)), "card"


def listed_source(s: Scope, group: Group, zones_wanted: bool) -> tuple[ir.AnyOf, str]:
    for clause in group.clauses:
        if clause.tails:
            raise Wrong("E0302", f'"{clause.tails[0].word}" has no meaning here', clause.tails[0].at, "this part is not used")
    values = [clause.value for clause in group.clauses]
    if all(isinstance(v, Phrase) and len(v.items) == 1 and isinstance(v.items[0], Number) for v in values):
        return ir.AnyOf(numbers=tuple(number(s, v) for v in values)), "number"
    zones = tuple(zone(s, v) for v in values)
    if zones_wanted:
        return ir.AnyOf(zones=zones), "zone"  # type: ignore[arg-type]
    return ir.AnyOf(cards=ir.Cards(zones, None, ir.Filter(()), s.env.new("it"), "it", None)), "card"


def cards_of(s: Scope, expr: Expr) -> ir.Cards:
    found = place(s, expr)
    slot = s.env.new("it")
    if found.kind == "value" and found.type == "zone":
        return ir.Cards((found.value,), None, ir.Filter(()), slot, "it", None)  # type: ignore[arg-type]
    if found.kind == "value" and found.type in ("cards", "card"):
        return ir.Cards((), found.value, ir.Filter(()), slot, "it", None)
    if found.kind == "filter" and found.quant in ("", "all", "any"):
        return ir.Cards(found.zones, found.among, found.filter, slot, "it", None)
    raise Wrong("E0304", "cards are expected here", expr.at)


# ---- sealed ----------------------------------------------------------------------------------------------------------------


def sealed(s: Scope, stmt: Stmt) -> ir.Effect:
    """Both players answer unseen; the names hold an answer per seat afterwards."""
    lines = stmt.block or ()
    if len(lines) != 1 or lines[0].kind != "plain" or head_at(lines[0]).text.split() != ["each", "player"]:
        raise Wrong("E0506", "in sealed, each player chooses, and nothing else happens", head_at(stmt), "", 'write "sealed { each player { choose ... } }"')
    slot = s.env.new("player")
    before = dict(s.names)
    inner = s.child(you=ir.Local(slot, "player"), per_seat=True, in_rule="sealed")
    asks = []
    for line in lines[0].block or ():
        with s.reporting():
            if line.kind not in ("choose", "may choose") or line.block is not None:
                raise Wrong("E0506", "in sealed, each player only chooses", head_at(line), "nothing may happen before both have answered")
            made = choose(inner, line, lambda _s, _b: ir.Seq(()), "may" if line.kind == "may choose" else "must")
            assert isinstance(made, ir.Choose)
            asks.append(made)
    s.names.update({k: v for k, v in inner.names.items() if isinstance(v, (SeatVar, Var)) and k not in before})
    return ir.Sealed(slot, tuple(asks), at(stmt.at))
