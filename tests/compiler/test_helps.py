"""What a message tells the designer to write instead."""

from __future__ import annotations

import re

import pytest

from tests.compiler.blocks import Block, read
from yomi_dsl.compiler import compile_game
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.engine.examples import run_example
from yomi_dsl.source import Source


def only(text: str) -> Diagnostic:
    """The one problem of a text added to the host game."""
    _, found = Block("", "host", (), text, "case.yomi").compile()
    assert len(found) == 1, found
    return found[0]


def in_effect(text: str) -> str:
    return f'card "Aa" x2 {{ trick; boon {{ {text} }} }}'


def in_example(line: str) -> str:
    start = 'given phase dusk, you bring "North", opponent brings "North"'
    return f'example "e" {{ {start}; {line}; then bells = 0 }}'


def on_blade(text: str) -> str:
    return f'card "Aa" x2 {{ thrust; {text} }}'


NAMED = (
    'tally luck points of player: 0..3 { says "luckiness" }\nstat luckiness optional on trick: 0..9\n'
    'action brace/braces (n: number) { says "{doer} brace/braces"; change your nerve by n }\n'
    'action earn/earns (n: number) points { says "{doer} earn/earns {n}"; change your luck points by n }\n'
    "as soon as your luck points = 3 { brace 1; earn 1 points }\n"
)
HELPS = {
    in_effect("opponent tosses at top"): "it is said: tosses (c: cards)",
    in_effect(
        "opponent tosses 1"
    ): 'write "choose c from your ZONE" before this, and "c" instead of 1; it is said: toss (c: cards)',
}
HELPS |= {
    on_blade("reach: 5"): 'write "reach 5"',
    on_blade('reach "five"'): "write a number from 0 to 9",
    'card "Aa" x2 { trick; boon }': 'write "boon { ... }"',
    'card "Aa" 2x { trick }': 'copies are written "x2"',
    in_effect("change yours nerve by 1"): 'did you mean "your"?',
    in_effect("toss all card in opponent's graveyard"): "the zones are box, stack, fan, heap, floor, wall and well",
}
# the words of everyday speech
HELPS |= {
    in_effect("fetch two"): 'a number is written in digits: "2"',
    in_effect("choose k from the fan; toss k"): "there are no articles: leave it out",
    in_effect(
        "opponent tosses a blade"
    ): 'there are no articles: leave it out; for one of several write "choose c from ZONE", and then "c"',
    in_effect("choose k from your fan; toss it"): 'write the name that was chosen, or "this"',
    in_effect("toss all card in my fan"): 'write "your"',
    in_effect("opponents rests"): 'write "opponent", or "opponent\'s" of what belongs to him',
    in_effect("if your nerve is less than 3 { rest }"): 'numbers are compared with signs: "<" or "<="',
    in_effect("if your fan is empty { rest }"): 'write "no card in ZONE"',
    in_effect("if your nerve < 3 then { rest }"): "leave it out",
    in_effect("repeat 2 times { rest }"): "leave it out",
    in_effect("fetch number of card in your fan"): 'write "count of CARDS"',
    in_effect(
        "opponent tosses random heavy card"
    ): 'write "let k be random heavy card in ZONE" before this, and here "k"',
    in_effect("opponent tosses c at random"): 'write "let k be random card in ZONE" before this, and here "k"',
    in_effect("let k be random card from your fan; toss k"): 'write "random card in ZONE"',
    in_effect("let k be a random card in your fan; toss k"): "leave it out",
    in_effect("let k be random 2 blades in your fan; toss k"): 'write "2 random blade in ZONE"',
    in_effect("choose random card from your fan"): 'write "let k be random card in ZONE" before this, and here "k"',
    in_effect(
        "randomly toss c"
    ): 'a card at random: write "let k be random card in ZONE", and then "k"; a player: "random player"',
    in_effect("set your nerve to 3"): 'write "change NUMBER by N" or "change NUMBER to N"',
    in_effect("put this in your fan"): 'write "move CARDS to ZONE"',
    in_effect("choose one { rest; fetch 1 }"): 'write "choose one { option ... }"',
    in_effect("choose one { option fetch 1; option rest }"): 'write: option "fetch 1" { fetch 1 }',
    in_effect("if turn = 1 { rest }"): 'its number is "turn number"',
    in_effect("each player rests"): 'write "each player { ... }"',
    in_effect("both players rest"): 'write "each player { ... }"',
    in_effect("you have dazzled"): 'this is a condition: to give a status write "mark you with dazzled"',
}
# numbers and statuses by their names
HELPS |= {
    in_effect("earn 3 nerve"): "it is said: earn (n: number) points; "
    '"nerve" is changed so: brace (n: number) to add, or change your nerve by N',
    in_effect("opponent earns 3 nerve"): "it is said: earns (n: number) points; "
    '"nerve" is changed so: braces (n: number) to add, or change opponent\'s nerve by N',
    in_effect("lose 3 nerve"): 'it is said: [PLAYER] lose game as "ENDING"; '
    '"nerve" is changed so: brace (n: number) to add, or change your nerve by N',
    in_effect("earn dazzled"): 'it is said: earn (n: number) points; a status is given: write "mark you with dazzled"',
    in_effect("if opponent has 3 nerve { rest }"): 'write "opponent\'s nerve >= 3"',
    in_effect("if your luckiness > 1 { rest }"): '"luckiness" is how "luck points" reads: did you mean "luck points"?',
    on_blade("reach 5; luck points 3"): 'did you mean "luckiness"?',
}
HELPS = {f"{NAMED}{text}" if re.search("nerve|luck|points", help) else text: help for text, help in HELPS.items()}
# numbers by names that nobody declared
SINKS = 'action sink/sinks (n: number) { says "{doer} sink/sinks {n}"; change your nerve by -n }\nas soon as your nerve = 3 { sink 1 }\n'
HELPS |= {
    SINKS
    + in_effect(
        "take 6 harm"
    ): "a player's numbers are changed so: sink (n: number) to take away, or change NUMBER by N",
    SINKS
    + in_effect(
        "opponent suffers 6 harm"
    ): "a player's numbers are changed so: sinks (n: number) to take away, or change NUMBER by N",
    SINKS + in_effect("lose 6 harm"): 'it is said: [PLAYER] lose game as "ENDING"; '
    "a player's numbers are changed so: sink (n: number) to take away, or change NUMBER by N",
    in_effect("if count of your attic = 2 { rest }"): "the zones are box, stack, fan, heap, floor, wall and well; "
    "a player's numbers: nerve and lean",
    in_effect("choose k from your fan where speed > 3; toss k"): "the numbers of a card: reach, weight and courage; "
    "the numbers of a player: nerve and lean",
    in_effect("choose k from your attic; toss k"): "the zones are box, stack, fan, heap, floor, wall and well",
}
# what a new designer slips in
LUCK = 'tally luck of player: 0..3 { says "luck" }\nas soon as your luck = 3 { change your luck by -3 }\n'
HELPS |= {
    "tally rage for player: 0..5": 'write "of player"',
    'status hot on player next 2 duels { says "hot" }': 'write "during next 2 duels"',
    'status hot on player until next duel { says "hot" }': 'write "until end of next duel" or "during next duel"',
    'tally rage of player: 0..5 "rage"': 'what belongs to "tally" stands in braces: write "{ says ... }"',
    "tally rage of player: 0..5 { says rage }": 'write: says "rage"',
    on_blade("reach 5; modify your thrust or cut: reach by 1"): 'write "your (thrust or cut)"',
    "status hot on player during this turn { your blade: reach by 1 }": 'write "modify your blade: ..."',
    on_blade("reach 5; modify reach of your blade by 1"): 'write "modify your blade: reach by 1"',
    on_blade("reach 5; modify your blade: reach = 1"): 'write "reach to 1"',
    on_blade("reach 5; after you rest, where bells > 3 { fetch 1 }"): 'leave the "," before "where" out',
    on_blade("reach 5; instead of you are stung { fetch 1 }"): 'write "opponent VERBS you"',
    LUCK + in_effect("if you have luck { rest }"): 'write "your luck > 0"',
    LUCK + in_effect("if your luck reaches 3 { rest }"): 'numbers are compared with signs: "=", ">=" or ">"',
    LUCK + in_effect("if your luck more than 2 { rest }"): 'numbers are compared with signs: ">" or ">="',
    LUCK + in_effect("change your luck 1"): 'write "by 1" or "to 1"',
    in_effect("may rest { fetch 1 }"): 'what may be done stands in braces: write "may { ... }"',
    in_effect("when bells > 2 { rest }"): 'write "if CONDITION { ... }"',
    in_effect("if your bells > 2 { rest }"): 'it is of the whole game: write "bells", or declare it "of player"',
    'action nod, nods (c: card) { says "{doer} nod/nods"; toss c }': 'write "nod/nods"',
    'action nod/nods (n: number) { says "{doer} nods {n}"; fetch n }': 'write "{doer} nod/nods"',
    'action nod/nods (n: number) { says "doer nod/nods {n}"; fetch n }\nas soon as your nerve = 3 { nod 1 }': 'write "{doer}"',
    'school "South" { courage 9; counter rage of player: 0..5 }': 'write "tally rage ..."',
    'school "South" { courage 9; player tally rage: 0..5 }': 'begin with "tally"',
    "counter rage of player: 0..5": 'write "tally ..."',
    'school "South" { courage 9; colors "1d3a8a" on "f4efe3" }': 'did you mean "colours"?',
    in_effect("this turn { modify your blade: reach by 1 }"): 'write "during this turn { ... }"',
    in_effect(
        "until end of turn { modify your blade: reach by 1 }"
    ): 'what holds for a time stands in "during SPAN { ... }"',
    in_effect("rest; and fetch 1"): "leave it out: each statement stands for itself",
    in_effect("may choose { option rest }"): 'a choice has a name: write "choose one { option ... }"',
    in_effect("during next opponent's turn { modify your blade: reach by 1 }"): 'write "opponent\'s next turn"',
    on_blade("reach 5; before you sting opponent by this { n by 1 }"): 'write "change n by ..." or "change n to ..."',
    on_blade("reach 5; before this stings { fetch 1 }"): 'write "before you sting opponent by this { ... }"',
    on_blade("reach = 5"): 'write "reach 5"',
    on_blade("reach 5.5"): "numbers are whole",
    on_blade("reach 5; bites: 2"): 'write "bites 2"',
    "keyword leads (n: number) -> (onward: filter) { weight n; answers onward }\n"
    + on_blade("reach 5; leads 2: cut"): ('write "leads (n) -> (onward)"'),
    "keyword leads (m: metal) -> (onward: filter) { m; answers onward }\n"
    + on_blade("reach 5; leads iron -> cut, gold"): ('what follows on "->" is joined with "or"'),
    "keyword leads (n: number) -> (onward: filter) { weight n; answers onward }\n"
    + on_blade("reach 5; leads 2 - > cut"): ('write "->" without a space'),
    'school South { courage 9; tally rage of player: 0..3 }\naction nod/nods { says "{doer} nod/nods"; change your rage by 1 }': (
        'write: school "NAME" { ... }'
    ),
}
# phrases
HELPS |= {
    in_effect("toss top card of your stack"): 'write "top of your stack"; it is said: toss (c: cards)',
    in_effect("toss any card of your fan"): 'write "any card in your fan"; it is said: toss (c: cards)',
    in_effect("toss all card in your opponent's fan"): 'one owner is enough: write "opponent\'s fan"; '
    "it is said: toss (c: cards)",
    in_effect("choose k from your fan or heap; toss k"): "cards come from one zone at a time; "
    'whether c lies there is "c in your fan"',
    in_effect("choose k from your fan where cut; toss k"): 'write "c is cut", with the name of a card for c',
    in_effect("choose k from your fan where k weight > 2; toss k"): 'write "weight of k"',
    in_effect("if cards in your fan > 3 { rest }"): 'write "count of cards in your fan"',
    in_effect("if your fan = 0 { rest }"): 'write "count of your fan = 0"',
    in_effect("fetch weight of this / 2"): 'write "half of NUMBER rounded up" or "rounded down"',
    in_effect("fetch 2 cards"): "it is said: fetch (n: number)",
    in_effect("fetch you 2"): 'what is yours: "your ..."; it is said: fetch (n: number)',
    on_blade('reach 5; answers "cut"'): '"cut" is a word of the game: write it without quotes',
    on_blade("reach 5; after stinging { rest }"): 'did you mean "sting"?',
}
# lines of cards
HELPS |= {
    'keyword cuts back { says "Back."; after you rest { fetch 1 } }\n'
    + on_blade("reach 5; cuts back; after you sting opponent by cuts { rest }"): 'did you mean "cut"?; '
    "the keyword is: cuts back",
    on_blade("5 reach; weight 2"): 'write "reach 5"',
    on_blade("reach 5; rest"): 'write "boon { rest }" or "answer { rest }" or a rule around it',
    on_blade("reach 5; fetch 1"): 'write "boon { fetch 1 }" or "answer { fetch 1 }" or a rule around it',
    on_blade("reach 5; boon: rest"): 'write "boon { rest }"',
    on_blade("reach 5; gift Long Arm { modify your blade: reach by 1 }"): "a title stands in quotes: "
    'write gift "Long Arm" { ... }',
    on_blade("reach 5; bites 3"): 'write "bites for (m)"',
    on_blade("reach 5; bites for iron"): "it is written: bites for (m: number)",
    on_blade("reach 5; heavy yes"): "a flag that stands on a card is yes, any other is no",
    on_blade("reach 5; not heavy"): "a flag that does not stand on a card is no",
    on_blade('reach 5; card "Ab" x1 { trick }'): 'is a "}" missing before it?',
    on_blade("reach 5; modify your blade: reach by 1 during this turn"): "it is in force while its card is; "
    'else write "during SPAN { modify ... }" where something is done',
    on_blade('reach 5; flavor "So."'): 'did you mean "flavour"?',
    on_blade("reach 5; your cut outdo parry"): 'did you mean "outdoes"?',
    on_blade("reach 5; modify your blade reach by 1, weight by 2"): 'write "modify your blade: reach by 1"',
    on_blade("reach 5; modify your blade: reach 1"): 'write "reach by 1" or "reach to 1"',
    on_blade("reach 5; modify your blade: weight by 1; reach by 1"): 'what one "modify" changes is joined with ","',
    on_blade("reach 5; modify your draws left: 3"): 'write "modify your draws left to 3"',
    on_blade("reach 5; modify draws left to 3"): 'write "your draws left" or "opponent\'s draws left"',
}
# examples
HELPS |= {
    in_example("then opponent's nerve -2"): 'write "opponent\'s nerve changed by -2"',
    in_example("then opponent's nerve changed -2"): 'write "changed by 3" or "changed by -3"',
    in_example("then your nerve 12"): 'write "your nerve = 12"',
    in_example("then opponent loses 2 nerve"): 'write "NUMBER changed by N" or "ZONE = (CARDS)"',
    in_example("then you win"): 'write "you win game as "ENDING""',
    in_example("then you win game"): 'it is said: [PLAYER] win game as "ENDING"',
    in_example("then: your nerve = 12"): 'leave the ":" out',
    in_example("then your fan = no card"): 'write "no card in your fan" or "any card in your fan"',
    in_example('then your fan has "Coin"'): 'write "any "Coin" in your fan"',
    in_example('given your stack top ("Coin")'): 'write "stack from top ("Coin")"',
    in_example("given dusk"): 'write "phase dusk"',
    in_example("given the fog"): "there are no articles: leave it out",
    in_example('your fan ("Coin")'): 'what is given begins with "given", what must hold with "then": '
    'write "given your fan ("Coin")"',
    in_example('opponent brings "North"'): 'what is given begins with "given", what must hold with "then": '
    'write "given opponent brings "North""',
    in_example('you play "Coin"'): 'players answer what they are asked: write "you choose NAME ANSWER", '
    "or accept, decline, stop",
    in_example('you choose "Coin"'): 'write the name of the choice before it: "choose NAME "Coin""',
    in_example('duel "Coin", "Coin"'): 'it is said: "duel (a) against (b)"',
    in_example(
        "expect your nerve = 12"
    ): "a line begins with given, then, you, opponent, run until, roll is, random is, or one of: duel",
}
# declarations and rules of the game
HELPS |= {
    'action nod/nods c: card { says "{doer} nod/nods"; toss c }': 'a role stands in brackets: "(NAME: TYPE)"',
    'keyword burns n { says "Burns {n}."; after you rest { fetch n } }\n' + on_blade("reach 5; burns 3"): (
        'a role stands in brackets: write "(n: number)", or another type'
    ),
    "keyword burns (n) { after you rest { fetch n } }": 'a name with its type is written "(n: number)"',
    "keyword burns for n { after you rest { fetch n } }": 'a role stands in brackets: write "(n: number)", or another type',
    'action nod/nods amount { says "{doer} nod/nods {amount}" }': (
        'a role stands in brackets: write "(amount: number)", or another type'
    ),
    "words mood default grim on card: grim merry": 'words of a set are kept apart with commas: write "grim, merry"',
    "words mood optional on card: grim merry\n" + on_blade("reach 3; grim") + '\ncard "Ab" x2 { trick; merry }': (
        'words of a set are kept apart with commas: write "grim, merry"'
    ),
    "tally rage of player: 0 to 5": 'a range is written "0..9"',
    "tally rage of player 0..5": 'write ":" before what it is',
    "tally rage of player 0-5": 'write ":" before what it is',
    "value rage of player 3": 'write ":" before what it is',
    "tally rage 0..5": 'write "tally rage of player: 0..9"',
    "tally rage (0..5)": 'write "tally rage of player: 0..9"',
    "tally rage of player from 0 to 5": 'a range is written ": 0..9"',
    "tally rage of player: 0-5": 'a range is written "0..5"',
    "tally rage of player: 5": 'a range is written "0..9"',
    "tally rage of player: 0...5": 'a range is written "0..9"',
    "tally rage of player: 0..5 start 2": 'write ", start N"',
    "stat polish default 0 on blade: 0-5": 'a range is written "0..5"',
    "value rage of player = 3": 'write ":" before what it is',
    'status hot on player for next turn { says "hot" }': 'write "during next turn"',
    "default charm luck": 'write: default charm "luck"',
    'tally rage of player: 0..5\n  says "rage"\nas soon as your rage = 3 { rest }': (
        'it stands in the braces of what is declared: write "{ says ... }"'
    ),
    'status mad on player during this turn says "mad"': 'what belongs to "status" stands in braces: write "{ says ... }"',
    "action nod/nods\n  rest; rest": 'what belongs to "action" stands in braces: write "action ... { ... }"',
    "setup each player fetch 1": 'what belongs to "setup" stands in braces: write "setup { ... }"',
    "action nod/nods if bells = 1 { rest }": 'is a "{" missing before "if"?',
    'keyword loud for (n: number) says "Loud {n}." after you rest { fetch n }': 'is a "{" missing before "after"?',
    "endings: tired": "an ending stands in quotes",
    'bot "B" { asked pick: parry }': 'write "prefer KIND", "prefer any" or "prefer stop"',
    'bot "B" { asked pick: prefer cut with most reach }': 'write "by most reach"',
    'bot "B" { asked pick { roll 6 { 1-4: prefer parry; 5..6: prefer cut }; prefer any } }': 'write "1..4"',
    'bot "B" { asked pick { roll 6 { 1..5: prefer parry; 6 prefer cut }; prefer any } }': "write "
    '"roll 6 { 1..4: prefer ...; 5..6: prefer ... }"',
    "look card size 63 by 88 { row top: name, reach symbol }": 'write "reach with symbol"',
    "after 2 turns { rest }": 'when a time is over: "at end of 2 turns { ... }"',
    "when your nerve = 1 { rest }": 'write "after EVENT" or "as soon as CONDITION"',
    "after you rest { fetch 1 }": 'write "any player", and in its block "doer"',
    "after player rests { doer fetches 1 }": 'write "any player", and in its block "doer"',
    "after anyone rests { doer fetches 1 }": 'write "any player", and in its block "doer"',
    'keyword fiery { says "Fiery."; rest }': "write a rule around it",
}


