"""One table of the page: a game, who sits where, what was played, what each seat is shown."""

from __future__ import annotations

import dataclasses
import json
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.core.replay import Replay, exchange_dice
from spaceenvs.players import Player, Thoughts, turn_of
from spaceenvs.players.search import SearchPlayer
from spaceenvs.telling import Witness, as_one, result_in_words, with_question
from spaceenvs.terminal import label
from spaceenvs.web.errors import Refused
from spaceenvs.web.players import PERSON

ALL = "all"
"""The place of somebody who sits at no seat and may see everything."""
LOG = 80
"""So many of the last moves a frame tells."""
RETOLD = 12
"""So many of the moves so far are told to eyes that were not there."""
ONLY = np.array([0])
"""The rows of a batch of one game."""

MakePlayer = Callable[[str, Game, int], Player]


@dataclasses.dataclass(frozen=True)
class Told:
    """What one viewer hears of one move."""

    number: int
    mover: int
    words: str
    lines: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Frame:
    """What a viewer is shown of a position."""

    changes: int
    """After so many changes of the table: who has seen fewer has seen another position."""
    played: int
    """So many moves were played by then."""
    content: dict[str, Any]
    """What is sent: nothing in it that the viewer may not know."""


def _alike_as_one(log: list[Told]) -> list[Told]:
    """Return what was told, with moves of one player that differ in a word as one."""
    shown: list[Told] = []
    for told in log:
        last = shown[-1] if shown else None
        both = (
            last and last.mover == told.mover and not last.lines and as_one(last.words, told.words)
        )
        if both:
            shown[-1] = dataclasses.replace(told, words=both)
        else:
            shown.append(told)
    return shown


class SharedWitness(Witness):
    """A witness of several tables: it listens to one of them at a time."""

    def __init__(self, batch: Batch) -> None:
        """Sit down at tables with the options of this batch."""
        super().__init__(batch)
        self._listening = threading.RLock()

    def tell(self, before: Batch, action: int, viewer: int | None = None) -> list[str]:
        """Return what a viewer sees happen by a move."""
        with self._listening:
            return super().tell(before, action, viewer)

    def tell_move(self, before: Batch, action: int, after: Batch, viewer: int) -> str:
        """Return what a viewer sees of somebody else's move."""
        with self._listening:
            return super().tell_move(before, action, after, viewer)


_witnesses: WeakValueDictionary[str, SharedWitness] = WeakValueDictionary()


def find_witness(batch: Batch) -> SharedWitness:
    """Return a witness of games with these options: what it imagines takes much memory."""
    key = repr((batch.game.name, batch.options, batch.skip_forced))
    witness = _witnesses.get(key)
    if witness is None:
        witness = _witnesses[key] = SharedWitness(batch)
    return witness


def is_same(secret: str, given: Any) -> bool:
    """Whether somebody knows a secret; the time this takes tells nothing about it."""
    return isinstance(given, str) and secrets.compare_digest(
        secret.encode(), given.encode(errors="replace")
    )


