"""``yomi play``: a game in the terminal, from one seat, against a bot; or two bots to watch; or a script."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl.cli import holders, output
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import FirstSeat, GameOption, SecondSeat
from yomi_dsl.cli.usage import UsageError

if TYPE_CHECKING:
    from yomi_dsl.cli.desk import Desk
    from yomi_dsl.cli.script import Line, ScriptError

_EXAMPLES = example(
    "yomi play {one} {two}",
    "yomi play {one} {two} --seed 7 --seat 2",
    "yomi play {one} {two} --bots",
    "yomi play {one} {two} --seed 7 --script moves.txt",
)
SEEDS = 1_000_000


def add_to(app: typer.Typer) -> None:
    app.command("play", cls=Verb, epilog=_EXAMPLES)(play)


def play(
    first: FirstSeat,
    second: SecondSeat,
    game: GameOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed, the same shuffles.", show_default=False)
    ] = None,
    seat: Annotated[int, typer.Option("--seat", min=1, max=2, help="Your seat.")] = 1,
    bot: Annotated[
        str | None, typer.Option("--bot", metavar="NAME", help="The bot against you; chance plays anything.")
    ] = None,
    bots: Annotated[bool, typer.Option("--bots", help="Two bots play, and you watch.")] = False,
    script: Annotated[
        str | None, typer.Option("--script", metavar="FILE", help="Your answers, one a line; - reads them.")
    ] = None,
    replay: Annotated[Path | None, typer.Option("--replay", metavar="FILE", help="Keep the game in this file.")] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Tell every step, with its place in the text.")] = False,
) -> None:
    """Play a game in the terminal against a bot. To learn a game, read its rules first: yomi rules GAME --brief."""
    if script and bots:
        raise UsageError("a script answers for you, but with --bots nobody asks you", "leave one of the two out")
    answers = _answers(script) if script else []
    import secrets

    number = secrets.randbelow(SEEDS) if seed is None else seed
    desk = _desk((first, second), game, number, None if bots else seat - 1, bot, steps, answers)
    try:
        if bots:
            desk.watch()
        elif script:
            _follow(desk, script)
        else:
            desk.sit()
    finally:
        if replay or not script:
            from yomi_dsl.cli.replays import tell_kept

            tell_kept(desk, replay)


def _desk(
    names: tuple[str, str],
    game: str | None,
    seed: int,
    seat: int | None,
    bot: str | None,
    steps: bool,
    answers: list[Line],
) -> Desk:
    from yomi_dsl.cli import desk, session

    opened, played = holders.game_with(names, game)
    seats = (holders.bring(played, names[0]), holders.bring(played, names[1]))
    name = session.bot_name(played, bot)
    scripted = any(line.other for line in answers)
    bots = tuple(None if one == seat or scripted else name for one in (0, 1))
    begun = session.begin(played, seats, seed, (bots[0], bots[1]))
    holders.announce(played, seats)
    output.say(f"seed {seed}" + ("" if scripted else f", bot {name or session.CHANCE}"))
    return desk.Desk(opened, begun, seat, steps, answers)


def _answers(script: str) -> list[Line]:
    from yomi_dsl.cli.script import ScriptError, lines

    try:
        return list(lines(_read(script)))
    except ScriptError as error:
        raise _misfit(script, error) from None


def _follow(desk: Desk, script: str) -> None:
    from yomi_dsl.cli.script import ScriptError

    try:
        desk.follow()
    except ScriptError as error:
        raise _misfit(script, error) from None


def _misfit(script: str, error: ScriptError) -> typer.Exit:
    """Say which line of a script is wrong. A script that does not fit is a finding, not a wrong call."""
    output.note(f"{script}:{error.number}: {error.message}" + (f"\n  {error.help}" if error.help else ""))
    return typer.Exit(1)


def _read(script: str) -> str:
    try:
        return sys.stdin.read() if script == "-" else Path(script).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise UsageError(f'the script "{script}" cannot be read: {reason.lower()}') from None
