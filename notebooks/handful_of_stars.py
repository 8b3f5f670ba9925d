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
# # A Handful of Stars: what the clock of shuffles does
#
# The game has no fixed number of rounds: every time anybody's discard pile is shuffled, the
# common clock advances. This notebook shows a position, a turn and what a player sees, and then
# asks who drives the clock.

# %%
import numpy as np
from IPython.display import SVG

import spaceenvs
from spaceenvs.core.scenario import Table

game = spaceenvs.load("handful_of_stars")
table = Table(game, num_players=3, skip_forced=True)
table.reset(seed=3)
for _ in range(240):
    table.play(int(table.batch.sample()[0]))
SVG(game.svg(table.state, table.box, None))

# %% [markdown]
# ## A turn
#
# Two actions: produce, move, colonise, acquire a technology, and so on, each paid with cards of
# the hand or using the text of a card. At the end of a turn the hand is filled up, and an empty
# deck is shuffled anew.

# %%
for _ in range(12):
    s = table.state
    words = {action: words for words, action in table.words().items()}
    action = int(table.batch.sample()[0])
    print(
        f"seat {s.to_move} {game.decisions[s.decision]:13} {words[action]}  (of {len(words)} moves)"
    )
    table.play(action)

# %% [markdown]
# ## What the player to move sees
#
# One part is the clock itself:

# %%
print(game.observation["clock"].meaning)
print(game.observation.view(table.batch.observation[0])["clock"])
for field in sorted(game.observation, key=lambda field: -field.size)[:5]:
    print(f"{field.name:14} {field.shape!s:12} {field.meaning}")

# %% [markdown]
# ## Who drives the clock?
#
# 400 random games with two, three and four players. After every step we look at the clock and at
# the size of every player's own deck (draw deck, hand, discard pile and reserve).

# %%
from spaceenvs.handful_of_stars.state import DECK, DISCARD

GAMES = 400


def play(players):
    """Return the clock at the end of every round, and every player's shuffles and cards."""
    batch = spaceenvs.make_batch("handful_of_stars", GAMES, num_players=players, autoreset=False)
    batch.reset(seed=players)
    clock = np.full((GAMES, 101), np.nan)  # round 0 is the setup
    shuffles = np.zeros((GAMES, players), int)
    cards = np.zeros((GAMES, players))
    looks = np.zeros((GAMES, 1))
    before = batch.states["shuffles"].copy()
    rows = np.arange(GAMES)
    while not batch.terminated.all():
        running = ~batch.terminated[:, None]
        mover = batch.states["active"].copy()
        batch.step(batch.sample())
        s = batch.states
        shuffles[rows, mover] += s["shuffles"] - before
        before = s["shuffles"].copy()
        clock[rows, s["round_number"]] = before
        cards += running * s["count"][:, :players, DECK : DISCARD + 1].sum(2)
        looks += running
    return clock, shuffles, cards / looks


results = {players: play(players) for players in game.player_counts}

# %%
import itertools

import matplotlib.pyplot as plt

LIMIT = {2: 14, 3: 18, 4: 20}
lengths = {players: np.isfinite(clock[:, 1:]).sum(1) for players, (clock, _, _) in results.items()}
longest = max(length.max() for length in lengths.values())
bins = np.arange(longest + 2) - 0.5  # one for every number of rounds
figure, axes = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
for players, (clock, _, _) in results.items():
    rounds = np.arange(clock.shape[1])
    still = np.isfinite(clock).sum(0) > GAMES / 4
    low, middle, high = np.nanpercentile(clock[:, still], (10, 50, 90), axis=0)
    (line,) = axes[0].plot(rounds[still], middle, label=f"{players} players")
    axes[0].fill_between(rounds[still], low, high, alpha=0.2)
    axes[0].axhline(LIMIT[players], color=line.get_color(), lw=0.8, ls="--")
    axes[1].hist(
        lengths[players], bins=bins, histtype="step", label=f"{players} players", density=True
    )
axes[0].set(
    xlabel="round",
    ylabel="shuffles so far",
    title="The clock (median, 10% to 90%; dashed: its end)",
)
axes[1].set(xlabel="rounds played", ylabel="share of games", title="How long a game lasts")
axes[0].legend()
axes[1].legend()
plt.show()
for players, length in lengths.items():
    print(
        f"{players} players: {length.min()} to {length.max()} rounds, on average "
        f"{length.mean():.1f}, with {LIMIT[players] / length.mean():.2f} shuffles per round"
    )

# %% [markdown]
# More players shuffle more often per round, so the clock runs faster although it has farther to
# go: with four players a game has fewer rounds for each of them. And the clock speeds up or slows
# down with the decks: a large deck takes longer to run through.

# %%
plt.figure(figsize=(6, 4), layout="constrained")
for players, (_, shuffles, cards) in results.items():
    x, y = cards.ravel(), shuffles.ravel()
    edges = np.quantile(x, np.linspace(0, 1, 9))
    middles, means = [], []
    for low, high in itertools.pairwise(edges):
        inside = (x >= low) & (x <= high)
        middles.append(x[inside].mean())
        means.append(y[inside].mean())
    plt.plot(middles, means, "o-", label=f"{players} players")
plt.xlabel("cards a player owns, on average over the game")
plt.ylabel("shuffles of that player")
plt.title("Thin decks drive the clock")
plt.legend()
plt.show()
