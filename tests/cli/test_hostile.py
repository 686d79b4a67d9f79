"""Texts that nobody would write, places that cannot be written: a report and an exit code, never a fault of yomi's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Yomi

TEXTS = {
    "nothing": b"",
    "all bytes": bytes(range(256)) * 9,
    "null bytes": b"\0" * 999,
    "a null in a name": b"keyword a\0b { }\n",
    "latin 1": b'keyword \xe4 { says "\xff" }\n',
    "utf 16": "keyword a { }\n".encode("utf-16"),
    "a mark of byte order": b"\xef\xbb\xbf# hi\n",
    "a second mark of byte order": b"# hi\n\xef\xbb\xbf# hi\n",
    "a half of a character": b"# \xed\xa0\x80\n",
    "ends of lines of all kinds": b"# a\r\n# b\n# c\r# d\r\n",
    "a long line": b"# " + b"x" * 300_000,
    "a long word": b"x" * 100_000,
    "writing from right to left": 'keyword \u202eabc { says "\u05d0" }\n'.encode(),
    "a large number": b"limit of turns " + b"9" * 5000 + b': tie game as "x"\n',
    "deep brackets": b"value v of player: " + b"(" * 5000 + b"1" + b")" * 5000,
    "deep braces": b"action a/as " + b"{" * 5000,
    "many terms": b"value v of player: " + b"1 + " * 5000 + b"1",
    "many nots": b"value v of player: " + b"not " * 5000 + b"1",
    "only quotes": b'"' * 5001,
    "keywords that hold one another": b"keyword a { b }\nkeyword b { a }\n",
    "a value of itself": b"value v of player: v of player\n",
    "an endless loop": b"setup { repeat 99999999999999999999 { } }\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_nobody_would_write(yomi: Yomi, duel: Path, name: str) -> None:
    (duel / "odd.yomi").write_bytes(TEXTS[name])
    told = yomi("check", str(duel), "--format", "concise")
    assert told.exit_code in (0, 1), told.stderr
    assert bool(told.exit_code) == ("odd.yomi:" in told.stdout)


@pytest.mark.parametrize("out", ["taken", "taken/below"])
def test_a_folder_that_cannot_be_made(yomi: Yomi, duel: Path, out: str) -> None:
    (duel.parent / "taken").write_text("mine", encoding="utf-8")
    told = yomi("build", str(duel), "--out", out)
    assert told.exit_code == 2 and "cannot be written: not a directory" in told.stderr
    assert (duel.parent / "taken").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("count", ["0", "-1", "99999999999999999999", "1e9"])
def test_a_number_of_games_out_of_range(yomi: Yomi, duel: Path, count: str) -> None:
    told = yomi("simulate", "--games", count)
    assert told.exit_code == 2 and "'--games'" in told.stderr
