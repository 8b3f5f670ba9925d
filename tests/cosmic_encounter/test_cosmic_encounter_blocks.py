"""Every row of the rules' tables that is played has its block, and every block its row."""

from __future__ import annotations

import pkgutil
import types

import numpy as np
import pytest

from spaceenvs.cosmic_encounter import (
    blocks,
    components,
    edicts,
    hooks,
    lunar,
    moon_points,
    plays,
    powers,
    sets,
)
from spaceenvs.cosmic_encounter.actions import DECISIONS
from spaceenvs.cosmic_encounter.sets import SET_SIZE, list_of, make_set
from spaceenvs.cosmic_encounter.uses import EDICT, PLAY_KIND, SUPER, WILD

ROWS = {
    "powers": [row["name"] for row in components.ALL_POWERS],
    "edicts": list(components.EDICTS),
}
FOLDERS = {"powers": powers, "edicts": edicts}
PARTS = {
    "H_SECOND": "H_SEL",
    "H_SHOWN": "H_SEL",
    "H_AGREED": "H_DEAL",
    "H_FAILED": "H_DEAL",
    "H_JOINED": "H_CANCEL",
    "H_MOON": "H_CANCEL",
    "H_LURE": "H_SYSTEM",
    "H_TAXED": "H_ALLY",
    "H_CLAIM": "H_REV",
}
"""The hooks that are one moment of a hook of the rules."""


def rule_name(hook):
    return PARTS.get(hooks.HOOKS[hook], hooks.HOOKS[hook])


def calls_of(function, found):
    """Collect the names of all functions that a kernel reaches."""
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        called = getattr(called, "py_func", called)
        if isinstance(called, types.FunctionType) and name not in found:
            found.add(name)
            calls_of(called, found)
    return found


@pytest.mark.parametrize("rule", plays.RULES, ids=lambda rule: rule.kernel.__name__)
def test_no_rule_asks_for_rules(rule):
    # Kernels cannot be recursive: such a rule works in plain Python and does not compile.
    found = calls_of(getattr(rule.kernel, "py_func", rule.kernel), set())
    assert not found & {"apply_rules", "tell_power"}


@pytest.mark.parametrize(
    "rule",
    [rule for block in lunar.MOON_BLOCKS for _, rule in block.rules],
    ids=lambda k: k.__name__,
)
def test_no_rule_of_a_moon_asks_for_rules(rule):
    found = calls_of(getattr(rule, "py_func", rule), set())
    assert not found & {"apply_rules", "tell_power", "apply_moons"}


def parts_of(number):
    return [play for play in plays.PLAYS if play.number == number]


@pytest.mark.parametrize("folder", ROWS)
def test_every_block_has_its_row_and_is_collected(folder):
    files = {name for _, name, _ in pkgutil.iter_modules(FOLDERS[folder].__path__)}
    of_rows = {components.block_of(folder, name).split(".")[1]: name for name in ROWS[folder]}
    assert files <= set(of_rows)
    assert {of_rows[name] for name in files} <= set(plays.BLOCKS)


def test_every_row_has_its_block():
    for name in components.POWERS:
        number = components.POWERS.index(name)
        block = plays.BLOCKS[name]
        numbers = {play.number for play in block.PLAYS}
        assert numbers == {number, WILD + number, SUPER + number}, name
    for number, name in enumerate(components.EDICTS):
        assert {play.number for play in plays.BLOCKS[name].PLAYS} == {EDICT + number}
    assert set(plays.BLOCKS) == {*components.POWERS, *components.EDICTS}


def test_every_moon_has_its_block_and_every_block_its_row():
    # R54, R214, R220
    assert sorted(block.number for block in lunar.MOON_BLOCKS) == list(range(components.NUM_MOONS))
    for block in lunar.MOON_BLOCKS:
        row = components.ALL_MOONS[block.number]
        has_effect = block.rules or block.run or block.asked
        assert bool(has_effect) == (row["name"] not in ("Worthless Moon", "Cheese moon")), row
        is_continuing = row["duration"] == "continuing"
        assert is_continuing or not block.rules, row
        is_revealed_then = row["effect"].startswith("Reveal ")
        assert is_revealed_then == (block.at >= 0 and row["reveal"] == "secret"), row
        assert (block.at >= 0) <= (is_continuing or is_revealed_then), row
        if not is_continuing and has_effect:
            assert block.run is not None, row
        asks = {words.decision for words in lunar.MOON_WORDS}
        if "PLAYER" in row["decision"] or row["decision"] == "LOC or PASS":
            assert f"D_{row['name'].upper().replace(' ', '_')}" in asks, row
    assert {words.decision for words in lunar.MOON_WORDS} == set(DECISIONS[-8:])


