"""The table as one seat sees it, drawn in lines that fit the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from yomi_dsl import ir
from yomi_dsl.cli.closer import hand_lines
from yomi_dsl.cli.numbers_shown import of_player, worked_out, worth_showing
from yomi_dsl.cli.reasons import in_sight
from yomi_dsl.cli.voice import Voice, counted, in_a_row
from yomi_dsl.engine.explain import read
from yomi_dsl.engine.state import State
from yomi_dsl.engine.tables import BOX, NOWHERE
from yomi_dsl.engine.view import view
from yomi_dsl.sheets.text import clean

Shown = dict[str, Any]


def table(voice: Voice, st: State, width: int, in_words: bool = False) -> list[str]:
    """Both sides, the other one first, and what lies between them; one's own unseen cards in words, if asked for."""
    eyes = voice.seat if voice.seat is not None else 0
    shown = view(voice.m, st, eyes)
    seats = (0, 1) if voice.seat is None else (1 - eyes, eyes)
    lines = [_headline(voice, shown, width)]
    for seat in seats:
        lines += _side(voice, st, shown, seat, width, in_words)
    return lines + _shared(voice, st, shown, width)


def _headline(voice: Voice, shown: Shown, width: int) -> str:
    whose = "" if shown["active"] is None else f", {voice.player(shown['active']).possessive} turn"
    phases = "".join(f", {clean(name)}" for name in shown["phases"])
    text = f"-- turn {shown['turn']}{whose}{phases} "
    return text.ljust(min(width, 72), "-")


def _side(voice: Voice, st: State, shown: Shown, seat: int, width: int, in_words: bool) -> Iterator[str]:
    brings = " + ".join(clean(name) for name in dict.fromkeys(h.name for h in voice.m.holders(seat)))
    who = f"you ({brings})" if seat == voice.seat else brings
    yield from _line([f"{who}:", ", ".join(_tallies(voice, st, shown, seat))], width, "  ", " ")
    statuses = list(_statuses(voice, shown, seat))
    if statuses:
        yield from _line(statuses, width, "    ", ", ")
    zones = [zone for zone in shown["zones"] if zone["of"] == seat and _is_told(voice, zone)]
    yield from _line([_count(zone) for zone in zones if zone["cards"] is None], width, "    ", ", ")
    for zone in zones:
        if in_words and seat == voice.seat and _is_private(voice, zone):
            yield from _in_words(voice, zone, width)
        elif zone["cards"] is not None:
            yield from _zone(voice, zone, width)


def _is_private(voice: Voice, zone: Shown) -> bool:
    declared = next((one for one in voice.m.game.zones if one.name == zone["zone"]), None)
    return declared is not None and declared.seen == "owner"


def _in_words(voice: Voice, zone: Shown, width: int) -> Iterator[str]:
    """The cards of a zone, each with what is printed on it and what it does."""
    printed = {card.id: card for card in voice.m.cards}
    ids = [card["card"] for card in zone["cards"]]
    yield f"    {_count(zone)}:"
    for id in dict.fromkeys(ids):
        copies = f"{ids.count(id)}x " if ids.count(id) > 1 else ""
        first, *text = hand_lines(voice.m.game, printed[id])
        yield from _line([copies, first], width, "      ", "")
        for line in text:
            yield from _line([line.strip()], width, "        ", "")


def _shared(voice: Voice, st: State, shown: Shown, width: int) -> list[str]:
    """What belongs to nobody or to both: shared zones, tallies and statuses of the game, tallies that are one track."""
    lines = [
        line
        for zone in shown["zones"]
        if zone["of"] is None and _is_told(voice, zone)
        for line in _zone(voice, zone, width, "  ")
    ]
    tallies = [
        f"{voice.lex.tally(t.name)} {shown['tallies'][t.name]}" for t in worth_showing(voice.m) if t.of == "game"
    ]
    tallies += [_track(voice, st, t, shown["tallies"][t.name]) for t in worth_showing(voice.m) if t.mirrored]
    statuses = list(_statuses(voice, shown, None))
    return [*lines, *(_line([*tallies, *statuses], width, "  ", ", ") if tallies or statuses else [])]


