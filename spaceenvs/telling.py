"""What somebody at the table is told of a game: moves of the others, what happens, who wins.

The terminal and the page tell alike; what a game contributes is its own `telling.py`.
"""

from __future__ import annotations

import dataclasses
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch
    from spaceenvs.core.game import Game

WORLDS = 8
"""How many deals a viewer imagines before a move of somebody else counts as seen."""
TRIALS = (4, 16, 64)
"""So many imagined moves are tried in one call: the fewest that are enough."""


def legal_words(batch: Batch) -> dict[str, int]:
    """Return the legal moves of a batch of one: words and action."""
    game, s, box = batch.game, batch.states[0], batch.box[0]
    return {game.describe(s, box, int(a)): int(a) for a in batch.mask[0].nonzero()[0]}


def with_question(game: Game, decision: int, words: str) -> str:
    """Return the words of a move, with the question that they answer if they need it.

    Nobody understands "keep it", "pass" or "on Cylor" that has not heard what was asked.
    """
    if " " in words and not re.search(r"\bit\b|^(on|to|into|at|from|face)\b", words):
        return words
    return f"{words} ({game.asked[game.decisions[decision]]})"


def as_one(first: str, second: str) -> str:
    """Return two moves in a row that differ in their last word as one, "" if they are not alike.

    >>> as_one(as_one("token from 3.2", "token from 3.4"), "token from 3.4")
    'token from 3.2, 3.4, 3.4'
    >>> as_one("invite Green", "token from 3.2"), as_one("pass", "pass")
    ('', '')
    """
    start, _, last = second.rpartition(" ")
    if "(" in second:  # the end of a remark is no place and no card
        return ""
    known = re.fullmatch(rf"{re.escape(start)} \S+(, \S+)*", first)
    return f"{first}, {last}" if start and known else ""


def result_in_words(batch: Batch) -> str:
    """Return who has won a batch of one, and the scores."""
    s = batch.states[0]
    if not s.done:
        return "the game is not over"
    seats, names = range(batch.num_players), batch.game.seats
    winners = [names[p] for p in seats if s.rank[p] == 0]
    scores = ", ".join(f"{names[p]}: {s.score[p]}" for p in seats)
    best = max(s.score[p] for p in seats if s.rank[p] == 0)
    is_tie = any(s.rank[p] != 0 and s.score[p] == best for p in seats)
    verb = "win together" if len(winners) > 1 else "wins the tie" if is_tie else "wins"
    return f"{' and '.join(winners)} {verb}; scores: {scores}"


class Witness:
    """Says what is seen of a game: of each move, and of what comes of it.

    The position after a move does not show what was revealed, rolled, won if the game has gone
    on since. The witness looks at every move on a table of its own, also at those that are forced.
    Games with the same options may have one witness, one after the other.
    """

    def __init__(self, batch: Batch) -> None:
        """Sit down at a batch of one game."""
        self.game, self.options = batch.game, dataclasses.asdict(batch.options)
        self.skip_forced = batch.skip_forced
        self.table = self._make(1, skip_forced=False)

    def _make(self, count: int, skip_forced: bool) -> Batch:
        from spaceenvs.core.batch import Batch

        return Batch(self.game, count, skip_forced=skip_forced, autoreset=False, **self.options)

    # These take much memory, and only moves of which a viewer does not see everything need them.

    @cached_property
    def world(self) -> Batch:
        """A deal that the viewer imagines."""
        return self._make(1, skip_forced=False)

    @cached_property
    def trials(self) -> list[Batch]:
        """Games in which moves are tried that the viewer imagines."""
        return [self._make(count, self.skip_forced) for count in TRIALS]

    @cached_property
    def single_trials(self) -> list[Batch]:
        """The same for moves that are forced: what they force is not played."""
        if not self.skip_forced:
            return self.trials
        return [self._make(count, skip_forced=False) for count in TRIALS]

    def tell(self, before: Batch, action: int, viewer: int | None = None) -> list[str]:
        """Return what a viewer sees happen by a move, a line each; None sees everything.

        Moves that follow because nothing else is legal belong to it.
        """
        table = self.table
        table.states[:] = before.states
        table.look()
        lines = []
        while True:
            lines += table.game.happened(table, action)
            table.step([action])
            legal = table.mask[0].nonzero()[0]
            if len(legal) != 1 or not before.skip_forced:
                return lines
            action = int(legal[0])
            forced = self._tell_forced(action, viewer)
            lines += [forced] if forced else []

    def _tell_forced(self, action: int, viewer: int | None) -> str:
        """Return the only legal move on the table of the witness, as a viewer sees it."""
        table = self.table
        s, game = table.states[0], table.game
        mover = int(s.to_move)
        if viewer in (None, mover):
            words = f"{game.describe(s, table.box[0], action)} (the only move)"
        else:
            before, after = table.copy(), table.copy()
            after.step([action])
            words = self._tell_move(before, action, after, viewer, is_forced=True)
        return f"{game.seats[mover]}: {words}" if words else ""

    def tell_move(self, before: Batch, action: int, after: Batch, viewer: int) -> str:
        """Return what a viewer sees of somebody else's move; nothing if nothing is to be seen.

        The words of a move may name hidden cards. They are told only if no other move, in this
        deal or in any of a few that the viewer may imagine, would look the same.
        """
        return self._tell_move(before, action, after, viewer, is_forced=False)

    def _tell_move(
        self, before: Batch, action: int, after: Batch, viewer: int, is_forced: bool
    ) -> str:
        game, s = before.game, before.states[0]
        seen = after.observe(0, viewer)
        words = game.describe(s, before.box[0], action)
        if game.is_spoken(s, action):
            return words
        if (before.observe(0, viewer) == seen).all():
            return ""
        world, trials = self.world, self.single_trials if is_forced else self.trials
        for number in range(WORLDS + 1):
            world.states[:] = before.states
            if number:
                world.redeal(viewer, seed=number)
            world.look()
            others = [move for other, move in legal_words(world).items() if other != words]
            if self._may_look_alike(world, others, viewer, seen, trials):
                return f"decides in secret: {game.asked[game.decisions[s.decision]]}"
        return words

    def _may_look_alike(
        self, world: Batch, moves: list[int], viewer: int, seen: NDArray[Any], sizes: list[Batch]
    ) -> bool:
        """Whether one of these moves would show the viewer what was seen."""
        from spaceenvs.core.driver import WAIT

        for first in range(0, len(moves), TRIALS[-1]):
            some = moves[first : first + TRIALS[-1]]
            trials = next(trials for trials in sizes if trials.num_games >= len(some))
            trials.states[:] = world.states[0]
            trials.look()
            trials.step(np.array(some + [WAIT] * (trials.num_games - len(some)), np.int32))
            rows = np.arange(len(some))
            if (trials.observe(rows, viewer) == seen).all(axis=1).any():
                return True
        return False
