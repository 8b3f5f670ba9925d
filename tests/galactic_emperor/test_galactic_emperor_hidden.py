"""What players see of hidden things, and how they are dealt anew."""

from __future__ import annotations

from conftest import JIT

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.scenario import Table

GAME = registry.load("galactic_emperor")
LAYOUT = GAME.observation
TILE = {code: t for t, code in enumerate(["H0", "H1", "H2", "H3", "H4", "H5", "OM", "BH"])}


def seen(game, player):
    return LAYOUT.view(game.batch.observe(0, player)[0])


def scanning(pile):
    """Return a game in which seat 1 has just looked at the pile."""
    game = Table(GAME, num_players=3)
    game.arrange(
        {
            "throne": 1,
            "row": ["P01", "P02", "P03"],
            "pile": pile,
            "players": {"1": {"technologies": ["Long-Range Scanner"]}},
        }
    )
    for move in ("take Explorer", "take tile P01", "use the Scanner"):
        game.play(move)
    return game


def test_only_the_user_of_the_scanner_sees_the_drawn_tile():
    game = scanning(["P12", "P05"])
    p12 = 19
    assert seen(game, 1)["drawn_tile"][p12] == 1
    assert seen(game, 0)["drawn_tile"].sum() == 0
    drawn = set()
    for seed in range(60):
        other = game.batch.copy()
        other.redeal(0, seed=seed)
        drawn.add(int(other.states[0].drawn_tile))
        mine = game.batch.copy()
        mine.redeal(1, seed=seed)
        assert mine.states[0].drawn_tile == p12
    assert len(drawn) > 5
    assert all(8 <= t <= 22 for t in drawn), "the Black Hole still lies below the plain tiles"


def test_the_returned_tile_is_known_to_whom_it_must_be():
    game = scanning(["P12", "P05"])
    game.play("keep the tile in hand")
    assert seen(game, 1)["top_tile"][19] == 1
    assert seen(game, 2)["top_tile"].sum() == 0
    game = scanning(["P12", "P05"])
    game.play("keep the drawn tile")
    for player in range(3):
        assert seen(game, player)["top_tile"][8] == 1
        other = game.batch.copy()
        other.redeal(player, seed=3)
        assert other.states[0].pile[other.states[0].pile_count - 1] == 8


def test_a_redeal_keeps_the_parts_of_the_pile():
    game = Table(GAME, num_players=3)
    game.reset(seed=8)
    before = game.position()["pile"]
    hole = before.index("BH")
    game.batch.redeal(0, seed=4)
    after = game.position()["pile"]
    assert after != before
    assert after[hole] == "BH"
    assert sorted(after[:hole]) == sorted(before[:hole])
    assert sorted(after[hole:]) == sorted(before[hole:])


def test_points_of_the_others_are_hidden_and_dealt_anew():
    game = Table(GAME, num_players=3)
    game.arrange({"players": {"0": {"vp": 7}, "1": {"vp": 9}, "2": {"vp": 4}}})
    assert seen(game, 1)["vp"].tolist() == [9, -1, -1, 0, 0, 0]
    game.batch.redeal(1, seed=2)
    points = [game.position()["players"][str(p)]["vp"] for p in range(3)]
    assert points[1] == 9
    assert points[0] + points[2] == 11


def test_option_hidden_vp_off_shows_and_keeps_the_points():
    game = Table(GAME, num_players=3, hidden_vp=False)
    game.arrange({"players": {"0": {"vp": 7}, "1": {"vp": 9}, "2": {"vp": 4}}})
    assert seen(game, 1)["vp"][:3].tolist() == [9, 4, 7]
    game.batch.redeal(1, seed=2)
    assert game.position()["players"]["0"]["vp"] == 7


def test_marks_and_pool_above_a_byte_go_on_in_a_second_entry():
    game = Table(GAME, num_players=6)
    game.arrange({"players": {"0": {"marks": 200}}})
    view = seen(game, 0)
    assert view["marks"][0].tolist() == [127, 73]
    assert view["pool"].tolist() == [127, 33]


def test_what_was_declared_this_turn_is_forgotten_after_the_role():
    batch = Batch(GAME, 64 if JIT else 1, num_players=4)
    batch.reset(seed=8)
    declared = 0
    for _ in range(1500 if JIT else 60):
        batch.step(batch.sample())
        states = batch.states
        between = states["role"] < 0
        declared += int((states["protein_uses"] + states["robotics_declared"]).sum())
        assert (states["protein_uses"][between] == 0).all()
        assert (states["robotics_declared"][between] == 0).all()
    assert declared > 0 or not JIT
