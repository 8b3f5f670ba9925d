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
# # Cosmic Encounter: which powers win?
#
# Every player breaks the rules in a way of his own. This notebook shows a position, a challenge
# and what a player sees, and then lets thousands of random games say which of the thirty powers
# win most.

# %%
import numpy as np
from IPython.display import SVG

import spaceenvs
from spaceenvs.core.scenario import Table

game = spaceenvs.load("cosmic_encounter")
table = Table(game, num_players=4, skip_forced=True)
table.reset(seed=5)
for _ in range(130):
    table.play(int(table.batch.sample()[0]))
SVG(game.svg(table.state, table.box, 0))

# %% [markdown]
# The picture is drawn as seat 0 sees it: the hands of the others are numbers.
#
# ## A challenge
#
# Destiny names a system, the offence aims its cone at a planet, both sides invite allies, choose
# a card face down and reveal. Powers and cards may interfere everywhere; only players who have
# something to play are asked.

# %%
for _ in range(12):
    s = table.state
    words = {action: words for words, action in table.words().items()}
    action = int(table.batch.sample()[0])
    asked = game.decisions[s.decision].removeprefix("D_")
    print(f"seat {s.to_move} {asked:8} {words[action]}  (of {len(words)} moves)")
    table.play(action)

# %% [markdown]
# ## What the player to move sees

# %%
for field in sorted(game.observation, key=lambda field: -field.size)[:6]:
    print(f"{field.name:14} {field.shape!s:12} {field.meaning}")
print(game.observation.size, "numbers in", len(game.observation), "parts")

# %% [markdown]
# ## Which powers win?
#
# Four random players, powers dealt at random, 12,000 games at once. A shared victory counts as its
# share. The lines are 95% intervals, the vertical line is a fair quarter.

# %%
from spaceenvs.cosmic_encounter.components import POWERS

GAMES, PLAYERS = 12_000, 4
batch = spaceenvs.make_batch("cosmic_encounter", GAMES, num_players=PLAYERS, autoreset=False)
batch.reset(seed=1)
powers = batch.states["power"][:, :PLAYERS].copy()  # as dealt
while not batch.terminated.all():
    batch.step(batch.sample())
won = batch.states["rank"][:, :PLAYERS] == 0
share = won / won.sum(1, keepdims=True)
print("games won by one, two, three and four players:", np.bincount(won.sum(1), minlength=5)[1:])

# %%
import matplotlib.pyplot as plt

rates, errors, names, dealt = [], [], [], []
for power, name in enumerate(POWERS):
    mine = share[powers == power]
    if mine.size:
        names.append(name)
        dealt.append(mine.size)
        rates.append(mine.mean())
        errors.append(1.96 * mine.std() / np.sqrt(mine.size))
order = np.argsort(rates)  # the last first
plt.figure(figsize=(7, 7), layout="constrained")
plt.errorbar(
    np.array(rates)[order], range(len(order)), xerr=np.array(errors)[order], fmt="o", ms=4, lw=1
)
plt.yticks(range(len(order)), [names[i] for i in order], fontsize=8)
plt.axvline(1 / PLAYERS, color="grey", lw=0.8)
plt.xlabel("share of games won")
plt.title(f"{GAMES:,} games of {PLAYERS} random players: how often each power wins")
plt.grid(axis="x", alpha=0.3)
plt.show()

# %%
rates, errors = np.array(rates), np.array(errors)
for place, some in (("first", order[:-4:-1]), ("last", order[2::-1])):
    for i in some:
        print(f"{place:6} {names[i]:12} {rates[i]:.3f} +- {errors[i]:.3f}  ({dealt[i]:,} deals)")
print("whole interval above a quarter:", (rates - errors > 1 / PLAYERS).sum(), "powers")
print("whole interval below a quarter:", (rates + errors < 1 / PLAYERS).sum(), "powers")

# %% [markdown]
# Virus, Anti-Matter and Zombie lead and win nearly a third of their games; Ethic, Healer and
# Amoeba come last with a fifth. How sure is that? A power is dealt some 1,600 times, so its share
# is known to about two points in a hundred. That tells the two ends of the list from its middle,
# but not a power from its neighbours. Seeds 2 to 5 put Warpish first every time and Ethic in the
# middle; but the six leaders of this list are always among the first seven, and Amoeba and Healer
# among the last three.
#
# Random players do not use a power, they stumble over it. The six leaders are mandatory: they
# work whether their owner thinks of them or not. Amoeba must be used well, and Healer saves the
# tokens of others. A player who knows what Oracle is for will see another list; swap
# `batch.sample()` for an agent to get it.
