"""Conditions and spans."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl import ir
from yomi_dsl.compiler import meant
from yomi_dsl.compiler.base import Scope, Signature, Wrong, longest, plain_words, show
from yomi_dsl.compiler.nouns import add_where, noun
from yomi_dsl.compiler.terms import Noun
from yomi_dsl.compiler.wanted import (
    anything,
    as_bool,
    as_cards,
    as_filter,
    card,
    describe,
    items_phrase,
    number,
    word_value,
)
from yomi_dsl.diagnostics import nearest
from yomi_dsl.syntax import Binary, Clause, Expr, Item, Number, Phrase, Word

COMPARE = ("=", "!=", "<", "<=", ">", ">=")


def condition(s: Scope, expr: Expr) -> ir.Value:
    """Anything that is yes or no."""
    if isinstance(expr, Phrase):
        return phrase_condition(s, expr)
    if expr.op in ("and", "or"):
        assert expr.left is not None
        left = condition(s, expr.left)
        try:
            return ir.Op(expr.op, (left, condition(s, expr.right)))
        except Wrong as wrong:
            raise half_said(wrong, expr) from None
    if expr.op == "not":
        return ir.Op("not", (condition(s, expr.right),))
    if expr.op in ("is", "is not"):
        found = is_condition(s, expr)
        return ir.Op("not", (found,)) if expr.op == "is not" else found
    if expr.op == "has":
        return has_condition(s, expr)
    if expr.op in COMPARE:
        return comparison(s, expr)
    related = relation_across(s, expr)
    return related if related is not None else as_bool(s, noun(s, expr))


def half_said(wrong: Wrong, expr: Binary) -> Wrong:
    """``c is blade or parry``: whole conditions stand on both sides."""
    last: Expr | None = expr.left
    while isinstance(last, Binary) and last.op in ("and", "or"):
        last = last.right
    code, message, at, label, help, more = wrong.args_
    if code != "E0304" or help or at != expr.right.at or not (isinstance(last, Binary) and last.op in ("is", "is not", "has") and last.left):
        return wrong
    return Wrong(code, message, at, label, f'write "{last.left.at.text} {last.op} {at.text}"', more)


def clause_condition(s: Scope, clause: Clause) -> ir.Value:
    if not clause.tails:
        return condition(s, clause.value)
    result = noun(s, clause.value)
    for tail in clause.tails:
        if tail.word != "where":
            raise Wrong("E0302", f'"{tail.word}" has no meaning in a condition', tail.at, "this part is not used")
        add_where(s, result, tail.value)
    return as_bool(s, result)


# ---- relations: mine beats theirs ------------------------------------------------------------------------------------------


def phrase_condition(s: Scope, phrase: Phrase) -> ir.Value:
    split = relation_at(s, phrase)
    if split is not None:
        sig, left, right = split
        return relate(s, sig, items_phrase(left), items_phrase(right), phrase)
    return as_bool(s, noun(s, phrase))


def relation_at(s: Scope, phrase: Phrase):  # type: ignore[no-untyped-def]
    """A relation's words inside a run, with something on both sides."""
    for i in range(1, len(phrase.items)):
        found = longest(s.table.relations, phrase.items, i, 4)
        if found is not None:
            sig, size = found
            if i + size < len(phrase.items):
                return sig, phrase.items[:i], phrase.items[i + size :]
    return None


def relation_across(s: Scope, expr: Binary) -> ir.Value | None:
    """A relation whose sides are longer than one run: ``(c as x) follows last of you``."""
    left_end, right = expr, expr.right
    if expr.op not in ("of", "in") or not isinstance(expr.left, Phrase):
        return None
    split = relation_at(s, Phrase((*expr.left.items, expr.left.items[-1]), expr.left.at))
    if split is None:
        return None
    sig, left, tail = split
    if len(tail) < 2:
        raise Wrong("E0302", "something is missing here", left_end.at)
    rest = Binary(expr.op, items_phrase(tail[:-1]), right, expr.at)
    return relate(s, sig, items_phrase(left), rest, expr)


