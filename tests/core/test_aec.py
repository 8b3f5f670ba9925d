"""The PettingZoo environment of every game, at every player count."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import JIT

import spaceenvs
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.interop import MaskInInfo, RllibKeys
from spaceenvs.core.sample import Sampler
from spaceenvs.template import GAME


def make(table, **kwargs):
    return spaceenvs.make(table[0], num_players=table[1], **kwargs)


def small(**kwargs):
    kwargs.setdefault("num_players", 3)
    return SpaceEnv(GAME, **kwargs)


def play(env, seed=1, most=10**9):
    """Play random moves; return the rewards seen by the agents as they leave."""
    sample = Sampler(seed)
    results = {}
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            results[agent] = reward
            env.step(None)
        else:
            env.step(sample(observation["action_mask"]))
    return results


def test_masks_are_complete(table):
    """Every action masked in is accepted, every one masked out is treated as illegal."""
    env = make(table, illegal_action="raise")
    env.reset(seed=3)
    sample = Sampler(3)
    for _ in range(12 if JIT else 2):
        for _ in range(20 if JIT else 3):
            if env.terminations[env.agent_selection]:
                env.reset()
            env.step(sample(env.last()[0]["action_mask"]))
        if env.terminations[env.agent_selection]:
            env.reset()
        mask = env.last()[0]["action_mask"]
        state = env.batch.states.tobytes()
        for action in range(mask.size):
            if mask[action]:
                twin = copy.deepcopy(env)
                twin.step(action)
                assert twin.batch.states.tobytes() != state
            else:
                with pytest.raises(IllegalActionError):
                    env.step(action)
                assert env.batch.states.tobytes() == state
                assert (env.last()[0]["action_mask"] == mask).all()


def test_every_agent_is_observed_at_every_moment(table):
    env = make(table)
    env.reset(seed=2)
    sample = Sampler(2)
    for _ in range(60 if JIT else 5):
        over = env.terminations[env.agent_selection]
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            to_move = agent == env.agent_selection and not over
            assert seen["action_mask"].any() == to_move
        if over:
            break
        env.step(sample(env.observe(env.agent_selection)["action_mask"]))


def test_observations_are_yours_to_keep(table):
    env = make(table)
    env.reset(seed=2)
    first = env.last()[0]
    kept = copy.deepcopy(first)
    play(env, most=20)
    assert (first["observation"] == kept["observation"]).all()
    assert (first["action_mask"] == kept["action_mask"]).all()


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_keeps_the_running_game(table, how):
    env = make(table)
    env.reset(seed=4)
    play(env, most=30 if JIT else 4)
    twin = how(env)
    assert twin.batch.states.tobytes() == env.batch.states.tobytes()
    if JIT:
        assert play(twin) == play(env)
    twin.reset(seed=1)
    assert twin.batch.states.tobytes() != env.batch.states.tobytes()


def test_the_whole_truth_differs_with_hidden_cards_and_not_with_the_dice(table):
    env = make(table)
    env.reset(seed=1)
    truth = env.state()
    assert env.state_space.contains(truth)
    assert env.state_space.is_bounded()
    env.batch.states["rng"]["words"] ^= np.uint64(5)
    assert (env.state() == truth).all()
    env.batch.redeal(0, seed=3)
    assert (env.state() != truth).any()


@pytest.mark.skipif(not JIT, reason="plays whole games")
def test_all_agents_learn_the_result_on_the_last_step(table):
    env = make(table)
    env.reset(seed=5)
    results = play(env)
    assert sorted(results) == env.possible_agents
    assert sum(results.values()) == pytest.approx(0, abs=1e-5)
    assert max(results.values()) > 0
    reward = env.batch.states[0].reward[: table[1]]
    assert [results[agent] for agent in env.possible_agents] == pytest.approx(reward.tolist())
    assert env.agents == []


def test_resets_follow_each_other(table):
    env = make(table)
    env.reset(seed=1)
    first = env.batch.states.tobytes()
    env.reset()
    second = env.batch.states.tobytes()
    assert first != second
    env.reset(seed=1)
    assert env.batch.states.tobytes() == first
    env.reset()
    assert env.batch.states.tobytes() == second


def test_max_cycles_truncates():
    env = small(max_cycles=3, skip_forced=False)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not env.last()[0]["action_mask"].any()


def illegal_of(env):
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


def test_an_illegal_action_ends_the_game_and_punishes_the_offender_alone():
    env = small()
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(illegal_of(env))
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.rewards == {a: -1.0 if a == offender else 0.0 for a in env.possible_agents}
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    assert play(env)[offender] == -1


def test_an_illegal_action_raises_if_asked_to_and_changes_nothing():
    env = small(illegal_action="raise")
    env.reset(seed=1)
    before = env.batch.states.tobytes()
    with pytest.raises(IllegalActionError, match=r"is not legal; legal are: mine \w+, "):
        env.step(illegal_of(env))
    assert env.batch.states.tobytes() == before
    assert not any(env.terminations.values())
    env.step(int(env.last()[0]["action_mask"].argmax()))


@pytest.mark.parametrize("mode", ["terminate", "raise"])
def test_bad_actions_get_a_clear_sentence_and_change_nothing(mode):
    env = small(illegal_action=mode)
    with pytest.raises(RuntimeError, match=r"call reset\(\) before step"):
        env.step(0)
    with pytest.raises(RuntimeError, match=r"call reset\(\) before observe"):
        env.observe("player_0")
    with pytest.raises(RuntimeError, match=r"call reset\(\) before last"):
        env.last()
    with pytest.raises(RuntimeError, match=r"call reset\(\) before state"):
        env.state()
    env.reset(seed=1)
    before = env.batch.states.tobytes()
    for action, error, message in [
        (1.0, TypeError, r"an action is an integer, 1\.0 \(float\) was given"),
        (np.float32(1), TypeError, "float32"),
        ("3", TypeError, "an action is an integer, '3'"),
        (None, TypeError, "None was given: the agent is still playing"),
        (13, IllegalActionError, r"template has actions 0\.\.12, 13 was given"),
        (-1, IllegalActionError, "-1 was given"),
        (10**30, IllegalActionError, "10{30} was given"),
    ]:
        with pytest.raises(error, match=message):
            env.step(action)
        assert env.batch.states.tobytes() == before
        assert not any(env.terminations.values())
    with pytest.raises(ValueError, match="no agent 'bob'; the agents are: player_0, player_1"):
        env.observe("bob")
    env.step(np.int64(env.last()[0]["action_mask"].argmax()))
    while not all(env.terminations.values()):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    with pytest.raises(ValueError, match=r"step\(None\) is expected, 3 was given"):
        env.step(3)
    play(env)
    with pytest.raises(RuntimeError, match=r"all agents have left; call reset\(\)"):
        env.step(None)


def test_bad_arguments_get_a_clear_sentence():
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, svg, rgb_array"):
        small(render_mode="hologram")
    with pytest.raises(ValueError, match="illegal_action is terminate or raise, 'ignore'"):
        small(illegal_action="ignore")
    with pytest.raises(TypeError, match="template has no option 'colour'"):
        small(colour="red")
    with pytest.raises(ValueError, match=r"there is no game 'ludo'; the games are: .*galaxy-v0"):
        spaceenvs.make("ludo")
    with pytest.raises(ValueError, match="galaxy is at version"):
        spaceenvs.make("galaxy-v99")
    with pytest.raises(TypeError, match="a game is named by its id, such as 'galaxy-v0'; 3 was"):
        spaceenvs.make(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"max_cycles is an integer, 2\.5 was given"):
        small(max_cycles=2.5)
    with pytest.raises(ValueError, match=r"render_view is one of all, to_move, player_0.*; 'bob'"):
        small(render_view="bob")
    env = small()
    env.reset(seed=1)
    with pytest.raises(TypeError, match="a seed is an integer"):
        env.reset(seed=1.5)


def test_the_mask_moves_into_the_info_for_libraries_that_want_it_there():
    env = MaskInInfo(small())
    env.reset(seed=1)
    seen, _, _, _, info = env.last()
    assert env.observation_space("player_0").contains(seen)
    assert info["action_mask"].any()
    env.step(int(info["action_mask"].argmax()))


def test_rllib_finds_its_keys():
    env = RllibKeys(small())
    env.reset(seed=1)
    seen = env.last()[0]
    assert env.observation_space("player_0").contains(seen)
    assert seen is not None
    assert seen["action_mask"].dtype == np.float32
    env.step(int(seen["action_mask"].argmax()))


def test_render_without_a_mode_warns():
    env = small()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None


def test_a_picture_shows_everything_or_what_one_agent_sees():
    for view, player in (("all", None), ("player_2", 2), ("to_move", 0)):
        env = small(render_mode="ansi", render_view=view)
        env.reset(seed=1)
        assert env.agent_selection == "player_0"
        assert env.render() == GAME.text(env.batch.states[0], env.batch.box[0], player)


def test_actions_have_names():
    env = small()
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    legal, other = int(mask.argmax()), int(mask.argmin())
    assert env.action_name(legal) == GAME.describe(env.batch.states[0], env.batch.box[0], legal)
    assert env.action_name(np.int64(other)) == GAME.actions.name(other)
    with pytest.raises(ValueError, match=r"actions 0\.\.12, 13 was given"):
        env.action_name(13)


class Doubled(SpaceEnv):
    """Shows its agents twice what there is."""

    def observe(self, agent):
        seen = super().observe(agent)
        return {**seen, "observation": 2 * seen["observation"]}


class DoubledTwice(Doubled):
    pass


@pytest.mark.parametrize("kind", [Doubled, DoubledTwice])
def test_last_uses_the_observe_of_a_subclass(kind):
    env, plain = kind(GAME, num_players=3), small()
    env.reset(seed=1), plain.reset(seed=1)
    assert (env.last()[0]["observation"] == 2 * plain.last()[0]["observation"]).all()
    assert env.last(observe=False)[0] is None


def test_a_saved_game_goes_on_exactly(table):
    env, twin = make(table), make(table)
    env.reset(seed=4)
    play(env, most=4)
    saved = env.save()
    twin.restore(saved)
    assert twin.agent_selection == env.agent_selection
    assert twin.batch.states.tobytes() == env.batch.states.tobytes()
    if JIT:
        assert play(twin) == play(env)
    env.restore(saved)  # back in time
    assert env.agents == env.possible_agents
    assert env.last()[0]["action_mask"].any()
    assert env.save() == saved
    twin.restore(saved)
    twin.reset(), env.reset()
    assert twin.batch.states.tobytes() == env.batch.states.tobytes()


def test_a_game_is_saved_at_its_end_too():
    for finish in (lambda env: env.step(illegal_of(env)), lambda env: play(env, most=10)):
        env = small(max_cycles=5)
        env.reset(seed=1)
        finish(env)
        while not env._over:
            play(env, most=1)
        twin = small(max_cycles=5)
        twin.restore(env.save())
        assert twin.rewards == env.rewards
        assert (twin.terminations, twin.truncations) == (env.terminations, env.truncations)
        assert twin.agents == env.agents
        assert not twin.observe("player_0")["action_mask"].any()
        play(env), play(twin)
        assert twin.agents == []


def test_what_is_no_saved_game_is_refused_and_changes_nothing(tmp_path):
    env = small()
    with pytest.raises(RuntimeError, match=r"call reset\(\) before save"):
        env.save()
    env.reset(seed=1)
    saved, before = env.save(), env.batch.states.tobytes()
    other = small(num_players=2)
    other.reset(seed=1)
    damaged = bytearray(saved)
    damaged[-40] ^= 1
    for given, message in [
        (b"", "no saved game"),
        (saved[:-1], "damaged"),
        (saved[:90], "damaged"),
        (bytes(damaged), "damaged"),
        (other.save(), "the saved game holds games with the options"),
    ]:
        with pytest.raises(ValueError, match=message):
            env.restore(given)
        assert env.batch.states.tobytes() == before
    with pytest.raises(TypeError, match="a saved game is bytes, str was given"):
        env.restore("game.npz")  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"use env\.save"):
        env.batch.save(tmp_path / "a.npz")
    with pytest.raises(RuntimeError, match=r"use env\.restore"):
        env.batch.restore(tmp_path / "a.npz")
    env.batch.copy().save(tmp_path / "a.npz")
