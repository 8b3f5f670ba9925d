"""Batch: many games, one call, nothing lost."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import JIT

from spaceenvs.core.batch import Batch
from spaceenvs.core.driver import WAIT
from spaceenvs.core.errors import IllegalActionError
from spaceenvs.template import GAME


def make(count=8, **kwargs):
    kwargs.setdefault("num_players", 3)
    return Batch(GAME, count, **kwargs)


def test_a_batch_of_1000_equals_1000_single_games(game, game_name):
    many = 1000 if JIT else 3
    steps = 40 if JIT else 10
    batch = Batch(game, many, num_players=game.players[0])
    batch.reset(seed=5)
    singles = [Batch(game, 1, num_players=game.players[0]) for _ in range(many)]
    for single, seed in zip(singles, batch.seeds, strict=True):
        single.reset(np.array([seed]))
    for _ in range(steps):
        for name in ("observation", "mask", "to_move", "rewards", "terminated", "states", "seeds"):
            together = getattr(batch, name).tobytes()
            alone = b"".join(getattr(single, name).tobytes() for single in singles)
            assert together == alone, name
        actions = batch.sample()
        batch.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step([action])


def test_the_threads_do_not_change_the_game():
    one, two = make(101), make(101, num_threads=2)
    one.reset(seed=4)
    two.reset(seed=4)
    for _ in range(50):
        one.step(one.sample())
        two.step(two.sample())
        assert one.states.tobytes() == two.states.tobytes()
        assert one.observation.tobytes() == two.observation.tobytes()


def test_results_and_last_observations_survive_the_autoreset():
    batch = make(50, skip_forced=False)
    twin = make(50, skip_forced=False, autoreset=False)
    batch.reset(seed=2)
    twin.reset(batch.seeds.copy())
    running = np.ones(50, bool)
    for _ in range(GAME.max_decisions):
        actions = batch.sample()
        batch.step(actions)
        twin.step(np.where(running, actions, WAIT))
        ended = np.flatnonzero(batch.terminated & running)
        assert (ended == np.flatnonzero(twin.terminated & running)).all()
        if ended.size:
            assert (batch.rewards[ended] == twin.rewards[ended]).all()
            assert (batch.final_states[ended] == twin.states[ended]).all()
            for player in range(3):
                last = batch.final_observation(ended, player)
                assert (last == twin.observe(ended, player)).all()
            assert (batch.cycles[ended] == 0).all()
            assert (batch.mask[ended].sum(1) > 1).all()
        running &= ~batch.terminated
    assert not running.any()


def test_max_cycles_truncates():
    batch = make(5, max_cycles=2, skip_forced=False)
    batch.reset(seed=1)
    assert not batch.step(batch.sample()).truncated.any()
    shown = batch.step(batch.sample())
    assert shown.truncated.all()
    assert not shown.terminated.any()
    assert (shown.rewards == 0).all()
    assert (batch.cycles == 0).all()


def test_forced_decisions_are_played_unless_asked_for():
    batch = make(20)
    batch.reset(seed=3)
    for _ in range(30):
        assert (batch.mask.sum(1) > 1).all()
        batch.step(batch.sample())


def test_an_illegal_action_names_itself_and_changes_nothing():
    batch = make(4)
    batch.reset(seed=1)
    before = batch.states.tobytes(), batch.mask.tobytes(), batch.observation.tobytes()
    actions = batch.sample()
    actions[2] = np.flatnonzero(batch.mask[2] == 0)[0]
    with pytest.raises(IllegalActionError, match=r"MINE \w+\) is not legal in game 2; legal are:"):
        batch.step(actions)
    actions[2] = 13
    with pytest.raises(IllegalActionError, match=r"actions 0\.\.12, 13 was given in game 2"):
        batch.step(actions)
    actions[2] = -2
    with pytest.raises(IllegalActionError, match="-2 was given"):
        batch.step(actions)
    assert before == (batch.states.tobytes(), batch.mask.tobytes(), batch.observation.tobytes())


def test_waiting_leaves_a_game_alone():
    batch = make(3)
    batch.reset(seed=1)
    before = batch.states[1].tobytes()
    actions = batch.sample()
    actions[1] = WAIT
    batch.step(actions)
    assert batch.states[1].tobytes() == before


def test_bad_input_gets_a_clear_sentence():
    with pytest.raises(ValueError, match="template takes 2 to 4 players, 7 were asked for"):
        make(num_players=7)
    with pytest.raises(TypeError, match=r"num_players' takes int, 2\.0 was given"):
        make(num_players=2.0)
    with pytest.raises(TypeError, match="no option 'bonsu'; its options are: num_players, bonus"):
        make(bonsu=2)
    with pytest.raises(ValueError, match="'bonus' is one of 1, 2, 3; 9 was given"):
        make(bonus=9)
    with pytest.raises(ValueError, match="num_games is at least 1, 0 was given"):
        make(0)
    with pytest.raises(TypeError, match=r"num_games is an integer, 2\.5 was given"):
        make(2.5)
    with pytest.raises(TypeError, match="num_threads is an integer, '2' was given"):
        make(num_threads="2")
    with pytest.raises(TypeError, match="skip_forced is True or False, 'yes' was given"):
        make(skip_forced="yes")
    with pytest.raises(ValueError, match="num_threads is at least 1"):
        make(num_threads=0)
    with pytest.raises(ValueError, match="reward is one of winner, rank, score; 'gold' was given"):
        make(reward="gold")
    with pytest.raises(ValueError, match="max_cycles is at least 1"):
        make(max_cycles=0)
    batch = make(4)
    for name, given in [
        ("step", (np.zeros(4, int),)),
        ("sample", ()),
        ("observe", (0, 0)),
        ("check", ()),
        ("redeal", (0, 1)),
        ("playout", ()),
        ("save", ("games.npz",)),
    ]:
        with pytest.raises(RuntimeError, match=rf"call reset\(\) before {name}\(\)"):
            getattr(batch, name)(*given)
    batch.reset(seed=1)
    for kind in (np.int64, np.uint64):
        with pytest.raises(IllegalActionError, match=r"actions 0\.\.12, 4294967296 was given"):
            batch.step(np.full(4, 2**32, kind))
    with pytest.raises(TypeError, match="4 integers, an array of float64"):
        batch.step(np.zeros(4))
    with pytest.raises(TypeError, match=r"shape \(3,\)"):
        batch.step(np.zeros(3, int))
    with pytest.raises(TypeError, match="a seed is an integer, 'x' was given"):
        batch.reset("x")
    with pytest.raises(ValueError, match="not negative"):
        batch.reset(-1)
    with pytest.raises(ValueError, match=r"below 2\*\*63"):
        batch.reset(2**63)
    with pytest.raises(IndexError, match=r"players are 0\.\.2, 7 was given"):
        batch.redeal(7, seed=1)
    with pytest.raises(IndexError, match=r"players are 0\.\.2"):
        batch.observe(0, 3)


@pytest.mark.parametrize(
    "how", [Batch.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
def test_a_copy_goes_on_exactly(how):
    batch = make(6)
    batch.reset(seed=1)
    for _ in range(5):
        batch.step(batch.sample())
    twin = how(batch)
    for _ in range(20):
        batch.step(batch.sample())
        twin.step(twin.sample())
    assert batch.states.tobytes() == twin.states.tobytes()


def test_saved_games_go_on_exactly(tmp_path):
    batch = make(6)
    batch.reset(seed=1)
    for _ in range(5):
        batch.step(batch.sample())
    batch.save(tmp_path / "games.npz")
    twin = make(6)
    twin.restore(tmp_path / "games.npz")
    assert (twin.mask == batch.mask).all()
    for _ in range(20):
        batch.step(batch.sample())
        twin.step(twin.sample())
    assert batch.states.tobytes() == twin.states.tobytes()
    with pytest.raises(ValueError, match="holds 6 games, this batch 5"):
        make(5).restore(tmp_path / "games.npz")
    with pytest.raises(ValueError, match=r'with the options .*"num_players": 3.* this batch has'):
        make(6, num_players=2).restore(tmp_path / "games.npz")
    with np.load(tmp_path / "games.npz") as file:
        kept = dict(file)
    kept["fields"] = np.array(str(kept["fields"]).replace("to_move", "mover"))
    np.savez(tmp_path / "older.npz", **kept)
    with pytest.raises(ValueError, match=r"older.npz was written by a release with other records"):
        make(6).restore(tmp_path / "older.npz")
    (tmp_path / "junk.npz").write_bytes(b"junk")
    with pytest.raises(ValueError, match=r"junk.npz holds no saved games"):
        make(6).restore(tmp_path / "junk.npz")


def test_random_actions_are_legal_and_uniform():
    batch = make(3000 if JIT else 200)
    batch.reset(np.full(batch.num_games, 9))
    batch.streams[:] = np.arange(batch.num_games)
    actions = batch.sample()
    assert (batch.mask[np.arange(batch.num_games), actions] == 1).all()
    counts = np.bincount(actions, minlength=13)[batch.mask[0] == 1]
    assert counts.min() > 0.8 * counts.mean()


def test_rewards_are_zero_sum_whatever_the_scheme():
    for reward in ("winner", "rank", "score"):
        batch = make(200 if JIT else 10, reward=reward, autoreset=False)
        batch.reset(seed=1)
        while not batch.terminated.all():
            batch.step(batch.sample())
        assert np.allclose(batch.rewards.sum(1), 0, atol=1e-5)
        assert np.abs(batch.rewards).max() <= 1
        best = batch.states["score"][:, :3].argmax(1)
        rows = np.arange(batch.num_games)
        assert (batch.rewards[rows, best] >= batch.rewards.max(1) - 1e-6).all()


def test_a_playout_ends_every_game():
    batch = make(10)
    batch.reset(seed=1)
    assert batch.playout() >= 10 * 9
    assert (batch.states["done"] == 1).all()
    assert np.allclose(batch.states["reward"][:, :3].sum(1), 0, atol=1e-5)