def test_a_number_that_is_given_must_be_one_that_the_tally_can_have() -> None:
    given = 'example "e" {{ given phase dusk, you bring "North", opponent brings "North"; given {}; then bells = 9 }}'
    _, found = Block("", "host", (), given.format("bells 9"), "case.yomi").compile()
    assert found == []
    problem = only(given.format("bells 10"))
    assert (problem.code, problem.at and problem.at.text, problem.label) == ("E0402", "10", "it goes from 0 to 9")
    problem = only(given.format("opponent's lean -4"))
    assert (problem.at and problem.at.text, problem.label) == ("-4", "it goes from -3 to 3")


def test_a_number_that_is_given_is_held_against_a_range_that_is_computed_when_the_example_runs() -> None:
    tally = "tally luck of player: nerve of player..200, start 200\nas soon as your luck = 13 { rest }\n"
    given = 'example "e" {{ given phase dusk, you bring "North", opponent bring "North"; given {}; then bells = 0 }}'
    for line, told in (
        ("your nerve 12, opponent's nerve 0, your luck 200", []),
        ("your nerve 13", ["your nerve 13 is out of range: it goes from 0 to 12"]),
        ("opponent's luck 3", ["opponent's luck 3 is out of range: it goes from 12 to 200"]),
        ("your lean -3", []),
        ("opponent's lean -3", []),
    ):
        game, found = Block("", "host", (), tally + given.format(line), "case.yomi").compile()
        assert game is not None and found == []
        assert [failure.message for failure in run_example(game, game.examples[-1])] == told


