"""Search: information-set Monte Carlo tree search for any game, many games at once.

Every simulation imagines a world: all that the player cannot see is dealt anew, the dice too.
It then goes down the tree by the upper confidence bounds of those actions that are legal in
this world, adds one position, plays on at random to the end of the game and remembers on the
way back what every action brought to the player who chose it. Worlds differ, so an action's
bound counts how often it was available (Cowling, Powley and Whitehouse, 2012).

Random playouts say little about a game in which nobody plays at random. A guide, any player that
needs no search itself, tells in every new position of the tree how much it likes every action;
those are tried first and most, until others prove better. A guide that also expects a result, a
trained network, judges the position instead of playouts.

The trees of all games grow side by side: records are copied, stepped and played out by kernels,
the bounds of one position in every game are computed by one numpy call.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.batch import Batch
from spaceenvs.core.driver import WAIT, driver
from spaceenvs.core.game import Game
from spaceenvs.core.rewards import REWARDS
from spaceenvs.players.player import Player, Thoughts, Turn
from spaceenvs.players.trained import TrainedPlayer

SIMULATIONS = 200
PLAYOUTS = 4
EXPLORATION = 2.0
TRUST = 0.5
"""The part of the tries that goes to what the guide would do, before anything is known."""
TRUST_IN_JUDGE = 0.9
"""The same for a guide that has learned how probable every action is."""
AT_ONCE = 128
"""So many games are searched side by side; more would only take memory."""
NO_NODE = -1


class SearchPlayer:
    """Chooses the action that its simulations chose most often.

    Args:
        game: The game, any that keeps the contract.
        simulations: How many simulations a decision may take; None if only time counts.
        milliseconds: How long a decision may take, for every game in which one is asked.
        playouts: How many random playouts tell what a new position is worth.
        exploration: How much a little-tried action is preferred to one that has done well.
        reward: What the end of a game is worth: "winner", "rank" or "score". The margin of the
            score tells more about a playout than who won it. None: "winner" with a guide that
            judges positions (that is what it expects), else "score".
        guide: A player whose choice is tried first and most; if it expects results, no playouts
            are needed.
        seed: The seed of the worlds and of the playouts.
    """

    def __init__(
        self,
        game: Game,
        *,
        simulations: int | None = SIMULATIONS,
        milliseconds: float | None = None,
        playouts: int = PLAYOUTS,
        exploration: float = EXPLORATION,
        reward: str | None = None,
        guide: Player | None = None,
        seed: int = 0,
    ) -> None:
        if simulations is None and milliseconds is None:
            raise ValueError("search needs a budget: simulations or milliseconds")
        for budget in (simulations, milliseconds):
            if budget is not None and budget <= 0:
                raise ValueError(f"the budget of a search is positive, {budget:g} was given")
        judges = isinstance(guide, TrainedPlayer)
        self.name = (
            f"search:{simulations}" if milliseconds is None else f"search:{milliseconds:g}ms"
        )
        self._game = game
        self._simulations = simulations
        self._milliseconds = milliseconds
        self._playouts = playouts
        self._exploration = exploration
        self._reward = reward or ("winner" if judges else "score")
        self._judges = judges
        self._guide = guide
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start the random choices anew."""
        self._rng = np.random.default_rng(seed)
        if self._guide is not None:
            self._guide.reseed(seed)

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Return one legal action for every game."""
        actions = turn.masks.argmax(1).astype(np.int32)
        asked = np.flatnonzero(turn.masks.sum(1) > 1)
        for first in range(0, asked.size, AT_ONCE):
            rows = asked[first : first + AT_ONCE]
            actions[rows] = self._search(turn, rows).most_visited(turn.masks[rows])
        return actions

    def think(self, turn: Turn) -> Thoughts:
        """Return how often its simulations chose every action, and what they brought."""
        probabilities = np.zeros(turn.masks.shape, np.float32)
        expectations = np.zeros(len(turn.masks), np.float32)
        for first in range(0, len(turn.masks), AT_ONCE):
            rows = np.arange(first, min(first + AT_ONCE, len(turn.masks)))
            forest = self._search(turn, rows)
            probabilities[rows], expectations[rows] = forest.roots()
        if self._reward != "winner":
            expectations[:] = np.nan
        return Thoughts(probabilities, expectations)

    def _search(self, turn: Turn, rows: NDArray[np.int64]) -> Forest:
        """Grow one tree for each of these games."""
        if turn.imagine is None or turn.box is None:
            raise ValueError(
                "search plays only where it may imagine the hidden cards: this turn has no "
                "imagine and box (opponents of a SeatVecEnv see observations alone)"
            )
        players = int(turn.box["num_players"][0])
        worlds = Batch(
            self._game, rows.size, autoreset=False, num_players=players, reward=self._reward
        )
        worlds.box[:] = turn.box
        forest = Forest(
            worlds,
            self._rng,
            playouts=self._playouts,
            exploration=self._exploration,
            reward=self._reward,
            guide=self._guide,
            judges=self._judges,
        )
        end = time.perf_counter() + (self._milliseconds or np.inf) * rows.size / 1000
        done = 0
        while done != self._simulations and (done == 0 or time.perf_counter() < end):
            worlds.states[:] = turn.imagine(int(self._rng.integers(2**62)))[rows]
            forest.grow()
            done += 1
        return forest


class Forest:
    """One tree for each of many games, in common arrays of nodes: (nodes, actions).

    A node stands for the actions that led to it, not for a position: in every world they may
    lead to another one. The first nodes are the roots.
    """

    def __init__(
        self,
        worlds: Batch,
        rng: np.random.Generator,
        *,
        playouts: int,
        exploration: float,
        reward: str,
        guide: Player | None,
        judges: bool,
    ) -> None:
        self._worlds = worlds
        self._rng = rng
        self._playouts = playouts
        self._exploration = exploration
        self._reward = REWARDS.index(reward)
        self._guide = guide
        self._judges = judges
        self._children: dict[tuple[int, int, int], int] = {}
        games, actions = worlds.mask.shape
        self._spread = Spread(games, worlds.num_players)
        self._used = games
        self._leaves = np.full(games, NO_NODE)  # the node that a simulation adds in every game
        self._visits = np.zeros((2 * games, actions), np.int32)
        self._available = np.zeros((2 * games, actions), np.int32)
        self._total = np.zeros((2 * games, actions), np.float32)
        self._prior = np.zeros((2 * games, actions), np.float32)

    def grow(self) -> None:
        """Run one simulation in every game; the worlds hold the positions of the roots."""
        worlds = self._worlds
        worlds.look()
        path = []
        rows = np.arange(worlds.num_games)
        nodes = rows.copy()
        actions = np.empty(rows.size, np.int32)
        if not self._children:
            self._ask_guide(nodes, rows)
        self._leaves[:] = NO_NODE
        while rows.size:
            movers = worlds.to_move[rows]
            chosen = self._select(rows, nodes)
            path.append((rows, nodes, chosen, movers))
            actions[:] = WAIT
            actions[rows] = chosen
            worlds.step(actions)
            inside = ~worlds.terminated[rows]
            rows, nodes = self._descend(rows[inside], nodes[inside], chosen[inside])
        reached = np.flatnonzero(self._leaves != NO_NODE)
        expected = self._ask_guide(self._leaves[reached], reached)
        rewards = self._judge(reached, expected) if self._judges else self._play_out()
        for rows, nodes, chosen, movers in path:
            self._visits[nodes, chosen] += 1
            self._total[nodes, chosen] += rewards[rows, movers]

    def _judge(self, reached: NDArray[np.int64], expected: NDArray[np.float32]) -> NDArray[Any]:
        """Return what the worlds are worth: (games, seats); what the mover expects, or the end.

        What one player gains the others lose in equal parts.
        """
        worlds = self._worlds
        players = worlds.num_players
        rewards = worlds.states["reward"][:, :players].astype(np.float32)
        rewards[reached] = -expected[:, None] / (players - 1)
        rewards[reached, worlds.to_move[reached]] = expected
        self._spread.add(rewards[:, None])
        return rewards

    def _play_out(self) -> NDArray[Any]:
        """Return what random playouts of every world bring on average: (games, seats)."""
        worlds = self._worlds
        ends = np.repeat(worlds.states, self._playouts)
        streams = self._rng.integers(2**63, size=ends.size, dtype=np.uint64)
        most = worlds.game.max_decisions
        driver(worlds.game).playout_rows(ends, worlds.box, streams, self._reward, most)
        shape = (worlds.num_games, self._playouts, worlds.num_players)
        rewards = ends["reward"][:, : worlds.num_players].reshape(shape)
        self._spread.add(rewards)
        return rewards.mean(1)

    def _select(self, rows: NDArray[Any], nodes: NDArray[Any]) -> NDArray[Any]:
        """Return for the node of every row the legal action with the highest bound."""
        legal = self._worlds.mask[rows] != 0
        self._available[nodes] += legal
        visits, total = self._visits[nodes], self._total[nodes]
        # An action that was never tried is taken to be as good as the others were.
        usual = total.sum(1, keepdims=True) / np.maximum(visits.sum(1, keepdims=True), 1)
        mean = np.where(visits > 0, total / np.maximum(visits, 1), usual)
        width = self._prior[nodes] * np.sqrt(self._available[nodes]) / (1 + visits)
        bound = mean + self._exploration * self._spread.deviation[rows, None] * width
        bound[~legal] = -np.inf
        return bound.argmax(1)

    def _descend(
        self, rows: NDArray[Any], nodes: NDArray[Any], chosen: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the rows that stay inside their tree, and their nodes there.

        After the same actions another player may be to move in another world (dice, hidden
        cards): that is another node, since a node keeps the rewards of one player only.
        """
        movers = self._worlds.to_move[rows]
        keys = list(zip(nodes.tolist(), chosen.tolist(), movers.tolist(), strict=True))
        below = np.array([self._children.get(key, -1) for key in keys], np.int64)
        new = np.flatnonzero(below < 0)
        if new.size:
            added = self._add(new.size)
            self._children.update(zip([keys[k] for k in new], added.tolist(), strict=True))
            self._leaves[rows[new]] = added
        return rows[below >= 0], below[below >= 0]

    def _add(self, count: int) -> NDArray[np.int64]:
        """Return new nodes; the arrays double when they are full."""
        first, self._used = self._used, self._used + count
        if self._used > len(self._visits):
            for name in ("_visits", "_available", "_total", "_prior"):
                old = getattr(self, name)
                setattr(self, name, np.concatenate([old, np.zeros_like(old)]))
        return np.arange(first, self._used)

    def _ask_guide(self, nodes: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Set how much every action of new nodes is to be tried; the worlds are there.

        Returns what the guide expects there for the player to move.
        """
        legal = self._worlds.mask[rows]
        self._prior[nodes] = 1 / np.maximum(legal.sum(1, keepdims=True), 1)
        if self._guide is None or not rows.size:
            return np.zeros(rows.size, np.float32)
        turn = Turn(self._worlds.game, self._worlds.observation[rows], legal)
        thoughts = self._guide.think(turn)
        trust = TRUST_IN_JUDGE if self._judges else TRUST
        self._prior[nodes] *= 1 - trust
        self._prior[nodes] += trust * thoughts.probabilities
        return thoughts.expectations

    def roots(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return for every root how often every action was visited, and what that brought."""
        games = self._worlds.num_games
        visits = self._visits[:games].astype(np.float32)
        count = visits.sum(1, keepdims=True)
        return visits / count, self._total[:games].sum(1) / count[:, 0]

    def most_visited(self, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return for every root the action visited most; of equals the one that did best."""
        visits = self._visits[: len(masks)]
        mean = self._total[: len(masks)] / np.maximum(visits, 1)
        return np.where(masks != 0, visits + 0.4 * mean, -np.inf).argmax(1)


class Spread:
    """How much the rewards of playouts differ, in every game: what a bound is measured in."""

    def __init__(self, games: int, seats: int) -> None:
        self._count = 0
        self._sum = np.zeros((games, seats))
        self._squares = np.zeros((games, seats))
        self.deviation = np.ones(games)

    def add(self, rewards: NDArray[np.float32]) -> None:
        """Take in the rewards of playouts: (games, playouts, seats)."""
        self._count += rewards.shape[1]
        self._sum += rewards.sum(1)
        self._squares += (rewards**2).sum(1)
        variance = self._squares / self._count - (self._sum / self._count) ** 2
        self.deviation = np.sqrt(np.maximum(variance.mean(1), 1e-9))
