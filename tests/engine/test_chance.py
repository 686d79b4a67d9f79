"""Cards at random: fair, from a stream of their own, the same in copies and replays, and seen by whoever sees the cards."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.docs.compiling import with_texts
from yomi_dsl.engine.examples import run_example
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State
from yomi_dsl.engine.view import view

BENCH = Path(__file__).parent / "bench"
NAMES = ("Ash", "Elm", "Fir", "Oak")
SIDE = f'side "Wood" {{ {"; ".join(f"""card "{name}" x1 {{ item }}""" for name in NAMES)} }}'


def compiled(text: str) -> Any:
    game, problems = with_texts(BENCH, [("shown.yomi", f"{SIDE}\n{text}\n")])
    assert game is not None, [problem.message for problem in problems]
    return game


def begun(deed: str, seed: int = 0) -> tuple[Match, State]:
    """A game up to its first question, with its log. ``deed``: what the active player does first in his turn."""
    m = Match(compiled(f"before any player acts {{ {deed} }}"), (("Wood",), ("Wood",)))
    return m, m.start(seed, logging=True)


def names(m: Match, st: State, zone: str, seat: int) -> list[str]:
    return [str(m.name[c]) for c in st.zones[m.zone_index(zone, seat)]]


def doer(st: State) -> int:
    seat: int = st.pending[0][0]
    return seat


PICK = "let k be random card in hand of doer; move k to bin of doer; doer may { jot 1 }"


def test_each_card_is_as_likely_as_another() -> None:
    """400 times one of four: a hundred each, with a deviation of less than 9."""
    m, _ = begun(PICK)
    found: Counter[str] = Counter()
    for seed in range(400):
        st = m.start(seed)
        found.update(names(m, st, "bin", doer(st)))
    assert set(found) == set(NAMES)
    assert all(60 < count < 140 for count in found.values())


@pytest.mark.parametrize(("wanted", "taken"), [("0", 0), ("3", 3), ("4", 4), ("9", 4), ("(0 - 2)", 0)])
def test_several_are_different_cards_and_never_more_than_there_are(wanted: str, taken: int) -> None:
    for seed in range(20):
        m, st = begun(
            f"let k be {wanted} random card in hand of doer; move k to bin of doer; doer may {{ jot 1 }}", seed
        )
        found = names(m, st, "bin", doer(st))
        assert len(found) == len(set(found)) == taken


def test_of_no_cards_none_is_taken_and_nothing_is_told() -> None:
    deed = "let k be random card in nook of doer; let s be 2 random card in nook of doer"
    m, st = begun(f"{deed}; if k is nothing and not s is something {{ jot 5 }}; doer may {{ jot 1 }}")
    assert st.tallies[m.tally_base["trace"]] == 5
    assert [entry for entry in st.log or () if entry[0] == "random"] == []
    assert st.streams[-1] == m.seeded(0).streams[-1]


def test_only_cards_that_fit_are_taken() -> None:
    for seed in range(12):
        m, st = begun(
            'let k be random card x in hand of doer where not x is "Ash" and not x is "Oak"; move k to bin of doer; doer may { jot 1 }',
            seed,
        )
        assert names(m, st, "bin", doer(st))[0] in ("Elm", "Fir")


def test_a_pick_changes_no_shuffle_and_no_roll() -> None:
    rest = "shuffle hand of doer; let r be roll 6; jot r; doer may { jot 1 }"
    for seed in range(5):
        _, st = begun(rest, seed)
        _, other = begun(f"let k be random card in hand of doer; let s be 2 random card in hand of doer; {rest}", seed)
        assert other.zones == st.zones and other.tallies == st.tallies
        assert other.streams[:-1] == st.streams[:-1] and other.streams[-1] == st.streams[-1] + 2


AFTER = "doer may { jot 1 }; let k be 2 random card in hand of doer; move k to bin of doer; doer may { jot 1 }"


def test_copies_and_what_is_read_again_go_the_same_way() -> None:
    m, st = begun(AFTER, 7)
    copied, read = st.copy(), State.from_data(json.loads(json.dumps(st.to_data())))
    for one in (st, copied, read):
        m.step(one, 1)
    assert len(names(m, st, "bin", doer(st))) == 2
    assert st == copied == read and st.fingerprint() == read.fingerprint()


def picks(deed: str, bump: int) -> tuple[Match, State]:
    """The same game with another chance for the cards at random."""
    m, st = begun(deed)
    st.streams[-1] += bump
    m.step(st, 1)
    return m, st


def shown(m: Match, st: State, seat: int) -> str:
    """All that a seat gets to see."""
    return json.dumps([view(m, st, seat), [m.secrecy.shown(entry, seat) for entry in st.log or ()]])


def picked(m: Match, st: State) -> set[str]:
    return {str(m.name[entry[1]]) for entry in st.log or () if entry[0] == "random"}


def test_what_is_picked_from_a_hand_is_seen_by_its_owner_alone() -> None:
    deed = "doer may { jot 1 }; let k be random card in hand of doer; doer may { move k to bin of doer }"
    made = [picks(deed, bump) for bump in range(8)]
    m, st = made[0]
    seat = doer(st)
    assert {frozenset(picked(*one)) for one in made} == {frozenset([name]) for name in NAMES}
    assert len({shown(*one, 1 - seat) for one in made}) == 1
    assert len({shown(*one, seat) for one in made}) == len(NAMES)
    entry = next(entry for entry in st.log or () if entry[0] == "random")
    assert m.secrecy.shown(entry, 1 - seat) == ("random", None)


def test_what_is_picked_in_the_open_is_seen_by_both() -> None:
    deed = "move all card in hand of doer to bin of doer; doer may { jot 1 }; let k be random card in bin of doer; doer may { jot 1 }"
    m, st = picks(deed, 0)
    entry = next(entry for entry in st.log or () if entry[0] == "random")
    assert m.secrecy.shown(entry, 1 - doer(st)) == m.secrecy.shown(entry, doer(st)) == ("random", entry[1])


# ---- examples --------------------------------------------------------------------------------------------------------

TOLD = """
before any player acts { let k be random item in hand of doer; move k to bin of doer; let s be 2 random item in hand of doer; move s to nook of doer; let r be roll 6; jot r }
example "told" {
  given phase deed, you bring "Wood", opponent bring "Wood"
  given your hand ("Ash", "Elm", "Fir", "Oak")
  STEPS
  then your bin = ("Fir"), your nook = ("Ash", "Oak"), your hand = ("Elm")
}"""
RIGHT = 'random is "Fir"; random is "Oak"; roll is 3; random is "Ash"'


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (RIGHT, []),
        (RIGHT.replace("Oak", "Fir"), ['"Fir" cannot be the random card (Ash, Elm, Oak)']),
        ('random is "Fir"; roll is 3', ["the example does not say which card is random (Ash, Elm, Oak)"]),
        (f'{RIGHT}; random is "Elm"', ['the random card "Elm" is never taken']),
        (RIGHT.replace("roll is 3; ", ""), ["the example does not say what is rolled"]),
    ],
)
def test_an_example_tells_each_card(steps: str, told: list[str]) -> None:
    game = compiled(TOLD.replace("STEPS", steps))
    assert [failure.message for failure in run_example(game, game.examples[-1])] == told
