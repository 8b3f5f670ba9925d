"""What goes over the wire: a move, what a seat is told, where the game stands."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

MAX_ANSWER = 100_000
"""An answer has no more characters than this, whatever a model thinks aloud."""


class SpaceAction(Action):  # type: ignore[misc]
    """An answer of whoever sits on the seat."""

    move: str = Field(
        max_length=MAX_ANSWER,
        description="The words of a move, what stands before it in the list, or a JSON object; "
        "of several lines the last one counts",
    )


class SpaceObservation(Observation):  # type: ignore[misc]
    """What the seat is told. Rewards come with the end of the game: the seat's own result."""

    text: str = Field(default="", description="What happened, the board, the moves: the prompt")
    rules: str = Field(default="", description="The rules in short; told by reset alone")
    asked: str = Field(default="", description="What is to be decided, or the result")
    moves: dict[str, str] = Field(
        default_factory=dict, description="The legal moves in words, by what may be typed for them"
    )
    happened: list[str] = Field(
        default_factory=list, description="What was seen since the last decision"
    )
    data: dict[str, Any] = Field(default_factory=dict, description="The position for JSON")
    accepted: bool = Field(default=True, description="Whether the last answer was a legal move")
    message: str = Field(default="", description="What came of the last answer, in a sentence")
    played: str = Field(default="", description="The move that was played, in words")
    attempts_left: int = Field(default=0, description="Answers left for this decision")


class SpaceState(State):  # type: ignore[misc]
    """Where the game of a session stands; nothing of it is hidden from the seat."""

    game: str = Field(default="", description="The game, by its name in the registry")
    seed: int | None = Field(default=None, description="The seed of the game")
    seat: int = Field(default=0, description="Where whoever speaks sits")
    num_players: int = Field(default=0, description="How many sit around the table")
    players: list[str] = Field(default_factory=list, description="Who sits on the other seats")
    over: bool = Field(default=False, description="Whether the game is over for the seat")
    reward: float = Field(default=0.0, description="Its result; 0 until the game is over")
