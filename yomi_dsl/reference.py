"""Writes docs/language.md from the table of words and the grammar, so that the reference never lags behind them.

``python -m yomi_dsl.reference`` refreshes the file; with ``--check`` it only says whether that is needed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

from yomi_dsl import resources
from yomi_dsl.parser import reserved_words
from yomi_dsl.vocabulary import KINDS, Row, by_kind

PATH = resources.PACKAGE.parent / "docs" / "language.md"

OPENING = """\
# The language

*This page is made by `python -m yomi_dsl.reference`, from `yomi_dsl/vocabulary/` and `grammar/yomi.lark`. Change
those, not this.*

All words here belong to the language. All other words belong to a game: it declares them, and there are no others. How
rules work together is told in [semantics.md](semantics.md); [designers-guide.md](designers-guide.md) begins with a
card, and [write-your-own-game.md](write-your-own-game.md) with a game.

## How a text is written

- A game is a folder with a file `game.yomi`. All files in it that end in `.yomi` are one text; their order does not
  matter.
- A statement ends with its line or with `;`. A line may be broken after a comma, `and` or `or`, and before `else`.
- What belongs to a statement stands in braces. What is defined stands before a colon, its definition after it.
- A name is one or several words, without quotes: `exact aim`. Names of cards and of what a player brings, and all
  texts, stand in double quotes.
- Where several names could be read, the longest one is meant.
- Small and capital letters differ. A word is made of letters and digits, and begins with a letter; `-` and `'` may
  stand inside it.
- `/` stands only between words of one set, without spaces. Between whole descriptions, write `or`.
- Words side by side mean all of them: `heavy blade` is what is heavy and a blade.
- Ids of rules in square brackets, `[F-END-1]`, say which rule a statement carries out.
- `#` begins a note; it ends with the line.
- Nothing is ignored. A word that nothing declares, or that has no meaning where it stands, is reported.
"""

RESERVED = """\
## Reserved words

These words cannot be names, nor parts of names:
"""

GRAMMAR = """\
## Grammar

`[x]` is x or nothing, `x*` any number of them, `x+` at least one, `x | y` the one or the other. The grammar is wide:
which words may stand where is said by the table of words below, and by what a game declares.
"""

WORDS = """\
## Words