def relate(s: Scope, sig: Signature, left: Expr, right: Expr, whole: Expr) -> ir.Value:
    s.table.used.add(sig.name)
    if sig.kind == "precedes":
        return ir.Precedes(card(s, left), card(s, right))
    if sig.kind == "supplies":
        return supplies(s, left, right)
    if sig.kind in ("contest", "ties"):
        return ir.Beats(sig.name, card(s, left), card(s, right), sig.kind == "ties")
    types = [role.type for role in sig.roles]
    args = tuple(anything(s, e, t)[0] for e, t in zip((left, right), types, strict=True))
    return ir.Call(sig.name, args)


def supplies(s: Scope, left: Expr, right: Expr) -> ir.Value:
    words = [show(i) for i in right.items] if isinstance(right, Phrase) else []
    attr = next((sym.data for sym in s.table.of_kind("attr") if sym.data.type == "set" and words == ["all", sym.data.set]), None)
    if attr is None:
        raise Wrong("E0303", '"supplies" is followed by all words of a set', right.at, "", 'write "supplies all icon"')
    return ir.Supplies(as_cards(s, noun(s, left)), attr.name, attr.set)


# ---- is, has, = -------------------------------------------------------------------------------------------------------------


def is_condition(s: Scope, expr: Binary) -> ir.Value:
    assert expr.left is not None
    left, right = expr.left, expr.right
    word = show(right.items[0]) if isinstance(right, Phrase) and len(right.items) == 1 else ""
    if word in ("something", "nothing"):
        value, type = anything(s, left, "")
        if type == "zone":
            raise never_nothing(left, right)
        found = ir.Something(value)
        return found if word == "something" else ir.Op("not", (found,))
    if isinstance(left, Phrase) and plain_words(left.items) == "phase":
        return phase_is(s, right)
    subject = noun(s, left)
    if subject.kind == "value" and subject.type == "number" and noun(s, right).type == "number":
        sign = "=" if expr.op == "is" else "!="
        raise Wrong("E0304", "numbers are compared with signs", expr.at, "this is a number", f'write "{left.at.text} {sign} {right.at.text}"')
    if subject.kind == "value" and subject.type.startswith("word "):
        return word_is(s, subject, right)
    if subject.kind == "value" and subject.type == "player":
        status = status_named(s, right)
        if status is not None:
            return ir.Has(subject.value, status)
        return ir.Op("=", (subject.value, anything(s, right, "player")[0]))  # type: ignore[arg-type]
    test = as_filter(noun(s, right))
    if subject.quant == "all" and subject.kind == "value":
        return ir.Quant("all", ir.Cards((), subject.value, test, s.env.new("it"), "it", None))
    if subject.kind == "value" and subject.type in ("card", "cards"):
        assert subject.value is not None
        return ir.Is(subject.value, test)
    if subject.kind == "filter" and subject.quant == "all":
        source = as_cards(s, subject)
        return ir.Quant("all", ir.Cards((), source, test, s.env.new("it"), "it", None))
    if subject.kind == "filter" and subject.quant in ("any", "no"):
        subject.terms.extend(test.terms)
        return as_bool(s, subject)
    raise Wrong("E0304", "a card is expected before is", left.at, f"this is {describe(subject)}")


def phase_is(s: Scope, right: Expr) -> ir.Value:
    found = s.noun(right.items, 0) if isinstance(right, Phrase) else None
    if found is None or found[0].kind != "phase":
        raise Wrong("E0304", "a phase is expected here", right.at)
    return ir.PhaseIs(found[0].name)


def word_is(s: Scope, subject: Noun, right: Expr) -> ir.Value:
    set_name = subject.type[5:]
    test = noun(s, right)
    if test.kind == "filter" and len(test.terms) == 1 and isinstance(test.terms[0], ir.IsWord) and test.terms[0].attr == set_name:
        options = [ir.Op("=", (subject.value, ir.WordLit(set_name, w))) for w in test.terms[0].words]  # type: ignore[arg-type]
        return options[0] if len(options) == 1 else ir.Op("or", tuple(options))
    return ir.Op("=", (subject.value, word_value(s, right, set_name)))  # type: ignore[arg-type]


