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
# # Quickstart
#
# Make a game, look at it, play it, read what a player sees, and step a thousand games at once.
#
# To open the notebooks, run `make`, then `.venv/bin/python -m pip install jupyterlab` and
# `.venv/bin/jupyter lab notebooks`, all in the project's folder. Some of the other notebooks import
# `agents/`, which is in the repository but not in the installed package; `make` installs the
# repository itself, so it is found.

# %%
import spaceenvs

env = spaceenvs.make("galaxy-v0", num_players=3, render_mode="svg")
env.reset(seed=7)
env.agents

# %% [markdown]
# ## The picture
#
# Eight worlds, each with its column of ships and bases. The first decision is a bid.

# %%
from IPython.display import SVG

SVG(env.render())

# %% [markdown]
# ## A random game
#
# `agent_iter`, `last` and `step` are PettingZoo's. The mask tells which actions are legal;
# our sampler draws one of them quickly.

# %%
from spaceenvs.core.sample import Sampler

sample = Sampler(seed=1)
moves = []
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(agent, "ends with reward", reward)
        env.step(None)
    else:
        action = sample(observation["action_mask"])
        s, box = env.batch.states[0], env.batch.box[0]
        moves.append(f"{agent}: {env.game.describe(s, box, action)}")
        env.step(action)
print(len(moves), "decisions, the last five:")
print("\n".join(moves[-5:]))

# %%
SVG(env.render())

# %% [markdown]
# ## What a player sees
#
# An observation is one vector; the layout gives every part a name.

# %%
env.reset(seed=8)
game = env.game
seen = env.batch.observe(0, 0)[0]
parts = game.observation.view(seen)
for field in list(game.observation)[:6]:
    print(f"{field.name:20} {field.shape!s:12} {field.meaning}")
print("...", len(seen), "numbers in", len(parts), "parts")

# %% [markdown]
# ## A batch
#
# A thousand games, one call per step. The arrays are refilled by every step.

# %%
batch = spaceenvs.make_batch("galaxy-v0", 1024, num_players=3)
shown = batch.reset(seed=1)
for _ in range(300):
    shown = batch.step(batch.sample())
print(shown.observation.shape, shown.mask.shape, "games over in this step:", shown.terminated.sum())

# %% [markdown]
# ## How fast?
#
# Decisions against the number of games in the batch, on this machine, now. We divide by the time
# the processor worked, not by the clock on the wall: other programs may be running.

# %%
import time

import matplotlib.pyplot as plt

sizes = [1, 4, 16, 64, 256, 1024, 4096]
rates = []
for size in sizes:
    batch = spaceenvs.make_batch("galaxy-v0", size, num_players=3)
    batch.reset(seed=1)
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < 0.3:
        batch.step(batch.sample())
        steps += size
    rates.append(steps / (time.process_time() - begun))
plt.loglog(sizes, rates, "o-")
plt.xlabel("games in the batch")
plt.ylabel("decisions per second of processor time")
plt.title("Galaxy, 3 players, one thread")
plt.grid(True, which="both", alpha=0.3)
plt.show()
