"""Takes what comes of a statement out of a compiled game: quicker than to compile the game without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from yomi_dsl import ir
from yomi_dsl.engine.walk import rewrite, walk
from yomi_dsl.irverify import verify
from yomi_dsl.nodes import evolve

Gone = Callable[[Any], bool]
_EFFECTS = get_args(ir.Effect)
_TAKEN = (*_EFFECTS, *get_args(ir.Static), ir.Ability, ir.ValueDecl)
_HOLDERS = {ir.Ability: "items", ir.Status: "items", ir.Face: "abilities", ir.Contest: "rows", ir.Game: "rules"}
"""Where rules, modifiers and rows stand, and can be missing."""
_NONE = {"number": 0, "yes/no": False}
"""What a value is of which nothing is left; else nothing."""


def uprooted(game: ir.Game, inside: Callable[[ir.At], bool]) -> ir.Game | None:
    """The game without the rules, modifiers, rows, values and effects of a statement; a status is never given.

    None where nothing of that comes of it, or no game is left; or where it sets attributes, which stand elsewhere, too."""
    bare = evolve(game, bots=(), looks=())
    gone = _test(bare, inside)
    taken = [node for node in walk(bare) if isinstance(node, _TAKEN) and gone(node)]
    if not taken or any(isinstance(node, ir.Ability) and node.values for node in taken):
        return None
    left: ir.Game = rewrite(bare, lambda node: _without(node, gone))
    return None if verify(left) else left


def _test(game: ir.Game, inside: Callable[[ir.At], bool]) -> Gone:
    """Does a node come of the statement?"""
    statuses = {one.name for one in game.statuses if inside(one.at)}

    def gone(node: Any) -> bool:
        at = getattr(node, "at", None)
        return (at is not None and inside(at)) or (isinstance(node, ir.Mark) and node.status in statuses)

    return gone


def _without(node: Any, gone: Gone) -> Any:
    if isinstance(node, _EFFECTS) and gone(node):
        return ir.Seq(())
    if isinstance(node, ir.ValueDecl) and gone(node):
        return evolve(node, proc=evolve(node.proc, body=ir.Lit(_NONE.get(node.type))))
    field = _HOLDERS.get(type(node))
    return evolve(node, **{field: _staying(getattr(node, field), gone)}) if field else node


def _staying(nodes: Iterable[Any], gone: Gone) -> tuple[Any, ...]:
    return tuple(node for node in nodes if not gone(node))
