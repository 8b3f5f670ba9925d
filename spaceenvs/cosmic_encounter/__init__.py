"""Cosmic Encounter: destiny, alliances, hidden cards, bargaining, and powers that break the rules.

Three to six species, each with five planets and twenty tokens, try to get a base on five foreign
planets. Every turn destiny names a system to attack; both sides ask for allies, choose a card
face down, reveal. Two Attacks are added up with the tokens, two Compromises open a deal, and
thirty alien powers, their flares and the Edicts interfere in every phase. Several players can win
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

The powers are hooks: `hooks.py` is the table of the windows and of the plays that answer in
them, `windows.py` opens windows, announcements and cancels, the files of `plays/` hold the
condition and effect of every power, Flare and Edict. The hooks are H_START, H_NEWHAND, H_REGROUP,
H_DEST, H_SYSTEM, H_DEF, H_LAUNCH, H_TARGET, H_INV, H_ALLY, H_ALLIED, H_PRE, H_SEL (three moments),
H_POST, H_REV, H_TOT, H_WIN, H_WON, H_DEAL (two moments), H_LOSS, H_CONS, H_OUT, H_DISC, H_DISC2,
H_END, H_DRAW, H_DISCARD, H_CANCEL, H_OWN and H_BASES.

The decisions, numbered as in `s.decision`: 1 D_SKIP, 2 D_WIN, 3 D_CANCEL, 4 D_REGROUP, 5 D_WS,
6 D_OWN, 7 D_WILD, 8 D_DICTATOR, 9 D_WILL, 10 D_TOKENS, 11 D_TARGET, 12 D_WHOSE, 13 D_INVITE, 14
D_ALLY, 15 D_KICKER, 16 D_CARD, 17 D_DEUCE, 18 D_LUCRE, 19 D_REINF, 20 D_REINF_SIDE, 21 D_BOUND,
22 D_LOSE, 23 D_RETURN, 24 D_REWARD, 25 D_DEAL_1, 26 D_DEAL_2, 27 D_DEAL_3, 28 D_DEAL_4, 29
D_DEAL_5, 30 D_DEAL_6, 31 D_DEAL_7, 32 D_DEAL_A, 33 D_LAND, 34 D_GIVE, 35 D_DISCARD, 36 D_AGAIN,
37 D_MOON, 38 D_PLACE, 39 D_AMOEBA, 40 D_ASSASSIN, 41 D_CALCULATOR, 42 D_CLONE, 43 D_ETHIC, 44
D_FILCH, 45 D_FINDER, 46 D_FORCE_FIELD, 47 D_GRUDGE, 48 D_HAND_ZAP, 49 D_KICKER_ZAP, 50 D_LASER,
51 D_MIND, 52 D_MIRROR, 53 D_MUTANT, 54 D_PARASITE, 55 D_PLAGUE, 56 D_SPACE_JUNK, 57 D_TRADER,
58 D_VACUUM, 59 D_ZOMBIE.

## Decisions

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
Mind, cards given, taken or shown). Nobody sees the decks and the unused flares. That another
player was asked in a window is not shown. A redeal keeps what the player knows; while another
player's selection or discard is pending, that player's cards stay as they are.

## Options

Powers that are not among the thirty and the modules marked "not there yet" raise an error.

## What is reconstructed

Card counts are those of the rulebook; the values of Kickers and Reinforcements, the split of the
destiny deck and the rows below marked `reconstructed` are designed so that every remark of the
rulebook holds. `confidence`: high = wording of this edition, medium = the same power in another
edition, low = designed.

| power | confidence | power's source | flare's source |
|---|---|---|---|
| Amoeba | high | public | public |
| Anti-Matter | medium | public | public |
| Assassin | high | public | reconstructed |
| Calculator | medium | public | public |
| Chronos | medium | public | reconstructed |
| Clone | medium | public | public |
| Deuce | medium | public | reconstructed |
| Dictator | high | seed | public |
| Empath | medium | public | reconstructed |
| Ethic | medium | public | reconstructed |
| Filch | medium | public | public |
| Grudge | medium | public | public |
| Healer | medium | public | public |
| Laser | high | seed | seed |
| Loser | medium | public | public |
| Machine | medium | public | public |
| Macron | medium | public | public |
| Mind | medium | public | public |
| Mirror | medium | public | public |
| Mutant | medium | public | public |
| Oracle | medium | public | public |
| Pacifist | medium | public | public |
| Parasite | medium | public | public |
| Sorcerer | medium | public | public |
| Trader | medium | public | public |
| Vacuum | medium | public | public |
| Virus | medium | public | public |
| Warpish | medium | public | public |
| Will | high | seed | public |
| Zombie | medium | public | public |

| Edict | source |
|---|---|
| Cosmic Zap | public |
| Flare Zap | public |
| Un-Zap | reconstructed |
| Mobius Tubes | public |
| Warp Break | reconstructed |
| Plague | public |
| Emotion Control | public |
| Force Field | public |
| Stellar Gas | public |
| Timegash | reconstructed |
| Keeper | seed |
| Finder | public |
| Rebirth | reconstructed |
| Sanity | public |
| Quash | public |
| Hand Zap | public |
| Space Junk | public |
| Solar Wind | reconstructed |
| Cone Flip | reconstructed |
| Moon Zap | reconstructed |
| Kicker Zap | reconstructed |
| Market Crash | reconstructed |

## Version history

* v0: the base game with thirty powers, their flares and the Edicts.
"""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Game
from spaceenvs.core.pages import page
from spaceenvs.cosmic_encounter.actions import ACTIONS, DECISIONS
from spaceenvs.cosmic_encounter.components import (
    BOX,
    MAX_PLAYERS,
    SEAT_NAMES,
    CosmicOptions,
    make_box,
)
from spaceenvs.cosmic_encounter.drawing import elements, svg, text
from spaceenvs.cosmic_encounter.invariants import BROKEN, check
from spaceenvs.cosmic_encounter.observation import LAYOUT, observe, redeal
from spaceenvs.cosmic_encounter.position import arrange, position
from spaceenvs.cosmic_encounter.rules import legal, reset, step
from spaceenvs.cosmic_encounter.state import STATE
from spaceenvs.cosmic_encounter.telling import ASKED, happened, is_spoken
from spaceenvs.cosmic_encounter.words import describe

GAME = Game(
    name="cosmic_encounter",
    title="Cosmic Encounter",
    version=0,
    players=(3, MAX_PLAYERS),
    seats=SEAT_NAMES,
    state=STATE,
    box=BOX,
    options=CosmicOptions,
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
