"""A small game in a folder of its own, and ways to call ``yomi`` on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from yomi_dsl.cli import games
from yomi_dsl.cli.app import app

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

Yomi = Callable[..., Result]


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the test's game; the user is in the folder above it, and keeps their state there."""
    shutil.copytree(HERE / "duel", tmp_path / "duel")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "duel"


@pytest.fixture
def yomi(monkeypatch: pytest.MonkeyPatch) -> Yomi:
    """Call ``yomi`` in this process, with the words of the call and a text to read."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*words: str, text: str | bytes = "") -> Result:
        games.opened_once.cache_clear()
        games.playable.cache_clear()
        return CliRunner().invoke(app, [str(word) for word in words], input=text, prog_name="yomi")

    return call


def process(*words: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Call ``yomi`` as a user does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "yomi_dsl", *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
    )
