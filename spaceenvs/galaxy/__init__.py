"""Galaxy."""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.galaxy.actions import ACTIONS, describe
from spaceenvs.galaxy.components import BOX, GalaxyOptions, make_box
from spaceenvs.galaxy.drawing import svg, text
from spaceenvs.galaxy.invariants import BROKEN, check
from spaceenvs.galaxy.observation import LAYOUT, observe
from spaceenvs.galaxy.position import arrange, position
from spaceenvs.galaxy.redeal import redeal
from spaceenvs.galaxy.rules import legal, step
from spaceenvs.galaxy.setup import reset
from spaceenvs.galaxy.state import DECISIONS, STATE

GAME = Game(
    name="galaxy",
    title="Galaxy",
    version=0,
    players=(2, 5),
    state=STATE,
    box=BOX,
    options=GalaxyOptions,
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
    max_decisions=10_000,
    max_score=25,
)


def env(**kwargs: Any) -> Any:
    """Return Galaxy as a PettingZoo AEC environment; see `spaceenvs.make`."""
    import spaceenvs

    return spaceenvs.make("galaxy", **kwargs)


raw_env = env
