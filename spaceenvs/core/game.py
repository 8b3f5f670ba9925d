"""What a game must provide: the contract that everything else in `core` works from."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.given import Words
from spaceenvs.core.jit import kernel
from spaceenvs.core.layout import ActionTable, Layout
from spaceenvs.core.rng import MAX_LOADED, RNG

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

State = Any
"""One game: a record of the game's `state` dtype."""
Box = Any
"""The options and components a game is played with: a record of the game's `box` dtype."""
Mask = NDArray[np.int8]
Observation = NDArray[np.int8]


@kernel
def stand_still(s: State, box: Box) -> None:
    """Leave a position that was set up as it is: it stands at a decision."""


@dataclass(frozen=True)
class Options:
    """The variants of a game; each game adds its own, with defaults.

    A field's metadata may hold `choices` (the values allowed), `help` (a sentence) and `is_file`
    (the value is the path of a file; nobody but the owner of the machine may choose it).
    """

    num_players: int


def option(
    default: Any, help: str, choices: tuple[Any, ...] | None = None, is_file: bool = False
) -> Any:
    """Declare one option of a game with its default, its meaning and what it may be."""
    metadata = {"help": help, "choices": choices, "is_file": is_file}
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Game:
    """A game: its record, its rules, and a name for every number.

    The rules are kernels (`spaceenvs.core.jit.kernel`). `s` is one record of `state`, `box`
    the one record of `box` that all games of a batch share and that no rule changes.

    Attributes:
        name: The name in the registry, for example `galaxy`.
        title: The name on the box.
        version: Changes whenever rules, observation, action ids or rewards do.
        players: The smallest and the largest number of players.
        seats: The names of the seats, as the board, the log and the result call them.
        state: The record of a game, made by `state_dtype`.
        box: The record of options and components, made by `box_dtype`.
        options: The dataclass of the options.
        make_box: Turns options into a one-element array of `box`; raises ValueError with a
            clear sentence if a table or an option is wrong.
        reset: `reset(s, box, seed)` sets up a fresh game; everything random comes from `s.rng`.
            Starts with `seed_rng(s.rng, seed)`, sets every field (the record may hold an old
            game) and stops at the first decision.
        legal: `legal(s, box, mask)` writes 1 for every legal action of `s.to_move`, 0 elsewhere.
            Never empty while the game runs; not called after the end. Changes nothing else.
        step: `step(s, box, action)` plays a legal action, resolves what follows by itself and
            stops at the next decision, also if that has one legal action, or at the end. At the
            end it sets `s.done`, `s.rank` (0 = winner, tied players share) and `s.score`.
        observe: `observe(s, box, player, out)` writes all of `out` (int8, natural units): what
            `player` may know, seen from that seat. Works for every seat at every moment.
        redeal: `redeal(s, box, player, seed)` draws anew all that `player` cannot see, consistent
            with what `player` can, with a generator of its own seeded by `seed`, and gives
            `s.rng` a fresh state.
        check: `check(s, box)` returns 0, or the number of the first broken invariant.
        broken: What each number returned by `check` means; entry 0 is "".
        actions: A name for every action.
        observation: A name for every number of an observation.
        decisions: The names of the decision points, indexed by `s.decision` ("" if unused).
        describe: `describe(s, box, action)` returns a legal action in words, unlike those of
            every other action that is legal in this position.
        position: `position(s, box)` returns the whole position as plain dicts, lists, words.
        seen: `seen(s, box, player)` returns of it what `player` may know, in the same words: what a
            language model is told.
        arrange: `arrange(s, box, words)` sets up a position from words as `position` gives
            them; what they do not mention gets a sensible default. Reads them through the
            readers of `Words` only, and every index with its range before it calls a kernel.
            Works on a fresh record. It takes every position that `position` gives and plays
            nothing: after it core calls `resume`, or writes all that the words leave open.
        text: `text(s, box, player)` draws the position for a terminal, as `player` sees it,
            or everything if `player` is None.
        svg: `svg(s, box, player)` draws the same as a picture. What can be pointed at is an
            element with a name (`spaceenvs.core.picture.element`).
        elements: `elements(s, box, action)` returns the names of the elements of that picture
            which a legal action is about, at least one; a page lights them up. They are in the
            picture of the player to move and in the one that shows everything.
        asked: What each decision is about in plain words, by its name in `decisions`.
        happened: `happened(before, action)` returns what everybody sees come of a legal action,
            a sentence each. `before` is a batch of one; it is not changed.
        is_spoken: `is_spoken(s, action)` tells whether a move is said aloud even if nothing
            visible comes of it.
        max_decisions: No game asks for more decisions than this.
        max_score: The largest margin between two scores that counts (for `reward="score"`).
        random_decisions: The mean number of decisions of a random game for each number of
            players, forced ones not counted; a test holds it true within a tenth.
        chance: What is random after the start, in words; "" if nothing is.
        hidden: What is hidden from players, in words; "" if nothing is.
        ranges: The smallest and the largest value of fields of the record, by name
            (`stack.kind` for a field inside a field): above all of those that are indices, so
            that a record from a file is safe to run on. A test compares them with random play.
        resume: `resume(s, box)` goes on from what `arrange` has left to the next decision.
        ask_anew: Only if the legal actions stand in the record itself: `ask_anew(s)` prepares the
            record of a running game so that `resume` asks the pending question again and leaves
            all as it was. So core finds out that a record from a file asks what the rules ask.
        page_tables: Further tables of the game's page: the heading they stand under, and a
            function that returns them as Markdown.
        prefetches_rows: Leave it False. True only if `observe` calls `prefetch_row_ahead` of
            `core/rows.py` itself, which is faster where the record is large (more than 2 kB) and
            its prefetches leave no room for those of the row.
        seldom: If the record is large, its first field of which a step touches little. A batch
            loads what lies before it into the cache ahead of time.
    """

    name: str
    title: str
    version: int
    players: tuple[int, int]
    seats: tuple[str, ...]
    state: np.dtype[Any]
    box: np.dtype[Any]
    options: type[Options]
    make_box: Callable[[Any], NDArray[Any]]
    reset: Callable[[State, Box, int], None]
    legal: Callable[[State, Box, Mask], None]
    step: Callable[[State, Box, int], None]
    observe: Callable[[State, Box, int, Observation], None]
    redeal: Callable[[State, Box, int, int], None]
    check: Callable[[State, Box], int]
    broken: tuple[str, ...]
    actions: ActionTable
    observation: Layout
    decisions: tuple[str, ...]
    describe: Callable[[State, Box, int], str]
    position: Callable[[State, Box], dict[str, Any]]
    seen: Callable[[State, Box, int], dict[str, Any]]
    arrange: Callable[[State, Box, Words], None]
    text: Callable[[State, Box, int | None], str]
    svg: Callable[[State, Box, int | None], str]
    elements: Callable[[State, Box, int], tuple[str, ...]]
    asked: Mapping[str, str]
    happened: Callable[[Batch, int], list[str]]
    is_spoken: Callable[[State, int], bool]
    max_decisions: int
    max_score: int
    random_decisions: tuple[int, ...]
    chance: str = ""
    hidden: str = ""
    resume: Callable[[State, Box], None] = stand_still
    ask_anew: Callable[[State], None] | None = None
    page_tables: tuple[tuple[str, Callable[[], str]], ...] = ()
    ranges: Mapping[str, tuple[int, int]] = dataclasses.field(default_factory=dict)
    prefetches_rows: bool = False
    seldom: str = ""

    @property
    def front(self) -> int:
        """Bytes of the record that a batch loads into the cache ahead of time."""
        if not self.seldom:
            return self.state.itemsize
        assert self.state.fields is not None
        return int(self.state.fields[self.seldom][1])

    @property
    def id(self) -> str:
        """The name with the version: `galaxy-v0`."""
        return f"{self.name}-v{self.version}"

    @property
    def player_counts(self) -> range:
        """The numbers of players that the game can be played with."""
        return range(self.players[0], self.players[1] + 1)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle a registered game by its name: kernels need not travel."""
        from spaceenvs import registry

        if registry.is_registered(self):
            return registry.load, (self.name,)
        return super().__reduce_ex__(protocol)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """A game never changes: a copy is the game itself."""
        return self

    def make_options(self, **given: Any) -> Options:
        """Return the game's options, checked.

        Raises:
            TypeError: If there is no option of that name, or its type is wrong.
            ValueError: If the number of players or another value is not allowed.
        """
        fields = {field.name: field for field in dataclasses.fields(self.options)}
        for name in given:
            if name not in fields:
                allowed = ", ".join(fields)
                raise TypeError(f"{self.name} has no option {name!r}; its options are: {allowed}")
        hints = typing.get_type_hints(self.options)
        for name, value in given.items():
            given[name] = _checked(self, fields[name], hints[name], value)
        return self.options(**given)


def _checked(game: Game, field: dataclasses.Field[Any], kind: Any, value: Any) -> Any:
    """Return an option's value as its plain type, or raise."""
    where = f"{game.name} option {field.name!r}"
    if isinstance(value, np.generic):
        value = value.item()
    if kind in (bool, int, str) and type(value) is not kind:
        raise TypeError(f"{where} takes {kind.__name__}, {value!r} was given")
    if field.name == "num_players" and value not in game.player_counts:
        low, high = game.players
        raise ValueError(f"{game.name} takes {low} to {high} players, {value} were asked for")
    choices = field.metadata.get("choices")
    if choices is not None and value not in choices:
        allowed = ", ".join(map(repr, choices))
        raise ValueError(f"{where} is one of {allowed}; {value!r} was given")
    return value


