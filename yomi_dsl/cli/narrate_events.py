"""Which of the events of a log are worth a sentence.

The log holds every event, in the order in which they begin; one that leads to another stands right before it. So an event
waits until something comes of it: a card moves, a number changes, somebody is asked. Nothing comes of it: it is not told.
It led to others: it is told if its words are not all said by the event around it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import Noun
from yomi_dsl.sheets.wording_scene import nodes

_HOLE = re.compile(r"\{([^{}]+)\}")
Names = frozenset[Hashable]
Entry = tuple[Any, ...]


@attrs.frozen
class Event:
    """``names``: what its sentence speaks of: players, cards, numbers. ``beside``: cards that it leaves out. ``why``: its amounts.

    ``comes_to_nothing``: one of these was made 0, so that there is nothing else to tell."""

    action: ir.Action
    sentence: str
    names: Names
    cards: frozenset[int]
    beside: tuple[tuple[str, int], ...] = ()
    why: tuple[str, ...] = ()
    comes_to_nothing: bool = False

    @property
    def name(self) -> str:
        return self.action.name


@attrs.define
class Waiting:
    """Events, each begun by the one before it. Of those from ``fresh`` on nothing has come yet.

    passed  events of which nothing had come when another one began that they did not lead to
    said    what the last sentence spoke of
    rule    a rule that has been set off and has done nothing yet
    """

    events: list[Event] = attrs.field(factory=list)
    fresh: int = 0
    passed: list[Event] = attrs.field(factory=list)
    said: Names = frozenset()
    rule: ir.Rule | None = None

    def add(self, event: Event) -> None:
        """An event begins. Those that cannot have led to it are over: where nothing has come of them, nothing will."""
        if self.rule is None or not _leads_to(self.rule, event.name):
            while self.events and not _leads_to(self.events[-1].action, event.name):
                self._pass(self.events.pop())
        self.fresh, self.rule = min(self.fresh, len(self.events)), None
        self.events.append(event)

    def _pass(self, event: Event) -> None:
        if len(self.events) >= self.fresh:
            self.passed.insert(0, event)

    def together(self, cards: Collection[int], change: str) -> None:
        """Cards come to a zone by events that all began before anything came of one of them."""
        moved = [one for one in self.passed if one.cards & set(cards) and change in changes(one.action)]
        self.events[self.fresh : self.fresh] = moved
        self.passed = [one for one in self.passed if one not in moved]

    def comes(self, change: str) -> None:
        """Something has changed: a card has come to that zone, or that number is another. Who does no such thing is over."""
        while self.rule is None and self.events and not changes(self.events[-1].action) & {change, ""}:
            self.events.pop()
        self.fresh = min(self.fresh, len(self.events))

    def worth_telling(self) -> Iterator[str]:
        """Something has come of those that wait. The last of them is why, unless it is but a step of the one around it."""
        for i in range(self.fresh, len(self.events)):
            event, last = self.events[i], i == len(self.events) - 1
            news = last or (i > 0 and event.names)  # what the text of a card does, though it speaks of the same cards
            if event.why or not self._is_said(i) or (news and not self._is_step(i)):
                beside = [name for name, card in event.beside if (name, card) not in self.said]
                self.said = event.names
                asides = "; ".join([*beside, *event.why])
                yield f"{event.sentence} ({asides})" if asides else event.sentence
        self.fresh = len(self.events)
        self.passed = [
            one for one in self.passed if one.cards - {card for event in self.events for card in event.cards}
        ]

    def _is_said(self, i: int) -> bool:
        around = self.events[i - 1].names if self._is_step(i) else frozenset()
        return self.events[i].names <= self.said or self.events[i].names <= around

    def _is_step(self, i: int) -> bool:
        """Is it a step that the event around it always speaks of? What has no names of its own says something new."""
        event = self.events[i]
        return bool(event.names) and i > 0 and event.name in _steps(self.events[i - 1].action)

    def asks(self, name: str) -> bool:
        """Is a choice of this name made by the event that began last?"""
        return self.fresh < len(self.events) and name in _asked(self.events[-1].action)

    def leads_here(self, running: Collection[str]) -> bool:
        """Somebody is asked. Does it come of the event that began last, or of one that says why? What is over is dropped."""
        if any(event.why and event.name in running for event in self.events[self.fresh :]):
            while self.events[-1].name not in running:
                self.events.pop()
        return self.last in running

    def back_to(self, name: str) -> None:
        """What began later than the event of that name is over."""
        while self.events and self.last != name:
            self.events.pop()
        self.fresh, self.rule = min(self.fresh, len(self.events)), None

    def ends(self, phase: str) -> bool:
        """Is the phase over because of the event that began last?"""
        return self.fresh < len(self.events) and phase in _ended(self.events[-1].action)

    @property
    def is_told(self) -> bool:
        """Has the event that began last been told of?"""
        return bool(self.events) and self.fresh == len(self.events)

    @property
    def last(self) -> str:
        """The event that began last."""
        return self.events[-1].name if self.events else ""

    @property
    def doing(self) -> list[Event]:
        """The event that began last, unless a rule does something."""
        return self.events[-1:] if self.rule is None else []

    @property
    def cards(self) -> frozenset[int]:
        """All cards of those that wait, told or not."""
        return frozenset(card for event in self.events[self.fresh :] for card in event.cards)

    def clear(self) -> None:
        self.events, self.fresh, self.passed, self.said, self.rule = [], 0, [], frozenset(), None


def without_renewals(log: Sequence[Entry]) -> Iterator[Entry]:
    """The log without the end of a status that its holder is given anew at that moment; of the new one it says so."""
    marks = ("open", "shut", "mark")
    opened: list[Entry] = []
    for i, entry in enumerate(log):
        if entry[0] == "shut":
            later = takewhile(lambda other: other[0] in marks, log[i + 1 :])
            renewed = [other for other in later if other[:3] == ("open", *entry[1:3])]
            opened += renewed[:1]
            if renewed:
                continue
        yield (("renew", *entry[1:]) if any(entry is other for other in opened) else entry)


def holes(template: str) -> frozenset[str]:
    """The roles that a sentence speaks of."""
    return frozenset(_HOLE.findall(template))


def _leads_to(text: ir.Action | ir.Rule, name: str) -> bool:
    """May a text begin that action? What a card does when it is played may begin any."""
    return "" in _steps(text) or name in _steps(text)


@cache
def _steps(text: ir.Action | ir.Rule) -> frozenset[str]:
    """The actions that a text does; "" for what stands on a card."""
    return frozenset(node.action if isinstance(node, ir.Do) else "" for node in nodes(text) if _does(node))


@cache
def changes(text: ir.Action | ir.Rule) -> frozenset[str]:
    """The zones that a text moves cards to and the tallies that it changes; "" for what only the moment knows."""
    moves = [node.place for node in nodes(text) if isinstance(node, ir.Move)]
    changes = [node.target for node in nodes(text) if isinstance(node, ir.Change)]
    known = {one.name if isinstance(one, ir.Zone | ir.Tally) else "" for one in (*moves, *changes)}
    return frozenset(known | ({""} if "" in _steps(text) else set()))


def _does(node: Any) -> bool:
    return isinstance(node, ir.Do | ir.DoPart)


@cache
def _ended(action: ir.Action) -> frozenset[str]:
    """What its text ends."""
    return frozenset(node.action for node in nodes(action) if isinstance(node, ir.End))


@cache
def _asked(action: ir.Action) -> frozenset[str]:
    """The names of the choices that its text asks."""
    names = [ask.name for node in nodes(action) if isinstance(node, ir.Choose) for ask in node.asks]
    return frozenset([*names, *(node.name for node in nodes(action) if isinstance(node, ir.Options))])


def pair(noun: Noun | None, value: Any) -> tuple[str, Any]:
    return ("" if noun is None else noun.text, value)


def cards_in(role: ir.Role, value: Any) -> Sequence[int]:
    if not role.type.startswith("card") or value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def is_of_nothing(action: ir.Action, entry: Entry) -> bool:
    """Is a set of cards in an event, of which it is, empty?"""
    return any(role.type == "cards" and not cards for role, cards in zip(action.roles, entry[3:], strict=False))
