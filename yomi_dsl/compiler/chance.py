"""Cards at random: ``let k be random card in ZONE``. They are taken once, into a name: a value would be another at each look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from yomi_dsl import ir
from yomi_dsl.compiler.base import Scope, Signature, Wrong, at, longest, plain_words, replace_left, show
from yomi_dsl.compiler.terms import Noun
from yomi_dsl.source import Span
from yomi_dsl.syntax import Clause, Expr, Group, Item, Number, Phrase, Stmt, Tail, Word, leftmost

MOST = 4
"""Words of a name, at most, that are tried."""
SAID = 'write "random card in ZONE"'


def random_at(items: Sequence[Item]) -> int:
    """Where a run of words says that its cards are random; -1 if it does not. ``random player`` is something else."""
    words = [*(item.text if isinstance(item, Word) else "" for item in items), ""]
    said = (
        i for i, (word, after) in enumerate(pairwise(words)) if word == "random" and after not in ("player", "players")
    )
    return next(said, -1)


def is_random(s: Scope, expr: Expr) -> bool:
    """``random card in ...``, with a number before it or without; a declared name that begins so is meant before it."""
    items = leftmost(expr).items
    i = random_at(items)
    if i < 0 or any((longest(names, items, i, MOST) or (0, 0))[1] > 1 for names in (s.table.nouns, s.names)):
        return False
    if i == 1 and show(items[0]) in ("a", "one") and s.local(items, 0) is None:
        raise Wrong("E0302", f'"{show(items[0])}" has no meaning here', items[0].at, "it is one card without it", "leave it out")
    return i == 0 or (i == 1 and (isinstance(items[0], (Number, Group)) or s.local(items, 0) is not None))


def taken(s: Scope, name: str, clause: Clause, stmt: Stmt) -> ir.AtRandom:
    from yomi_dsl.compiler.wanted import items_phrase, number

    items = leftmost(clause.value).items
    i = random_at(items)
    if len(items) > i + 1 and isinstance(items[i + 1], Number):
        kind = plain_words(items[i + 2 :]).removesuffix("s") or "card"
        how = f'write "{show(items[i + 1])} random {kind} in ZONE"'
        raise Wrong("E0302", "how many are taken is said before random", items[i + 1].at, "", how)
    count = number(s, items_phrase(items[:i])) if i else None
    cards = among(s, clause, replace_left(clause.value, items[i + 1 :]))
    return ir.AtRandom(s.bind(name, "card" if count is None else "cards"), name, count, cards, at(stmt.at))


def among(s: Scope, clause: Clause, expr: Expr | None) -> ir.Cards:
    """The cards of which one is taken."""
    from yomi_dsl.compiler.nouns import add_where, noun
    from yomi_dsl.compiler.wanted import unnamed

    found = noun(s, expr) if expr is not None else Noun("filter", clause.value.at)
    for tail in clause.tails:
        if tail.word != "where":
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used", SAID)
        add_where(s, found, tail.value)
    check(found, clause.value.at)
    unnamed(found)
    return ir.Cards(found.zones, found.among, found.filter, s.env.new("it"), found.name or "it", None)


def check(found: Noun, place: Span) -> None:
    """A kind of card, and where they lie."""
    from yomi_dsl.compiler.wanted import describe

    if found.kind != "filter" or found.quant:
        label = f"this is {describe(found)}" if found.kind != "filter" else "how many are taken is said before random"
        raise Wrong("E0304", "a kind of card, and where they lie, is expected here", found.at, label, SAID)
    if not found.placed:
        raise Wrong("E0303", "from where is what is random?", place, "", SAID)


# ---- where it is said of a value -------------------------------------------------------------------------------------


def refused(s: Scope, items: Sequence[Item], place: Span) -> None:
    """Where a value is read, nothing is taken."""
    i = random_at(items)
    if i >= 0 and not is_own_word(s):
        raise nameless(place, plain_words(items[i + 1 :]) or "card")


def refused_choice(s: Scope, items: Sequence[Item], place: Span) -> None:
    """``choose random card from ...``: nobody chooses what is random."""
    if list(map(show, items)) in (["random", "card"], ["random", "cards"]) and not is_own_word(s):
        raise nameless(place, "card")


def refused_tails(s: Scope, tails: Iterable[Tail]) -> None:
    """``discard k at random``."""
    for tail in tails:
        if tail.word == "at" and isinstance(tail.value, Phrase) and list(map(show, tail.value.items)) == ["random"]:
            if not is_own_word(s):
                raise nameless(tail.at, "card")


def is_own_word(s: Scope) -> bool:
    """Has the game the word in a name of its own? Then that may be meant."""
    names = (*s.table.nouns, *s.names)
    sigs = [sig for group in (*s.table.keywords.values(), *s.table.verbs.values()) for sig in group]
    return any("random" in name for name in (*names, *map(fixed_words, sigs)))


def fixed_words(sig: Signature) -> tuple[str, ...]:
    """The words of a keyword or an action that are written as they stand."""
    tails = [word for _, tail in sig.tails if not isinstance(tail, ir.Role) for word in tail]
    return (*(part for part in sig.head if isinstance(part, str)), *tails)


def nameless(place: Span, kind: str) -> Wrong:
    help = f'write "let k be random {kind} in ZONE" before this, and here "k"'
    return Wrong("E0513", "what is random is taken once, into a name", place, "each look would find another", help)
