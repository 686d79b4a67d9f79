"""What a declared word is good for: which texts of the game speak of it, and what the rules and rulings say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from yomi_dsl import ir
from yomi_dsl.cli.origins import givers
from yomi_dsl.sheets.wording_scene import nodes

_MOST = 6
Fact = tuple[str, str]
Key = tuple[str, ...]
"""How something is spoken of, and what: ``("changed", NAME)``."""
Asking = tuple[str, tuple[str, ...]]
"""A text by its name, with its rule ids."""

LABELS = {
    "asked": "asked by", "given": "given by", "changed": "changed by", "done": "done by", "answered": "answered by", "used": "used by",
}  # fmt: skip


def meaning(game: ir.Game, name: str, kinds: Sequence[str], tags: Iterable[str]) -> Iterator[Fact]:
    """Who speaks of it, and in what way; then the rules and rulings on it: by its ids and its name, or else by those who speak."""
    spoken, seen = _spoken_of(game), set[str]()
    asking: list[Asking] = []
    for kind in kinds:
        found = [one for one in dict.fromkeys(spoken.get((kind, name), ())) if one[0] not in {*seen, name}]
        seen |= {one for one, _ in found}
        asking += found
        if found:
            yield LABELS[kind], shortened(dict.fromkeys(one for one, _ in found))
    own = set(tags)
    noted = {tag for note in (*game.rows, *game.rulings) for tag in note.tags}
    if own - noted:
        yield "rules", ", ".join(sorted(own - noted))
    about = [*_notes("rule", game.rows, name, own), *_notes("ruling", game.rulings, name, own)]
    yield from about or _notes("rule", game.rows, name, {tag for _, ids in asking for tag in ids})


def shortened(names: Iterable[str], most: int = _MOST) -> str:
    """The first few, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def _notes(label: str, notes: Sequence[ir.Note], name: str, ids: set[str]) -> Iterator[Fact]:
    """Those that carry an id, and those that have the word in them."""
    word = re.compile(rf"\b{re.escape(name)}s?\b", re.IGNORECASE)
    told = [note for note in notes if ids.intersection(note.tags)]
    told += [note for note in notes if note not in told and word.search(note.text)]
    for note in told[:_MOST]:
        yield label, f"{note.text} [{', '.join(note.tags)}]" if note.tags else note.text


# ---- who speaks of what ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _spoken_of(game: ir.Game) -> dict[Key, list[Asking]]:
    found: dict[Key, list[Asking]] = {}
    for name, text, tags in _texts(game):
        for node in nodes(text):
            for key in _keys(node):
                found.setdefault(key, []).append((name, tags))
    return found


def _texts(game: ir.Game) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    declared: tuple[Any, ...] = (*game.actions, *game.values, *game.tallies)
    yield from ((one.name, one, one.tags) for one in declared)
    by = dict(givers(game))
    for status in game.statuses:
        if status.named or status.name in by:
            yield by.get(status.name, status.name) if not status.named else status.name, status, status.tags
    for rule in game.rules:
        yield (f"a rule on {rule.action}" if rule.action else "a rule"), rule, rule.tags
    yield from ((contest.name, row, row.tags) for contest in game.contests for row in contest.rows)
    yield from (("the setup", proc, ()) for proc in (game.setup,) if proc is not None)
    for card in game.cards:
        for ability in (ability for face in card.faces for ability in face.abilities):
            yield ability.name if ability.kind == "keyword" else card.name, (ability.items, ability.proc), ()


def _keys(node: Any) -> Iterator[Key]:
    """What a part of a text speaks of."""
    if isinstance(node, ir.Attr | ir.SetHas | ir.Fits | ir.IsFlag | ir.IsWord):
        yield "asked", node.name if isinstance(node, ir.Attr) else node.attr
    if isinstance(node, ir.IsWord):
        yield from (("asked", word) for word in node.words)
    elif isinstance(node, ir.IsKeyword):
        yield from (("asked", name) for name in node.names)
    elif isinstance(node, ir.Rule) and node.action:
        yield "answered", node.action
    else:
        yield from _plain_keys(node)


_FIELDS: tuple[tuple[Any, str, str], ...] = (
    (ir.WordLit, "asked", "word"), (ir.Has, "asked", "status"), (ir.IsStatus, "asked", "status"), (ir.Holder, "asked", "status"),
    (ir.Mark, "given", "status"), (ir.Modifier, "changed", "target"), (ir.Do, "done", "action"), (ir.Option, "done", "action"),
    (ir.Zone, "used", "name"), (ir.Tally, "asked", "name"), (ir.Call, "used", "name"), (ir.IsValue, "used", "value"),
    (ir.Beats, "used", "name"), (ir.PhaseIs, "asked", "phase"), (ir.Span, "asked", "what"),
)  # fmt: skip


def _plain_keys(node: Any) -> Iterator[Key]:
    if isinstance(node, ir.Change) and isinstance(node.target, ir.Tally):
        yield "changed", node.target.name
    for kind, how, field in _FIELDS:
        if isinstance(node, kind):
            yield how, getattr(node, field)