def test_a_default_and_an_ending_without_quotes_are_told_once() -> None:
    """Whoever speaks of them is not to blame."""
    tiny = [source for source, _ in read("tiny")]
    texts = {source.path: source.text.replace('endings: "beaten"', "endings: beaten") for source in tiny}
    bag = Bag()
    compile_game([Source(path, text) for path, text in texts.items()], bag)
    assert [(problem.code, problem.help) for problem in bag.sorted] == [("E0302", "an ending stands in quotes")]


@pytest.mark.parametrize("text", HELPS)
def test_the_help_says_what_to_write(text: str) -> None:
    assert only(text).help == HELPS[text]


# ---- a control word for a name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "used"),
    [
        ("keyword at (n: number) { after you rest { fetch n } }", on_blade("reach 5; at 3; weight 2")),
        ("keyword if (n: number) { after you rest { fetch n } }", on_blade("reach 5; if 3")),
        ('status by on player during next duel { says "by" }', in_effect("if you has by { mark you with by }")),
        ("tally for of player: 0..9", in_effect("change your for by 1")),
    ],
)
def test_a_control_word_for_a_name_is_told_where_it_is_declared(declared: str, used: str) -> None:
    """Whoever uses the name is not to blame, in whichever file."""
    for files in ((("a.yomi", f"{declared}\n{used}"),), (("a.yomi", used), ("b.yomi", declared))):
        bag = Bag()
        host = [source for source, _ in read("host")]
        compile_game([*host, *(Source(path, text) for path, text in files)], bag)
        (problem,) = bag.sorted
        word = declared.split()[1]
        assert (problem.code, problem.message) == ("E0204", f'"{word}" is a word of the language')
        assert problem.at is not None and problem.at.text == word
        assert problem.help == "choose another word"


