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
# # Search and redeal
#
# A player who looks ahead must not look at hidden cards or at dice to come. Here `redeal` makes
# worlds that may be the real one, and a search plays in them. This notebook shows what a redeal
# changes and what it leaves alone, how a search uses it, and what cheating would be worth.

# %%
import numpy as np
from IPython.display import SVG

import spaceenvs
from spaceenvs.core.scenario import Table

game = spaceenvs.load("galaxy")
table = Table(game, num_players=2, skip_forced=True)
table.reset(seed=6)
for _ in range(60):
    table.play(int(table.batch.sample()[0]))
me = int(table.state.to_move)
SVG(game.svg(table.state, table.box, me))

# %% [markdown]
# ## What a redeal changes
#
# A copy of the game in which everything that the player to move cannot see is drawn anew: other
# hands, the order of the deck, a secret base, the dice to come. The opponent's hand in the true
# game and in three imagined ones:


# %%
def hand_of(batch, player):
    """Return the cards of a hand, as their owner sees them."""
    held = game.observation.view(batch.observe(0, player)[0])["hand"]
    return [game.actions["CARD"].arguments[card] for card in np.flatnonzero(held)]


other = 1 - me
print("truly:   ", *hand_of(table.batch, other))
for seed in range(3):
    world = table.batch.copy()
    world.redeal(me, seed)
    print("imagined:", *hand_of(world, other))

# %% [markdown]
# ## What it leaves alone
#
# Everything the player can see. That is what makes it honest, and it also proves that the
# observation gives nothing away: if it did, a redeal would change it.

# %%
seen = table.batch.observe(0, me)
for seed in range(1000):
    world = table.batch.copy()
    world.redeal(me, seed)
    assert (world.observe(0, me) == seen).all()
print("1000 redeals, the same observation")

# %% [markdown]
# How often each card is in the opponent's hand, over those worlds, is what the player should
# believe about it:

# %%
import matplotlib.pyplot as plt

held = np.zeros(104)
for seed in range(1000):
    world = table.batch.copy()
    world.redeal(me, seed)
    held += game.observation.view(world.observe(0, other)[0])["hand"]
plt.figure(figsize=(11, 2.6), layout="constrained")
plt.bar(range(104), held / 1000, width=1)
plt.xlabel("card (eleven for every world, then Allies and technologies)")
plt.ylabel("belief")
plt.title("Where is it? The chance of every card to be in the opponent's hand")
plt.show()

# %% [markdown]
# Cards the player holds or has seen discarded have chance 0, a card that was seen on its way into
# that hand has chance 1, and the others share what is left.
#
# ## Search
#
# Each simulation imagines a world, goes down a tree towards actions that did well or were little
# tried, and plays on at random to the end. In every new position a guide, the greedy player, says
# what to try first. The action tried most is played. With two and with eight simulations for
# every decision, against a random player:

# %%
from agents.evaluate import WinRate
from spaceenvs.players import make_player, turn_of

GAMES = 24


def duel(name, other, view=turn_of):
    """Return how many games an agent wins against another; it is shown what `view` gives."""
    one, two = make_player(name, game, seed=1), make_player(other, game, seed=2)
    batch = spaceenvs.make_batch("galaxy", GAMES, num_players=2, autoreset=False)
    batch.reset(seed=1)
    seat = np.arange(GAMES) % 2  # of the first agent
    while not batch.terminated.all():
        actions = np.full(GAMES, -1)
        mine = batch.to_move == seat
        rows = np.flatnonzero(mine & ~batch.terminated)
        if rows.size:
            actions[rows] = one.choose(view(batch, rows))
        rows = np.flatnonzero(~mine & ~batch.terminated)
        if rows.size:
            actions[rows] = two.choose(turn_of(batch, rows))
        batch.step(actions)
    return WinRate(int((batch.states["rank"][np.arange(GAMES), seat] == 0).sum()), GAMES)


results = {f"search:{n} against random": duel(f"search:{n}", "random") for n in (2, 8)}
for name, wins in results.items():
    print(name, "wins", wins)

# %% [markdown]
# ## What would cheating be worth?
#
# The agents are never handed the true game, so a cheat needs a crooked croupier: this one lets a
# search imagine the truth, with every hand, the deck and the dice to come as they are. It plays
# against an honest search with the same budget.

# %%
import dataclasses


def crooked(batch, rows):
    """Return a turn in which imagining means looking."""
    return dataclasses.replace(turn_of(batch, rows), imagine=lambda seed: batch.states[rows])


results["cheating search:8 against honest search:8"] = duel("search:8", "search:8", crooked)

# %%
rates = np.array([wins.rate for wins in results.values()])
low, high = np.array([wins.interval for wins in results.values()]).T
plt.figure(figsize=(7.5, 2.2), layout="constrained")
plt.errorbar(rates, list(results), xerr=(rates - low, high - rates), fmt="o", capsize=3)
plt.axvline(0.5, color="grey", lw=0.8)
plt.gca().invert_yaxis()
plt.margins(y=0.2)
plt.xlim(0, 1.02)
plt.xlabel("games won, with 95% intervals")
plt.show()

# %% [markdown]
# Twenty-four games leave wide intervals. A handful of simulations beats a random player already,
# which is the guide's doing; with two hundred it beats the guide as well, in 72 of 100 games. What
# knowing everything adds on top is too small to be seen here, and `GAMES` is the number to raise if
# you want to measure it.
