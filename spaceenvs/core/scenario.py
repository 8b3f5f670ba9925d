"""Scenarios: positions and moves in words, for rulebook tests and puzzles.

A scenario file is TOML with one `[[scenario]]` after the other:

    [[scenario]]
    name = "An equal roll damages a base"
    rules = ["R22"]                      # the rules it shows
    options = { num_players = 3 }        # options of the game
    position = { ... }                   # as the game's `position` gives it
    loaded = [3, 4]                      # results of the next dice and picks, in order of use

    [[scenario.step]]                    # every entry of a step may be left out
    by = 0                               # the seat that must be to move
    decision = "ACTION"                  # the decision point it must be
    legal = ["attack Felowi"]            # moves that must be legal here
    illegal = ["ATTACK CYL"]             # actions, by their plain names, that must not be
    only = ["yes", "no"]                 # exactly the legal moves
    load = [6, 6]                        # more results for the dice
    play = "attack Felowi"               # the move
    expect = { round = 1 }               # what the position then holds

Moves are the words of `describe` or the plain names of the action table. `expect` names
only what matters; an inner table is compared entry by entry, anything else as a whole. Beside
the game's own entries there are `to_move`, `decision`, `done`, and at the end `rank`,
`score` and `reward`.
"""

from __future__ import annotations

import reprlib
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from spaceenvs.core.batch import Batch, illegal_action
from spaceenvs.core.errors import ScenarioError
from spaceenvs.core.exact import find_differences, write_fields
from spaceenvs.core.game import Game
from spaceenvs.core.given import RECORD, Words
from spaceenvs.core.rng import load

_MOST = 2**31 - 1


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) <= _MOST


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _all(is_kind: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(is_kind, value))


_NUMBER, _NUMBERS = ("a whole number", _is_number), ("a list of whole numbers", _all(_is_number))
_TEXT, _TEXTS = ("words", _is_text), ("a list of words", _all(_is_text))
_TABLE, _TABLES = ("a table", _is_table), ("a list of tables", _all(_is_table))
Entries = dict[str, tuple[str, Callable[[Any], bool]]]
_FILE_ENTRIES: Entries = {"scenario": _TABLES}
_STEP_ENTRIES: Entries = {
    **{"by": _NUMBER, "decision": _TEXT, "play": _TEXT, "load": _NUMBERS, "expect": _TABLE},
    **{"legal": _TEXTS, "illegal": _TEXTS, "only": _TEXTS},
}
_SCENARIO_ENTRIES: Entries = {
    **{"name": _TEXT, "note": _TEXT, "rules": _TEXTS, "options": _TABLE, "position": _TABLE},
    **{"loaded": _NUMBERS, "step": _TABLES, "expect": _TABLE},
}


@dataclass(frozen=True)
class Scenario:
    """One position, the moves played from it, and what must come of them."""

    name: str
    rules: tuple[str, ...]
    options: dict[str, Any]
    position: dict[str, Any]
    loaded: tuple[int, ...] = ()
    expect: dict[str, Any] = field(default_factory=dict)
    steps: tuple[dict[str, Any], ...] = ()

    def run(self, game: Game) -> Batch:
        """Play the scenario and return the batch of one that holds its last position.

        Raises:
            ScenarioError: If a move is not legal or an expectation fails; names the step.
        """
        where = f"{self.name!r}"
        try:
            table = Table(game, **self.options)
        except (TypeError, ValueError) as error:
            raise ScenarioError(f"{where}, options: {error}") from None
        table.arrange(self.position)
        _load(table, self.loaded, where)
        table.expect(self.expect, f"{where}, the position")
        for number, step in enumerate(self.steps, 1):
            _run_step(table, step, f"{where}, step {number}")
        table.expect_dice_used(where)
        return table.batch


