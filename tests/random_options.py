"""Random options of every game, for random play over all of them."""

from __future__ import annotations

import dataclasses
import random
import typing
from collections.abc import Callable
from typing import Any

from spaceenvs.core.game import Game


def _cosmic_powers(rng: random.Random, game: Game, players: int) -> str:
    from spaceenvs.cosmic_encounter.components import POWERS

    if rng.random() < 0.5:
        return rng.choice(["all", "all_ab", "ce_ab", "core30", "none"])
    return ",".join(rng.sample(POWERS, rng.randint(players, players + 10)))


def _cosmic_hexes(rng: random.Random, game: Game, players: int) -> str:
    from spaceenvs.cosmic_encounter.components import HEXES

    chance = rng.random()
    if chance < 0.6:
        return "off"
    if chance < 0.8:
        return "all"
    seats = rng.sample(range(players), rng.randint(1, players))
    names = rng.sample(HEXES, len(seats))
    return ",".join(f"{seat}:{name}" for seat, name in zip(seats, names, strict=True))


def _cosmic_moons(rng: random.Random, game: Game, players: int) -> str:
    from spaceenvs.cosmic_encounter.components import MOON_CLASSES

    if rng.random() < 0.6:
        return "off"
    classes = list(MOON_CLASSES)
    return ",".join(rng.sample(classes, rng.randint(1, len(classes))))


def _handful_races(rng: random.Random, game: Game, players: int) -> tuple[int, ...]:
    return tuple(rng.sample(range(7), players))


Draw = Callable[[random.Random, Game, int], Any]
_DRAWN: dict[tuple[str, str], Draw] = {
    ("cosmic_encounter", "power_pool"): _cosmic_powers,
    ("cosmic_encounter", "reverse_hexes"): _cosmic_hexes,
    ("cosmic_encounter", "moons"): _cosmic_moons,
    ("cosmic_encounter", "max_challenges"): lambda rng, *_: rng.choice([1, 5, 60, 200, 1000]),
    ("handful_of_stars", "races"): _handful_races,
    ("handful_of_stars", "max_rounds"): lambda rng, *_: rng.choice([0, 1, 5, 30, 100]),
    ("galactic_emperor", "round_cap"): lambda rng, *_: rng.choice([1, 3, 10, 30]),
    ("galactic_emperor", "start_throne"): lambda rng, _, players: rng.randrange(-1, players),
}
"""Options that are neither a switch nor a choice."""


def draw_options(
    game: Game, players: int, rng: random.Random, share: float = 0.3
) -> dict[str, Any]:
    """Return random options that the game accepts, about `share` of them not the default.

    A new option that is neither a switch nor a choice needs a line in `_DRAWN`.
    """
    hints = typing.get_type_hints(game.options)
    while True:
        options: dict[str, Any] = {"num_players": players}
        for field in dataclasses.fields(game.options):
            metadata = field.metadata
            if field.name == "num_players" or metadata.get("is_file"):
                continue
            draw = _DRAWN.get((game.name, field.name))
            if rng.random() >= share:
                continue
            if draw is not None:
                options[field.name] = draw(rng, game, players)
            elif metadata.get("choices"):
                options[field.name] = rng.choice(metadata["choices"])
            else:
                assert hints[field.name] is bool, f"{game.name}: no way to draw {field.name}"
                options[field.name] = not field.default
        try:
            game.make_box(game.make_options(**options))
        except ValueError:  # options that contradict each other
            continue
        return options
