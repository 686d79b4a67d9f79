"""Renames every word that a game declares, in a copy of its texts, so that nothing can hang on what a game calls its things."""

from __future__ import annotations

import re
from pathlib import Path

from yomi_dsl.compiler import compile_files
from yomi_dsl.compiler.base import Env, Scope, Table
from yomi_dsl.compiler.declare import declare_all
from yomi_dsl.compiler.found import sort
from yomi_dsl.diagnostics import Bag
from yomi_dsl.parser import parse, reserved_words
from yomi_dsl.source import Source

TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|\[[A-Z][^\]\n]*\]|[A-Za-z][A-Za-z0-9]*(?:[-][A-Za-z0-9]+)*(?:\'s)?|.', re.S)
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")

BUILTIN = ["game", "for", "players", "bringing", "default", "settle", "given", "words", "stat", "flag", "every", "layers", "order", "rules", "zone", "tally", "value", "relation", "contest", "parts", "run", "live", "status", "both", "neither", "each", "copies", "one", "ends", "turn", "player", "time", "first", "chance", "active", "layer", "age", "phase", "action", "setup", "finally", "keyword", "card", "cards", "face", "ruling", "invariant", "endings", "lose", "limit", "turns", "measure", "sum", "count", "source", "public", "rulebook", "house", "flavour", "art", "colours", "required", "optional", "number", "filter", "set", "span", "text", "pile", "row", "seen", "all", "owner", "nobody", "overflow", "played", "start", "mirrored", "says", "yes", "no", "forms", "symbol", "inline", "look", "size", "corner", "column", "panel", "region", "top", "bottom", "left", "right", "middle", "half", "turned", "word", "repeated", "name", "move", "moves", "shuffle", "flip", "reveal", "change", "changes", "mark", "unmark", "roll", "do", "proceed", "end", "win", "wins", "loses", "tie", "modify", "gets", "take", "pass", "option", "you", "opponent", "your", "this", "any", "no", "last", "most", "least", "different", "supplies", "successor", "precedes", "something", "nothing", "both", "rounded", "down", "up", "at", "next", "until", "per", "by", "silent", "box", "doer", "what", "delta", "origin", "place", "side", "who", "holder", "ending", "result", "sides", "once", "example", "shows", "script", "bot", "asked", "prefer", "stop", "stops", "decline", "declines", "changed", "active", "random", "fits", "begin", "ties", "win", "lose", "one", "game", "a", "prefer", "chooses", "choose", "may", "keep", "choosing", "holder", "initiative"]


def sources(folder: Path) -> list[Source]:
    files = sorted(folder.rglob("*.yomi"), key=lambda p: (p.name != "game.yomi", str(p)))
    return [Source(str(f.relative_to(folder)), f.read_text()) for f in files]


def declared_words(texts: list[Source]) -> set[str]:
    """Every word in a declared name, a verb form, a role or a local name, but for the language's own."""
    bag = Bag()
    files = [parse(s, bag) for s in texts]
    scope = Scope(Table(), bag, Env([], 0))
    found = sort(scope, files)
    declare_all(scope, found)
    table = scope.table
    names = {w for key in (*table.nouns, *table.relations) for w in key}
    for sig in [s for group in (table.verbs, table.keywords, table.scripts) for sigs in group.values() for s in sigs]:
        names |= {p for p in sig.head if isinstance(p, str)} | {sig.third} | {r.name for r in sig.roles}
    names |= {w for _, stmts in found.by_head.items() for stmt, _ in stmts for w in local_names(stmt.at.text)}
    return {n for n in names if n} - set(BUILTIN) - reserved_words()


def local_names(text: str) -> set[str]:
    """Names made by let, choose and for each."""
    made = re.findall(r"\blet ([a-z]+) be|(?:choose|choosing|each|,) (?:zone )?(?:\w+ )?([a-z]+) from", text)
    return {w for pair in made for w in pair if w}


def renamed(texts: list[Source]) -> tuple[list[Source], dict[str, str]]:
    """The texts with each declared word replaced by a made-up one, and what each new word was."""
    old = sorted(declared_words(texts))
    new = {word: f"q{chr(97 + i // 26)}{chr(97 + i % 26)}" for i, word in enumerate(old)}
    phases = [name for s in texts for name in re.findall(r"^phase ([a-z ]*[a-z])", s.text, re.M)]
    several = {f"{name.split()[-1]}s" for name in phases if name.split()[-1] in new} - set(new)  # next 2 draw steps

    def change(match: re.Match[str]) -> str:
        token = match.group()
        if token[0] == '"':
            return re.sub(r"\{(\w+)\}", lambda m: "{" + new.get(m.group(1), m.group(1)) + "}", token)
        if token.endswith("'s"):
            return new.get(token[:-2], token[:-2]) + "'s"
        if token in several:
            return new[token[:-1]] + "s"
        return new.get(token, token)

    return [Source(s.path, TOKEN.sub(change, s.text)) for s in texts], {v: k for k, v in new.items()}


def compiled(texts: list[Source]):  # type: ignore[no-untyped-def]
    bag = Bag()
    game = compile_files([parse(s, bag) for s in texts], texts, bag)
    assert not bag.sorted, [(d.at and (d.at.path, d.at.line), d.message, d.help) for d in bag.sorted]
    return game
