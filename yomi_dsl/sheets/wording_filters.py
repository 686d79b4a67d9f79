"""Filters and zones as nouns: what can be said of a card, side by side, becomes "your big red cards that are ..."."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import Noun, listed, plural, thing, unarticled, with_article
from yomi_dsl.sheets.text import bold, clean
from yomi_dsl.sheets.wording_scene import Scene, is_local, nodes, noun, reads, test


@attrs.define(eq=False)
class Parts:
    """A filter taken apart. ``after`` holds what follows the noun, for one and for many."""

    owner: Noun | None = None
    before: list[str] = attrs.field(factory=list)
    core: Noun | None = None
    after: list[tuple[str, str]] = attrs.field(factory=list)
    exact: bool = False

    def that(self, words: str) -> None:
        """Something the card must be, said after the noun."""
        self.after.append((f"that is {words}", f"that are {words}"))

    def trait(self, words: str) -> None:
        """One word goes before the noun, more go after it."""
        if " " in words:
            self.that(words)
        else:
            self.before.append(words)


def kind(scene: Scene, filter: ir.Filter, link: str = "or") -> Noun:
    """A filter as any one card that fits: "a red card", "one of your red cards"; its ``many``: "your red cards"."""
    parts = _parts(scene, filter, link)
    if parts.exact and parts.core is not None:
        return attrs.evolve(parts.core, text=" ".join([parts.core.text, *(one for one, _ in parts.after)]))
    core = parts.core or scene.lex.noun("card")
    bare = " ".join([*parts.before, core.bare or core.text, *(one for one, _ in parts.after)])
    many = " ".join([*parts.before, core.many or core.text, *(many for _, many in parts.after)])
    if parts.owner is not None:
        own = parts.owner.possessive
        return Noun(f"one of {own} {many}", bare=bare, many=f"{own} {many}")
    text = with_article(bare) if parts.before else " ".join([core.text, *(one for one, _ in parts.after)])
    return Noun(text, bare=bare, many=many)


def every(scene: Scene, filter: ir.Filter) -> Noun:
    """A filter as all the cards that fit: "your red and blue cards", "all red cards"; or the one card it names."""
    parts = _parts(scene, filter, "and")
    if parts.exact:
        return kind(scene, filter)
    if any(isinstance(term, ir.IsNamed | ir.IsHead) for term in filter.terms) and parts.owner is not None:
        return Noun(f"{parts.owner.possessive} {kind(scene, filter).bare}")
    many = kind(scene, filter, "and").many
    return Noun(many if parts.owner is not None else f"all {many}", "many", own="their")


def filter_words(scene: Scene, filter: ir.Filter) -> str:
    """A filter as printed on a face, in as few words as it was written with."""
    words = [_face_word(scene, term) for term in filter.terms]
    return " ".join(words) or scene.lex.bare("card")


def _face_word(scene: Scene, term: ir.Term) -> str:
    if isinstance(term, ir.IsWord):
        return clean(term.label or "/".join(term.words))
    if isinstance(term, ir.OneOf):
        return listed([filter_words(scene, option) for option in term.options], "or")
    if isinstance(term, ir.IsNamed):
        return clean(term.name)
    if isinstance(term, ir.IsGroup):
        return clean(term.group)
    return unarticled(kind(scene, ir.Filter((term,))).text)


def _parts(scene: Scene, filter: ir.Filter, link: str) -> Parts:
    parts = Parts()
    filter = _flattened(filter)
    last = max((i for i, term in enumerate(filter.terms) if _is_noun(scene, term)), default=-1)
    for i, term in enumerate(filter.terms):
        if i == last and isinstance(term, ir.IsWord):
            parts.core = _word_noun(scene, term, link)
        elif isinstance(term, ir.OneOf):
            _one_of(scene, parts, term, link, alone=len(filter.terms) == 1)
        elif isinstance(term, ir.IsWord):
            set_ = scene.lex.set_of(term.attr)
            parts.before.append(listed([scene.lex.word(set_, label) for label in _labels(term)], link))
        else:
            TERMS[type(term)](scene, parts, term)
    return parts


def apart(filter: ir.Filter) -> tuple[list[ir.Value], ir.Filter]:
    """A filter's conditions that say nothing of the card itself, and the rest of it."""
    terms = _flattened(filter).terms
    such = [term for term in terms if isinstance(term, ir.Such)]
    free = [term for term in such if not any(is_local(node, term.slot) for node in nodes(term.where))]
    return [term.where for term in free], ir.Filter(tuple(term for term in terms if term not in free))


