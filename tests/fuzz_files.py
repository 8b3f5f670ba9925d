"""What a file or a table of words may do to a program: nothing but an error with a sentence.

Every loader is given thousands of damaged inputs: saved batches (also with a checksum that fits),
replays, scenarios, positions, component tables and networks. They are loaded in a child process, so
that a crash or a hang is found: it ends the child, and the input that did it is kept in a file.
"""

from __future__ import annotations

import copy
import functools
import json
import pickle
import random
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from spaceenvs import registry
from spaceenvs.core import batch as batch_module
from spaceenvs.core.batch import Batch
from spaceenvs.core.errors import ReplayError, ScenarioError
from spaceenvs.core.jit import JIT_ENABLED
from spaceenvs.core.replay import Replay, read_replay
from spaceenvs.core.scenario import Table, read_scenarios

LONGEST = 60
"""Seconds of silence after which a child counts as hung."""
LOADERS = ("saved", "records", "replay", "scenario", "position", "network", "table")
_ODD: tuple[Any, ...] = (
    *(0, -1, 1, 127, 128, -129, 255, 2**31, 2**63, -(2**63), 2**70, 1.5, float("nan")),
    *("", "x", "0", "\0", "0.0", None, True, [], {}, [[]], {"": 0}),
)


# -- damaging -------------------------------------------------------------------------------------


def damage_bytes(content: bytes, rng: random.Random) -> bytes:
    """Return a file with some bytes changed, cut out or doubled."""
    data = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 8, 40])):
        place = rng.randrange(len(data)) if data else 0
        kind = rng.random()
        if kind < 0.7 and data:
            data[place] = rng.randrange(256)
        elif kind < 0.85:
            del data[place : place + rng.choice([1, 4, 100, len(data)])]
        else:
            data[place:place] = data[place : place + rng.choice([1, 8, 64])]
    return bytes(data)


def damage_words(words: Any, rng: random.Random) -> Any:
    """Return words with one of them changed, renamed, left out or moved."""
    words = copy.deepcopy(words)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        holder, key = _pick_word(words, rng)
        if holder is None:
            return rng.choice(_ODD)
        kind = rng.random()
        if kind < 0.35:
            holder[key] = rng.choice(_ODD)
        elif kind < 0.6:
            other, name = _pick_word(words, rng)
            holder[key] = copy.deepcopy(other[name])
        elif kind < 0.75 and isinstance(holder[key], int):
            holder[key] += rng.choice([-1, 1, 7, 100])
        elif kind < 0.85 and isinstance(holder, dict):
            holder[rng.choice(["rond", "99", "", "-1"])] = holder.pop(key)
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            del holder[key]
    return words


def _pick_word(words: Any, rng: random.Random) -> tuple[Any, Any]:
    """Return a random place in words: a table or list, and the key in it."""
    places = []

    def walk(inner: Any) -> None:
        entries = inner.items() if isinstance(inner, dict) else enumerate(inner)
        for key, value in entries:
            places.append((inner, key))
            if isinstance(value, dict | list):
                walk(value)

    if isinstance(words, dict | list):
        walk(words)
    return rng.choice(places) if places else (None, None)


def damage_records(batch: Batch, rng: random.Random) -> Any:
    """Return records with some bytes or fields changed, or of noise altogether."""
    states = batch.states.copy()
    raw = states.view(np.uint8).reshape(batch.num_games, -1)
    kind = rng.random()
    if "stack" in (states.dtype.names or ()) and rng.random() < 0.5:
        damage_frames(states[rng.randrange(len(states))], rng)
    elif kind < 0.1:
        raw[:] = np.frombuffer(rng.randbytes(raw.size), np.uint8).reshape(raw.shape)
    elif kind < 0.5:
        for _ in range(rng.choice([1, 2, 5, 30])):
            raw[rng.randrange(len(raw)), rng.randrange(raw.shape[1])] = rng.randrange(256)
    else:
        for _ in range(rng.choice([1, 1, 3])):
            name = rng.choice([n for n in states.dtype.names or () if n != "rng"])
            field = np.asarray(states[name])
            while field.dtype.names:
                field = np.asarray(field[rng.choice(field.dtype.names)])
            place = tuple(rng.randrange(size) for size in field.shape)
            field[place] = rng.choice([-1, 0, 1, 2, 5, 7, 40, 100, 127, -128])
    return raw


