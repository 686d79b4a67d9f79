"""A game as what was decided in it. Playing it again tells whether it still goes the same way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from yomi_dsl.engine.state import State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match

EVERY = 20
VERSION = 1
EXACT = "exact"


@attrs.define
class Replay:
    """``game``: the caller's hash of the rules. ``prints``: the fingerprint before each `EVERY`-th decision, and at the end."""

    game: str
    brings: tuple[tuple[str, ...], ...]
    seed: int
    decisions: list[tuple[int, int]] = attrs.field(factory=list)
    prints: list[str] = attrs.field(factory=list)
    last: str = ""

    def note(self, st: State, index: int, seat: int) -> None:
        """Record a decision that is about to be made."""
        if len(self.decisions) % EVERY == 0:
            self.prints.append(st.fingerprint())
        self.decisions.append((seat, index))

    def close(self, st: State) -> None:
        """Record what was reached."""
        self.last = st.fingerprint()

    def save(self) -> str:
        """As JSON."""
        return json.dumps({"version": VERSION, **attrs.asdict(self)}, separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> Replay:
        """From JSON. ValueError if it is none, or of another version."""
        data: dict[str, Any] = json.loads(text)
        if not isinstance(data, dict) or data.pop("version", None) != VERSION:
            raise ValueError("this is no replay of this version")
        data["brings"] = tuple(tuple(b) for b in data["brings"])
        data["decisions"] = [(int(seat), int(index)) for seat, index in data["decisions"]]
        return cls(**data)


def check(m: Match, replay: Replay) -> str:
    """`EXACT`, or ``diverged at decision k``: the first decision before which something is other than recorded."""
    st = m.start(replay.seed)
    for k, (seat, index) in enumerate(replay.decisions):
        if k % EVERY == 0 and st.fingerprint() != replay.prints[k // EVERY]:
            return f"diverged at decision {max(k - EVERY, 0) if k else 0}"
        try:
            m.step(st, index, seat)
        except ValueError:
            return f"diverged at decision {k}"
    if replay.last and st.fingerprint() != replay.last:
        return f"diverged at decision {len(replay.decisions)}"
    return EXACT


def states(m: Match, replay: Replay) -> list[State]:
    """The state before every decision, and the last one."""
    st = m.start(replay.seed)
    found = [st.copy()]
    for seat, index in replay.decisions:
        m.step(st, index, seat)
        found.append(st.copy())
    return found
