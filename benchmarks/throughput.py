"""Steps per second of every game, beside the floors and peers measured in the same run.

python -m benchmarks.throughput [game ...] [--quick] [--players N] [--json FILE]

AEC loop: `agent_iter`, `last`, a random legal choice, `step`; beside the same loop on an
environment that does nothing with the same observation and mask sizes. Batch: `step` alone
and with `sample`, beside a kernel that only fills the same bytes. Only decisions with more than
one legal action count as steps; the forced ones in between are played but not counted.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.floors import DoNothing, fill
from benchmarks.measure import Case, measure, table, timed, write_json
from spaceenvs import registry
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.core.sample import Sampler

# Compiles (or finds compiled) everything a game needs for stepping, and takes a first step.
FIRST_STEP = """
import spaceenvs
env = spaceenvs.make("{name}")
env.reset(seed=1)
env.step(int(env.last()[0]["action_mask"].argmax()))
"""


def aec_loop(env: Any) -> Callable[[], int]:
    """Return a function that plays one game through the AEC interface."""
    sample = Sampler(1)

    def play() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(sample(observation["action_mask"]))
                steps += 1
        return steps

    return play


def batch_loop(batch: Batch) -> Callable[[], int]:
    """Return a function that steps a batch once, random choices included."""
    batch.reset(seed=1)

    def play() -> int:
        batch.step(batch.sample())
        return batch.num_games

    return play


def batch_steps_only(batch: Batch) -> Callable[[float], float]:
    """Return a run that counts only the time of `step`, not of the random choices."""
    batch.reset(seed=1)

    def run(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = batch.sample()
            begun = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - begun
            steps += batch.num_games
        return steps / spent

    return run


def fill_loop(batch: Batch) -> Callable[[], int]:
    """Return a function that fills the batch's observations and masks and does nothing else."""
    observation, mask = np.zeros_like(batch.observation), np.zeros_like(batch.mask)
    salt = 0

    def play() -> int:
        nonlocal salt
        salt += 1
        fill(observation, mask, salt)
        return batch.num_games

    return play


def playout_loop(batch: Batch) -> Callable[[], int]:
    """Return a function that plays whole games inside a kernel."""

    def play() -> int:
        batch.reset(seed=None)
        return batch.playout()

    return play


def cases_of(game: Game, players: int, sizes: list[int]) -> list[Case]:
    """Return what is measured for a game at one player count."""
    where = f"{game.name} {players}p"

    def loop(work: Callable[[], int]) -> Callable[[float], float]:
        return lambda seconds: timed(work, seconds)

    def batch(size: int, threads: int = 1) -> Batch:
        return Batch(game, size, num_players=players, num_threads=threads)

    nothing, static = f"{where} do nothing", f"{where} do nothing, same arrays"
    cases = [
        Case(nothing, loop(aec_loop(DoNothing(game, players)))),
        Case(static, loop(aec_loop(DoNothing(game, players, fresh=False)))),
        Case(f"{where} AEC", loop(aec_loop(SpaceEnv(game, num_players=players))), nothing),
    ]
    for size in sizes:
        filled, one = f"{where} fill x{size}", f"{where} batch x{size}"
        cases += [
            Case(filled, loop(fill_loop(batch(size)))),
            Case(one, batch_steps_only(batch(size)), filled),
            Case(f"{one} and sample", loop(batch_loop(batch(size))), filled),
        ]
        if size >= 1024:
            cases.append(Case(f"{one}, 2 threads", batch_steps_only(batch(size, 2)), one))
    cases.append(Case(f"{where} playout", loop(playout_loop(batch(64)))))
    return cases


def peers() -> list[Case]:
    """Return PettingZoo's own games, as far as they are installed."""
    found = []
    for name in ("tictactoe_v3", "connect_four_v3", "texas_holdem_v4", "leduc_holdem_v4"):
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
        except Exception:  # Not installed, or a dependency of it is not.
            continue
        play = aec_loop(module.env())
        found.append(
            Case(f"PettingZoo {name}", lambda seconds, play=play: timed(play, seconds))  # type: ignore[misc]
        )
    return found


def first_step_seconds(name: str) -> tuple[float, float]:
    """Return the seconds from process start to the first step: with an empty cache, and warm."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "SPACEENVS_CACHE_DIR": folder}
        spent = []
        for _ in range(2):
            begun = time.perf_counter()
            code = FIRST_STEP.format(name=name)
            subprocess.run([sys.executable, "-c", code], env=env, check=True)
            spent.append(time.perf_counter() - begun)
    return spent[0], spent[1]


def decisions_per_game(game: Game, players: int, games: int = 200) -> dict[str, float]:
    """Return the mean number of decisions in a random game, with and without forced ones."""
    means = {}
    for name, skip in (("all", False), ("more than one option", True)):
        batch = Batch(game, games, num_players=players, skip_forced=skip, autoreset=False)
        batch.reset(seed=1)
        while not batch.terminated.all():
            batch.step(batch.sample())
        means[name] = float(batch.cycles.mean())
    return means


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--quick", action="store_true", help="a minute for a first impression")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="for one case in one round")
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/throughput.json"))
    given = parser.parse_args()
    if given.quick:
        given.rounds, given.seconds = 3, 0.15
    try:
        games = [registry.load(name) for name in given.games]
    except ValueError as error:
        parser.error(str(error))
    everything: list[Case] = []
    facts: dict[str, Any] = {}
    for game in games:
        counts = [given.players] if given.players else list(game.player_counts)
        if given.quick:
            counts = counts[:1]
        compile_first(game)
        sizes = [1024] if given.quick else [1, 64, 1024, 16384]
        cases = [case for players in counts for case in cases_of(game, players, sizes)]
        if not given.quick:
            cold, warm = first_step_seconds(game.name)
            facts[f"{game.name} first step"] = {"cold seconds": cold, "warm seconds": warm}
            for players in counts:
                facts[f"{game.name} {players}p decisions"] = decisions_per_game(game, players)
        measure(cases, given.rounds, given.seconds)
        print(table(cases), flush=True)
        everything += cases
    if not given.quick:
        cases = peers()
        if cases:
            measure(cases, given.rounds, given.seconds)
            print(table(cases))
            everything += cases
    for name, fact in facts.items():
        print(f"{name}: " + ", ".join(f"{key} {value:.1f}" for key, value in fact.items()))
    write_json(given.json, everything, facts=facts)
    print(f"written to {given.json}")


def compile_first(game: Game) -> None:
    """Compile what is not in the cache yet, and say so: it takes a minute, once."""
    print(f"{game.title}: compiling what is not in the cache yet ...", end=" ", flush=True)
    begun = time.perf_counter()
    batch = Batch(game, 1)
    batch.reset(seed=1)
    batch.playout()
    print(f"{time.perf_counter() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
