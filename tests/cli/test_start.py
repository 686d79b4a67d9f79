"""How ``yomi`` starts, ends and helps, whatever the verb."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Yomi, process
from yomi_dsl.cli import check, run
from yomi_dsl.cli.app import VERBS


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_helps_with_a_call_to_copy(yomi: Yomi, verb: str) -> None:
    told = yomi(verb, "--help")
    assert told.exit_code == 0
    assert "Examples:\n  yomi " + verb in told.output
    assert max(map(len, told.output.splitlines())) <= 80


def test_without_a_verb_the_verbs_are_told(yomi: Yomi) -> None:
    told = yomi()
    assert told.exit_code == 2
    assert all(f"  {verb} " in told.output for verb in VERBS)


def test_a_mistyped_verb_is_a_matter_of_usage(yomi: Yomi) -> None:
    told = yomi("chek")
    assert told.exit_code == 2
    assert "Did you mean 'check'?" in told.output


SHELL = {
    "rich",
    "lark",
    "jinja2",
    "typst",
    "multiprocessing",
    "yomi_dsl.compiler",
    "yomi_dsl.engine",
    "yomi_dsl.sheets",
}


def imported(*call: str) -> set[str]:
    """The modules of a call in a process of its own, each with the package that it lies in."""
    code = f"import sys; from yomi_dsl.cli.run import code_of; code_of({call}); print(*sys.modules, file=sys.stderr)"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    return {name for module in told.stderr.split() for name in (module, ".".join(module.split(".")[:2]))}


@pytest.mark.parametrize("call", ["--help", "--version"])
def test_start_is_light(call: str) -> None:
    """Nothing but the shell of the command line is imported before a verb runs, and no verb."""
    heavy = SHELL | {"attrs", "json", "hashlib", "yomi_dsl.loader", "yomi_dsl.cli.games", "yomi_dsl.cli.check"}
    loaded = imported(call)
    assert "typer" in loaded
    assert not heavy & loaded


def test_a_check_of_what_is_known_is_light(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the compiler nor the classes of the IR, nor another verb."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(duel / "cache"))
    heavy = SHELL | {"yomi_dsl.ir", "yomi_dsl.syntax", "yomi_dsl.cli.build", "yomi_dsl.cli.sheet"}
    assert heavy & imported("check", "duel")
    loaded = imported("check", "duel")
    assert "yomi_dsl.cli.wordless" in loaded
    assert not heavy & loaded


def test_the_list_of_verbs_fits(yomi: Yomi) -> None:
    lines = yomi("--help").output.splitlines()
    assert all(any(line == f"  {verb:<8}  {about}" for line in lines) for verb, (_, about) in VERBS.items())


def test_a_fault_of_ours_ends_with_3_and_tells_no_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, duel: Path
) -> None:
    text = "the secret text of a card"

    def broken(*_: object) -> None:
        raise KeyError(text)

    monkeypatch.setattr(check.games, "look_at", broken)
    monkeypatch.setattr("tempfile.tempdir", str(duel))
    assert run.code_of(["check", "duel"]) == 3
    told = capsys.readouterr()
    assert "yomi itself is at fault: KeyError in tests/cli/test_start.py" in told.err
    (kept,) = duel.glob("yomi-fault-*.txt")
    report = kept.read_text()
    assert str(kept) in told.err
    assert "call: yomi check duel" in report
    assert "KeyError" in report
    assert "secret text" not in report + told.err
    assert "Traceback" not in told.err


def test_a_reader_that_goes_away_is_no_fault(duel: Path) -> None:
    for i in range(60):
        (duel / f"bad{i}.yomi").write_text("\n".join('card "Odd' for _ in range(99)))
    yomi = f"{sys.executable} -m yomi_dsl check duel --format json"
    told = subprocess.run(
        ["bash", "-c", f"{yomi} | head -n 1; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
    )
    assert told.stderr == ""
    assert told.stdout.splitlines() == ["{", "141"]


def test_an_interrupt_ends_with_130(duel: Path) -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "yomi_dsl", "check", "-", "--game", "duel"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    # Before its own modules are there Python itself would be interrupted, on a machine that has much to do.
    assert waiting.stderr is not None and any("yomi_dsl.cli.app" in line for line in waiting.stderr)
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(1.5)
    waiting.send_signal(signal.SIGINT)
    _, complaint = waiting.communicate(timeout=20)
    assert waiting.returncode == 130
    assert "Traceback" not in complaint


def test_letters_that_the_terminal_lacks_are_no_fault(duel: Path) -> None:
    (duel / "bad.yomi").write_text("größe 8\n", encoding="utf-8")
    told = process("check", "duel", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert told.returncode == 1
    assert "\\xf6" in told.stdout
