"""What a value looks at: the zones whose cards it tells apart. To count the cards in a zone is to look at none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from yomi_dsl import ir

Looked = tuple[str, Any]
"""A zone's name, and whose it is: a value where it is read, None for anybody's or what cannot be told from there."""
_DEPTH = 24


def looked_at(value: Any, values: Mapping[str, ir.ValueDecl]) -> Iterator[Looked]:
    """The zones in which a value looks at cards, with the formulas of declared values written out."""
    return _below(value, values, None, 0)


def _below(node: Any, values: Mapping[str, ir.ValueDecl], args: Sequence[Any] | None, depth: int) -> Iterator[Looked]:
    """``args``: what the slots of a declared value stand for, in terms of where it is read; None: that is here."""
    if isinstance(node, tuple):
        for part in node:
            yield from _below(part, values, args, depth)
    elif isinstance(node, ir.Zone):
        yield node.name, _outside(node.of, args)
    elif isinstance(node, ir.Fold | ir.Quant) and _counts(node):
        return
    elif isinstance(node, ir.IsValue):
        yield from _inside(node.value, (None,), values, depth)
    elif isinstance(node, ir.Call):
        yield from _below(node.args, values, args, depth)
        yield from _inside(node.name, [_outside(arg, args) for arg in node.args], values, depth)
    elif attrs.has(type(node)) and not isinstance(node, ir.At):
        for field in attrs.fields(type(node)):
            yield from _below(getattr(node, field.name), values, args, depth)


def _inside(name: str, args: Sequence[Any], values: Mapping[str, ir.ValueDecl], depth: int) -> Iterator[Looked]:
    declared = values.get(name)
    if declared is not None and depth < _DEPTH:
        yield from _below(declared.proc.body, values, args, depth + 1)


def _outside(of: Any, args: Sequence[Any] | None) -> Any:
    """A player inside a formula, as said where the formula is read; None if that cannot be said."""
    if args is None or of is None:
        return of
    if isinstance(of, ir.Local):
        return args[of.slot] if of.slot < len(args) else None
    if isinstance(of, ir.Opponent | ir.Owner):
        inner = _outside(of.of, args)
        return None if inner is None else type(of)(inner)
    return of if isinstance(of, ir.Active) else None


def _counts(node: ir.Fold | ir.Quant) -> bool:
    plain = isinstance(node.cards, ir.Cards) and not node.cards.filter.terms and node.cards.where is None
    return plain and (node.fold == "count" if isinstance(node, ir.Fold) else node.quant != "all")
