"""Players at every table, short: `make fuzz` plays on, `make test-modes` checks bounds."""

from __future__ import annotations

import fuzz_players
from conftest import JIT

from spaceenvs.core.batch import Batch


def test_players_choose_legally_and_leave_sound_positions(game, table):
    batch = Batch(game, fuzz_players.AT_ONCE, num_players=table[1])
    names = fuzz_players.sitting_at(game)
    if not JIT:  # a search plays many games
        names = [name for name in names if not name.startswith("search")]
    decisions = 800 if JIT else 40
    assert fuzz_players.play(batch, names, decisions, seed=5) >= decisions
