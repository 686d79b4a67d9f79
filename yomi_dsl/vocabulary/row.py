"""A row of the table, and what it may say."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A word, or several words that belong together.

    kind     one of `KINDS`
    pattern  how it is written
    example  a small text that compiles
    place    where the example stands: one of `PLACES`
    roles    of an event: the names under which a rule can read what happens, after ``doer``
    forms    other forms of the word
    """

    word: str
    kind: str
    pattern: str
    meaning: str
    example: str
    place: str
    roles: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


KINDS = {
    "control": "Control words",
    "sign": "Signs",
    "declaration": "Declarations",
    "property": "Words inside declarations",
    "type": "Types",
    "primitive": "Effects that are events of their own",
    "effect": "Other effects",
    "modifier": "Modifiers",
    "determiner": "Who and which",
    "test": "Tests",
    "value": "Values",
    "span": "Spans",
    "example": "Examples",
    "bot": "Bots",
    "wording": "Wording",
    "face": "Card faces",
}
"""The kinds of words, with their titles, in the order of the reference."""

PLACES = ("game", "holder", "card", "body", "test", "value", "example", "bot", "look")
"""Where an example stands: in a file; in what a player brings; on a card; in an action with a card ``c`` and a player
``foe``; after ``if`` and after ``let x be`` there; in an example, a bot, a look."""
