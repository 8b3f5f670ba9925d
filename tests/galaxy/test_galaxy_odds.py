"""The 2d6 combat: exact odds over all dice, ship values and Phaser Banks, and a simulation."""

from __future__ import annotations

import itertools
import os
from fractions import Fraction

import numpy as np
import pytest

from spaceenvs.core.rng import RNG, load
from spaceenvs.galaxy.combat import (
    beats,
    damages_base,
    simulate_attacks,
    simulate_base_attacks,
    strike,
    strike_base,
)

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
DICE = range(1, 7)
TWO_DICE = [a + b for a, b in itertools.product(DICE, DICE)]
FLEET = range(6, 11)
TARGETS = range(1, 11)  # R25: a Nova is never attacked
FIGHTS = 200_000 if JIT else 2_000


def attack_odds(attacker, defender, bonus, target_bonus):
    """The rulebook's sentence, counted: attack total > defence total."""
    wins = sum(
        a + attacker + bonus > d + defender + target_bonus
        for a, d in itertools.product(TWO_DICE, TWO_DICE)
    )
    return Fraction(wins, 36 * 36)


@pytest.mark.parametrize(("bonus", "target_bonus"), [(0, 0), (0, 2), (2, 0), (2, 2)])
def test_attack_and_counterattack_by_enumeration(bonus, target_bonus):
    for attacker, defender in itertools.product(FLEET, TARGETS):
        won = lost = 0
        for a1, d1 in itertools.product(TWO_DICE, TWO_DICE):
            if beats(a1 + attacker + bonus, d1 + defender + target_bonus):
                won += 36 * 36
        counter = sum(
            bool(beats(d2 + defender + target_bonus, a2 + attacker + bonus))
            for d2, a2 in itertools.product(TWO_DICE, TWO_DICE)
        )
        lost = (36 * 36 - won // (36 * 36)) * counter
        assert Fraction(won, 36**4) == attack_odds(attacker, defender, bonus, target_bonus)
        failed = 1 - attack_odds(attacker, defender, bonus, target_bonus)
        strikes_back = attack_odds(defender, attacker, target_bonus, bonus)
        assert Fraction(lost, 36**4) == failed * strikes_back


@pytest.mark.skipif(not JIT, reason="1,296 fights for each pair")
def test_the_strike_rolls_the_striker_first_and_counts_all_four_dice():
    rng = np.zeros(1, RNG)
    for value, target in itertools.product(FLEET, (1, 5, 6, 8, 10)):
        wins = 0
        for dice in itertools.product(DICE, repeat=4):
            load(rng[0], list(dice))
            hit = strike(rng[0], value, 0, target, 2)
            assert hit == (dice[0] + dice[1] + value > dice[2] + dice[3] + target + 2)
            assert rng[0].loaded_used == 4
            wins += hit
        assert Fraction(wins, 6**4) == attack_odds(value, target, 0, 2)


def test_base_defence_by_enumeration():
    rng = np.zeros(1, RNG)
    for value, bonus, base_bonus in itertools.product(FLEET, (0, 2), (0, 2)):
        lowered = 0
        for dice in itertools.product(DICE, repeat=2):
            load(rng[0], list(dice))
            hit = strike_base(rng[0], value, bonus, base_bonus)
            assert hit == damages_base(sum(dice) + base_bonus, value + bonus)
            lowered += hit
        # R22: an equal roll is damage.
        assert lowered == sum(roll + base_bonus <= value + bonus for roll in TWO_DICE)


def within(count, fights, odds, deviations=5):
    spread = (fights * float(odds) * (1 - float(odds))) ** 0.5
    return abs(count - fights * float(odds)) <= deviations * max(spread, 1e-9)


@pytest.mark.parametrize("attacker", FLEET)
def test_simulated_fights_agree_with_the_exact_odds(attacker):
    for defender, mine, theirs in itertools.product((1, 6, 10), (False, True), (False, True)):
        counts = simulate_attacks(
            attacker,
            defender,
            attacker_phasers=mine,
            defender_phasers=theirs,
            fights=FIGHTS,
            seed=attacker * 100 + defender,
        )
        assert sum(counts) == FIGHTS
        win = attack_odds(attacker, defender, 2 * mine, 2 * theirs)
        lose = (1 - win) * attack_odds(defender, attacker, 2 * theirs, 2 * mine)
        assert within(counts.target_eliminated, FIGHTS, win)
        assert within(counts.attacker_eliminated, FIGHTS, lose)


def test_simulated_attacks_without_counterattack_and_on_bases():
    counts = simulate_attacks(6, 10, counterattack=False, fights=FIGHTS, seed=1)
    assert counts.attacker_eliminated == 0
    for value, phasers in itertools.product(FLEET, (False, True)):
        lowered = simulate_base_attacks(value, owner_phasers=phasers, fights=FIGHTS, seed=value)
        odds = Fraction(sum(roll + 2 * phasers <= value for roll in TWO_DICE), 36)
        assert within(lowered, FIGHTS, odds)


def test_the_same_seed_fights_the_same_fights():
    assert simulate_attacks(7, 5, fights=500, seed=3) == simulate_attacks(7, 5, fights=500, seed=3)
