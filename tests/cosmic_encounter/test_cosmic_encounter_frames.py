"""What pending procedures hold in a record from a file: only what the rules could have left."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.cosmic_encounter import frames, lunar, plays

GAME = registry.load("cosmic_encounter")
BLOCKS = [*plays.BLOCKS.values(), *lunar.MODULES]


@pytest.fixture(scope="module")
def positions():
    """Positions of a random game, each a batch of one."""
    batch = Batch(GAME, 1, num_players=4, moons="half", skip_forced=False)
    batch.reset(seed=11)
    found = []
    for _ in range(60):
        batch.step(batch.sample())
        found.append(batch.copy())
    return found


def find_notes(module):
    """Return the names of the notes that a module uses, those of its own, and whether it loops."""
    tree = ast.parse(inspect.getsource(module))
    own = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in ast.walk(node)
        if isinstance(target, ast.Name)
    }
    places = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "notes"
    ]
    noted = {node.slice.id for node in places if isinstance(node.slice, ast.Name)}
    uses = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "notes"]
    return noted, noted & own, len(uses) > len(places)


def short_name(module):
    return module.__name__.rpartition(".")[2]


@pytest.mark.parametrize("block", BLOCKS, ids=short_name)
def test_every_note_of_a_block_has_a_range(block):
    _, own, has_loop = find_notes(block)
    if hasattr(block, "NOTE_RANGES"):
        assert {getattr(block, name) for name in own} <= set(block.NOTE_RANGES)
    else:
        assert own <= set(frames.BLOCK_NOTES), "say in NOTE_RANGES what these notes may be"
        assert not has_loop, "say in NOTE_RANGES what these notes may be"


def test_every_note_of_a_procedure_has_a_range():
    tree = ast.parse(inspect.getsource(frames))
    said = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    package = Path(frames.__file__).parent
    names = sorted(path.stem for path in package.glob("[!_]*.py"))
    modules = [import_module(f"spaceenvs.cosmic_encounter.{name}") for name in names]
    found = {name for module in modules for name in find_notes(module)[0]}
    assert len(found) > 40
    assert found - said <= {"ABOUT_LOSS", "LAND_PLANET", "i"}, "say in frames.py what these may be"


def refused(batch, change):
    states = batch.states.copy()
    change(states[0])
    return batch.find_problem(states)


def test_what_play_has_left_is_let_in(positions):
    for batch in positions:
        assert refused(batch, lambda s: None) == ""


def test_a_note_that_no_procedure_has_is_refused(positions):
    for batch in positions:
        for frame in range(int(batch.states[0].depth)):
            for place in range(4):

                def change(s, frame=frame, place=place):
                    s.stack[frame].notes[place] = 10_000

                assert "a procedure waits that cannot go on" in refused(batch, change)


@pytest.mark.parametrize(
    ("name", "value"),
    [("who", 6), ("who", -2), ("hook", 99), ("seats", -1), ("play", 32_000), ("kind", 52)],
)
def test_a_frame_about_what_there_is_not_is_refused(positions, name, value):
    for batch in positions:

        def change(s):
            s.stack[s.depth - 1][name] = value

        assert refused(batch, change)


def test_a_question_that_the_rules_would_not_ask_is_refused(positions):
    def forge_legal(s):
        s.mask[np.flatnonzero(s.mask == 0)[5]] = 1

    def forge_player(s):
        s.to_move = (s.to_move + 1) % s.num_players

    for batch in positions:
        for change in (forge_legal, forge_player):
            assert "would not ask this question" in refused(batch, change)


def test_the_procedure_on_top_waits_for_an_answer(positions):
    def change(s):
        s.stack[s.depth - 1].at += 1

    for batch in positions:
        assert "a procedure waits that cannot go on" in refused(batch, change)


def test_windows_are_counted(positions):
    def change(s):
        s.windows += 1

    for batch in positions:
        assert refused(batch, change)


def test_a_stack_that_no_play_can_leave_ends_the_game(positions):
    batch = positions[-1].copy()
    batch.states["depth"] = 45
    batch.step(batch.sample())
    assert batch.terminated[0]
    assert (batch.states[0].rank[:4] == 0).all()
