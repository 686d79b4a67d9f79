"""The verbs of ``yomi``, and what happens to a call that was not understood."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from yomi_dsl.cli import output
from yomi_dsl.cli.usage import UsageError

USAGE = 2
VERBS = {
    "check": ("check", "Find what is wrong in games, files or a text."),
    "test": ("examples", "Run the examples of a game."),
    "rules": ("rules", "Print a game's rules, and what shows each."),
    "build": ("build", "Make all that comes of a game."),
    "sheet": ("sheet", "Print cards on sheets, ready to be cut."),
    "play": ("play", "Play a game in the terminal against a bot."),
    "replay": ("replays", "Play a game again, or play on."),
    "simulate": ("simulate", "Let two bots play many games."),
    "explain": ("explain", "Explain a code of a problem, or a word."),
    "fmt": ("formats", "Bring texts into their one form."),
    "new": ("new", "Begin a game, or a part of one, as a copy."),
}
"""Each verb's module, and its line in the list of all. A call imports the module of its own verb only."""


class Verbs(TyperGroup):
    """Shows the user's mistakes in the call the way problems of a text are shown."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The verb itself, with its options; to list it, its name and line were enough."""
        name, listed, rest = super().resolve_command(ctx, args)
        return name, _whole(name) if name else listed, rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except UsageError as error:
            _refuse(error.message, error.help)
        except BrokenPipeError:
            output.mute()
            raise typer.Exit(output.NO_READER) from None
        raise typer.Exit(USAGE)


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


def _listed() -> None:
    """Stands for each verb until it is called."""


def _whole(verb: str) -> Any:
    """A verb as its module makes it."""
    one = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    import_module(f"yomi_dsl.cli.{VERBS[verb][0]}").add_to(one)
    return typer.main.get_command(one)


for verb, (_, line) in VERBS.items():
    app.command(verb, help=line)(_listed)
