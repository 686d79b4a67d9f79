"""What play and bots say and know of a position never depends on cards that the seat does not see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Yomi
from yomi_dsl import resources

HIDING = {
    "a count": "where probe is guard or foes of you > 30",
    "the order of a deck": "where probe is guard or power of last card in your deck > 8",
    "a part of a condition": "where probe is guard or (count of guard in opponent's hand > 0 and power of probe > 90)",
}


def with_probe(where: Path, condition: str, values: str = "") -> Path:
    """The small game, in which a card is asked for before each clash."""
    folder = where / "tiny"
    for file in sorted((resources.games() / "tiny").rglob("*.yomi")):
        made = folder / file.relative_to(resources.games() / "tiny")
        made.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text().replace(
            "phase clash {", f"phase clash {{\n  each player {{ choose probe from your hand {condition} }}"
        )
        made.write_text(text.replace("value latest of player", f"{values}\nvalue latest of player"))
    return folder


@pytest.mark.parametrize("condition", HIDING.values(), ids=list(HIDING))
def test_a_reason_tells_nothing_of_hidden_cards(yomi: Yomi, tmp_path: Path, condition: str) -> None:
    values = "value foes of player: count of strike in opponent's hand"
    game = with_probe(tmp_path, condition, values)
    typed = "\n".join(["why foes", *["1"] * 8])
    result = yomi("play", "Ana", "Bo", "--game", str(game), "--seed", "3", text=typed)
    assert result.exit_code in (0, 1), result.output
    assert "choose a card" in result.output and "at fault" not in result.output
    assert re.search(r"foes \(?\d", result.output) is None
    reasons = [line for line in result.output.splitlines() if line.lstrip("> ").startswith("-  ")]
    assert not [line for line in reasons if re.search("foes|guard card|bottom card", line)]


@pytest.mark.parametrize(
    "condition",
    [
        "where probe is guard or power of probe > power of last card in opponent's used pile",
        "where probe is guard or probe is bold",
    ],
)
def test_a_condition_with_a_card_of_the_other_in_it_has_words(yomi: Yomi, tmp_path: Path, condition: str) -> None:
    game = with_probe(tmp_path, condition, "value bold of card: count of opponent's hand > 30")
    result = yomi("play", "Ana", "Bo", "--game", str(game), "--seed", "3", text="1\n" * 20)
    assert "choose a card" in result.output
    assert "at fault" not in result.output


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("prefer guard where arms of opponent > 0", True),
        ("prefer keen guard", True),
        ("prefer guard where arms of you > 0", False),
    ],
)
def test_a_bot_does_not_look_through_a_declared_value(yomi: Yomi, tmp_path: Path, row: str, told: bool) -> None:
    values = "value arms of player: count of strike in hand of player\nvalue keen of card: any strike in opponent's hand is something"
    game = with_probe(tmp_path, "", values)
    (game / "bots.yomi").write_text(f'bot "Peeper" {{ asked probe: {row}; asked any: prefer any by chance }}')
    assert ("E0610" in yomi("check", str(game)).output) == told
