"""The command line, ``yomi``: one module a verb, and what the verbs share."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    """Run ``yomi`` with the arguments of this process."""
    from yomi_dsl.cli.run import main as run

    run()
