"""Fuzzing with an eager policy: uniformly random players hardly conquer anything (section 9)."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import JIT

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core_worlds.actions import (
    CONQUER,
    DECISIONS,
    END,
    EXPLORE,
    RETREAT,
    TAKE_HAND,
    TAKE_UNIT,
    TAKE_ZONE,
    USE_ABILITY,
    Decision,
)
from spaceenvs.core_worlds.components import ZONE

GAME = registry.load("core_worlds")
GAMES_AT_ONCE = 250 if JIT else 1
MOST_STEPS = GAME.max_decisions if JIT else 25

# How much rather an action is played than another: deploy, commit, conquer; rarely pass.
WEIGHTS = np.ones(GAME.actions.size)
WEIGHTS[TAKE_HAND:TAKE_UNIT] = 5
WEIGHTS[TAKE_UNIT:USE_ABILITY] = 6
WEIGHTS[USE_ABILITY:END] = 3
WEIGHTS[EXPLORE] = 0.1
WEIGHTS[END] = 0.08
WEIGHTS[RETREAT] = 0.02
WEIGHTS[CONQUER] = 60
OF_DECK_0 = (Decision.PREGAME, Decision.COLONIZE_HAND)  # asked with the pre-game draft only
WEAK_WORLD, STRONG_WORLD = 20, 0.05


def weigh(batch):
    """Return the weight of every action in every game: Worlds that look weak attract."""
    weights = np.broadcast_to(WEIGHTS, batch.mask.shape).copy()
    seen = GAME.observation.view(batch.observation)
    weak = np.ones((batch.num_games, ZONE), bool)
    for side in ("fleet", "ground"):
        strength = seen[f"unit_{side}"].sum(1, dtype=int)
        weak &= seen[f"zone_{side}"] <= strength[:, None]
    attraction = np.where(weak, WEAK_WORLD, STRONG_WORLD)
    zone = weights[:, TAKE_ZONE : TAKE_ZONE + ZONE]
    zone[:] = np.where(seen["zone_world"] == 1, attraction, zone)
    return weights


def choose_eagerly(batch, rng):
    """Draw a legal action for every game, by weight; -1 where none is legal."""
    sums = np.cumsum(batch.mask * weigh(batch), axis=1)
    chosen = (sums > rng.random(batch.num_games)[:, None] * sums[:, -1:]).argmax(1)
    return np.where(batch.mask.any(1), chosen, -1)


def play_eagerly(batch, seed, each_step=None):
    """Play all games to their end; return how often each decision was asked."""
    rng = np.random.default_rng(seed)
    asked = np.zeros(len(DECISIONS), int)
    for number in range(MOST_STEPS):
        running = ~batch.terminated
        if not running.any():
            break
        asked += np.bincount(batch.states["decision"][running], minlength=len(DECISIONS))
        broken = batch.check()
        assert not broken.any(), GAME.broken[broken.max()]
        if each_step is not None:
            each_step(batch, number)
        batch.step(choose_eagerly(batch, rng))
    return asked


def redeal_now_and_then(batch, number):
    """Insist that a redeal changes nothing that its player can see."""
    if number % 23:
        return
    rows = np.arange(batch.num_games)
    for player in range(batch.num_players):
        seen = batch.observe(rows, player)
        mine = batch.to_move == player
        twin = batch.copy()
        twin.redeal(player, seed=number)
        assert not twin.check().any()
        assert (twin.observe(rows, player) == seen).all()
        twin.look()
        assert (twin.mask[mine] == batch.mask[mine]).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pregame_draft": True, "public_discards": False, "actions_profile": "4,4,5,6,6"},
        {"surge_tokens": False, "pregame_draft": True},
    ],
    ids=["standard", "hidden-discards", "no-surge"],
)
def test_eager_games_keep_every_invariant(players, options):
    batch = Batch(
        GAME, GAMES_AT_ONCE, num_players=players, skip_forced=False, autoreset=False, **options
    )
    batch.reset(seed=players)
    asked = play_eagerly(batch, players, redeal_now_and_then)
    if not JIT:
        return
    assert batch.terminated.all()
    worlds = batch.states["players"]["worlds"][:, :players]
    assert worlds.mean() > 3, "eager players conquer Worlds"
    for decision in Decision:
        assert asked[decision] > 0 or (decision in OF_DECK_0 and not options), decision


@pytest.mark.skipif(not JIT, reason="plays whole games")
@pytest.mark.parametrize("players", [2, 5])
def test_eager_observations_keep_to_their_scale(players):
    batch = Batch(GAME, 50, num_players=players, autoreset=False, scaled=True)
    batch.reset(seed=players)

    def within_bounds(batch, _number):
        assert np.abs(batch.scaled).max() <= 1.0

    play_eagerly(batch, players, within_bounds)
