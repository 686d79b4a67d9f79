"""Every word that a game declares, with what can be said of it: what it means, where it stands, who speaks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.meaning import Fact, meaning, shortened
from yomi_dsl.vocabulary import KINDS, find

_OWN = ("printed", "text")
"""What is told of a holder's own card."""
_MOST_CARDS = 12
_PHASES = {"phase": "a phase", "turn": "a turn"}
_SAID_WITHOUT_HEAD = ("action", "keyword")


@attrs.frozen
class Entry:
    """One declared word. ``facts``: labels, each with its text, in the order to show them."""

    name: str
    kind: str
    game: str
    facts: Callable[[], Iterable[Fact]]


@attrs.frozen
class Declared:
    """A word, what declares it, in which ways texts speak of it (see `meaning`), and what else there is to tell."""

    name: str
    kind: str
    by: Any
    ways: tuple[str, ...] = ()
    more: Callable[[], Iterable[Fact]] = tuple


def entries(opened: Opened, game: ir.Game) -> Iterator[Entry]:
    """The words of a game, declarations first, then cards. What is told of one is worked out when it is asked for."""
    for one in (*_rules_words(game), *_numbers(game), *_set_words(game), *_structure(game), *_cards(game)):
        yield Entry(one.name, one.kind, game.name, partial(_facts, opened, game, one))


def of_language(word: str, longer: bool) -> Iterator[Entry]:
    """What the language itself means by a word, in every place where it means something; and if it is none of its own,
    the longer expressions that it stands in."""
    for row in (row for row in find(word) if longer or word in (row.word, *row.forms)):
        facts = (("means", row.meaning), ("written", row.pattern), ("e.g.", row.example))
        yield Entry(row.word, KINDS[row.kind].casefold(), "the language", partial(iter, facts))


def _rules_words(game: ir.Game) -> Iterator[Declared]:
    for keyword in game.keywords:
        yield Declared(keyword.name, "a keyword", keyword, ("asked",), partial(_keyword, game, keyword))
    for status in game.statuses:
        if status.named:
            more = partial(_status, game, status)
            yield Declared(status.name, f"a status of a {status.holder}", status, ("given", "asked"), more)
    for action in game.actions:
        if action.kind != "primitive":
            kind, more = _PHASES.get(action.kind, "an action"), partial(_action, game, action)
            yield Declared(action.name, kind, action, ("done", "answered", "asked"), more)
    for contest in game.contests:
        yield Declared(contest.name, "a contest", contest, ("used",), partial(_rows, contest))
    yield from (Declared(bot.name, "a bot", bot) for bot in game.bots)


def _numbers(game: ir.Game) -> Iterator[Declared]:
    for one in game.attributes:
        yield Declared(one.name, "an attribute", one, ("asked", "changed"), partial(_attribute, game, one))
    yield from (Declared(zone.name, "a zone", zone, ("used",)) for zone in game.zones)
    yield from (Declared(tally.name, "a tally", tally, ("changed", "asked")) for tally in game.tallies)
    yield from (Declared(value.name, "a value", value, ("used", "changed")) for value in game.values)
    yield from (Declared(measure.name, "a measure", measure) for measure in game.measures)


def _set_words(game: ir.Game) -> Iterator[Declared]:
    attributes = {one.name for one in game.attributes}
    for one in game.sets:
        if one.name not in attributes:
            yield Declared(one.name, "a set of words", one)
        for word in one.words:
            yield Declared(word, f'a word of "{one.name}"', one, ("asked",), partial(_word, game, one.words, (word,)))
        for group, words in one.groups:
            yield Declared(group, f'several words of "{one.name}"', one, ("asked",), partial(_word, game, words, words))


def _structure(game: ir.Game) -> Iterator[Declared]:
    """What players bring, and the parts of cards: of these it is not kept where they are declared."""
    for head, default in game.heads:
        yield Declared(head, "what a player brings", None, (), partial(_head, game, head, default))
    for kind, parts in (("a part that is run", game.parts_run), ("a part that is in force", game.parts_live)):
        for part in parts:
            yield Declared(part, kind, None, (), partial(_part, game, part))


def _cards(game: ir.Game) -> Iterator[Declared]:
    for card in game.cards:
        if not card.head:
            yield Declared(card.name, "a card", card, (), partial(_card, game, card))
    for holder in game.holders:
        yield Declared(holder.name, holder.head, holder, (), partial(_holder, game, holder))


# ---- what is told of each --------------------------------------------------------------------------------------------


