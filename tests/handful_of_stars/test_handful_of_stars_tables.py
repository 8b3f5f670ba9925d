"""Tables of a user's own, and options."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from spaceenvs import handful_of_stars
from spaceenvs.core.scenario import Table
from spaceenvs.handful_of_stars import GAME
from spaceenvs.handful_of_stars.components import CARDS, RESOURCES, TOKENS, decoded
from spaceenvs.handful_of_stars.state import CHART_TILE

DATA = Path(handful_of_stars.__file__).parent / "data"


def changed(tmp_path, table, row, column, value):
    """A copy of a table with one cell changed; rows count from 0."""
    with (DATA / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[row][column] = value
    path = tmp_path / f"{table}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


@pytest.mark.parametrize(
    ("file", "row", "column", "value"),
    [
        ("technology_cards", 3, "energy", "many"),
        ("technology_cards", 3, "energy", "-1"),
        ("technology_cards", 8, "effect", "EXPLODE"),
        ("technology_cards", 8, "timing", "reserve"),
        ("technology_cards", 8, "p2", "3"),
        ("technology_cards", 8, "source", ""),
        ("technology_cards", 34, "victory_points", "9"),
        ("technology_cards", 0, "card", "64"),
        ("race_ability_cards", 0, "race", "Nobody"),
        ("system_tiles", 0, "habitable", "0"),
        ("system_tiles", 20, "combat_strength", "4"),
        ("system_tiles", 20, "black_hole", "g"),
        ("system_tiles", 20, "name", "Berylith"),
        ("development_tokens", 5, "type", "gold"),
        ("development_tokens", 5, "amount", "0"),
        ("alien_tokens", 5, "strength", "10"),
        ("board_connections", 5, "letter_at_2", "a"),
        ("board_connections", 5, "space_1", "38"),
        ("board_graph", 5, "f", "7"),
    ],
)
def test_a_wrong_cell_is_named_with_row_and_column(tmp_path, file, row, column, value):
    path = changed(tmp_path, file, row, column, value)
    with pytest.raises(ValueError, match=rf"row {row + 2}, column \w+") as error:
        GAME.make_box(GAME.make_options(**{file: path}))
    assert f"{file}.csv" in str(error.value)


def test_a_missing_column_row_or_file_is_named(tmp_path):
    path = tmp_path / "aliens.csv"
    path.write_text("token,strength\n0,1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="row 1, column source: is missing"):
        GAME.make_box(GAME.make_options(alien_tokens=str(path)))
    path.write_text("token,strength,source\n0,1,mine\n", encoding="utf-8")
    with pytest.raises(ValueError, match="18 rows are needed, 1 are there"):
        GAME.make_box(GAME.make_options(alien_tokens=str(path)))
    with pytest.raises(ValueError, match="cannot be read"):
        GAME.make_box(GAME.make_options(alien_tokens=str(tmp_path / "none.csv")))


def test_a_table_of_ones_own_changes_the_game_and_keeps_its_source(tmp_path):
    path = changed(tmp_path, "starting_cards", 1, "energy", "7")
    table = Table(GAME, starting_cards=path)
    table.arrange({"players": {"Red": {"fleets": {"Boldar": 7}, "hand": ["Engines"], "deck": []}}})
    for move in ("move", "move from Boldar"):
        table.play(move)
    table.play(next(iter(table.words())))
    assert "7 fleets" in table.words()
    assert decoded(table.box.card_sources[39]) == "reconstructed"
    assert "Engines" in GAME.text(table.state, table.box, 0)
    assert "°" not in GAME.text(table.state, table.box, 0)


def test_every_row_has_a_source_and_tokens_show_one_kind():
    """R63: one kind of resource each; R42: they are the rulebook's progress tokens too."""
    box = GAME.make_box(GAME.make_options())[0]
    for card in range(CARDS):
        assert decoded(box.card_sources[card]) in {"seed", "reconstructed"}
    for token in range(TOKENS):
        assert decoded(box.token_sources[token])
        assert (box.token_kind[token] < RESOURCES) == (token < 23)


def test_38_systems_add_two_spaces():
    """R1: 36 spaces, 38 with the option; black-hole letters stay 15."""
    for systems, connections in ((36, 63), (38, 67)):
        box = GAME.make_box(GAME.make_options(systems=systems))[0]
        assert (box.ends[:, 0] >= 0).sum() == connections
        assert (box.letter[:systems] >= 0).sum() == 15
        table = Table(GAME, systems=systems)
        table.reset(seed=4)
        assert (table.state.chart[CHART_TILE] >= 0).sum() == systems
        assert table.state.black_hole.sum() <= 15


def test_wrong_options_are_refused():
    with pytest.raises(ValueError, match="takes 3 different numbers"):
        GAME.make_box(GAME.make_options(num_players=3, random_races=False, races=(1, 1, 2)))
    with pytest.raises(ValueError, match="only with random_races=False"):
        GAME.make_box(GAME.make_options(races=(1, 2)))
    with pytest.raises(ValueError, match="max_rounds"):
        GAME.make_box(GAME.make_options(max_rounds=101))
    with pytest.raises(ValueError, match="systems"):
        GAME.make_options(systems=37)
    with pytest.raises(ValueError, match="home_vp"):
        GAME.make_options(home_vp=9)


def test_given_races_need_no_shuffle():
    table = Table(GAME, num_players=3, random_races=False, races=(6, 0, 3))
    table.reset(seed=1)
    assert table.state.race[:3].tolist() == [6, 0, 3]


def test_a_connected_board_is_connected():
    table = Table(GAME, connected_board=True)
    for seed in range(20):
        table.reset(seed=seed)
        s = table.state
        reached, waiting = {0}, [0]
        while waiting:
            for y in s.open_way[waiting.pop()]:
                if y >= 0 and int(y) not in reached:
                    reached.add(int(y))
                    waiting.append(int(y))
        assert len(reached) == 36


def test_action_ids_are_those_of_the_table():
    with (DATA / "actions.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = row["action"].split("(")[0]
            block = GAME.actions[name]
            assert (block.start, block.stop - 1) == (int(row["first"]), int(row["last"]))


def test_the_first_score():
    """E3: 36, 30, 24 points before development tokens."""
    for players, score in ((2, 36), (3, 30), (4, 24)):
        table = Table(GAME, num_players=players)
        table.reset(seed=players)
        while table.state.decision <= 2:
            table.play(next(iter(table.words())))
        for seat in table.position()["players"].values():
            assert seat["score"] == score
            fleets = {2: 11, 3: 9, 4: 7}[players]
            assert 21 - seat["stock"]["fleets"] == fleets
            assert seat["stock"]["bases"] == 4
            assert 16 - seat["stock"]["cubes"] == {2: 8, 3: 6, 4: 4}[players]


def test_a_position_can_be_written_down_and_set_up_again():
    """What `position` gives at the menu, `arrange` sets up: every player sees the same."""
    table, again = Table(GAME, num_players=3), Table(GAME, num_players=3)
    rng = np.random.default_rng(5)
    table.reset(seed=9)
    compared = 0
    while not table.state.done and compared < 6:
        table.play(int(rng.choice(list(table.words().values()))))
        if table.state.decision == 4 and rng.random() < 0.1:
            position = GAME.position(table.state, table.box)
            position.pop("combat", None)
            again.arrange(position)
            wanted = GAME.position(table.state, table.box)
            assert GAME.position(again.state, again.box) == wanted
            assert (again.batch.mask == table.batch.mask).all()
            compared += 1