def _flattened(filter: ir.Filter) -> ir.Filter:
    """A filter with what its conditions say of the card as terms of its own."""
    terms = [
        t for term in filter.terms for t in (as_terms(term.slot, term.where) if isinstance(term, ir.Such) else (term,))
    ]
    return ir.Filter(tuple(terms))


def as_terms(slot: int, where: ir.Value) -> tuple[ir.Term, ...]:
    """A condition on the card in a slot as terms of a filter, as far as it can be said that way."""
    if isinstance(where, ir.Op) and where.op == "and":
        return tuple(term for arg in where.args for term in as_terms(slot, arg))
    if isinstance(where, ir.Op) and where.op == "not" and isinstance(where.args[0], ir.Is | ir.Call | ir.Has):
        inner = as_terms(slot, where.args[0])
        return (ir.Such(slot, where),) if any(isinstance(t, ir.Such) for t in inner) else (ir.Not(ir.Filter(inner)),)
    if isinstance(where, ir.Is) and is_local(where.of, slot):
        return where.filter.terms
    if isinstance(where, ir.Call) and len(where.args) == 1 and is_local(where.args[0], slot):
        return (ir.IsValue(where.name),)
    if isinstance(where, ir.Has) and where.of is not None and is_local(where.of, slot):
        return (ir.IsStatus(where.status),)
    return (ir.Such(slot, where),)


def _is_noun(scene: Scene, term: ir.Term) -> bool:
    return isinstance(term, ir.IsWord) and all(scene.lex.has_forms(label) for label in _labels(term))


def _labels(term: ir.IsWord) -> list[str]:
    return term.label.split("/") if term.label else list(term.words)


def _word_noun(scene: Scene, term: ir.IsWord, link: str) -> Noun:
    nouns = [scene.lex.word_noun(scene.lex.set_of(term.attr), label) for label in _labels(term)]
    many = listed([n.many for n in nouns], link)
    return Noun(listed([n.text if i == 0 else n.bare for i, n in enumerate(nouns)], "or"),
                bare=listed([n.bare for n in nouns], "or"), many=many)  # fmt: skip


def _one_of(scene: Scene, parts: Parts, term: ir.OneOf, link: str, alone: bool) -> None:
    nouns = [kind(scene, option, link) for option in term.options]
    either = listed([n.text for n in nouns], "or")
    if alone:
        parts.core = Noun(either, bare=unarticled(either), many=listed([n.many or n.text for n in nouns], link))
    else:
        parts.that(either)


def _flag(scene: Scene, parts: Parts, term: ir.IsFlag) -> None:
    parts.trait(flag_words(scene, term.attr, True))


def _status(scene: Scene, parts: Parts, term: ir.IsStatus) -> None:
    words = status_words(scene, term.status)
    if words.startswith(("a ", "an ", "the ")):
        parts.after.append((f"that has {words}", f"that have {words}"))
    else:
        parts.trait(words)


def _named(scene: Scene, parts: Parts, term: ir.IsNamed) -> None:
    name = clean(term.name)
    parts.core = thing(with_article(bold(name)), bold(plural(name)))


def _keyword(scene: Scene, parts: Parts, term: ir.IsKeyword) -> None:
    words = f"with {clean(term.keyword)}"
    parts.after.append((words, words))


def _head(scene: Scene, parts: Parts, term: ir.IsHead) -> None:
    parts.core = scene.lex.noun(term.head)


def _group(scene: Scene, parts: Parts, term: ir.IsGroup) -> None:
    parts.before.append(clean(term.group))


def _value(scene: Scene, parts: Parts, term: ir.IsValue) -> None:
    parts.trait(value_words(scene, term.value))


def _owned(scene: Scene, parts: Parts, term: ir.OwnedBy) -> None:
    parts.owner = noun(scene, term.player)


def _same(scene: Scene, parts: Parts, term: ir.Same) -> None:
    parts.core, parts.exact = noun(scene, term.card), True


def _fits(scene: Scene, parts: Parts, term: ir.Fits) -> None:
    words = f"fits {noun(scene, term.of).possessive} {clean(term.attr)}"
    parts.after.append((f"that {words}", f"that {words.replace('fits', 'fit', 1)}"))


