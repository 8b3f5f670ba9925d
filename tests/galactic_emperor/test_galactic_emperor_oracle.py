"""Every decision of random games, played by the game and by the oracle side by side."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from conftest import JIT
from galactic_emperor import oracle
from galactic_emperor.oracle import ACTIONS, ALL_HEXES, Oracle

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.given import Words
from spaceenvs.core.rng import MAX_LOADED, load
from spaceenvs.galactic_emperor.components import TECH_NAMES
from spaceenvs.galactic_emperor.state import CARD_REMOVED, CARD_TAKEN, EVERYBODY, PLAYER, STATE

TOKEN_NAMES = ("", "empire", "starbase", "home")
CARD_0_NAMES = ("Explorer", "to flip", "Warlord B")
UNUSED = ("rng", "players", "sides", "volley", "dice")
FIELDS = [name for name in STATE.names or () if name not in UNUSED]
PLAYER_FIELDS = PLAYER.names or ()


# -- the two positions in the same words ----------------------------------------------------------


def flags(values):
    return {t for t, flag in enumerate(values) if flag}


def seat(number):
    return None if number < 0 else number


def game_position(states):
    """Return the game's record in plain words."""
    n = int(states["num_players"][0])
    s = {name: states[name][0].tolist() for name in FIELDS}  # faster than a record's attributes
    of_player = states["players"][0, :n]
    me = {name: of_player[name].tolist() for name in PLAYER_FIELDS}
    generator = states["rng"][0]
    influence = list(zip(*me["influence"], strict=True))
    placed: dict[int | str, list[int]] = {
        h: list(tokens) for h, tokens in enumerate(influence) if any(tokens)
    }
    if any(me["influence_throne"]):
        placed["throne"] = me["influence_throne"]
    pile = s["pile"][: s["pile_count"]][::-1]
    known_to = s["top_known_to"]
    found = {
        "round": s["round_number"],
        "direction": s["direction"],
        "throne": seat(s["throne"]),
        "pool": s["pool"],
        "taken": {k for k, state in enumerate(s["cards"]) if state == CARD_TAKEN},
        "removed cards": {k for k, state in enumerate(s["cards"]) if state == CARD_REMOVED},
        "card 0": CARD_0_NAMES[s["card_0"]],
        "row": flags(s["row"]),
        "pile": pile if s["drawn_tile"] < 0 else [s["drawn_tile"], *pile],
        "top known to": "everybody" if known_to == EVERYBODY else seat(known_to),
        "board": [seat(t) for t in s["tile_at"]],
        "tokens": {
            h: (p, TOKEN_NAMES[me["token"][p][h]]) for h, p in enumerate(s["controller"]) if p >= 0
        },
        "cubes": s["cubes"],
        "supply": s["food_supply"],
        "tech owner": [seat(p) for p in s["tech_owner"]],
        "removed": flags(s["tech_removed"]),
        "blocked": flags(s["tech_blocked"]),
        "used": flags(s["tech_used"]),
        "active": flags(s["tech_active"]),
        "spent": flags(s["tech_spent"]),
        "placed": placed,
        "hand": s["food_hand"],
        "generator": generator["words"].tolist(),
        "loaded dice": generator["loaded"][
            generator["loaded_used"] : generator["loaded_count"]
        ].tolist(),
    }
    for p in range(n):
        found[f"player {p}"] = {
            "reserve": me["tokens_left"][p],
            "marks": me["marks"][p],
            "metal": me["metal"][p],
            "energy": me["energy"][p],
            "vp": me["vp"][p],
            "influence": me["influence_hand"][p],
            "ships": [seat(h) for h in me["ship_hex"][p]],
            "damaged": flags(me["damaged"][p]),
        }
    return found


def oracle_position(o):
    """Return the oracle's position in the same words."""
    wanted = {
        "round": o.round,
        "direction": o.direction,
        "throne": o.throne,
        "pool": o.pool,
        "taken": set(o.taken) - ({oracle.SCIENTIST} if o.scientist_removed else set()),
        "removed cards": {oracle.SCIENTIST} if o.scientist_removed else set(),
        "card 0": o.card_0,
        "row": set(o.row),
        "pile": list(o.pile),
        "top known to": o.top_known_to,
        "board": list(o.board),
        "tokens": {h: (token.owner, token.kind) for h, token in o.tokens.items()},
        "cubes": list(o.cubes),
        "supply": o.supply(),
        "tech owner": list(o.tech_owner),
        "removed": set(o.removed),
        "blocked": set(o.blocked),
        "used": set(o.used),
        "active": set(o.active),
        "spent": set(o.spent),
        "placed": {where: list(v) for where, v in o.placed.items() if any(v)},
        "hand": o.hand,
        "generator": list(o.chance.words),
        "loaded dice": list(o.chance.loaded),
    }
    for p, me in enumerate(o.players):
        wanted[f"player {p}"] = {
            "reserve": me.reserve,
            "marks": me.marks,
            "metal": me.metal,
            "energy": me.energy,
            "vp": me.vp,
            "influence": me.influence,
            "ships": list(me.ships),
            "damaged": set(me.damaged),
        }
    return wanted


