"""What lies in the box of Cosmic Encounter, for the oracle: actions, cards, powers.

A card is the number of its action (section 5.1 of the rules).
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TypeVar

from spaceenvs import cosmic_encounter

DATA = Path(cosmic_encounter.__file__).parent / "data"

T = TypeVar("T")


def sure(thing: T | None) -> T:
    """Return what must be there."""
    assert thing is not None
    return thing


# -- actions (5.1) --------------------------------------------------------------------------------

PASS, YES = 0, 1


def seat(p: int) -> int:
    return 2 + p


def loc(place: int) -> int:
    return 8 + place


def num(k: int) -> int:
    return 221 + k


def opt(i: int) -> int:
    return 242 + i


# -- cards (challenge_deck.csv, kickers.csv, reinforcements.csv, edicts.csv) ----------------------

# value: copies in the first box, copies in the second
ATTACKS = {
    **{40: (1, 0), 30: (1, 0), 20: (2, 1), 19: (1, 1), 18: (1, 1), 17: (1, 1), 16: (1, 1)},
    **{15: (4, 2), 14: (2, 1), 13: (1, 3), 12: (5, 2), 11: (2, 3), 10: (6, 3), 9: (2, 4)},
    **{8: (8, 3), 7: (4, 3), 6: (8, 3), 5: (2, 1), 4: (2, 3), 1: (1, 0), 0: (0, 2)},
    **{-1: (0, 1), -4: (0, 1), -5: (0, 1), -6: (0, 1), -8: (0, 1)},
}
KICKERS = {-2: 1, -1: 1, 0: 1, 1: 1, 2: 2, 3: 2, 4: 1}
REINFORCEMENTS = {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 1, 8: 1}
EDICTS = {
    "Cosmic Zap": (3, 1),
    "Flare Zap": (2, 1),
    "Un-Zap": (1, 1),
    "Mobius Tubes": (2, 1),
    "Warp Break": (1, 0),
    "Plague": (1, 0),
    "Emotion Control": (2, 0),
    "Force Field": (2, 0),
    "Stellar Gas": (1, 0),
    "Timegash": (1, 0),
    "Keeper": (1, 0),
    "Finder": (1, 0),
    "Rebirth": (1, 0),
    "Sanity": (1, 0),
    "Quash": (1, 0),
    "Hand Zap": (1, 0),
    "Space Junk": (0, 1),
    "Solar Wind": (0, 1),
    "Cone Flip": (0, 1),
    "Moon Zap": (0, 1),
    "Kicker Zap": (0, 1),
    "Market Crash": (0, 1),
}
VALUE = {56 + i: value for i, value in enumerate(ATTACKS)}
COMPROMISE = 82
COMPROMISES = (17, 11)
FACTOR = {83 + i: factor for i, factor in enumerate(KICKERS)}
BONUS = {90 + i: bonus for i, bonus in enumerate(REINFORCEMENTS)}
EDICT = {97 + i: name for i, name in enumerate(EDICTS)}

# -- powers (powers.csv, flares.csv: the flare of power i is the card 119 + i) --------------------


def read_rows(table: str) -> list[dict[str, str]]:
    with open(DATA / f"{table}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ROW = {row["name"]: row for row in read_rows("powers")}
FLARE_ROW = {row["name"]: row for row in read_rows("flares")}
EDICT_ROW = {row["name"]: row for row in read_rows("edicts")}
POWERS = dict(enumerate(ROW))
FLARE = {119 + i: name for i, name in POWERS.items()}
FLARE_ID = {name: kind for kind, name in FLARE.items()}
FIRST_GAME = ["Chronos", "Filch", "Laser", "Macron", "Mind", "Mutant"]


def list_pool(pool: str) -> list[str]:
    """Return the names of a pool in the order of the table (11)."""
    named = [name.strip() for name in pool.split(",")]
    pools = {
        "core30": [name for name, row in ROW.items() if row["core30"] == "1"],
        "ce_ab": [n for n, row in ROW.items() if row["set"] == "CE" and row["tier"] != "C"],
        "all_ab": [name for name, row in ROW.items() if row["tier"] != "C"],
        "all": list(ROW),
        "none": [],
    }
    return pools.get(pool, [name for name in ROW if name in named])


def is_artefact(power: str) -> bool:
    return ROW[power]["artefact"] == "1"


def is_attack(kind: int) -> bool:
    return kind in VALUE


def is_challenge(kind: int) -> bool:
    return kind in VALUE or kind == COMPROMISE


# -- destiny cards (destiny_deck.csv) -------------------------------------------------------------

WILD = None
# Colour (None: wild) and dark cone; a special card: the number printed on it.
Destiny = tuple[int | None, bool] | int


def order_of_destiny(card: Destiny) -> int:
    """Return the number of a destiny card.

    Light colours, dark ones, light wild, dark wild, cones and comets.
    """
    if isinstance(card, int):
        return 13 + card
    colour, dark = card
    return 12 + dark if colour is None else colour + 6 * dark


def is_wild(card: Destiny) -> bool:
    return not isinstance(card, int) and card[0] is WILD


def is_dark(card: Destiny) -> bool:
    return not isinstance(card, int) and card[1]


def destiny_cards(n: int) -> list[Destiny]:
    """Return the destiny cards of a game of n players (3.3)."""
    cards: list[Destiny] = [(p, False) for p in range(n) for _ in range(3)]
    cards += [(p, True) for p in range(n)]
    cards += [(WILD, False)]
    if n > 3:
        cards += [(WILD, True)]
    return cards


def challenge_cards(
    mce: bool, kickers: bool, reinforcements: bool, reverse_cone: bool, lucre: bool, moons: bool
) -> list[int]:
    """Return the challenge deck without flares (3.6, R34)."""

    def copies(counts: tuple[int, int]) -> int:
        return counts[0] + counts[1] * mce

    deck = []
    for kind, value in VALUE.items():
        deck += [kind] * copies(ATTACKS[value])
    deck += [COMPROMISE] * copies(COMPROMISES)
    if kickers:
        deck += [kind for kind, factor in FACTOR.items() for _ in range(KICKERS[factor])]
    if reinforcements:
        deck += [kind for kind, bonus in BONUS.items() for _ in range(REINFORCEMENTS[bonus])]
    for kind, name in EDICT.items():
        needed = {
            "Kicker Zap": kickers,
            "Cone Flip": reverse_cone,
            "Market Crash": lucre,
            "Moon Zap": moons,
        }
        if not needed.get(name, True):
            continue
        deck += [kind] * copies(EDICTS[name])
    return deck
