"""Golden games: one whole random game per game and player count, in words.

They fix the stream of play of a seed, as `stream.py` writes it. A change of rules, random events,
observation or words shows up here as sentences; regenerate with `make golden`, read the diff, and
raise the game's version.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from conftest import JIT, TABLES
from stream import play_stream

GOLDEN = Path(__file__).parent / "golden"
SEED = 11


def path_of(name: str, players: int) -> Path:
    return GOLDEN / f"{name}-{players}.txt"


@pytest.mark.skipif(not JIT, reason="the compiled run plays whole games")
def test_golden_game(table):
    name, players = table
    wanted = path_of(name, players).read_text(encoding="utf-8").splitlines()
    assert list(play_stream(name, players, seed=SEED, decisions=100_000)) == wanted


def test_no_golden_game_is_missing_or_left_over():
    assert sorted(GOLDEN.glob("*.txt")) == sorted(path_of(*table) for table in TABLES)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for entry in TABLES:
        if len(sys.argv) < 2 or entry[0] in sys.argv[1:]:
            lines = play_stream(*entry, seed=SEED, decisions=100_000)
            path_of(*entry).write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(f"wrote {path_of(*entry)}")
