"""Cosmic Encounter."""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.cosmic_encounter.actions import ACTIONS, DECISIONS
from spaceenvs.cosmic_encounter.components import BOX, MAX_PLAYERS, CosmicOptions, make_box
from spaceenvs.cosmic_encounter.drawing import svg, text
from spaceenvs.cosmic_encounter.invariants import BROKEN, check
from spaceenvs.cosmic_encounter.observation import LAYOUT, observe, redeal
from spaceenvs.cosmic_encounter.position import arrange, position
from spaceenvs.cosmic_encounter.rules import legal, reset, step
from spaceenvs.cosmic_encounter.state import STATE
from spaceenvs.cosmic_encounter.words import describe

GAME = Game(
    name="cosmic_encounter",
    title="Cosmic Encounter",
    version=0,
    players=(3, MAX_PLAYERS),
    state=STATE,
    box=BOX,
    options=CosmicOptions,
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
    max_decisions=50_000,
    max_score=5,
)


def env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment of this game."""
    import spaceenvs

    return spaceenvs.make("cosmic_encounter", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same environment; nothing is wrapped around it."""
    import spaceenvs

    return spaceenvs.make("cosmic_encounter", **kwargs)
