"""What is printed and declared, as flat tables: cards by number, zones and tallies by index, attributes by card and face.

A card read as if another face were up is a number of its own: ``card + N * (face + 1)`` for N cards. Tables of printed
things are indexed by such numbers, so that reading needs no test.
"""

from __future__ import annotations

from typing import Any

from yomi_dsl import ir

Brings = tuple[tuple[str, ...], ...]
BOX = "box"
NOWHERE = ""
SILENT = "silent"


class Tables:
    """The numbering of one match."""

    def __init__(self, game: ir.Game, brings: Brings, extra: tuple[ir.Card, ...] = ()) -> None:
        self.game = game
        self.brings = brings
        self.printed = {card.id: card for card in game.cards}
        self.sets = {s.name: s.words for s in game.sets}
        self._number_zones()
        self._number_cards(extra)
        self._number_phases()
        self._number_attributes()
        self.sid = {status.name: i for i, status in enumerate(game.statuses)}
        self.vid = {value.name: i for i, value in enumerate(game.values)}
        self.cid = {contest.name: i for i, contest in enumerate(game.contests)}
        self.aid = {action.name: i for i, action in enumerate(game.actions)}
        self.K = self.N + 3

    # ---- zones -------------------------------------------------------------------------------------------------------

    def _number_zones(self) -> None:
        """Zone indexes: those of players stand side by side, so that base + seat is one's own."""
        self.zone_base: dict[str, int] = {}
        self.zone_shared: dict[str, bool] = {}
        self.z_name: list[str] = []
        self.z_seat: list[int | None] = []
        self.z_live: list[bool] = []
        self.z_order: list[str] = []
        self.z_seen: list[str] = []
        self.z_limit: list[int] = []
        self.z_over: list[str] = []
        self.z_played: list[bool] = []
        for z in self.game.zones:
            self._zone(z.name, z.shared, z.live, z.order, z.seen, z.limit, z.overflow, z.played)
        self.zones_declared = len(self.z_name)
        places = [BOX, *(head for head, _ in self.game.heads)]
        places = [name for name in places if name not in self.zone_base]
        for name in places:
            self._zone(name, False, name != BOX, "plain", "owner" if name == BOX else "all")
        self._zone(NOWHERE, True, False, "plain", "nobody")
        self.zones = len(self.z_name)
        self.nowhere = self.zone_base[NOWHERE]
        base = self.zone_base
        self.everywhere = (*range(self.zones_declared), *(base[p] for p in places), *(base[p] + 1 for p in places))
        self.live_zones = tuple(i for i in self.everywhere if self.z_live[i])

    def _zone(
        self, name: str, shared: bool, live: bool, order: str, seen: str, limit: int | None = None, over: str = "",
        played: bool = False,
    ) -> None:  # fmt: skip
        self.zone_base[name] = len(self.z_name)
        self.zone_shared[name] = shared
        for seat in (None,) if shared else (0, 1):
            self.z_name.append(name)
            self.z_seat.append(seat)
            self.z_live.append(live)
            self.z_order.append(order)
            self.z_seen.append(seen)
            self.z_limit.append(1 << 30 if limit is None else limit)
            self.z_over.append(over)
            self.z_played.append(played)

    def zone_index(self, name: str, owner: int) -> int:
        """The zone of that name of a player, or the shared one."""
        return self.zone_base[name] + (0 if self.zone_shared[name] else owner)

    def starting_in(self, z: int) -> list[int]:
        """The cards that begin in a zone."""
        return [c for c, zone in enumerate(self.start_zone) if zone == z]

    # ---- cards -------------------------------------------------------------------------------------------------------

    def _number_cards(self, extra: tuple[ir.Card, ...]) -> None:
        self.cards: list[ir.Card] = []
        owners: list[int] = []
        self.start_zone: list[int] = []
        self.head_card: dict[str, list[int | None]] = {head: [None, None] for head, _ in self.game.heads}
        for seat in (0, 1):
            for card, zone, head in self._deal(seat):
                if head:
                    self.head_card[head][seat] = len(self.cards)
                self.cards.append(card)
                owners.append(seat)
                self.start_zone.append(zone)
        for seat in (0, 1):
            for card in extra:
                for _ in range(card.copies):
                    self.cards.append(card)
                    owners.append(seat)
                    self.start_zone.append(self.nowhere)
        self.N = len(self.cards)
        self.F = max((len(c.faces) for c in self.cards), default=1)
        self.owner = self.spread(owners)
        self.name = self.spread([c.name for c in self.cards])
        kinds: dict[tuple[int, str, int], int] = {}
        for p in range(self.N * (self.F + 1)):
            kinds.setdefault(self._kind(p), len(kinds))
        self.kind = [kinds[self._kind(p)] for p in range(self.N * (self.F + 1))]
        self.face_names = [{f.name: i for i, f in enumerate(c.faces)} for c in self.cards]

    def _kind(self, p: int) -> tuple[int, str, int]:
        return self.owner[p], self.cards[p % self.N].id, p // self.N

    def _deal(self, seat: int) -> list[tuple[ir.Card, int, str]]:
        """The cards of a seat in their order, each with the zone it lies in at first."""
        box = self.zone_base[BOX] + seat
        found = [(c, box, "") for c in self.game.cards if not c.holder and not c.head for _ in range(c.copies)]
        for holder in self.holders(seat):
            if holder.card:
                found.append((self.printed[holder.card], self.zone_base[holder.head] + seat, holder.head))
            for id in holder.cards:
                found += [(self.printed[id], box, "")] * self.printed[id].copies
        return found

    def holders(self, seat: int) -> list[ir.HolderDecl]:
        """What a seat brings, by the heads in their order; what is left out is the default of its head."""
        found = []
        for head, default in self.game.heads:
            of_head = [h for h in self.game.holders if h.head == head]
            named = [h for h in of_head if h.name in self.brings[seat]] or [h for h in of_head if h.name == default]
            if not named:
                raise ValueError(f"seat {seat} brings no {head}")
            found.append(named[0])
        known = {h.name for h in self.game.holders}
        for name in self.brings[seat]:
            if name not in known:
                raise ValueError(f"nothing is named {name!r}")
        return found

    def spread(self, values: list[Any]) -> list[Any]:
        """A table by card, made long enough for cards read by any face."""
        return values * (self.F + 1)

    def as_face(self, card: int, face: str) -> int:
        """The card read as if that face were up; a face that it lacks changes nothing."""
        i = self.face_names[card % self.N].get(face)
        return card if i is None else card % self.N + self.N * (i + 1)

    # ---- phases --------------------------------------------------------------------------------------------------------

    def _number_phases(self) -> None:
        """The counters of starts and ends: three for each phase (of all, of seat 0, of seat 1); the turn is the first."""
        self.phase: dict[str, int] = {"turn": 0}
        for action in self.game.actions:
            if action.kind == "phase":
                self.phase.setdefault(action.name, len(self.phase))
        self.phases = list(self.phase)

    # ---- attributes ----------------------------------------------------------------------------------------------------

    def _number_attributes(self) -> None:
        self.attributes = list(self.game.attributes)
        known = {a.name for a in self.attributes}
        at = ir.At("", 0, 0)
        for name in (SILENT,):
            if name not in known:
                self.attributes.append(
                    ir.Attribute(name, "flag", "", 0, 0, "optional", ir.Filter(()), None, "", "", at)
                )
        self.attr = {a.name: i for i, a in enumerate(self.attributes)}
        self.filter_procs: list[ir.Proc] = []
        found = [[self._printed(a, p) for p in range(self.N * (self.F + 1))] for a in self.attributes]
        self.printed_values = found
        self.base: list[list[Any]] = []
        for i, a in enumerate(self.attributes):
            self.base.append(self._with_default(a, list(found[i])))
        self.faced = [self._is_faced(table) for table in self.base]

    def _printed(self, attribute: ir.Attribute, p: int) -> Any:
        """What a card prints, on a face (the first for the card itself), or nothing."""
        card = self.cards[p % self.N]
        face = max(p // self.N - 1, 0)
        if face >= len(card.faces):
            return None
        for key, shown in card.faces[face].values:
            if key == attribute.name:
                return self.shown(shown)
        return None

    def shown(self, shown: ir.Printed) -> Any:
        """A printed value as the engine holds it. A filter is its number."""
        if isinstance(shown, ir.WordsLit):
            return shown.words
        if isinstance(shown, ir.WordLit):
            return shown.word
        if isinstance(shown, ir.Lit):
            return shown.value
        if not isinstance(shown.body, ir.Filter):
            raise ValueError("a printed value is a number, words or a filter")
        if not any(proc is shown for proc in self.filter_procs):
            self.filter_procs.append(shown)
        return next(i for i, proc in enumerate(self.filter_procs) if proc is shown)

    def _with_default(self, a: ir.Attribute, table: list[Any]) -> list[Any]:
        """Unprinted flags are no; unprinted values have their default where it applies, by what is printed."""
        for p, value in enumerate(table):
            if value is None and a.type == "flag":
                table[p] = False
            elif value is None and a.default is not None and self.prints(a.on, p):
                table[p] = self.shown(a.default)
            elif a.type == "number" and value is not None:
                table[p] = min(max(value, a.low), a.high)
        return table

    def _known(self, name: str) -> list[Any]:
        """With defaults, for the attributes declared earlier."""
        i = self.attr[name]
        return self.base[i] if i < len(self.base) else self.printed_values[i]

    def prints(self, test: ir.Filter, p: int) -> bool:
        """Does a card fit a filter by what it prints?"""
        return all(self.prints_term(term, p) for term in test.terms)

    def prints_term(self, term: ir.Term, p: int) -> bool:
        card = self.cards[p % self.N]
        if isinstance(term, ir.IsWord):
            return self._known(term.attr)[p] in term.words
        if isinstance(term, ir.IsFlag):
            return bool(self._known(term.attr)[p])
        if isinstance(term, ir.IsNamed):
            return card.name == term.name
        if isinstance(term, ir.IsGroup):
            return card.group == term.group
        if isinstance(term, ir.IsHead):
            return card.head == term.head
        if isinstance(term, ir.IsKeyword):
            face = card.faces[min(max(p // self.N - 1, 0), len(card.faces) - 1)]
            return any(a.kind == "keyword" and a.name in term.names for a in face.abilities)
        if isinstance(term, ir.Not):
            return not self.prints(term.filter, p)
        if isinstance(term, ir.OneOf):
            return any(self.prints(f, p) for f in term.options)
        raise ValueError("an attribute belongs to cards by what they print")

    def _is_faced(self, table: list[Any]) -> bool:
        """Does the value depend on the face that is up?"""
        for c in range(self.N):
            if any(table[c + self.N * (i + 1)] != table[c] for i in range(1, len(self.cards[c].faces))):
                return True
        return False
