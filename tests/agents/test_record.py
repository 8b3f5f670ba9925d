"""Data sets: what is recorded is what was played, a killed recording goes on."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from agents.record import (
    main,
    make_minari,
    read_card,
    read_pieces,
    record,
    seat_episodes,
)
from spaceenvs import registry

GAME = registry.load("template")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("data")
    agents = ["random", "random"]
    record(GAME, agents, made, games=5, players=3, seed=2, piece=2, words=True)
    return made


def files_of(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_games_can_be_played_again_from_the_data(folder):
    seen = 0
    for arrays in read_pieces(folder):
        for row, number in enumerate(arrays["games"]):
            own = arrays["game"] == number
            assert arrays["decision"][own].tolist() == list(range(own.sum()))
            for index in np.flatnonzero(own):
                observation, mask = arrays["observation"][index], arrays["mask"][index]
                assert mask[arrays["action"][index]] == 1
                view = GAME.observation.view(observation)
                assert view["to_move"][0] == 1
                asteroid = arrays["action"][index] - GAME.actions["MINE"].start
                if asteroid < GAME.actions["MINE"].size:
                    assert view["hand"][asteroid] == 1
                player = arrays["player"][index]
                assert arrays["reward_to_go"][index] == arrays["result"][row, player]
            seen += 1
    assert seen == 5


def test_results_belong_to_scores(folder):
    for arrays in read_pieces(folder):
        assert arrays["result"].sum(1) == pytest.approx(0, abs=1e-6)
        best = arrays["score"].argmax(1)
        assert (arrays["result"][np.arange(len(best)), best] > 0).mean() > 0.5
        ends = GAME.observation.view(arrays["last"])["points"]
        for seat in range(3):
            own = ends[:, seat, 0]
            assert (own == arrays["score"][:, seat]).all()


def test_agents_go_around_the_table(folder):
    lineup = np.concatenate([arrays["lineup"] for arrays in read_pieces(folder)])
    assert lineup.tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0], [1, 0, 1], [0, 1, 0]]


def test_words_are_those_of_the_actions(folder):
    for arrays in read_pieces(folder):
        probes = arrays["action"] == GAME.actions.index("PROBE")
        assert (arrays["words"][probes] == "send a probe").all()
        assert all(word.startswith("mine ") for word in arrays["words"][~probes])


def test_a_killed_recording_goes_on(folder, tmp_path):
    wanted = files_of(folder)
    assert [name for name in wanted if name.endswith("npz")] == [
        f"piece-0000{k}.npz" for k in range(3)
    ]
    for name in ("card.json", "README.md", "piece-00000.npz"):
        (tmp_path / name).write_bytes(wanted[name])
    (tmp_path / ".piece-00001.npz.x7c2").write_bytes(b"half of it")
    reached = []
    record(
        GAME,
        ["random", "random"],
        tmp_path,
        games=5,
        players=3,
        seed=2,
        piece=2,
        words=True,
        progress=lambda played, games: reached.append(played),
    )
    assert files_of(tmp_path) == wanted
    assert reached == [2, 4, 5]


def test_other_data_are_not_mixed_in(folder):
    before = files_of(folder)
    with pytest.raises(ValueError, match="holds other data, with another games, seed"):
        record(GAME, ["random", "random"], folder, games=6, players=3, seed=3, piece=2, words=True)
    assert files_of(folder) == before


def test_the_card_says_how_the_data_were_made(folder):
    card = read_card(folder)
    assert (card["game"], card["seed"], card["agents"]) == ("template-v0", 2, ["random"] * 2)
    assert card["options"]["num_players"] == 3
    with np.load(folder / "piece-00000.npz") as content:
        assert set(content) == set(card["arrays"])
    text = (folder / "README.md").read_text()
    assert GAME.observation.table() in text
    assert "--agents random,random --players 3 --games 5 --seed 2 --piece 2 --words" in text


def test_what_is_no_data_set_is_refused(tmp_path):
    with pytest.raises(ValueError, match="holds no data set"):
        read_card(tmp_path)
    (tmp_path / "card.json").write_text(json.dumps({"format": 99}))
    with pytest.raises(ValueError, match="no data set of format 1"):
        list(read_pieces(tmp_path))


def test_episodes_of_a_seat_end_with_its_result(folder):
    results = np.concatenate([arrays["result"] for arrays in read_pieces(folder)])
    episodes = list(seat_episodes(folder, 1))
    assert len(episodes) == 5
    for episode, result in zip(episodes, results, strict=True):
        count = len(episode["actions"])
        seen, mask = episode["observations"], episode["infos"]["action_mask"]
        assert seen.shape == (count + 1, GAME.observation.size)
        assert mask.shape == (count + 1, GAME.actions.size)
        assert (mask[np.arange(count), episode["actions"]] == 1).all()
        assert np.abs(seen).max() <= 1
        assert episode["rewards"].sum() == result[1]
        assert episode["terminations"].tolist() == [False] * (count - 1) + [True]


def test_a_minari_dataset_holds_the_episodes(folder, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    made = make_minari(folder, "asteroids/random-v0", 1)
    assert made.total_episodes == 5
    loaded = minari.load_dataset("asteroids/random-v0")
    for found, wanted in zip(loaded.iterate_episodes(), seat_episodes(folder, 1), strict=True):
        assert (found.actions == wanted["actions"]).all()
        assert (found.rewards == wanted["rewards"]).all()
        assert (found.observations == wanted["observations"]).all()
        assert (found.infos["action_mask"] == wanted["infos"]["action_mask"]).all()


def test_the_command_records(tmp_path, capsys):
    main(["template", "--agents", "random", "--games", "2", "--out", str(tmp_path / "a" / "b")])
    assert "2 games are in" in capsys.readouterr().out
    (arrays,) = read_pieces(tmp_path / "a" / "b")
    assert arrays["result"].shape == (2, 2)
    assert "words" not in arrays


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "at least 1 game"),
        (["--agents", "nobody"], "a player is"),
        (["--players", "9"], "takes 2 to 4 players"),
        (["--seed", "-1"], "a seed is not negative"),
    ],
    ids=["games", "agents", "players", "seed"],
)
def test_the_command_explains_mistakes(words, said, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["template", "--out", str(tmp_path / "data"), "--agents", "random", *words])
    assert re.search(said, capsys.readouterr().err)
