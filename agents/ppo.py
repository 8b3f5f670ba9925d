"""Masked PPO in self-play: every seat's decisions are learnt from.

Many games are played at once, at one or several numbers of players. In some of them the learner
sits on every seat; in the others it has one seat against its own past or against fixed players.
Each seat's decisions make a trajectory of their own, from one decision of that seat to its next
one; when a game ends every seat is told its result. A trajectory that is still open when an
update comes lends its last decision to the next rollout, so nothing is lost or guessed.

How it is called, saved and measured stands in `agents.train`, the network in `agents.network`.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.network import Learner
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.core.jit import kernel
from spaceenvs.core.sparse import Sparse
from spaceenvs.options import read_options
from spaceenvs.players import Player, make_player, turn_of
from spaceenvs.players.network import Array, Network, advice_of, draw_actions
from spaceenvs.players.trained import TrainedPlayer

SELF, PAST = "self", "past"
"""What the games without fixed players are called: against itself, against its past."""
ME = 0
"""Who owns a seat that the learner plays; the opponents' numbers follow."""
NONE = -1


def _setting(default: Any, help: str) -> Any:
    return dataclasses.field(default=default, metadata={"help": help})


@dataclass(frozen=True)
class Settings:
    """Everything that decides how a training goes; each is an option of the command."""

    game: str
    players: str = _setting("", "players at the table: 3, or several sizes at once: 2-5")
    steps: int = _setting(10_000_000, "decisions to learn from, in all")
    minutes: float = _setting(0.0, "train for so long, instead of a number of steps")
    seed: int = _setting(1, "the seed of everything random")
    workers: int = _setting(1, "processes that play and learn; their gradients are added")
    games: int = _setting(512, "games played at once, by all workers")
    rollout: int = _setting(64, "decisions in each game between two updates")
    batch: int = _setting(2048, "decisions in a minibatch, of all workers")
    epochs: int = _setting(3, "how often an update sees each decision")
    learning_rate: float = _setting(1e-3, "at the beginning; falls to 0 at the end")
    clip: float = _setting(0.2, "how far an update may change the probability of an action")
    gamma: float = _setting(1.0, "the discount of each further decision of a seat")
    gae_lambda: float = _setting(0.97, "0: trust the value network, 1: trust the results")
    entropy: float = _setting(0.005, "the weight of the entropy at the beginning; falls to 0 too")
    value: float = _setting(0.5, "the weight of the value's error")
    margin: float = _setting(0.5, "the weight of the score's margin in the result at first")
    margin_until: float = _setting(0.7, "from this part of the training on only victory counts")
    width: int = _setting(128, "units of each hidden layer")
    options: str = _setting("", "options of the game: lucre=yes moons=full")
    opponents: str = _setting("self=3,past=1", "what part of the games is played against whom")
    pool: int = _setting(8, "past networks among the opponents")
    snapshot: int = _setting(20, "updates until the network joins its past")
    adviser: str = _setting("", "a player that tells the network what it would do")
    start: str = _setting("", "begin by imitating this player")
    start_steps: int = _setting(1_000_000, "decisions of that imitation")
    start_batch: int = _setting(1024, "decisions in a minibatch of that imitation")
    evaluations: int = _setting(10, "how often the win rates are measured")
    evaluation_games: int = _setting(250, "games for each win rate")
    save_minutes: float = _setting(1.0, "between two checkpoints; 0 writes one at every update")


