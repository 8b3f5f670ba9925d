"""The rulebook's examples, and scenarios for every decision and ruling, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from spaceenvs import registry
from spaceenvs.core.scenario import read_scenarios

RULEBOOK = Path(__file__).parent / "rulebook"
SCENARIOS = [
    pytest.param(path.parent.name, scenario, id=f"{path.parent.name}/{path.stem}/{scenario.name}")
    for path in sorted(RULEBOOK.glob("*/*.toml"))
    for scenario in read_scenarios(path)
]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_scenario(name, scenario):
    scenario.run(registry.load(name))
