"""Arguments and options that several verbs have."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from yomi_dsl.cli.output import Colour, Form

GameArgument = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="A game; without, the one you are in or all.")
]
FirstSeat = Annotated[str, typer.Argument(metavar="HOLDER", help="Who sits in seat 1; several names are joined by +.")]
SecondSeat = Annotated[str, typer.Argument(metavar="HOLDER", help="Who sits in seat 2.")]
FormOption = Annotated[
    Form | None,
    typer.Option("--format", help="How problems are printed; full on a terminal, else concise.", show_default=False),
]
ColourOption = Annotated[Colour, typer.Option("--color", help="Whether to use colours.")]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="GAME", help="The game: its folder, or the name of a shipped one.", show_default=False
    ),
]
JobsOption = Annotated[
    int,
    typer.Option("--jobs", min=0, metavar="N", help="Processes to use; 0 means one a processor.", show_default=False),
]


def jobs_for(jobs: int) -> int:
    """How many processes are meant."""
    return jobs or os.cpu_count() or 1
