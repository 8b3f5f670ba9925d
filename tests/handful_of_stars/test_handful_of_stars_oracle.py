"""The game against a second, plain implementation of its rules, position by position."""

from __future__ import annotations

import argparse
import csv
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]

import numpy as np
import pytest
from conftest import JIT
from handful_of_stars import oracle as rules
from handful_of_stars.oracle import Decision, Oracle

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.handful_of_stars import state as fields

GAME = registry.load("handful_of_stars")
MARKERS = {"outpost": 1, "colony": 2, "homeworld": 3}
SPACES, CONNECTIONS, NUM_CARDS, TRACK = 38, 67, 104, 8

PAYING = {f"D{i:02}" for i in (5, 6, 7, 8, 9, 10, 11, 15, 16, 17, 20, 21, 22)}
"""Decisions inside an action, effect or response, when the pool matters."""


# The oracle's table in the fields of the record ----------------------------------------------


def number(value: int | None) -> int:
    """Nothing is -1 in the record."""
    return -1 if value is None else value


def flags(members: set[int] | list[int], size: int) -> list[int]:
    found = [0] * size
    for member in members:
        found[member] = 1
    return found


def padded(values: list[int], size: int, filler: int = -1) -> list[int]:
    return values + [filler] * (size - len(values))


def say_zones(o: Oracle, seat: int) -> tuple[list[int], list[int]]:
    """Where the cards of a player are, and where everybody knows them to be."""
    player = o.players[seat]
    zone, shown = [fields.NOT_OWNED] * NUM_CARDS, [fields.NOT_OWNED] * NUM_CARDS
    piles = [
        (fields.DECK, player.deck),
        (fields.HAND, player.hand),
        (fields.RESERVE, player.reserve),
        (fields.DISCARD, player.discard),
        (fields.REMOVED, player.removed),
    ]
    if o.card_in_play is not None and seat == o.active:
        piles.append((fields.IN_PLAY, [o.card_in_play]))
    for where, cards in piles:
        for card in cards:
            zone[card] = shown[card] = where
    for where, cards in ((fields.DECK, player.unseen), (fields.HAND, player.sure)):
        for card in cards:
            shown[card] = where
    for card in player.secret:
        shown[card] = fields.NOT_OWNED
    return zone, shown


def say_player(o: Oracle, seat: int) -> dict[str, Any]:
    player = o.players[seat]
    markers = [0] * SPACES
    for s, marker in o.markers.items():
        if marker.owner == seat:
            markers[s] = MARKERS[marker.kind]
    said = {
        "fleets": padded(list(player.units[rules.FLEET].values()), SPACES, 0),
        "bases": padded(list(player.units[rules.BASE].values()), SPACES, 0),
        "marker": markers,
        "stock": list(player.stock.values()),
        "cubes": player.cubes,
        "track_discs": player.track,
        "spare_discs": player.spare,
        "race": player.race,
        "capacity": player.reserve_size(),
        "wormhole_token": int(player.wormhole_token),
        "token": padded([token.number for token in player.tokens], TRACK),
        "token_up": [int(token.face_up) for token in player.tokens],
    }
    if o.round:
        said["zone"], said["shown"] = say_zones(o, seat)
        said["deck"] = player.deck
        said["secret"] = player.secret
        said["secret_in_hand"] = player.secret & player.sure
    return said


def say_fates(o: Oracle) -> list[int]:
    """What all know of the alien tokens."""
    fates = [fields.ALIEN_UNSEEN] * len(o.box.aliens)
    for alien in o.aliens.values():
        if alien.face_up:
            fates[alien.number] = fields.ALIEN_FACE_UP
    for token in o.aliens_seen_gone:
        fates[token] = fields.ALIEN_GONE
    return fates