class Room:
    """A game with its seats; kept from the first move to the last.

    Frames are drawn in one thread while another one plays: whoever changes the game or looks at
    it as it is now holds the `guard`.

    Args:
        game: The game.
        options: Its options.
        seats: Who sits where: "person", or a player by its name.
        seed: The seed of the game.
        make_player: Makes a player from its name.
        moves: What has been played already.
        dice: Where the dice were exchanged: moves before it, seed of the new ones.

    Raises:
        ValueError: If an option is wrong or a player is not known.
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        seats: list[str],
        seed: int,
        make_player: MakePlayer,
        moves: list[tuple[int, str]] | None = None,
        dice: list[tuple[int, int]] | None = None,
    ) -> None:
        self.game, self.seed, self.make_player = game, seed, make_player
        self.options = {**options, "num_players": len(seats)}
        self.seats = list(seats)
        self.persons = [seat for seat, who in enumerate(seats) if who == PERSON]
        self.id = secrets.token_hex(8)
        self.keys = {str(seat): secrets.token_urlsafe(16) for seat in self.persons}
        self.keys[ALL] = secrets.token_urlsafe(16)
        self.batch = Batch(game, 1, autoreset=False, **self.options)
        self.players = {
            seat: make_player(who, game, seat + 1)
            for seat, who in enumerate(seats)
            if who != PERSON
        }
        self.witness: Witness = find_witness(self.batch)
        self.guard = threading.RLock()
        self.moves = list(moves or [])
        self.dice = list(dice or [])
        # Told as it happens: to persons, and to eyes that have looked since the last move.
        self.told: dict[int | None, list[Told]] = {}
        self.looking: set[int | None] = set()
        self.decisions: list[int] = []  # after how many moves the only person was asked
        self.is_recorded = False  # a replay to look at: nobody plays on
        self.paused = False
        self.delay = 0.6
        self.touched = time.monotonic()
        self.unsaved = False
        self.changes = 0  # by moves, undone ones too, and resignations
        self._begin(self.batch)
        for number, (action, _) in enumerate(self.moves):
            if self.persons == [self.mover]:
                self.decisions.append(number)
            self._step(self.batch, number, action)

    # -- playing ------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        """The seat to move."""
        return int(self.batch.to_move[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.batch.states[0].done)

    @property
    def waits_for_person(self) -> bool:
        """Whether the next move is a person's."""
        return self.mover not in self.players

    @property
    def is_searching(self) -> bool:
        """Whether the next move is that of a player that thinks for long."""
        return isinstance(self.players.get(self.mover), SearchPlayer)

    def play(self, action: int) -> None:
        """Play a legal move and tell everybody what they may know of it."""
        with self.guard:
            batch, number = self.batch, len(self.moves)
            if not 0 <= action < self.game.actions.size or not batch.mask[0, action]:
                raise Refused(f"action {action} is not legal here")
            if self.persons == [self.mover]:
                self.decisions.append(number)
            wanted = {*self.persons, *self.looking}
            known = self.told
            self.told = {
                viewer: known[viewer] if viewer in known else self._retell(viewer, number)
                for viewer in wanted
            }
            self.looking.clear()
            before = batch.copy()
            words = self.game.describe(before.states[0], before.box[0], action)
            self._step(batch, number, action)
            self.moves.append((action, words))
            for viewer, log in self.told.items():
                log += self._tell(before, action, batch, viewer, number)
            self._has_changed()

    def _has_changed(self) -> None:
        self.changes += 1
        self.touched = time.monotonic()
        self.unsaved = True

    def _step(self, batch: Batch, number: int, action: int) -> None:
        """Play the move of this number, with the dice that are exchanged after it."""
        batch.step([action])
        self._exchange_dice(batch, number + 1)

    def _tell(
        self,
        before: Batch,
        action: int,
        after: Batch,
        viewer: int | None,
        number: int,
    ) -> list[Told]:
        """Return what a viewer is told of a move: nothing if nothing is to be seen."""
        mover = int(before.to_move[0])
        lines = tuple(self.witness.tell(before, action, viewer))
        if viewer is None or viewer == mover:
            words = self.game.describe(before.states[0], before.box[0], action)
        else:
            words = self.witness.tell_move(before, action, after, viewer)
        if words:
            words = with_question(self.game, int(before.states[0].decision), words)
        return [Told(number, mover, words, lines)] if words or lines else []

    def choose(self) -> int:
        """Return the move of the player to move."""
        return int(self.players[self.mover].choose(turn_of(self.batch, ONLY))[0])

    def play_on(self, seconds: float) -> None:
        """Let players move until a person must, one thinks for long, or the time is over."""
        end = time.monotonic() + seconds
        while not (self.is_over or self.waits_for_person or self.is_searching):
            self.play(self.choose())
            if time.monotonic() >= end:
                return

    def undo(self) -> None:
        """Go back to the last decision of the only person."""
        if len(self.persons) != 1:
            raise Refused("a move is taken back only where one person plays")
        if not self.decisions:
            raise Refused("you have decided nothing yet")
        with self.guard:
            count = self.decisions.pop()
            kept = self.position(count)
            self.batch.states[:] = kept.states
            self.batch.cycles[:] = kept.cycles
            self.batch.look()
            del self.moves[count:]
            for viewer, log in self.told.items():
                self.told[viewer] = [told for told in log if told.number < count]
            self._has_changed()

    def resign(self, seat: int, who: str) -> None:
        """Give the seat of a person to a player."""
        if self.is_over:
            raise Refused("the game is over")
        if seat in self.players or seat not in self.persons:
            raise Refused("nobody sits here any more")
        with self.guard:
            self.players[seat] = self.make_player(who, self.game, seat + 1)
            self.seats[seat] = who
            said = Told(len(self.moves), seat, "resigns", (f"the seat is now played by {who}",))
            for log in self.told.values():
                log.append(said)
            self._has_changed()

    # -- looking back -------------------------------------------------------------------

    def position(self, count: int) -> Batch:
        """Return a batch of one that holds the position after so many moves."""
        batch = Batch(self.game, 1, autoreset=False, **self.options)
        self._begin(batch)
        for number, (action, _) in enumerate(self.moves[:count]):
            self._step(batch, number, action)
        return batch

    def think(self, count: int, who: str) -> tuple[Batch, Thoughts]:
        """Return the position after so many moves and what a player thinks of it."""
        batch = self.position(count)
        if batch.states[0].done:
            raise Refused("the game is over")
        player = self.make_player(who, self.game, 0)
        return batch, player.think(turn_of(batch, ONLY))

    def _begin(self, batch: Batch) -> None:
        batch.reset(seed=np.array([self.seed]))
        self._exchange_dice(batch, 0)

    def _exchange_dice(self, batch: Batch, count: int) -> None:
        for after, seed in self.dice:
            if after == count:
                exchange_dice(batch, seed)

    def replay(self) -> Replay:
        """Return the game as a replay."""
        s, n = self.batch.states[0], self.batch.num_players
        result = {"score": s.score[:n].tolist(), "rank": s.rank[:n].tolist()} if s.done else None
        return Replay(
            game=self.game.id,
            options=json.loads(json.dumps(dataclasses.asdict(self.batch.options))),
            seed=self.seed,
            skip_forced=self.batch.skip_forced,
            moves=list(self.moves),
            result=result,
            dice=list(self.dice),
        )

    # -- who may see what ---------------------------------------------------------------

    def admit(self, place: Any, key: Any) -> int | None:
        """Return the seat of a visitor, None for one who may see everything.

        Raises:
            Refused: If the key does not open this place.
        """
        known = self.keys.get(place) if isinstance(place, str) else None
        if known is None or not is_same(known, key):
            raise Refused("this link does not open this seat", 403)
        return None if place == ALL else int(place)

    def may_see_all(self, seat: int | None) -> bool:
        """Whether a visitor may look into everything: no other person has something to hide."""
        return seat is None or self.is_over or self.persons == [seat]

    @property
    def has_rivals(self) -> bool:
        """Whether several people play against each other."""
        return len(self.persons) > 1

    # -- what is shown ------------------------------------------------------------------

    def frame(self, viewer: int | None) -> Frame:
        """Return what a viewer is shown now."""
        with self.guard:
            count = len(self.moves)
            self.looking.add(viewer)
            if viewer not in self.told:
                self.told[viewer] = self._retell(viewer, count)
            content = self._view(self.batch, viewer, self.told[viewer], is_now=True)
            return Frame(self.changes, count, content)

    def frames(self, viewers: set[int | None]) -> dict[int | None, Frame]:
        """Return what several viewers are shown now."""
        return {viewer: self.frame(viewer) for viewer in viewers}

    def past(self, count: int, viewer: int | None) -> dict[str, Any]:
        """Return what a viewer was shown after so many moves."""
        log = [told for told in self.told.get(viewer, []) if told.number < count]
        if not log or log[0].number > max(count - RETOLD, 0):
            log = self._retell(viewer, count)
        return self._view(self.position(count), viewer, log, is_now=False)

    def _view(
        self, batch: Batch, viewer: int | None, log: list[Told], is_now: bool
    ) -> dict[str, Any]:
        """Return a position as a viewer sees it, with what was told so far."""
        content = self._board(batch, viewer)
        mover = int(batch.to_move[0])
        decides = not content["over"] and viewer in (None, mover)
        content["moves"] = self._choices(batch) if decides else []
        content["mine"] = decides and is_now and viewer is not None and mover not in self.players
        if decides:
            decision = self.game.decisions[batch.states[0].decision]
            content |= {"asked": self.game.asked[decision], "decision": decision, "mover": mover}
        content["log"] = self._log(viewer, log)
        return content

    def _board(self, batch: Batch, viewer: int | None) -> dict[str, Any]:
        s, box = batch.states[0], batch.box[0]
        over = bool(s.done)
        return {
            "picture": self.game.svg(s, box, None if over else viewer),
            "over": over,
            "result": result_in_words(batch) if over else "",
            "seats": [
                {"name": self.game.seats[seat], "who": who} for seat, who in enumerate(self.seats)
            ],
        }

    def _choices(self, batch: Batch) -> list[dict[str, Any]]:
        """Return the legal moves: words, what is typed for them, the elements concerned."""
        game, s, box = batch.game, batch.states[0], batch.box[0]
        legal = [int(a) for a in np.flatnonzero(batch.mask[0])]
        words = [game.describe(s, box, action) for action in legal]
        key_of = {move: key for key, move in label(words).items()}
        return [
            {
                "action": action,
                "words": move,
                "key": key_of[move],
                "elements": list(game.elements(s, box, action)),
            }
            for action, move in zip(legal, words, strict=True)
        ]

    def _log(self, viewer: int | None, log: list[Told]) -> list[dict[str, Any]]:
        """Return the last moves as a viewer was told them."""
        with_numbers = viewer is None or not self.has_rivals or self.is_over
        return [
            {
                "mover": told.mover,
                "words": told.words,
                "lines": list(told.lines),
                # How many decisions were made in secret is a secret too.
                **({"number": told.number} if with_numbers else {}),
            }
            for told in _alike_as_one(log)[-LOG:]
        ]

    def _retell(self, viewer: int | None, count: int) -> list[Told]:
        """Return the last of so many moves, for eyes that were not there when they were played."""
        first = max(count - RETOLD, 0)
        batch, log = self.position(first), []
        for number, (action, _) in enumerate(self.moves[first:count], first):
            before = batch.copy()
            self._step(batch, number, action)
            log += self._tell(before, action, batch, viewer, number)
        return log
