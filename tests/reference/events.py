"""Events: instead-of, before, body, after. Batches of writes, what is checked after them, and the edges of spans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.reference import effects, sources, values
from tests.reference.state import Bound, Env, GameOver, Halted, Match, Occurrence, Place, Ref, Source, Unwind
from yomi_dsl import ir

Pair = tuple[Source, ir.Rule]
Link = tuple[Source, ir.Rule, Env]


@dataclass(eq=False)
class Batch:
    """Writes that are applied at once. ``events``: their after-rules follow. ``verdicts``: of finishes."""

    writes: list[Callable[[], None]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    verdicts: list[GameOver] = field(default_factory=list)


@dataclass(eq=False)
class Event:
    """``roles``: doer first. ``last``: its finally part. ``batch``: where its write and its after-rules wait."""

    action: str
    roles: list
    body: Callable[[Event], None]
    last: Callable[[], None] = lambda: None
    phase: bool = False
    batch: Batch | None = None
    lineage: tuple = ()
    early: list[Pair] = field(default_factory=list)
    along: list[Event] = field(default_factory=list)


# ---- one event -------------------------------------------------------------------------------------------------------


def happen(m: Match, event: Event) -> None:
    """The whole of an event. An `Unwind` to its action stops here."""
    event.lineage, event.batch = m.lineage, m.together
    event.early = rules_on(m, event.action)
    chain = [(s, r, env) for s, r in answering(m, event, "instead") if (env := matches(m, event, s, r)) is not None]
    m.happening.append(event.action)
    try:
        link(m, event, chain)
    except Unwind as unwind:
        if unwind.action != event.action:
            raise
    finally:
        m.happening.pop()


def link(m: Match, event: Event, chain: list[Link]) -> None:
    """The next link of the chain of instead-of rules; at its end the event itself."""
    if not chain:
        with m.under(event.lineage):
            itself(m, event)
        return
    source, rule, env = chain[0]
    env.slots[: len(event.roles)] = event.roles
    env.proceed = lambda: link(m, event, chain[1:])
    if within_limit(m, source, rule, env):
        fire(m, source, rule, env, event.lineage)
    else:
        link(m, event, chain[1:])


def itself(m: Match, event: Event) -> None:
    """Before-rules, each matched with the roles as they now are; the body and its finally part; after-rules."""
    for source, rule in answering(m, event, "before"):
        env = matches(m, event, source, rule)
        if env is not None:
            fire(m, source, rule, env, event.lineage)
    occurrence = start_edge(m, event.action, event.roles[0]) if event.phase else None
    leaving = attempt(lambda: event.body(event))
    leaving = attempt(event.last) or leaving
    if leaving is None:
        leaving = attempt(lambda: answered(m, event))
    if occurrence:
        end_edge(m, occurrence)
    if leaving:
        raise leaving


def attempt(act: Callable[[], None]) -> Unwind | None:
    """Do something; if it was left for an outer event, on the way to which."""
    try:
        act()
    except Unwind as unwind:
        return unwind
    return None


def answered(m: Match, event: Event) -> None:
    """The after-rules: now, or with those of the whole batch."""
    if event.batch is None:
        after(m, [event, *event.along])
    else:
        event.batch.events.append(event)


def after(m: Match, events: list[Event]) -> None:
    """After-rules of one or several events: all matched, then run in the order of rules."""
    found: list[tuple[tuple, Event, Link]] = []
    for event in events:
        for source, rule in answering(m, event, "after"):
            env = matches(m, event, source, rule)
            if env is not None:
                found.append((sources.rank(m, source), event, (source, rule, env)))
    for _, event, (source, rule, env) in sorted(found, key=lambda one: one[0]):
        env.slots[: len(event.roles)] = event.roles
        if within_limit(m, source, rule, env):
            fire(m, source, rule, env, event.lineage)


# ---- rules -----------------------------------------------------------------------------------------------------------


def rules_on(m: Match, action: str) -> list[Pair]:
    """The rules in force on an action."""
    return sources.in_force(m, lambda one: isinstance(one, ir.Rule) and one.action == action)


def answering(m: Match, event: Event, timing: str) -> list[Pair]:
    """The rules of one timing from sources live now, or live when the event began; in the order of rules."""
    now = rules_on(m, event.action)
    known = {(source.key, rule) for source, rule in now}
    pairs = now + [(source, rule) for source, rule in event.early if (source.key, rule) not in known]
    return sorted((pair for pair in pairs if pair[1].timing == timing), key=lambda pair: sources.rank(m, pair[0]))


def matches(m: Match, event: Event, source: Source, rule: ir.Rule) -> Env | None:
    """The environment of a rule that answers the event, or None. A rule never answers what it itself caused."""
    if (rule, source.key) in event.lineage:
        return None
    env = values.frame(rule.proc, *event.roles, source.you, source.this, *source.captures, event=event)
    env.doer = source.you if source.you is not None else event.roles[0]
    tests = [test for _, test in rule.tests] + ([] if rule.where is None else [rule.where])
    if all(values.value(test, m, env) for test in tests) and within_limit(m, source, rule, env):
        return env
    return None


def within_limit(m: Match, source: Source, rule: ir.Rule, env: Env) -> bool:
    if rule.limit is None:
        return True
    return m.counts.get(count_key(m, rule, source.key), 0) < (values.value(rule.limit.count, m, env) or 0)


def count_key(m: Match, what: ir.Rule | ir.Action, who: Any) -> tuple:
    """Where uses are counted: by rule and source, or action and doer, anew in each of what the limit is per."""
    return what, who, m.starts.get((what.limit.per, None), 0)


def count(m: Match, what: ir.Rule | ir.Action, who: Any) -> None:
    if what.limit is not None:
        key = count_key(m, what, who)
        m.counts[key] = m.counts.get(key, 0) + 1


def fire(m: Match, source: Source, rule: ir.Rule, env: Env, lineage: tuple) -> None:
    """Run the body of a rule; what it does, it does not answer."""
    count(m, rule, source.key)
    with m.under((*lineage, (rule, source.key))):
        effects.run(rule.proc.body, m, env)


# ---- batches -----------------------------------------------------------------------------------------------------------


def write(m: Match, event: Event, act: Callable[[], None]) -> None:
    """The write of a primitive: waits in its batch, or is a batch of its own."""
    if event.batch is not None:
        event.batch.writes.append(act)
    else:
        batch = Batch([act])
        apply(m, batch)
        event.along = batch.events


def close(m: Match, batch: Batch) -> None:
    """Apply a batch; then the after-rules of all its events."""
    if batch.writes or batch.verdicts:
        apply(m, batch)
    after(m, batch.events)


def apply(m: Match, batch: Batch) -> None:
    """All writes at once, with what overflows; marks that open settle; then the checks.

    Where a rule may ask before a move is written, what overflows follows one by one, each a batch of its own."""
    spilt: set[int] = set()
    while batch.writes:
        writes, batch.writes = batch.writes, []
        for act in writes:
            act()
        if not m.one_by_one:
            with m.collecting(batch):
                spill(m, overfull(m), spilt)
    full = overfull(m)
    settle(m)
    if batch.verdicts:
        raise verdict(m, batch.verdicts)
    check(m)
    spill(m, full, spilt)


def overfull(m: Match) -> list[Place]:
    """The zones to which cards have come beyond their limit, since this was last asked."""
    came, m.came = m.came, set()
    limits = {zone.name: zone.limit for zone in m.game.zones if zone.limit is not None}
    return [place for place, pile in m.zones.items() if place in came and len(pile) > limits.get(place.name, len(pile))]


def spill(m: Match, full: list[Place], spilt: set[int]) -> None:
    """The youngest cards beyond the limits of zones move on, each once."""
    while beyond := [n for place in full for n in youngest(m, place) if n not in spilt]:
        number = beyond[0]
        spilt.add(number)
        onward = m.declared("zones", m.declared("zones", m.cards[number].place.name).overflow)
        effects.move_one(
            m, Ref(number), Place(onward.name, None if onward.shared else m.cards[number].owner), "", None, None
        )


def youngest(m: Match, place: Place) -> list[int]:
    """The cards beyond the limit of a zone."""
    return sorted(m.zones[place], key=lambda n: m.cards[n].since)[m.declared("zones", place.name).limit :]


def check(m: Match) -> None:
    """As-soon-as rules whose condition has become true: judged for all on one state, run as one batch of verdicts."""
    if not m.ready:
        return
    fresh = []
    for source, rule in sources.in_force(m, lambda one: isinstance(one, ir.Rule) and one.timing == "soon"):
        for seat in m.players() if source.you is None else [source.you]:
            env = values.frame(rule.proc, seat, source.this, *source.captures, doer=seat)
            key = (rule, source.key, seat)
            true = bool(values.value(rule.where, m, env))
            if true and not m.latches.get(key) and (rule, source.key) not in m.lineage:
                fresh.append((replace(source, you=seat), rule, env))
            m.latches[key] = true
    verdicts = []
    for source, rule, env in sorted(fresh, key=lambda one: sources.rank(m, one[0])):
        try:
            if within_limit(m, source, rule, env):
                fire(m, source, rule, env, m.lineage)
        except GameOver as over:
            verdicts.append(over)
    if verdicts:
        raise verdict(m, verdicts)


def verdict(m: Match, verdicts: list[GameOver]) -> GameOver:
    """One of several finishes; the game's own verdict where they disagree."""
    if len({over.winner for over in verdicts}) == 1 or m.game.both_lose is None:
        return verdicts[0]
    try:
        effects.run(m.game.both_lose.body, m, values.frame(m.game.both_lose, m.active(), doer=m.active()))
    except GameOver as over:
        return over
    raise AssertionError("both_lose is a finish")


