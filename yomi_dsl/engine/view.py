"""What one seat may know of a state, as plain data. Bots, programs and search see no more than this.

Cards have no numbers here: what is hidden cannot be told apart, and what is seen is told by what it shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yomi_dsl.engine.state import Mark, Pending, State

if TYPE_CHECKING:
    from yomi_dsl.engine.match import Match


def view(m: Match, st: State, seat: int) -> dict[str, Any]:
    """The state as a seat sees it: its own question, the cards it sees, how many it does not see, tallies and statuses."""
    return {
        "seat": seat,
        "turn": st.turn,
        "active": None if m.game.turn.both else st.active,
        "phases": [name for i, name in enumerate(m.phases) if i and st.running[i]],
        "zones": [_zone(m, st, z, seat) for z in m.everywhere],
        "tallies": _tallies(m, st),
        "statuses": [_status(m, mark) for mark in st.marks if mark[1] <= 2],
        "request": next((_request(m, st, p) for p in st.pending if p[0] == seat), None),
        "result": None if st.result is None else list(st.result),
    }


def card(m: Match, st: State, c: int) -> dict[str, Any]:
    """A card that is seen."""
    printed, c = m.cards[c % m.N], c % m.N
    found: dict[str, Any] = {"card": printed.id, "name": printed.name, "owner": m.owner[c]}
    if len(printed.faces) > 1:
        found["face"] = printed.faces[st.face[c]].name
    marks = [m.game.statuses[mark[0]].name for mark in st.marks if mark[1] == 3 + c and mark[6]]
    if marks:
        found["statuses"] = marks
    tallies = {
        m.game.tallies[t].name: st.card_tallies[t * m.N + c] for t in m.card_tallies if t * m.N + c in st.card_tallies
    }
    if tallies:
        found["tallies"] = tallies
    return found


def _zone(m: Match, st: State, z: int, seat: int) -> dict[str, Any]:
    seen = m.secrecy.zone_seen(z) >> seat & 1
    return {
        "zone": m.z_name[z],
        "of": m.z_seat[z],
        "count": len(st.zones[z]),
        "cards": [card(m, st, c) for c in st.zones[z]] if seen else None,
    }


def _tallies(m: Match, st: State) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for tally in m.game.tallies:
        read = m.values_now.tally(tally.name)
        if tally.of == "player":
            found[tally.name] = [read(st, 0), read(st, 1)]
        elif tally.of == "game":
            found[tally.name] = read(st, 0)
    return found


def _status(m: Match, mark: Mark) -> dict[str, Any]:
    status = m.game.statuses[mark[0]]
    return {"status": status.name, "of": None if mark[1] == 2 else mark[1], "open": mark[6]}


def _request(m: Match, st: State, pending: Pending) -> dict[str, Any]:
    _, name, kind, options, stop = pending
    return {"name": name, "kind": kind, "options": [option(m, st, kind, x) for x in options], "stop": stop}


def option(m: Match, st: State, kind: str, value: Any) -> Any:
    """One answer, as whoever is asked sees it."""
    if kind == "card":
        z = st.zone_of[value]
        return {**card(m, st, value), "zone": m.z_name[z], "of": m.z_seat[z]}
    return {"zone": m.z_name[value], "of": m.z_seat[value]} if kind == "zone" else value
