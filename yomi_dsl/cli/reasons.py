"""Why a condition does not hold: the parts of it that fail, down through the values that a game declares, in its words.

What stands in a condition is read as it now is: a player or a card by name, a number with what it amounts to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.origins import changed_by
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import read
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import BINDERS, fields, rewrite, slots_read, walk
from yomi_dsl.sheets.grammar import Noun
from yomi_dsl.sheets.text import bare_text
from yomi_dsl.sheets.wording_filters import kind
from yomi_dsl.sheets.wording_scene import Scene, literal, noun, reads, test
from yomi_dsl.sight import looked_at

_COMPARED = ("=", "!=", "<", "<=", ">", ">=")
_PLAYERS = (ir.Owner, ir.Opponent, ir.Active)
_DEPTH = 12


@attrs.frozen(eq=False)
class Known:
    """A part of a condition whose words are known."""

    noun: Noun


@reads(Known)
def _known(scene: Scene, known: Known) -> Noun:
    return known.noun


@attrs.frozen(eq=False)
class Place:
    """Where a condition is read: what is in the slots, and what that is called."""

    voice: Voice
    st: State
    scene: Scene
    env: tuple[Any, ...]

    def read(self, value: ir.Value) -> Any:
        return read(self.voice.m, self.st, value, self.env)

    def holds(self, condition: ir.Value) -> bool:
        return bool(self.read(condition))

    def put(self, slot: int, thing: Any, called: Noun) -> Place:
        """The same place with something in a slot."""
        env = [*self.env, *[None] * (slot + 1 - len(self.env))]
        env[slot] = thing
        return attrs.evolve(self, env=tuple(env), scene=self.scene.inside(slot, called))

    def inside(self, call: ir.Call, declared: ir.ValueDecl) -> Place:
        """In the formula of a declared value."""
        args = [noun(self.scene, _as_now(self, arg)) for arg in call.args]
        scene = Scene(self.voice.lex, declared.at).enter(
            declared.proc.names, dict(zip(declared.proc.names, args, strict=False))
        )
        return Place(self.voice, self.st, scene, tuple(self.read(arg) for arg in call.args))


@attrs.frozen(eq=False)
class Reason:
    """A part that fails, in words. ``printed``: nothing that happens changes it."""

    words: str
    printed: bool = False


Part = tuple[Place, ir.Value, bool]


def failing(place: Place, condition: ir.Value, wanted: bool = True, depth: int = 0) -> list[Reason]:
    """Why a condition is not as wanted; nothing if it is, or if that cannot be said."""
    if place.holds(condition) == wanted:
        return []
    parts = list(_parts(place, condition, wanted))
    if not parts or depth == _DEPTH:
        return _worded(place, condition, not wanted)
    found = [reason for where, part, so in parts for reason in failing(where, part, so, depth + 1)]
    changing = [reason for reason in found if not reason.printed]
    return changing if changing and _any_would_do(condition, wanted) else found


def leaves(place: Place, condition: ir.Value, wanted: bool, depth: int = 0) -> Iterator[Part]:
    """The parts because of which a condition is not as wanted, each where it is read, with what is wanted of it."""
    if place.holds(condition) == wanted:
        return
    parts = list(_parts(place, condition, wanted)) if depth < _DEPTH else []
    if not parts:
        yield place, condition, wanted
    for where, part, so in parts:
        yield from leaves(where, part, so, depth + 1)


def _any_would_do(condition: ir.Value, wanted: bool) -> bool:
    return isinstance(condition, ir.Op) and condition.op == ("or" if wanted else "and")


def _parts(place: Place, condition: ir.Value, wanted: bool) -> Iterator[Part]:
    """What a condition is made of, each with what is wanted of it."""
    if isinstance(condition, ir.Op) and condition.op == "not":
        yield place, condition.args[0], not wanted
    elif isinstance(condition, ir.Op) and condition.op in ("and", "or"):
        yield from ((place, arg, wanted) for arg in condition.args)
    elif isinstance(condition, ir.Is):
        yield from _terms(place, condition, wanted)
    elif isinstance(condition, ir.Quant) and condition.quant == "all" and condition.cards.value is not None:
        yield place, ir.Is(condition.cards.value, condition.cards.filter), wanted
    elif isinstance(condition, ir.Call):
        declared = place.voice.lex.values.get(condition.name)
        if declared is not None and declared.type == "yes/no":
            yield place.inside(condition, declared), cast(ir.Value, declared.proc.body), wanted


def _terms(place: Place, condition: ir.Is, wanted: bool) -> Iterator[Part]:
    """The terms of a filter, as conditions of their own; a filter of one term as what the term says."""
    terms = condition.filter.terms
    if len(terms) > 1:
        if wanted:
            yield from ((place, ir.Is(condition.of, ir.Filter((term,))), True) for term in terms)
        return
    (term,) = terms or (None,)
    if isinstance(term, ir.IsValue):
        yield place, ir.Call(term.value, (condition.of,)), wanted
    elif isinstance(term, ir.Not):
        yield place, ir.Is(condition.of, term.filter), not wanted
    elif isinstance(term, ir.Such):
        yield place.put(term.slot, place.read(condition.of), noun(place.scene, condition.of)), term.where, wanted


# ---- words -----------------------------------------------------------------------------------------------------------


def _worded(place: Place, condition: ir.Value, holds: bool) -> list[Reason]:
    """A condition as it now is; nothing if it has no words."""
    scene = attrs.evolve(place.scene, problems=[])
    if _lacks(place, condition) or not in_sight(place.voice, place.st, condition, place.env):
        return []
    words = _whose_turn(place, condition, holds) or bare_text(test(scene, _with_numbers(place, condition), holds))
    more = "; ".join(_more(place, scene, condition))
    if scene.problems:
        return []
    return [Reason(f"{words} ({more})" if more else words, _is_printed(condition))]


def _whose_turn(place: Place, condition: ir.Value, holds: bool) -> str:
    """Whether a player is the one whose turn it is; by name that would be nothing to say."""
    if not isinstance(condition, ir.Op) or condition.op not in ("=", "!="):
        return ""
    others = [arg for arg in condition.args if not isinstance(arg, ir.Active)]
    seat = place.read(others[0]) if len(others) == 1 else None
    negated = (condition.op == "=") != holds
    return f"it is {'not ' if negated else ''}{place.voice.player(seat).possessive} turn" if seat is not None else ""


def in_sight(voice: Voice, st: State, value: ir.Value, env: tuple[Any, ...]) -> bool:
    """Does it look only at cards that the seat sees? What it comes to tells of all that it looks at."""
    seen = {zone.name: zone.seen for zone in voice.m.game.zones}
    return all(
        seen.get(name) == "all"
        or (seen.get(name) == "owner" and whose is not None and read(voice.m, st, whose, env) == voice.seat)
        for name, whose in looked_at(value, voice.lex.values)
    )


def _lacks(place: Place, condition: ir.Value) -> bool:
    """Is a number compared that a card does not have?"""
    parts = walk(condition) if isinstance(condition, ir.Op) and condition.op in _COMPARED else ()
    return any(isinstance(part, ir.Attr) and place.read(part) is None for part in parts)


def _is_printed(condition: ir.Value) -> bool:
    terms = condition.filter.terms if isinstance(condition, ir.Is) else ()
    return bool(terms) and all(isinstance(term, ir.IsWord | ir.IsNamed | ir.IsKeyword | ir.OneOf) for term in terms)


def _more(place: Place, scene: Scene, condition: ir.Value) -> Iterator[str]:
    """What it would have to be like, and what made it so."""
    if not isinstance(condition, ir.Is) or len(condition.filter.terms) != 1:
        return
    term = condition.filter.terms[0]
    if isinstance(term, ir.Fits):
        yield from _filter_words(place, place.read(ir.Attr(term.attr, term.of)))
    elif isinstance(term, ir.IsFlag):
        card = place.read(condition.of)
        yield from changed_by(place.voice, place.st, term.attr, card) if isinstance(card, int) else ()


def _filter_words(place: Place, number: int | None) -> Iterator[str]:
    """A printed description of cards in words. The engine has it as a number."""
    if number is None:
        return
    proc = place.voice.m.filter_procs[number]
    scene = Scene(place.voice.lex, place.scene.at).enter(proc.names)
    words = bare_text(kind(scene, proc.body).text) if isinstance(proc.body, ir.Filter) else ""
    if words and not scene.problems:
        yield words


def _as_now(place: Place, condition: Any) -> Any:
    """With every player and every card in it by name."""
    bound = {node.slot for node in walk(condition) if isinstance(node, BINDERS) and _uses_slot(node)}

    def named(node: Any) -> Any:
        if _has_known(node) or slots_read(node) & bound:
            return node
        return _named(place, node) or node

    return rewrite(condition, named)


def _has_known(node: Any) -> bool:
    """Is a part of it in words already? The engine could not read it any more."""
    below = node if isinstance(node, tuple) else [getattr(node, name) for name in fields(node)]
    return isinstance(node, Known) or any(_has_known(one) for one in below)


def _uses_slot(node: Any) -> bool:
    """Some nodes have a slot that only matters with a condition or a number for each."""
    return getattr(node, "each" if isinstance(node, ir.Fold) else "where", None) is not None


def _named(place: Place, node: Any) -> Known | None:
    """A player or a card by name, if it is one that is worked out."""
    declared = place.voice.lex.values.get(node.name) if isinstance(node, ir.Call) else None
    if isinstance(node, _PLAYERS) or (declared is not None and declared.type == "player"):
        seat = place.read(node)
        return None if seat is None else Known(place.voice.player(seat))
    if isinstance(node, ir.As):
        return Known(noun(place.scene, node.card))
    if isinstance(node, ir.Pick) or (declared is not None and declared.type == "card"):
        card = place.read(node)
        return Known(place.voice.card(card)) if isinstance(card, int) and _sees(place, card) else None
    return None


def _sees(place: Place, card: int) -> bool:
    return bool(place.voice.m.secrecy.card_seen(place.st, card) >> (place.voice.seat or 0) & 1)


def _with_numbers(place: Place, condition: ir.Value) -> Any:
    """A comparison of numbers with what they amount to; no words for one with a number that is not there."""
    named = _as_now(place, condition)
    if not isinstance(condition, ir.Op) or condition.op not in _COMPARED or _is_counted(condition):
        return named
    return ir.Op(
        condition.op, tuple(_numbered(place, arg, so) for arg, so in zip(condition.args, named.args, strict=True))
    )


def _is_counted(condition: ir.Op) -> bool:
    """Cards that are counted are compared in words of their own."""
    left, right = condition.args
    return isinstance(left, ir.Fold) and left.fold == "count" and literal(right) is not None


def _numbered(place: Place, arg: ir.Value, named: Any) -> Any:
    value = place.read(arg)
    if not isinstance(value, int) or isinstance(value, bool) or literal(arg) is not None or not _is_number(arg, place):
        return named
    called = noun(place.scene, named)
    return Known(attrs.evolve(called, text=f"{called.text} ({value})"))


def _is_number(arg: ir.Value, place: Place) -> bool:
    """Of a local only its name is known; a card is a number for the engine, too."""
    if isinstance(arg, ir.Attr):
        return place.voice.lex.attributes[arg.name].type == "number"
    if isinstance(arg, ir.Call):
        return place.voice.lex.values[arg.name].type == "number"
    return isinstance(arg, ir.Tally | ir.Op | ir.TurnNumber | ir.Fold)
