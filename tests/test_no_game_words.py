"""No word of any game stands in the package: a game is text, and only text."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "yomi_dsl"
GRAMMAR = Path(__file__).parent.parent / "grammar"
WORDS = re.compile(
    r"\b(knock(ed)?_?downs?|lockdown|armou?r|recurring|wild_?swing|meter|exchangeable|pump(ed)?|linker|ender|dodges?|projectiles?|"
    r"combos?|strikes?|throws?|gems?|bursts?|storms?|openers?(?!=)|attacks?|combats?|wounds?|momentum|tempo|tactics?|yin|yang|jokers?|aces?|centering|wands|cups|swords|arcana|cavaliers?|brannoch|ysolde|tamsin|"
    r"initiative|grapple|kicks?|surges?|kestrel|anvil|ringwise|vigor|quickness|dragon|hp|hit_?points|grave|jaina|yomi2|tarot)\b",
    re.IGNORECASE,
)
CODE = {".py", ".j2", ".typ", ".svg", ".lark"}


def test_no_word_of_a_game_is_in_the_package() -> None:
    found = [
        f"{path.relative_to(PACKAGE.parent)}:{n}: {match.group()}: {line.strip()[:80]}"
        for folder in (PACKAGE, GRAMMAR)
        for path in sorted(folder.rglob("*"))
        if path.suffix in CODE and "_data" not in path.parts
        for n, line in enumerate(path.read_text().splitlines(), 1)
        for match in [WORDS.search(line)]
        if match
    ]
    assert not found, "\n".join(found)
