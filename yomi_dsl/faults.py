"""What a reading mistake means, in a designer's words, and how much of the text to skip after it."""

from __future__ import annotations

import re
from typing import Any

import attrs

from yomi_dsl import braces
from yomi_dsl.builder import Braces
from yomi_dsl.diagnostics import Bag, Label, nearest
from yomi_dsl.source import Span
from yomi_dsl.syntax import Word

_CURLY = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb"
_COMPARE = ("=", "<", ">", "!")
_APOSTROPHES = "\u2018\u2019"
_NAMES = {
    "\u00a0": "a no-break space",
    "\u200b": "a zero-width space",
    "\u200c": "an invisible joiner",
    "\u200d": "an invisible joiner",
    "\ufeff": "a byte order mark",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
    "\r": "a lone carriage return",
}
_SIGNS = {
    "'": 'texts stand in straight double quotes: "..."',
    "_": "a name is of words with spaces between them",
    "/": 'a comment begins with "#"',
    "&": 'write "and"',
    "|": 'write "or"',
    "!": 'write "not", or "!=" between two values',
    "[": "rule ids are capitals in brackets, such as [R-DRAW-1]",
    "]": "rule ids are capitals in brackets, such as [R-DRAW-1]",
    "+": 'a number above 0 has no sign: leave the "+" out',
    "<": "both sides of each comparison are written out",
    ">": "both sides of each comparison are written out",
    ":": 'a statement has one colon: is a ";" missing between two?',
    "\\": "the language has no escapes",
    ".": 'texts stand in double quotes; what belongs to a card is said with "of": "NUMBER of c"',
}
_WORDS = {
    "else": '"else" follows the "}" of an "if" or a "may"',
    "for": 'a loop begins with "for each"',
    "keep": 'write "keep choosing"',
    "instead": 'write "instead of" and what happens',
    "as": 'a rule that waits for a condition begins with "as soon as"',
    "up": 'write "up to" and a number, after what is chosen: "choose c from ZONE up to 2"',
    "on": 'a rule begins with "before", "after", "instead of" or "at end of"',
    "at": 'write "at start of" or "at end of", without an article',
    "until": 'what holds for a time stands in "during SPAN { ... }"',
    "in": 'what holds for a time stands in "during SPAN { ... }"; cards are found with "CARDS in ZONE"',
    "and": "leave it out: each statement stands for itself",
    "choose": '"choose" follows the chooser, or begins a statement',
    "may": '"may" stands before "choose" or "{"',
}

# With these a statement begins; after the name of a player the second row does too.
_BEGIN = ("if", "let", "repeat", "sealed", "together", "for each", "before", "after", "instead of", "as soon as", "at start of", "at end of")
_WITH_COLON = ("words", "stat", "zone", "tally", "value", "relation", "parts", "phase", "order", "endings", "layers")
_CHOICES = ("choose", "chooses", "may", "keep choosing")

_BEGINS = {"FOR_EACH", "REPEAT", "SEALED", "TOGETHER", "LET", "TIMING", "AS_SOON_AS", "KEEP"}
_OWNERS = re.compile(
    r"\b(?:if|for\s+each|repeat|keep\s+choosing|may|else|sealed|together|during|before|after|instead\s+of|as\s+soon\s+as|at\s+(?:start|end)\s+of)\b"
)
_DECLARES = re.compile(r"\s*(?:action|keyword|phase|contest|script|status|card)\b")
_TAILS = ("where", "and", "or", "for", "with", "by", "to", "from", "at", "during", "until", "on", "against")
"""What joins parts of a clause, and follows on no comma."""
_QUOTED = re.compile(r'"[^"\n]*"')
_BLOCK_ALONE = ("may", "else", "sealed", "together")

# What the parser could go on with, in the order it is told. One row: terminals, any of which stands for the words.
_EXPECTED = (
    ({"SEALED"}, "a statement"),
    ({"WORD"}, "a word or a number"),
    ({"LBRACE"}, '"{"'),
    ({"_COLON"}, '":"'),
    ({"RPAR"}, '")"'),
    ({"_BE"}, '"be"'),
    ({"OP", "OR", "AND", "STAR", "OF"}, "an operator"),
    ({"PREP", "WHERE"}, 'a preposition or "where"'),
    ({"_COMMA"}, '","'),
    ({"_ELSE"}, '"else"'),
    ({"RBRACE"}, '"}"'),
    ({"_SEP", "$END"}, "the end of the line"),
)

_REST = re.compile(r'"[^"\r\n]*"|#[^\n]*|[{};\n"]|(?:,|\b(?:and|or)\b)[ \t]*(?:#[^\n]*)?\r?\n')


_TEXTS = re.compile(r'"[^"\r\n]*"')
_SWALLOWS = re.compile(r'\s"\w')
_BELOW = re.compile(r"\r?\n\s*\{")


