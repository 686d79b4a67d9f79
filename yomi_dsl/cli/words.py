"""Every word that a game declares, with what can be said of it: where it stands, what it says, which rules it carries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.meaning import meaning
from yomi_dsl.vocabulary import KINDS, find

_OWN = ("printed", "text")
"""What is told of a holder's own card."""


@attrs.frozen
class Entry:
    """One declared word. ``facts``: labels, each with its text, in the order to show them."""

    name: str
    kind: str
    game: str
    facts: tuple[tuple[str, str], ...]


def entries(opened: Opened, game: ir.Game) -> Iterator[Entry]:
    """The words of a game, declarations first, then cards."""
    for name, kind, declared, more in _declared(game):
        yield Entry(name, kind, game.name, tuple(_facts(opened, declared, more)))


Declared = tuple[str, str, Any, tuple[tuple[str, str], ...]]


def _declared(game: ir.Game) -> Iterator[Declared]:
    yield from _rules_words(game)
    for word_set in game.sets:
        yield word_set.name, "a set of words", word_set, (("words", ", ".join(word_set.words)),)
        for word in word_set.words:
            yield word, f'a word of "{word_set.name}"', word_set, ()
        for group, words in word_set.groups:
            yield group, f'several words of "{word_set.name}"', word_set, (("words", ", ".join(words)),)
    for card in game.cards:
        if not card.head:
            yield card.name, "a card", card, tuple(_card(game, card))
    for holder in game.holders:
        yield holder.name, holder.head, holder, tuple(_holder(game, holder))


def _rules_words(game: ir.Game) -> Iterator[Declared]:
    lexicon = dict(_glossary(game))
    for keyword in game.keywords:
        yield keyword.name, "a keyword", keyword, (*_roles(keyword.params), *_used_by(game, keyword.name))
    for status in game.statuses:
        if status.named:
            does = lexicon.get(status.says) or lexicon.get(status.name, "")
            yield status.name, f"a status of a {status.holder}", status, (("does", does),) if does else ()
    for attribute in game.attributes:
        yield (
            attribute.name,
            "an attribute",
            attribute,
            (("values", _values(game, attribute)), ("printed", attribute.fate), *meaning(game, attribute.name)),
        )
    kinds = {"phase": "a phase", "turn": "a turn"}
    for action in game.actions:
        if action.kind != "primitive":
            roles = _roles([(role.name, role.type) for role in action.roles])
            yield action.name, kinds.get(action.kind, "an action"), action, (("forms", "/".join(action.forms)), *roles)
    for name, group in (("a zone", game.zones), ("a tally", game.tallies), ("a value", game.values)):
        yield from ((one.name, name, one, ()) for one in group)
    for contest in game.contests:
        yield contest.name, "a contest", contest, (("rows", str(len(contest.rows))),)
    yield from ((one.name, "a measure", one, ()) for one in game.measures)
    yield from ((one.name, "a bot", one, ()) for one in game.bots)


def _facts(opened: Opened, declared: Any, more: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    at: ir.At = declared.at
    if at.line:
        yield "declared", f"{opened.root}/{at.path}:{at.line}"
    if isinstance(declared, (ir.Action, ir.Keyword)):
        yield "written", _head(opened, at)
    says = getattr(declared, "says", "")
    if says and isinstance(says, str):
        yield "says", says
    yield from more
    tags = getattr(declared, "tags", ())
    if tags:
        yield "rules", ", ".join(tags)


def _head(opened: Opened, at: ir.At) -> str:
    """How it stands where it is declared, without its head word: so it is said, too."""
    source = next(source for source in opened.sources if source.path == at.path)
    head = source.line(at.line)[at.column - 1 :].partition("{")[0].split()
    return " ".join(head[1:])


def _roles(roles: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    told = ", ".join(f"{name} ({type.removeprefix('word ')})" for name, type in roles)
    return (("roles", told),) if told else ()


def of_language(word: str, longer: bool) -> Iterator[Entry]:
    """What the language itself means by a word, in every place where it means something; and if it is none of its own,
    the longer expressions that it stands in."""
    for row in (row for row in find(word) if longer or word in (row.word, *row.forms)):
        facts = (("means", row.meaning), ("written", row.pattern), ("e.g.", row.example))
        yield Entry(row.word, KINDS[row.kind].casefold(), "the language", facts)


def _card(game: ir.Game, card: ir.Card) -> Iterator[tuple[str, str]]:
    from yomi_dsl.sheets.wording import card_text, summary

    if card.holder:
        yield "holder", card.holder
    yield "copies", str(card.copies)
    yield "printed", summary(game, card)
    yield from (("text", sentence.plain) for sentence in card_text(game, card))


def _holder(game: ir.Game, holder: ir.HolderDecl) -> Iterator[tuple[str, str]]:
    """What a holder brings, and what its own card says."""
    yield "brings", f"{len(holder.cards)} cards"
    yield from (fact for card in game.cards if card.id == holder.card for fact in _card(game, card) if fact[0] in _OWN)


def _values(game: ir.Game, attribute: ir.Attribute) -> str:
    """What an attribute may be, in words."""
    if attribute.type in ("word", "set"):
        words = next((", ".join(one.words) for one in game.sets if one.name == attribute.set), attribute.set)
        return words if attribute.type == "word" else f"several of: {words}"
    if attribute.type == "number":
        return f"{attribute.low} to {attribute.high}"
    if attribute.type == "flag":
        return f"{attribute.says_yes or 'yes'}, or {attribute.says_no or 'no'}"
    return "a description of cards"


def _used_by(game: ir.Game, keyword: str) -> tuple[tuple[str, str], ...]:
    """The cards whose text has a keyword."""
    using = [
        card.name
        for card in game.cards
        if any(
            ability.kind == "keyword" and ability.name == keyword for face in card.faces for ability in face.abilities
        )
    ]
    names = list(dict.fromkeys(using))
    return (("cards", ", ".join(names)),) if names else (("cards", "none"),)


def _glossary(game: ir.Game) -> tuple[tuple[str, str], ...]:
    from yomi_dsl.sheets.wording import glossary

    return glossary(game)
