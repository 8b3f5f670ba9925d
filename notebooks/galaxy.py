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
# # Galaxy: is this attack worth it?
#
# Eight worlds, one surrenders after the other; influence on the three survivors wins. This
# notebook shows a position, a turn and what a player sees, and then asks how good the odds of an
# attack are.

# %%
import numpy as np
from IPython.display import SVG

import spaceenvs
from spaceenvs.core.scenario import Table

game = spaceenvs.load("galaxy")
table = Table(game, num_players=3, skip_forced=True)
table.reset(seed=7)
for _ in range(110):
    table.play(int(table.batch.sample()[0]))
SVG(game.svg(table.state, table.box, None))

# %% [markdown]
# ## A turn
#
# A turn begins with the Action phase: play a ship, place a base, use the ship's power, attack,
# and end it. Then come the governor's power, surrender and Spoils, and the draw. Every step is a
# decision of its own, and each has words. The next moves of a random game:

# %%
for _ in range(8):
    s = table.state
    words = {action: words for words, action in table.words().items()}
    action = int(table.batch.sample()[0])
    print(
        f"seat {s.to_move} {game.decisions[s.decision]:8} {words[action]}  (of {len(words)} moves)"
    )
    table.play(action)

# %% [markdown]
# ## What the player to move sees
#
# One vector of small integers. The layout gives every part a name; other players' hands are not
# in it, only their sizes and the cards that were once open.

# %%
seen = game.observation.view(table.batch.observation[0])
cards = game.actions["CARD"].arguments
print("hand:", [cards[card] for card in np.flatnonzero(seen["hand"])])
print("cards in the hands, yours first:", seen["hand_count"][:3])
print("top ships, row by world (1 + value, -1 face down):")
print(seen["shown"])

# %% [markdown]
# ## The odds
#
# An attacker rolls 2d6 and adds the value of the ship; the target does the same, and a tie is a
# failure. If the attack fails, the target may strike back in the same way. `simulate_attacks`
# fights with the very kernel that the game uses, here 200,000 times for every pair of values.
# Only ships of value 6 and more attack, and a Nova, whose value is 0, cannot be attacked: so the
# targets begin at 1.

# %%
import matplotlib.pyplot as plt

from spaceenvs.galaxy.combat import simulate_attacks

FIGHTS = 200_000
attackers, targets = range(6, 11), range(1, 11)
win = np.zeros((len(attackers), len(targets)))
lose = np.zeros_like(win)
for i, attacker in enumerate(attackers):
    for j, target in enumerate(targets):
        counts = simulate_attacks(attacker, target, fights=FIGHTS, seed=100 * attacker + target)
        win[i, j] = counts.target_eliminated / FIGHTS
        lose[i, j] = counts.attacker_eliminated / FIGHTS

figure, axes = plt.subplots(1, 2, figsize=(11, 3.6), layout="constrained")
for axis, odds, title in zip(
    axes, (win, lose), ("the target is eliminated", "the attacker is eliminated"), strict=True
):
    axis.imshow(odds, cmap="viridis", vmin=0, vmax=1, aspect="auto")
    axis.set_xticks(range(len(targets)), targets)
    axis.set_yticks(range(len(attackers)), attackers)
    axis.set(xlabel="value of the target", ylabel="value of the attacker", title=title)
    for (i, j), chance in np.ndenumerate(odds):
        colour = "white" if chance < 0.6 else "black"
        axis.text(j, i, f"{100 * chance:.0f}%", ha="center", va="center", color=colour, fontsize=9)
plt.show()

# %% [markdown]
# Only the difference counts. At equal values 44% of the attacks succeed, because a tie is a
# failure, and 25% cost the attacker its ship: the first strike is worth a lot. One point behind,
# the attacker is already more likely to die than to win; four points ahead it wins five times out
# of six.

# %%
gap = {
    attacker - target: (win[i, j], lose[i, j])
    for i, attacker in enumerate(attackers)
    for j, target in enumerate(targets)
}
for difference in sorted(gap):
    if -4 <= difference <= 4:
        won, lost = gap[difference]
        print(f"{difference:+d}: wins {won:.3f}, dies {lost:.3f}, nothing {1 - won - lost:.3f}")

# %% [markdown]
# ## Phaser Banks
#
# They add 2 to every roll of their owner. Against an equal ship that is the step from a gamble to
# a good bet:

# %%
differences = range(-4, 5)
for label, phasers in (("without", False), ("with Phaser Banks", True)):
    odds = [
        simulate_attacks(
            6 + d if d > 0 else 6,
            6 if d > 0 else 6 - d,
            attacker_phasers=phasers,
            fights=FIGHTS,
            seed=d + 50,
        ).target_eliminated
        / FIGHTS
        for d in differences
    ]
    plt.plot(differences, odds, "o-", label=label)
plt.axhline(0.5, color="grey", lw=0.8)
plt.xlabel("value of the attacker minus value of the target")
plt.ylabel("chance to eliminate the target")
plt.legend()
plt.show()
