"""A match whose log says, too, what is known only while it happens: how the numbers in it came about, and why somebody had
to do something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from yomi_dsl import ir
from yomi_dsl.cli.narrate_amounts import reads, sums
from yomi_dsl.cli.verdicts import Search, Verdict, looks_for, verdict
from yomi_dsl.engine.codes import Run
from yomi_dsl.engine.explain import Term, explain, read
from yomi_dsl.engine.formula import Scope
from yomi_dsl.engine.lower_effects import Effects
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import Frame, State
from yomi_dsl.engine.walk import slots_read
from yomi_dsl.sheets.wording_scene import nodes


class Amount(NamedTuple):
    """The role of an event in which an attribute of a card stands, and what made that attribute what it is.

    parts   of a sum over several cards: each with what it adds"""

    role: str
    terms: list[Term]
    parts: tuple[tuple[int, int], ...] = ()


class Because(NamedTuple):
    """The condition under which an action did what was done, and what there was then: its doer and roles, and the state.

    shown   the slot and the card of which an action asks something until it holds; then this is what does not yet"""

    action: ir.Action
    condition: ir.Value
    env: tuple[Any, ...]
    state: State
    shown: tuple[int, int] | None = None


class Stopped(NamedTuple):
    """The attribute of the card in a role that an event asks for first, and what brought it to nothing."""

    role: str
    attribute: str
    terms: list[Term]


class Noted(tuple[Any, ...]):
    """An entry of the log, with what is known of it."""

    amounts: tuple[Amount, ...] = ()
    stopped: tuple[Stopped, ...] = ()
    because: Because | None = None
    verdict: Verdict | Search | None = None


class TellingEffects(Effects):
    """Effects that say where a text looked for the one whose card beats the other's, and there was none."""

    m: Telling

    def _let(self, node: ir.Let, sc: Scope) -> Run:
        run, sought = super()._let(node, sc), looks_for(node)
        if sought is None:
            return run

        def telling(st: State, f: Frame) -> None:
            run(st, f)
            if f[node.slot + 2] is None and st.log is not None:
                self.m.note(st, "undecided", Search(sc.action, sought, tuple(f[2:]), st.copy()))

        return telling


class Telling(Match):
    effects_class = TellingEffects

    def note(self, st: State, *entry: Any) -> None:
        super().note(st, *entry)
        if entry[0] == "reveal" and st.log is not None and (failed := self._failed(st, entry[1])) is not None:
            st.log[-1] = noted = Noted(st.log[-1])
            noted.because = failed
        if entry[0] == "finish" and st.log is not None and (decided := self._decided(st)) is not None:
            st.log[-1] = noted = Noted(st.log[-1])
            noted.because = decided
        begun = self._begun(entry)
        if begun in self.declared and st.log is not None:
            amounts = tuple(self._amounts(st, entry)) if entry[0] == "do" else ()
            because = self._because(st, begun)
            won = verdict(self, st, begun, entry[2]) if entry[0] == "do" else None
            stopped = tuple(self._stopped(st, entry)) if entry[0] == "do" else ()
            if amounts or stopped or because is not None or won is not None:
                st.log[-1] = noted = Noted(st.log[-1])
                noted.amounts, noted.stopped, noted.because, noted.verdict = amounts, stopped, because, won

    def _begun(self, entry: Sequence[Any]) -> str:
        """The event that an entry speaks of: one that begins, or one in whose place a rule does something else."""
        if entry[0] == "do":
            return str(entry[1])
        rule = self.rules[entry[1]] if entry[0] == "rule" else None
        return rule.action if rule is not None and rule.timing == "instead" else ""

    def _amounts(self, st: State, entry: Sequence[Any]) -> Iterator[Amount]:
        for name, number, attribute, card in reads(self.game):
            if name == entry[1]:
                values = dict(zip((role.name for role in self.declared[name].roles), entry[3:], strict=False))
                if isinstance(values.get(card), int) and values.get(number) is not None:
                    yield Amount(number, explain(self, st, attribute, values[card]))

        for name, number, total in sums(self.game):
            if name == entry[1] and entry[2] is not None and isinstance(total.each, ir.Attr):
                attribute, cards = total.each.name, list(read(self, st, total.cards, (entry[2],)))
                terms = [explain(self, st, attribute, card) for card in cards]
                parts = tuple((card, of[-1].value or 0) for card, of in zip(cards, terms, strict=True))
                yield Amount(number, terms[0] if len(terms) == 1 else [], parts)

    def _stopped(self, st: State, entry: Sequence[Any]) -> Iterator[Stopped]:
        """Of an event that does nothing now because of a number of a card in it: how that became 0."""
        action = self.declared[entry[1]]
        failing = [part for part in asked_first(action) if not read(self, st, part, entry[2:])]
        attributes = [_number_of(part) for part in failing]
        for attribute in attributes if None not in attributes else ():
            assert attribute is not None and isinstance(attribute.of, ir.Local)
            terms = explain(self, st, attribute.name, entry[2 + attribute.of.slot])
            if terms[-1].value == 0 and terms[0].value:
                yield Stopped(action.roles[attribute.of.slot - 1].name, attribute.name, terms)

    def _failed(self, st: State, card: int) -> Because | None:
        """Of a card that is shown: what the action that tries one card after the other finds wanting."""
        began: set[str] = set()
        for kind, *before in reversed(st.log or ()):
            around = self.declared.get(before[0]) if kind == "do" else None
            if around is not None and tried(around) and began <= _done(around):
                until, slot = tried(around)[0]
                return Because(around, until, tuple(before[1:-1]), st.copy(), (slot, card))
            began |= {before[0]} if kind == "do" else set()
        return None

    def _decided(self, st: State) -> Because | None:
        """Of the end of the game: what the action that began last asked before it, if it is its text that ends it."""
        last = next((entry for entry in reversed((st.log or [])[:-1]) if entry[0] in ("do", "rule")), None)
        around = self.declared.get(last[1]) if last is not None and last[0] == "do" else None
        if last is None or around is None:
            return None
        for condition in endings(around):
            if read(self, st, condition, last[2:-1]):
                return Because(around, condition, tuple(last[2:-1]), st.copy())
        return None

    def _because(self, st: State, name: str) -> Because | None:
        """Of an event that says nothing of why: the condition in the text that began it."""
        if self.declared[name].roles or not self.declared[name].says or st.log is None:
            return None
        for kind, *before in reversed(st.log[:-1]):
            around = self.declared.get(before[0]) if kind == "do" else None
            condition = None if around is None else only_if(around, name)
            if around is not None and condition is not None:
                return Because(around, condition, tuple(before[1:-1]), st.copy())
        return None


