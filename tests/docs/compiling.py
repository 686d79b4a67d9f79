"""Compiles the texts that the documentation shows, as a part of a whole game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from yomi_dsl import ir
from yomi_dsl.compiler import compile_files
from yomi_dsl.diagnostics import Bag, Diagnostic
from yomi_dsl.loader import load_game
from yomi_dsl.parser import parse
from yomi_dsl.source import Source
from yomi_dsl.syntax import File, Stmt

ROOT = Path(__file__).resolve().parents[2]
HOST = Path(__file__).parent / "host"


@cache
def read(folder: Path) -> tuple[tuple[Source, File], ...]:
    """The texts of a game and their trees, which nothing changes."""
    bag = Bag()
    files = tuple((source, parse(source, bag)) for source in load_game(folder, bag))
    assert not bag.errors
    return files


def with_texts(
    folder: Path, texts: Iterable[tuple[str, str]], replaced: Iterable[str] = ()
) -> tuple[ir.Game | None, list[Diagnostic]]:
    """A game with some more files. ``replaced``: what of its own statements is left out, by how they begin."""
    bag = Bag()
    given = [(source, without(file, tuple(replaced))) for source, file in read(folder)]
    added = [Source(path, text) for path, text in texts]
    pairs = [*given, *((source, parse(source, bag)) for source in added)]
    game = compile_files([file for _, file in pairs], [source for source, _ in pairs], bag)
    return game, bag.sorted


def without(file: File, heads: tuple[str, ...]) -> File:
    return File(file.path, tuple(stmt for stmt in file.body if not begins(stmt, heads)))


def begins(stmt: Stmt, heads: tuple[str, ...]) -> bool:
    return stmt.at.text.startswith(tuple(f"{head}{end}" for head in heads for end in " :{"))
