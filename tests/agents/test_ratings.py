from agents import ratings
from spaceenvs.template import GAME


def test_everybody_meets_everybody_and_the_tables_say_how(tmp_path, monkeypatch):
    monkeypatch.setattr("spaceenvs.registry.load", lambda name: GAME)
    to = tmp_path / "players"
    ratings.main(
        [
            "template",
            "--players=3",
            "--each=30",
            "--search-games=6",
            "--simulations=3",
            f"--to={to}",
        ]
    )
    page = to.with_suffix(".md").read_text()
    assert "### Asteroids, 3 players" in page
    assert "| alone | among random | rating |" in page
    assert "| search:3 | " in page
    assert "A fair share is 0.333." in page
    lines = to.with_suffix(".csv").read_text().splitlines()
    assert lines[0].startswith("game,players,alone,others,wins")
    assert [line.split(",")[-1] for line in lines[1:]] == ["6"]


def test_the_one_sits_on_every_seat():
    meeting, results = ratings.meet(GAME, 3, "random", "random", 30)
    assert ((results.lineups == 0).sum(1) == 1).all()
    assert ((results.lineups == 0).sum(0) == 10).all()
    assert 0 <= meeting.won.rate <= 1
