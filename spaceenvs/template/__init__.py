"""Asteroids, for 2 to 4 players: the smallest finished game, made to be copied.

Twelve asteroids hold 0 to 11 tons of ore. Every player gets the claims to three of them and keeps
them secret. In turn, a player may send a probe, which finds something if the die shows a six, and
then mines one of his asteroids. After three turns each the player with the most ore wins.

## Specs

## Players and turn order

Seats are called Red, Blue, Green and Yellow, and play clockwise; Red begins.

## Decisions

## Observation

The same numbers for every seat and number of players. Seats are relative: 0 is the observer, 1 the
player on the left and so on.

## Actions

The asteroids are in the order of their table, `data/asteroids.csv`.

## Rewards

At the end only, zero-sum: the winners share +1, the others -1. `reward="rank"` and `reward="score"`
are options of the environment.

## End

The game ends when all claims have been mined, after three turns of every player. `max_cycles`
truncates a game earlier.

## Hidden information

A hand is seen by its owner only; the claims that were not dealt are seen by nobody. What has been
mined is known to all.

## Options

## Rulings

How the rules answer what an outline of the game leaves open.

## What is reconstructed

Nothing: the game was made up for this package (`source = invented` in the table under `data/`).

## Version history

* v0: first version.
"""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page
from spaceenvs.template.actions import ACTIONS, DECISIONS
from spaceenvs.template.components import (
    BOX,
    CLAIMS,
    MAX_PLAYERS,
    SEAT_NAMES,
    AsteroidsOptions,
    make_box,
)
from spaceenvs.template.drawing import elements, svg, text
from spaceenvs.template.invariants import BROKEN, check
from spaceenvs.template.observation import LAYOUT, observe
from spaceenvs.template.position import arrange, position, seen
from spaceenvs.template.redeal import redeal
from spaceenvs.template.rules import legal, step
from spaceenvs.template.setup import reset
from spaceenvs.template.state import RANGES, STATE
from spaceenvs.template.telling import ASKED, happened, is_spoken
from spaceenvs.template.words import describe

GAME = Game(
    name="template",
    title="Asteroids",
    version=0,
    players=(2, MAX_PLAYERS),
    seats=SEAT_NAMES,
    state=STATE,
    ranges=RANGES,
    box=BOX,
    options=AsteroidsOptions,
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
    seen=seen,
    arrange=arrange,
    text=text,
    svg=svg,
    elements=elements,
    asked=ASKED,
    happened=happened,
    is_spoken=is_spoken,
    max_decisions=2 * CLAIMS * MAX_PLAYERS,
    max_score=30,
    random_decisions=(7, 11, 14),
    chance="the deal, the die of a probe",
    hidden="hands, the claims that were not dealt",
)

__doc__ = page(__doc__, GAME)


def env(**kwargs: Any) -> Any:
    """Return Asteroids as a PettingZoo AEC environment; see `spaceenvs.make`."""
    import spaceenvs

    return spaceenvs.make("template", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same: the environment checks order, range and legality itself."""
    return env(**kwargs)
