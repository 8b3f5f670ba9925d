"""The game against the plain implementation in `oracle.py`: the same after every decision."""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from conftest import JIT
from core_worlds.oracle import ACTION_NUMBER, Deployed, Oracle, ZoneCard

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core_worlds import state as fields
from spaceenvs.core_worlds.components import DEFS, HAND, SECTORS, UNITS, ZONE
from spaceenvs.core_worlds.observation import MOST

GAME = registry.load("core_worlds")
SUBTYPE_BITS = [1 << i for i in range(7)]


# The oracle's table in the fields of the record ------------------------------------------


def count(cards):
    """Return a counter indexed by def_id."""
    counts = [0] * DEFS
    for card in cards:
        counts[card.def_id] += 1
    return counts


def ids(cards):
    return [card.def_id for card in cards]


def count_subtypes(units):
    counts = [0] * 7
    for unit in units:
        counts[SUBTYPE_BITS.index(unit.card.subtype_mask)] += 1
    return counts


def add_auras(cards):
    """Return what Units of each subtype cost less."""
    auras = [aura for card in cards if (aura := card.effect("AURA_DISCOUNT"))]
    return [sum(x for mask, x in auras if mask & bit) for bit in SUBTYPE_BITS]


def count_colony(cards):
    names = [card.name for card in cards]
    return [names.count("Galactic Grunts"), names.count("Snub Fighter")]


def say_player(player, oracle):
    said = {
        "hand": ids(player.hand),
        "deck": ids(player.deck),
        "pool": count(player.hand + player.deck),
        "discard": count(player.discard),
        "discard_size": len(player.discard),
        "known": sorted(ids(player.known_hand)),
        "units": [unit.card.def_id for unit in player.units],
        "tokens": [unit.tokens for unit in player.units],
        "held": count(player.worlds + player.prestige),
        "colony": count_colony(player.colony),
        "home": player.home.def_id,
        "energy": player.energy,
        "ap": player.ap,
        "passed": int(player.passed),
        "explored": int(player.explored),
        "surge_tokens": player.surge_tokens,
        "worlds": len(player.worlds),
        "world_energy": player.world_energy(),
        "points": sum([card.empire_points for card in player.empire()]),
        "ranks": count_subtypes(player.units),
        "aura": add_auras([*player.worlds, *(unit.card for unit in player.units)]),
    }
    if oracle.round > 0:
        said["generated"] = player.stored_energy
    return said


def say_invasion(oracle):
    invasion = oracle.invasion
    if invasion is None:
        nothing = {"target": -1, "conquered": -1, "committed": [], "tactic_fleet": 0}
        return {**nothing, "tactic_ground": 0, "played": count([])}
    player = oracle.players[oracle.question.seat]
    fleet, ground = invasion.totals(player)
    said = {
        "target": -1 if invasion.conquered else invasion.slot,
        "conquered": invasion.target.card.def_id if invasion.conquered else -1,
        "committed": [slot for slot, unit in enumerate(player.units) if unit.committed],
        "uses": [unit.uses for unit in player.units],
        "bonus_fleet": [unit.fleet_bonus for unit in player.units],
        "bonus_ground": [unit.ground_bonus for unit in player.units],
        "tactic_fleet": invasion.fleet_bonus,
        "tactic_ground": invasion.ground_bonus,
        "played": count(invasion.tactics),
    }
    if oracle.question.decision == "INVADE":
        said["fleet"], said["ground"] = fleet, ground
        said["keeps"] = invasion.keeps()
    return said


def say_zone_card(slot):
    """Return what is shown of a card in the zone; nothing of an empty slot."""
    return [0] * fields.SHOWN if slot is None else say_card(slot.card, slot.token)


@functools.cache
def say_card(card, token):
    shown = [card.type == kind for kind in ("World", "Unit", "Tactic", "Prestige")]
    price = 1 if card.type == "World" else card.draft_cost
    shown += [price, card.fleet, card.ground, card.energy, card.empire_points]
    shown += [any(name.startswith("VP_") for name, _ in card.effects), token]
    return [int(number) for number in shown]


