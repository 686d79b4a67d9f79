"""Cards are told apart by the whole words of their keywords."""

from __future__ import annotations

import pytest

from tests.compiler.blocks import Block
from yomi_dsl.engine.examples import run_example

KEYWORDS = """
keyword iron skin { says "Iron skin."; after you rest { fetch 1 } }
keyword iron will for (n: number) { says "Iron will {n}."; after you score { fetch n } }
keyword glows { says "Glows."; after you score { fetch 1 } }
keyword glows red { says "Glows red."; after you score { fetch 2 } }
keyword hums on hit { says "Hums on hit."; after you score { fetch 1 } }
keyword hums on block { says "Hums on block."; after you rest { fetch 1 } }
card "Aa" x2 { thrust; reach 3; iron skin; hums on hit }
card "Ab" x2 { thrust; reach 3; iron will for 2; glows red; hums on block }
card "Ac" x2 { thrust iron; reach 3; glows }
"""
EXAMPLE = """
example "counted" {{
  given phase dusk, you bring "North", opponent bring "North"
  given your fan ("Aa", 2 "Ab", "Ac")
  then count of {words} in your fan = {count}, count of (card c in your fan where c is {words}) = {count}
}}
"""


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("iron skin", 1),
        ("iron will", 2),
        ("iron", 1),  # the metal, which is one word of both names
        ("glows", 1),
        ("glows red", 2),
        ("hums", 3),  # the words before a preposition are all that can be asked for
    ],
)
def test_keywords_that_begin_with_one_word(words: str, count: int) -> None:
    game, found = Block("", "host", (), KEYWORDS + EXAMPLE.format(words=words, count=count), "case.yomi").compile()
    assert game is not None and found == []
    example = next(e for e in game.examples if e.text == "counted")
    assert [failure.message for failure in run_example(game, example)] == []


def test_what_a_card_has_is_what_it_is() -> None:
    text = 'card "Ad" x2 { trick; boon { choose c from your fan; if c has iron will { toss c } } }'
    _, found = Block("", "host", (), KEYWORDS + text, "case.yomi").compile()
    assert [(problem.code, problem.help) for problem in found] == [("E0304", 'write "c is iron will"')]


NUMBERED = """
keyword heavy (n: number) { says "Heavy {n}."; reach n }
keyword stout by (n: number) for (m: number) { says "Stout."; reach m; after you rest { fetch n } }
keyword twice (n: number) { says "Twice."; heavy n }
"""


@pytest.mark.parametrize(
    ("line", "place"),
    [("heavy 77", "77"), ("stout by 1 for 77", "77"), ("twice 77", "77")],
)
def test_a_number_that_a_keyword_cannot_give_is_told_once_where_it_is_written(line: str, place: str) -> None:
    text = f'card "Ad" x2 {{ thrust; {line} }}'
    _, found = Block("", "host", (), NUMBERED + text, "case.yomi").compile()
    assert [(one.code, one.at.text if one.at else "") for one in found] == [("E0402", place)]
