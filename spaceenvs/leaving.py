"""Ctrl-C at the terminal: whenever it comes, no traceback, and a game is saved before.

While the command `spaceenvs` imports and compiles, nothing can be lost: it leaves at once, because
an import or a compiler that is interrupted shows its insides. While a game goes on, Ctrl-C is
raised where somebody thinks, and waits where the game and its record change.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any


def is_command() -> bool:
    """Whether this process is the command `spaceenvs`, or `python -m spaceenvs`."""
    program, words = sys.argv[0] if sys.argv else "", sys.orig_argv
    if program == "-m":  # what Python says while it still looks for the module
        return "-m" in words and words[words.index("-m") + 1] == "spaceenvs"
    return Path(program).name.removesuffix(".exe") == "spaceenvs"


def leave_at_once(number: int, frame: Any) -> None:
    """Leave while nothing has been played that could be lost."""
    os.write(1, b"\nleft\n")
    os._exit(130)


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """Leave at Ctrl-C without asking whoever works at that moment."""
    before = _handle(leave_at_once)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


class Interrupts:
    """Ctrl-C while there is something to save.

    >>> with Interrupts() as interrupts:
    ...     with interrupts.held():
    ...         pass  # what must not be left half done
    """

    def __init__(self) -> None:
        self._holds, self._came = 0, False

    def __enter__(self) -> Interrupts:
        self._before = _handle(self._come)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let Ctrl-C wait until this is done."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
        if self._came and not self._holds:
            self._came = False
            raise KeyboardInterrupt

    def _come(self, number: int, frame: Any) -> None:
        if not self._holds:
            raise KeyboardInterrupt
        self._came = True


def _handle(handler: Any) -> Any:
    """Let something else handle Ctrl-C; return what did so before, None outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGINT, handler)
