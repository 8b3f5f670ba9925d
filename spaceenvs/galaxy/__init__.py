"""Galaxy: The Dark Ages, for 2 to 5 players.

Eight worlds stand in a line. Players put numbered ships into their columns; as soon as every world
has a ship in the round's row and exactly one world shows the lowest, that world surrenders. After
five rounds three worlds survive, and whoever has most influence on them wins. Influence comes
from five bases a player, worth more the earlier they were placed. The player with the most
influence on a world is its governor and has its power; low ships have tricks, high ships shoot.
Hands are hidden, one base of each player may be secret, and an auction decides who begins.

## Specs

| fact | value |
|---|---|
| id | `galaxy-v0` |
| players | 2 to 5 |
| actions | 212 |
| observation | 1800 |
| decisions at most | 10,000 |
| decisions of a random game | 230 / 230 / 230 / 233 with 2 / 3 / 4 / 5 players, forced ones not counted |
| chance | the deal, 2d6 combat, random cards of a hand |
| hidden information | hands, Reserves, secret bases, face-down ships, the deck |

## Players and turn order

Seats are called Green, Red, Blue, Yellow and Purple, and play clockwise. The auction names the first
player. A turn has four phases: actions (D2 again and again, until END), the governor power of the
column played in, surrender and Spoils, the draw. Other players are asked in between: whether
Screens stop an attack (D6), whether a ship counterattacks (D7), who of tied players becomes
governor (D8), what Spoils of War they take (D15).

The decisions are numbered as in the rules reference: 1 BID, 2 ACTION, 3 COLUMN, 4 FACE, 5 GARRISON,
6 ALLOW, 7 COUNTER, 8 GOVERNOR_PICK, 9 FELOWI, 10 MYRMIDON, 11 ECUP, 12 ECUP_GIVE, 13 ERI_SOURCE,
14 ERI_DEST, 15 SPOILS, 16 CYLOR, 17 DRAW, 18 SHUTTLE, 19 DRAW2, 20 REDRAW (only with the option
`redraw_dead_cards`).

## Observation

The same numbers for every seat and number of players. Seats are relative: 0 is the observer, 1 the
player on the left and so on. Worlds are in the order Cylor, Felowi, Myrmidon, Divergence, Ecup
Contract, Imperial, Kha'Farjimmn, Erithizonian. Cards are in the order of their ids: 11 x world +
value, 88 + value for Allies, 99-103 Phaser Banks, Screens, Sensors, Warp Drive, Advanced Processing.

| index | name | shape | scale | meaning |
|---|---|---|---|---|
| 0-103 | hand | 104 | 1 | 1 for every card in your hand |
| 104-207 | reserve | 104 | 1 | 1 for every card in your Reserve |
| 208-311 | discarded | 104 | 1 | 1 for every card on the discard pile |
| 312-415 | row | 104 | 5 | the row a ship on the table lies in, as far as you know |
| 416-519 | height | 104 | 22 | its place in the pile from the bottom, as far as you know |
| 520-935 | others | 4 x 104 | 1 | for each opponent: 1 known to be in hand, -1 in Reserve |
| 936-1039 | deck_place | 104 | 104 | place in the deck from the top of a card you know there |
| 1040-1050 | face_down | 11 | 1 | 1 for every Kha'Farjimmn ship you know to lie face down |
| 1051-1138 | ally_at | 11 x 8 | 1 | one-hot: the column that each Ally lies in |
| 1139-1178 | shown | 5 x 8 | 11 | 1 + value of the top ship, 0 empty, -1 face down |
| 1179-1218 | pile_size | 5 x 8 | 22 | ships in the pile |
| 1219-1226 | played_top | 8 | 1 | 1 where the active row's top ship was played this turn |
| 1227-1234 | in_play | 8 | 1 | 1 for every world that has not surrendered |
| 1235-1274 | governor | 5 x 8 | 1 | 1 where this relative seat governs |
| 1275-1314 | influence | 5 x 8 | 25 | influence of each relative seat |
| 1315-1514 | bases | 5 x 5 x 8 | 7 | visible bases: 7 - level where the base lies, else 0 |
| 1515-1554 | excluded | 5 x 8 | 1 | 1: not the world of that seat's garrison |
| 1555-1562 | garrison_world | 8 | 1 | one-hot: the world of your garrison |
| 1563-1573 | garrison_value | 11 | 1 | one-hot: the value of your garrison |
| 1574-1593 | technologies | 5 x 4 | 1 | Phaser, Screens, Sensors, Warp in front |
| 1594-1598 | seats | 5 | 1 | 1 for every seat that is played |
| 1599-1603 | to_move | 5 | 1 | one-hot: who decides, by relative seat |
| 1604-1608 | active | 5 | 1 | one-hot: whose turn it is, by relative seat |
| 1609-1613 | supply | 5 | 5 | bases in supply |
| 1614-1618 | secret | 5 | 1 | 1 if that seat has a secret base |
| 1619-1623 | secret_placed | 5 | 1 | 1 if that seat has ever placed a secret base |
| 1624-1628 | hand_count | 5 | 104 | cards in hand |
| 1629-1633 | reserve_count | 5 | 104 | cards in Reserve |
| 1634-1638 | dealer | 5 | 1 | one-hot: the dealer, by relative seat |
| 1639-1643 | last_bid | 5 | 11 | 1 + last bid, 0 if none |
| 1644-1648 | failed_bid | 5 | 11 | 1 + the bid that seat could not show, 0 if none |
| 1649 | high_bid | 1 | 11 | 1 + highest bid, 0 if none |
| 1650 | passes | 1 | 5 | passes in a row |
| 1651 | bound | 1 | 11 | 1 + the value that the first ship must have, 0 if free |
| 1652-1672 | decision | 21 | 1 | one-hot: the decision to be made, by its number |
| 1673-1677 | round | 5 | 1 | one-hot: the round, which is the active row |
| 1678-1682 | phase | 5 | 1 | one-hot: auction, then phases 1 to 4 |
| 1683-1686 | action_done | 4 | 1 | one-hot: A not yet, ship played, discarded, secret base |
| 1687 | base_done | 1 | 1 | 1: a base was placed or revealed this turn |
| 1688 | technology_done | 1 | 1 | 1: a technology was played this turn |
| 1689 | committed | 1 | 1 | 1: a technology came first, a ship must follow |
| 1690 | shuttle_played | 1 | 1 | 1: a face-up ship of value 2 was played this turn |
| 1691-1706 | played_column | 2 x 8 | 1 | one-hot: where the first and second ship were played |
| 1707-1708 | played_as_governor | 2 | 1 | 1: by the governor of that column |
| 1709 | deck_count | 1 | 104 | cards in the deck |
| 1710 | ship_value | 1 | 11 | 1 + value of the current ship, 0 if none or unknown |
| 1711 | ship_face_down | 1 | 1 | 1: it was played face down |
| 1712 | opportunities | 1 | 9 | attacks it has left |
| 1713 | power_used | 1 | 1 | 1: its power was used |
| 1714 | sensors_used | 1 | 1 | 1: Sensors were rolled for it |
| 1715 | warp_used | 1 | 1 | 1: Warp Drive was used for it |
| 1716 | destroyed | 1 | 1 | 1: it was destroyed |
| 1717-1724 | denied | 8 | 1 | 1: the ship of that column refused its attack |
| 1725-1732 | chosen_world | 8 | 1 | one-hot: world of the card you are about to play or keep |
| 1733-1743 | chosen_value | 11 | 1 | one-hot: its value (an Ally has no world) |
| 1744-1751 | target_world | 8 | 1 | one-hot: the column that the decision is about |
| 1752-1756 | victim | 5 | 1 | one-hot: who is attacked, or gets a card |
| 1757-1796 | spoils | 5 x 8 | 1 | 1: Spoils still due to that seat in that column |
| 1797 | cylor_discards | 1 | 3 | ships discarded by Cylor's power, not yet replaced |
| 1798 | redraws | 1 | 2 | dead ships shown and discarded this turn |
| 1799 | last_draw | 1 | 1 | 1: the game ends after this Draw phase |

## Actions

| ids | name | argument | meaning |
|---|---|---|---|
| 0-103 | CARD | CYL0 ... ADVPROC | play, discard or give this card |
| 104-111 | WORLD | CYL ... ERI | this column, for an Ally |
| 112-119 | PLACE | CYL ... ERI | place a base on this world |
| 120-127 | ATTACK | CYL ... ERI | attack the visible ship of this column |
| 128-152 | BASE_DOWN | 0.0 ... 4.4 | lower or attack a base (relative seat.token) |
| 153-177 | BASE_UP | 0.0 ... 4.4 | raise a base (relative seat.token) |
| 178-182 | SEAT | 0 ... 4 | this player (relative seat, 0 = yourself) |
| 183-186 | ROW | 1 ... 4 | take the visible ship of this row |
| 187-197 | BID | 0 ... 10 | bid this value in the auction |
| 198 | PASS |  | pass, decline |
| 199 | END |  | end the Action phase |
| 200 | SECRET |  | place a secret base; the garrison is chosen next |
| 201 | REVEAL |  | reveal your secret base |
| 202 | POWER |  | use the power of your Drone or Raider |
| 203 | SENSORS |  | roll for Sensors |
| 204 | FACE_UP |  | play the Kha'Farjimmn ship face up |
| 205 | FACE_DOWN |  | play the Kha'Farjimmn ship face down |
| 206 | YES |  | allow the attack; counterattack |
| 207 | NO |  | refuse the attack; do not counterattack |
| 208 | DRAW |  | draw from the deck |
| 209 | TAKE_RESERVE |  | take your whole Reserve into your hand |
| 210 | KEEP |  | keep the card seen |
| 211 | REJECT |  | refuse the card seen |

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

| option | default | meaning |
|---|---|---|
| `num_players` | 4 | 2 to 5 |
| `random_start` | False | no auction, the first player is drawn and may open with any ship |
| `surrendered_in_tiebreak` | True | ships of surrendered worlds count their value in the hand that breaks ties |
| `redraw_dead_cards` | False | a ship of a surrendered world drawn in the Draw phase may be shown, discarded and replaced, twice a turn |
| `spoils_one_per_player` | False | one Spoils for each player who controls highest ships, in any of their columns |
| `phaser_vs_base` | False | Phaser Banks add 2 to a ship that attacks a base |
| `final_draw` | False | the Draw phase follows the fifth surrender too |
| `drone_own_hand` | False | a Drone works on the own hand in a column that its player governs |
| `nova_immovable` | False | Ally 0 cannot be moved by the Erithizonian power |
| `governor_at_zero` | False | a governor without influence stays until somebody has more |

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
from spaceenvs.galaxy.actions import ACTIONS, describe
from spaceenvs.galaxy.components import BOX, GalaxyOptions, make_box
from spaceenvs.galaxy.drawing import svg, text
from spaceenvs.galaxy.invariants import BROKEN, check
from spaceenvs.galaxy.observation import LAYOUT, observe
from spaceenvs.galaxy.position import arrange, position
from spaceenvs.galaxy.redeal import redeal
from spaceenvs.galaxy.rules import legal, step
from spaceenvs.galaxy.setup import reset
from spaceenvs.galaxy.state import DECISIONS, STATE

GAME = Game(
    name="galaxy",
    title="Galaxy",
    version=0,
    players=(2, 5),
    state=STATE,
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
    arrange=arrange,
    text=text,
    svg=svg,
    max_decisions=10_000,
    max_score=25,
)


def env(**kwargs: Any) -> Any:
    """Return Galaxy as a PettingZoo AEC environment; see `spaceenvs.make`."""
    import spaceenvs

    return spaceenvs.make("galaxy", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same: the environment checks order, range and legality itself."""
    return env(**kwargs)
