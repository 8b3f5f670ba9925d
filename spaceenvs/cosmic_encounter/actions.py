"""The 274 actions (section 5.1 of the rules)."""

from __future__ import annotations

from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.cosmic_encounter.components import (
    ALL_FLARES,
    EDICTS,
    KIND_NAMES,
    LOCATIONS,
    MAX_PLAYERS,
    NUM_ATTACKS,
    POWERS,
    SLOTS,
)

_ATTACKS = tuple(name.removeprefix("Attack ") for name in KIND_NAMES[:NUM_ATTACKS])
_KICKERS = tuple(n.removeprefix("Kicker ") for n in KIND_NAMES if n.startswith("Kicker x"))
_BONUSES = tuple(n.split()[1] for n in KIND_NAMES if n.startswith("Reinforcement +"))

ACTIONS = ActionTable(
    [
        Actions("PASS", meaning="no, decline, stop, none"),
        Actions("YES", meaning="yes, accept, use the power, want no base"),
        Actions("PLAYER", tuple(map(str, range(MAX_PLAYERS))), "choose a seat, system or colour"),
        Actions(
            "LOC",
            tuple(f"{k // SLOTS}.{k % SLOTS}" for k in range(LOCATIONS)),
            "choose a location: system.slot, slots 0-4 are planets",
        ),
        Actions("ATTACK", _ATTACKS, "the Attack card of this value"),
        Actions("COMPROMISE", meaning="the Compromise card"),
        Actions("KICKER", _KICKERS, "the Kicker of this factor"),
        Actions("REINFORCEMENT", _BONUSES, "the Reinforcement of this bonus"),
        Actions("EDICT", EDICTS, "the Edict of this name"),
        Actions("FLARE", tuple(row["name"] for row in ALL_FLARES), "the Flare of this power"),
        Actions("NUM", tuple(map(str, range(21))), "a number"),
        Actions("OPT", tuple(map(str, range(32))), "an entry of the decision's menu"),
    ]
)
PASS = ACTIONS["PASS"].start
YES = ACTIONS["YES"].start
PLAYER = ACTIONS["PLAYER"].start
LOC = ACTIONS["LOC"].start
CARD = ACTIONS["ATTACK"].start
NUM = ACTIONS["NUM"].start
OPT = ACTIONS["OPT"].start

_OF_THE_RULES = (
    # Section 5.2, in the order of its table.
    *("D_SKIP", "D_WIN", "D_CANCEL", "D_REGROUP", "D_WS", "D_OWN", "D_WILD", "D_DICTATOR"),
    *("D_WILL", "D_TOKENS", "D_TARGET", "D_WHOSE", "D_INVITE", "D_ALLY", "D_KICKER", "D_CARD"),
    *("D_DEUCE", "D_LUCRE", "D_REINF", "D_REINF_SIDE", "D_BOUND", "D_VOTE", "D_LOSE", "D_RETURN"),
    *("D_REWARD", "D_DEAL_1", "D_DEAL_2", "D_DEAL_3", "D_DEAL_4", "D_DEAL_5", "D_DEAL_6"),
    *("D_DEAL_7", "D_DEAL_A", "D_LAND", "D_GIVE", "D_DISCARD", "D_AGAIN", "D_MOON", "D_PLACE"),
)
_OF_MOONS = (
    *("D_BRIBERY_MOON", "D_COLD_REVENGE_MOON", "D_LOOK_MOON", "D_ZAP_MOON"),
    *("D_POWER_EXCHANGE_MOON", "D_CONQUEST_MOON", "D_EARTHQUAKE_MOON", "D_COLLAPSE_MOON"),
)


def decision_name(name: str) -> str:
    """Return the name of the decision of a power or an Edict (5.2): `D_ANTI_MATTER`."""
    return f"D_{name.upper().replace('-', '_').replace(' ', '_')}"


# A power or an Edict may ask: each has a number, also those that do not use it.
_OF_BLOCKS = tuple(
    name for name in sorted(map(decision_name, (*POWERS, *EDICTS))) if name not in _OF_THE_RULES
)
FIRST_OF_BLOCKS = len(_OF_THE_RULES) + 1
DECISIONS = ("", *_OF_THE_RULES, *_OF_BLOCKS, *_OF_MOONS)
"""Those of the rules, then those of powers, Flares and Edicts by the alphabet, then of moons."""
(
    D_SKIP,
    D_WIN,
    D_CANCEL,
    D_REGROUP,
    D_WS,
    D_OWN,
    D_WILD,
    D_DICTATOR,
    D_WILL,
    D_TOKENS,
    D_TARGET,
    D_WHOSE,
    D_INVITE,
    D_ALLY,
    D_KICKER,
    D_CARD,
    D_DEUCE,
    D_LUCRE,
    D_REINF,
    D_REINF_SIDE,
    D_BOUND,
    D_VOTE,
    D_LOSE,
    D_RETURN,
    D_REWARD,
    D_DEAL_1,
    D_DEAL_2,
    D_DEAL_3,
    D_DEAL_4,
    D_DEAL_5,
    D_DEAL_6,
    D_DEAL_7,
    D_DEAL_A,
    D_LAND,
    D_GIVE,
    D_DISCARD,
    D_AGAIN,
    D_MOON,
    D_PLACE,
) = range(1, len(_OF_THE_RULES) + 1)


def decision(name: str) -> int:
    """Return the number of a decision, for the block that asks it."""
    return DECISIONS.index(name)
