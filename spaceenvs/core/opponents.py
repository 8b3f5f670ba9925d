"""Who plays the other seats.

Random players, any function of batched observations and masks, or a `Lineup`, which chooses the
opponents game by game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.sample import choose_some, make_streams

if TYPE_CHECKING:
    from spaceenvs.core.seat import Seats

Opponent = Callable[[NDArray[Any], NDArray[np.int8]], NDArray[Any]]
"""Takes observations (k, length) and masks (k, actions), returns k legal actions.

The observations are those the environment hands to its learner: scaled float32, or int8."""


@runtime_checkable
class Lineup(Protocol):
    """Chooses opponents game by game: the hook for self-play, leagues and curricula.

    Give one as `opponents` to `make_seat`, `make_vec` or `Seats`. The games are those of
    `seats.batch`; `seats.seats[row]` is the learner's seat in each.
    """

    def reseed(self, seed: int) -> None:
        """Start all that is drawn anew."""

    def begin(self, seats: Seats, rows: NDArray[np.int64]) -> None:
        """Choose the opponents of the games that begin in these rows."""

    def act(self, seats: Seats, rows: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
        """Write into `actions[row]`, for each of these rows, a legal action of the player to move.

        Other entries of `actions` are left alone. In these rows an opponent is to move, never
        the learner.
        """


class FixedLineup:
    """The same opponents in every game.

    Args:
        opponents: One for all other seats, or one for every seat after the learner's.
    """

    def __init__(self, opponents: Sequence[str | Opponent]) -> None:
        self.opponents = [make_opponent(given) for given in opponents]

    def reseed(self, seed: int) -> None:
        """Start the choices of random opponents anew."""
        words = np.random.SeedSequence(seed).generate_state(len(self.opponents))
        for word, opponent in zip(words, self.opponents, strict=True):
            if isinstance(opponent, RandomOpponent):
                opponent.reseed(int(word))

    def begin(self, seats: Seats, rows: NDArray[np.int64]) -> None:
        """Nothing to choose."""

    def act(self, seats: Seats, rows: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
        """Let each opponent play where it is to move."""
        if len(self.opponents) == 1:
            self._ask(self.opponents[0], seats, rows, actions)
            return
        batch = seats.batch
        turn = (batch.to_move[rows] - seats.seats[rows]) % batch.num_players
        for k, opponent in enumerate(self.opponents, 1):
            self._ask(opponent, seats, rows[turn == k], actions)

    def _ask(
        self, opponent: Opponent, seats: Seats, rows: NDArray[np.int64], actions: NDArray[np.int32]
    ) -> None:
        if rows.size == 0:
            return
        mask = seats.batch._mask  # the kernel is compiled for arrays that can be written to
        if isinstance(opponent, RandomOpponent):
            opponent.choose(mask, rows, actions)  # needs no observations
            return
        chosen = np.asarray(opponent(seats.observations[rows], mask[rows]))
        if chosen.shape != rows.shape or chosen.dtype.kind not in "iu":
            raise TypeError(
                f"an opponent returns {rows.size} integers, {opponent!r} returned an array of "
                f"{chosen.dtype} with shape {chosen.shape}"
            )
        _refuse_illegal(opponent, mask, rows, chosen)
        actions[rows] = chosen


def _refuse_illegal(
    opponent: Opponent, mask: NDArray[np.int8], rows: NDArray[np.int64], chosen: NDArray[Any]
) -> None:
    """Raise if an opponent has chosen an action that is not legal, WAIT among them."""
    is_action = (chosen >= 0) & (chosen < mask.shape[1])
    is_legal = is_action & (mask[rows, np.where(is_action, chosen, 0)] != 0)
    if not is_legal.all():
        k = int(np.argmin(is_legal))
        legal = np.flatnonzero(mask[rows[k]]).tolist()
        raise IllegalActionError(
            f"the opponent {opponent!r} chose action {int(chosen[k])} in game {int(rows[k])}, "
            f"which is not legal; legal are: {', '.join(map(str, legal))}"
        )


class RandomOpponent:
    """Plays uniformly random legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self.reseed(seed)

    def reseed(self, seed: int | None) -> None:
        """Start the stream of choices anew."""
        self._streams = make_streams(seed, 1)

    def __call__(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.int32]:
        """Return one random legal action for every row."""
        count = len(masks)
        actions = np.empty(count, np.int32)
        self.choose(np.ascontiguousarray(masks), np.arange(count, dtype=np.int64), actions)
        return actions

    def choose(
        self, masks: NDArray[np.int8], rows: NDArray[np.int64], actions: NDArray[np.int32]
    ) -> None:
        """Write one random legal action for every row that is named."""
        if rows.size > self._streams.size:
            seed = int(self._streams[0] >> np.uint64(1))
            self._streams = make_streams(seed, 2 * rows.size)
        choose_some(masks, rows, self._streams, actions)


def make_lineup(
    given: str | Opponent | Lineup | Sequence[str | Opponent], num_players: int
) -> Lineup:
    """Return who plays the other seats of a table.

    Raises:
        TypeError: If it is nothing of the kind.
        ValueError: If there are not as many opponents as other seats.
    """
    if isinstance(given, str) or callable(given):
        return FixedLineup([given])
    if isinstance(given, Lineup):
        return given
    if not isinstance(given, Sequence):
        raise TypeError(
            'opponents are "random", a function, a Lineup, or one of the first two for every '
            f"other seat; {given!r} was given"
        )
    if len(given) != num_players - 1:
        raise ValueError(
            f"{num_players - 1} opponents are needed with {num_players} players, "
            f"{len(given)} were given"
        )
    return FixedLineup(given)


def make_opponent(given: str | Opponent, seed: int | None = None) -> Opponent:
    """Return an opponent: "random", or the function given.

    Raises:
        ValueError: If there is no opponent of that name.
        TypeError: If it is neither a name nor a function.
    """
    if given == "random":
        return RandomOpponent(seed)
    if isinstance(given, str):
        raise ValueError(f'an opponent is "random" or a function, {given!r} was given')
    if not callable(given):
        raise TypeError(f'an opponent is "random" or a function, {given!r} was given')
    return given
