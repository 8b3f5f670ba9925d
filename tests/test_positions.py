"""Positions go into words and back, and nothing that is no position gets into a game."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from conftest import JIT
from positions import go_round
from random_options import draw_options

from spaceenvs import registry
from spaceenvs.core.errors import ScenarioError
from spaceenvs.core.scenario import Table

MUTANTS = 60 if JIT else 12
IMPOSSIBLE = (2**64, -(2**64), 1.5, None, "no such word", {"no such": "entry"}, [["no such"]])


def test_positions_of_a_game_come_back(table, game):
    players = table[1]
    most = game.max_decisions if JIT else 40
    every = 40 if JIT else 20
    assert go_round(game, {"num_players": players}, seed=players, every=every, most=most) > 1


@pytest.mark.parametrize("seed", range(6 if JIT else 2))
def test_positions_of_a_game_with_random_options_come_back(game_name, seed):
    game, rng = registry.load(game_name), random.Random(seed)
    options = draw_options(game, rng.choice(game.player_counts), rng)
    assert go_round(game, options, seed, every=80, most=400 if JIT else 20) > 1


def play_a_while(game, decisions, **options):
    """Return a table in the middle of a random game."""
    table, rng = Table(game, **options), np.random.default_rng(decisions)
    table.reset(seed=decisions)
    for _ in range(decisions):
        if not table.state.done:
            table.play(int(rng.choice(np.flatnonzero(table.batch.mask[0]))))
    return table


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all entries inside one."""
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    return [
        found for key, below in inside for found in ((*path, key), *paths_in(below, (*path, key)))
    ]


