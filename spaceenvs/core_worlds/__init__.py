"""Core Worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spaceenvs.core.game import Game
from spaceenvs.core_worlds.actions import ACTIONS, DECISIONS, describe
from spaceenvs.core_worlds.components import BOX, MAX_PLAYERS, CoreWorldsOptions
from spaceenvs.core_worlds.drawing import svg, text
from spaceenvs.core_worlds.invariants import BROKEN, check
from spaceenvs.core_worlds.observation import LAYOUT, observe, redeal
from spaceenvs.core_worlds.position import arrange, position
from spaceenvs.core_worlds.rules import legal, step
from spaceenvs.core_worlds.setup import reset
from spaceenvs.core_worlds.state import STATE
from spaceenvs.core_worlds.tables import make_box

if TYPE_CHECKING:
    from spaceenvs.core.aec import SpaceEnv

GAME = Game(
    name="core_worlds",
    title="Core Worlds",
    version=0,
    players=(2, MAX_PLAYERS),
    state=STATE,
    box=BOX,
    options=CoreWorldsOptions,
    make_box=make_box,
    reset=reset,
    legal=legal,
    step=step,
    observe=observe,
    redeal=redeal,
    check=check,
    broken=BROKEN,
    actions=ACTIONS,
    observation=LAYOUT,
    decisions=DECISIONS,
    describe=describe,
    position=position,
    arrange=arrange,
    text=text,
    svg=svg,
    max_decisions=4000,
    max_score=100,
)


def env(**kwargs: Any) -> SpaceEnv:
    """Return the game as a PettingZoo AEC environment."""
    import spaceenvs

    return spaceenvs.make("core_worlds", **kwargs)


raw_env = env
