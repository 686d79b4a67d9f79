"""The cards of a game as data for other programs: JSON with everything, CSV with one row a face."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from yomi_dsl import ir
from yomi_dsl.sheets.wording import side_text, summary

SCHEMA = 1  # of the JSON form; rises when a field changes its meaning or goes


def as_json(game: ir.Game) -> str:
    data = {
        "schema": SCHEMA,
        "game": game.name,
        "brings": [{"head": head, "default": default or None} for head, default in game.heads],
        "holders": [_holder(one) for one in game.holders],
        "cards": [_card(game, one) for one in game.cards],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def as_csv(game: ir.Game) -> str:
    columns = [attribute.name for attribute in game.attributes]
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["id", "card", "holder", "head", "copies", "group", "face", *columns, "keywords", "text", "source"])
    for card in game.cards:
        for face in card.faces:
            printed = {name: _cell(plain_value(game, name, value)) for name, value in face.values}
            cells = [printed.get(column, "") for column in columns]
            text = " ".join(sentence.plain for sentence in side_text(game, card, face))
            lead = [card.id, card.name, card.holder, card.head, card.copies, card.group, face.name]
            rows.writerow([*lead, *cells, "/".join(keywords_of(face)), text, card.source])
    return out.getvalue()


def _holder(holder: ir.HolderDecl) -> dict[str, Any]:
    return {"head": holder.head, "name": holder.name, "cards": list(holder.cards), "colours": list(holder.colours)}


def _card(game: ir.Game, card: ir.Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "holder": card.holder or None,
        "head": card.head or None,
        "copies": card.copies,
        "group": card.group or None,
        "summary": summary(game, card),
        "faces": [_face(game, card, face) for face in card.faces],
        "source": card.source,
        "flavour": card.flavour or None,
        "art": card.art or None,
        "file": card.at.path,
    }


def _face(game: ir.Game, card: ir.Card, face: ir.Face) -> dict[str, Any]:
    return {
        "name": face.name or None,
        "attributes": {name: plain_value(game, name, value) for name, value in face.values},
        "keywords": keywords_of(face),
        "text": [sentence.plain for sentence in side_text(game, card, face)],
    }


def keywords_of(face: ir.Face) -> list[str]:
    return [ability.name for ability in face.abilities if ability.kind == "keyword"]


def plain_value(game: ir.Game, name: str, value: ir.Printed) -> Any:
    """A printed value as plain data; a description of cards as it is worded."""
    if isinstance(value, ir.Lit):
        return value.value
    if isinstance(value, ir.WordLit):
        return value.word
    if isinstance(value, ir.WordsLit):
        return list(value.words)
    return _filter(game, name, value)


def _filter(game: ir.Game, name: str, value: ir.Proc) -> str:
    from yomi_dsl.sheets.lexicon import lexicon
    from yomi_dsl.sheets.wording_filters import filter_words
    from yomi_dsl.sheets.wording_scene import Scene

    attribute = next(one for one in game.attributes if one.name == name)
    if not isinstance(value.body, ir.Filter):
        return ""
    return filter_words(Scene(lexicon(game), attribute.at).enter(value.names), value.body)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(value) if isinstance(value, list) else "" if value is None else str(value)
