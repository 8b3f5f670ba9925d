"""Replays: one JSON file holds a whole game, verified when it is loaded.

{"format": 1, "game": "galaxy-v0", "options": {...}, "seed": 7, "skip_forced": true,
"moves": [[action, "its words"], ...], "result": {"score": [...], "rank": [...]}}

A game that went on with other dice from some move on has an entry "dice" too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from spaceenvs import registry
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.batch import Batch, as_seed
from spaceenvs.core.errors import ReplayError, ScenarioError
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import Game
from spaceenvs.core.rng import seed_rng
from spaceenvs.core.scenario import Table

FORMAT = 1
_ENTRIES = {
    "format": int,
    "game": str,
    "options": dict,
    "seed": int,
    "skip_forced": bool,
    "moves": list,
}


@dataclass
class Replay:
    """A game as it was played: enough to play it again."""

    game: str
    options: dict[str, Any]
    seed: int
    skip_forced: bool
    moves: list[tuple[int, str]]
    result: dict[str, list[int]] | None = None
    notes: dict[str, Any] = field(default_factory=dict)
    """What a program wants to know again, such as the seat of a person; no part of the game."""
    dice: list[tuple[int, int]] = field(default_factory=list)
    """After how many moves the dice were exchanged, and the seed of the new ones: a what-if."""

    def save(self, path: str | Path) -> None:
        """Write the replay to a file, all of it or nothing."""
        write_atomically(path, self.as_json())

    def as_json(self) -> str:
        """Return the content of the file."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1)

    def play(self) -> Iterator[Table]:
        """Play the game again: yields the table before the first and after every move.

        Raises:
            ReplayError: If the seed is none, a move is not legal or has other words, or the
                result differs.
        """
        try:
            as_seed(self.seed)
        except ValueError as error:
            raise ReplayError(str(error)) from None
        table = Table(load_game(self.game, self.game), skip_forced=self.skip_forced, **self.options)
        table.reset(self.seed)
        yield table
        other_dice = dict(self.dice)
        for number, (action, words) in enumerate(self.moves, 1):
            found = {act: word for word, act in table.words().items()}.get(action)
            if number - 1 in other_dice:
                exchange_dice(table.batch, other_dice[number - 1])
            if found is None:
                raise ReplayError(f"move {number} ({words}) is not legal where it is played")
            if found != words:
                raise ReplayError(f"move {number} is called {words!r}, but it means {found!r}")
            table.play(action)
            yield table
        if _result(table) != self.result:
            raise ReplayError(f"the result is {_result(table)}, the replay says {self.result}")

    def verify(self) -> Table:
        """Play the game again and return the table with its last position."""
        for table in self.play():
            last = table
        return last


def exchange_dice(batch: Batch, seed: int) -> None:
    """Give a batch of one other dice; nothing that lies on the table or in hands changes."""
    seed_rng(batch.states[0].rng, as_seed(seed))


def load_game(name: str, where: str) -> Game:
    """Return a game by its id, for a file that names it."""
    try:
        return registry.load(name)
    except ValueError as error:
        raise ReplayError(f"{where}: {error}") from None


