"""Training speed: learnt decisions per second of CPU time, and where the time goes.

python -m benchmarks.training [game ...] [--rounds 5] [--workers 2] [--json FILE]

The same network (two layers of 128 units) and the same work per decision (two epochs) in (a)
`agents.ppo`, which learns from every seat, and (b) stable-baselines3's MaskablePPO
(`agents.sb3`), one seat against random players. Each round makes one update of each, one after
the other. Rates are decisions learnt from per second of CPU time, so that a busy machine
disturbs them little.

With `--workers 2` it compares two workers of `agents.ppo` with one instead, in decisions per
second of the clock: that needs a machine on which nothing else runs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from stable_baselines3.common.logger import Logger

import agents.ppo
from agents.network import FirstLayer, LegalLogits
from agents.ppo import PPO, Settings
from agents.sb3 import make_model
from agents.train import DEFAULTS
from agents.workers import Workers
from benchmarks.measure import (
    SEED,
    Case,
    measure,
    positive,
    result_file,
    table,
    write_json,
)
from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.sparse import Sparse
from spaceenvs.players.network import Network

GAMES, ROLLOUT, BATCH, EPOCHS = 1024, 64, 8192, 2
"""What `agents.ppo` is measured with: games at once, the decisions of an update in each, a
minibatch, and how often an update sees each decision."""
UPDATES = 3
"""Updates of one round where workers are compared."""

PARTS: dict[str, list[tuple[Any, str]]] = {
    "games": [(Batch, "step"), (Batch, "pack")],
    "playing: network": [(Network, "evaluate"), (agents.ppo, "draw_actions")],
    "taking minibatches": [(Sparse, "take"), (Sparse, "extend")],
    "first layer": [(FirstLayer, "forward")],
    "its gradient": [(FirstLayer, "backward")],
    "logits and gradients": [(LegalLogits, "forward"), (LegalLogits, "backward")],
    "optimizer": [(torch.optim.Adam, "step")],
}
"""What is timed, by name; the rest is torch's other layers and bookkeeping."""


def measured(game: str, **more: Any) -> Settings:
    """Return the settings that are measured, which are not those that learn most."""
    return Settings(
        game,
        games=GAMES,
        rollout=ROLLOUT,
        batch=BATCH,
        epochs=EPOCHS,
        opponents="self",
        seed=SEED,
        **more,
    )


def ours(game: str, players: int) -> tuple[Callable[[float], float], PPO]:
    """Return a run that makes one update and returns learnt decisions per second of CPU time."""
    torch.set_num_threads(1)
    settings = measured(game)
    ppo = PPO(settings, registry.load(game), [players])

    def run(_seconds: float) -> float:
        begun, before = time.process_time(), ppo.steps
        ppo.update(0.0, imitates=False)
        return (ppo.steps - before) / (time.process_time() - begun)

    return run, ppo


def theirs(game: str, players: int) -> Callable[[float], float]:
    """Return the same for MaskablePPO."""
    torch.set_num_threads(1)
    model = make_model(game, seed=SEED, num_players=players)
    model.set_logger(Logger(None, []))
    decisions = model.n_steps * model.n_envs

    def run(_seconds: float) -> float:
        begun = time.process_time()
        model.learn(decisions, reset_num_timesteps=False)
        return float(decisions / (time.process_time() - begun))

    return run


def by_the_clock(game: str, players: int, count: int) -> tuple[Callable[[float], float], Workers]:
    """Return a run that makes some updates with so many workers, and the other processes.

    The run returns learnt decisions per second of the clock.
    """
    torch.set_num_threads(1)
    settings = measured(game, workers=count)
    others = Workers(settings, [players])
    ppo = PPO(settings, registry.load(game), [players], 0, others.add_gradients)
    learnt = 0

    def run(_seconds: float) -> float:
        nonlocal learnt
        begun, before = time.perf_counter(), learnt
        for _ in range(UPDATES):
            others.begin_update(0.0, imitates=False)
            ppo.update(0.0, imitates=False)
            learnt = ppo.steps + others.end_update()
        return (learnt - before) / (time.perf_counter() - begun)

    return run, others


def compare_workers(game: str, players: int, count: int, rounds: int) -> list[Case]:
    """Compare several workers with one, by the clock."""
    one, nobody = by_the_clock(game, players, 1)
    many, others = by_the_clock(game, players, count)
    floor = f"{game} {players}p 1 worker"
    cases = [Case(floor, one), Case(f"{game} {players}p {count} workers", many, floor)]
    try:
        measure(cases, rounds, 1)
    finally:
        nobody.close()
        others.close()
    print(table(cases, "learnt/s"), flush=True)
    return cases


@contextmanager
def timed_parts() -> Iterator[dict[str, float]]:
    """Measure how long the parts take as long as the context lasts."""
    seconds = dict.fromkeys(PARTS, 0.0)
    kept = []

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            begun = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                seconds[name] += time.process_time() - begun

        return call

    for name, places in PARTS.items():
        for owner, attribute in places:
            original = vars(owner)[attribute]
            function = getattr(owner, attribute)
            replaced = timed(name, function)
            is_static = isinstance(original, staticmethod)
            kept.append((owner, attribute, original))
            setattr(owner, attribute, staticmethod(replaced) if is_static else replaced)
    try:
        yield seconds
    finally:
        for owner, attribute, original in kept:
            setattr(owner, attribute, original)


def parts_of(ppo: PPO, updates: int) -> dict[str, float]:
    """Return the microseconds per learnt decision that every part takes."""
    before, begun = ppo.steps, time.process_time()
    with timed_parts() as seconds:
        for _ in range(updates):
            ppo.update(0.0, imitates=False)
    whole, learnt = time.process_time() - begun, ppo.steps - before
    found = {name: 1e6 * passed / learnt for name, passed in seconds.items()}
    found["other layers, loss, bookkeeping"] = 1e6 * whole / learnt - sum(found.values())
    return found


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description="Learnt decisions per second of CPU time.")
    parser.add_argument("games", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--rounds", type=positive, default=5)
    parser.add_argument(
        "--workers", type=positive, default=1, help="compare so many workers with one, by the clock"
    )
    parser.add_argument("--json", type=result_file, default="benchmarks/results/training.json")
    given = parser.parse_args()
    try:
        names = [registry.find(name).name for name in given.games]
    except ValueError as error:
        parser.error(str(error))
    everything: list[Case] = []
    parts: dict[str, dict[str, float]] = {}
    for name in names:
        players = int(DEFAULTS.get(name, {}).get("players") or registry.load(name).players[0])
        if given.workers > 1:
            everything += compare_workers(name, players, given.workers, given.rounds)
            continue
        run, ppo = ours(name, players)
        floor = f"{name} {players}p MaskablePPO"
        both = [
            Case(floor, theirs(name, players)),
            Case(f"{name} {players}p agents.ppo", run, floor),
        ]
        for case in both:
            case.run(0.0)  # compiles, and fills the first rollout
        measure(both, given.rounds, 1)
        print(table(both, "learnt/s"), flush=True)
        parts[name] = parts_of(ppo, 2)
        for part, microseconds in parts[name].items():
            print(f"  {part:34} {microseconds:6.1f} us a decision", flush=True)
        everything += both
    write_json(given.json, everything, parts=parts)
    print(f"written to {given.json}")


if __name__ == "__main__":
    main()
