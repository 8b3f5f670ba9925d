"""What all tests share: the games of the registry, at every player count."""

from __future__ import annotations

import os

import pytest

from spaceenvs import registry

GAMES = list(registry.ROWS)
TABLES = [
    (row.name, players)
    for row in registry.ROWS.values()
    for players in range(row.players[0], row.players[1] + 1)
]
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `game_name` for every game, `table` for every player count too."""
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=[f"{name}-{n}" for name, n in TABLES])
    elif "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", GAMES)


@pytest.fixture
def game(request):
    """The game of the test's `game_name` or `table`."""
    if "table" in request.fixturenames:
        return registry.load(request.getfixturevalue("table")[0])
    return registry.load(request.getfixturevalue("game_name"))
