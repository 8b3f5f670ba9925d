# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # OpenSpiel's algorithms against our players
#
# `spaceenvs.bridges.openspiel` enters the games into OpenSpiel's list. Here its searches and one
# of its learners play Galaxy and Core Worlds, two players each: how good are they against random
# and greedy players? (`pip install "spaceenvs[openspiel]" torch dm-tree matplotlib`)

# %%
import matplotlib.pyplot as plt
import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.pytorch.dqn import DQN

from spaceenvs import registry
from spaceenvs.bridges.openspiel import PlayerBot, Playouts, short_name
from spaceenvs.players import make_player

TITLES = {name: registry.find(name).title for name in ("galaxy", "core_worlds")}
GAMES = {
    name: pyspiel.load_game(short_name(name), {"num_players": 2, "rng_seed": 1}) for name in TITLES
}
state = GAMES["galaxy"].new_initial_state()
state.apply_action(0)  # chance deals
print(state.observation_string(state.current_player()))
print([state.action_to_string(action) for action in state.legal_actions()[:5]])

# %% [markdown]
# ## Two searches
#
# ISMCTS is honest: it deals anew what its player cannot see (`resample_from_infostate`, our redeal)
# before every simulation. MCTS is meant for games in which everything is seen: it searches the true
# position, hands of others and decks included. Positions are evaluated by random play to the end,
# which `Playouts` does in one compiled call.

# %%
SIMULATIONS, MATCHES = 12, 4


def make_bot(kind, game, name, seed):
    """Return a bot: one of OpenSpiel's searches, or a player of ours."""
    chance = np.random.RandomState(seed)
    if kind == "ISMCTS":
        return ismcts.ISMCTSBot(game, Playouts(), 1.4, SIMULATIONS, random_state=chance)
    if kind == "MCTS, seeing all":
        return mcts.MCTSBot(game, 1.4, SIMULATIONS, Playouts(), random_state=chance)
    return PlayerBot(make_player(kind, registry.load(name), seed))


def play(name, kind, other):
    """Return which part of the games a bot wins against another one, on both seats in turn."""
    game, won = GAMES[name], 0.0
    for seed in range(MATCHES):
        seat = seed % 2
        bots = [make_bot(k, game, name, seed) for k in (kind, other)][:: 1 - 2 * seat]
        state, chance = game.new_initial_state(), np.random.RandomState(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(chance.choice(state.legal_actions())))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        won += (state.returns()[seat] + 1) / 2
    return won / MATCHES


KINDS = ["ISMCTS", "MCTS, seeing all", "greedy"]
found = {
    (name, other): [play(name, kind, other) for kind in KINDS]
    for name in GAMES
    for other in ("random", "greedy")
}
for (name, other), parts in found.items():
    said = ", ".join(f"{kind} {part:.2f}" for kind, part in zip(KINDS, parts, strict=True))
    print(f"{TITLES[name]} against {other}, {MATCHES} games: {said}")

# %%
figure, axes = plt.subplots(1, 2, figsize=(9, 3), sharey=True)
for axis, name in zip(axes, GAMES, strict=True):
    for shift, other in ((-0.2, "random"), (0.2, "greedy")):
        axis.bar(np.arange(3) + shift, found[name, other], 0.36, label=f"against {other}")
    axis.axhline(0.5, color="grey", linewidth=0.8)
    axis.set_xticks(range(3), KINDS)
    axis.set_title(TITLES[name])
axes[0].set_ylabel("games won")
axes[0].legend()
figure.tight_layout()
plt.show()

# %% [markdown]
# Four games tell little more than who is far ahead: a dozen simulations look a few moves deep into
# games of about a hundred decisions of one's own.
#
# ## A learner
#
# OpenSpiel's DQN sees the observation tensor and the legal actions through `rl_environment`; its
# opponent plays at random. The result comes at the end of the game only, so a few dozen games are
# a beginning, not a strong player.

# %%
EPISODES, WINDOW = 30, 10


def learn(name):
    """Return the results of a DQN, game by game, against random play."""
    env = rl_environment.Environment(GAMES[name])
    chance = np.random.RandomState(1)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    settings = {"batch_size": 64, "learn_every": 32, "min_buffer_size_to_learn": 256}
    schedule = {"epsilon_decay_duration": 3000, "epsilon_decay_schedule_str": "linear"}
    agent = DQN(
        0,
        size,
        actions,
        [64],
        optimizer_str="adam",
        learning_rate=1e-3,
        seed=1,
        **settings,
        **schedule,
    )
    results = []
    for _ in range(EPISODES):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            if player == 0:
                action = agent.step(step).action
            else:
                action = chance.choice(step.observations["legal_actions"][player])
            step = env.step([action])
        agent.step(step)
        results.append((step.rewards[0] + 1) / 2)
    return results


learned = {name: learn(name) for name in GAMES}
for name, results in learned.items():
    first, last = np.mean(results[:WINDOW]), np.mean(results[-WINDOW:])
    print(f"{TITLES[name]}: won {first:.2f} of the first {WINDOW} games, {last:.2f} of the last")

# %%
for name, results in learned.items():
    means = np.convolve(results, np.ones(WINDOW) / WINDOW, "valid")
    plt.plot(np.arange(WINDOW, EPISODES + 1), means, label=TITLES[name])
plt.axhline(0.5, color="grey", linewidth=0.8)
plt.xlabel("game")
plt.ylabel(f"won of the last {WINDOW}")
plt.legend()
plt.show()
