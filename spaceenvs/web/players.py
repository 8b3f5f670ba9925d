"""The players that a visitor may put at a table: those of the package, and networks sent in."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from spaceenvs import registry
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import Game
from spaceenvs.players import Player, make_player, players_of
from spaceenvs.players.network import Network, load_network
from spaceenvs.players.trained import TrainedPlayer
from spaceenvs.web.errors import Refused

PERSON = "person"
"""Who sits at a seat that is played in a browser."""
MAX_NETWORK = 16_000_000
"""A network that is sent has no more bytes than this."""
MAX_UNPACKED = 8 * MAX_NETWORK
"""Nor more than this when it is unpacked."""
MAX_NETWORKS = 40
"""So many networks are kept."""
ADVISERS = ("", "random", "greedy")
"""Who may advise a network that was sent: nobody who reads files or thinks for long."""
_NETWORK = re.compile(r"network:([0-9a-f]{16})")
_SEARCH = re.compile(r"search:\d{1,4}(?:ms)?(?::(\w+))?")


class Players:
    """The players of a server.

    Args:
        folder: Where the networks that visitors send are kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def kinds(self, game: str) -> list[str]:
        """Return the names of the players that come with the package and know a game."""
        return _kinds(game)

    def check(self, game: str, who: object) -> None:
        """Refuse who is neither a person nor a player of this game."""
        kinds = self.kinds(game)
        if isinstance(who, str) and (who == PERSON or is_known(who, kinds)):
            return
        if isinstance(who, str) and _NETWORK.fullmatch(who):
            if not self._path(who).is_file():
                raise Refused("this network is not here any more: send it again")
            return
        raise Refused(
            f"a seat is taken by {PERSON}, {', '.join(kinds)}, a search with another budget "
            f"(search:50ms) or a network that was sent; {who!r:.60} was given"
        )

    def make(self, who: str, game: Game, seed: int) -> Player:
        """Return a player by its name.

        Raises:
            ValueError: If there is no such player, or it does not know the game.
        """
        if not _NETWORK.fullmatch(who):
            return make_player(who, game, seed)
        player = TrainedPlayer(_load(self._path(who), game.name), seed)
        player.name = who
        return player

    def add_network(self, game: Game, content: bytes) -> str:
        """Keep a network that was sent, and return what it is called from now on.

        Raises:
            Refused: If it is no network for this game, or there are too many.
        """
        who = f"network:{hashlib.sha256(content).hexdigest()[:16]}"
        path = self._path(who)
        if path.is_file():
            return who
        _check_archive(content)
        self.folder.mkdir(parents=True, exist_ok=True)
        if len(list(self.folder.glob("*.npz"))) >= MAX_NETWORKS:
            raise Refused(f"{MAX_NETWORKS} networks are here, which is all this server keeps", 503)
        write_atomically(path, content)
        try:
            network = load_network(path, game)
            if network.adviser not in ADVISERS:
                raise ValueError(f"a network with the adviser {network.adviser!r:.40} is not taken")
            if not all(np.isfinite(array).all() for array in network.weights.values()):
                raise ValueError("a network of finite numbers is needed")
        except ValueError as error:
            path.unlink()
            raise Refused(str(error).replace(repr(str(path)), "the file")) from None
        return who

    def _path(self, who: str) -> Path:
        return self.folder / f"{who.removeprefix('network:')}.npz"


@cache
def _kinds(game: str) -> list[str]:
    return players_of(registry.load(game))


@lru_cache(maxsize=8)
def _load(path: Path, game: str) -> Network:
    return load_network(path, registry.load(game))


def _check_archive(content: bytes) -> None:
    """Refuse what is no archive of arrays, or too large when it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise Refused("a network is the model.npz of a training run") from None
    if size > MAX_UNPACKED:
        raise Refused(f"a network has at most {MAX_UNPACKED:,} bytes when it is unpacked", 413)


def is_known(who: str, kinds: list[str]) -> bool:
    """Whether a player is one of these kinds; a search may have a budget of its own.

    >>> is_known("search:50ms", ["random", "search"]), is_known("search:../x", ["search"])
    (True, False)
    """
    if who in kinds:
        return True
    found = _SEARCH.fullmatch(who)
    if found is None or "search" not in kinds:
        return False
    return found[1] is None or (found[1] in kinds and found[1] != "search")
