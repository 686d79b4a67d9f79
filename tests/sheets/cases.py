"""Abilities to be worded: every kind of effect, rule, choice and condition that a card may hold."""

from __future__ import annotations

from tests.sheets.case import Case
from tests.sheets.cases_effects import CHOICES, EFFECTS
from tests.sheets.cases_rules import MODIFIERS, RULES

CASES: dict[str, Case] = {**RULES, **MODIFIERS, **EFFECTS, **CHOICES}
