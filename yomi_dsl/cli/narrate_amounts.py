"""How a number in an event came about, where it is an attribute of a card in it and is not what the card prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.origins import keyword_of, origin
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import Term
from yomi_dsl.engine.walk import slots_read
from yomi_dsl.sheets.wording_scene import nodes

Read = tuple[str, str, str, str]
"""An action, a role with a number, the attribute that is read for it, and the role with its card."""


class Adjustment(NamedTuple):
    """What a rule did to a number before its event began."""

    role: str
    old: Any
    new: Any
    by: str


@attrs.define
class Adjusted:
    """The rule that runs, and what rules have done to events that have not begun yet."""

    voice: Voice
    rule: ir.Rule | None = None
    by: str = ""
    waiting: dict[str, list[Adjustment]] = attrs.field(factory=dict)

    def runs(self, rule: ir.Rule, this: int | None) -> None:
        keyword = keyword_of(self.voice.m.game, rule)
        card = "a rule" if this is None else self.voice.card(this).text
        self.rule, self.by = rule, f"{card} ({keyword})" if keyword else card

    def adjusts(self, role: str, old: Any, new: Any) -> None:
        if self.rule is not None and old is not None and new is not None and old != new:
            self.waiting.setdefault(self.rule.action, []).append(Adjustment(role, old, new, self.by))

    def of(self, action: str) -> list[Adjustment]:
        """What was done to an event that begins now."""
        return self.waiting.pop(action, [])


def reason(voice: Voice, amount: Any, terms: Sequence[Term], adjusted: Sequence[Adjustment]) -> str:
    """``6 printed + 4 from Wind Summon``; "" for what is as printed, or if the steps do not lead to it."""
    printed, before = terms[0].value, adjusted[0].old if adjusted else amount
    if printed is None or amount == printed or terms[-1].value != before:
        return ""
    modified = [_step(old.value, new, origin(voice, new)) for old, new in pairwise(terms)]
    told = [f"{printed} {terms[0].what}", *modified, *(_added(one.new - one.old, one.by) for one in adjusted)]
    return " ".join(told).replace(" , ", ", ")


def added_up(voice: Voice, amount: Any, parts: Sequence[tuple[int, int]]) -> str:
    """``9 from Elm + 5 from Oak``, if that is the amount."""
    if len(parts) < 2 or sum(value for _, value in parts) != amount:
        return ""
    return " + ".join(f"{value} from {voice.card(card).text}" for card, value in parts)


def _step(old: Any, term: Term, by: str) -> str:
    if term.what[0] in "+-":
        return _added(term.value - old, by or "a rule")
    if term.what.startswith("from "):
        return f", but not {'below' if term.value > old else 'above'} {term.value}"
    return f"{term.what} from {by}" if by else term.what


def _added(by: int, source: str) -> str:
    return f"{'+' if by >= 0 else '-'} {abs(by)} from {source}"


@cache
def reads(game: ir.Game) -> tuple[Read, ...]:
    """Where the rules do something "for (attribute of that card) by that card"."""
    roles = {action.name: action.roles for action in game.actions}
    done = [node for action in game.actions for node in nodes(action) if isinstance(node, ir.Do)]
    return tuple(dict.fromkeys(read for do in done for read in _reads(do, roles.get(do.action, ()))))


@cache
def sums(game: ir.Game) -> tuple[tuple[str, str, ir.Fold], ...]:
    """Where the rules do something "for (sum of an attribute of the doer's cards)": the action, the role, the sum."""
    roles = {action.name: action.roles for action in game.actions}
    done = [node for action in game.actions for node in nodes(action) if isinstance(node, ir.Do)]
    return tuple(
        (do.action, role.name, value)
        for do in done
        for role, value in zip(roles.get(do.action, ()), do.roles, strict=False)
        if isinstance(value, ir.Fold) and value.fold == "sum" and isinstance(value.each, ir.Attr)
        if isinstance(do.doer, ir.Local) and do.doer.slot == 0 and slots_read(value.cards) <= {0}
    )


def _reads(do: ir.Do, roles: tuple[ir.Role, ...]) -> Iterator[Read]:
    given = list(zip(roles, do.roles, strict=False))
    for role, value in given:
        if isinstance(value, ir.Attr) and role.type == "number":
            for other, of in given:
                if isinstance(of, ir.Local) and isinstance(value.of, ir.Local) and of.slot == value.of.slot:
                    yield do.action, role.name, value.name, other.name
