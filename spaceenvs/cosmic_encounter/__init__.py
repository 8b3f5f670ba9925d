"""Cosmic Encounter: destiny, alliances, hidden cards, bargaining, and powers that break the rules.

Three to six species, each with five planets and twenty tokens, try to get a base on five foreign
planets. Every turn destiny names a system to attack; both sides ask for allies, choose a card
face down, reveal. Two Attacks are added up with the tokens, two Compromises open a deal, and
102 alien powers, their flares and the Edicts interfere in every phase. Several players can win
together.

The rules are those of the Mayfair edition (1991) as the project's rules reference fixes them;
its numbers of rulings (R12) and sections (6.13) are cited in the code.

## Specs

## Players and turn order

The seats take turns clockwise. In a turn there are one or two challenges. In each of them the
offensive player (OFF), the defensive player (DEF) and the others decide in the order of the
phases; wherever powers and cards may interfere, the others are asked clockwise from the OFF's
left, then the OFF, then the DEF, and only those who have something to play. A decision in which
nothing but passing is legal is skipped.

Every power is a block: its file in `powers/` holds its conditions and effects, those of its
Flare in both roles, and the hooks at which they answer; every Edict likewise in `edicts/`.
`plays.py` collects them, `windows.py` opens windows, announcements and cancels. The hooks are H_START,
H_NEWHAND, H_REGROUP, H_DEST, H_SYSTEM, H_DEF, H_LAUNCH, H_TARGET, H_INV, H_ALLY, H_ALLIED, H_PRE, H_SEL (three moments),
H_POST, H_REV, H_TOT, H_WIN, H_WON, H_DEAL (two moments), H_LOSS, H_CONS, H_OUT, H_DISC, H_DISC2,
H_END, H_DRAW, H_TAKEN, H_DISCARD, H_CANCEL, H_OWN, H_BASES, H_VAL, H_REINF, H_LAND, H_CARD and
H_NEXT; numbered, and
not opened yet, are H_TURN, H_REWARD and H_EDICT.

The seats are called Red, Blue, Green, Yellow, Purple and Orange. A planet is named by the number of
its system and its own: 1.3 is planet 3 in the system of Blue, who sits on seat 1.

## Decisions

D_WIN and D_CANCEL interrupt the others: D_WIN asks in every window, D_CANCEL after every announcement,
so that a card that cancels can itself be cancelled. Tokens and bases are chosen one by one, the
same decision again and again. A decision that is named after a power or an Edict is asked when that
power, its flare or the Edict takes effect.

## Observation

Natural units, int8, seen from the own seat: own things first, then the others in turn order,
systems likewise. Actions name seats and systems by their absolute numbers; `seat` tells yours.
Only the player who is asked sees the decision and the window.

The `flags`: dark cone, attack at home, occupy at home, token taken from the Warp, super Dictator,
Will, wild Will, Sanity, revealed, upset, both lose, digits of OFF and of DEF reversed; then
1 for OFF and -1 for DEF: copies by wild Mirror, is Oracle, won by Pacifist, winner; Stellar Gas,
another challenge, consolation chosen; 1 / -1: wild Virus, super Virus, wild Warpish, super Warpish.

## Actions

A card action means this card in the sense of the decision: play, select, discard, give, name it.
The Flares of powers that are not in the game are never legal.

## Rewards

At the end the winners share +1 and the others share -1; `reward="score"` uses external bases,
`reward="rank"` has two places only, winners and others.

## End

A player with bases on five planets outside his own system wins at the next check; all who have
them win together. After `max_challenges` challenges most external bases win, then most tokens on
bases; there is no ranking among the others. `max_cycles` truncates a game earlier.

## Hidden information

A player sees his hand, his own face-down cards, everything on the board, all discards, and the
cards of others that he has seen and that have not moved since (`known`, a lower bound by kind:
Mind, cards given, taken or shown). Nobody sees the decks, the unused flares, the comets and
colourless cones outside the game; the destiny cards of Worldships are seen by their owner, a
face-down moon by the owner of its system and by whoever has occupied it. That another
player was asked in a window is not shown. A redeal keeps what the player knows; while another
player's selection or discard is pending, that player's cards stay as they are.

## Options

Any mix of options can be played. A pool with too few powers for the players, or one that an option
contradicts, raises an error.

## Rulings

Where the rulebook is silent, unclear or contradicts itself, the rules decide as follows.

## What is reconstructed

Card counts are those of the rulebook; the values of Kickers and Reinforcements, the split of the
destiny deck and the rows below marked `reconstructed` are designed so that every remark of the
rulebook holds. `confidence`: high = wording of this edition, medium = the same power in another
edition, low = designed.

## Version history

* v0: both boxes: 102 powers with their flares, Edicts, moons, special destiny, Lucre, reverse hexes.
"""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page, table
from spaceenvs.cosmic_encounter.actions import ACTIONS, DECISIONS
from spaceenvs.cosmic_encounter.components import (
    ALL_FLARES,
    ALL_POWERS,
    BOX,
    MAX_PLAYERS,
    SEAT_NAMES,
    CosmicOptions,
    make_box,
    read_table,
)
from spaceenvs.cosmic_encounter.drawing import text
from spaceenvs.cosmic_encounter.invariants import BROKEN, check
from spaceenvs.cosmic_encounter.observation import LAYOUT, observe
from spaceenvs.cosmic_encounter.picture import elements, svg
from spaceenvs.cosmic_encounter.position import arrange, position, seen
from spaceenvs.cosmic_encounter.ranges import RANGES
from spaceenvs.cosmic_encounter.redeal import redeal
from spaceenvs.cosmic_encounter.rules import ask_anew, legal, reset, resume, step
from spaceenvs.cosmic_encounter.state import STATE
from spaceenvs.cosmic_encounter.telling import ASKED, happened, is_spoken
from spaceenvs.cosmic_encounter.words import describe


