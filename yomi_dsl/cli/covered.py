"""What the examples of a game make happen, and what they do not, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from yomi_dsl.cli.games import Opened
from yomi_dsl.engine.coverage import Coverage, Place, Seen

Wanted = Callable[[Seen], bool]
SHOWN = 60
"""Letters of a statement that are shown."""


def report(opened: Opened, found: Coverage) -> Iterator[str]:
    """Lines for a person: the sums, then what never happens, what always does, what never ends, what is never declined."""
    seen = [one for one in found.statements.values() if not one.early]
    did, wavering = sum(1 for one in seen if one.did), [one for one in seen if one.wavers]
    both = sum(1 for one in wavering if one.did and one.passed)
    yield (
        f"{opened.root}: {did} of {len(seen)} statements do something in an example; "
        f"of the {len(wavering)} with a condition {both} are also met without effect"
    )
    yield from _listed("never does anything", _places(opened, found, _idle))
    yield from _listed("belongs to the setup, which no example runs", _places(opened, found, lambda one: one.early))
    yield from _listed("is never met without effect", _places(opened, found, lambda one: one.wavers and _always(one)))
    yield from _listed("is never given", _named(found, "status", lambda one: not one.did))
    yield from _listed("never ends", _named(found, "status", _always))
    yield from _listed("is never chosen", _named(found, "choice", lambda one: not one.did))
    yield from _listed("is never declined", _named(found, "choice", _always))
    yield from _listed("is never taken", _named(found, "option", lambda one: not one.did))


def report_of(opened: Opened, found: Coverage, count: int) -> Iterator[str]:
    """Of some examples only: what they make happen, and what they meet in vain. What others show is not theirs to show."""
    seen = [one for one in found.statements.values() if not one.early]
    did = sum(1 for one in seen if one.did)
    chosen = "the example" if count == 1 else f"the {count} examples"
    yield f"{opened.root}: {did} of {len(seen)} statements do something in {chosen} chosen; the others were not run"
    yield from _listed("does something", _places(opened, found, lambda one: bool(one.did) and not one.early))
    yield from _listed(
        "is met, and never does anything", _places(opened, found, lambda one: bool(one.passed) and not one.did)
    )
    yield from _listed("is given", _named(found, "status", lambda one: bool(one.did)))
    yield from _listed("is chosen", _named(found, "choice", lambda one: bool(one.did)))
    yield from _listed("is taken", _named(found, "option", lambda one: bool(one.did)))


def _idle(one: Seen) -> bool:
    """It never does anything, and the rule of which it is a part, if it is one, does."""
    return not one.did and not one.early and (one.inside is None or bool(one.inside.did))


def _always(one: Seen) -> bool:
    return bool(one.did) and not one.passed


def _listed(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"\n{heading}:"
        yield from (f"  {line}" for line in lines)


def _places(opened: Opened, found: Coverage, wanted: Wanted) -> list[str]:
    sources = {source.path: source for source in opened.sources}
    out = []
    for place, one in sorted(found.statements.items()):
        if wanted(one):
            out.append(
                f"{opened.root}/{place[0]}:{place[1]}:{place[2]}: {_words(sources[place[0]].line(place[1]), place)}"
            )
    return out


def _words(line: str, place: Place) -> str:
    text = line[place[2] - 1 :].strip()
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _named(found: Coverage, kind: str, wanted: Wanted) -> list[str]:
    return [name for (of, name), one in sorted(found.named.items()) if of == kind and wanted(one)]
