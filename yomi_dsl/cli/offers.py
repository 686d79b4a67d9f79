"""The options of a choice: what one does, and why one is not offered now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.question_words import Asker, alike, conjuncts
from yomi_dsl.cli.reasons import Place, failing
from yomi_dsl.cli.usage import plain
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.gates import leading
from yomi_dsl.engine.state import State
from yomi_dsl.engine.walk import slots_read
from yomi_dsl.sheets.grammar import YOU, fill, listed
from yomi_dsl.sheets.text import bare_text, capital, clean
from yomi_dsl.sheets.wording_choices import asked
from yomi_dsl.sheets.wording_scene import Scene, test

_DEPTH = 4
_TIMES = {1: "once", 2: "twice"}


@attrs.frozen(eq=False)
class Offers:
    """The options that a text has where it asks, whether they are offered now or not."""

    voice: Voice
    st: State
    asking: Asker
    seat: int

    @property
    def options(self) -> Sequence[ir.Option]:
        return self.asking.choice.options if isinstance(self.asking.choice, ir.Options) else ()

    def named(self, text: str) -> ir.Option | None:
        """The option that is meant by a name, or the beginning of one of its words."""
        wanted = plain(text)
        found = [one for one in self.options if plain(one.label) == wanted] or [
            one for one in self.options if wanted and f" {plain(one.label)}".find(f" {wanted}") >= 0
        ]
        return found[0] if len(found) == 1 else None

    def why_not(self, option: ir.Option) -> list[str]:
        """Why it is not offered; nothing if it is, or if that cannot be said."""
        place = Place(self.voice, self.st, self.asking.scene, self.asking.env)
        return list(dict.fromkeys(self._reasons(place, option, 0)))

    def is_over(self, option: ir.Option) -> bool:
        """Has it been done as often as a whole game allows? Then it is no news that it is not offered."""
        action = self.voice.actions.get(option.action)
        if action is None or action.limit is None or action.limit.per != "game":
            return False
        return bool(list(self._used_up(self._place(action), action)))

    def about(self, option: ir.Option, root: str = "") -> Iterator[str]:
        """What is done by it, the rules for that and, under a root, where it is written."""
        action = self.voice.actions.get(option.action)
        if action is None:
            yield capital(clean(option.label))
            return
        does = bare_text(fill(clean(action.says), {"doer": YOU})) if action.says else clean(action.name)
        at = f" ({root}/{action.at.path}:{action.at.line})" if root else ""
        yield f"{capital(does.removeprefix('you '))}{at}"
        yield from (f"  {clean(row.text)}" for row in self.voice.m.game.rows if set(row.tags) & set(action.tags))

    # ---- why not -------------------------------------------------------------------------------------------------------

    def _reasons(self, place: Place, option: ir.Option, depth: int) -> Iterator[str]:
        if option.where is not None:
            yield from (reason.words for reason in failing(place, option.where))
        if option.action and depth < _DEPTH:
            yield from self._closed(self.voice.actions[option.action], depth)

    def _closed(self, action: ir.Action, depth: int) -> Iterator[str]:
        """Why an action is not offered: its limit, its gate, or what it must begin with."""
        if self.voice.m.gates.of(action.name)(self.st, [], self.seat):
            return
        place = self._place(action)
        gate = [] if action.gate is None else [reason.words for reason in failing(place, action.gate)]
        barred = [*self._used_up(place, action), *gate]
        yield from barred or self._begun(place, action, depth)

    def _place(self, action: ir.Action) -> Place:
        scene = Scene(self.voice.lex, action.at).enter(action.proc.names).inside(0, YOU)
        return Place(self.voice, self.st, scene, (self.seat,))

    def _begun(self, place: Place, action: ir.Action, depth: int) -> Iterator[str]:
        """What there is not of that which an action begins with."""
        for step in leading(action.proc.body):
            if isinstance(step, ir.Options):
                inner = [list(self._reasons(place, one, depth + 1)) for one in step.options]
                yield from inner[0] if inner and all(inner) else ()
            elif step.asks:
                yield from _nothing_to_pick(place, step)

    def _used_up(self, place: Place, action: ir.Action) -> Iterator[str]:
        code = self.voice.m.action_code(action.name)
        if action.limit is None or code.limit is None:
            return
        since, times = self.st.limits.get((-1 - code.number, self.seat), (-1, 0))
        most = place.read(action.limit.count)
        if times >= most and since == self.st.started[code.limit[1]]:
            done = _TIMES.get(times, f"{times} times")
            yield f"done {done}, and no more than that is allowed per {clean(action.limit.per)}"
        elif most <= 0:
            yield f"not allowed per {clean(action.limit.per)}"


def _nothing_to_pick(place: Place, choose: ir.Choose) -> Iterator[str]:
    """What there is none of, by itself or, if it is only in one with the rest, together."""
    lacking = [words for ask in choose.asks for words in _lacking(place, choose, ask)]
    if lacking:
        yield from lacking
    elif not _simple(choose):
        yield from _together(place, choose)


def _lacking(place: Place, choose: ir.Choose, ask: ir.Ask) -> Iterator[str]:
    """No card is there that is fit to be picked under this name, whatever the others are."""
    cards = ask.source.cards
    if cards is None or not place.read(ask.low):
        return
    own = [one for one in conjuncts(choose.where) if slots_read(one) & _slots(choose) == {ask.slot} and not ask.many]
    fits = [card for card in place.read(cards) if all(place.put(ask.slot, card, YOU).holds(one) for one in own)]
    if not fits:
        terms = tuple(one for condition in own if isinstance(condition, ir.Is) for one in condition.filter.terms)
        wanted = ir.Cards(
            cards.zones, cards.value, ir.Filter((*cards.filter.terms, *terms)), cards.slot, cards.name, cards.where
        )
        yield bare_text(test(place.scene, ir.Quant("any", wanted), False))


def _together(place: Place, choose: ir.Choose) -> Iterator[str]:
    """``there are no 2 cards of the same name in your hand``."""
    picked = bare_text(listed([asked(place.scene, ask) for ask in choose.asks]))
    yield f"there are no {alike(place.scene, choose.where, choose.asks[-1].slot, picked)}".replace(" from ", " in ")


def _simple(choose: ir.Choose) -> bool:
    return len(choose.asks) == 1 and not choose.asks[0].many


def _slots(choose: ir.Choose) -> set[int]:
    return {ask.slot for ask in choose.asks}
