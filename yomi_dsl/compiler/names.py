"""How a declaration gives its name."""

from __future__ import annotations

from collections.abc import Sequence

from yomi_dsl.compiler.base import Wrong, one_clause, plain_words, show
from yomi_dsl.source import Span
from yomi_dsl.syntax import Binary, Clause, Expr, Group, Item, Number, Phrase, Stmt, Text, Word, leftmost

FORMS = {"tally": "tally {} of player: 0..9", "value": "value {} of player: ..."}
"""How a number of a player is declared."""


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
    if end < len(items) and show(items[0]) in FORMS and isinstance(items[end], Number | Group):
        rest = items[end].at + items[-1].at
        raise Wrong("E0407", f'":" is missing after "{name}"', rest, "what it is", f'write "{FORMS[show(items[0])].format(name)}"')
    if end < len(items):
        raise not_used(items[end:], f'the name "{name}"')
    odd = next((i for i in items[1:] if show(i) in ("player", "card", "game")), None)
    if odd is not None:
        raise Wrong(
            "E0303", f'"{show(odd)}" stands in no name', odd.at, "", f'write "of {show(odd)}" or "on {show(odd)}"'
        )
    return name


def in_quotes(item: Item) -> str:
    """An item in quotes; a text has its own."""
    return show(item) if isinstance(item, Text) else f'"{show(item)}"'


def not_used(items: Sequence[Item], after: str) -> Wrong:
    at_ = items[0].at + items[-1].at
    return Wrong("E0302", f'"{plain_words(items)}" has no meaning after {after}', at_, "this is not used")


def only(clause: Clause, *preps: str) -> None:
    """Reports a preposition that has no meaning in a declaration, or stands twice."""
    seen: set[str] = set()
    for tail in clause.tails:
        if tail.word not in preps or tail.word in seen:
            help = f'write "during {tail.value.at.text}"' if tail.word == "for" and "during" in preps else ""
            if tail.value.at.text in ("player", "card") and tail.word not in preps:
                help = f'write "{"on" if "on" in preps else "of"} {tail.value.at.text}"'
            raise Wrong("E0302", f'"{tail.word}" has no meaning here', tail.at, "this part is not used", help)
        seen.add(tail.word)


def owned(stmt: Stmt) -> tuple[Sequence[Item], str]:
    """``zone deck of player``: the words before of, and player, card or game."""
    value = one_clause(stmt).value
    if isinstance(value, Binary) and value.op == "of" and isinstance(value.left, Phrase):
        return value.left.items, show(leftmost(value.right).items[0])
    return leftmost(value).items, "game"


def of_whom(stmt: Stmt, of: str, *known: str) -> None:
    """``of player``, ``of card``; left out, it is of the game."""
    value = one_clause(stmt).value
    only(one_clause(stmt))
    odd = isinstance(value, Binary) and not (isinstance(value.right, Phrase) and len(value.right.items) == 1)
    if of not in (*known, "game") or odd or (isinstance(value, Binary) and value.op != "of"):
        numbered = any(isinstance(item, Number) for item in leftmost(value.right).items[1:]) if isinstance(value, Binary) else False
        if isinstance(value, Binary) and (value.op in ("..", "=", "-") or numbered) and value.left is not None:
            raise no_colon(value if numbered and value.op == "of" else value.left, value.at)
        at_ = value.right.at if isinstance(value, Binary) else value.at
        raise Wrong("E0408", f'whose is this? "{at_.text}" is none', at_, "", "of " + " or of ".join(known) + ", or of nobody: leave it out")


def no_range(expr: Expr) -> str:
    """How a range is written: with the two numbers that stand there."""
    ends = [end.at.text for end in (expr.left, expr.right) if end is not None] if isinstance(expr, Binary) and expr.op == "-" else []
    return f'a range is written "{"..".join(ends or ["0", "9"])}"'


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