def exchange(position: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return a position with another value at a path."""
    changed: Any = json.loads(json.dumps(position))
    found = changed
    for key in path[:-1]:
        found = found[key]
    found[path[-1]] = value
    return changed


@pytest.mark.parametrize("decisions", [3, 60])
def test_impossible_words_are_refused_with_their_path(game_name, game, decisions):
    table = play_a_while(game, decisions if JIT else 3, num_players=game.players[1])
    position, rng = table.position(), random.Random(decisions)
    before = table.batch.states.tobytes()
    paths = paths_in(position)
    for path in rng.sample(paths, min(len(paths), MUTANTS)):
        value = rng.choice(IMPOSSIBLE)
        with pytest.raises(ScenarioError) as error:
            table.arrange(exchange(position, path, value))
        said = str(error.value)
        assert any(
            said.startswith(f"{'.'.join(map(str, path[:depth]))}")
            for depth in range(max(len(path) - 1, 1), len(path) + 1)
        ), (path, value, said)
    assert table.batch.states.tobytes() == before


def test_unknown_words_are_refused_with_their_path(game_name, game):
    table = play_a_while(game, 5, num_players=game.players[0])
    position, rng = table.position(), random.Random(5)
    tables = [(), *(path for path in paths_in(position) if isinstance(_at(position, path), dict))]
    for path in rng.sample(tables, min(len(tables), MUTANTS // 2)):
        with pytest.raises(ScenarioError, match=f"^{'.'.join((*path, 'enrgy'))}: "):
            table.arrange(exchange(position, (*path, "enrgy"), 1))


def _at(position: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        position = position[key]
    return position


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        (
            "galactic_emperor",
            {"sectors": {"20": {"tile": "P01", "owner": -(2**63), "token": "starbase"}}},
            "sectors.20.owner: -1 to . are allowed, -9223372036854775808 was given",
        ),
        ("galactic_emperor", {"sectors": {"99": {}}}, "sectors.99: there is no '99' here"),
        ("galactic_emperor", {"players": {"0": {"ships": {"7": "2X"}}}}, "players.0.ships.7: "),
        ("galactic_emperor", {"rond": 3}, "rond: there is no such entry here; .*'round'"),
        ("galaxy", {"lost": [1, 0]}, r"lost: it is \[0, 0\] in this position"),
        ("galaxy", {"active": -2}, "active: -1 to 1 are allowed, -2 was given"),
        ("galaxy", {"active": True}, "active: a whole number from -1 to 1 is wanted, True was"),
        ("galaxy", {"bases": {"KHA": "G99"}}, "bases.KHA: a base is one of .. and a level"),
        ("galaxy", {"bases": {"KHA": "G1 " * 6}}, "bases.KHA: Green has 5 bases"),
        ("galaxy", {"piles": {"KHA": ["FEL3?"]}}, "piles.KHA.0: only ships of KHA lie face down"),
        ("core_worlds", {"seat3": {"energy": 3}}, "seat3: there is no such entry here"),
        ("core_worlds", {"seat0": {"enrgy": 3}}, "seat0.enrgy: there is no .*'energy'"),
        ("core_worlds", {"seat0": {"hand": ["999999999 Varn"]}}, "seat0.hand.0: at most 12 cards"),
        ("core_worlds", {"zone": [""] * 40}, "zone: 0 to 32 entries are allowed, 40 were given"),
        ("core_worlds", {"round": 10, "decision": "KEEP_CARD"}, "no game comes to this position: "),
        ("handful_of_stars", {"pool": {"energy": 1}}, "pool.energy: it is 0 in this position"),
        ("handful_of_stars", {"in_play": "Engines"}, "in_play: it is '' in this position"),
        ("handful_of_stars", {"target": "Boldar"}, "target: it is '' in this position"),
        ("handful_of_stars", {"neutral_cards": []}, "neutral_cards: it is "),
        ("handful_of_stars", {"players": {"Pink": {}}}, "players.Pink: there is no such entry"),
        ("handful_of_stars", {"players": {"Red": {"fleets": {"Boldar": 99}}}}, "players.Red.fle"),
        ("cosmic_encounter", {"seats": {"2": {"warp": 2**63}}}, "seats.2.warp: 0 to 40 are allow"),
        ("cosmic_encounter", {"seats": {"7": {}}}, "seats.7: there is no such entry here"),
        ("cosmic_encounter", {"off": -1}, "off: 0 to . are allowed, -1 was given"),
        ("cosmic_encounter", {"outcome": "deal"}, "outcome: it is '' in this position"),
        ("cosmic_encounter", {"seats": {"1": {"hoard": ["Attack 8"]}}}, "seats.1.hoard: only a Mi"),
    ],
)
def test_what_is_wrong_is_named(name, words, message):
    game = registry.load(name)
    table = Table(game, num_players=game.players[0])
    table.reset(seed=1)
    before = table.batch.states.tobytes()
    with pytest.raises(ScenarioError, match=f"^{message}"):
        table.arrange(words)
    assert table.batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"plaec.0": 1}, "record.plaec.0: no field of the record is called 'plaec'"),
        ({"place": 1}, "record.place: this is no single place"),
        ({"place.12": 1}, "record.place.12: places are 0 to 11, '12' was given"),
        ({"place.-1": 1}, "record.place.-1: places are 0 to 11"),
        ({"place.11": [1, 2]}, "record.place.11: 0 to 1 entries are allowed, 2 were given"),
        ({"turn.0": 1}, "record.turn.0: there is nothing inside"),
        ({"rng": 1}, "record.rng: this is no single place"),
        ({"rng.words.0": -1}, "record.rng.words.0: 0 to 18446744073709551615 are allowed"),
        ({"turn": 2**40}, "record.turn: -128 to 127 are allowed"),
        ({"turn": 1.0}, "record.turn: a whole number"),
        ({"reward.0": float("nan")}, "record.reward.0: a finite number is wanted"),
        ({"to_move": 7}, "no game comes to this position: to_move is 0..1, 7 was found"),
        ({"place.0": 5}, "no game comes to this position: the turns do not agree"),
        ([], "record: a table"),
    ],
)
def test_a_record_is_read_without_trust(record, message):
    game = registry.load("template")
    with pytest.raises(ScenarioError, match=f"^{message}"):
        Table(game, num_players=2).arrange({"record": record})


def test_what_the_words_say_and_the_record_says_must_agree():
    table = play_a_while(registry.load("galaxy"), 40, num_players=3)
    position = table.position()
    with pytest.raises(ScenarioError, match=r"hand_sizes: it is .* in this position"):
        table.arrange(position | {"hand_sizes": [9, 9, 9]})
