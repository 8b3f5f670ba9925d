"""spaceenvs: space board games as reinforcement-learning environments.

>>> import spaceenvs
>>> env = spaceenvs.make("galaxy-v0", num_players=4)
>>> env.reset(seed=1)
>>> env.num_agents
4

Importing this module is cheap: games load when they are made and compile when they are
first played.
"""

from __future__ import annotations

import importlib
import signal
from typing import TYPE_CHECKING, Any

from spaceenvs import leaving, registry
from spaceenvs.registry import load

if TYPE_CHECKING:
    from spaceenvs.core.aec import SpaceEnv
    from spaceenvs.core.batch import Batch
    from spaceenvs.core.seat import SeatEnv, SeatVecEnv
    from spaceenvs.core.vector import SeatVectorEnv

__version__ = "0.1.0"

__all__ = ["games", "load", "make", "make_batch", "make_seat", "make_vec", "make_vector"]


def _register() -> None:
    """Enter the games into PettingZoo's and, as one seat, into Gymnasium's registry."""
    import gymnasium
    import pettingzoo

    for row in registry.ROWS.values():
        name = f"spaceenvs/{row.id}"
        gymnasium.register(
            name,
            "spaceenvs:make_seat",
            vector_entry_point="spaceenvs:make_vector",
            kwargs={"name": row.id},
        )
        if hasattr(pettingzoo, "register"):  # since PettingZoo 1.27
            pettingzoo.register("aec", name, "spaceenvs:make", kwargs={"name": row.id})


if leaving.is_command():  # Ctrl-C leaves without a traceback from here on, also while all imports
    signal.signal(signal.SIGINT, leaving.leave_at_once)
_register()


def __getattr__(name: str) -> Any:
    """Load a game's module when it is first named: `help(spaceenvs.galaxy)`."""
    if name in registry.ROWS:
        return importlib.import_module(f"spaceenvs.{name}")
    raise AttributeError(f"module 'spaceenvs' has no attribute {name!r}")


def games() -> list[str]:
    """Return the ids of all games: `["galaxy-v0", ...]`."""
    return [row.id for row in registry.ROWS.values()]


def make(name: str, **kwargs: Any) -> SpaceEnv:
    """Return a game as a PettingZoo AEC environment.

    Args:
        name: `galaxy-v0`, or `galaxy`.
        **kwargs: `num_players`, the options of the game, and those of `SpaceEnv`
            (`render_mode`, `render_view`, `max_cycles`, `reward`, `illegal_action`,
            `skip_forced`).
    """
    from spaceenvs.core.aec import SpaceEnv

    return SpaceEnv(load(name), **kwargs)


def make_batch(name: str, num_games: int, **kwargs: Any) -> Batch:
    """Return many games stepped by one call; see `spaceenvs.core.batch.Batch`."""
    from spaceenvs.core.batch import Batch

    return Batch(load(name), num_games, **kwargs)


def make_seat(name: str, **kwargs: Any) -> SeatEnv:
    """Return one seat against opponents as a Gymnasium environment."""
    from spaceenvs.core.seat import SeatEnv

    return SeatEnv(load(name), **kwargs)


def make_vec(name: str, num_envs: int, **kwargs: Any) -> SeatVecEnv:
    """Return many seats against opponents as a stable-baselines3 VecEnv."""
    from spaceenvs.core.seat import SeatVecEnv

    return SeatVecEnv(load(name), num_envs, **kwargs)


def make_vector(name: str, num_envs: int, **kwargs: Any) -> SeatVectorEnv:
    """Return many seats against opponents as a Gymnasium VectorEnv.

    `gymnasium.make_vec("spaceenvs/galaxy-v0", num_envs=1024)` calls this.
    """
    from spaceenvs.core.vector import SeatVectorEnv

    return SeatVectorEnv(load(name), num_envs, **kwargs)
