"""``yomi explain``: the page about a code, or what a word means, to the language or to a game, and where it is declared."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomi_dsl.cli import games, output
from yomi_dsl.cli.helping import Verb, example
from yomi_dsl.cli.options import GameOption
from yomi_dsl.cli.usage import UsageError, closest, plain
from yomi_dsl.codes import CODES
from yomi_dsl.explain import page

if TYPE_CHECKING:
    from yomi_dsl.cli.words import Entry

_EXAMPLES = example("yomi explain E0104", "yomi explain modify", "yomi explain {one}")


def add_to(app: typer.Typer) -> None:
    app.command("explain", cls=Verb, epilog=_EXAMPLES)(explain)


def explain(
    words: Annotated[list[str], typer.Argument(metavar="CODE|WORD...", help="A code, e.g. E0104, or a word.")],
    game: GameOption = None,
) -> None:
    """Explain a code of a problem, or a word.

    The word may be one of the language, such as modify, or anything that a game declares: a keyword, an action, an
    attribute or one of its words, a zone, a card. A game's word is looked up in the game named, else in the one in
    whose folder you are, else in those that lie there, else in all shipped games. Of a game with errors, what could
    be read is explained.
    """
    asked = " ".join(words)
    text = page(asked)
    if text is not None:
        output.say(_wrapped(text).rstrip())
    elif asked.strip().upper() in CODES:
        output.say(f"{asked.strip().upper()}: {CODES[asked.strip().upper()]}")
    else:
        _explain_word(asked, game)


def _explain_word(asked: str, game: str | None) -> None:
    from yomi_dsl.cli.words import of_language
    from yomi_dsl.vocabulary import TABLE

    known = [(folder, entry) for folder in games.named_or_here(game) for entry in _entries(folder)]
    wanted = plain(asked)
    found = [one for one in known if plain(one[1].name) == wanted]
    found = found or [one for one in known if plain(one[1].name).startswith(wanted + " ")]
    told = [*of_language(wanted, longer=not found), *(entry for _, entry in found)]
    if not told:
        help = closest(asked, [*(entry.name for _, entry in known), *(row.word for row in TABLE), *CODES])
        message = f'"{asked}" is neither a code nor a word of the language or of a game'
        raise UsageError(message, help or "name the game with --game")
    for folder in dict.fromkeys(folder for folder, _ in found if game is None and folder != games.here()):
        games.tell(folder)
    output.say("\n\n".join("\n".join(_lines(entry)) for entry in told))


def _entries(folder: Path) -> list[Entry]:
    """The words of a game; of one with errors, those that could be read, and a line that says so."""
    from yomi_dsl.cli.words import entries

    opened = games.opened_once(folder)
    if opened.game is not None:
        return list(entries(opened, opened.game))
    from yomi_dsl.compiler import readable_part

    count = sum(problem.is_error for problem in opened.found)
    problems = "1 problem" if count == 1 else f"{count} problems"
    output.note(f"{opened.root} has {problems}: what follows may be incomplete (yomi check {opened.root})")
    part = readable_part(opened.sources)
    return list(entries(opened, part)) if part else []


def _lines(entry: Entry) -> Iterator[str]:
    yield f"{entry.name}: {entry.kind}, in {entry.game}"
    for label, text in entry.facts():
        first = f"  {label + ':':<10} "
        yield textwrap.fill(text, output.width(), initial_indent=first, subsequent_indent=" " * len(first))


def _wrapped(text: str) -> str:
    """The page made as narrow as the terminal; card text in it stays as it is."""
    blocks = []
    for i, part in enumerate(text.split("```")):
        paragraphs = part.split("\n\n")
        blocks.append(part if i % 2 else "\n\n".join(_filled(one) for one in paragraphs))
    return "```".join(blocks)


def _filled(paragraph: str) -> str:
    """One paragraph; lists and tables keep their lines."""
    if any(line.lstrip().startswith(("#", "-", "*", "|", ">", "1.")) for line in paragraph.splitlines()):
        return paragraph
    lead = paragraph[: len(paragraph) - len(paragraph.lstrip("\n"))]
    return lead + textwrap.fill(" ".join(paragraph.split()), output.width()) if paragraph.strip() else paragraph
