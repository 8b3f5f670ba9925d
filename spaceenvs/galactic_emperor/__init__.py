"""Galactic Emperor: explore, trade, build, fight and scheme for the throne of a dying galaxy.

Galactic Emperor (CrossCut Games, 2008, designer Adam West) for 3 to 6 players. In every round each
player takes one of seven role cards; the whole table then acts in that role, its taker first and
with a privilege: Explorers place sector tiles on 37 hexes, Merchants trade food, metal and energy at
prices set by dice, Stewards let fed sectors produce, Engineers build ships, Warlords move and fight
battles in phases, the Regent spends influence on sectors and on the Throne and scores planets,
Scientists buy one of twelve technologies, each of which exists once. Victory points come from
planets at every Regent, from destroyed Empires and from the final count.

## Specs

## Players and turn order

Seats are numbered clockwise and called by their colours, Red to Orange. The holder of the Throne
chooses the direction of a round and takes the first role card, the others follow. In every role the
taker of its card acts first, only influence is placed by the taker last. Some decisions interrupt
others: the Saboteur answers a declared technology, Time Reversal answers dice, the Ambassador answers
an influence token; a defender assigns the hits that his units take.

## Decisions

The rules number the decisions the same way: D01 is number 1. Whoever has one legal action is not
asked (`skip_forced`).

## Units

A Fighter or Cruiser is destroyed by one hit, a Dreadnought by the second one; it is repaired after the
battle. A Starbase that is hit becomes an Empire; an Empire can be hit only when no defending ship is
left, and gives the attacker a victory point. A Home Starbase is never attacked.

## Technologies

Each exists once and is bought in a Scientist role; the taker of the role card pays 1 energy less.
Whatever is declared can be sabotaged, but the Saboteur. Those of the Warlord role are declared by
themselves, unless a second Warlord role may still come in this round; then the owner is asked (R25).

## Tiles

A sector that shows metal or energy produces, if it has a food cube. An unused home tile is an
ordinary sector (R5). The Black Hole replaces the Omega Sun.

## Observation

Own things first, then the other seats in the order of the seats (seat + 1, seat + 2, ...). Hexes are
numbered as in `data/board_hexes.csv`: 0 in the centre, then ring by ring, clockwise.

## Actions

A compound move is several small decisions in a row: a ship is chosen, then goes step by step; a hit
is assigned one by one. HEXA and HEXB mean a hex in the sense of the decision (place, invest, claim,
go, influence, ...).

## Rewards

Zero at every step but the last. At the end the winner gets +1 and the others share -1 (reward
"winner"), or by rank, or by margin of victory points (a margin of 100 counts 1). There is
always one winner: a tie for the first place is settled by a duel of all ships.

## End

After an Explorer, Warlord or Regent role the game is over if some player has no Empire token in
reserve or the pool of victory points is empty; at the latest after round 30 (`round_cap`). The
final count adds 1 point per planet (not after Regent), 1 for full storages, 2 for most marks (1
each if shared). `max_cycles` truncates a game earlier.

## Hidden information

`redeal` shuffles the unseen tiles above and below the Black Hole, keeps a top tile that the player
knows, draws anew the tile another player is looking at, and deals the points of the others among
them (their sum is public). All gains of points happen openly: an agent with memory can count them.
From the final count on, the duel included, all points are open.

## Options

The CSV files have the columns of those in `data/`. The numbers of tiles, technologies, ships and
hexes are fixed, because each of them has an action of its own; a missing column, a wrong count or a
value out of range raises a ValueError that names it.

## Battles on their own

`spaceenvs.galactic_emperor.combat.battle_odds` fights a million battles between given fleets and
technologies and returns how often each side wins and what it loses.

## Rulings

Where the rulebook is silent, unclear or contradicts itself, the rules decide as follows.

## What is reconstructed

The rulebook's pictures and reference cards were not available. Every row of the tables in `data/`
says in its column `source` where it comes from. Reconstructed are: ship costs, technology costs (but
the 1 of the Space Pirate), the faces of the 36 tiles, prices of metal and energy, the numbering of the
hexes and the exact home hexes. From public reviews: 37 hexes, homes at the rim, two price bands for
food. The rulings that settle what the text leaves open are tested one by one in
`tests/rulebook/galactic_emperor/`.

## Version history

* v0: first version.
"""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page
from spaceenvs.galactic_emperor.actions import ACTIONS, DECISIONS
from spaceenvs.galactic_emperor.components import BOX, SEAT_NAMES, GalacticEmperorOptions, make_box
from spaceenvs.galactic_emperor.drawing import text
from spaceenvs.galactic_emperor.invariants import BROKEN, check
from spaceenvs.galactic_emperor.observation import LAYOUT, observe
from spaceenvs.galactic_emperor.picture import elements, svg
from spaceenvs.galactic_emperor.position import arrange, position, seen
from spaceenvs.galactic_emperor.redeal import redeal
from spaceenvs.galactic_emperor.rules import legal, step
from spaceenvs.galactic_emperor.setup import reset
from spaceenvs.galactic_emperor.state import RANGES, STATE
from spaceenvs.galactic_emperor.tables import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    technologies_table,
    tiles_table,
    units_table,
)
from spaceenvs.galactic_emperor.telling import ASKED, happened, is_spoken
from spaceenvs.galactic_emperor.words import describe

GAME = Game(
    name="galactic_emperor",
    title="Galactic Emperor",
    version=0,
    players=(MIN_PLAYERS, MAX_PLAYERS),
    seats=SEAT_NAMES,
    state=STATE,
    ranges=RANGES,
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
    seen=seen,
    arrange=arrange,
    text=text,
    svg=svg,
    elements=elements,
    asked=ASKED,
    happened=happened,
    is_spoken=is_spoken,
    max_decisions=20_000,
    max_score=100,
    random_decisions=(640, 740, 840, 950),
    chance="order of the tiles, market dice, battle dice, the Saboteur's capture die, the first Throne",
    hidden="order of the pile, a tile seen with the Scanner, victory points of the others",
    page_tables=(
        ("Units", units_table),
        ("Technologies", technologies_table),
        ("Tiles", tiles_table),
    ),
    prefetches_rows=True,
)

__doc__ = page(__doc__, GAME)


def env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment; keyword arguments are options."""
    import spaceenvs

    return spaceenvs.make("galactic_emperor", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment; there is no other wrapper to leave out."""
    import spaceenvs

    return spaceenvs.make("galactic_emperor", **kwargs)
