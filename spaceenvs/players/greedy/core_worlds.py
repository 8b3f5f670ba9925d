"""Core Worlds: invade what can be conquered, deploy what is missing, draft what gives points."""

from __future__ import annotations

import numpy as np

from spaceenvs.players.greedy.player import Array, Scores, Seen

LAST_ROUND = 10
INVADE, KEEP_CARD = 8, 14  # places of decisions in the one-hot
DISCARDS = (2, 10, 11)  # EXPLORE_CARD, PAY_CARD, TAC_DISCARD


def rules(seen: Seen, scores: Scores) -> None:
    """Score the actions of Core Worlds."""
    rounds_left = LAST_ROUND - seen["round"]
    lack_fleet, lack_ground = find_target(seen, scores, rounds_left)
    score_drafts(seen, scores, rounds_left)
    score_hand(seen, scores, lack_fleet, lack_ground)
    score_invasion(seen, scores)
    scores["TOKEN"][:] = 5
    scores["EXPLORE"][:] = -1
    scores["COL_GRUNT"][:] = 1
    scores["COL_SNUB"][:] = 1
    scores["RESHUFFLE"][:] = 1


def find_target(seen: Seen, scores: Scores, rounds_left: Array) -> tuple[Array, Array]:
    """Score the Worlds; return what Fleet and Ground lack for the best one (games, 1)."""
    fleet = seen["unit_fleet"].sum(1, keepdims=True)
    ground = seen["unit_ground"].sum(1, keepdims=True)
    lack_fleet = np.maximum(0, seen["zone_fleet"] - fleet)
    lack_ground = np.maximum(0, seen["zone_ground"] - ground)
    lack = lack_fleet + lack_ground
    value = 3 * seen["zone_points"] + 3 * seen["zone_bonus"] + seen["zone_energy"] * rounds_left / 2
    is_world = seen["zone_world"] > 0
    scores["ZONE"][:] = np.where(lack > 0, -10, 50 + value)
    wish = np.where(is_world, value - 2 * lack, -np.inf)
    best = wish.argmax(1)[:, None]
    return np.take_along_axis(lack_fleet, best, 1), np.take_along_axis(lack_ground, best, 1)


def score_drafts(seen: Seen, scores: Scores, rounds_left: Array) -> None:
    """Draft points, and strength as long as it will be used."""
    strength = (seen["zone_fleet"] + seen["zone_ground"]) * (rounds_left > 1)
    points = seen["zone_points"] + 3 * seen["zone_bonus"]
    wanted = 6 + 3 * points + strength / 2 - seen["zone_price"] + 20 * (rounds_left < 2)
    scores["ZONE"][:] = np.where(seen["zone_world"] > 0, scores["ZONE"], wanted)


def score_hand(seen: Seen, scores: Scores, lack_fleet: Array, lack_ground: Array) -> None:
    """Deploy what the next Invasion lacks; throw away and keep by strength."""
    fleet, ground, decision = seen["hand_fleet"], seen["hand_ground"], seen["decision"]
    useful = np.minimum(fleet, lack_fleet) + np.minimum(ground, lack_ground)
    deploy = 10 + 5 * useful - seen["hand_cost"]
    strength = fleet + ground + seen["hand_points"]
    plain = np.where(seen["hand_unit"] > 0, deploy * (useful > 0), 15)
    keep = decision[:, [KEEP_CARD]] > 0
    throw = decision[:, DISCARDS].max(1, keepdims=True) > 0
    scores["HAND"][:] = np.where(throw, 1 - strength, np.where(keep, strength, plain))


def score_invasion(seen: Seen, scores: Scores) -> None:
    """Commit as little as is needed, then conquer."""
    lack = np.maximum(0, seen["defence"] - seen["strength"])
    fleet, ground = seen["unit_fleet"], seen["unit_ground"]
    useful = np.minimum(fleet, lack[:, :1]) + np.minimum(ground, lack[:, 1:])
    wasted = fleet + ground - useful
    in_invasion = seen["decision"][:, [INVADE]] > 0
    scores["UNIT"][:] = np.where(
        in_invasion, np.where(useful > 0, 20 + 2 * useful - wasted, -20), fleet + ground
    )
    scores["ABIL"][:] = np.where(lack.sum(1, keepdims=True) > 0, 5, -20)
    scores["CONQUER"][:] = 100
    scores["RETREAT"][:] = -10
    scores["FLEET"][:] = lack[:, :1]
    scores["GROUND"][:] = lack[:, 1:]
