"""Galaxy: put bases down early, keep the worlds alive where they lie, sink the others."""

from __future__ import annotations

import numpy as np

from spaceenvs.players.greedy.player import Array, Scores, Seen, pick

WORLDS, VALUES = 8, 11
OPEN = 5.0  # what a column without a ship, or with a hidden one, counts as
LOSS = 1.0  # how much more the fall of a world counts than a change of its ship
GARRISON, COUNTER, ECUP_GIVE = 5, 7, 12  # decisions by number
SHIPS, ALLIES = slice(0, 88), slice(88, 99)  # places in `hand` and CARD
TECHNOLOGIES = slice(99, 104)


def rules(seen: Seen, scores: Scores) -> None:
    """Score the actions of Galaxy."""
    interest = find_interest(seen)
    after = worth_of_ships(seen, interest)
    score_ships(seen, scores, after)
    score_bases(seen, scores, interest)
    score_fights(seen, scores, interest)
    score_cards(seen, scores)
    score_bids(seen, scores)


def find_interest(seen: Seen) -> Array:
    """Return what the survival of every world is worth: own influence against the others'."""
    own = seen["influence"][:, 0] + 5 * seen["garrison_world"]
    return own - seen["influence"][:, 1:].max(1)


def worth_of_ships(seen: Seen, interest: Array) -> Array:
    """Return how good it is to show each value in each column: (games, worlds, values)."""
    # The columns come first: sums over them add whole arrays.
    top = np.ascontiguousarray(pick(seen["round"], seen["shown"]).T)
    in_play = np.ascontiguousarray(seen["in_play"].T)
    interest = np.ascontiguousarray(interest.T)
    worth_now = worth(top, in_play, interest)
    after = np.empty((interest.shape[1], WORLDS, VALUES), np.float32)
    tops = np.empty((WORLDS, VALUES, top.shape[1]), np.float32)
    for w in range(WORLDS):
        tops[:] = top[:, None]
        tops[w] = 1 + np.arange(VALUES)[:, None]
        after[:, w] = (worth(tops, in_play[:, None], interest[:, None]) - worth_now).T
    return after


def worth(top: Array, in_play: Array, interest: Array) -> Array:
    """Return how well the row guards what is of interest; the first axis is the column."""
    value = np.where(top > 0, top - 1, np.float32(OPEN))
    guarded = (interest * in_play * np.float32(0.1) * value).sum(0)
    # With a ship in every column, the only world with the lowest one surrenders.
    full = ((top != 0) | (in_play == 0)).all(0)
    value = np.where(in_play > 0, value, np.float32(np.inf))
    lowest = value == value.min(0)
    falls = full & (lowest.sum(0) == 1)
    return guarded - falls * np.float32(LOSS) * (interest * lowest).sum(0)


def score_ships(seen: Seen, scores: Scores, after: Array) -> None:
    """Play the ship that helps most; an Ally goes where it helps most."""
    cards = scores["CARD"]
    cards[:, SHIPS] = after.reshape(-1, WORLDS * VALUES) * np.repeat(seen["in_play"], VALUES, 1)
    cards[:, ALLIES] = np.where(seen["in_play"][:, :, None] > 0, after, -np.inf).max(1)
    scores["WORLD"][:] = np.einsum("kwv,kv->kw", after, seen["chosen_value"])
    scores["END"][:] = 0.05


def score_bases(seen: Seen, scores: Scores, interest: Array) -> None:
    """Put bases where high cards are held and nobody else is strong; once a secret one."""
    ships = seen["hand"][:, SHIPS].reshape(-1, WORLDS, VALUES)
    strength = (ships * np.arange(VALUES)).max(2)
    scores["PLACE"][:] = 50 + strength + interest
    scores["SECRET"][:] = 40
    scores["REVEAL"][:] = -20
    garrison = seen["decision"][:, [GARRISON]]
    low = np.tile(10 - np.arange(VALUES), WORLDS)
    scores["CARD"][:, SHIPS] += garrison * (np.repeat(strength + interest, VALUES, 1) * 5 + low)


def score_fights(seen: Seen, scores: Scores, interest: Array) -> None:
    """Raise own bases, lower those of others, shoot at ships that guard the others."""
    own = np.repeat(np.arange(5) == 0, 5)
    scores["BASE_UP"][:] = np.where(own, 10, -10)
    scores["BASE_DOWN"][:] = np.where(own, -10, 10)
    scores["ATTACK"][:] = -interest
    scores["YES"][:] = seen["decision"][:, [COUNTER]]
    scores["SEAT"][:] = np.array([5, 4, 3, 2, 1])


def score_cards(seen: Seen, scores: Scores) -> None:
    """Use technologies at once, steal and draw what is of use."""
    cards = scores["CARD"]
    cards[:, TECHNOLOGIES] = 60
    give = seen["decision"][:, [ECUP_GIVE]]
    dead = np.repeat(1 - seen["in_play"], VALUES, 1)
    cards[:, SHIPS] = np.where(give > 0, 10 * dead, cards[:, SHIPS])
    scores["POWER"][:] = 5
    scores["SENSORS"][:] = 5
    scores["ROW"][:] = 3
    scores["TAKE_RESERVE"][:] = seen["reserve_count"][:, :1] - 2
    alive = (seen["chosen_world"] * seen["in_play"]).sum(1) + (seen["chosen_world"].sum(1) == 0)
    scores["KEEP"][:] = 2 * alive[:, None] - 1


def score_bids(seen: Seen, scores: Scores) -> None:
    """Bid only a value that is in the hand."""
    ships = seen["hand"][:, : ALLIES.stop].reshape(-1, WORLDS + 1, VALUES)
    held = ships.max(1)
    scores["BID"][:] = 20 * held - 10