def context(o):
    """Return what a decision is about, as the oracle sees it."""
    words: dict[str, Any] = {}
    if o.decision == "D09":
        words["prices"] = [o.prices[r] for r in oracle.RESOURCES]
    if o.decision == "D08":
        words["market dice"] = list(o.market_dice)
    if o.decision == "D15":
        words["asked"] = o.asked
    if o.decision in ("D20", "D21", "D22", "D31"):
        words["battle"] = (o.battle.attacker, o.battle.defender, o.battle.hex, o.battle.round)
    if o.decision in ("D21", "D31"):
        words["phase"] = o.battle.phase
        words["dice"] = [list(dice) for dice in o.battle.dice]
    if o.decision in ("D23", "D24"):
        words["private"] = o.private
        words["price"] = o.price
    return words


def game_context(s, words):
    """Return the game's values for the words that the oracle names."""
    values = {
        "prices": lambda: s.prices.tolist(),
        "market dice": lambda: s.market_dice.tolist(),
        "asked": lambda: int(s.tech_asked),
        "battle": lambda: (
            int(s.fighters[0]),
            int(s.fighters[1]),
            seat(int(s.battle_hex)),
            int(s.battle_round),
        ),
        "phase": lambda: int(s.phase),
        "dice": lambda: [s.dice[k].face[: s.dice[k].count].tolist() for k in (0, 1)],
        "private": lambda: seat(int(s.private_hex)),
        "price": lambda: int(s.influence_price),
    }
    return {word: values[word]() for word in words}


# -- who plays ------------------------------------------------------------------------------------


def play_anything(o, rng):
    return rng.choice(sorted(o.legal))


def play_war(o, rng):
    """Build, attack, fight on, react."""
    return play_with_taste(
        o, rng, {"ROLE_0": 4, "ROLE_2": 3, "ROLE_3": 6, "ROLE_4": 6, "ROLE_6": 6}
    )


def play_science(o, rng):
    """Buy energy and technologies, leave the Black Hole in the pile for long."""
    return play_with_taste(o, rng, {"ROLE_0": 0.3, "ROLE_1": 4, "ROLE_2": 5, "ROLE_6": 9})


def play_black_hole(o, rng):
    """Explore at once, then teleport into battles."""
    return play_with_taste(o, rng, {"ROLE_0": 20, "ROLE_3": 6, "ROLE_4": 6})


def play_with_taste(o, rng, roles):
    legal = sorted(o.legal)

    def prefer(likely, *names):
        """Play one of the actions with such names, if there are any, most of the time."""
        liked = [a for a in legal if a.startswith(names)]
        return rng.choice(liked) if liked and rng.random() < likely else rng.choice(legal)

    if o.decision == "D02":
        return rng.choices(legal, [roles.get(a, 1) for a in legal])[0]
    if o.decision == "D03":
        return prefer(0.5 if "ROLE_2" not in roles else 0, f"TILE_{oracle.BLACK_HOLE}")
    if o.decision == "D09":
        return prefer(0.7, "BUY_METAL", "BUY_ENERGY", "HEXA", "PIRATE")
    if o.decision in ("D12", "D14", "D27"):
        return prefer(0.9, "HEX", "TYPE", "TECH")
    if o.decision == "D16":
        return prefer(0.9, "SHIP", "HEXA")
    if o.decision in ("D17", "D18"):
        targets = [a for a in legal if a.startswith("HEXA")]
        enemies = [a for a in targets if o.enemies_with_forces(o.player, oracle.number(a))]
        if "TELEPORT" in legal and rng.random() < 0.8:
            return "TELEPORT"
        if enemies and rng.random() < 0.8:
            return rng.choice(enemies)
        centre = min((oracle.distance(0, oracle.number(a)) for a in targets), default=0)
        return prefer(0.5, *[a for a in targets if oracle.distance(0, oracle.number(a)) == centre])
    if o.decision == "D29":
        return prefer(0.3, "DIE", "YES")
    if o.decision == "D24":
        fleets = {h for player in o.players for h in player.ships}
        held = [a for a in legal if a.startswith("HEXA") and oracle.number(a) in fleets]
        return rng.choice(held) if held and rng.random() < 0.5 else rng.choice(legal)
    fight_on = o.decision == "D22" and o.chance.loaded
    return prefer(0.95 if fight_on else 0.6, "YES")