def say_table(o: Oracle) -> dict[str, Any]:
    aliens = [-1] * SPACES
    for s, alien in o.aliens.items():
        aliens[s] = alien.number
    combat = o.battle
    said = {
        "tiles": padded(o.tiles, SPACES),
        "black_hole": flags(o.black_holes, CONNECTIONS),
        "alien": aliens,
        "alien_fate": say_fates(o),
        "neutral_card": flags(o.neutral_cards, SPACES),
        "tech_deck": o.technology_deck,
        "market": padded([number(card) for card in o.market], 8),
        "wormhole_out": int(o.wormhole_available),
        "token_stack": o.stack,
        "display": padded([number(token) for token in o.display], 6),
        "first": o.first,
        "round_number": o.round,
        "shuffles": o.shuffle_marker,
        "end_round": o.end_round or 0,
        "words": o.chance.words,
        "battle": -1 if combat is None else combat.space,
    }
    if o.round:
        said["active"] = o.active
        said["actions_left"] = o.actions_left
        said["used"] = flags(o.used_effects, NUM_CARDS)
        said["card_in_play"] = number(o.card_in_play)
    if combat is not None:
        said["attacker"] = combat.attacker
        said["defender"] = number(combat.defender)
        said["extra"] = padded(list(combat.extra.values()), 2, 0)
        said["lowered"] = combat.lowered
        said["crossed"] = int(combat.crossed)
    return said


# The game's records --------------------------------------------------------------------------

OWN_FIELDS = [
    *(
        "black_hole",
        "alien",
        "alien_fate",
        "neutral_card",
        "market",
        "wormhole_out",
        "display",
        "first",
    ),
    *("round_number", "shuffles", "end_round", "battle", "active", "actions_left", "used"),
    *("card_in_play", "attacker", "defender", "extra", "lowered", "crossed", "pool", "target"),
]
SEAT_FIELDS = [
    *("fleets", "bases", "marker", "stock", "cubes", "track_discs", "spare_discs", "race"),
    *("capacity", "wormhole_token", "token", "token_up", "zone", "shown"),
    *("secret", "secret_in_hand"),
]
SIZES = ("deck_top", "count", "token_count")


def say_record(states: Any) -> dict[str, Any]:
    """The only game of an array, in the words of `say_table` and `say_player`."""
    said = {name: states[name][0].tolist() for name in OWN_FIELDS}
    said["tiles"] = states["chart"][0, fields.CHART_TILE].tolist()
    said["tech_deck"] = states["tech_deck"][0, states["tech_top"][0] :].tolist()
    said["token_stack"] = states["token_stack"][0, states["stack_top"][0] :].tolist()
    said["words"] = states["rng"]["words"][0].tolist()
    seats = {name: states[name][0].tolist() for name in (*SEAT_FIELDS, *SIZES)}
    said["players"] = []
    for p in range(states["num_players"][0]):
        own = {name: values[p] for name, values in seats.items()}
        top = own["deck_top"]
        own["deck"] = states["deck"][0, p, top : top + own["count"][fields.DECK]].tolist()
        own["token_up"] = own["token_up"][: own["token_count"]]
        in_hand = zip(own["secret"], own["secret_in_hand"], strict=True)
        own["secret_in_hand"] = {card for card, known in in_hand if known} - {-1}
        own["secret"] = set(own["secret"]) - {-1}
        said["players"].append(own)
    return said


def find_differences(o: Oracle, decision: Decision | None, states: Any) -> Iterator[str]:
    """Yield a line for everything the oracle says otherwise than the game."""
    found = say_record(states)
    wanted = say_table(o)
    if decision is not None and decision.id in PAYING:
        wanted["pool"] = [o.pool[r] for r in rules.RESOURCES]
        if o.battle is None:
            wanted["target"] = number(o.foreign)
    for name, value in wanted.items():
        if value != found[name]:
            yield f"{name}: oracle {value}, game {found[name]}"
    for p in range(o.n):
        for name, value in say_player(o, p).items():
            if value != found["players"][p][name]:
                yield f"seat {p} {name}: oracle {value}, game {found['players'][p][name]}"


# Playing ---------------------------------------------------------------------------------------