def _powers_table() -> str:
    """Return where each power and its flare come from."""
    flares = {row["name"]: row["source"] for row in ALL_FLARES}
    rows: list[tuple[object, ...]] = [
        (row["name"], row["confidence"], row["source"], flares[row["name"]]) for row in ALL_POWERS
    ]
    return table(("power", "confidence", "power's source", "flare's source"), rows)


def _moons_table() -> str:
    """Return where each moon comes from."""
    rows: list[tuple[object, ...]] = [
        (row["name"], row["class"], row["source"]) for row in read_table("moons")
    ]
    return table(("moon", "class", "source"), rows)


def _edicts_table() -> str:
    """Return where each Edict comes from."""
    return table(
        ("Edict", "source"), [(row["name"], row["source"]) for row in read_table("edicts")]
    )


GAME = Game(
    name="cosmic_encounter",
    title="Cosmic Encounter",
    version=0,
    players=(3, MAX_PLAYERS),
    seats=SEAT_NAMES,
    state=STATE,
    ranges=RANGES,
    box=BOX,
    options=CosmicOptions,
    make_box=make_box,
    reset=reset,
    legal=legal,
    step=step,
    resume=resume,
    ask_anew=ask_anew,
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
    max_decisions=50_000,
    max_score=5,
    random_decisions=(960, 940, 1000, 1120),
    chance="destiny, deck, random cards",
    hidden="hands, cards face down, decks",
    page_tables=(
        ("What is reconstructed", _powers_table),
        ("What is reconstructed", _edicts_table),
        ("What is reconstructed", _moons_table),
    ),
    prefetches_rows=True,
    seldom="known",
)

__doc__ = page(__doc__, GAME)


def env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment of this game."""
    import spaceenvs

    return spaceenvs.make("cosmic_encounter", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same environment; nothing is wrapped around it."""
    import spaceenvs

    return spaceenvs.make("cosmic_encounter", **kwargs)
