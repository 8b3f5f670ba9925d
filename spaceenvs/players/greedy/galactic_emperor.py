"""Galactic Emperor: take planets wherever they are free, and let the Regent count them."""

from __future__ import annotations

import numpy as np

from spaceenvs.players.greedy.player import Array, Scores, Seen

STEWARD, MOVE, STEP, INFLUENCE = 12, 16, 17, 24  # decisions by number
EXPLORER, MERCHANT_ROLE, STEWARD_ROLE, ENGINEER, WARLORD, REGENT, SCIENTIST = range(7)
IN_HAND, METAL, ENERGY = 5, 7, 8  # places in `numbers`


def rules(seen: Seen, scores: Scores) -> None:
    """Score the actions of Galactic Emperor."""
    score_roles(seen, scores)
    score_hexes(seen, scores)
    scores["YES"][:] = 5  # claim, use, buy influence, fight on
    scores["BUY"][:] = -1
    scores["SELL"][:] = -1
    scores["PIRATE"][:] = 5
    scores["SEAT"][:] = 3
    scores["RES"][:] = [1, 2]
    scores["TYPE"][:] = [3, 4, 5]
    scores["SHIP"][:] = 1
    scores["TELEPORT"][:] = -5
    scores["HIT"][:] = [4, 2, 5, 1, 3, 0]
    scores["THRONE"][:] = 2
    scores["TECH"][:] = 3


def score_roles(seen: Seen, scores: Scores) -> None:
    """Take the role that gives a planet, or counts planets when they are many."""
    own = seen["numbers"][:, 0]
    planets = (seen["planets"][:, None] * (seen["token"] > 0)).sum(2)
    seated = np.maximum(seen["numbers"][:, :, 0].sum(1), 1)
    lead = planets[:, 0] - planets.sum(1) / seated
    ships = seen["ships_at"][:, 0].sum((1, 2))
    role = scores["ROLE"]
    role[:, EXPLORER] = np.where(seen["card_0"][:, 0] < 2, 7, ships)
    role[:, REGENT] = 6 + lead
    role[:, ENGINEER] = np.minimum(own[:, METAL], 5)
    role[:, WARLORD] = np.minimum(ships, 5)
    role[:, SCIENTIST] = own[:, ENERGY]
    role[:, MERCHANT_ROLE] = 2
    role[:, STEWARD_ROLE] = 3


def score_hexes(seen: Seen, scores: Scores) -> None:
    """Score a hex in the sense of the decision that asks for it."""
    decision = seen["decision"]
    planets = seen["planets"]
    free = (seen["token"] == 0).all(1)
    enemies = ((seen["token"][:, 1:] > 0) | (seen["ships_at"][:, 1:].sum(2) > 0)).any(1)
    go = np.where(enemies, -10, planets * (1 + 5 * free))
    hexa = scores["HEXA"]
    hexa[:] = 1
    in_decision(decision, STEP, hexa, go)
    in_decision(decision, MOVE, hexa, 10 * planets)
    in_decision(decision, INFLUENCE, hexa, worth_of_influence(seen))
    scores["HEXB"][:] = np.where(decision[:, [STEWARD]] > 0, 1, -1)


def in_decision(decision: Array, number: int, target: Array, values: Array) -> None:
    """Write scores where this decision is asked."""
    asked = decision[:, number] > 0
    target[asked] = values[asked]


def worth_of_influence(seen: Seen) -> Array:
    """Return what one more token on each sector is worth: it may win the planets there."""
    strength = seen["influence_at"] + seen["token"]
    missing = strength[:, 1:].max(1) + 1 - strength[:, 0]
    in_hand = seen["numbers"][:, 0, [IN_HAND]]
    chance = np.where(missing <= 0, 0.3, np.where(missing <= in_hand, 10 / missing.clip(1), -1))
    return seen["planets"] * chance