class Table:
    """One game played in words: what scenarios, replays and notebooks use.

    >>> import spaceenvs
    >>> table = Table(spaceenvs.load("galaxy"), num_players=2)
    >>> table.reset(seed=3)
    >>> len(table.words()) > 1
    True
    """

    def __init__(self, game: Game, *, skip_forced: bool = False, **options: Any) -> None:
        self.game = game
        self.batch = Batch(game, 1, skip_forced=skip_forced, autoreset=False, **options)
        self.box = self.batch.box[0]

    @property
    def state(self) -> Any:
        """The record of the game."""
        return self.batch.states[0]

    def reset(self, seed: int) -> None:
        """Start a new game from a seed."""
        self.batch.reset(seed=np.array([seed]))

    def arrange(self, position: dict[str, Any]) -> None:
        """Set up a position in words.

        What `position` gives comes back as the same game. What is left out gets a sensible
        default; what does not set anything up must be true of the position.

        Raises:
            ScenarioError: If a word has no meaning, is out of its range, or is not true, with
                the path of the word; or if no game could come to this position. The table
                holds the game that it held before.
        """
        words = Words(position)
        batch = self._lay_out(words)
        if words.is_exact:
            write_fields(batch.states, words[RECORD])
        _refuse_broken(batch)
        written = batch.states.copy()
        batch.look()  # rewards of a finished game follow from its ranks and scores
        if words.is_exact:
            for path in find_differences(batch.states, written):
                raise ScenarioError(f"{RECORD}.{path}: it follows from all else that is given")
        said = self._say(batch.states[0])
        if words.is_exact:
            said[RECORD] = position[RECORD]
            words.expect(said)
        else:
            words.expect_unread(said)
        self.reset(seed=0)
        self.batch.states[:] = batch.states
        self.batch.look()

    def _lay_out(self, words: Words) -> Batch:
        """Return a batch of one that holds what the game's own words say."""
        batch = self.batch.copy()
        batch.states.view(np.uint8).fill(0)  # nothing of the game before, also where rules work
        batch.reset(seed=np.zeros(1, np.int64))
        try:
            self.game.arrange(batch.states[0], self.box, words)
        except ScenarioError:
            raise
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
            raise ScenarioError(f"{words.last_read}: cannot be set up: {error!r}") from error
        if not words.is_exact:
            batch.resume()
        return batch

    def load(self, results: Iterable[int]) -> None:
        """Add results for the next dice and picks."""
        rng = self.state.rng
        left = rng.loaded[rng.loaded_used : rng.loaded_count].tolist()
        load(rng, [*left, *results])

    def words(self) -> dict[str, int]:
        """Return the legal moves: words and action."""
        legal = np.flatnonzero(self.batch.mask[0])
        return {self.game.describe(self.state, self.box, int(a)): int(a) for a in legal}

    def find(self, move: str) -> int:
        """Return the legal action with these words or this plain name."""
        words = self.words()
        if move in words:
            return words[move]
        for action in words.values():
            if self.game.actions.name(action) == move:
                return action
        raise ScenarioError(f"{move!r} is not legal; legal are: {', '.join(words)}")

    def play(self, move: str | int) -> None:
        """Play a move, given in words, as a plain name or as an action."""
        action = move if isinstance(move, int) else self.find(move)
        if action < 0:  # to a batch it would mean to wait
            raise illegal_action(self.game, self.state, self.box, self.batch.mask[0], action)
        self.batch.step([action])

    def position(self) -> dict[str, Any]:
        """Return the whole position in words, so that `arrange` gives the same game.

        The entry `record` holds what the game's own words do not say: the dice to come, what is
        pending, who knows what; by the names of the record's fields. Without it `arrange` sets
        up a similar position, at the last moment that the words can say.
        """
        words = self.say()
        exact = self._lay_out(Words({**words, RECORD: {}}))
        return {**words, RECORD: find_differences(self.batch.states, exact.states)}

    def say(self) -> dict[str, Any]:
        """Return the position in the game's own words, and whose decision it is."""
        return self._say(self.state)

    def _say(self, s: Any) -> dict[str, Any]:
        common: dict[str, Any] = {
            "to_move": int(s.to_move),
            "decision": self.game.decisions[s.decision],
            "done": bool(s.done),
        }
        if s.done:
            n = int(s.num_players)
            common["rank"] = s.rank[:n].tolist()
            common["score"] = s.score[:n].tolist()
            common["reward"] = s.reward[:n].tolist()
        return {**common, **self.game.position(s, self.box)}

    def expect(self, wanted: dict[str, Any], where: str) -> None:
        """Compare the position with what is wanted of it, and check the invariants."""
        if self.state.rng.loaded_wrong:
            raise ScenarioError(f"{where}: a loaded result does not fit what was rolled or picked")
        broken = int(self.batch.check()[0])
        if broken:
            raise ScenarioError(f"{where}: {self.game.broken[broken]}")
        differences = list(_compare(wanted, self.say(), ""))
        if differences:
            raise ScenarioError(f"{where}: {'; '.join(differences)}")

    def expect_dice_used(self, where: str) -> None:
        """Insist that every loaded result has been taken."""
        left = int(self.state.rng.loaded_count - self.state.rng.loaded_used)
        if left:
            raise ScenarioError(f"{where}: {left} loaded results were never rolled or picked")


