"""What a move is about in the picture: every kind of move that the rulebook's scenarios reach."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_pictures import overlap, words_of

from spaceenvs import registry
from spaceenvs.core.picture import find_elements
from spaceenvs.core.scenario import Table, read_scenarios

GAME = registry.load("galactic_emperor")
SCENARIOS = [
    scenario
    for path in sorted((Path(__file__).parents[1] / "rulebook" / GAME.name).glob("*.toml"))
    for scenario in read_scenarios(path)
]


@pytest.fixture(scope="module")
def moments():
    """Every position in which a scenario plays a move: record, box, legal actions."""
    seen = []
    play = Table.play

    def watched(table, move):
        legal = np.flatnonzero(table.batch.mask[0]).tolist()
        seen.append((table.state.copy(), table.box, legal))
        play(table, move)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "play", watched)
        for scenario in SCENARIOS:
            scenario.run(GAME)
    return seen


def words_and_elements(moments, decision):
    """Return the legal moves of a decision: words and elements."""
    for s, box, legal in moments:
        if GAME.decisions[s.decision] == decision:
            for action in legal:
                yield GAME.describe(s, box, action), GAME.elements(s, box, action), s


def test_every_move_of_the_scenarios_names_what_is_drawn(moments):
    decisions = set()
    for s, box, legal in moments:
        decisions.add(GAME.decisions[s.decision])
        for player in (int(s.to_move), None):
            drawn = find_elements(GAME.svg(s, box, player))
            for action in legal:
                named = GAME.elements(s, box, action)
                words = GAME.describe(s, box, action)
                assert named, words
                assert set(named) <= drawn, f"{words}: {set(named) - drawn} is not drawn"
    assert decisions == {name for name in GAME.decisions if name}


def test_words_of_the_scenarios_do_not_lie_upon_each_other(moments):
    for s, box, _ in moments[::5]:
        placed = words_of(GAME.svg(s, box, None))
        for k, one in enumerate(placed):
            for two in placed[:k]:
                assert not overlap(one, two), (one, two)


def test_a_hit_is_about_the_unit_in_the_battle_and_on_the_board(moments):
    found = set()
    for words, named, s in words_and_elements(moments, "HIT"):
        if s.duel:
            assert len(named) == 1
            continue
        found.add(words)
        on_board = f"ships-{s.to_move}-{s.battle_hex}-" in named[1]
        assert on_board or named[1] == f"token-{s.battle_hex}", (words, named)
    assert {"hit a Fighter", "hit the Starbase", "hit the Empire"} <= found


def test_a_step_is_about_the_ship_and_where_it_goes(moments):
    for words, named, s in words_and_elements(moments, "STEP"):
        if words.startswith("go to hex"):
            here = s.players[s.to_move].ship_hex[s.moving]
            assert named[0] == f"hex-{words.split()[-1]}"
            assert named[1].startswith(f"ships-{s.to_move}-{here}-")


def test_a_robbery_is_about_the_cube(moments):
    for words, named, _ in words_and_elements(moments, "PIRATE_TARGET"):
        if words.startswith("rob metal from"):
            assert named == (f"metal-{GAME.seats.index(words.split()[-1])}",)
        else:
            h = words.split()[-1]
            assert named == (f"hex-{h}", f"cubes-{h}")


def test_a_reroll_in_a_battle_is_about_one_die(moments):
    kinds = {}
    for words, named, s in words_and_elements(moments, "TIME_REVERSAL"):
        if words.startswith("reroll a"):
            (name,) = named
            _, side, die = name.split("-")
            dice = s.dice[("attacker", "defender").index(side)]
            hit = dice.face[int(die)] >= dice.need[int(die)]
            assert words == f"reroll a {'hit' if hit else 'miss'} of the {side}"
            kinds[words] = name
    assert kinds
