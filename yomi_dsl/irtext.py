"""The IR as text that people can read and `read` reads back; as plain data for the cache; and its hash.

Text: ``(Node field field ...)`` on one line where it fits, else one ``name: value`` a line. Rows are ``[a b]``; words are ``none``,
``yes``, ``no``, numbers and quoted texts; a place in a file is ``@"path":line:column``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from yomi_dsl import ir

WIDTH = 110
NODES: dict[str, type[Any]] = {
    name: cls for name, cls in vars(ir).items() if isinstance(cls, type) and attrs.has(cls) and cls.__module__.startswith(f"{ir.__name__}.")
}
FIELDS: dict[str, tuple[str, ...]] = {name: tuple(f.name for f in attrs.fields(cls)) for name, cls in NODES.items()}
NO_RULES = {
    "at", "says", "says_yes", "says_no", "flavour", "art", "colours", "examples", "rulings", "properties", "looks", "symbols", "forms", "bots",
    "tags", "measures", "studies", "keywords", "Card.source", "Game.rows",
}  # fmt: skip
"""Fields that never change how a game runs, of one node where another has a field of the same name; they are in no hash."""
RUNNING: dict[str, tuple[str, ...]] = {
    name: tuple(f for f in fields if not {f, f"{name}.{f}"} & NO_RULES) for name, fields in FIELDS.items()
}


class ReadError(ValueError):
    """The text is no IR."""


# ---- text ----------------------------------------------------------------------------------------------------------------------


def to_text(node: Any) -> str:
    return "\n".join(lines(node, 0)) + "\n"


def flat(value: Any) -> str:
    """On one line."""
    if value is None:
        return "none"
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return "[" + " ".join(flat(v) for v in value) + "]"
    if isinstance(value, ir.At):
        return f"@{json.dumps(value.path, ensure_ascii=False)}:{value.line}:{value.column}"
    name = type(value).__name__
    return "(" + " ".join((name, *(flat(getattr(value, f)) for f in FIELDS[name]))) + ")"


def lines(value: Any, indent: int, label: str = "") -> Iterator[str]:
    head = " " * indent + (f"{label}: " if label else "")
    one = flat(value)
    if len(head) + len(one) <= WIDTH or (not isinstance(value, tuple) and not attrs.has(type(value))):
        yield head + one
        return
    if isinstance(value, tuple):
        yield head + "["
        for item in value:
            yield from lines(item, indent + 2)
        yield " " * indent + "]"
        return
    name = type(value).__name__
    yield head + "(" + name
    for field in FIELDS[name]:
        yield from lines(getattr(value, field), indent + 2, field)
    yield " " * indent + ")"


TOKEN = re.compile(
    r'\s*(?:(?P<at>@"(?:[^"\\]|\\.)*":\d+:\d+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<label>[a-z_]+:)(?=\s)|(?P<int>-?\d+)|(?P<sign>[()\[\]])|(?P<word>\w+))'
)
WORDS = {"none": None, "yes": True, "no": False}

Tokens = list[tuple[str, str]]


def read(text: str) -> Any:
    """The node that a text holds.

    Raises:
        ReadError: the text is not what `to_text` writes.
    """
    tokens = list(_tokens(text))
    try:
        value, end = _value(tokens, 0)
    except (TypeError, ValueError) as error:  # a node of the wrong fields, a text of the wrong escapes
        raise ReadError(str(error)) from None
    except RecursionError:
        raise ReadError("nested too deep") from None
    if end != len(tokens):
        raise ReadError(f"{tokens[end][1]!r} stands after the end")
    return value


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at, text = 0, text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            raise ReadError(f"{text[at:].split()[0][:20]!r} has no meaning here")
        kind = found.lastgroup or ""
        at = found.end()
        if kind != "label":
            yield kind, found[kind]


def _value(tokens: Tokens, i: int) -> tuple[Any, int]:
    kind, text = tokens[i] if i < len(tokens) else ("", "the end")
    if kind == "text":
        return json.loads(text), i + 1
    if kind == "int":
        return int(text), i + 1
    if kind == "at":
        path, line, column = text[1:].rsplit(":", 2)
        return ir.At(json.loads(path), int(line), int(column)), i + 1
    if kind == "word" and text in WORDS:
        return WORDS[text], i + 1
    if text == "[":
        items, i = _items(tokens, i + 1, "]")
        return tuple(items), i
    if text == "(":
        return _node(tokens, i + 1)
    raise ReadError(f"{text!r} has no meaning here")


def _items(tokens: Tokens, i: int, close: str) -> tuple[list[Any], int]:
    items = []
    while i < len(tokens) and tokens[i] != ("sign", close):
        item, i = _value(tokens, i)
        items.append(item)
    if i >= len(tokens):
        raise ReadError(f"{close!r} is missing")
    return items, i + 1


def _node(tokens: Tokens, i: int) -> tuple[Any, int]:
    name = tokens[i][1] if i < len(tokens) else ""
    fields, end = _items(tokens, i + 1, ")")
    if name not in NODES or len(fields) > len(FIELDS[name]):
        raise ReadError(f"{name!r} is no node of that many fields")
    return NODES[name](*fields), end


# ---- data ----------------------------------------------------------------------------------------------------------------------


def to_data(value: Any) -> Any:
    """Nested lists for JSON: a node is ``["Name", field, ...]``, a row ``["", item, ...]``."""
    if isinstance(value, tuple):
        return ["", *map(to_data, value)]
    if value is None or isinstance(value, (int, str)):
        return value
    name = type(value).__name__
    return [name, *(to_data(getattr(value, field)) for field in FIELDS[name])]


def from_data(data: Any) -> Any:
    if type(data) is not list:
        return data
    name = data[0]
    if name == "":
        return tuple([from_data(item) if type(item) is list else item for item in data[1:]])
    return NODES[name](*[from_data(item) if type(item) is list else item for item in data[1:]])


# ---- hash ----------------------------------------------------------------------------------------------------------------------


def game_hash(game: ir.Game | ir.Study) -> str:
    """24 hex digits that change when, and only when, the way the game runs may change."""
    digest = hashlib.blake2b(digest_size=12)
    for part in spelled(game, RUNNING):
        digest.update(part.encode())
    return digest.hexdigest()


def spelled(value: Any, fields: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A tree as a text, in pieces, that no other tree has; of each node, by its name, the fields that count."""
    if isinstance(value, tuple):
        yield "["
        for item in value:
            yield from spelled(item, fields)
        yield "]"
    elif value is None or isinstance(value, (int, str)):
        yield flat(value) + " "
    else:
        name = type(value).__name__
        yield f"({name} "
        for field in fields[name]:
            yield from spelled(getattr(value, field), fields)
        yield ")"
