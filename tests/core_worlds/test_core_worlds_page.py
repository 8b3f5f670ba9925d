"""The page of the game says what the code does; every rule is cited by a scenario or a test."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import spaceenvs.core_worlds
from spaceenvs.core.pages import split
from spaceenvs.core.scenario import read_scenarios
from spaceenvs.core_worlds.actions import Decision
from spaceenvs.core_worlds.components import Effect
from spaceenvs.core_worlds.tables import DATA

TESTS = Path(__file__).parent.parent


@pytest.fixture
def page():
    return split(spaceenvs.core_worlds.__doc__ or "")[1]


def rows_of(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_page_holds_every_effect_with_its_source(page):
    shown = page["A card set of your own"]
    for row in rows_of("effects"):
        written = row["effect"] + (f"({row['parameters']})" if row["parameters"] else "")
        cells = (written, row["carrier"], row["meaning"], row["source"])
        assert f"| {' | '.join(cells)} |" in shown


def test_the_page_holds_every_sector_with_its_source(page):
    shown = page["Sectors and cards"].splitlines()
    for row in rows_of("sectors"):
        [line] = [line for line in shown if line.startswith(f"| {row['sector']} | {row['name']} |")]
        assert f"| {row['actions_per_round']} | {row['hand_limit']} |" in line
        assert line.endswith(f"| {row['source']} |")


@pytest.mark.parametrize("name", ["home_worlds", "starting_decks", "galactic_decks"])
def test_the_page_holds_every_card_once_with_its_source(page, name):
    shown = page["Sectors and cards"].splitlines()
    for row in rows_of(name):
        [line] = [
            line for line in shown if re.search(rf"\| {row['def_id']} \| {row['name']}", line)
        ]
        assert line.endswith(f"| {row['source']} |")
        assert row["effect"] == "NONE" or f"| {row['effect']} |" in line


def test_every_decision_and_effect_has_a_scenario():
    cited = {
        rule
        for path in (TESTS / "rulebook" / "core_worlds").glob("*.toml")
        for scenario in read_scenarios(path)
        for rule in scenario.rules
    }
    assert {decision.name for decision in Decision} <= cited
    assert {effect.name for effect in Effect} <= cited