def parse_shares(text: str) -> dict[str, float]:
    """Return the share of every kind of game: `self=3,past=1,greedy=2`.

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
        raise ValueError(f"opponents are given as self=3,past=1,greedy=2; {text!r} was given")
    return shares


# -- what is learnt from -------------------------------------------------------------------


class Rollout:
    """The learner's decisions, in the order they were made."""

    def __init__(self, game: Game) -> None:
        self.rows = Sparse(game)
        self.choices = np.zeros(0, np.int32)
        """Which of its legal actions every decision took."""
        self.logarithms = np.zeros(0, np.float32)
        """The logarithm of its probability then."""
        self.values = np.zeros(0, np.float32)
        """What the network expected then."""
        self.follows = np.zeros(0, np.int64)
        """The next decision of the same seat in the same game, or -1."""
        self.results = np.zeros(0, np.float32)
        """The result of the game if this was the seat's last decision, or NaN."""
        self.advice: list[Array] = []
        """What its adviser would do, for all legal actions of all rows; or, while it imitates,
        the probabilities that it should give to them."""

    def __len__(self) -> int:
        return int(self.choices.size)

    def add(self, choices: NDArray[np.int32], logarithms: Array, values: Array) -> None:
        """Add decisions whose observations are in `rows` already."""
        count = choices.size
        self.choices = np.concatenate([self.choices, choices])
        self.logarithms = np.concatenate([self.logarithms, logarithms])
        self.values = np.concatenate([self.values, values])
        self.follows = np.concatenate([self.follows, np.full(count, NONE)])
        self.results = np.concatenate([self.results, np.full(count, np.nan, np.float32)])

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """Which decisions have neither a next one nor a result yet."""
        return (self.follows == NONE) & np.isnan(self.results)

    def leave_open(self) -> Rollout:
        """Return a new rollout that begins with the decisions that are still open."""
        kept = np.flatnonzero(self.is_open)
        rest = Rollout(self.rows.game)
        rest.rows.extend(self.rows.take(kept))
        rest.add(self.choices[kept], self.logarithms[kept], self.values[kept])
        if self.advice:
            rest.advice = [_advice_to(self.rows, kept, rest.rows, np.concatenate(self.advice))]
        return rest

    def extend(self, other: Rollout) -> None:
        """Add the decisions of another rollout."""
        first = len(self)
        self.rows.extend(other.rows)
        self.add(other.choices, other.logarithms, other.values)
        self.follows[first:] = np.where(other.follows >= 0, other.follows + first, NONE)
        self.results[first:] = other.results
        self.advice += other.advice


@kernel
def _advantages(
    values: Array,
    follows: NDArray[np.int64],
    results: Array,
    gamma: float,
    gae_lambda: float,
    out: Array,
) -> None:
    """Write how much better every decision turned out than was expected (GAE, per seat)."""
    for i in range(values.size - 1, -1, -1):
        j = follows[i]
        if j >= 0:
            ahead = gamma * gae_lambda * out[j]
            out[i] = gamma * values[j] - values[i] + ahead
        elif np.isnan(results[i]):
            out[i] = 0  # open: its value is all that is known
        else:
            out[i] = results[i] - values[i]


# -- playing -------------------------------------------------------------------------------


class Opponents:
    """Fixed players and the learner's own past, by number; `ME` is the learner.

    Args:
        game: The game.
        shares: What part of the games is played against whom.
        size: How many past networks are kept.
    """

    def __init__(self, game: Game, shares: dict[str, float], size: int) -> None:
        self.kinds = list(shares)
        self._shares = np.array(list(shares.values())) / sum(shares.values())
        fixed = [name for name in self.kinds if name not in (SELF, PAST)]
        self.fixed: list[Player] = [make_player(name, game) for name in fixed]
        self._numbers = {name: 1 + k for k, name in enumerate(fixed)}
        self.past: list[Network] = []
        self._size = size

    def add(self, network: Network, random: np.random.Generator) -> None:
        """Keep a network; where the pool is full another one leaves its place to it.

        Any may leave, so that there are some that are old and more that are young.
        """
        if len(self.past) < self._size:
            self.past.append(network)
        else:
            self.past[int(random.integers(self._size))] = network

    def players(self, seed: int) -> list[Player]:
        """Return all of them, with fresh random choices."""
        past: list[Player] = [TrainedPlayer(network) for network in self.past]
        players = [*self.fixed, *past]
        for k, player in enumerate(players):
            player.reseed(seed + k)
        return players

    def seat(self, count: int, seats: int, random: np.random.Generator) -> NDArray[np.int64]:
        """Return who owns which seat in games that begin: (games, seats)."""
        owners = np.full((count, seats), ME)
        kinds = random.choice(len(self.kinds), count, p=self._shares)
        places = random.integers(seats, size=count)
        pasts = random.integers(max(1, len(self.past)), size=count)
        for k, kind in enumerate(self.kinds):
            rows = np.flatnonzero(kinds == k)
            if kind == SELF or (kind == PAST and not self.past):
                continue
            number = 1 + len(self.fixed) + pasts[rows] if kind == PAST else self._numbers[kind]
            owners[rows] = np.broadcast_to(number, rows.size)[:, None]
            owners[rows, places[rows]] = ME
        return owners


