"""Hidden information: who knows which card (8, 8.1, R50, R57), and drawing anew (8.2)."""

from __future__ import annotations

import numpy as np
import pytest

from spaceenvs import registry
from spaceenvs.core.scenario import Table
from spaceenvs.galaxy.components import CARD_CODES, FIRST_ALLY, WORLD_OF
from spaceenvs.galaxy.state import GARRISON, HAND

END = "end the Action phase"
SEVEN = ["CYL", "FEL", "MYR", "DIV", "IMP", "KHA", "ERI"]


def arranged(players=3, **position):
    table = Table(registry.load("galaxy"), num_players=players)
    table.arrange({"active": 0, **position})
    return table


def knows(table, code):
    """Return the seats that know where a card is."""
    return [p for p, known in enumerate(table.position()["known"]) if code in known]


def play(table, *moves):
    for move in moves:
        table.play(move)


def test_rule_1_everybody_knows_his_own_eight_cards():
    table = Table(registry.load("galaxy"), num_players=4)
    table.reset(seed=5)
    position = table.position()
    for hand, known in zip(position["hands"], position["known"], strict=True):
        assert len(hand) == 8
        assert hand == known


def test_rule_2_open_cards_are_known_to_all_also_when_covered():  # R50
    table = arranged(hands=[["CYL5"], ["CYL8"], ["CYL3"]])
    play(table, "play Cylor 5", END, "play Cylor 8", END)
    assert knows(table, "CYL5") == [0, 1, 2]
    assert knows(table, "CYL8") == [0, 1, 2]
    assert knows(table, "CYL3") == [2]


def test_rule_2_a_card_taken_from_a_row_stays_known():
    table = arranged(
        round=2, worlds=SEVEN, hands=[["FEL3"], [], []], bases={"FEL": "G1"},
        piles={"FEL": ["FEL9", ""]},
    )  # fmt: skip
    play(table, "play Felowi 3", END, "take the ship of row 1")
    assert "FEL9" in table.position()["hands"][0]
    assert knows(table, "FEL9") == [0, 1, 2]


def test_rule_2_taking_the_reserve_keeps_knowledge():
    table = arranged(
        hands=[["FEL3"], [], []], reserves=[["CYL1", "CYL2"], [], []], known=[[], ["CYL1"], []]
    )
    play(table, "play Felowi 3", END, "take the Reserve")
    assert knows(table, "CYL1") == [0, 1]
    assert knows(table, "CYL2") == [0]


@pytest.mark.parametrize(("ship", "taken_is_known_to"), [("CYL5", [0, 1]), ("CYL1", [0, 1])])
def test_rule_3_raider_and_drone(ship, taken_is_known_to):
    table = arranged(
        hands=[[ship], ["FEL1", "IMP9", "PHASER"], ["KHA1"]], bases={"CYL": "R1"},
        known=[["FEL1"], [], ["FEL1", "IMP9"]],
    )  # fmt: skip
    table.load([1])
    play(table, f"play Cylor {ship[-1]}", "use the ship's power")
    assert knows(table, "IMP9") == taken_is_known_to
    # The thief keeps what he knew of the hand, the third player loses it.
    assert knows(table, "FEL1") == [0, 1]
    assert knows(table, "PHASER") == [1]


def test_rule_3_myrmidon_is_seen_by_the_owner_only():
    table = arranged(
        hands=[["MYR3"], ["FEL1", "IMP9"], []], bases={"MYR": "G1"},
        known=[["FEL1", "IMP9"], [], ["FEL1"]],
    )  # fmt: skip
    table.load([0])
    play(table, "play Myrmidon 3", END, "send half of Red's hand to the Reserve")
    assert knows(table, "FEL1") == [1]
    assert knows(table, "IMP9") == [1]


