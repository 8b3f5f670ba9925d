"""Fights per second of the two combat kernels, beside plain Python and numpy.

python -m benchmarks.combat [--fights N] [--rounds N] [--json FILE]

Galaxy: one 2d6 attack with its counterattack. Galactic Emperor: a phased space battle to the
end. The same rules are written three times: the game's own kernel, a Python loop over the
fights, numpy over all fights at once. Fight number i rolls the dice of seed i in all three, so
that their results can be, and are, compared fight by fight before anything is timed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Case, duration, measure, positive, result_file, table, write_json
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import RNG, seed_rng
from spaceenvs.galactic_emperor.combat import (
    DEFAULT_PRIORITY,
    DICE,
    NUM_KINDS,
    SIDE,
    battle_odds,
    count_units,
    fight_many,
)
from spaceenvs.galactic_emperor.components import (
    MAX_BATTLE_ROUNDS,
    GalacticEmperorOptions,
    make_box,
)
from spaceenvs.galactic_emperor.tables import EMPIRE_UNIT
from spaceenvs.galaxy.combat import simulate_attacks, strike

NOTHING, TARGET_LOST, ATTACKER_LOST = range(3)
ATTACKER_VALUE, DEFENDER_VALUE = 7, 6
FLEETS: tuple[dict[str, int], dict[str, int]] = (
    {"fighters": 3, "cruisers": 2, "dreadnoughts": 1},
    {"fighters": 2, "cruisers": 2, "empire": 1},
)
FIGHTERS, CRUISERS, FRESH, DAMAGED, STARBASE, EMPIRE = range(NUM_KINDS)
START = np.array([count_units(fleet) for fleet in FLEETS], np.int64)
BOX = make_box(GalacticEmperorOptions())

Outcomes = NDArray[np.int64]
Fights = Callable[[int], Outcomes]
"""Takes how many fights to fight, returns what came of each."""

# ---------------------------------------------------------------------------------------
# The games' own kernels.


@kernel
def _galaxy_fights(rngs: Any, value: int, target: int, outcomes: Outcomes) -> None:
    rng = rngs[0]
    for i in range(outcomes.size):
        seed_rng(rng, i)
        if strike(rng, value, 0, target, 0):
            outcomes[i] = TARGET_LOST
        elif strike(rng, target, 0, value, 0):
            outcomes[i] = ATTACKER_LOST
        else:
            outcomes[i] = NOTHING


def galaxy_kernel(fights: int) -> Outcomes:
    """Fight with Galaxy's kernel."""
    outcomes = np.empty(fights, np.int64)
    _galaxy_fights(np.zeros(1, RNG), ATTACKER_VALUE, DEFENDER_VALUE, outcomes)
    return outcomes


@kernel
def _emperor_battles(
    rngs: Any,
    box: Any,
    start: Any,
    volley: Any,
    sides: Any,
    dice: Any,
    priority: Any,
    ends: Outcomes,
    left: Outcomes,
    units: Outcomes,
) -> None:
    for i in range(units.shape[0]):
        seed_rng(rngs[0], i)
        fight_many(
            rngs, box, start, volley, sides, dice, 0, MAX_BATTLE_ROUNDS, priority, 1, ends, left
        )
        for side in range(2):
            for kind in range(NUM_KINDS):
                units[i, side, kind] = sides[side].units[kind]


def emperor_kernel(battles: int) -> Outcomes:
    """Fight with Galactic Emperor's kernel; return the units left by side and kind."""
    start, units = np.zeros(2, SIDE), np.empty((battles, 2, NUM_KINDS), np.int64)
    start["units"] = START
    _emperor_battles(
        np.zeros(1, RNG),
        BOX,
        start,
        np.zeros(2, SIDE),
        np.zeros(2, SIDE),
        np.zeros(2, DICE),
        np.array([DEFAULT_PRIORITY] * 2, np.int8),
        np.zeros(4, np.int64),
        np.zeros((2, NUM_KINDS), np.int64),
        units,
    )
    return units


# ---------------------------------------------------------------------------------------
# Plain Python.

_ALL_64 = (1 << 64) - 1
_REROLL_BELOW = (1 << 32) % 6  # so that all faces are equally likely


class PlainDice:
    """The games' generator in plain Python integers."""

    def __init__(self, seed: int) -> None:
        self.words = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & _ALL_64
            word = seed
            word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _ALL_64
            word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _ALL_64
            self.words.append(word ^ (word >> 31))

    def _bits(self) -> int:
        a, b, c, d = self.words
        turned = (a + d) & _ALL_64
        result = (((turned << 23) | (turned >> 41)) + a) & _ALL_64
        c ^= a
        d ^= b
        self.words = [a ^ d, b ^ c, c ^ ((b << 17) & _ALL_64), ((d << 45) | (d >> 19)) & _ALL_64]
        return result

    def roll(self) -> int:
        """Roll one die."""
        while True:
            product = (self._bits() >> 32) * 6
            if product & 0xFFFFFFFF >= _REROLL_BELOW:
                return (product >> 32) + 1


