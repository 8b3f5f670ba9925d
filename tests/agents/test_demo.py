"""The demo does what it promises, in less than its two minutes."""

from __future__ import annotations

import pytest
from conftest import JIT

from agents import demo
from spaceenvs import registry
from spaceenvs.players import make_player


@pytest.mark.skipif(not JIT, reason="a training plays many games")
def test_the_demo_trains_galaxy_compares_and_draws(tmp_path, capsys):
    demo.main(["--minutes=0.01", "--games=20", "--folder", str(tmp_path)])
    said = capsys.readouterr().out
    assert "before: wins" in said
    assert "after:  wins" in said
    assert (tmp_path / "finished.png").read_bytes().startswith(b"\x89PNG")
    assert make_player(str(tmp_path), registry.load("galaxy")).name


def test_time_is_not_negative(capsys):
    with pytest.raises(SystemExit):
        demo.main(["--minutes=-1"])
    assert "more than 0" in capsys.readouterr().err
