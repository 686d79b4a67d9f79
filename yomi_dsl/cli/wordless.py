"""What the cards of a game reach that has no words, so that nothing could be printed for it, or signs that no font has.

Only the wording can tell, and for that the whole game must be there. So what it told is kept beside the compiled games.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from yomi_dsl import ir, resources, tables
from yomi_dsl.cli.games import span_at
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.source import Source

CODE, UNPRINTED = "E0712", "E0711"


def wordless(sources: Sequence[Source]) -> list[Diagnostic]:
    """The problems of a game that compiles."""
    name = f"wordless-{_digest(sources)}"
    found = _kept(name)
    if found is None:
        found = _found(sources)
        tables.write(name, lambda file: file.write(json.dumps(found).encode()))
    return [Diagnostic(code, message, span_at(sources, ir.At(*at))) for code, at, message in found]


def _found(sources: Sequence[Source]) -> list[Any]:
    from yomi_dsl.cache import compiled
    from yomi_dsl.sheets import glyphs
    from yomi_dsl.sheets.wording import wording_problems

    game = compiled(sources, Bag(), passing=True)
    assert game is not None
    found = [(CODE, at, message) for at, message in wording_problems(game)]
    found += [(UNPRINTED, card.at, message) for card in game.cards for message in glyphs.missing_in(game, card)]
    return [[code, [at.path, at.line, at.column], message] for code, at, message in found]


def _kept(name: str) -> Any:
    with suppress(ValueError):
        return json.loads(tables.read(name) or "null")
    return None


def _digest(sources: Sequence[Source]) -> str:
    """A name for these texts under this version of the package."""
    digest = blake2b(digest_size=16)
    for part in [str(part) for source in sources for part in (source.path, source.text)] + list(_versions()):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def _versions() -> list[str]:
    files = [path for part in ("", "compiler", "ir", "cache", "sheets") for path in sorted(Path(resources.PACKAGE, part).glob("*.py"))]
    return [f"{path.name}:{path.stat().st_size}:{path.stat().st_mtime_ns}" for path in files] + [resources.grammar()]
