"""Scenario files: they catch what they should."""

from __future__ import annotations

import pytest

from spaceenvs.core.errors import ScenarioError
from spaceenvs.core.scenario import Table, read_scenarios
from spaceenvs.template import GAME

GOOD = """
[[scenario]]
name = "a six is worth a point"
rules = ["the probe"]
options = { num_players = 2 }
position = { hands = [["Dolomite", "Flint"], ["Hematite", "Iron"]], points = [1, 2] }
loaded = [6]

[[scenario.step]]
by = 0
decision = "TURN"
legal = ["mine Dolomite", "MINE Flint"]
illegal = ["MINE Hematite"]
only = ["mine Dolomite", "mine Flint", "send a probe"]
play = "send a probe"
expect = { points = [2, 2], hands = [["Dolomite", "Flint"], ["Hematite", "Iron"]] }
[[scenario.step]]
play = "mine Flint"
expect = { to_move = 1, done = false }
"""


def run(tmp_path, text):
    path = tmp_path / "test.toml"
    path.write_text(text)
    for scenario in read_scenarios(path):
        scenario.run(GAME)


def test_a_true_scenario_passes(tmp_path):
    run(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = [2, 2], hands", "points = [1, 2], hands", r"step 1: points should be \[1, 2\]"),
        ("by = 0", "by = 1", "to_move should be 1, is 0"),
        ('decision = "TURN"', 'decision = "BID"', "decision should be 'BID', is 'TURN'"),
        ('illegal = ["MINE Hematite"]', 'illegal = ["MINE Dolomite"]', "'MINE Dolomite' is legal"),
        (
            'legal = ["mine Dolomite", "MINE Flint"]',
            'legal = ["mine Hematite"]',
            "'mine Hematite' is not legal; legal are",
        ),
        (
            'only = ["mine Dolomite", "mine Flint", ',
            "only = [",
            "legal are mine Dolomite, mine Flint, send a probe",
        ),
        ('play = "mine Flint"', 'play = "mine Iron"', "step 2: 'mine Iron' is not legal"),
        ("loaded = [6]", "loaded = [7]", "does not fit"),
        ("loaded = [6]", "loaded = [6, 1]", "1 loaded results were never rolled"),
        ("[[scenario.step]]\nplay", "[[scenario.step]]\nplya = 1\nplay", "no entry is called plya"),
        ("to_move = 1, done", "winner = 1, done", "there is no winner; there are: to_move"),
        ('rules = ["the probe"]', "", "'rules' is missing"),
        ("name =", "name = =", "is not TOML"),
        ("points = [1, 2] }", "pints = [1] }", "pints: there is no such entry here"),
        ('rules = ["the probe"]', "rules = 5", "rules is a list of words, 5 was given"),
        ("loaded = [6]", "loaded = [6.5]", "loaded is a list of whole numbers"),
        ("loaded = [6]", "loaded = [99999999999999999999]", "loaded is a list of whole numbers"),
        ("loaded = [6]", f"loaded = {[6] * 1000}", "1000 loaded results given, at most"),
        ("num_players = 2", "num_players = 9", "options: template takes 2 to 4 players"),
        ("num_players = 2", "game = 2", "options: "),
        ('play = "mine Flint"', "play = -1", "step 2: play is words, -1 was given"),
        ('illegal = ["MINE Hematite"]', "illegal = [5]", "illegal is a list of words"),
        ('illegal = ["MINE Hematite"]', 'illegal = ["MINE X"]', "no action is called 'MINE X'"),
        ("[[scenario]]", "note = 1\n[[scenario]]", "no entry is called note; there are: scenario"),
    ],
)
def test_a_false_scenario_says_what_is_wrong(tmp_path, old, new, message):
    assert old in GOOD
    with pytest.raises(ScenarioError, match=message):
        run(tmp_path, GOOD.replace(old, new, 1))


@pytest.mark.parametrize(
    "content",
    [
        *(b"scenario = 5", b"scenario = [1]", b"[scenario]\na = 1", b"\xff\xfe"),
        *(b"x = " + b"[" * 100_000, b"[[scenario]]\nposition = " + b"{a=" * 5000),
        b"[[scenario]]\nname = 'a'\nrules = []\noptions = {}\nstep = [1]",
    ],
)
def test_what_is_no_scenario_file_is_refused_with_a_sentence(tmp_path, content):
    path = tmp_path / "strange.toml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError, match=r"strange\.toml"):
        read_scenarios(path)


def test_a_table_does_not_wait():
    table = Table(GAME, num_players=2)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="-1 was given"):
        table.play(-1)


def test_an_empty_file_is_refused(tmp_path):
    with pytest.raises(ScenarioError, match="holds no"):
        run(tmp_path, "")


def test_a_table_tells_the_end():
    table = Table(GAME, num_players=2)
    table.reset(seed=1)
    while not table.position()["done"]:
        table.play(next(iter(table.words())))
    assert sum(table.position()["reward"]) == 0