@attrs.frozen(eq=False)
class Fault:
    """Where the parser stopped, and what it knows there.

    at        the offending characters; empty at the end of the text
    kind      the terminal they would be, ``$END`` at the end of the text, empty if they are none
    accepts   the terminals with which it could go on
    before    the last part that was read
    opened    the braces and brackets open here, outermost first
    """

    at: Span
    kind: str
    accepts: frozenset[str]
    before: Any
    opened: tuple[Span, ...]

    @property
    def text(self) -> str:
        return self.at.text.split("\n")[0].strip()

    @property
    def due(self) -> bool:
        """Whether a block had to open here or later in the statement."""
        return "LBRACE" in self.accepts and "_SEP" not in self.accepts and "SEALED" not in self.accepts

    @property
    def misses_block(self) -> bool:
        """Whether a block had to open here, and none follows."""
        return self.due and not self.at.source.text.startswith("{", skip(self.at.source.text, self.at.start))

    @property
    def begins_block(self) -> bool:
        """Whether the first statement of the block stands here, and only the ``{`` before it is missing."""
        after_ids = isinstance(self.before, Word) and self.before.text.startswith("[")
        return (self.due and self.kind in _BEGINS) or (after_ids and self.kind == "WORD" and "LBRACE" in self.accepts)

    @property
    def declares(self) -> bool:
        """Whether a declaration that has a block lacks its ``{`` up to here."""
        line = self.at.source.text[: self.at.start].rpartition("\n")[2]
        return "LBRACE" in self.accepts and _DECLARES.match(re.split(r"[{};]", _QUOTED.sub("", line))[-1]) is not None


def report(fault: Fault, bag: Bag) -> None:
    """Say what is wrong, as plainly as the place allows."""
    char = fault.at.source.text[fault.at.start : fault.at.start + 1]
    in_bracket = fault.opened and fault.opened[-1].text == "("
    if fault.kind in ("$END", "_SEP", "RBRACE") or (fault.kind == "LBRACE" and in_bracket):
        _broken_off(fault, char, bag)
    elif not fault.kind:
        _character(fault, char, bag)
    else:
        _misplaced(fault, bag)


def _broken_off(fault: Fault, char: str, bag: Bag) -> None:
    """The statement, or the text, ends before it is whole."""
    inside = fault.opened[-1].text if fault.opened else ""
    if inside == "(":
        help = 'write ")" on the same line, or break the line after a comma, "and" or "or"'
        bag.add("E0106", '"(" is not closed', fault.opened[-1], "opened here", help)
    elif inside and fault.kind == "$END":
        end = Label(fault.at, "the text ends here")
        bag.add("E0104", '"{" is not closed', _unclosed(fault), "opened here", 'write "}" where the block ends', (end,))
    elif char == "}" and not inside:
        _unopened(fault, bag)
    else:
        help = '"{" stands at the end of the line, before its block' if _brace_below(fault.at) else _block_of(fault)
        bag.add("E0111", "this statement breaks off", _after(fault), f"expected {expected(fault.accepts)}", help)


def _character(fault: Fault, char: str, bag: Bag) -> None:
    """No word, number, text or sign of the language begins here."""
    word = re.compile(r"\w[\w'-]*").match(fault.at.source.text, fault.at.start)
    at = Span(fault.at.source, fault.at.start, word.end() if word and char != "_" else fault.at.start + 1)
    if char == '"':
        bag.add("E0102", "this text is not closed", _opening(at), "opened here", 'close it with " on the same line')
    elif char in _CURLY:
        _curly(at, bag)
    elif char == "[":
        bag.add("E0113", "these are no rule ids", at, "expected ids and a closing bracket", _SIGNS["["])
    elif char.isdigit():
        copies, sizes = re.fullmatch(r"(\d+)x", at.text), re.fullmatch(r"(\d+)x(\d+)", at.text)
        help = f'copies are written "x{copies[1]}"' if copies else "write a space after the number, or begin a name with a letter"
        help = f'write "{sizes[1]} by {sizes[2]}"' if sizes else help
        bag.add("E0110", f'"{at.text}" is neither a number nor a word', at, "letters follow the number", help)
    elif char.isalpha():
        _reserved(at, fault, bag)
    else:
        name = _NAMES.get(char, f'"{char}"' if char.isprintable() else f"the character U+{ord(char):04X}")
        dots = char == "." and fault.at.source.text[: fault.at.start].endswith("..")
        fraction = char == "." and re.search(r"\d\Z", fault.at.source.text[: fault.at.start])
        help = 'a range is written "0..9"' if dots else "numbers are whole" if fraction else _SIGNS.get(char, "")
        bag.add("E0108", f"{name} means nothing here", at, "no sign of the language", help)


