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
| observation | 2260 |
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

The powers are hooks: `hooks.py` is the table of the windows and of the plays that answer in
them, `windows.py` opens windows, announcements and cancels, the files of `plays/` hold the
condition and effect of every power, Flare and Edict. The hooks are H_START, H_NEWHAND, H_REGROUP,
H_DEST, H_SYSTEM, H_DEF, H_LAUNCH, H_TARGET, H_INV, H_ALLY, H_ALLIED, H_PRE, H_SEL (three moments),
H_POST, H_REV, H_TOT, H_WIN, H_WON, H_DEAL (two moments), H_LOSS, H_CONS, H_OUT, H_DISC, H_DISC2,
H_END, H_DRAW, H_DISCARD, H_CANCEL, H_OWN and H_BASES.

The decisions, numbered as in `s.decision`: 1 D_SKIP, 2 D_WIN, 3 D_CANCEL, 4 D_REGROUP, 5 D_WS, 6
D_OWN, 7 D_WILD, 8 D_DICTATOR, 9 D_WILL, 10 D_TOKENS, 11 D_TARGET, 12 D_WHOSE, 13 D_INVITE, 14
D_ALLY, 15 D_KICKER, 16 D_CARD, 17 D_DEUCE, 18 D_LUCRE, 19 D_REINF, 20 D_REINF_SIDE, 21 D_BOUND,
22 D_LOSE, 23 D_RETURN, 24 D_REWARD, 25 D_DEAL_1, 26 D_DEAL_2, 27 D_DEAL_3, 28 D_DEAL_4, 29
D_DEAL_5, 30 D_DEAL_6, 31 D_DEAL_7, 32 D_DEAL_A, 33 D_LAND, 34 D_GIVE, 35 D_DISCARD, 36 D_AGAIN,
37 D_MOON, 38 D_PLACE, 39 D_AMOEBA, 40 D_ASSASSIN, 41 D_BULLY, 42 D_CALCULATOR, 43 D_CLONE, 44
D_ETHIC, 45 D_FILCH, 46 D_FINDER, 47 D_FORCE_FIELD, 48 D_GRUDGE, 49 D_HAND_ZAP, 50 D_KICKER_ZAP,
51 D_LASER, 52 D_MIND, 53 D_MIRROR, 54 D_MUTANT, 55 D_PARASITE, 56 D_PLAGUE, 57 D_SPACE_JUNK, 58
D_STING, 59 D_TRADER, 60 D_VACUUM, 61 D_VAMPIRE, 62 D_VOID, 63 D_VULCH, 64 D_ZOMBIE.

## Observation

Natural units, int8, seen from the own seat: own things first, then the others in turn order,
systems likewise. Actions name seats and systems by their absolute numbers; `seat` tells yours.
Only the player who is asked sees the decision and the window.