BLOCKS = [*range(20), *(20, 41, 49, 55, 63, 64, 67, 105)]
EAGER = {
    rules.DONE: 0.3,
    rules.PASS: 0.02,
    rules.PRODUCE: 3,
    rules.MOVE: 5,
    rules.COLONISE: 5,
    rules.TECH: 3,
    rules.RESERVE: 2,
    rules.DISCARD: 0.3,
    rules.REMOVE: 0.1,
    rules.BASE: 3,
    rules.RETREAT: 0.3,
    rules.STAY: 3,
    rules.CONCEDE: 0.2,
    rules.ROUTE_WORMHOLE: 3,
    rules.USE_EFFECT: 3,
    rules.WORMHOLE_TOKEN: 20,
}


class Policy:
    """A player with random tastes: each kind of action and each card has its weight.

    Every fourth one chooses uniformly. The others are eager: they attack, settle and buy, put
    cards with a lasting effect into the reserve and rarely pass or give up.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.uniform = seed % 4 == 0
        taste = self.random.choice([0.3, 0.7, 1.2])
        self.weight = [0.0] * 209
        for first, last in zip(BLOCKS, [*BLOCKS[1:], 209], strict=True):
            like = EAGER.get(first, 1) * self.random.lognormvariate(0, taste)
            for action in range(first, last):
                self.weight[action] = like
        for card in rules.BOX.cards:
            self.weight[rules.CARD + card] *= self.random.lognormvariate(0, taste)
        self.war = self.random.choice([0.3, 1, 10])
        self.keep = self.random.choice([0.1, 3, 30])
        if seed % 8 == 1:  # a player with few cards
            for action in (rules.REMOVE, rules.RESERVE):
                self.weight[action] *= 100

    def choose(self, o: Oracle, decision: Decision) -> int:
        actions = sorted(decision.legal)
        if self.uniform:
            return self.random.choice(actions)
        weights = [self.weigh(o, decision, action) for action in actions]
        return self.random.choices(actions, weights)[0]

    def weigh(self, o: Oracle, decision: Decision, action: int) -> float:
        weight = self.weight[action]
        if action >= rules.CARD:
            card = o.box.cards[action - rules.CARD]
            lasts = card.timing == "reserve"
            if decision.id == "D04":
                weight *= 4
            elif lasts:
                weight *= self.keep if decision.id == "D23" else 1 / self.keep
        elif action >= rules.SPACE and decision.id == "D10":
            s = action - rules.SPACE
            if any(q != decision.seat and o.has_piece(q, s) for q in range(o.n)):
                weight *= self.war
            elif o.is_neutral(s):
                weight *= 3
        elif rules.COUNT < action < rules.TOKEN:
            weight *= action - rules.COUNT
        return weight


def play_both(
    batch: Batch, oracle: Oracle, seed: int, where: str, every: int, asked: Counter[str]
) -> None:
    """Play one game in both implementations; compare all after every so many decisions."""
    policies = [Policy(oracle.n * seed + p) for p in range(oracle.n)]
    batch.reset(seed=np.array([seed]))
    states = batch.states
    game = oracle.play()
    moves: list[str] = []
    decision: Decision | None = next(game)
    while decision is not None:
        where_now = f"{where}, seed {seed}, round {oracle.round}, after {moves[-12:]}"
        assert not batch.terminated[0], f"{where_now}: the game is over, the oracle's is not"
        name = f"D{states['decision'][0]:02}"
        assert (states["to_move"][0], name) == (decision.seat, decision.id), where_now
        legal = set(np.flatnonzero(batch.mask[0]).tolist())
        assert legal == decision.legal, (
            f"{where_now}: {name}: "
            f"oracle only {[GAME.actions.name(a) for a in decision.legal - legal]}, "
            f"game only {[GAME.actions.name(a) for a in legal - decision.legal]}"
        )
        if len(moves) % every == 0:
            differences = list(find_differences(oracle, decision, states))
            assert not differences, "\n".join([where_now, *differences])
        asked[name] += 1
        action = policies[decision.seat].choose(oracle, decision)
        moves.append(f"{decision.seat} {name} {GAME.actions.name(action)}")
        batch.step([action])
        decision = send(game, action, batch.skip_forced)
    where_now = f"{where}, seed {seed}, at the end, after {moves[-8:]}"
    assert batch.terminated[0], where_now
    differences = list(find_differences(oracle, None, states))
    assert not differences, "\n".join([where_now, *differences])
    assert states["score"][0, : oracle.n].tolist() == oracle.scores, where_now
    assert states["rank"][0, : oracle.n].tolist() == oracle.ranks, where_now


def send(game: rules.Play, action: int, skip_forced: bool) -> Decision | None:
    """Answer the oracle's question; return the next one, or None at the end."""
    try:
        decision = game.send(action)
        while skip_forced and len(decision.legal) == 1:
            decision = game.send(min(decision.legal))
    except StopIteration:
        return None
    return decision


