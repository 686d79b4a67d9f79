"""Random games of every game there is: invariants hold, every answer offered applies, copies and replays go the same way, and no seat
sees what it may not know."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shipped import GAMES, game, match
from yomi_dsl.engine.examples import matches, run_example
from yomi_dsl.engine.match import Match
from yomi_dsl.engine.replay import Replay, check
from yomi_dsl.engine.state import State
from yomi_dsl.engine.view import view
from yomi_dsl.irverify import verify

NAMES = pytest.mark.parametrize("name", list(GAMES))
SEEDS = st.integers(0, 2**31)
FEW = settings(max_examples=12, deadline=None)
MOST = 3000  # questions; a game that has not ended by then goes on for ever


def answers(m: Match, state: State) -> list[tuple[int, int]]:
    """All (seat, answer) of the open questions."""
    return [(r.seat, i) for r in m.requests(state) for i in range(len(r.options) + bool(r.stop))]


def play(m: Match, seed: int, each=None, most: int = MOST):  # type: ignore[no-untyped-def]
    """A random game; ``each`` sees every state before its answer. Returns the last state and the answers given."""
    rng = random.Random(seed)
    state, given_ = m.start(seed), []
    while not state.over and len(given_) < most:
        seat, index = rng.choice(answers(m, state))
        if each is not None:
            each(state, seat, index)
        m.step(state, index, seat)
        given_.append((seat, index))
    return state, given_


@NAMES
def test_the_ir_is_sound(name: str) -> None:
    assert verify(game(name)) == []


@NAMES
def test_the_examples_hold(name: str) -> None:
    assert game(name).examples
    make = matches()
    failures = {e.text: run_example(game(name), e, make) for e in game(name).examples}
    assert not any(failures.values()), failures


@NAMES
@FEW
@given(seed=SEEDS)
def test_games_end_and_keep_their_invariants(name: str, seed: int) -> None:
    m = match(name)
    checks = [(c.text, m.values.function(c.proc)) for c in game(name).invariants]
    cards = m.N

    def each(state: State, seat: int, index: int) -> None:
        lying = [c for zone in state.zones for c in zone]
        assert len(lying) == len(set(lying)) == cards, "a card is lost or doubled"
        for text, holds in checks:
            assert holds(state, 0) and holds(state, 1), text

    state, _ = play(m, seed, each)
    assert state.over and state.result[1] in game(name).endings


@NAMES
@FEW
@given(seed=SEEDS)
def test_every_answer_that_is_offered_applies(name: str, seed: int) -> None:
    m = match(name)

    def each(state: State, seat: int, index: int) -> None:
        for other_seat, other in answers(m, state):
            m.step(state.copy(), other, other_seat)

    play(m, seed, each, most=40)


@NAMES
@FEW
@given(seed=SEEDS)
def test_an_answer_that_is_not_offered_is_refused(name: str, seed: int) -> None:
    m = match(name)
    state = m.start(seed)
    before = state.fingerprint()
    request = m.requests(state)[0]
    for wrong in (-1, len(request.options) + bool(request.stop), 10**9):
        with pytest.raises(ValueError):
            m.step(state, wrong, request.seat)
        assert state.fingerprint() == before


@NAMES
@FEW
@given(seed=SEEDS)
def test_a_copy_and_a_saved_state_go_the_same_way(name: str, seed: int) -> None:
    m = match(name)
    twins: list[tuple[State, State]] = []

    def each(state: State, seat: int, index: int) -> None:
        saved = State.from_data(json.loads(json.dumps(state.to_data())))
        assert saved == state and saved.fingerprint() == state.fingerprint()
        for twin, original in twins:
            assert twin.fingerprint() == original.fingerprint()
        twins[:] = [(state.copy(), state), (saved, state)]
        for twin, _ in twins:
            m.step(twin, index, seat)

    play(m, seed, each, most=60)


@NAMES
@FEW
@given(seed=SEEDS)
def test_a_copy_is_independent(name: str, seed: int) -> None:
    m = match(name)
    state, _ = play(m, seed, most=15)
    before = state.fingerprint()
    if not state.over:
        copy = state.copy()
        for _ in range(10):
            if copy.over:
                break
            seat, index = answers(m, copy)[-1]
            m.step(copy, index, seat)
    assert state.fingerprint() == before


@pytest.mark.property("the other seat sees nothing of a sealed answer")
@NAMES
@FEW
@given(seed=SEEDS)
def test_the_other_seat_sees_nothing_of_a_sealed_answer(name: str, seed: int) -> None:
    """Byte for byte the same view, whatever was answered, until both have."""
    m = match(name)

    def each(state: State, seat: int, index: int) -> None:
        requests = m.requests(state)
        if len(requests) < 2:
            return
        for request in requests:
            seen = set()
            for answer in range(len(request.options) + bool(request.stop)):
                after = state.copy()
                m.step(after, answer, request.seat)
                if any(r.seat == 1 - request.seat for r in m.requests(after)):
                    seen.add(json.dumps(view(m, after, 1 - request.seat)))
            assert len(seen) <= 1

    play(m, seed, each, most=60)


@pytest.mark.property("a view does not depend on hidden cards")
@NAMES
@FEW
@given(seed=SEEDS)
def test_a_view_does_not_depend_on_hidden_cards(name: str, seed: int) -> None:
    """Swapping two cards that a seat cannot see, in any deck or in the other hand, changes nothing it sees."""
    m = match(name)
    state, _ = play(m, seed, most=seed % 40)
    for seat in (0, 1):
        before = json.dumps(view(m, state, seat))
        for z, zone in enumerate(state.zones):
            if len(zone) > 1 and not m.secrecy.zone_seen(z) >> seat & 1:
                twin = state.copy()
                twin.zones[z] = list(reversed(zone))
                assert json.dumps(view(m, twin, seat)) == before


@NAMES
@FEW
@given(seed=SEEDS)
def test_a_replay_is_exact_and_a_changed_one_diverges(name: str, seed: int) -> None:
    m = match(name)
    replay = Replay("the hash", GAMES[name][1], seed)
    rng = random.Random(seed)
    state = m.start(seed)
    while not state.over and len(replay.decisions) < 60:
        seat, index = rng.choice(answers(m, state))
        replay.note(state, index, seat)
        m.step(state, index, seat)
    replay.close(state)
    again = Replay.load(replay.save())
    assert check(m, again) == "exact"
    again.seed += 1
    assert check(m, again) != "exact"


def test_the_hash_seed_of_python_changes_nothing() -> None:
    """The same games, to the last fingerprint, in processes that order their dicts and sets differently."""
    code = (
        "from tests.shipped import GAMES, match\n"
        "from tests.test_games import play\n"
        "print([play(match(n), 5, most=80)[0].fingerprint() for n in GAMES])"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(runs) == 1 and "[" in next(iter(runs))
