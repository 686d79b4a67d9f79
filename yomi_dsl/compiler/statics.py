"""What stands in force: rules, modifiers, grants, rows of a contest; and the statuses that bundle them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from yomi_dsl import ir
from yomi_dsl.compiler.base import (
    Declared,
    Env,
    Macro,
    Scope,
    SeatVar,
    Signature,
    Var,
    Wrong,
    at,
    bare,
    head_at,
    one_clause,
    plain_clause,
    plain_words,
    replace_left,
    show,
)
from yomi_dsl.compiler.conditions import condition, relation_at, span
from yomi_dsl.compiler.effects import body, candidates, pattern
from yomi_dsl.compiler.nouns import (
    Noun,
    Run,
    add_where,
    anything,
    as_filter,
    filter_,
    items_phrase,
    need_you,
    noun,
    number,
    word_value,
    zone,
)
from yomi_dsl.compiler.primitives import ROLES
from yomi_dsl.compiler.unbroken import reading
from yomi_dsl.diagnostics import nearest, suggest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Group, Item, Phrase, Stmt, Tail, Text, Word, leftmost

TIMINGS = {"before": "before", "after": "after", "instead of": "instead", "at end of": "after", "at start of": "before"}
RULE_KINDS = (*TIMINGS, "as soon as")


class Place:
    """Where a static stands: how its environments are filled beyond the event's own slots.

    you_name/this_name   whether there is a you and a this
    captures             names of captured values, with their types
    """

    def __init__(self, s: Scope, you: bool, this: bool, captures: Sequence[tuple[str, str]] = ()) -> None:
        self.s, self.you, self.this, self.captures = s, you, this, tuple(captures)

    def scope(self, first: Sequence[tuple[str, str]]) -> Scope:
        """A scope whose environment begins with ``first`` (name, type), then you, this and the captures."""
        names = [n for n, _ in first] + ["you", "this"] + [n for n, _ in self.captures]
        env = Env(names, len(names))
        base = len(first)
        made = self.s.child(env=env, you=None, this=None, subject=None, names=dict(self.macros()), per_seat=False)
        for i, (name, type) in enumerate(first):
            made.names[tuple(name.split())] = Var(type, ir.Local(i, name))
        if self.you:
            made.you = ir.Local(base, "you")
        if self.this:
            made.this = ir.Local(base + 1, "this")
        for i, (name, type) in enumerate(self.captures):
            value = ir.Local(base + 2 + i, name)
            if name == "this":
                made.this = value
            else:
                made.names[tuple(name.split())] = Var(type, value)
        return made

    def macros(self) -> dict[tuple[str, ...], Macro]:
        return {k: v for k, v in self.s.names.items() if isinstance(v, Macro)}


# ---- rules -------------------------------------------------------------------------------------------------------------------


def rule(p: Place, stmt: Stmt) -> ir.Rule:
    if stmt.kind == "as soon as":
        return soon(p, stmt)
    clause = one_clause(stmt)
    edge = span_edge(p, stmt, clause)
    if edge is not None:
        return edge
    sig, subject, used = event_of(p, clause)
    roles = [("doer", "player"), *((r.name, value_type(r.type)) for r in sig.roles)]
    s = p.scope(roles)
    s.in_rule = stmt.kind
    s.names.pop(("doer",), None)
    s.names[("doer",)] = Var("player", ir.Local(0, "doer"))
    tests = s.attempt(lambda: [*doer_test(s, subject), *role_tests(s, sig, clause, used)]) or ()
    where = s.attempt(lambda: where_of(s, clause))
    limit = s.attempt(lambda: limit_of(s, clause.tails))
    made = body(s, stmt.block)
    return ir.Rule(TIMINGS[stmt.kind], sig.name, tuple(tests), where, limit, None, s.env.proc(made), stmt.tags, at(stmt.at))


def where_of(s: Scope, clause: Clause) -> ir.Value | None:
    """The condition after ``where``, which stands once."""
    found = [t for t in clause.tails if t.word == "where"]
    if len(found) > 1:
        raise Wrong("E0302", '"where" stands twice', found[1].at, "this part is not used", 'join conditions with "and"')
    return condition(s, found[0].value) if found else None


def value_type(role: str) -> str:
    """What a role is when its rule reads it: names are texts, a holder is read as a player."""
    base = role.removesuffix(" or nothing")
    return "text" if base.endswith(" name") else "player" if base == "holder" else base


def soon(p: Place, stmt: Stmt) -> ir.Rule:
    s = p.scope([])
    where = s.attempt(lambda: condition(s, one_clause(stmt).value))
    return ir.Rule("soon", "", (), where, None, None, s.env.proc(body(s, stmt.block)), stmt.tags, at(stmt.at))


def span_edge(p: Place, stmt: Stmt, clause: Clause) -> ir.Rule | None:
    """``at end of stay`` where stay is a span, or ``at end of this turn``."""
    if stmt.kind not in ("at start of", "at end of") or not isinstance(clause.value, Phrase):
        return None
    s = p.scope([])
    first = show(clause.value.items[0])
    local = s.local(clause.value.items, 0)
    if not (first in ("this", "next") or (local and local[0].type == "span")):
        return None
    plain_clause(clause, ("where",))
    when = span(s, clause.value)
    timing = "start" if stmt.kind == "at start of" else "end"
    s.in_rule = stmt.kind
    where = next((condition(s, t.value) for t in clause.tails if t.word == "where"), None)
    return ir.Rule(timing, "", (), where, None, when, s.env.proc(body(s, stmt.block)), stmt.tags, at(stmt.at))


Subject = tuple[str, Item] | None


def event_of(p: Place, clause: Clause) -> tuple[Signature, Subject, int]:
    """The action a pattern speaks of, who does it, and how many words the subject takes."""
    items = leftmost(clause.value).items
    subject, used = pattern_subject(p, items)
    found = candidates(p.s, items[used:], lenient=True)
    if found:
        preps = {t.word for t in clause.tails} - {"where", "at most"}
        top = [sig for sig in found if len(sig.fixed) == len(found[0].fixed)]
        sig = next((x for x in top if preps <= {q for q, _ in x.tails}), top[0])
        verb_form(sig, items[used], subject)
        p.s.table.used.add(sig.name)
        return sig, subject, used
    word = show(items[used]) if used < len(items) else ""
    if [show(i) for i in items[used:]] == ["turn"]:
        return Signature("turn", ("turn",), (), "", items[used].at, "phase"), subject, used
    for name, third, roles in ROLES:
        first = name.split()[0]
        if word in (first, third):
            return primitive_signature(name, third, roles, items[used]), subject, used
    if word in ("this", "when", "it"):
        from yomi_dsl.compiler.cards import heard

        raise Wrong("E0303", "who does what?", items[used].at, "a rule names the player who acts", heard(p.s, items))
    verbs = set(p.s.table.verbs) | {n.split()[0] for n, _, _ in ROLES}
    raise Wrong("E0205", f'"{word}" is no action', items[min(used, len(items) - 1)].at, "a rule waits for an action", nearest(word, verbs))


def verb_form(sig: Signature, verb: Item, subject: Subject) -> None:
    if not sig.third or sig.third == sig.head[0]:
        return
    if subject is None:
        raise Wrong("E0303", f'who? nobody stands before "{show(verb)}"', verb.at, "", 'write "you", "opponent" or "any player" before it')
    wanted = str(sig.head[0]) if subject[0] in ("you", "your") else sig.third
    if show(verb) != wanted:
        raise Wrong("E0308", f'the verb does not fit who acts: "{show(verb)}"', verb.at, "", f'write "{wanted}"')


def pattern_subject(p: Place, items: Sequence[Item]) -> tuple[Subject, int]:
    words = [show(i) for i in items[:2]]
    if len(items) > 1 and words[0] in ("you", "your", "opponent", "opponent's"):
        return (words[0], items[0]), 1
    if len(items) > 2 and words[0] in ("any", "active") and words[1] == "player":
        return (" ".join(words), items[0]), 2
    return None, 0


def doer_test(s: Scope, subject: Subject) -> list[tuple[str, ir.Value]]:
    if subject is None or subject[0] == "any player":
        return []
    who: ir.Value = ir.Active() if subject[0] == "active player" else need_you(s, subject[1].at)
    if subject[0].startswith("opponent"):
        who = ir.Opponent(who)
    return [("doer", ir.Op("=", (ir.Local(0, "doer"), who)))]


def primitive_signature(name: str, third: str, roles: tuple[tuple[str, str, str], ...], item: Item) -> Signature:
    """A primitive as if it had been declared: its first role stands after the verb."""
    made = [ir.Role(n, t, prep) for n, t, prep in roles]
    head: list[str | ir.Role] = [name.split()[0], *name.split()[1:]]
    head += [r for r in made if not r.prep]
    tails = tuple((r.prep, r) for r in made if r.prep)
    return Signature(name, tuple(head), tails, third, item.at, "primitive")


def role_tests(s: Scope, sig: Signature, clause: Clause, used: int) -> Iterator[tuple[str, ir.Value]]:
    slots = {role.name: i + 1 for i, role in enumerate(sig.roles)}
    yield from head_tests(s, sig, clause, used, slots)
    for tail in clause.tails:
        if tail.word in ("where", "at most"):
            continue
        part = next((t for prep, t in sig.tails if prep == tail.word), None)
        if part is None:
            raise Wrong("E0302", f'"{tail.word}" has no meaning after "{sig.name}"', tail.at, "this part is not used", f"it is said: {pattern(sig)}")
        if isinstance(part, ir.Role):
            yield from role_test(s, part, slots[part.name], tail.value)


def head_tests(s: Scope, sig: Signature, clause: Clause, used: int, slots: dict[str, int]) -> Iterator[tuple[str, ir.Value]]:
    """The roles between the fixed words. In a pattern they may be left out."""
    items = list(leftmost(clause.value).items[used + 1 :])
    parts = list(sig.head[1:])
    if not isinstance(clause.value, Phrase) and (not items or isinstance(sig.head[-1], str)):
        rest = Span(clause.at.source, leftmost(clause.value).at.end, clause.value.at.end)
        raise Wrong("E0302", f'"{rest.text.strip()}" has no meaning after "{sig.name}"', clause.value.at, "this is not used")
    while parts:
        part = parts.pop(0)
        if isinstance(part, str):
            if not items or show(items[0]) != part:
                raise Wrong("E0303", f'"{sig.name}" is said: {pattern(sig)}', clause.at)
            items.pop(0)
            continue
        stop = next((i for i, it in enumerate(items) if parts and show(it) == parts[0]), len(items))
        mine, items = items[:stop], items[stop:]
        if mine:
            expr = replace_left(clause.value, mine) if not parts else items_phrase(mine)
            assert expr is not None
            yield from role_test(s, part, slots[part.name], expr)
    if items:
        raise Wrong("E0302", f'"{show(items[0])}" has no meaning after "{sig.name}"', items[0].at, "this word is not used")


def role_test(s: Scope, role: ir.Role, slot: int, expr: Expr) -> Iterator[tuple[str, ir.Value]]:
    local = ir.Local(slot, role.name)
    kind = role.type.removesuffix(" or nothing")
    if kind == "player":
        found = noun(s, expr)
        if found.kind == "players" and found.quant == "any":
            return
        yield role.name, ir.Op("=", (local, anything(s, expr, "player")[0]))
    elif kind.endswith(" name"):
        yield role.name, ir.Op("=", (local, ir.Lit(declared_name(s, expr, kind.removesuffix(" name")))))
    elif kind == "holder":
        yield from holder_test(s, role, local, expr)
    elif kind == "card":
        yield role.name, ir.Is(local, filter_(s, expr))
    elif kind == "cards":
        yield role.name, ir.Quant("any", ir.Cards((), local, filter_(s, expr), s.env.new("it"), "it", None))
    elif kind == "zone":
        yield role.name, zone_test(s, local, expr)
    elif kind.startswith("word "):
        yield role.name, ir.Op("=", (local, word_value(s, expr, kind[5:])))
    else:
        yield role.name, ir.Op("=", (local, anything(s, expr, kind)[0]))


def declared_name(s: Scope, expr: Expr, kind: str) -> str:
    """The name of a declared status or tally."""
    found = s.noun(expr.items, 0) if isinstance(expr, Phrase) else None
    if found and found[1] == len(leftmost(expr).items) and found[0].kind == kind:
        return found[0].name
    from yomi_dsl.diagnostics import suggest

    known = [symbol.name for symbol in s.table.of_kind(kind)]
    raise Wrong("E0206", f'"{expr.at.text}" is no {kind}', expr.at, f"a {kind} is expected here", suggest(expr.at.text, known))


def holder_test(s: Scope, role: ir.Role, local: ir.Local, expr: Expr) -> Iterator[tuple[str, ir.Value]]:
    """Who is marked: a player, or a card of some kind."""
    found = noun(s, expr)
    if found.kind == "players" and found.quant == "any":
        return
    if found.kind == "value" and found.type == "player":
        yield role.name, ir.Op("=", (local, found.value))  # type: ignore[arg-type]
    else:
        yield role.name, ir.Is(local, as_filter(found))


def zone_test(s: Scope, local: ir.Local, expr: Expr) -> ir.Value:
    if isinstance(expr, Binary) and expr.op == "or":
        assert expr.left is not None
        return ir.Op("or", (zone_test(s, local, expr.left), zone_test(s, local, expr.right)))
    return ir.Op("=", (local, zone(s.child(any_zone=True), expr)))


def limit_of(s: Scope, tails: Sequence[Tail]) -> ir.Limit | None:
    """``at most N per turn``, ``at most (your limit) per turn``."""
    found = next((t.value for t in tails if t.word == "at most"), None)
    if found is None:
        return None
    items = leftmost(found).items
    words = [show(i) for i in items]
    if not isinstance(found, Phrase) or "per" not in words:
        raise Wrong("E0303", "a limit says how often in what", found.at, "", 'write "at most 1 per turn"')
    cut = words.index("per")
    unit = span(s, Phrase(items[cut + 1 :], found.at)) if items[cut + 1 :] else None
    plain = unit is not None and unit.whose is None and unit.start == "now" and not any(w.isdigit() for w in words[cut:])
    if unit is None or cut == 0 or not plain:
        raise Wrong("E0303", "a limit says how often in what", found.at, "", 'write "at most 1 per turn"')
    return ir.Limit(number(s, items_phrase(items[:cut])), unit.what)


# ---- modifiers ---------------------------------------------------------------------------------------------------------------


def modify(p: Place, stmt: Stmt) -> list[ir.Static]:
    """``modify FILTER: ATTR by 1, OTHER to 2`` and ``modify your VALUE to 2``."""
    clause = one_clause(stmt)
    rest = replace_left(clause.value, leftmost(clause.value).items[1:])
    if rest is None:
        raise Wrong("E0303", "modify what?", head_at(stmt))
    if stmt.block is not None:
        raise Wrong("E0302", '"modify" takes no block', head_at(stmt), "the braces have no meaning here")
    if stmt.define is None:
        return [modify_value(p, stmt, clause, rest)]
    made: list[ir.Static] = []
    for line in stmt.define:
        with p.s.reporting():
            made.append(modify_card(p, stmt, clause, rest, line))
    return made


def modify_value(p: Place, stmt: Stmt, clause: Clause, rest: Expr) -> ir.Modifier:
    s = p.scope([("it", "player")])
    found = noun(s, rest)
    if not (found.kind == "value" and isinstance(found.value, ir.Call) and len(found.value.args) == 1):
        tally = found.kind == "value" and isinstance(found.value, ir.Tally)
        help = 'a tally is changed, where something is done: "change ... by 1"' if tally else 'for cards write "modify your KIND: NUMBER by 1"'
        raise Wrong("E0504", "only a value of a player is modified so", rest.at, "this is a tally" if tally else "", help)
    op, operand, up_to = operation(clause.tails, clause)
    proc = s.env.proc(number(s, operand))
    limit = number(s, up_to) if up_to else None
    return ir.Modifier(None, found.value.args[0], found.value.name, op, limit, proc, stmt.tags, at(stmt.at))


def modify_card(p: Place, stmt: Stmt, clause: Clause, rest: Expr, line: Clause) -> ir.Static:
    s = p.scope([("it", "card")])
    target = modified_cards(s, clause, rest)
    words = leftmost(line.value).items
    if show(words[0]) == "gets":
        return grant(p, s, target, stmt, line)
    if isinstance(line.value, Binary) and line.value.op in ("+", "-") and line.value.left is not None:
        by = line.value.op.replace("+", "") + line.value.right.at.text
        raise Wrong("E0303", "how is it modified?", line.at, "", f'write "{line.value.left.at.text} by {by}"')
    found = s.noun(words, 0) if isinstance(line.value, Phrase) else None
    if found is None or found[1] != len(words) or found[0].kind not in ("attr", "flag", "set"):
        from yomi_dsl.compiler.base import unknown

        if found is None:
            raise unknown(s, show(words[0]), words[0].at)
        raise Wrong("E0304", f'"{plain_words(words)}" is no attribute of cards', line.at)
    attr = found[0].data if found[0].kind != "set" else s.table.word_attributes.get(found[0].name)
    if attr is None:
        raise Wrong("E0304", f'"{found[0].name}" stands on no card', line.at, "these words belong to no kind of card")
    op, operand, up_to = operation(line.tails, line)
    if attr.type != "number" and op != "to":
        raise Wrong("E0303", f'"{attr.name}" is no number', line.at, "", 'write "to"')
    proc = s.env.proc(attribute_operand(s, attr, operand))
    return ir.Modifier(target, None, attr.name, op, number(s, up_to) if up_to else None, proc, stmt.tags, at(line.at))


def modified_cards(s: Scope, clause: Clause, rest: Expr) -> ir.Filter:
    found = noun(s, rest)
    if clause.tails and found.kind == "value" and found.type == "card" and found.value is not None:
        found = Noun("filter", found.at, terms=[ir.Same(found.value)])  # one card, as a kind that it alone is
    for tail in clause.tails:
        if tail.word != "where":
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used")
        add_where(s, found, tail.value)
    if not whose_is_said(found):
        raise Wrong("E0509", "whose cards?", rest.at, "no owner is named", 'write "your", "opponent\'s" or "any" before it')
    found.placed = False
    if found.zones:
        slot = s.env.new("it")
        found.terms.append(ir.Such(slot, ir.In(ir.Local(slot, "it"), found.zones[0])))  # type: ignore[arg-type]
    return as_filter(found)


def whose_is_said(n: Noun) -> bool:
    return n.kind == "value" or n.quant == "any" or any(isinstance(t, (ir.OwnedBy, ir.Same)) for t in n.terms) or any(
        isinstance(t, ir.OneOf) and all(any(isinstance(x, ir.OwnedBy) for x in f.terms) for f in t.options) for t in n.terms
    )


MODIFIED = 'write "by 1", "to 2", "at least 3", "at most 4" or "by 3 up to 10"'


def operation(tails: Sequence[Tail], clause: Clause) -> tuple[str, Expr, Expr | None]:
    words = {t.word: t.value for t in tails}
    if len(words) != len(tails):
        raise Wrong("E0303", "how is it modified?", clause.at, "one thing is said twice", MODIFIED)
    up_to = words.pop("up to", None)
    if len(words) != 1 or next(iter(words)) not in ("by", "to", "at least", "at most"):
        raise Wrong("E0303", "how is it modified?", clause.at, "", MODIFIED)
    op, operand = next(iter(words.items()))
    if up_to is not None and op != "by":
        raise Wrong("E0303", '"up to" stands only after "by"', clause.at)
    return op, operand, up_to


def attribute_operand(s: Scope, attr: ir.Attribute, operand: Expr) -> ir.Value:
    if attr.type == "word":
        return word_value(s, operand, attr.set)
    if attr.type == "flag":
        return anything(s, operand, "yes/no")[0]
    if attr.type == "filter":
        return filter_(s, operand)
    if attr.type == "set":
        from yomi_dsl.compiler.cards import printed_words

        return printed_words(s, attr, operand)  # type: ignore[return-value]
    return number(s, operand)


def grant(p: Place, s: Scope, target: ir.Filter, stmt: Stmt, line: Clause) -> ir.Grant:
    from yomi_dsl.compiler.cards import use_keyword

    value = replace_left(line.value, leftmost(line.value).items[1:])
    if value is None:
        raise Wrong("E0303", "gets what?", line.at)
    given = Clause(value, line.tails, line.at)
    ability = use_keyword(Place(p.s, True, True), given, stmt)
    if ability is None:
        word = show(leftmost(value).items[0])
        raise Wrong("E0208", f'"{word}" is no keyword', leftmost(value).items[0].at, "a keyword follows gets", suggest(word, s.table.keywords))
    return ir.Grant(target, tuple(s.env.names), ability, stmt.tags, at(line.at))


# ---- rows --------------------------------------------------------------------------------------------------------------------


def row(p: Place, stmt: Stmt) -> ir.Row | None:
    """``red beats blue where ...``; None if the words are no contest."""
    if len(stmt.head) != 1 or stmt.define is not None or stmt.block is not None:
        return None
    clause = stmt.head[0]
    if not isinstance(clause.value, Phrase):
        return None
    split = relation_at(p.s, clause.value)
    if split is None or split[0].kind not in ("contest", "ties"):
        return None
    sig, left, right = split
    mine, theirs = (r.name for r in sig.roles)
    s = p.scope([(mine, "card"), (theirs, "card")])
    p.s.table.used.add(sig.name)
    plain_clause(clause, ("where",))
    where = where_of(s, clause)
    return ir.Row(
        sig.name, sig.kind == "ties", filter_(s, items_phrase(left)), filter_(s, items_phrase(right)), where,
        tuple(s.env.names), stmt.tags, at(stmt.at),
    )  # fmt: skip


# ---- statuses ------------------------------------------------------------------------------------------------------------------


def items(p: Place, stmts: Sequence[Stmt]) -> list[ir.Static]:
    """The rules, modifiers and rows of a body."""
    made: list[ir.Static] = []
    for stmt in stmts:
        made.extend(reading(p.s, stmt, lambda s, one: static(Place(s, p.you, p.this, p.captures), one)) or ())
    return made


def static(p: Place, stmt: Stmt) -> list[ir.Static]:
    if stmt.kind in RULE_KINDS:
        return [rule(p, stmt)]
    if stmt.kind == "plain":
        if show(leftmost(stmt.head[0].value).items[0]) == "modify":
            return modify(p, stmt)
        found = row(p, stmt)
        if found is not None:
            return [found]
    raise Wrong("E0503", "only rules, modifiers and rows stand here", head_at(stmt), "this is none of them", "an effect needs a time: before, after, instead of, at end of ...")


def status(s: Scope, declared: Declared, default: ir.Settle) -> ir.Status:
    stmt = declared.stmt
    p = Place(s, declared.of != "game", declared.of == "card")
    says, settle = "", default
    lines = []
    for line in stmt.block or ():
        first = show(leftmost(line.head[0].value).items[0]) if line.kind == "plain" else ""
        if first == "says":
            if says:
                s.add("E0401", "there are two says", head_at(line), "one is enough")
            says = s.attempt(partial(quoted, line)) or says
        elif first == "settle":
            settle = s.attempt(partial(settling, s, line)) or settle
        else:
            lines.append(line)
    clause = stmt.head[0]
    spans = [t for t in clause.tails if t.word in ("during", "until")]
    if len(spans) > 1:
        s.add("E0302", f'"{spans[1].word}" has no meaning after "{spans[0].word}"', spans[1].at, "this part is not used")
    when = s.attempt(lambda: span(s, spans[0].value, spans[0].word == "until")) if spans else None
    return ir.Status(declared.name, declared.of, when, says, settle, (), tuple(items(p, lines)), True, stmt.tags, at(stmt.at))


def quoted(line: Stmt) -> str:
    """The text of a ``says`` line."""
    clause = one_clause(line)
    parts = leftmost(clause.value).items
    if len(parts) == 2 and isinstance(parts[1], Text):
        bare(line)
        return parts[1].value
    raise Wrong("E0301", "says is followed by one text in quotes", head_at(line))


SETTLED = {"both players": ("neither", "each"), "copies": ("one", "each")}
SETTLE_HELP = 'write "both players: neither" (or each) and "copies: one" (or each)'


def settling(s: Scope, line: Stmt) -> ir.Settle:
    found: dict[str, str] = {}
    ends: list[str] = []
    if head_at(line).text.split() not in (["settle"], ["default", "settle"]) or line.define is not None:
        raise Wrong("E0302", '"settle" has nothing but a block', head_at(line), "", SETTLE_HELP)
    for stmt in line.block or ():
        words = plain_words(leftmost(stmt.head[0].value).items) if stmt.kind == "plain" else ""
        answer = " ".join(stmt.define[0].at.text.split()) if stmt.define and len(stmt.define) == 1 else ""
        if words.startswith("ends ") and stmt.define is None:
            bare(stmt)
            status_words = words.removeprefix("ends ")
            symbol = s.table.noun(status_words)
            if symbol is None or symbol.kind != "status":
                known = [x.name for x in s.table.of_kind("status")]
                raise Wrong("E0206", f'"{status_words}" is no status', head_at(stmt), "", suggest(status_words, known))
            ends.append(status_words)
        elif words in SETTLED and answer in SETTLED[words] and words not in found and head_at(stmt).text == words:
            bare(stmt, define=True)
            found[words] = answer
        else:
            raise Wrong("E0303", "a settle says both players, copies and ends", stmt.at, "", SETTLE_HELP)
    if set(found) != set(SETTLED):
        raise Wrong("E0303", "a settle says what happens when both players have it, and with copies", head_at(line), "", SETTLE_HELP)
    return ir.Settle(found["both players"], found["copies"], tuple(ends))


def unnamed_status(s: Scope, stmt: Stmt) -> tuple[ir.Status, tuple[ir.Value, ...]]:
    """``during SPAN { ... }``: a status with a made-up name that captures the local values its body speaks of."""
    mentioned = set(block_words(stmt.block or ()))
    captured: list[tuple[str, str, ir.Value]] = []
    for key, binding in s.names.items():
        if key[0] in mentioned and isinstance(binding, (Var, SeatVar)):
            if isinstance(binding, SeatVar):
                captured.append((" ".join(key), binding.type, ir.PerSeat(binding.slot, binding.name, need_you(s, stmt.at))))
            else:
                captured.append((" ".join(key), binding.type, binding.value))
    if "this" in mentioned and s.this is not None:
        captured.append(("this", "card", s.this))
    p = Place(s, True, False, [(n, t) for n, t, _ in captured])
    name = f"unnamed {len(s.statuses) + 1}"
    made = ir.Status(
        name, "player", None, "", ir.Settle("each", "each", ()), tuple(n for n, _, _ in captured),
        tuple(items(p, stmt.block or ())), False, stmt.tags, at(stmt.at),
    )  # fmt: skip
    s.statuses.append(made)
    return made, tuple(v for _, _, v in captured)


def block_words(stmts: Sequence[Stmt]) -> Iterator[str]:
    """Every word of a block, possessives without their ending."""
    for stmt in stmts:
        for clause in (*stmt.head, *(stmt.define or ())):
            yield from expr_words(clause.value)
            for tail in clause.tails:
                yield from expr_words(tail.value)
        for tail in stmt.tails:
            yield from expr_words(tail.value)
        yield from block_words(stmt.block or ())
        yield from block_words(stmt.otherwise or ())


def expr_words(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Binary):
        if expr.left is not None:
            yield from expr_words(expr.left)
        yield from expr_words(expr.right)
        return
    for item in expr.items:
        if isinstance(item, Word):
            yield item.text.removesuffix("'s")
        elif isinstance(item, Group):
            for clause in (*item.clauses, *(item.typed or ())):
                yield from expr_words(clause.value)
                for tail in clause.tails:
                    yield from expr_words(tail.value)


__all__ = ["Place", "Run", "items", "rule", "status", "unnamed_status"]
