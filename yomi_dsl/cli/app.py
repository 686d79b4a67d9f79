"""The verbs of ``yomi``, and what happens to a call that was not understood."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from yomi_dsl.cli import build, check, examples, explain, new, output, play, replays, rules, sheet, simulate
from yomi_dsl.cli.usage import UsageError
from yomi_dsl.loader import GameNotFoundError

USAGE = 2


class Verbs(TyperGroup):
    """Shows the user's mistakes in the call the way problems of a text are shown."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except GameNotFoundError as missing:
            _refuse(missing.diagnostic.message, missing.diagnostic.help)
        except UsageError as error:
            _refuse(error.message, error.help)
        except BrokenPipeError:
            output.mute()
            raise typer.Exit(output.NO_READER) from None
        raise typer.Exit(USAGE)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)


def _refuse(message: str, help: str) -> None:
    from yomi_dsl.excerpt import safe
    from yomi_dsl.report import Look

    look = Look(output.coloured(output.Colour.auto, sys.stderr))
    output.note(look.paint("error", "error") + look.paint("bold", f": {safe(message)}"))
    if help:
        output.note(f"{look.paint('gutter', ' =')} {look.paint('help', 'help: ' + safe(help))}")


app = typer.Typer(
    name="yomi",
    cls=Verbs,
    help="Fighting card games written as text: checked, tested, played and printed.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from yomi_dsl.cli.crash import version

        output.say(f"yomi {version()}")
        raise typer.Exit


@app.callback()
def top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Fighting card games written as text: checked, tested, played and printed."""


for module in (check, examples, rules, build, sheet, play, replays, simulate, explain, new):
    module.add_to(app)