def galaxy_python(fights: int) -> Outcomes:
    """Fight one after the other in plain Python."""

    def strikes(dice: PlainDice, value: int, target: int) -> bool:
        striking = dice.roll() + dice.roll() + value
        return striking > dice.roll() + dice.roll() + target

    outcomes = []
    for seed in range(fights):
        dice = PlainDice(seed)
        if strikes(dice, ATTACKER_VALUE, DEFENDER_VALUE):
            outcomes.append(TARGET_LOST)
        elif strikes(dice, DEFENDER_VALUE, ATTACKER_VALUE):
            outcomes.append(ATTACKER_LOST)
        else:
            outcomes.append(NOTHING)
    return np.array(outcomes)


def firing_order() -> list[tuple[int, tuple[int, ...], int, int]]:
    """Return (phase, kinds that fire, dice of each, smallest face that hits), in rolling order."""
    box = BOX[0]
    kinds: list[tuple[int, ...]] = [(FIGHTERS,), (CRUISERS,), (FRESH, DAMAGED), (EMPIRE,)]
    units = [0, 1, 2, EMPIRE_UNIT]
    rows = [
        (int(box.unit_phase[u]), k, int(box.unit_dice[u]), int(box.unit_hits_on[u]))
        for u, k in zip(units, kinds, strict=True)
    ]
    return sorted(rows, key=lambda row: row[0])  # stable: ships before the token


def emperor_python(battles: int) -> Outcomes:
    """Fight one battle after the other in plain Python."""
    order = firing_order()
    units_left = []
    for seed in range(battles):
        dice = PlainDice(seed)
        sides = START.tolist()
        for _ in range(MAX_BATTLE_ROUNDS):
            if not all(map(any, sides)):
                break
            _plain_round(dice, sides, order)
        units_left.append(sides)
    return np.array(units_left)


def _plain_round(dice: PlainDice, sides: list[list[int]], order: list[Any]) -> None:
    for phase in (1, 2, 3):
        hits = [0, 0]
        for side in range(2):
            for when, kinds, each, need in order:
                if when == phase:
                    number = each * sum(sides[side][kind] for kind in kinds)
                    hits[side] += sum(dice.roll() >= need for _ in range(number))
        for side in range(2):
            for _ in range(hits[1 - side]):
                _plain_hit(sides[side])
        if not all(map(any, sides)):
            return


def _plain_hit(units: list[int]) -> None:
    for kind in DEFAULT_PRIORITY:
        if units[kind] and (kind != EMPIRE or not any(units[:STARBASE])):
            units[kind] -= 1
            if kind == FRESH:
                units[DAMAGED] += 1
            elif kind == STARBASE:
                units[EMPIRE] += 1
            return


# ---------------------------------------------------------------------------------------
# numpy, all fights at once.


