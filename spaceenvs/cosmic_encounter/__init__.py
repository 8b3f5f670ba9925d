"""Cosmic Encounter: destiny, alliances, hidden cards, bargaining, and powers that break the rules.

Three to six species, each with five planets and twenty tokens, try to get a base on five foreign
planets. Every turn destiny names a system to attack; both sides ask for allies, choose a card
face down, reveal. Two Attacks are added up with the tokens, two Compromises open a deal, and
thirty alien powers, their flares and the Edicts interfere in every phase. Several players can win
together.

The rules are those of the Mayfair edition (1991) as the project's rules reference fixes them;
its numbers of rulings (R12) and sections (6.13) are cited in the code.

## Specs

| fact | value |
|---|---|
| id | `cosmic_encounter-v0` |
| players | 3 to 6 |
| actions | 274 |
| observation | {size} |
| decisions at most | 50,000 |
| decisions of a random game | 960 / 940 / 1,000 / 1,120 with 3 / 4 / 5 / 6 players, forced ones not counted |
| forced ones counted too | 1,043 / 970 / 1,063 / 1,184, standard errors of 9 to 11 from 4,000 games each; the rules reference has 954 / 1,005 / 1,068 / 1,242 from 200 games, standard errors of 42 to 49: no difference beyond chance |
| chance | destiny, deck, random cards |
| hidden information | hands, cards face down, decks |

## Players and turn order

The seats take turns clockwise. In a turn there are one or two challenges. In each of them the
offensive player (OFF), the defensive player (DEF) and the others decide in the order of the
phases; wherever powers and cards may interfere, the others are asked clockwise from the OFF's
left, then the OFF, then the DEF, and only those who have something to play. A decision in which
nothing but passing is legal is skipped.

Every power is a block: its file in `powers/` holds its conditions and effects, those of its
Flare in both roles, and the hooks at which they answer; every Edict likewise in `edicts/`.
`plays.py` collects them, `windows.py` opens windows, announcements and cancels. The hooks are H_START, H_NEWHAND, H_REGROUP,
H_DEST, H_SYSTEM, H_DEF, H_LAUNCH, H_TARGET, H_INV, H_ALLY, H_ALLIED, H_PRE, H_SEL (three moments),
H_POST, H_REV, H_TOT, H_WIN, H_WON, H_DEAL (two moments), H_LOSS, H_CONS, H_OUT, H_DISC, H_DISC2,
H_END, H_DRAW, H_DISCARD, H_CANCEL, H_OWN and H_BASES; numbered, and not opened yet, are H_TURN,
H_VAL, H_REINF, H_LAND, H_REWARD, H_TAKEN, H_CARD, H_EDICT and H_NEXT.

The decisions, numbered as in `s.decision`: {decisions}.

## Observation

Natural units, int8, seen from the own seat: own things first, then the others in turn order,
systems likewise. Actions name seats and systems by their absolute numbers; `seat` tells yours.
Only the player who is asked sees the decision and the window.

{observation}

The `flags`: dark cone, attack at home, occupy at home, token taken from the Warp, super Dictator,
Will, wild Will, Sanity, revealed, upset, both lose, digits of OFF and of DEF reversed; then
1 for OFF and -1 for DEF: copies by wild Mirror, is Oracle, won by Pacifist, winner; Stellar Gas,
another challenge, consolation chosen; 1 / -1: wild Virus, super Virus, wild Warpish, super Warpish.

## Actions

| ids | name | argument | meaning |
|---|---|---|---|
| 0 | PASS |  | no, decline, stop, none |
| 1 | YES |  | yes, accept, use the power, want no base |
| 2-7 | PLAYER | 0 ... 5 | choose a seat, system or colour |
| 8-55 | LOC | 0.0 ... 5.7 | choose a location: system.slot, slots 0-4 are planets |
| 56-81 | ATTACK | 40 ... -8 | the Attack card of this value |
| 82 | COMPROMISE |  | the Compromise card |
| 83-89 | KICKER | x-2 ... x4 | the Kicker of this factor |
| 90-96 | REINFORCEMENT | +1 ... +8 | the Reinforcement of this bonus |
| 97-118 | EDICT | Cosmic Zap ... Market Crash | the Edict of this name |
| 119-220 | FLARE | Amoeba ... Zombie | the Flare of this power |
| 221-241 | NUM | 0 ... 20 | a number |
| 242-273 | OPT | 0 ... 31 | an entry of the decision's menu |

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

| option | default | meaning |
|---|---|---|
| `num_players` | 4 | 3 to 6 |
| `power_pool` | 'core30' | which powers are dealt: core30, none, or names separated by commas |
| `flares` | 'on' | flares in the deck: on, three per player; fixed, 20 in all; off, none |
| `preset` | '' | first_game: six easy powers, no flares, no reverse cone |
| `mce_cards` | False | adds the Challenge cards and Edicts of the second box |
| `reverse_cone` | True | off: dark destiny cards count as light ones |
| `attack_any_base` | False | bases of third players can be attacked |
| `kickers` | False | Kickers multiply a Challenge card |
| `reinforcements` | False | Reinforcements add to a total |
| `skip_turn` | False | a turn can be given up for a new hand |
| `free_return` | False | returning tokens go to any base of their owner |
| `deal_proposals` | 4 | proposals in a deal |
| `max_challenges` | 200 | the game ends after so many challenges |
| `special_destiny` | False | comets and colourless cones: not there yet |
| `reverse_hexes` | False | reverse hexes: not there yet |
| `reverse_warp` | False | the Limbo: not there yet |
| `lucre` | False | money: not there yet |
| `moons` | False | moons: not there yet |

Powers that are not among the thirty and the modules marked "not there yet" raise an error.

## What is reconstructed

Card counts are those of the rulebook; the values of Kickers and Reinforcements, the split of the
destiny deck and the rows below marked `reconstructed` are designed so that every remark of the
rulebook holds. `confidence`: high = wording of this edition, medium = the same power in another
edition, low = designed.

| power | confidence | power's source | flare's source |
|---|---|---|---|
{powers}

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
from spaceenvs.cosmic_encounter.actions import ACTIONS, DECISIONS
from spaceenvs.cosmic_encounter.components import BOX, MAX_PLAYERS, CosmicOptions, make_box
from spaceenvs.cosmic_encounter.drawing import svg, text
from spaceenvs.cosmic_encounter.invariants import BROKEN, check
from spaceenvs.cosmic_encounter.observation import LAYOUT, observe, redeal
from spaceenvs.cosmic_encounter.page import fill_page
from spaceenvs.cosmic_encounter.position import arrange, position
from spaceenvs.cosmic_encounter.rules import legal, reset, step
from spaceenvs.cosmic_encounter.state import STATE
from spaceenvs.cosmic_encounter.words import describe

__doc__ = fill_page(__doc__)

GAME = Game(
    name="cosmic_encounter",
    title="Cosmic Encounter",
    version=0,
    players=(3, MAX_PLAYERS),
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
    max_decisions=50_000,
    max_score=5,
    seldom="known",
)


def env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment of this game."""
    import spaceenvs

    return spaceenvs.make("cosmic_encounter", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same environment; nothing is wrapped around it."""
    import spaceenvs

    return spaceenvs.make("cosmic_encounter", **kwargs)