def _curly(at: Span, bag: Bag) -> None:
    """A quote that a word processor has bent: after a letter it is the sign of an owner, else it begins or ends a text."""
    if at.text in _APOSTROPHES and at.source.text[: at.start][-1:].isalnum():
        bag.add("E0103", "an owner is written with a straight sign", at, "a curly apostrophe", "write ' instead")
    else:
        bag.add("E0103", "texts stand in straight quotes", at, "a curly quote", 'write "..." instead')


def _opening(last: Span) -> Span:
    """The quote on this line that has no partner: the first whose text ends as none does, with a space before a word."""
    text = last.source.text
    start = text.rfind("\n", 0, last.start) + 1
    swallowed = next((m for m in _TEXTS.finditer(text, start, last.start) if _SWALLOWS.match(text, m.end() - 2)), None)
    return last if swallowed is None else Span(last.source, swallowed.start(), swallowed.start() + 1)


def _misplaced(fault: Fault, bag: Bag) -> None:
    """A word or sign of the language where none of its kind can stand."""
    inside = fault.opened[-1].text if fault.opened else ""
    wanted = f"expected {expected(fault.accepts)}"
    if fault.kind == "RPAR" and inside == "(" and fault.opened[-1].end == fault.at.start:
        help = 'for a zone without cards write "no card in ..."; in an example, what is not given is empty'
        bag.add("E0101", '"()" holds nothing', fault.opened[-1] + fault.at, wanted, help)
    elif fault.kind == "RPAR" and inside != "(":
        _closes_nothing(fault, bag)
    elif _is_block(fault.before) and fault.kind != "_ELSE":
        known = ("else",) if "_ELSE" in fault.accepts else ()
        other = 'write "else"' if known and fault.text in ("otherwise", "elif", "elseif", "or") else ""
        help = other or nearest(fault.text, known) or 'begin a new line after "}", or write ";"'
        bag.add("E0112", 'a statement ends with its "}"', _first_word(fault), wanted, help)
    elif fault.text[:1].isalpha() and fault.kind != "WORD":
        _reserved(_first_word(fault), fault, bag)
    elif fault.kind == "LBRACE":
        help = "a block follows on the line of the statement it belongs to" if "SEALED" in fault.accepts else ""
        chooses = fault.at.source.text[: fault.at.start].split()[-1:] in (["choose"], ["chooses"])
        help = 'a choice has a name: write "choose one { option ... }"' if chooses else help
        bag.add("E0101", '"{" cannot stand here', fault.at, wanted, help)
    else:
        begun = f'is a "{{" missing before "{fault.text}"?' if fault.begins_block else ""
        help = begun or _two_signs(fault) or _block_of(fault) or _run_on(fault) or _SIGNS.get(fault.text, "")
        bag.add("E0101", f"{_quoted(fault.text)} cannot stand here", _first_word(fault), wanted, help)


def _two_signs(fault: Fault) -> str:
    """``==``, ``=>``, ``>= =``: which signs there are to compare with."""
    before = fault.at.source.text[: fault.at.start].rstrip(" ")[-1:]
    if before == "-" and fault.text[:1] == ">":
        return 'write "->" without a space'
    return "two values are compared with one of: = != < <= > >=" if fault.text[:1] in _COMPARE and before in _COMPARE else ""


def _run_on(fault: Fault) -> str:
    """A second colon on a line: which declaration begins before it, without a ";"."""
    text = fault.at.source.text
    line = text[text.rfind("\n", 0, fault.at.start) + 1 : fault.at.start]
    heads = [word for word in line.split()[1:] if word in _WITH_COLON]
    brace = 'write "{" instead of ":"' if "LBRACE" in fault.accepts and ":" not in line else ""
    return (f'is a ";" missing before "{heads[-1]}"?' if heads else brace) if fault.text == ":" else ""


def _block_of(fault: Fault) -> str:
    """Whose block is missing: of the first word in the statement that has one."""
    text = fault.at.source.text
    owner = _OWNERS.search(re.split(r"[{};\n]", text[: fault.at.start])[-1]) if fault.misses_block else None
    word = " ".join(owner[0].split()) if owner else ""
    whole = f"{word} {{ ... }}" if word in _BLOCK_ALONE else f"{word} ... {{ ... }}"
    if not word and fault.due and text[: fault.at.start].split()[-1:] == ["may"]:
        return 'what may be done stands in braces: write "may { ... }"'
    return f'what belongs to "{word}" stands in braces: write "{whole}"' if word else ""


def _unclosed(fault: Fault) -> Span:
    place = braces.unclosed(fault.at.source.text)
    return fault.opened[-1] if place < 0 else Span(fault.at.source, place, place + 1)


