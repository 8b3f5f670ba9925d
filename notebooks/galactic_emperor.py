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
# # Galactic Emperor: a battle calculator
#
# Seven roles, 37 hexes, and battles in phases. This notebook shows a position, a round and what a
# player sees, and then lets the battle rules run alone to ask which fleet is worth its metal.

# %%
from IPython.display import SVG

import spaceenvs
from spaceenvs.core.scenario import Table

game = spaceenvs.load("galactic_emperor")
table = Table(game, num_players=4, skip_forced=True)
table.reset(seed=11)
for _ in range(260):
    table.play(int(table.batch.sample()[0]))
SVG(game.svg(table.state, table.box, None))

# %% [markdown]
# ## A round
#
# The holder of the Throne chooses a direction; one after the other everybody takes a role card,
# and each time the whole table acts in that role. The decisions until the next role is taken, in
# a random game:

# %%
for _ in range(10):
    s = table.state
    words = {action: words for words, action in table.words().items()}
    action = int(table.batch.sample()[0])
    print(
        f"seat {s.to_move} {game.decisions[s.decision]:14} {words[action]}  (of {len(words)} moves)"
    )
    table.play(action)

# %% [markdown]
# ## What the player to move sees
#
# Own things first, then the other seats. The largest parts describe the hexes:

# %%
for field in sorted(game.observation, key=lambda field: -field.size)[:6]:
    print(f"{field.name:18} {field.shape!s:12} {field.meaning}")
print(game.observation.size, "numbers in", len(game.observation), "parts")

# %% [markdown]
# ## The calculator
#
# `battle_odds` fights a battle to the end as often as you like, with the functions the game
# itself uses: Dreadnoughts fire first, then Cruisers, then Fighters, hits are taken at once after
# every phase.

# %%
from spaceenvs.galactic_emperor.combat import battle_odds

odds = battle_odds({"fighters": 3, "cruisers": 1}, {"cruisers": 1, "empire": 1}, battles=100_000)
print(
    f"attacker wins {odds.attacker_wins:.3f}, defender wins {odds.defender_wins:.3f}, "
    f"nobody {odds.nobody:.3f}"
)
print("the attacker loses on average", {k: round(v, 2) for k, v in odds.attacker_losses.items()})

# %% [markdown]
# ## Which fleet is worth its metal?
#
# Six metal buy six Fighters, three Cruisers or (with two energy) two Dreadnoughts. How often does
# each of these fleets conquer a sector, if an Empire and some Cruisers defend it?

# %%
import matplotlib.pyplot as plt

FLEETS = {
    "6 Fighters": {"fighters": 6},
    "3 Cruisers": {"cruisers": 3},
    "2 Dreadnoughts": {"dreadnoughts": 2},
    "2 Fighters, 2 Cruisers": {"fighters": 2, "cruisers": 2},
}
defenders = range(5)
for label, fleet in FLEETS.items():
    chances = [
        battle_odds(fleet, {"cruisers": n, "empire": 1}, battles=50_000).attacker_wins
        for n in defenders
    ]
    plt.plot(defenders, chances, "o-", label=label)
plt.axhline(0.5, color="grey", lw=0.8)
plt.xticks(defenders)
plt.ylim(0, 1.02)
plt.xlabel("Cruisers that defend the Empire")
plt.ylabel("chance to conquer the sector")
plt.title("Four fleets for six metal")
plt.legend()
plt.show()

# %% [markdown]
# Dreadnoughts fire before everything else, survive a hit, and are repaired after the battle: they
# win far more often and lose next to nothing. Among the cheaper fleets a mixture is best, because
# Fighters take the hits that would cost Cruisers. The costs of ships are reconstructed, so this
# is the answer for this table, not for every copy of the game.

# %%
for label, fleet in FLEETS.items():
    odds = battle_odds(fleet, {"cruisers": 2, "empire": 1}, battles=100_000)
    lost = sum(
        odds.attacker_losses[ship] * {"fighters": 1, "cruisers": 2, "dreadnoughts": 3}[ship]
        for ship in odds.attacker_losses
    )
    print(f"{label:24} wins {odds.attacker_wins:.2f}, loses ships for {lost:.1f} metal")

# %% [markdown]
# ## What technologies are worth
#
# Plasma lets attackers hit on one less, a shield cancels the first hit of a battle, Ion Cannons
# give Empire and Starbase one die more.

# %%
base = {"cruisers": 3}, {"cruisers": 2, "empire": 1}
cases = {
    "nothing": {},
    "Plasma": {"attacker_technologies": ["plasma"]},
    "attacker's shield": {"attacker_technologies": ["shield"]},
    "Warlord's bonus die": {"warlord": True},
    "Ion Cannons": {"defender_technologies": ["ion"]},
    "defender's shield": {"defender_technologies": ["shield"]},
}
chances = [battle_odds(*base, battles=100_000, **given).attacker_wins for given in cases.values()]
plt.figure(figsize=(7, 3), layout="constrained")
bars = plt.barh(list(cases), chances)
plt.bar_label(bars, fmt="%.2f", padding=3)
plt.axvline(chances[0], color="grey", lw=0.8)
plt.gca().invert_yaxis()
plt.xlim(0, 1)
plt.xlabel("chance that 3 Cruisers conquer an Empire with 2 Cruisers")
plt.show()