CAPITALS stand for what you fill in, `[ ]` for what may be left out, `|` for "or". The examples stand in one small
game, [tests/docs/host/game.yomi](../tests/docs/host/game.yomi); the tests compile them.
"""

INTRODUCTIONS = {
    "control": "They make statements and join words, and are reserved everywhere.",
    "declaration": "They stand outside braces. What only one holder needs may be declared inside that holder.",
    "type": "Of roles, and of the parameters of keywords, parts and scripts.",
    "primitive": "Rules can wait for them, as for the actions of a game. Card files should use the game's own actions.",
    "modifier": "They stand on live cards, in statuses, in `during`, and in live parts.",
    "test": "They stand after `if` and `where`, and wherever a condition is wanted.",
    "span": "They stand after `during`, `at end of` and in headers of statuses.",
    "example": "They stand in `example { }`. An example answers each question, in order, and none that is not asked.",
    "bot": "They stand in `bot { }`. A bot sees what its seat sees.",
    "face": "They stand in `look { }`.",
}


def text() -> str:
    """The whole page."""
    parts = [OPENING, RESERVED, _reserved(), GRAMMAR, f"```ebnf\n{ebnf(resources.grammar())}\n```\n", WORDS]
    for kind, rows in by_kind().items():
        parts.append(f"### {KINDS[kind]}\n")
        if kind in INTRODUCTIONS:
            parts.append(INTRODUCTIONS[kind] + "\n")
        parts.append("\n".join(line for row in rows for line in _entry(row)) + "\n")
    return "\n".join(parts)


def _reserved() -> str:
    return " · ".join(f"`{word}`" for word in sorted(reserved_words())) + "\n"


def _entry(row: Row) -> Iterator[str]:
    forms = f" ({', '.join(f'`{form}`' for form in row.forms)})" if row.forms else ""
    roles = f" Roles: {', '.join(f'`{role}`' for role in ('doer', *row.roles))}." if row.roles else ""
    yield f"- **`{row.word}`**{forms}: {row.meaning}{roles}"
    yield f"  - `{row.pattern}`"
    yield f"  - e.g. `{'; '.join(row.example.splitlines())}`"


# ---- the grammar, for readers ----------------------------------------------------------------------------------------

NAMES = {
    "_SEP": "end",
    "WORD": "word",
    "NUMBER": "number",
    "STRING": "text",
    "TAG": "ids",
    "PREP": "preposition",
    "OP": "comparison",
    "TIMING": "timing",
}
"""What terminals are called that are no single word or sign."""
SAID = {
    "_SEP": '";" | line break',
    "WORD": 'letter (letter | digit)* (("-" | "\'") (letter | digit)+)*, but no reserved word',
    "NUMBER": "digit+",
    "STRING": "'\"' any characters on the line '\"'",
    "TAG": '"[" id ("," id)* "]"',
    "OP": '"is" ["not"] | "are" ["not"] | "has" | "have" | "<=" | ">=" | "!=" | "=" | "<" | ">" | ".."',
    "CHOOSE": '"choose" | "chooses"',
}
"""Terminals that the grammar gives as patterns of letters."""

_TERMINAL = re.compile(r"\b_?[A-Z][A-Z_]*\b")
_DEFINITION = re.compile(r"([?!]?_?\w+)(?:\.\d)?: ?(.*)", re.DOTALL)


def ebnf(grammar: str) -> str:
    """The rules of the grammar, each with its comment, then what words and signs look like."""
    rules, _, terminals = grammar.partition("// Control words.")
    spoken = dict(_definitions(terminals))
    groups = [_group(block, spoken) for block in rules.split("\n\n")[1:]]
    groups.append("\n".join(_line(NAMES[name], _spoken(name, spoken)) for name in NAMES))
    return "\n\n".join(group for group in groups if group)


def _group(block: str, terminals: dict[str, str]) -> str:
    """Rules that stand together, with the comments before them."""
    comments = [line.replace("// ", "# ", 1) for line in block.splitlines() if line.startswith("//")]
    return "\n".join([*comments, *(_line(name, _readable(body, terminals)) for name, body in _definitions(block))])


def _line(name: str, body: str) -> str:
    return f"{name.strip('?_'):<12} = {body}"


def _definitions(block: str) -> Iterator[tuple[str, str]]:
    """Names and definitions; a line that begins with a space goes on with the one before."""
    without_notes = re.sub(r" +// .*", "", block)
    for line in re.sub(r"\n +", " ", without_notes).splitlines():
        match = _DEFINITION.fullmatch(line)
        if match and not line.startswith(("//", "%")):
            yield match[1], match[2].strip()


def _readable(body: str, terminals: dict[str, str]) -> str:
    """A rule without what only the parser generator needs. A first alternative of nothing makes it all optional."""
    plain = re.sub(r" -> \w+", "", body)
    plain = _TERMINAL.sub(lambda match: _in_place(match[0], terminals), plain)
    plain = re.sub(r"\b(?:_([a-z]\w*)|([a-z]\w*)_)\b", r"\1\2", plain)
    return f"[{plain.lstrip('| ')}]" if plain.startswith("|") else plain


def _in_place(name: str, terminals: dict[str, str]) -> str:
    """A terminal where it stands in a rule: its name, or the word itself."""
    if name in NAMES:
        return NAMES[name]
    said = _spoken(name, terminals)
    return f"({said})" if " | " in said else said


def _spoken(name: str, terminals: dict[str, str]) -> str:
    """What a terminal looks like."""
    if name in SAID:
        return SAID[name]
    plain = re.sub(r"\b_(END|BREAK)\b", "", terminals[name])
    plain = re.sub(r'" _GAP "', " ", plain).replace("_GAP ", "").strip()
    whole = re.fullmatch(r"\((.*)\)", plain)
    return re.sub(r"\s+", " ", whole[1] if whole else plain).strip()


def main(args: Sequence[str]) -> int:
    """Refresh the page, or say whether it is current."""
    made = text()
    if list(args) == ["--check"]:
        current = PATH.is_file() and PATH.read_text(encoding="utf-8") == made
        print(f"{PATH.name} is current" if current else f"{PATH.name} is out of date: run python -m yomi_dsl.reference")
        return 0 if current else 1
    PATH.write_text(made, encoding="utf-8")
    print(f"{PATH.name} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
