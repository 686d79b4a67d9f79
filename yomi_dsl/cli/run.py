"""The outermost layer of ``yomi``: exit codes, broken pipes, and what happens when the tool itself is at fault.

0  nothing to report        1  findings        2  the call was not understood
3  a fault of the tool      130  interrupted    141  the reader of our output went away
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from yomi_dsl.cli import output

FINDINGS, USAGE, FAULT, INTERRUPTED = 1, 2, 3, 130


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run a command and end the process with its exit code."""
    _make_printable()
    sys.exit(code_of(sys.argv[1:] if args is None else args))


def code_of(args: Sequence[str]) -> int:
    """Run a command; its exit code, whatever happens."""
    try:
        code = _command(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        output.mute()
        return output.NO_READER
    except Exception as fault:  # nothing may end in a traceback
        return _failed(fault, args)


def _failed(fault: Exception, args: Sequence[str]) -> int:
    """A game without end and an output that cannot be written are no faults of the tool."""
    from yomi_dsl.engine.errors import EngineLimit

    if isinstance(fault, EngineLimit):
        output.note(f"error: the game cannot go on: {fault}")
        return FINDINGS
    if isinstance(fault, OSError) and fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
        output.mute()
        output.note(f"error: the output cannot be written: {fault.strerror}")
        return USAGE
    from yomi_dsl.cli.crash import report

    report(fault, args)
    return FAULT


def _command(args: Sequence[str]) -> int:
    from typer.main import get_command

    from yomi_dsl.cli.app import app

    try:
        get_command(app).main(list(args), prog_name="yomi")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _make_printable() -> None:
    """Output never fails for a letter that the terminal lacks, nor input for one that is none."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream, errors in ((sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace"), (sys.stdin, "replace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)
