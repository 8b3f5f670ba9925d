"""The page of Cosmic Encounter tells the truth, and its options are checked."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import JIT

import spaceenvs.cosmic_encounter as page
from spaceenvs.core.batch import Batch
from spaceenvs.core.picture import find_elements
from spaceenvs.cosmic_encounter import GAME, components, sheets
from spaceenvs.cosmic_encounter.actions import (
    CARD,
    DECISIONS,
    LOC,
    NUM,
    OPT,
    PASS,
    PLAYER,
    YES,
    decision_name,
)


def test_confidence_and_source_of_every_power_and_flare_are_on_the_page():
    flares = {row["name"]: row for row in components.ALL_FLARES}
    for row in components.ALL_POWERS:
        name = row["name"]
        line = f"| {name} | {row['confidence']} | {row['source']} | {flares[name]['source']} |"
        assert line in page.__doc__
    for row in components.read_table("edicts"):
        assert f"| {row['name']} | {row['source']} |" in page.__doc__


def test_powers_obtained_in_play_are_enabled_powers_that_nobody_has_and_no_artefacts():  # R39
    batch = Batch(GAME, 1, num_players=5, skip_forced=False)
    batch.reset(seed=1)
    s, box = batch.states[0], batch.box[0]
    for power, row in enumerate(components.ALL_POWERS):
        is_free = box.power_enabled[power] and power not in s.power[:5].tolist()
        assert sheets.is_unused(s, box, power, 0) == bool(is_free and row["artefact"] == "0")


# R3 and R4 are about the text of the rulebook: there is nothing to play.


def test_action_ids_are_those_of_section_5_1():
    assert (PASS, YES, PLAYER, LOC, CARD, NUM, OPT) == (0, 1, 2, 8, 56, 221, 242)
    assert GAME.actions.size == 274
    assert GAME.actions.index("COMPROMISE") == 82
    assert GAME.actions.index("KICKER x-2") == 83
    assert GAME.actions.index("REINFORCEMENT +8") == 96
    assert GAME.actions.index("EDICT Cosmic Zap") == 97
    assert GAME.actions.index("FLARE Amoeba") == 119
    assert GAME.actions.index("FLARE Zombie") == 220


def test_every_decision_has_a_number():
    assert DECISIONS.index("D_SKIP") == 1
    assert DECISIONS.index("D_PLACE") == 39
    assert DECISIONS.index("D_AMOEBA") == 40
    for row in (*components.ALL_POWERS, *components.ALL_EDICTS):
        assert decision_name(row["name"]) in DECISIONS
    assert len(DECISIONS) == len(set(DECISIONS))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"reverse_hexes": "0:RING"}, "there is no reverse hex 'RING'"),
        ({"reverse_hexes": "7:RINGS"}, "'7' is no seat; seats are 0 to"),
        ({"reverse_hexes": "0:RINGS,1:RINGS"}, "every hex is there once"),
        ({"moons": "quarter,blue"}, "there is no class 'blue'; there are: quarter, half"),
        ({"power_pool": "Amoeba,Laser"}, "2 powers"),
        ({"power_pool": "Nobody"}, "no power 'Nobody'"),
        ({"max_challenges": 0}, "max_challenges"),
        ({"num_players": 7}, "3 to 6 players"),
        ({"flares": "some"}, "one of"),
        # Section 11: the preset says which powers there are, and that there are no flares.
        ({"preset": "first_game", "power_pool": "none"}, "leave power_pool out, 'none'"),
        ({"preset": "first_game", "power_pool": "Nobody"}, "leave power_pool out, 'Nobody'"),
        ({"preset": "first_game", "flares": "fixed"}, "leave flares out, 'fixed'"),
    ],
)
def test_options_that_are_not_there_are_refused(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        Batch(GAME, 1, **given)


def box_of(**options):
    return components.make_box(components.CosmicOptions(**options))[0]


def test_the_deck_of_the_base_game():
    box = box_of()
    assert box.copies[: components.NUM_CHALLENGE].sum() == 72
    assert box.copies[components.FIRST_EDICT : components.FIRST_FLARE].sum() == 22
    assert box.num_flares == 12
    # R66: the second box adds 54 Challenge cards.
    assert box_of(mce_cards=True).copies[: components.NUM_CHALLENGE].sum() == 126
    # R34: Kicker Zap only with Kickers, never Moon Zap or Market Crash.
    zap = components.FIRST_EDICT + components.KICKER_ZAP
    assert box_of(mce_cards=True).copies[zap] == 0
    assert box_of(mce_cards=True, kickers=True).copies[zap] == 1


def test_flares_fixed_off_and_without_powers():
    assert box_of(flares="fixed").num_flares == 20
    assert box_of(flares="off").num_flares == 0
    assert box_of(power_pool="none").num_flares == 0  # R34
    assert box_of(preset="first_game").reverse_cone == 0
    assert box_of(preset="first_game").power_enabled.sum() == 6
    assert box_of(preset="first_game", flares="off").num_flares == 0


@pytest.mark.parametrize(("players", "destiny"), [(3, 13), (4, 18), (5, 22), (6, 26)])
def test_setup(players, destiny):
    batch = Batch(GAME, 1, num_players=players, power_pool="core30", skip_forced=False)
    batch.reset(seed=np.array([5]))
    s = batch.states[0]
    seen = s.destiny_count + s.destiny_discard_count + (s.destiny_count < destiny - 1 and 0)
    assert seen in (destiny, destiny - 1)  # R2: all cards turned up are back
    assert len(set(s.power[:players].tolist())) == players
    assert (
        s.tokens.sum(1)[:players] + s.warp[:players] + s.challenge.commit_count[:players] == 20
    ).all()
    if not s.discard_count:
        assert (s.hand_size[:players] == 7).all()  # R1


def test_others_do_not_see_that_somebody_is_asked():
    # R31, R60: nothing but the board, the cards and the plays is shown.
    batch = Batch(GAME, 1, num_players=4, skip_forced=False)
    batch.reset(seed=np.array([3]))
    asked = GAME.observation["decision"]
    for _ in range(200):
        for player in range(4):
            shown = batch.observe(0, player)[0, asked.start : asked.stop]
            assert shown.any() == (batch.to_move[0] == player)
        batch.step(batch.sample())
        if batch.terminated[0]:
            break


def test_a_picture_for_others_does_not_depend_on_who_is_asked_what():  # R31
    batch = Batch(GAME, 1, num_players=4, skip_forced=False)
    batch.reset(seed=np.array([3]))
    for _ in range(150 if JIT else 15):
        s, box = batch.states[0], batch.box[0]
        for viewer in range(4):
            if viewer == s.to_move:
                continue
            twin = batch.copy()
            other = twin.states[0]
            other.to_move = next(p for p in range(4) if p not in (viewer, s.to_move))
            other.decision = DECISIONS.index("D_FINDER")
            other.mask[:] = 1
            for draw in (GAME.text, GAME.svg):
                assert draw(other, box, viewer) == draw(s, box, viewer)
        batch.step(batch.sample())


# The powers, and with them the flares, whose decisions are the rarest.
RARE = "Assassin,Clone,Deuce,Ethic,Filch,Mind,Mirror,Parasite,Trader,Zombie"


@pytest.mark.parametrize(
    "options",
    [
        {"power_pool": RARE, "kickers": True, "reinforcements": True, "mce_cards": True},
        {"power_pool": RARE, "attack_any_base": True, "free_return": True, "skip_turn": True},
    ],
)
def test_moves_of_rare_powers_and_variants_name_elements_of_the_picture(options):
    batch = Batch(GAME, 8 if JIT else 1, num_players=4, skip_forced=False, **options)
    batch.reset(seed=5)
    drawn_before = np.zeros(len(DECISIONS), int)
    for _ in range(4000 if JIT else 20):
        for row in range(batch.num_games):
            s, box = batch.states[row], batch.box[0]
            drawn_before[s.decision] += 1
            if drawn_before[s.decision] > 20:
                continue
            legal = [int(action) for action in np.flatnonzero(batch.mask[row])]
            for player in (int(s.to_move), None):
                drawn = find_elements(GAME.svg(s, box, player))
                for action in legal:
                    named = GAME.elements(s, box, action)
                    words = GAME.describe(s, box, action)
                    assert named, words
                    assert set(named) <= drawn, words
        batch.step(batch.sample())
    if JIT:
        asked = {name for name, count in zip(DECISIONS, drawn_before, strict=True) if count}
        assert {"D_ASSASSIN", "D_DEUCE", "D_MIND", "D_PARASITE", "D_TRADER"} <= asked


@pytest.mark.parametrize(
    "options",
    [
        {"kickers": True, "reinforcements": True, "mce_cards": True},
        {"attack_any_base": True, "free_return": True, "skip_turn": True},
        {"power_pool": "none", "reverse_cone": False},
        {"flares": "fixed", "deal_proposals": 1},
        {"preset": "first_game"},
        {"special_destiny": True, "reverse_hexes": "all", "lucre": True, "reverse_warp": True},
        {"special_destiny": True, "replace_all": True, "reverse_hexes": "1,3", "moons": "full"},
    ],
)
def test_variants_play_to_the_end(options):
    count = 50 if JIT else 1
    batch = Batch(GAME, count, num_players=5, skip_forced=False, autoreset=False, **options)
    batch.reset(seed=8)
    for _ in range(GAME.max_decisions if JIT else 60):
        broken = batch.check()
        assert not broken.any(), GAME.broken[broken.max()]
        if batch.terminated.all():
            break
        batch.step(batch.sample())
    assert batch.terminated.all() or not JIT


def test_every_reverse_hex_has_its_number():
    """The numbers of the hexes follow the rows of the table."""
    for number, row in enumerate(components.ALL_HEXES, 1):
        assert getattr(components, row["hex"].replace(" ", "_")) == number
    planets = [row["home_planets"] for row in components.ALL_HEXES]
    motes = [min(int(number), 6) if number != "20" else 1 for number in planets]
    assert components.HEX_PLANETS[1:].tolist() == motes


@pytest.mark.parametrize("seed", range(4))
def test_hexes_are_dealt_at_random(seed):
    # R214: the six are shuffled and given to the seats in order; those named stay where they are.
    batch = Batch(GAME, 1, num_players=4, power_pool="none", reverse_hexes="all")
    batch.reset(seed=np.array([seed]))
    assert len(set(batch.states[0].hex[:4].tolist())) == 4
    batch = Batch(GAME, 1, num_players=4, power_pool="none", reverse_hexes="1,3:RINGS")
    batch.reset(seed=np.array([seed]))
    hexes = batch.states[0].hex.tolist()
    assert hexes[0] == hexes[2] == 0
    assert hexes[3] == components.RINGS
    assert hexes[1] not in (0, components.RINGS)
