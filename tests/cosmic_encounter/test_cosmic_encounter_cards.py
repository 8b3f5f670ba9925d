"""What players see and keep of Challenge cards (section 8, R72, R303, R311, R316)."""

from __future__ import annotations

import pytest

from spaceenvs.core.scenario import Table
from spaceenvs.cosmic_encounter import GAME
from spaceenvs.cosmic_encounter.components import KIND_NAMES
from spaceenvs.cosmic_encounter.observation import LAYOUT


def fight(seats, phase="SELECT", **options):
    table = Table(GAME, num_players=3, **options)
    fought = {"phase": phase, "off": 0, "defender": 1, "system": 1, "target": "1.0"}
    table.arrange({**fought, "seats": seats})
    return table


def view(table, player, field):
    """Return a field of what a player sees."""
    part = LAYOUT[field]
    seen = table.batch.observe([0], [player])[0][part.start : part.stop]
    return seen.reshape(part.shape)


def known(table, viewer, owner):
    return {KIND_NAMES[k]: int(n) for k, n in enumerate(table.state.known[viewer][owner]) if n}


@pytest.mark.parametrize("seed", range(4))
def test_the_user_of_a_super_laser_keeps_what_was_shown(seed):
    table = fight(
        {
            "0": {"power": "Laser", "hand": ["Attack 8", "Laser flare"], "cone": {"0.0": 2}},
            "1": {"power": "", "hand": ["Attack 20", "Attack 4", "Attack 6"]},
        }
    )
    table.load([1, 1])
    table.play("play Laser as super")
    table.play("let him play Attack 4")
    assert known(table, 0, 1) == {"Attack 4": 1, "Attack 6": 1}
    table.batch.redeal(0, seed=seed)
    assert known(table, 0, 1) == {"Attack 4": 1, "Attack 6": 1}
    assert table.batch.check()[0] == 0


def test_a_super_oracle_is_discarded_when_all_are_back():
    table = fight(
        {
            "0": {"power": "Oracle", "hand": ["Attack 8", "Oracle flare"], "cone": {"0.0": 2}},
            "1": {"power": "", "hand": ["Attack 20"]},
            "2": {"side": "defence", "cone": {"2.0": 1}},
        },
        free_return=True,
    )
    table.play("select Attack 20")
    table.play("play Oracle as super")
    assert GAME.decisions[table.state.decision] == "D_RETURN"
    assert table.state.discard_count == 0
    assert table.position()["seats"]["1"]["hand"] == ["Attack 20"]


def test_a_wild_pacifist_makes_no_second_card():
    table = fight(
        {
            "0": {"power": "", "hand": ["Compromise", "Pacifist flare"], "cone": {"0.0": 2}},
            "1": {"power": "", "hand": ["Attack 10", "Attack 4"]},
            "2": {"hand": ["Stellar Gas"]},
        }
    )
    table.play("select Compromise")
    table.play("select Attack 10")
    table.play("play Pacifist as wild")
    assert table.state.challenge.printed[0].tolist() == [15, 0]
    assert table.state.challenge.attack[0].tolist() == [1, 0]


def test_after_sorcerer_each_sees_the_card_that_became_his():
    table = fight(
        {
            "0": {"power": "Sorcerer", "hand": ["Attack 8"], "cone": {"0.0": 2}},
            "1": {"power": "Mirror", "hand": ["Attack 10"]},
        }
    )
    table.play("select Attack 8")
    table.play("select Attack 10")
    table.play("use Sorcerer")
    assert int(table.state.to_move) == 1
    for player, own in ((0, "Attack 10"), (1, "Attack 8")):
        cards = view(table, player, "main")
        seen = [[KIND_NAMES[k] for k in range(len(row)) if row[k]] for row in cards]
        assert seen[player] == [own]
        assert seen[1 - player] == []


def test_a_wild_virus_needs_an_allied_token():
    def plays(committed):
        table = fight(
            {
                "0": {"power": "", "hand": ["Attack 8", "Virus flare"], "cone": {"0.0": 3}},
                "1": {"power": "", "hand": ["Attack 15"]},
                "2": {"side": "offence", "cone": committed, "hand": ["Stellar Gas"]},
            }
        )
        table.play("select Attack 8")
        table.play("select Attack 15")
        return "play Virus as wild" in table.words()

    assert plays({"2.0": 1})
    assert not plays({})


def set_aside():
    """Return a fight in which Blue has set a card aside by a wild Miser."""
    table = fight(
        {
            "0": {"power": "Miser", "hand": ["Compromise"], "hoard": ["Quash"], "cone": {"0.0": 4}},
            "1": {"hand": ["Attack 10", "Attack 30", "Attack 20", "Attack 4", "Miser flare"]},
        },
        power_pool="Miser,Macron,Filch,Laser",
    )
    for words in ("select Compromise", "select Attack 10", "play Miser as wild"):
        table.play(words)
    table.play("set aside Attack 30")
    return table


def test_only_its_owner_sees_a_card_set_aside():
    table = set_aside()
    kind = KIND_NAMES.index("Attack 30")
    assert view(table, 1, "put_by").tolist() == [[1, kind - len(KIND_NAMES) // 2], [0, 0]]
    for other in (0, 2):
        assert not view(table, other, "put_by").any()
        assert "Attack 30" not in GAME.text(table.state, table.box, other)
        assert "1 card set aside" in GAME.text(table.state, table.box, other)
    assert "set aside: Attack 30" in GAME.text(table.state, table.box, 1)


@pytest.mark.parametrize("seed", range(8))
def test_a_redeal_keeps_how_many_cards_are_set_aside(seed):
    for viewer in range(3):
        table = set_aside()
        table.batch.redeal(viewer, seed=seed)
        assert table.batch.check()[0] == 0
        put_by = table.position()["seats"]["1"]["put_by"]
        assert len(put_by) == 1
        assert viewer != 1 or put_by == ["Attack 30"]


def test_cards_set_aside_come_back_from_their_words():
    words = set_aside().position()
    words = {key: words[key] for key in ("off", "defender", "system", "target", "cards", "seats")}
    again = Table(GAME, num_players=3, power_pool="Miser,Macron,Filch,Laser")
    again.arrange(words | {"phase": "RESOLVE"})
    back = again.position()["seats"]
    for p in "01":
        for name in ("hand", "hoard", "put_by"):
            assert back[p][name] == words["seats"][p][name]
    assert again.batch.check()[0] == 0


def test_only_the_miser_sees_the_names_of_his_hoard():
    table = set_aside()
    assert "hoard: Quash" in GAME.text(table.state, table.box, 0)
    assert "hoard: Quash" in GAME.svg(table.state, table.box, 0)
    for draw in (GAME.text, GAME.svg):
        assert "hoard of 1 card" in draw(table.state, table.box, 2)
        assert "Quash" not in draw(table.state, table.box, 2)
