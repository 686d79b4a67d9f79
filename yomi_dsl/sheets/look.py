"""Which look a card has, and its places filled with what this card has to show there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from yomi_dsl import ir
from yomi_dsl.nodes import evolve
from yomi_dsl.sheets.icons import Icons
from yomi_dsl.sheets.items import Item, Maker, paragraphs, tied
from yomi_dsl.sheets.lexicon import lexicon
from yomi_dsl.sheets.printed import Print
from yomi_dsl.sheets.typography import typographic
from yomi_dsl.sheets.wording import face_text, shared_abilities

SIZE = (63, 88)
"""Millimetres of a card whose game says nothing else: what most sleeves hold."""


@attrs.frozen
class Place:
    """A filled place. A region has ``places`` and the name of its face, every other kind ``items``."""

    kind: str
    side: str
    items: list[Item] = attrs.field(factory=list)
    places: list[Place] = attrs.field(factory=list)
    face: str = ""
    turned: bool = False


def look_of(game: ir.Game, card: ir.Card) -> ir.Look:
    """The look declared for its holder's own card or for cards, else a plain one that shows all there is."""
    declared = [look for look in game.looks if not look.listing and look.of == (card.head or "card")]
    front = Print(game, card, card.faces[0])
    look = next((look for look in sorted(declared, key=lambda one: one.where is None) if front.holds(look.where)), None)
    look = look or plain_look(game, card)
    return _halved(look, card) if len(card.faces) > 1 and not any(p.kind == "region" for p in look.places) else look


def _halved(look: ir.Look, card: ir.Card) -> ir.Look:
    """A look of one side, drawn once in each half; between the halves stands what belongs to both."""
    made = [
        ir.LookPlace("region", side, face.name, turned, tuple(_half(place, face) for place in look.places))
        for face, side, turned in zip(card.faces, ("top half", "bottom half"), (False, True), strict=False)
    ]
    return evolve(look, places=(*made, _at("panel", "middle", [_item("rules"), _item("flavour")])))


def _half(place: ir.LookPlace, face: ir.Face) -> ir.LookPlace:
    """A place in one half: the name is followed by that of the face, and the line of mood is left to the middle."""
    items = [x for x in place.items if not (isinstance(x, ir.LookItem) and x.item == "flavour")]
    named = any(isinstance(x, ir.LookItem) and x.item == "name" for x in items)
    return evolve(place, items=(*items, *([_item(f'"{face.name}"')] if named else [])))


def filled(game: ir.Game, card: ir.Card, look: ir.Look, icons: Icons) -> list[Place]:
    """The places of a look as they are on one card. Places with nothing in them are kept where they hold a picture."""
    # outside of the halves of a card of two faces stands what holds for both
    both = card.faces[0] if len(card.faces) == 1 else ir.Face("", card.faces[0].values, shared_abilities(card))
    apart = any(isinstance(x, ir.LookItem) and x.item == "rules" for place in look.places for x in place.items)
    on = _on(game, card, both, look)
    return [place for wanted in look.places for place in _place(on, wanted, icons, apart)]


def _on(game: ir.Game, card: ir.Card, face: ir.Face, look: ir.Look) -> Print:
    """A face on which a look is filled."""
    blank = Print(game, card, face)
    return attrs.evolve(blank, drawn=frozenset(_drawn(blank, look.places)))


def _drawn(on: Print, items: Sequence[ir.LookPlace | ir.LookItem]) -> Iterator[str]:
    """What the places of a look show of this card, by name."""
    for x in items:
        if isinstance(x, ir.LookPlace):
            yield from _drawn(on, x.items)
        elif on.holds(x.where):
            yield x.item


def _place(on: Print, wanted: ir.LookPlace, icons: Icons, apart: bool = True) -> Iterator[Place]:
    """``apart``: what the faces share stands in a place of its own; else each says all."""
    if wanted.kind == "region":
        # a card that has no faces is the same on each side
        faces = on.card.faces
        side = next((f for f in faces if len(faces) == 1 or f.name == wanted.face or not wanted.face), None)
        if side is None:
            return
        half = attrs.evolve(on, face=side if apart else evolve(side, name=""))
        inner = [p for x in wanted.items if isinstance(x, ir.LookPlace) for p in _place(half, x, icons)]
        yield Place("region", wanted.side, places=inner, face=wanted.face, turned=wanted.turned)
        return
    maker = Maker(on, icons)
    items = [item for x in wanted.items if isinstance(x, ir.LookItem) for item in _items(maker, x)]
    art = any(isinstance(x, ir.LookItem) and x.item == "art" for x in wanted.items)
    if items or art:
        yield Place(wanted.kind, wanted.side, items)


