"""Makes a game on which the two disagree smaller, and shows what is left of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from yomi_dsl import ir

NOTHING = ir.Seq(())
EFFECTS = ir.Effect.__args__  # type: ignore[attr-defined]
KEPT = {"names", "params", "slots", "sets", "attributes", "zones", "tallies", "values", "heads", "holders", "statuses", "cards", "actions", "copies", "faces", "phases", "words", "asks", "order", "layers", "terms"}  # fmt: skip
OPTIONAL = {"where", "limit", "otherwise", "last", "gate", "until", "up_to"}


def smaller(node: Any) -> Iterator[Any]:
    """Every tree that has one thing less."""
    if isinstance(node, EFFECTS) and not (isinstance(node, ir.Seq) and not node.steps):
        yield NOTHING
        for name in ("then", "otherwise", "body") if isinstance(node, (ir.If, ir.Together, ir.Repeat)) else ():
            if isinstance(getattr(node, name, None), EFFECTS):
                yield getattr(node, name)
    for field in attrs.fields(type(node)):
        child = getattr(node, field.name)
        if field.name in ("abilities", "items", "rules") and len(child) > 1:
            yield attrs.evolve(node, **{field.name: ()})
        if isinstance(child, tuple):
            for i, part in enumerate(child):
                if field.name not in KEPT and not (field.name == "args" or field.name == "roles"):
                    yield attrs.evolve(node, **{field.name: child[:i] + child[i + 1 :]})
                if attrs.has(type(part)):
                    for less in smaller(part):
                        yield attrs.evolve(node, **{field.name: (*child[:i], less, *child[i + 1 :])})
        elif child is not None and attrs.has(type(child)):
            if field.name in OPTIONAL:
                yield attrs.evolve(node, **{field.name: None})
            for less in smaller(child):
                yield attrs.evolve(node, **{field.name: less})


def coarse(game: ir.Game) -> Iterator[Callable[[ir.Game], ir.Game]]:
    """Large cuts, to be tried one after the other: a card's rules, a status's, a body, the rules of the game."""

    def cut(part: str, i: int, **changes: Any) -> Callable[[ir.Game], ir.Game]:
        def act(game: ir.Game) -> ir.Game:
            old = getattr(game, part)
            return attrs.evolve(game, **{part: (*old[:i], attrs.evolve(old[i], **changes), *old[i + 1 :])})

        return act

    yield lambda game: attrs.evolve(game, rules=())
    for i, card in enumerate(game.cards):
        yield cut("cards", i, faces=tuple(attrs.evolve(face, abilities=()) for face in card.faces))
    for i, _ in enumerate(game.statuses):
        yield cut("statuses", i, items=())
    for i, action in enumerate(game.actions):
        yield cut("actions", i, proc=attrs.evolve(action.proc, body=NOTHING), last=None, gate=None, limit=None)
    for i, _ in enumerate(game.contests):
        yield cut("contests", i, rows=())


def shrunk(game: ir.Game, fails: Callable[[ir.Game], bool], seconds: float = 120) -> ir.Game:
    """The smallest game found in that time that still fails."""
    end = time.monotonic() + seconds
    for less in coarse(game):
        if fails(trial := less(game)):
            game = trial
    going = True
    while going:
        going = False
        for less in smaller(game):
            if time.monotonic() > end:
                return game
            if fails(less):
                game, going = less, True
                break
    return game


def told(node: Any) -> str:
    """A tree in one line."""
    if isinstance(node, tuple):
        return "(" + ", ".join(told(part) for part in node) + ")"
    if isinstance(node, (ir.Lit, ir.WordLit)):
        return repr(node.value if isinstance(node, ir.Lit) else node.word)
    if isinstance(node, (ir.Local, ir.PerSeat)):
        return f"{node.name}@{node.slot}"
    if isinstance(node, ir.Proc):
        return f"[{node.params} of {len(node.names)}] {told(node.body)}"
    if not attrs.has(type(node)):
        return repr(node)
    shown = [
        f"{field.name}={told(getattr(node, field.name))}"
        for field in attrs.fields(type(node))
        if field.name not in ("at", "tags", "says") and getattr(node, field.name) not in (None, (), "")
    ]
    return f"{type(node).__name__}({', '.join(shown)})"


def shown(game: ir.Game) -> str:
    """What is particular to a drawn game, line by line."""
    lines = [f"turn {told(game.turn)} order {game.order} layers {game.layers}"]
    lines.append(f"setup {told(game.setup)}")
    lines += [f"field live {zone.live}" for zone in game.zones if zone.name == "field"]
    for action in game.actions:
        if action.proc.body is not NOTHING or action.last or action.gate or action.limit:
            lines.append(
                f"{action.kind} {action.name} limit {told(action.limit)} gate {told(action.gate)}: {told(action.proc)} last {told(action.last)}"
            )
    lines += [
        f"status {told(status)}"
        for status in game.statuses
        if f"'{status.name}'" in told((game.actions, game.rules, game.cards))
    ]
    lines += [f"rule {told(rule)}" for rule in game.rules]
    lines += [
        f"card {card.name} {told(face.values)} {told(face.abilities)}"
        for card in game.cards
        for face in card.faces
        if face.abilities
    ]
    lines += [f"row {told(row)}" for contest in game.contests for row in contest.rows]
    return "\n".join(lines)