def _not(scene: Scene, parts: Parts, term: ir.Not) -> None:
    terms = term.filter.terms
    if len(terms) == 1 and isinstance(terms[0], ir.IsFlag):
        parts.that(flag_words(scene, terms[0].attr, False))
    elif len(terms) == 1 and isinstance(terms[0], ir.IsStatus | ir.IsValue):
        words = _parts(scene, term.filter, "or")
        one = words.after[0][0].removeprefix("that ") if words.after else f"is {words.before[0]}"
        negated = (
            "does not have" + one.removeprefix("has") if one.startswith("has ") else "is not" + one.removeprefix("is")
        )
        many = negated.replace("does not", "do not", 1).replace("is not", "are not", 1)
        parts.after.append((f"that {negated}", f"that {many}"))
    else:
        other = kind(scene, term.filter)
        parts.after.append((f"other than {other.text}", f"other than {other.many or other.text}"))


def _such(scene: Scene, parts: Parts, term: ir.Such) -> None:
    parts.after.append(relative(scene, term.slot, term.where))


TERMS: dict[type, Callable[[Scene, Parts, Any], None]] = {
    ir.IsFlag: _flag, ir.IsStatus: _status, ir.IsNamed: _named, ir.IsGroup: _group, ir.IsHead: _head, ir.IsKeyword: _keyword,
    ir.IsValue: _value, ir.OwnedBy: _owned, ir.Same: _same, ir.Fits: _fits, ir.Not: _not, ir.Such: _such,
}  # fmt: skip


def relative(scene: Scene, slot: int, where: ir.Value) -> tuple[str, str]:
    """A condition on a card as a relative clause, for one and for many."""
    if isinstance(where, ir.Op) and where.op == "and":
        ones, manys = zip(*(relative(scene, slot, arg) for arg in where.args), strict=True)
        return listed(ones), listed(manys)
    if isinstance(where, ir.SetHas) and is_local(where.of, slot):
        word, attr = noun(scene, where.word).text, scene.lex.bare(where.attr)
        return f"with {word} among its {attr}", f"with {word} among their {attr}"
    if isinstance(where, ir.In) and is_local(where.card, slot):
        return f"in {noun(scene, where.zone).text}", f"in {noun(scene, where.zone).text}"
    inner = scene.inside(slot, Noun("it", own="its"))
    words = test(inner, where)
    if words.startswith("its "):
        return f"whose {words[4:]}", f"whose {words[4:]}"
    return f"for which {words}", f"for which {words}"


# ---- words of declared things ----------------------------------------------------------------------------------------


def flag_words(scene: Scene, name: str, holds: bool) -> str:
    """What a card with, or without, a flag is called."""
    flag = scene.lex.attributes.get(name)
    words = (flag.says_yes if holds else flag.says_no) if flag else ""
    if not words:
        scene.wordless("flag", name)
        return clean(name) if holds else f"not {clean(name)}"
    return clean(words)


def status_words(scene: Scene, name: str) -> str:
    status = scene.lex.statuses.get(name)
    if status is None or not status.says:
        scene.wordless("status", name)
        return clean(name)
    return clean(status.says)


def value_words(scene: Scene, name: str) -> str:
    """The words of a declared yes/no value of a card."""
    value = scene.lex.values.get(name)
    if value is None or not value.says:
        scene.wordless("value", name)
        return clean(name)
    return clean(value.says)


# ---- zones and cards in them -----------------------------------------------------------------------------------------


@reads(ir.Zone)
def _zone(scene: Scene, zone: ir.Zone) -> Noun:
    declared = scene.lex.zones.get(zone.name)
    if zone.of is not None:
        owner = noun(scene, zone.of)
        return Noun(f"{owner.possessive} {scene.lex.bare(zone.name)}")
    if declared is not None and declared.shared:
        return Noun(scene.lex.the(zone.name))
    return Noun(with_article(scene.lex.bare(zone.name)))


def places(scene: Scene, zones: tuple[ir.Zone | ir.Local, ...], link: str = "or") -> str:
    return listed([noun(scene, zone).text for zone in zones], link)


@reads(ir.Filter)
def _filter(scene: Scene, filter: ir.Filter) -> Noun:
    return kind(scene, filter)


@reads(ir.Cards)
def _cards(scene: Scene, cards: ir.Cards) -> Noun:
    return among(scene, cards, "in")


def among(scene: Scene, cards: ir.Cards, where: str) -> Noun:
    """Cards of a source as one of them, with ``many`` for several: "a red card from your hand"."""
    fits = kind(scene, cards.filter)
    ones, manys = [fits.text], [fits.many or fits.text]
    if cards.where is not None:
        one, many = relative(scene, cards.slot, cards.where)
        ones.append(one)
        manys.append(many)
    place = [f"{where} {places(scene, cards.zones)}"] if cards.zones else []
    if cards.value is not None:
        place = [f"among {noun(scene, cards.value).text}"]
    return Noun(" ".join(ones + place), bare=unarticled(" ".join(ones + place)), many=" ".join(manys + place))
