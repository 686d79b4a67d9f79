"""Small games made up at random: a fixed table, and bodies, rules, modifiers and choices drawn by `Pick`."""

from tests.reference.programs.games import game

__all__ = ["game"]
