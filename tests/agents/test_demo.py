"""The demo does what it promises, in less than its two minutes."""

from __future__ import annotations

import re

import pytest
from conftest import JIT
from test_commands import run

from agents import demo
from spaceenvs import registry
from spaceenvs.players import make_player


@pytest.mark.skipif(not JIT, reason="a training plays many games")
def test_the_demo_trains_galaxy_compares_and_draws(tmp_path, capsys):
    demo.main(["--minutes=0.01", "--games=20", "--folder", str(tmp_path)])
    said = capsys.readouterr().out
    assert "before: wins" in said
    assert "after:  wins" in said
    commands = [line.split("  ")[0] for line in re.findall(r"^  (\S.*)$", said, re.M)]
    commands = [line for line in commands if "spaceenvs " in line or "python -m " in line]
    assert [command.split()[1] for command in commands[:2]] == ["play", "learn"]
    for command in commands:
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert (tmp_path / "finished.png").read_bytes().startswith(b"\x89PNG")
    assert make_player(str(tmp_path), registry.load("galaxy")).name


def test_time_is_not_negative(capsys):
    with pytest.raises(SystemExit):
        demo.main(["--minutes=-1"])
    assert "more than 0" in capsys.readouterr().err
