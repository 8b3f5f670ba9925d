"""Gymnasium's own vector environment on a batch."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import JIT
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, NormalizeReward, RecordEpisodeStatistics

import spaceenvs
from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.seat import SeatVecEnv
from spaceenvs.core.vector import SeatVectorEnv
from spaceenvs.template import GAME


def small(count=6, **kwargs):
    kwargs.setdefault("num_players", 2)
    return SeatVectorEnv(GAME, count, **kwargs)


def test_it_says_what_gymnasiums_own_vector_environment_says():
    """The same games and actions through SyncVectorEnv, which asks one seat after the other."""

    def last_legal(_observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)

    count, steps = 4, 60 if JIT else 15
    ours = small(count, seat=0, opponents=last_legal)
    sync = gymnasium.vector.SyncVectorEnv(
        [lambda: spaceenvs.make_seat("template", num_players=2, seat=0, opponents=last_legal)]
        * count,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    assert ours.observation_space == sync.observation_space
    assert ours.action_space == sync.action_space
    seen, infos = ours.reset(seed=5)
    sync.reset(seed=1)
    single: list[Any] = [env.unwrapped for env in sync.envs]
    for row, env in enumerate(single):  # the same deals
        _deal(env, ours.batch.seeds[row])
    ends = 0
    for turn in range(steps):
        masks = infos["action_mask"]
        assert (np.array([env._batch.mask[0] for env in single]) == masks).all()
        actions = masks.argmax(1)
        if turn % 7 == 3:
            actions[1] = np.flatnonzero(masks[1] == 0)[0]  # illegal
        seen, rewards, terminated, truncated, infos = ours.step(actions)
        theirs = sync.step(actions)
        for given, wanted in zip((rewards, terminated, truncated), theirs[1:4], strict=True):
            assert given.dtype == wanted.dtype
            assert (given == wanted).all()
        assert ("final_obs" in infos) == ("final_obs" in theirs[4])
        if "final_obs" in infos:
            ends += 1
            _compare(infos, theirs[4])
        for ended in np.flatnonzero(terminated).tolist():
            _deal(single[ended], ours.batch.seeds[ended])
        shown = np.array([env._seats.observations[0] for env in single])
        assert (shown == seen).all()
    assert ends > 2


def _deal(env, seed):
    env._batch.reset(np.array([seed]))
    env._seats._play_opponents()
    env._playing = True


def _compare(ours, theirs):
    assert (ours["_final_obs"] == theirs["_final_obs"]).all()
    assert (ours["_final_info"] == theirs["_final_info"]).all()
    for row in range(len(ours["final_obs"])):
        assert np.array_equal(ours["final_obs"][row], theirs["final_obs"][row])
    for name in ("seat", "_seat", "action_mask", "_action_mask"):
        assert (ours["final_info"][name] == theirs["final_info"][name]).all()


def test_it_plays_what_the_vec_env_of_sb3_plays():
    ours, sb3 = small(num_players=3), SeatVecEnv(GAME, 6, num_players=3, seed=4)
    seen, infos = ours.reset(seed=4)
    assert (seen == sb3.reset()).all()
    for _ in range(20):
        seen, rewards, terminated, _, infos = ours.step(infos["action_mask"].argmax(1))
        same, same_rewards, dones, _ = sb3.step(sb3.action_masks().argmax(1))
        assert (seen == same).all()
        assert (rewards == same_rewards).all()
        assert (terminated == dones).all()


def test_seeds():
    envs = small()
    first, _ = envs.reset(seed=1)
    other, _ = envs.reset()
    again, _ = envs.reset(seed=1)
    assert (first == again).all()
    assert (first != other).any()
    assert (envs.reset()[0] == other).all()
    one, _ = envs.reset(seed=[1, 2, 3, 4, 5, 6])
    assert (one == envs.reset(seed=[1, 2, 3, 4, 5, 6])[0]).all()
    with pytest.raises(ValueError, match="seeds are 6 integers"):
        envs.reset(seed=[1, 2])
    with pytest.raises(TypeError, match="a seed is an integer"):
        envs.reset(seed=1.5)


def test_truncation_is_told_apart_from_the_end():
    envs = small(max_cycles=2, skip_forced=False)
    _, infos = envs.reset(seed=1)
    cut = False
    for _ in range(4):
        _, _, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(1))
        assert not (terminated & truncated).any()
        if truncated.any():
            cut = True
            assert (infos["_final_obs"] == (terminated | truncated)).all()
    assert cut


def test_gymnasiums_wrappers_work():
    envs = DictInfoToList(NormalizeReward(RecordEpisodeStatistics(small())))
    _, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(30):
        actions = np.array([info["action_mask"].argmax() for info in infos])
        _, _, _, _, infos = envs.step(actions)
        ended += sum("episode" in info for info in infos)
    assert ended > 5


def test_what_it_returns_is_yours_to_keep():
    envs = small()
    seen, infos = envs.reset(seed=1)
    kept = seen.copy(), infos["action_mask"].copy()
    envs.step(infos["action_mask"].argmax(1))
    assert (seen == kept[0]).all()
    assert (infos["action_mask"] == kept[1]).all()


def test_it_draws_what_the_learner_sees(capsys):
    envs = small(2, render_mode="ansi", seat=1)
    envs.reset(seed=1)
    frames = envs.render()
    assert frames == tuple(GAME.text(s, envs.batch.box[0], 1) for s in envs.batch.states)
    envs = small(2, render_mode="human")
    envs.reset(seed=1)
    assert envs.render() is None
    assert capsys.readouterr().out.startswith(GAME.title)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert small().render() is None


def test_bad_input_gets_a_clear_sentence():
    envs = small(illegal_action="raise")
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step(np.zeros(6, int))
    _, infos = envs.reset(seed=1)
    with pytest.raises(IllegalActionError, match="is not legal in game"):
        envs.step((infos["action_mask"] == 0).argmax(1))
    with pytest.raises(TypeError, match="actions are 6 integers"):
        envs.step([0])
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.ones(6, bool)})
    with pytest.raises(ValueError, match="autoreset is True"):
        small(autoreset=False)


def test_a_batch_says_its_autoreset_mode_too():
    assert AutoresetMode(small().batch.autoreset_mode) is AutoresetMode.SAME_STEP
    alone = spaceenvs.make_batch("template", 2, autoreset=False)
    assert AutoresetMode(alone.autoreset_mode) is AutoresetMode.DISABLED
