"""What must hold of a whole game: loops end, modifiers do not chase their tails, batches ask nothing, nothing is said in vain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.compiler.sayings import templates
from yomi_dsl.compiler.twins import names_twice
from yomi_dsl.diagnostics import Bag, Label, suggest
from yomi_dsl.irtext import FIELDS, NODES
from yomi_dsl.source import Source, Span

ASKING = (ir.Choose, ir.Options, ir.Sealed, ir.TakeTurns)


PLAIN = re.compile(r"(str|int|bool|At|tuple\[[strinboul, .[\]]*\])( \| None)?")
"""Types of fields below which no node lies."""
INNER = {
    cls: tuple(f.name for f in reversed(attrs.fields(cls)) if not PLAIN.fullmatch(str(f.type)))
    for cls in NODES.values() if cls is not ir.At
}  # fmt: skip


def walk(node: Any) -> Iterator[Any]:
    """A node and all below it, in order."""
    todo = [node]
    while todo:
        node = todo.pop()
        if type(node) is tuple:
            todo += reversed(node)
        elif type(node) in INNER:
            yield node
            todo += [getattr(node, field) for field in INNER[type(node)]]


@attrs.define(eq=False)
class Whole:
    """The finished game with what the checks look up in it."""

    game: ir.Game
    bag: Bag
    sources: dict[str, Source]
    actions: dict[str, ir.Action] = attrs.field(factory=dict)
    values: dict[str, ir.ValueDecl] = attrs.field(factory=dict)
    nodes: dict[type, list[Any]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for node in walk(self.game):
            self.nodes.setdefault(type(node), []).append(node)
        self.actions = {a.name: a for a in self.game.actions}
        self.values = {v.name: v for v in self.game.values}

    def of(self, *types: type) -> list[Any]:
        """All nodes of some types."""
        return [node for cls in types for node in self.nodes.get(cls, ())]

    def report(
        self, code: str, message: str, at: ir.At | None, label: str = "", help: str = "", also: Sequence[ir.At] = ()
    ) -> None:
        places = [self.span(other) for other in also]
        more = tuple(Label(place, "and this") for place in places if place is not None)
        self.bag.add(code, message, self.span(at) if at else None, label, help, more)

    def hole(self, hole: str, at: ir.At) -> Span | None:
        """Where a hole stands in the says of what is declared at a place."""
        place = self.span(at)
        start = place.source.text.find(f"{{{hole}}}", place.start) if place else -1
        return Span(place.source, start, start + len(hole) + 2) if place and start >= 0 else place

    def span(self, at: ir.At) -> Span | None:
        source = self.sources.get(at.path)
        if source is None or at.line > len(source.starts):
            return None
        start = source.starts[at.line - 1] + at.column - 1
        end = start
        while end < len(source.text) and source.text[end] not in "\n{};#":
            end += 1
        return Span(source, start, max(start + 1, len(source.text[:end].rstrip())))


def check_game(game: ir.Game, bag: Bag, sources: Iterable[Source]) -> None:
    """The checks that make sense: of a game at fault only those that what is missing cannot lead astray."""
    whole = Whole(game, bag, {s.path: s for s in sources})
    for check in LOCAL if bag.errors else CHECKS:
        check(whole)


# ---- who acts -------------------------------------------------------------------------------------------------------------------


def doers(whole: Whole) -> None:
    """An action that speaks of you is done by somebody: where both act at once, a phase itself is not."""
    needs = {a.name for a in whole.game.actions if a.kind != "phase" and any(map(is_doer, walk((a.gate, a.proc, a.last))))}
    for node in whole.of(ir.Do):
        if isinstance(node.doer, ir.Lit) and node.action in needs:
            help = 'write "each player { ... }", or say which player does it'
            whole.report("E0305", f'nobody does "{node.action}" here', node.at, "it speaks of you, and no player acts in this place", help)


def is_doer(node: Any) -> bool:
    return isinstance(node, ir.Local) and node.name == "doer"


# ---- loops ---------------------------------------------------------------------------------------------------------------------


def consumes(whole: Whole, node: Any, seen: frozenset[str] = frozenset()) -> bool:
    """Does running this use something up: a card leaves its place, a tally changes, a limit counts?"""
    for inner in walk(node):
        if isinstance(inner, (ir.Move, ir.Change, ir.Mark, ir.Unmark, ir.Flip, ir.End, ir.Finish)):
            return True
        if isinstance(inner, ir.Do) and inner.action not in seen and inner.action in whole.actions:
            called = whole.actions[inner.action]
            if called.limit is not None or consumes(whole, called.proc.body, seen | {inner.action}):
                return True
        if isinstance(inner, ir.DoPart):
            return True
    return False


def loops(whole: Whole) -> None:
    for node in whole.of(ir.Repeat, ir.Choose, ir.Options):
        if isinstance(node, ir.Repeat) and node.until is not None and not consumes(whole, node.body):
            whole.report("E0502", "this repetition uses nothing up", near(whole, node), "it would go on for ever")
        elif isinstance(node, ir.Choose) and node.mode == "keep" and node.limit is None and not consumes(whole, node.body):
            whole.report("E0502", "one could choose this for ever", node.at, "nothing is used up", 'move what is chosen, or write "up to 3"')
        elif isinstance(node, ir.Options) and node.mode == "keep":
            for option in node.options:
                endless_option(whole, node, option)


def endless_option(whole: Whole, node: ir.Options, option: ir.Option) -> None:
    action = whole.actions.get(option.action)
    body = action.proc.body if action is not None else option.body
    if (action is None or action.limit is None) and not consumes(whole, body):
        whole.report("E0502", f'one could choose "{option.label}" for ever', node.at, "nothing is used up", 'give the action a limit: "at most 1 per turn"')


def near(whole: Whole, node: Any) -> ir.At | None:
    """A place for a node that has none: the first below it, else that of the action it stands in."""
    inner = next((n.at for n in walk(node) if getattr(n, "at", None) is not None), None)
    if inner is not None:
        return inner  # type: ignore[no-any-return]
    return next((a.at for a in whole.game.actions if any(n is node for n in walk(a.proc.body))), None)


def recursion(whole: Whole) -> None:
    """Actions that do each other in a circle must use something up on the way."""
    calls = {a.name: {n.action for n in walk((a.proc.body, a.last)) if isinstance(n, ir.Do)} for a in whole.game.actions}
    for action in whole.game.actions:
        if reaches(calls, action.name, action.name) and not consumes(whole, action.proc.body, frozenset({action.name})):
            whole.report("E0508", f'"{action.name}" leads back to itself', action.at, "nothing is used up on the way")


def reaches(calls: dict[str, set[str]], start: str, goal: str) -> bool:
    seen: set[str] = set()
    todo = list(calls.get(start, ()))
    while todo:
        name = todo.pop()
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            todo += calls.get(name, ())
    return False


def values_recursion(whole: Whole) -> None:
    graph = {v.name: {n.name for n in walk(v.proc.body) if isinstance(n, ir.Call)} for v in whole.game.values}
    for circle in circles(graph):
        declared = whole.values[circle[0]]
        whole.report("E0508", f'"{declared.name}" is computed from itself', declared.at, " -> ".join(circle))


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The first circle of a graph, if there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [list(error.args[1])]
    return []


# ---- modifiers -------------------------------------------------------------------------------------------------------------------


def reads(whole: Whole, node: Any, seen: frozenset[str] = frozenset()) -> set[str]:
    """The attributes and modifiable values that reading a node may read."""
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, (ir.Attr, ir.SetHas)):
            found.add(inner.name if isinstance(inner, ir.Attr) else inner.attr)
        elif isinstance(inner, (ir.IsWord, ir.IsFlag, ir.Fits)):
            found.add(inner.attr)
        elif isinstance(inner, (ir.Call, ir.IsValue)):
            name = inner.name if isinstance(inner, ir.Call) else inner.value
            found.add(name)
            if name not in seen and name in whole.values:
                found |= reads(whole, whole.values[name].proc.body, seen | {name})
    return found


def modifiers(whole: Whole) -> None:
    """A modifier never reads, by any way round, what it writes."""
    graph: dict[str, set[str]] = {}
    where: dict[tuple[str, str], ir.Modifier] = {}
    for node in whole.of(ir.Modifier):
        mine = reads(whole, (node.filter, node.proc.body, node.up_to))
        if node.target in mine:
            whole.report("E0510", f'this reads "{node.target}", which it changes', node.at, "the answer would depend on itself", 'write "at least", "at most" or "by ... up to ..."')
            mine.discard(node.target)
        graph.setdefault(node.target, set()).update(mine)
        for name in mine:
            where.setdefault((node.target, name), node)
    for circle in circles(graph):
        found = [where[b, a] for a, b in pairwise(circle) if (b, a) in where]
        if found:
            told = " -> ".join(reversed(circle))
            whole.report("E0510", "modifiers read in a circle what they change", found[0].at, told, "", [n.at for n in found[1:]])


def contradictions(whole: Whole) -> None:
    """``red blue``: no card is both."""
    for node in whole.of(ir.Filter):
        seen: dict[str, set[str]] = {}
        for term in node.terms:
            if isinstance(term, ir.IsWord):
                left = seen.setdefault(term.attr, set(term.words))
                left &= set(term.words)
                if not left:
                    labels = " and ".join(t.label for t in node.terms if isinstance(t, ir.IsWord) and t.attr == term.attr)
                    whole.report("E0501", f"no card is {labels}", enclosing(whole, node), "this never fits", 'join alternatives with "/" or "or"')


def enclosing(whole: Whole, target: Any) -> ir.At | None:
    """The place of the innermost node with one that holds ``target``."""
    best = None
    node: Any = whole.game
    while node is not None:
        step = None
        for child in direct(node):
            if any(n is target for n in walk(child)):
                step = child
                break
        if getattr(step, "at", None) is not None:
            best = step.at  # type: ignore[union-attr]
        node = step if step is not target else None
    return best


def direct(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        yield from node
    else:
        for field in FIELDS.get(type(node).__name__, ()):
            yield getattr(node, field)


# ---- batches -----------------------------------------------------------------------------------------------------------------------


def batches(whole: Whole) -> None:
    for node in whole.of(ir.Together):
        bad = unfit(whole, node.body, (*ASKING, ir.Roll, ir.Shuffle, ir.AtRandom))
        if bad is not None:
            whole.report("E0511", "in together nothing is chosen, and nothing is left to chance", bad, "this must happen before or after")


def positions(whole: Whole) -> None:
    """What is laid out before an example or a study begins."""
    laid = [whole.game.given, *(study.given for study in whole.game.studies)]
    for bad in dict.fromkeys(unfit(whole, proc.body, (*ASKING, ir.Finish)) for proc in laid if proc is not None):
        if bad is not None:
            whole.report("E0611", "while a position is laid out nobody chooses, and no game ends", bad, "this must not be done here")


def unfit(whole: Whole, node: Any, kinds: tuple[Any, ...], seen: frozenset[str] = frozenset()) -> ir.At | None:
    """The first effect of some kinds before the writes are done: by itself, or by a rule that comes before it."""
    for inner in walk(node):
        if isinstance(inner, kinds):
            return inner.at if not isinstance(inner, ir.TakeTurns) else None
        event = inner.action if isinstance(inner, ir.Do) else type(inner).__name__.lower()
        if event not in seen and any(unfit(whole, body, kinds, seen | {event}) for body in bodies(whole, event)):
            return inner.at  # type: ignore[no-any-return]
    return None


def bodies(whole: Whole, event: str) -> Iterator[Any]:
    """What is done when something happens, but for what waits until it is over."""
    if event in whole.actions:
        yield whole.actions[event].proc.body
    yield from (rule.proc.body for rule in whole.of(ir.Rule) if rule.action == event and rule.timing in ("before", "instead"))


# ---- declarations --------------------------------------------------------------------------------------------------------------------


def layers(whole: Whole) -> None:
    game = whole.game
    for zone in game.zones:
        if zone.live and zone.name not in game.layers:
            whole.report("E0413", f'the live zone "{zone.name}" has no layer', zone.at, "whose word is last is not said", f'add "{zone.name}" to the line "layers: ..."')
        if zone.overflow and zone.overflow not in [z.name for z in game.zones]:
            whole.report("E0206", f'"{zone.overflow}" is no zone', zone.at, "", suggest(zone.overflow, [z.name for z in game.zones]))


ANSWERS = {"any", "stop", "accept", "decline"}
"""What answers a choice of any name."""


def choice_names(whole: Whole) -> None:
    """What examples and bots answer must be asked somewhere."""
    known = {choice.name for choice in whole.of(ir.Ask, ir.Options)} | ANSWERS
    for example in whole.game.examples:
        for step in example.steps:
            if isinstance(step, ir.Answer) and step.choice not in known:
                whole.report("E0608", f'no choice is named "{step.choice}"', step.at, "nothing ever asks this", suggest(step.choice, known))
    for bot in (*whole.game.bots, *(study.tries for study in whole.game.studies)):
        for row in bot.rows:
            if row.choice not in known:
                whole.report("E0607", f'no choice is named "{row.choice}"', bot.at, "nothing ever asks this", suggest(row.choice, known))


def answer_values(whole: Whole) -> None:
    """An answer is an option, a card or a word that the choice can offer."""
    offered: dict[str, set[str]] = {}
    open_: set[str] = set()
    names = {card.name for card in whole.game.cards}
    for node in whole.of(ir.Options):
        offered.setdefault(node.name, set()).update(o.label for o in node.options)
    for node in whole.of(ir.Ask):
        if node.source.cards is not None:
            offered.setdefault(node.name, set()).update(names)
        elif node.source.words:
            offered.setdefault(node.name, set()).update(node.source.words)
        else:
            open_.add(node.name)
    for example in whole.game.examples:
        extra = {card.name for card in example.extra}
        for step in example.steps:
            if isinstance(step, ir.Answer) and step.choice in offered and step.choice not in open_:
                known = offered[step.choice] | (extra if offered[step.choice] & names else set())
                for value in step.values:
                    if value not in known:
                        whole.report("E0608", f'"{value}" can never be chosen as {step.choice}', step.at, "this is not offered", suggest(str(value), known))


def idle_statuses(whole: Whole) -> None:
    """A status that is given but that nothing reads and that changes nothing."""
    read = {n.status for n in whole.of(ir.Has, ir.Holder, ir.IsStatus)}
    unused = {problem.at.start for problem in whole.bag.sorted if problem.code == "W0201" and problem.at}
    for status in whole.game.statuses:
        place = whole.span(status.at)
        if place is not None and place.start in unused:
            continue
        if status.named and not status.items and not status.settle.ends and status.name not in read:
            whole.report("W0202", f'the status "{status.name}" does nothing', status.at, "it has no rules, and nothing asks for it")


LOCAL = (values_recursion, modifiers, contradictions, batches, positions, names_twice, templates)
CHECKS = (*LOCAL, doers, loops, recursion, layers, choice_names, answer_values, idle_statuses)
