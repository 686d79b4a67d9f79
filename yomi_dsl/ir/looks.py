"""What stands where on the face of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yomi_dsl.nodes import node

if TYPE_CHECKING:
    from yomi_dsl.ir.values import At, Value


@node
class LookItem:
    """item: an attribute, keyword, name, copies, rules, flavour, art, a part, or a text in quotes.

    symbol      how its icon is drawn: "" not at all, "plain", "only", "behind" or "repeated"
    word        its label; None: its own
    each        one for each use of a keyword
    otherwise   the attribute shown where the card lacks this one; beside: that shown with it
    """

    item: str
    where: Value | None = None
    symbol: str = ""
    word: str | None = None
    each: bool = False
    otherwise: str = ""
    beside: str = ""


@node
class LookPlace:
    """kind: corner, row, column, panel, list, region. side: e.g. "top left". face, turned: regions only."""

    kind: str
    side: str
    face: str
    turned: bool
    items: tuple[LookItem | LookPlace, ...]


@node
class Look:
    """of: "card" or a holder head. listing: of a card that lists the cards of such a holder. where: of such cards only, before
    a look of all. width, height in mm."""

    of: str
    listing: bool
    where: Value | None
    width: int
    height: int
    places: tuple[LookPlace, ...]
    names: tuple[str, ...]
    tags: tuple[str, ...]
    at: At


@node
class Symbol:
    """file pattern under icons/; ``{x}`` is the word. ``inline``: stands for the word in rules text."""

    name: str
    file: str
    inline: bool


@node
class Forms:
    name: str
    one: str
    many: str
