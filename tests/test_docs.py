"""The page of every game says what the code does, and the documentation builds."""

from __future__ import annotations

import dataclasses
import importlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT

from spaceenvs import registry
from spaceenvs.cli import _split
from spaceenvs.core.batch import Batch

SECTIONS = [
    "Specs",
    "Players and turn order",
    "Observation",
    "Actions",
    "Rewards",
    "End",
    "Hidden information",
    "Options",
    "What is reconstructed",
    "Version history",
]


@pytest.fixture
def sections(game_name):
    return _split(importlib.import_module(f"spaceenvs.{game_name}").__doc__ or "")[1]


def test_a_page_has_all_its_sections_in_order(sections):
    assert [name for name in sections if name in SECTIONS] == SECTIONS


def test_the_specs_are_those_of_the_code(game, sections):
    low, high = game.players
    for fact, value in {
        "id": f"`{game.id}`",
        "players": f"{low} to {high}",
        "actions": game.actions.size,
        "observation": game.observation.size,
        "decisions at most": f"{game.max_decisions:,}",
    }.items():
        assert f"| {fact} | {value} |" in sections["Specs"]
    assert game.chance == ("| chance |" in sections["Specs"])
    assert game.hidden == ("| hidden information |" in sections["Specs"])


@pytest.mark.skipif(not JIT, reason="plays thousands of games")
def test_random_games_are_as_long_as_the_page_says(game, sections):
    row = r"\| decisions of a random game \| (.*) with (.*) players, forced ones not counted \|"
    found = re.search(row, sections["Specs"])
    assert found
    means, counts = found.groups()
    assert [int(count) for count in counts.split(" / ")] == list(game.player_counts)
    for players, said in zip(game.player_counts, means.split(" / "), strict=True):
        batch = Batch(game, 1000, num_players=players, autoreset=False)
        batch.reset(seed=1)
        decisions = 0
        while not batch.terminated.all():
            decisions += int(np.count_nonzero(~batch.terminated))
            batch.step(batch.sample())
        assert int(said.replace(",", "")) == pytest.approx(decisions / 1000, rel=0.1)


def test_the_tables_are_those_of_the_code(game, sections):
    assert game.observation.table() in sections["Observation"]
    assert game.actions.table() in sections["Actions"]


def test_every_decision_is_named(game, sections):
    text = " ".join(sections["Players and turn order"].split())
    for number, name in enumerate(game.decisions):
        if name:
            assert re.search(rf"\bD?0?{number} {name}\b", text), name


def test_every_option_is_listed_with_its_default(game, sections):
    for option in dataclasses.fields(game.options):
        assert f"| `{option.name}` | {option.default!r} | " in sections["Options"]


def test_the_end_rewards_and_sources_are_told(game, sections):
    assert "`max_cycles`" in sections["End"]
    assert re.search(r"\+1\b.*-1\b", " ".join(sections["Rewards"].split()))
    assert re.search("`?source`?|`confidence`", sections["What is reconstructed"])
    assert f"v{game.version}: " in sections["Version history"]


def test_the_documentation_builds_without_a_warning(tmp_path):
    pytest.importorskip("sphinx")
    docs = Path(__file__).parents[1] / "docs"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(docs), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for row in registry.ROWS.values():
        assert row.id in (tmp_path / "games" / f"{row.name}.html").read_text(encoding="utf-8")
