"""Cards are data: the tables, what is said about wrong ones, and a user's own card set."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT
from core_worlds.test_core_worlds_eager import play_eagerly

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.scenario import Table
from spaceenvs.core_worlds.actions import ACTIONS
from spaceenvs.core_worlds.components import (
    ACTIONS_PROFILES,
    GALACTIC_SIZES,
    Effect,
    Kind,
    name_of,
    source_of,
)
from spaceenvs.core_worlds.tables import DATA, read_sectors

GAME = registry.load("core_worlds")
CARD_TABLES = ("home_worlds", "starting_decks", "galactic_decks")


def read(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def box_of(**options):
    return GAME.make_box(GAME.make_options(num_players=2, **options))[0]


def write_table(folder, name, change):
    """Write a copy of a table after `change(rows)`; return the option that names it."""
    rows = read(name)
    change(rows)
    path = Path(folder) / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return {name: str(path)}


# The game's own tables ------------------------------------------------------------------


def test_action_ids_are_those_of_the_table():
    for row in read("actions"):
        kind, _, number = row["action"].rpartition("_")
        name = f"{kind} {number}" if number.isdigit() else row["action"]
        assert ACTIONS.index(name) == int(row["index"])
    assert ACTIONS.size == len(read("actions")) == 102


def test_effect_codes_are_those_of_the_table():
    assert {row["effect"]: int(row["code"]) for row in read("effects")} == {
        effect.name: int(effect) for effect in Effect
    }


def test_sectors_agree_with_the_default_options():
    # R1: 4,5,5,5,6 Action Points; hands of 6, 6, 6, 6, 7.
    sectors = read_sectors()
    assert ",".join(row["actions_per_round"] for row in sectors) == ACTIONS_PROFILES[0]
    box = box_of()
    assert box.hand_limit[1:].tolist() == [6, 6, 6, 6, 7]
    assert box.actions[1:].tolist() == [4, 5, 5, 5, 6]
    assert all(sum(map(int, profile.split(","))) == 25 for profile in ACTIONS_PROFILES)


def test_every_value_of_the_tables_is_in_the_box():
    # R3: card values are taken from the tables. R52: a definition is one entry.
    box = box_of()
    for name in CARD_TABLES:
        for row in read(name):
            card = box.cards[int(row["def_id"])]
            assert name_of(box, int(row["def_id"])) == row["name"]
            assert source_of(box, int(row["def_id"])) == row["source"]
            assert Kind(int(card.kind)).name.title() == row["type"]
            printed = ("draft_cost", "deploy_cost", "fleet", "ground", "energy", "has_bonus")
            assert [int(card[column]) for column in printed] == [int(row[c]) for c in printed]
            assert int(card.points) == int(row["empire_points"])
            assert int(card.subtype) == int(row["subtype_mask"])
            written = [part.split("(")[0] for part in row["effect"].split(";")]
            found = [Effect(int(code)).name for code in card.code[: card.effects]]
            assert (found or ["NONE"]) == written
            numbers = [int(n) for n in re.findall(r"[0-9]+", row["effect"])]
            assert int(card.parameter.sum()) == sum(numbers)
    assert sum(card.kind != Kind.NONE for card in box.cards) == 125


def test_the_decks_have_the_sizes_of_the_rules():
    box = box_of()
    assert tuple(box.galactic_size) == GALACTIC_SIZES
    for deck in range(1, 5):  # 10 Worlds, 10 Units, 4 Tactics
        kinds = [int(box.cards[card].kind) for card in box.galactic[deck]]
        assert [kinds.count(kind) for kind in (1, 2, 3, 4)] == [10, 10, 4, 0]


def test_rows_keep_their_source_and_no_icons():
    # R43: the little icons are no part of the tables.
    for name in (*CARD_TABLES, "effects", "sectors", "actions"):
        for row in read(name):
            assert set(row["source"].split("+")) <= {"seed", "public", "reconstructed"}
            assert "icon" not in row


def test_tactics_have_no_printed_strength():
    # R65
    box = box_of()
    tactics = [card for card in box.cards if card.kind == Kind.TACTIC]
    assert tactics
    assert all(card.fleet == 0 and card.ground == 0 for card in tactics)


# Wrong tables ---------------------------------------------------------------------------


def set_cell(number, column, value):
    """Return a change of one cell; rows are numbered as in the file, the header is row 1."""

    def change(rows):
        rows[number - 2][column] = value

    return change


WRONG = [
    ("galactic_decks", 16, "copies", "0", "0 is not in 1..16"),
    ("galactic_decks", 16, "copies", "two", "'two' is not a whole number"),
    ("galactic_decks", 16, "fleet", "31", "31 is not in 0..30"),
    ("galactic_decks", 16, "draft_cost", "1", "should be 0: it means nothing for a World"),
    ("galactic_decks", 11, "fleet", "2", "should be 0: it means nothing for a Tactic"),
    ("galactic_decks", 16, "type", "Moon", "'Moon' is not one of World, Unit, Tactic, Prestige"),
    ("galactic_decks", 3, "subtype", "Pirate", "'Pirate' is not one of Hero"),
    ("galactic_decks", 3, "subtype_mask", "4", "4 should be 2"),
    ("galactic_decks", 16, "subtype", "Hero", "stands on a card that is not a Unit"),
    ("galactic_decks", 3, "def_id", "127", "127 is not in 0..126"),
    ("galactic_decks", 3, "def_id", "5", "differs from 'Galactic Grunts' in starting_decks.csv"),
    ("galactic_decks", 16, "name", "", "is empty"),
    ("galactic_decks", 16, "name", "Outpost Tarn", "is the name of def_id 25 already"),
    ("galactic_decks", 16, "source", "", "is empty"),
    ("galactic_decks", 16, "sector", "2", "'2' should be '1'"),
    ("galactic_decks", 16, "effect", "WISH(1)", "there is no effect 'WISH'"),
    ("galactic_decks", 16, "effect", "CONQ_DRAW", "is not written NAME(number,...)"),
    ("galactic_decks", 16, "effect", "CONQ_DRAW(1,2)", "CONQ_DRAW takes 1 numbers"),
    ("galactic_decks", 16, "effect", "CONQ_DRAW(0)", "CONQ_DRAW: 0 is not in 1..10"),
    ("galactic_decks", 16, "effect", "DEP_DRAW(1)", "DEP_DRAW cannot stand on a World"),
    ("galactic_decks", 16, "effect", "VP_WORLD(1,2)", "should be 1: 1 exactly with a VP_ effect"),
    ("galactic_decks", 3, "effect", "INV_PAY(1,1,1,1);INV_CHOICE(0,1,1)", "cannot have both"),
    ("galactic_decks", 11, "effect", "VP_TACTIC(1,1)", "a Tactic needs an EN_, ACT_ or TAC_"),
    ("galactic_decks", 11, "effect", "EN_BURST(1);TAC_DRAW(1)", "must all be EN_"),
    ("galactic_decks", 11, "effect", "TAC_CHOICE(1,1);TAC_DRAW(1)", "must be the last effect"),
    ("galactic_decks", 2, "type", "World", "stands on a card that is not a Unit"),
    ("galactic_decks", 16, "deck", "6", "'1' should be '6'"),
    ("starting_decks", 5, "deck", "S9", "'S9' is not one of S1, S2, S3, S4, S5"),
    ("starting_decks", 8, "deploy_cost", "1", "'1' differs from '0' in starting_decks.csv, row 4"),
    ("home_worlds", 3, "home_number", "1", "1 is given twice"),
    ("home_worlds", 3, "deck", "H1", "'H1' should be 'H2'"),
    ("home_worlds", 3, "copies", "2", "there is one copy of each Home World"),
]


# Cells whose fault shows in another column: a bonus, a deck, a type, a definition.
NAMED = {"VP_WORLD(1,2)": "has_bonus", "6": "sector", "World": "subtype", "5": "name"}


@pytest.mark.parametrize(("file", "row", "column", "value", "says"), WRONG)
def test_a_wrong_cell_is_named(tmp_path, file, row, column, value, says):
    option = write_table(tmp_path, file, set_cell(row, column, value))
    with pytest.raises(ValueError, match=re.escape(says)) as error:
        box_of(**option)
    assert f"{file}.csv, row {row}, column {NAMED.get(value, column)}: " in str(error.value)


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "says"),
    [
        ("galactic_decks", 16, "copies", "2", "Galactic Deck 1 has 24 cards, this table 25"),
        ("starting_decks", 4, "copies", "2", "S1 has 16 cards, this table 15"),
    ],
)
def test_a_deck_of_the_wrong_size_is_named(tmp_path, file, row, column, value, says):
    option = write_table(tmp_path, file, set_cell(row, column, value))
    with pytest.raises(ValueError, match=f"row [0-9]+, column copies: {says}"):
        box_of(**option)


def test_missing_columns_rows_and_files_are_named(tmp_path):
    def without_column(rows):
        for row in rows:
            del row["energy"]

    option = write_table(tmp_path, "galactic_decks", without_column)
    with pytest.raises(ValueError, match=r"row 1, column energy: is missing from the header"):
        box_of(**option)
    option = write_table(tmp_path, "home_worlds", lambda rows: rows.pop())
    with pytest.raises(ValueError, match=r"column home_number: a set has 5 Home Worlds"):
        box_of(**option)
    path = tmp_path / "short.csv"
    lines = (DATA / "starting_decks.csv").read_text().splitlines()
    path.write_text("\n".join([*lines[:2], "S1,6,Snub Fighter"]))
    with pytest.raises(ValueError, match=r"row 3, column type: is missing: the row is too short"):
        box_of(starting_decks=str(path))
    with pytest.raises(ValueError, match=r"nowhere.csv cannot be read"):
        box_of(starting_decks=str(tmp_path / "nowhere.csv"))


def test_endless_draws_and_sets_without_colonists_are_refused(tmp_path):
    rows = read("galactic_decks")
    number = next(i for i, row in enumerate(rows) if row["name"] == "Flanking Attack") + 2
    option = write_table(tmp_path, "galactic_decks", set_cell(number, "effect", "TAC_DRAW(1)"))
    with pytest.raises(ValueError, match="a second TAC_DRAW Tactic without a play cost"):
        box_of(**option)

    def no_grunts(rows):
        for row in rows:
            if row["name"] == "Galactic Grunts":
                row["subtype"], row["subtype_mask"] = "Vehicle", "8"

    option = write_table(tmp_path, "starting_decks", no_grunts)
    with pytest.raises(ValueError, match="every starting deck needs one and the same Infantry"):
        box_of(**option)


# A user's own card set ------------------------------------------------------------------


def own_set(folder):
    """Write a card set with other names, numbers and combinations of effects."""

    def rename(rows):
        for row in rows:
            row["name"] = f"My {row['name']}"
            row["source"] = "mine"

    def change(rows):
        rename(rows)
        for row in rows:
            if row["type"] == "World":
                row["fleet"], row["ground"] = str(int(row["fleet"]) // 2), "0"
                if row["effect"] == "NONE":
                    row["effect"] = "CONQ_DRAW(1);CONQ_ENERGY(1);AURA_DISCOUNT(127,1)"
            if row["type"] == "Unit" and row["effect"] == "NONE":
                row["effect"] = "ACT_CHARGE(2);STAT_TOKEN(1,1);INV_PAY(0,1,1,2);EN_UNIT(1)"
            if row["effect"].startswith("TAC_BONUS"):
                row["effect"] += ";TAC_KEEP(1);TAC_DISCARD(1,1,2)"
            if row["effect"].startswith("EN_BURST"):
                row["effect"] += ";VP_TACTIC(1,2)"
                row["has_bonus"] = "1"
            if row["effect"].startswith("ACT_DRAW"):
                row["effect"] += ";ACT_DEPLOY(2)"

    options: dict[str, str] = {}
    for name, how in (
        ("home_worlds", rename),
        ("starting_decks", rename),
        ("galactic_decks", change),
    ):
        options |= write_table(folder, name, how)
    return options


@pytest.mark.parametrize("players", [2, 5])
def test_a_users_own_card_set_plays_through(tmp_path, players):
    options = own_set(tmp_path)
    batch = Batch(
        GAME,
        100 if JIT else 1,
        num_players=players,
        skip_forced=False,
        autoreset=False,
        pregame_draft=True,
        **options,
    )
    assert name_of(batch.box[0], 5) == "My Galactic Grunts"
    assert source_of(batch.box[0], 5) == "mine"
    batch.reset(seed=1)
    play_eagerly(batch, 1)
    if JIT:
        assert batch.terminated.all()
        assert (batch.states["players"]["worlds"].max(1) > 4).all()


def test_effects_of_one_card_are_resolved_in_the_order_of_the_row(tmp_path):
    # A set whose War Council draws and then deploys, and whose Units carry tokens (R38).
    table = Table(GAME, num_players=2, **own_set(tmp_path))
    table.arrange(
        {
            "round": 3,
            "seat0": {
                "hand": ["My War Council", "My Galactic Grunts"],
                "deck": ["My Snub Fighter"],
                "units": ["2 My Claw Fighter"],
                "energy": 2,
                "actions": 4,
            },
            "seat1": {"actions": 0, "passed": True},
        }
    )
    table.play("play My War Council")
    table.expect(
        {
            "decision": "COMBO",
            "pending": {"left": 2, "resolving": "My War Council"},
            "seat0": {"hand": ["My Galactic Grunts", "My Snub Fighter"]},
        },
        "after the draw",
    )
    table.play("done")
    # R38: equal Units with different tokens are offered both.
    assert list(table.words()).count("charge My Claw Fighter") == 1
    table.play("charge My Claw Fighter")
    assert {"charge My Claw Fighter (unit 0)", "charge My Claw Fighter (unit 1)"} <= set(
        table.words()
    )


def test_the_same_compiled_rules_serve_another_set(tmp_path):
    changed = box_of(**own_set(tmp_path))
    standard = box_of()
    assert changed.dtype == standard.dtype
    assert not np.array_equal(changed.cards, standard.cards)
