"""What the picture shows of a move, of seats and of names of cards."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spaceenvs import registry
from spaceenvs.core.picture import find_elements
from spaceenvs.core.scenario import Table, read_scenarios
from spaceenvs.core_worlds.actions import DECISIONS
from spaceenvs.core_worlds.components import DEFS, NAME_BYTES, SEAT_NAMES, Kind, name_of

GAME = registry.load("core_worlds")
RULEBOOK = Path(__file__).parent.parent / "rulebook" / "core_worlds"
SVG = "{http://www.w3.org/2000/svg}"


def insist_on_elements(table):
    """Insist that every legal action names elements of both pictures that show it."""
    s, box = table.state, table.batch.box[0]
    for player in (int(s.to_move), None):
        drawn = find_elements(GAME.svg(s, box, player))
        for words, action in table.words().items():
            named = GAME.elements(s, box, action)
            assert named, words
            assert set(named) <= drawn, words
            assert len(set(named)) == len(named), words


def test_moves_of_every_decision_name_elements_of_the_picture():
    asked = set()
    for path in sorted(RULEBOOK.glob("*.toml")):
        for scenario in read_scenarios(path):
            table = Table(GAME, **scenario.options)
            table.arrange(scenario.position)
            table.load(scenario.loaded)
            for step in scenario.steps:
                if table.state.done:
                    break
                asked.add(DECISIONS[table.state.decision])
                insist_on_elements(table)
                table.load(step.get("load", ()))
                if "play" in step:
                    table.play(step["play"])
    assert asked == set(DECISIONS) - {""}


ABOUT: dict[str, tuple[dict[str, Any], list[tuple[str, list[str]]]]] = {
    "a draft is about the card": (
        {"zone": ["Dustfall", "Claw Fighter"], "seat0": {"energy": 5}},
        [("draft Claw Fighter", ["zone-1"])],
    ),
    "any copy of a card in hand is meant (R38)": (
        {"seat0": {"hand": ["2 Galactic Grunts", "Snub Fighter"], "energy": 2}},
        [("deploy Galactic Grunts", ["hand-0-0", "hand-0-1"])],
    ),
    "a pass is about the actions left": ({}, [("pass", ["actions-0"])]),
    "a surge token": (
        {"to_move": 1, "seat1": {"surge_tokens": 1}},
        [("use a surge token", ["surge-1"])],
    ),
    "a charge is about the Unit": (
        {"seat0": {"units": ["Snub Fighter", "Genetic Super Soldier"]}},
        [("charge Genetic Super Soldier", ["unit-0-1"])],
    ),
    "Energy Exploration is about the Home World and the cards": (
        {
            "decision": "ENERGY",
            "seat0": {"home": "Dunhaven", "hand": ["Energy Surge", "2 Snub Fighter"]},
        },
        [
            ("explore", ["world-0-3"]),
            ("discard Snub Fighter", ["hand-0-0", "hand-0-1", "world-0-3"]),
        ],
    ),
    "to be done in the Energy Phase is about the Energy": (
        {"decision": "ENERGY"},
        [("done", ["energy-0"])],
    ),
    "an Invasion is about the World, the Units and the Tactic": (
        {
            "zone": ["Dustfall", "Outpost Tarn"],
            "seat0": {
                "units": ["2 Snub Fighter", "Stealth Hawk", "Galactic Grunts"],
                "hand": ["Flanking Attack"],
                "energy": 3,
            },
        },
        [
            ("invade Outpost Tarn", ["zone-1"]),
            ("commit Snub Fighter", ["unit-0-0", "unit-0-1", "zone-1"]),
            ("commit Stealth Hawk", ["unit-0-2", "zone-1"]),
            ("use Stealth Hawk", ["unit-0-2", "zone-1"]),
            ("ground", ["invasion-ground", "unit-0-2"]),
            ("play Flanking Attack", ["hand-0-0", "zone-1"]),
            ("fleet", ["invasion-fleet", "resolving"]),
            ("commit Galactic Grunts", ["unit-0-3", "zone-1"]),
            ("conquer", ["zone-1", "unit-0-0", "unit-0-2", "unit-0-3"]),
            ("colonise Snub Fighter", ["unit-0-0", "world-0-25"]),
        ],
    ),
    "giving up an Invasion is about the World": (
        {"zone": ["Dustfall"], "seat0": {"energy": 1}},
        [("invade Dustfall", ["zone-0"]), ("retreat", ["zone-0"])],
    ),
    "a deployment without an Action Point is about the Unit that allows it": (
        {"seat0": {"hand": ["Loader Bots", "Galactic Grunts"], "energy": 4}},
        [
            ("deploy Loader Bots", ["hand-0-1"]),
            ("deploy Galactic Grunts", ["hand-0-0", "unit-0-0"]),
        ],
    ),
    "a card kept, or none: all go to the discard pile": (
        {"decision": "KEEP_CARD", "seat0": {"hand": ["Energy Surge"]}},
        [("keep nothing", ["discard-0"])],
    ),
    "a reshuffle is about both piles": (
        {"decision": "RESHUFFLE", "round": 9, "seat0": {"discard": ["Energy Surge"]}},
        [("reshuffle", ["discard-0", "deck-0"])],
    ),
}


@pytest.mark.parametrize("name", ABOUT)
def test_elements_of_moves(name):
    position, moves = ABOUT[name]
    table = Table(GAME, num_players=2)
    table.arrange(position)
    for words, about in moves:
        insist_on_elements(table)
        assert list(GAME.elements(table.state, table.batch.box[0], table.find(words))) == about
        table.play(words)


def panels_of(picture):
    """Return the outline and the name of every seat's panel."""
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if group.get("data-element", "").startswith("seat-"):
            yield next(group.iter(f"{SVG}rect")), next(group.iter(f"{SVG}text")).text


