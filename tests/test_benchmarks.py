"""The benchmarks measure what they say; how fast is never a test."""

from __future__ import annotations

import json

import pytest
from conftest import JIT

from benchmarks import combat, peers, report, scaling, throughput, training
from benchmarks.chart import compared, draw_chart
from benchmarks.measure import SEED, Case, measure, ratio, table, write_json
from spaceenvs import registry

pytestmark = pytest.mark.skipif(not JIT, reason="measures compiled games")


@pytest.mark.parametrize("game", combat.GAMES)
def test_fights_end_alike_in_kernel_python_and_numpy(game):
    combat.prove_equal(game, 300)


def test_throughput_measures_every_layer_beside_its_floor(tmp_path):
    cases = throughput.cases_of(registry.load("galaxy"), 2, (1, 4))
    measure(cases, rounds=1, seconds=0.001)
    assert all(case.median > 0 for case in cases)
    floors = {case.name: case.floor for case in cases}
    assert floors["galaxy 2p AEC"] == floors["galaxy 2p env()"] == "galaxy 2p no-op"
    assert floors["galaxy 2p batch x4"] == floors["galaxy 2p copy x4"] == "galaxy 2p fill x4"
    assert floors["galaxy 2p batch x4, 2 threads"] == "galaxy 2p batch x4"
    assert {"galaxy 2p VecEnv x64", "galaxy 2p playout"} <= set(floors)
    assert len(table(cases).splitlines()) == len(cases) + 1
    assert draw_chart(cases, tmp_path / "chart.json")[0].read_text().startswith("<svg")


def test_every_peer_is_compared_with_ours(monkeypatch):
    monkeypatch.setattr(peers, "rlcard_games", lambda: [peers._case("RLCard toy", lambda: 7, 1, 2)])
    cases = peers.peers()
    names = [case.name for case in cases]
    assert names[:2] == [peers.OURS, peers.OURS_IN_A_BATCH]
    assert {case.floor for case in cases[2:]} <= set(names[:2])
    measure(cases[:2] + cases[-1:], rounds=1, seconds=0.001)
    found = ratio(cases[-1], cases)
    assert found is not None
    assert found > 0


def test_scaling_counts_games_and_bytes():
    game = registry.load("galaxy")
    found = scaling.measure_sizes(game, 2, [1, 10, 100], rounds=1, seconds=0.001)
    cases = [case for case in found if case.facts["what"] == "steps"]
    assert [case.floor for case in cases] == [case.name for case in found[1::2]]
    assert [case.facts["games"] for case in cases] == [1, 10, 100]
    assert all(case.median > 0 for case in cases)
    one, ten, hundred = (case.facts["bytes"] for case in cases)
    assert hundred - ten == 10 * (ten - one) > 0


def test_workers_are_compared_by_all_that_they_learn(monkeypatch):
    monkeypatch.setattr(training, "GAMES", 16)
    monkeypatch.setattr(training, "ROLLOUT", 16)
    monkeypatch.setattr(training, "UPDATES", 1)
    one, two = training.compare_workers("galaxy", 2, 2, rounds=1)
    assert two.floor == one.name == "galaxy 2p 1 worker"
    assert one.rates[0] > 0
    assert two.rates[0] > 0


def test_a_result_names_command_commit_machine_and_versions(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["/somewhere/benchmarks/combat.py", "--rounds", "2"])
    path = tmp_path / "results" / "combat.json"
    write_json(path, [Case("one", lambda seconds: 2.0, rates=[2.0, 2.0])])
    found = json.loads(path.read_text())
    assert found["command"] == "python -m benchmarks.combat --rounds 2"
    assert found["commit"]
    assert found["machine"]["cores"] >= 1
    assert {"spaceenvs", "numpy", "numba"} <= set(found["versions"])
    assert found["cases"][0]["median"] == 2
    assert found["cases"][0]["spread"] == 0


@pytest.mark.parametrize("script", [throughput, combat, scaling])
def test_a_number_of_rounds_is_positive(script, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["benchmark", "--rounds", "0"])
    with pytest.raises(SystemExit):
        script.main()
    assert "at least 1 is needed, 0 was given" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("--seconds", "0"), "more than 0 seconds are needed, 0 was given"),
        (("--seconds", "nan"), "more than 0 seconds are needed, nan was given"),
        (("--json", "/proc/none/x.json"), "/proc/none/x.json cannot be written"),
    ],
)
@pytest.mark.parametrize("script", [throughput, combat, scaling])
def test_bad_arguments_are_refused_before_anything_is_measured(
    script, words, answer, capsys, monkeypatch
):
    monkeypatch.setattr("sys.argv", ["benchmark", *words])
    with pytest.raises(SystemExit):
        script.main()
    assert answer in capsys.readouterr().err


def test_a_table_of_nobody_is_refused(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["benchmark", "galaxy", "--players", "0"])
    with pytest.raises(SystemExit):
        throughput.main()
    assert "galaxy takes 2 to 5 players, 0 were asked for" in capsys.readouterr().err


def test_libraries_that_are_not_there_are_named(capsys, monkeypatch):
    def missing():
        raise ModuleNotFoundError("no", name="pgx")

    for name in ("pettingzoo_games", "openspiel_games", "rlcard_games", "envpool_games"):
        monkeypatch.setattr(peers, name, list)
    monkeypatch.setattr(peers, "pgx_games", missing)
    assert peers.peers() == []
    assert "not compared with pgx" in capsys.readouterr().out


def test_the_chart_shows_one_table_of_a_game_and_all_peers():
    names = ["galaxy 2p AEC", "galaxy 3p AEC", "galaxy 2p batch x1024 and sample", "RLCard uno"]
    shown = compared([Case(name, lambda seconds: 1.0) for name in [*names, "galaxy 2p playout"]])
    assert [case.name for case in shown] == [names[0], *names[2:]]


def test_the_pages_are_filled_from_the_results(tmp_path):
    game = registry.load("galaxy")
    cases = []
    for players in game.player_counts:
        cases += throughput.cases_of(game, players, throughput.SIZES[:-1])
        one = f"galaxy {players}p batch x16384"
        cases.append(Case(one, lambda seconds: 1e6))
        cases.append(Case(f"{one}, 2 threads", lambda seconds: 2e6, one))
    cases.append(peers._case("RLCard toy", lambda: 7, 1, 2, "galaxy 2p AEC"))
    measure(cases, rounds=1, seconds=0.0001)
    facts = {"galaxy": throughput.sizes_of(game) | {"cold seconds": 14.2, "warm seconds": 0.8}}
    for players in game.player_counts:
        facts[f"galaxy {players}p decisions"] = {"all": 310.0, "more than one option": 230.0}
    write_json(tmp_path / "throughput.json", cases, facts=facts)
    results = report.read(tmp_path, "throughput")
    assert results is not None
    assert results["seed"] == SEED
    assert f", seed {SEED}, commit " in report.origin(results)
    assert table(cases).startswith(f"seed {SEED} ")
    found = report.Throughput(results)
    page = report.throughput_page(found, None, report.read(tmp_path, "combat"))
    assert "| Galaxy | 1,800 | 212 |" in page
    assert "| 310 / 310 / 310 / 310 |" in page
    assert "| RLCard toy | 1 | 2 |" in page
    readme = report.fill(f"a\n{report.BEGIN}old\n{report.END}\nb\n", report.readme_part(found))
    assert readme.startswith(f"a\n{report.BEGIN}| decisions per second | one game at a time |")
    assert readme.endswith(f"{report.END}\nb\n")
    assert "old" not in readme
