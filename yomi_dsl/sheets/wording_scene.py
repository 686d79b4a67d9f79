"""Where a phrase stands: what the slots of its environment are called there, and what could not be said.

`noun` and `test` are the two readings of a value: as something spoken of, and as a condition. The modules beside this
one register how each node reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import IT, THIS, YOU, Noun
from yomi_dsl.sheets.lexicon import Lexicon

Problem = tuple[ir.At, str]
Reading = TypeVar("Reading", bound=Callable[..., Any])
NOUNS: dict[type, Callable[..., Noun]] = {}
TESTS: dict[type, Callable[..., str]] = {}
_ALWAYS = {"you": YOU, "this": THIS, "it": IT}


@attrs.define(eq=False)
class Scene:
    """One environment and how its slots are called. ``actor`` does the plain effects: you, or each player in turn.

    problems  what was reached without words, shared by all scenes of a card
    """

    lex: Lexicon
    at: ir.At
    env: dict[int, Noun] = attrs.field(factory=dict)
    actor: Noun = YOU
    problems: list[Problem] = attrs.field(factory=list)

    def enter(self, names: Sequence[str], known: Mapping[str, Noun] | None = None, at: ir.At | None = None) -> Scene:
        """A new environment: the slots with these names, called as ``known`` says or as always."""
        called = {**_ALWAYS, **(known or {})}
        env = {slot: called[name] for slot, name in reversed([*enumerate(names)]) if name in called}
        return attrs.evolve(self, env=env, at=at or self.at)

    def inside(self, slot: int, noun: Noun) -> Scene:
        """The same place with one more name."""
        return attrs.evolve(self, env={**self.env, slot: noun})

    def wordless(self, kind: str, name: str) -> None:
        """Report that something has no words; its name stands in."""
        self.lacks(f'the {kind} "{name}" has no words')

    def lacks(self, message: str) -> None:
        self.problems.append((self.at, message))


def reads(*types: type) -> Callable[[Reading], Reading]:
    """Registers how a node reads as a noun."""

    def register(function: Reading) -> Reading:
        NOUNS.update(dict.fromkeys(types, function))
        return function

    return register


def tests(*types: type) -> Callable[[Reading], Reading]:
    """Registers how a node reads as a condition; the function also gets whether it is to hold or not."""

    def register(function: Reading) -> Reading:
        TESTS.update(dict.fromkeys(types, function))
        return function

    return register


def noun(scene: Scene, value: ir.Value) -> Noun:
    """A value as something a sentence speaks of."""
    reading = NOUNS.get(type(value))
    return reading(scene, value) if reading else Noun(TESTS[type(value)](scene, value, True))


def test(scene: Scene, value: ir.Value, holds: bool = True) -> str:
    """A value as a condition: "this is in your hand"."""
    reading = TESTS.get(type(value))
    if reading:
        return reading(scene, value, holds)
    called = noun(scene, value)
    return f"{called.text} {verb(called, 'hold', 'holds') if holds else verb(called, 'do not hold', 'does not hold')}"


def literal(value: ir.Value | None) -> int | None:
    """The number a value is written as, or None."""
    if isinstance(value, ir.Op) and value.op == "neg":
        inner = literal(value.args[0])
        return None if inner is None else -inner
    if isinstance(value, ir.Lit) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return value.value
    return None


def is_local(value: ir.Value, slot: int) -> bool:
    return isinstance(value, ir.Local) and value.slot == slot


def verb(subject: Noun, base: str, third: str) -> str:
    """The form of a verb after a subject."""
    return base if subject.kind in ("you", "many") else third


def be(subject: Noun, holds: bool = True) -> str:
    return verb(subject, "are", "is") + ("" if holds else " not")


def have(subject: Noun, holds: bool = True) -> str:
    return verb(subject, "have", "has") if holds else verb(subject, "do not have", "does not have")


def same(a: Any, b: Any) -> bool:
    """Are two pieces of the IR written alike? (Its classes compare by identity.)"""
    if type(a) is not type(b):
        return False
    if isinstance(a, ir.At):
        return True
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if attrs.has(type(a)):
        return all(same(getattr(a, f.name), getattr(b, f.name)) for f in attrs.fields(type(a)))
    return bool(a == b)


def nodes(tree: Any) -> Iterator[Any]:
    """Every node of a tree of the IR, in the order written."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif attrs.has(type(tree)) and not isinstance(tree, ir.At):
        yield tree
        for field in attrs.fields(type(tree)):
            yield from nodes(getattr(tree, field.name))