def say_question(oracle):
    """Return who may do what; at the end the result."""
    if oracle.done:
        ranks = [rank - 1 for rank in oracle.ranks]  # the record counts from 0
        return {"done": 1, "score": oracle.scores, "rank": ranks}
    question = oracle.question
    return {
        "done": 0,
        "to_move": question.seat,
        "decision": question.decision,
        "legal": sorted(ACTION_NUMBER[option] for option in question.options),
    }


def say_oracle(oracle):
    """Return the oracle's game in the fields of the record."""
    players = oracle.players
    said = {
        **say_question(oracle),
        "words": oracle.chance.words,
        "round_number": oracle.round,
        "destiny": oracle.destiny,
        "zone": [-1 if slot is None else slot.card.def_id for slot in oracle.zone],
        "zone_shown": [say_zone_card(slot) for slot in oracle.zone],
        "players": [say_player(player, oracle) for player in players],
        "removed": count(oracle.removed),
        "unrevealed": count(card for deck in oracle.galactic.values() for card in deck),
    }
    resolving = [card.def_id for player in players for card in player.resolving]
    said["resolving"] = resolving[0] if resolving else -1
    if oracle.round > 0:
        said["galactic"] = [ids(deck) for deck in oracle.galactic.values()]
    if not oracle.done:
        said["left"], said["combo_mask"] = oracle.question.left, oracle.question.mask
        said.update(say_invasion(oracle))
    return said


# What a player may know, in the fields of an observation ------------------------------------


def padded(numbers, size):
    return [*numbers, *([0] * (size - len(numbers)))]


def shown(cards, size):
    """Return def_id + 1 of every card, 0 where there is none."""
    return padded([card.def_id + 1 for card in cards], size)


def one_of(number, size):
    return [int(i == number) for i in range(size)]


def add(counts, others):
    return [a + b for a, b in zip(counts, others, strict=True)]


def see_table(oracle):
    """Return what all players see alike."""
    question, zone = oracle.question, oracle.zone
    resolving = [card for player in oracle.players for card in player.resolving]
    details = padded([say_zone_card(slot) for slot in zone], ZONE)
    details = [row or [0] * fields.SHOWN for row in details]
    names = (
        *("world", "unit", "tactic", "prestige", "price", "fleet", "ground", "energy"),
        *("points", "bonus", "token"),
    )
    said = {f"zone_{name}": [row[i] for row in details] for i, name in enumerate(names)}
    said.update(
        decision=one_of(GAME.decisions.index(question.decision) - 1, len(GAME.decisions) - 1),
        round=[oracle.round],
        left=[question.left],
        resolving=[resolving[0].def_id + 1 if resolving else 0],
        acting=[0 if question.acting is None else question.acting + 1],
        combo=[int(question.mask & bit > 0) for bit in SUBTYPE_BITS],
        zone=padded([slot.card.def_id + 1 if slot else 0 for slot in zone], ZONE),
        unrevealed=count(card for deck in oracle.galactic.values() for card in deck),
    )
    if oracle.round == 0:
        said["picks"] = [oracle.picks]
    return said | see_invasion(oracle)


