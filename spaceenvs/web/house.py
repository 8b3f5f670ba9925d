"""All tables of a server: made, found again, bounded, put away when idle, saved."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from spaceenvs.core.errors import ReplayError
from spaceenvs.core.replay import Replay, load_game, parse_replay, read_replay, verify_replay
from spaceenvs.web import forms
from spaceenvs.web.errors import Refused
from spaceenvs.web.players import PERSON, Players
from spaceenvs.web.room import ALL, Room

MAX_ROOMS = 100
"""So many tables are open at once."""
IDLE = 30 * 60.0
"""A table that nobody looks at is put away after so many seconds."""
MAX_UPLOAD = 4_000_000
"""A replay has no more bytes than this."""
_ID = re.compile(r"[0-9a-f]{16}")


class House:
    """The tables of a server.

    Args:
        folder: Where tables are saved.
        players: Who may be seated beside persons.
        max_rooms: So many tables are open at once.
    """

    def __init__(self, folder: Path, players: Players, max_rooms: int = MAX_ROOMS) -> None:
        self.folder, self.players = folder, players
        self.max_rooms = max_rooms
        self.rooms: dict[str, Room] = {}
        self._adding = threading.Lock()  # tables are made in threads
        self.is_watched: Callable[[Room], bool] = lambda room: False

    # -- making -------------------------------------------------------------------------

    def open(self, given: dict[str, Any]) -> Room:
        """Return a new table as a visitor wants it.

        Raises:
            Refused: If something about it is wrong, or there are too many tables.
        """
        game = forms.find_game(given.get("game"))
        options = forms.check_options(game, given.get("options", {}))
        seats = self._check_seats(game.name, game.player_counts, given.get("seats"))
        seed = given.get("seed")
        seed = fresh_seed() if seed is None else forms.check_seed(seed)
        self.make_space()
        try:
            room = Room(game, options, seats, seed, self.players.make)
        except (ImportError, OSError, TypeError, ValueError) as error:
            raise Refused(str(error)) from None
        return self._add(room)

    def open_replay(self, text: str, name: str) -> Room:
        """Return a table that shows a replay.

        Raises:
            Refused: If it is none, or does not play as it says.
        """
        shown = Path(name).name[:60] or "the file"
        self.make_space()
        try:
            replay = parse_replay(text, shown)
            game = load_game(replay.game, shown)
            forms.check_options(game, replay.options)  # before anything is played with them
            verify_replay(replay, shown)
        except ReplayError as error:
            raise Refused(f"{error!s:.400}") from None
        count = replay.options.get("num_players", game.options(**replay.options).num_players)
        room = self._seat(replay, ["random"] * count)
        room.is_recorded = True
        return self._add(room)

    def branch(self, room: Room, count: int, seats: Any, other_dice: bool) -> Room:
        """Return a new table that goes on from a position of this one."""
        game = room.game
        seats = self._check_seats(game.name, range(len(room.seats), len(room.seats) + 1), seats)
        if type(count) is not int or not 0 <= count <= len(room.moves):
            raise Refused(f"a position is 0 to {len(room.moves)}, {count!r:.40} was given")
        self.make_space()
        dice = [(after, seed) for after, seed in room.dice if after < count or not other_dice]
        dice = [(after, seed) for after, seed in dice if after <= count]
        if other_dice:
            dice.append((count, fresh_seed()))
        try:
            branch = Room(
                game, room.options, seats, room.seed, self.players.make, room.moves[:count], dice
            )
            branch.decisions.clear()  # what was decided before is not taken back here
        except (ImportError, OSError, TypeError, ValueError) as error:
            raise Refused(str(error)) from None
        return self._add(branch)

    def again(self, room: Room) -> Room:
        """Return a new game with the same seats."""
        self.make_space()
        seats = [PERSON if seat in room.persons else who for seat, who in enumerate(room.seats)]
        return self._add(Room(room.game, room.options, seats, fresh_seed(), self.players.make))

    def _check_seats(self, game: str, counts: range, seats: Any) -> list[str]:
        if not isinstance(seats, list) or len(seats) not in counts:
            allowed = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
            given = len(seats) if isinstance(seats, list) else repr(seats)[:40]
            raise Refused(f"{allowed} seats are needed, {given} were given")
        for who in seats:
            self.players.check(game, who)
        return seats

    def _seat(self, replay: Replay, seats: list[str]) -> Room:
        game = load_game(replay.game, replay.game)
        options = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in replay.options.items()
        }
        return Room(game, options, seats, replay.seed, self.players.make, replay.moves, replay.dice)

    def _add(self, room: Room) -> Room:
        with self._adding:
            self._refuse_if_full()
            return self.rooms.setdefault(room.id, room)

    def _refuse_if_full(self) -> None:
        if len(self.rooms) >= self.max_rooms:
            raise Refused(
                f"{self.max_rooms} tables are open, which is all this server has: "
                f"leave one, or wait until one was idle for {IDLE / 60:.0f} minutes",
                503,
            )

    # -- finding and keeping ------------------------------------------------------------

    def find(self, id: Any) -> Room:
        """Return a table, from the disk if it was put away.

        Raises:
            Refused: If there is none.
        """
        if not isinstance(id, str) or not _ID.fullmatch(id):
            raise Refused("there is no such table", 404)
        room = self.rooms.get(id)
        if room is not None:
            room.touched = time.monotonic()  # nobody puts it away before the visitor sits
            return room
        path = self.folder / f"{id}.json"
        if not path.is_file():
            raise Refused("this table is not here any more", 404)
        self.make_space()
        try:
            room = self._wake(read_replay(path))
        except (ReplayError, KeyError, OSError, TypeError, ValueError) as error:
            raise Refused(f"this table cannot be opened: {error}", 404) from None
        return self._add(room)

    def _wake(self, replay: Replay) -> Room:
        notes = replay.notes
        seats = [
            PERSON if seat in notes["persons"] else who for seat, who in enumerate(notes["seats"])
        ]
        room = self._seat(replay, seats)
        room.id, room.keys = notes["id"], notes["keys"]
        for seat in room.persons:
            if notes["seats"][seat] != PERSON:
                room.resign(seat, notes["seats"][seat])
        room.is_recorded, room.paused = notes["is_recorded"], True
        room.unsaved = False
        return room

    def save(self, room: Room) -> None:
        """Write a table so that a later server finds it."""
        replay = room.replay()
        replay.notes = {
            "id": room.id,
            "keys": room.keys,
            "seats": room.seats,
            "persons": room.persons,
            "is_recorded": room.is_recorded,
            # For `spaceenvs play --continue`.
            "seat": room.persons[0] if room.persons else 0,
            "opponents": "random",
        }
        room.unsaved = False
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds keys of seats
            replay.save(self.folder / f"{room.id}.json")
        except OSError as error:
            raise Refused(f"the table cannot be saved: {error.strerror}", 500) from None

    def save_played(self) -> None:
        """Write the tables of people that have changed."""
        for room in list(self.rooms.values()):
            if room.persons and room.unsaved and room.moves:
                self.save(room)

    def make_space(self) -> None:
        """Put idle tables away.

        Raises:
            Refused: If there is no room for another one even then.
        """
        self.put_away(time.monotonic() - IDLE)
        self._refuse_if_full()

    def put_away(self, before: float) -> None:
        """Save and close the tables that nobody has touched since and nobody looks at."""
        idle = [
            room
            for room in list(self.rooms.values())
            if room.touched < before and not self.is_watched(room)
        ]
        for room in idle:
            if room.moves:
                self.save(room)
            self.rooms.pop(room.id, None)
        if idle:
            del room, idle
            give_memory_back()


def give_memory_back() -> None:
    """Give the system what tables have left behind; the C library keeps it for later otherwise."""
    gc.collect()
    with contextlib.suppress(AttributeError, OSError, TypeError):  # glibc only
        ctypes.CDLL(None).malloc_trim(0)


def fresh_seed() -> int:
    """Return a seed that nobody has chosen."""
    return int(np.random.SeedSequence().generate_state(1, np.uint32)[0])


def links(room: Room) -> dict[str, Any]:
    """Return what opens the places of a table; everything is open only where nobody hides."""
    places = [str(seat) for seat in room.persons] or [ALL]
    return {
        "table": room.id,
        "game": room.game.name,
        "title": room.game.title,
        "places": [
            {
                "place": place,
                "key": room.keys[place],
                "name": "everything" if place == ALL else room.game.seats[int(place)],
            }
            for place in places
        ],
    }