def test_the_dispatch_reaches_the_kernels_of_every_moon():
    for block in lunar.MOON_BLOCKS:
        for point, rule in block.rules:
            which = moon_points.MOON_RULE_OF[point, block.number]
            kernels = [kernel for other in lunar.MOON_BLOCKS for _, kernel in other.rules]
            assert kernels[which] is rule
            assert block.number in list_of(moon_points.MOONS_AT[point])
        if block.run is not None:
            assert lunar._RUNS[lunar.RUN_OF[block.number]] is block.run
        if block.can is not None:
            assert lunar._CANS[lunar.CAN_OF[block.number]] is block.can


def test_hooks_and_use_of_every_block_are_those_of_its_row():
    rows = {row["name"]: row for row in components.ALL_POWERS}
    flares = {row["name"]: row for row in components.ALL_FLARES}
    for name in components.POWERS:
        number = components.POWERS.index(name)
        for play in parts_of(number):
            if play.use == blocks.ANNOUNCED:
                continue  # where the column cancel_at says
            use = blocks.MANDATORY if play.use == blocks.QUIET else play.use
            assert use == rows[name]["use"] or rows[name]["use"] == "both", name
            for hook in play.hooks:
                assert rule_name(hook) in rows[name]["hooks"].split(","), name
        for first, column in ((WILD, "wild_phase_hook"), (SUPER, "super_phase_hook")):
            for play in parts_of(first + number):
                for hook in play.hooks:
                    assert rule_name(hook) in flares[name][column], name


def test_no_two_parts_of_a_block_answer_in_one_window():
    answers = [(play.number, hook) for play in plays.PLAYS for hook in play.hooks]
    assert len(answers) == len(set(answers))


def test_words_of_blocks_are_about_decisions_that_there_are():
    said = [words.decision for words in plays.WORDS]
    assert len(said) == len(set(said))
    assert set(said) <= set(DECISIONS)


def test_the_dispatch_reaches_the_kernels_of_every_block():
    for play in plays.PLAYS:
        for hook in play.hooks:
            assert plays._EFFECTS[plays.RUN_AT[hook, play.number]] is play.run
            which = plays.CAN_AT[hook, play.number]
            if play.can is None:
                assert which == plays.ALWAYS
            else:
                assert plays._CONDITIONS[which] is play.can


def test_windows_know_who_may_answer():
    for hook in range(len(hooks.HOOKS)):
        here = [play for play in plays.PLAYS if hook in plays.hooks_of(play)]
        for uses, table in (
            ((blocks.OPTIONAL,), hooks.OPTIONAL_AT),
            ((blocks.MANDATORY, blocks.QUIET), hooks.MANDATORY_AT),
            ((blocks.QUIET,), hooks.QUIET_AT),
        ):
            found = {play.number for play in here if play.number < EDICT and play.use in uses}
            assert set(list_of(table[hook])) == found
        kinds = {int(PLAY_KIND[play.number]) for play in here if play.number >= EDICT}
        arts = list_of(hooks.ARTS_AT[hook])
        assert {components.FIRST_EDICT + art for art in arts} == kinds


def test_sets_hold_all_powers_cards_and_moons():
    # 102 powers, 22 Edicts and 102 Flares, 76 moons.
    assert len(components.ALL_POWERS) + components.NUM_EDICTS <= SET_SIZE
    members = [0, 1, 31, 32, 62, 63, 64, 101, 123, 127]
    assert list_of(make_set(members)) == members
    words = np.zeros(sets.SET_WORDS, np.int64)
    for member in members:
        assert not sets.has(words, member)
        sets.add(words, member)
        assert sets.has(words, member)
    found, member = [], sets.next_in(words, -1)
    while member >= 0:
        found.append(int(member))
        member = sets.next_in(words, member)
    assert found == members
    assert sets.meets(words, make_set([63]))
    assert not sets.meets(words, make_set([65]))
    assert sets.next_in_both(words, make_set([2, 64, 127]), 64) == 127
    for member in members:
        sets.remove(words, member)
    assert sets.is_empty_set(words)
