"""Rules that no example can show: what chance does, and what is hidden. A game's text names each test that shows such a
rule as a ``property``; the mark of the same name stands at the test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shipped import GAMES, game
from yomi_dsl import ir
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.state import State
from yomi_dsl.engine.view import view

MARK = re.compile(r'^@pytest\.mark\.property\("([^"]+)"\)$', re.MULTILINE)
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.rglob("test_*.py"))]
LARGE = "yomi2"
DRAWN = 4


def held(m: Match, state: State, zone: str, seat: int) -> list[ir.Card]:
    """The cards in a zone of a player."""
    places = [z for z in m.everywhere if m.z_name[z] == zone and m.z_seat[z] == seat]
    return [m.cards[c] for z in places for c in state.zones[z]]


def bringing(holder: str) -> Match:
    """The holder with the default of every other head, against the same."""
    played = game(LARGE)
    brings = tuple(default or holder for _, default in played.heads)
    return Match(played, (brings, brings))


CHARACTERS = [holder.name for holder in game(LARGE).holders if holder.head == "character"]


def test_each_property_that_a_game_names_is_a_test_and_each_mark_is_named() -> None:
    named = {one.text for name in GAMES for one in game(name).properties}
    assert named == {name for text in TEXTS for name in MARK.findall(text)}


@pytest.mark.property("a game begins as its setup says")
@pytest.mark.parametrize("holder", CHARACTERS)
def test_a_game_begins_as_its_setup_says(holder: str) -> None:
    m = bringing(holder)
    life = m.values_now.tally("hp")
    meter = m.values_now.tally("meter")
    for seed in range(5):
        state = m.start(seed)
        waiting = 1 - state.active  # whose turn it is has drawn already
        hand = [card.name for card in held(m, state, "hand", waiting)]
        assert len(hand) == 4 + DRAWN and {"High Block", "Low Block"} <= set(hand)
        assert any("Throw" in name for name in hand) and any("Burst" in name for name in hand)
        assert len(held(m, state, "deck", waiting)) == 34 - 2 - len(hand)
        assert len(held(m, state, "discard pile", waiting)) == 2
        assert life(state, 0) == life(state, 1) > 50 and meter(state, 0) == meter(state, 1) == 0


@pytest.mark.property("a deck of thirty and a hand of five")
@pytest.mark.parametrize("holder", [holder.name for holder in game("tempo").holders])
def test_a_deck_of_thirty_and_a_hand_of_five(holder: str) -> None:
    """In the draw step of the very first turn nothing more is drawn; each of the 30 cards is of one of the four kinds."""
    m = Match(game("tempo"), ((holder,), (holder,)))
    momentum = m.values_now.tally("momentum")
    orders = set()
    for seed in range(5):
        state = m.start(seed)
        assert momentum(state, 0) == momentum(state, 1) == 0
        for seat in (0, 1):
            hand, deck = held(m, state, "hand", seat), held(m, state, "deck", seat)
            assert len(hand) == 5 and len(deck) == 25
            assert not (hand[0].head or deck[0].head)
            orders.add(tuple(card.id for card in hand + deck))
    assert len(orders) == 10, "a deck was not shuffled"


@pytest.mark.property("a side deck lies apart")
@pytest.mark.parametrize("holder", CHARACTERS)
def test_a_side_deck_lies_apart(holder: str) -> None:
    """Main deck, hand, discard pile and gem are 35 cards; what is more lies in the side deck, and neither meets the other."""
    m = bringing(holder)
    state = m.start(1)
    main = [card.id for zone in ("deck", "hand", "discard pile", "aside") for card in held(m, state, zone, 0)]
    side = [card.id for card in held(m, state, "side deck", 0)]
    assert len(main) == 35 and not set(main) & set(side)


@pytest.mark.property("chance decides who begins")
def test_chance_decides_who_begins() -> None:
    """Of 200 fair draws fewer than 65 for one side come once in a million times."""
    m = bringing(CHARACTERS[0])
    begins = sum(m.start(seed).active for seed in range(200))
    assert 65 <= begins <= 135


FACED = [holder.name for holder in game("tarot").holders]


@pytest.mark.property("a hand of five from a deck of sixty and some abilities")
@pytest.mark.parametrize("holder", FACED)
def test_a_hand_of_five_from_a_deck_of_sixty_and_some_abilities(holder: str) -> None:
    """Two or three abilities, four copies of each, besides sixty cards with a rank; what was left out lies aside."""
    m = Match(game("tarot"), ((holder,), (holder,)))
    state = m.start(1)
    hand, deck = held(m, state, "hand", 0), held(m, state, "deck", 0)
    ranked = [card for card in hand + deck if "rank" in dict(card.faces[0].values)]
    abilities = [card.name for card in hand + deck if card not in ranked]
    assert len(hand) == 5 and len(ranked) == 60
    assert len(set(abilities)) in (2, 3) and all(abilities.count(name) == 4 for name in abilities)


@pytest.mark.property("on equal life chance gives the initiative")
def test_on_equal_life_chance_gives_the_initiative() -> None:
    """Once a turn, to one of the two; of 200 fair draws fewer than 65 for one side come once in a million times."""
    m = Match(game("tarot"), ((FACED[0],), (FACED[0],)))
    has = [[s["of"] for s in view(m, m.start(seed), 0)["statuses"]] for seed in range(200)]
    assert all(len(of) == 1 for of in has) and 65 <= has.count([0]) <= 135
