"""The battle kernel on its own, against an exact enumeration in plain Python."""

from __future__ import annotations

import itertools
from collections import defaultdict
from math import comb
from typing import Any

import pytest
from conftest import JIT

from spaceenvs.galactic_emperor.combat import battle_odds

BATTLES = 200_000 if JIT else 300
CLOSE = 0.006 if JIT else 0.12

# Units as a tuple: fighters, cruisers, fresh, damaged, starbase, empire.
DICE = {"fighters": (3, 1, 5), "cruisers": (2, 2, 4), "dreadnoughts": (1, 3, 4)}
NAMES = ("fighters", "cruisers", "dreadnoughts", "damaged_dreadnoughts", "starbase", "empire")
PRIORITY = (2, 0, 4, 1, 3, 5)


def dice_of(units, phase, plasma, ion, bonus):
    """Return (number of dice, hit number) of a side in a phase."""
    ships = (units[0], units[1], units[2] + units[3])
    name = {3: "fighters", 2: "cruisers", 1: "dreadnoughts"}[phase]
    index = ("fighters", "cruisers", "dreadnoughts").index(name)
    _, dice, need = DICE[name]
    number = ships[index] * dice
    if bonus == index and ships[index]:
        number += 1
    token = 0
    if phase == 2:
        token = (3 + ion) * units[4] + (2 + ion) * units[5]
    assert not (token and plasma)
    return number + token, need - plasma


def binomial(number, need):
    chance = (7 - need) / 6
    return [comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1)]


def suffer(units, hits):
    units = list(units)
    for _ in range(hits):
        for kind in PRIORITY:
            if units[kind] == 0 or (kind == 5 and sum(units[:4]) > 0):
                continue
            units[kind] -= 1
            if kind == 2:
                units[3] += 1
            elif kind == 4:
                units[5] += 1
            break
    return tuple(units)


def choose_bonus(units):
    return 2 if units[2] + units[3] else 1 if units[1] else 0


def fight_round(states, plasma, ion, warlord, volley=None):
    """Return the distribution after one round; states are (attacker, defender, shields)."""
    after: defaultdict[Any, float] = defaultdict(float)
    for (attacker, defender, shield_a, shield_d), chance in states.items():
        if not any(attacker) or not any(defender):
            after[attacker, defender, shield_a, shield_d] += chance
            continue
        bonus = choose_bonus(volley or attacker) if warlord else -1
        current = {(attacker, defender, shield_a, shield_d): chance}
        for phase in (1, 2, 3):
            following: defaultdict[Any, float] = defaultdict(float)
            for (a, d, sa, sd), p in current.items():
                if not any(a) or not any(d):
                    following[a, d, sa, sd] += p
                    continue
                mine = binomial(*dice_of(volley or a, phase, plasma, 0, bonus))
                nothing = (0,) * 6
                theirs = binomial(*dice_of(nothing if volley else d, phase, 0, ion, -1))
                for (k, p1), (m, p2) in itertools.product(enumerate(mine), enumerate(theirs)):
                    next_d = suffer(d, max(0, k - sd))
                    next_a = suffer(a, max(0, m - sa))
                    key = (next_a, next_d, sa if m == 0 else 0, sd if k == 0 else 0)
                    following[key] += p * p1 * p2
            current = following
        for key, p in current.items():
            after[key] += p
    return after


def exact(
    attacker, defender, plasma=0, ion=0, shields=(0, 0), warlord=False, volley=None, rounds=20
):
    """Return (attacker wins, defender wins, nobody, undecided) and expected units left."""
    states = {(attacker, defender, *shields): 1.0}
    if volley:
        states = fight_round(states, plasma, ion, warlord, volley)
    for _ in range(rounds):
        states = fight_round(states, plasma, ion, warlord)
    ends = [0.0] * 4
    left = [[0.0] * 6, [0.0] * 6]
    for (a, d, _, _), chance in states.items():
        ends[{(1, 0): 0, (0, 1): 1, (0, 0): 2, (1, 1): 3}[int(any(a)), int(any(d))]] += chance
        for side, units in enumerate((a, d)):
            for kind in range(6):
                left[side][kind] += chance * units[kind]
    return ends, left


def fleet(units):
    return {name: number for name, number in zip(NAMES, units, strict=True) if number}


