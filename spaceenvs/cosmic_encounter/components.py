"""Cards, powers and options: the tables of the rules as constants and as the box of a game.

Cards of one kind are interchangeable. A *kind* is the place of a card in the list: 26 Attacks,
Compromise, 7 Kickers, 7 Reinforcements, 22 Edicts, 102 Flares. The actions number the cards in
the same order; `ACTION_OF_KIND` translates.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Options, box_dtype, option

DATA = Path(__file__).parent / "data"


def read_table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the rules, each with its `source`."""
    with open(DATA / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


MAX_PLAYERS = 6
SEAT_NAMES = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
PLANETS = 5  # of a normal system
SITES = 6  # slots of a system that can hold a planet or a base (11.6)
SLOTS = 8  # of a system in the numbering of locations: planets 0-5, moons 6-7
FIRST_MOON = 6  # slot of the first moon
SYSTEM_MOONS = 2  # of a system
MAX_MOONS = MAX_PLAYERS * SYSTEM_MOONS
LOCATIONS = MAX_PLAYERS * SLOTS
TOKENS = 20  # of each player
MOST_TOKENS = 40  # of a player (Symbiote)
TOKENS_PER_PLANET = 4
HAND = 7  # R1
BASES_TO_WIN = 5  # 7.1
BASES_FOR_POWER = 3  # 6.1
FEWEST_TOKENS = 5  # of a player in the game (R46)
USUAL_LIMIT = 4  # tokens of one commitment
MAX_DECK = 202
MAX_DESTINY = 32  # 26 and a special card for each player
MAX_TURN_CHALLENGES = 8  # R48
MOST_PROPOSED_CARDS = 7  # 6.8
LUCRE = 100  # counters of the bank (R52)
MOST_PROPOSED_LUCRE = 20  # 6.8
WORLDSHIPS_HAND = 3  # destiny cards of the Worldships
MOST_FACE_UP = 7  # cards of the deck that a wild Aura turns up

_CHALLENGE = read_table("challenge_deck")
_KICKERS = read_table("kickers")
_REINFORCEMENTS = read_table("reinforcements")
ALL_EDICTS = read_table("edicts")
ALL_POWERS = read_table("powers")
ALL_FLARES = read_table("flares")
_DESTINY = read_table("destiny_deck")
ALL_HEXES = read_table("reverse_hexes")
ALL_CONES = read_table("colourless_cones")
ALL_COMETS = read_table("comets")
ALL_MOONS = read_table("moons")


def block_of(folder: str, name: str) -> str:
    """Return the module of the block of a power or an Edict: `powers.anti_matter`."""
    return f"{folder}.{name.lower().replace('-', '_').replace(' ', '_')}"


# All powers of the rules' table in its order.
POWERS: tuple[str, ...] = tuple(row["name"] for row in ALL_POWERS)
NUM_POWERS = len(POWERS)
(
    AMOEBA,
    ANOMALY,
    ANTI_MATTER,
    ARISTOCRAT,
    ASSASSIN,
    ASSESSOR,
    AURA,
    BERSERKER,
    BOOMERANG,
    BULLY,
    BUSYBODY,
    BUTLER,
    CALCULATOR,
    CAVALRY,
    CHANGELING,
    CHOSEN,
    CHRONOS,
    CLONE,
    CONNOISSEUR,
    CRYSTAL,
    DELEGATOR,
    DEMON,
    DEUCE,
    DICTATOR,
    DIPLOMAT,
    DISEASE,
    DOPPELGANGER,
    DRAGON,
    EMPATH,
    ENTREPRENEUR,
    ETHIC,
    EXTORTIONIST,
    FILCH,
    FILTH,
    FORCE,
    FUNGUS,
    GAMBLER,
    GHOST,
    GNOME,
    GORGON,
    GRIEF,
    GRUDGE,
    HEALER,
    HURTZ,
    INDUSTRIALIST,
    INSECT,
    JUDGE,
    LASER,
    LLOYD,
    LOSER,
    MACHINE,
    MACRON,
    MAGNET,
    MESMER,
    MIND,
    MIRROR,
    MISER,
    MUTANT,
    NEGATOR,
    OBVERSE,
    ORACLE,
    PACIFIST,
    PARASITE,
    PAVLOV,
    PENTAFORM,
    PHANTOM,
    PHILANTHROPIST,
    PIRATE,
    PLANT,
    PROLONG,
    PROPHET,
    QUEUE,
    REINCARNATOR,
    RESERVE,
    SCHIZOID,
    SEEKER,
    SERPENT,
    SILENCER,
    SIREN,
    SKEPTIC,
    SNIVELER,
    SORCERER,
    SPIFF,
    STING,
    SUBVERSIVE,
    SYMBIOTE,
    TERRORIST,
    TRADER,
    VACUUM,
    VAMPIRE,
    VIRUS,
    VISIONARY,
    VOID,
    VULCH,
    WARPISH,
    WARRIOR,
    WILL,
    WITCH,
    WORM,
    WRACK,
    WRAITH,
    ZOMBIE,
) = range(NUM_POWERS)
IS_ARTEFACT: NDArray[np.int64] = np.array([int(row["artefact"]) for row in ALL_POWERS])
"""1: the power is obtained only at setup (6.15)."""
HAS_SETUP: NDArray[np.int64] = np.array([int(row["has_setup"]) for row in ALL_POWERS])
NEEDS_A_COLOUR = (SYMBIOTE, HURTZ)
"""Powers that need an unused colour: not with six players (step 4)."""
FIRST_GAME = ("Chronos", "Filch", "Laser", "Macron", "Mind", "Mutant")
"""The powers of the beginners' game in the English rulebook."""

EDICTS: tuple[str, ...] = tuple(row["name"] for row in ALL_EDICTS)
NUM_EDICTS = len(EDICTS)
(
    COSMIC_ZAP,
    FLARE_ZAP,
    UN_ZAP,
    MOBIUS_TUBES,
    WARP_BREAK,
    PLAGUE,
    EMOTION_CONTROL,
    FORCE_FIELD,
    STELLAR_GAS,
    TIMEGASH,
    KEEPER,
    FINDER,
    REBIRTH,
    SANITY,
    QUASH,
    HAND_ZAP,
    SPACE_JUNK,
    SOLAR_WIND,
    CONE_FLIP,
    MOON_ZAP,
    KICKER_ZAP,
    MARKET_CRASH,
) = range(NUM_EDICTS)

BLOCK_NAMES: tuple[tuple[str, str], ...] = (
    *((name, block_of("powers", name)) for name in POWERS),
    *((name, block_of("edicts", name)) for name in EDICTS),
)
"""The name and the module of every block, powers first, in the order of the tables."""

# Kinds of cards.
NUM_ATTACKS = 26
COMPROMISE = NUM_ATTACKS
FIRST_KICKER = COMPROMISE + 1
FIRST_REINFORCEMENT = FIRST_KICKER + len(_KICKERS)
FIRST_EDICT = FIRST_REINFORCEMENT + len(_REINFORCEMENTS)
FIRST_FLARE = FIRST_EDICT + NUM_EDICTS
KINDS = FIRST_FLARE + NUM_POWERS
NUM_CHALLENGE = COMPROMISE + 1  # Attacks and Compromise are the Challenge cards
NUM_ARTS = KINDS - FIRST_EDICT  # Edicts and Flares

KIND_NAMES: tuple[str, ...] = (
    *(f"Attack {row['value']}" for row in _CHALLENGE if row["type"] == "attack"),
    "Compromise",
    *(f"Kicker x{row['multiplier']}" for row in _KICKERS),
    *(f"Reinforcement +{row['bonus']}" for row in _REINFORCEMENTS),
    *EDICTS,
    *(f"{name} flare" for name in POWERS),
)

_FLARE_INDEX = {row["name"]: int(row["action_id"]) for row in ALL_FLARES}
ACTION_OF_KIND: NDArray[np.int64] = np.array(
    [
        *(int(row["action_id"]) for row in _CHALLENGE),
        *(int(row["action_id"]) for row in _KICKERS),
        *(int(row["action_id"]) for row in _REINFORCEMENTS),
        *(int(row["action_id"]) for row in ALL_EDICTS),
        *(_FLARE_INDEX[name] for name in POWERS),
    ]
)
NUM_ACTIONS = 274
KIND_OF_ACTION: NDArray[np.int64] = np.full(NUM_ACTIONS, -1)
KIND_OF_ACTION[ACTION_OF_KIND] = np.arange(KINDS)

# Destiny cards: light colours 0-5, dark colours 6-11, light wild, dark wild.
# Special destiny (11.5): colourless cones, then comets, in the order of their numbers.
_ORDINARY = tuple(row["kind"] for row in _DESTINY)
FIRST_SPECIAL = len(_ORDINARY)
NUM_SPECIAL = len(ALL_CONES) + len(ALL_COMETS)
FIRST_COMET = FIRST_SPECIAL + len(ALL_CONES)
NUM_COMETS = len(ALL_COMETS)
DESTINY_NAMES: tuple[str, ...] = (
    *_ORDINARY,
    *(f"cone_{row['number']}" for row in ALL_CONES),
    *(f"comet_{row['number']}" for row in ALL_COMETS),
)
NUM_DESTINY = len(DESTINY_NAMES)
DESTINY_WILD = 2 * MAX_PLAYERS
DESTINY_DARK_WILD = DESTINY_WILD + 1
DESTINY_COUNT: NDArray[np.int64] = np.array([int(row["count"]) for row in _DESTINY])
"""Copies of the ordinary destiny cards."""

# Reverse hexes (11.6) in the order of the table; 0 is a normal system.
HEXES: tuple[str, ...] = tuple(row["hex"] for row in ALL_HEXES)
BINARY, GAS_GIANT, RINGS, ROSETTE, SPACE_DUST, WORLDSHIPS = range(1, len(HEXES) + 1)
HEX_PLANETS: NDArray[np.int64] = np.array([5, 6, 1, 5, 6, 1, 5], np.int64)
"""Planets of a normal system and of each hex; Space Dust's motes lie on one place."""
AT_RANDOM = -1  # in `hexes` of the box: dealt at the setup
HEX_SPREADS: NDArray[np.int64] = np.array(
    [0, *("D_PLACE" in row["decision"] for row in ALL_HEXES)], np.int64
)
"""1: the owner spreads his tokens over his planets at the start."""

# Moons (11.4) in the order of the table. A kind may have several copies.
MOONS: tuple[str, ...] = tuple(row["name"] for row in ALL_MOONS)
NUM_MOONS = len(MOONS)
(
    ALLY_ONE_HALF_MOON,
    ALLY_DOUBLE_MOON,
    ATTACK_REVELATION_MOON,
    BRIBERY_MOON,
    CHALLENGE_EXTENSION_MOON,
    CHALLENGE_LIMITATION_MOON,
    COLD_REVENGE_MOON,
    CONE_SIZE_3_MOON,
    CONE_SIZE_5_MOON,
    CONE_SIZE_VARIABLE_MOON,
    CONFESSION_MOON,
    CARD_GIFT_MOON,
    DISCARD_MOON,
    RESCUE_MOON,
    AMNESTY_MOON,
    LOOK_MOON,
    PEEK_MOON,
    SCOUT_MOON,
    TIE_MOON,
    SMALL_BONUS_MOON,
    ALLY_BONUS_MOON,
    SECOND_WIND_MOON,
    TOLL_MOON,
    COURTESY_MOON,
    WORTHLESS_MOON,
    REWARD_MOON,
    CONSOLATION_MOON,
    NO_CONSOLATION_MOON,
    NO_REWARD_MOON,
    REVERSE_MOON,
    LIGHT_MOON,
    DARK_MOON,
    BIG_HAND_MOON,
    SMALL_HAND_MOON,
    CEILING_MOON,
    UNDERDOG_MOON,
    ZAP_MOON,
    THIEF_MOON,
    GIFT_MOON,
    DECK_MOON,
    RESHUFFLE_MOON,
    NEW_DESTINY_MOON,
    SACRIFICE_MOON,
    HOME_GUARD_MOON,
    SIEGE_MOON,
    SMALL_ALLIANCE_MOON,
    LONE_ATTACKER_MOON,
    LONE_DEFENDER_MOON,
    AMBUSH_MOON,
    ESCAPE_MOON,
    REFUSAL_MOON,
    EXTRA_CHALLENGE_MOON,
    OPEN_HAND_MOON,
    MOON_BASE_OMEGA,
    POWER_FAILURE_MOON,
    POWER_EXCHANGE_MOON,
    NEW_POWER_MOON,
    PASS_LEFT_MOON,
    EXODUS_MOON,
    CATACLYSM_MOON,
    LOW_WINS_MOON,
    SIX_BASE_MOON,
    FOUR_BASE_MOON,
    CONQUEST_MOON,
    EARTHQUAKE_MOON,
    IMMUNITY_MOON,
    CONSCRIPTION_MOON,
    FACE_UP_MOON,
    RANDOM_MOON,
    DOUBLE_STAKES_MOON,
    PEACE_MOON,
    WAR_MOON,
    TRIBUTE_MOON,
    ANOTHER_TURN_MOON,
    COLLAPSE_MOON,
    CHEESE_MOON,
) = range(NUM_MOONS)
MOON_CLASSES = ("quarter", "half", "full", "cheese")
IS_SECRET_MOON: NDArray[np.int64] = np.array([row["reveal"] == "secret" for row in ALL_MOONS], int)
"""1: turned up only when its occupant reveals it; the others are turned up when occupied."""
CONTINUING, INTERMITTENT, ONE_SHOT = range(3)
_DURATIONS = ("continuing", "intermittent", "one-shot")
MOON_DURATION: NDArray[np.int64] = np.array(
    [_DURATIONS.index(row["duration"]) for row in ALL_MOONS], np.int64
)

FIXED_FLARES = 20
FLARES_PER_PLAYER = 3


DEFAULT_POOL = "all"


@dataclass(frozen=True)
class CosmicOptions(Options):
    """The variants of Cosmic Encounter (section 11 of the rules)."""

    num_players: int = 4
    power_pool: str = option(
        DEFAULT_POOL,
        "which powers are dealt: all; all_ab, without those that need most talk (tier C); ce_ab, "
        "those of the first box; core30, thirty that use every hook; none; or names separated by "
        "commas, at least one for each player",
    )
    flares: str = option(
        "on",
        "flares in the deck: on, three per player; fixed, 20 in all; off, none",
        ("on", "fixed", "off"),
    )
    preset: str = option(
        "", "first_game: six easy powers, no flares, no reverse cone", ("", "first_game")
    )
    mce_cards: bool = option(False, "adds the Challenge cards and Edicts of the second box")
    reverse_cone: bool = option(True, "off: dark destiny cards count as light ones")
    attack_any_base: bool = option(False, "bases of third players can be attacked")
    kickers: bool = option(False, "Kickers, laid with a Challenge card, multiply it")
    reinforcements: bool = option(False, "Reinforcements add to a total")
    skip_turn: bool = option(False, "a turn can be given up for a new hand")
    free_return: bool = option(False, "returning tokens go to any base of their owner")
    deal_proposals: int = option(
        4, "proposals in a deal at most, of OFF and DEF in turn", tuple(range(1, 9))
    )
    max_challenges: int = option(200, "the game ends after so many challenges, 1 to 1000")
    special_destiny: bool = option(
        False, "comets and colourless cones: one for each player lies in the destiny deck"
    )
    replace_all: bool = option(
        False, "a reshuffle replaces all comets and colourless cones, not only the one used last"
    )
    reverse_hexes: str = option(
        "off",
        "systems with rules of their own: off; all; or seats separated by commas, each alone for a "
        "random hex, or with its own like 0:RINGS",
    )
    reverse_warp: bool = option(False, "lost tokens go to the Limbo before they reach the Warp")
    lucre: bool = option(False, "Lucre: income, purchases, money in deals")
    moons: str = option(
        "off",
        "moons: off; or the classes in use, separated by commas: quarter, half, full, cheese",
    )


BOX = box_dtype(
    [
        ("reverse_cone", np.int8),
        ("attack_any_base", np.int8),
        ("kickers", np.int8),
        ("reinforcements", np.int8),
        ("skip_turn", np.int8),
        ("free_return", np.int8),
        ("lucre", np.int8),
        ("reverse_warp", np.int8),
        ("has_outer", np.int8),  # 1: slots beyond the five planets may be used
        ("special_destiny", np.int8),
        ("replace_all", np.int8),
        ("usable", np.int8, (NUM_SPECIAL,)),  # R200: 1: the special card may come into play
        ("moons", np.int8),  # 1: every system has two of them
        ("moon_copies", np.int8, (NUM_MOONS,)),  # copies of every kind in use
        ("hexes", np.int8, (MAX_PLAYERS,)),  # of a seat; 0 a normal system, -1 random
        ("deal_proposals", np.int16),
        ("max_challenges", np.int16),
        ("num_flares", np.int16),  # how many flares are shuffled into the deck
        ("power_enabled", np.int8, (NUM_POWERS,)),  # 1: may be dealt, and its flare be drawn
        ("copies", np.int8, (KINDS,)),  # copies in the deck (flares: 0, they are dealt)
        ("nameable", np.int8, (KINDS,)),  # R74: the kinds that a Finder may name
        ("value", np.int8, (KINDS,)),  # Attack, multiplier of a Kicker, bonus
    ]
)


_POOLS: dict[str, tuple[str, ...]] = {
    "core30": tuple(row["name"] for row in ALL_POWERS if row["core30"] == "1"),
    "ce_ab": tuple(row["name"] for row in ALL_POWERS if row["set"] == "CE" and row["tier"] != "C"),
    "all_ab": tuple(row["name"] for row in ALL_POWERS if row["tier"] != "C"),
    "all": tuple(row["name"] for row in ALL_POWERS),
    "none": (),
}
"""The pools of section 11 by name; every other pool is a list of names."""


def _powers_of(options: CosmicOptions) -> list[int]:
    """Return the powers that may be dealt, or raise."""
    pool = options.power_pool
    if options.preset == "first_game":
        if pool != DEFAULT_POOL:
            raise ValueError(
                "the preset first_game brings its own six powers: leave power_pool out, "
                f"{pool!r} was given"
            )
        return sorted(POWERS.index(name) for name in FIRST_GAME)
    if pool in _POOLS:
        return sorted(POWERS.index(name) for name in _POOLS[pool])
    chosen = {name.strip() for name in pool.split(",")}
    for name in (part.strip() for part in pool.split(",")):
        if name not in POWERS:
            raise ValueError(f"there is no power {name!r}; there are: {', '.join(POWERS)}")
    if len(chosen) < options.num_players:
        raise ValueError(
            f"power_pool holds {len(chosen)} powers, {options.num_players} players need one each"
        )
    return sorted(POWERS.index(name) for name in chosen)


def _leave_out(powers: list[int], options: CosmicOptions) -> list[int]:
    """Return the powers but for those that these options leave out (step 4), or raise."""
    names = []
    if options.num_players == MAX_PLAYERS:
        names += [POWERS[power] for power in NEEDS_A_COLOUR]
    if not options.lucre:
        names += [row["name"] for row in ALL_POWERS if row["needs_lucre"] == "1"]
    left = [power for power in powers if POWERS[power] not in names]
    if powers and len(left) < options.num_players:
        out = ", ".join(POWERS[power] for power in powers if power not in left)
        why = "Lucre's powers need lucre=True; Symbiote and Hurtz are left out with six players"
        raise ValueError(f"{out} cannot be dealt with these options ({why}): name more powers")
    return left


def _hexes_of(options: CosmicOptions) -> list[int]:
    """Return the reverse hex of each seat: 0 a normal system, -1 at random; or raise."""
    hexes = [0] * MAX_PLAYERS
    words = options.reverse_hexes
    if words == "off":
        return hexes
    if words == "all":
        return [AT_RANDOM] * options.num_players + hexes[options.num_players :]
    for entry in words.split(","):
        seat, colon, name = (part.strip() for part in entry.partition(":"))
        if seat not in map(str, range(options.num_players)):
            raise ValueError(
                f"reverse_hexes {words!r}: {seat!r} is no seat; "
                f"seats are 0 to {options.num_players - 1}"
            )
        if colon and name not in HEXES:
            raise ValueError(f"there is no reverse hex {name!r}; there are: {', '.join(HEXES)}")
        number = HEXES.index(name) + 1 if colon else AT_RANDOM
        if (colon and number in hexes) or hexes[int(seat)] != 0:
            raise ValueError(
                f"reverse_hexes {words!r}: a seat has one hex, and every hex is there once"
            )
        hexes[int(seat)] = number
    return hexes


def _moons_of(options: CosmicOptions) -> list[int]:
    """Return the copies of every kind of moon in use (R214), or raise."""
    if options.moons == "off":
        return [0] * NUM_MOONS
    classes = [name.strip() for name in options.moons.split(",")]
    for name in classes:
        if name not in MOON_CLASSES:
            raise ValueError(
                f"moons {options.moons!r}: there is no class {name!r}; there are: "
                f"{', '.join(MOON_CLASSES)}, separated by commas, or off"
            )
    return [int(row["count"]) if row["class"] in classes else 0 for row in ALL_MOONS]


def make_box(options: CosmicOptions) -> NDArray[Any]:
    """Turn options into the record that all games of a batch share.

    Raises:
        ValueError: If an option names a power or a module that is not there, or contradicts
            the preset.
    """
    if not 1 <= options.max_challenges <= 1000:
        raise ValueError(f"max_challenges is 1 to 1000, {options.max_challenges} was given")
    first_game = options.preset == "first_game"
    if first_game and options.flares == "fixed":
        raise ValueError("the preset first_game has no flares: leave flares out, 'fixed' was given")
    powers = _leave_out(_powers_of(options), options)
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box.num_players = options.num_players
    box.reverse_cone = options.reverse_cone and not first_game
    box.attack_any_base = options.attack_any_base
    box.kickers = options.kickers
    box.reinforcements = options.reinforcements
    box.skip_turn = options.skip_turn
    box.free_return = options.free_return
    box.lucre = options.lucre
    box.reverse_warp = options.reverse_warp
    box.moon_copies[:] = _moons_of(options)
    box.moons = box.moon_copies.any()
    box.hexes[:] = _hexes_of(options)
    box.has_outer = any(box.hexes) or box.moons
    box.special_destiny = options.special_destiny
    box.replace_all = options.replace_all
    if options.special_destiny:
        box.usable[:] = _usable_specials(box, options)
    box.deal_proposals = options.deal_proposals
    box.max_challenges = options.max_challenges
    box.power_enabled[powers] = 1
    # Setup step 6; the whole list if it is shorter.
    wanted = {"on": FLARES_PER_PLAYER * options.num_players, "fixed": FIXED_FLARES, "off": 0}
    box.num_flares = 0 if first_game else min(wanted[options.flares], len(powers))
    _fill_cards(box, options)
    if box.num_flares:
        box.nameable[FIRST_FLARE:] = box.power_enabled
    return boxes


def _usable_specials(box: Any, options: CosmicOptions) -> list[int]:
    """R200: which special cards may come into play."""
    left_out = []
    if not box.moons:
        left_out.append("cone_1")
    if not options.lucre:
        left_out.append("comet_17")
    if not box.reverse_cone:
        left_out.append("comet_26")
    return [int(name not in left_out) for name in DESTINY_NAMES[FIRST_SPECIAL:]]


def _fill_cards(box: Any, options: CosmicOptions) -> None:
    """Write the copies in use and the numbers on the cards."""

    def copies(row: dict[str, str]) -> int:
        extra = int(row["count_mce"]) if options.mce_cards else 0
        return int(row["count_ce"]) + extra

    for kind, row in enumerate(_CHALLENGE):
        box.copies[kind] = copies(row)
        box.value[kind] = int(row["value"] or 0)
    for kind, row in enumerate(_KICKERS, FIRST_KICKER):
        box.copies[kind] = int(row["count_mce"]) if options.kickers else 0
        box.value[kind] = int(row["multiplier"])
    for kind, row in enumerate(_REINFORCEMENTS, FIRST_REINFORCEMENT):
        box.copies[kind] = int(row["count_mce"]) if options.reinforcements else 0
        box.value[kind] = int(row["bonus"])
    for edict, row in enumerate(ALL_EDICTS):
        # R34: without moons, Kickers, Lucre their Edicts stay in the box.
        left_out = edict == KICKER_ZAP and not box.kickers
        left_out |= edict == CONE_FLIP and not box.reverse_cone
        left_out |= edict == MARKET_CRASH and not box.lucre
        left_out |= edict == MOON_ZAP and not box.moons
        box.copies[FIRST_EDICT + edict] = 0 if left_out else copies(row)
    box.nameable[:] = box.copies > 0
