"""What is meant by words that are put otherwise than the game, or the language, puts them: helps for messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yomi_dsl.compiler.base import LANGUAGE, Scope, Signature, Symbol, Wrong, plain_words, show
from yomi_dsl.compiler.everyday import instead
from yomi_dsl.diagnostics import MOST_LISTED, nearest
from yomi_dsl.syntax import Binary, Expr, Item, Number, Phrase, Stmt, Text, Word, leftmost

# ---- numbers and statuses by their names -------------------------------------------------------------------------------------


def says(symbol: Symbol) -> str:
    """What a tally, a value or a status says, or nothing."""
    for line in symbol.data.stmt.block or ():
        words = leftmost(line.head[0].value).items if line.kind == "plain" else ()
        if len(words) == 2 and show(words[0]) == "says" and isinstance(words[1], Text):
            return words[1].value
    return ""


def named(s: Scope, items: Sequence[Item], *kinds: str) -> Symbol | None:
    """What a player has of these kinds that the last words name, by its name or by what it says."""
    said = f" {plain_words(items)}"
    for symbol in s.table.of_kind(*kinds):
        if symbol.data.of == "player" and any(
            name and said.endswith(f" {name}") for name in (symbol.name, says(symbol))
        ):
            return symbol
    return None


def owned(s: Scope, name: str) -> str:
    """Where what does not belong to a player is the word for something that does."""
    symbol = next((x for x in s.table.of_kind("tally", "value") if x.data.of == "player" and says(x) == name), None)
    return f'"{name}" is how "{symbol.name}" reads: did you mean "{symbol.name}"?' if symbol is not None else ""


def has_number(s: Scope, left: Expr, right: Expr) -> str:
    """``opponent has 3 NUMBER``, ``you have NUMBER``."""
    if not isinstance(right, Phrase) or not isinstance(left, Phrase):
        return ""
    counted = isinstance(right.items[0], Number)
    tally = named(s, right.items[counted:], "tally", "value") if right.items[counted:] else None
    if tally is None or (not counted and plain_words(right.items) != tally.name):
        return ""
    number = f"{tally.name} >= {show(right.items[0])}" if counted else f"{tally.name} > 0"
    return f'write "{possessive(plain_words(left.items))} {number}"'


def possessive(who: str) -> str:
    return "your" if who in ("", "you") else f"{who}'s"


def zones(s: Scope) -> str:
    return f"the zones are {listed([symbol.name for symbol in s.table.of_kind('zone')])}"


def belongings(s: Scope) -> str:
    """What players have: where their cards lie, and what is counted for them."""
    tallies = [symbol.name for symbol in s.table.of_kind("tally") if symbol.data.of == "player"]
    return f"{zones(s)}; a player's numbers: {listed(tallies)}" if tallies else zones(s)


def compared(s: Scope, wrong: Wrong) -> Wrong:
    """What is compared with a number: if it is not known, the numbers there are."""
    code, message, at, label, help, more = wrong.args_
    if code != "E0202" or help:
        return wrong
    numbers = {
        "card": [symbol.name for symbol in s.table.of_kind("attr") if symbol.data.type == "number"],
        "player": [symbol.name for symbol in s.table.of_kind("tally") if symbol.data.of == "player"],
    }
    told = "; ".join(f"the numbers of a {whose}: {listed(names)}" for whose, names in numbers.items() if 0 < len(names) <= MOST_LISTED)
    return Wrong(code, message, at, label, told, more)


def of_player(s: Scope, before: Sequence[Item], wrong: Wrong) -> Wrong:
    """``your WORD``: if no declared word is near, what there is."""
    code, message, at, label, help, more = wrong.args_
    owner = show(before[-1]) if before else ""
    owned = owner == "your" or owner.endswith("'s")
    return Wrong(code, message, at, label, belongings(s), more) if owned and not help else wrong


def listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


# ---- phrases -----------------------------------------------------------------------------------------------------------------

YOURS = {"turn": 'its number is "turn number"', "you": 'what is yours: "your ..."', "opponent": "what is the opponent's: \"opponent's ...\""}


def misplaced(s: Scope, items: Sequence[Item], i: int) -> Wrong | None:
    """A word of the language where a name is expected, a second owner, or a part of a keyword's name."""
    word = show(items[i])
    if word.endswith("'s") and i:
        help = f'one owner is enough: write "{plain_words(items[i:])}"'
        return Wrong("E0302", f'"{word}" cannot stand after "{show(items[i - 1])}"', items[i].at, "", help)
    if word in LANGUAGE:
        return Wrong("E0302", f'"{word}" cannot stand here', items[i].at, "", YOURS.get(word) or instead(plain_words(items[i + 1 :])))
    if word in s.table.keywords:
        names = sorted({sig.name for sig in s.table.keywords[word]})
        near = nearest(word, [symbol.name for symbol in s.table.of_kind("word", "flag", "status")])
        help = "; ".join(filter(None, (near, f"the keyword is: {' or '.join(names)}")))
        return Wrong("E0303", f'"{word}" alone names no keyword', items[i].at, "", help)
    return None


