"""What the cards of a game reach that has no words, so that nothing could be printed for it, or signs that no font has.

Only the wording can tell, and for that the whole game must be there. So what it told is kept beside the compiled games.
"""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl.cache import compiled, problems
from yomi_dsl.cli.games import span_at
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.source import Source

CODE, UNPRINTED = "E0712", "E0711"


def wordless(sources: Sequence[Source]) -> list[Diagnostic]:
    """The problems of a game that compiles."""
    return problems("wordless", sources, lambda: _found(sources))


def _found(sources: Sequence[Source]) -> list[Diagnostic]:
    from yomi_dsl.sheets import glyphs
    from yomi_dsl.sheets.wording import wording_problems

    game = compiled(sources, Bag(), passing=True)
    assert game is not None
    found = [(CODE, at, message) for at, message in wording_problems(game)]
    if not glyphs.ordinary(source.text for source in sources):
        found += [(UNPRINTED, card.at, message) for card in game.cards for message in glyphs.missing_in(game, card)]
    return [Diagnostic(code, message, span_at(sources, at)) for code, at, message in found]
