"""The page of the game says what the code does."""

from __future__ import annotations

import dataclasses

from spaceenvs import galactic_emperor

GAME = galactic_emperor.GAME
PAGE = galactic_emperor.__doc__


def test_the_tables_are_on_the_page():
    assert GAME.observation.table() in PAGE
    assert GAME.actions.table() in PAGE


def test_every_option_is_on_the_page():
    for field in dataclasses.fields(GAME.options):
        assert f"`{field.name}`" in PAGE


def test_the_facts_are_on_the_page():
    for fact in (
        f"| actions | {GAME.actions.size} |",
        f"| observation | {GAME.observation.size} |",
        f"| players | {GAME.players[0]} to {GAME.players[1]} |",
        f"| id | `{GAME.id}` |",
    ):
        assert fact in PAGE