# ---- effects -----------------------------------------------------------------------------------------------------------------


def effect(s: Scope, items: Sequence[Item], used: int) -> str:
    """What to do where a verb is said with the name of a tally or a status, ``gain 3 NAME``. The words of who does it: ``used``."""
    symbol, who = named(s, items[used + 1 :], "tally", "status"), plain_words(items[:used])
    if symbol is None:
        return unnamed(s, items, used)
    if symbol.kind == "status":
        return f'a status is given: write "mark {who or "you"} with {symbol.name}"'
    ways = [*said(s, symbol, possessive(who) != "your"), f"or change {possessive(who)} {symbol.name} by N"]
    return f'"{says(symbol) or symbol.name}" is changed so: {", ".join(ways).removeprefix("or ")}'


def unnamed(s: Scope, items: Sequence[Item], used: int) -> str:
    """``take 6 WORD``, where nobody declared the word: how the players' numbers are changed."""
    last = items[-1]
    counted = len(items) > used + 2 and any(isinstance(item, Number) for item in items[used + 1 :])
    if not counted or not isinstance(last, Word) or last.text in LANGUAGE or s.noun(items, len(items) - 1) is not None:
        return ""
    tallies = [symbol for symbol in s.table.of_kind("tally") if symbol.data.of == "player"]
    ways = [way for symbol in tallies for way in said(s, symbol, plain_words(items[:used]) not in ("", "you"))]
    return f"a player's numbers are changed so: {', '.join([*ways, 'or change NUMBER by N']).removeprefix('or ')}" if tallies else ""


def said(s: Scope, tally: Symbol, third: bool) -> list[str]:
    """How the actions are said that change a tally, and which way."""
    from yomi_dsl.compiler.calls import pattern

    return [f"{pattern(sig, sig.third if third and sig.third else str(sig.head[0]))}{way}" for sig, way in changers(s, tally)]


def changers(s: Scope, tally: Symbol) -> Iterator[tuple[Signature, str]]:
    """The actions whose whole body is to change that tally of who does them, each with what it is for."""
    for sig in (sig for sigs in s.table.verbs.values() for sig in sigs):
        lines = [line for line in (sig.stmt.block if sig.stmt else None) or () if not first_words(line).startswith("says ")]
        if [first_words(line) for line in lines] == [f"change your {tally.name}"]:
            tails = lines[0].head[0].tails
            less = bool(tails) and isinstance(tails[0].value, Binary) and tails[0].value.op == "neg"
            yield sig, (" to take away" if less else " to add") if tails and tails[0].word == "by" else ""


def first_words(line: Stmt) -> str:
    return plain_words(leftmost(line.head[0].value).items) if line.kind == "plain" and line.head else line.kind


EACH = {
    "each player": 'write "each player { ... }"',
    "both players": 'write "each player { ... }"',
    "any player": 'say who: "you", "opponent"',
}


def stated(clause: Expr, words: str) -> str:
    """Where a condition stands as an effect, ``you have STATUS``."""
    if not isinstance(clause, Phrase) and clause.op in ("has", "is"):
        return f'this is a condition: to give a status write "mark {words} with {clause.right.at.text}"'
    return EACH.get(" ".join(words.split()[:2]), "")