def test_every_panel_has_the_colour_of_its_seat():
    table = Table(GAME, num_players=5)
    table.reset(seed=1)
    panels = list(panels_of(GAME.svg(table.state, table.batch.box[0], None)))
    assert tuple(name for _, name in panels) == SEAT_NAMES
    red, blue, green, yellow, purple = [
        [int(panel.get("fill")[k : k + 2], 16) for k in (1, 3, 5)] for panel, _ in panels
    ]
    assert np.argmax(red) == 0
    assert np.argmax(blue) == 2
    assert np.argmax(green) == 1
    assert np.argmin(yellow) == 2
    assert np.argmin(purple) == 1


def names_in_zone(picture):
    """Return the bold words of every card of the zone, with their sizes."""
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if group.get("data-element", "").startswith("zone-"):
            words = [w for w in group.iter(f"{SVG}text") if w.get("font-weight") == "bold"]
            names = [w for w in words if w.get("text-anchor") is None]
            yield [(w.text, float(w.attrib["font-size"])) for w in names]


def test_names_of_cards_are_neither_cut_nor_wider_than_the_card():
    table = Table(GAME, num_players=5)
    table.reset(seed=1)
    s, box = table.state, table.batch.box[0].copy()
    longest = "Supercalifragilisticexpialidocious Grand Fleet W"
    assert len(longest) == NAME_BYTES
    box.names[0] = list(longest.encode())
    cards = [card for card in range(DEFS) if box.cards[card].kind != Kind.NONE]
    s.zone_slots = 8
    for first in range(0, len(cards), 8):
        row = cards[first : first + 8]
        s.zone[: len(row)] = row
        shown = list(names_in_zone(GAME.svg(s, box, 0)))
        assert [" ".join(w for w, _ in lines) for lines in shown[: len(row)]] == [
            name_of(box, card) for card in row
        ]
        assert all(0.6 * size * len(w) < 120 for lines in shown for w, size in lines)
