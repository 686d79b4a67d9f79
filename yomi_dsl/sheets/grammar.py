"""English, as far as rules text needs it: nouns with their forms, agreement, lists, and the filling of templates.

A template is a ``says`` of a game: ``{doer} take/takes {n} thing/things``. Its holes are names of roles or parameters;
``a/b`` agrees with the hole before it: ``a`` for "you", for 1 and for several who do something, else ``b``.
A hole may stay empty where a rule asks nothing of its role; then the preposition before it goes as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import attrs

from yomi_dsl.sheets.text import bare_text

PREPOSITIONS = frozenset(["to", "with", "by", "for", "from", "on", "in", "against", "as", "at", "of", "into", "onto"])
_DETERMINERS = frozenset(
    ["a", "an", "the", "each", "every", "any", "no", "that", "this", "your", "their", "its", "another", "one"]
)
_PIECE = re.compile(r"\{([^{}]+)\}('s)?|(?<!\S)(\w[\w'-]*)/(\w[\w'-]*)")
_AN_LETTERS = frozenset("AEFHILMNORSX")
_A_SOUNDS = ("uni", "use", "usu", "one", "eu")
_ARTICLE = re.compile(r"^(a|an|the)\s+", re.IGNORECASE)


@attrs.frozen
class Noun:
    """Something that a sentence speaks of.

    text    as it stands in a sentence: "a card", "your hand", "you", "3"
    bare    without its article, for "that card" and after an adjective; many: the plural, after a number
    kind    ``you``, ``one``, ``many`` or ``number``
    own     its possessive, self_ its reflexive form
    value   of a number that is known
    """

    text: str
    kind: str = "one"
    bare: str = ""
    many: str = ""
    own: str = ""
    self_: str = ""
    value: int | None = None

    @property
    def first(self) -> bool:
        """Does it take the first of two agreeing forms?"""
        return self.kind in ("you", "many") or self.value == 1

    @property
    def possessive(self) -> str:
        return self.own or possessive(self.text)


YOU = Noun("you", "you", own="your", self_="yourself")
OPPONENT = Noun("the opponent", own="the opponent's", self_="themselves")
THIS = Noun("this", own="this card's", self_="itself")
IT = Noun("it", own="its", self_="itself")
THEM = Noun("them", "many", own="their", self_="themselves")


def number(value: int) -> Noun:
    return Noun(str(value), "number", value=value)


def thing(one: str, many: str) -> Noun:
    """One of a kind, with its article: "a card"."""
    return Noun(one, "one", bare=unarticled(one), many=many)


def unarticled(text: str) -> str:
    return _ARTICLE.sub("", text)


def possessive(text: str) -> str:
    return text + ("'" if bare_text(text).endswith("s") else "'s")


def with_article(words: str) -> str:
    """The words with "a" or "an" before them."""
    return f"an {words}" if _sounds_open(bare_text(words)) else f"a {words}"


def _sounds_open(words: str) -> bool:
    first = words.split(" ")[0].split("/")[0].strip(",.")
    if len(first) <= 2 and first[:1].isupper():
        return first[:1] in _AN_LETTERS
    if first[:1].isdigit():
        return first.startswith("8") or first in ("11", "18")
    lower = first.lower()
    return lower[:1] in tuple("aeiou") and not lower.startswith(_A_SOUNDS)


def plural(word: str) -> str:
    """The plural of a word no one declared the forms of."""
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + "s"


def listed(words: Iterable[str], link: str = "and") -> str:
    """A list such as "a, b and c", without a comma before the link."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {link} {items[-1]}"


def spoken(parts: Sequence[str], link: str = "and") -> str:
    """As `listed`, with a comma before the link where a part has a list in it."""
    if len(parts) > 1 and any(" and " in p or ", " in p or " or " in p for p in parts[:-1]):
        return f"{', '.join(parts[:-1])}, {link} {parts[-1]}"
    return listed(parts, link)


SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelt(count: Noun) -> str:
    """A small number in letters."""
    return SPELT[count.value] if count.value is not None and 0 <= count.value < len(SPELT) else count.text


def counted(count: Noun, noun: Noun) -> str:
    """A number of things: "3 cards", "1 card"."""
    return f"{count.text} {(noun.bare or noun.text) if count.value == 1 else (noun.many or noun.text)}"


# ---- templates -------------------------------------------------------------------------------------------------------


def holes(template: str) -> list[str]:
    return [m[1] for m in _PIECE.finditer(template) if m[1]]


def fill(template: str, nouns: Mapping[str, Noun | None]) -> str:
    """The template with its holes filled. A hole of None, or one that is not in ``nouns``, is left out."""
    out, end = "", 0
    last: Noun | None = None
    for match in _PIECE.finditer(template):
        out += template[end : match.start()]
        end = match.end()
        if match[1] is None:
            out += match[3] if last is not None and last.first else match[4]
            continue
        noun = nouns.get(match[1])
        out = _dropped(out) if noun is None else out + _in_place(noun, out, last, bool(match[2]))
        last = noun if noun is not None else _unsaid
    return re.sub(r"\s+", " ", out + template[end:]).strip()


_unsaid = Noun("", "one")


def _in_place(noun: Noun, before: str, last: Noun | None, owner: bool) -> str:
    """The form a noun takes after the words before it."""
    if owner:
        return noun.possessive
    words = before.split()
    if last is not None and last.kind == "number" and noun.many and before.endswith(f"{last.text} "):
        return noun.bare if last.value == 1 else noun.many
    if noun.bare and any(word.lower() in _DETERMINERS for word in words[-2:]):
        return noun.bare
    return noun.text


def _dropped(before: str) -> str:
    """What stands before a hole that stays empty, without the preposition that led to it."""
    words = before.rstrip().rsplit(" ", 1)
    if words[-1].lower() in PREPOSITIONS:
        return words[0] + " " if len(words) == 2 else ""
    return before.rstrip() + " " if before else ""


def counts_things(template: str, hole: str) -> bool:
    """Is the hole followed by what it counts, as in ``{n} cards``?"""
    return re.search(r"\{" + re.escape(hole) + r"\} \w", template) is not None


def base_verb(template: str) -> bool:
    """Does it begin with the doer and a verb that agrees, so that it can be said as an order?"""
    return re.match(r"\{doer\} [\w'-]+/[\w'-]+", template) is not None
