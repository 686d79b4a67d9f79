"""Who plays in a game: a page for reading, a chapter for each holder, made from what stands on the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from yomi_dsl import ir
from yomi_dsl.cli.database import keywords_of, plain_value
from yomi_dsl.cli.studied import found, told
from yomi_dsl.sheets.wording import side_text

Cell = str


def cast(game: ir.Game) -> str:
    return "\n".join(_page(game)) + "\n"


def _page(game: ir.Game) -> Iterator[str]:
    yield f"# {game.name}: who plays"
    for head, _ in game.heads:
        holders = [holder for holder in game.holders if holder.head == head]
        yield from ("", f"{_capital(head)}: " + ", ".join(f"[{h.name}](#{_anchor(h)})" for h in holders) + ".")
    for holder in game.holders:
        yield from ("", f"## {holder.name} ({holder.head})", "", *_holder(game, holder))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _anchor(holder: ir.HolderDecl) -> str:
    return f"{holder.name} {holder.head}".lower().replace(" ", "-")


def _holder(game: ir.Game, holder: ir.HolderDecl) -> Iterator[str]:
    own = next((card for card in game.cards if card.id == holder.card), None)
    if own is not None:
        yield from _own(game, own)
    cards = [card for card in game.cards if card.id in set(holder.cards)]
    yield from ("", *_table(game, cards))
    yield from _studies(game, holder)
    sources = Counter(card.source for card in cards)
    yield from (
        "",
        "Figures: " + ", ".join(f"{count} of {source}" for source, count in sorted(sources.items())) + " (a row each).",
    )
    shown = [
        one.text
        for one in game.examples
        if holder.name in [name for seat in one.brings for name in seat] and _of_file(one, holder)
    ]
    if shown:
        yield from ("", "Settled by examples:", "", *(f"- {_capital(text)}" for text in shown))


def _studies(game: ir.Game, holder: ir.HolderDecl) -> Iterator[str]:
    for study in game.studies:
        if study.head == holder.head:
            yield from ("", _row(["from", f"most {study.measure}", study.name]), _row(["---"] * 3))
            yield from (_row([_safe(cell) for cell in row]) for row in told(found(game, study, holder), study.tally))


def _of_file(example: ir.Example, holder: ir.HolderDecl) -> bool:
    """An example in the holder's own file, or in one that is named like it."""
    return example.at.path.rpartition("/")[2] == holder.at.path.rpartition("/")[2]


def _own(game: ir.Game, card: ir.Card) -> Iterator[str]:
    face = card.faces[0]
    facts = [f"{name} {plain_value(game, name, value)}" for name, value in face.values]
    if facts:
        yield "**" + "; ".join(facts) + "**"
    text = " ".join(sentence.plain for sentence in side_text(game, card, face))
    if text:
        yield from ("", _safe(text))
    if card.flavour:
        yield from ("", f"*{_safe(card.flavour)}*")


def _table(game: ir.Game, cards: Sequence[ir.Card]) -> Iterator[str]:
    """A row for each side of a card, a column for each attribute that one of them has."""
    names = [a.name for a in game.attributes if any(_shown(game, face, a) for card in cards for face in card.faces)]
    yield _row(["", "card", *names, "text"])
    yield _row(["---"] * (len(names) + 3))
    for card in cards:
        for face in card.faces:
            yield _row(
                [
                    f"{card.copies}×",
                    _safe(f"{card.name} {face.name}".strip()),
                    *_cells(game, face, names),
                    _said(game, card, face),
                ]
            )


def _shown(game: ir.Game, face: ir.Face, attribute: ir.Attribute) -> bool:
    value = dict(face.values).get(attribute.name)
    return value is not None and plain_value(game, attribute.name, value) not in ("", None)


def _cells(game: ir.Game, face: ir.Face, names: Sequence[str]) -> list[Cell]:
    values = dict(face.values)
    return [_cell(plain_value(game, name, values[name])) if name in values else "" for name in names]


def _cell(value: object) -> Cell:
    if isinstance(value, bool):
        return "yes" if value else ""
    return "/".join(map(str, value)) if isinstance(value, list) else _safe(str(value))


def _said(game: ir.Game, card: ir.Card, face: ir.Face) -> Cell:
    text = " ".join(sentence.plain for sentence in side_text(game, card, face))
    return _safe(text) or ", ".join(keywords_of(face))


def _row(cells: Sequence[Cell]) -> str:
    return "| " + " | ".join(cells) + " |"


def _safe(text: str) -> str:
    """Nothing of a user's text is markup."""
    for sign in "\\|*_`<[":
        text = text.replace(sign, "\\" + sign)
    return text
