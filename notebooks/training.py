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
# # Training an agent, and watching it
#
# Two hundred thousand decisions of masked PPO on two-player Galaxy, half of the games against
# random players and half against itself; then the learning curve, and a game of what came out of
# it. `python -m agents.train galaxy` is the same with a larger network, a larger budget and past
# versions of itself among the opponents.

# %%
import tempfile
from pathlib import Path

from agents.train import Settings, Training

settings = Settings(
    "galaxy",
    players="2",
    steps=200_000,
    games=128,
    rollout=32,
    batch=512,
    width=64,
    opponents="random=1,self=1",
    evaluations=5,
    evaluation_games=500,
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

rows = [row for row in training.curve if row["against"] == "random"]
decisions, wins, low, high = (
    np.array([row[name] for row in rows]) for name in ("decisions", "wins", "low", "high")
)
plt.figure(figsize=(6, 3.6), layout="constrained")
plt.fill_between(decisions, low, high, alpha=0.2)
plt.plot(decisions, wins, "o-")
plt.axhline(0.5, color="grey", lw=0.8)
plt.ylim(0, 1)
plt.xlabel("decisions learnt from")
plt.ylabel("games won against random")
plt.show()

# %% [markdown]
# ## The agent
#
# The folder of a run holds the network; `make_player` (and `spaceenvs watch --agents
# <folder>,random`) play with it. It is a player like all others: it sees observations and masks.
#
# We show a piece from the middle of a game: look at what it does with its large ships, then at its
# bases in the last picture, where it is Green.

# %%
import spaceenvs
from spaceenvs.core.scenario import Table
from spaceenvs.players import RandomPlayer, make_player, turn_of

game = spaceenvs.load("galaxy")
players = [make_player(str(folder), game, seed=1), RandomPlayer(seed=1)]
table = Table(game, num_players=2, skip_forced=True)
table.reset(seed=5)
moves = 0
while not table.state.done:
    seat = int(table.state.to_move)
    words = {action: words for words, action in table.words().items()}
    action = int(players[seat].choose(turn_of(table.batch, np.array([0])))[0])
    if 60 <= moves < 75:
        print(f"{('trained', 'random')[seat]:8} {words[action]}")
    table.play(action)
    moves += 1
print(
    f"... {moves} decisions; scores: trained {table.state.score[0]}, random {table.state.score[1]}"
)

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
thoughts = players[0].think(turn_of(table.batch, np.array([0])))
likes = thoughts.probabilities[0]
print(f"it expects a result of {thoughts.expectations[0]:+.2f}")
words = sorted(table.words().items(), key=lambda item: likes[item[1]])
plt.figure(figsize=(6, 0.3 * len(words) + 0.8), layout="constrained")
plt.barh([move for move, _ in words], [likes[action] for _, action in words])
plt.axvline(1 / len(words), color="grey", lw=0.8)
plt.xlabel("probability (the line: a random player's)")
plt.show()