def state_dtype(max_players: int, fields: list[Any]) -> np.dtype[Any]:
    """Return the record of a game: what every game has, then the game's own fields.

    With `np.record` the same source runs with and without compilation.
    """
    common = [
        ("rng", RNG),
        ("num_players", np.int8),
        ("to_move", np.int8),  # the seat that decides
        ("decision", np.int8),  # which decision point, as numbered in the rules
        ("done", np.int8),  # 1 after the end
        ("rank", np.int8, (max_players,)),  # set at the end: 0 = winner, tied players share
        ("score", np.int16, (max_players,)),  # set at the end
        ("reward", np.float32, (max_players,)),  # set at the end, by core
    ]
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(
                f"no field may be called {name!r}: records of numpy have an attribute of that "
                "name, which plain Python would find instead"
            )
    return np.dtype((np.record, [*common, *fields]))  # type: ignore[no-any-return]


def find_out_of_range(game: Game, states: NDArray[Any], num_players: int) -> str:
    """Return what no record of a game can hold, in words, or "" if all may be in order.

    Looks at the fields that every game has, and at those whose range the game declares
    (`Game.ranges`), so that `check` can follow every index of a record from a file.
    """
    known = {
        "num_players": (num_players, num_players),
        "to_move": (0, num_players - 1),
        "decision": (0, len(game.decisions) - 1),
        "done": (0, 1),
        **game.ranges,
    }
    for path, (low, high) in known.items():
        values = states
        for name in path.split("."):
            values = values[name]
        if values.size and (values.min() < low or values.max() > high):
            wrong = values.min() if values.min() < low else values.max()
            return f"{path} is {low}..{high}, {wrong} was found"
    loaded = states["rng"]["loaded_used"], states["rng"]["loaded_count"]
    if any((count < 0).any() or (count > MAX_LOADED).any() for count in loaded):
        return "loaded dice that do not exist"
    if not np.isfinite(states["reward"]).all():
        return "a reward that is no number"
    return ""


def box_dtype(fields: list[Any]) -> np.dtype[Any]:
    """Return the record of what all games of a batch share: options, then components."""
    return np.dtype((np.record, [("num_players", np.int8), *fields]))  # type: ignore[no-any-return]
