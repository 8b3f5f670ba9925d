"""What all tests share: the games of the registry and the template, at every player count."""

from __future__ import annotations

import os

import pytest

from spaceenvs import registry

GAMES = list(registry.ROWS)
TESTED = [*registry.ROWS.values(), registry.TEMPLATE]
"""What holds for every game holds for the template too: a copy of it begins with green tests."""
TABLES = [
    (row.name, players) for row in TESTED for players in range(row.players[0], row.players[1] + 1)
]
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark of tests that leave the template out."""
    config.addinivalue_line("markers", "listed: is about the list of games, so not the template")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `game_name` for every game, `table` for every player count too."""
    listed = metafunc.definition.get_closest_marker("listed") is not None
    names = GAMES if listed else [row.name for row in TESTED]
    if "table" in metafunc.fixturenames:
        tables = [table for table in TABLES if table[0] in names]
        metafunc.parametrize("table", tables, ids=[f"{name}-{n}" for name, n in tables])
    elif "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", names)


@pytest.fixture
def game(request):
    """The game of the test's `game_name` or `table`."""
    if "table" in request.fixturenames:
        return registry.load(request.getfixturevalue("table")[0])
    return registry.load(request.getfixturevalue("game_name"))
