"""Core Worlds: ten rounds of deck-building and invasions on the way to a dying empire's core.

Each player leads a barbarian empire with a deck of 16 cards. Energy and Action Points turn hand
cards into deployed Units; Units are spent to conquer Worlds from a shared display, and Worlds
give Energy every round and points at the end. Better Units and Tactics are drafted into the
deck on the way. Rounds 9 and 10 offer the six Core Worlds, which score what an Empire holds, and
Prestige cards. Most points after round 10 win. Game by Andrew Parks, 2011.

## Specs

## Players and turn order

Seats are numbered clockwise and named by their colours. The lowest Home World number gets the
Destiny Marker; its holder begins every phase, and it passes to the next seat after every round. In
the Action Phase players take turns, one option each, until all have passed. Nobody ever decides in
another player's turn.

## Decisions

A turn (TURN) is one option: a draft, a deployment, an Invasion, an ability used as an Action, or a
pass. What an option needs to know is asked one answer at a time: DEPLOY_MORE and COMBO go on with a
deployment, SIDE to COLONIZE belong to an Invasion, COLONIZE_HAND and DRAFT_HAND to a Tactic. A
decision is skipped if it has nothing to offer (R60). Choices that are simultaneous at the table
(KEEP_CARD, RESHUFFLE) are asked from the Destiny holder on, clockwise (R51).

## Observation

Natural units, int8, from the observing seat: the own seat comes first, the others follow in turn
order; empty seats are zeros. Energy, Invasion totals and points above 60 are shown as 60.

## Actions

Of equal cards in hand, and of Units that nothing tells apart, only the lowest slot is legal.

## Rewards

At the end only. By default the winners share +1 and the others share -1; `reward="rank"` and
`reward="score"` are the other choices. The score is the sum of the printed points of all cards of
the Empire, wherever they are, and of the bonus points of Core Worlds, Prestige and some Units. Ties
go to the higher World Energy total, then to the larger number of Worlds; then they are shared.

## End

After the Action Phase of round 10. A game cannot last longer; `max_cycles` truncates earlier.

## Hidden information

A hand is known to its owner, who also knows the content of the own deck, but no order of any deck.
Others see the sizes, and what hand and deck hold together: everything that ever entered a deck was
public. Discard piles are open (option `public_discards`). `known_hand` holds the hand cards that
everybody knows: the whole hand when a discard pile was shuffled into an empty deck, and cards
drafted straight into the hand. The Galactic Decks' content is public, their order is not.

## Options

## A card set of your own

Copy the three card tables from `spaceenvs/core_worlds/data/`, change them, and give their paths as
options; nothing is compiled anew. A set has five Home Worlds, five starting decks of 16 cards,
Galactic Decks of 12, 24, 24, 24, 24 and 12 cards, and at most 127 definitions (`def_id` 0 to 126).
The rules know cards only by their type, numbers and effects. The Infantry and the Starfighter that
are in every starting deck (the lowest `def_id` of each) are the cards that can be colonised and
that the pre-game draft removes. A card has up to four effects; a Tactic's are resolved in the order
of the row, and one that asks for decisions comes last. `mask` is a sum of kinds of Units: Hero 1,
Infantry 2, Robot 4, Vehicle 8, Starfighter 16, Star Cruiser 32, Capital Ship 64; 127 is any Unit.
Errors name the file, the row and the column.

## Sectors and cards

Equal cards stand once, with the number of copies in the deck. The starting decks differ in their
hero; the other cards of S2 to S5 are those of S1. Defence and strength are Fleet/Ground; a + marks
points that an effect adds to.

## Rulings

Where the rulebook is silent, unclear or contradicts itself, the rules decide as follows.

## What is reconstructed

The rules follow a rulebook text and public pages; most card names and nearly all numbers of the cards
are reconstructed, because no card list was at hand. The column `source` says where a row comes from:
`seed` (the rulebook), `public` (a public page), `reconstructed`, or several of them, joined by +, if the
fields of a row differ; the column `note` of the tables then says which is which.

## Version history

* v0: first version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page
from spaceenvs.core_worlds.actions import ACTIONS, DECISIONS
from spaceenvs.core_worlds.components import BOX, MAX_PLAYERS, SEAT_NAMES, CoreWorldsOptions
from spaceenvs.core_worlds.drawing import text
from spaceenvs.core_worlds.invariants import BROKEN, check
from spaceenvs.core_worlds.observation import LAYOUT, observe
from spaceenvs.core_worlds.picture import elements, svg
from spaceenvs.core_worlds.position import arrange, position, seen
from spaceenvs.core_worlds.redeal import redeal
from spaceenvs.core_worlds.rules import legal, step
from spaceenvs.core_worlds.setup import reset
from spaceenvs.core_worlds.state import RANGES, STATE
from spaceenvs.core_worlds.tables import card_table, effect_table, make_box, sector_table
from spaceenvs.core_worlds.telling import ASKED, happened, is_spoken
from spaceenvs.core_worlds.words import describe

if TYPE_CHECKING:
    from spaceenvs.core.aec import SpaceEnv

GAME = Game(
    name="core_worlds",
    title="Core Worlds",
    version=0,
    players=(2, MAX_PLAYERS),
    seats=SEAT_NAMES,
    state=STATE,
    ranges=RANGES,
    box=BOX,
    options=CoreWorldsOptions,
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
    max_decisions=4000,
    max_score=100,
    random_decisions=(180, 285, 385, 465),
    chance="shuffles only",
    hidden="hands, the order of decks",
    page_tables=(
        ("A card set of your own", effect_table),
        ("Sectors and cards", sector_table),
        ("Sectors and cards", card_table),
    ),
    prefetches_rows=True,
)

__doc__ = page(__doc__, GAME)


def env(**kwargs: Any) -> SpaceEnv:
    """Return the game as a PettingZoo AEC environment."""
    import spaceenvs

    return spaceenvs.make("core_worlds", **kwargs)


def raw_env(**kwargs: Any) -> SpaceEnv:
    """Return the same as `env`: nothing is wrapped."""
    return env(**kwargs)
