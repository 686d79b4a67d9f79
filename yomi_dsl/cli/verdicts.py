"""Who won a contest, and by which of its rows: told with what its winner does first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from yomi_dsl import ir
from yomi_dsl.cli.reasons import Place, failing, leaves
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.explain import Met, met, read
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import rewrite
from yomi_dsl.sheets.grammar import IT, Noun, fill
from yomi_dsl.sheets.text import bare_text, clean
from yomi_dsl.sheets.wording_filters import kind
from yomi_dsl.sheets.wording_scene import Scene, nodes, same

_MORE = {">": "higher", ">=": "higher", "<": "lower", "<=": "lower"}


class Sought(NamedTuple):
    """The player whose card beats another is looked for, and put in a slot."""

    slot: int
    seat: ir.Seat
    beats: ir.Beats


class Search(NamedTuple):
    """A text that looked so, by its name, with what was in its slots, and the state then."""

    text: str
    sought: Sought
    env: tuple[Any, ...]
    state: State

    def seated(self, seat: int) -> list[Any]:
        """The slots with a player as the one who is tried."""
        slot = self.sought.seat.slot
        env = [*self.env, *[None] * (slot + 1 - len(self.env))]
        env[slot] = seat
        return env

    def card(self, m: Match, which: ir.Value, seat: int) -> int | None:
        """A card of the contest, as that player is tried."""
        found: int | None = read(m, self.state, which, self.seated(seat))
        return found


class Verdict(NamedTuple):
    """A contest that was decided, and the state then."""

    contest: str
    by: Met
    state: State


def verdict(m: Match, st: State, action: str, doer: int | None) -> Verdict | Search | None:
    """What made this player the one who now does this; where no card met another, only that they were sought."""
    for f in reversed(st.stack):
        kind_of, what = m.code_kinds[f[0]]
        for one, actions in sought(what.action) if kind_of == "event" and what.action is not None else ():
            if doer is not None and action in actions and f[one.slot + 2] == doer:
                return _decided(m, Search(what.action.name, one, tuple(f[2:]), st.copy()), doer)
    return None


def _decided(m: Match, search: Search, seat: int) -> Verdict | Search | None:
    beats = search.sought.beats
    mine, theirs = search.card(m, beats.a, seat), search.card(m, beats.b, seat)
    if mine is None or theirs is None:
        return search
    found = met(m, search.state, beats.name, mine, theirs)
    return None if found is None else Verdict(beats.name, found, search.state)


@cache
def sought(text: ir.Action) -> tuple[tuple[Sought, frozenset[str]], ...]:
    """Whom a text looks for, and what that player then does."""
    lets = [let for let in nodes(text) if isinstance(let, ir.Let)]
    found = ((looks_for(let), frozenset(_done_by(text, let.slot))) for let in lets)
    return tuple((one, actions) for one, actions in found if one is not None)


def looks_for(let: ir.Let) -> Sought | None:
    """Is it the player whose card beats another?"""
    seat = let.value
    beats = [node for node in nodes(seat) if isinstance(node, ir.Beats)]
    return Sought(let.slot, seat, beats[0]) if isinstance(seat, ir.Seat) and beats else None


def _done_by(text: ir.Action, slot: int) -> Iterator[str]:
    for node in nodes(text):
        if isinstance(node, ir.Do) and isinstance(node.doer, ir.Local) and node.doer.slot == slot:
            yield node.action


# ---- in words --------------------------------------------------------------------------------------------------------


def told(voice: Voice, one: Verdict) -> Iterator[str]:
    """``Jab beats Hammer: ...``, if this seat sees both."""
    contest = voice.lex.contests[one.contest]
    by, row = one.by, one.by.row
    if not contest.says or not all(sees(voice, one.state, card) for card in (by.mine, by.theirs)):
        return
    words = bare_text(fill(clean(contest.says), called(contest, voice.card(by.mine), voice.card(by.theirs))))
    conditions = "; ".join(_conditions(voice, one))
    why = f"{_alike(voice, one)}{conditions}" if conditions else _why_not(voice, one) or _kinds(voice, contest, row, one)
    yield f"{words}: {why}" if why else words


def _why_not(voice: Voice, one: Verdict) -> str:
    """``Guard does not have Jab's side among its covers``, where that alone would have won the contest for the other."""
    from yomi_dsl.cli.undecided import lost

    reasons = {*lost(voice, one)}
    return reasons.pop() if len(reasons) == 1 else ""


