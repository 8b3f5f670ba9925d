"""Moons in random games: kept in number, hidden from those who have not seen them (R214-R220)."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import JIT

from spaceenvs.core.batch import Batch
from spaceenvs.core.picture import find_elements
from spaceenvs.core.scenario import Table
from spaceenvs.cosmic_encounter import GAME
from spaceenvs.cosmic_encounter.components import COMPROMISE, MOONS

ALL = "quarter,half,full,cheese"


def see(state, box, player):
    row = np.zeros(GAME.observation.size, np.int8)
    GAME.observe(state, box, player, row)
    return row


def field(row, name):
    found = GAME.observation[name]
    return row[found.start : found.start + found.size]


@pytest.mark.parametrize("classes", ["quarter", "half", "full", "cheese", ALL])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_games_with_moons_keep_every_invariant(classes, players):
    options = {"moons": classes, "mce_cards": True, "num_players": players}
    batch = Batch(GAME, 50 if JIT else 1, skip_forced=False, autoreset=False, **options)
    batch.reset(seed=players)
    for moment in range(2000 if JIT else 60):
        broken = batch.check()
        assert not broken.any(), GAME.broken[broken.max()]
        if moment % 100 == 0 or (not JIT and moment % 20 == 0):
            look_at(batch, players, moment)
        batch.step(batch.sample())


def look_at(batch, players, moment):
    """A redeal changes nothing that a player sees; every move is about something in the picture."""
    state, box = batch.states[0], batch.box[0]
    if batch.terminated[0]:
        return
    for viewer in range(players):
        twin = batch.copy()
        twin.redeal(viewer, seed=moment + 1)
        assert (batch.observe(0, viewer) == twin.observe(0, viewer)).all()
        assert GAME.text(state, box, viewer) == GAME.text(twin.states[0], box, viewer)
        assert twin.check()[0] == 0
    mover = int(state.to_move)
    drawn = set(find_elements(GAME.svg(state, box, mover)))
    for action in np.flatnonzero(batch.mask[0]):
        assert set(GAME.elements(state, box, int(action))) <= drawn


def table(moons, position, **options):
    """Arrange a game of three players without powers in which these moons lie."""
    played = Table(GAME, num_players=3, power_pool="none", moons=ALL, **options)
    played.arrange({"moons": moons, **position})
    return played


def homes(*moons):
    """Tokens of the three players, those on moons from the fourth planet of their owner."""
    bases = [{f"{p}.{slot}": 4 for slot in range(5)} for p in range(3)]
    for p, place in moons:
        bases[p][f"{p}.4"] -= 1
        bases[p][place] = 1
    return bases


def seats(bases, **more):
    hands = (["Attack 8"], ["Attack 6"], ["Attack 4"])
    return {
        str(p): {"bases": bases[p], "hand": hands[p], **more.get(f"seat_{p}", {})} for p in range(3)
    }


def test_a_peek_moon_shows_the_top_destiny_card_in_phase_1():
    # Section 8: Peek Moon, at his phase 1.
    bases = homes((0, "1.6"))
    bases[0]["0.4"] -= 1
    played = table(
        {"1.6": {"name": "Peek Moon", "face": "up"}},
        {
            "phase": "REGROUP",
            "destiny": ["colour_2"],
            "seats": seats(bases, seat_0={"warp": 1}),
        },
    )
    assert field(see(played.state, played.box, 0), "top_destiny").tolist() == [3]
    assert field(see(played.state, played.box, 1), "top_destiny").tolist() == [0]
    played.batch.redeal(0, seed=5)
    assert field(see(played.state, played.box, 0), "top_destiny").tolist() == [3]
    played.batch.look()
    played.play("leave the Warp alone")
    assert field(see(played.state, played.box, 0), "top_destiny").tolist() == [0]


def test_a_scout_moon_shows_the_top_card_of_the_deck():
    played = table(
        {"1.6": {"name": "Scout Moon", "face": "up"}},
        {"destiny": ["colour_1"], "deck": ["Compromise"], "seats": seats(homes((2, "1.6")))},
    )
    seen = [1, COMPROMISE - 82]
    assert field(see(played.state, played.box, 2), "top_card").tolist() == seen
    assert field(see(played.state, played.box, 0), "top_card").tolist() == [0, 0]
    played.batch.redeal(2, seed=9)
    assert field(see(played.state, played.box, 2), "top_card").tolist() == seen


def test_a_face_up_moon_shows_the_card_of_the_offence():
    bases = homes((1, "1.6"))
    bases[0]["0.0"] -= 2
    played = table(
        {"1.6": {"name": "Face-Up Moon", "face": "up"}},
        {
            "phase": "SELECT",
            "off": 0,
            "defender": 1,
            "system": 1,
            "target": "1.0",
            "seats": seats(bases, seat_0={"cone": {"0.0": 2}}),
        },
    )
    played.play("select Attack 8")
    assert field(see(played.state, played.box, 1), "main").sum() == 1


def test_who_has_not_seen_a_moon_is_not_told_of_it():
    # Section 8: face-down moons; R216: the question is not shown.
    played = table(
        {"1.6": {"name": "Scout Moon", "face": "entered", "seen": [0]}},
        {"destiny": ["colour_1"], "seats": seats(homes((0, "1.6")))},
    )
    assert GAME.decisions[played.state.decision] == "D_MOON"
    for viewer, is_seen in ((0, True), (1, True), (2, False)):
        assert ("Scout Moon" in GAME.text(played.state, played.box, viewer)) == is_seen
        assert ("Scout Moon" in GAME.svg(played.state, played.box, viewer)) == is_seen
        kinds = field(see(played.state, played.box, viewer), "moon_kind")
        assert (MOONS.index("Scout Moon") + 1 in kinds.tolist()) == is_seen


def test_a_position_with_moons_comes_back_from_its_words():
    played = table(
        {
            "0.7": {"name": "Tie Moon", "face": "up"},
            "1.6": {"name": "Scout Moon", "face": "entered", "seen": [0, 2]},
        },
        {"phase": "LAUNCH", "off": 0, "system": 1, "seats": seats(homes((2, "0.7"), (0, "1.6")))},
    )
    words = played.position()
    again = Table(GAME, num_players=3, power_pool="none", moons=ALL)
    again.arrange({key: words[key] for key in ("phase", "off", "system", "moons", "seats")})
    assert again.position()["moons"] == words["moons"]
    assert again.position()["seats"] == words["seats"]
