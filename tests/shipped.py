"""The games that tests play: the shipped ones and the slices, each with two decks."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from yomi_dsl import ir, loader
from yomi_dsl.cache import compiled
from yomi_dsl.diagnostics import Bag
from yomi_dsl.engine.match import Match

ROOT = Path(__file__).parent.parent
GAMES: dict[str, tuple[Path, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "tiny": (ROOT / "cards" / "tiny", (("Ana",), ("Bo",))),
    "yomi2": (ROOT / "cards" / "yomi2", (("Grave", "red"), ("Grave", "red"))),
    "tempo": (ROOT / "cards" / "tempo", (("Kestrel",), ("Anvil",))),
    "tarot": (ROOT / "cards" / "tarot", (("Ysolde",), ("Tamsin",))),
}


@cache
def game(name: str) -> ir.Game:
    bag = Bag()
    found = compiled(loader.load_game(GAMES[name][0], bag), bag)
    assert found is not None and not len(bag), bag.sorted
    return found


@cache
def match(name: str) -> Match:
    return Match(game(name), GAMES[name][1])
