import csv

import numpy as np
import pytest

from agents.tournament import (
    Results,
    main,
    make_lineups,
    make_table,
    name_apart,
    play,
    rate,
    run,
    write_csv,
)
from spaceenvs.players import RandomPlayer, make_player
from spaceenvs.template import GAME


@pytest.mark.parametrize(("agents", "seats"), [(2, 2), (3, 2), (4, 3), (6, 6), (5, 2)])
def test_everybody_sits_everywhere_equally_often(agents, seats):
    lineups = make_lineups(agents, seats, 100, seed=1)
    assert len(lineups) >= 100
    places = [[(lineups[:, s] == a).sum() for s in range(seats)] for a in range(agents)]
    assert len(np.unique(places)) == 1
    assert all(len(set(line)) == seats for line in lineups.tolist())


def test_neighbours_change():
    lineups = make_lineups(4, 4, 200, seed=1).tolist()
    left_of_first = {line[(line.index(0) + 1) % 4] for line in lineups}
    assert left_of_first == {1, 2, 3}


class Spy(RandomPlayer):
    """Plays at random and keeps who was asked, by the own hand it saw."""

    def __init__(self):
        super().__init__()
        self.hands = []

    def choose(self, turn):
        self.hands += turn.observations[:, :12].tolist()
        imagined = turn.imagine(1)
        hands = imagined["place"] == imagined["to_move"][:, None]
        assert (hands == (turn.observations[:, :12] > 0)).all()
        return super().choose(turn)


def test_every_game_is_played_to_its_end():
    spy = Spy()
    lineups = make_lineups(3, 3, 300, seed=2)
    ranks = play(GAME, [spy, RandomPlayer(), RandomPlayer()], lineups, seed=2)
    assert ranks.shape == lineups.shape
    assert (ranks.min(1) == 0).all()
    assert len(spy.hands) >= 2 * len(lineups), "the spy plays its first two cards by choice"


def test_the_same_seed_plays_the_same_games():
    specs = ["random", "random", "search:5"]
    one, other = (run(GAME, specs, players=2, games=60, seed=4) for _ in range(2))
    assert (one.ranks == other.ranks).all()
    third = run(GAME, specs, players=2, games=60, seed=5)
    assert (one.ranks != third.ranks).any()


def test_a_shared_victory_counts_as_its_share():
    results = Results(["a", "b", "c"], np.array([[0, 1, 2]]), np.array([[0, 0, 2]]))
    assert [results.win_rate(k).wins for k in range(3)] == [0.5, 0.5, 0.0]


def test_ratings_follow_results():
    lineups = make_lineups(3, 2, 300, seed=1)
    results = Results(["a", "b", "c"], lineups, (lineups > lineups.min(1, keepdims=True)) * 1)
    (a, sure), (b, _), (c, _) = rate(results)
    assert a > b > c
    assert sure < 25 / 3
    assert [row.agent for row in make_table(results)] == ["a", "b", "c"]


def test_table_as_csv(tmp_path):
    results = run(GAME, ["random", "random"], players=2, games=50)
    path = tmp_path / "new" / "table.csv"
    write_csv(make_table(results), path, game=GAME.id, players=2, seed=1)
    rows = list(csv.DictReader(path.open()))
    assert sorted(row["agent"] for row in rows) == ["random", "random #2"]
    assert {row["game"] for row in rows} == {"template-v0"}
    for row in rows:
        assert float(row["low"]) < float(row["win_rate"]) < float(row["high"])
        assert int(row["games"]) == 50


def test_agents_given_twice_are_told_apart():
    assert name_apart(["greedy", "random", "random"]) == ["greedy", "random", "random #2"]


def test_clear_errors():
    with pytest.raises(ValueError, match="3 players need at least 3 agents, 2 were given"):
        run(GAME, ["random", "random"], players=3)
    with pytest.raises(ValueError, match="template takes 2 to 4 players, 9 were asked for"):
        run(GAME, ["random"] * 9, players=9)
    with pytest.raises(ValueError, match="a player is"):
        run(GAME, ["random", "nobody"], players=2)
    with pytest.raises(ValueError, match="greedy plays"):
        make_player("greedy", GAME)


def test_command(tmp_path, capsys):
    path = tmp_path / "galaxy.csv"
    agents = ["--agents", "random", "greedy"]
    main(["galaxy", *agents, "--games", "20", "--csv", str(path)])
    shown = capsys.readouterr().out
    assert "Galaxy, 2 players, 20 games" in shown
    best, worst = csv.DictReader(path.open())
    assert (best["agent"], worst["agent"]) == ("greedy", "random")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["galaxy", "--agents", "x", "y"], "a player is"),
        (["galaxy", "--games", "0"], "games is at least 1"),
        (["galaxy", "--seed", "-1"], "a seed is not negative"),
    ],
)
def test_command_says_what_is_wrong(wrong, sentence, capsys):
    with pytest.raises(SystemExit):
        main(wrong)
    assert sentence in capsys.readouterr().err
