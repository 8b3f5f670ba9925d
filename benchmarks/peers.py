"""Other libraries' games, as far as they are installed (`pip install "spaceenvs[peers]"`).

Each is driven as its own documentation does it, by random legal choices, over whole games;
only decisions of players count as steps. Their games are smaller than ours: bytes of
observation and number of actions stand beside each rate. Galaxy is played in the same rounds,
and every rate is given as a part of Galaxy's too.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import spaceenvs
from benchmarks.loops import Work, aec_loop, batch_loop
from benchmarks.measure import SEED, Case, timed
from spaceenvs.core.sample import choose_rows, make_streams

CHOICES = random.Random(SEED)
"""Makes the random choices of libraries that have no generator of their own."""
BATCH = 1024
INSTALL = 'pip install "spaceenvs[peers]"'
OURS = "galaxy AEC beside peers"
OURS_IN_A_BATCH = f"galaxy batch x{BATCH} and sample beside peers"


def peers() -> list[Case]:
    """Return a case for every peer that can be imported here, and ours to compare with."""
    cases = []
    missing = []
    for library in (pettingzoo_games, openspiel_games, rlcard_games, pgx_games, envpool_games):
        try:
            cases += list(library())
        except ImportError as error:
            missing.append(str(error.name))
    if missing:
        print(f"not compared with {', '.join(missing)}: {INSTALL} installs other libraries")
    return [*ours(), *cases] if cases else []


def ours() -> Iterator[Case]:
    """Yield what the peers are compared with."""
    env, batch = spaceenvs.make("galaxy"), spaceenvs.make_batch("galaxy", BATCH)
    size, actions = batch.game.observation.size, batch.game.actions.size
    yield _case(OURS, aec_loop(env), 4 * size, actions, None)
    yield _case(OURS_IN_A_BATCH, batch_loop(batch), size, actions, None)


def _case(
    name: str, work: Work, observation_bytes: int, actions: int, beside: str | None = OURS
) -> Case:
    facts = {"bytes per observation": observation_bytes, "actions": actions}
    return Case(name, lambda seconds: timed(work, seconds), beside, facts)


def pettingzoo_games() -> Iterator[Case]:
    """Yield PettingZoo's own board and card games, as `env()` gives them."""
    for name, options in (
        ("connect_four_v3", {}),
        ("leduc_holdem_v4", {}),
        ("texas_holdem_no_limit_v6", {"num_players": 6}),
    ):
        try:
            env = importlib.import_module(f"pettingzoo.classic.{name}").env(**options)
        except Exception:  # PettingZoo raises its own errors where a dependency is missing.
            continue
        env.reset(seed=SEED)
        seen = env.last()[0]
        sizes = seen["observation"].nbytes, seen["action_mask"].size
        yield _case(f"PettingZoo {name}", aec_loop(env), *sizes)


def openspiel_games() -> Iterator[Case]:
    """Yield games of OpenSpiel (C++), observed into a numpy buffer: its fastest full way."""
    pyspiel = importlib.import_module("pyspiel")
    observation = importlib.import_module("open_spiel.python.observation")
    for name in ("leduc_poker(players=4)", "backgammon", "gin_rummy"):
        game = pyspiel.load_game(name)
        observer = observation.make_observation(game)
        mask = np.zeros(game.num_distinct_actions(), np.int8)
        work = _openspiel_game(game, observer, mask)
        yield _case(f"OpenSpiel {name}", work, observer.tensor.nbytes, mask.size)


def _openspiel_game(game: Any, observer: Any, mask: Any) -> Work:
    def play() -> int:
        steps = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(CHOICES.choices(outcomes, chances)[0])
                continue
            legal = state.legal_actions()
            observer.set_from(state, state.current_player())
            mask.fill(0)
            mask[legal] = 1
            state.apply_action(CHOICES.choice(legal))
            steps += 1
        return steps

    return play


def rlcard_games() -> Iterator[Case]:
    """Yield games of RLCard through its own interface."""
    rlcard = importlib.import_module("rlcard")
    for name, options in (
        ("leduc-holdem", {}),
        ("no-limit-holdem", {"game_num_players": 6}),
        ("uno", {"game_num_players": 4}),
    ):
        env = rlcard.make(name, config={"seed": SEED, **options})
        state, _ = env.reset()
        size = np.asarray(state["obs"]).nbytes
        yield _case(f"RLCard {name}", _rlcard_game(env), size, env.num_actions)


def _rlcard_game(env: Any) -> Work:
    def play() -> int:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(CHOICES.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def pgx_games() -> Iterator[Case]:
    """Yield games of pgx (JAX), a batch stepped by one compiled call that draws and resets too."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    for name in ("backgammon", "leduc_holdem"):
        env = pgx.make(name)
        work, size = _pgx_batch(jax, env, jax.vmap(auto_reset(env.step, env.init)))
        yield _case(f"pgx {name} x{BATCH}", work, size, env.num_actions, OURS_IN_A_BATCH)


def _pgx_batch(jax: Any, env: Any, step: Callable[..., Any]) -> tuple[Work, int]:
    def advance(state: Any, key: Any) -> Any:
        choice, chance = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choice, logits, axis=-1)
        return step(state, actions, jax.random.split(chance, BATCH))

    advance = jax.jit(advance)
    keys = [jax.random.PRNGKey(SEED + i) for i in range(64)]
    state = jax.jit(jax.vmap(env.init))(jax.random.split(keys[0], BATCH))
    size = state.observation.nbytes // BATCH

    def play() -> int:
        nonlocal state
        for key in keys:
            state = advance(state, key)
        jax.block_until_ready(state.observation)
        return len(keys) * BATCH

    return play, size


def envpool_games() -> Iterator[Case]:
    """Yield games of EnvPool (C++) in a batch on one thread; it observes for all players."""
    envpool = importlib.import_module("envpool")
    for name in ("Backgammon-v1", "LeducHoldem-v1"):
        try:
            env = envpool.make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1, seed=SEED)
        except Exception:  # An older EnvPool has no board games.
            continue
        observation, info = env.reset()
        seen = observation.values() if isinstance(observation, dict) else [observation]
        size = sum(part.nbytes for part in seen) // BATCH
        mask = info["legal_action_mask"]
        work = _envpool_batch(env, mask)
        yield _case(f"EnvPool {name} x{BATCH}", work, size, mask.shape[-1], OURS_IN_A_BATCH)


def _envpool_batch(env: Any, mask: Any) -> Work:
    streams = make_streams(1, BATCH)
    actions = np.empty(BATCH, np.int32)
    rows = np.arange(BATCH, dtype=np.int32)

    def play() -> int:
        nonlocal mask
        legal = np.ascontiguousarray(mask).astype(np.int8, copy=False)
        choose_rows(legal, streams, actions, 0, BATCH)
        mask = env.step(actions, rows)[4]["legal_action_mask"]
        return BATCH

    return play