@cache
def only_if(action: ir.Action, name: str) -> ir.Value | None:
    """The condition, on its roles alone, under which an action does another one; None if it may do so otherwise."""
    doing = [node for node in nodes(action) if isinstance(node, ir.Do) and node.action == name]
    found = [one for one in nodes(action) if isinstance(one, ir.If) and one.otherwise is None and _does(one.then, name)]
    if len(doing) != 1 or not found or any(slot > len(action.roles) for slot in slots_read(found[-1].cond)):
        return None
    return found[-1].cond


@cache
def asked_first(action: ir.Action) -> tuple[ir.Value, ...]:
    """What an action asks, of its roles alone, before it does all that it does: each part of the condition."""
    body = action.proc.body
    (first, *more) = body.steps if isinstance(body, ir.Seq) and body.steps else (body,)
    if more or not isinstance(first, ir.If) or first.otherwise is not None:
        return ()
    parts = tuple(_conjuncts(first.cond))
    return parts if all(slot <= len(action.roles) for part in parts for slot in slots_read(part)) else ()


def _conjuncts(condition: ir.Value) -> Iterator[ir.Value]:
    if isinstance(condition, ir.Op) and condition.op == "and":
        for part in condition.args:
            yield from _conjuncts(part)
    else:
        yield condition


def _number_of(condition: ir.Value) -> ir.Attr | None:
    """``damage of c > 0``, of a card in a role."""
    if not isinstance(condition, ir.Op) or condition.op not in (">", ">=") or not isinstance(condition.args[1], ir.Lit):
        return None
    attribute = condition.args[0]
    if isinstance(attribute, ir.Attr) and isinstance(attribute.of, ir.Local) and attribute.of.slot > 0:
        return attribute
    return None


@cache
def endings(action: ir.Action) -> tuple[ir.Value, ...]:
    """The conditions, on its roles alone, under which an action ends the game, in the order in which it asks them."""
    asked = [one for one in nodes(action) if isinstance(one, ir.If) and isinstance(one.then, ir.Finish)]
    return tuple(one.cond for one in asked if all(slot <= len(action.roles) for slot in slots_read(one.cond)))


def _does(effect: ir.Effect, name: str) -> bool:
    return any(isinstance(node, ir.Do) and node.action == name for node in nodes(effect))


@cache
def tried(action: ir.Action) -> tuple[tuple[ir.Value, int], ...]:
    """What an action waits for while it shows one card after the other, and the slot of that card."""
    repeats = [node for node in nodes(action) if isinstance(node, ir.Repeat) and node.until is not None]
    return tuple(
        (repeat.until, node.cards.slot)
        for repeat in repeats
        for node in nodes(repeat.body)
        if repeat.until is not None and isinstance(node, ir.Reveal) and isinstance(node.cards, ir.Local)
    )


@cache
def _done(action: ir.Action) -> frozenset[str]:
    """The actions that a text does."""
    return frozenset(node.action for node in nodes(action) if isinstance(node, ir.Do))
