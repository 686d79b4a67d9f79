"""Limits of the machine while a game runs. Limits of a game (turns, zones, bounds of loops) stand in its text."""

from __future__ import annotations

STEPS = 20_000  # bodies begun between two decisions; a full turn of a large game takes a few hundred
DEPTH = 400  # bodies inside one another; every level is a rule or action that another one caused
DECISIONS = 2_000  # in one turn; two hands of a hundred cards would not need half of them
ROUNDS = 10_000  # of all loops between two decisions
SEARCH = 20_000  # sets tried for one pick of a choice whose condition cannot be taken apart
POSITIONS = 50_000  # of a study; a hand of thirty cards that follow one another in any order leads to twenty thousand
