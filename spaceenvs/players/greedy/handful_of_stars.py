"""A Handful of Stars: settle whatever is held, move where nobody resists, fight if stronger."""

from __future__ import annotations

import numpy as np

from spaceenvs.players.greedy.player import Scores, Seen

# Places of decisions in the one-hot.
MOVE_ORIGIN, RESPONSE, COL_SPACE = 7, 14, 19
FLEET_STRENGTH, BASE_STRENGTH, UNSEEN_ALIEN = 3, 5, 3


def rules(seen: Seen, scores: Scores) -> None:
    """Score the actions of A Handful of Stars."""
    score_menu(scores)
    score_spaces(seen, scores)
    score_combat(seen, scores)
    scores["COLONY"][:] = 2
    scores["OUTPOST"][:] = 1
    scores["TOKEN"][:] = 10  # pay with tokens first, the hand is worth more
    scores["DISPLAY"][:] = seen["display"] @ np.array([1, 1, 2, 1, 0.5, 4])
    scores["MARKET"][:] = seen["market"][:, :, 1] + 2 * seen["market"][:, :, 6]
    scores["COUNT"][:] = np.arange(1, 22)


def score_menu(scores: Scores) -> None:
    """Colonise, then move, then build, then learn; a card's own text comes in between."""
    for name, score in {
        "COLONISE": 50,
        "MOVE": 40,
        "CARD": 30,
        "PRODUCE": 20,
        "TECH": 15,
        "DISCARD": 5,
        "PASS": 1,
        "RESERVE": 0,
        "REMOVE": -10,
        "DONE": 45,
    }.items():
        scores[name][:] = score


def score_spaces(seen: Seen, scores: Scores) -> None:
    """Move to free systems, attack what is weaker, settle what has no marker yet."""
    own, rivals = seen["pieces"][:, 0], seen["pieces"][:, 1:]
    habitable, tile = seen["chart"][:, 1], seen["chart"][:, 2]
    alien = np.where(seen["alien"] < 0, UNSEEN_ALIEN, np.maximum(seen["alien"] - 1, 0))
    theirs = (FLEET_STRENGTH * rivals[:, :, 0] + BASE_STRENGTH * rivals[:, :, 1]).sum(1)
    is_rival = (rivals.sum(2) > 0).any(1)
    is_own = own.sum(1) > 0
    resistance = np.where(is_rival, theirs, habitable * (tile + alien))
    group = (own[:, 0] * seen["origin"]).sum(1, keepdims=True)
    wins = FLEET_STRENGTH * group > resistance
    value = np.where(is_own, -5, np.where(wins, 10 + 5 * is_rival + 3 * habitable, -10))
    # A fleet that guards nothing, or more than one, may leave.
    leaves = own[:, 0] - (own[:, 2] == 0)
    settle = 5 * (own[:, 2] == 0) + 2 * habitable
    decision = seen["decision"]
    scores["SPACE"][:] = np.where(
        decision[:, [MOVE_ORIGIN]] > 0,
        leaves,
        np.where(decision[:, [COL_SPACE]] > 0, settle, value),
    )


def score_combat(seen: Seen, scores: Scores) -> None:
    """Stay unless far behind; pay Matter and cards before giving up."""
    attacks = seen["attacker"][:, :1]
    ahead = (seen["combat"][:, :1] - seen["combat"][:, 1:2]) * (2 * attacks - 1)
    scores["STAY"][:] = 6 + ahead
    scores["USE_EFFECT"][:] = 1
    response = seen["decision"][:, [RESPONSE]] > 0
    lost = response & (ahead < -8)
    scores["CONCEDE"][:] = np.where(lost, 100, 0)
    scores["SPACE"][:] = np.where(response, 1, scores["SPACE"])
