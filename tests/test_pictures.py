"""Words in pictures: inside the picture, not upon each other, not cut."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from conftest import JIT

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core_worlds.components import DEFS, text_of
from spaceenvs.handful_of_stars.components import NOTHING, SPACES
from spaceenvs.handful_of_stars.state import CHART_TILE
from spaceenvs.handful_of_stars.words import space_name

SVG = "{http://www.w3.org/2000/svg}"
EM = 0.5
"""How wide a letter is at least, on average: fonts differ, an overlap in all of them is meant."""


def random_game(game, players, seed=20_260_101):
    batch = Batch(game, 1, num_players=players)
    batch.reset(seed=seed)
    return batch


def words_of(picture):
    """Return the words of a picture, each with left, top, right and bottom edge."""
    placed = []
    for element in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        words = " ".join((element.text or "").split())
        size, x, y = (float(element.attrib[name]) for name in ("font-size", "x", "y"))
        width = EM * size * len(words)
        x -= {"start": 0, "middle": width / 2, "end": width}[element.get("text-anchor", "start")]
        if words:
            placed.append((words, x, y - 0.7 * size, x + width, y))
    return placed


def overlap(one, two):
    return one[1] < two[3] and two[1] < one[3] and one[2] < two[4] and two[2] < one[4]


def test_words_lie_in_the_picture_and_not_upon_each_other(game, table):
    batch = random_game(game, table[1])
    for _ in range(20):
        for _ in range(20 if JIT else 2):
            batch.step(batch.sample())
        for player in (None, 0):
            picture = game.svg(batch.states[0], batch.box[0], player)
            _, _, width, height = map(
                float, ElementTree.fromstring(picture).attrib["viewBox"].split()
            )
            placed = words_of(picture)
            for k, one in enumerate(placed):
                assert min(one[1], one[2], width - one[3], height - one[4]) >= 0, one
                for two in placed[:k]:
                    assert not overlap(one, two), (one, two)


def test_cosmic_encounter_tells_only_the_asked_that_they_are_asked():  # R31
    game = registry.load("cosmic_encounter")
    batch = random_game(game, 4)
    for _ in range(10):
        batch.step(batch.sample())
        s, box = batch.states[0], batch.box[0]
        for draw in (game.text, game.svg):
            knowing = [p for p in range(4) if "decides" in draw(s, box, p)]
            assert knowing == [s.to_move]
            assert "decides" in draw(s, box, None)


def test_what_a_card_of_the_zone_says_is_not_cut():
    game = registry.load("core_worlds")
    batch = random_game(game, 5)
    s, box = batch.states[0], batch.box[0]
    speaking = [card for card in range(DEFS) if text_of(box, card)]
    s.zone_slots = 8
    for first in range(len(speaking) - 7):
        s.zone[:8] = speaking[first : first + 8]
        shown = " ".join(words for words, *_ in words_of(game.svg(s, box, 0)))
        for card in s.zone[:8]:
            assert text_of(box, card) in shown


def test_the_name_of_a_system_lies_within_its_inner_ring():
    game = registry.load("handful_of_stars")
    batch = random_game(game, 4)
    s, box = batch.states[0], batch.box[0]
    names = {space_name(s, box, x) for x in range(SPACES) if s.chart[CHART_TILE, x] != NOTHING}
    picture = game.svg(s, box, None)
    rings = ElementTree.fromstring(picture).iter(f"{SVG}circle")
    inner = [ring for ring in rings if ring.get("fill") == "none" and ring.get("cx")]
    radius = min(float(ring.attrib["r"]) for ring in inner)
    chord = 2 * (radius**2 - 18**2) ** 0.5  # where the upper edge of a name lies
    widths = {words: (right - left) / EM * 0.6 for words, left, _, right, _ in words_of(picture)}
    assert names <= set(widths)
    for name in names:
        assert widths[name] < chord, name
