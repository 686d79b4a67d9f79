"""Where nobody wins a contest: which two cards met, and what kept every row from deciding between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yomi_dsl import ir
from yomi_dsl.cli.reasons import Place, failing, leaves
from yomi_dsl.cli.verdicts import Search, Verdict, fitting, place_of, same_number, sees
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import Met, met, read, rows
from yomi_dsl.engine.state import State
from yomi_dsl.sheets.grammar import IT, Noun
from yomi_dsl.sheets.text import bare_text, clean
from yomi_dsl.sheets.wording_filters import kind
from yomi_dsl.sheets.wording_scene import Scene, have


def told(voice: Voice, one: Search) -> str:
    """``nobody wins the clash (Jab against Lunge: the same speed, 5)``, as far as this seat may know it."""
    of = f" the {clean(one.text)}" if one.text in voice.m.phase else ""
    why = "; ".join(lacking(voice, one)) or _met(voice, one)
    return f"nobody wins{of}{why and f' ({why})'}"


def lacking(voice: Voice, one: Search) -> Iterator[str]:
    """``Bo has no lead``: who has no card in the contest, in the words of the value that is nothing."""
    mine, beats = voice.seat or 0, one.sought.beats
    for which, whose in ((beats.a, mine), (beats.b, 1 - mine)):
        if isinstance(which, ir.Call) and one.card(voice.m, which, mine) is None:
            who = voice.player(whose)
            yield f"{who.text} {have(who)} no {voice.lex.bare(which.name)}"


def _met(voice: Voice, one: Search) -> str:
    """Both cards, and why neither beats the other."""
    mine, theirs = (one.card(voice.m, which, voice.seat or 0) for which in (one.sought.beats.a, one.sought.beats.b))
    if mine is None or theirs is None or not all(sees(voice, one.state, card) for card in (mine, theirs)):
        return ""
    both = f"{voice.card(mine).text} against {voice.card(theirs).text}"
    reasons = list(dict.fromkeys(_reasons(voice, one, mine, theirs)))
    return f"{both}: {'; '.join(reasons)}" if reasons else both


# ---- the rows --------------------------------------------------------------------------------------------------------


def _reasons(voice: Voice, one: Search, mine: int, theirs: int) -> Iterator[str]:
    """The row by which they tie; what the rows before it, or all, ask of such cards that is not so; else their kinds."""
    tie = met(voice.m, one.state, one.sought.beats.name, mine, theirs)
    asked = [*unmet(voice, one.sought.beats.name, one.state, mine, theirs, tie)]
    if tie is not None:
        yield from _tied(voice, Verdict(one.sought.beats.name, tie, one.state))
    yield from asked
    if tie is None and not asked:
        yield from _kinds(voice, one, mine, theirs)


def _tied(voice: Voice, one: Verdict) -> Iterator[str]:
    """``a bolt ties a bolt``."""
    place, row = place_of(voice, one), one.by.row
    mine, theirs = (kind(place.scene, fitting(place, slot, of)).text for slot, of in ((0, row.mine), (1, row.theirs)))
    if not place.scene.problems:
        yield bare_text(f"{mine} {clean(voice.lex.contests[one.contest].tie_name)} {theirs}")


def lost(voice: Voice, one: Verdict) -> Iterator[str]:
    """What kept a row before the one that decided from deciding for the other card."""
    by = one.by
    for tried in _tried(voice, one.contest, one.state, by.mine, by.theirs, by):
        if tried.by.mine == by.theirs:
            yield from _unmet(voice, tried, voice.card(by.theirs))


def unmet(voice: Voice, contest: str, st: State, mine: int, theirs: int, by: Met | None) -> Iterator[str]:
    """What the rows for such cards ask that is not so, up to the one that decides."""
    for tried in _tried(voice, contest, st, mine, theirs, by):
        yield from _unmet(voice, tried, IT)


def _unmet(voice: Voice, tried: Verdict, mine: Noun) -> Iterator[str]:
    assert tried.by.row.where is not None
    for place, part, wanted in leaves(place_of(voice, tried, mine), tried.by.row.where, wanted=True):
        if equal := _equal(place, part):
            yield equal
        else:
            yield from (reason.words for reason in failing(place, part, wanted))


def _tried(voice: Voice, contest: str, st: State, mine: int, theirs: int, by: Met | None) -> Iterator[Verdict]:
    """The rows for such cards whose condition does not hold, those that cards lay on top first."""
    for code, env in rows(voice.m, st, contest):
        row, of = code.row, (env[4], env[5])
        if by is not None and row is by.row:
            return
        for a, b in ((mine, theirs), (theirs, mine)):
            if row.where is not None and _is_for(voice, st, row, (a, b, *of)):
                yield Verdict(contest, Met(a, b, row, *of), st)


def _is_for(voice: Voice, st: State, row: ir.Row, env: tuple[Any, ...]) -> bool:
    """Is a row for cards of these kinds?"""
    sides = [ir.Is(ir.Local(slot, ""), filter) for slot, filter in ((0, row.mine), (1, row.theirs))]
    return all(read(voice.m, st, side, env) for side in sides)


def _equal(place: Place, where: ir.Value) -> str:
    """``the same speed, 5``, where neither of two cards has more of one of their numbers."""
    number = same_number(where)
    values = [place.read(arg) for arg in where.args] if number and isinstance(where, ir.Op) else []
    return f"the same {place.voice.lex.bare(number)}, {values[0]}" if number and values[0] == values[1] else ""


# ---- kinds -----------------------------------------------------------------------------------------------------------


def _kinds(voice: Voice, one: Search, mine: int, theirs: int) -> Iterator[str]:
    """``both are guards``, by the words that the rows speak of."""
    first, second = (_kind(voice, one, card) for card in (mine, theirs))
    if first is not None and second is not None:
        alike = first.text == second.text
        yield bare_text(f"both are {first.many}" if alike else f"{first.text} against {second.text}")


def _kind(voice: Voice, one: Search, card: int) -> Noun | None:
    contest = voice.lex.contests[one.sought.beats.name]
    place = Place(voice, one.state, Scene(voice.lex, contest.at), (card,))
    for filter in (filter for row in contest.rows for filter in (row.mine, row.theirs)):
        for term in filter.terms:
            if isinstance(term, ir.IsWord) and place.holds(ir.Is(ir.Local(0, ""), ir.Filter((term,)))):
                return kind(place.scene, fitting(place, 0, ir.Filter((term,))))
    return None
