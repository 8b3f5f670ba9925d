"""A Handful of Stars: scattered empires, growing personal decks, a tug-of-war for every system.

Two to four races begin scattered over a random star map. Every system settled adds its card to
the own deck, every technology bought another; cards pay for ships, moves and colonies or are
used for their text, never both. Where fleets meet resistance the side that is behind must add
strength from a hidden hand or give up. The clock is shared: every reshuffle of anybody's
discard pile advances it. Most victory points win.

(Martin Wallace, Treefrog Games, 2017.)

## Specs

| fact | value |
|---|---|
| id | `handful_of_stars-v0` |
| players | 2 to 4 |
| actions | 209 |
| observation | 2782 |
| decisions at most | 160,100 |
| decisions of a random game | 560 / 630 / 605 with 2 / 3 / 4 players, forced ones not counted |
| chance | map, deals, shuffles, spying |
| hidden information | hands, the order of decks, face-down tokens, choices in setup |

## Players and turn order

Seats are called Red, Blue, Green, Yellow. In setup every seat chooses a homeworld and a first
colony in secret, then all take two development tokens in turn. A drawn first player begins;
turns go clockwise, two actions each. In a combat the defender decides too: whether to retreat,
how to respond, which units are lost and where the rest goes.

The decisions, numbered as in `s.decision`: 1 SETUP_HOME, 2 SETUP_COLONY, 3 DEV_TOKEN, 4 MENU, 5
PRODUCE_UNIT, 6 PRODUCE_SPACE, 7 PAY, 8 MOVE_ORIGIN, 9 UNIT, 10 MOVE_DEST, 11 ROUTE, 12 COUNT,
13 ATT_RETREAT, 14 DEF_RETREAT, 15 RESPONSE, 16 MODE, 17 WITHDRAW_DEST, 18 LOSS, 19
RETREAT_DEST, 20 COL_SPACE, 21 COL_KIND, 22 TECH_PICK, 23 STORE, 24 DISCARD, 25 REMOVE, 26
RETRIEVE, 27 ANNEX, 28 RIVAL, 29 REFRESH, 30 REFILL_RESERVE.

## Observation

Numbers from the own seat: own things first, the others clockwise.

| index | name | shape | scale | meaning |
|---|---|---|---|---|
| 0-29 | decision | 30 | 1 | 1 for the decision asked, D01 to D30 |
| 30-33 | to_move | 4 | 1 | 1 for the seat that decides, yours first |
| 34-37 | active | 4 | 1 | 1 for the seat whose turn it is, yours first |
| 38-41 | first | 4 | 1 | 1 for the first player, yours first |
| 42-46 | players | 5 | 1 | 1 at the number of players |
| 47-56 | clock | 10 | 100 | round, round limit, shuffles, shuffles that begin the end, last round (0: not known), actions left, tokens taken in setup, technologies and tokens left to draw, VP of a homeworld |
| 57-65 | doing | 9 | 1 | 1 for what is bought or moved: nothing, unit, move, reinforcement, withdrawal, retreat, marker, technology, annexation |
| 66-73 | group | 8 | 127 | fleets go, star bases go, normal route, wormhole route, how many go, 1 once the step was done, how often it may still be done, marker placed |
| 74-77 | pool | 4 | 127 | points in the pool: Energy, Matter, Population, Research |
| 78-81 | due | 4 | 127 | points still to be paid |
| 82-90 | slot | 9 | 1 | 1 for the market slot being paid, last the wormhole token |
| 91 | own_choice | 1 | 38 | system you chose in secret, plus 1; 0 for none |
| 92-101 | in_play | 10 | 104 | the card in play, as in `market` |
| 102-111 | in_question | 10 | 104 | the combat card to be used one way or the other |
| 112-149 | origin | 38 | 1 | 1 for the space that a group leaves |
| 150-187 | destination | 38 | 1 | 1 for the space where it goes or a piece is placed |
| 188-225 | contested | 38 | 2 | 1 for the foreign target, 2 for the space of a combat |
| 226-229 | attacker | 4 | 1 | 1 for the attacking seat, yours first |
| 230-234 | defender | 5 | 1 | 1 for the defending seat, last a neutral system |
| 235-243 | combat | 9 | 127 | strength of attacker and defender, strength added, by how much a neutral system is lowered, crossed, conceded, loser (1 attacker, 2 defender), units still to be lost |
| 244-547 | chart | 8 x 38 | 38 | per space: system on it (-1: no such space), habitable, combat strength, wormhole, Energy, Matter, Population, Research of its card |
| 548-614 | black_hole | 67 | 1 | 1 for every connection with a black hole |
| 615-652 | alien | 38 | 10 | alien token: -1 face down, 0 none, else its strength plus 1 |
| 653-670 | alien_fate | 18 | 2 | per token: 0 never seen, 1 face up, 2 seen and gone |
| 671-708 | neutral_card | 38 | 1 | 1 for every system card beside the board |
| 709-1164 | pieces | 4 x 3 x 38 | 21 | per seat, yours first: fleets, star bases, marker (1 outpost, 2 colony, 3 homeworld) |
| 1165-1228 | stock | 4 x 16 | 127 | per seat: fleets, star bases and cubes in stock, discs on the track, spare discs, homeworld (1 stands, 2 lost), size of a reserve, wormhole token, cards in hand, deck, reserve and discard pile, VP, tokens, dealt technologies nobody saw: known in hand, elsewhere |
| 1229-1256 | race | 4 x 7 | 1 | per seat: 1 for the race |
| 1257-1480 | tokens | 4 x 8 x 7 | 9 | per seat, tokens in the order taken: amount of Energy, Matter, Population, Research, reserve +, VP; 1 if face up |
| 1481-1516 | display | 6 x 6 | 9 | amount of each token on display, by kind |
| 1517-1596 | market | 8 x 10 | 104 | per slot: card, cost, Energy, Matter, Population, Research, VP, timing (1 action, 2 free, 3 combat, 4 reserve), effect, its number |
| 1597-2012 | own_cards | 4 x 104 | 1 | 1 for your cards in deck, hand, reserve, discard pile |
| 2013-2636 | rival_cards | 3 x 2 x 104 | 2 | per rival: 2 known in hand, 1 in the deck or drawn unseen; 2 in reserve, 1 in the discard pile |
| 2637-2740 | used | 104 | 1 | 1 for every card whose effect was used this turn |
| 2741-2781 | removed | 41 | 1 | 1 for every technology removed; last: set aside |

## Actions

| ids | name | argument | meaning |
|---|---|---|---|
| 0 | DONE |  | end a series of steps, a response or the turn |
| 1 | PASS |  | use up one action |
| 2 | PRODUCE |  | build units |
| 3 | MOVE |  | move units, and fight where they meet resistance |
| 4 | COLONISE |  | place an outpost or a colony |
| 5 | TECH |  | acquire a technology or the wormhole token |
| 6 | RESERVE |  | place cards in the reserve |
| 7 | DISCARD |  | discard cards |
| 8 | REMOVE |  | remove a card for good |
| 9 | FLEET |  | choose a fleet |
| 10 | BASE |  | choose a star base |
| 11 | OUTPOST |  | place an outpost |
| 12 | COLONY |  | place a colony |
| 13 | RETREAT |  | leave before the fight |
| 14 | STAY |  | stay and fight |
| 15 | CONCEDE |  | give up the combat |
| 16 | ROUTE_NORMAL |  | go by connections alone |
| 17 | ROUTE_WORMHOLE |  | go by one wormhole jump |
| 18 | USE_MATTER |  | spend a combat card for its Matter |
| 19 | USE_EFFECT |  | use a combat card for its effect |
| 20-40 | COUNT | 1 ... 21 | how many units go |
| 41-48 | TOKEN | 0 ... 7 | one of your development tokens, in the order taken |
| 49-54 | DISPLAY | 0 ... 5 | a development token of the display |
| 55-62 | MARKET | 0 ... 7 | a card of the technology market |
| 63 | WORMHOLE_TOKEN |  | buy the wormhole token |
| 64-66 | RIVAL | 1 ... 3 | the player so many seats clockwise of you |
| 67-104 | SPACE | 0 ... 37 | a space of the board |
| 105-208 | CARD | 0 ... 103 | a card, by its id |

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

| option | default | meaning |
|---|---|---|
| `num_players` | 2 | 2, 3 or 4 |
| `systems` | 36 | 38 adds two spaces and two uninhabitable systems |
| `connected_board` | False | lay the tiles again until all spaces are joined by open connections |
| `random_races` | True | off: the races are those of `races` |
| `races` | () | race numbers 0 to 6 by seat, all different |
| `max_rounds` | 0 | the round limit, 1 to 100; 0: 100, 70 or 50 |
| `home_vp` | 7 | what a homeworld is worth: 7 or 8 |
| `board_graph` | '' | path of a table that replaces `data/board_graph.csv` |
| `board_connections` | '' | path of a table that replaces `data/board_connections.csv` |
| `system_tiles` | '' | path of a table that replaces `data/system_tiles.csv` |
| `system_cards` | '' | path of a table that replaces `data/system_cards.csv` |
| `starting_cards` | '' | path of a table that replaces `data/starting_cards.csv` |
| `races_table` | '' | path of a table that replaces `data/races.csv` |
| `race_ability_cards` | '' | path of a table that replaces `data/race_ability_cards.csv` |
| `technology_cards` | '' | path of a table that replaces `data/technology_cards.csv` |
| `development_tokens` | '' | path of a table that replaces `data/development_tokens.csv` |
| `alien_tokens` | '' | path of a table that replaces `data/alien_tokens.csv` |

A table of your own keeps the ids of the game's; its values are free within the limits that an
error message names, with row and column. `Batch.box` holds what a game is played with.

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
from spaceenvs.handful_of_stars.actions import ACTIONS
from spaceenvs.handful_of_stars.check import BROKEN, check
from spaceenvs.handful_of_stars.components import BOX, HandfulOptions
from spaceenvs.handful_of_stars.drawing import svg, text
from spaceenvs.handful_of_stars.observation import LAYOUT, observe
from spaceenvs.handful_of_stars.position import arrange, position
from spaceenvs.handful_of_stars.redeal import redeal
from spaceenvs.handful_of_stars.rules import legal, step
from spaceenvs.handful_of_stars.setup import reset
from spaceenvs.handful_of_stars.state import DECISIONS, STATE
from spaceenvs.handful_of_stars.tables import make_box
from spaceenvs.handful_of_stars.words import describe

GAME = Game(
    name="handful_of_stars",
    title="A Handful of Stars",
    version=0,
    players=(2, 4),
    state=STATE,
    box=BOX,
    options=HandfulOptions,
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
    max_decisions=160_100,
    max_score=150,
)


def env(**kwargs: Any) -> Any:
    """Return the game as a PettingZoo environment."""
    import spaceenvs

    return spaceenvs.make("handful_of_stars", **kwargs)


def raw_env(**kwargs: Any) -> Any:
    """Return the same: the environment checks everything itself."""
    return env(**kwargs)
