"""How the classes of the syntax tree and of the IR are made: frozen, compared by identity, without a generated repr."""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

import attrs

C = TypeVar("C")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[C]) -> type[C]:
    return attrs.frozen(eq=False, repr=False)(cls)


def evolve(old: C, **changes: Any) -> C:
    """A copy of a node with some fields changed."""
    return attrs.evolve(old, **changes)  # type: ignore[misc]
