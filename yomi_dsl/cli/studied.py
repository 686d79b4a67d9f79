"""What the studies of a game find, kept between runs: to try every answer takes seconds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from yomi_dsl import ir, tables
from yomi_dsl.engine import studies
from yomi_dsl.engine.studies import Line
from yomi_dsl.irtext import game_hash
from yomi_dsl.nodes import evolve


def found(game: ir.Game, study: ir.Study, holder: ir.HolderDecl) -> list[Line]:
    """As `yomi_dsl.engine.studies.lines`, of what was found before for the same cards under the same rules."""
    name = f"study-{_key(game, study, holder)}"
    kept = tables.read(name)
    if kept is not None:
        return [Line(first, total, tuple(answers)) for first, total, answers in json.loads(kept)]
    made = list(studies.lines(game, study, holder.name))
    data = json.dumps([[line.first, line.total, line.answers] for line in made]).encode()
    tables.write(name, lambda file: file.write(data))
    return made


def told(lines: list[Line], tally: str) -> Iterator[tuple[str, str, str]]:
    """Rows of a table: from where on, how much, how. Lines that are the same are one row."""
    for (total, answers), same in groupby(lines, key=lambda line: (line.total, line.answers)):
        firsts = [line.first for line in same]
        span = str(firsts[0]) if len(firsts) == 1 else f"{firsts[0]} to {firsts[-1]}"
        yield f"{span} {tally}", "?" if total is None else str(total), ", ".join(answers) or "-"


def _key(game: ir.Game, study: ir.Study, holder: ir.HolderDecl) -> str:
    """Changes with all that the answer depends on: the cards of both decks, the rules, the study, the engine."""
    names = {"", holder.name, *(name for brings in study.start.brings for name in brings)}
    cards = tuple(card for card in game.cards if card.holder in names)
    holders = tuple(one for one in game.holders if one.name in names)
    parts = (game_hash(evolve(game, cards=cards, holders=holders)), game_hash(study), holder.name, _engine())
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


@cache
def _engine() -> str:
    digest = blake2b(digest_size=16)
    for file in sorted(Path(studies.__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
