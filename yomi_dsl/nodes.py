"""How the classes of the syntax tree and of the IR are made: frozen, compared by identity, without a generated repr.

The type checker sees to it that nothing changes a node. A guard at run time would double the time that it takes to make one,
and a game has a hundred thousand.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

import attrs

C = TypeVar("C")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[C]) -> type[C]:
    return attrs.define(eq=False, repr=False)(cls)


def evolve(old: C, **changes: Any) -> C:
    """A copy of a node with some fields changed."""
    return attrs.evolve(old, **changes)  # type: ignore[misc]


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def place(cls: type[C]) -> type[C]:
    """As `node`, but compared by what it holds."""
    return attrs.define(unsafe_hash=True)(cls)