# Tables of a user's own ------------------------------------------------------------------------

EFFECTS = [
    ("action", "PRODUCE", (1, 4), (0, 2), (0, 2)),
    ("free", "PRODUCE", (1, 2), (0, 1), (0, 1)),
    ("action", "MOVE", (0, 5), (0, 0), (0, 0)),
    ("action", "COLONISE", (0, 3), (1, 3), (0, 0)),
    ("free", "COLONISE", (0, 1), (1, 2), (0, 0)),
    ("action", "TECH", (0, 3), (0, 0), (0, 0)),
    ("free", "STORE", (0, 0), (0, 0), (0, 0)),
    ("free", "DRAW", (1, 3), (0, 0), (0, 0)),
    ("free", "RETRIEVE", (1, 3), (0, 0), (0, 0)),
    ("free", "REMOVE", (1, 2), (0, 0), (0, 0)),
    ("action", "ANNEX", (1, 3), (0, 0), (0, 0)),
    ("free", "SPY", (1, 3), (0, 0), (0, 0)),
    ("free", "REFRESH", (1, 4), (0, 0), (0, 0)),
    ("free", "EXTRA", (1, 2), (0, 0), (0, 0)),
    ("action", "CAPACITY", (1, 1), (0, 0), (0, 0)),
    ("combat", "STRENGTH", (1, 8), (0, 2), (0, 0)),
    ("combat", "KILL", (1, 3), (0, 0), (0, 0)),
    ("combat", "HALT", (0, 0), (0, 0), (0, 0)),
    ("reserve", "FIGHT", (1, 5), (0, 2), (0, 2)),
    ("reserve", "BASEMOVE", (0, 0), (0, 0), (0, 0)),
    ("reserve", "CULTURE", (1, 5), (0, 0), (0, 0)),
    ("reserve", "DRIVE", (1, 3), (0, 0), (0, 0)),
    ("reserve", "YARDS", (1, 2), (0, 0), (0, 0)),
    ("reserve", "LABS", (1, 2), (0, 0), (0, 0)),
    ("reserve", "NAVIGATE", (0, 0), (0, 0), (0, 0)),
    ("reserve", "SHIELD", (1, 2), (0, 0), (0, 0)),
]
"""Every effect, its timing and the range of its numbers."""


def change_card(row: dict[str, Any], rng: random.Random) -> None:
    weights = [8 if effect == "BASEMOVE" else 1 for _, effect, *_ in EFFECTS]
    timing, effect, *ranges = rng.choices(EFFECTS, weights)[0]
    p1, p2, p3 = (rng.randint(low, high) for low, high in ranges)
    row.update(timing=timing, effect=effect, p1=p1, p2=p2, p3=p3)
    row["victory_points"] = p1 if effect == "CULTURE" else 0
    row["single_use"] = int(timing != "reserve" and rng.random() < 0.2)
    row["reserve_mark"] = int(timing == "reserve" or rng.random() < 0.2)
    row["reserve_counts"] = int(rng.random() < 0.9)
    row["cost_research"] = rng.randint(0, 3)


