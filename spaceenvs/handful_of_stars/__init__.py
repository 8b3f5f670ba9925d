"""A Handful of Stars: scattered empires, growing personal decks, a tug-of-war for every system.

Two to four races begin scattered over a random star map. Every system settled adds its card to
the own deck, every technology bought another; cards pay for ships, moves and colonies or are
used for their text, never both. Where fleets meet resistance the side that is behind must add
strength from a hidden hand or give up. The clock is shared: every reshuffle of anybody's
discard pile advances it. Most victory points win.

(Martin Wallace, Treefrog Games, 2017.)

## Specs

## Players and turn order

Seats are called Red, Blue, Green, Yellow. In setup every seat chooses a homeworld and a first
colony in secret, then all take two development tokens in turn. A drawn first player begins;
turns go clockwise, two actions each. In a combat the defender decides too: whether to retreat,
how to respond, which units are lost and where the rest goes.

## Decisions

An action of the turn is a short series of decisions: what to build and where, or origin, kind of
unit, destination, route and number of a group, then one source after the other to pay with. Points
left over stay in a pool until the action, effect or response ends (R13). R53 says which decisions
with a single option are asked with `skip_forced=False` and which do not arise at all.

## Observation

Numbers from the own seat: own things first, the others clockwise.

## Actions

Cards, spaces, slots and own development tokens are named by number; what it means to choose one
depends on the decision.

## Rewards

At the end: the winners share +1, the others share -1, a full tie is 0 (`reward="winner"`); or
by rank, or by margin of victory points.

## End

The reshuffle that brings the clock to 14, 18 or 20 (2, 3, 4 players) lets the current round and
one more be played. A round limit of 100, 70 or 50 ends games in which nobody reshuffles. Victory
points: homeworld 7, colony 5, outpost 3, development tokens with points, Culture cards in the
reserve. Ties go to more systems with an own marker, then are shared. `max_cycles` truncates a
game earlier.

## Hidden information

Hands, the order of all decks, two technologies dealt to each player, face-down alien tokens,
choices in setup before they are revealed. An observation shows what perfect memory gives: which
of a rival's cards are known to be in the hand and which are in the deck or drawn from it
unseen.

## Options

A table of your own keeps the ids of the game's; its values are free within the limits that an
error message names, with row and column. `Batch.box` holds what a game is played with.

## Cards

A card is spent for one kind of its resources (E energy, M matter, P population, R research) or used
for its text. Timing: an `action` card costs one of the two actions, a `free` card none, a `combat`
card is used in a response, a `reserve` card works as long as it lies in the reserve. Every system
has a card too, with resources only, which goes to whoever settles the system.

## Rulings

Where the rulebook is silent, unclear or contradicts itself, the rules decide as follows.

## What is reconstructed

The rules are those of the rulebook with the rulings of the rules reference. Contents of tiles,
cards and tokens and the layout of the board were found in no public text: they are
reconstructed. Every row of the tables in `data/` has a `source`; drawings mark what is not from
the rulebook with a degree sign. From the rulebook are the counts, the names of the races, some
names of systems and technologies, and Wormhole Technology.

## Version history

* v0: the first version.
"""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page
from spaceenvs.handful_of_stars.actions import ACTIONS, DECISIONS
from spaceenvs.handful_of_stars.components import BOX, SEAT_NAMES, HandfulOptions
from spaceenvs.handful_of_stars.drawing import text
from spaceenvs.handful_of_stars.invariants import BROKEN, check
from spaceenvs.handful_of_stars.observation import LAYOUT, observe
from spaceenvs.handful_of_stars.picture import elements, svg
from spaceenvs.handful_of_stars.position import arrange, position, seen
from spaceenvs.handful_of_stars.redeal import redeal
from spaceenvs.handful_of_stars.rules import legal, run, step
from spaceenvs.handful_of_stars.setup import reset
from spaceenvs.handful_of_stars.state import RANGES, STATE
from spaceenvs.handful_of_stars.tables import cards_table, make_box
from spaceenvs.handful_of_stars.telling import ASKED, happened, is_spoken
from spaceenvs.handful_of_stars.words import describe

GAME = Game(
    name="handful_of_stars",
    title="A Handful of Stars",
    version=0,
    players=(2, 4),
    seats=SEAT_NAMES,
    state=STATE,
    ranges=RANGES,
    box=BOX,
    options=HandfulOptions,
    make_box=make_box,
    reset=reset,
    legal=legal,
    step=step,
    resume=run,
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
    max_decisions=160_100,
    max_score=150,
    random_decisions=(560, 630, 605),
    chance="map, deals, shuffles, spying",
    hidden="hands, the order of decks, face-down tokens, choices in setup",
    page_tables=(("Cards", cards_table),),
    prefetches_rows=True,
)

__doc__ = page(__doc__, GAME)


def env(**kwargs: Any) -> Any:
    """Return the game as a PettingZoo environment."""
    import spaceenvs

    return spaceenvs.make("handful_of_stars", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same: the environment checks everything itself."""
    return env(**kwargs)