| index | name | shape | scale | meaning |
|---|---|---|---|---|
| 0-59 | decision | 60 | 1 | the decision you are asked for, one-hot |
| 60-92 | hook | 33 | 1 | the window you are asked in, one-hot |
| 93-98 | seat | 6 | 1 | your seat number, one-hot (actions use absolute seats) |
| 99-105 | players | 7 | 1 | number of players, one-hot |
| 106-121 | phase | 16 | 1 | the phase of the turn, one-hot |
| 122-301 | tokens | 6 x 6 x 5 | 20 | tokens [owner, system, planet], by seat, yours first |
| 302-307 | warp | 6 | 20 | tokens in the Warp, by seat, yours first |
| 308-313 | cone | 6 | 20 | tokens on the cone or its ring, by seat, yours first |
| 314-325 | ally | 6 x 2 | 1 | ally of the offence, of the defence, by seat, yours first |
| 326-337 | invited | 2 x 6 | 1 | invited by OFF, by DEF, by seat, yours first |
| 338-343 | asked | 6 | 1 | was asked to ally, by seat, yours first |
| 344-355 | joined | 6 x 2 | 1 | joined a side, also if thrown out since, by seat, yours first |
| 356-535 | power | 6 x 30 | 1 | the power of each player, by seat, yours first, one-hot |
| 536-541 | active | 6 | 1 | the power can be used now, by seat, yours first |
| 542-571 | used | 30 | 1 | powers used that can be used once in a challenge |
| 572-577 | off | 6 | 1 | the offensive main player, by seat, yours first, one-hot |
| 578-583 | defender | 6 | 1 | the defensive main player, by seat, yours first, one-hot |
| 584-589 | system | 6 | 1 | the target system, by seat, yours first, one-hot |
| 590-619 | target | 6 x 5 | 1 | the target planet [system, planet], one-hot |
| 620-626 | destiny | 7 | 1 | colour of the destiny card, by seat, yours first; last: wild |
| 627-640 | destiny_left | 7 x 2 | 3 | destiny discards [colour; wild, light/dark] |
| 641 | destiny_count | 1 | 26 | cards in the destiny deck |
| 642-734 | hand | 93 | 8 | your cards by kind (at most 8) |
| 735-740 | hand_size | 6 | 127 | cards in hand, by seat, yours first |
| 741-1205 | known | 5 x 93 | 8 | cards you know in the others' hands (at most 8), next seat first |
| 1206-1298 | discard | 93 | 28 | the discard pile by kind |
| 1299-1391 | top | 93 | 1 | the top card of the discard pile, one-hot |
| 1392 | deck_count | 1 | 127 | cards in the deck (at most 127) |
| 1393-1422 | flare_seen | 30 | 1 | flares known to all to be in the game |
| 1423-1474 | returning | 52 | 4 | Edicts and Flares that time travel would return |
| 1475-1528 | main | 2 x 27 | 1 | main card of OFF, DEF, if you see it, one-hot |
| 1529-1582 | second | 2 x 27 | 1 | second card of OFF, DEF, if you see it, one-hot |
| 1583-1596 | kicker | 2 x 7 | 1 | Kicker of OFF, DEF, if you see it, one-hot |
| 1597-1602 | laid | 2 x 3 | 1 | main card, second card, Kicker lies on the table |
| 1603-1604 | early | 2 | 1 | selected early |
| 1605-1697 | given | 93 | 7 | cards you have chosen to give in the deal |
| 1698-1790 | aside | 93 | 4 | cards set aside by Chronos |
| 1791-1794 | attack | 2 x 2 | 1 | the revealed cards [side, main/second] count as Attacks |
| 1795-1798 | printed | 2 x 2 | 40 | their printed values |
| 1799-1800 | factor | 2 | 4 | Kicker factors |
| 1801-1802 | total | 2 | 127 | totals (within -127..127) |
| 1803-1826 | flags | 24 | 1 | state of the challenge, see observation.py |
| 1827-1832 | limit | 6 | 20 | limit of tokens given by a Flare, by seat, yours first |
| 1833-1862 | force | 30 | 1 | powers announced for the totals |
| 1863-1868 | watch | 6 | 1 | whose draws you see, by seat |
| 1869-1874 | dropped | 6 | 1 | has dropped below three home bases, by seat, yours first |
| 1875-1878 | declared | 4 | 5 | Calculators in order: 1 equalise, 2-5 wild |
| 1879-1884 | reward_due | 6 | 20 | tokens to be rewarded, by seat, yours first |
| 1885-1890 | landed | 6 | 20 | tokens just landed on the target, by seat, yours first |
| 1891-1944 | lying | 2 x 27 | 1 | main cards just discarded, one-hot |
| 1945 | due | 1 | 127 | consolation cards due |
| 1946-2005 | gain | 2 x 6 x 5 | 1 | planet gained by OFF, DEF in the proposal, one-hot |
| 2006-2010 | proposal | 5 | 20 | cards OFF gives, DEF gives, freed, number, proposer |
| 2011-2012 | deal_loss | 2 | 20 | tokens to lose by the failed deal |
| 2013-2018 | loss | 6 | 20 | tokens in the loss event at hand, by seat, yours first |
| 2019-2242 | play | 2 x 112 | 1 | the play in use and the one it answers, one-hot |
| 2243-2254 | user | 2 x 6 | 1 | who uses them, by seat, yours first, one-hot |
| 2255-2257 | left | 3 | 127 | numbers of the pending procedure |
| 2258 | turn_challenges | 1 | 8 | challenges of this turn |
| 2259 | challenges | 1 | 100 | challenges of the game, in percent of the limit |

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
| Amoeba | high | public | public |
| Anti-Matter | medium | public | public |
| Assassin | high | public | reconstructed |
| Bully | medium | public | reconstructed |
| Calculator | medium | public | public |
| Chronos | medium | public | reconstructed |
| Clone | medium | public | public |
| Deuce | medium | public | reconstructed |
| Dictator | high | seed | public |
| Empath | medium | public | reconstructed |
| Ethic | medium | public | reconstructed |
| Filch | medium | public | public |
| Grief | low | reconstructed | reconstructed |
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
| Spiff | medium | public | public |
| Sting | medium | public | reconstructed |
| Trader | medium | public | public |
| Vacuum | medium | public | public |
| Vampire | low | reconstructed | seed |
| Virus | medium | public | public |
| Void | medium | public | seed |
| Vulch | medium | public | public |
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
from spaceenvs.cosmic_encounter.actions import ACTIONS, DECISIONS
from spaceenvs.cosmic_encounter.components import BOX, MAX_PLAYERS, CosmicOptions, make_box
from spaceenvs.cosmic_encounter.drawing import svg, text
from spaceenvs.cosmic_encounter.invariants import BROKEN, check
from spaceenvs.cosmic_encounter.observation import LAYOUT, observe, redeal
from spaceenvs.cosmic_encounter.position import arrange, position
from spaceenvs.cosmic_encounter.rules import legal, reset, step
from spaceenvs.cosmic_encounter.state import STATE
from spaceenvs.cosmic_encounter.words import describe

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
