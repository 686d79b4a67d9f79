"""What is damaged, missing, unreadable or empty is said in one clear line, and nothing half done is left behind."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Yomi
from yomi_dsl import loader
from yomi_dsl.cli import replays

# ---- names that name nothing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [["check", ""], ["check", "  "], ["test", ""], ["build", ""], ["simulate", "ana", "bo", "--game", ""],
     ["play", "ana", "bo", "--game", ""], ["sheet", "ana", "--game", ""]],
)  # fmt: skip
def test_an_empty_name_is_no_game(yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch, call: list[str]) -> None:
    """Not even in a game's own folder."""
    monkeypatch.chdir(duel)
    told = yomi(*call)
    assert told.exit_code == 2
    assert 'no game is found at "' in told.output
    assert not (duel / "generated").exists()


# ---- texts ---------------------------------------------------------------------------------------------------------------


def test_a_lone_carriage_return_ends_a_line(yomi: Yomi, duel: Path) -> None:
    before = yomi("check", "duel").output
    for path in duel.glob("*.yomi"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r"))
    assert yomi("check", "duel").output == before


@pytest.mark.parametrize("char", ["\uffff", "\U0010ffff", "\ufdd0", "\x07", "\x85"])
def test_what_no_font_can_have_is_found_where_it_stands(yomi: Yomi, duel: Path, char: str) -> None:
    (duel / "odd.yomi").write_text(f'# a note\n# and "{char}"\n', encoding="utf-8")
    told = yomi("check", "duel", "--format", "concise")
    assert told.exit_code == 1
    assert "odd.yomi:2:8: E0123" in told.output


def test_a_folder_or_pipe_called_like_a_text(yomi: Yomi, duel: Path) -> None:
    (duel / "folder.yomi").mkdir()
    os.mkfifo(duel / "pipe.yomi")
    (duel / "lost.yomi").symlink_to("nowhere")
    told = yomi("check", "duel", "--format", "concise").output
    assert told.count("E0125") == 2
    assert "folder.yomi" not in told


def test_a_folder_that_may_not_be_read(yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: object) -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refused)
    monkeypatch.setattr(loader, "is_game", lambda folder: False)
    with pytest.raises(loader.GameNotFoundError, match="the folder may not be read"):
        loader.find_game("duel", duel.parent)


def test_a_game_file_that_cannot_be_read_is_one_mistake(yomi: Yomi, duel: Path) -> None:
    (duel / "game.yomi").write_bytes(b"\xff\xfe\x00")
    told = yomi("check", "duel", "--format", "concise").output
    assert "game.yomi:1:1: E0122" in told
    assert "E0411" not in told


def test_a_deck_without_cards_is_played_and_printed(yomi: Yomi, duel: Path) -> None:
    (duel / "nil.yomi").write_text('fighter "Nil" { health 9 }\n')
    assert yomi("check", "duel").exit_code == 0
    told = yomi("simulate", "nil", "nil", "--game", "duel", "--games", "3", "--jobs", "1")
    assert told.exit_code == 0, told.output
    assert "games that could not go on: none" in told.output
    assert yomi("sheet", "nil", "--game", "duel", "--deck").exit_code == 0


# ---- replays -------------------------------------------------------------------------------------------------------------


STRANGE: list[Any] = [
    None,
    0,
    -1,
    10**30,
    "x",
    [],
    {},
    [[1]],
    [[0, 999]],
    [[5, 0]],
    [None],
    True,
    1.5,
    [["a", "b"]],
    "\ud800",
]


def damaged(text: str) -> Iterator[str]:
    data = json.loads(text)
    for key in data:
        yield from (json.dumps({**data, key: value}) for value in STRANGE)
        yield json.dumps({other: value for other, value in data.items() if other != key})
    yield json.dumps({**data, "more": 1})
    chance = random.Random(4)
    for _ in range(20):
        at = chance.randrange(len(text))
        yield text[:at]
        yield text[:at] + chance.choice('09"[]{},x\0') + text[at + 1 :]


def test_no_damage_to_a_replay_is_a_fault(yomi: Yomi, duel: Path) -> None:
    yomi("play", "ana", "bo", "--game", "duel", "--seed", "3", text="1\n" * 6)
    whole = replays.last_game().read_text()
    assert json.loads(whole)["decisions"]
    for text in damaged(whole):
        (duel.parent / "bad.json").write_text(text, encoding="utf-8", errors="surrogatepass")
        told = yomi("replay", "bad.json", "--game", "duel")
        assert isinstance(told.exception, (SystemExit, type(None))), (text, told.exception)


# ---- a build that is stopped ---------------------------------------------------------------------------------------------


def test_a_build_that_is_stopped_leaves_no_half(duel: Path) -> None:
    """Killed as it begins to put files in their places: each is the old one or the new one."""
    made = duel.parent / "made"
    call = [sys.executable, "-m", "yomi_dsl", "build", "duel", "--out", "made", "--no-sheets"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run(call, cwd=duel.parent, env=env, capture_output=True, timeout=120).returncode == 0
    old = {path.relative_to(made): path.read_bytes() for path in made.rglob("*") if path.is_file()}
    for path in duel.glob("*.yomi"):
        path.write_text(path.read_text().replace("power 4", "power 3"))
    stop = (
        "import os, signal, runpy, sys; real = os.replace\n"
        "def once(a, b):\n    real(a, b)\n    os.kill(os.getpid(), signal.SIGKILL) if 'made' in str(b) else None\n"
        "os.replace = once; sys.argv = ['yomi', *sys.argv[1:]]; runpy.run_module('yomi_dsl', run_name='__main__')"
    )
    killed = subprocess.run(
        [call[0], "-c", stop, *call[3:]], cwd=duel.parent, env=env, capture_output=True, timeout=120
    )
    assert killed.returncode == -9
    left = {path.relative_to(made): path.read_bytes() for path in made.rglob("*") if path.is_file()}
    changed = [path for path in old if left[path] != old[path]]
    assert len(changed) == 1
    assert subprocess.run(call, cwd=duel.parent, env=env, capture_output=True, timeout=120).returncode == 0
    now = {path: (made / path).read_bytes() for path in old}
    assert all(left[path] in (old[path], now[path]) for path in old)
