"""Which changes are made to a statement to break it."""

from __future__ import annotations

from yomi_dsl import ir
from yomi_dsl.cli import games
from yomi_dsl.cli.planting import plantings, showing, variants, without_spoilt
from yomi_dsl.cli.uprooted import uprooted
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.engine.walk import walk
from yomi_dsl.parser import parse
from yomi_dsl.source import Source, Span
from yomi_dsl.syntax import File, Number, Stmt, leftmost

TEXT = """\
status shaken on player [A-1] { says "shaken"; modify your strike: quickness to 2; modify your grab: quickness to 3 }
tally vigor of player: 0..9, start 4 [A-2]
value swift of player: a and b [A-3]
phase rest { draw 1 [A-4] }
example "one" shows [A-1] { given phase rest }
ruling "so it is" [A-1]
invariant: vigor of player < 10 [A-2]
"""


def files() -> list[File]:
    bag = Bag()
    read = [parse(Source("game.yomi", TEXT), bag)]
    assert not len(bag)
    return read


def lines(made: tuple[File, ...]) -> list[Stmt]:
    return [line for file in made for line in file.body]


def test_what_carries_rule_ids_and_runs_is_broken() -> None:
    found = plantings(files())
    assert [one.tags for one in found] == [("A-1",), ("A-2",), ("A-3",), ("A-4",)]
    assert [one.words for one in found][:2] == ["status shaken on player", "tally vigor of player: 0..9, start 4"]


def test_first_the_whole_then_the_block_then_parts() -> None:
    made = list(variants(files(), 0))
    assert [much for much, _ in made][:3] == [True, True, False]
    assert len(lines(made[0][1])) == 6
    emptied = lines(made[1][1])[0]
    assert [str(line.at.text) for line in emptied.block or ()] == ['says "shaken"']
    kept = [[line.at.text for line in lines(one)[0].block or ()] for much, one in made if not much]
    assert ['says "shaken"', "modify your grab: quickness to 3"] in kept


def test_numbers_are_changed_and_conditions_turned_round() -> None:
    tally = [lines(one)[1] for much, one in variants(files(), 1) if not much]
    numbers = [
        [i.value for c in stmt.define or () for i in leftmost(c.value).items if isinstance(i, Number)] for stmt in tally
    ]
    assert [0, 5] in numbers or [5] in numbers
    ops = {
        getattr(c.value, "op", "") for much, one in variants(files(), 2) if not much for c in lines(one)[2].define or ()
    }
    assert "not" in ops


def test_a_statement_inside_another_is_taken_out_alone() -> None:
    _, made = next(variants(files(), 3))
    assert [line.block for line in lines(made) if line.at.text.startswith("phase")] == [()]


def test_an_example_that_no_longer_compiles_is_set_aside() -> None:
    read = files()
    source = read[0].body[0].at.source
    inside = TEXT.index("given")
    error = Diagnostic("E0602", "no such phase", Span(source, inside, inside + 5))
    mended = without_spoilt(read, [error])
    assert mended is not None and mended[1] == {"A-1"}
    assert len(lines(mended[0])) == 6
    assert without_spoilt(read, [Diagnostic("E0202", "unknown", Span(source, 0, 6)), error]) is None


def test_only_the_examples_that_show_an_id_are_compiled() -> None:
    assert len(lines(showing(files(), ["A-1"]))) == 7
    assert not any(line.at.text.startswith("example") for line in lines(showing(files(), ["A-2"])))


# ---- in the compiled game -------------------------------------------------------------------------------------------


def tiny() -> ir.Game:
    game = games.open_game(games.find_shipped("tiny")).game
    assert game is not None
    return game


def without(words: str) -> ir.Game | None:
    """The game without what comes of the line of game.yomi that begins so."""
    text = (games.find_shipped("tiny") / "game.yomi").read_text(encoding="utf-8").splitlines()
    (number,) = [i for i, line in enumerate(text, 1) if line.strip().startswith(words)]
    return uprooted(tiny(), lambda at: at.path == "game.yomi" and at.line == number)


def made(game: ir.Game | None, kind: type) -> int:
    assert game is not None
    return sum(isinstance(node, kind) for node in walk(game))


def test_a_row_is_taken_out_of_its_contest() -> None:
    assert made(without("grab beats guard"), ir.Row) == made(tiny(), ir.Row) - 1


def test_an_effect_is_taken_out_of_its_body() -> None:
    assert made(without("hit opponent with your lead"), ir.Do) == made(tiny(), ir.Do) - 1


def test_a_keyword_says_nothing_wherever_it_is_used() -> None:
    (left,) = [game for game in [without("keyword shakes")] if game is not None]
    used = [a.name for card in left.cards for face in card.faces for a in face.abilities]
    assert "shakes" not in used and "parries" in used


def test_an_attribute_stands_on_no_card() -> None:
    (left,) = [game for game in [without("stat power")] if game is not None]
    printed = {name for card in left.cards for face in card.faces for name, _ in face.values}
    assert "power" not in printed and "quickness" in printed


def test_a_value_is_nothing_and_a_status_is_never_given() -> None:
    (left,) = [game for game in [without("value lead of player")] if game is not None]
    (value,) = [one for one in left.values if one.name == "lead"]
    assert isinstance(value.proc.body, ir.Lit) and value.proc.body.value is None
    assert "first move" not in [one.status for one in walk(without("status first move")) if isinstance(one, ir.Mark)]


def test_of_a_zone_nothing_comes_that_could_be_missing() -> None:
    assert without("zone deck") is None
