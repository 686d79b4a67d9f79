"""Cards: what is printed on them, their abilities, and what brings them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from yomi_dsl.ir.statics import Proc
from yomi_dsl.ir.values import Lit, WordLit
from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.statics import Static
    from yomi_dsl.ir.values import At, Value


@node
class Ability:
    """What one line or block of a card, holder or status puts in force, in the order printed.

    kind    ``keyword``: use of keyword ``name`` with ``args``; ``part``: a live part ``name`` with a printed ``title``;
            ``run``: a part that others run (``proc``); ``plain``: written out in place
    says    the keyword's reminder template
    values  attribute values the keyword sets, as in `Face`
    """

    kind: str
    name: str
    title: str
    args: tuple[tuple[str, Value], ...]
    says: str
    values: tuple[tuple[str, Printed], ...]
    items: tuple[Static, ...]
    proc: Proc | None
    tags: tuple[str, ...]
    at: At


Printed = Union[Lit, WordLit, Proc, "WordsLit"]


@node
class WordsLit:
    """Several words of a set, as the value of a set attribute."""

    set: str
    words: tuple[str, ...]


@node
class Face:
    """One side of a card. ``name`` is empty for a card of one face. ``values`` holds every printed attribute (flags
    as Lit(True); a filter as a Proc over a Filter), keyword values included."""

    name: str
    values: tuple[tuple[str, Printed], ...]
    abilities: tuple[Ability, ...]


@node
class Card:
    """``id`` is unique in the game (``Holder/Name``, or the name for shared cards); ``head`` is set for a holder's own card."""

    id: str
    name: str
    holder: str
    head: str
    copies: int
    group: str
    faces: tuple[Face, ...]
    source: str
    flavour: str
    art: str
    at: At


@node
class HolderDecl:
    """Something a player brings: its own card and its deck list (ids; copies stand on the cards)."""

    head: str
    name: str
    card: str
    cards: tuple[str, ...]
    colours: tuple[str, ...]
    at: At