def change_amounts(row: dict[str, Any], rng: random.Random) -> None:
    row.update({r: rng.choice([0, 0, 1, 1, 2, 3]) for r in rules.RESOURCES})


def change_tile(row: dict[str, Any], rng: random.Random) -> None:
    row["wormhole"] = rng.choice([0, 1])
    row["black_hole"] = rng.choice(["", *"abcdef"])
    if row["habitable"] == "1":
        row["combat_strength"] = rng.randint(0, 6)


def write_tables(folder: Path, seed: int) -> dict[str, str]:
    """Write random tables, in which what is rare in the game's own is common."""
    rng = random.Random(seed)
    paths = {}
    for table in ("technology_cards", "race_ability_cards", "system_cards", "system_tiles"):
        with (rules.DATA / f"{table}.csv").open(encoding="utf-8", newline="") as lines:
            rows: list[dict[str, Any]] = list(csv.DictReader(lines))
        for row in rows:
            if table == "system_tiles":
                change_tile(row, rng)
            elif row["card"] != str(rules.WORMHOLE_TECHNOLOGY):
                change_amounts(row, rng)
                if table != "system_cards":
                    change_card(row, rng)
        path = folder / f"{table}.csv"
        with path.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.DictWriter(lines, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        paths[table] = str(path)
    return paths


# The comparison ----------------------------------------------------------------------------------

VARIANTS: list[dict[str, Any]] = [
    {},
    {"systems": 38},
    {"connected_board": True},
    {"races": (4, 0, 6, 3)},
    {"races": (5, 2, 1, 4)},
    {"home_vp": 8, "max_rounds": 9},
    {"skip_forced": True},
    {"systems": 38, "connected_board": True, "home_vp": 8, "races": (3, 6, 0, 1)},
]


def compare(
    players: int,
    options: dict[str, Any],
    seeds: range,
    asked: Counter[str],
    every: int = 1,
    tables: dict[str, str] | None = None,
) -> None:
    """Compare the games of some seeds."""
    tables = tables or {}
    own = {name: value for name, value in options.items() if name != "skip_forced"}
    if "races" in own:
        own["races"] = own["races"][:players]
    box = rules.read_box(**tables)
    batch = Batch(
        GAME,
        1,
        num_players=players,
        autoreset=False,
        skip_forced=options.get("skip_forced", False),
        random_races="races" not in own,
        **(own | tables),
    )
    for seed in seeds:
        oracle = Oracle(players, seed, box=box, **own)
        play_both(batch, oracle, seed, f"{players} players, {options}", every, asked)


@pytest.mark.skipif(not JIT, reason="plain Python plays too slowly for this")
@pytest.mark.parametrize("players", GAME.player_counts)
def test_game_equals_oracle(players, tmp_path):
    asked: Counter[str] = Counter()
    for number, options in enumerate(VARIANTS):
        seed = 100 * number + 1000 * players
        compare(players, options, range(seed, seed + 1), asked)
    tables = write_tables(tmp_path, players)
    compare(players, {}, range(6), asked, tables=tables)
    assert len(asked) > 26


def run(players: int, games: int, seed: int, every: int) -> None:
    """Compare games with every variant, half of them with random tables."""
    asked: Counter[str] = Counter()
    begun = time.process_time()
    played = 0
    for number, options in enumerate(VARIANTS):
        compare(players, options, range(seed, seed + games), asked, every)
        for first in range(seed, seed + games, 5):
            seeds = range(first, min(first + 5, seed + games))
            with tempfile.TemporaryDirectory() as folder:
                tables = write_tables(Path(folder), 100 * first + number)
                compare(players, options, seeds, asked, every, tables)
        played += 2 * games
    seconds = time.process_time() - begun
    print(f"{players} players: {played} games, {asked.total()} decisions, {seconds:.0f} s, equal")
    print(*(f"{name} {count}" for name, count in sorted(asked.items())), sep=", ", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="for each player count and variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="compare all after so many decisions")
    args = parser.parse_args()
    for count in GAME.player_counts:
        run(count, args.games, args.seed, args.every)
