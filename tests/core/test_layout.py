"""Named slices of observations and actions."""

from __future__ import annotations

import numpy as np
import pytest

from spaceenvs.core.layout import Field, Layout
from spaceenvs.template.actions import ACTIONS
from spaceenvs.template.observation import LAYOUT


def test_parts_lie_one_after_the_other():
    starts = [(field.start, field.stop) for field in LAYOUT]
    assert starts == [(0, 12), (12, 60), (60, 64), (64, 68), (68, 72), (72, 73)]
    assert LAYOUT.size == 73
    assert LAYOUT.find(60).name == "points"
    assert LAYOUT.scale[60] == np.float32(1 / 40)


def test_an_observation_is_read_by_name():
    seen = LAYOUT.view(np.arange(146).reshape(2, 73))
    assert seen["points"].tolist() == [[60, 61, 62, 63], [133, 134, 135, 136]]
    assert seen["mined"].shape == (2, 4, 12)


def test_an_action_has_a_plain_name():
    assert ACTIONS.name(3) == "MINE Dolomite"
    assert ACTIONS.index("MINE Dolomite") == 3
    assert ACTIONS.name(12) == "PROBE"
    assert ACTIONS.index("PROBE") == 12


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(KeyError, match="no part is called 'gold'; there are: hand, mined, points"):
        LAYOUT["gold"]
    with pytest.raises(KeyError, match="MINE Luna"):
        ACTIONS.index("MINE Luna")
    with pytest.raises(IndexError, match=r"0\.\.12"):
        ACTIONS.name(13)
    with pytest.raises(ValueError, match="twice"):
        Layout([Field("a", (1,), ""), Field("a", (1,), "")])


def test_tables_name_every_part():
    assert "| 60-63 | points | 4 | 40 |" in LAYOUT.table()
    assert "| 12 | PROBE |" in ACTIONS.table()