def test_a_name_that_is_missing_is_no_control_word() -> None:
    problem = only("tally of player: 0..9")
    assert (problem.code, problem.message) == ("E0301", "a name is missing")


def test_a_colon_that_is_missing_is_told_after_what() -> None:
    for text, rest in (("tally rage of player 0..5", "0..5"), ("value rage of player = 3", "= 3")):
        problem = only(text)
        assert (problem.code, problem.message) == ("E0407", '":" is missing after "player"')
        assert problem.at is not None and problem.at.text == rest


def test_a_number_below_nothing_is_out_of_range() -> None:
    problem = only(on_blade("reach -5"))
    assert (problem.code, problem.message, problem.label) == (
        "E0402",
        "reach -5 is out of range",
        "it goes from 0 to 9",
    )
    assert problem.at is not None and problem.at.text == "-5"


def test_a_letter_may_be_a_fixed_word() -> None:
    """It is a role only if the block speaks of it, and of nothing else by that name."""
    text = 'action vie/vies plan b { says "{doer} vie/vies"; rest }\nas soon as your nerve = 3 { vie plan b }'
    _, found = Block("", "host", (), text, "case.yomi").compile()
    assert found == []


# ---- two of one name -------------------------------------------------------------------------------------------------

ANEW = 'fighter "Cy" {\n  health 15\n  card "Elbow" x4 { strike closes; power 3; quickness 4 }\n}\n'


