"""Formulas are written out where they are used, and what does not change in a loop is taken out of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yomi_dsl import ir
from yomi_dsl.engine.presence import Presence
from yomi_dsl.engine.somebody import always, bound, doubted
from yomi_dsl.engine.walk import BINDERS, LetIn, fields, highest_slot, is_node, pure, renamed, rewrite, slots_read, walk

CHEAP = (ir.Lit, ir.WordLit, ir.Local, ir.Active)
DEPTH = 12


class Scope:
    """The frame of one body while it is being lowered: how many slots it has.

    roles     how many slots the event's roles take (doer included), in an action or a rule on one
    you       the slot of whoever's body it is: the doer of its primitives
    action    the event that ``Proceed`` goes on with
    known     slots that hold something whenever they are read; of the others it is looked at
    """

    def __init__(
        self, names: int, you: int | None = None, roles: int = 0, action: str = "", known: Iterable[int] = ()
    ) -> None:
        self.size, self.you, self.roles, self.action, self.known = names, you, roles, action, set(known)

    @classmethod
    def of(
        cls, proc: ir.Proc, you: int | None = None, roles: int = 0, action: str = "", extra: Any = (), least: int = 0,
        known: Iterable[int] = (),
    ) -> Scope:  # fmt: skip
        """For a body. ``extra``: other values in its environment; ``least``: slots that are filled in any case.

        ``known``: those of them that are filled with something."""
        size = max(len(proc.names), highest_slot(proc.body) + 1, highest_slot(extra) + 1, least)
        return cls(size, you, roles, action, bound((proc.body, extra), known))

    def fresh(self, count: int = 1) -> int:
        """The number of a new slot."""
        self.size += count
        return self.size - count

    def temp(self, count: int = 1) -> int:
        """A new slot, as its place in a frame."""
        return self.fresh(count) + 2


def place_of(node: Any) -> int:
    """The place in a frame of a value that just lies there; 0 if it must be worked out."""
    return node.slot + 2 if isinstance(node, ir.Local) else 0


def written_out(node: Any, m: Presence, sc: Scope, inside: tuple[str, ...] = ()) -> Any:
    """The value with every use of a declared value that nothing modifies replaced by its formula."""

    def change(n: Any) -> Any:
        if isinstance(n, ir.IsValue) and expandable(n.value, m, inside):
            slot = sc.fresh()
            sc.known.add(slot)
            return ir.Such(slot, formula(n.value, (ir.Local(slot, "it"),), m, sc, inside))
        if isinstance(n, ir.Call) and expandable(n.name, m, inside):
            return formula(n.name, n.args, m, sc, inside)
        return doubted(n, sc.known)

    return rewrite(node, change)


def expandable(name: str, m: Presence, inside: tuple[str, ...]) -> bool:
    return name not in m.modified_values and name not in inside and len(inside) < DEPTH


def formula(name: str, args: tuple[Any, ...], m: Presence, sc: Scope, inside: tuple[str, ...]) -> Any:
    """The body of a declared value with these arguments, its other slots made new."""
    proc = m.game.values[m.vid[name]].proc
    to: dict[int, Any] = {}
    lets: list[tuple[int, Any]] = []
    for slot, arg in enumerate(args):
        uses = sum(isinstance(n, ir.Local) and n.slot == slot for n in walk(proc.body))
        plain = isinstance(arg, CHEAP) or (isinstance(arg, ir.Opponent) and isinstance(arg.of, ir.Local))
        if plain or uses == 0 or (uses == 1 and not isinstance(proc.body, BINDERS) and pure(arg)):
            to[slot] = arg
        else:
            to[slot] = sc.fresh()
            lets.append((to[slot], arg))
            sc.known |= {to[slot]} if always(arg, sc.known) else set()
    for slot in range(len(args), max(len(proc.names), highest_slot(proc.body) + 1)):
        to[slot] = sc.fresh()
    body = renamed(proc.body, to)
    sc.known |= bound(body, ())
    body = written_out(body, m, sc, (*inside, name))
    for slot, arg in reversed(lets):
        body = LetIn(slot, arg, body)
    return body


# ---- what a loop need not do again -----------------------------------------------------------------------------------------

WORTH = (
    ir.Attr, ir.Tally, ir.Call, ir.Beats, ir.Cards, ir.Pick, ir.Fold, ir.Quant, ir.Op, ir.Is, ir.Something, ir.Has, ir.In,
    ir.HeadCard, ir.NameOf, ir.Seat, ir.Holder, ir.SetHas, ir.Supplies, ir.Successor, ir.Owner, LetIn,
)  # fmt: skip


class Hoist:
    """Collects the parts of conditions that are the same for every turn of a loop, each with a slot for its value.

    ``owner``: a slot for the owner of the loop's card; what depends on the card by its owner alone is in ``by_owner``,
    to be read anew only when the owner changes."""

    def __init__(self, sc: Scope) -> None:
        self.sc = sc
        self.before: list[tuple[int, Any]] = []
        self.by_owner: list[tuple[int, Any]] = []
        self.known: dict[Any, int] = {}
        self.owner: int | None = None

    def term(self, term: Any, slot: int) -> Any:
        """A term of a filter, or a condition, on the card in a slot, with all taken out that can be."""
        found = self.out_of(term, frozenset([slot]))
        owned = rewrite(found, lambda n: self._owned(n, slot))
        if owned is found:
            return found
        first, self.before = self.before, []
        found = self.out_of(owned, frozenset([slot]))
        self.by_owner += self.before
        self.before = first
        return found

    def _owned(self, n: Any, slot: int) -> Any:
        if isinstance(n, ir.Owner) and isinstance(n.of, ir.Local) and n.of.slot == slot:
            if self.owner is None:
                self.owner = self.sc.fresh()
            return ir.Local(self.owner, "owner")
        return n

    def out_of(self, node: Any, bound: frozenset[int]) -> Any:
        """The value with all that reads none of the slots ``bound`` taken out."""
        if not is_node(node):
            return node
        if isinstance(node, WORTH) and pure(node) and not slots_read(node) & bound and not isinstance(node, ir.Such):
            return ir.Local(self._slot(node), "hoisted")
        if isinstance(node, LetIn):
            if pure(node.value) and not slots_read(node.value) & bound:
                self.before.append((node.slot, node.value))
                return self.out_of(node.body, bound)
            return LetIn(node.slot, self.out_of(node.value, bound), self.out_of(node.body, bound | {node.slot}))
        inner = bound | {node.slot} if isinstance(node, BINDERS) else bound
        changed = {name: self._field(getattr(node, name), inner) for name in fields(node)}
        return type(node)(**{a: changed.get(a, getattr(node, a)) for a in _arguments(node)})

    def _field(self, value: Any, bound: frozenset[int]) -> Any:
        if isinstance(value, tuple):
            return tuple(self._field(v, bound) for v in value)
        if isinstance(value, ir.Zone):
            return value
        return self.out_of(value, bound) if is_node(value) else value

    def _slot(self, node: Any) -> int:
        key = shape(node, {})
        if key not in self.known:
            self.known[key] = self.sc.fresh()
            self.before.append((self.known[key], node))
        return self.known[key]


def _arguments(node: Any) -> tuple[str, ...]:
    return tuple(a.name for a in type(node).__attrs_attrs__)


def shape(node: Any, bound: dict[int, int]) -> Any:
    """Equal for values that are written alike, whatever slots their inner names have."""
    if isinstance(node, tuple):
        return tuple(shape(n, bound) for n in node)
    if not is_node(node):
        return node
    if isinstance(node, ir.Local):
        return ("local", bound.get(node.slot, -1), node.slot if node.slot not in bound else 0)
    if isinstance(node, (*BINDERS, LetIn)):
        bound.setdefault(node.slot, len(bound))
    names = [n for n in fields(node) if n not in ("slot", "name") or not isinstance(node, (*BINDERS, LetIn))]
    names = [n for n in names if not (n == "label" and isinstance(node, ir.IsWord))]
    return (type(node).__name__, *(shape(getattr(node, n), bound) for n in names))
