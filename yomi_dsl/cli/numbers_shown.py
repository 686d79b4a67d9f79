"""Which numbers of a game a player is shown: those that have words and that something in this match can change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.match import Match
from yomi_dsl.sheets.wording_scene import nodes


@lru_cache(maxsize=16)
def worth_showing(m: Match) -> tuple[ir.TallyDecl, ...]:
    """A tally without words is for the rules to remember something by."""
    changed = {node.target.name for text in _texts(m) for node in nodes(text) if isinstance(node, ir.Change)}
    return tuple(tally for tally in m.game.tallies if tally.says and tally.name in changed)


def _texts(m: Match) -> Iterator[Any]:
    """All that can run in a match: the phases, the rules, the cards of both decks, and what these lead to."""
    game = m.game
    actions = {action.name: action for action in game.actions}
    statuses = {status.name: status for status in game.statuses}
    left: list[Any] = [
        game.rules,
        [a for a in game.actions if a.kind in ("phase", "turn")],
        *(card.faces for card in m.cards),
    ]
    left = [tuple(one) for one in left]
    met: set[int] = set()
    while left:
        text = left.pop()
        if id(text) not in met:
            met.add(id(text))
            yield text
            left += [actions[name] for name in _done(text) if name in actions]
            left += [statuses[node.status] for node in nodes(text) if isinstance(node, ir.Mark)]


def _done(text: Any) -> Iterator[str]:
    """The actions that a text does or offers."""
    yield from (node.action for node in nodes(text) if isinstance(node, ir.Do))
    yield from (node.action for node in nodes(text) if isinstance(node, ir.Option) and node.action)
