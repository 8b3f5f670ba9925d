"""Named slices of observations and actions."""

from __future__ import annotations

import numpy as np
import pytest
import toygame

from spaceenvs.core.layout import Field, Layout


def test_parts_lie_one_after_the_other():
    layout = toygame.LAYOUT
    assert [(field.start, field.stop) for field in layout] == [(0, 12), (12, 24), (24, 28)]
    assert layout.size == 28
    assert layout.find(24).name == "points"
    assert layout.scale[24] == np.float32(1 / 40)


def test_an_observation_is_read_by_name():
    seen = toygame.LAYOUT.view(np.arange(56).reshape(2, 28))
    assert seen["points"].tolist() == [[24, 25, 26, 27], [52, 53, 54, 55]]


def test_an_action_has_a_plain_name():
    assert toygame.ACTIONS.name(3) == "CARD 3"
    assert toygame.ACTIONS.index("CARD 3") == 3
    assert toygame.ACTIONS.name(12) == "ROLL"
    assert toygame.ACTIONS.index("ROLL") == 12


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(KeyError, match="no part is called 'gold'; there are: hand, played, points"):
        toygame.LAYOUT["gold"]
    with pytest.raises(KeyError, match="CARD 99"):
        toygame.ACTIONS.index("CARD 99")
    with pytest.raises(IndexError, match=r"0\.\.12"):
        toygame.ACTIONS.name(13)
    with pytest.raises(ValueError, match="twice"):
        Layout([Field("a", (1,), ""), Field("a", (1,), "")])


def test_tables_name_every_part():
    assert "| 24-27 | points | 4 | 40 |" in toygame.LAYOUT.table()
    assert "| 12 | ROLL |" in toygame.ACTIONS.table()