def see_invasion(oracle):
    invasion, force = oracle.invasion, oracle.players[oracle.question.seat].units
    if invasion is None:
        nothing = {"target": [0], "conquered": [0], "keeps": [0], "played": count([])}
        nothing.update(defence=[0, 0], strength=[0, 0], tactics=[0, 0])
        rows = ("committed", "uses", "bonus_fleet", "bonus_ground")
        return nothing | {name: [0] * UNITS for name in rows}
    world = invasion.target.card
    said = {
        "target": [0 if invasion.conquered else invasion.slot + 1],
        "conquered": [world.def_id + 1 if invasion.conquered else 0],
        "keeps": [invasion.keeps()],
        "tactics": [min(MOST, bonus) for bonus in (invasion.fleet_bonus, invasion.ground_bonus)],
        "committed": padded([int(unit.committed) for unit in force], UNITS),
        "uses": padded([unit.uses for unit in force], UNITS),
        "bonus_fleet": padded([unit.fleet_bonus for unit in force], UNITS),
        "bonus_ground": padded([unit.ground_bonus for unit in force], UNITS),
        "played": count(invasion.tactics),
    }
    if oracle.question.decision == "INVADE":
        said["strength"] = [
            min(MOST, total) for total in invasion.totals(oracle.players[oracle.question.seat])
        ]
        said["defence"] = [world.fleet, world.ground]
    else:
        del said["keeps"]
    return said


def see_seat(oracle, player, is_own):
    """Return what a player sees of a seat."""
    empire = count(player.hand + player.deck + player.worlds + player.prestige)
    discard = count(player.discard)
    if not is_own and not oracle.public_discards:
        empire, discard = add(empire, discard), count([])
    return {
        "energy": min(MOST, player.energy),
        "actions": player.ap,
        "passed": int(player.passed),
        "explored": int(player.explored),
        "surge_tokens": player.surge_tokens,
        "destiny": int(player.seat == oracle.destiny),
        "generated": min(MOST, player.stored_energy),
        "world_energy": min(MOST, player.world_energy()),
        "worlds": len(player.worlds),
        "points": min(MOST, sum(card.empire_points for card in player.empire())),
        "hand_size": len(player.hand),
        "deck_size": len(player.deck),
        "discard_size": len(player.discard),
        "unit_count": len(player.units),
        "colony": count_colony(player.colony),
        "units": shown([unit.card for unit in player.units], UNITS),
        "unit_tokens": padded([unit.tokens for unit in player.units], UNITS),
        "known_hand": shown(sorted(player.known_hand, key=lambda card: card.def_id), HAND),
        "empire": empire,
        "discard": discard,
    }


def say_view(oracle, seat):
    """Return what the player of a seat may know (section 8)."""
    player, n = oracle.players[seat], oracle.n
    cards, force = player.hand, [unit.card for unit in player.units]
    costs = [
        player.deploy_cost(card) if card.type == "Unit" else card.deploy_cost for card in cards
    ]
    said = see_table(oracle)
    said.update(
        to_move=one_of((oracle.question.seat - seat) % n, 5),
        hand=shown(cards, HAND),
        hand_unit=padded([int(card.type == "Unit") for card in cards], HAND),
        hand_cost=padded(costs, HAND),
        hand_fleet=padded([card.fleet for card in cards], HAND),
        hand_ground=padded([card.ground for card in cards], HAND),
        hand_points=padded([card.empire_points for card in cards], HAND),
        unit_fleet=padded([card.fleet for card in force], UNITS),
        unit_ground=padded([card.ground for card in force], UNITS),
    )
    others = [oracle.players[(seat + k) % n] for k in range(n)]
    seats = [see_seat(oracle, other, other is player) for other in others]
    for name, value in seats[0].items():
        nothing = [0] * len(value) if isinstance(value, list) else 0
        said[name] = [seen[name] for seen in seats] + [nothing] * (5 - n)
    return said


def compare_views(oracle, batch, g):
    """Return the differences between what the players see in the game and in the oracle."""
    lines = []
    for seat in range(oracle.n):
        seen = GAME.observation.view(batch.observe(g, seat)[0])
        found = {name: numbers.tolist() for name, numbers in seen.items()}
        lines += find_differences(say_view(oracle, seat), found, f"seen by {seat}: ")
    return lines


# The game's records ----------------------------------------------------------------------

