"""The package as a user first meets it."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import JIT

import spaceenvs
from spaceenvs import registry

LIGHT = """
import sys
import spaceenvs
heavy = [name for name in ("numba", "torch", "stable_baselines3") if name in sys.modules]
games = [name for name in sys.modules if name.startswith("spaceenvs.core")]
print(heavy, games)
"""


def test_importing_compiles_and_loads_nothing():
    command = [sys.executable, "-c", LIGHT]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "[]"]


@pytest.mark.listed
def test_a_game_is_loaded_when_it_is_named(game_name):
    code = f"import spaceenvs; print(spaceenvs.{game_name}.GAME.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == registry.ROWS[game_name].id
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = spaceenvs.chess


def test_games_import_no_environment_library(game_name):
    package = importlib.import_module(f"spaceenvs.{game_name}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        spec = importlib.util.find_spec(module.name)
        assert spec is not None
        assert spec.origin is not None
        with open(spec.origin, encoding="utf-8") as file:
            text = file.read()
        for library in ("gymnasium", "pettingzoo", "torch"):
            assert f"import {library}" not in text, f"{module.name} imports {library}"


def test_core_imports_no_game():
    folder = Path(spaceenvs.__file__).parent / "core"
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in registry.ROWS:
            assert f"from spaceenvs.{name}" not in text
            assert f"import spaceenvs.{name}" not in text


def test_the_list_of_games():
    assert spaceenvs.games() == [row.id for row in registry.ROWS.values()]


@pytest.mark.skipif(not JIT, reason="the examples play whole games")
@pytest.mark.parametrize(
    "name",
    ["spaceenvs"]
    + [
        f"spaceenvs.core.{m}"
        for m in ("aec", "batch", "layout", "replay", "sample", "seat", "scenario")
    ],
)
def test_the_examples_in_docstrings_run(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
