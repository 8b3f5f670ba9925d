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
# # Training a PPO agent, and watching it
#
# A hundred thousand decisions of masked PPO on two-player Galaxy against random players, ten to
# twenty seconds on a free core; then the learning curve, and a game of what came out of it.
# `python -m agents.train galaxy` is the same with a larger network, a larger budget and past
# versions of itself among the opponents.

# %%
import tempfile
from pathlib import Path

import torch

from agents.train import Settings, Training

torch.set_num_threads(1)
settings = Settings(
    "galaxy",
    players=2,
    steps=100_000,
    envs=32,
    rollout=64,
    batch=512,
    width=64,
    opponents="random=1",
    evaluations=5,
    games=500,
    seed=1,
)
folder = Path(tempfile.mkdtemp())
training = Training(settings, folder, print)
training.run(show=lambda training: None)

# %% [markdown]
# ## The curve
#
# The share of games won against a random player, with the 95% interval. A fair share is one half.

# %%
import matplotlib.pyplot as plt
import numpy as np

decisions, wins, low, high = (
    np.array([row[name] for row in training.curve]) for name in ("decisions", "wins", "low", "high")
)
plt.figure(figsize=(6, 3.6), layout="constrained")
plt.fill_between(decisions, low, high, alpha=0.2)
plt.plot(decisions, wins, "o-")
plt.axhline(0.5, color="grey", lw=0.8)
plt.ylim(0, 1)
plt.xlabel("decisions of the learner")
plt.ylabel("games won against random")
plt.show()

# %% [markdown]
# ## The agent
#
# The folder of a run holds the network; `make_player` (and `spaceenvs watch --agents
# ppo:<folder>,random`) play with it. It is an agent like all others: it sees observations and
# masks.
#
# This is a game that it wins. With another seed it may lose, as the curve says: about every third.
# We show a piece from the middle: look at what it does with its large ships, then at its bases in
# the last picture, where it is Green.

# %%
import spaceenvs
from spaceenvs.core.scenario import Table
from spaceenvs.players import RandomPlayer, make_player, turn_of

game = spaceenvs.load("galaxy")
players = [make_player(f"ppo:{folder}", game, seed=1), RandomPlayer(seed=1)]
table = Table(game, num_players=2, skip_forced=True)
table.reset(seed=5)
moves = 0
while not table.state.done:
    seat = int(table.state.to_move)
    words = {action: words for words, action in table.words().items()}
    action = int(players[seat].choose(turn_of(table.batch, np.array([0])))[0])
    if 60 <= moves < 75:
        print(f"{('ppo', 'random')[seat]:8} {words[action]}")
    table.play(action)
    moves += 1
print(f"... {moves} decisions; scores: ppo {table.state.score[0]}, random {table.state.score[1]}")

# %%
from IPython.display import SVG

SVG(game.svg(table.state, table.box, None))

# %% [markdown]
# ## What it prefers
#
# The network's probabilities at the first real decision of a new game, after the auction:

# %%
table.reset(seed=5)
while game.decisions[table.state.decision] == "BID":
    table.play(int(table.batch.sample()[0]))
with torch.no_grad():
    network = players[0].network
    features = network.features(torch.from_numpy(table.batch.observation))
    logits = network.logits(features, torch.from_numpy(table.batch.mask != 0))
likes = logits.softmax(-1)[0].numpy()
words = sorted(table.words().items(), key=lambda item: likes[item[1]])
plt.figure(figsize=(6, 0.3 * len(words) + 0.8), layout="constrained")
plt.barh([move for move, _ in words], [likes[action] for _, action in words])
plt.axvline(1 / len(words), color="grey", lw=0.8)
plt.xlabel("probability (the line: a random player's)")
plt.show()