PLAIN_PLAYER = (
    *("pool", "discard", "discard_size", "held", "colony", "home", "energy", "ap", "passed"),
    *("explored", "surge_tokens", "generated", "worlds", "world_energy", "points", "ranks", "aura"),
)
SIZED_PLAYER = {"hand": "hand_size", "deck": "deck_size", "known": "known_size"}
SIZED_PLAYER.update(units="unit_count", tokens="unit_count")
PLAIN = (
    *("round_number", "destiny", "done", "removed", "resolving", "unrevealed", "to_move"),
    *("target", "conquered", "tactic_fleet", "tactic_ground", "played", "fleet", "ground"),
    *("keeps", "left", "combo_mask"),
)


def say_questions(batch):
    """Yield who may do what in every game of a batch."""
    n = batch.num_players
    for g, s in enumerate(batch.states):
        yield {
            "done": int(s["done"]),
            "to_move": int(s["to_move"]),
            "decision": GAME.decisions[s["decision"]],
            "legal": np.flatnonzero(batch.mask[g]).tolist(),
            "score": s["score"][:n].tolist(),
            "rank": s["rank"][:n].tolist(),
        }


def say_games(batch):
    """Yield every game of a batch, in the fields of `say_oracle`."""
    states = batch.states
    own = {name: states[name].tolist() for name in (*PLAIN, "decision", "zone", "zone_slots")}
    by_unit = ("committed", "uses", "bonus_fleet", "bonus_ground")
    own.update({name: states[name].tolist() for name in (*by_unit, "score", "rank")})
    own.update({name: states[name].tolist() for name in ("galactic", "galactic_size")})
    words = states["rng"]["words"].tolist()
    shown = states["zone_shown"].transpose(0, 2, 1).tolist()
    seats = {
        name: states["players"][name].tolist()
        for name in (*PLAIN_PLAYER, *SIZED_PLAYER, *SIZED_PLAYER.values())
    }
    for g in range(batch.num_games):
        said = {name: own[name][g] for name in PLAIN}
        said["words"] = words[g]
        said["decision"] = GAME.decisions[own["decision"][g]]
        slots = own["zone_slots"][g]
        said["zone"] = own["zone"][g][:slots]
        said["zone_shown"] = shown[g][:slots]
        said["galactic"] = [
            own["galactic"][g][deck][: own["galactic_size"][g][deck]]
            for deck in range(1, SECTORS + 1)
        ]
        said["players"] = [
            {name: seats[name][g][p] for name in PLAIN_PLAYER}
            | {name: seats[name][g][p][: seats[size][g][p]] for name, size in SIZED_PLAYER.items()}
            for p in range(batch.num_players)
        ]
        units = seats["unit_count"][g][own["to_move"][g]]
        said.update({name: own[name][g][:units] for name in by_unit})
        said["committed"] = [slot for slot, flag in enumerate(own["committed"][g]) if flag]
        said["score"] = own["score"][g][: batch.num_players]
        said["rank"] = own["rank"][g][: batch.num_players]
        said["legal"] = np.flatnonzero(batch.mask[g]).tolist()
        yield said


def narrow(wanted, found):
    """Say where two lists first differ, and how."""
    if isinstance(wanted, list) and len(wanted) == len(found):
        i = next(i for i, inner in enumerate(wanted) if inner != found[i])
        return f"[{i}]{narrow(wanted[i], found[i])}"
    return f": oracle {wanted}, game {found}"


def find_differences(wanted, found, where=""):
    """Return a line for everything the oracle says otherwise than the game."""
    lines = []
    for name, value in wanted.items():
        if name == "players":
            for p, seat in enumerate(value):
                lines += find_differences(seat, found[name][p], f"seat {p} ")
        elif value != found[name]:
            lines.append(f"{where}{name}{narrow(value, found[name])}")
    return lines


# Playing ---------------------------------------------------------------------------------


def uniform(oracle, option):
    return 1


