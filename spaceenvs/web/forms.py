"""What a page asks before a game: which game, its options, who sits where."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

from spaceenvs import registry, rulebook
from spaceenvs.core.game import Game
from spaceenvs.web.errors import Refused

MAX_SEED = 2**53 - 1
"""The largest number that JavaScript tells from its neighbours."""


def games() -> list[dict[str, Any]]:
    """Return the games to choose from; none is loaded."""
    return [
        {"name": row.name, "title": row.title, "summary": row.summary, "players": row.players}
        for row in registry.ROWS.values()
    ]


def find_game(name: Any) -> Game:
    """Return a game by its name.

    Raises:
        Refused: If there is none.
    """
    try:
        return registry.load(name)
    except (TypeError, ValueError) as error:
        raise Refused(str(error), 404) from None


def form(game: Game) -> dict[str, Any]:
    """Return what can be chosen for a game: its options with help, choices and default."""
    hints = typing.get_type_hints(game.options)
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.player_counts),
        "seats": list(game.seats),
        "options": [
            {
                "name": field.name,
                "help": field.metadata.get("help", ""),
                "choices": field.metadata.get("choices"),
                "kind": getattr(hints[field.name], "__name__", "list"),
                "default": field.default,
            }
            for field in dataclasses.fields(game.options)
            if field.name != "num_players" and not field.metadata.get("is_file")
        ],
        "names": names(game),
    }


def names(game: Game) -> list[str]:
    """Return what the rules of a game can explain by name: cards, powers, tiles."""
    try:
        found = [thing.name for thing in rulebook.components(game.name)]
        return list(dict.fromkeys([*found, *rulebook.read(game.name).row_names]))
    except LookupError:
        return []


def check_options(game: Game, given: Any) -> dict[str, Any]:
    """Return the options that a visitor has sent, without those that name files.

    Raises:
        Refused: If an option is none of this game's, of a wrong kind, or a file.
    """
    if not isinstance(given, dict):
        raise Refused(f"options are named values, {given!r:.60} was given")
    fields = {field.name: field for field in dataclasses.fields(game.options)}
    options = {}
    for name, value in given.items():
        if name in fields and fields[name].metadata.get("is_file"):
            if value in ("", None):
                continue
            raise Refused(f"option {name!r} names a file; a page may not choose files", 403)
        options[name] = tuple(value) if isinstance(value, list) else value
    try:
        game.make_options(**options)
    except (TypeError, ValueError) as error:
        raise Refused(str(error)) from None
    return options


def check_seed(given: Any) -> int:
    """Return the seed that a visitor has sent.

    Raises:
        Refused: If it is none.
    """
    if type(given) is not int or not 0 <= given <= MAX_SEED:
        raise Refused(f"a seed is a whole number from 0 to {MAX_SEED}, {given!r:.60} was given")
    return given
