"""Steps per second of every game, beside the floors and peers measured in the same run.

python -m benchmarks.throughput [game ...] [--quick] [--players N] [--json FILE]

AEC loop: `agent_iter`, `last`, a random legal choice, `step`; beside the same loop on an
no-op environment with the same observation and mask sizes; `env()` of the game's
module adds no wrapper, its rate should be the same. Batch: `step` alone and with `sample`,
beside a kernel that only fills the same bytes and a plain copy of them. VecEnv: the learner's
decisions through stable-baselines3's interface, random opponents included. Only decisions with
more than one legal action count as steps; the forced ones in between are played but not counted.
Playouts count all.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from benchmarks.chart import draw_chart
from benchmarks.floors import NoOp
from benchmarks.loops import (
    Work,
    aec_loop,
    batch_loop,
    batch_steps_only,
    copy_loop,
    fill_loop,
    playout_loop,
    vec_env_loop,
)
from benchmarks.measure import (
    SEED,
    Case,
    Run,
    duration,
    measure,
    positive,
    result_file,
    table,
    timed,
    write_json,
)
from benchmarks.peers import peers
from spaceenvs import registry
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.core.seat import HAS_SB3, SeatVecEnv

SIZES = (1, 64, 1024, 16384)
VEC_ENVS = 64

# Compiles (or finds compiled) everything a game needs for stepping, and takes a first step.
FIRST_STEP = """
import spaceenvs
env = spaceenvs.make("{name}")
env.reset(seed=1)
env.step(int(env.last()[0]["action_mask"].argmax()))
"""


def cases_of(game: Game, players: int, sizes: tuple[int, ...]) -> list[Case]:
    """Return what is measured for a game at one player count."""
    where = f"{game.name} {players}p"

    def loop(work: Work) -> Run:
        return lambda seconds: timed(work, seconds)

    def batch(size: int, threads: int = 1) -> Batch:
        return Batch(game, size, num_players=players, num_threads=threads)

    fresh, reused = NoOp(game, players), NoOp(game, players, fresh=False)
    module = importlib.import_module(f"spaceenvs.{game.name}")
    floor = f"{where} no-op"
    cases = [
        Case(floor, loop(aec_loop(fresh))),
        Case(f"{floor}, same arrays", loop(aec_loop(reused)), floor),
        Case(f"{where} AEC", loop(aec_loop(SpaceEnv(game, num_players=players))), floor),
        Case(f"{where} env()", loop(aec_loop(module.env(num_players=players))), floor),
    ]
    for size in sizes:
        filled, one = f"{where} fill x{size}", f"{where} batch x{size}"
        cases += [
            Case(filled, loop(fill_loop(batch(size)))),
            Case(f"{where} copy x{size}", loop(copy_loop(batch(size))), filled),
            Case(one, batch_steps_only(batch(size)), filled),
            Case(f"{one} and sample", loop(batch_loop(batch(size))), filled),
        ]
        if size > 1:
            cases.append(Case(f"{one}, 2 threads", batch_steps_only(batch(size, 2)), one))
    if HAS_SB3:
        env = SeatVecEnv(game, VEC_ENVS, num_players=players, seed=SEED)
        cases.append(Case(f"{where} VecEnv x{VEC_ENVS}", loop(vec_env_loop(env))))
    cases.append(Case(f"{where} playout", loop(playout_loop(batch(64)))))
    return cases


def first_step_seconds(name: str) -> dict[str, float]:
    """Return the seconds from process start to the first step: with an empty cache, and warm."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "SPACEENVS_CACHE_DIR": folder}
        spent = []
        for _ in range(4):
            begun = time.perf_counter()
            code = FIRST_STEP.format(name=name)
            subprocess.run([sys.executable, "-c", code], env=env, check=True)
            spent.append(time.perf_counter() - begun)
    return {"cold seconds": spent[0], "warm seconds": min(spent[1:])}


def decisions_per_game(game: Game, players: int, games: int = 200) -> dict[str, float]:
    """Return the mean number of decisions in a random game, with and without forced ones."""
    means = {}
    for name, skip in (("all", False), ("more than one option", True)):
        batch = Batch(game, games, num_players=players, skip_forced=skip, autoreset=False)
        batch.reset(seed=SEED)
        while not batch.terminated.all():
            batch.step(batch.sample())
        means[name] = float(batch.cycles.mean())
    return means


def sizes_of(game: Game) -> dict[str, float]:
    """Return what one game and one observation take in memory."""
    return {
        "bytes per observation": game.observation.size,
        "actions": game.actions.size,
        "bytes per game": game.state.itemsize,
    }


def compile_first(game: Game) -> None:
    """Compile what is not in the cache yet, and say so: it takes a minute, once."""
    print(f"{game.title}: compiling what is not in the cache yet ...", end=" ", flush=True)
    begun = time.perf_counter()
    batch = Batch(game, 1)
    batch.reset(seed=SEED)
    batch.playout()
    print(f"{time.perf_counter() - begun:.1f} s", flush=True)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--quick", action="store_true", help="a minute for a first impression")
    parser.add_argument("--rounds", type=positive, help="5, or 3 if it has to be quick")
    parser.add_argument(
        "--seconds", type=duration, help="for one case in one round: 0.3, or 0.1 if quick"
    )
    parser.add_argument("--no-peers", action="store_true", help="leave other libraries out")
    parser.add_argument("--json", type=result_file, default="benchmarks/results/throughput.json")
    given = parser.parse_args()
    rounds = given.rounds or (3 if given.quick else 5)
    seconds = given.seconds or (0.1 if given.quick else 0.3)
    try:
        games = [registry.load(name) for name in given.games]
        for game in games:
            if given.players is not None:
                game.make_options(num_players=given.players)
    except ValueError as error:
        parser.error(str(error))
    everything: list[Case] = []
    facts: dict[str, Any] = {}
    for game in games:
        counts = list(game.player_counts) if given.players is None else [given.players]
        if given.quick:
            counts = counts[:1]
        compile_first(game)
        facts[game.name] = sizes_of(game)
        if not given.quick:
            facts[game.name] |= first_step_seconds(game.name)
        for players in counts:
            cases = cases_of(game, players, (1024,) if given.quick else SIZES)
            if not given.quick:
                facts[f"{game.name} {players}p decisions"] = decisions_per_game(game, players)
            measure(cases, rounds, seconds)
            print(table(cases), flush=True)
            everything += cases
    if not (given.no_peers or given.quick):
        cases = peers()
        if cases:
            measure(cases, rounds, seconds)
            print(table(cases), flush=True)
            everything += cases
    for name, fact in facts.items():
        print(f"{name}: " + ", ".join(f"{key} {value:,.1f}" for key, value in fact.items()))
    write_json(given.json, everything, facts=facts)
    print(f"written to {given.json}", end="")
    print("".join(f", {path}" for path in draw_chart(everything, given.json)))


if __name__ == "__main__":
    main()
