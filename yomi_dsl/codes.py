"""Every problem the tools can report: its code and its short title.

A code is for ever: it never changes its meaning, and one that is given up is not used again. Each has a page in
docs/errors, and its first two digits say which part of the work found it.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    # E01: reading and parsing
    "E0101": "a word or sign in the wrong place",
    "E0102": "a text that is not closed",
    "E0103": "curly quotes",
    "E0104": "a block that is not closed",
    "E0105": "a closing brace too many",
    "E0106": "a bracket that is not closed",
    "E0107": "a closing bracket too many",
    "E0108": "a character without a meaning",
    "E0109": "a control word in the wrong place",
    "E0110": "a number run into letters",
    "E0111": "a statement that breaks off",
    "E0112": "two statements on one line",
    "E0113": "rule ids that are none",
    "E0121": "no such game",
    "E0122": "a file that is not UTF-8",
    "E0123": "a hidden character",
    "E0124": "a link out of the game's folder",
    "E0125": "a file that cannot be read",
    "E0126": "a folder without game.yomi",
    "E0127": "a file name that cannot be shown",
    # E09: limits of the machine
    "E0901": "a file that is too large",
    "E0902": "too many files",
    "E0903": "a game that is too large",
    "E0904": "a line that is too long",
    "E0905": "nesting that is too deep",
    "E0906": "a number that is too large",
    "E0907": "too many mistakes in one file",
    "E0908": "folders that lie too deep",
    # W01: reading
    "W0101": "an empty file",
}
