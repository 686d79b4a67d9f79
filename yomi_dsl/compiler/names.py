"""How a declaration gives its name."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl.compiler.base import Wrong, plain_words, show
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Item, Number, Word, leftmost


def name_of(items: Sequence[Item], stops: tuple[str, ...] = ()) -> tuple[str, int]:
    """The words after the head word, up to a stop word; and where they end."""
    end = 1
    while end < len(items) and isinstance(items[end], Word) and show(items[end]) not in stops:
        end += 1
    return plain_words(items[1:end]), end


def whole_name(items: Sequence[Item], size: int | None = None) -> str:
    """The name that the words after the head word make; nothing else stands there, up to ``size``."""
    name, end = name_of(items)
    if not name:
        raise Wrong(
            "E0301", "a name is missing", items[0].at, "what is declared here?", f'write "{show(items[0])} NAME ..."'
        )
    if end < len(items):
        raise not_used(items[end:], f'the name "{name}"')
    odd = next((i for i in items[1:] if show(i) in ("player", "card", "game")), None)
    if odd is not None:
        raise Wrong(
            "E0303", f'"{show(odd)}" stands in no name', odd.at, "", f'write "of {show(odd)}" or "on {show(odd)}"'
        )
    return name


def not_used(items: Sequence[Item], after: str) -> Wrong:
    at_ = items[0].at + items[-1].at
    return Wrong("E0302", f'"{plain_words(items)}" has no meaning after {after}', at_, "this is not used")


def only(clause: Clause, *preps: str) -> None:
    """Reports a preposition that has no meaning in a declaration, or stands twice."""
    seen: set[str] = set()
    for tail in clause.tails:
        if tail.word not in preps or tail.word in seen:
            help = f'write "during {tail.value.at.text}"' if tail.word == "for" and "during" in preps else ""
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used", help)
        seen.add(tail.word)


def no_colon(left: Expr, whole: Span) -> Wrong:
    """``tally NAME of player 0..5``: what it is follows on its name without a sign."""
    words = leftmost(left.right if isinstance(left, Binary) else left).items
    last = next((item for item in reversed(words) if not isinstance(item, Number)), words[-1])
    rest = Span(whole.source, last.at.end, whole.end)
    place = Span(whole.source, whole.end - len(rest.text.lstrip()), whole.end)
    return Wrong("E0407", f'":" is missing after "{show(last)}"', place, "what it is", 'write ":" before what it is')


def commas(name: str) -> str:
    """What to do with a word of a set that has several words, if they are words of their own."""
    return f'words of a set are kept apart with commas: write "{", ".join(name.split())}"' if " " in name else ""
