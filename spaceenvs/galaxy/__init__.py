"""Galaxy: The Dark Ages, for 2 to 5 players.

Eight worlds stand in a line. Players put numbered ships into their columns; as soon as every world
has a ship in the round's row and exactly one world shows the lowest, that world surrenders. After
five rounds three worlds survive, and whoever has most influence on them wins. Influence comes
from five bases a player, worth more the earlier they were placed. The player with the most
influence on a world is its governor and has its power; low ships have tricks, high ships shoot.
Hands are hidden, one base of each player may be secret, and an auction decides who begins.

## Specs

## Players and turn order

Seats are called Green, Red, Blue, Yellow and Purple, and play clockwise. The auction names the first
player. A turn has four phases: actions (D2 again and again, until END), the governor power of the
column played in, surrender and Spoils, the draw. Other players are asked in between: whether
Screens stop an attack (D6), whether a ship counterattacks (D7), who of tied players becomes
governor (D8), what Spoils of War they take (D15).

## Worlds

Whoever governs a world and plays a ship in its column, one of that world or an Ally, may use its power.

## Ships

Every world has one ship of each value, and so have the Allies, which may be played in any column.

## Decisions

The numbers are those of the rules reference (1 is its D1). REDRAW is asked only with the option
`redraw_dead_cards`.

## Observation

The same numbers for every seat and number of players. Seats are relative: 0 is the observer, 1 the
player on the left and so on. Worlds are in the order Cylor, Felowi, Myrmidon, Divergence, Ecup
Contract, Imperial, Kha'Farjimmn, Erithizonian. Cards are in the order of their ids: 11 x world +
value, 88 + value for Allies, 99-103 Phaser Banks, Screens, Sensors, Warp Drive, Advanced Processing.

## Actions

Relative seat and token name a base: `BASE_DOWN 1.0` is the first base of the player on the left. Two
bases of one owner at the same place are named by the lower token only.

## Rewards

At the end only, zero-sum: the winner +1, the others share -1. `reward="rank"` and `reward="score"` are
options of the environment. There is exactly one winner: score, then the value of the hand, then who
had the last turn.

## End

The game ends with the fifth surrender, or when the deck is empty and nobody has a ship in hand or
Reserve. It always ends. `max_cycles` truncates a game earlier.

## Hidden information

Everybody knows the sizes of hands, Reserves and deck, and remembers every card that was ever open. What
a player has seen of hidden cards (a stolen card, a card put under the deck, a face-down ship of a
column he governs) stays in the observation until a hidden move blurs it: when a card leaves a hand
unseen, others forget all cards of that hand that it could have been.

## Options

## Rulings

Where the rulebook is silent, unclear or contradicts itself, the rules decide as follows.

## What is reconstructed

The rules were read from a translation; where it is unclear or contradicts itself, the rulings R1-R60 of
the rules reference decide, and the comments of the code cite them. Worlds, ships and technologies stand in
the rulebook (`source = seed` in the tables under `data/`); that there is one copy of each technology is
inferred (R1). The numbering of the actions is this project's own (`source = reconstructed`).
The damage limit (R13), the place of a card refused with the Shuttle (R32) and a missing line about
face-down ships (R34) are the rulings that matter most.

## Version history

* v0: first version.
"""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page
from spaceenvs.galaxy.actions import ACTIONS, DECISIONS
from spaceenvs.galaxy.components import BOX, SEAT_NAMES, GalaxyOptions, make_box
from spaceenvs.galaxy.drawing import text
from spaceenvs.galaxy.invariants import BROKEN, check
from spaceenvs.galaxy.observation import LAYOUT, observe
from spaceenvs.galaxy.picture import elements, svg
from spaceenvs.galaxy.position import arrange, position, seen
from spaceenvs.galaxy.redeal import redeal
from spaceenvs.galaxy.rules import legal, step
from spaceenvs.galaxy.setup import reset
from spaceenvs.galaxy.state import RANGES, STATE
from spaceenvs.galaxy.tables import ships_table, worlds_table
from spaceenvs.galaxy.telling import ASKED, happened, is_spoken
from spaceenvs.galaxy.words import describe

GAME = Game(
    name="galaxy",
    title="Galaxy",
    version=0,
    players=(2, 5),  # R51
    seats=SEAT_NAMES,
    state=STATE,
    ranges=RANGES,
    box=BOX,
    options=GalaxyOptions,
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
    max_decisions=10_000,
    max_score=25,
    random_decisions=(230, 230, 230, 233),
    chance="the deal, 2d6 combat, random cards of a hand",
    hidden="hands, Reserves, secret bases, face-down ships, the deck",
    page_tables=(("Worlds", worlds_table), ("Ships", ships_table)),
)

__doc__ = page(__doc__, GAME)


def env(**kwargs: Any) -> Any:
    """Return Galaxy as a PettingZoo AEC environment; see `spaceenvs.make`."""
    import spaceenvs

    return spaceenvs.make("galaxy", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same: the environment checks order, range and legality itself."""
    return env(**kwargs)
