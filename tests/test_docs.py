"""The page of every game says what the code does, and the documentation builds."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT

from spaceenvs import registry, rulebook
from spaceenvs.core.batch import Batch
from spaceenvs.core.pages import HEADINGS, sources_table, split


@pytest.fixture
def sections(game_name):
    return split(importlib.import_module(f"spaceenvs.{game_name}").__doc__ or "")[1]


@pytest.fixture
def prose(game_name):
    """The docstring as it is typed, without what is made from the code."""
    module = importlib.import_module(f"spaceenvs.{game_name}")
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source))


def test_a_page_has_all_its_headings_in_order(sections):
    assert tuple(name for name in sections if name in HEADINGS) == HEADINGS


def test_the_docstring_holds_prose_only(prose):
    assert not re.search(r"^\|", prose, re.MULTILINE), "tables of a page are made, not typed"


def test_the_tables_of_a_page_are_made_from_the_code(game, sections):
    assert f"| id | `{game.id}` |" in sections["Specs"]
    assert game.observation.table() in sections["Observation"]
    assert game.actions.table() in sections["Actions"]
    for number, name in enumerate(game.decisions):
        assert not name or f"| {number} | {name} | {game.asked[name]} |" in sections["Decisions"]
    for option in dataclasses.fields(game.options):
        assert f"| `{option.name}` | `{option.default!r}` | " in sections["Options"]
        assert option.name == "num_players" or option.metadata["help"]
    assert sources_table(game) in sections["What is reconstructed"]
    for ruling, text in rulebook.read(game.name).rulings.items():
        assert f"| {ruling} | {text} |" in sections["Rulings"]


@pytest.mark.skipif(not JIT, reason="plays thousands of games")
def test_random_games_are_as_long_as_the_game_says(game, game_name):
    found = []
    for players in game.player_counts:
        batch = Batch(game, 1000, num_players=players, autoreset=False)
        batch.reset(seed=1)
        decisions = 0
        while not batch.terminated.all():
            decisions += int(np.count_nonzero(~batch.terminated))
            batch.step(batch.sample())
        found.append(decisions / 1000)
    assert game.random_decisions == pytest.approx(found, rel=0.1), f"random_decisions is {found}"


def test_the_end_rewards_and_sources_are_told(game, sections):
    assert "`max_cycles`" in sections["End"]
    assert re.search(r"\+1\b.*-1\b", " ".join(sections["Rewards"].split()))
    if sources_table(game):
        assert re.search("`?source`?|`confidence`", sections["What is reconstructed"])
    assert f"v{game.version}: " in sections["Version history"]


def test_the_documentation_builds_without_a_warning(tmp_path):
    pytest.importorskip("sphinx")
    docs = Path(__file__).parents[1] / "docs"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(docs), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for row in registry.ROWS.values():
        page = (tmp_path / "games" / f"{row.name}.html").read_text(encoding="utf-8")
        assert row.id in page
        assert re.search(rf'href="../rules/{row.name}.html#[rds]\d', page)
        rules = (tmp_path / "rules" / f"{row.name}.html").read_text(encoding="utf-8")
        proofs = re.findall(rf'href="../scenarios/{row.name}.html#([\w-]+)"', rules)
        scenarios = (tmp_path / "scenarios" / f"{row.name}.html").read_text(encoding="utf-8")
        assert proofs
        for text, anchors in ((scenarios, proofs), (rules, re.findall(r'href="#([^"]+)"', rules))):
            assert set(anchors) <= set(re.findall(r'id="([^"]+)"', text))