def called(contest: ir.Contest, mine: Any, theirs: Any) -> dict[str, Any]:
    return dict(zip(contest.rows[0].names, (mine, theirs), strict=False))


def sees(voice: Voice, st: State, card: int) -> bool:
    return voice.seat is None or bool(voice.m.secrecy.card_seen(st, card) >> voice.seat & 1)


def place_of(voice: Voice, one: Verdict, mine: Noun = IT) -> Place:
    by = one.by
    place = Place(voice, one.state, Scene(voice.lex, by.row.at), ())
    place = place.put(0, by.mine, mine).put(1, by.theirs, voice.card(by.theirs))
    if by.you is not None:
        place = place.put(2, by.you, voice.player(by.you))
    return place if by.this is None else place.put(3, by.this, voice.card(by.this))


def _conditions(voice: Voice, one: Verdict) -> list[str]:
    """What held of the two, beside what kinds of card they are."""
    if one.by.row.where is None:
        return []
    held = leaves(place_of(voice, one), one.by.row.where, wanted=False)
    return [words for place, part, wanted in held for words in _held(place, part, wanted)]


def _held(place: Place, part: ir.Value, wanted: bool) -> list[str]:
    if not wanted and (compared := _compared(place, part)):
        return [compared]
    return [reason.words for reason in failing(place, _spelled(place, part), wanted)]


def _spelled(place: Place, part: ir.Value) -> Any:
    """With the word that a card has, and not what that is called."""

    def spelled(node: Any) -> Any:
        declared = place.voice.lex.attributes[node.name] if isinstance(node, ir.Attr) else None
        word = place.read(node) if declared is not None and declared.type == "word" else None
        return ir.WordLit(declared.set, word) if declared is not None and word is not None else node

    return rewrite(part, spelled)


def _compared(place: Place, where: ir.Value) -> str:
    """``higher speed wins, 14 against 7``, where two cards are compared by one of their numbers."""
    number = same_number(where)
    if not number or not isinstance(where, ir.Op):
        return ""
    words, (mine, theirs) = place.voice.lex.bare(number), map(place.read, where.args)
    return f"the same {words}, {mine}" if mine == theirs else f"{_MORE[where.op]} {words} wins, {mine} against {theirs}"


def same_number(where: ir.Value) -> str:
    """The number by which a condition compares two cards; "" if it does not."""
    mine, theirs = where.args if isinstance(where, ir.Op) and where.op in (*_MORE, "=") else (None, None)
    both = isinstance(mine, ir.Attr) and isinstance(theirs, ir.Attr) and mine.name == theirs.name
    return mine.name if both and isinstance(mine, ir.Attr) else ""


def _alike(voice: Voice, one: Verdict) -> str:
    """``both are guards; ``, where the row is for cards of one kind."""
    place, row = place_of(voice, one), one.by.row
    if not same(row.mine, row.theirs):
        return ""
    both = [kind(place.scene, fitting(place, slot, row.mine)) for slot in (0, 1)]
    alike = both[0].many and both[0].many == both[1].many and not place.scene.problems
    return f"both are {bare_text(both[0].many)}; " if alike else ""


def _kinds(voice: Voice, contest: ir.Contest, row: ir.Row, one: Verdict) -> str:
    """``one kind beats another``; "" if that has no words."""
    place = place_of(voice, one)
    mine, theirs = (
        kind(place.scene, fitting(place, slot, filter)) for slot, filter in ((0, row.mine), (1, row.theirs))
    )
    return "" if place.scene.problems else bare_text(fill(clean(contest.says), called(contest, mine, theirs)))


def fitting(place: Place, slot: int, wanted: ir.Filter) -> ir.Filter:
    """Of several kinds, the one that the card is."""
    return ir.Filter(tuple(_kind_of(place, slot, term) for term in wanted.terms))


def _kind_of(place: Place, slot: int, term: ir.Term) -> ir.Term:
    if not isinstance(term, ir.IsWord):
        return term
    word = place.read(ir.Attr(term.attr, ir.Local(slot, "")))
    return ir.IsWord(term.attr, (word,), word) if word in term.label.split("/") else term
