"""What is handed to the parts of cards: whoever does a part and the cards that have it must agree."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl import ir
from yomi_dsl.compiler.base import Roles, Scope
from yomi_dsl.source import Span
from yomi_dsl.syntax import Clause


def takes(s: Scope, name: str, clause: Clause, roles: Sequence[ir.Role]) -> None:
    """A card's part takes what its roles say."""
    if not tried(clause):
        s.table.taken.append((name, tuple((r.prep, r.type.removesuffix(" or nothing")) for r in roles), places(clause)))


def hands(s: Scope, name: str, clause: Clause, types: Sequence[str]) -> None:
    """An effect hands something to a part."""
    given = tuple(zip((t.word for t in clause.tails), types, strict=True))
    if not tried(clause):
        s.table.handed.append((name, given, places(clause), clause.at))


def places(clause: Clause) -> tuple[Span, ...]:
    return tuple(tail.at for tail in clause.tails)


def tried(clause: Clause) -> bool:
    """Is this only a trial, of a part of a statement?"""
    return not clause.at.path


def agree(s: Scope) -> None:
    """A part takes the first of what it is handed, in the same order; nothing is handed that no part takes."""
    for name, wanted, tails in s.table.taken:
        uses = [(given, at) for other, given, _, at in s.table.handed if other == name]
        for given, at in uses:
            if fits(wanted, given):
                continue
            told = f"{name} {spoken(given)}".strip()
            if any(fits(wanted, other) for other, _ in uses):
                s.add("E0303", f'a card takes more than this: {name} {spoken(wanted)}', at, f"here it is done as: {told}", "hand it the same, in the same order")
            else:
                s.add("E0304", f'"{name}" is never done so', tails[0] + tails[-1], f"it is done as: {told}", f'write "{told}"')
    for name, given, tails, _ in s.table.handed:
        known = [wanted for other, wanted, _ in s.table.taken if other == name]
        most = max((len(wanted) for wanted in known), default=len(given))
        for tail, (prep, type) in list(zip(tails, given, strict=True))[most:]:
            s.add("E0302", f'no "{name}" takes this', tail, "this part is not used", f"a card takes it so: {name} {prep} (x: {type}) {{ ... }}")


def fits(wanted: Roles, given: Roles) -> bool:
    pairs = list(zip(wanted, given, strict=False))
    return len(pairs) == len(wanted) and all(w[0] == g[0] and g[1] in (w[1], "nothing") for w, g in pairs)


def spoken(given: Roles) -> str:
    return " ".join(f"{prep} (x: {type})" for prep, type in given)