def test_rules_3_and_4_ecup():
    table = arranged(
        hands=[["ECU3", "DIV1", "DIV2"], ["FEL1", "IMP9"], []], bases={"ECU": "G1"},
        known=[["FEL1"], ["DIV2"], ["DIV1", "DIV2", "FEL1", "IMP9"]],
    )  # fmt: skip
    table.load([1])
    play(table, "play Ecup Contract 3", END, "take a card from Red")
    assert knows(table, "IMP9") == [0, 1]
    assert knows(table, "FEL1") == [0, 1]
    assert knows(table, "DIV1") == [0, 2]
    play(table, "give Divergence 1")
    assert knows(table, "DIV1") == [0, 1]
    assert knows(table, "DIV2") == [0, 1]  # the victim's knowledge stays, the third loses it
    assert knows(table, "IMP9") == [0, 1]


def test_rule_5_a_garrison_may_be_any_ship_of_a_world():
    table = arranged(
        hands=[["CYL1", "CYL2", "ALLY3", "PHASER"], [], []],
        known=[[], ["CYL1", "CYL2", "ALLY3", "PHASER"], []],
    )
    play(table, "place a secret base", "garrison Cylor 1")
    assert knows(table, "CYL1") == [0]
    assert knows(table, "CYL2") == [0]
    assert knows(table, "ALLY3") == [0, 1]
    assert knows(table, "PHASER") == [0, 1]


def test_rule_6_a_face_down_ship_may_be_any_of_kha_farjimmn():
    table = arranged(
        hands=[["KHA1", "KHA2", "CYL3"], [], []], bases={"KHA": "G1"},
        known=[[], ["KHA1", "KHA2", "CYL3"], []],
    )  # fmt: skip
    play(table, "play Kha'Farjimmn 1", "face down")
    assert knows(table, "KHA1") == [0]
    assert knows(table, "KHA2") == [0]
    assert knows(table, "CYL3") == [0, 1]


def test_rule_7_the_active_governor_sees_the_face_down_ship():
    table = arranged(hands=[["CYL1"], ["CYL2"], []], bases={"KHA": "R1"}, piles={"KHA": ["KHA9?"]})
    assert knows(table, "KHA9") == []  # the governor is not active
    play(table, "play Cylor 1", END)
    assert knows(table, "KHA9") == [1]  # at the start of his turn
    play(table, "play Cylor 2", END, "keep it")
    assert knows(table, "KHA9") == [1]  # once seen, known for good


def test_rule_7_who_becomes_governor_in_his_turn_sees_it_too():
    table = arranged(hands=[["CYL1"], [], []], piles={"KHA": ["KHA9?"]})
    assert knows(table, "KHA9") == []
    play(table, "place a base on Kha'Farjimmn")
    assert knows(table, "KHA9") == [0]


def test_rule_7_not_a_covered_ship():
    table = arranged(
        active=1, hands=[[], ["KHA4", "CYL1"], []], bases={"KHA": "G1 R1"},
        governors={"KHA": "Green"}, piles={"KHA": ["KHA9?"]},
    )  # fmt: skip
    play(table, "play Kha'Farjimmn 4", "lower Green's base at Kha'Farjimmn (level 1)")
    assert table.position()["governors"]["KHA"] == "Red"
    assert knows(table, "KHA9") == []


def test_rule_7_also_when_the_ship_above_is_moved_away():
    table = arranged(
        hands=[["ERI4"], [], []], bases={"KHA": "G1", "ERI": "G1"}, piles={"KHA": ["KHA9? ALLY5"]}
    )
    play(table, "play Erithizonian 4", END, "move the Ally from Kha'Farjimmn", "to Cylor")
    assert table.position()["active"] == 1
    assert knows(table, "KHA9") == [0]