# ---- marks and spans ---------------------------------------------------------------------------------------------------


def settle(m: Match) -> None:
    """Open the marks that are due, then status by status, in the order declared, what its settle says of those."""
    fresh = [mark for mark in m.marks if not mark.open and due(m, mark.span)]
    for mark in fresh:
        mark.open, mark.since = True, m.tick()
        bind_rules(m, sources.of_mark(m, mark))
    for status in m.game.statuses:
        mine = [mark for mark in fresh if mark.status is status and mark in m.marks]
        if status.settle.both == "neither" and {0, 1} <= {mark.holder for mark in mine}:
            m.marks = [mark for mark in m.marks if mark not in mine]
            continue
        if status.settle.copies == "one":
            for mark in mine:
                copies = [one for one in m.marks if one.open and one.status is status and one.holder == mark.holder]
                youngest = max(copies, key=lambda one: one.since)
                m.marks = [one for one in m.marks if one not in copies or one is youngest]
        if mine:
            m.marks = [mark for mark in m.marks if not (mark.open and mark.status.name in status.settle.ends)]


def due(m: Match, span: Bound) -> bool:
    """Has a span begun? Called at each batch and each start."""
    return span.opens is None or m.starts.get((span.what, span.whose), 0) >= span.opens


def bind_rules(m: Match, source: Source) -> None:
    """Fix the spans of a source's own edge rules, when they come into force; those that already are, stay."""
    edges = [one for one in source.statics if isinstance(one, ir.Rule) and one.span is not None]
    for gone in set(source.bounds) - set(edges):
        del source.bounds[gone]
    for rule in edges:
        if rule not in source.bounds:
            env = values.frame(rule.proc, source.you, source.this, *source.captures)
            source.bounds[rule] = values.bind(rule.span, m, env)


