"""Limits of the machine, so that no text can exhaust memory, time or the call stack.

Limits of a game (turns, sizes of zones, bounds of loops) are no business of this module: they stand in the game's text,
each with its verdict. Every limit here has a code, ``E09xx``, with a page that says what to do.
"""

from __future__ import annotations

# ---- reading: E0901 .. E0908 -----------------------------------------------------------------------------------------

FILE_BYTES = 256 * 1024  # 600 cards; a longer text is a data dump or a slip, and splits well
LINE_CHARS = 2_000  # longer lines cannot be shown to anyone, and marks under them neither
GAME_FILES = 2_000  # a folder with more is not a game but a mistaken path, such as a home folder
GAME_BYTES = 32 * 1024 * 1024  # keeps a whole game in memory on any machine
FOLDER_ENTRIES = 20_000  # files of any kind that are looked at, for the same reason
FOLDER_DEPTH = 16  # of folders inside a game folder
NESTING = 64  # braces, brackets and chained operators one inside another; compiler passes recurse over them
NUMBER_DIGITS = 9  # numbers stay inside 32 bits, and no text makes Python read a number of a million digits
KEPT = 8_000  # things in the user's cache folder, of all games; each file of a game is some
FAULTS = 100  # reported in one file, then reading stops: each one costs a little time

# ---- showing ---------------------------------------------------------------------------------------------------------

SHOWN = 200  # problems a full report prints; the count of the rest follows, and other formats print all