class ManyDice:
    """The games' generator for many fights at once: one lane a fight."""

    def __init__(self, lanes: int) -> None:
        seed = np.arange(lanes, dtype=np.uint64)
        self.words = np.empty((4, lanes), np.uint64)
        for k in range(4):
            seed = seed + np.uint64(0x9E3779B97F4A7C15)
            word = (seed ^ (seed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            self.words[k] = word ^ (word >> np.uint64(31))

    def _bits(self, lanes: NDArray[np.int64]) -> NDArray[np.uint64]:
        a, b, c, d = self.words[:, lanes]
        turned = a + d
        result = ((turned << np.uint64(23)) | (turned >> np.uint64(41))) + a
        c, d = c ^ a, d ^ b
        turned = (d << np.uint64(45)) | (d >> np.uint64(19))
        self.words[:, lanes] = a ^ d, b ^ c, c ^ (b << np.uint64(17)), turned
        return result

    def roll(self, lanes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Roll one die in each of these lanes."""
        product = (self._bits(lanes) >> np.uint64(32)) * np.uint64(6)
        again = np.flatnonzero((product & np.uint64(0xFFFFFFFF)) < np.uint64(_REROLL_BELOW))
        faces = (product >> np.uint64(32)).astype(np.int64) + 1
        if again.size:
            faces[again] = self.roll(lanes[again])
        return faces


def galaxy_numpy(fights: int) -> Outcomes:
    """Fight all at once in numpy."""
    dice = ManyDice(fights)

    def strikes(lanes: NDArray[np.int64], value: int, target: int) -> NDArray[np.bool_]:
        striking = dice.roll(lanes) + dice.roll(lanes) + value
        return striking > dice.roll(lanes) + dice.roll(lanes) + target

    outcomes = np.full(fights, NOTHING, np.int64)
    lanes = np.arange(fights)
    hit = strikes(lanes, ATTACKER_VALUE, DEFENDER_VALUE)
    outcomes[hit] = TARGET_LOST
    struck_at = lanes[~hit]
    outcomes[struck_at[strikes(struck_at, DEFENDER_VALUE, ATTACKER_VALUE)]] = ATTACKER_LOST
    return outcomes


def emperor_numpy(battles: int) -> Outcomes:
    """Fight all battles at once in numpy."""
    dice, order = ManyDice(battles), firing_order()
    units = np.repeat(START[None], battles, axis=0)
    for _ in range(MAX_BATTLE_ROUNDS):
        alive = np.flatnonzero(_both_alive(units))
        if not alive.size:
            break
        for phase in (1, 2, 3):
            _numpy_phase(dice, units, alive, [row for row in order if row[0] == phase])
            alive = alive[_both_alive(units[alive])]
    return units


def _both_alive(units: Outcomes) -> Any:
    return np.all(np.any(units, axis=2), axis=1)


def _numpy_phase(dice: ManyDice, units: Outcomes, lanes: Any, order: list[Any]) -> None:
    hits = np.zeros((lanes.size, 2), np.int64)
    for side in range(2):
        for _, kinds, each, need in order:
            number = each * units[lanes, side][:, kinds].sum(axis=1)
            for k in range(int(number.max(initial=0))):
                rolling = np.flatnonzero(number > k)
                hits[rolling, side] += dice.roll(lanes[rolling]) >= need
    for side in range(2):
        taken = hits[:, 1 - side]
        for k in range(int(taken.max(initial=0))):
            _numpy_hit(units, side, lanes[taken > k])


def _numpy_hit(units: Outcomes, side: int, lanes: Any) -> None:
    open_hits = np.ones(lanes.size, np.bool_)
    for kind in DEFAULT_PRIORITY:
        there = open_hits & (units[lanes, side, kind] > 0)
        if kind == EMPIRE:
            there &= ~units[lanes, side, :STARBASE].any(axis=1)
        rows = lanes[there]
        units[rows, side, kind] -= 1
        if kind == FRESH:
            units[rows, side, DAMAGED] += 1
        elif kind == STARBASE:
            units[rows, side, EMPIRE] += 1
        open_hits &= ~there


# ---------------------------------------------------------------------------------------

GAMES: dict[str, dict[str, Fights]] = {
    "Galaxy": {"kernel": galaxy_kernel, "Python": galaxy_python, "numpy": galaxy_numpy},
    "Galactic Emperor": {
        "kernel": emperor_kernel,
        "Python": emperor_python,
        "numpy": emperor_numpy,
    },
}


def prove_equal(game: str, fights: int) -> None:
    """Fight the same fights all three ways; raise if one of them ends differently."""
    ways = GAMES[game]
    expected = ways["kernel"](fights)
    for name, fight in ways.items():
        differing = np.flatnonzero((fight(fights) != expected).reshape(fights, -1).any(axis=1))
        if differing.size:
            raise AssertionError(f"{game}: {name} ends fight {differing[0]} in another way")


def _rate(fight: Callable[[int], Any], fights: int) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        done, begun = 0, time.perf_counter()
        while True:
            fight(fights)
            done += fights
            passed = time.perf_counter() - begun
            if passed > seconds:
                return done / passed

    return run


def cases(fights: int) -> list[Case]:
    """Return what is measured; plain Python gets fewer fights at a time."""
    rows = []
    for game, ways in GAMES.items():
        for name, fight in ways.items():
            number = max(1, fights // 500) if name == "Python" else fights
            floor = None if name == "kernel" else f"{game} kernel"
            rows.append(Case(f"{game} {name}", _rate(fight, number), floor))

    def attacks(fights: int) -> None:
        simulate_attacks(ATTACKER_VALUE, DEFENDER_VALUE, fights=fights)

    def battles(fights: int) -> None:
        battle_odds(*FLEETS, battles=fights)

    rows.append(Case("Galaxy simulate_attacks", _rate(attacks, fights), "Galaxy kernel"))
    rows.append(
        Case("Galactic Emperor battle_odds", _rate(battles, fights), "Galactic Emperor kernel")
    )
    return rows


def main() -> None:
    """Prove, measure, report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--fights", type=positive, default=100_000, help="fights at a time")
    parser.add_argument("--rounds", type=positive, default=5)
    parser.add_argument("--seconds", type=duration, default=0.5, help="for one case in one round")
    parser.add_argument("--json", type=result_file, default="benchmarks/results/combat.json")
    given = parser.parse_args()
    for game in GAMES:
        prove_equal(game, 10_000)
        print(f"{game}: 10,000 fights end alike in kernel, Python and numpy", flush=True)
    rows = cases(given.fights)
    measure(rows, given.rounds, given.seconds)
    print(table(rows, unit="fights/s"))
    write_json(given.json, rows)
    print(f"written to {given.json}")


if __name__ == "__main__":
    main()
