"""Words of everyday speech that the language lacks, and what is written instead."""

from __future__ import annotations

from collections.abc import Iterable

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

INSTEAD = {
    **dict.fromkeys(
        ("a", "an"), 'there are no articles: leave it out; for one of several write "choose c from ZONE", and then "c"'
    ),
    "the": "there are no articles: leave it out",
    **{word: f'a number is written in digits: "{n}"' for n, word in enumerate(NUMBERS)},
    **dict.fromkeys(("it", "its", "them", "that", "these"), 'write the name that was chosen, or "this"'),
    **dict.fromkeys(("my", "mine", "our"), 'write "your"'),
    **dict.fromkeys(("i", "me", "myself", "yourself"), 'write "you"'),
    **dict.fromkeys(
        ("enemy", "opponents", "they", "he", "she"), 'write "opponent", or "opponent\'s" of what belongs to him'
    ),
    **dict.fromkeys(("enemy's", "his", "her", "their"), 'write "opponent\'s"'),
    **dict.fromkeys(("less", "fewer", "below", "under"), 'numbers are compared with signs: "<" or "<="'),
    **dict.fromkeys(("more", "greater", "above", "over"), 'numbers are compared with signs: ">" or ">="'),
    **dict.fromkeys(("equal", "equals"), 'write "="'),
    **dict.fromkeys(("reach", "reaches", "exceeds"), 'numbers are compared with signs: "=", ">=" or ">"'),
    "empty": 'write "no card in ZONE"',
    **dict.fromkeys(("number", "amount"), 'write "count of CARDS"'),
    **dict.fromkeys(("then", "times", "time"), "leave it out"),
    **dict.fromkeys(("when", "whenever"), 'write "after EVENT" or "as soon as CONDITION"'),
    **dict.fromkeys(
        ("random", "randomly"),
        'a card at random: write "let k be random card in ZONE", and then "k"; a player: "random player"',
    ),
    "once": 'write "at most 1 per SPAN"',
    "unless": 'write "if not"',
    "otherwise": 'write "else"',
}
"""Nouns and small words."""

SOMEBODY = 'write "any player", and in its block "doer"'
WHO = ("player", "players", "anyone", "anybody", "someone", "somebody", "each", "both")
"""Who acts, of whom a rule speaks that waits for either player."""

VERBS = {
    **dict.fromkeys(("set", "increase", "decrease", "reduce", "raise", "lower", "add", "subtract"), 'write "change NUMBER by N" or "change NUMBER to N"'),
    **dict.fromkeys(("put", "place", "return", "take", "send", "bring", "remove"), 'write "move CARDS to ZONE"'),
    **dict.fromkeys(("give", "apply", "inflict"), 'write "mark PLAYER with STATUS"'),
    **dict.fromkeys(("is", "becomes", "become"), 'write "mark PLAYER with STATUS", or "change NUMBER to N"'),
    **dict.fromkeys(("cancel", "prevent", "negate"), 'a rule prevents it: "instead of EVENT { }"'),
}  # fmt: skip
"""What is done."""


HEADS = {
    **dict.fromkeys(("counter", "token", "resource", "track", "variable"), "tally"),
    **dict.fromkeys(("state", "condition", "marker", "buff"), "status"),
    **dict.fromkeys(("ability", "trait"), "keyword"),
    **dict.fromkeys(("verb", "function"), "action"),
    **dict.fromkeys(("area", "place", "location"), "zone"),
    **dict.fromkeys(("attribute", "property", "field"), "stat"),
    **dict.fromkeys(("enum", "set"), "words"),
}
"""What declares it."""


def longer(word: str, known: Iterable[str]) -> str:
    """The one name of several words that a word is a part of."""
    names = [name for name in known if word in name.split() and name != word]
    return f'did you mean "{names[0]}"?' if len(names) == 1 else ""


def instead(words: str) -> str:
    """What to write for a word that nobody declared, or for the first of several; nothing if it is none of these."""
    return INSTEAD.get(words.split()[0], "") if words else ""