def has_condition(s: Scope, expr: Binary) -> ir.Value:
    assert expr.left is not None
    status = status_named(s, expr.right)
    negated = without(s, expr)
    if negated is not None:
        raise negated
    number_had = meant.has_number(s, expr.left, expr.right)
    if number_had:
        raise Wrong("E0304", '"has" is followed by a status, or stands after a set', expr.at, "", number_had)
    if isinstance(expr.left, Phrase) and plain_words(expr.left.items) == "game" and status:
        return ir.Has(None, status)
    left = noun(s, expr.left)
    if status is not None:
        if left.kind == "players":
            slot = s.env.new("player")
            found: ir.Value = ir.Something(ir.Seat(slot, "player", ir.Has(ir.Local(slot, "player"), status)))
            return found if left.quant == "any" else ir.Op("not", (found,)) if left.quant == "no" else both_have(s, status)
        if left.kind == "value" and left.type in ("player", "card"):
            return ir.Has(left.value, status)
        raise Wrong("E0304", "a player or a card has a status", expr.left.at, f"this is {describe(left)}")
    return set_has(s, left, expr)


def both_have(s: Scope, status: str) -> ir.Value:
    slot = s.env.new("player")
    without = ir.Op("not", (ir.Has(ir.Local(slot, "player"), status),))
    return ir.Op("not", (ir.Something(ir.Seat(slot, "player", without)),))


def status_named(s: Scope, expr: Expr) -> str | None:
    if not isinstance(expr, Phrase):
        return None
    found = s.noun(expr.items, 0)
    return found[0].name if found and found[1] == len(expr.items) and found[0].kind == "status" else None


def set_has(s: Scope, left: Noun, expr: Binary) -> ir.Value:
    """``covers of c has height of d``; ``all stake has i``."""
    if left.kind == "value" and left.type.startswith("set ") and isinstance(left.value, ir.Attr):
        return ir.SetHas(left.value.of, left.value.name, word_value(s, expr.right, left.type[4:]))
    value, type = anything(s, expr.right, "")
    attrs = [sym.data for sym in s.table.of_kind("attr") if sym.data.type == "set" and f"word {sym.data.set}" == type]
    if left.kind == "value" and left.type in ("card", "cards") and len(attrs) == 1:
        slot = s.env.new("it")
        test = ir.Filter((ir.Such(slot, ir.SetHas(ir.Local(slot, "it"), attrs[0].name, value)),))
        if left.quant == "all":
            return ir.Quant("all", ir.Cards((), left.value, test, s.env.new("it"), "it", None))
        return ir.Is(left.value, test)  # type: ignore[arg-type]
    form = {"zone": "any {0} in {1}", "card": "{1} is {0}"}.get(left.type if left.kind == "value" and type != "number" else "", "")
    there = f'write "{form.format(expr.right.at.text, left.at.text)}"' if form else ""
    raise Wrong("E0304", '"has" is followed by a status, or stands after a set', expr.at, "", there)


def without(s: Scope, expr: Binary) -> Wrong | None:
    """``opponent has no STATUS``."""
    right = expr.right
    if not (isinstance(right, Phrase) and len(right.items) > 1 and show(right.items[0]) == "no"):
        return None
    status = items_phrase(right.items[1:])
    if status_named(s, status) is None or expr.left is None:
        return None
    return Wrong("E0302", '"no" has no meaning before a status', right.items[0].at, "", f'write "not {expr.left.at.text} has {status.at.text}"')


def comparison(s: Scope, expr: Binary) -> ir.Value:
    assert expr.left is not None
    if expr.op in ("=", "!="):
        left, type = anything(s, expr.left, "")
        if type == "zone" and expr.right.at.text.startswith("no "):
            raise never_nothing(expr.left, expr.right)
        right = anything(s, expr.right, type if type in ("number", "card", "player") or type.startswith("word ") else "")
        if type == "zone" and right[1] == "nothing":
            raise never_nothing(expr.left, expr.right)
        same = type.split()[0] == right[1].split()[0] or "nothing" in (type, right[1]) or {type, right[1]} <= {"card", "card or nothing"}
        if not same:
            counted = f'write "count of {expr.left.at.text} {expr.op} {expr.right.at.text}"' if (type, right[1]) == ("zone", "number") else ""
            raise Wrong("E0304", f"a {type} is never a {right[1]}", expr.at, "these two cannot be equal", counted)
        return ir.Op(expr.op, (left, right[0]))
    try:
        return ir.Op(expr.op, (number(s, expr.left), number(s, expr.right)))
    except Wrong as wrong:
        raise meant.compared(s, wrong) from None


