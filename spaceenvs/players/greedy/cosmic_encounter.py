"""Cosmic Encounter: attack weak planets with the highest card, ally with offences, trade bases."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from spaceenvs.cosmic_encounter.actions import ACTIONS, DECISIONS
from spaceenvs.players.greedy.player import Array, Scores, Seen

SEATS, SLOTS, PLANETS = 6, 8, 5
ATTACKS = np.array([int(value) for value in ACTIONS["ATTACK"].arguments])
D = {name: number for number, name in enumerate(DECISIONS)}
Asked = Callable[..., Array]
"""Whether one of the named decisions is asked: (games, 1)."""


def rules(seen: Seen, scores: Scores) -> None:
    """Score the actions of Cosmic Encounter."""
    decision = seen["decision"]

    def asked(*names: str) -> Array:
        return decision[:, [D[name] for name in names]].max(1, keepdims=True) > 0

    score_places(seen, scores, asked)
    score_cards(scores, asked)
    scores["YES"][:] = 1  # invite, use the power, attack again
    # Alliances: the offence gives bases. The own colour: rather turn up another card.
    scores["OPT"][:] = np.where(asked("D_OWN"), -1, np.where(np.arange(32) == 0, 2, 1))
    # Rewards as cards; in a deal give nothing and ask for little.
    numbers = np.arange(21)
    scores["NUM"][:] = np.where(asked("D_REWARD"), numbers, -numbers)
    scores["PASS"][:] = np.where(asked("D_DEAL_1"), -1, 0)


def score_places(seen: Seen, scores: Scores, asked: Asked) -> None:
    """Attack where few defend and no own base is; take tokens where many are."""
    tokens = by_absolute_system(seen, seen["tokens"])
    own, others = tokens[:, 0], tokens[:, 1:].sum(1)
    target = 10 - others - 20 * (own > 0)
    places = np.where(asked("D_TARGET"), target, own - 1.5)
    # A base wanted in a deal is good, one given away only as the price for it.
    places = np.where(asked("D_DEAL_1"), 10, places)
    places = np.where(asked("D_DEAL_2"), -1, places)
    # Tokens that come back go where a base is about to be lost.
    places = np.where(asked("D_REGROUP", "D_RETURN"), 10 - own, places)
    scores["LOC"].reshape(-1, SEATS, SLOTS)[:, :, :PLANETS] = places.reshape(-1, SEATS, PLANETS)


def by_absolute_system(seen: Seen, tokens: Array) -> Array:
    """Return tokens [owner, system * planet] with the systems numbered as actions do it."""
    seat = seen["seat"].argmax(1)[:, None]
    players = seen["players"].argmax(1)[:, None]
    relative = (np.arange(SEATS) - seat) % players
    turned = np.take_along_axis(tokens, relative[:, None, :, None], 2)
    return turned.reshape(-1, SEATS, SEATS * PLANETS)


def score_cards(scores: Scores, asked: Asked) -> None:
    """Play the highest Attack; part with the lowest; keep Edicts and Flares."""
    part = asked("D_GIVE", "D_DISCARD")
    scores["ATTACK"][:] = np.where(part, -ATTACKS, ATTACKS)
    scores["COMPROMISE"][:] = np.where(part, -5, 5)
    scores["EDICT"][:] = -0.5
    scores["FLARE"][:] = -0.5
