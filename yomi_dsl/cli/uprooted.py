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
_TAKEN = (*_EFFECTS, *get_args(ir.Static), ir.Ability, ir.ValueDecl, ir.Attribute)
_HOLDERS = {ir.Ability: "items", ir.Status: "items", ir.Contest: "rows", ir.Game: "rules"}
"""Where rules, modifiers and rows stand, and can be missing."""
_NONE = {"number": 0, "yes/no": False}
"""What a value is of which nothing is left; else nothing."""


def uprooted(game: ir.Game, inside: Callable[[ir.At], bool]) -> ir.Game | None:
    """The game without the rules, modifiers, rows, values and effects of a statement.

    A status is never given, an attribute stands on no card, a keyword says nothing. None where nothing of that comes of the
    statement, or no game is left."""
    bare = evolve(game, bots=(), looks=())
    gone = _test(bare, inside)
    if not any(isinstance(node, _TAKEN) and gone(node) for node in walk(bare)):
        return None
    left: ir.Game = rewrite(bare, lambda node: _without(node, gone))
    return None if verify(left) else left


def _test(game: ir.Game, inside: Callable[[ir.At], bool]) -> Gone:
    """Does a node come of the statement?"""
    statuses = {one.name for one in game.statuses if inside(one.at)}
    keywords = {one.name for one in game.keywords if inside(one.at)}
    attributes = {one.name for one in game.attributes if inside(one.at)}

    def gone(node: Any) -> bool:
        at = getattr(node, "at", None)
        if at is not None and inside(at):
            return True
        if isinstance(node, ir.Ability):
            return node.kind == "keyword" and node.name in keywords
        return node in attributes or (isinstance(node, ir.Mark) and node.status in statuses)

    return gone


def _without(node: Any, gone: Gone) -> Any:
    if isinstance(node, _EFFECTS) and gone(node):
        return ir.Seq(())
    if isinstance(node, ir.ValueDecl) and gone(node):
        return evolve(node, proc=evolve(node.proc, body=ir.Lit(_NONE.get(node.type))))
    if isinstance(node, ir.Attribute) and gone(node):
        return evolve(node, fate="optional", default=None)
    if isinstance(node, ir.Face):
        return _face_without(node, gone)
    field = _HOLDERS.get(type(node))
    return evolve(node, **{field: _staying(getattr(node, field), gone)}) if field else node


def _face_without(face: ir.Face, gone: Gone) -> ir.Face:
    lost = {name for ability in face.abilities if gone(ability) for name, _ in ability.values}
    values = tuple((name, value) for name, value in face.values if name not in lost and not gone(name))
    return evolve(face, values=values, abilities=_staying(face.abilities, gone))


def _staying(nodes: Iterable[Any], gone: Gone) -> tuple[Any, ...]:
    return tuple(node for node in nodes if not gone(node))
