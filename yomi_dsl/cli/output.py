"""What is written to the terminal: in which form, with or without colours, how wide."""

from __future__ import annotations

import os
import shutil
import sys
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yomi_dsl.diagnostics import Diagnostic

NARROW, USUAL = 40, 100
NO_READER = 141  # the exit code of a process whose output nobody reads, as shells know it


class Form(StrEnum):
    """The forms of a report on problems."""

    full = "full"
    concise = "concise"
    json = "json"
    github = "github"
    sarif = "sarif"


class Colour(StrEnum):
    """When to use colours."""

    auto = "auto"
    always = "always"
    never = "never"


def say(text: str = "") -> None:
    """A line, or several, of what was asked for."""
    sys.stdout.write(text + "\n")


def note(text: str) -> None:
    """A line beside what was asked for: it never mixes with output that another program reads."""
    sys.stdout.flush()
    sys.stderr.write(text + "\n")


def mute() -> None:
    """Nobody reads any more: what is still unwritten goes nowhere, without a complaint at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def on_terminal() -> bool:
    return sys.stdout.isatty()


def width() -> int:
    """The columns of the terminal; a usual number where there is none."""
    return max(NARROW, shutil.get_terminal_size((USUAL, 24)).columns)


def coloured(colour: Colour, stream: object = None) -> bool:
    """Whether to use colours on a stream, by default on that of the output."""
    if colour is not Colour.auto:
        return colour is Colour.always
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    isatty = getattr(stream or sys.stdout, "isatty", None)
    return bool(isatty and isatty())


def form_for(form: Form | None) -> str:
    """The form asked for; else the full one for a reader at a terminal, and one line a problem for a program."""
    return form.value if form else "full" if on_terminal() else "concise"


def problems(found: list[Diagnostic], form: str, colour: Colour, counted: str, summed: bool = True) -> None:
    """A report. Where people read it, its last line is ``counted`` (e.g. ``12 files``) and, if summed, what was found."""
    from yomi_dsl import report

    text = report.render(found, form, report.Look(coloured(colour), width()))
    if form not in ("full", "concise"):
        sys.stdout.write(text)
        return
    last = f"{counted}, {report.summary(found)}" if summed else counted
    sys.stdout.write(text + ("\n" if found and form == "full" else "") + last + "\n")


def complain(found: list[Diagnostic]) -> None:
    """Problems that stand in the way of what was asked for."""
    from yomi_dsl import report

    look = report.Look(coloured(Colour.auto, sys.stderr), width())
    sys.stdout.flush()
    sys.stderr.write(f"{report.render(found, 'full', look)}\n{report.summary(found)}\n")
