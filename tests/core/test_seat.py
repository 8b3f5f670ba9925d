"""One seat against opponents: Gymnasium, stable-baselines3, and the learner's return."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from conftest import JIT
from sb3_contrib import MaskablePPO

import spaceenvs
from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.seat import SeatEnv, SeatVecEnv
from spaceenvs.template import GAME


def first_legal(observations, masks):
    return masks.argmax(1)


def last_legal(observations, masks):
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


def small_seat(**kwargs):
    kwargs.setdefault("num_players", 2)
    return SeatEnv(GAME, **kwargs)


def small_vec(count=8, **kwargs):
    kwargs.setdefault("num_players", 2)
    return SeatVecEnv(GAME, count, **kwargs)


def illegal(mask):
    return int(np.flatnonzero(mask == 0)[0])


def test_an_illegal_action_ends_the_game_and_punishes_the_learner():
    env = small_seat(num_players=3)
    _, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(illegal(info["action_mask"]))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert env.observation_space.contains(seen)
    assert not info["action_mask"].any()
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    _, info = env.reset()
    assert info["action_mask"].any()


def test_an_illegal_action_raises_if_asked_to_and_changes_nothing():
    env = small_seat(illegal_action="raise")
    _, info = env.reset(seed=1)
    before = env._batch.states.tobytes()
    with pytest.raises(IllegalActionError, match="is not legal in game 0; legal are: mine"):
        env.step(illegal(info["action_mask"]))
    assert env._batch.states.tobytes() == before
    env.step(int(info["action_mask"].argmax()))
    with pytest.raises(ValueError, match="illegal_action is terminate or raise, 'ignore'"):
        small_seat(illegal_action="ignore")


def test_in_a_batch_an_illegal_action_ends_that_game_alone():
    vec, twin = small_vec(4, seed=3), small_vec(4, seed=3)
    vec.reset(), twin.reset()
    actions = vec.action_masks().argmax(1)
    wrong = actions.copy()
    wrong[2] = illegal(vec.batch.mask[2])
    seen_by_two = vec._seats.observations[2].copy()
    old_seed = int(vec.batch.seeds[2])
    seen, rewards, dones, infos = vec.step(wrong)
    same, *_ = twin.step(actions)
    assert rewards.tolist() == [0, 0, -1, 0]
    assert dones.tolist() == [False, False, True, False]
    assert (infos[2]["terminal_observation"] == seen_by_two).all()
    assert not infos[2]["TimeLimit.truncated"]
    assert infos[2]["episode"]["r"] == -1
    assert (seen[[0, 1, 3]] == same[[0, 1, 3]]).all()
    assert vec.batch.seeds[2] != old_seed
    assert vec.batch.to_move[2] == vec._seats.seats[2]
    for _ in range(30):
        vec.step(vec.action_masks().argmax(1))
    before = vec.batch.states.tobytes()
    with pytest.raises(IllegalActionError, match=r"actions 0\.\.12, 13 was given in game 1"):
        vec.step(np.array([0, 13, 0, 0], np.int32))
    assert vec.batch.states.tobytes() == before
    strict = small_vec(4, seed=3, illegal_action="raise")
    strict.reset()
    with pytest.raises(IllegalActionError, match="is not legal in game 2"):
        strict.step(wrong)


def test_the_log_of_sb3_shows_returns_without_a_wrapper(capsys):
    env = small_vec(4, seed=1)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, verbose=1)
    model.learn(256)
    shown = capsys.readouterr().out
    assert "ep_rew_mean" in shown
    assert "ep_len_mean" in shown
    assert model.ep_info_buffer
    assert all(1 <= entry["l"] <= 12 for entry in model.ep_info_buffer)


def test_a_vec_draws_what_the_learner_sees(capsys):
    env = small_vec(2, seed=1, render_mode="ansi", seat=1)
    env.reset()
    assert env.render() == GAME.text(env.batch.states[0], env.batch.box[0], 1)
    if JIT:
        env = small_vec(3, seed=1, render_mode="rgb_array")
        env.reset()
        picture = env.render()
        assert picture.ndim == 3
        assert picture.shape[0] > env.get_images()[0].shape[0]
    env = small_vec(2, seed=1, render_mode="human")
    env.reset()
    env.render()
    assert capsys.readouterr().out.startswith(GAME.title)


@pytest.mark.listed
def test_gymnasiums_registry_knows_the_games(table):
    env = gymnasium.make(f"spaceenvs/{spaceenvs.load(table[0]).id}", num_players=table[1])
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    env.step(int(info["action_mask"].argmax()))


def test_the_learner_gets_its_own_final_reward():
    """Highest cards against lowest cards: a line that wins returns +1 to the winner."""
    for seat in (0, 1):
        env = small_seat(seat=seat, opponents=first_legal)
        results = []
        for seed in range(30 if JIT else 4):
            _, info = env.reset(seed=seed)
            assert info["seat"] == seat
            total = 0.0
            while True:
                # The highest card, never the die.
                mask = info["action_mask"][:12]
                action = 11 - int(mask[::-1].argmax())
                _, reward, terminated, _, info = env.step(action)
                total += reward
                if terminated:
                    break
            s = env._batch.states[0]
            assert total == pytest.approx(s.reward[seat])
            assert total in (-1, 0, 1)
            results.append(total)
        assert 1 in results


def test_vec_and_single_play_the_same_games():
    single = small_seat(seat=0, opponents=last_legal)
    vec = small_vec(5, seat=0, opponents=last_legal, seed=7)
    seen = vec.reset()
    for row in range(5):
        single.reset(seed=1)
        single._batch.reset(np.array([vec.batch.seeds[row]]))
        single._seats._play_opponents()
        observation = single._seats.observations[0]
        assert (observation == seen[row]).all()
    kept = []
    for _ in range(40):
        masks = vec.action_masks()
        seen, rewards, dones, infos = vec.step(masks.argmax(1))
        assert (rewards[~dones] == 0).all()
        for row in np.flatnonzero(dones).tolist():
            assert infos[row]["terminal_observation"].shape == seen[row].shape
            assert not infos[row]["TimeLimit.truncated"]
            final = vec.batch.final_states[row]
            assert rewards[row] == pytest.approx(final["reward"][0])
            kept.append(rewards[row])
    assert len(kept) > 5


def test_seats_rotate_from_game_to_game():
    env = small_seat(num_players=3)
    seats = []
    for seed in (1, None, None, None):
        _, info = env.reset(seed=seed)
        seats.append(info["seat"])
    assert seats == [0, 1, 2, 0]
    vec = small_vec(6, num_players=3, seed=1)
    vec.reset()
    assert vec._seats.seats.tolist() == [0, 1, 2, 0, 1, 2]


def test_every_seat_may_have_its_own_opponent():
    asked = {"a": 0, "b": 0}

    def named(name):
        def play(observations, masks):
            asked[name] += len(masks)
            return masks.argmax(1)

        return play

    vec = small_vec(4, num_players=3, opponents=[named("a"), named("b")], seat=0, seed=1)
    vec.reset()
    for _ in range(20):
        vec.step(vec.action_masks().argmax(1))
    assert asked["a"] > 0
    assert asked["b"] > 0


def test_the_same_seed_plays_the_same_games():
    def run():
        vec = small_vec(6, seed=3)
        seen = [vec.reset()]
        for _ in range(30):
            seen.append(vec.step(vec.action_masks().argmax(1))[0])
        return np.array(seen)

    assert (run() == run()).all()


def test_int8_observations_scale_to_the_float_ones():
    plain, scaled = small_vec(4, seed=1, scaled=False), small_vec(4, seed=1)
    assert plain.reset().dtype == np.int8
    assert (plain.batch.observation * GAME.observation.scale == scaled.reset()).all()


def test_truncation_is_told_apart_from_the_end():
    env = small_seat(max_cycles=2, skip_forced=False)
    _, info = env.reset(seed=1)
    truncated = terminated = False
    while not (truncated or terminated):
        _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    assert truncated
    assert not terminated


def test_bad_input_gets_a_clear_sentence():
    with pytest.raises(ValueError, match=r"seat is 0\.\.1 or None, 2 was given"):
        small_seat(seat=2)
    with pytest.raises(ValueError, match="an opponent is \"random\" or a function, 'bob'"):
        small_seat(opponents="bob")
    with pytest.raises(ValueError, match="2 opponents are needed with 3 players, 1 were given"):
        small_seat(opponents=["random"], num_players=3)
    for answer in (lambda _, masks: masks.argmax(1) + 0.7, lambda _, masks: masks[0].argmax()):
        with pytest.raises(
            TypeError, match=r"an opponent returns 1 integers, <function .* returned"
        ):
            small_seat(seat=1, opponents=answer).reset(seed=1)
    env = small_seat()
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    with pytest.raises(AttributeError, match="only action_masks can be called"):
        small_vec().env_method("fly")


class Alternating:
    """A lineup whose opponent changes from game to game; it notes what it was asked."""

    def __init__(self):
        self.games = np.zeros(8, int)
        self.asked = []
        self.seeds = []

    def reseed(self, seed):
        self.seeds.append(seed)

    def begin(self, seats, rows):
        self.games[rows] += 1

    def act(self, seats, rows, actions):
        mask = seats.batch.mask
        assert (seats.batch.to_move[rows] != seats.seats[rows]).all()
        for row in rows:
            choose = first_legal if self.games[row] % 2 else last_legal
            actions[row] = choose(None, mask[row : row + 1])[0]
            self.asked.append(int(row))


def test_a_lineup_chooses_opponents_game_by_game():
    lineup = Alternating()
    env = small_vec(opponents=lineup, seed=3)
    env.reset()
    assert lineup.seeds == [3]
    assert (lineup.games == 1).all()
    for _ in range(12):
        env.step(env.action_masks().argmax(1))
    assert (lineup.games > 1).all()
    assert set(lineup.asked) == set(range(8))


def test_what_is_no_opponent_is_refused_with_a_sentence():
    with pytest.raises(TypeError, match=r"opponents are .*; 5 was given"):
        small_vec(opponents=5)
