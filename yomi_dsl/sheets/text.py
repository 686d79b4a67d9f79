"""Rules text as runs: plain words, bold words and icons. Inside the wording it travels as one marked string.

Words are joined, capitalised and cut much more easily as strings than as lists of runs, so bold and icons are marked
with control characters on the way, which no source text can hold, and become runs only at the end.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import attrs

_BOLD, _PLAIN, _ICON, _FILE, _END = "\x02", "\x03", "\x04", "\x05", "\x06"
_MARKED = re.compile(f"{_BOLD}([^{_PLAIN}]*){_PLAIN}|{_ICON}([^{_FILE}]*){_FILE}([^{_END}]*){_END}")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(rf"(?<![\w.])(\d+) (?=[^\W\d]|[{_BOLD}{_ICON}])")
_LABEL = re.compile(r"([A-Z][^\x02-\x06.:!?]*?)([:.])(?= |$)")
TIE = "\u00a0"


class Run(NamedTuple):
    """A stretch of a sentence: ``text``, ``bold`` or ``icon``. An icon has its ``file`` and the word it stands for."""

    kind: str
    text: str
    file: str = ""


@attrs.frozen
class Sentence:
    """A sentence of a card. ``opens``: it begins a paragraph; ``face``: the side it stands on."""

    runs: tuple[Run, ...]
    opens: bool = True
    face: str = ""

    @property
    def plain(self) -> str:
        """The words alone, as text with ordinary spaces."""
        return "".join(run.text for run in self.runs).replace(TIE, " ")


def clean(text: str) -> str:
    """A text of the user's without the control characters that mark runs."""
    return _CONTROLS.sub("", text)


def bold(text: str) -> str:
    return f"{_BOLD}{text}{_PLAIN}"


def icon(file: str, word: str) -> str:
    """``word`` as an icon: the sheet prints the file if there is one, else the word."""
    return f"{_ICON}{word}{_FILE}{file}{_END}"


def bare_text(marked: str) -> str:
    """A marked string without its marks."""
    return _MARKED.sub(lambda m: m[1] or m[2] or "", marked)


def capital(marked: str) -> str:
    """With its first letter in upper case; a name, a number or an icon in front is left as it is."""
    at = next((i for i, char in enumerate(marked) if char not in "\"'(• "), 0)
    return marked[:at] + marked[at : at + 1].upper() + marked[at + 1 :]


def stopped(marked: str) -> str:
    """Ends like a sentence."""
    return marked if bare_text(marked).rstrip("\"')").endswith((".", "!", "?", ":")) else marked + "."


def labelled(marked: str) -> str:
    """A short heading in front, such as a keyword's name before a colon or alone, in bold."""
    match = _LABEL.match(marked)
    if match is None or len(match[1].split()) > 3 or (match[2] == "." and match.end() < len(marked)):
        return marked
    return bold(match[0]) + marked[match.end() :]


def sentence(marked: str, opens: bool = True, face: str = "") -> Sentence:
    """A finished sentence: capital, full stop, numbers tied to what they count."""
    return Sentence(runs(_NUMBER.sub(rf"\1{TIE}", stopped(capital(marked.strip())))), opens, face)


def runs(marked: str) -> tuple[Run, ...]:
    """The runs of a marked string, neighbours of one kind joined."""
    out: list[Run] = []
    end = 0
    for match in _MARKED.finditer(marked):
        _append(out, Run("text", marked[end : match.start()]))
        _append(out, Run("bold", match[1]) if match[1] is not None else Run("icon", match[2], match[3]))
        end = match.end()
    _append(out, Run("text", marked[end:]))
    return tuple(out)


def _append(out: list[Run], run: Run) -> None:
    if not run.text:
        return
    if out and out[-1].kind == run.kind != "icon":
        out[-1] = Run(run.kind, out[-1].text + run.text)
    else:
        out.append(run)
