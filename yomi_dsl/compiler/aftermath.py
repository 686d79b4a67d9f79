"""What follows from a mistake, and is no mistake of its own.

A declaration that is at fault declares nothing, and a text that cannot be read is not there; whoever speaks of what they
would have declared is not to blame. `Aftermath` knows the names in question and answers whether a report only follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.source import Span
from yomi_dsl.syntax import Clause, Either, Group, Item, Stmt, Text, Word, leftmost

STRUCTURE = {"of", "on", "player", "card", "game", "required", "default", "optional", "run", "live", '"required"'}
UNKNOWN = {"E0202", "E0203", "E0205", "E0206", "E0207", "E0208", "E0307", "E0602", "E0604", "E0605", "E0607", "E0608"}
"""What is reported where a name is not found."""
SHORT = 60  # characters; what is marked further than that speaks of more than a name
NAMING = {"choose", "may choose", "keep choosing", "for each"}
SPLIT = {"E0104", "E0105"}  # braces without a partner: where blocks begin and end is not known
COMMON = {
    "of", "on", "player", "players", "card", "cards", "game", "required", "default", "optional", "run", "live",
    "number", "zone", "you", "your", "opponent", "opponent's", "this", "any", "all", "no", "each", "first", "last",
    "top", "bottom", "count", "sum", "most", "least", "half", "yes", "nothing", "something", "turn", "both", "once",
    "time", "seen", "by", "row", "pile", "nobody", "owner", "holder", "name", "is", "has", "and", "or", "not",
    "where", "to", "from", "with", "for", "as", "at", "until", "during", "says", "filter", "span", "text", "next",
    "choose",
}  # fmt: skip
"""Words of the language, which no report can fail to know."""
PARTS = re.compile(r"\"[^\"\n]*\"|[^\W_]+(?:['-][^\W_]+)*")
DECLARED = re.compile(
    r"\s*(words|stat|flag|zone|tally|value|parts|status|phase|action|keyword|script)((?:[ \t]+(?!of\b|on\b|required\b|default\b|optional\b)"
    r"[^\W\d_][\w'-]*)+)"
)
BROKEN = re.compile(r"(?:,|\band|\bor)[ \t]*(?:#[^\n]*)?\n\Z")
SIGNS = re.compile(r'"[^"\n]*"|#[^\n]*|[{}\n;]')


@attrs.define
class Aftermath:
    """names: of declarations at fault; words: all of texts that could not be read; unsure: from where on a file is;
    places: where reading failed; doubled: words that stand twice; nameless: a declaration lacks its name;
    lost: all words of texts that could not be read, known ones too."""

    names: set[str] = attrs.field(factory=set)
    words: set[str] = attrs.field(factory=set)
    unsure: dict[str, int] = attrs.field(factory=dict)
    places: list[Span] = attrs.field(factory=list)
    doubled: list[Span] = attrs.field(factory=list)
    nameless: bool = False
    lost: set[str] = attrs.field(factory=set)

    @property
    def none(self) -> bool:
        """Can nothing follow?"""
        return not (self.names or self.words or self.unsure or self.doubled or self.places)

    def follows(self, code: str, at: Span | None) -> bool:
        """Does a report only follow from one that was made before?"""
        if at is None or not (self.names or self.words or self.unsure or self.doubled):
            return False
        if any(word.path == at.path and at.start <= word.start < at.end for word in self.doubled):
            return True
        if at.start >= self.unsure.get(at.path, at.start + 1):
            return True
        marked = {part.removesuffix("'s") for part in PARTS.findall(at.text[: 4 * SHORT])}
        if code in UNKNOWN:
            return bool(marked & (self.names | self.words))
        return at.end - at.start <= SHORT and bool(marked & self.names)

    def settle(self, known: set[str]) -> None:
        """Once everything is declared: of the words that could not be read, those are names that nothing else declares."""
        self.lost = set(self.words)
        self.words -= known | COMMON
        self.names |= {word for word in self.words if not word.isdigit()}

    def of_reading(self, bag: Bag) -> None:
        """Takes in what the parser reported."""
        for problem in bag.errors:
            if problem.at is not None:
                self.places.append(problem.at)
                text = damaged(problem)
                self.words |= {part for part in PARTS.findall(text) if not part.isdigit()}
                named = DECLARED.match(text)
                self.names |= set(named[2].split()) if named else set()
                if problem.code in SPLIT:
                    start = problem.at.start if problem.code == "E0104" else 0
                    self.words |= {part for part in PARTS.findall(problem.at.source.text[start:]) if not part.isdigit()}
                    self.unsure[problem.at.path] = min(start, self.unsure.get(problem.at.path, start))

    def within(self, span: Span) -> bool:
        """Could a part of this text not be read?"""
        return any(at.path == span.path and span.start <= at.start <= span.end for at in self.places)

    def of_declaration(self, stmt: Stmt, whole: bool = False) -> None:
        """Takes in the names that a declaration at fault would have declared; its first word too, if it is ``whole``."""
        named = set(declared(stmt)) - STRUCTURE
        self.names |= named | ({stmt.at.text.split()[0]} - COMMON if whole else set())
        self.nameless |= not named
        self.words |= set(PARTS.findall(stmt.at.text.partition("{")[0])) - COMMON


def damaged(problem: Diagnostic) -> str:
    """The statement in which reading failed, with its block."""
    assert problem.at is not None
    text, start = problem.at.source.text, problem.at.start
    begin = text.rfind("\n", 0, start) + 1
    while begin and BROKEN.search(text[max(0, begin - 300) : begin]):
        begin = text.rfind("\n", 0, begin - 1) + 1
    depth = 0
    for sign in SIGNS.finditer(text, start):
        if sign[0] == "{":
            depth += 1
        elif sign[0] == "}":
            depth -= 1
        if depth < 0 or (depth == 0 and sign[0] in ("}", "\n")):
            return text[begin : sign.end()]
    return text[begin:]


def declared(stmt: Stmt) -> Iterator[str]:
    """The names that a declaration may declare: those in its head, its words, and cards in quotes."""
    head = leftmost(stmt.head[0].value).items if stmt.head else ()
    first = head[0].text if head and isinstance(head[0], Word) else ""
    own = list(names(head[1:]))
    yield from own
    if own and not any(isinstance(item, Text) for item in head):
        yield '"' + " ".join(own) + '"'
    for clause in (*stmt.head[1:], *(stmt.define or () if first not in ("tally", "value", "zone") else ())):
        yield from names(leftmost(clause.value).items)
    for tail in (tail for clause in stmt.head for tail in clause.tails if first == "words"):
        yield from names(leftmost(tail.value).items)
    for line in stmt.block or ():
        yield from declared(line) if DECLARED.match(line.at.text) else quoted_names(line)


def given(stmt: Stmt) -> Iterator[str]:
    """The local names that a statement gives, or one in its block."""
    if stmt.kind == "let" and stmt.subject is not None:
        yield " ".join(names(stmt.subject.items))
    elif stmt.kind in NAMING:
        for clause in stmt.head:
            yield from names(leftmost(clause.value).items)
    for line in (*(stmt.block or ()), *(stmt.otherwise or ())):
        yield from given(line)


def quoted_names(line: Stmt) -> Iterator[str]:
    if line.kind == "plain" and line.head:
        yield from (f'"{item.value}"' for item in leftmost(line.head[0].value).items[1:2] if isinstance(item, Text))


def names(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Word):
            yield item.text
        elif isinstance(item, Text):
            yield f'"{item.value}"'
        elif isinstance(item, Either):
            yield from names(item.items)
        elif isinstance(item, Group) and item.typed is None:
            yield from in_brackets(item.clauses)


def in_brackets(clauses: Sequence[Clause]) -> Iterator[str]:
    for clause in clauses:
        yield from names(leftmost(clause.value).items)
