"""Self-play: many games whose opponents are drawn, game by game, from a pool.

The pool holds fixed players (random, greedy) and the learner's own past. A learner that
plays only its present self may go round in circles; one that must also beat its past does not.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.ppo import Network, PPOAgent
from spaceenvs.core.game import Game
from spaceenvs.core.seat import Seats, SeatVecEnv
from spaceenvs.players import Player, make_player, turn_of

SELF = "self"
"""How the learner's own past is called among the opponents."""


def parse_shares(text: str) -> dict[str, float]:
    """Return the share of every kind of opponent: `random=1,self=3`.

    Raises:
        ValueError: If the text is not of that form.
    """
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = part.partition("=")
        try:
            shares[name.strip()] = float(share or 1)
        except ValueError:
            shares[name.strip()] = -1.0
    if not all(shares) or min(shares.values()) < 0 or sum(shares.values()) <= 0:
        raise ValueError(f"opponents are given as random=1,self=3; {text!r} was given")
    return shares


class Pool:
    """The players that the learner may meet.

    Args:
        game: The game.
        shares: How often each kind of opponent is drawn, in any unit; `self` is the learner's
            past, every other name an agent's.
        size: How many past networks are kept.
        seed: The seed of all that is drawn.
    """

    def __init__(self, game: Game, shares: dict[str, float], size: int, seed: int) -> None:
        self.game = game
        self.agents: list[Player] = [
            make_player(name, game) for name in shares if name != SELF and shares[name]
        ]
        self._fixed = len(self.agents)
        self._shares = [share for name, share in shares.items() if name != SELF and share]
        self._self_share = shares.get(SELF, 0.0)
        self._size = size
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start all that is drawn anew."""
        self._random = np.random.default_rng(seed)
        for agent in self.agents:
            agent.reseed(int(self._random.integers(2**31)))

    def add(self, network: Network) -> None:
        """Keep the learner as it is now; where the pool is full, one of the others leaves."""
        if not self._self_share:
            return
        seed = int(self._random.integers(2**31))
        twin = PPOAgent(copy.deepcopy(network), self.game, seed, sample=True)
        if len(self.agents) - self._fixed < self._size:
            self.agents.append(twin)
        else:
            # Any may leave, so that the pool holds some that are old and more that are young.
            self.agents[int(self._random.integers(self._fixed, len(self.agents)))] = twin

    def draw(self, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the numbers of opponents, drawn by their shares."""
        past = len(self.agents) - self._fixed
        shares = self._shares + [self._self_share / past] * past if past else self._shares
        return self._random.choice(len(self.agents), shape, p=np.array(shares) / sum(shares))


class PoolLineup:
    """Opponents drawn from a pool for every seat of every game."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._sitting = np.zeros((0, 0), np.int64)
        """(games, seats): the opponent's number in the pool; the learner's seat has one too."""

    def reseed(self, seed: int) -> None:
        """Start all that is drawn anew."""
        self.pool.reseed(seed)

    def begin(self, seats: Seats, rows: NDArray[np.int64]) -> None:
        """Draw the opponents of games that begin."""
        batch = seats.batch
        if not self._sitting.size:
            self._sitting = np.zeros((batch.num_games, batch.num_players), np.int64)
        self._sitting[rows] = self.pool.draw((rows.size, batch.num_players))

    def act(self, seats: Seats, rows: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
        """Let the opponents play, all games of one opponent at once."""
        batch = seats.batch
        sitting = self._sitting[rows, batch.to_move[rows]]
        for number in np.unique(sitting):
            some = rows[sitting == number]
            actions[some] = self.pool.agents[number].choose(turn_of(batch, some))


class SelfPlayEnv(SeatVecEnv):
    """One seat in each of many games, against opponents drawn from a pool.

    Pickles with everything: the games, the seats, the pool and what it draws next.

    Args:
        game: The game.
        num_envs: How many games are played at once.
        pool: The opponents.
        **kwargs: As for `SeatVecEnv`.
    """

    def __init__(self, game: Game, num_envs: int, pool: Pool, **kwargs: Any) -> None:
        super().__init__(game, num_envs, scaled=False, opponents=PoolLineup(pool), **kwargs)
        self.pool = pool
        self._ends = 0
        self._squares = 0.0

    def step_wait(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions; what the games were worth is measured in typical results so far.

        A margin of score may be a hundredth or a half, and the optimizer takes small losses
        for none.
        """
        observations, rewards, ended, infos = super().step_wait()
        self._ends += int(ended.sum())
        self._squares += float(np.square(rewards).sum())
        if self._squares:
            rewards *= np.float32((self._ends / self._squares) ** 0.5)
        return observations, rewards, ended, infos
