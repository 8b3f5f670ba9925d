"""The page of the game says what the code does; every rule is cited by a scenario or a test."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import spaceenvs.core_worlds
from spaceenvs import registry
from spaceenvs.core.scenario import read_scenarios
from spaceenvs.core_worlds.actions import Decision
from spaceenvs.core_worlds.components import CoreWorldsOptions, Effect
from spaceenvs.core_worlds.tables import DATA, card_table

GAME = registry.load("core_worlds")
PAGE = spaceenvs.core_worlds.__doc__
TESTS = Path(__file__).parent.parent


@pytest.mark.parametrize("written", [GAME.observation.table, GAME.actions.table, card_table])
def test_the_page_holds_the_tables_of_the_code(written):
    assert written() in PAGE


def test_the_page_states_the_sizes_options_and_decisions():
    assert f"Discrete({GAME.actions.size})" in PAGE
    assert f"| {GAME.observation.size} numbers" in PAGE
    for name in CoreWorldsOptions.__dataclass_fields__:
        assert name in PAGE
    for decision in Decision:
        assert f"{decision:d} {decision.name}" in " ".join(PAGE.split())


@pytest.mark.parametrize("name", ["effects", "sectors"])
def test_the_page_shows_the_source_of_every_row(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            first = row["effect" if name == "effects" else "name"]
            lines = [line for line in PAGE.splitlines() if re.search(rf"\| {first}\b", line)]
            assert any(line.endswith(f"| {row['source']} |") for line in lines), first


def test_every_decision_and_effect_has_a_scenario():
    cited = {
        rule
        for path in (TESTS / "rulebook" / "core_worlds").glob("*.toml")
        for scenario in read_scenarios(path)
        for rule in scenario.rules
    }
    assert {decision.name for decision in Decision} <= cited
    assert {effect.name for effect in Effect} <= cited
