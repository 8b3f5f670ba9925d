"""The page under load: tables of agents that are watched while people click at tables of their own.

python -m benchmarks.web [game ...] [--seconds 60] [--tables 50] [--people 20] [--json FILE]

A server of its own is started on loopback, and everybody has a WebSocket, as in the browser. A
person looks at the board for about a second, plays a random legal move and waits for the board on
which it is his turn again, after random or greedy opponents have played; that is an answer. The
memory of the server is read before, meanwhile, and when all have left and their tables were put
away. At last the server is killed and started again, and every table that was saved is opened.

It needs `pip install ".[web]"` and Linux (memory is read from /proc).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import SEED, duration, positive, result_file, write_json
from spaceenvs import registry

IDLE = 25.0
"""Tables are put away after so many seconds without anybody, in the server that is measured."""
PUT_AWAY = 35.0
"""So long it may take until all are."""
LOOKS = (0.5, 1.5)
"""A person looks at the board for between so many seconds."""
SERVER = (
    "import sys; from spaceenvs.web import house; house.IDLE = float(sys.argv.pop(1)); "
    "from spaceenvs.cli import main; main()"
)

Message = dict[str, Any]


@dataclass
class Server:
    """A server that runs as a process of its own."""

    process: subprocess.Popen[str]
    port: int

    def memory(self) -> float:
        """Return the megabytes that it has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else float("nan")

    def work(self) -> float:
        """Return the seconds that it has used of a core."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").split(")")[1]
        user, system = words.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def open(self, game: str, seats: list[str], seed: int) -> Message:
        """Return a new table."""
        wanted = json.dumps({"game": game, "seats": seats, "seed": seed}).encode()
        address = f"http://127.0.0.1:{self.port}/api/tables"
        with urllib.request.urlopen(address, wanted, timeout=600) as answer:  # it may compile
            return json.load(answer)

    @contextlib.asynccontextmanager
    async def sit(self, opened: Message) -> AsyncIterator[ClientConnection]:
        """Take the first place of a table."""
        place = opened["places"][0]
        address = f"ws://127.0.0.1:{self.port}/socket"
        async with connect(address, max_size=None, compression=None) as line:
            about = {"do": "sit", "table": opened["table"]}
            await line.send(json.dumps(about | {k: place[k] for k in ("place", "key")}))
            yield line


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[Server]:
    """Run a server that keeps its tables in a folder; in the end it is killed."""
    command = [sys.executable, "-c", SERVER, str(IDLE), "web", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--tables", str(folder)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        if found is None:
            raise SystemExit(f"the server did not start: {said}")
        yield Server(process, int(found[1]))
    finally:
        process.kill()
        process.wait()


@dataclass
class Count:
    """What is counted while the server is under load."""

    answers: dict[str, list[float]] = field(default_factory=dict)  # seconds, by the game
    watched: int = 0  # boards that watchers were shown
    refused: list[str] = field(default_factory=list)
    memory: float = 0.0  # the most that was seen


def seats_of(game: str, opponents: list[str]) -> list[str]:
    """Return who sits at a table of the fewest players that the game knows."""
    return list(islice(cycle(opponents), registry.find(game).players[0]))


async def hear(line: ClientConnection, kinds: tuple[str, ...] = ("frame",)) -> Message:
    """Return the next message of a kind; what is refused is one of every kind."""
    while True:
        message = json.loads(await line.recv())
        if message["is"] in (*kinds, "error", "refused"):
            return message


async def my_board(line: ClientConnection) -> Message:
    """Return the board on which this person decides, or the last one."""
    while True:
        message = await hear(line)
        if message["is"] != "frame" or message["mine"] or message["over"]:
            return message


async def click(server: Server, game: str, opened: Message, end: float, count: Count) -> None:
    """Play as a person until the time is over; a game that ends begins again."""
    dice = random.Random(opened["table"])
    answers = count.answers.setdefault(game, [])
    async with server.sit(opened) as line:
        board = await my_board(line)
        while time.monotonic() < end and board["is"] == "frame":
            if board["over"]:
                break
            await asyncio.sleep(dice.uniform(*LOOKS))
            move = dice.choice(board["moves"])
            began = time.monotonic()
            await line.send(
                json.dumps({"do": "move", "action": move["action"], "frame": board["frame"]})
            )
            board = await my_board(line)
            answers.append(time.monotonic() - began)
        if board["is"] != "frame":
            count.refused.append(board["sentence"])
            return
        await line.send('{"do": "save"}')
        await hear(line, ("said",))


async def watch(server: Server, opened: Message, end: float, count: Count) -> None:
    """Look at a table of agents until the time is over."""
    async with server.sit(opened) as line:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(end - time.monotonic()):
                while (await hear(line))["is"] == "frame":
                    count.watched += 1


async def read_memory(server: Server, end: float, count: Count) -> None:
    """Keep the most memory that the server has until the time is over."""
    while time.monotonic() < end:
        count.memory = max(count.memory, server.memory())
        await asyncio.sleep(0.5)


@dataclass
class Tables:
    """What was opened: games and what the server said."""

    watched: list[tuple[str, Message]]
    played: list[tuple[str, Message]]


def open_tables(server: Server, games: list[str], tables: int, people: int) -> Tables:
    """Open the tables of agents and those of people."""
    opponents = [["random"], ["greedy"]]
    watched = [
        (game, server.open(game, seats_of(game, opponents[number % 2]), SEED + number))
        for number, game in enumerate(islice(cycle(games), tables))
    ]
    played = [
        (game, server.open(game, ["person", *seats_of(game, opponents[number % 2])[1:]], number))
        for number, game in enumerate(islice(cycle(games), people))
    ]
    return Tables(watched, played)


async def load(server: Server, tables: Tables, seconds: float) -> Count:
    """Let everybody play and look for some seconds."""
    count, end = Count(), time.monotonic() + seconds
    await asyncio.gather(
        *(watch(server, opened, end, count) for _, opened in tables.watched),
        *(click(server, game, opened, end, count) for game, opened in tables.played),
        read_memory(server, end, count),
    )
    return count


async def find_again(server: Server, played: list[tuple[str, Message]]) -> int:
    """Return how many of the tables of people are there."""
    found = 0
    for _, opened in played:
        async with server.sit(opened) as line:
            found += (await hear(line))["is"] == "frame"
    return found


def run(games: list[str], seconds: float, tables: int, people: int) -> dict[str, Any]:
    """Measure, and return what was found."""
    with tempfile.TemporaryDirectory() as folder:
        with serve(Path(folder)) as server:
            for game in games:  # whatever has to be compiled or loaded is
                server.open(game, seats_of(game, ["random"]), SEED)
                server.open(game, seats_of(game, ["greedy"]), SEED)
            warm = open_tables(server, games, 2 * len(games), 2 * len(games))
            asyncio.run(load(server, warm, min(seconds, 10)))
            time.sleep(PUT_AWAY)
            before = server.memory()
            both = open_tables(server, games, tables, people)
            worked = -server.work()
            count = asyncio.run(load(server, both, seconds))
            worked += server.work()
            time.sleep(PUT_AWAY)
            after = server.memory()
        with serve(Path(folder)) as server:
            found = asyncio.run(find_again(server, both.played))
    return {
        "tables": tables,
        "people": people,
        "seconds": seconds,
        "answers_ms": {game: _milliseconds(times) for game, times in count.answers.items()},
        "all_answers_ms": _milliseconds([t for times in count.answers.values() for t in times]),
        "boards_watched_per_second": round(count.watched / seconds, 1),
        "cores_used": round(worked / seconds, 2),
        "load_of_the_machine": os.getloadavg()[0],  # a busy machine answers later
        "refused": count.refused,
        "memory_mb": {"before": before, "most": count.memory, "after": after},
        "saved_tables_found": found,
    }


def _milliseconds(times: list[float]) -> dict[str, float]:
    low, middle, high = np.percentile(times or [float("nan")], [50, 95, 99])
    return {
        "answers": len(times),
        "50 %": round(1000 * low, 1),
        "95 %": round(1000 * middle, 1),
        "99 %": round(1000 * high, 1),
    }


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--seconds", type=duration, default=60.0)
    parser.add_argument("--tables", type=positive, default=50, help="tables of agents")
    parser.add_argument("--people", type=positive, default=20, help="people who click")
    parser.add_argument("--json", type=result_file, metavar="FILE")
    given = parser.parse_args()
    for game in given.games:
        registry.find(game)
    found = run(given.games, given.seconds, given.tables, given.people)
    print(f"{'milliseconds':18} {'answers':>8} {'50 %':>8} {'95 %':>8} {'99 %':>8}")
    for game, times in {**found["answers_ms"], "all": found["all_answers_ms"]}.items():
        print(f"{game:18} {' '.join(f'{number:8}' for number in times.values())}")
    memory = found["memory_mb"]
    print(
        f"{found['boards_watched_per_second']} boards of agents a second; the server used "
        f"{found['cores_used']} of a core, the load of the machine was "
        f"{found['load_of_the_machine']:.1f}; memory "
        f"{memory['before']:.0f} MB before, at most {memory['most']:.0f}, {memory['after']:.0f} "
        f"after; {found['saved_tables_found']} of {given.people} saved tables found again"
    )
    if given.json:
        write_json(given.json, [], **found)


if __name__ == "__main__":
    main()
