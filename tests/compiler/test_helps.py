"""What a message tells the designer to write instead."""

from __future__ import annotations

import pytest

from tests.compiler.blocks import Block
from yomi_dsl.diagnostics import Diagnostic


def only(text: str) -> Diagnostic:
    """The one problem of a text added to the host game."""
    _, found = Block("", "host", (), text, "case.yomi").compile()
    assert len(found) == 1, found
    return found[0]


def in_effect(text: str) -> str:
    return f'card "Aa" x2 {{ trick; boon {{ {text} }} }}'


def on_blade(text: str) -> str:
    return f'card "Aa" x2 {{ thrust; {text} }}'


HELPS = {
    in_effect("opponent tosses at top"): "it is said: tosses (c: cards)",
    in_effect("opponent tosses 1"): 'write "choose c from your ZONE" before this, and "c" instead of 1; it is said: toss (c: cards)',
}


@pytest.mark.parametrize("text", HELPS)
def test_the_help_says_what_to_write(text: str) -> None:
    assert only(text).help == HELPS[text]