# -- rich positions ----------------------------------------------------------------------------


def scramble(o):
    """Change a fresh table to a random position in the middle of a game."""
    rng = random.Random(repr(o.chance.words))
    tiles = [*o.row, *o.pile]
    stage = rng.choice(["plain", "Black Hole", "full"])
    if stage == "plain":
        count = rng.randrange(tiles.index(oracle.BLACK_HOLE))
    elif stage == "Black Hole":
        count = rng.randrange(tiles.index(oracle.BLACK_HOLE) + 1, len(tiles) - 1)
    else:
        count = len(tiles)
        o.card_0 = "Warlord B"
    free = [h for h in ALL_HEXES if o.board[h] is None]
    rng.shuffle(free)
    for tile in tiles[:count]:
        if tile == oracle.BLACK_HOLE:
            o.board[oracle.CENTRE] = tile
            o.scientist_removed = True
        else:
            o.board[free.pop()] = tile
    o.row, o.pile = [], tiles[count:]
    o.turn_up(rng.randrange(1, o.n + 3))
    scramble_cubes(o, rng)
    scramble_forces(o, rng)
    close = rng.random() < 0.4
    for p, me in enumerate(o.players):
        me.marks = 2 if close else rng.randrange(15)
        me.metal = rng.randrange(7)
        me.energy = rng.randrange(4)
        o.gain_vp(p, max(0, 20 - o.planets(p)) if close else rng.randrange(30))
    for t in oracle.TECHNOLOGIES:
        if rng.random() < 0.7:
            o.tech_owner[t] = rng.randrange(o.n)
    o.throne = rng.randrange(o.n)


def scramble_cubes(o, rng):
    likely = rng.choice([0.2, 0.5, 1])
    for h in ALL_HEXES:
        for _ in range(2):
            if o.is_producing(h) and rng.random() < likely and o.supply() > 0:
                o.cubes[h] += 1


def scramble_forces(o, rng):
    """Give every hex to one player at most; fleets gather at the centre if there is war."""
    tokens_left, war = rng.randrange(1, 6), rng.random() < 0.7
    for me in o.players:
        me.ships = [None] * len(me.ships)
    for h in rng.sample(ALL_HEXES, len(ALL_HEXES)):
        p = o.homes.index(h) if h in o.homes else rng.randrange(o.n)
        me = o.players[p]
        if o.is_planet_sector(h) and h not in o.tokens and me.reserve > tokens_left:
            o.put_token(p, h, rng.choice(["empire", "starbase"]))
        if rng.random() < (0.5 if war and oracle.distance(0, h) < 2 else 0.2):
            for ship_type in oracle.SHIP_TYPES:
                for i in o.ships_in_reserve(p, ship_type)[: rng.randrange(4)]:
                    me.ships[i] = h
    for me in o.players:  # the lowest indices stand on the lowest hexes, as `arrange` has it
        for ship_type in oracle.SHIP_TYPES:
            stand = sorted(me.ships[i] for i in ship_type.ships if me.ships[i] is not None)
            for i in ship_type.ships:
                me.ships[i] = stand.pop(0) if stand else None


def in_words(o):
    """Return an oracle's position at the start of a round as the game's `arrange` reads it."""
    codes = [f"H{k}" for k in range(6)] + ["OM", "BH"]
    codes += [f"{part}{k:02}" for part in "PA" for k in range(1, 16)]
    sectors = {}
    for h in ALL_HEXES:
        if o.board[h] is not None:
            sectors[str(h)] = {"tile": codes[o.board[h]], "cubes": o.cubes[h]}
            if h in o.tokens:
                sectors[str(h)].update(owner=o.tokens[h].owner, token=o.tokens[h].kind)
    players = {}
    for p, me in enumerate(o.players):
        fleets: dict[int, Counter[str]] = {}
        for i, h in sorted((i, h) for i, h in enumerate(me.ships) if h is not None):
            fleets.setdefault(h, Counter())[oracle.TYPE_OF[i].name[0]] += 1
        players[str(p)] = {
            "marks": me.marks,
            "metal": me.metal,
            "energy": me.energy,
            "vp": me.vp,
            "ships": {
                str(h): " ".join(f"{fleets[h][t]}{t}" for t in "FCD" if fleets[h][t])
                for h in sorted(fleets)
            },
            "technologies": [TECH_NAMES[t] for t in range(12) if o.tech_owner[t] == p],
        }
    return {
        "decision": "DIRECTION",
        "round": o.round,
        "throne": o.throne,
        "card_0": o.card_0,
        "row": [codes[t] for t in o.row],
        "pile": [codes[t] for t in o.pile],
        "sectors": sectors,
        "players": players,
    }


