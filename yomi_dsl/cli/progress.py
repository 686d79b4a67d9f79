"""Long work: shared out over processes, in an order that does not depend on them, with a word on how far it is."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Made = TypeVar("Made")

OFTEN, SELDOM = 0.1, 10.0  # seconds between two words, on a terminal and in a log


class Progress:
    """``games: 300 of 1000`` on the error stream, redrawn on a terminal, now and then a line elsewhere."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self.live = sys.stderr.isatty()
        self.last = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def more(self, count: int = 1) -> None:
        self.done += count
        now = time.monotonic()
        if now - self.last >= (OFTEN if self.live else SELDOM):
            self.last = now
            text = f"{self.what}: {self.done} of {self.total}"
            sys.stderr.write(f"\r{text}\x1b[K" if self.live else f"{text}\n")
            sys.stderr.flush()


def shared_out(
    work: Callable[[Task], Made],
    tasks: Sequence[Task],
    jobs: int,
    ready: Callable[..., None],
    given: tuple[object, ...],
) -> Iterator[Made]:
    """What ``work`` makes of each task, in the order of the tasks. ``ready(*given)`` prepares each process."""
    if jobs <= 1 or len(tasks) <= 1:
        ready(*given)
        yield from map(work, tasks)
        return
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(tasks)), _prepare, (ready, given)) as pool:
        yield from pool.imap(work, tasks)


def _prepare(ready: Callable[..., None], given: tuple[object, ...]) -> None:
    """An interrupt is the parent's business; it ends its children."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ready(*given)


def in_chunks(total: int, size: int) -> list[range]:
    """0 .. total - 1 in ranges of at most ``size``."""
    return [range(start, min(start + size, total)) for start in range(0, total, size)]
