"""Where a game is played: tells what happens, shows the table, puts the questions and understands what is typed."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import attrs
import typer

from yomi_dsl.cli import dice, output
from yomi_dsl.cli.closer import card_lines, find_card, seen_card, why_card, why_value
from yomi_dsl.cli.games import Opened
from yomi_dsl.cli.narrate import Narrator
from yomi_dsl.cli.question import Question, question
from yomi_dsl.cli.script import Line, ScriptError
from yomi_dsl.cli.session import Session
from yomi_dsl.cli.table import table, wrapped
from yomi_dsl.cli.voice import Voice, voice
from yomi_dsl.engine.errors import EngineLimit
from yomi_dsl.engine.match import Request
from yomi_dsl.sheets.text import clean

HELP = """\
Type the number of an answer, or its name or the beginning of it.
  s, d       stop or decline, where that is offered
  t          the table; nothing but Enter: the question again
  ? CARD     what a card says, by its number or its name (c CARD, too);
             of another answer, the rules for it
  why CARD   how its numbers come about, and why it cannot be chosen now;
             another answer, or a number of yours, too
  u, undo    take your last answer back
  q          leave the game; yomi replay --resume plays on
Below the answers: ! marks a card that may be chosen but lacks something,
- marks what cannot be chosen now.
"""
_UNDO = ("u", "undo")
RULES = "The rules of the game: yomi rules {} --brief"


@attrs.define(eq=False)
class Desk:
    """One game at one terminal. ``seat``: whose eyes; None watches. ``answers``: of a script.

    picked      what was picked of several, for the last question, ``picked_for``
    before      both, as they were at each question that was answered"""

    opened: Opened
    session: Session
    seat: int | None
    steps: bool
    answers: list[Line]
    voice: Voice = attrs.field(init=False)
    narrator: Narrator = attrs.field(init=False)
    turn_shown: int = 0
    picked: list[str] = attrs.field(factory=list)
    picked_for: Question | None = None
    before: list[tuple[list[str], Question | None]] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.voice = voice(self.session.m, self.seat)
        self._listen()

    def _listen(self) -> None:
        """What happens from now on is told, in the phase that is running."""
        running = [name for i, name in enumerate(self.session.m.phases) if i and self.session.state.running[i]]
        self.narrator = Narrator(
            self.voice, self.steps, phase=running[-1] if running and self.session.replay.decisions else ""
        )
        if self.session.replay.decisions:
            self.narrator.foresight.begin(self.session.state)
        self.turn_shown, self.picked = 0, []

    # ---- three ways to play --------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Two bots play to the end."""
        self._go_on()
        self._end()

    def sit(self) -> None:
        """Questions are put at the terminal until the game is over or left."""
        output.say("Type ? for help.")
        self._go_on()
        try:
            while self.session.asked is not None:
                if not self._turn_of_mine():
                    output.say(f"You leave the game in turn {self.session.state.turn}.")
                    return
        except KeyboardInterrupt:
            output.say()
            raise
        self._end()

    def follow(self) -> None:
        """A script answers; it must fit what is asked, line by line."""
        self._go_on()
        while self.answers and not self.session.state.over:
            self._follow(self.answers.pop(0))
        if self.answers:
            raise ScriptError(self.answers[0].number, "the game is over, and an answer is left")
        if self.session.asked is None:
            self._end()
            return
        self._show()
        asked = question(self.voice, self.session.state, self.session.asked)
        output.say(f'The script ends here. Asked is "{asked.request.name}": {asked.named()}')

    # ---- going on ------------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Tell what happened, and let the bots answer, until somebody else is asked or the game is over."""
        self._tell()
        try:
            while self.session.bots_answer():
                self._tell()
        except EngineLimit as limit:
            self._stuck(limit)

    def _answer(self, request: Request, index: int) -> None:
        try:
            self.session.answer(request, index)
        except EngineLimit as limit:
            self._stuck(limit)
        self._go_on()

    def _stuck(self, limit: EngineLimit) -> None:
        self._tell()
        output.note(f"The game cannot go on: {limit}")
        raise typer.Exit(1)

    def _tell(self) -> None:
        log = self.session.state.log
        assert log is not None
        lines = self.narrator.tell(self.session.state, log)
        rolled = list(dice.told(self.voice, self.session.state, self.session.rolls))
        if self.steps:  # where what came of it begins
            first = next((i for i, line in enumerate(lines) if line.startswith("    ")), len(lines))
            lines[first:first] = rolled
        self._print(lines)
        log.clear()

    def _print(self, lines: Iterable[str]) -> None:
        for line in wrapped(list(lines), output.width()):
            output.say(line)
        sys.stdout.flush()

    def _show(self, in_words: bool = False) -> None:
        self._print(table(self.voice, self.session.state, output.width(), in_words))

    def _end(self) -> None:
        """Who has won, and how."""
        state = self.session.state
        assert state.result is not None
        winner, ending = state.result
        self._show()
        how = f"{ending}, in turn {state.turn}" if ending else f"in turn {state.turn}"
        if winner is None:
            output.say(f"Nobody wins: {how}.")
        else:
            output.say(f"You win: {how}." if winner == self.seat else f"{self.voice.names[winner]} wins: {how}.")

    # ---- at the terminal -----------------------------------------------------------------------------------------------

    def _turn_of_mine(self) -> bool:
        """Put a question until it is answered. No if the game is left."""
        request = self.session.asked
        assert request is not None
        asked = question(self.voice, self.session.state, request)
        if self.session.state.turn != self.turn_shown:
            self.turn_shown = self.session.state.turn
            self._show(in_words=True)
        before = (list(self.picked), self.picked_for)
        if not asked.goes_on(self.picked_for, len(self.picked)):
            self.picked = []
        self.picked_for = asked
        self._print(asked.lines(output.width(), self.picked))
        while (typed := self._typed()) is not None:
            index = asked.index(typed)
            if index is not None and not self._is_command(typed):
                self.before.append(before)
                self._note_pick(asked, index)
                self._answer(request, index)
                return True
            if typed.casefold() in ("q", "quit"):
                return False
            if typed.casefold() in _UNDO and self._undo():
                return True
            self._obey(typed, asked)
        output.say()
        return False

    def _note_pick(self, asked: Question, index: int) -> None:
        """Of several that are picked one after the other, which there are; stopping begins anew."""
        if index < len(asked.answers):
            self.picked.append(asked.answers[index].name)
        else:
            self.picked = []

    @staticmethod
    def _typed() -> str | None:
        try:
            return input("> ").strip()
        except EOFError:
            return None

    @staticmethod
    def _is_command(typed: str) -> bool:
        """What is typed for help is never an answer by the beginning of a name."""
        return typed.casefold() in ("?", "t", *_UNDO, "q", "quit")

    def _undo(self) -> bool:
        if not self.session.undo():
            output.say("There is nothing to take back.")
            return False
        self._listen()
        if self.before:
            self.picked, self.picked_for = self.before.pop()
        output.say("Your last answer is taken back.")
        return True

    def _obey(self, typed: str, asked: Question) -> None:
        """Everything that may be typed beside an answer."""
        word, _, rest = typed.partition(" ")
        if word in ("?", "help", "c") and rest:
            self._about(rest, asked)
        elif word in ("?", "help"):
            self._print([*HELP.splitlines(), RULES.format(self.opened.name)])
        elif word == "t":
            self._show(in_words=True)
        elif word == "why" and rest:
            self._why(rest, asked)
        elif word in ("why", "c"):
            self._print([f"Write: {word} CARD, by its number or its name."])
        elif not typed:
            self._print(asked.lines(output.width(), self.picked))
        elif word.casefold() not in _UNDO:
            self._print(self._refused(typed, asked))

    def _refused(self, typed: str, asked: Question) -> list[str]:
        """What is typed is no answer; of a card that cannot be chosen, with the reason."""
        option = asked.option(typed)
        closed = [] if option is None else list(asked.closed(option))
        if option is not None and closed:
            return [f'"{clean(option.label)}" is no answer here.', *closed]
        card = seen_card(self.voice, self.session.state, typed)
        barred = [] if card is None or card in asked.request.options else list(asked.barred(card))
        if card is not None and barred:
            return [f"{self.voice.card(card).text} is no answer here.", *barred]
        return [f'"{typed}" is no answer here. Type a number or a name; ? for help.']

    def _about(self, text: str, asked: Question) -> None:
        if self._option(text, asked, ""):
            return
        card = self._card(text, asked)
        printed = self.session.m.cards[card % self.session.m.N] if card is not None else find_card(self.session.m, text)
        lines = [*card_lines(self.session.m.game, printed)] if printed else [f'No card here is called "{text}".']
        self._print([*lines, *(asked.barred(card) if card is not None else ())])

    def _option(self, text: str, asked: Question, root: str) -> bool:
        """What an option does, and why it is not offered; no if none is meant."""
        option = asked.option(text)
        if option is None or asked.offers is None:
            return False
        self._print([*asked.offers.about(option, root), *asked.closed(option)])
        return True

    def _why(self, text: str, asked: Question) -> None:
        if self._option(text, asked, self.opened.near):
            return
        card = self._card(text, asked)
        if card is not None:
            self._print([*why_card(self.voice, self.session.state, card, self.opened.near), *asked.barred(card)])
            return
        lines = why_value(self.voice, self.session.state, text, self.opened.near)
        self._print(lines or [f'You see no card called "{text}", and no number of yours.'])

    def _card(self, text: str, asked: Question) -> int | None:
        """A card that an answer means, or one that this seat sees, its own before the other's."""
        card = asked.card(text)
        return seen_card(self.voice, self.session.state, text) if card is None else card

    # ---- by a script ---------------------------------------------------------------------------------------------------

    def _follow(self, line: Line) -> None:
        assert self.seat is not None
        seat = 1 - self.seat if line.other else self.seat
        requests = self.session.m.requests(self.session.state)
        request = next((one for one in requests if one.seat == seat), None)
        if request is None:
            waiting = ", ".join(f'"{one.name}"' for one in requests)
            raise ScriptError(
                line.number, f"{'the opponent is' if line.other else 'you are'} not asked now; open is {waiting}"
            )
        asked = question(self.voice, self.session.state, request)
        index = _scripted(line, asked)
        output.say(f"> {'opponent ' if line.other else ''}{line.verb} {line.rest}".rstrip())
        self._answer(request, index)


def _scripted(line: Line, asked: Question) -> int:
    """The answer that a line gives, exactly."""
    offered = f"offered are: {asked.named()}"
    if line.verb != "choose" and asked.request.stop == line.verb:
        return len(asked.request.options)
    value = line.value(asked.request.name)
    for answer in asked.answers:
        if answer.name.casefold() == value.casefold():
            return answer.index
    raise ScriptError(line.number, f'"{value}" is not offered for "{asked.request.name}"', offered)
