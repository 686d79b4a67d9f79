"""What happened, in sentences, as far as a seat may know it. The words are the game's own ``says``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.cli import undecided, verdicts
from yomi_dsl.cli.foresight import Foresight
from yomi_dsl.cli.narrate_amounts import Adjusted, Adjustment, added_up, reason
from yomi_dsl.cli.narrate_causes import because, card_ends_it, card_prevents_it, not_done
from yomi_dsl.cli.narrate_events import Event, Waiting, cards_in, changes, holes, is_of_nothing, pair, without_renewals
from yomi_dsl.cli.narrate_moves import changes_piles, comes_to_light, comes_to_see, drawn, goes, returns, way
from yomi_dsl.cli.telling import Noted
from yomi_dsl.cli.voice import Voice, spoken
from yomi_dsl.engine.state import State
from yomi_dsl.sheets.grammar import YOU, Noun, fill
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording_scene import Scene, be, have, verb
from yomi_dsl.sheets.wording_values import during

Entry = tuple[Any, ...]
_YOUR = re.compile(r"\byour\b")


@attrs.define(eq=False)
class Narrator:
    """Turns the log of one stretch of play into lines. ``steps``: every step, with its place in the text.

    phase   a phase that has begun and of which nothing was told yet
    told    cards that were named since the last line that began a phase
    moved   from where to where the last cards went, these, and the line that says so
    drawn   a sentence, and the names of cards that this seat came to see by it
    untold  from where to where cards went of which nothing was said, and how many
    shuffled    something was, since cards were named in the sentence of an event
    by_card the card that has the rule that was set off last
    waiting events of which nothing has come yet
    """

    voice: Voice
    steps: bool = False
    lines: list[str] = attrs.field(factory=list)
    phase: str = ""
    told: set[int] = attrs.field(factory=set)
    open_sentence: bool = False
    moved: tuple[int, int, list[int | None], str] = (-1, -1, [], "")
    drawn: tuple[str, list[str]] = ("", [])
    untold: tuple[int, int, int] = (-1, -1, 0)
    shuffled: bool = False
    by_card: int | None = None
    opened: set[tuple[str, int]] = attrs.field(factory=set)
    waiting: Waiting = attrs.field(factory=Waiting)
    weighed: tuple[Noted, Sequence[Adjustment]] = (Noted(), ())
    adjusted: Adjusted = attrs.field(init=False)
    foresight: Foresight = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.adjusted = Adjusted(self.voice)
        self.foresight = Foresight(self.voice.m, self.voice.seat)

    def tell(self, st: State, log: Sequence[Entry]) -> list[str]:
        """The lines for what was logged on the way to a state; those of the setup only on a closer look."""
        turns = sum(entry[:2] == ("do", "turn") for entry in log)
        turn = st.turn - turns
        begun = turn > 0 or self.steps
        own = [
            entry
            for entry in without_renewals(log)
            if entry[0] != "do" or entry[1] == "turn" or entry[1] in self.voice.actions
        ]
        for moving, group in groupby(self.foresight.read(own), way):
            for entries in [list(group)] if moving else ([entry] for entry in group):
                turn += entries[0][:2] == ("do", "turn")
                begun |= turn > 0
                if begun:
                    self._tell(entries, turn)
        if st.pending and self.waiting.leads_here(self.voice.m.names_on(st)):
            self._tell_waiting()
        lines, self.lines = self.lines, []
        self.open_sentence = self.shuffled = False
        return lines

    def _tell(self, entries: list[Entry], turn: int) -> None:
        raw, seen = entries[0][:-1], self._seen(entries[0])
        self._weigh(entries[0])
        kind = str(raw[0])
        if kind == "move":
            self.waiting.together([entry[1] for entry in entries], self.voice.m.z_name[raw[3]])
            self.waiting.comes(self.voice.m.z_name[raw[3]])
        if kind == "move" or (kind == "choose" and self.waiting.asks(raw[2])):
            self._tell_waiting()
        if seen is None:
            return
        if kind == "move":
            self._move([self._seen(entry) or entry[:-1] for entry in entries])
        elif kind == "do":
            self._do(raw, seen, turn)
        elif (known := getattr(self, f"_{kind}", None)) is not None:
            known(*seen[1:])

    def _seen(self, entry: Entry) -> Entry | None:
        if self.voice.seat is None:
            return entry[:-1]
        return self.voice.m.secrecy.shown(entry, self.voice.seat)

    def _say(self, text: str, sentence: bool = False) -> None:
        self._line(spoken(text))
        self.open_sentence = sentence

    def _aside(self, text: str) -> None:
        """A step that is no event of the game's own."""
        self._line(f"- {text}")
        self.open_sentence = False

    def _line(self, text: str) -> None:
        self._tell_waiting()
        if self.phase:
            self.lines.append(f"  {self.phase}")
            self.phase = ""
        self.lines.append(f"    {text}")

    def _add(self, text: str, seat: int | None = None) -> None:
        """A consequence, on the line of the sentence that it follows from: one in which that player has a part."""
        self._tell_waiting()
        if self.open_sentence and (seat is None or (self.voice.player(seat).text, seat) in self.waiting.said):
            self.lines[-1] += f" {spoken(text)}"
        else:
            self._say(text, True)

    # ---- events ------------------------------------------------------------------------------------------------------

    def _do(self, raw: Entry, seen: Entry, turn: int) -> None:
        if raw[1] == "turn":
            self._turn(raw[2], turn)
            return
        action = self.voice.actions[raw[1]]
        if action.kind == "phase":
            self._begin(clean(action.name))
        elif action.says and not is_of_nothing(action, raw):
            self.waiting.add(event := self._event(action, raw, seen))
            won = self.weighed[0].verdict is not None
            if self.steps or won or event.comes_to_nothing:  # these are told, whatever comes of them
                self._tell_waiting()
        elif self.steps:
            self._aside(clean(action.name))

    def _begin(self, phase: str) -> None:
        self.phase, self.told, self.open_sentence = phase, set(), False
        self.waiting.clear()

    def _turn(self, doer: int | None, turn: int) -> None:
        self._begin("")
        whose = "" if doer is None else f": {self.voice.player(doer).possessive} turn"
        self.lines.append(f"Turn {turn}{whose}")

    def _event(self, action: ir.Action, raw: Entry, seen: Entry) -> Event:
        nouns: dict[str, Noun | None] = {"doer": None if raw[2] is None else self.voice.player(raw[2])}
        for role, was, value in zip(action.roles, raw[3:], seen[3:], strict=False):
            nouns[role.name] = self.voice.role(role, value, hidden=was is not None and value is None)
        values = dict(zip(["doer", *(role.name for role in action.roles)], seen[2:], strict=False))
        spoken_of = holes(action.says)
        named = frozenset(pair(nouns[name], values[name]) for name in spoken_of if name in values)
        cards = {role.name: cards_in(role, values[role.name]) for role in action.roles if role.name in values}
        why = tuple(self._why(action, values))
        nothing = bool(self.weighed[0].stopped) or any((values.get(a.role) or 0) <= 0 for a in self.weighed[0].amounts)
        others = [(self.voice.card(c).text, c) for name, of in cards.items() if name not in spoken_of for c in of]
        beside = [(called, card) for called, card in others if not any(f"from {called} + " in one for one in why)]
        seen_cards = frozenset(c for of in cards.values() for c in of)
        return Event(
            action, fill(clean(action.says), nouns), named, seen_cards, tuple(beside), why, bool(why) and nothing
        )

    def _weigh(self, entry: Entry) -> None:
        """Keep how the numbers of an event came about until it is told."""
        if entry[0] in ("do", "rule", "reveal", "finish"):
            noted = entry if isinstance(entry, Noted) else Noted()
            self.weighed = noted, self.adjusted.of(entry[1] if entry[0] == "do" else "")

    def _why(self, action: ir.Action, values: dict[str, Any]) -> Iterator[str]:
        noted, adjusted = self.weighed
        for role, terms, parts in noted.amounts:
            told = added_up(self.voice, values.get(role), parts) or (
                reason(self.voice, values.get(role), terms, [one for one in adjusted if one.role == role])
                if terms
                else ""
            )
            if told:
                yield told
        for role, attribute, terms in noted.stopped:
            if values.get(role) is not None:
                yield f"{clean(attribute)} 0: {reason(self.voice, 0, terms, ())}"
        if noted.because is not None:
            yield from because(self.voice, noted.because)
        if isinstance(noted.verdict, verdicts.Verdict):
            yield from verdicts.told(self.voice, noted.verdict)
        elif noted.verdict is not None:
            yield from undecided.lacking(self.voice, noted.verdict)

    def _tell_waiting(self) -> None:
        """Something has come of the events that are waiting."""
        self.told |= self.waiting.cards
        for sentence in list(self.waiting.worth_telling()):
            self._say(sentence, True)

    def _move(self, entries: list[Entry]) -> None:
        """Cards that change their place together. What a seat learns nothing from is left out."""
        _, _, origin, place = entries[0]
        cards = [entry[1] for entry in entries]
        if not self.steps and not self._matters(cards, origin, place):
            self.untold = (origin, place, len(cards))
            return
        if self._is_drawn(cards, origin, place):
            self._draw(cards)
            return
        if sentence := self._drawing_on(cards, origin, place):
            self._say(sentence, True)
            self._draw(cards)
            return
        self.told |= {card for card in cards if card is not None}
        if self.moved[:2] == (origin, place) and self.lines and self.lines[-1] == self.moved[3] and not self.steps:
            cards = [*self.moved[2], *cards]
            self.lines.pop()
        self._say(goes(self.voice, cards, origin, place))
        self.moved = (origin, place, cards, self.lines[-1])

    def _is_drawn(self, cards: Sequence[int | None], origin: int, place: int) -> bool:
        """Cards that only this seat comes to see, by what the last sentence says that it did."""
        if self.steps or not self.open_sentence or ". " in self.lines[-1]:
            return False
        return (YOU.text, self.voice.seat) in self.waiting.said and comes_to_see(self.voice, cards, origin, place)

    def _drawing_on(self, cards: Sequence[int | None], origin: int, place: int) -> str:
        """The sentence that began it, where a text that moves no card there came in between; "" if there is none."""
        last, rule = self.waiting.events[-1:], self.waiting.rule
        if self.steps or not self.shuffled or not last or not self.waiting.is_told:
            return ""
        if rule is not None and changes(rule) & {self.voice.m.z_name[place], ""}:
            return ""
        mine = (YOU.text, self.voice.seat) in last[0].names
        return f"{last[0].sentence}, continued" if mine and comes_to_see(self.voice, cards, origin, place) else ""

    def _draw(self, cards: Sequence[int | None]) -> None:
        """``You draw 2 cards: Elm and Oak.``"""
        if self.lines[-1] != drawn(*self.drawn):
            self.drawn = (self.lines[-1], [])
        self.shuffled = False
        self.drawn[1].extend(self.voice.card(card).text for card in cards)
        self.told |= {card for card in cards if card is not None}
        self.lines[-1] = drawn(*self.drawn)

    def _matters(self, cards: Sequence[int | None], origin: int, place: int) -> bool:
        m, seat = self.voice.m, self.voice.seat
        said = {card for event in self.waiting.events for card in event.cards}
        doing = {card for event in self.waiting.doing for card in event.cards}
        if changes_piles(m, cards, origin, place, said) or returns(m, cards, origin, place, doing):
            return True
        if any(card in self.told for card in cards):
            return False
        if cards[0] is not None and comes_to_light(m, seat, origin, place):
            return True
        return bool(m.z_live[place]) or (
            not self.open_sentence and m.secrecy.zone_seen(place) != m.secrecy.zone_seen(origin)
        )

    def _undecided(self, one: verdicts.Search) -> None:
        """What began before, other than the text that says this, has come to nothing."""
        self.waiting.back_to(one.text)
        self._say(undecided.told(self.voice, one))

    # ---- what changes ------------------------------------------------------------------------------------------------

    def _change(self, tally: str, of: int, old: int, new: int) -> None:
        declared = self.voice.m.tally[tally]
        if old != new:
            self.waiting.comes(tally)
        if old == new or not (self.steps or (declared.says and declared.of != "card")):
            return
        name = self.voice.lex.tally(tally)
        if declared.mirrored:
            self._add(f"{name} is {self.voice.ahead(of, new)}", of)
            return
        if declared.of == "player":
            name = f"{self.voice.player(of).possessive} {name}"
        elif declared.of == "card":
            name = f"{self.voice.card(of).possessive} {name}"
        self._add(f"{name} is {new} ({new - old:+})", of if declared.of == "player" else None)

    def _open(self, status: str, holder: int) -> None:
        self.opened.add((status, holder))
        if self._speaks_of(status, holder):
            self._add(self._has(holder, status))

    def _renew(self, status: str, holder: int) -> None:
        """What is so stays so, and is no news."""
        self.opened.add((status, holder))

    def _shut(self, status: str, holder: int) -> None:
        if self._speaks_of(status, holder):
            self._add(self._has(holder, status, "no longer "))

    def _mark(self, status: str, holder: int) -> None:
        """A status that was given; one that is not open yet waits for its time. It is what came of an event."""
        self._tell_waiting()
        if (status, holder) not in self.opened and self._speaks_of(status, holder):
            span = self._declared(status).span
            scene = Scene(self.voice.lex, self._declared(status).at)
            when = during(scene, span) if span is not None else "soon"
            self._add(f"{self._has(holder, status, to_come=True)} {when}")
        self.opened.discard((status, holder))

    def _speaks_of(self, status: str, holder: int) -> bool:
        """A status that only remembers something is no news, and neither is one without a name."""
        declared = self._declared(status)
        return declared.named and (self.steps or (holder <= 2 and bool(declared.items)))

    def _declared(self, status: str) -> ir.Status:
        m = self.voice.m
        return m.game.statuses[m.sid[status]]

    def _has(self, holder: int, status: str, still: str = "", to_come: bool = False) -> str:
        """``You are knocked down``, ``you no longer have the edge``; of the game: ``fog is in force``."""
        words = clean(self._declared(status).says) or clean(status)
        if holder == 2:
            return f"{words} {'will be' if to_come else 'is'} {still}in force"
        who = self.voice.card(holder - 3) if holder > 2 else self.voice.player(holder)
        if holder > 2:  # "your" in it is said to the one who has the card
            words = _YOUR.sub(self.voice.player(self.voice.m.owner[holder - 3]).possessive, words)
        if words.startswith(("a ", "an ", "the ")):
            return f"{who.text} {still}{'will have' if to_come else have(who)} {words}"
        return f"{who.text} {'will be' if to_come else be(who)} {still}{words}"

    def _flip(self, card: int | None, face: str) -> None:
        """Which side of a card is up; not where the sentence of that has said so."""
        called = self.voice.card(card).text
        if not any({(called, card), (clean(face), face)} <= event.names for event in self.waiting.events):
            self._say(f"{called} now shows {clean(face)}")

    def _reveal(self, card: int) -> None:
        self.told.add(card)
        who, what = self.voice.player(self.voice.m.owner[card]), self.voice.card(card).text
        noted = self.weighed[0].because
        why = "; ".join(because(self.voice, noted)) if noted is not None else ""
        self._say(f"{who.text} {verb(who, 'show', 'shows')} {what}{why and f' ({why})'}")

    def _shuffle(self, zone: int) -> None:
        origin, place, count = self.untold
        if place == zone and not self.steps:
            self._say(goes(self.voice, [None] * count, origin, place))
        self.untold, self.shuffled = (-1, -1, 0), True
        self._say(f"{self.voice.zone(zone).text} is shuffled")

    def _roll(self, sides: int, result: int) -> None:
        self._say(f"a die of {sides} shows {result}")

    def _random(self, card: int | None) -> None:
        self._say(f"{self.voice.card(card).text} is picked at random")

    def _end(self, phase: str, *_: Any) -> None:
        """A phase is over: what follows is no consequence of the last sentence."""
        if self.waiting.ends(phase):
            self._tell_waiting()
        self.waiting.clear()
        self.open_sentence = False

    # ---- only on a closer look ---------------------------------------------------------------------------------------

    def _rule(self, rule: int, you: int | None, this: int | None) -> None:
        self.waiting.rule, self.by_card = self.voice.m.rules[rule], this
        self.adjusted.runs(self.waiting.rule, this)
        why, instead_of = self.weighed[0].because, self.voice.actions.get(self.waiting.rule.action)
        why_not = not_done(self.voice, why, instead_of) if why is not None and instead_of is not None else ""
        if told := why_not or card_prevents_it(self.voice, self.waiting.rule, this):
            self._say(told)
        if self.steps:
            at = self.voice.m.rules[rule].at
            of = f" of {self.voice.card(this).text}" if this is not None else ""
            self._aside(f"rule{of} ({at.path}:{at.line})")

    def _finish(self, *_: Any) -> None:
        why = self.weighed[0].because
        by_card = card_ends_it(self.voice, self.waiting.rule, self.by_card)
        if told := by_card if why is None else "; ".join(because(self.voice, why)):
            self._say(told)

    def _adjust(self, role: str, old: Any, new: Any) -> None:
        self.adjusted.adjusts(role, old, new)

    def _choose(self, seat: int, name: str, kind: str, value: Any) -> None:
        if self.steps and kind != "card":
            self._aside(f"{self.voice.player(seat).text} chose {clean(name)}: {self.voice.m.label(kind, value)}")

    def _declined(self, seat: int, name: str) -> None:
        if self.steps:
            self._aside(f"{self.voice.player(seat).text} chose {clean(name)}: nothing")