def test_rule_8_a_card_refused_with_the_shuttle_is_known_in_the_deck():
    table = arranged(hands=[["CYL2"], ["CYL3"], []], deck=["FEL1", "FEL2", "FEL3"], deck_size=3)
    play(table, "play Cylor 2", END)
    assert knows(table, "FEL1") == [0]
    view = registry.load("galaxy").observation.view(table.batch.observe(0, 0)[0])
    assert view["deck_place"][CARD_CODES.index("FEL1")] == 1
    play(table, "put it under the deck")
    view = registry.load("galaxy").observation.view(table.batch.observe(0, 0)[0])
    assert view["deck_place"][CARD_CODES.index("FEL1")] == 2
    assert (
        not registry.load("galaxy")
        .observation.view(table.batch.observe(0, 1)[0])["deck_place"]
        .any()
    )
    play(table, "play Cylor 3", END)  # draws FEL3
    play(table, END)  # Blue draws FEL1: Green knows it is there
    assert table.position()["hands"][2] == ["FEL1"]
    assert knows(table, "FEL1") == [0, 2]
    view = registry.load("galaxy").observation.view(table.batch.observe(0, 0)[0])
    assert view["others"][1][CARD_CODES.index("FEL1")] == 1


def test_rule_9_a_successful_sensors_roll_excludes_the_world():
    table = arranged(
        hands=[["CYL9"], [], []], garrisons=["IMP1", "IMP2", ""], technologies=[["SENSORS"], [], []]
    )
    table.load([1, 1])
    play(table, "play Cylor 9", "roll for Sensors")
    assert table.position()["excluded"] == [[], ["CYL"], []]


# -- drawing anew (8.2) ----------------------------------------------------------------------


def redealt(table, player, count=60):
    for seed in range(count):
        twin = table.batch.copy()
        twin.redeal(player, seed)
        assert twin.check()[0] == 0
        yield twin.states[0]


def test_redeal_respects_kind_exclusion_and_knowledge():
    table = arranged(
        hands=[["CYL9"], ["FEL4", "PHASER"], ["IMP4"]],
        garrisons=["", "MYR4", "DIV4"],
        piles={"KHA": ["KHA3? KHA6"]},
        known=[["FEL4"], [], []],
        excluded=[[], ["CYL", "FEL"], ["KHA"]],
    )
    seen = set()
    for s in redealt(table, 0):
        assert s.place[CARD_CODES.index("FEL4")] == HAND + 1
        assert s.place[CARD_CODES.index("CYL9")] == HAND
        for owner in (1, 2):
            card = int(s.garrison[owner])
            assert s.place[card] == GARRISON + owner
            assert card < FIRST_ALLY
            assert s.excluded[owner, WORLD_OF[card]] == 0
        below = int(s.under[CARD_CODES.index("KHA6")])
        assert CARD_CODES[below].startswith("KHA")
        seen.add((below, int(s.garrison[1])))
    assert len(seen) > 20


def test_redeal_gives_the_first_player_the_ship_he_bid():
    table = arranged(auction={"bid_value": 9}, hands=[["CYL9", "FEL1"], ["FEL4"], ["IMP4"]], turn=0)
    for s in redealt(table, 1):
        hand = [CARD_CODES[c] for c in np.flatnonzero(s.place == HAND)]
        assert any(code.endswith("9") for code in hand)


def test_redeal_chooses_the_ally_about_to_be_played_anew():
    table = arranged(hands=[["ALLY5", "FEL1"], ["FEL4"], ["IMP4"]])
    play(table, "play Ally 5")
    chosen = {int(s.chosen_card) for s in redealt(table, 2)}
    assert len(chosen) > 3
    assert all(CARD_CODES[c].startswith("ALLY") for c in chosen)


def test_redeal_keeps_a_committed_player_able_to_play():
    table = arranged(round=2, worlds=SEVEN, hands=[["CYL5", "ECU1", "PHASER"], ["FEL4"], []])
    play(table, "use Phaser Banks")
    for s in redealt(table, 1):
        hand = [CARD_CODES[c] for c in np.flatnonzero(s.place == HAND)]
        assert any(not code.startswith("ECU") and code[-1].isdigit() for code in hand)


def test_known_deck_cards_keep_their_places():
    table = arranged(hands=[["CYL2"], ["CYL3"], []], deck=["FEL1", "FEL2", "FEL3", "FEL4"])
    play(table, "play Cylor 2", END, "put it under the deck")
    for s in redealt(table, 0, 10):
        last = (int(s.deck_first) + int(s.deck_count) - 1) % 104
        assert CARD_CODES[s.deck[last]] == "FEL1"