def eager(oracle, option):
    """Weigh an option: deploy, commit, conquer; rarely pass or retreat."""
    name = option.split("_")[0]
    if name == "ZONE" and oracle.question.decision == "TURN":
        card = oracle.zone[int(option.split("_")[1])].card
        if card.type != "World":
            return 1
        units = [unit.card for unit in oracle.players[oracle.question.seat].units]
        enough = all(
            sum(getattr(unit, side) for unit in units) >= getattr(card, side)
            for side in ("fleet", "ground")
        )
        return 20 if enough else 0.05
    weights = {
        **{"HAND": 5, "UNIT": 6, "ABIL": 3, "CONQUER": 60},
        **{"EXPLORE": 0.1, "END": 0.08, "RETREAT": 0.02},
    }
    return weights.get(name, 1)


def hoarding(oracle, option):
    """Weigh an option: draft and deploy all there is, rarely conquer."""
    if oracle.question.decision == "TURN" and option.startswith("ZONE"):
        return 0.02 if oracle.zone[int(option.split("_")[1])].card.type == "World" else 2
    weights = {"HAND": 5, "END": 0.01, "EXPLORE": 0.01, "CONQUER": 0.1}
    return weights.get(option.split("_")[0], 1)


def choose(oracle, weigh, rng):
    """Draw one of the options, by weight."""
    options = sorted(oracle.question.options)
    return rng.choices(options, [weigh(oracle, option) for option in options])[0]


def take_some(rng, pile, most, wanted=lambda card: True):
    """Take at most so many random cards out of a pile."""
    there = [card for card in pile if wanted(card)]
    taken = rng.sample(there, min(len(there), rng.randint(0, most)))
    for card in taken:
        pile.remove(card)
    return taken


def shake(oracle, rng):
    """Bring a game, asking TURN, to where play alone hardly ever gets.

    Full hands, full Warzones, empty decks, a full zone, rare cards, much Energy.
    """
    for player in oracle.players:
        player.energy = rng.choice([0, 1, 3, rng.randrange(80)])
        player.ap = rng.choice([1, 2, rng.randrange(1, 30)])
        player.surge_tokens = rng.randrange(3)
        if oracle.sector < 5 and rng.random() < 0.3:
            rare = take_some(rng, oracle.galactic[rng.randint(oracle.sector, 4)], 9)
            player.worlds += [card for card in rare if card.type == "World"]
            player.discard += [card for card in rare if card.type != "World"]
        for pile in (player.deck, player.discard):
            if rng.random() < 0.2:
                units = take_some(rng, pile, UNITS - len(player.units), lambda c: c.type == "Unit")
                player.units += [Deployed(card) for card in units]
            if rng.random() < 0.3:
                player.hand += take_some(rng, pile, HAND - len(player.hand))
            if rng.random() < 0.2:
                oracle.removed += take_some(rng, pile, 99)
        if rng.random() < 0.2:
            player.discard += take_some(rng, player.deck, 99)
        player.hand.sort(key=lambda card: card.def_id)
    if oracle.round == 9 and rng.random() < 0.5:
        for pile in (oracle.galactic[4], oracle.removed):
            cards = take_some(rng, pile, ZONE - len(oracle.zone))
            oracle.zone += [ZoneCard(card) for card in cards]
    oracle.ask_turn_again()


def write(oracle, record):
    """Write into a record what `shake` has changed."""
    said = say_oracle(oracle)
    for name in ("removed", "unrevealed"):
        record[name] = said[name]
    slots = len(oracle.zone)
    record["zone_slots"] = slots
    record["zone"][:slots] = said["zone"]
    record["zone_shown"][:, :slots] = np.transpose(said["zone_shown"])
    for deck, cards in enumerate(said["galactic"], 1):
        record["galactic_size"][deck] = len(cards)
        record["galactic"][deck] = -1
        record["galactic"][deck][: len(cards)] = cards
    for seat, player in zip(record["players"], said["players"], strict=False):
        for name in PLAIN_PLAYER:
            seat[name] = player[name]
        for name, size in SIZED_PLAYER.items():
            seat[size] = len(player[name])
            seat[name] = 0 if name == "tokens" else -1
            seat[name][: len(player[name])] = player[name]


