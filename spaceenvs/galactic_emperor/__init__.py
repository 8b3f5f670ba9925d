"""Galactic Emperor."""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.galactic_emperor.actions import ACTIONS, DECISIONS
from spaceenvs.galactic_emperor.checks import BROKEN, check
from spaceenvs.galactic_emperor.components import BOX, GalacticEmperorOptions, make_box
from spaceenvs.galactic_emperor.drawing import svg, text
from spaceenvs.galactic_emperor.observation import LAYOUT, observe, redeal
from spaceenvs.galactic_emperor.position import arrange, position
from spaceenvs.galactic_emperor.rules import legal, step
from spaceenvs.galactic_emperor.setup import reset
from spaceenvs.galactic_emperor.state import STATE
from spaceenvs.galactic_emperor.tables import MAX_PLAYERS, MIN_PLAYERS
from spaceenvs.galactic_emperor.words import describe

GAME = Game(
    name="galactic_emperor",
    title="Galactic Emperor",
    version=0,
    players=(MIN_PLAYERS, MAX_PLAYERS),
    state=STATE,
    box=BOX,
    options=GalacticEmperorOptions,
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
    max_decisions=20_000,
    max_score=100,
)


def env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment; keyword arguments are options."""
    import spaceenvs

    return spaceenvs.make("galactic_emperor", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment; there is no other wrapper to leave out."""
    import spaceenvs

    return spaceenvs.make("galactic_emperor", **kwargs)
