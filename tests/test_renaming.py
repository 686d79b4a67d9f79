"""Nothing hangs on what a game calls its things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.renaming import compiled, renamed, sources
from yomi_dsl.irtext import flat

ROOT = Path(__file__).parent.parent
GAMES = [ROOT / "cards" / "tiny", ROOT / "cards" / "yomi2", ROOT / "cards" / "tempo", ROOT / "cards" / "tarot"]
PLACE = re.compile(r' ?@"[^"]*":\d+:\d+')
QUOTED = re.compile(r'"[^"\n]*"')


@pytest.mark.parametrize("folder", GAMES, ids=lambda p: p.name)
def test_a_renamed_game_has_the_same_ir_under_its_new_names(folder: Path) -> None:
    texts = sources(folder)
    changed, old_name = renamed(texts)
    assert len(old_name) > 25
    back = QUOTED.sub(lambda m: re.sub(r"\bq[a-z]{2}\b", lambda w: old_name.get(w.group(), w.group()), m.group()), flat(compiled(changed)))
    assert PLACE.sub("", back) == PLACE.sub("", flat(compiled(texts)))
