"""A game as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.cards import Card, HolderDecl
    from yomi_dsl.ir.declarations import (
        Action,
        Attribute,
        Check,
        Contest,
        Keyword,
        Measure,
        Note,
        Status,
        TallyDecl,
        Turn,
        ValueDecl,
        WordSet,
        ZoneDecl,
    )
    from yomi_dsl.ir.examples import Bot, Example, Study
    from yomi_dsl.ir.looks import Forms, Look, Symbol
    from yomi_dsl.ir.statics import Proc, Rule


@node
class Game:
    """A whole game. ``heads``: (head, default holder or ""). ``layers``, ``order``: see the language reference."""

    name: str
    players: int
    heads: tuple[tuple[str, str], ...]
    sets: tuple[WordSet, ...]
    attributes: tuple[Attribute, ...]
    zones: tuple[ZoneDecl, ...]
    tallies: tuple[TallyDecl, ...]
    values: tuple[ValueDecl, ...]
    contests: tuple[Contest, ...]
    actions: tuple[Action, ...]
    statuses: tuple[Status, ...]
    keywords: tuple[Keyword, ...]
    parts_run: tuple[str, ...]
    parts_live: tuple[str, ...]
    layers: tuple[str, ...]
    order: tuple[str, ...]
    turn: Turn
    setup: Proc | None
    given: Proc | None
    rules: tuple[Rule, ...]
    both_lose: Proc | None
    turn_limit: int
    turn_limit_verdict: Proc | None
    cards: tuple[Card, ...]
    holders: tuple[HolderDecl, ...]
    endings: tuple[str, ...]
    invariants: tuple[Check, ...]
    rulings: tuple[Note, ...]
    rows: tuple[Note, ...]
    properties: tuple[Note, ...]
    measures: tuple[Measure, ...]
    studies: tuple[Study, ...]
    examples: tuple[Example, ...]
    bots: tuple[Bot, ...]
    looks: tuple[Look, ...]
    symbols: tuple[Symbol, ...]
    forms: tuple[Forms, ...]
