"""A bot in words, for whoever plays it at the table: what it prefers, when, and at which roll. Made from the IR that the engine runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets import wording_conditions  # noqa: F401  with it, conditions have words
from yomi_dsl.sheets.grammar import OPPONENT, YOU, Noun, fill
from yomi_dsl.sheets.lexicon import Lexicon, lexicon
from yomi_dsl.sheets.text import bare_text, capital, clean
from yomi_dsl.sheets.typography import typographic
from yomi_dsl.sheets.wording_choices import asked
from yomi_dsl.sheets.wording_filters import kind
from yomi_dsl.sheets.wording_scene import Problem, Scene, literal, nodes, test
from yomi_dsl.sheets.wording_values import source

BOT = Noun("the bot", own="the bot's", self_="itself")
_REST = "any"
_ORDER = "Where the bot has a choice, take the first line that it can do."
_DICE = (
    "Where the bot has a choice, take the first table whose heading is true, roll the die and begin at its line. What cannot be"
    " done: go on to the line below, after the last to the first."
)
_ALLOWED = "Only what the rules allow at that moment counts."
_EQUAL = "Where several things fit alike, take any; “by chance”: draw one unseen."


@attrs.frozen
class Line:
    """``mark``: the numbers of the die, or ""."""

    mark: str
    text: str


@attrs.frozen
class Table:
    """Lines under one heading. ``die``: how many sides it has; 0: the lines are read from the first on."""

    when: str
    die: int
    lines: tuple[Line, ...]


@attrs.frozen
class Section:
    """One choice: what it is called, and what is chosen."""

    title: str
    asked: str
    tables: tuple[Table, ...]


@attrs.frozen
class BotSheet:
    """All that is printed of a bot. ``how``: how the sheet is read."""

    name: str
    game: str
    flavour: str
    how: str
    sections: tuple[Section, ...]


def bot_sheet(game: ir.Game, bot: ir.Bot, problems: list[Problem] | None = None) -> BotSheet:
    lex = lexicon(game)
    scene = Scene(lex, bot.at, problems=[] if problems is None else problems).enter(bot.names, {"you": BOT})
    sections = _merged([section for row in bot.rows for section in _sections(scene, row)])
    dice = any(table.die for section in sections for table in section.tables)
    how = f"{_DICE if dice else _ORDER} {_ALLOWED} {_EQUAL}"
    return BotSheet(_set(bot.name), _set(game.name), _set(bot.flavour), _set(how), sections)


def bot_text(game: ir.Game, bot: ir.Bot) -> str:
    """A sheet as plain text."""
    return "\n".join(_lines(bot_sheet(game, bot))) + "\n"


def _lines(sheet: BotSheet) -> Iterator[str]:
    yield from (line for line in (sheet.name, sheet.flavour) if line)
    yield sheet.how
    for section in sheet.sections:
        yield from ("", section.title + (f" ({section.asked})" if section.asked else ""))
        for table in section.tables:
            die = f"d{table.die}" if table.die else ""
            heading = " ".join(part for part in (die, table.when) if part)
            yield from (f"  {heading}:",) if heading else ()
            yield from (f"    {line.mark + ' ' if line.mark else ''}{line.text}" for line in table.lines)


def _merged(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Choices with one and the same answer, without dice, stand together; the last, for all others, stands alone."""
    *named, rest = sections
    out: list[Section] = []
    for section in named:
        i = next((i for i, one in enumerate(out) if one.tables == section.tables and not section.tables[0].die), None)
        if i is None:
            out.append(section)
        else:
            asked = out[i].asked if out[i].asked == section.asked else ""
            out[i] = Section(f"{out[i].title}, {section.title}", asked, section.tables)
    return (*(attrs.evolve(section, title=capital(section.title)) for section in out), rest)


# ---- a choice ------------------------------------------------------------------------------------------------------------------


def _sections(scene: Scene, row: ir.BotRow) -> Iterator[Section]:
    """One, and where several lists of options go by one name, one for each that the bot has an answer to."""
    game, first = scene.lex.game, _asker(scene.lex.game, row.choice)
    inner = [(a, o) for a in game.actions for o in nodes(a) if isinstance(o, ir.Options) and o.name == row.choice]
    own: list[Section] = []
    said: set[str] = set()
    for action, options in inner if isinstance(first, ir.Options) and _plain(row) else ():
        labels = {option.action or option.label for option in options.options}
        mine = [one for one in row.rows if isinstance(one, ir.Prefer) and one.label in labels]
        if options is not first and mine:
            said |= labels
            wanted = _set(_wanted(scene, options, row.choice))
            own.append(Section(capital(_label(scene.lex, action.name)), wanted, _tables(scene, mine, False)))
    rest = [one for one in row.rows if not isinstance(one, ir.Prefer) or one.label not in said]
    yield _section(scene, ir.BotRow(row.choice, tuple(rest)))
    yield from own


def _plain(row: ir.BotRow) -> bool:
    """Without dice, and with nothing but options."""
    return all(isinstance(one, ir.Prefer) and one.label for one in row.rows)