class Table:
    """Many games at one number of players.

    Args:
        game: The game.
        games: How many.
        players: The number of players.
        opponents: Whom the learner meets.
        seed: The seed of the games.
        **options: Other options of the game.
    """

    def __init__(
        self,
        game: Game,
        games: int,
        players: int,
        opponents: Opponents,
        seed: int,
        **options: Any,
    ) -> None:
        self.batch = Batch(game, games, sparse=True, **{**options, "num_players": players})
        self.opponents = opponents
        self.batch.reset(seed)
        random = np.random.default_rng(seed)
        self.owners = opponents.seat(games, players, random)
        self.last = np.full((games, players), NONE)
        """The number of every seat's last decision in the rollout."""
        self.spread = np.array([0.0, 0.0])
        """How many margins of victory there were so far, and the sum of their squares."""
        self.ended = 0
        """The games that have ended since the last update."""

    def play(
        self,
        network: Network,
        players: list[Player],
        rollout: Rollout,
        random: np.random.Generator,
        margin: float,
        adviser: Player | None = None,
    ) -> None:
        """Make one decision in every game."""
        batch = self.batch
        everywhere = np.arange(batch.num_games)
        owners = self.owners[everywhere, batch.to_move]
        actions = np.empty(batch.num_games, np.int32)
        self._decide(network, rollout, np.flatnonzero(owners == ME), actions, random, adviser)
        for number in np.unique(owners):
            if number != ME:
                rows = np.flatnonzero(owners == number)
                actions[rows] = players[number - 1].choose(turn_of(batch, rows))
        self._step(actions, rollout, random, margin)

    def imitate(
        self,
        network: Network,
        model: Player,
        rollout: Rollout,
        random: np.random.Generator,
        margin: float,
    ) -> None:
        """Make one decision in every game and note what the model would do.

        The model plays half of the games and the learner the others, so that it is also told what
        to do where it has gone astray.
        """
        batch = self.batch
        everywhere = np.arange(batch.num_games)
        turn = turn_of(batch, everywhere)
        thoughts = model.think(turn)
        actions = np.empty(batch.num_games, np.int32)
        self._decide(network, rollout, everywhere, actions, random)
        rollout.advice.append(thoughts.probabilities[turn.masks != 0])
        led = everywhere[: batch.num_games // 2]
        draws = random.random(thoughts.probabilities[led].shape, np.float32)
        actions[led] = (thoughts.probabilities[led] * (1 + draws)).argmax(1)
        self._step(actions, rollout, random, margin)

    def _decide(
        self,
        network: Network,
        rollout: Rollout,
        rows: NDArray[np.int64],
        actions: NDArray[np.int32],
        random: np.random.Generator,
        adviser: Player | None = None,
    ) -> None:
        """Let the learner decide in some games, and note it."""
        if not rows.size:
            return
        batch, seen, first = self.batch, rollout.rows, len(rollout)
        batch.pack(rows, seen)
        advice = None
        if adviser is not None:
            turn = turn_of(batch, rows)
            advice = advice_of(adviser.think(turn), turn.masks)
            rollout.advice.append(advice)
        logits, values = network.evaluate(seen, first, advice)
        choices, chosen = np.empty((2, rows.size), np.int32)
        logarithms = np.empty(rows.size, np.float32)
        starts = seen.legal_starts[first : seen.count + 1]
        draws = random.random(rows.size)
        draw_actions(logits, starts, seen.legal, draws, choices, chosen, logarithms)
        actions[rows] = chosen
        rollout.add(choices, logarithms, values)
        seats = batch.to_move[rows]
        earlier = self.last[rows, seats]
        numbers = np.arange(first, first + rows.size)
        rollout.follows[earlier[earlier >= 0]] = numbers[earlier >= 0]
        self.last[rows, seats] = numbers

    def _step(
        self,
        actions: NDArray[np.int32],
        rollout: Rollout,
        random: np.random.Generator,
        margin: float,
    ) -> None:
        """Play the actions; tell every seat its result where a game has ended."""
        batch = self.batch
        batch.step(actions)
        ended = np.flatnonzero(batch.terminated)
        if not ended.size:
            return
        results = self._results(ended, margin)
        deciders = self.last[ended]
        rollout.results[deciders[deciders >= 0]] = results[deciders >= 0]
        self.last[ended] = NONE
        self.owners[ended] = self.opponents.seat(ended.size, batch.num_players, random)
        self.ended += ended.size

    def _results(self, rows: NDArray[np.int64], margin: float) -> Array:
        """Return what ended games are worth to their seats: victory, or partly the margin."""
        batch = self.batch
        victory = batch.rewards[rows]
        if margin == 0:
            return victory
        score = batch.final_states["score"][rows, : batch.num_players].astype(np.float64)
        total = score.sum(1, keepdims=True)
        ahead = score - (total - score) / (batch.num_players - 1)
        self.spread += ahead.size, np.square(ahead).sum()
        usual = max(1e-6, (self.spread[1] / self.spread[0]) ** 0.5)
        return ((1 - margin) * victory + margin * np.tanh(ahead / usual)).astype(np.float32)

    def renumber(self, is_open: NDArray[np.bool_]) -> None:
        """Count the last decisions anew after all but the open ones were left behind."""
        numbers = np.cumsum(is_open) - 1
        kept = self.last >= 0
        self.last[kept] = numbers[self.last[kept]]


# -- learning ------------------------------------------------------------------------------


class PPO:
    """The learner with its games.

    Args:
        settings: How it learns.
        game: The game.
        sizes: The numbers of players that it plays at.
        worker: The number of this process among all workers.
        add_gradients: Adds the gradients of all workers; called before every step.
    """

    def __init__(
        self,
        settings: Settings,
        game: Game,
        sizes: list[int],
        worker: int = 0,
        add_gradients: Callable[[Learner], None] = lambda learner: None,
    ) -> None:
        self.settings, self.game, self.worker = settings, game, worker
        self.add_gradients = add_gradients
        torch.manual_seed(settings.seed)  # All workers begin with the same network.
        self.learner = Learner(game, settings.width, settings.adviser)
        self.optimizer = torch.optim.Adam(
            self.learner.parameters(), lr=settings.learning_rate, eps=1e-5
        )
        shares = parse_shares(settings.opponents)
        self.opponents = Opponents(game, shares, settings.pool)
        self.adviser = make_player(settings.adviser, game) if settings.adviser else None
        self.model = make_player(settings.start, game) if settings.start else None
        share = max(1, settings.games // settings.workers // max(1, len(sizes)))
        words = np.random.SeedSequence([settings.seed, worker]).generate_state(len(sizes))
        options = read_options(game, shlex.split(settings.options))
        self.tables = [
            Table(game, share, players, self.opponents, int(word), **options)
            for players, word in zip(sizes, words, strict=True)
        ]
        self.rollout = Rollout(game)
        self.updates = 0
        self.steps = 0
        """Decisions learnt from so far, by this worker."""

    def update(self, progress: float, imitates: bool) -> dict[str, float]:
        """Play for a while, then learn from it; return the figures of this update.

        Args:
            progress: How much of the training is done, 0 to 1.
            imitates: Whether it still imitates the player it starts from.
        """
        given = self.settings
        words = [given.seed, self.worker, self.updates]
        random = np.random.default_rng(words)
        if not imitates and self.adviser is None:
            self.rollout.advice = []  # what it was to imitate
        self.play(random, progress, imitates)
        figures = self.learn(self.rollout, random, progress, imitates)
        self.go_on()
        self.updates += 1
        if not imitates and self.updates % given.snapshot == 0:
            # Drawn alike by all workers: they keep the same past.
            self.opponents.add(self.learner.snapshot(), np.random.default_rng(words[::2]))
        return figures

    def play(self, random: np.random.Generator, progress: float, imitates: bool) -> None:
        """Make `rollout` decisions in every game."""
        given = self.settings
        network = self.learner.network()
        players = self.opponents.players(int(random.integers(2**31)))
        left = 1 - progress / given.margin_until if given.margin_until else 0.0
        margin = given.margin * max(0.0, left)
        if self.model is not None:
            self.model.reseed(int(random.integers(2**31)))
        for _ in range(given.rollout):
            for table in self.tables:
                if imitates and self.model is not None:
                    table.imitate(network, self.model, self.rollout, random, margin)
                else:
                    table.play(network, players, self.rollout, random, margin, self.adviser)

    def go_on(self) -> None:
        """Leave behind what was learnt from; what is open begins the next rollout."""
        is_open = self.rollout.is_open
        self.rollout = self.rollout.leave_open()
        for table in self.tables:
            table.renumber(is_open)

    def learn(
        self, rollout: Rollout, random: np.random.Generator, progress: float, imitates: bool
    ) -> dict[str, float]:
        """Improve the network by what was played; what is still open is left alone."""
        given = self.settings
        advantages = np.empty(len(rollout), np.float32)
        _advantages(
            *(rollout.values, rollout.follows, rollout.results),
            *(given.gamma, given.gae_lambda, advantages),
        )
        returns = advantages + rollout.values
        learnt = np.flatnonzero(~rollout.is_open)
        spread = float(advantages[learnt].std()) + 1e-6
        advantages = (advantages - float(advantages[learnt].mean())) / spread
        advice = np.concatenate(rollout.advice) if rollout.advice else None
        for group in self.optimizer.param_groups:
            group["lr"] = given.learning_rate * max(0.0, 1 - progress)
        entropy = given.entropy * (1 - progress)
        batch = given.start_batch if imitates else given.batch
        pieces = max(1, round(given.games * given.rollout / batch))
        sums: dict[str, float] = {}
        for _ in range(given.epochs):
            for part in np.array_split(random.permutation(learnt), pieces):
                rows = rollout.rows.take(part)
                told = None
                if advice is not None:
                    told = torch.from_numpy(_advice_to(rollout.rows, part, rows, advice))
                if imitates and told is not None:
                    logits, values = self.learner(rows)
                    loss, figures = _imitation_loss(rows, logits, told)
                else:
                    logits, values = self.learner(rows, told)
                    loss, figures = self._loss(rollout, part, rows, logits, advantages, entropy)
                error = (values - torch.from_numpy(returns[part])).square().mean()
                self.optimizer.zero_grad()
                (loss + given.value * error).backward()
                self.add_gradients(self.learner)
                torch.nn.utils.clip_grad_norm_(self.learner.parameters(), 0.5)
                self.optimizer.step()
                for name, figure in {**figures, "value_error": error.item()}.items():
                    sums[name] = sums.get(name, 0) + figure / pieces / given.epochs
        explained = 1 - float(np.var(returns[learnt] - rollout.values[learnt])) / (
            float(np.var(returns[learnt])) + 1e-8
        )
        self.steps += learnt.size
        return {**sums, "explained_variance": explained}

    def _loss(
        self,
        rollout: Rollout,
        part: NDArray[np.int64],
        rows: Sparse,
        logits: Tensor,
        advantages: Array,
        entropy: float,
    ) -> tuple[Tensor, dict[str, float]]:
        """Return PPO's clipped loss of some decisions."""
        clip = self.settings.clip
        owners = owners_of(rows)
        logarithms = log_softmax(logits, owners, rows.count)
        chosen = logarithms[rows.legal_starts[: rows.count] + rollout.choices[part]]
        ratio = (chosen - torch.from_numpy(rollout.logarithms[part])).exp()
        gain = torch.from_numpy(advantages[part])
        clipped = ratio.clamp(1 - clip, 1 + clip)
        loss = -torch.minimum(ratio * gain, clipped * gain).mean()
        surprise = -(logarithms.exp() * logarithms).sum() / rows.count
        figures = {
            "policy_loss": loss.item(),
            "entropy": surprise.item(),
            "clipped": (ratio.detach() != clipped.detach()).float().mean().item(),
        }
        return loss - entropy * surprise, figures


def owners_of(rows: Sparse) -> Tensor:
    """Return for every legal action which row it belongs to."""
    return torch.from_numpy(np.repeat(np.arange(rows.count), rows.legal_counts))


def log_softmax(logits: Tensor, owners: Tensor, count: int) -> Tensor:
    """Return the logarithms of the probabilities of all legal actions, row after row."""
    highest = torch.full((count,), -torch.inf)
    highest = highest.scatter_reduce(0, owners, logits.detach(), "amax")
    shifted = logits - highest[owners]
    sums = torch.zeros(count).index_add(0, owners, shifted.exp())
    return shifted - sums.log()[owners]


def _advice_to(everything: Sparse, part: NDArray[np.int64], rows: Sparse, advice: Array) -> Array:
    """Return the part of the advice that belongs to some of the rows."""
    moved = np.repeat(
        everything.legal_starts[part] - rows.legal_starts[: rows.count], rows.legal_counts
    )
    return advice[moved + np.arange(moved.size)]


def _imitation_loss(
    rows: Sparse, logits: Tensor, wanted: Tensor
) -> tuple[Tensor, dict[str, float]]:
    """Return how improbable the learner finds what the model would do (cross-entropy)."""
    loss = -(wanted * log_softmax(logits, owners_of(rows), rows.count)).sum() / rows.count
    return loss, {"imitation_loss": loss.item()}
