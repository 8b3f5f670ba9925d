"""The games in OpenSpiel: `make interop` runs this where OpenSpiel is installed."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT

from spaceenvs import registry

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts  # noqa: E402
from open_spiel.python.algorithms.random_agent import RandomAgent  # noqa: E402

from spaceenvs.bridges import openspiel  # noqa: E402
from spaceenvs.players import make_player  # noqa: E402

NAMES = [*registry.ROWS, "template"] if JIT else ["template"]


def load(name="template", **params):
    return pyspiel.load_game(openspiel.short_name(name), params)


def play_some(state, moves, seed=1):
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_simulation_test_passes(name):
    for players in registry.load(name).player_counts:
        game = load(name, num_players=players)
        # A game of Cosmic Encounter takes half a minute: every state is drawn, for every player.
        sims = 5 if name == "template" else 1
        pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False)


def test_a_game_is_what_the_registry_says():
    game, own = load(num_players=3), registry.load("template")
    assert game.num_players() == 3
    assert game.num_distinct_actions() == own.actions.size
    assert game.observation_tensor_size() == own.observation.size
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_a_game_is_dealt_by_chance_and_played_to_its_end():
    state = load(rng_seed=1).new_initial_state()
    assert state.is_chance_node()
    assert state.legal_actions() == list(range(openspiel.OUTCOMES))
    state.apply_action(0)
    assert state.current_player() == 0
    words = [state.action_to_string(action) for action in state.legal_actions()]
    assert "send a probe" in words
    play_some(state, 1000)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


def test_an_outcome_of_chance_is_one_way_the_dice_may_fall():
    """A probe finds something in one of six outcomes; the same outcome is the same position."""
    found = 0
    for seed in range(4):
        state = load(rng_seed=seed).new_initial_state()
        state.apply_action(0)
        state.apply_action(registry.load("template").actions.index("PROBE"))
        assert state.is_chance_node()
        for outcome, _ in state.chance_outcomes():
            copied, again = state.clone(), state.clone()
            copied.apply_action(outcome), again.apply_action(outcome)
            assert str(copied) == str(again)
            found += int(copied.record[0].points[0] > 0)
    assert 20 <= found <= 66  # of 256


def test_moves_without_dice_have_no_chance_node():
    state = load(rng_seed=1).new_initial_state()
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    assert not state.is_chance_node()


def test_the_seed_makes_a_game_repeatable():
    one, same, other = (play_some(load(rng_seed=seed).new_initial_state(), 6) for seed in (5, 5, 6))
    assert str(one) == str(same)
    assert str(one) != str(other)


def test_a_serialised_state_goes_on():
    game = load(rng_seed=1)
    state = play_some(game.new_initial_state(), 4)
    while state.is_chance_node():
        state.apply_action(0)
    copied = game.deserialize_state(state.serialize())
    assert str(copied) == str(state)
    assert copied.legal_actions() == state.legal_actions()
    assert copied.history() == state.history()
    player = state.current_player()
    assert copied.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same(name):
    for seed in range(3):
        state = play_some(load(name, rng_seed=seed).new_initial_state(), 2 + seed, seed)
        while state.is_chance_node():
            state.apply_action(0)
        player, changed = state.current_player(), 0
        for _ in range(5):
            other = state.resample_from_infostate(player, None)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            changed += str(other) != str(state)
            assert play_some(other, 3, seed).num_players() == state.num_players()
        assert changed or name != "template"


def test_an_information_state_recalls_the_past():
    """Two ways to the same position: the observation is the same, what was done is not."""
    game = load(rng_seed=1)
    state = game.new_initial_state()
    state.apply_action(0)
    strings: list[tuple[str, str]] = []
    for _ in range(40):
        copied = play_some(state.clone(), 5, len(strings))
        player = 0
        strings.append((copied.information_state_string(player), copied.observation_string(player)))
    told, seen = ({pair[k] for pair in strings} for k in range(2))
    assert len(told) >= len(seen) > 1
    assert len(told) == len(set(strings))  # what was seen and done tells what is seen


@pytest.mark.parametrize("name", NAMES)
def test_bots_of_openspiel_play(name):
    game = load(name, rng_seed=1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    if name != "template":
        evaluator = openspiel.Playouts()
    chance = np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(game, evaluator, 1.4, 40, random_state=chance)
    looker = mcts.MCTSBot(game, 1.4, 40, evaluator, random_state=chance)
    state = game.new_initial_state()
    for _ in range(1000 if name == "template" else 12):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(int(chance.choice(state.legal_actions())))
            continue
        bot = (searcher, looker)[state.current_player() % 2]
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert state.is_terminal() or name != "template"


def test_our_players_are_bots_and_playouts_evaluate():
    game, own = load(num_players=3, rng_seed=1), registry.load("template")
    bots = [openspiel.PlayerBot(make_player(name, own)) for name in ("random", "search:8")]
    evaluator = openspiel.Playouts(2)
    bots.append(ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=np.random.RandomState(1)))
    state = game.new_initial_state()
    assert evaluator.evaluate(state).sum() == pytest.approx(0)
    while not state.is_terminal():
        at_chance = state.is_chance_node()
        state.apply_action(0 if at_chance else bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)
    assert evaluator.evaluate(state) == pytest.approx(state.returns())


def test_our_players_sit_in_openspiels_matches():
    bots = [openspiel.PlayerBot(make_player("random", registry.load("template")))] * 2
    state = load(rng_seed=1).new_initial_state()
    results = evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(1))
    assert sorted(results) == [-1, 1]


def test_playouts_change_nothing_and_differ():
    state = load(rng_seed=1).new_initial_state()
    state.apply_action(0)
    before = state.record.tobytes()
    evaluator = openspiel.Playouts()
    ends = set()
    for _ in range(20):
        assert evaluator.evaluate(state).sum() == pytest.approx(0)
        ends.add(state.bench.batch.states["points"].tobytes())
    assert len(ends) > 1
    assert state.record.tobytes() == before
    assert sum(chance for _, chance in evaluator.prior(state)) == pytest.approx(1)


def test_openspiels_environment_and_agents_take_the_game():
    env = rl_environment.Environment(load(rng_seed=1))
    agents = [RandomAgent(player, env.action_spec()["num_actions"]) for player in range(2)]
    step = env.reset()
    assert len(step.observations["info_state"][0]) == registry.load("template").observation.size
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([agents[player].step(step).action])
    assert sum(step.rewards) == pytest.approx(0)


def test_a_program_ends_in_peace():
    code = "import pyspiel, spaceenvs.bridges.openspiel\n"
    code += "pyspiel.load_game('spaceenvs_template').new_initial_state().apply_action(0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not JIT, reason="plays a long game")
def test_the_code_of_the_page_runs():
    page = (Path(__file__).parents[2] / "docs" / "openspiel.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"(?ms)^```py\n(.*?)^```$", page)
    exec(compile(code, "a block of code", "exec"), {"__name__": "__main__"})


@pytest.mark.skipif(not JIT, reason="plays whole games")
def test_the_notebook_runs(monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "agg")
    runpy.run_path(str(Path(__file__).parents[2] / "notebooks" / "openspiel.py"))


def test_mistakes_are_explained():
    game = load()
    with pytest.raises(ValueError, match="begins with its deal"):
        game.new_initial_state("somewhere")
    with pytest.raises(ValueError, match="not at a chance node"):
        game.new_initial_state().resample_from_infostate(0, None)