def _section(scene: Scene, row: ir.BotRow) -> Section:
    if row.choice == _REST:
        return Section("Anything else", "", _tables(scene, row.rows, True))
    choice = _asker(scene.lex.game, row.choice)
    cards = isinstance(choice, ir.Choose) and _ask(choice, row.choice).source.cards is not None
    title = scene.lex.bare(row.choice)
    return Section(_set(title), _set(_wanted(scene, choice, row.choice)), _tables(scene, row.rows, cards))


def _asker(game: ir.Game, name: str) -> ir.Choose | ir.Options | None:
    """Where the rules, or else the cards, ask for this."""
    for node in nodes((*game.actions, *game.rules, *game.keywords, *game.statuses, *game.cards)):
        if isinstance(node, ir.Choose) and any(ask.name == name for ask in node.asks):
            return node
        if isinstance(node, ir.Options) and node.name == name:
            return node
    return None


def _ask(choose: ir.Choose, name: str) -> ir.Ask:
    return next(ask for ask in choose.asks if ask.name == name)


def _wanted(scene: Scene, choice: ir.Choose | ir.Options | None, name: str) -> str:
    """What there is to pick, without what else must hold, which the rules say; nothing where that has no words."""
    if isinstance(choice, ir.Options):
        return " / ".join(_label(scene.lex, option.label) for option in choice.options)
    if choice is None:
        return ""
    who = choice.who.of if isinstance(choice.who, ir.Opponent) else choice.who
    called = OPPONENT if who is not choice.who else BOT
    inner = attrs.evolve(scene, env={who.slot: called} if isinstance(who, ir.Local) else {}, problems=[])
    ask = _ask(choice, name)
    words = asked(inner, ask) if literal(ask.high) is not None else source(inner, ask.source).many
    told = words.replace(YOU.own, BOT.own) if called is OPPONENT else words
    return "" if inner.problems else _own(told)


# ---- tables --------------------------------------------------------------------------------------------------------------------


def _tables(scene: Scene, rows: Sequence[ir.Prefer | ir.BotDie], cards: bool) -> tuple[Table, ...]:
    """Dice, and what lies between dice together. ``cards``: it is cards that are chosen."""
    out: list[Table] = []
    rolled = False
    for plain, group in groupby(rows, lambda row: isinstance(row, ir.Prefer)):
        members = list(group)
        if plain:
            texts = [_prefer(scene, one, cards) for one in members if isinstance(one, ir.Prefer)]
            out.append(_fallback(texts) if out else Table("", 0, tuple(Line("", _capital(text)) for text in texts)))
        for die in members:
            if isinstance(die, ir.BotDie):
                out.append(_die(scene, die, rolled, cards))
                rolled = True
    return tuple(out)


def _fallback(texts: Sequence[str]) -> Table:
    return Table("If nothing of that can be done", 0, (Line("", _capital(_else(texts))),))


def _else(texts: Sequence[str]) -> str:
    return "; else ".join(texts)


def _die(scene: Scene, die: ir.BotDie, later: bool, cards: bool) -> Table:
    when = "Otherwise" if later else ""
    if die.where is not None:
        when = f"If {_own(test(scene, die.where))}"
    lines = tuple(
        Line(
            f"{low}" if low == high else f"{low}–{high}",
            _capital(_else([_prefer(scene, one, cards) for one in rows])),
        )
        for low, high, rows in die.faces
    )
    return Table(_set(when), die.sides, lines)


# ---- preferences ---------------------------------------------------------------------------------------------------------------


def _prefer(scene: Scene, one: ir.Prefer, cards: bool) -> str:
    what = _liked(scene, one, cards)
    return what if one.where is None else f"{what}, if {_own(test(scene, one.where))}"


def _liked(scene: Scene, one: ir.Prefer, cards: bool) -> str:
    if one.label and not (cards and one.filter is not None):
        return _label(scene.lex, one.label)
    card = scene.lex.noun("card")
    found = Noun("any", bare=card.bare) if one.filter is None else kind(scene, one.filter)
    if one.by in ("most", "least"):
        return f"{_the(found)} with the {one.by} {scene.lex.bare(one.attr)}"
    return f"{found.text}, by chance" if one.by == "chance" else found.text


def _the(found: Noun) -> str:
    """The one meant: "the red card"; of those that belong to somebody: "that of your red cards"."""
    return f"that {found.text.removeprefix('one ')}" if found.text.startswith("one of ") else f"the {found.bare}"


def _label(lex: Lexicon, label: str) -> str:
    """An option: what an action says when it is done, as an order; else its own words."""
    action = lex.actions.get(label)
    if action is None or not action.says:
        return clean(label)
    return fill(clean(action.says), {"doer": YOU}).removeprefix("you ").removeprefix("may ")


def _own(words: str) -> str:
    """Whom the bot plays against is the opponent of the table, too."""
    return words.replace(f"{BOT.possessive} opponent", "the opponent")


def _capital(words: str) -> str:
    return _set(capital(words))


def _set(words: str) -> str:
    return typographic(bare_text(words))
