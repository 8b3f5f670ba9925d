"""Component tables: what is wrong is said with file, row and column."""

from __future__ import annotations

import pytest

from spaceenvs.core.tables import number_rows, read_table

GOOD = "id,name,cost,source\n0,Scout,3,seed\n1,Cruiser, 5 ,public\n"


def write(tmp_path, text):
    path = tmp_path / "ships.csv"
    path.write_text(text, encoding="utf-8")
    return path


def read_ships(path):
    rows = read_table(path, ("id", "name", "cost"), 2)
    number_rows(rows, "id")
    for row in rows:
        row.integer("cost", 0, 9)
        row.word("name", ("Scout", "Cruiser"))


def test_cells_are_read(tmp_path):
    rows = read_table(write(tmp_path, GOOD), ("id", "name", "cost"), 2)
    assert [row.integer("cost", 0, 9) for row in rows] == [3, 5]
    assert rows[1].word("name", ("Scout", "Cruiser")) == 1
    assert rows[0].text("name", 5) == "Scout"
    number_rows(rows, "id")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id,name,cost", "id,name,price", r"ships\.csv, row 1, column cost: is missing"),
        ("0,Scout,3", "0,Scout,-3", r"row 2, column cost: -3 is not in 0\.\.9"),
        ("0,Scout,3", "0,Scout,three", "column cost: 'three' is not a whole number"),
        ("1,Cruiser", "1,Curiser", "row 3, column name: 'Curiser' is not one of Scout, Cruiser"),
        ("1,Cruiser, 5 ,public\n", "", "2 rows are needed, 1 are there"),
        ("0,Scout,3,seed", "0,Scout,3", "row 2, column source: is missing: the row is too short"),
        ("0,Scout,3,seed", "0,Scout,3,seed,x", "more cells than the header has columns"),
        ("1,Cruiser", "7,Cruiser", "row 3, column id: '7' should be 1"),
    ],
)
def test_mistakes_are_named(tmp_path, old, new, message):
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(ValueError, match=message):
        read_ships(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"the table .*nowhere\.csv cannot be read"):
        read_table(tmp_path / "nowhere.csv", ())


def test_a_text_must_fit(tmp_path):
    rows = read_table(write(tmp_path, GOOD), ("id",))
    with pytest.raises(ValueError, match="column name: is longer than 3 bytes"):
        rows[0].text("name", 3)
