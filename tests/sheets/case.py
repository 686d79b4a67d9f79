"""What a case of the wording is, and shorthands that cases share."""

from __future__ import annotations

from typing import Any

import attrs

from tests.sheets.build import (
    STATUSES,
    Env,
    among,
    cards,
    do,
    status,
)
from yomi_dsl import ir

THAT = ir.Local(5, "player")
IT = ir.Local(44, "it")


@attrs.frozen
class Case:
    """Abilities of one card, and what else the game needs for them."""

    abilities: tuple[ir.Ability, ...]
    changes: dict[str, Any] = attrs.field(factory=dict)


def case(*abilities: ir.Ability, **changes: Any) -> Case:
    return Case(abilities, changes)


def hit(e: Env, amount: Any) -> ir.Do:
    return do("hit", e.you, e.foe, amount, e.this)


def lasting(*items: ir.Static, captures: tuple[str, ...] = ()) -> dict[str, Any]:
    """An unnamed status "u" in the game."""
    return {"statuses": (*STATUSES, status("u", "player", "", None, *items, named=False, captures=captures))}


def named(name: str, zone: Any) -> ir.Quant:
    return ir.Quant("any", among(zone, cards(ir.IsNamed(name))))


def opener(e: Env) -> ir.Filter:
    return cards(ir.Same(ir.Call("opener", (e.you,))))


def all_have(e: Env, name: str) -> ir.Quant:
    has = ir.Filter((ir.Such(30, ir.SetHas(ir.Local(30, "it"), "heights", e[name])),))
    return ir.Quant("all", ir.Cards((), e["stake"], has, 31, "it", None))
