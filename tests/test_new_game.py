"""`spaceenvs new-game`: a copy of the template that plays at once, in a copy of the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spaceenvs.new_game import new_game

ROOT = Path(__file__).parents[1]
PLAY = """
from spaceenvs import registry, template
from spaceenvs.core.batch import Batch
from spaceenvs.core.scenario import read_scenarios
game = registry.load("{name}")
assert game.options.__name__ == "{options}"
for scenario in read_scenarios("tests/rulebook/{name}/turn.toml"):
    scenario.run(game)
batch = Batch(game, 1, num_players=3)
batch.reset(seed=1)
assert batch.playout() > 9
print(game.id, game.title, [row.id for row in registry.ROWS.values()][-1])
"""


@pytest.fixture
def checkout(tmp_path):
    """What the command needs of a checkout, to be changed."""
    skip = shutil.ignore_patterns("__pycache__")
    folders = ("spaceenvs/core", "spaceenvs/template", "tests/rulebook/template", "docs/rules")
    for folder in (*folders, "docs/learn"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=skip)
    for path in [ROOT / "pyproject.toml", *(ROOT / "spaceenvs").glob("*.py")]:
        shutil.copy(path, tmp_path / path.relative_to(ROOT))
    return tmp_path


def run(checkout, *command):
    env = {**os.environ, "PYTHONPATH": str(checkout), "NUMBA_DISABLE_JIT": "1"}
    argv = [sys.executable, *command]
    return subprocess.run(argv, cwd=checkout, env=env, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("name", "title", "options"),
    [
        ("black_hole", "Black Hole", "BlackHoleOptions"),  # sorts before core
        ("zodiac", "Zodiac", "ZodiacOptions"),
    ],
)
def test_a_new_game_plays_and_is_clean(checkout, name, title, options):
    done = run(checkout, "-m", "spaceenvs", "new-game", name)
    assert done.returncode == 0, done.stderr
    assert f"python tests/test_golden.py {name}" in done.stdout
    played = run(checkout, "-c", PLAY.format(name=name, options=options))
    assert played.stdout.split("\n")[0] == f"{name}-v0 {title} {name}-v0", played.stderr
    for command in (["check"], ["format", "--check"]):
        clean = run(checkout, "-m", "ruff", *command, "spaceenvs")
        assert clean.returncode == 0, clean.stdout
    left = (path.read_text() for path in (checkout / "spaceenvs" / name).rglob("*.py"))
    assert not any("Asteroids" in text or "spaceenvs.template" in text for text in left)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("template", "the name 'template' is taken"),
        ("core", "the name 'core' is taken"),
        ("cli", "the name 'cli' is taken"),
        ("BlackHole", "written as in handful_of_stars; 'BlackHole' was given"),
        ("black-hole", "written as in handful_of_stars"),
        ("2_stars", "written as in handful_of_stars"),
        ("class", "written as in handful_of_stars"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(checkout, name, sentence):
    before = sorted(checkout.rglob("*"))
    with pytest.raises(ValueError, match=sentence):
        new_game(name, checkout)
    assert sorted(checkout.rglob("*")) == before


def test_an_installed_package_is_no_checkout(checkout):
    shutil.rmtree(checkout / "tests")
    done = run(checkout, "-m", "spaceenvs", "new-game", "black_hole")
    assert done.returncode == 2
    assert "begun in a checkout of the repository" in done.stderr
