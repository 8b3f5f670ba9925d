"""The server: a `TextSeat` for every session."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from openenv.core.env_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import EnvironmentMetadata

import spaceenvs
from spaceenvs import registry
from spaceenvs.bridges.openenv.models import SpaceAction, SpaceObservation, SpaceState
from spaceenvs.players import players_of
from spaceenvs.text import Prompt, Reply, TextSeat

SESSIONS = 64
"""So many clients may play at once, if nothing else is said."""


@dataclass(frozen=True)
class Table:
    """What is played if a client chooses nothing else.

    Attributes:
        game: The name of the game.
        num_players: How many play; None is the smallest number.
        seat: Where the client sits.
        players: Who sits on the other seats: names, one for all or one for each; None is the best
            player at hand.
        on_failure: What happens after the last refused answer; see `TextSeat`.
        attempts: How many answers a decision may take.
        list_moves: Whether prompts list the legal moves.
    """

    game: str = "galaxy"
    num_players: int | None = None
    seat: int = 0
    players: str | Sequence[str] | None = None
    on_failure: str = "random"
    attempts: int = 3
    list_moves: bool = True

    def make_seat(
        self,
        game: str | None = None,
        num_players: int | None = None,
        players: str | Sequence[str] | None = None,
    ) -> TextSeat:
        """Return a seat, with whatever is named here instead."""
        name = registry.find(game or self.game).name
        if num_players is None and name == registry.find(self.game).name:
            num_players = self.num_players
        options: dict[str, Any] = {} if num_players is None else {"num_players": num_players}
        return TextSeat(
            name,
            players=self.players if players is None else _allowed(name, players),
            on_failure=self.on_failure,
            attempts=self.attempts,
            list_moves=self.list_moves,
            **options,
        )


class SpaceEnvironment(Environment[SpaceAction, SpaceObservation, SpaceState]):  # type: ignore[misc]
    """One seat of a game for one client; a session has an environment of its own."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, table: Table = Table()) -> None:
        super().__init__()
        self.table = table
        self._seat: TextSeat | None = None
        self._wanted: tuple[Any, ...] = ()
        self._state = SpaceState(episode_id=str(uuid4()), game=table.game, seat=table.seat)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        game: str | None = None,
        seat: int | None = None,
        num_players: int | None = None,
        players: str | list[str] | None = None,
        **unknown: Any,
    ) -> SpaceObservation:
        """Start a game, of the kind that was asked for, and play to the seat's first decision.

        Raises:
            ValueError: If something was asked for that there is not.
        """
        if unknown:
            raise ValueError(f"reset takes no {', '.join(sorted(unknown))}")
        wanted = (game, num_players, str(players))
        if self._seat is None or wanted != self._wanted:
            self._seat = self.table.make_seat(game, num_players, players)
            self._wanted = wanted
        where = self.table.seat if seat is None else seat
        self._seat.reset(seed, seat=where)
        prompt = self._seat.observe()
        self._state = SpaceState(
            episode_id=episode_id or str(uuid4()),
            game=self._seat.game.name,
            seed=int(self._seat.env.batch.seeds[0]),
            seat=where,
            num_players=self._seat.env.batch.num_players,
            players=self._seat.replay().notes["players"],
        )
        return self._tell(prompt, rules=prompt.rules, attempts_left=self._seat.attempts)

    def step(
        self, action: SpaceAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SpaceObservation:
        """Take an answer; what is no legal move is answered with a sentence that helps.

        Raises:
            RuntimeError: If no game was begun, or it is over.
        """
        if self._seat is None:
            raise RuntimeError("call reset() before step()")
        reply = self._seat.act(action.move)
        self._state.step_count += 1
        return self._tell(self._seat.observe(), reply)

    def _tell(self, prompt: Prompt, reply: Reply | None = None, **more: Any) -> SpaceObservation:
        """Return what the client is told."""
        assert self._seat is not None
        self._state.over, self._state.reward = self._seat.over, self._seat.reward
        if reply is not None:
            left = reply.attempts_left or (0 if self._seat.over else self._seat.attempts)
            more = {
                "accepted": reply.accepted,
                "message": reply.message,
                "played": reply.played,
                "attempts_left": left,
            }
        return SpaceObservation(
            text=prompt.text,
            asked=prompt.asked,
            moves=prompt.moves,
            happened=list(prompt.happened),
            data=prompt.data,
            done=self._seat.over,
            reward=self._seat.reward,
            **more,
        )

    @property
    def state(self) -> SpaceState:
        """Where the game stands."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Return what the server plays."""
        title = registry.find(self.table.game).title
        return EnvironmentMetadata(
            name="spaceenvs",
            description=f"One seat of {title}, or of another space board game, in words",
            version=spaceenvs.__version__,
        )


def _allowed(game: str, players: str | Sequence[str]) -> str | Sequence[str]:
    """Return who is to sit on the other seats: players that come with the package, no files."""
    known = players_of(registry.load(game))
    if not isinstance(players, str | list | tuple):
        raise TypeError(f"players are a name or a list of names, {players!r} was given")
    for name in [players] if isinstance(players, str) else players:
        if name not in known:
            raise ValueError(f"players of {game} are {', '.join(known)}; {name!r} was asked for")
    return players


def make_app(table: Table = Table(), sessions: int = SESSIONS) -> Any:
    """Return the application (FastAPI) that serves a table to so many clients at once."""
    return create_app(
        lambda: SpaceEnvironment(table),
        SpaceAction,
        SpaceObservation,
        env_name="spaceenvs",
        max_concurrent_envs=sessions,
        state_cls=SpaceState,
    )


def serve(host: str, port: int, table: Table, sessions: int = SESSIONS) -> None:
    """Serve until somebody presses Ctrl-C."""
    import uvicorn

    os.environ.setdefault("ENABLE_WEB_INTERFACE", "false")
    print(f"OpenEnv: {table.game} at http://{host}:{port} for {sessions} clients at once")
    uvicorn.run(make_app(table, sessions), host=host, port=port, log_level="warning")
