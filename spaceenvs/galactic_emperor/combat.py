"""The dice of a battle: who fires, what hits, who may be hit, and whole battles on their own.

A *side* is what one player has in a battle. Its units are counted by *kind*, in the order of
the HIT actions: Fighters, Cruisers, fresh Dreadnoughts, damaged Dreadnoughts, Starbase, Empire.
The functions here know no board and no players; `battle.py` plays a battle inside a game with
them, asking the owners, and `battle_odds` plays a million on its own with a simple policy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import RNG, Rng, roll, seed_rng
from spaceenvs.galactic_emperor.components import (
    MAX_BATTLE_ROUNDS,
    GalacticEmperorOptions,
    make_box,
)
from spaceenvs.galactic_emperor.tables import (
    CRUISER,
    DREADNOUGHT,
    EMPIRE_UNIT,
    FIGHTER,
    MAX_DICE,
    STARBASE_UNIT,
    STOCK,
)

NUM_KINDS = 6
FIGHTERS, CRUISERS, FRESH, DAMAGED, STARBASE, EMPIRE = range(NUM_KINDS)
KIND_NAMES = ("Fighter", "Cruiser", "Dreadnought", "damaged Dreadnought", "Starbase", "Empire")
KIND_ARTICLES = ("a", "a", "a", "a", "the", "the")

ATTACKER, DEFENDER = 0, 1
NUM_PHASES = 3
NO_BONUS = -1

SIDE = np.dtype(
    (
        np.record,
        [
            ("units", np.int8, (NUM_KINDS,)),  # units in the battle, by kind
            ("plasma", np.int8),  # 1: hits on one less (attackers only)
            ("ion", np.int8),  # 1: Empire and Starbase roll one die more
            ("shield", np.int8),  # hits that will still be cancelled
        ],
    )
)

DICE = np.dtype(
    (
        np.record,
        [
            ("count", np.int8),
            ("face", np.int8, (MAX_DICE,)),
            ("need", np.int8, (MAX_DICE,)),  # the smallest face that hits
        ],
    )
)

Side = Any
Dice = Any
Units = NDArray[np.int8]


@kernel
def count_ships(side: Side) -> int:
    """Count the ships of a side."""
    u = side.units
    return int(u[FIGHTERS]) + u[CRUISERS] + u[FRESH] + u[DAMAGED]


@kernel
def is_alive(side: Side) -> bool:
    """Whether a side has any unit left."""
    return count_ships(side) + side.units[STARBASE] + side.units[EMPIRE] > 0


@kernel
def count_of_type(units: Units, ship_type: int) -> int:
    """Count the ships of a type, damaged or not."""
    if ship_type == DREADNOUGHT:
        return int(units[FRESH]) + units[DAMAGED]
    return int(units[ship_type])


@kernel
def roll_dice(rng: Rng, dice: Dice, number: int, need: int) -> None:
    """Roll some dice that hit from `need` on, and put them behind the others."""
    for _ in range(number):
        dice.face[dice.count] = roll(rng)
        dice.need[dice.count] = need
        dice.count += 1


@kernel
def roll_phase(
    rng: Rng, box: Any, side: Side, firing: Units, phase: int, bonus: int, dice: Dice
) -> None:
    """Roll all dice of one side in one phase: ships, the bonus die, then the token (6.2).

    Args:
        rng: The generator.
        box: Dice, phases and hit numbers of the units.
        side: The side that fires, for its technologies.
        firing: How many of its units fire, by kind.
        phase: 1 to 3.
        bonus: The type of the ship with the bonus die, or NO_BONUS.
        dice: Where the dice lie afterwards.
    """
    dice.count = 0
    for ship_type in range(len(STOCK)):
        number = count_of_type(firing, ship_type)
        if box.unit_phase[ship_type] == phase and number > 0:
            need = box.unit_hits_on[ship_type] - side.plasma
            extra = 1 if bonus == ship_type else 0  # R37: lost if no such ship is left
            roll_dice(rng, dice, number * box.unit_dice[ship_type] + extra, need)
    if firing[EMPIRE] > 0 and box.unit_phase[EMPIRE_UNIT] == phase:
        number = box.unit_dice[EMPIRE_UNIT] + side.ion
        roll_dice(rng, dice, number, box.unit_hits_on[EMPIRE_UNIT])
    if firing[STARBASE] > 0 and box.unit_phase[STARBASE_UNIT] == phase:
        number = box.unit_dice[STARBASE_UNIT] + side.ion
        roll_dice(rng, dice, number, box.unit_hits_on[STARBASE_UNIT])


@kernel
def count_hits(dice: Dice) -> int:
    """Count the dice that hit."""
    hits = 0
    for i in range(dice.count):
        if dice.face[i] >= dice.need[i]:
            hits += 1
    return hits


@kernel
def apply_shield(side: Side, hits: int) -> int:
    """Return the hits left after the shield; it cancels the first of a battle (6.3, R26)."""
    if hits > 0 and side.shield > 0:
        side.shield -= 1
        return hits - 1
    return hits


@kernel
def can_take(side: Side, kind: int) -> bool:
    """Whether a hit may be assigned to a unit of this kind (6.4)."""
    if side.units[kind] == 0:
        return False
    # An Empire is protected as long as a ship of its owner is in the battle.
    return kind != EMPIRE or count_ships(side) == 0


@kernel
def can_take_any(side: Side) -> bool:
    """Whether a hit finds any unit."""
    for kind in range(NUM_KINDS):
        if can_take(side, kind):
            return True
    return False


@kernel
def take_hit(side: Side, kind: int) -> None:
    """Damage or remove one unit: a Dreadnought flips first, a Starbase becomes an Empire."""
    side.units[kind] -= 1
    if kind == FRESH:
        side.units[DAMAGED] += 1
    elif kind == STARBASE:
        side.units[EMPIRE] += 1


# -- whole battles ------------------------------------------------------------------------


@kernel
def take_hits(side: Side, hits: int, priority: Units) -> None:
    """Assign hits by a fixed order of kinds; hits that find no unit are lost."""
    for _ in range(hits):
        for i in range(NUM_KINDS):
            if can_take(side, priority[i]):
                take_hit(side, priority[i])
                break


@kernel
def choose_bonus(firing: Units) -> int:
    """Give the bonus die to the ships that fire first."""
    if count_of_type(firing, DREADNOUGHT) > 0:
        return DREADNOUGHT
    if firing[CRUISERS] > 0:
        return CRUISER
    return FIGHTER


@kernel
def fight_round(
    rng: Rng, box: Any, sides: Any, firing: Any, dice: Any, warlord: int, priority: Any
) -> None:
    """Fight the three phases of one round; stop as soon as a side has no unit left.

    `firing` are the sides whose units fire: the very `sides`, or those of a surprise volley.
    """
    bonus = NO_BONUS
    if warlord != 0:
        bonus = choose_bonus(firing[ATTACKER].units)
    for phase in range(1, NUM_PHASES + 1):
        for side in range(2):
            bonus_die = bonus if side == ATTACKER else NO_BONUS
            roll_phase(rng, box, sides[side], firing[side].units, phase, bonus_die, dice[side])
        on_defender = apply_shield(sides[DEFENDER], count_hits(dice[ATTACKER]))
        on_attacker = apply_shield(sides[ATTACKER], count_hits(dice[DEFENDER]))
        take_hits(sides[DEFENDER], on_defender, priority[DEFENDER])
        take_hits(sides[ATTACKER], on_attacker, priority[ATTACKER])
        if not is_alive(sides[ATTACKER]) or not is_alive(sides[DEFENDER]):
            return


@kernel
def fight_many(
    rngs: Any,
    boxes: Any,
    start: Any,
    volley: Any,
    sides: Any,
    dice: Any,
    warlord: int,
    rounds: int,
    priority: Any,
    battles: int,
    ends: NDArray[np.int64],
    left: NDArray[np.int64],
) -> None:
    """Fight the same battle many times; count how it ends and sum the units left.

    If `volley` has an attacking ship, a surprise volley comes before round 1 (R19).
    """
    rng, box = rngs[0], boxes[0]
    surprise = count_ships(volley[ATTACKER]) > 0
    for _ in range(battles):
        for side in range(2):
            sides[side] = start[side]
        if surprise:
            fight_round(rng, box, sides, volley, dice, warlord, priority)
        fought = 0
        while fought < rounds and is_alive(sides[ATTACKER]) and is_alive(sides[DEFENDER]):
            fight_round(rng, box, sides, sides, dice, warlord, priority)
            fought += 1
        attacker, defender = is_alive(sides[ATTACKER]), is_alive(sides[DEFENDER])
        ends[2 * int(attacker) + int(defender)] += 1
        for side in range(2):
            for kind in range(NUM_KINDS):
                left[side, kind] += sides[side].units[kind]


DEFAULT_PRIORITY = (FRESH, FIGHTERS, STARBASE, CRUISERS, DAMAGED, EMPIRE)
"""Who takes hits first: what can be repaired, then what is cheap."""


@dataclass(frozen=True)
class BattleOdds:
    """How a battle ends, over many battles.

    Attributes:
        attacker_wins: The probability that only the attacker is left.
        defender_wins: The probability that only the defender is left.
        nobody: The probability that both are destroyed.
        undecided: The probability that both live after the last round.
        attacker_losses: Expected units lost by kind. A Dreadnought that is only damaged is not
            lost (it is repaired); a Starbase that became an Empire counts as Starbase lost.
        defender_losses: The same for the defender.
        battles: How many battles were fought.
    """

    attacker_wins: float
    defender_wins: float
    nobody: float
    undecided: float
    attacker_losses: dict[str, float]
    defender_losses: dict[str, float]
    battles: int


UNIT_WORDS = {
    "fighters": FIGHTERS,
    "cruisers": CRUISERS,
    "dreadnoughts": FRESH,
    "damaged_dreadnoughts": DAMAGED,
    "starbase": STARBASE,
    "empire": EMPIRE,
}
_MOST_UNITS = (*STOCK, STOCK[DREADNOUGHT], 1, 1)
_ATTACKER_TECHNOLOGIES = {"plasma", "shield"}
_DEFENDER_TECHNOLOGIES = {"ion", "shield"}


def count_units(fleet: Mapping[str, int]) -> Units:
    """Return a fleet in words as counts by kind.

    Raises:
        ValueError: If a word is unknown or there are more units than a player has.
    """
    units = np.zeros(NUM_KINDS, np.int8)
    for name, number in fleet.items():
        if name not in UNIT_WORDS:
            raise ValueError(f"no unit is called {name!r}; there are: {', '.join(UNIT_WORDS)}")
        kind = UNIT_WORDS[name]
        if not 0 <= number <= _MOST_UNITS[kind]:
            raise ValueError(f"a fleet has 0..{_MOST_UNITS[kind]} {name}, {number} were given")
        units[kind] = number
    if units[FRESH] + units[DAMAGED] > STOCK[DREADNOUGHT]:
        raise ValueError(f"a fleet has at most {STOCK[DREADNOUGHT]} dreadnoughts in all")
    if units[STARBASE] + units[EMPIRE] > 1:
        raise ValueError("a sector holds a starbase or an empire, not both")
    return units


def _prepare_side(fleet: Mapping[str, int], technologies: Sequence[str], allowed: set[str]) -> Any:
    side = np.zeros(1, SIDE)[0]
    side.units[:] = count_units(fleet)
    for name in technologies:
        if name not in allowed:
            raise ValueError(f"this side may use {', '.join(sorted(allowed))}; not {name!r}")
        side[name] = 1
    if count_ships(side) == 0:
        side.shield = 0  # R26: shields need a ship at the start of the battle
    return side


def battle_odds(
    attacker: Mapping[str, int],
    defender: Mapping[str, int],
    *,
    attacker_technologies: Sequence[str] = (),
    defender_technologies: Sequence[str] = (),
    teleported: Mapping[str, int] | None = None,
    warlord: bool = False,
    rounds: int = MAX_BATTLE_ROUNDS,
    attacker_priority: Sequence[int] = DEFAULT_PRIORITY,
    defender_priority: Sequence[int] = DEFAULT_PRIORITY,
    battles: int = 1_000_000,
    seed: int = 0,
    box: NDArray[Any] | None = None,
) -> BattleOdds:
    """Return how a battle ends on average, from many battles fought to the end.

    Args:
        attacker: Units by name: fighters, cruisers, dreadnoughts, damaged_dreadnoughts.
        defender: The same, also starbase or empire.
        attacker_technologies: Of "plasma" and "shield".
        defender_technologies: Of "ion" and "shield".
        teleported: The part of the attacker's ships that teleported; they fire a volley first.
        warlord: Whether the attacker took the card and has the bonus die (given to the ships
            that fire first).
        rounds: How many rounds are fought at most; 1 means to retreat after one.
        attacker_priority: The kinds (`FIGHTERS`, ...) in the order in which they take hits.
        defender_priority: The same for the defender.
        battles: How many battles are fought.
        seed: Where the dice come from.
        box: What `make_box` returns, if other tables than the default ones are wanted.

    >>> odds = battle_odds({"cruisers": 1}, {"empire": 1}, battles=10_000)
    >>> abs(odds.attacker_wins - odds.defender_wins) < 0.05
    True
    """
    boxes = make_box(GalacticEmperorOptions()) if box is None else box
    start = np.zeros(2, SIDE)
    start[ATTACKER] = _prepare_side(attacker, attacker_technologies, _ATTACKER_TECHNOLOGIES)
    start[DEFENDER] = _prepare_side(defender, defender_technologies, _DEFENDER_TECHNOLOGIES)
    if start[ATTACKER].units[STARBASE] + start[ATTACKER].units[EMPIRE] > 0:
        raise ValueError("an attacker has ships only")
    volley = np.zeros(2, SIDE)
    if teleported:
        volley[ATTACKER].units[:] = count_units(teleported)
        if (volley[ATTACKER].units > start[ATTACKER].units).any():
            raise ValueError("the teleported ships are a part of the attacker's ships")
    priority = np.array([attacker_priority, defender_priority], np.int8)
    if any(sorted(order) != list(range(NUM_KINDS)) for order in priority.tolist()):
        raise ValueError(f"a priority names each of the kinds 0..{NUM_KINDS - 1} once")
    if battles < 1:
        raise ValueError(f"at least 1 battle is fought, {battles} were asked for")
    rngs = np.zeros(1, RNG)
    seed_rng(rngs[0], seed)
    ends = np.zeros(4, np.int64)
    left = np.zeros((2, NUM_KINDS), np.int64)
    sides, dice = np.zeros(2, SIDE), np.zeros(2, DICE)
    fight_many(
        rngs, boxes, start, volley, sides, dice, int(warlord), rounds, priority, battles, ends, left
    )
    return BattleOdds(
        attacker_wins=float(ends[2] / battles),
        defender_wins=float(ends[1] / battles),
        nobody=float(ends[0] / battles),
        undecided=float(ends[3] / battles),
        attacker_losses=_losses(start[ATTACKER].units, left[ATTACKER], battles),
        defender_losses=_losses(start[DEFENDER].units, left[DEFENDER], battles),
        battles=battles,
    )


def _losses(start: Units, left: NDArray[np.int64], battles: int) -> dict[str, float]:
    """Return the mean losses of the kinds that were there; damage is repaired."""
    lost = start - left / battles
    lost[FRESH] += lost[DAMAGED]  # a damaged Dreadnought that survives is repaired
    losses = {}
    if start[FIGHTERS]:
        losses["fighters"] = float(lost[FIGHTERS])
    if start[CRUISERS]:
        losses["cruisers"] = float(lost[CRUISERS])
    if start[FRESH] or start[DAMAGED]:
        losses["dreadnoughts"] = float(lost[FRESH])
    if start[STARBASE]:
        # Lost as a Starbase, whether an Empire is left of it or nothing.
        losses["starbase"] = float(lost[STARBASE])
        losses["empire"] = float(lost[STARBASE] + lost[EMPIRE])
    elif start[EMPIRE]:
        losses["empire"] = float(lost[EMPIRE])
    return losses
