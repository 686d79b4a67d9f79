"""What is kept from run to run never shows: an edited game is the same, and at fault in the same way, as one read from nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiler.mutations import KINDS, Edit
from yomi_dsl import cache, resources, tables
from yomi_dsl.cache import keeping
from yomi_dsl.compiler import compile_files
from yomi_dsl.compiler.units import Unit
from yomi_dsl.diagnostics import Bag
from yomi_dsl.irtext import to_text
from yomi_dsl.loader import load_game
from yomi_dsl.parser import parse
from yomi_dsl.source import Source
from yomi_dsl.syntax import File, Stmt

NUMBERS = st.integers(0, 10**6)
EDITS = st.lists(
    st.tuples(NUMBERS, st.booleans(), st.builds(Edit, st.sampled_from(sorted(KINDS)), NUMBERS, NUMBERS)),
    min_size=1,
    max_size=3,
)
"""Which file, does the change before stay, and what is changed."""

Told = tuple[str, list[Any]]


@pytest.fixture(autouse=True, scope="module")
def _own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("store")))
        patch.setattr(cache, "_made", {})
        yield


@attrs.define
class Game:
    """A shipped game, each of its files parsed once."""

    texts: dict[str, str]
    files: dict[str, tuple[Source, File]] = attrs.field(factory=dict)

    @classmethod
    def named(cls, name: str) -> Game:
        return cls({source.path: source.text for source in load_game(resources.games() / name, Bag())})

    def sources(self, changes: dict[str, str]) -> list[Source]:
        return [Source(path, text) for path, text in (self.texts | changes).items()]

    def from_nothing(self, changes: dict[str, str]) -> Told:
        bag = Bag()
        pairs = []
        for source in self.sources(changes):
            if source.path not in self.files:
                self.files[source.path] = source, parse(source, Bag())
            known = source.path not in changes
            pairs.append(self.files[source.path] if known else (source, parse(source, bag)))
        game = compile_files([file for _, file in pairs], [source for source, _ in pairs], bag)
        return told(game, bag)

    def with_what_is_kept(self, changes: dict[str, str]) -> Told:
        bag = Bag()
        cache._made.clear()
        return told(cache.compiled(self.sources(changes), bag), bag)

    def agrees(self, changes: dict[str, str]) -> None:
        assert self.with_what_is_kept(changes) == self.from_nothing(changes)


def told(game: Any, bag: Bag) -> Told:
    """A game, and all that is reported of it with the places, in an order of its own."""
    problems = [
        (d.code, d.message, *place(d.at), d.label, d.help, tuple((label.text, *place(label.at)) for label in d.more))
        for d in bag.sorted
    ]
    return ("" if game is None else to_text(game), problems)


def place(at: Any) -> tuple[Any, ...]:
    return () if at is None else (at.path, at.start, at.end)


TEMPO = Game.named("tempo")


@given(EDITS)
@settings(max_examples=8, deadline=None, derandomize=True)
def test_edits(edits: list[tuple[int, bool, Edit]]) -> None:
    TEMPO.agrees({})
    changes: dict[str, str] = {}
    for number, stays, edit in edits:
        path = sorted(TEMPO.texts)[number % len(TEMPO.texts)]
        changes = {**(changes if stays else {}), path: edit((changes if stays else {}).get(path, TEMPO.texts[path]))}
        TEMPO.agrees(changes)
    TEMPO.agrees({})


# ---- what bears on what ----------------------------------------------------------------------------------------------


@pytest.fixture
def read_anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first lines of the units that were read."""
    lines: list[str] = []
    from yomi_dsl.cache.kept import Kept

    keep = Kept.keep

    def told(self: Kept, stmt: Stmt, unit: Unit) -> None:
        lines.append(stmt.at.text.split("\n")[0])
        keep(self, stmt, unit)

    monkeypatch.setattr(Kept, "keep", told)
    return lines


FIGHTER = "fighters/reed.yomi"


def edited(path: str, old: str, new: str) -> dict[str, str]:
    assert old in TEMPO.texts[path]
    return {path: TEMPO.texts[path].replace(old, new, 1)}


def mentioning(card: str) -> set[str]:
    return {path for path, text in TEMPO.texts.items() if f'"{card}"' in text}


CHANGES = {
    "a comment": (edited(FIGHTER, "\n", "\n# a comment\n"), {FIGHTER}),
    "a printed number": (edited(FIGHTER, "damage 3", "damage 2"), {FIGHTER}),
    "how many copies": (edited(FIGHTER, "x4", "x3"), {FIGHTER}),
    "what an action does": (edited("momentum.yomi", "change your momentum to 0", "change your momentum to 1"), set()),
    "how an example is told": (edited("examples/turn.yomi", 'example "', 'example "So: '), {"examples/turn.yomi"}),
    "one more card": (
        edited(FIGHTER, 'card "Undertow"', 'card "Eddy" x1 { utility; tempo 1 }\n  card "Undertow"'),
        {FIGHTER},
    ),
    "the name of a card": (edited(FIGHTER, 'card "Undertow"', 'card "Underflow"'), mentioning("Undertow")),
    "how an action is said": (edited("momentum.yomi", "surge/surges [", "surge/surges now ["), set(TEMPO.texts)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_read_anew(name: str, read_anew: list[str]) -> None:
    changes, where = CHANGES[name]
    TEMPO.agrees({})
    read_anew.clear()
    TEMPO.agrees(changes)
    texts = TEMPO.texts | changes
    assert bool(read_anew) == bool(where)
    assert all(any(line in texts[path] for path in where) for line in read_anew)
    if where == set(TEMPO.texts):
        assert len(read_anew) > 40


def test_a_spoilt_store_is_as_none() -> None:
    TEMPO.agrees({})
    kept = [
        file
        for file in Path(tables._folder()).iterdir()
        if file.name.startswith(("units-", "outline-", "file-", "game-", "problems-"))
    ]
    assert len({file.name.partition("-")[0] for file in kept}) == 5
    for n, file in enumerate(kept):
        data = file.read_bytes()
        file.write_bytes((data[: len(data) // 2], data[:-1] + b"?", b"", b"null")[n % 4])
    TEMPO.agrees(edited(FIGHTER, "damage 3", "damage 1"))


def test_a_game_of_another_version_is_not_known(monkeypatch: pytest.MonkeyPatch, read_anew: list[str]) -> None:
    TEMPO.agrees({})
    read_anew.clear()
    monkeypatch.setattr(keeping, "versions", lambda: b"another")
    TEMPO.agrees({})
    assert len(read_anew) > 40


def test_the_older_half_goes_when_there_is_too_much(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for n in range(6):
        keeping.keep(f"thing-{n}", n)
        os.utime(tables._folder() / f"thing-{n}", (n, n))
    tables.tidy(6)
    assert [keeping.load(f"thing-{n}") for n in range(6)] == [0, 1, 2, 3, 4, 5]
    tables.tidy(5)
    assert [keeping.load(f"thing-{n}") for n in range(6)] == [None, None, None, 3, 4, 5]


def test_a_keyword_that_has_moved_has_its_uses_read_anew(read_anew: list[str]) -> None:
    TEMPO.agrees({})
    read_anew.clear()
    TEMPO.agrees({"keywords/guard.yomi": "# a comment\n" + TEMPO.texts["keywords/guard.yomi"]})
    assert read_anew
