"""What an attribute is good for: which rules, actions, values, keywords and cards ask for it, and what the rules say of those."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yomi_dsl import ir
from yomi_dsl.sheets.wording_scene import nodes

_MOST = 6
_READS = (ir.Attr, ir.IsFlag, ir.IsWord, ir.SetHas, ir.Fits)


def meaning(game: ir.Game, attribute: str) -> tuple[tuple[str, str], ...]:
    """``asked by`` and, for each rule id there, ``rule`` with what the rule table says."""
    asking = list(dict.fromkeys(_asking(game, attribute)))
    names = list(dict.fromkeys(name for name, _ in asking))
    tags = list(dict.fromkeys(tag for _, tags in asking for tag in tags))
    told = [note for note in game.rows if set(note.tags).intersection(tags)]
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    facts = [("asked by", ", ".join(names[:_MOST]) + more)] if names else []
    return (*facts, *(("rule", f"{note.text} [{', '.join(note.tags)}]") for note in told[:_MOST]))


Asking = tuple[str, tuple[str, ...]]


def _asking(game: ir.Game, attribute: str) -> Iterator[Asking]:
    """The texts that read an attribute, each with its rule ids."""
    declared: tuple[Any, ...] = (*game.actions, *game.values, *game.statuses)
    texts: list[tuple[str, Any]] = [(one.name, one) for one in declared]
    texts += [
        (f"a rule on {rule.action}" if rule.action else "a rule", rule)
        for rule in game.rules
        if isinstance(rule, ir.Rule)
    ]
    texts += [(contest.name, row) for contest in game.contests for row in contest.rows]
    for name, text in texts:
        if any(_read(node) == attribute for node in nodes(text) if isinstance(node, _READS)):
            yield name, text.tags
    for card in game.cards:
        for ability in (ability for face in card.faces for ability in face.abilities):
            if any(
                _read(node) == attribute for node in nodes((ability.items, ability.proc)) if isinstance(node, _READS)
            ):
                yield ability.name if ability.kind == "keyword" else card.name, ()


def _read(node: Any) -> str:
    return str(node.name if isinstance(node, ir.Attr) else node.attr)