def _refuse_broken(batch: Batch) -> None:
    """Raise if no game could come to the position of a batch of one."""
    problem = batch.find_problem(batch.states).removeprefix("game 0: ")
    if problem:
        raise ScenarioError(f"no game comes to this position: {problem}")


def _run_step(table: Table, step: dict[str, Any], where: str) -> None:
    """Check what must hold before the move, play it, check what must hold after it."""
    position = {key: step[key] for key in ("decision",) if key in step}
    if "by" in step:
        position["to_move"] = step["by"]
    table.expect(position, where)
    for move in step.get("legal", ()):
        try:
            table.find(move)
        except ScenarioError as error:
            raise ScenarioError(f"{where}: {error}") from None
    legal = set(table.words().values())
    for name in step.get("illegal", ()):
        try:
            action = table.game.actions.index(name)
        except KeyError as error:
            raise ScenarioError(f"{where}: {error.args[0]}") from None
        if action in legal:
            raise ScenarioError(f"{where}: {name!r} is legal")
    if "only" in step:
        found = {table.find(move) for move in step["only"]}
        if found != legal:
            raise ScenarioError(f"{where}: legal are {', '.join(table.words())}")
    _load(table, step.get("load", ()), where)
    if "play" in step:
        try:
            table.play(step["play"])
        except ScenarioError as error:
            raise ScenarioError(f"{where}: {error}") from None
    table.expect(step.get("expect", {}), where)


def _load(table: Table, results: Iterable[int], where: str) -> None:
    """Load results for the dice; refuse more than there is room for."""
    try:
        table.load(results)
    except ValueError as error:
        raise ScenarioError(f"{where}: {error}") from None


def _compare(wanted: Any, found: Any, path: str) -> Iterable[str]:
    """Yield a sentence for everything wanted that is not found."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            inner = f"{path}.{key}" if path else str(key)
            if key not in found:
                yield f"there is no {inner}; there are: {', '.join(map(str, found))}"
            else:
                yield from _compare(value, found[key], inner)
    elif wanted != found:
        yield f"{path} should be {wanted!r}, is {found!r}"


def read_scenarios(path: str | Path) -> list[Scenario]:
    """Read a scenario file.

    Raises:
        ScenarioError: If it is not TOML or has an entry that nobody would read.
    """
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path} is not TOML: {error}") from error
    except RecursionError:
        raise ScenarioError(f"{path} is nested too deeply") from None
    _refuse_others(content, _FILE_ENTRIES, str(path))
    scenarios = []
    for entry in content.get("scenario", []):
        where = f"{path}, {reprlib.repr(entry.get('name'))}"
        _refuse_others(entry, _SCENARIO_ENTRIES, where)
        for number, step in enumerate(entry.get("step", []), 1):
            _refuse_others(step, _STEP_ENTRIES, f"{where}, step {number}")
        for needed in ("name", "rules", "options"):
            if needed not in entry:
                raise ScenarioError(f"{where}: {needed!r} is missing")
        scenarios.append(
            Scenario(
                name=entry["name"],
                rules=tuple(entry["rules"]),
                options=entry["options"],
                position=entry.get("position", {}),
                loaded=tuple(entry.get("loaded", ())),
                expect=entry.get("expect", {}),
                steps=tuple(entry.get("step", ())),
            )
        )
    if not scenarios:
        raise ScenarioError(f"{path} holds no [[scenario]]")
    return scenarios


def _refuse_others(given: dict[str, Any], entries: Entries, where: str) -> None:
    """Raise if there is an entry of no known name or of another kind."""
    unknown = set(given) - set(entries)
    if unknown:
        raise ScenarioError(
            f"{where}: no entry is called {', '.join(sorted(unknown))}; "
            f"there are: {', '.join(sorted(entries))}"
        )
    for name, value in given.items():
        kind, is_kind = entries[name]
        if not is_kind(value):
            raise ScenarioError(f"{where}: {name} is {kind}, {reprlib.repr(value)} was given")