def of_files(*named: tuple[str, str]) -> list[Diagnostic]:
    """What is wrong with some files added to the tutorial's game."""
    bag = Bag()
    given = [source for source, _ in read("tiny")]
    compile_game([*given, *(Source(path, text) for path, text in named)], bag)
    return bag.sorted


@pytest.mark.parametrize(
    ("paths", "marked"),
    [(("cy.yomi", "di.yomi"), "di.yomi"), (("bo.yomi", "cy.yomi"), "bo.yomi"), (("x.yomi", "y.yomi"), "y.yomi")],
)
def test_a_holder_that_stands_twice_is_told_once_and_with_the_first(paths: tuple[str, str], marked: str) -> None:
    (problem,) = of_files((paths[0], ANEW), (paths[1], ANEW))
    assert problem.at is not None
    (other,) = problem.more
    assert (problem.code, problem.message, problem.at.path) == ("E0201", 'there are two: fighter "Cy"', marked)
    assert (other.text, {other.at.path, marked}, other.at.line) == ("first here", set(paths), 1)
    assert problem.help == 'give this one a name of its own: fighter "Cy 2"'


def test_of_two_cards_the_second_is_told_with_the_first() -> None:
    lines = ANEW.splitlines()
    (problem,) = of_files(
        ("cy.yomi", "\n".join([*lines[:-1], lines[2], '  card "Elbow 2" x1 { guard; parries for 1 }', "}"]))
    )
    assert problem.at is not None and problem.at.line == 4
    assert [(label.at.line, label.text) for label in problem.more] == [(3, "first here")]
    assert problem.help == 'copies are written "x2"; another card has a name of its own: card "Elbow 3"'