def never_nothing(zone: Expr, place: Expr) -> Wrong:
    return Wrong("E0304", "a zone is always there; it may be empty", place.at, "", f'write "no card in {zone.at.text}" or "any card in {zone.at.text}"')


# ---- spans -------------------------------------------------------------------------------------------------------------------


def span(s: Scope, expr: Expr, until: bool = False) -> ir.Span:
    """``this turn``, ``next PHASE``, ``next 2 PHASES``, ``3 turns``, ``opponent's next turn``."""
    if until and isinstance(expr, Binary) and expr.op == "of" and isinstance(expr.left, Phrase):
        if plain_words(expr.left.items) == "end":
            inner = span(s, expr.right)
            return ir.Span("now", inner.count, inner.what, inner.whose, inner.start != "next", True)
    if isinstance(expr, Phrase):
        local = s.local(expr.items, 0)
        if local and local[1] == len(expr.items) and getattr(local[0], "type", "") == "span":
            from yomi_dsl.compiler.nouns import read_local

            return read_local(s, local[0], expr.at)[0]  # type: ignore[return-value]
        found = span_words(s, expr)
        if until:
            raise Wrong("E0307", "until its start, or until its end?", expr.at, "", f'write "until end of {expr.at.text}" or "during {expr.at.text}"')
        return found
    raise Wrong("E0307", "a span of time is expected here", expr.at, "", 'such as "this turn", "next turn", "next 2 turns"')


def span_words(s: Scope, phrase: Phrase) -> ir.Span:
    items = list(phrase.items)
    whose = None
    first = items[0]
    if isinstance(first, Word) and (first.text == "your" or first.text.endswith("'s")):
        from yomi_dsl.compiler.nouns import Run

        whose = Run(s, Phrase((first,), first.at)).owner()
        items = items[1:]
    word = items[0].text if items and isinstance(items[0], Word) else ""
    start, present = "now", True
    if word in ("this", "next"):
        items = items[1:]
        if word == "next":
            start, present = "next", False
    if word == "next" and items and show(items[0]).endswith("'s"):
        help = f'write "{show(items[0])} next {plain_words(items[1:])}"'
        raise Wrong("E0307", "a span of time is expected here", phrase.at, "whose it is comes first", help)
    count: ir.Value = ir.Lit(1)
    unit = next((n for n in range(len(items) - 1, 0, -1) if unit_named(s, items[:n])), 0)
    if unit and not unit_named(s, items):
        extra = items_phrase(items[unit:])
        raise Wrong("E0302", f'"{extra.at.text}" has no meaning after "{plain_words(items[:unit])}"', extra.at, "this is not used")
    if len(items) > 1 and not unit_named(s, items):
        count = ir.Lit(items[0].value) if isinstance(items[0], Number) else number(s, items_phrase(items[:1]))
        items = items[1:]
    return ir.Span(start, count, span_unit(s, items, phrase), whose, present, False)


def span_unit(s: Scope, items: Sequence[Item], phrase: Phrase) -> str:
    """A phase, turn or game, in the singular or, after a number, the plural."""
    named, name = unit_named(s, items), plain_words(items)
    if named:
        return named
    phases = [x.name for x in s.table.of_kind("phase")]
    help = nearest(name, phases)
    raise Wrong("E0307", "a span of time is expected here", phrase.at, "no phase is named so", help or 'such as "this turn", "next turn", "next 2 turns"')


def unit_named(s: Scope, items: Sequence[Item]) -> str:
    """The phase, "turn" or "game" that the words name as a whole, or nothing."""
    name = plain_words(items)
    if name in ("turn", "turns", "game"):
        return name.removesuffix("s")
    key = tuple(name.split())
    for candidate in (key, s.table.plurals.get(key, ()), *((*key[:-1], one) for one in singulars(key[-1] if key else ""))):
        symbol = s.table.nouns.get(candidate)
        if symbol is not None and symbol.kind == "phase":
            return symbol.name
    return ""


def singulars(word: str) -> tuple[str, ...]:
    """What a word may be the plural of: ``duels``, ``clashes``, ``parries``."""
    return (word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y")
