import pytest
from conftest import JIT

from agents import sb3


@pytest.mark.skipif(not JIT, reason="a training plays many games")
def test_the_example_learns_galaxy_and_saves(tmp_path):
    said: list[str] = []
    file = tmp_path / "model.zip"
    words = ["galaxy", "--steps=100", "--games=8", "--to", str(file)]
    sb3.main(words, said.append)
    assert "Galaxy, 2 players: wins" in said[0]
    assert file.stat().st_size > 0