def _is_told(voice: Voice, zone: Shown) -> bool:
    """Empty zones and what is out of the game are not shown, nor a holder's own card unless something is up with it."""
    if not zone["count"] or zone["zone"] in (BOX, NOWHERE):
        return False
    if zone["zone"] in dict(voice.m.game.heads):
        return any(card.get("statuses") or card.get("tallies") or card.get("face") for card in zone["cards"] or ())
    return True


def _tallies(voice: Voice, st: State, shown: Shown, seat: int) -> Iterator[str]:
    m = voice.m
    for tally in of_player(m, seat):
        high = m.writes.bounds[m.tally_number[tally.name]](st, seat)[1]
        yield f"{voice.lex.tally(tally.name)} {shown['tallies'][tally.name][seat]}/{high}"
    for one in worked_out(m):
        number = ir.Call(one.name, (ir.Local(0, ""),))
        if in_sight(voice, st, number, (seat,)):
            yield f"{clean(one.says)} {read(m, st, number, (seat,))}"


def _track(voice: Voice, st: State, tally: ir.TallyDecl, values: Sequence[int]) -> str:
    """What one player has and the other lacks: ``edge 2/5 for Bo``."""
    ahead = 0 if values[0] >= 0 else 1
    high = voice.m.writes.bounds[voice.m.tally_number[tally.name]](st, ahead)[1]
    return f"{voice.lex.tally(tally.name)} {voice.ahead(ahead, values[ahead], f'/{high}')}"


def _statuses(voice: Voice, shown: Shown, of: int | None) -> Iterator[str]:
    """Named statuses; one that is not open yet in brackets."""
    for mark in shown["statuses"]:
        declared = voice.m.game.statuses[voice.m.sid[mark["status"]]]
        if mark["of"] == of and declared.named:
            says = clean(declared.says) or clean(declared.name)
            yield says if mark["open"] else f"({says}, later)"


def _count(zone: Shown) -> str:
    return f"{clean(zone['zone'])} {zone['count']}"


def _zone(voice: Voice, zone: Shown, width: int, lead: str = "    ") -> Iterator[str]:
    if zone["cards"] is None:
        yield from _line([_count(zone)], width, lead, "")
        return
    yield from _line([f"{_count(zone)}:", ", ".join(_names(voice, zone))], width, lead, " ")


def _names(voice: Voice, zone: Shown) -> list[str]:
    words = {tally.name: voice.lex.tally(tally.name) for tally in worth_showing(voice.m)}
    lives = {one.name for one in voice.m.game.zones if one.live}
    first = {card.id: card.faces[0].name for card in voice.m.cards if zone["zone"] not in lives}
    names = [_name(card, words, first.get(card["card"], "")) for card in zone["cards"]]
    return counted(names) if voice.lex.is_pile(zone["zone"]) else in_a_row(names)


def _name(card: Shown, words: Mapping[str, str], face: str) -> str:
    """A card and what is special about it now; out of play, the face that it has there is nothing special."""
    facts = [card["face"]] if card.get("face", face) != face else []
    facts += [f"{words[name]} {value}" for name, value in card.get("tallies", {}).items() if name in words]
    facts += card.get("statuses", [])
    return clean(card["name"]) + (f" [{', '.join(map(clean, facts))}]" if facts else "")


def _line(parts: Sequence[str], width: int, lead: str, link: str) -> list[str]:
    """The parts on one line, or on several where the terminal is narrow."""
    text = link.join(parts)
    return textwrap.wrap(text, width, initial_indent=lead, subsequent_indent=lead + "  ", break_on_hyphens=False)


def wrapped(lines: Sequence[str], width: int) -> Iterator[str]:
    """Lines made to fit, each with its own margin."""
    for line in lines:
        lead = line[: len(line) - len(line.lstrip())]
        yield from textwrap.wrap(line.strip(), width, initial_indent=lead, subsequent_indent=lead + "  ") or [""]
