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
# # Core Worlds: energy against actions
#
# Ten rounds, two currencies: everything costs an Action Point, most things cost Energy too. This
# notebook shows a position, a round and what a player sees, and then asks which of the two is
# short, and when.

# %%
import numpy as np
from IPython.display import SVG

import spaceenvs
from spaceenvs.core.scenario import Table
from spaceenvs.players import make_player, turn_of

game = spaceenvs.load("core_worlds")
greedy = make_player("greedy", game, seed=1)
table = Table(game, num_players=3, skip_forced=True)
table.reset(seed=4)
for _ in range(150):
    table.play(int(greedy.choose(turn_of(table.batch, np.array([0])))[0]))
SVG(game.svg(table.state, table.box, None))

# %% [markdown]
# ## A round
#
# Worlds give Energy, cards are drawn, the Central Zone is filled; then players take turns, one
# option each: draft a card, deploy Units, invade a World, use a Tactic, or pass. What is left of
# the Energy is lost.

# %%
for _ in range(12):
    s = table.state
    words = {action: words for words, action in table.words().items()}
    action = int(greedy.choose(turn_of(table.batch, np.array([0])))[0])
    print(
        f"seat {s.to_move} {game.decisions[s.decision]:12} {words[action]}  (of {len(words)} moves)"
    )
    table.play(action)

# %% [markdown]
# ## What the player to move sees

# %%
for field in sorted(game.observation, key=lambda field: -field.size)[:6]:
    print(f"{field.name:14} {field.shape!s:12} {field.meaning}")
print(game.observation.size, "numbers in", len(game.observation), "parts")

# %% [markdown]
# ## Which is short?
#
# 500 games of three players, all greedy or all random. For every player and round we note the
# Energy and the Action Points at hand when the turns begin, and what is left at the last moment
# before the round ends.

# %%
GAMES, PLAYERS, ROUNDS = 500, 3, 10


def play(name):
    """Return Energy and actions, at the beginning and at the end of every round, averaged."""
    agent = make_player(name, game, seed=1)
    batch = spaceenvs.make_batch(
        "core_worlds", GAMES, num_players=PLAYERS, autoreset=False, skip_forced=False
    )
    batch.reset(seed=2)
    most = np.zeros((2, GAMES, ROUNDS + 1, PLAYERS))
    left = np.zeros_like(most)
    rows = np.arange(GAMES)
    while not batch.terminated.all():
        playing = ~batch.terminated
        actions = np.full(GAMES, -1)
        asked = np.flatnonzero(playing)
        actions[asked] = agent.choose(turn_of(batch, asked))
        s = batch.states
        number, seats = s["round_number"], s["players"][:, :PLAYERS]
        for k, have in enumerate((seats["energy"], seats["ap"])):
            here = most[k][rows, number]
            most[k][rows, number] = np.where(playing[:, None], np.maximum(here, have), here)
            acting = playing[:, None] & (seats["passed"] == 0)
            left[k][rows, number] = np.where(acting, have, left[k][rows, number])
        batch.step(actions)
        # Who has spent the last action keeps the Energy that is left.
        seats = batch.states["players"][:, :PLAYERS]
        same = (batch.states["round_number"] == number)[:, None] & playing[:, None]
        spent = same & (seats["ap"] == 0)
        left[0][rows, number] = np.where(spent, seats["energy"], left[0][rows, number])
    return most[:, :, 1:].mean((1, 3)), left[:, :, 1:].mean((1, 3))


results = {name: play(name) for name in ("greedy", "random")}

# %%
import matplotlib.pyplot as plt

figure, axes = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
rounds = np.arange(1, ROUNDS + 1)
colours = {"greedy": "tab:blue", "random": "tab:orange"}
axes[0].plot(rounds, results["greedy"][0][1], "s:", color="grey", label="Action Points")
for name, (most, left) in results.items():
    axes[0].plot(rounds, most[0], "o-", color=colours[name], label=f"Energy, {name}")
    axes[1].plot(rounds, left[0] / most[0], "o-", color=colours[name], label=f"Energy, {name}")
    axes[1].plot(
        rounds, left[1] / most[1], "s:", color=colours[name], label=f"Action Points, {name}"
    )
axes[0].set(xlabel="round", title="At hand when the turns begin")
axes[1].set(xlabel="round", title="Share that is left over", ylim=(0, 1))
for axis in axes:
    axis.set_xticks(rounds)
    axis.grid(alpha=0.3)
    axis.legend()
plt.show()

# %%
most, left = results["greedy"]
for number in (1, 5, 10):
    spent = most[:, number - 1] - left[:, number - 1]
    print(f"round {number:2}: {spent[0] / spent[1]:.1f} Energy spent for every Action Point")

# %% [markdown]
# A random player conquers next to nothing, stays at the four Energy of the beginning, and leaves
# half of the actions unused. A greedy player's Energy grows fourfold while actions grow by half,
# and about a fifth of both is left over in every round: what changes is the exchange rate. Early
# an action carries one Energy, late it must carry three, so dear cards that do much for one
# action are what a rich Empire needs.
