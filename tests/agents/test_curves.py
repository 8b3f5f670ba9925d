"""Learning curves are drawn from what runs wrote."""

from __future__ import annotations

import csv
import json

import pytest

from agents import curves


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "first"
    folder.mkdir()
    settings = {"game": "galaxy", "players": "4"}
    about = {"command": "python -m agents.train galaxy --run /tmp/x", "settings": settings}
    (folder / "arguments.json").write_text(json.dumps(about))
    (folder / "curve.csv").write_text(
        "decisions,seconds,players,against,wins,low,high,games\n"
        "0,0,4,random,0.25,0.2,0.3,250\n1000000,60,4,random,0.5,0.4,0.6,250\n"
    )
    return folder


def test_a_picture_and_a_table_of_every_game(run, tmp_path):
    curves.main([str(run), "--to", str(tmp_path / "docs")])
    picture = tmp_path / "docs" / "galaxy-4p.svg"
    assert "<svg" in picture.read_text()
    with picture.with_suffix(".csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["decisions"] for row in rows] == ["0", "1000000"]
    assert rows[0]["command"] == "python -m agents.train galaxy"
    before = picture.read_bytes()
    curves.main([str(run), "--to", str(tmp_path / "docs")])
    assert picture.read_bytes() == before


def test_a_folder_without_a_curve_gets_a_sentence(tmp_path, capsys):
    with pytest.raises(SystemExit):
        curves.main([str(tmp_path)])
    assert "holds no learning curve" in capsys.readouterr().err
