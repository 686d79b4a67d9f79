"""The declared things of a game by name, and what they are called in a sentence."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol, TypeVar

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import Noun, plural, thing, unarticled, with_article
from yomi_dsl.sheets.text import clean, icon

Named = TypeVar("Named", bound="_Named")


class _Named(Protocol):
    @property
    def name(self) -> str: ...


def _by_name(items: tuple[Named, ...]) -> dict[str, Named]:
    return {item.name: item for item in items}


@attrs.frozen(eq=False)
class Lexicon:
    """Tables of one game. What is not declared is called by its name."""

    game: ir.Game
    forms: dict[str, ir.Forms]
    actions: dict[str, ir.Action]
    statuses: dict[str, ir.Status]
    attributes: dict[str, ir.Attribute]
    sets: dict[str, ir.WordSet]
    tallies: dict[str, ir.TallyDecl]
    values: dict[str, ir.ValueDecl]
    zones: dict[str, ir.ZoneDecl]
    contests: dict[str, ir.Contest]
    keywords: dict[str, ir.Keyword]
    icons: dict[str, str]

    def has_forms(self, name: str) -> bool:
        return name in self.forms

    def noun(self, name: str) -> Noun:
        """A declared thing as a noun: its forms, or its name with an article."""
        forms = self.forms.get(name)
        if forms is None:
            return thing(with_article(clean(name)), plural(clean(name)))
        return thing(clean(forms.one), clean(forms.many))

    def bare(self, name: str) -> str:
        """Its name without an article, as after "your"."""
        forms = self.forms.get(name)
        return unarticled(clean(forms.one)) if forms else clean(name)

    def the(self, name: str) -> str:
        """Its name as the only one of its kind: the forms' own article, or "the"."""
        forms = self.forms.get(name)
        if forms is None:
            return f"the {clean(name)}"
        one = clean(forms.one)
        return f"the {unarticled(one)}" if one.startswith(("a ", "an ")) else one

    def word(self, set: str, word: str) -> str:
        """A word of a set in rules text: as its icon, if the game has one for running text."""
        return self._drawn(set, word, clean(word))

    def word_noun(self, set: str, word: str) -> Noun:
        noun = self.noun(word)
        if set not in self.icons:
            return noun
        article = noun.text.removesuffix(noun.bare)
        return thing(article + self._drawn(set, word, noun.bare), self._drawn(set, word, noun.many))

    def _drawn(self, set: str, word: str, shown: str) -> str:
        file = self.icons.get(set)
        return icon(file.replace("{" + set + "}", word), shown) if file else shown

    def set_of(self, attr: str) -> str:
        """The word set of an attribute; an attribute declared as a set of words bears its name."""
        found = self.attributes.get(attr)
        return (found.set if found else "") or attr

    def tally(self, name: str) -> str:
        """What is counted: as it says, else the plural of its forms, else its name."""
        declared, forms = self.tallies.get(name), self.forms.get(name)
        if declared and declared.says:
            return clean(declared.says)
        return unarticled(clean(forms.many)) if forms else clean(name)

    def is_many(self, name: str) -> bool:
        """Is a tally called by the plural of its forms?"""
        forms = self.forms.get(name)
        return forms is not None and self.tally(name) == clean(forms.many) != unarticled(clean(forms.one))

    def is_pile(self, zone: str) -> bool:
        declared = self.zones.get(zone)
        return declared is None or declared.order != "row"


@lru_cache(maxsize=8)
def lexicon(game: ir.Game) -> Lexicon:
    """The tables of a game, kept for the few games that a run speaks of."""
    return Lexicon(
        game=game,
        forms=_by_name(game.forms),
        actions=_by_name(game.actions),
        statuses=_by_name(game.statuses),
        attributes=_by_name(game.attributes),
        sets=_by_name(game.sets),
        tallies=_by_name(game.tallies),
        values=_by_name(game.values),
        zones=_by_name(game.zones),
        contests=_by_name(game.contests),
        keywords=_by_name(game.keywords),
        icons={symbol.name: clean(symbol.file) for symbol in game.symbols if symbol.inline},
    )
