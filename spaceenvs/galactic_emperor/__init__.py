"""Galactic Emperor: explore, trade, build, fight and scheme for the throne of a dying galaxy.

Galactic Emperor (CrossCut Games, 2008, designer Adam West) for 3 to 6 players. In every round each
player takes one of seven role cards; the whole table then acts in that role, its taker first and
with a privilege: Explorers place sector tiles on 37 hexes, Merchants trade food, metal and energy at
prices set by dice, Stewards let fed sectors produce, Engineers build ships, Warlords move and fight
battles in phases, the Regent spends influence on sectors and on the Throne and scores planets,
Scientists buy one of twelve technologies, each of which exists once. Victory points come from
planets at every Regent, from destroyed Empires and from the final count.

## Specs

| fact | value |
|---|---|
| id | `galactic_emperor-v0` |
| players | 3 to 6 |
| actions | 181 |
| observation | 2264 |
| decisions at most | 20,000 |
| decisions of a random game | 640 / 740 / 840 / 950 with 3 / 4 / 5 / 6 players, forced ones not counted |
| chance | order of the tiles, market dice, battle dice, the Saboteur's capture die, the first Throne |
| hidden information | order of the pile, a tile seen with the Scanner, victory points of the others |

## Players and turn order

Seats are numbered clockwise. The holder of the Throne chooses the direction of a round and takes the
first role card, the others follow. In every role the taker of its card acts first, only influence is
placed by the taker last. Some decisions interrupt others: the Saboteur answers a declared
technology, Time Reversal answers dice, the Ambassador answers an influence token; a defender assigns
the hits that his units take.

The decisions are numbered as in the rules: D01 DIRECTION, D02 ROLE, D03 TILE, D04 SCAN, D05 KEEP, D06 PLACE, D07 XCLAIM, D08 DISCARD, D09 MERCHANT, D10 PIRATE_TARGET, D11 STEWARD_BONUS, D12 STEWARD, D13 DEPLOY, D14 BUILD, D15 USE_TECH, D16 MOVE, D17 STEP, D18 TELE_DEST, D19 BATTLE_PICK, D20 BONUS_SHIP, D21 HIT, D22 CONTINUE, D23 RBUY, D24 INFLUENCE, D25 AMBASSADOR, D26 DISPLACE, D27 TECH, D28 SABOTAGE, D29 TIME_REVERSAL, D30 REROLL_AGAIN, D31 HIT_ORIGIN.

## Observation

Own things first, then the other seats in the order of the seats (seat + 1, seat + 2, ...). Hexes are
numbered as in `data/board_hexes.csv`: 0 in the centre, then ring by ring, clockwise.

| index | name | shape | scale | meaning |
|---|---|---|---|---|
| 0-31 | decision | 32 | 1 | which decision is asked: D01 is entry 1 |
| 32-37 | to_move | 6 | 1 | who is asked, you first |
| 38-44 | role | 7 | 1 | the role being resolved: Explorer, Merchant, Steward, Engineer, Warlord, Regent, Scientist |
| 45-50 | taker | 6 | 1 | who took its card |
| 51-56 | actor | 6 | 1 | whose turn in the role it is |
| 57-62 | throne | 6 | 1 | who holds the Throne |
| 63-68 | first | 6 | 1 | who chose a role card first in this round |
| 69 | direction | 1 | 1 | 1 clockwise (seat + 1), -1 counter-clockwise |
| 70 | chosen | 1 | 6 | players who have chosen a card in this round |
| 71-77 | cards | 7 | 2 | role cards: 0 available, 1 taken, 2 removed |
| 78 | card_0 | 1 | 2 | the Explorer card: 0 Explorer, 1 to flip, 2 Warlord B |
| 79 | round | 1 | 127 | number of the round (at most 127) |
| 80 | end_fired | 1 | 1 | 1: the game ends with this round (option finish_round) |
| 81-82 | pool | 2 | 127 | victory points left: up to 127, and what is above |
| 83-84 | food | 2 | 40 | food cubes in the supply, in the hand of the actor |
| 85-88 | market_dice | 4 | 6 | market dice, 0 if there is none |
| 89-91 | prices | 3 | 9 | prices of food, metal, energy |
| 92-97 | traded | 2 x 3 | 1 | bought, sold this turn |
| 98 | protein_uses | 1 | 2 | sectors that produced freely this turn |
| 99-101 | build_type | 3 | 1 | the ship being bought or deployed |
| 102-103 | robotics | 2 | 2 | declared this turn, metal it still pays |
| 104-115 | tech_asked | 12 | 1 | the technology of D15 |
| 116-127 | declared | 12 | 1 | the technology that may be or is sabotaged |
| 128-133 | declared_by | 6 | 1 | who declared it |
| 134-137 | window | 4 | 1 | Time Reversal: before the roll, market, battle, capture |
| 138 | announced | 1 | 1 | 1: it was announced before the market roll |
| 139 | reroll | 1 | 6 | the die being rerolled |
| 140 | capture_die | 1 | 6 | the capture die of the Saboteur, 0 if not rolled |
| 141-200 | technologies | 5 x 12 | 1 | removed, blocked, used, active, spent: Ambassador, Shield Generator, Ion Cannons, Plasma Weapons, Fusion Engines, Robotics, Protein Fields, Saboteur, Diplomat, Time Reversal, Space Pirate, Long-Range Scanner |
| 201-238 | row | 38 | 1 | 1 for every tile in the row |
| 239-276 | tile_in_hand | 38 | 1 | the tile taken |
| 277-314 | drawn_tile | 38 | 1 | the tile that you see with the Scanner |
| 315-352 | top_tile | 38 | 1 | the top of the pile, if you know it |
| 353 | pile | 1 | 38 | tiles in the pile |
| 354-367 | moving | 14 | 1 | the ship of the actor that moves |
| 368-369 | steps | 2 | 18 | steps it has left, steps done |
| 370-371 | in_battle | 2 | 1 | a battle or the duel is fought, it is the duel |
| 372-383 | fighters | 2 x 6 | 1 | attacker, defender |
| 384-395 | units | 2 x 6 | 8 | units of attacker, defender, as in HIT |
| 396-401 | powers | 2 x 3 | 1 | plasma, ion cannons, shield of attacker, defender |
| 402-413 | faces | 2 x 6 | 64 | dice of attacker, defender that show 1 to 6 |
| 414-415 | hits | 2 | 64 | hits that attacker, defender must still take |
| 416 | battle_round | 1 | 50 | 0 is the surprise volley |
| 417 | phase | 1 | 3 | phase of the battle round |
| 418-420 | bonus_type | 3 | 1 | the ship with the bonus die |
| 421 | no_retreat | 1 | 1 | 1: the attacker cannot retreat |
| 422-427 | hit_kind | 6 | 1 | the kind of ship that waits for D31 |
| 428-430 | influence | 3 | 9 | Regent: buying, placing, price of a token |
| 431-467 | has_tile | 37 | 1 | 1 where a tile lies |
| 468-504 | planets | 37 | 9 | planets |
| 505-541 | food_symbols | 37 | 9 | food symbols |
| 542-578 | metal_symbols | 37 | 9 | metal symbols |
| 579-615 | energy_symbols | 37 | 9 | energy symbols |
| 616-652 | sun | 37 | 1 | 1 for a sun |
| 653-689 | black_hole | 37 | 1 | 1 for the Black Hole |
| 690-726 | cubes | 37 | 2 | food cubes |
| 727-763 | touched | 37 | 2 | this turn: 1 invested or produced, 2 retrieved |
| 764-800 | focus | 37 | 1 | 1 for the hex that the decision is about |
| 801-837 | battle_hex | 37 | 1 | 1 for the battle |
| 838-874 | tele_dest | 37 | 1 | 1 for the destination of teleports |
| 875-911 | private_hex | 37 | 1 | 1 for the sector reserved by the Ambassador |
| 912-953 | own_ships | 14 x 3 | 9 | your ships: on the board, q, r |
| 954-1009 | fleet | 14 x 4 | 9 | ships of the actor: retreat hex q, r, moved, teleported |
| 1010-1675 | ships_at | 6 x 3 x 37 | 8 | fighters, cruisers, dreadnoughts of every seat, you first |
| 1676-1897 | token | 6 x 37 | 3 | 1 Empire, 2 Starbase, 3 Home Starbase of every seat |
| 1898-2119 | influence_at | 6 x 37 | 11 | influence placed by every seat |
| 2120-2173 | numbers | 6 x 9 | 11 | of every seat: seated, fighters left, cruisers left, dreadnoughts left, tokens left, influence in hand, influence on the Throne, metal, energy |
| 2174-2185 | marks | 6 x 2 | 127 | marks of every seat: up to 127, and above |
| 2186-2191 | vp | 6 | 127 | victory points of every seat, -1 if hidden |
| 2192-2263 | owns | 6 x 12 | 1 | technologies of every seat |

## Actions

A compound move is several small decisions in a row: a ship is chosen, then goes step by step; a hit
is assigned one by one. HEXA and HEXB mean a hex in the sense of the decision (place, invest, claim,
go, influence, ...).

| ids | name | argument | meaning |
|---|---|---|---|
| 0 | PASS |  | decline, stop, done, retreat, accept the die |
| 1 | YES |  | use, claim, buy, fight on, reroll again |
| 2-3 | DIR | CW ... CCW | play this round clockwise or counter-clockwise |
| 4-10 | ROLE | 0 ... 6 | take the role card Explorer, Merchant, Steward, Engineer, Warlord A, Regent, Scientist |
| 11-48 | TILE | 0 ... 37 | take this tile of the row |
| 49-85 | HEXA | 0 ... 36 | this hex, first meaning of the decision |
| 86-122 | HEXB | 0 ... 36 | this hex: retrieve, produce freely, fight now |
| 123-126 | DIE | 0 ... 3 | discard or reroll this die or kind of die |
| 127-129 | SELL | FOOD ... ENERGY | sell one cube |
| 130-132 | BUY | FOOD ... ENERGY | buy one cube |
| 133 | PIRATE |  | declare the Space Pirate |
| 134-139 | SEAT | 0 ... 5 | take 1 metal from this seat |
| 140-141 | RES | METAL ... ENERGY | take this cube |
| 142-144 | TYPE | FIGHTER ... DREADNOUGHT | this type of ship |
| 145-158 | SHIP | 0 ... 13 | move this ship |
| 159 | TELEPORT |  | teleport the moving ship out of the Black Hole |
| 160-165 | HIT | FIGHTER ... EMPIRE | assign one hit to such a unit |
| 166 | THRONE |  | put one influence token on the Throne |
| 167-178 | TECH | 0 ... 11 | buy Ambassador, Shield Generator, Ion Cannons, Plasma Weapons, Fusion Engines, Robotics, Protein Fields, Saboteur, Diplomat, Time Reversal, Space Pirate, Long-Range Scanner |
| 179-180 | KEEP | FACEUP ... DRAWN | place this tile, the other goes on the pile |

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

| option | default | meaning |
|---|---|---|
| `num_players` | 4 | number of players, 3 to 6 |
| `hidden_vp` | True | victory points of the others are not in an observation |
| `market_prices` | 'table' | prices from the market table, or the numbers on the dice (table, dice) |
| `finish_round` | False | the round is played to its end before the game is over |
| `optional_conquest` | False | an Empire after a won battle is a choice |
| `unused_homes_plain` | False | unused home tiles join the plain part of the pile |
| `retreat_last_hex` | False | ships retreat to the hex they came from last |
| `caught_cancels` | False | a caught Saboteur blocks nothing |
| `early_battles` | False | battles may be fought between the moves of two ships |
| `price_reversal` | 'after_roll' | Time Reversal on market dice: after the roll, or announced before it (after_roll, before_roll) |
| `round_cap` | 30 | the game is over after this round (at least 1) |
| `start_throne` | -1 | the seat that begins with the Throne, -1 for a random one |
| `tiles` | '' | a CSV file that replaces data/tiles.csv |
| `technologies` | '' | a CSV file that replaces data/technologies.csv |
| `ships` | '' | a CSV file that replaces data/ships.csv |
| `board` | '' | a CSV file that replaces data/board_hexes.csv |
| `layouts` | '' | a CSV file that replaces data/start_layouts.csv |
| `market` | '' | a CSV file that replaces data/market.csv |

The CSV files have the columns of those in `data/`. The numbers of tiles, technologies, ships and
hexes are fixed, because each of them has an action of its own; a missing column, a wrong count or a
value out of range raises a ValueError that names it.

## Battles on their own

`spaceenvs.galactic_emperor.combat.battle_odds` fights a million battles between given fleets and
technologies and returns how often each side wins and what it loses.

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
from spaceenvs.galactic_emperor.actions import ACTIONS, DECISIONS
from spaceenvs.galactic_emperor.checks import BROKEN, check
from spaceenvs.galactic_emperor.components import BOX, GalacticEmperorOptions, make_box
from spaceenvs.galactic_emperor.drawing import svg, text
from spaceenvs.galactic_emperor.observation import LAYOUT, observe, redeal
from spaceenvs.galactic_emperor.position import arrange, position
from spaceenvs.galactic_emperor.rules import legal, step
from spaceenvs.galactic_emperor.setup import reset
from spaceenvs.galactic_emperor.state import STATE
from spaceenvs.galactic_emperor.tables import MAX_PLAYERS, MIN_PLAYERS
from spaceenvs.galactic_emperor.words import describe

GAME = Game(
    name="galactic_emperor",
    title="Galactic Emperor",
    version=0,
    players=(MIN_PLAYERS, MAX_PLAYERS),
    state=STATE,
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
    arrange=arrange,
    text=text,
    svg=svg,
    max_decisions=20_000,
    max_score=100,
)


def env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment; keyword arguments are options."""
    import spaceenvs

    return spaceenvs.make("galactic_emperor", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the PettingZoo environment; there is no other wrapper to leave out."""
    import spaceenvs

    return spaceenvs.make("galactic_emperor", **kwargs)
