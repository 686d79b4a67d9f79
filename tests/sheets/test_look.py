"""Looks: what a game says of its faces is what stands there, and it can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sheets.test_games import NAMES, shipped
from yomi_dsl import ir, resources
from yomi_dsl.contrast import contrast
from yomi_dsl.sheets.icons import Icons
from yomi_dsl.sheets.items import Item
from yomi_dsl.sheets.look import Place, filled, look_of
from yomi_dsl.sheets.model import READABLE, models

ICON_CONTRAST = 3.0
"""What a picture needs to be made out on its ground (WCAG 2, 1.4.11)."""


def icons_of(name: str) -> Path:
    return resources.games() / name / "icons"


def places(name: str, card: str) -> dict[str, list[Item]]:
    game = shipped(name)
    found = next(c for c in game.cards if card in (c.name, c.id))
    made = filled(game, found, look_of(game, found), Icons(game, icons_of(name), []))
    return {f"{place.kind} {place.side}": place.items for place in flat(made)}


def flat(made: list[Place]) -> list[Place]:
    return [one for place in made for one in (place, *flat(place.places))]


def words(items: list[Item]) -> list[str]:
    return [" ".join([*(t[1] for t in item.tokens if t[0] == "text"), item.label]).strip() for item in items]


@pytest.mark.property("a card's face shows what its look says")
def test_what_stands_where() -> None:
    face = places("yomi2", "Whirlwind")
    assert [item.text for item in face["row top"]] == ["Whirlwind"]
    assert words(face["corner top right"]) == ["strike"]
    assert words(face["column left"]) == ["7 speed", "7 damage", "1 block damage", "Z +8 ×1 pump"]
    assert [t[1] for t in face["column left"][1].beside[1:]] == ["high"]
    assert [t[-1] for t in face["row bottom"][1].tokens][-5:] == ["normal attack", "or", "linker", "/", "ender"]
    assert face["row bottom"][2].repeat == 2
    super_ = places("yomi2", "Dragonheart")
    assert [item.tokens[0][-1] for item in super_["corner top left"]] == ["super I", "meter cost"]
    assert super_["corner top left"][1].tokens[-1] == ("text", "2")
    assert [item.tokens[0][0] for item in places("yomi2", "Dodge")["corner bottom right"]] == ["icon"]


def test_an_item_without_a_value_or_whose_condition_fails_is_not_drawn() -> None:
    face = places("yomi2", "Dodge")
    assert "column left" not in face and "row bottom" not in face
    assert "level" not in " ".join(words(places("yomi2", "Stormborne Sword")["column left"]))


def test_an_item_may_stand_beside_another_or_in_its_stead() -> None:
    damage = places("yomi2", "Stormborne Sword")["column left"][1]
    assert (damage.label, [t[-1] for t in damage.beside]) == ("damage", ["mid", "mid"])
    assert [t[-1] for t in places("yomi2", "Wind Summon")["panel middle"][0].tokens] == ["ability"]
    assert [t[-1] for t in places("yomi2", "Whirlwind")["panel middle"][0].tokens] == ["strike"]


def test_a_number_may_stand_on_its_picture() -> None:
    shield = next(item for item in places("yomi2", "Whirlwind")["column left"] if item.label == "block damage")
    assert shield.behind and shield.tokens[0][0] == "icon"


def test_a_tally_is_a_track_and_a_mirrored_one_is_half_of_it() -> None:
    (track,) = places("tempo", "fighter: Kestrel")["panel middle"]
    assert (track.what, track.label, track.start) == ("track", "momentum", 0)
    assert [token[1] for token in track.tokens] == ["0", "1", "2", "3"]


def test_a_tally_of_one_holder_is_drawn_on_his_card_alone() -> None:
    game = shipped("yomi2")
    track = ir.LookPlace("panel", "middle", "", False, (ir.LookItem("gears"),))
    look = ir.Look("character", False, None, 63, 88, (track,), ("this",), (), game.cards[0].at)
    drawn = {
        card.name: [
            item.tokens[-1][1]
            for place in filled(game, card, look, Icons(game, icons_of("yomi2"), []))
            for item in place.items
        ]
        for card in game.cards
        if card.head == "character"
    }
    assert {name: steps for name, steps in drawn.items() if steps} == {"Geiger": ["4"]}


@pytest.mark.parametrize(("items", "told"), [(["rules"], True), (["rules", "gears"], False)])
def test_the_range_of_a_tally_is_in_the_text_unless_a_track_shows_it(items: list[str], told: bool) -> None:
    game = shipped("yomi2")
    own = next(card for card in game.cards if card.id == "character: Geiger")
    panel = ir.LookPlace("panel", "bottom", "", False, tuple(map(ir.LookItem, items)))
    look = ir.Look("character", False, None, 63, 88, (panel,), ("this",), (), own.at)
    ((rules, *tracks),) = [place.items for place in filled(game, own, look, Icons(game, icons_of("yomi2"), []))]
    text = "".join(run[1] for paragraph in rules.paragraphs for run in paragraph)
    assert ("Gears:" in text, [len(track.tokens) for track in tracks]) == (told, [] if told else [5])


def test_nought_is_a_number_and_any_card_is_a_kind() -> None:
    assert words(places("tempo", "Quick Jab")["corner top left"]) == ["0 tempo"]
    assert words(places("tempo", "Heavy Air")["row bottom"]) == ["any card reads"]


def test_a_deck_is_listed_on_one_card() -> None:
    game = shipped("yomi2")
    own = next(card for card in game.cards if card.id == "character: Grave")
    _, (_, model) = models(game, [own], Icons(game, icons_of("yomi2"), []))
    table = next(place for place in model.places if place.kind == "list").items[0]
    listed = {row[table.wide][0][1] for row in table.rows}
    holder = next(h for h in game.holders if h.card == own.id)
    assert listed == {c.name for c in game.cards if not c.holder or c.id in holder.cards}


def test_a_game_without_a_look_shows_everything() -> None:
    """Each number, word and phrase that is printed on a card of the tiny game stands on its face."""
    game = shipped("tiny")
    for card in game.cards:
        made = filled(game, card, look_of(game, card), Icons(game, None, []))
        shown = " ".join(word for place in flat(made) for word in words(place.items))
        for name, value in card.faces[0].values:
            if isinstance(value, ir.WordLit):
                assert value.word in shown or value.word == default_of(game, name), card.id


def default_of(game: ir.Game, name: str) -> object:
    default = next(a.default for a in game.attributes if a.name == name)
    return default.word if isinstance(default, ir.WordLit) else None


# ---- can it be read? -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_text_stands_out_from_its_ground(name: str) -> None:
    game = shipped(name)
    for _, model in models(game, game.cards, Icons(game, icons_of(name), [])):
        assert contrast(model.ink, model.on_ink) >= READABLE, (model.id, "the name on its band")
        assert contrast(model.ink, "ffffff") >= READABLE, (model.id, "a number on its chip")


@pytest.mark.parametrize(
    "path", [p for name in NAMES for p in sorted(icons_of(name).glob("*.svg"))], ids=lambda p: p.stem
)
def test_pictures_stand_out_from_white(path: Path) -> None:
    """The darkest colour of a picture carries its shape; the others are white or may be lost."""
    text = path.read_text(encoding="utf-8")
    colours = re.findall(r"#([0-9a-f]{6})\b", text)
    assert colours and max(contrast(colour, "ffffff") for colour in colours) >= ICON_CONTRAST
    assert "opacity" not in text, "what shines through prints differently on each machine"


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_card_has_a_word_beside_its_picture(name: str) -> None:
    """Nothing is told by colour or shape alone: a picture in a corner has its word, or is a number or a letter."""
    game = shipped(name)
    for card in game.cards:
        made = filled(game, card, look_of(game, card), Icons(game, icons_of(name), []))
        for place in flat(made):
            for item in place.items if place.kind == "corner" and place.side == "top right" else []:
                assert item.label or any(t[0] == "text" for t in item.tokens), card.id


def test_a_look_of_some_cards_comes_before_that_of_all() -> None:
    ability, move = places("tarot", "Feint"), places("tarot", "The Star")
    assert [item.text for item in ability["row top"]] == ["Feint"] and "region top half" not in ability
    assert [item.text for item in move["row middle"]] == ["The Star"] and "region top half" in move


def test_a_card_without_faces_is_the_same_on_each_side() -> None:
    game = shipped("tarot")
    for name, alike in (("The Fool", True), ("The Star", False)):
        card = next(c for c in game.cards if c.name == name)
        made = filled(game, card, look_of(game, card), Icons(game, icons_of("tarot"), []))
        top, bottom = ([p for p in place.places if p.kind != "row"] for place in made if place.kind == "region")
        assert top and (str(top) == str(bottom)) == alike
