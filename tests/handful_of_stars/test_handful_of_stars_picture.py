"""What a move is about in the picture, at every decision that the rulebook's scenarios reach."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spaceenvs.core.picture import find_elements
from spaceenvs.core.scenario import Table, read_scenarios
from spaceenvs.handful_of_stars import GAME

RULEBOOK = Path(__file__).parents[1] / "rulebook" / "handful_of_stars"


BERYLITH = [
    ("move", {"fleets-0-20", "fleets-0-26"}),
    ("move from Scoria", {"fleets-0-20", "space-20"}),
    ("go to Berylith", {"fleets-0-20", "space-14"}),
    ("2 fleets", {"fleets-0-20", "space-14"}),
    ("pay with Engines", {"card-0-39", "due-energy"}),
    ("done", {"space-14"}),
    ("stay", {"space-14"}),
    ("reinforce from Ishtar", {"fleets-1-13", "space-13", "space-14"}),
    ("1 fleet", {"fleets-1-13", "space-14"}),
]
"""The battle of the rulebook (E1): its first moves, and what each is about."""


def walk(scenario):
    """Yield the table of a scenario before every step, and the words of the move played."""
    table = Table(GAME, **scenario.options)
    table.arrange(scenario.position)
    table.load(scenario.loaded)
    for step in scenario.steps:
        table.load(step.get("load", ()))
        if not table.state.done:
            yield table, step.get("play")
        if "play" in step:
            table.play(step["play"])


def read_all():
    return [
        scenario for path in sorted(RULEBOOK.glob("*.toml")) for scenario in read_scenarios(path)
    ]


def test_every_decision_names_elements_that_are_drawn():
    seen = set()
    for table, _ in (moment for scenario in read_all() for moment in walk(scenario)):
        s, box = table.state, table.box
        seen.add(GAME.decisions[s.decision])
        for player in (int(s.to_move), None):
            drawn = find_elements(GAME.svg(s, box, player))
            for words, action in table.words().items():
                named = GAME.elements(s, box, action)
                assert named, words
                assert set(named) <= drawn, (words, set(named) - drawn)
    assert seen == {name for name in GAME.decisions if name}


def test_the_moves_of_the_battle_of_berylith_name_units_spaces_and_cards():
    (battle,) = [found for found in read_all() if found.name == "The battle of Berylith"]
    moments = walk(battle)
    for (words, wanted), (table, played) in zip(BERYLITH, moments, strict=False):
        assert played == words
        assert set(GAME.elements(table.state, table.box, table.find(words))) == wanted


def test_a_picture_shows_the_hand_to_its_owner_alone():
    table = Table(GAME, num_players=2)
    table.reset(seed=3)
    while table.state.round_number == 0:
        table.play(int(np.flatnonzero(table.batch.mask[0])[0]))
    s, box = table.state, table.box
    for viewer in range(2):
        drawn = find_elements(GAME.svg(s, box, viewer))
        for p in range(2):
            assert f"seat-{p}" in drawn
            assert any(name.startswith(f"card-{p}-") for name in drawn) == (p == viewer)
