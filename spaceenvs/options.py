"""Options of a game in words, as a command line takes them: `lucre=yes moons=full`."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spaceenvs.core.game import Game

_TRUTH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def read_options(game: Game, words: Iterable[str]) -> dict[str, Any]:
    """Return the options that `name=value` words name, checked.

    Raises:
        ValueError: If an option does not exist, or its value is not allowed.

    >>> import spaceenvs
    >>> read_options(spaceenvs.load("galaxy"), ["final_draw=yes"])
    {'final_draw': True}
    """
    kinds = typing.get_type_hints(game.options)
    names = [field.name for field in dataclasses.fields(game.options)]
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in names:
            known = ", ".join(names)
            raise ValueError(f"options are given as name=value, {word!r} was given; names: {known}")
        options[name] = _read_value(name, kinds[name], value)
    try:
        game.make_options(**options)
    except TypeError as error:
        raise ValueError(str(error)) from None
    return options


def _read_value(name: str, kind: Any, value: str) -> Any:
    """Return the value of an option as its type, or raise."""
    if kind is bool:
        if value.lower() not in _TRUTH:
            raise ValueError(f"{name} is yes or no, {value!r} was given")
        return _TRUTH[value.lower()]
    try:
        if kind is int:
            return int(value)
        if kind is not str:  # a tuple of numbers
            return tuple(int(part) for part in value.split(",") if part)
    except ValueError:
        wanted = "a number" if kind is int else "numbers separated by commas"
        raise ValueError(f"{name} is {wanted}, {value!r} was given") from None
    return value
