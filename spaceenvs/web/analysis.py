"""What an agent sees and thinks in a position: for people who train one."""

from __future__ import annotations

import pprint
from typing import Any

import numpy as np

from spaceenvs.advice import chance_of_victory
from spaceenvs.core.batch import Batch
from spaceenvs.core.scenario import Table
from spaceenvs.web.room import Room

DEALS = 4
"""So many times a position is dealt anew to show what a seat cannot know."""


def analyse(room: Room, at: int, seat: int) -> dict[str, Any]:
    """Return the position after `at` moves as `seat` sees it."""
    batch, before = room.position(at), room.position(max(at - 1, 0))
    is_over = bool(batch.states[0].done)
    return {
        "at": at,
        "seat": seat,
        "mover": int(batch.to_move[0]),
        "over": is_over,
        "observation": _observation(batch, before, seat),
        "mask": [] if is_over else _mask(batch),
        "fixture": fixture(batch),
    }


def _observation(batch: Batch, before: Batch, seat: int) -> list[dict[str, Any]]:
    """Return the observation by the names of its layout, now and before the last move."""
    now, earlier = batch.observe(0, seat)[0], before.observe(0, seat)[0]
    return [
        {
            "name": field.name,
            "shape": list(field.shape),
            "meaning": field.meaning,
            "start": field.start,
            "values": now[field.start : field.stop].tolist(),
            "before": earlier[field.start : field.stop].tolist(),
        }
        for field in batch.game.observation
    ]


def _mask(batch: Batch) -> list[dict[str, Any]]:
    """Return the legal actions: id, plain name, words."""
    game, s, box = batch.game, batch.states[0], batch.box[0]
    return [
        {
            "action": int(action),
            "name": game.actions.name(int(action)),
            "words": game.describe(s, box, int(action)),
        }
        for action in np.flatnonzero(batch.mask[0])
    ]


def think(room: Room, at: int, who: str) -> dict[str, Any]:
    """Return what a player would do after `at` moves in place of whoever is to move.

    Raises:
        Refused: If the game is over.
        ValueError: If the player does not know the game.
    """
    batch, thoughts = room.think(at, who)
    legal = np.flatnonzero(batch.mask[0])
    expectation = float(thoughts.expectations[0])
    return {
        "at": at,
        "who": who,
        "probabilities": [[int(a), round(float(thoughts.probabilities[0, a]), 4)] for a in legal],
        "expectation": None if np.isnan(expectation) else round(expectation, 4),
        "chance": None
        if np.isnan(expectation)
        else round(chance_of_victory(expectation, batch.num_players), 4),
    }


def redealt(room: Room, at: int, seat: int, seed: int) -> list[str]:
    """Return pictures of the position with all that the seat cannot know dealt anew."""
    batch = room.position(at)
    pictures = []
    for number in range(DEALS):
        world = batch.copy()
        world.redeal(seat, seed=seed + number)
        pictures.append(room.game.svg(world.states[0], world.box[0], None))
    return pictures


def fixture(batch: Batch) -> str:
    """Return Python that sets the position up in a test."""
    table = Table(batch.game, **vars(batch.options))
    table.batch.states[:] = batch.states
    options = "".join(f", {name}={value!r}" for name, value in vars(batch.options).items())
    words = pprint.pformat(table.position(), width=96, compact=True, sort_dicts=False)
    return (
        "import spaceenvs\nfrom spaceenvs.core.scenario import Table\n\n"
        f'table = Table(spaceenvs.load("{batch.game.name}"){options})\n'
        f"table.arrange(\n{words}\n)\n"
    )
