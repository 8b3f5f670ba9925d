"""Component tables can be replaced by files; mistakes get a clear sentence."""

from __future__ import annotations

import csv

import pytest

from spaceenvs import registry
from spaceenvs.core.scenario import Table
from spaceenvs.galactic_emperor.tables import DATA

GAME = registry.load("galactic_emperor")

FILES = {
    "tiles": "tiles.csv",
    "technologies": "technologies.csv",
    "ships": "ships.csv",
    "board": "board_hexes.csv",
    "layouts": "start_layouts.csv",
    "market": "market.csv",
}


def changed(tmp_path, option, change):
    """Write a changed copy of a table and return its path."""
    with (DATA / FILES[option]).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows = change(rows) or rows
    path = tmp_path / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def set_cell(row, column, value):
    def change(rows):
        rows[row][column] = value

    return change


def without_column(column):
    return lambda rows: [{k: v for k, v in row.items() if k != column} for row in rows]


def without_row(number):
    return lambda rows: rows[:number] + rows[number + 1 :]


@pytest.mark.parametrize(
    ("option", "change", "words"),
    [
        ("tiles", without_column("planets"), "row 1, column planets: is missing"),
        ("tiles", without_row(20), "38 rows are needed, 37 are there"),
        ("tiles", set_cell(9, "food", "-1"), "row 11, column food: -1 is not in"),
        ("tiles", set_cell(9, "food", "many"), "column food: 'many' is not a whole number"),
        ("tiles", set_cell(9, "kind", "comet"), "column kind: 'comet' is not one of home, planet"),
        ("tiles", set_cell(7, "kind", "sun"), "tile 7 must be black_hole"),
        ("tiles", set_cell(9, "planets", "0"), "needs at least 1 planet"),
        ("tiles", set_cell(20, "metal", "1"), "can hold no symbols"),
        ("tiles", set_cell(9, "id", "8"), "row 11, column id: '8' should be 9"),
        ("tiles", set_cell(9, "code", "P01"), "a code of its own"),
        ("technologies", set_cell(3, "cost_energy", "-2"), "column cost_energy: -2 is not in"),
        ("technologies", without_row(0), "12 rows are needed"),
        ("technologies", without_column("name"), "row 1, column name: is missing"),
        ("ships", set_cell(0, "cost_metal", "-1"), "row 2, column cost_metal: -1 is not in"),
        ("ships", set_cell(0, "stock_per_player", "9"), "a player has 8 ships"),
        ("ships", set_cell(1, "dice", "5"), "column dice: 5 is not in"),
        ("ships", set_cell(1, "unit", "Frigate"), "unit 1 is the Cruiser"),
        ("board", without_column("n_ne"), "row 1, column n_ne: is missing"),
        ("board", set_cell(5, "n_ne", "7"), "hex 5 has the neighbours"),
        ("board", set_cell(5, "q", "0"), "hex|same coordinates"),
        ("layouts", set_cell(1, "hex", "19"), "3 players need 3 different home hexes"),
        ("layouts", set_cell(1, "hex", "0"), "column hex: 0 is not in"),
        ("market", without_row(1), "food has no price for a 4"),
        ("market", set_cell(1, "die_min", "3"), "food has two prices for a 3"),
        ("market", set_cell(1, "price", "-1"), "column price: -1 is not in"),
    ],
)
def test_a_wrong_table_is_refused(tmp_path, option, change, words):
    path = changed(tmp_path, option, change)
    with pytest.raises(ValueError, match=words):
        GAME.make_box(GAME.make_options(**{option: path}))


def test_a_table_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ValueError, match="cannot be read"):
        GAME.make_box(GAME.make_options(tiles=str(tmp_path / "nothing.csv")))


def test_replaced_values_are_in_the_box_and_played(tmp_path):
    path = changed(tmp_path, "ships", set_cell(0, "cost_marks", "4"))
    game = Table(GAME, num_players=3, ships=path)
    game.arrange({"players": {"0": {"marks": 7, "metal": 2}}})
    for move in ("take Engineer", "deploy on hex 19", "buy a Fighter"):
        game.play(move)
    assert game.position()["players"]["0"]["marks"] == 3


def test_other_tiles_change_the_pile(tmp_path):
    def all_plain(rows):
        for row in rows[8:]:
            row["back"] = "plain"

    path = changed(tmp_path, "tiles", all_plain)
    game = Table(GAME, num_players=3, tiles=path)
    game.reset(seed=1)
    words = game.position()
    assert words["pile"][-4] == "BH"
    assert sorted(words["pile"][-3:]) == ["H3", "H4", "H5"]
    assert len(set(words["pile"]) | set(words["row"])) == 34
    assert game.batch.check()[0] == 0


@pytest.mark.parametrize("option", FILES)
def test_every_row_says_where_it_comes_from(option):
    with (DATA / FILES[option]).open(encoding="utf-8", newline="") as file:
        assert {row["source"] for row in csv.DictReader(file)} <= {
            "seed",
            "public",
            "reconstructed",
        }
