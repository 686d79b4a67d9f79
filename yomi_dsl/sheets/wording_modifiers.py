"""Modifiers as sentences: neighbours on the same cards become one, "your red cards get +1 width and +2 height"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import Noun, fill, holes, listed, spoken
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording_filters import apart, every, filter_words, flag_words
from yomi_dsl.sheets.wording_scene import Scene, literal, noun, same, test, verb
from yomi_dsl.sheets.wording_values import set_words

_VERBS = {"get": ("get", "gets"), "have": ("have", "has"), "are": ("are", "is"), "": ("", "")}
_BOUND = {"at least": "at least", "at most": "at most"}


def modifiers(scene: Scene, group: Sequence[ir.Modifier], known: Mapping[str, Noun], more: bool = False) -> str:
    """Modifiers of the same cards, or of one player's values, as one sentence. ``more``: the same was said before."""
    first = group[0]
    inner = scene.enter(first.proc.names, known, first.at)
    if first.filter is None:
        return _of_player(inner, group, known)
    conditions, rest = apart(first.filter)
    subject = every(inner, rest)
    said = [_change(scene.enter(m.proc.names, known, m.at), m) for m in group]
    phrases = [f"{verb(subject, *_VERBS[use])} {listed([w for _, w in same_verb])}".strip()
               for use, same_verb in groupby(said, lambda pair: pair[0])]  # fmt: skip
    lead = f"while {listed([test(inner, condition) for condition in conditions])}, " if conditions else ""
    text = spoken(phrases)
    return f"{lead}{subject.text} {text.replace(' +', ' another +', 1) if more else text}"


def again(group: Sequence[ir.Modifier], before: Sequence[ir.Modifier]) -> bool:
    """Do they add the same to the same cards once more, on another condition?"""
    return len(group) == len(before) and all(
        a.op == b.op == "by" and a.target == b.target and same(a.proc.body, b.proc.body)
        and a.filter is not None and b.filter is not None and same(apart(a.filter)[1], apart(b.filter)[1])
        for a, b in zip(group, before, strict=True)
    )  # fmt: skip


def alike(a: ir.Static, b: ir.Static) -> bool:
    """Do two neighbours change the same cards, or the same player's values?"""
    if not isinstance(a, ir.Modifier) or not isinstance(b, ir.Modifier):
        return False
    return same(a.filter, b.filter) and same(a.player, b.player)


def _change(scene: Scene, modifier: ir.Modifier) -> tuple[str, str]:
    """Which verb a change takes, and the words after it."""
    attribute = scene.lex.attributes.get(modifier.target)
    value = modifier.proc.body
    if isinstance(value, ir.Lit) and isinstance(value.value, bool):
        return "are", flag_words(scene, modifier.target, value.value)
    if isinstance(value, ir.WordLit):
        return _word(scene, modifier, value)
    if isinstance(value, ir.WordsLit):
        return "have", f"{scene.lex.bare(modifier.target)} {set_words(scene, value.set, value.words)}"
    if isinstance(value, ir.Filter):
        return "have", f"{scene.lex.bare(modifier.target)} {filter_words(scene, value)}"
    if attribute is not None and attribute.type == "flag":
        return "are", f"{flag_words(scene, modifier.target, True)} if {test(scene, value)}"  # type: ignore[arg-type]
    return _number(scene, modifier, value)  # type: ignore[arg-type]


def _word(scene: Scene, modifier: ir.Modifier, value: ir.WordLit) -> tuple[str, str]:
    declared = scene.lex.sets.get(value.set)
    says = dict(declared.says).get(value.word, "") if declared is not None else ""
    if says:
        return "", clean(says)
    if scene.lex.has_forms(value.word):
        return "are", noun(scene, value).text
    return "have", f"{scene.lex.bare(modifier.target)} {scene.lex.word(value.set, value.word)}"


def _number(scene: Scene, modifier: ir.Modifier, value: ir.Value) -> tuple[str, str]:
    name, written = scene.lex.bare(modifier.target), literal(value)
    upto = f" (up to {noun(scene, modifier.up_to).text})" if modifier.up_to is not None else ""
    shown = noun(scene, value).text
    if modifier.op == "by":
        if written is None:
            return "get", f"extra {name} equal to {shown}{upto}"
        return "get", f"{written:+d} {name}{upto}"
    bound = f"{_BOUND[modifier.op]} " if modifier.op in _BOUND else ""
    if written is None:
        return "have", f"{name} of {bound}{shown}" if bound else f"{name} equal to {shown}"
    return "have", f"{bound}{shown} {name}"


# ---- values of a player --------------------------------------------------------------------------------------------


def _of_player(scene: Scene, group: Sequence[ir.Modifier], known: Mapping[str, Noun]) -> str:
    who = (
        noun(scene, group[0].player) if group[0].player is not None else Noun("all players", "many", own="all players'")
    )
    said = [_value(scene.enter(m.proc.names, known, m.at), who, m) for m in group]
    if all(text.startswith(f"{who.text} ") for text in said):
        return f"{who.text} {spoken([text.removeprefix(f'{who.text} ') for text in said])}"
    return listed(said)


def _value(scene: Scene, who: Noun, modifier: ir.Modifier) -> str:
    declared = scene.lex.values.get(modifier.target)
    shown, written = noun(scene, modifier.proc.body), literal(modifier.proc.body)  # type: ignore[arg-type]
    if declared is None or not declared.says or holes(declared.says):
        return f"{_called(scene, who, modifier.target)} {_value_change(modifier.op, shown.text, written)}"
    words = clean(declared.says)
    if modifier.op == "by" and written is not None:
        return f"{who.text} {verb(who, 'have', 'has')} {abs(written)} {'more' if written >= 0 else 'fewer'} {words}"
    bound = f"{_BOUND[modifier.op]} " if modifier.op in _BOUND else "more " if modifier.op == "by" else ""
    return f"{who.text} {verb(who, 'have', 'has')} {bound}{shown.text} {words}"


def _called(scene: Scene, who: Noun, name: str) -> str:
    declared = scene.lex.values.get(name)
    if declared is not None and holes(declared.says):
        return fill(clean(declared.says), {declared.proc.names[0]: who} if declared.proc.names else {})
    return f"{who.possessive} {scene.lex.bare(name)}"


def _value_change(op: str, shown: str, written: int | None) -> str:
    if op == "by":
        return f"gets {written:+d}" if written is not None else f"gets an increase of {shown}"
    return f"is {_BOUND[op]} {shown}" if op in _BOUND else f"is {shown}"
