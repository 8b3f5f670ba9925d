"""Which work is done when: what a person waits for goes first.

Playing, telling and drawing take milliseconds each and run in threads, so that the server can
listen meanwhile. Python runs one thread at a time: more threads answer nobody sooner. Games of
agents, of which there can be more than a core can draw, take turns, wait a little while a person
waits for an answer, and rest as long as they have worked. A search thinks for seconds: it has
threads of its own, so that nobody else waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

THREADS = 2
"""So many persons are answered at once: one who wants much does not keep up all the others."""
THINKERS = 2
"""So many searches think at once."""
PATIENCE = 0.1
"""Games of agents wait so many seconds at most for a moment in which no person waits."""


class Work:
    """The threads of a server."""

    def __init__(self) -> None:
        self._people = ThreadPoolExecutor(THREADS, "people")
        self._agents = ThreadPoolExecutor(1, "agents")
        self._thinkers = ThreadPoolExecutor(THINKERS, "thinkers")
        self._turn = asyncio.Lock()
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._waiting = 0
        self._rested = 0.0  # when games of agents have rested

    async def at_once(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do what a person waits for."""
        self._waiting += 1
        self._quiet.clear()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._people, work, *given)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._quiet.set()

    async def in_quiet(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do what nobody waits for, one thing after the other, half of the time at most."""
        async with self._turn:
            await asyncio.sleep(self._rested - time.monotonic())
            with contextlib.suppress(TimeoutError):  # so many persons that it is never quiet
                await asyncio.wait_for(self._quiet.wait(), PATIENCE)
            begun = time.monotonic()
            try:
                return await asyncio.get_running_loop().run_in_executor(self._agents, work, *given)
            finally:
                ended = time.monotonic()
                self._rested = ended + min(ended - begun, PATIENCE)

    async def aside(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do what may take seconds."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work, *given)

    def end(self) -> None:
        """Let the threads end when they have done what they do."""
        for threads in (self._people, self._agents, self._thinkers):
            threads.shutdown(wait=False, cancel_futures=True)