def _facts(opened: Opened, game: ir.Game, one: Declared) -> Iterator[Fact]:
    """Where and how it is written, what it is, who speaks of it, and what the rules say."""
    at: ir.At | None = getattr(one.by, "at", None)
    if at is not None and at.line:
        yield "declared", f"{opened.root}/{at.path}:{at.line}"
    if at is not None and at.line and not isinstance(one.by, ir.Card | ir.HolderDecl | ir.Bot):
        yield "written", _written(opened, at)
    if isinstance(says := getattr(one.by, "says", ""), str) and says:
        yield "says", says
    more = tuple(one.more())
    yield from (fact for fact in more if fact[0] != "cards")
    if one.ways:
        yield from meaning(game, one.name, one.ways, getattr(one.by, "tags", ()))
    yield from (fact for fact in more if fact[0] == "cards")


def _written(opened: Opened, at: ir.At) -> str:
    """How it stands where it is declared, up to its braces; what is said as it is declared, without the word before it."""
    source = next(source for source in opened.sources if source.path == at.path)
    lines = source.text.splitlines()[at.line - 1 :]
    text = lines[0][at.column - 1 :]
    for line in lines[1:]:
        if "{" in text or not text.rstrip().endswith((",", " and", " or")):
            break
        text += line
    head = text.partition("{")[0].partition(" #")[0].split()
    return " ".join(head[head[0] in _SAID_WITHOUT_HEAD :])


def _keyword(game: ir.Game, keyword: ir.Keyword) -> Iterator[Fact]:
    uses = (one for card in game.cards for face in card.faces for one in face.abilities)
    used = next((one for one in uses if one.kind == "keyword" and one.name == keyword.name), None)
    if used is not None and used.values:
        yield "gives", ", ".join(name for name, _ in used.values)
    yield from _roles(keyword.params)
    yield from _having(
        game, lambda face: any(one.kind == "keyword" and one.name == keyword.name for one in face.abilities)
    )


def _status(game: ir.Game, status: ir.Status) -> Iterator[Fact]:
    from yomi_dsl.sheets.wording import glossary

    lexicon = dict(glossary(game))
    does = lexicon.get(status.says) or lexicon.get(status.name, "")
    if does:
        yield "does", does


def _attribute(game: ir.Game, attribute: ir.Attribute) -> Iterator[Fact]:
    yield "values", _values(game, attribute)
    yield "printed", attribute.fate


def _action(game: ir.Game, action: ir.Action) -> Iterator[Fact]:
    if action.name in game.turn.phases:
        yield "turn", ", ".join(game.turn.phases)
    elif any(action.forms):
        yield "forms", "/".join(action.forms)
    yield from _roles([(role.name, role.type) for role in action.roles])


def _roles(roles: Iterable[tuple[str, str]]) -> Iterator[Fact]:
    told = ", ".join(f"{name} ({type.removeprefix('word ')})" for name, type in roles)
    if told:
        yield "roles", told


def _head(game: ir.Game, head: str, default: str) -> Iterator[Fact]:
    yield f"{head}s", ", ".join(holder.name for holder in game.holders if holder.head == head)
    if default:
        yield "default", default


def _part(game: ir.Game, part: str) -> Iterator[Fact]:
    yield from _having(
        game, lambda face: any(one.kind in ("part", "run") and one.name == part for one in face.abilities)
    )


def _rows(contest: ir.Contest) -> Iterator[Fact]:
    yield "rows", str(len(contest.rows))


def _word(game: ir.Game, beside: Iterable[str], words: tuple[str, ...]) -> Iterator[Fact]:
    """The words of a group or, of one word, those of its set; and who prints it."""
    yield "words", ", ".join(beside)
    yield from _having(game, lambda face: any(_printed(value) & set(words) for _, value in face.values))


def _printed(value: Any) -> set[str]:
    """The words in what a card prints of an attribute."""
    if isinstance(value, ir.WordsLit):
        return set(value.words)
    return {value.word} if isinstance(value, ir.WordLit) else set()


def _having(game: ir.Game, fits: Callable[[ir.Face], bool]) -> Iterator[Fact]:
    """The cards that have a face like that."""
    names = dict.fromkeys(card.name for card in game.cards if any(map(fits, card.faces)))
    yield "cards", shortened(names, _MOST_CARDS) or "none"


def _card(game: ir.Game, card: ir.Card) -> Iterator[Fact]:
    from yomi_dsl.sheets.wording import card_text, summary

    if card.holder:
        yield "holder", card.holder
    yield "copies", str(card.copies)
    yield "printed", summary(game, card)
    yield from (("text", sentence.plain) for sentence in card_text(game, card))


def _holder(game: ir.Game, holder: ir.HolderDecl) -> Iterator[Fact]:
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