def _items(maker: Maker, wanted: ir.LookItem) -> Iterator[Item]:
    game, card, face = maker.print.game, maker.print.card, maker.print.face
    if wanted.item not in ("name", "rules", "flavour", "art", "copies"):
        yield from maker.items(wanted)
    elif not maker.print.holds(wanted.where):
        return
    elif wanted.item == "name":
        yield Item("name", text=typographic(card.name))
    elif wanted.item == "copies":
        yield Item("value", tokens=[("text", f"{card.copies}×")])
    elif wanted.item == "rules":
        found = paragraphs(face_text(game, card, face, tracks=maker.print.drawn), maker.icons, card.at)
        if found:
            yield Item("rules", paragraphs=found)
    elif wanted.item == "flavour" and card.flavour:
        yield Item("flavour", text=tied(typographic(card.flavour)))


# ---- lists of cards -----------------------------------------------------------------------------------------------


def listed_places(game: ir.Game, own: ir.Card, cards: Sequence[ir.Card], look: ir.Look, icons: Icons) -> list[Place]:
    """The places of a card that lists the cards of a holder: a table has a row for each of its cards, a column for each item."""
    out = []
    on = _on(game, own, own.faces[0], look)
    for wanted in look.places:
        if wanted.kind == "list":
            columns = [x for x in wanted.items if isinstance(x, ir.LookItem)]
            out.append(Place("list", wanted.side, [_table(game, cards, columns, icons)]))
        else:
            out += _place(on, wanted, icons)
    return out


def _table(game: ir.Game, cards: Sequence[ir.Card], columns: Sequence[ir.LookItem], icons: Icons) -> Item:
    makers = [Maker(Print(game, card, card.faces[0]), icons) for card in cards]
    rows = [[_cell(maker, column) for column in columns] for maker in makers]
    wide = next((i for i, column in enumerate(columns) if column.item == "name"), 0)
    return Item("list", heads=[_head(game, column) for column in columns], rows=rows, wide=wide)


def _cell(maker: Maker, column: ir.LookItem) -> list[tuple[str, ...]]:
    item = next(_items(maker, column), None)
    if item is None:
        return []
    return [("text", item.text)] if item.what == "name" else item.tokens


def _head(game: ir.Game, column: ir.LookItem) -> str:
    if column.word is not None:
        return typographic(column.word)
    return "" if column.item in ("copies", "name") else typographic(lexicon(game).bare(column.item))


# ---- what a game shows that declares nothing -----------------------------------------------------------------------


def plain_look(game: ir.Game, card: ir.Card, size: tuple[int, int] = SIZE) -> ir.Look:
    """Everything that a card has, in the order declared: words, numbers over the picture, longer values, text."""
    words = _of_types(game, card, ("word",))
    numbers = _of_types(game, card, ("number",))
    longer = _of_types(game, card, ("filter", "set", "flag"))
    places = [
        _at("row", "top", [_item("name")]), _at("row", "middle", words), _at("column", "left", numbers[:5]),
        _at("column", "right", numbers[5:]), _at("panel", "middle", [_item("art")]), _at("row", "bottom", longer),
        _at("panel", "bottom", [_item("rules"), _item("flavour")]),
    ]  # fmt: skip
    return ir.Look("card", False, None, *size, tuple(places), ("this",), (), card.at)


def _of_types(game: ir.Game, card: ir.Card, types: tuple[str, ...]) -> list[ir.LookItem]:
    """The attributes of some types; what a card has unless it says otherwise needs no ink."""
    printed = [Print(game, card, face) for face in card.faces]
    shown = [a for a in game.attributes if a.type in types and any(not _is_default(a, one) for one in printed)]
    return [_item(a.name, "plain") for a in shown]


def _is_default(attribute: ir.Attribute, one: Print) -> bool:
    value, default = one.value(attribute.name), attribute.default
    plain = default.word if isinstance(default, ir.WordLit) else default.value if default is not None else None
    return value is None or value is False or value == plain


def _item(name: str, symbol: str = "") -> ir.LookItem:
    return ir.LookItem(name, symbol=symbol)


def _at(kind: str, side: str, items: Sequence[ir.LookItem]) -> ir.LookPlace:
    return ir.LookPlace(kind, side, "", False, tuple(items))