CASES = [
    ("a Cruiser against an Empire", (0, 1, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), {}),
    ("Fighters against Fighters", (2, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0), {}),
    ("all kinds", (1, 1, 1, 0, 0, 0), (1, 1, 0, 0, 1, 0), {}),
    ("a damaged Dreadnought", (0, 0, 0, 1, 0, 0), (1, 0, 1, 0, 0, 0), {}),
    ("plasma", (1, 1, 0, 0, 0, 0), (2, 0, 0, 0, 0, 1), {"plasma": 1}),
    ("ion cannons", (1, 0, 1, 0, 0, 0), (0, 0, 0, 0, 1, 0), {"ion": 1}),
    ("both shields", (1, 1, 0, 0, 0, 0), (1, 0, 0, 0, 1, 0), {"shields": (1, 1)}),
    ("the bonus die", (1, 1, 0, 0, 0, 0), (1, 0, 1, 0, 0, 0), {"warlord": True}),
    (
        "a surprise volley",
        (1, 1, 0, 0, 0, 0),
        (2, 0, 0, 0, 1, 0),
        {"volley": (0, 1, 0, 0, 0, 0), "warlord": True, "shields": (0, 1)},
    ),
    ("a retreat after one round", (0, 2, 0, 0, 0, 0), (1, 0, 0, 0, 1, 0), {"rounds": 1}),
]


@pytest.mark.parametrize(
    ("attacker", "defender", "extra"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_odds_agree_with_exact_enumeration(attacker, defender, extra):
    shields = extra.get("shields", (0, 0))
    mine = ["plasma"] * extra.get("plasma", 0) + ["shield"] * shields[0]
    theirs = ["ion"] * extra.get("ion", 0) + ["shield"] * shields[1]
    odds = battle_odds(
        fleet(attacker),
        fleet(defender),
        attacker_technologies=mine,
        defender_technologies=theirs,
        teleported=fleet(extra["volley"]) if "volley" in extra else None,
        warlord=extra.get("warlord", False),
        rounds=extra.get("rounds", 20),
        battles=BATTLES,
        seed=4,
    )
    ends, left = exact(attacker, defender, **extra)
    found = (odds.attacker_wins, odds.defender_wins, odds.nobody, odds.undecided)
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx(ends, abs=CLOSE)
    for side, start in enumerate((attacker, defender)):
        losses = (odds.attacker_losses, odds.defender_losses)[side]
        for name, kinds in (("fighters", (0,)), ("cruisers", (1,)), ("dreadnoughts", (2, 3))):
            if sum(start[k] for k in kinds):
                wanted = sum(start[k] - left[side][k] for k in kinds)
                assert losses[name] == pytest.approx(wanted, abs=3 * CLOSE)
        if start[4] + start[5]:
            assert losses["empire"] == pytest.approx(1 - left[side][4] - left[side][5], abs=CLOSE)
        if start[4]:
            assert losses["starbase"] == pytest.approx(1 - left[side][4], abs=CLOSE)


def test_the_same_seed_fights_the_same_battles():
    fleets = {"fighters": 2}, {"cruisers": 1}
    first = battle_odds(*fleets, battles=500, seed=1)
    assert battle_odds(*fleets, battles=500, seed=1) == first
    assert battle_odds(*fleets, battles=500, seed=2) != first


@pytest.mark.parametrize(
    ("attacker", "defender", "extra", "words"),
    [
        ({"frigates": 1}, {"empire": 1}, {}, "no unit is called 'frigates'"),
        ({"fighters": 9}, {"empire": 1}, {}, "a fleet has 0..8 fighters"),
        ({"empire": 1}, {"empire": 1}, {}, "an attacker has ships only"),
        ({"fighters": 1}, {"empire": 1, "starbase": 1}, {}, "not both"),
        ({"fighters": 1}, {"empire": 1}, {"attacker_technologies": ["ion"]}, "not 'ion'"),
        ({"fighters": 1}, {"empire": 1}, {"teleported": {"cruisers": 1}}, "part of"),
        ({"fighters": 1}, {"empire": 1}, {"attacker_priority": [0, 0, 1, 2, 3, 4]}, "once"),
        ({"fighters": 1}, {"empire": 1}, {"battles": 0}, "at least 1 battle"),
    ],
)
def test_impossible_battles_are_refused(attacker, defender, extra, words):
    with pytest.raises(ValueError, match=words):
        battle_odds(attacker, defender, **extra)
