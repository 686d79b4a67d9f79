"""What came of many games, as a report of lines. Whole numbers in, so that the same games always give the same text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yomi_dsl import ir
from yomi_dsl.cli.figures import mean, quantile, wilson
from yomi_dsl.cli.holders import described
from yomi_dsl.cli.session import CHANCE
from yomi_dsl.engine.simulate import Stats

Seats = tuple[tuple[str, ...], tuple[str, ...]]
NAME = 26  # columns for what a row is about


def lines(game: ir.Game, seats: Seats, bots: tuple[str, str], stats: Stats, seed: int) -> Iterator[str]:
    who = [f"{described(seat)} (bot {bot or CHANCE})" for seat, bot in zip(seats, bots, strict=True)]
    yield f"{game.name}: {stats.games} game{'s' * (stats.games != 1)}, seed {seed}"
    yield f"  1: {who[0]}"
    yield f"  2: {who[1]}"
    yield from ("", *_wins(game, stats))
    yield from ("", *_length(stats))
    yield from ("", *_endings(stats))
    if stats.measures:
        yield from ("", *_measures(stats))
    yield from ("", *_unplayed(game, seats, stats))
    yield from _faults(game, stats)


def _row(name: str, *cells: str) -> str:
    short = name if len(name) <= NAME else name[: NAME - 1] + "…"
    return f"  {short:<{NAME}}" + "".join(f"{cell:>9}" for cell in cells)


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %" if of else "-"


def _wins(game: ir.Game, stats: Stats) -> Iterator[str]:
    """Shares are of all games, with the interval in which the true share lies 95 times in 100."""
    yield "wins".ljust(NAME + 2) + f"{'games':>9}{'share':>9}   95 % interval"
    rows = [("1", stats.wins[0]), ("2", stats.wins[1])]
    rows += [("nobody", stats.wins[2])] if stats.wins[2] else []
    rows += [] if game.turn.both else [("whoever begins", stats.first)]
    for name, count in rows:
        low, high = wilson(count, stats.games)
        yield _row(name, str(count), _share(count, stats.games)) + f"   {100 * low:.1f} to {100 * high:.1f} %"


def _length(stats: Stats) -> Iterator[str]:
    low, middle, high = (quantile(stats.turns, share) for share in (0.05, 0.5, 0.95))
    yield "length".ljust(NAME + 2) + f"{'mean':>9}{'median':>9}   5 to 95 %"
    yield _row("turns", f"{mean(stats.turns):.1f}", str(middle)) + f"   {low} to {high}"
    yield _row("decisions", f"{stats.decisions / stats.games:.1f}")


def _endings(stats: Stats) -> Iterator[str]:
    yield "endings".ljust(NAME + 2) + f"{'games':>9}{'1 wins':>9}{'2 wins':>9}"
    names = sorted({ending for ending, _ in stats.endings}, key=lambda name: (-_games(stats, name), name))
    for name in names:
        cells = [stats.endings[name, winner] for winner in (0, 1)]
        yield _row(name or "(not ended)", str(_games(stats, name)), *map(str, cells))


def _games(stats: Stats, ending: str) -> int:
    return sum(count for (name, _), count in stats.endings.items() if name == ending)


def _measures(stats: Stats) -> Iterator[str]:
    yield "measures, a game".ljust(NAME + 2) + f"{'1':>9}{'2':>9}"
    for name, sums in stats.measures.items():
        yield _row(name, *(f"{value / stats.games:.2f}" for value in sums))


def _unplayed(game: ir.Game, seats: Seats, stats: Stats) -> Iterator[str]:
    """The cards that never came into a zone in which cards are played."""
    if not any(zone.played for zone in game.zones):
        return
    for seat, brings in enumerate(seats):
        names = [card.name for card in _deck(game, brings) if not stats.played[seat, card.id]]
        yield f"never played by {seat + 1}: {', '.join(dict.fromkeys(names)) or 'none'}"


def _deck(game: ir.Game, brings: Sequence[str]) -> Iterator[ir.Card]:
    chosen = {(head, name) for (head, _), name in zip(game.heads, brings, strict=True)}
    listed = {id for holder in game.holders if (holder.head, holder.name) in chosen for id in holder.cards}
    return (card for card in game.cards if card.id in listed or (not card.holder and not card.head))


def _faults(game: ir.Game, stats: Stats) -> Iterator[str]:
    if game.invariants:
        broken = [f"{text} (in {count})" for text, count in sorted(stats.broken.items())]
        yield f"invariants broken: {'; '.join(broken) or 'none'}"
    stuck = [f"{count} ({kind})" for kind, count in sorted(stats.limits.items())]
    yield f"games that could not go on: {', '.join(stuck) or 'none'}"
