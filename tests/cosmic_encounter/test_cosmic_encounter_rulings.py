"""Where the engine once differed from the rules: what a scenario in words cannot see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spaceenvs.core.errors import ScenarioError
from spaceenvs.core.given import Words
from spaceenvs.core.scenario import Table
from spaceenvs.cosmic_encounter import GAME, components
from spaceenvs.cosmic_encounter.hooks import H_TARGET

KINDS = components.KIND_NAMES


def table_of(position, **options):
    table = Table(GAME, num_players=3, **options)
    table.arrange(position)
    return table


def fight(phase="SELECT", **seats):
    return {
        "phase": phase,
        "off": 0,
        "defender": 1,
        "system": 1,
        "target": "1.0",
        "seats": {str(p): seats.get(f"seat_{p}", {}) for p in range(3)},
    }


def seen(table, player, name):
    """What a player sees in a field of the observation."""
    field = GAME.observation[name]
    return table.batch.observe(0, player)[0, field.start : field.stop]


def decision(table):
    return GAME.decisions[table.state.decision]


def test_a_watch_of_wild_mind_goes_on_through_a_skipped_turn():
    # R315: until the next challenge begins.
    table = table_of({"phase": "TURN", "off": 1, "seats": {"1": {}}}, skip_turn=True)
    s = table.state
    s.challenge.watch[2, 1] = 1
    table.play("skip the turn")
    assert s.hand_size[1] >= 7
    assert (s.known[2, 1] == s.hand[1]).all()
    assert s.knows[0, 1] == 0


def test_a_watch_of_wild_mind_goes_on_after_a_turn_that_ended_early():
    # R315, R8: OFF 0 has no Challenge card at selection, so his turn ends.
    off = {"hand": ["Plague"], "cone": {"0.0": 1}}
    table = Table(GAME, num_players=3, skip_turn=True)
    position = fight(seat_0=off, seat_1={"hand": ["Attack 8"]})
    position["phase"] = "PLAN"
    table.reset(seed=0)
    table.arrange({**position, "phase": "REGROUP", "seats": {"0": {"warp": 1}, "1": {}, "2": {}}})
    s = table.state
    s.challenge.watch[2, 1] = 1
    GAME.arrange(s, table.box, Words(position))
    table.batch.resume()
    assert decision(table) == "D_SKIP"  # the next player is asked, no challenge has begun
    s.challenge.watch[2, 1] = 1
    table.play("skip the turn")
    assert s.known[2, 1].sum() >= 7


@pytest.mark.parametrize("seed", range(5))
def test_the_user_of_super_laser_keeps_what_he_was_shown(seed):
    # R303, section 8; a redeal keeps it.
    victim = {"hand": ["Attack 8", "Attack 20", "Attack 1"], "power": "Mind"}
    laser = {"hand": ["Attack 6", "Laser flare"], "cone": {"0.0": 1}, "power": "Laser"}
    table = table_of(fight(seat_0=laser, seat_1=victim))
    s = table.state
    table.load([0, 0])
    table.play("play Laser as super")
    assert decision(table) == "D_LASER"
    shown = sorted(table.words())
    table.play(shown[0])
    kinds = [f"Attack {word.split()[-1]}" for word in shown]
    assert [KINDS[k] for k in np.flatnonzero(s.known[0, 1])] == sorted(kinds, key=KINDS.index)
    table.batch.redeal(0, seed=seed)
    hidden = s.hand[1].copy()
    hidden[s.challenge.card[1]] += 1
    for kind in np.flatnonzero(s.known[0, 1]):
        assert hidden[kind] >= s.known[0, 1][kind]


def test_super_oracle_is_discarded_when_its_effect_ends():
    # R72, R311: not before cards and tokens are back.
    oracle = {"power": "Oracle", "hand": ["Attack 6", "Oracle flare"], "cone": {"0.0": 2}}
    dfn = {"hand": ["Attack 8"], "power": "Mind"}
    table = table_of(fight(seat_0=oracle, seat_1=dfn), free_return=True)
    s = table.state
    table.play("select Attack 8")
    table.play("play Oracle as super")
    assert decision(table) == "D_RETURN"
    flare = components.FIRST_FLARE + components.ORACLE
    assert s.discards[flare] == 0
    assert s.hand[1][KINDS.index("Attack 8")] == 1
    table.play("return to 0.1")
    table.play("return to 0.1")
    assert s.discards[flare] == 1
    assert table.batch.check()[0] == 0


def test_wild_pacifist_makes_no_second_card():
    # R89: every Compromise that lies there counts 15, nothing else.
    off = {"hand": ["Attack 6"], "cone": {"0.0": 2}, "power": "Filch"}
    dfn = {"hand": ["Pacifist flare", "Attack 1"], "power": "Mind"}
    position = fight("REVEAL", seat_0=off, seat_1=dfn) | {"cards": ["Attack 20", "Compromise"]}
    table = table_of(position, reinforcements=True)
    s = table.state
    assert s.to_move == 1
    table.play("play Pacifist as wild")
    assert s.challenge.printed[1].tolist() == [15, 0]
    assert s.challenge.attack[1].tolist() == [1, 0]
    for viewer in range(3):
        assert seen(table, viewer, "printed").tolist() == [20, 0, 15, 0]
        assert seen(table, viewer, "attack").tolist() == [1, 0, 1, 0]


def test_after_sorcerer_each_sees_the_card_that_he_has_now():
    # R316, section 8; for what is known of hands it is an unseen leave (R65).
    off = {"hand": ["Attack 8", "Attack 1"], "cone": {"0.0": 1}, "power": "Sorcerer"}
    dfn = {"hand": ["Attack 20"], "power": "Amoeba"}
    table = table_of(fight(seat_0=off, seat_1=dfn))
    s = table.state
    table.play("select Attack 8")
    table.play("select Attack 20")
    while "use Sorcerer" not in table.words():
        table.play("pass")
    table.play("use Sorcerer")
    assert not s.challenge.revealed
    cards = components.NUM_CHALLENGE
    mains = {viewer: seen(table, viewer, "main").reshape(2, cards) for viewer in range(3)}
    assert mains[0][0][KINDS.index("Attack 20")] == 1
    assert mains[0][1].sum() == 0
    assert mains[1][1][KINDS.index("Attack 8")] == 1
    assert mains[1][0].sum() == 0
    assert mains[2].sum() == 0


@pytest.mark.parametrize("players", range(3, 7))
def test_an_arranged_position_has_all_destiny_cards(players):
    # 4.1 k: the card turned up lies there until the end of phase 2.
    table = Table(GAME, num_players=players, mce_cards=True)
    table.arrange({})
    assert table.batch.check()[0] == 0
    for phase in ("DESTINY", "LAUNCH", "SELECT"):
        words: dict[str, Any] = {
            "phase": phase,
            "off": 0,
            "defender": 1,
            "system": 1,
            "target": "1.0",
        }
        words["seats"] = {"0": {"hand": ["Attack 8"], "cone": {"0.0": 1}}}
        if phase == "DESTINY":
            words = {"phase": phase, "off": 0, "seats": {"0": {"hand": ["Attack 8"]}}}
        table.arrange(words | {"card_up": "colour_1"} if phase != "DESTINY" else words)
        assert table.batch.check()[0] == 0, phase


def test_arrange_puts_no_token_into_the_warp_without_a_word():
    table = Table(GAME, num_players=3)
    with pytest.raises(ScenarioError, match="warp = 8"):
        table.arrange({"seats": {"1": {"bases": {"1.0": 12}}}})


def test_a_new_def_in_a_window_begins_a_round_in_the_new_timing_order():
    # R320: Solar Wind makes 2 the DEF; 1, who is no main player now, is asked first, and once.
    wind = {"hand": ["Attack 8", "Solar Wind"], "cone": {"0.0": 1}, "power": "Filch"}
    table = Table(GAME, num_players=3, attack_any_base=True, mce_cards=True)
    table.arrange(
        {
            "phase": "LAUNCH",
            "off": 0,
            "system": 1,
            "seats": {
                "0": wind | {"cone": {}},
                "1": {"hand": ["Attack 8", "Chronos flare"], "power": "Mind"},
                "2": {
                    "hand": ["Attack 6", "Cone Flip"],
                    "power": "Clone",
                    "bases": {"1.1": 4, "2.0": 16},
                },
            },
        }
    )
    s = table.state
    table.play("token from 0.0")
    table.play("no more tokens")
    table.play("aim at 1.0")
    asked = []
    while s.challenge.defender == 1 or decision(table) in ("D_TARGET", "D_WHOSE", "D_WIN"):
        if decision(table) == "D_WIN" and s.stack[s.depth - 1].hook == H_TARGET:
            asked.append((int(s.to_move), int(s.challenge.defender)))
        words = table.words()
        if "play Solar Wind" in words:
            table.play("play Solar Wind")
        elif "aim at 1.1" in words:
            table.play("aim at 1.1")
        elif "attack Green" in words:
            table.play("attack Green")
        else:
            table.play("pass")
    assert [player for player, defender in asked if defender == 2] == [1, 2]


def test_wild_virus_needs_an_allied_token():
    # R300: an own and an allied token in the challenge.
    for tokens, is_legal in ((1, True), (0, False)):
        off = {"hand": ["Attack 6", "Virus flare"], "cone": {"0.0": 2}, "power": "Filch"}
        ally = {"side": "offence", "cone": {"2.0": tokens} if tokens else {}, "power": "Clone"}
        position = fight("REVEAL", seat_0=off, seat_1={"power": "Mind"}, seat_2=ally)
        table = table_of(position | {"cards": ["Attack 8", "Attack 8"]}, reinforcements=True)
        offered = decision(table) == "D_WIN" and "play Virus as wild" in table.words()
        assert offered == is_legal


def test_a_pirate_replaced_by_a_delegator_sends_no_tokens_home_that_stand_on_the_planet():
    # R110 speaks of tokens that land or are rewarded; found by random play: -1 tokens on the cone.
    from spaceenvs.cosmic_encounter.powers.pirate import count_winning

    table = Table(GAME, num_players=4, power_pool="Pirate,Delegator,Macron,Filch")
    fought = {"phase": "SELECT", "off": 1, "defender": 3, "system": 3, "target": "3.0"}
    seats: list[dict[str, Any]] = [{"hand": ["Attack 8"]} for _ in range(4)]
    seats[1]["cone"] = {"1.0": 1}
    seats[2] |= {"side": "defence", "cone": {"2.0": 2}}
    table.arrange({**fought, "seats": {str(p): seat for p, seat in enumerate(seats)}})
    s = table.state
    c = s.challenge
    c.defender, c.winner = 0, 1  # a Delegator has put Red into the place of Yellow; they win
    c.garrison, c.ally[3] = 1 << 3, c.ally[2]
    assert s.tokens[3, c.target] > 0
    assert count_winning(s, 3) == 0
    assert count_winning(s, 2) == 2