def _unopened(fault: Fault, bag: Bag) -> None:
    """A ``}`` too many, told where its ``{`` seems to be missing."""
    source, found = fault.at.source, braces.unopened(fault.at.source.text, fault.at.start)
    close = Span(source, found.close, found.close + 1)
    if not found.guessed:
        help = 'take it away, or add the "{" it belongs to'
        label = 'no "{" is open here' if found.close == fault.at.start else 'one too many, or its "{" is missing'
        bag.add("E0105", '"}" closes nothing', close, label, help)
        return
    head = Span(source, found.start, found.end)
    words = " ".join(head.text.split())
    own_line = source.place(found.end)[0] < source.place(found.close)[0]
    missing = "at the end of this line" if own_line else f'after "{words}"'
    help = f'write "{{" {missing}, or take the "}}" away'
    at = Span(source, found.end, found.end) if own_line else head
    bag.add("E0105", f'"{{" is missing {missing}', at, "a block begins here", help, (Label(close, 'this "}" ends it'),))


def _closes_nothing(fault: Fault, bag: Bag) -> None:
    help = 'take it away, or add the "(" it belongs to'
    bag.add("E0107", '")" closes nothing', _first_word(fault), 'no "(" is open here', help)


def _is_block(part: Any) -> bool:
    return isinstance(part, Braces) or (isinstance(part, Word) and part.text == "}")


def _reserved(at: Span, fault: Fault, bag: Bag) -> None:
    word = " ".join(fault.text.split())
    alone = f'"{word}" begins a statement: nothing stands before it' if word in _BEGIN else ""
    help = alone or _WORDS.get(at.text, f'no name may contain "{at.text}": choose another word')
    before = fault.at.source.text[: fault.at.start].split()[-1:]
    if at.text in ("in", "of") and before in (["is"], ["are"]):
        help = f'write "CARD {at.text} ZONE", without "{before[0]}"'
    elif at.text in ("has", "have") and before == ["not"]:
        help = '"not" stands before the whole: "not opponent has STATUS"'
    elif before == [","] or (before and before[0].endswith(",")):
        help = f'leave the "," before "{word}" out' if at.text in _TAILS else help
    elif fault.begins_block or (word in _BEGIN and fault.declares):
        help = f'is a "{{" missing before "{word}"?'
    elif fault.due and word == "if":
        help = 'a condition here follows "where"; what an "if" decides in the block stands after "{"'
    elif "_SEP" in fault.accepts and word in _BEGIN:
        help = f'"{word}" begins a statement: write ";" or a new line before it'
        help += '; a condition inside one follows "where"' * (word == "if")
    elif "_SEP" in fault.accepts and word in _CHOICES:
        help = f'is a ";" missing before the one who {word.split()[0].removesuffix("s")}{"s" * (word != "may")}?'
    bag.add("E0109", f'the control word "{at.text}" cannot stand here', at, f"expected {expected(fault.accepts)}", help)


def expected(accepts: frozenset[str]) -> str:
    """What could stand here, in words: at most four kinds, the likeliest first."""
    kinds = [words for terminals, words in _EXPECTED if terminals & accepts][:4]
    if kinds[:1] == ["a statement"]:  # whatever else could follow begins a statement as well
        kinds = kinds[:1]
    return " or ".join([", ".join(kinds[:-1]), kinds[-1]] if kinds[1:] else kinds) or "something else"


def _quoted(text: str) -> str:
    return text if text.startswith('"') else f'"{text}"'


def _first_word(fault: Fault) -> Span:
    text = re.split(r"[\s#]", fault.at.text, maxsplit=1)[0] if fault.at.text[:1].isalpha() else fault.text
    return Span(fault.at.source, fault.at.start, fault.at.start + len(text))


def _after(fault: Fault) -> Span:
    """The empty place right after the last part read, where the missing part belongs."""
    part = fault.before[-1] if isinstance(fault.before, tuple) else fault.before
    end = part.at.end if hasattr(part, "at") else fault.at.start
    return Span(fault.at.source, end, end)


def _brace_below(at: Span) -> bool:
    return bool(_BELOW.match(at.source.text, at.start))


def skip(text: str, start: int) -> int:
    """Where to go on after a mistake: at the next brace or end of a statement."""
    below = _BELOW.match(text, start)
    if below:
        return below.end() - 1
    for match in _REST.finditer(text, start):
        if match[0] == '"':
            return _past_open_quote(text, match.start())
        if match[0] in ("{", "}", ";", "\n"):
            return match.start()
    return len(text)


def _past_open_quote(text: str, start: int) -> int:
    """The end of the line, or the first brace on it without a partner there."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    opened: list[int] = []
    for place in (place for place in range(start, end) if text[place] in "{}"):
        if text[place] == "{":
            opened.append(place)
        elif not opened:
            return place
        else:
            opened.pop()
    return opened[0] if opened else end
