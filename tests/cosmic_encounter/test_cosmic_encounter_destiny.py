"""Special destiny and reverse hexes: tables and blocks, reshuffles, what is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spaceenvs.core.batch import Batch
from spaceenvs.core.given import Words
from spaceenvs.core.scenario import Table
from spaceenvs.cosmic_encounter import GAME, comets, components, cones, hexes

SPECIAL = components.FIRST_SPECIAL


def names(cards):
    return [components.DESTINY_NAMES[card] for card in cards]


def test_every_comet_has_its_block_and_every_block_its_row():
    rows = [(int(row["number"]), row["name"]) for row in components.ALL_COMETS]
    assert [(block.number, block.name) for block in comets.COMETS] == rows
    for block in comets.COMETS:
        assert block.kernels
        assert comets.comet_of(comets.comet_card(block.number)) == block.number


def test_every_colourless_cone_has_its_block_and_every_block_its_row():
    rows = [int(row["number"]) for row in components.ALL_CONES]
    assert [block.number for block in cones.CONES] == rows
    for block in cones.CONES:
        assert cones.cone_of(components.DESTINY_NAMES.index(f"cone_{block.number}")) == block.number


def test_the_measure_of_every_cone_is_that_of_its_block():
    table = Table(GAME, num_players=4, power_pool="none")
    table.arrange({"seats": {"1": {"warp": 3}, "2": {"hand": ["Attack 8"], "warp": 1}}})
    s = table.state
    s.challenge.votes[:4] = [0, 1, 2, 0]
    for block in cones.CONES:
        for q in range(4):
            assert cones.measure(s, block.number, q) == block.measure(s, q)


def test_every_hex_says_what_it_asks():
    # R221, R224, R225: D_PLACE, D_BOUND and D_WS stand in the column `decision`.
    for number, row in enumerate(components.ALL_HEXES, 1):
        assert bool(components.HEX_SPREADS[number]) == ("D_PLACE" in row["decision"])
    table = Table(GAME, num_players=3, power_pool="none", reverse_hexes="1:SPACE DUST")
    table.arrange({"seats": {}})
    assert hexes.has_own_setup(table.state, 1)


def box_of(**options):
    return components.make_box(components.CosmicOptions(special_destiny=True, **options))[0]


def usable(**options):
    return [
        name
        for name, use in zip(
            components.DESTINY_NAMES[SPECIAL:], box_of(**options).usable, strict=True
        )
        if not use
    ]


def test_special_cards_that_need_a_module_are_left_out():
    # R200
    assert usable() == ["cone_1", "comet_17"]
    assert usable(lucre=True) == ["cone_1"]
    assert usable(reverse_cone=False) == ["cone_1", "comet_17", "comet_26"]


@pytest.mark.parametrize("players", range(3, 7))
def test_one_special_card_for_each_player_is_in_the_deck(players):
    # R200
    batch = Batch(GAME, 1, num_players=players, power_pool="none", special_destiny=True)
    batch.reset(seed=np.array([players]))
    s = batch.states[0]
    assert s.special_out.sum() == 24 - players
    assert batch.check()[0] == 0


def late(**options):
    """A table whose destiny deck holds one card, with a cone and a comet on the discards."""
    table = Table(GAME, num_players=3, power_pool="none", special_destiny=True, **options)
    table.arrange(
        {
            "phase": "REGROUP",
            "off": 0,
            "destiny_discard": [
                *["cone_3", "colour_0", "colour_0", "colour_0", "colour_0_reverse", "comet_12"],
                *["colour_1", "colour_1", "colour_1", "colour_1_reverse", "wild", "colour_2"],
                *["colour_2", "colour_2"],
            ],
            "destiny": ["colour_2_reverse", "comet_13"],
            "seats": {"0": {"hand": ["Attack 8"], "warp": 1}, "2": {"hand": ["Attack 8"]}},
        }
    )
    s = table.state
    s.destiny_count -= 1  # one card is left; the comet turned up last lies on the discards
    s.destiny[0] = components.DESTINY_NAMES.index("colour_2_reverse")
    s.destiny_discard[s.destiny_discard_count] = components.DESTINY_NAMES.index("comet_13")
    s.destiny_discard_count += 1
    s.destiny_discards[components.DESTINY_NAMES.index("comet_13")] += 1
    assert GAME.check(s, table.box) == 0
    return table


def test_a_reshuffle_replaces_the_special_card_used_last():
    # R201, 11.7: the one that lies highest; a random one of those outside takes its place.
    table = late()
    s = table.state
    outside = np.flatnonzero(s.special_out)
    table.load([2])
    table.play("leave the Warp alone")
    inside = {SPECIAL + i for i in range(26) if table.box.usable[i] and not s.special_out[i]}
    expected = {"cone_3", "comet_12", components.DESTINY_NAMES[SPECIAL + outside[2]]}
    assert set(names(inside)) == expected
    assert s.special_out[components.DESTINY_NAMES.index("comet_13") - SPECIAL] == 1
    assert GAME.check(s, table.box) == 0


def test_replace_all_replaces_every_special_card():
    # R201
    table = late(replace_all=True)
    s = table.state
    table.load([0, 0, 0])
    table.play("leave the Warp alone")
    assert GAME.check(s, table.box) == 0
    inside = {SPECIAL + i for i in range(26) if table.box.usable[i] and not s.special_out[i]}
    assert len(inside) == 3
    assert "comet_13" not in names(inside)


def fleet(**words):
    table = Table(
        GAME,
        num_players=3,
        power_pool="none",
        special_destiny=True,
        reverse_hexes="2:WORLDSHIPS",
    )
    position = {
        "phase": "REGROUP",
        "off": 0,
        "fleet": ["wild", "comet_26", "colour_0"],
        "destiny_discard": ["comet_12"],
        "seats": {"0": {"hand": ["Attack 8"], "warp": 1}, "2": {"hand": ["Attack 8"]}},
    }
    table.arrange(position | words)
    return table


@pytest.mark.parametrize("seed", range(6))
def test_nobody_else_sees_the_cards_of_worldships(seed):
    # Section 8: a redeal draws them anew for others, and leaves them for their owner.
    table = fleet()
    s = table.state
    mine = names(s.fleet[: s.fleet_count])
    for viewer in range(3):
        twin = table.batch.copy()
        before = twin.observe(0, viewer).copy()
        twin.redeal(viewer, seed=seed)
        twin.look()
        after = twin.states[0]
        assert (twin.observe(0, viewer) == before).all()
        assert GAME.check(after, twin.box[0]) == 0
        assert after.special_out[components.DESTINY_NAMES.index("comet_12") - SPECIAL] == 0
        if viewer == 2:
            assert names(after.fleet[:3]) == mine


def test_only_their_owner_is_told_the_cards_of_worldships():
    table = fleet()
    shown = GAME.text(table.state, table.box, 2)
    assert "comet Reverse War" in shown
    for viewer in (0, 1):
        for draw in (GAME.text, GAME.svg):
            assert "comet Reverse War" not in draw(table.state, table.box, viewer)
    assert "3 destiny cards" in GAME.text(table.state, table.box, 0)


def test_worldships_lose_their_cards_when_destiny_is_reshuffled():
    # R213: they go into the new deck, and three new ones come from its top.
    table = fleet()
    s = table.state
    count = int(s.destiny_count + s.destiny_discard_count + s.fleet_count)
    moved = s.destiny[1 : s.destiny_count].tolist()
    for card in moved:
        s.destiny_discard[s.destiny_discard_count] = card
        s.destiny_discard_count += 1
        s.destiny_discards[card] += 1
    s.destiny_count = 1
    assert GAME.check(s, table.box) == 0
    table.play("leave the Warp alone")
    assert GAME.check(s, table.box) == 0
    if GAME.decisions[s.decision] == "D_WS":
        assert s.fleet_count == 3
        assert s.destiny_count + s.destiny_discard_count + s.challenge.card_lies == count - 3


def test_in_an_open_war_the_def_sees_the_card_of_the_off():
    # Open War (comet 19); R206.
    table = Table(GAME, num_players=3, power_pool="none", special_destiny=True)
    table.arrange(
        {
            "phase": "SELECT",
            "off": 0,
            "defender": 1,
            "system": 1,
            "target": "1.0",
            "comet": "comet_19",
            "seats": {
                "0": {"hand": ["Attack 8", "Attack 6"], "cone": {"0.0": 1}},
                "1": {"hand": ["Attack 8"]},
            },
        }
    )
    table.play("select Attack 6")
    s = table.state
    assert s.to_move == 1
    main = GAME.observation["main"]
    seen = table.batch.observe(0, 1)[0, main.start : main.stop]
    assert seen[components.KIND_NAMES.index("Attack 6")] == 1
    assert "Attack 6" in GAME.text(s, table.box, 1)


def twins(seed, pool):
    batch = Batch(GAME, 1, num_players=3, power_pool=pool, reverse_hexes="1:BINARY")
    batch.reset(seed=np.array([seed]))
    return batch


@pytest.mark.parametrize("seed", range(5))
def test_a_binary_is_dealt_a_second_power_without_artefact_and_setup_part(seed):
    # R226: the others keep their places in the list; the deck still gets 3P flares.
    pool = "Symbiote,Worm,Mind,Laser,Filch,Clone,Macron,Virus,Will,Zombie,Mirror"
    batch = twins(seed, pool)
    s, box = batch.states[0], batch.box[0]
    twin = int(s.twin[1]) - 1
    assert twin not in (-1, components.SYMBIOTE, components.WORM)
    assert twin not in s.power[:3].tolist()
    assert s.held[1, 1].power == twin
    assert s.flare_seen[twin] == 1
    assert s.unused_count == box.power_enabled.sum() - 9


def test_a_binary_has_one_power_if_there_is_no_other():
    # R226
    batch = twins(1, "Symbiote,Worm,Chronos")
    assert batch.states[0].twin[1] == 0
    assert batch.states[0].held_count[1] == 1


@pytest.mark.parametrize(
    ("hex_name", "bases"),
    [("GAS GIANT", {"1.0": 20}), ("SPACE DUST", {"1.0": 20}), ("WORLDSHIPS", {"1.0": 4})],
)
def test_the_tokens_of_a_hex_lie_where_its_row_says(hex_name, bases):
    batch = Batch(GAME, 1, num_players=3, power_pool="none", reverse_hexes=f"1:{hex_name}")
    batch.reset(seed=np.array([4]))
    position = GAME.position(batch.states[0], batch.box[0])
    if batch.states[0].decision != GAME.decisions.index("D_WS"):
        home = position["seats"]["1"]
        assert home["bases"].get("1.0", 0) <= bases["1.0"]
        assert position["seats"]["1"]["hex"] == hex_name


@pytest.mark.parametrize("seed", range(3))
def test_a_position_with_all_modules_goes_there_and_back(seed):
    options: dict[str, Any] = {
        "num_players": 6,
        "power_pool": "none",
        "special_destiny": True,
        "reverse_hexes": "all",
        "lucre": True,
        "reverse_warp": True,
    }
    batch = Batch(GAME, 1, skip_forced=False, autoreset=False, **options)
    batch.reset(seed=np.array([seed]))
    s, box = batch.states[0], batch.box[0]
    for _ in range(300):
        batch.step(batch.sample())
        if s.done:
            break
        top = s.stack[s.depth - 1]
        if s.depth == 1 and top.kind == 2 and s.challenge.commit_count.sum() == 0:
            words = GAME.position(s, box)
            twin = batch.copy()
            again = twin.states[0]
            GAME.arrange(again, twin.box[0], Words(words))
            GAME.resume(again, twin.box[0])
            assert GAME.check(again, twin.box[0]) == 0
            if again.decision == s.decision:
                back = GAME.position(again, twin.box[0])
                for name in ("dust", "fleet", "destiny", "destiny_discard", "gone", "comet"):
                    assert back[name] == words[name], name
                for p in range(6):
                    for name in ("hex", "bases", "twin", "star", "lucre", "limbo"):
                        assert back["seats"][str(p)][name] == words["seats"][str(p)][name]


def test_what_worldships_and_hexes_do_is_told():
    table = fleet()
    table.play("leave the Warp alone")
    while GAME.decisions[table.state.decision] != "D_WS":
        table.play(next(iter(table.words())))
    words = table.words()
    lines = GAME.happened(table.batch, words["play comet Reverse War"])
    assert "in force: comet Reverse War" in lines
    assert "Worldships play a destiny card of their own" in lines
    table.play("play comet Reverse War")
    lines = GAME.happened(table.batch, table.words()["play wild, light cone"])
    assert any(line.endswith("wild, light cone") for line in lines)
