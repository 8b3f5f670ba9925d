"""The setup, the chance events of it, and what TOML scenarios cannot say."""

from __future__ import annotations

import csv
from typing import Any

import numpy as np
import pytest

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.rng import RNG, pick, seed_rng, shuffle
from spaceenvs.core.scenario import Table
from spaceenvs.galactic_emperor.components import TILE_CODES
from spaceenvs.galactic_emperor.tables import DATA, read_tiles

GAME = registry.load("galactic_emperor")


def table(**options):
    game = Table(GAME, **options)
    game.reset(seed=5)
    return game


@pytest.mark.parametrize(
    ("players", "row", "pile", "tokens", "pool"),
    [(3, 4, 30, 11, 115), (4, 5, 28, 10, 130), (5, 6, 26, 9, 145), (6, 7, 24, 8, 160)],
)
def test_e2_setup_counts(players, row, pile, tokens, pool):
    """E2 and section 3."""
    words = table(num_players=players).position()
    assert (len(words["row"]), len(words["pile"]), words["pool"]) == (row, pile, pool)
    assert words["decision"] == "DIRECTION"
    for p in range(players):
        me = words["players"][str(p)]
        assert me["tokens"] == tokens
        assert (me["marks"], me["metal"], me["energy"], me["vp"]) == (5, 1, 1, 0)
        (home,) = me["ships"]
        assert me["ships"][home] == "1F"
        assert words["sectors"][home]["token"] == "home"
        assert words["sectors"][home]["tile"] == f"H{p}"


@pytest.mark.parametrize(
    ("players", "homes"),
    [
        (3, [19, 25, 31]),
        (4, [19, 22, 28, 31]),
        (5, [19, 22, 25, 28, 31]),
        (6, [19, 22, 25, 28, 31, 34]),
    ],
)
def test_r1_homes_are_corners(players, homes):
    """R1 and the start layouts."""
    assert table(num_players=players).box.home[:players].tolist() == homes


def expected_setup(seed, players, homes_plain):
    """R50: shuffle the plain tiles, shuffle the atomic ones, then pick the Throne."""
    plain = [code for code in TILE_CODES if code.startswith("P")]
    atomic = [code for code in TILE_CODES if code.startswith("A")]
    unused = [f"H{p}" for p in range(players, 6)]
    (plain if homes_plain else atomic).extend(unused)
    rng = np.zeros(1, RNG)[0]
    seed_rng(rng, seed)
    shuffled = []
    for tiles in (plain, atomic):
        ids = np.array([TILE_CODES.index(code) for code in tiles], np.int8)
        shuffle(rng, ids, len(ids))
        shuffled.append([TILE_CODES[t] for t in ids])
    return [*shuffled[0], "BH", *shuffled[1]], int(pick(rng, players))


@pytest.mark.parametrize("homes_plain", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r4_r50_pile_and_throne(players, homes_plain):
    """R4: unused homes are atomic (option: plain); R50: the first of a list lies uppermost."""
    game = table(num_players=players, unused_homes_plain=homes_plain)
    words = game.position()
    pile, throne = expected_setup(5, players, homes_plain)
    assert sorted(words["row"]) == sorted(pile[: players + 1])
    assert words["pile"] == pile[players + 1 :]
    assert words["throne"] == throne == words["to_move"]


def test_start_throne_names_the_seat_and_uses_no_chance():
    for seat in range(4):
        game = table(num_players=4, start_throne=seat)
        assert game.position()["throne"] == seat
        assert game.position()["pile"] == table(num_players=4).position()["pile"]


def test_r7_totals_of_the_reconstruction():
    """R7 and section 2.4."""
    tiles = read_tiles(DATA / "tiles.csv")
    totals = [int(tiles[name].sum()) for name in ("planets", "food", "metal", "energy")]
    assert totals == [36, 22, 22, 8]
    assert int(((tiles["metal"] + tiles["energy"]) > 0).sum()) == 24
    assert sorted(tiles["planets"][8:].tolist()).count(2) == 6
    assert set(tiles["source"]) == {"seed", "reconstructed"}


def test_actions_are_those_of_the_rules():
    with (DATA / "actions.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == GAME.actions.size == 181
    for row in rows:
        assert GAME.actions.name(int(row["index"])).replace(" ", "_") == row["name"]


def test_r18_after_twenty_rounds_the_attacker_must_retreat():
    """R18: D22 is asked after rounds 1 to 19; round 20 ends with a retreat."""
    game = Table(GAME, num_players=3)
    game.arrange(
        {
            "sectors": {"21": {"tile": "P01", "owner": 0}},
            "players": {"1": {"ships": {"20": "1C"}}},
        }
    )
    for move in ("take Warlord A", "end movement", "move Cruiser 8 from hex 20"):
        game.play(move)
    game.play("go to hex 21")
    game.load([1] * 4)
    game.play("end movement")
    for number in range(1, 20):
        words = game.position()
        assert (words["decision"], words["role"]["battle"]["round"]) == ("CONTINUE", number)
        game.load([1] * 4)
        game.play("fight on")
    words = game.position()
    assert (words["decision"], words["to_move"]) == ("MOVE", 2)
    assert words["players"]["1"]["ships"] == {"20": "1C"}
    assert words["sectors"]["21"]["owner"] == 0


def test_r49_a_duel_of_fifty_rounds_is_decided_by_sectors_marks_and_order():
    """R21, R49: nobody dies; the marks decide."""
    game = Table(GAME, num_players=3, round_cap=1)
    game.arrange(
        {
            "chosen": 2,
            "cards": {"Merchant": "taken", "Steward": "taken"},
            "players": {"0": {"vp": 10, "marks": 5}, "1": {"vp": 8, "marks": 6}},
        }
    )
    game.play("take Scientist")
    game.play("buy no technology")
    game.play("buy no technology")
    game.load([1] * 96)
    before = game.state.rng.words.copy()
    # One Fighter each: 100 dice in 50 rounds, the last four from a generator without hits.
    for seed in range(200):
        seed_rng(game.state.rng, seed)
        if all(pick(game.state.rng, 6) < 4 for _ in range(4)):
            seed_rng(game.state.rng, seed)
            break
    game.load([1] * 96)
    assert (game.state.rng.words != before).any()
    game.play("buy no technology")
    words = game.position()
    assert words["done"]
    assert words["score"] == [11, 11, 1]
    assert words["rank"] == [1, 0, 2]


def test_every_option_plays_whole_games():
    every: dict[str, Any] = {
        "hidden_vp": False,
        "market_prices": "dice",
        "finish_round": True,
        "optional_conquest": True,
        "unused_homes_plain": True,
        "retreat_last_hex": True,
        "caught_cancels": True,
        "early_battles": True,
        "price_reversal": "before_roll",
        "round_cap": 6,
        "start_throne": 1,
    }
    count = 1 if not hasattr(GAME.step, "overloads") else 60
    batch = Batch(GAME, count, num_players=4, autoreset=False, skip_forced=False, **every)
    batch.reset(seed=3)
    for _ in range(GAME.max_decisions):
        assert not batch.check().any()
        if batch.terminated.all():
            break
        batch.step(batch.sample())
    assert batch.terminated.all()
    assert batch.states["round_number"].max() <= 6


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"round_cap": 0}, "round_cap lies in 1"),
        ({"start_throne": 3}, "start_throne is a seat 0..2"),
    ],
)
def test_wrong_options_are_refused(options, words):
    with pytest.raises(ValueError, match=words):
        Batch(GAME, 1, num_players=3, **options)
