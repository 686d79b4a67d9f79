"""Data (never code) in the user's own cache folder, found again by all that it depends on."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from yomi_dsl import resources, tables

PARTS = ("", "compiler", "cache", "ir", "vocabulary", "sheets")


@cache
def versions() -> bytes:
    """A digest of all that the meaning of a text depends on: the grammar and the package's own files."""
    digest = hashlib.blake2b(resources.grammar().encode(), digest_size=16)
    for file in sorted(_modules(), key=lambda entry: entry.path):
        status = file.stat()
        digest.update(f"{file.path}:{status.st_size}:{status.st_mtime_ns};".encode())
    return digest.digest()


def _modules() -> Iterator[os.DirEntry[str]]:
    for part in PARTS:
        with os.scandir(resources.PACKAGE / part) as entries:
            yield from (entry for entry in entries if entry.name.endswith(".py"))


def digest(parts: Sequence[str]) -> str:
    """A name for what is made from these texts by this version of the package."""
    made = hashlib.blake2b(versions(), digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()


def load(name: str) -> Any:
    """What was kept under a name; None if that is nothing, or not what was written."""
    raw = tables.read(name) or b""
    sum_, text = raw[:SUM], raw[SUM:]
    return json.loads(text) if text and sum_ == checksum(text) else None


def keep(name: str, data: Any) -> None:
    text = json.dumps(data, separators=(",", ":")).encode()
    tables.write(name, lambda file: file.write(checksum(text) + text))


SUM = 16


def checksum(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=SUM).digest()
