"""A Handful of Stars."""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.handful_of_stars.actions import ACTIONS
from spaceenvs.handful_of_stars.check import BROKEN, check
from spaceenvs.handful_of_stars.components import BOX, HandfulOptions
from spaceenvs.handful_of_stars.drawing import svg, text
from spaceenvs.handful_of_stars.observation import LAYOUT, observe
from spaceenvs.handful_of_stars.position import arrange, position
from spaceenvs.handful_of_stars.redeal import redeal
from spaceenvs.handful_of_stars.rules import legal, step
from spaceenvs.handful_of_stars.setup import reset
from spaceenvs.handful_of_stars.state import DECISIONS, STATE
from spaceenvs.handful_of_stars.tables import make_box
from spaceenvs.handful_of_stars.words import describe

GAME = Game(
    name="handful_of_stars",
    title="A Handful of Stars",
    version=0,
    players=(2, 4),
    state=STATE,
    box=BOX,
    options=HandfulOptions,
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
    max_decisions=160_100,
    max_score=150,
)


def env(**kwargs: Any) -> Any:
    """Return the game as a PettingZoo environment."""
    import spaceenvs

    return spaceenvs.make("handful_of_stars", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same: the environment checks everything itself."""
    return env(**kwargs)
