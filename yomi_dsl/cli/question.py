"""An open question as the one who is asked sees it: the answers, numbered, and what may be typed for each."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.cli.legal import Law, law, not_now, short
from yomi_dsl.cli.offers import Offers
from yomi_dsl.cli.question_words import Asker, asker, picked_before, title
from yomi_dsl.cli.risks import risky
from yomi_dsl.cli.usage import plain
from yomi_dsl.cli.voice import Voice
from yomi_dsl.engine.match import Request
from yomi_dsl.engine.state import State
from yomi_dsl.engine.view import option
from yomi_dsl.nodes import evolve
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording import summary

STOPS = {"s": "stop", "d": "decline", "stop": "stop", "decline": "decline"}


@attrs.frozen
class Answer:
    """One answer: its index for the engine, its name, and more about it."""

    index: int
    name: str
    about: str = ""


@attrs.frozen(eq=False)
class Question:
    request: Request
    title: str
    answers: tuple[Answer, ...]
    unseen: str
    asking: Asker | None = None
    law: Law | None = None
    notes: tuple[str, ...] = ()
    leads_to: str = ""
    offers: Offers | None = None

    def lines(self, width: int, picked: Sequence[str] = ()) -> Iterator[str]:
        """The question and its answers; a stop has a letter instead of a number. ``picked``: of several, those there are."""
        chosen = f" (chosen: {', '.join(picked)})" if picked else ""
        yield from textwrap.wrap(f"{self.title}{chosen}{self.unseen}{'' if self.title.endswith('?') else ':'}", width)
        room = len(str(len(self.answers)))
        for answer in self.answers:
            yield from _listed(f"  {answer.index + 1:>{room}}  ", answer, width)
        if self.request.stop:
            yield f"  {self.request.stop[0]:>{room}}  {self.request.stop}{self.leads_to and f' (on to {self.leads_to})'}"
        for note in self.notes:
            yield from _wrapped(f"  {note[0]:>{room}}  ", note[2:], width)

    def goes_on(self, before: Question | None, picked: int) -> bool:
        """Is it put for the same choice as the one before, of which so many were picked? Then for another of its names, or
        for more of the same."""
        mine, others = self.asking, before.asking if before is not None else None
        if mine is None or others is None or mine.choice is not others.choice or not isinstance(mine.choice, ir.Choose):
            return False
        names = [ask.name for ask in mine.choice.asks]
        at, was = names.index(self.request.name), names.index(before.request.name) if before is not None else 0
        return at > was or (at == was and picked < self._most)

    @property
    def _most(self) -> int:
        """How many answers one after the other belong together."""
        return int(self.law.place.read(self.law.ask.high) or 0) if self.law is not None and self.law.ask.many else 1

    def index(self, text: str) -> int | None:
        """The answer that is meant by a number, a letter, a name or the beginning of one; None if none, or several."""
        wanted = plain(text.strip())
        if self.request.stop and STOPS.get(wanted) == self.request.stop:
            return len(self.request.options)
        if wanted.isdecimal() and wanted.isascii() and self.request.kind != "number":
            return int(wanted) - 1 if 1 <= int(wanted) <= len(self.answers) else None
        exact = [one for one in self.answers if plain(one.name) == wanted]
        known = () if wanted in ("", *STOPS) else self.answers  # a stop that is not offered is no beginning of a name
        found = exact or [one for one in known if plain(one.name).startswith(wanted)]
        return found[0].index if len(found) == 1 or exact else None

    def card(self, text: str) -> int | None:
        """The card that an answer means, if it is one."""
        index = self.index(text)
        known = self.request.kind == "card" and index is not None and index < len(self.request.options)
        return int(self.request.options[index]) if known and index is not None else None

    def option(self, text: str) -> ir.Option | None:
        """The option that is meant, by a number, a name or a part of one; offered or not."""
        if self.offers is None:
            return None
        index = self.index(text)
        known = index is not None and index < len(self.answers)
        return self.offers.named(str(self.request.options[index]) if known and index is not None else text)

    def closed(self, option: ir.Option) -> Iterator[str]:
        """Why an option that is not offered cannot be chosen."""
        if self.offers is not None and option.label not in self.request.options:
            yield from (f"  not now: {reason}" for reason in self.offers.why_not(option))

    def barred(self, card: int) -> Iterator[str]:
        """Why a card that is not offered cannot be chosen, or what one lacks that is."""
        if self.law is not None and card in self.request.options:
            lacking = risky(self.law, [card], self.request.seat)
            yield from (f"  it may be chosen, but: {why}" for why in lacking)
        elif self.law is not None:
            yield from (f"  not now: {short(reason)}" for reason in self.law.why_not(card))

    def named(self) -> str:
        """The answers in a row, for a message."""
        names = [answer.name for answer in self.answers]
        return ", ".join([*names, self.request.stop] if self.request.stop else names)


def question(voice: Voice, st: State, request: Request) -> Question:
    asking = asker(voice, st, request)
    answers = [_answer(voice, st, request.kind, i, value) for i, value in enumerate(request.options)]
    if (
        request.kind not in ("card", "zone", "seat")
        and (picked := picked_before(voice, st, asking, request)) is not None
    ):
        answers = [attrs.evolve(one, about=_end(voice, picked, str(request.options[one.index]))) for one in answers]
    other = voice.player(1 - request.seat).text
    unseen = f" ({other} answers at the same time, unseen)" if len(st.pending) > 1 else ""
    wanted = law(voice, st, request)
    offers = Offers(voice, st, asking, request.seat) if asking is not None and request.kind == "option" else None
    notes = tuple(
        _notes(wanted, request) if wanted is not None else _closed(offers, request) if offers is not None else ()
    )
    leads_to = _after(voice.m.game, asking) if asking is not None else ""
    return Question(request, title(voice, st, request), tuple(answers), unseen, asking, wanted, notes, leads_to, offers)


def _after(game: ir.Game, asking: Asker) -> str:
    """The phase that begins when nothing more is chosen; "" if the phase goes on, or is the last."""
    text, phases = asking.text, game.turn.phases
    if not isinstance(text, ir.Action) or text.name not in phases[:-1]:
        return ""
    body = text.proc.body
    last = body.steps[-1] if isinstance(body, ir.Seq) and body.steps else body
    return clean(phases[phases.index(text.name) + 1]) if last is asking.choice else ""


def _notes(wanted: Law, request: Request) -> Iterator[str]:
    """Which answers had better not be given, and which cards of the hand are none; each with the reason."""
    voice = wanted.place.voice
    for sign, noted in (("!", risky(wanted, request.options, request.seat)), ("-", not_now(wanted, request.options))):
        for why, cards in noted.items():
            yield f"{sign} {', '.join(voice.card(card).text for card in cards)}: {why}"


def _answer(voice: Voice, st: State, kind: str, index: int, value: Any) -> Answer:
    if kind == "card":
        m = voice.m
        shown = option(m, st, kind, value)
        about = _about(voice, m.cards[value % m.N])
        away = shown["of"] != voice.seat or m.z_seen[st.zone_of[value % m.N]] == "all"
        place = voice.zone(st.zone_of[value % m.N]).text if away else ""
        face = shown.get("face", "") if away or st.face[value % m.N] else ""
        facts = [about, face, place]
        return Answer(index, clean(shown["name"]), "; ".join(fact for fact in facts if fact))
    if kind == "zone":
        return Answer(index, voice.zone(value).text)
    if kind == "seat":
        return Answer(index, voice.player(value).text)
    return Answer(index, clean(str(value)))


def _closed(offers: Offers, request: Request) -> Iterator[str]:
    """Which options are not offered, and why."""
    for one in offers.options:
        reasons = [] if one.label in request.options or offers.is_over(one) else offers.why_not(one)
        if reasons:
            yield f"- {clean(one.label)}: {reasons[0]}"


def _end(voice: Voice, card: int, face: str) -> str:
    """What is printed on a face of a card; "" if it has none of that name."""
    printed = voice.m.cards[card % voice.m.N]
    faces = tuple(one for one in printed.faces if one.name == face) if len(printed.faces) > 1 else ()
    return _about(voice, evolve(printed, faces=faces)) if faces else ""


def _about(voice: Voice, card: ir.Card) -> str:
    return summary(voice.m.game, card, brief=True).partition(" (")[2].removesuffix(")")


def _listed(lead: str, answer: Answer, width: int) -> list[str]:
    text = f"{answer.name}  {answer.about}" if answer.about else answer.name
    return _wrapped(lead, text, width)


def _wrapped(lead: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=lead, subsequent_indent=" " * (len(lead) + 2)) or [lead]
