"""A challenge inside another one, and powers that a seat has besides its sheet."""

from __future__ import annotations

from spaceenvs.core.scenario import Table
from spaceenvs.cosmic_encounter import GAME, sheets
from spaceenvs.cosmic_encounter.begin import pop_challenge, push_challenge
from spaceenvs.cosmic_encounter.components import CHRONOS, CLONE, LOSER, MIND
from spaceenvs.cosmic_encounter.hooks import H_PRE
from spaceenvs.cosmic_encounter.sets import has, list_of
from spaceenvs.cosmic_encounter.stack import ALLIANCE, LAUNCH, open_window_for_cards


def fight():
    table = Table(GAME, num_players=4)
    table.arrange(
        {
            "phase": "PLAN",
            "off": 0,
            "defender": 1,
            "system": 1,
            "target": "1.0",
            "seats": {
                "0": {"power": "Loser", "hand": ["Attack 8"], "cone": {"0.0": 2}},
                "1": {"power": "Clone", "hand": ["Attack 6"]},
                "2": {"power": "Mind", "side": "offence", "cone": {"2.1": 1}},
            },
        }
    )
    return table


def test_a_challenge_is_put_aside_and_comes_back():
    # R114: what lasts until the end of the challenge is suspended in the one inside it.
    table = fight()
    s, box = table.state, table.batch.box[0]
    before, depth = s.challenge.tobytes(), int(s.depth)
    push_challenge(s, 1, LAUNCH)
    c = s.challenge
    assert (c.off, c.defender, c.target) == (1, -1, -1)
    assert s.turn == 0
    assert not c.commit_count.any()
    assert not c.ally.any()
    assert s.stack[s.depth - 1].kind == LAUNCH
    assert s.depth == depth + 1
    assert s.waiting[0].tobytes() == before
    pop_challenge(s, box)
    assert s.challenge.tobytes() == before
    assert s.depth == depth


def test_tokens_and_cards_of_a_waiting_challenge_are_counted():
    table = fight()
    table.play("use Loser")
    while GAME.decisions[table.state.decision] != "D_CARD":
        table.play("pass")
    table.play("select Attack 8")
    assert table.batch.check()[0] == 0
    s = table.state
    push_challenge(s, 1, ALLIANCE)
    s.stack[s.depth - 1].at = 1  # as if it had asked somebody
    assert table.batch.check()[0] == 0


def test_a_seat_has_a_set_of_powers_each_with_its_memory():
    # 6.15, R103
    table = fight()
    s, box = table.state, table.batch.box[0]
    sheets.memory_of(s, 0, LOSER)[3] = 7
    sheets.gain_power(s, 0, CHRONOS, sheets.DRAWN)
    sheets.memory_of(s, 0, CHRONOS)[0] = 5
    sheets.gain_power(s, 0, CLONE, sheets.COPIED)
    assert list_of(s.powers[0]) == sorted([CHRONOS, CLONE, LOSER])
    assert sheets.is_copy(s, 0, CLONE)
    assert not sheets.is_copy(s, 1, CLONE)
    assert sheets.has_power(s, 0, CHRONOS)
    sheets.exchange_sheets(s, box, 0, 2)
    assert (s.power[0], s.power[2]) == (MIND, LOSER)
    assert sheets.memory_of(s, 2, LOSER)[3] == 7
    assert sheets.memory_of(s, 0, MIND)[3] == 0
    sheets.lose_power(s, 0, CHRONOS)
    assert list_of(s.powers[0]) == sorted([MIND, CLONE])
    assert sheets.is_copy(s, 0, CLONE)
    sheets.take_sheet(s, 0, CHRONOS)
    assert sheets.memory_of(s, 0, CHRONOS)[0] == 0
    assert not has(s.powers[0], MIND)


def test_a_further_power_is_used_with_a_menu_entry():
    # R103: YES is the sheet, OPT_0 the first further power.
    table = fight()
    s = table.state
    sheets.gain_power(s, 1, LOSER, sheets.COPIED)
    table.play("pass")
    assert int(s.to_move) == 1
    assert list(table.words()) == ["pass", "use Loser"]
    table.play("use Loser")
    assert s.challenge.upset == 1


def test_no_power_is_used_in_a_window_for_cards():
    # R35
    table = fight()
    s = table.state
    assert list(table.words()) == ["pass", "use Loser"]
    s.depth -= 1
    s.windows -= 1
    open_window_for_cards(s, H_PRE)
    table.batch.resume()
    assert GAME.decisions[s.decision] == "D_CARD"
    assert s.challenge.upset == 0