class Recorder:
    """Records the game that an environment plays, from its next `reset` on.

    >>> import spaceenvs
    >>> env = spaceenvs.make("galaxy-v0", num_players=2)
    >>> recorder = Recorder(env)
    >>> env.reset(seed=1)
    >>> env.step(int(env.last()[0]["action_mask"].nonzero()[0][0]))
    >>> len(recorder.replay().moves)
    1
    """

    def __init__(self, env: SpaceEnv) -> None:
        self._env = env
        self._moves: list[tuple[int, str]] | None = None  # none before the first reset
        self._reset, self._step = env.reset, env.step
        env.reset = self._record_reset  # type: ignore[method-assign]
        env.step = self._record_step  # type: ignore[method-assign]

    def _record_reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._reset(seed, options)
        self._moves = []

    def _record_step(self, action: int | None) -> None:
        # The words of a move are those of the position before it.
        words = self._words(action)
        self._step(action)
        if words and self._moves is not None:
            self._moves.append((int(action), words))  # type: ignore[arg-type]

    def _words(self, action: Any) -> str:
        """Return what a legal action means; the environment itself refuses the others."""
        batch = self._env.batch
        if action not in np.flatnonzero(batch.mask[0]).tolist():
            return ""
        return self._env.game.describe(batch.states[0], batch.box[0], int(action))

    def replay(self) -> Replay:
        """Return what has been played since the last reset.

        Raises:
            RuntimeError: If there was none since the recorder was made.
        """
        if self._moves is None:
            raise RuntimeError("a recorder records from the next reset() on, call it first")
        batch = self._env.batch
        s, n = batch.states[0], batch.num_players
        result = {"score": s.score[:n].tolist(), "rank": s.rank[:n].tolist()} if s.done else None
        return Replay(
            game=self._env.game.id,
            options=json.loads(json.dumps(asdict(batch.options))),  # as a file gives them back
            seed=int(batch.seeds[0]),
            skip_forced=batch.skip_forced,
            moves=list(self._moves),
            result=result,
        )


def read_replay(path: str | Path) -> Replay:
    """Read a replay and play it again to see that it is sound.

    Raises:
        ReplayError: If the file is damaged, of another game or version, or plays otherwise.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except ValueError as error:  # no text
        raise ReplayError(f"{path!s} is not a replay or is cut off: {error}") from None
    replay = parse_replay(text, str(path))
    verify_replay(replay, str(path))
    return replay


def parse_replay(text: str, path: str) -> Replay:
    """Return what a file holds, not yet played: `path` is what an error calls it.

    Raises:
        ReplayError: If the file is damaged, or of another game or version.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # no JSON, or nested too deeply
        raise ReplayError(f"{path!s} is not a replay or is cut off: {error}") from None
    if not isinstance(content, dict):
        raise ReplayError(f"{path!s} is not a replay: it holds a {type(content).__name__}")
    for name, kind in _ENTRIES.items():
        if type(content.get(name)) is not kind:  # exactly: true is no number
            raise ReplayError(f"{path!s} is not a replay: {name!r} is missing or of a wrong kind")
    if content["format"] != FORMAT:
        raise ReplayError(f"{path!s} has format {content['format']}, this version reads {FORMAT}")
    load_game(content["game"], str(path))
    return Replay(
        game=content["game"],
        options=content["options"],
        seed=content["seed"],
        skip_forced=content["skip_forced"],
        moves=_read_moves(path, content["moves"]),
        result=content.get("result"),
        notes=notes if isinstance(notes := content.get("notes"), dict) else {},
        dice=_read_dice(path, content.get("dice", [])),
    )


def verify_replay(replay: Replay, path: str) -> None:
    """Play a replay again to see that it is sound.

    Raises:
        ReplayError: If it plays otherwise.
    """
    try:
        replay.verify()
    except (ReplayError, ScenarioError, TypeError, ValueError) as error:
        raise ReplayError(f"{path!s}: {error}") from None


def _read_moves(path: str | Path, moves: list[Any]) -> list[tuple[int, str]]:
    for move in moves:
        if not (isinstance(move, list) and list(map(type, move)) == [int, str]):
            raise ReplayError(f"{path!s}: a move is [action, words], {move!r} was found")
    return [(action, words) for action, words in moves]


def _read_dice(path: str | Path, dice: Any) -> list[tuple[int, int]]:
    if not isinstance(dice, list):
        raise ReplayError(f"{path!s}: dice are a list, {dice!r} was found")
    for entry in dice:
        whole = isinstance(entry, list) and list(map(type, entry)) == [int, int]
        if not whole or not 0 <= entry[1] < 2**63:
            raise ReplayError(f"{path!s}: other dice are [moves before, seed], {entry!r} was found")
    return [(after, seed) for after, seed in dice]


def _result(table: Table) -> dict[str, list[int]] | None:
    position = table.say()
    return {key: position[key] for key in ("score", "rank")} if position["done"] else None
