"""Which numbers of a game a player is shown: those that have words and that something in this match can change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.engine.match import Match
from yomi_dsl.sheets.grammar import holes

Seats = frozenset[int]
BOTH: Seats = frozenset((0, 1))


def worth_showing(m: Match) -> tuple[ir.TallyDecl, ...]:
    """A tally without words is for the rules to remember something by."""
    return tuple(tally for tally in m.game.tallies if tally.says and tally.name in changes(m))


def of_player(m: Match, seat: int) -> tuple[ir.TallyDecl, ...]:
    """Those of a player which something can change for him."""
    shown = (tally for tally in worth_showing(m) if tally.of == "player" and not tally.mirrored)
    return tuple(tally for tally in shown if seat in changes(m)[tally.name])


def worked_out(m: Match) -> tuple[ir.ValueDecl, ...]:
    """The values of a player that have words and are no number that is written down."""
    return tuple(
        value
        for value in m.game.values
        if value.says and value.type == "number" and value.subjects == ("player",) and not holes(value.says)
        if not isinstance(value.proc.body, ir.Lit)
    )


@lru_cache(maxsize=16)
def changes(m: Match) -> Mapping[str, Seats]:
    """The tallies that the phases, the rules and the cards of both decks can change, each with whose they then are."""
    found = _Changes(m)
    found.read((m.game.rules, [a for a in m.game.actions if a.kind in ("phase", "turn")]), BOTH, {})
    for number, card in enumerate(m.cards):
        found.read(card.faces, frozenset((m.owner[number],)), {})
    return found.tallies


@attrs.define(eq=False)
class _Changes:
    """``met``: the actions that were read, each with whom its roles may mean, and the statuses."""

    m: Match
    tallies: dict[str, Seats] = attrs.field(factory=dict)
    met: set[Any] = attrs.field(factory=set)

    def read(self, text: Any, you: Seats, env: Mapping[int, Seats]) -> None:
        """``you``: who is meant by it in this text; ``env``: who may stand in its slots, as far as that is known."""
        if isinstance(text, tuple | list):
            for part in text:
                self.read(part, you, env)
        elif attrs.has(type(text)) and not isinstance(text, ir.At):
            self._note(text, env)
            inner = _slots(text, you) if isinstance(text, ir.Proc) and not env else env
            for field in attrs.fields(type(text)):
                self.read(getattr(text, field.name), you, inner)

    def _note(self, node: Any, env: Mapping[int, Seats]) -> None:
        if isinstance(node, ir.Change) and isinstance(node.target, ir.Tally):
            name = node.target.name
            self.tallies[name] = self.tallies.get(name, frozenset()) | _whose(node.target.of, env)
        elif isinstance(node, ir.Do):
            self._do(node.action, [_whose(role, env) for role in (node.doer, *node.roles)])
        elif isinstance(node, ir.Option) and node.action:
            self._do(node.action, [BOTH])
        elif isinstance(node, ir.Mark) and node.status not in self.met:
            self.met.add(node.status)
            self.read(self.m.game.statuses[self.m.sid[node.status]].items, BOTH, {})

    def _do(self, name: str, roles: Sequence[Seats]) -> None:
        action = self.m.declared.get(name)
        if action is not None and (name, *roles) not in self.met:
            self.met.add((name, *roles))
            self.read((action.proc, action.last), roles[0], dict(enumerate(roles)))


def _slots(proc: ir.Proc, you: Seats) -> Mapping[int, Seats]:
    return {slot: you for slot, name in enumerate(proc.names) if name == "you"}


def _whose(value: Any, env: Mapping[int, Seats]) -> Seats:
    """Which players a value may mean."""
    if isinstance(value, ir.Local):
        return env.get(value.slot, BOTH)
    if isinstance(value, ir.Opponent):
        return frozenset(1 - seat for seat in _whose(value.of, env))
    return BOTH
