"""Combat (6.2): two dice and the value of the ship, for the game and for a million fights alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import RNG, Rng, roll, seed_rng
from spaceenvs.galaxy.actions import A_NO, A_YES, D_ACTION, D_ALLOW, D_COUNTER
from spaceenvs.galaxy.cards import discard, has_technology, take_from_pile
from spaceenvs.galaxy.components import PHASER, PHASER_BONUS, SCREENS, TOKENS, VALUE_OF
from spaceenvs.galaxy.governors import find_controller, move_base, update_governor
from spaceenvs.galaxy.state import NOBODY

# -- the dice -------------------------------------------------------------------------------


@kernel
def roll_two_dice(rng: Rng) -> int:
    """Roll 2d6, one die after the other (6.9, R56)."""
    first = roll(rng)
    return first + roll(rng)


@kernel
def beats(striking_total: int, defending_total: int) -> bool:
    """Whether a strike eliminates its target: a tie is a failure."""
    return striking_total > defending_total


@kernel
def damages_base(defence_total: int, attacker_value: int) -> bool:
    """Whether a base is lowered: its roll must be higher to withstand (R22)."""
    return defence_total <= attacker_value


@kernel
def strike(rng: Rng, value: int, bonus: int, target_value: int, target_bonus: int) -> bool:
    """Roll for a ship, then for its target; return whether the target is eliminated.

    An attack is a strike of the attacker, a counterattack one of the defender.
    """
    striking = roll_two_dice(rng) + value + bonus
    defending = roll_two_dice(rng) + target_value + target_bonus
    return beats(striking, defending)


@kernel
def strike_base(rng: Rng, value: int, bonus: int, base_bonus: int) -> bool:
    """Roll for a base attacked by a ship; return whether the base is lowered."""
    return damages_base(roll_two_dice(rng) + base_bonus, value + bonus)


# -- in the game ----------------------------------------------------------------------------


@kernel
def phaser_bonus(s: State, player: int) -> int:
    """Return what Phaser Banks add to a player's rolls; nobody has none."""
    if player != NOBODY and has_technology(s, player, PHASER):
        return PHASER_BONUS
    return 0


@kernel
def play_attack(s: State, world: int) -> None:
    """Attack the visible ship of a column with the current ship."""
    s.target_world = world
    s.victim = find_controller(s, world)
    if s.victim != NOBODY and s.victim != s.active and has_technology(s, s.victim, SCREENS):
        s.decision = D_ALLOW
        s.to_move = s.victim
        return
    roll_attack(s)


@kernel
def legal_yes_no(mask: Mask) -> None:
    """D6, D7: yes or no."""
    mask[A_YES] = 1
    mask[A_NO] = 1


@kernel
def play_allow(s: State, action: int) -> None:
    """D6: the defender with Screens allows the attack or refuses it."""
    s.to_move = s.active
    if action == A_YES:
        roll_attack(s)
    else:
        s.denied[s.target_world] = 1  # R26: nothing is spent
        end_combat(s)


@kernel
def roll_attack(s: State) -> None:
    """Roll attack and defence; ask for, or make, the counterattack if the attack failed."""
    s.opportunities -= 1
    s.power_used = 1
    target = s.top[s.active_row, s.target_world]
    hit = strike(
        s.rng,
        s.ship_value,
        phaser_bonus(s, s.active),
        VALUE_OF[target],
        phaser_bonus(s, s.victim),
    )
    if hit:
        discard(s, take_from_pile(s, s.active_row, s.target_world))
        end_combat(s)
    elif has_technology(s, s.active, SCREENS):
        end_combat(s)  # R26
    elif s.victim == NOBODY:
        counterattack(s)  # R24: compulsory
    else:
        s.decision = D_COUNTER
        s.to_move = s.victim  # R23: who may be the attacker himself


@kernel
def play_counter(s: State, action: int) -> None:
    """D7: the defender counterattacks or not."""
    if action == A_YES:
        counterattack(s)
    else:
        end_combat(s)


@kernel
def counterattack(s: State) -> None:
    """Let the ship that was attacked strike back."""
    target = s.top[s.active_row, s.target_world]
    hit = strike(
        s.rng,
        VALUE_OF[target],
        phaser_bonus(s, s.victim),
        s.ship_value,
        phaser_bonus(s, s.active),
    )
    if hit:
        discard(s, take_from_pile(s, s.active_row, s.ship_column))
        s.destroyed = 1
        s.opportunities = 0
    end_combat(s)


@kernel
def end_combat(s: State) -> None:
    """Go back to the Action menu."""
    s.target_world = -1
    s.victim = NOBODY
    s.to_move = s.active
    s.decision = D_ACTION


@kernel
def play_attack_on_base(s: State, box: Box, base: int) -> None:
    """Attack an undefended base."""
    s.opportunities -= 1
    s.power_used = 1
    bonus = phaser_bonus(s, s.active) if box.phaser_vs_base != 0 else 0  # R27
    if strike_base(s.rng, s.ship_value, bonus, phaser_bonus(s, base // TOKENS)):
        move_base(s, base, s.base_level[base] + 1)
        update_governor(s, box, s.base_world[base], s.active)


# -- alone ----------------------------------------------------------------------------------


class FightCounts(NamedTuple):
    """How many of many fights ended in which way."""

    target_eliminated: int
    attacker_eliminated: int
    nothing: int


@kernel
def _count_attacks(
    rng: Rng,
    attacker: int,
    defender: int,
    bonus: int,
    target_bonus: int,
    counter: bool,
    fights: int,
) -> tuple[int, int]:
    won = 0
    lost = 0
    for _ in range(fights):
        if strike(rng, attacker, bonus, defender, target_bonus):
            won += 1
        elif counter and strike(rng, defender, target_bonus, attacker, bonus):
            lost += 1
    return won, lost


@kernel
def _count_base_attacks(rng: Rng, attacker: int, bonus: int, base_bonus: int, fights: int) -> int:
    lowered = 0
    for _ in range(fights):
        if strike_base(rng, attacker, bonus, base_bonus):
            lowered += 1
    return lowered


def _generator(seed: int) -> NDArray[Any]:
    rng = np.zeros(1, RNG)
    seed_rng(rng[0], seed)
    return rng


def simulate_attacks(
    attacker_value: int,
    defender_value: int,
    *,
    attacker_phasers: bool = False,
    defender_phasers: bool = False,
    counterattack: bool = True,
    fights: int = 1_000_000,
    seed: int = 0,
) -> FightCounts:
    """Fight ship against ship many times, with the dice and the kernel of the game.

    >>> simulate_attacks(6, 6, fights=36).nothing <= 36
    True
    """
    won, lost = _count_attacks(
        _generator(seed)[0],
        attacker_value,
        defender_value,
        PHASER_BONUS * attacker_phasers,
        PHASER_BONUS * defender_phasers,
        counterattack,
        fights,
    )
    return FightCounts(won, lost, fights - won - lost)


def simulate_base_attacks(
    attacker_value: int,
    *,
    attacker_bonus: int = 0,
    owner_phasers: bool = False,
    fights: int = 1_000_000,
    seed: int = 0,
) -> int:
    """Attack a base many times; return how often it is lowered.

    `attacker_bonus` is 2 for Phaser Banks under the option `phaser_vs_base`.
    """
    return int(
        _count_base_attacks(
            _generator(seed)[0],
            attacker_value,
            attacker_bonus,
            PHASER_BONUS * owner_phasers,
            fights,
        )
    )


__all__ = [
    "FightCounts",
    "beats",
    "damages_base",
    "simulate_attacks",
    "simulate_base_attacks",
]
