"""The IR as text, as data and as a hash: what is written is read back, and only what changes the game changes its hash."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.compiler.blocks import HOST
from yomi_dsl import ir, resources
from yomi_dsl.compiler import compile_game
from yomi_dsl.diagnostics import Bag
from yomi_dsl.engine.walk import rewrite
from yomi_dsl.irtext import NODES, ReadError, flat, from_data, game_hash, read, to_data, to_text
from yomi_dsl.irverify import verify
from yomi_dsl.loader import load_game
from yomi_dsl.nodes import evolve
from yomi_dsl.source import Source

TESTS = Path(__file__).resolve().parents[1]
SHIPPED = sorted(path.parent for path in resources.games().glob("*/game.yomi"))
GAMES = [*SHIPPED, *sorted(path.parent for path in (TESTS / "games").glob("*/game.yomi")), HOST]
EACH_GAME = pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)


@cache
def texts(folder: Path) -> tuple[Source, ...]:
    bag = Bag()
    found = tuple(load_game(folder, bag))
    assert not bag.errors
    return found


def compiled(sources: tuple[Source, ...]) -> ir.Game:
    bag = Bag()
    game = compile_game(sources, bag)
    assert game is not None, [(p.at and p.at.line, p.message) for p in bag.sorted]
    return game


@cache
def game_of(folder: Path) -> ir.Game:
    return compiled(texts(folder))


def changed(folder: Path, old: str, new: str, count: int = 1) -> ir.Game:
    """The game with one passage of its texts replaced; it must be there."""
    assert sum(source.text.count(old) for source in texts(folder)) >= 1, old
    return compiled(tuple(Source(s.path, s.text.replace(old, new, count)) for s in texts(folder)))


# ---- text and data -----------------------------------------------------------------------------------------------------


@EACH_GAME
def test_what_is_written_is_read_back(folder: Path) -> None:
    game = game_of(folder)
    assert verify(game) == []
    text = to_text(game)
    assert to_text(read(text)) == text
    assert game_hash(read(text)) == game_hash(game)
    assert flat(read(flat(game))) == flat(game)


RANDOM = """
action lose/loses grip { let k be 2 random strike in your hand where power > 1; let j be random card in k; move j to your used pile }
example "what is random is told" {
  card "Oil" { strike opens; power 1; quickness 9; after you hit opponent with this { opponent loses grip } }
  given phase clash, you bring "Ana", opponent bring "Bo"
  given your hand ("Oil"), opponent's hand ("Wall")
  random is "Hammer"
  then your vigor changed by 0
}"""


def test_cards_at_random_are_read_back_and_verified() -> None:
    game = compiled((*texts(resources.games() / "tiny"), Source("more.yomi", RANDOM)))
    text = to_text(game)
    assert verify(game) == [] and text.count("AtRandom") == 2 and text.count("RandomIs") == 1
    assert to_text(read(text)) == to_text(from_data(json.loads(json.dumps(to_data(game))))) == text
    astray = rewrite(game, lambda node: evolve(node, slot=99) if isinstance(node, ir.AtRandom) else node)
    found = verify(astray)
    assert len(found) == 2 and all(": AtRandom: slot 99 lies outside" in problem for problem in found)


@EACH_GAME
def test_data_goes_through_json(folder: Path) -> None:
    game = game_of(folder)
    data = json.loads(json.dumps(to_data(game)))
    assert to_text(from_data(data)) == to_text(game)
    assert game_hash(from_data(data)) == game_hash(game)


@EACH_GAME
def test_each_line_of_the_text_is_short_or_one_thing(folder: Path) -> None:
    lines = to_text(game_of(folder)).splitlines()
    assert lines[0] == "(Game" and lines[-1] == ")"
    assert sum(len(line) > 110 for line in lines) < 0.05 * len(lines)


@pytest.mark.parametrize(
    "value",
    [None, True, False, 0, -7, "", 'a "quoted" \\ text', "yes", "none", "[", "two\nlines", "Übel – “so”", (), (1, ("a", ())),
     ir.At("a b.yomi", 3, 14), ir.Lit(None), ir.Lit("at:"), ir.Zone("deck", ir.Local(0, "you"))],
)  # fmt: skip
def test_single_values(value: object) -> None:
    assert flat(read(flat(value))) == flat(value)
    if not isinstance(value, ir.At):
        assert flat(from_data(json.loads(json.dumps(to_data(value))))) == flat(value)


NO_IR = [
    "", "(", "[1 2", "(Lit 1 2 3)", "(Nothing 1)", "(Lit)", "1 2", ")", "%", '"open', "(Lit 1", '@"a":1', "Lit", "(Lit 1]", "@", '@"a"',
    '@"a":1:', '@"a":x:1', "@1:2:3", '"\\x"', '"\\ud', '("Lit" 1)', "(Lit % 1)", "value:", "9" * 5000, "[" * 5000 + "]" * 5000, "(Lit " * 5000 + ")" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("text", NO_IR, ids=lambda text: text[:12])
def test_what_is_no_ir(text: str) -> None:
    with pytest.raises(ReadError):
        read(text)


def test_every_node_has_a_name_of_its_own() -> None:
    assert len(NODES) > 80
    assert all(name == cls.__name__ for name, cls in NODES.items())


# ---- the hash: what changes nothing ------------------------------------------------------------------------------------


@EACH_GAME
def test_comments_blank_lines_and_spaces_change_nothing(folder: Path) -> None:
    spread = []
    for source in texts(folder):
        lines = [f"\n   # about it\n  {line}   # so" if line.strip() else "" for line in joined(source.text).splitlines()]
        spread.append(Source(source.path, "# before\n" + "\n\n".join(lines) + "\n# after"))
    assert game_hash(compiled(tuple(spread))) == game_hash(game_of(folder))


def joined(text: str) -> str:
    """The text with its continued lines made one, so that a comment can follow each."""
    text = re.sub(r'(?m)^((?:[^"#\n]|"[^"\n]*")*)#[^\n]*$', r"\1", text)
    return re.sub(r"(,|\band|\bor)[ \t]*\n\s*", r"\1 ", text)


@EACH_GAME
def test_the_order_of_files_and_declarations_changes_no_rule(folder: Path) -> None:
    """What is declared where it is used, in whatever order, is the same; layers, rows and phases say their own order."""
    sources = texts(folder)
    backwards = compiled((*sources[:1], *reversed(sources[1:])))
    assert running(backwards) == running(game_of(folder))


def running(game: ir.Game) -> list[str]:
    """All parts, in no order; a status without a name is called by its number, which is no rule."""
    cards = [evolve(card, faces=tuple(evolve(f, values=tuple(sorted(f.values, key=flat))) for f in card.faces)) for card in game.cards]
    parts = [*cards, *game.actions, *game.values, *game.contests, *game.statuses, *game.zones, *game.tallies, *game.rules]
    return sorted(re.sub(r'"unnamed \d+"', '"unnamed"', flat(part)) for part in parts)


METADATA = {
    "a source": ("source house\n", "source rulebook\n"),
    "what a tally is called": ('{ says "vigor" }', '{ says "strength" }'),
    "what an action says": ('says "{doer} follow/follows up"', 'says "{doer} goes on"'),
    "colours": ('colours "1f5f4a"', 'colours "000000"'),
    "a flavour": ("health 14", 'health 14; flavour "Quick."'),
    "art": ("health 14", 'health 14; art "ana.png"'),
    "an example's title": ('example "an opening strike', 'example "a strike'),
    "what an example asserts": ("vigor changed by -6", "vigor changed by -5"),
    "a bot": ("by most power", "by least power"),
    "a ruling": ("endings:", 'ruling "Both may fall." [D-END-1]\nendings:'),
    "rule ids": ("as soon as your vigor = 0 {", "as soon as your vigor = 0 [D-END-1] {"),
}  # fmt: skip


@pytest.mark.parametrize("name", METADATA)
def test_what_never_runs_changes_no_hash(name: str) -> None:
    tiny = resources.games() / "tiny"
    old, new = METADATA[name]
    game = changed(tiny, old, new)
    assert game_hash(game) == game_hash(game_of(tiny))
    assert to_text(game) != to_text(game_of(tiny))


LOCAL_NAMES = [("bid", "pledge"), ("added", "extra"), ("winner", "best"), ("victim", "foe"), ("blow", "thump"), ("n", "much")]


@pytest.mark.parametrize(("old", "new"), LOCAL_NAMES)
def test_another_name_for_something_local_is_the_same_game(old: str, new: str) -> None:
    tiny = resources.games() / "tiny"
    word = re.compile(rf"(?<![\w'])(?<!\w-){old}(?![\w'-])")
    sources = tuple(Source(s.path, word.sub(new, s.text)) for s in texts(tiny))
    assert any(source.text != other.text for source, other in zip(sources, texts(tiny), strict=True))
    assert without_names(compiled(sources)) == without_names(game_of(tiny))


NAMES = {"Local": 2, "Role": 1, "PerSeat": 2, "Let": 2, "Roll": 2, "ForEach": 2, "Seat": 2, "Ask": 1, "Param": 1}


def without_names(game: ir.Game) -> str:
    """The running game, each local name replaced by the place where it first stands."""
    text = flat(game.actions) + flat(game.turn) + flat(game.cards) + flat(game.rules)
    text = re.sub(r'@"[^"]*":\d+:\d+|\{\w+\}', "", text)  # places, and the holes of a says
    known: dict[str, str] = {}
    locals_ = {name for pair in LOCAL_NAMES for name in pair}
    return re.sub(r'"(\w+)"', lambda m: known.setdefault(m[1], f"<{len(known)}>") if m[1] in locals_ else m[0], text)


# ---- the hash: what changes something ------------------------------------------------------------------------------------


CHANGES = {
    "a number on a card": ("power 2", "power 3"),
    "the number of copies": ('"Jab" x4', '"Jab" x3'),
    "a word on a card": ("grab closes; power 3", "grab opens; power 3"),
    "a range": ("limit 7", "limit 8"),
    "how often": ("repeat 2 {", "repeat 3 {"),
    "a sign": ("change vigor of victim by -(power", "change vigor of victim by (power"),
    "a row of the contest": ("grab beats guard", "guard beats grab"),
    "the order of rows": ("  strike beats grab\n  grab beats guard\n", "  grab beats guard\n  strike beats grab\n"),
    "the order of layers": ("layers: fighter, ring", "layers: ring, fighter"),
    "a span": ("during next clash", "during this clash"),
    "who": ("mark opponent with shaken", "mark you with shaken"),
    "what is chosen from": ("choose bid from your hand", "choose bid from your deck"),
    "a choice": ("keep choosing added", "may choose added"),
    "a keyword less": ("; shakes }", " }"),
    "a verdict": ("limit of turns 60", "limit of turns 61"),
    "what is seen": ("deck of player: pile, seen by nobody", "deck of player: pile, seen by all"),
    "an ending": ('"both beaten"', '"a draw"'),
    "a card's name": ('"Jab"', '"Poke"'),
    "where a card goes": ("move added to your ring", "move added to your hand"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_runs_changes_the_hash(name: str) -> None:
    tiny = resources.games() / "tiny"
    old, new = CHANGES[name]
    assert game_hash(changed(tiny, old, new, count=9 if old[0] == '"' else 1)) != game_hash(game_of(tiny))


def test_no_two_changes_have_one_hash() -> None:
    tiny = resources.games() / "tiny"
    hashes = [game_hash(changed(tiny, *CHANGES[name], count=9 if CHANGES[name][0][0] == '"' else 1)) for name in CHANGES]
    assert len(set(hashes)) == len(hashes)
    assert all(re.fullmatch("[0-9a-f]{24}", one) for one in hashes)
