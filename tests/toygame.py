"""A tiny complete game: what the core is tested with, and the shortest example of the contract.

Twelve cards 0-11 are shuffled, each player gets three. In turn, a player plays a card or
rolls a die for one point if it shows a six (at most once a turn, then the card must
follow). The higher sum of cards and points after three turns wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game, Options, box_dtype, option, state_dtype
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import Actions, ActionTable, Field, Layout
from spaceenvs.core.rng import roll, seed_rng, shuffle

MAX_PLAYERS, CARDS, HAND = 4, 12, 3
SEAT_NAMES = ("Red", "Blue", "Green", "Yellow")
DECK, PLAYED = MAX_PLAYERS, MAX_PLAYERS + 1

ACTIONS = ActionTable(
    [
        Actions("CARD", tuple(map(str, range(CARDS))), "play a card"),
        Actions("ROLL", meaning="try the die"),
    ]
)
ROLL = ACTIONS["ROLL"].start
LAYOUT = Layout(
    [
        Field("hand", (CARDS,), "1 for every card in your hand"),
        Field("played", (CARDS,), "1 for every card played"),
        Field("points", (MAX_PLAYERS,), "points of every seat, yours first", 40),
    ]
)
STATE = state_dtype(
    MAX_PLAYERS,
    [
        ("place", np.int8, (CARDS,)),  # a seat, DECK or PLAYED
        ("points", np.int8, (MAX_PLAYERS,)),
        ("rolled", np.int8),
        ("turn", np.int8),
    ],
)
BOX = box_dtype([("bonus", np.int8)])


@dataclass(frozen=True)
class ToyOptions(Options):
    num_players: int = 2
    bonus: int = option(1, "what a six is worth", choices=(1, 2, 3))


def make_box(options: ToyOptions) -> NDArray[Any]:
    box = np.zeros(1, BOX)
    box[0].num_players = options.num_players
    box[0].bonus = options.bonus
    return box


@kernel
def reset(s, box, seed):
    seed_rng(s.rng, seed)
    s.num_players = box.num_players
    s.to_move, s.decision, s.done = 0, 1, 0
    s.rolled, s.turn = 0, 0
    cards = np.arange(CARDS)
    shuffle(s.rng, cards, CARDS)
    for i in range(CARDS):
        s.place[cards[i]] = min(i // HAND, DECK) if i // HAND < s.num_players else DECK
    for p in range(MAX_PLAYERS):
        s.points[p] = 0
        s.rank[p] = 0
        s.score[p] = 0


@kernel
def legal(s, box, mask):
    mask[:] = 0
    for c in range(CARDS):
        if s.place[c] == s.to_move:
            mask[c] = 1
    if s.rolled == 0:
        mask[ROLL] = 1


@kernel
def step(s, box, action):
    p = s.to_move
    if action == ROLL:
        s.rolled = 1
        if roll(s.rng) == 6:
            s.points[p] += box.bonus
        return
    s.place[action] = PLAYED
    s.points[p] += action
    s.rolled = 0
    s.turn += 1
    s.to_move = (p + 1) % s.num_players
    if s.turn == HAND * s.num_players:
        finish(s)


@kernel
def finish(s):
    s.done = 1
    for p in range(s.num_players):
        s.score[p] = s.points[p]
        better = 0
        for q in range(s.num_players):
            if s.points[q] > s.points[p]:
                better += 1
        s.rank[p] = better


@kernel
def observe(s, box, player, out):
    out[:] = 0
    for c in range(CARDS):
        out[c] = s.place[c] == player
        out[CARDS + c] = s.place[c] == PLAYED
    for k in range(s.num_players):
        out[2 * CARDS + k] = s.points[(player + k) % s.num_players]


@kernel
def redeal(s, box, player, seed):
    seed_rng(s.rng, seed)
    hidden = np.zeros(CARDS, np.int64)
    count = 0
    for c in range(CARDS):
        if s.place[c] != player and s.place[c] != PLAYED:
            hidden[count] = c
            count += 1
    places = s.place.copy()
    shuffled = hidden.copy()
    shuffle(s.rng, shuffled, count)
    for k in range(count):
        s.place[shuffled[k]] = places[hidden[k]]


@kernel
def check(s, box):
    held = 0
    for c in range(CARDS):
        if s.place[c] < 0 or s.place[c] > PLAYED:
            return 1
        if s.place[c] < s.num_players or s.place[c] == PLAYED:
            held += 1
    if held != HAND * s.num_players:
        return 2
    return 0


def describe(s, box, action):
    return "try the die" if action == ROLL else f"play {action}"


def position(s, box):
    n = int(s.num_players)
    return {
        "hands": [[c for c in range(CARDS) if s.place[c] == p] for p in range(n)],
        "points": s.points[:n].tolist(),
    }


def arrange(s, box, words):
    s.place[:] = DECK
    for p, hand in enumerate(words["hands"]):
        s.place[hand] = p
    s.turn = HAND * s.num_players - sum(map(len, words["hands"]))
    left = [c for c in range(CARDS) if s.place[c] == DECK]
    s.place[left[: s.turn]] = PLAYED
    s.points[: len(words["points"])] = words["points"]
    s.to_move = words.get("to_move", 0)


def text(s, box, player):
    return "\n".join(f"seat {p}: {s.points[p]} points" for p in range(s.num_players))


def svg(s, box, player):
    size = 'width="60" height="20"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><text>{s.turn}</text></svg>'


def elements(s, box, action):
    return (f"card-{action}",) if action != ROLL else ("die",)


def happened(before, action):
    after = before.copy()
    after.step([action])
    gained = after.states[0].points - before.states[0].points
    return [f"{SEAT_NAMES[p]} gains {gained[p]}" for p in np.flatnonzero(gained)]


def is_spoken(s, action):
    return action == ROLL


GAME = Game(
    name="toy",
    title="Toy",
    version=0,
    players=(2, MAX_PLAYERS),
    seats=SEAT_NAMES,
    state=STATE,
    box=BOX,
    options=ToyOptions,
    make_box=make_box,
    reset=reset,
    legal=legal,
    step=step,
    observe=observe,
    redeal=redeal,
    check=check,
    broken=("", "a card lies nowhere", "a hand has the wrong size"),
    actions=ACTIONS,
    observation=LAYOUT,
    decisions=("", "TURN"),
    describe=describe,
    position=position,
    arrange=arrange,
    text=text,
    svg=svg,
    elements=elements,
    asked={"TURN": "a card, or the die"},
    happened=happened,
    is_spoken=is_spoken,
    max_decisions=24,
    max_score=30,
    random_decisions=(9, 13, 18),
    chance="the deal, the die",
    hidden="hands, the deck",
)
