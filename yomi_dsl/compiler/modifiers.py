"""Modifiers and grants: what changes a number or gives a keyword while it is in force."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl import ir
from yomi_dsl.compiler.base import Macro, Scope, Wrong, at, head_at, one_clause, plain_words, replace_left, show
from yomi_dsl.compiler.nouns import add_where, noun
from yomi_dsl.compiler.rules import Place
from yomi_dsl.compiler.terms import Noun
from yomi_dsl.compiler.wanted import anything, as_filter, filter_, number, whose, word_value
from yomi_dsl.diagnostics import suggest
from yomi_dsl.syntax import Binary, Clause, Expr, Phrase, Stmt, Tail, leftmost


def modify(p: Place, stmt: Stmt) -> list[ir.Static]:
    """``modify FILTER: ATTR by 1, OTHER to 2`` and ``modify your VALUE to 2``."""
    colon_missing(p.s, stmt)
    clause = one_clause(stmt)
    rest = replace_left(clause.value, leftmost(clause.value).items[1:])
    if rest is None:
        raise Wrong("E0303", "modify what?", head_at(stmt))
    if stmt.block is not None:
        raise Wrong("E0302", '"modify" takes no block', head_at(stmt), "the braces have no meaning here")
    if stmt.define is None:
        turned_round(p.s, clause, rest)
        return [modify_value(p, stmt, clause, rest)]
    whole_value(p, stmt, clause, rest)
    made: list[ir.Static] = []
    for line in stmt.define:
        with p.s.reporting():
            made.append(modify_card(p, stmt, clause, rest, line))
    return made


def turned_round(s: Scope, clause: Clause, rest: Expr) -> None:
    """``modify NUMBER of your KIND by 1``."""
    number = rest.left if isinstance(rest, Binary) and rest.op == "of" else None
    found = s.noun(number.items, 0) if isinstance(number, Phrase) else None
    if found is not None and found[0].kind == "attr" and clause.tails and isinstance(rest, Binary):
        form = f"modify {rest.right.at.text}: {found[0].name} {clause.tails[0].at.text}"
        raise Wrong("E0303", "what is modified stands behind the cards", clause.at, "", f'write "{form}"')


def colon_missing(s: Scope, stmt: Stmt) -> None:
    """``modify your KIND NUMBER by 1``."""
    words = leftmost(stmt.head[0].value).items if stmt.define is None and stmt.head[0].tails else ()
    for i in range(2, len(words)):
        found = s.noun(words, i)
        if found is not None and found[0].kind in ("attr", "flag", "set") and i + found[1] == len(words):
            cards, number = plain_words(words[1:i]), plain_words(words[i:])
            if s.noun(words, i - 1) != found and s.table.noun(plain_words(words[2:])) is None:
                place = words[i].at + words[-1].at
                raise Wrong("E0303", f'":" is missing before "{number}"', place, "what is modified of these cards", f'write "modify {cards}: {number} {stmt.head[0].tails[0].at.text}"')


def whole_value(p: Place, stmt: Stmt, clause: Clause, rest: Expr) -> None:
    """``modify your VALUE: 2``."""
    found = p.s.noun(leftmost(rest).items, 1) if isinstance(rest, Phrase) and len(rest.items) > 1 else None
    value = found[0].data if found is not None and found[0].kind == "value" else None
    if value is not None and value.of == "player" and value.type not in ("card", "cards") and stmt.define:
        how = stmt.define[0].at.text
        help = f'write "modify {rest.at.text} {how if stmt.define[0].tails else "to " + how}"'
        raise Wrong("E0302", "a value of a player is modified as a whole", clause.at, "a colon follows cards", help)


def modify_value(p: Place, stmt: Stmt, clause: Clause, rest: Expr) -> ir.Modifier:
    s = p.scope([("it", "player")])
    found = noun(s, rest)
    if not (found.kind == "value" and isinstance(found.value, ir.Call) and len(found.value.args) == 1):
        if found.kind == "attr" and found.symbol is not None and found.symbol.kind == "value" and found.symbol.data.of == "player":
            raise whose(found.symbol, rest.at)
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
    if isinstance(line.value, Binary) and line.value.op == "=" and line.value.left is not None:
        raise Wrong("E0303", "how is it modified?", line.at, "", f'write "{line.value.left.at.text} to {line.value.right.at.text}"')
    found = s.noun(words, 0) if isinstance(line.value, Phrase) else None
    if found is None or found[1] != len(words) or found[0].kind not in ("attr", "flag", "set"):
        from yomi_dsl.compiler.base import unknown

        if found is None:
            raise unknown(s, show(words[0]), words[0].at)
        name, by = plain_words(words[: found[1]]), plain_words(words[found[1] :])
        help = f'write "{name} by {by}" or "{name} to {by}"' if by.isdigit() else ""
        raise Wrong("E0304", f'"{plain_words(words)}" is no attribute of cards', line.at, "", help)
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
        owner, _, kinds = " ".join(rest.at.text.split()).partition(" ")
        either = isinstance(rest, Binary) and rest.op == "or" and (owner == "your" or owner.endswith("'s"))
        help = f'write "{owner} ({kinds})"' if either else 'write "your", "opponent\'s" or "any" before it'
        raise Wrong("E0509", "whose cards?", rest.at, "no owner is named", help)
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
    lasting = next((t for t in tails if t.word in ("during", "until")), None)
    if lasting is not None:
        help = 'it is in force while its card is; else write "during SPAN { modify ... }" where something is done'
        raise Wrong("E0302", f'"{lasting.word}" has no meaning in a modifier', lasting.at, "this part is not used", help)
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
        # As on a card in print: it is read of whatever card asks for it, where there is no you and no this.
        names = {name: one for name, one in s.names.items() if isinstance(one, Macro)}
        return filter_(s.child(you=None, this=None, names=names), operand)
    if attr.type == "set":
        from yomi_dsl.compiler.lines import printed_words

        return printed_words(s, attr, operand)  # type: ignore[return-value]
    return number(s, operand)


def grant(p: Place, s: Scope, target: ir.Filter, stmt: Stmt, line: Clause) -> ir.Grant:
    from yomi_dsl.compiler.keywords import use_keyword

    value = replace_left(line.value, leftmost(line.value).items[1:])
    if value is None:
        raise Wrong("E0303", "gets what?", line.at)
    given = Clause(value, line.tails, line.at)
    ability = use_keyword(Place(p.s, True, True), given, stmt, [])
    if ability is None:
        word = show(leftmost(value).items[0])
        raise Wrong("E0208", f'"{word}" is no keyword', leftmost(value).items[0].at, "a keyword follows gets", suggest(word, s.table.keywords))
    return ir.Grant(target, tuple(s.env.names), ability, stmt.tags, at(line.at))
