"""How a number in an event came about, where it is an attribute of a card in it and is not what the card prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.explain import explain
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State
from yomi_dsl.sheets.lexicon import lexicon
from yomi_dsl.sheets.wording_scene import nodes

Read = tuple[str, str, str, str]
"""An action, a role with a number, the attribute that is read for it, and the role with its card."""


def amounts(m: Match, st: State, action: ir.Action, values: Mapping[str, Any]) -> Iterator[str]:
    """``7 damage printed, by 4: 11``. What changed it is told while it still holds."""
    for name, number, attribute, card in reads(m.game):
        if name != action.name or not isinstance(values.get(card), int) or values.get(number) is None:
            continue
        terms = explain(m, st, attribute, values[card])
        printed, amount = terms[0].value, values[number]
        if printed is None or printed == amount:
            continue
        found = f"{printed} {lexicon(m.game).bare(attribute)} printed"
        steps = [f"{term.what}: {term.value}" for term in terms[1:]] if terms[-1].value == amount else []
        yield ", ".join([found, *steps])


@cache
def reads(game: ir.Game) -> tuple[Read, ...]:
    """Where the rules do something "for (attribute of that card) by that card"."""
    roles = {action.name: action.roles for action in game.actions}
    done = [node for action in game.actions for node in nodes(action) if isinstance(node, ir.Do)]
    return tuple(dict.fromkeys(read for do in done for read in _reads(do, roles.get(do.action, ()))))


def _reads(do: ir.Do, roles: tuple[ir.Role, ...]) -> Iterator[Read]:
    given = list(zip(roles, do.roles, strict=False))
    for role, value in given:
        if isinstance(value, ir.Attr) and role.type == "number":
            for other, of in given:
                if isinstance(of, ir.Local) and isinstance(value.of, ir.Local) and of.slot == value.of.slot:
                    yield do.action, role.name, value.name, other.name
