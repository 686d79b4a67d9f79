"""Cards of one deck, or holders of a game, that have the same name."""

from __future__ import annotations

from itertools import count
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from yomi_dsl import ir
from yomi_dsl.diagnostics import Label

if TYPE_CHECKING:
    from yomi_dsl.compiler.flow import Whole


def names_twice(whole: Whole) -> None:
    """One report for each name. Of a holder that stands twice the cards do so too, and are not told."""
    seen: dict[str, ir.Card] = {}
    holders: set[str] = set()
    for card in whole.game.cards:
        first = seen.setdefault(card.id, card)
        if first is card or (not card.head and card.holder in holders):
            continue
        if card.head:
            holders.add(card.name)
        told(whole, *newer_last(first, card))


def newer_last(first: ir.Card, second: ir.Card) -> tuple[ir.Card, ir.Card]:
    """The one in the file of its name was there before, whatever the order of the files."""
    return (second, first) if at_home(second) and not at_home(first) else (first, second)


def at_home(card: ir.Card) -> bool:
    return (
        bool(card.head)
        and card.at is not None
        and PurePosixPath(card.at.path).stem == card.name.lower().replace(" ", "-")
    )


def told(whole: Whole, old: ir.Card, new: ir.Card) -> None:
    places = whole.span(old.at) if old.at else None
    more = (Label(places, "first here"),) if places is not None else ()
    place = whole.span(new.at) if new.at else None
    name = fresh(whole, new)
    if new.head:
        message, label, help = (
            f'there are two: {new.head} "{new.name}"',
            "declared again here",
            f'give this one a name of its own: {new.head} "{name}"',
        )
    else:
        message, label = f'there are two cards "{new.name}"', "the same deck has one already"
        help = f'copies are written "x2"; another card has a name of its own: card "{name}"'
    whole.bag.add("E0201", message, place, label, help, more)


def fresh(whole: Whole, card: ir.Card) -> str:
    """A name like this that is free."""
    taken = {one.name for one in whole.game.cards}
    return next(name for n in count(2) if (name := f"{card.name} {n}") not in taken)
