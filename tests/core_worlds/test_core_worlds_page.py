"""The page of the game says what the code does; every rule is cited by a scenario or a test."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import spaceenvs.core_worlds
from spaceenvs.core.scenario import read_scenarios
from spaceenvs.core_worlds.actions import Decision
from spaceenvs.core_worlds.components import Effect
from spaceenvs.core_worlds.tables import DATA, card_table

PAGE = spaceenvs.core_worlds.__doc__
TESTS = Path(__file__).parent.parent


def test_the_page_holds_the_table_of_cards():
    assert card_table() in PAGE


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