def compare(
    num_players, games, seed, weigh, *, shaken=False, every=1, views=0.1, asked=None, **options
):
    """Play games to their end, the game and the oracle side by side; return the decisions.

    Args:
        weigh: The players' policy.
        shaken: Change the state at the start of every Action Phase.
        every: Compare the whole state after so many decisions; what is asked after each one.
        views: How often what the players see is compared too.
        asked: Counts how often each decision was asked.
    """
    batch = Batch(
        GAME, games, num_players=num_players, skip_forced=False, autoreset=False, **options
    )
    seeds = np.arange(games) + seed
    batch.reset(seed=seeds)
    oracles = [Oracle(num_players, int(number), **options) for number in seeds]
    rng = random.Random(seed)
    last_shaken = [0] * games
    last_move = ["at the start"] * games
    number = 0
    while True:
        for g, oracle in enumerate(oracles):
            begins = oracle.question is not None and oracle.question.decision == "TURN"
            if shaken and begins and last_shaken[g] < oracle.round:
                last_shaken[g] = oracle.round
                shake(oracle, rng)
                write(oracle, batch.states[g])
        if shaken:
            batch.look()
        over = all(oracle.done for oracle in oracles)
        is_full = over or number % every == 0
        actions = np.full(games, -1)
        for g, found in enumerate(say_games(batch) if is_full else say_questions(batch)):
            oracle = oracles[g]
            if oracle.done and not over:
                continue  # is compared at the end
            wanted = say_oracle(oracle) if is_full else say_question(oracle)
            differences = find_differences(wanted, found)
            if not over and rng.random() < views:
                differences += compare_views(oracle, batch, g)
            where = f"game {seeds[g]}, round {oracle.round}, {last_move[g]}:"
            assert not differences, "\n".join([where, *differences])
            if not over:
                move, question = choose(oracle, weigh, rng), oracle.question
                assert question
                if asked is not None:
                    asked[question.decision] += 1
                last_move[g] = f"after {question.decision} {move} by {question.seat}"
                actions[g] = ACTION_NUMBER[move]
                oracle.answer(move)
        if over:
            return int(batch.cycles.sum())
        batch.step(actions)
        number += 1


VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "draft": {"pregame_draft": True},
    "profile": {"actions_profile": "4,4,5,6,6"},
    "hidden": {"public_discards": False},
    "no-surge": {"surge_tokens": False},
    "all": {
        "pregame_draft": True,
        "actions_profile": "4,4,5,6,6",
        "public_discards": False,
        "surge_tokens": False,
    },
}


@pytest.mark.skipif(not JIT, reason="plays whole games")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_game_plays_like_the_oracle(players):
    asked: Counter[str] = Counter()
    for number, options in enumerate(VARIANTS.values()):
        seed = 1000 * players + 100 * number
        compare(players, 3, seed, eager, every=6, views=0.02, asked=asked, **options)
    compare(players, 3, seed, uniform, every=6, views=0.02, asked=asked)
    compare(players, 3, seed, hoarding, shaken=True, every=6, views=0.02, asked=asked)
    assert set(asked) == set(GAME.decisions) - {""}


@pytest.mark.skipif(JIT, reason="a stretch of the same for plain Python")
def test_oracle_starts_like_the_game():
    oracle = Oracle(3, 1, pregame_draft=True)
    batch = Batch(GAME, 1, num_players=3, skip_forced=False, autoreset=False, pregame_draft=True)
    batch.reset(seed=np.array([1]))
    rng = random.Random(1)
    for _ in range(30):
        assert not find_differences(say_oracle(oracle), next(say_games(batch)))
        assert not compare_views(oracle, batch, 0)
        move = choose(oracle, eager, rng)
        oracle.answer(move)
        batch.step([ACTION_NUMBER[move]])