# -- side by side ---------------------------------------------------------------------------------


def compare(batch, o, trace):
    s = batch.states[0]
    assert bool(s.done) == o.over, f"{trace[-8:]}: the game is over for one of the two"
    if not o.over:
        asked = (int(s.to_move), f"D{int(s.decision):02}")
        assert asked == (o.player, o.decision), trace[-8:]
        legal = {ACTIONS[a] for a in np.flatnonzero(batch.mask[0]).tolist()}
        assert legal == o.legal, (o.decision, legal - o.legal, o.legal - legal, trace[-8:])
        words = context(o)
        assert game_context(s, words) == words, trace[-8:]
    found, wanted = game_position(batch.states), oracle_position(o)
    if found != wanted:
        different = {k: (found[k], wanted[k]) for k in wanted if found[k] != wanted[k]}
        raise AssertionError((different, o.decision, trace[-8:]))
    if o.over:
        assert (s.rank[: o.n] + 1).tolist() == o.ranks
        assert s.score[: o.n].tolist() == [player.vp for player in o.players]


def play_side_by_side(batch, players, seed, policy, arrange=None, unlucky=False, **options):
    """Play one game with both, compare after every step; return what was played.

    With unlucky dice nearly every shot is a miss: battles and duels reach their last round.
    """
    rng = random.Random(seed)
    o = Oracle(players, seed, arrange, **options)
    batch.reset(seed=np.array([seed]))
    if arrange:
        batch.game.arrange(batch.states[0], batch.box[0], Words(in_words(o)))
        batch.look()
    trace: list[tuple[int | None, str | None, str]] = []
    compare(batch, o, trace)
    while not o.over:
        action = policy(o, rng)
        trace.append((o.player, o.decision, action))
        if unlucky:
            o.chance.loaded = rng.choices(range(1, 7), [99, 99, 99, 1, 1, 1], k=MAX_LOADED)
            load(batch.states[0].rng, o.chance.loaded)
        o.play(action)
        batch.step([ACTIONS.index(action)])
        compare(batch, o, trace)
    return trace


def make_table(players, **options):
    game = registry.load("galactic_emperor")
    return Batch(game, 1, num_players=players, skip_forced=False, autoreset=False, **options)


POLICIES = (play_anything, play_war, play_science, play_black_hole)
OPTIONS = (
    {"market_prices": "dice", "finish_round": True, "optional_conquest": True},
    {"unused_homes_plain": True, "retreat_last_hex": True, "caught_cancels": True},
    {"early_battles": True, "price_reversal": "before_roll", "round_cap": 12, "start_throne": 1},
)
needs_speed = pytest.mark.skipif(not JIT, reason="takes too long without compilation")


@needs_speed
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whole_games(players):
    batch = make_table(players)
    for policy in (play_anything, POLICIES[1 + players % 3]):
        play_side_by_side(batch, players, 7, policy)


@needs_speed
@pytest.mark.parametrize("options", OPTIONS, ids="-".join)
@pytest.mark.parametrize("players", [3, 6])
def test_whole_games_with_options(players, options):
    play_side_by_side(make_table(players, **options), players, 8, play_war, **options)


@pytest.mark.parametrize(
    "options", [{}, *OPTIONS], ids=lambda options: "-".join(options) or "plain"
)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_rounds_from_rich_positions(players, options):
    options = {**options, "round_cap": 2}
    batch = make_table(players, **options)
    for seed in range(3 if JIT else 1):
        policy = POLICIES[(seed + players) % len(POLICIES)]
        play_side_by_side(batch, players, seed, policy, scramble, **options)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_long_battles(players):
    batch = make_table(players, round_cap=1)
    for seed in range(3 if JIT else 1):
        play_side_by_side(
            batch, players, seed, play_black_hole, scramble, unlucky=True, round_cap=1
        )


def test_the_actions_have_the_same_ids():
    game = registry.load("galactic_emperor")
    assert [game.actions.name(a).replace(" ", "_") for a in range(len(ACTIONS))] == ACTIONS
