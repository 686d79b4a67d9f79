"""What is told of cards at random: by name to whoever sees them where they lie. What then comes to light is told for itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi

FIGHTER = """
fighter "Cy" {{
  health 30
  card "Swipe" x30 {{ strike closes; power 1; quickness 9; after you hit opponent with this {{ {deed} }} }}
}}
action drop/drops (c: cards) {{ says "{{doer}} drop/drops {{c}}"; move c to used pile of owner }}
"""
OURS = "Palm|Hammer|Lift|Wall|Stumble"


def told(yomi: Yomi, duel: Path, deed: str, *options: str, first: str = "bo", second: str = "cy") -> str:
    (duel / "cy.yomi").write_text(FIGHTER.format(deed=deed), encoding="utf-8")
    played = yomi("play", first, second, "--game", "duel", "--seed", "3", *options, text="1\n" * 40)
    assert played.exit_code in (0, 1, 2) and "at random" in played.stdout, played.output
    return str(played.stdout)


def test_a_card_of_ones_own_is_named(yomi: Yomi, duel: Path) -> None:
    text = told(yomi, duel, "let k be random card in opponent's hand; opponent drops k")
    picked = re.findall(r"    (.*) is picked at random\.\n    You drop (.*)\.\n", text)
    assert picked and all(a == b and re.fullmatch(OURS, a) for a, b in picked)


@pytest.mark.parametrize("deed", ["ready deck", "drop k", "drop first card in your hand", "reveal k"])
def test_a_card_of_the_other_is_not_named(yomi: Yomi, duel: Path, deed: str) -> None:
    """Whether the card that comes to light next is the one that was picked may be a secret."""
    text = told(yomi, duel, f"let k be random card in your hand; {deed}")
    assert set(re.findall(r"    (.*) is picked at random\.", text)) == {"A card"}
    assert ("drops Swipe" in text) == deed.startswith("drop")


def test_who_looks_on_sees_all(yomi: Yomi, duel: Path) -> None:
    text = told(yomi, duel, "let k be 2 random card in opponent's hand; ready deck", "--bots", first="cy", second="bo")
    assert re.search(rf"    (?:{OURS}) is picked at random\.\n    (?:{OURS}) is picked at random\.\n", text)
