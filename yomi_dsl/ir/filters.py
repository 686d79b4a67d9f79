"""Filters: what can be said of a card, side by side is "and"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.values import Value


@node
class IsWord:
    """Its attribute ``attr`` is one of ``words``. ``label``: as written (a group, or words with /)."""

    attr: str
    words: tuple[str, ...]
    label: str


@node
class IsFlag:
    attr: str


@node
class IsStatus:
    status: str


@node
class IsNamed:
    name: str


@node
class IsKeyword:
    """Its text (of the face that is up) has one of these keywords: all that begin with the words ``keyword``, up to a parameter or preposition."""

    keyword: str
    names: tuple[str, ...]


@node
class IsGroup:
    group: str


@node
class IsHead:
    """It is the card of a holder."""

    head: str


@node
class IsValue:
    """A declared yes/no value of a card holds of it."""

    value: str


@node
class OwnedBy:
    """``word``: as written (your, opponent's, ...), for wording."""

    player: Value


@node
class Same:
    """It is this very card."""

    card: Value


@node
class Fits:
    """It satisfies the filter that is the attribute ``attr`` of card ``of``."""

    attr: str
    of: Value


@node
class OneOf:
    """Written with ``or``."""

    options: tuple[Filter, ...]


@node
class Not:
    filter: Filter


@node
class Such:
    """``where``: with the card in ``slot``."""

    slot: int
    where: Value


@node
class Filter:
    terms: tuple[Term, ...]


Term = Union[
    IsWord, IsFlag, IsStatus, IsNamed, IsKeyword, IsGroup, IsHead, IsValue, OwnedBy, Same, Fits, OneOf, Not, Such
]
