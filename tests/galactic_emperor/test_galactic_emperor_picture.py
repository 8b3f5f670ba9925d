"""What a move is about in the picture: every kind of move that the rulebook's scenarios reach."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import JIT
from test_pictures import overlap, words_of

from spaceenvs import registry
from spaceenvs.core.picture import find_elements
from spaceenvs.core.scenario import Table, read_scenarios

pytestmark = pytest.mark.skipif(not JIT, reason="plays all scenarios")
GAME = registry.load("galactic_emperor")
SCENARIOS = [
    scenario
    for path in sorted((Path(__file__).parents[1] / "rulebook" / GAME.name).glob("*.toml"))
    for scenario in read_scenarios(path)
]


def kind_of(action):
    """Return the range of an action, of a small range the action itself."""
    block = GAME.actions.find(action)
    return block.name if block.size > 6 else GAME.actions.name(action)


@pytest.fixture(scope="module")
def moments():
    """Positions of the scenarios, two with the same kinds of moves: record, box, legal moves."""
    seen = []
    times: Counter[tuple[Any, ...]] = Counter()
    play = Table.play

    def watched(table, move):
        legal = np.flatnonzero(table.batch.mask[0]).tolist()
        kinds = {kind_of(action) for action in legal}
        kind = (int(table.state.decision), int(table.state.window), *sorted(kinds))
        times[kind] += 1
        if times[kind] <= 2:
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
    for s, box, _ in moments[::2]:
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


def test_the_result_of_six_seats_fits_into_the_picture(moments):
    s, box, _ = moments[0]
    s = s.copy()
    s.done, s.num_players = 1, 6
    s.score[:] = 100
    s.rank[:] = range(6)
    title, scores, *_ = words_of(GAME.svg(s, box, None))
    assert title[0] == "Galactic Emperor: won by Red"
    assert "Orange 100; Red wins the tie at 100 by the duel" in scores[0]
    for words, left, _, right, _ in (title, scores):
        assert left + 1.4 * (right - left) < 1200, words  # bold letters are wide


def test_free_goods_have_a_price_too(tmp_path):
    rows = [f"{r},1,6,0,test" for r in ("food", "metal", "energy")]
    market = tmp_path / "market.csv"
    market.write_text("\n".join(["resource,die_min,die_max,price,source", *rows]), encoding="utf-8")
    table = Table(GAME, num_players=3, market=str(market))
    table.arrange({})
    table.play("take Merchant")
    table.play(int(np.flatnonzero(table.batch.mask[0])[0]))
    action = table.find("buy metal")
    drawn = find_elements(GAME.svg(table.state, table.box, None))
    assert set(GAME.elements(table.state, table.box, action)) <= drawn