def damage_frames(s: Any, rng: random.Random) -> None:
    """Change what the pending procedures of a game hold, mostly to what others might hold."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        frame = s.stack[max(0, int(s.depth) - rng.choice([1, 1, 2, 3]))]
        name = rng.choice([*frame.dtype.names, "notes", "notes"])
        field = np.asarray(frame[name])
        limits = np.iinfo(field.dtype)
        value = rng.choice([-1, 0, 1, 2, rng.randrange(50), rng.randint(limits.min, limits.max)])
        field[tuple(rng.randrange(size) for size in field.shape)] = value


# -- loading, in the child ------------------------------------------------------------------------


def _position(name: str, rng: random.Random) -> tuple[Table, dict[str, Any]]:
    """Return a table in the middle of a game, and its whole position."""
    game = registry.load(name)
    table = Table(game, num_players=rng.choice(list(game.player_counts)))
    table.reset(seed=rng.randrange(1000))
    for _ in range(rng.randrange(60 if JIT_ENABLED else 6)):
        table.batch.step(table.batch.sample())
    return table, table.position()


def _load_saved(name: str, rng: random.Random, path: Path) -> Iterator[Callable[[], None]]:
    batch = Batch(registry.load(name), 3, num_players=registry.load(name).players[0])
    batch.reset(seed=1)
    batch.save(path)
    content = path.read_bytes()
    while True:
        path.write_bytes(damage_bytes(content, rng))
        yield lambda: _restore(batch, path)


def _load_records(name: str, rng: random.Random, path: Path) -> Iterator[Callable[[], None]]:
    batch = Batch(registry.load(name), 3, num_players=registry.load(name).players[1])
    batch.reset(seed=rng.randrange(1000))
    while True:
        for _ in range(rng.randrange(30 if JIT_ENABLED else 3)):
            batch.step(batch.sample())
        batch.save(path)
        with np.load(path) as file:
            kept = dict(file)
        kept["states"] = damage_records(batch, rng)
        kept["checksum"] = np.array(batch_module._checksum(kept))
        np.savez(path.with_suffix(".npz"), **kept)  # type: ignore[arg-type]
        yield lambda: _restore(batch, path.with_suffix(".npz"))


def _restore(batch: Batch, path: Path) -> None:
    before = batch.states.tobytes(), batch.mask.tobytes()
    twin = batch.copy()
    try:
        twin.restore(path)
    except ValueError:
        assert (twin.states.tobytes(), twin.mask.tobytes()) == before, "changed by a failure"
        raise
    for _ in range(20):  # what was let in must be playable
        twin.step(twin.sample())


def _load_replay(name: str, rng: random.Random, path: Path) -> Iterator[Callable[[], None]]:
    game = registry.load(name)
    table = Table(game, num_players=game.players[0])
    table.reset(seed=3)
    moves = []
    for _ in range(25 if JIT_ENABLED else 5):
        if table.batch.terminated[0]:
            break
        action = int(table.batch.sample()[0])
        moves.append((action, game.describe(table.state, table.box, action)))
        table.play(action)
    replay = Replay(game.id, {"num_players": game.players[0]}, 3, False, moves)
    words = json.loads(replay.as_json())

    def load() -> None:
        for _ in read_replay(path).play():
            pass

    while True:
        if rng.random() < 0.3:
            path.write_bytes(damage_bytes(json.dumps(words).encode(), rng))
        else:
            path.write_text(json.dumps(damage_words(words, rng)))
        yield load


def _load_scenario(name: str, rng: random.Random, path: Path) -> Iterator[Callable[[], None]]:
    files = sorted((Path(__file__).parent / "rulebook" / name).glob("*.toml"))

    def load() -> None:
        for scenario in read_scenarios(path)[:1]:
            scenario.run(registry.load(name))

    while True:
        blocks = rng.choice(files).read_text(encoding="utf-8").split("[[scenario]]")
        path.write_bytes(damage_bytes(("[[scenario]]" + rng.choice(blocks[1:])).encode(), rng))
        yield load


def _load_position(name: str, rng: random.Random, path: Path) -> Iterator[Callable[[], None]]:
    files = sorted((Path(__file__).parent / "rulebook" / name).glob("*.toml"))
    scenarios = [
        entry for file in files for entry in tomllib.loads(file.read_text("utf-8"))["scenario"]
    ]
    while True:
        if rng.random() < 0.5:
            table, words = _position(name, rng)
        else:
            entry = rng.choice(scenarios)
            table, words = Table(registry.load(name), **entry["options"]), entry.get("position", {})
        damaged = damage_words(words, rng)
        path.write_bytes(pickle.dumps(damaged))
        table.reset(seed=1)
        yield functools.partial(_arrange, table, damaged)


def _arrange(table: Table, words: Any) -> None:
    before = table.state.tobytes()
    try:
        table.arrange(words)
    except ScenarioError:
        assert table.state.tobytes() == before, "changed by a failure"
        raise
    for _ in range(10):  # what was let in must be playable
        table.batch.step(table.batch.sample())


def _load_network(name: str, rng: random.Random, path: Path) -> Iterator[Callable[[], None]]:
    folder = Path(registry.__file__).parent / "players" / "networks"
    content = (folder / f"{name}.npz").read_bytes()
    if not content:
        return
    while True:
        path.write_bytes(damage_bytes(content, rng))
        yield lambda: _read_network(path, name)


def _read_network(path: Path, name: str) -> None:
    from spaceenvs.players.network import load_network

    load_network(path, registry.load(name))


def _load_table(name: str, rng: random.Random, path: Path) -> Iterator[Callable[[], None]]:
    game = registry.load(name)
    fields = {
        f.name: f
        for f in __import__("dataclasses").fields(game.options)
        if f.metadata.get("is_file")
    }
    folder = Path(sys.modules[f"spaceenvs.{name}"].__file__ or "").parent / "data"
    given = {
        option: file
        for option in fields
        for file in folder.glob("*.csv")
        if file.stem.startswith(option)
    }
    if not given:
        return
    while True:
        option = rng.choice(sorted(given))
        path.write_bytes(damage_bytes(given[option].read_bytes(), rng))

        def load(option: str = option) -> None:
            batch = Batch(game, 2, num_players=game.players[0], **{option: str(path)})  # type: ignore[arg-type]
            batch.reset(seed=1)

        yield load


_LOAD = {
    "saved": (_load_saved, (ValueError, FileNotFoundError)),
    "records": (_load_records, (ValueError,)),
    "replay": (_load_replay, (ReplayError,)),
    "scenario": (_load_scenario, (ScenarioError, ValueError, TypeError)),
    "position": (_load_position, (ScenarioError,)),
    "network": (_load_network, (ValueError,)),
    "table": (_load_table, (ValueError,)),
}
"""How something is loaded, and which errors are the documented ones."""


def run_child(loader: str, name: str, seed: int, count: int, folder: Path) -> int:
    """Load so many damaged inputs; print a line for each that is more than a refusal."""
    rng, path = random.Random(seed), folder / f"{loader}-{name}-{seed}"
    load, documented = _LOAD[loader]
    refused = loaded = found = 0
    inputs = load(name, rng, path)
    for number in range(count):
        attempt = next(inputs, None)
        if attempt is None:
            break
        print(f"at {number}", flush=True)
        try:
            attempt()
            loaded += 1
        except documented:
            refused += 1
        except Exception as error:
            found += 1
            print(f"found {number} {type(error).__name__}: {str(error)[:300]}", flush=True)
    print(f"done {refused} {loaded} {found}", flush=True)
    return found


# -- watching, in the parent ----------------------------------------------------------------------


def hunt(names: list[str], count: int, seed: int, folder: Path, loaders: Any = LOADERS) -> int:
    """Give every loader so many damaged inputs of every game; return how many finds there were."""
    folder.mkdir(parents=True, exist_ok=True)
    found = 0
    for loader in loaders:
        for name in names:
            found += watch(loader, name, seed, count, folder)
    return found


def watch(loader: str, name: str, seed: int, count: int, folder: Path) -> int:
    """Run a child and say what became of it."""
    command = [sys.executable, __file__, loader, name, str(seed), str(count), str(folder)]
    log = folder / f"{loader}-{name}-{seed}.log"
    found = 0
    with log.open("w+") as file:
        child = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)
        heard, size = time.monotonic(), -1
        while child.poll() is None:
            time.sleep(0.05)
            if log.stat().st_size != size:
                heard, size = time.monotonic(), log.stat().st_size
            elif time.monotonic() - heard > LONGEST * (10 if size < 10 else 1):
                child.kill()
                child.wait()
                print(f"HUNG: {loader} {name}, seed {seed}, see {log}", flush=True)
                return 1
    lines = log.read_text(errors="replace").splitlines()
    for line in lines:
        if line.startswith("found "):
            found += 1
            print(f"FOUND: {loader} {name}, seed {seed}: {line[6:]}", flush=True)
    done = [line for line in lines if line.startswith("done ")]
    if not done:
        print(f"CRASHED ({child.returncode}): {loader} {name}, seed {seed}, see {log}", flush=True)
        return found + 1
    refused, loaded, _ = done[-1].split()[1:]
    print(f"{loader} {name}: {refused} refused, {loaded} loaded, {found} found", flush=True)
    return found


if __name__ == "__main__":
    child_loader, child_name, child_seed, child_count, child_folder = sys.argv[1:]
    run_child(child_loader, child_name, int(child_seed), int(child_count), Path(child_folder))