def start_edge(m: Match, what: str, doer: int | None) -> Occurrence:
    """A phase or turn begins: it is counted, marks open, rules at its start run."""
    for whose in {None, doer}:
        m.starts[what, whose] = m.starts.get((what, whose), 0) + 1
    occurrence = Occurrence(what, doer, m.starts[what, None], m.starts[what, doer])
    m.running.append(occurrence)
    settle(m)
    check(m)
    run_edge(m, edge_rules(m, "start", occurrence))
    if m.halt == (what, occurrence.of_all):
        raise Halted
    return occurrence


def end_edge(m: Match, occurrence: Occurrence) -> None:
    """It ends: marks shut, then rules at its end run, those of the marks among them."""
    rules = edge_rules(m, "end", occurrence)
    m.marks = [mark for mark in m.marks if not (mark.open and falls(mark.span, mark.span.shuts, occurrence))]
    m.running.remove(occurrence)
    check(m)
    run_edge(m, rules)


def falls(span: Bound, edge: int | None, occurrence: Occurrence) -> bool:
    """Is the edge of a span that of this occurrence?"""
    if edge is None or span.what != occurrence.what:
        return False
    if span.whose is None:
        return edge == occurrence.of_all
    return span.whose == occurrence.doer and edge == occurrence.of_doer


def edge_rules(m: Match, timing: str, occurrence: Occurrence) -> list[Pair]:
    found = []
    for source, rule in sources.in_force(m, lambda one: isinstance(one, ir.Rule) and one.timing == timing):
        span = source.bounds.get(rule)
        if span is not None and falls(span, span.opens if timing == "start" else span.shuts, occurrence):
            found.append((source, rule))
    return sorted(found, key=lambda pair: sources.rank(m, pair[0]))


def run_edge(m: Match, rules: list[Pair]) -> None:
    for source, rule in rules:
        env = values.frame(rule.proc, source.you, source.this, *source.captures, doer=source.you)
        wanted = rule.where is None or values.value(rule.where, m, env)
        if wanted and (rule, source.key) not in m.lineage and within_limit(m, source, rule, env):
            fire(m, source, rule, env, m.lineage)
